/* SPDX-License-Identifier: MIT
 * Prints coupon sheets and says how fast: pages a second of one core's time,
 * bytes a page, the most memory held. Linked once with the canvas of the press
 * and once with a naive one (naive_canvas.c), for the ratio of the two. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "gen/canvas/shaping.h"
#include "gen/press/printed_game.h"

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int
main(int argc, char **argv)
{
	struct print_job job = {
		.codes = {.game = game_by_id("coupons"), .players = 4, .seed = 1},
		.paper = &paper_a4,
	};
	struct document_options options = {.title = "bench", .subject = "bench"};
	struct rusage usage;
	struct stat file;
	struct page_plan plan;
	struct shaper *shaper;
	struct problem problem;
	double started;

	if (argc != 3 || sodium_init() < 0) {
		fprintf(stderr, "usage: bench-press GAMES FILE.pdf\n");
		return 2;
	}
	document_keep_memory();
	job.count = (uint32_t)atoi(argv[1]);
	options.file = argv[2];
	shaper = shaper_create(&problem);
	if (shaper == NULL) {
		fprintf(stderr, "%s\n", message_id(&problem.message));
		return 1;
	}
	page_plan_init(&plan);
	printed_game_of(job.codes.game)->plan(&job, &plan);
	started = now();
	if (!page_plan_print(&plan, &options, shaper, NULL, NULL, &problem)) {
		fprintf(stderr, "%s\n", message_id(&problem.message));
		return 1;
	}
	started = now() - started;
	getrusage(RUSAGE_SELF, &usage);
	stat(options.file, &file);
	printf("%u pages: %.0f pages/s of a core, %.2f KB a page, %.1f MB of memory at most\n", plan.pages->len,
		plan.pages->len / started, (double)file.st_size / 1024 / plan.pages->len,
		(double)usage.ru_maxrss / 1024);
	page_plan_finish(&plan);
	shaper_destroy(shaper);
	return 0;
}
