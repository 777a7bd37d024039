/* SPDX-License-Identifier: MIT
 * People: adding and changing them, previewing and importing lists, checking in, and deleting. */
#include <string.h>

#include "kiosk/event/csv.h"
#include "kiosk/event/people_list.h"
#include "kiosk/prints/memory_document.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/store/names.h"

/* Lines in the preview of a list. */
#define SAMPLE 8

/* Bytes of a list of 20,000 people as a spreadsheet writes it. */
#define LIST_BODY (4 * 1024 * 1024)

/* Bytes of memory that reading such a list needs. */
#define LIST_MEMORY (32 * 1024 * 1024)

/* Bytes of a body with the same people as JSON. */
#define PEOPLE_BODY (8 * BODY_JSON)

/* People from a JSON array; NULL after setting *problem. */
static GPtrArray *
read_people(const json_t *list, struct problem *problem)
{
	g_autoptr(GPtrArray) people = g_ptr_array_new_with_free_func(g_free);
	json_t *one;
	size_t i;

	json_array_foreach(list, i, one) {
		const char *given = json_string_value(json_object_get(one, "name"));
		const char *given_club = json_string_value(json_object_get(one, "club"));
		g_autofree char *name = given == NULL ? NULL : csv_name(given);
		g_autofree char *club = given_club == NULL || *given_club == '\0' ? g_strdup("") : csv_name(given_club);

		if (name == NULL || club == NULL || i >= PEOPLE_LIST_MAX) {
			problem_set(problem,
				SAY("bad-person",
					"person {number}: a name is 1 to {most} printable characters, a club up to as many"),
				ARG_NUMBER("number", i + 1), ARG_NUMBER("most", CSV_NAME_CHARS));
			return NULL;
		}
		g_ptr_array_add(people,
			person_copy(&(struct person){.id = json_integer_value(json_object_get(one, "id")),
				.gone = json_is_true(json_object_get(one, "gone")),
				.name = name,
				.club = club}));
	}
	return g_steal_pointer(&people);
}

/* People from a spreadsheet's list. `columns` says what its columns contain (NULL: guessed from the list). NULL after
 * setting *problem. */
static GPtrArray *
read_list(const char *csv, const json_t *columns, struct problem *problem)
{
	GPtrArray *people = NULL;
	struct people_list list;
	const json_t *one;
	bool fine = true;

	if (!people_list_init(&list, csv, strlen(csv), problem))
		return NULL;
	if (json_array_size(columns) > PEOPLE_LIST_COLUMNS)
		fine = problem_set(problem, SAY("too-many-columns", "a list has {most} columns at most"),
			ARG_NUMBER("most", PEOPLE_LIST_COLUMNS));
	for (size_t i = 0; fine && (one = json_array_get(columns, i)) != NULL; i++) {
		unsigned kind = 0;

		while (kind < LIST_COLUMN_KINDS && g_strcmp0(json_string_value(one), list_column_names[kind]) != 0)
			kind++;
		if (kind < LIST_COLUMN_KINDS)
			list.column[i] = (enum list_column)kind;
		else
			fine = problem_set(problem,
				SAY("bad-column",
					"column {column} is \"name\", \"first\", \"last\", \"club\" or \"nothing\""),
				ARG_NUMBER("column", i + 1));
	}
	if (columns != NULL)
		list.columns = (unsigned)json_array_size(columns);
	if (fine)
		people = people_list_people(&list, problem);
	people_list_finish(&list);
	return people;
}

/* Matching the people of a list with those who are stored. Names are folded by names_fold(). */
struct matching {
	GHashTable *known;  /* stored struct person by name, and by name with club */
	GHashTable *listed; /* names in the list */
	GHashTable *given;  /* ids that are matched already */
};

/* Matches a person of a list with a stored one of the same name. They are the same person unless their clubs differ;
 * then the new one gets the club after the name. `exact`: the clubs have to be equal, an empty one does not match any
 * club. The same person keeps the stored id and, unless somebody else on the list has it, the stored name. A new copy,
 * to be freed. */
static struct person *
match_person(const struct matching *matching, const struct person *listed, bool exact)
{
	struct person person = *listed;
	g_autofree char *name = names_fold(listed->name), *with_club = people_name_with_club(listed);
	g_autofree char *longer = names_fold(with_club == NULL ? listed->name : with_club);
	struct person *before = g_hash_table_lookup(matching->known, longer);

	if (before == NULL)
		before = g_hash_table_lookup(matching->known, name);
	if (before == NULL)
		return person_copy(&person);
	g_autofree char *club = names_fold(listed->club), *club_before = names_fold(before->club);
	g_autofree char *name_before = names_fold(before->name);
	bool same = strcmp(club, club_before) == 0 || (!exact && (*club == '\0' || *club_before == '\0'));
	if (same && g_hash_table_add(matching->given, &before->id)) {
		person.id = before->id;
		person.gone = before->gone;
		if (*person.club == '\0')
			person.club = before->club;
		/* Ana (Chess Club) keeps that name if the list has Ana of the Chess Club. */
		if (strcmp(name, name_before) != 0 && !g_hash_table_contains(matching->listed, name_before))
			person.name = before->name;
	} else if (!exact && !same && with_club != NULL) {
		person.name = with_club;
	}
	return person_copy(&person);
}

/* Gives people of a list who are stored already their ids, so that a list may be sent twice. Those with equal clubs are
 * matched first, so that nobody else gets their ids. */
static void
match_people(const GPtrArray *there, GPtrArray *people)
{
	const struct matching matching = {
		.known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
		.listed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
		.given = g_hash_table_new(g_int64_hash, g_int64_equal),
	};

	for (unsigned i = 0; i < there->len; i++) {
		struct person *person = g_ptr_array_index(there, i);
		g_autofree char *with_club = people_name_with_club(person);

		if (with_club != NULL)
			g_hash_table_insert(matching.known, names_fold(with_club), person);
	}
	for (unsigned i = 0; i < there->len; i++) {
		struct person *person = g_ptr_array_index(there, i);

		g_hash_table_insert(matching.known, names_fold(person->name), person);
	}
	for (unsigned i = 0; i < people->len; i++)
		g_hash_table_add(
			matching.listed, names_fold(((const struct person *)g_ptr_array_index(people, i))->name));
	for (int exact = 1; exact >= 0; exact--)
		for (unsigned i = 0; i < people->len; i++) {
			struct person *person = g_ptr_array_index(people, i);

			if (person->id != 0)
				continue;
			g_ptr_array_index(people, i) = match_person(&matching, person, exact == 1);
			g_free(person);
		}
	g_hash_table_destroy(matching.given);
	g_hash_table_destroy(matching.listed);
	g_hash_table_destroy(matching.known);
}

/* Whether all names would be different: results and standings identify people by them. False after setting *problem. */
static bool
check_people(const GPtrArray *there, const GPtrArray *people, struct problem *problem)
{
	g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GHashTable) changed = g_hash_table_new(g_int64_hash, g_int64_equal);

	for (unsigned i = 0; i < people->len; i++) {
		struct person *person = g_ptr_array_index(people, i);

		if ((person->id != 0 && !g_hash_table_add(changed, &person->id)) ||
			!g_hash_table_add(names, names_fold(person->name)))
			return problem_set(problem,
				SAY("name-twice", "{name} appears twice: please make the names different"),
				ARG_TEXT("name", person->name));
	}
	for (unsigned i = 0; i < there->len; i++) {
		const struct person *person = g_ptr_array_index(there, i);
		g_autofree char *folded = names_fold(person->name);

		if (!g_hash_table_contains(changed, &person->id) && g_hash_table_contains(names, folded))
			return problem_set(problem,
				SAY("name-there", "{name} is already on the list: please make the names different"),
				ARG_TEXT("name", person->name));
	}
	return true;
}

/* The characters of people's names and clubs that no installed font has. */
static json_t *
missing_json(struct call *call, const GPtrArray *people)
{
	g_autoptr(GString) texts = g_string_new(NULL);

	for (unsigned i = 0; people != NULL && i < people->len; i++) {
		const struct person *person = g_ptr_array_index(people, i);

		g_string_append(texts, person->name);
		g_string_append(texts, person->club);
	}
	g_autofree char *missing = memory_document_missing(call->kiosk->documents, texts->str);
	return json_string(missing);
}

/* Adds or changes people. Those of a spreadsheet's list who are stored already keep their ids. */
static enum store_status
set_people(struct call *call)
{
	struct store *store = call->kiosk->store;
	struct problem *problem = call->problem;
	g_autoptr(GPtrArray) people = NULL, there = NULL;
	const char *csv = json_string_value(json_object_get(call->body, "csv"));
	const json_t *list = json_object_get(call->body, "people");

	if (csv != NULL)
		people = read_list(csv, json_object_get(call->body, "columns"), problem);
	else if (json_is_array(list))
		people = read_people(list, problem);
	else
		problem_set(problem,
			SAY("people-expected",
				"send JSON with \"people\", a list, or \"csv\", a text of \"name,club\""));
	if (people == NULL)
		return STORE_REFUSED;
	call->answer = json_pack("{s:i, s:o}", "people", (int)people->len, "missing", missing_json(call, people));
	enum store_status status = store_people(store, &there, problem);
	if (status != STORE_OK)
		return status;
	if (csv != NULL)
		match_people(there, people);
	if (!check_people(there, people, problem))
		return STORE_REFUSED;
	return store_people_set(store, people, &call->basis, ORGANISER, problem);
}

/* Previews a list; changes nothing. */
static bool
post_list(struct call *call)
{
	gsize length;
	const char *bytes = g_bytes_get_data(call->request->body, &length);
	struct people_list list;
	struct problem problem;

	if (!people_list_init(&list, bytes, length, &problem))
		return reply_problem(call->reply, 422, "refused", &problem);
	json_t *columns = json_array(), *sample = json_array();
	for (unsigned i = 0; i < list.columns; i++)
		json_array_append_new(columns, json_string(list_column_names[list.column[i]]));
	g_autoptr(GPtrArray) rows = people_list_sample(&list, SAMPLE);
	for (unsigned i = 0; i < rows->len; i++) {
		const GPtrArray *cells = g_ptr_array_index(rows, i);
		json_t *line = json_array();

		for (unsigned k = 0; k < cells->len; k++)
			json_array_append_new(line, json_string(g_ptr_array_index(cells, k)));
		json_array_append_new(sample, line);
	}
	g_autoptr(GPtrArray) people = people_list_people(&list, &problem);
	reply_json(call->reply, 200,
		json_pack("{s:s, s:s, s:b, s:o, s:o, s:i, s:o, s:o}", "encoding", list.encoding, "text", list.text,
			"headings", list.headings, "columns", columns, "sample", sample, "people",
			people == NULL ? 0 : (int)people->len, "missing", missing_json(call, people), "problem",
			reply_sentence(call->reply, &problem, false)));
	people_list_finish(&list);
	return true;
}

/* The ids of people in a body; NULL after setting *problem. */
static GArray *
read_ids(const json_t *body, struct problem *problem)
{
	g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
	json_t *list = json_object_get(body, "people"), *one;
	bool fine = json_is_array(list) && json_array_size(list) <= PEOPLE_LIST_MAX;
	size_t i;

	json_array_foreach(list, i, one) {
		int64_t id = json_integer_value(one);

		fine &= json_is_integer(one);
		g_array_append_val(ids, id);
	}
	if (fine)
		return g_steal_pointer(&ids);
	problem_set(problem, SAY("people-numbers", "\"people\" is a list of their numbers"));
	return NULL;
}

static enum store_status
check_in(struct call *call)
{
	g_autoptr(GArray) ids = read_ids(call->body, call->problem);
	json_t *here = json_object_get(call->body, "here");

	if (ids == NULL)
		return STORE_REFUSED;
	if (json_is_boolean(here))
		return store_here_set(call->kiosk->store, ids, json_is_true(here), ORGANISER, call->problem);
	problem_set(call->problem, SAY("bad-here", "\"here\" is true or false"));
	return STORE_REFUSED;
}

/* Deletes people, none of whom may have results. */
static enum store_status
delete_people(struct call *call)
{
	g_autoptr(GArray) ids = read_ids(call->body, call->problem);

	if (ids == NULL)
		return STORE_REFUSED;
	held_snapshot *snapshot = handler_snapshot(call->kiosk, call->problem);
	if (snapshot == NULL)
		return STORE_TROUBLE;
	g_autoptr(GPtrArray) rows = event_snapshot_standings(snapshot, 0);
	for (unsigned i = 0; i < rows->len; i++) {
		const struct standing *row = g_ptr_array_index(rows, i);

		for (unsigned k = 0; k < ids->len && row->played > 0; k++) {
			if (row->person != g_array_index(ids, int64_t, k))
				continue;
			problem_set(call->problem,
				SAY("person-has-results",
					"{name} has results, which stay: mark them as left instead of deleting them"),
				ARG_TEXT("name", row->name));
			return STORE_REFUSED;
		}
	}
	return store_people_delete(call->kiosk->store, ids, &call->basis, ORGANISER, call->problem);
}

const struct route people_routes[] = {
	ROUTE("POST", "/api/event/list", post_list, .body = LIST_BODY, .memory = LIST_MEMORY, .cost = 2,
		.needs = NEEDS_ORGANISER),
	CHANGE_ROUTE("/api/event/people", set_people, .body = PEOPLE_BODY, .cost = 2),
	CHANGE_ROUTE("/api/event/here", check_in, .body = BODY_JSON, .cost = 1),
	CHANGE_ROUTE("/api/event/delete", delete_people, .body = BODY_JSON, .cost = 2),
	{.path = NULL},
};
