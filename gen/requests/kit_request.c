/* SPDX-License-Identifier: MIT
 * Making a kit, step by step. */
#include "gen/requests/kit_request.h"

#include <sodium.h>
#include <string.h>

const char *const kit_step_names[KIT_STEPS] = {"seeds", "layouts", "pages"};

void
kit_request_finish(struct kit_request *request)
{
	sodium_memzero(&request->kit.key_bytes, sizeof request->kit.key_bytes);
	kit_finish(&request->kit);
	g_free(request->folder);
}

json_t *
kit_request_json(const struct kit_request *request)
{
	const struct code_key *key = request->kit.key;
	char *definition = kit_definition(&request->kit), digits[2 * sizeof *key + 1] = "";
	json_t *json;

	if (key != NULL)
		sodium_bin2hex(digits, sizeof digits, (const unsigned char *)key, sizeof *key);
	json = json_pack("{s:s, s:s, s:b, s:s, s:i, s:b}", "definition", definition, "key", digits, "bundled",
		request->kit.bundled, "folder", request->folder, "jobs", (int)request->jobs, "force", request->force);
	sodium_memzero(digits, sizeof digits);
	g_free(definition);
	return json;
}

bool
kit_request_read_json(struct kit_request *request, json_t *json, struct problems *problems)
{
	const char *definition, *digits, *folder;
	struct code_key key;
	int bundled, jobs, force;
	size_t length = 0;
	bool fine = false;

	*request = (struct kit_request){0};
	if (json_unpack(json, "{s:s, s:s, s:b, s:s, s:i, s:b}", "definition", &definition, "key", &digits, "bundled",
		    &bundled, "folder", &folder, "jobs", &jobs, "force", &force) != 0 ||
		jobs < 1) {
		problems_add(problems, STATUS_BAD_JSON, SAY("bad-request", "this is not a request"));
	} else if (kit_parse(&request->kit, definition, strlen(definition), problems)) {
		request->kit.bundled = bundled;
		request->folder = g_strdup(folder);
		request->jobs = (unsigned)jobs;
		request->force = force;
		fine = *digits == '\0' ||
			(sodium_hex2bin(
				 (unsigned char *)&key, sizeof key, digits, strlen(digits), NULL, &length, NULL) == 0 &&
				length == sizeof key && kit_take_key(&request->kit, &key));
		if (!fine)
			problems_add(problems, STATUS_REFUSED, SAY("kit-key-invalid", "the kit's key is invalid"));
		sodium_memzero(&key, sizeof key);
	}
	return fine;
}

/* What the long work is told to do, and which step that is. */
struct stage {
	const struct kit_watch *watch;
	enum kit_step step;
};

static void
tell(void *data, unsigned done, unsigned all)
{
	const struct stage *stage = data;

	stage->watch->progress(stage->watch->data, stage->step, done, all);
}

static struct kit_work
work_on(const struct kit_request *request, struct stage *stage)
{
	return (struct kit_work){.count = request->jobs,
		.limit = stage->watch->limit,
		.progress = stage->watch->progress == NULL ? NULL : tell,
		.progress_data = stage,
		.force = request->force};
}

bool
kit_request_make(struct kit_request *request, const struct kit_watch *watch, struct problem *problem)
{
	struct stage layouts = {watch, KIT_STEP_LAYOUTS}, pages = {watch, KIT_STEP_PAGES};
	const struct kit_work solving = work_on(request, &layouts), drawing = work_on(request, &pages);

	if (!kit_solve(&request->kit, &solving))
		return problem_set(problem, SAY("interrupted", "interrupted"));
	return kit_make(&request->kit, request->folder, &drawing, problem);
}

bool
kit_request_choose_seeds(struct kit_request *request, const struct kit_watch *watch, struct problem *problem)
{
	struct stage seeds = {watch, KIT_STEP_SEEDS};
	const struct kit_work choosing = work_on(request, &seeds);

	return kit_choose_seeds(&request->kit, &choosing) || problem_set(problem, SAY("interrupted", "interrupted"));
}

bool
kit_request_run(struct kit_request *request, const struct kit_watch *watch, struct problem *problem)
{
	return kit_request_choose_seeds(request, watch, problem) && kit_request_make(request, watch, problem);
}
