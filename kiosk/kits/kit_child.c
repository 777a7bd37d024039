/* SPDX-License-Identifier: MIT
 * Making a kit in a process of its own. */
#include "kiosk/kits/kit_child.h"

#include <locale.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/kit/kit.h"
#include "kiosk/printing/child_process.h"

#define ORDER_MAX (1 << 20)             /* bytes */
#define STEP      (G_USEC_PER_SEC / 10) /* between two lines about the same work */

/* What is being done, and when that was last told. */
struct telling {
	const char *what;
	gint64 told;
};

/* A line, at once. */
static void
tell(json_t *line)
{
	json_dumpf(line, stdout, JSON_COMPACT);
	putchar('\n');
	fflush(stdout);
	json_decref(line);
}

static void
tell_progress(void *data, unsigned done, unsigned all)
{
	struct telling *telling = data;
	gint64 now = g_get_monotonic_time();

	if (telling->told != 0 && now - telling->told < STEP)
		return;
	telling->told = now;
	tell(json_pack("{s:s, s:i, s:i}", "what", telling->what, "done", (int)done, "all", (int)all));
}

/* Draws everything. NULL, or a sentence to be freed. */
static char *
make(struct kit *kit, const char *folder, unsigned processes)
{
	struct telling seeds = {.what = "seeds"}, layouts = {.what = "layouts"}, pages = {.what = "pages"};
	struct kit_work work = {.count = processes, .progress = tell_progress};
	char sentence[MESSAGE_TEXT];
	struct problem problem;

	work.progress_data = &seeds;
	if (!kit_choose_seeds(kit, &work))
		return g_strdup("its seeds could not be drawn");
	work.progress_data = &layouts;
	if (!kit_solve(kit, &work))
		return g_strdup("its layouts could not be thought out");
	work.progress_data = &pages;
	if (kit_make(kit, folder, &work, &problem))
		return NULL;
	problem_write(&problem, &audience_terminal, sentence, sizeof sentence);
	return g_strdup(sentence);
}

/* Makes what an order says. NULL, or a sentence to be freed. */
static char *
obey(json_t *order)
{
	const char *definition, *folder, *key = NULL;
	struct problems problems;
	struct code_key bytes;
	struct kit kit;
	int bundled, processes;
	char *problem;

	if (json_unpack(order, "{s:s, s:s, s?:s, s:b, s:i}", "definition", &definition, "folder", &folder, "key", &key,
		    "bundled", &bundled, "processes", &processes) != 0)
		return g_strdup("the order of this kit makes no sense");
	problems_init(&problems);
	if (!kit_parse(&kit, definition, strlen(definition), &problems)) {
		char sentence[MESSAGE_TEXT];

		problems_write_first(&problems, &audience_terminal, sentence, sizeof sentence);
		problem = g_strdup(sentence);
	} else if (key != NULL && (!code_key_read(key, &bytes) || !kit_take_key(&kit, &bytes))) {
		problem = g_strdup("the kit's key is invalid");
	} else {
		kit.bundled = bundled;
		problem = make(&kit, folder, (unsigned)processes);
	}
	kit_finish(&kit);
	return problem;
}

char *
kit_order_write(const char *definition, const char *key, const char *folder, bool bundled, unsigned processes)
{
	json_t *order = json_pack("{s:s, s:s, s:s*, s:b, s:i}", "definition", definition, "folder", folder, "key", key,
		"bundled", bundled, "processes", (int)processes);
	char *text = order == NULL ? NULL : json_dumps(order, JSON_COMPACT);

	json_decref(order);
	return text;
}

int
kit_child(void)
{
	const struct child_limits limits = {KIT_CPU_SECONDS, KIT_FILE_MOST, KIT_MEMORY};
	static char bytes[ORDER_MAX];
	size_t size = fread(bytes, 1, sizeof bytes, stdin);
	json_t *order;
	char *problem;

	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error, not the end */
	setlocale(LC_CTYPE, "");
	g_set_prgname("seedpress");
	if (!child_process_limit(&limits) || sodium_init() < 0)
		return EXIT_FAILURE;
	order = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, NULL);
	problem = obey(order);
	json_decref(order);
	if (problem == NULL)
		tell(json_pack("{s:b}", "made", 1));
	else
		tell(json_pack("{s:s}", "error", problem));
	g_free(problem);
	return EXIT_SUCCESS;
}
