/* SPDX-License-Identifier: MIT
 * Making a kit in a child process. */
#include "kiosk/making/kit_job.h"

#include <sodium.h>

#include "gen/requests/kit_request.h"

/* Shortest time between two progress reports of the same step, in microseconds. The page asks twice a second. */
#define PROGRESS_US (G_TIME_SPAN_SECOND / 10)

/* The last progress report: its step, and when it was sent. */
struct telling {
	enum kit_step step;
	gint64 told;
};

static void
tell_progress(void *data, enum kit_step step, unsigned done, unsigned all)
{
	struct telling *telling = data;
	gint64 now = g_get_monotonic_time();

	if (step == telling->step && now - telling->told < PROGRESS_US)
		return;
	*telling = (struct telling){step, now};
	job_send_progress(kit_step_names[step], done, all);
}

static enum job_outcome
run(struct job_call *call)
{
	json_t *json = json_loadb(call->request, call->size, JSON_REJECT_DUPLICATES, NULL);
	struct telling telling = {.step = KIT_STEPS};
	enum job_outcome outcome = JOB_REFUSED;
	struct kit_request request;
	struct problems problems;

	problems_init(&problems);
	if (sodium_init() < 0)
		problems_add(&problems, STATUS_REFUSED, SAY("no-random-numbers", "there are no random numbers"));
	if (!kit_request_read_json(&request, json, &problems) || problems.count > 0) {
		problems_first(&problems, &call->problem);
	} else {
		request.work.progress = tell_progress;
		request.work.data = &telling;
		outcome = kit_request_run(&request, &call->problem) ? JOB_DONE : JOB_FAILED;
	}
	kit_request_finish(&request);
	json_decref(json);
	return outcome;
}

/* Limits: several times what the largest kit takes on a slow machine. Time and memory are for each of its processes.
 * The answer consists of little more than progress. */
const struct job_kind kit_job = {.name = "kit",
	.limits = {.cpu_seconds = 1200,
		.seconds = 1800,
		.memory = (size_t)1 << 30,
		.file = (size_t)256 << 20,
		.answer = (size_t)1 << 20},
	.run = run};
