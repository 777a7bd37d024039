/* SPDX-License-Identifier: MIT
 * Who has come, and people who are taken off the list. */
#include "kiosk/event/people_list.h"
#include "kiosk/routes/event_parts.h"

/* The ids in a body; NULL after setting *problem. */
static GArray *
read_ids(json_t *body, char **problem)
{
	json_t *list = json_object_get(body, "people"), *one;
	GArray *ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
	size_t i;

	if (!json_is_array(list) || json_array_size(list) > PEOPLE_LIST_MAX)
		*problem = g_strdup("\"people\" is a list of their numbers");
	json_array_foreach(list, i, one) {
		int64_t id = json_integer_value(one);

		if (*problem == NULL && !json_is_integer(one))
			*problem = g_strdup("\"people\" is a list of their numbers");
		g_array_append_val(ids, id);
	}
	if (*problem != NULL)
		g_clear_pointer(&ids, g_array_unref);
	return ids;
}

void
attendance_post(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	json_t *body = request_json(request, reply), *here = json_object_get(body, "here");
	enum store_status status = STORE_REFUSED;
	char *problem = NULL;
	GArray *ids;

	if (body == NULL)
		return;
	ids = read_ids(body, &problem);
	if (ids != NULL && !json_is_boolean(here))
		problem = g_strdup("\"here\" is true or false");
	else if (ids != NULL)
		status = store_here_set(kiosk->store, ids, json_is_true(here), ORGANISER, &problem);
	event_answer(status, problem, json_object(), reply);
	g_clear_pointer(&ids, g_array_unref);
	json_decref(body);
}

/* Whether results know somebody by name alone, who sits nowhere: false after setting *problem. */
static bool
is_named_nowhere(const struct event_snapshot *snapshot, const GArray *ids, char **problem)
{
	GPtrArray *rows = event_snapshot_standings(snapshot, 0);

	for (unsigned i = 0; i < rows->len && *problem == NULL; i++) {
		const struct standing *row = g_ptr_array_index(rows, i);

		for (unsigned k = 0; k < ids->len && row->played > 0; k++)
			if (row->person == g_array_index(ids, int64_t, k))
				*problem = g_strdup_printf(
					"%s has results, which stay: set them to gone instead of deleting them",
					row->name);
	}
	g_ptr_array_unref(rows);
	return *problem == NULL;
}

static enum store_status
delete_people(struct kiosk *kiosk, const GArray *ids, char **problem)
{
	enum store_status status = STORE_STALE;

	for (int tries = 0; tries < EVENT_TRIES && status == STORE_STALE; tries++) {
		struct event_snapshot *snapshot = NULL;
		struct store_basis basis;

		g_clear_pointer(problem, g_free);
		status = store_basis(kiosk->store, 0, &basis, problem);
		if (status == STORE_OK)
			snapshot = handler_snapshot(kiosk, problem);
		if (status == STORE_OK && snapshot == NULL)
			status = STORE_TROUBLE;
		if (status == STORE_OK && !is_named_nowhere(snapshot, ids, problem))
			status = STORE_REFUSED;
		if (status == STORE_OK)
			status = store_people_delete(kiosk->store, ids, &basis, ORGANISER, problem);
		event_snapshot_free(snapshot);
	}
	return status;
}

void
attendance_delete_post(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	json_t *body = request_json(request, reply);
	enum store_status status = STORE_REFUSED;
	char *problem = NULL;
	GArray *ids;

	if (body == NULL)
		return;
	ids = read_ids(body, &problem);
	if (ids != NULL)
		status = delete_people(kiosk, ids, &problem);
	event_answer(status, problem, json_object(), reply);
	g_clear_pointer(&ids, g_array_unref);
	json_decref(body);
}
