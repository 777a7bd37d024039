/* SPDX-License-Identifier: MIT
 * Who plays: people added and changed, lists of them looked at and imported, who has come, and who is
 * taken off the list. */
#include <string.h>

#include "kiosk/event/csv.h"
#include "kiosk/event/people_list.h"
#include "kiosk/prints/memory_document.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/store/names.h"

/* Lines of a list that are shown. */
#define SAMPLE 8

/* Bytes of a list of 20,000 people, and memory that reading it takes. */
#define LIST_BODY   (4 * 1024 * 1024)
#define LIST_MEMORY (32 * 1024 * 1024)

/* People as the page sends them; NULL after setting *problem. */
static GPtrArray *
read_people(json_t *list, struct problem *problem)
{
	GPtrArray *people = g_ptr_array_new_with_free_func(g_free);
	json_t *one;
	size_t i;

	json_array_foreach(list, i, one) {
		const char *given = json_string_value(json_object_get(one, "name"));
		const char *given_club = json_string_value(json_object_get(one, "club"));
		char *name = given == NULL ? NULL : csv_name(given);
		char *club = given_club == NULL || *given_club == '\0' ? g_strdup("") : csv_name(given_club);
		bool fine = name != NULL && club != NULL && i < PEOPLE_LIST_MAX;

		g_ptr_array_add(people,
			person_copy(&(struct person){.id = json_integer_value(json_object_get(one, "id")),
				.gone = json_is_true(json_object_get(one, "gone")),
				.name = name,
				.club = club}));
		g_free(name);
		g_free(club);
		if (!fine) {
			problem_set(problem,
				SAY("bad-person",
					"person {number}: a name is 1 to {most} printable characters, a club up to as many"),
				ARG_NUMBER("number", i + 1), ARG_NUMBER("most", CSV_NAME_CHARS));
			g_ptr_array_unref(people);
			return NULL;
		}
	}
	return people;
}

/* What the columns of a list hold, as a person chose; false after setting *problem. */
static bool
read_columns(json_t *columns, struct people_list *list, struct problem *problem)
{
	json_t *one;
	size_t i;

	if (json_array_size(columns) > PEOPLE_LIST_COLUMNS)
		problem_set(problem, SAY("too-many-columns", "a list has {most} columns at most"),
			ARG_NUMBER("most", PEOPLE_LIST_COLUMNS));
	json_array_foreach(columns, i, one) {
		unsigned kind = 0;

		while (problem->status == STATUS_OK && kind < LIST_COLUMN_KINDS &&
			g_strcmp0(json_string_value(one), list_column_names[kind]) != 0)
			kind++;
		if (problem->status != STATUS_OK || kind == LIST_COLUMN_KINDS)
			break;
		list->column[i] = (enum list_column)kind;
	}
	if (problem->status == STATUS_OK && i < json_array_size(columns))
		problem_set(problem,
			SAY("bad-column", "column {column} is \"name\", \"first\", \"last\", \"club\" or \"nothing\""),
			ARG_NUMBER("column", i + 1));
	list->columns = (unsigned)json_array_size(columns);
	return problem->status == STATUS_OK;
}

/* People of a list as a spreadsheet wrote it; NULL after setting *problem. */
static GPtrArray *
read_list(json_t *csv, json_t *columns, struct problem *problem)
{
	GPtrArray *people = NULL;
	struct people_list list;

	if (!people_list_init(&list, json_string_value(csv), json_string_length(csv), problem))
		return NULL;
	if (columns == NULL || read_columns(columns, &list, problem))
		people = people_list_people(&list, problem);
	people_list_finish(&list);
	return people;
}

/* Those who are there, and what a list has found of them. */
struct matching {
	GHashTable *known;  /* struct person by name, and by name with club */
	GHashTable *listed; /* names of the list */
	GHashTable *given;  /* ids that somebody of the list has */
};

static bool
is_same_club(const struct person *one, const struct person *other, bool exact)
{
	char *first = names_fold(one->club), *second = names_fold(other->club);
	bool same = strcmp(first, second) == 0 || (!exact && (*first == '\0' || *second == '\0'));

	g_free(first);
	g_free(second);
	return same;
}

/* Who is there by this name; NULL for nobody. */
static struct person *
find_known(GHashTable *known, const char *name)
{
	char *folded = names_fold(name);
	struct person *person = g_hash_table_lookup(known, folded);

	g_free(folded);
	return person;
}

/* Somebody of a list is one who is there: keeps that id and, unless another one of the list has it, that name. The
 * texts are those of the two. */
static void
take_over(const struct matching *matching, struct person *before, struct person *person)
{
	char *folded = names_fold(person->name), *name = names_fold(before->name);

	g_hash_table_add(matching->given, &before->id);
	person->id = before->id;
	person->gone = before->gone;
	if (*person->club == '\0')
		person->club = before->club;
	/* Ana (Chess Club) stays so where a list has Ana of the Chess Club. */
	if (strcmp(folded, name) != 0 && !g_hash_table_contains(matching->listed, name))
		person->name = before->name;
	g_free(folded);
	g_free(name);
}

/* Somebody of a list who has the name of one who is there: the same person, unless the two have different clubs;
 * then the new one gets the club after the name. `exact`: only with the same club. What becomes of them, to be freed.
 */
static struct person *
match_person(const struct matching *matching, const struct person *listed, bool exact)
{
	struct person matched = *listed, *person = &matched;
	char *with_club = people_name_with_club(person);
	struct person *before = with_club == NULL ? NULL : find_known(matching->known, with_club);
	bool same;

	if (before == NULL)
		before = find_known(matching->known, person->name);
	same = before != NULL && is_same_club(before, person, exact);
	if (same && !g_hash_table_contains(matching->given, &before->id)) {
		take_over(matching, before, person);
	} else if (!exact && before != NULL && !same && with_club != NULL) {
		person->name = with_club;
	}
	person = person_copy(&matched);
	g_free(with_club);
	return person;
}

/* Gives those of a list who are there already their ids, so that a list may be sent twice. Those whose clubs
 * are the same come first: nobody else gets their ids. */
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
		char *with_club = people_name_with_club(person);

		if (with_club != NULL)
			g_hash_table_insert(matching.known, names_fold(with_club), person);
		g_free(with_club);
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

			if (person->id == 0) {
				g_ptr_array_index(people, i) = match_person(&matching, person, exact == 1);
				g_free(person);
			}
		}
	g_hash_table_destroy(matching.given);
	g_hash_table_destroy(matching.listed);
	g_hash_table_destroy(matching.known);
}

/* Whether everybody has a name of their own afterwards: results and standings know people by it.
 * False after a sentence. */
static bool
check_people(const GPtrArray *there, const GPtrArray *people, struct problem *problem)
{
	GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	GHashTable *changed = g_hash_table_new(g_int64_hash, g_int64_equal);
	bool fine = true;

	for (unsigned i = 0; i < people->len && fine; i++) {
		struct person *person = g_ptr_array_index(people, i);

		fine = (person->id == 0 || g_hash_table_add(changed, &person->id)) &&
			g_hash_table_add(names, names_fold(person->name));
		if (!fine)
			problem_set(problem, SAY("name-twice", "{name} appears twice: please make the names different"),
				ARG_TEXT("name", person->name));
	}
	for (unsigned i = 0; i < there->len && fine; i++) {
		const struct person *person = g_ptr_array_index(there, i);
		char *folded = names_fold(person->name);

		fine = g_hash_table_contains(changed, &person->id) || !g_hash_table_contains(names, folded);
		if (!fine)
			problem_set(problem,
				SAY("name-there", "{name} is already on the list: please make the names different"),
				ARG_TEXT("name", person->name));
		g_free(folded);
	}
	g_hash_table_destroy(changed);
	g_hash_table_destroy(names);
	return fine;
}

/* The characters of people's names and clubs that no installed font has. */
static json_t *
missing_json(struct kiosk *kiosk, const GPtrArray *people)
{
	GString *texts = g_string_new(NULL);
	char *missing;
	json_t *json;

	for (unsigned i = 0; people != NULL && i < people->len; i++) {
		const struct person *person = g_ptr_array_index(people, i);

		g_string_append(texts, person->name);
		g_string_append(texts, person->club);
	}
	missing = memory_document_missing(kiosk->documents, texts->str);
	json = json_string(missing);
	g_free(missing);
	g_string_free(texts, TRUE);
	return json;
}

/* Adds or changes people, decided on those who are there. With a list as a table, those who are there already keep
 * their numbers. */
static enum store_status
set_people(struct kiosk *kiosk, json_t *body, const struct reply *reply, json_t **answer, struct problem *problem)
{
	json_t *csv = json_object_get(body, "csv"), *list = json_object_get(body, "people");
	GPtrArray *people = NULL, *there = NULL;
	struct store_basis basis;
	enum store_status status = STORE_REFUSED;

	(void)reply;
	if (json_is_string(csv))
		people = read_list(csv, json_object_get(body, "columns"), problem);
	else if (json_is_array(list))
		people = read_people(list, problem);
	else
		problem_set(problem,
			SAY("people-expected",
				"send JSON with \"people\", a list, or \"csv\", a text of \"name,club\""));
	if (people == NULL)
		return STORE_REFUSED;
	*answer = json_pack("{s:i, s:o}", "people", (int)people->len, "missing", missing_json(kiosk, people));
	status = store_basis(kiosk->store, 0, &basis, problem);
	if (status == STORE_OK)
		status = store_people(kiosk->store, &there, problem);
	if (status == STORE_OK && json_is_string(csv))
		match_people(there, people);
	if (status == STORE_OK && !check_people(there, people, problem))
		status = STORE_REFUSED;
	if (status == STORE_OK)
		status = store_people_set(kiosk->store, people, &basis, ORGANISER, problem);
	g_clear_pointer(&there, g_ptr_array_unref);
	g_ptr_array_unref(people);
	return status;
}

static void
post_people(void *context, const struct request *request, struct reply *reply)
{
	handler_change(context, request, reply, set_people);
}

static json_t *
sample_json(const struct people_list *list)
{
	GPtrArray *rows = people_list_sample(list, SAMPLE);
	json_t *sample = json_array();

	for (unsigned i = 0; i < rows->len; i++) {
		const GPtrArray *cells = g_ptr_array_index(rows, i);
		json_t *line = json_array();

		for (unsigned k = 0; k < cells->len; k++)
			json_array_append_new(line, json_string(g_ptr_array_index(cells, k)));
		json_array_append_new(sample, line);
	}
	g_ptr_array_unref(rows);
	return sample;
}

/* Looks at a list as it was sent, and changes nothing. */
static void
post_list(void *context, const struct request *request, struct reply *reply)
{
	gsize length;
	const char *bytes = g_bytes_get_data(request->body, &length);
	json_t *columns = json_array(), *answer;
	GPtrArray *people = NULL;
	struct people_list list;
	struct problem problem;

	if (!people_list_init(&list, bytes, length, &problem)) {
		json_decref(columns);
		reply_problem(reply, 422, "refused", &problem);
		return;
	}
	for (unsigned i = 0; i < list.columns; i++)
		json_array_append_new(columns, json_string(list_column_names[list.column[i]]));
	people = people_list_people(&list, &problem);
	answer = json_pack("{s:s, s:s%, s:b, s:o, s:o, s:i, s:o, s:o}", "encoding", list.encoding, "text", list.text,
		(size_t)list.length, "headings", list.headings, "columns", columns, "sample", sample_json(&list),
		"people", people == NULL ? 0 : (int)people->len, "missing", missing_json(context, people), "problem",
		reply_sentence(reply, &problem, false));
	reply_json(reply, 200, answer);
	people_list_finish(&list);
	g_clear_pointer(&people, g_ptr_array_unref);
}

/* The ids in a body; NULL after setting *problem. */
static GArray *
read_ids(json_t *body, struct problem *problem)
{
	json_t *list = json_object_get(body, "people"), *one;
	GArray *ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
	size_t i;

	if (!json_is_array(list) || json_array_size(list) > PEOPLE_LIST_MAX)
		problem_set(problem, SAY("people-numbers", "\"people\" is a list of their numbers"));
	json_array_foreach(list, i, one) {
		int64_t id = json_integer_value(one);

		if (problem->status == STATUS_OK && !json_is_integer(one))
			problem_set(problem, SAY("people-numbers", "\"people\" is a list of their numbers"));
		g_array_append_val(ids, id);
	}
	if (problem->status != STATUS_OK)
		g_clear_pointer(&ids, g_array_unref);
	return ids;
}

static enum store_status
check_in(struct kiosk *kiosk, json_t *body, const struct reply *reply, json_t **answer, struct problem *problem)
{
	json_t *here = json_object_get(body, "here");
	GArray *ids = read_ids(body, problem);
	enum store_status status = STORE_REFUSED;

	(void)reply;
	(void)answer;
	if (ids != NULL && !json_is_boolean(here))
		problem_set(problem, SAY("bad-here", "\"here\" is true or false"));
	else if (ids != NULL)
		status = store_here_set(kiosk->store, ids, json_is_true(here), ORGANISER, problem);
	g_clear_pointer(&ids, g_array_unref);
	return status;
}

static void
post_here(void *context, const struct request *request, struct reply *reply)
{
	handler_change(context, request, reply, check_in);
}

/* Whether results know somebody by name alone, who sits nowhere: false after setting *problem. */
static bool
is_named_nowhere(const struct event_snapshot *snapshot, const GArray *ids, struct problem *problem)
{
	GPtrArray *rows = event_snapshot_standings(snapshot, 0);

	for (unsigned i = 0; i < rows->len && problem->status == STATUS_OK; i++) {
		const struct standing *row = g_ptr_array_index(rows, i);

		for (unsigned k = 0; k < ids->len && row->played > 0; k++)
			if (row->person == g_array_index(ids, int64_t, k))
				problem_set(problem,
					SAY("person-has-results",
						"{name} has results, which stay: mark them as left instead of deleting "
						"them"),
					ARG_TEXT("name", row->name));
	}
	g_ptr_array_unref(rows);
	return problem->status == STATUS_OK;
}

static enum store_status
delete_people(struct kiosk *kiosk, json_t *body, const struct reply *reply, json_t **answer, struct problem *problem)
{
	GArray *ids = read_ids(body, problem);
	struct event_snapshot *snapshot = NULL;
	struct store_basis basis;
	enum store_status status = STORE_REFUSED;

	(void)reply;
	(void)answer;
	if (ids == NULL)
		return STORE_REFUSED;
	status = store_basis(kiosk->store, 0, &basis, problem);
	if (status == STORE_OK && (snapshot = handler_snapshot(kiosk, problem)) == NULL)
		status = STORE_TROUBLE;
	if (status == STORE_OK && !is_named_nowhere(snapshot, ids, problem))
		status = STORE_REFUSED;
	if (status == STORE_OK)
		status = store_people_delete(kiosk->store, ids, &basis, ORGANISER, problem);
	event_snapshot_unref(snapshot);
	g_array_unref(ids);
	return status;
}

static void
post_delete(void *context, const struct request *request, struct reply *reply)
{
	handler_change(context, request, reply, delete_people);
}

const struct route people_routes[] = {
	ROUTE("POST", "/api/event/list", post_list, .body = LIST_BODY, .memory = LIST_MEMORY, .cost = 2,
		.needs = NEEDS_ORGANISER),
	ROUTE("POST", "/api/event/people", post_people, .body = 8 * BODY_JSON, .cost = 2, .needs = ORGANISER_STORES),
	ROUTE("POST", "/api/event/here", post_here, .body = BODY_JSON, .cost = 1, .needs = ORGANISER_STORES),
	ROUTE("POST", "/api/event/delete", post_delete, .body = BODY_JSON, .cost = 2, .needs = ORGANISER_STORES),
	{.path = NULL},
};
