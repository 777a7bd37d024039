/* SPDX-License-Identifier: MIT
 * Processor time from a JPEG file to what it shows, in a warm process on one core, beside zbarimg and ZXingReader on
 * the same file, which read QR codes alone; and the memory that takes. If EYE_KIOSK in the environment is the program
 * seedpress-kiosk, also the processor time and the memory of its whole process tree, from its start to its end. */
#include <glib.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gen/press/printed_game.h"
#include "kiosk/picture/decode.h"
#include "tests/bench/eye.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/tools.h"

#define RUNS 3 /* of each on each file: the quickest counts, since others share the machine */

#define POLL_US 2000 /* from one look at the memory of a process tree to the next */

/* Seconds on files so far, of us and of others. */
struct seconds {
	double ours, tree, zbar, zxing;
};

/* What is in a picture. */
enum subject { SUBJECT_SHEET, SUBJECT_COUPONS, SUBJECT_NOTHING, SUBJECTS };

static const char *const subject_name[SUBJECTS] = {"sheet", "coupons", "nothing"};

static bool
look_at_page(void *receiver, const struct image *image)
{
	struct bench *bench = receiver;
	struct sight sight;

	code_list_look(NULL, bench->eye, image, &sight);
	sight_finish(&sight);
	return true;
}

static double
our_time(struct bench *bench, const char *file)
{
	double start = bench_now();
	char *bytes;
	gsize size;

	if (g_file_get_contents(file, &bytes, &size, NULL)) {
		struct decoder decoder = {.bytes = (uint8_t *)bytes,
			.size = size,
			.pixels_max = IMAGE_PIXELS_MAX,
			.page = look_at_page,
			.receiver = bench};

		if (decode(&decoder) != DECODE_OK)
			fprintf(stderr, "%s was not decoded\n", file);
		g_free(bytes);
	}
	return bench_now() - start;
}

/* Megabytes that a process of its own needs at most for a file, beside what it has before it: the tables of the eye are
 * made once. 0 where that cannot be measured. */
static double
our_memory(struct bench *bench, const char *file)
{
	long before = 0, size;
	struct rusage usage;
	double more = 0;
	FILE *now;
	int end[2];
	pid_t child;

	fflush(stdout);
	if (pipe(end) != 0)
		return 0;
	malloc_trim(0); /* what is free here would be used first, and not be counted */
	child = fork();
	if (child == 0) {
		now = fopen("/proc/self/statm", "r");
		if (now == NULL || fscanf(now, "%ld %ld", &size, &before) != 2)
			_exit(1);
		our_time(bench, file);
		getrusage(RUSAGE_SELF, &usage);
		more = (double)usage.ru_maxrss / 1024 - (double)before * (double)sysconf(_SC_PAGESIZE) / (1 << 20);
		_exit(write(end[1], &more, sizeof more) != sizeof more);
	}
	close(end[1]);
	if (child < 0 || read(end[0], &more, sizeof more) != sizeof more)
		more = 0;
	close(end[0]);
	if (child > 0)
		waitpid(child, NULL, 0);
	return more;
}

/* Seconds of the programs that ended so far. */
static double
programs_time(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
		(double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static double
program_time(const char *program, const char *file)
{
	char *command = g_strdup_printf("exec %s %s >/dev/null 2>&1", program, file);
	double start = programs_time();
	int status = system(command);

	if (!WIFEXITED(status) || WEXITSTATUS(status) > 125)
		fprintf(stderr, "%s does not run\n", program);
	g_free(command);
	return programs_time() - start;
}

/* The memory of a process and of those that it started, in megabytes: pages that several share count once. */
static double
tree_memory(pid_t pid)
{
	g_autofree char *sizes = g_strdup_printf("/proc/%d/smaps_rollup", (int)pid);
	g_autofree char *list = g_strdup_printf("/proc/%d/task/%d/children", (int)pid, (int)pid);
	FILE *size = pid == getpid() ? NULL : fopen(sizes, "r"), *children = fopen(list, "r");
	double sum = 0;
	char line[200];
	int child;
	long kilobytes;

	while (size != NULL && fgets(line, sizeof line, size) != NULL)
		if (sscanf(line, "Pss: %ld", &kilobytes) == 1)
			sum += (double)kilobytes / 1024;
	while (children != NULL && fscanf(children, "%d", &child) == 1)
		sum += tree_memory(child);
	if (size != NULL)
		fclose(size);
	if (children != NULL)
		fclose(children);
	return sum;
}

/* Runs `kiosk scan` on a file. Returns the seconds of all of its processes, which end as our children because nobody
 * else waits for them, and the most memory that they had together. */
static double
tree_time(const char *kiosk, const char *file, double *memory)
{
	double start = programs_time();
	pid_t child;

	*memory = 0;
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	fflush(stdout);
	child = fork();
	if (child == 0) {
		if (freopen("/dev/null", "w", stdout) != NULL)
			execl(kiosk, kiosk, "scan", file, (char *)NULL);
		_exit(127);
	}
	for (pid_t ended = 0; ended >= 0; ended = waitpid(-1, NULL, WNOHANG)) {
		*memory = MAX(*memory, tree_memory(getpid()));
		g_usleep(POLL_US);
	}
	return programs_time() - start;
}

static void
time_file(struct bench *bench, const char *file, struct seconds *sum, double *memory)
{
	struct seconds least = {1e9, 1e9, 1e9, 1e9};
	const char *kiosk = getenv("EYE_KIOSK");

	for (int i = 0; i < RUNS; i++) {
		double most = 0;

		least.ours = MIN(least.ours, our_time(bench, file));
		least.zxing = MIN(least.zxing, program_time("ZXingReader -format QRCode", file));
		if (kiosk != NULL)
			least.tree = MIN(least.tree, tree_time(kiosk, file, &most));
		*memory = MAX(*memory, most);
	}
	least.zbar = program_time("zbarimg -q --nodbus -Sdisable -Sqrcode.enable", file);
	sum->ours += least.ours;
	sum->tree += kiosk == NULL ? 0 : least.tree;
	sum->zxing += least.zxing;
	sum->zbar += least.zbar;
}

/* A whole sheet, one that was cut up, or an empty table. */
static void
shoot(struct bench *bench, enum level level, int32_t w, int32_t h, enum subject subject, struct scene *scene)
{
	struct conditions conditions;
	struct page_plan plan;
	struct print_job job;
	struct layer layer;
	struct code code;
	struct pile pile;

	if (subject == SUBJECT_NOTHING) {
		scene_conditions(&conditions, level, w, h, h / 300.0, &bench->dice);
		scene_init(scene, &conditions, dice_roll(&bench->dice));
		scene_shoot(scene);
		return;
	}
	if (subject == SUBJECT_COUPONS) {
		bench_pile_conditions(bench, level, w, h, &conditions);
		bench_pile(bench, &conditions, &pile);
		scene_init(scene, &conditions, dice_roll(&bench->dice));
		bench_pile_lay(&pile, scene, 0, 0);
		layer_finish(&pile.layer);
		scene_shoot(scene);
		return;
	}
	bench_plan(bench, "coupons", 2, &job, &plan, &code);
	layer_draw(&layer, &g_array_index(plan.pages, struct page, 0), bench->shaper, h > 1080 ? 600 : 300);
	scene_conditions(&conditions, level, w, h, h / 300.0, &bench->dice);
	conditions.roll = bench_drawn(bench, -8, 8) - conditions.tilt_towards;
	scene_init(scene, &conditions, dice_roll(&bench->dice));
	scene_lay(scene, &layer, &(struct rect){-500, -500, 19800, 27400}, &(struct rect){-500, -500, 19800, 27400},
		&(struct lie){.bow = bench_drawn(bench, 0, 3), .bow_towards = bench_drawn(bench, 0, 360)});
	layer_finish(&layer);
	page_plan_finish(&plan);
	scene_shoot(scene);
}

static void
times(struct bench *bench, int32_t w, int32_t h, enum level level, enum subject subject, unsigned pictures)
{
	char file[] = "/tmp/seedpress-eye-XXXXXX";
	int made = mkstemp(file);
	struct seconds sum = {0};
	struct scene scene;
	double memory = 0, tree = 0;

	for (unsigned n = 0; n < pictures; n++) {
		shoot(bench, level, w, h, subject, &scene);
		scene_save(&scene, file);
		scene_finish(&scene);
		time_file(bench, file, &sum, &tree);
		memory = MAX(memory, our_memory(bench, file));
	}
	printf("times    %4dx%-4d %-8s %-7s %5.0f ms a file; ZXingReader %5.0f ms: %.2f x; zbarimg %5.0f ms: %.2f x; "
	       "%.0f MB at most\n",
		w, h, bench_levels[level], subject_name[subject], 1000 * sum.ours / pictures,
		1000 * sum.zxing / pictures, sum.ours / sum.zxing, 1000 * sum.zbar / pictures, sum.ours / sum.zbar,
		memory);
	if (tree > 0)
		printf("times    %4dx%-4d %-8s %-7s %5.0f ms for the process tree: %.2f x ZXingReader; %.0f MB at most\n",
			w, h, bench_levels[level], subject_name[subject], 1000 * sum.tree / pictures,
			sum.tree / sum.zxing, tree);
	fflush(stdout);
	if (made >= 0)
		close(made);
	unlink(file);
}

void
bench_times(struct bench *bench, enum level level, unsigned pictures)
{
	for (int subject = 0; subject < SUBJECTS; subject++) {
		times(bench, 1920, 1080, level, (enum subject)subject, (pictures + 3) / 4);
		times(bench, 4032, 3024, level, (enum subject)subject, (pictures + 15) / 16);
	}
}
