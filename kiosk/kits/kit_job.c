/* SPDX-License-Identifier: MIT
 * Making a kit in a child process. */
#include "kiosk/kits/kit_job.h"

#include <jansson.h>
#include <sodium.h>
#include <string.h>

#include "gen/kit/kit.h"

/* Processes that draw at once. One core is left to what is stored. */
#define PROCESSES_MAX 4

/* Microseconds between two reports of the same work: the page asks twice a second. */
#define PROGRESS_US (G_TIME_SPAN_SECOND / 10)

char *
kit_job_request(const char *definition, const char *key, bool is_bundled)
{
	json_t *request = json_pack("{s:s, s:s*, s:b}", "definition", definition, "key", key, "bundled", is_bundled);
	char *text = json_dumps(request, JSON_COMPACT);

	json_decref(request);
	return text;
}

/* What is being done, and when that was last told. */
struct telling {
	const char *what;
	gint64 told;
};

static void
tell_progress(void *data, unsigned done, unsigned all)
{
	struct telling *telling = data;
	gint64 now = g_get_monotonic_time();

	if (telling->told != 0 && now - telling->told < PROGRESS_US)
		return;
	telling->told = now;
	job_send_progress(telling->what, done, all);
}

/* Draws everything. */
static enum job_outcome
make(struct kit *kit, struct problem *problem)
{
	struct telling telling = {.what = "seeds"};
	struct kit_work work = {.count = MIN(MAX(g_get_num_processors(), 2) - 1, PROCESSES_MAX),
		.progress = tell_progress,
		.progress_data = &telling};

	kit_choose_seeds(kit, &work);
	telling = (struct telling){.what = "layouts"};
	kit_solve(kit, &work);
	telling = (struct telling){.what = "pages"};
	return kit_make(kit, ".", &work, problem) ? JOB_DONE : JOB_FAILED;
}

static enum job_outcome
run(struct job_call *call)
{
	json_t *request = json_loadb(call->request, call->size, JSON_REJECT_DUPLICATES, NULL);
	const char *definition, *key = NULL;
	enum job_outcome outcome = JOB_REFUSED;
	struct problems problems;
	struct code_key bytes;
	struct kit kit;
	int is_bundled;

	problems_init(&problems);
	if (sodium_init() < 0 ||
		json_unpack(request, "{s:s, s?:s, s:b}", "definition", &definition, "key", &key, "bundled",
			&is_bundled) != 0) {
		problem_set(&call->problem, SAY("bad-request", "this is not a request"));
	} else {
		if (!kit_parse(&kit, definition, strlen(definition), &problems)) {
			size_t at = 0;

			problems_next(&problems, &at, &call->problem);
		} else if (key != NULL && (!code_key_read(key, &bytes) || !kit_take_key(&kit, &bytes))) {
			problem_set(&call->problem, SAY("kit-key-invalid", "the kit's key is invalid"));
		} else {
			kit.bundled = is_bundled;
			outcome = make(&kit, &call->problem);
		}
		sodium_memzero(&bytes, sizeof bytes);
		kit_finish(&kit);
	}
	json_decref(request);
	return outcome;
}

/* What the largest kit takes on a slow machine, several times over. Time and memory are of each of its processes. It
 * answers with little more than its progress. */
const struct job_kind kit_job = {.name = "kit",
	.limits = {.cpu_seconds = 1200,
		.seconds = 1800,
		.memory = (size_t)1 << 30,
		.file = (size_t)256 << 20,
		.answer = (size_t)1 << 20},
	.run = run};
