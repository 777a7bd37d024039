/* SPDX-License-Identifier: MIT
 * Requests to make a kit. */
#include "gen/requests/kit_request.h"

#include <sodium.h>
#include <string.h>

#include "gen/requests/fields.h"

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
	g_autofree char *definition = kit_definition(&request->kit);

	return json_pack("{s:s, s:o, s:b, s:s, s:i, s:b}", "definition", definition, "key",
		key == NULL ? json_string("") : request_key_json(key), "bundled", request->kit.bundled, "folder",
		request->folder, "jobs", (int)request->work.jobs, "force", request->work.force);
}

bool
kit_request_read_json(struct kit_request *request, json_t *json, struct problems *problems)
{
	const char *definition, *digits, *folder;
	struct code_key key;
	int bundled, jobs, force;

	*request = (struct kit_request){0};
	if (json_unpack(json, "{s:s, s:s, s:b, s:s, s:i, s:b}", "definition", &definition, "key", &digits, "bundled",
		    &bundled, "folder", &folder, "jobs", &jobs, "force", &force) != 0 ||
		jobs < 1) {
		problems_add(problems, STATUS_BAD_JSON, SAY("bad-request", "this is not a request"));
		return false;
	}
	if (!kit_parse(&request->kit, definition, strlen(definition), problems))
		return false;
	request->kit.bundled = bundled;
	request->folder = g_strdup(folder);
	request->work = (struct kit_work){.jobs = (unsigned)jobs, .force = force};
	bool fine = *digits == '\0' || (request_key_read(digits, &key) && kit_take_key(&request->kit, &key));

	if (!fine)
		problems_add(problems, STATUS_REFUSED, SAY("kit-key-invalid", "the kit's key is invalid"));
	sodium_memzero(&key, sizeof key);
	return fine;
}

bool
kit_request_choose_seeds(struct kit_request *request, struct problem *problem)
{
	return kit_choose_seeds(&request->kit, &request->work, problem);
}

bool
kit_request_make(struct kit_request *request, struct problem *problem)
{
	return kit_solve(&request->kit, &request->work, problem) &&
		kit_make(&request->kit, request->folder, &request->work, problem);
}

bool
kit_request_run(struct kit_request *request, struct problem *problem)
{
	return kit_request_choose_seeds(request, problem) && kit_request_make(request, problem);
}
