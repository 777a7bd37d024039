/* SPDX-License-Identifier: MIT
 * A kiosk without its network: handlers are called with requests made here, and answer as they do in the
 * server. */
#include "tests/kiosk/routes/handler_tools.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/http/exchange.h"
#include "layouts/coupons.h"
#include "tests/tools.h"
#include "tests/typed.h"

struct kiosk handler_kiosk;
struct asked_reply handler_reply;
bool handler_gzip, handler_organiser, handler_unkeyed;
char handler_first[CODE_TEXT];
const char *handler_file;
const char *handler_address, *handler_cookie, *handler_language;
size_t handler_longest;

static char folder[] = "/tmp/kiosk-XXXXXX";
static char *file, *kits;

/* What the server would look up: the query of the path, and headers and cookies that tests set. */
static const char *
look_up(const struct request *request, enum request_source source, const char *name)
{
	size_t length = strlen(name);

	if (source == REQUEST_HEADER)
		return handler_gzip && strcmp(name, "Accept-Encoding") == 0 ? "gzip, deflate, br" : NULL;
	if (source == REQUEST_COOKIE)
		return handler_cookie != NULL && strncmp(handler_cookie, name, length) == 0 &&
				handler_cookie[length] == '='
			? handler_cookie + length + 1
			: NULL;

	char **parts = g_strsplit(request->inner == NULL ? "" : request->inner, "&", 0);
	const char *value = NULL;
	for (char **part = parts; *part != NULL && value == NULL; part++)
		if (strncmp(*part, name, length) == 0 && (*part)[length] == '=')
			value = g_intern_string(*part + length + 1);
	g_strfreev(parts);
	return value;
}

static GPtrArray *
query_names(const struct request *request)
{
	char **parts = g_strsplit(request->inner == NULL ? "" : request->inner, "&", 0);
	GPtrArray *names = g_ptr_array_new();

	for (char **part = parts; *part != NULL && **part != '\0'; part++) {
		(*part)[strcspn(*part, "=")] = '\0';
		g_ptr_array_add(names, (void *)(uintptr_t)g_intern_string(*part));
	}
	g_strfreev(parts);
	return names;
}

/* As the server does: piece by piece to the end. One that breaks off has no answer. */
static GBytes *
read_stream(struct reply *reply)
{
	GString *all = g_string_new(NULL), *piece = g_string_new(NULL);
	bool fine;

	do {
		g_string_truncate(piece, 0);
		fine = reply->source->next(reply->source_data, piece);
		g_string_append_len(all, piece->str, (gssize)piece->len);
		handler_longest = MAX(handler_longest, piece->len);
	} while (fine && piece->len > 0);
	g_string_free(piece, TRUE);
	reply->status = fine ? reply->status : 599;
	return g_string_free_to_bytes(all);
}

static void
forget_reply(void)
{
	g_free(handler_reply.type);
	if (handler_reply.bytes != NULL)
		g_bytes_unref(handler_reply.bytes);
	json_decref(handler_reply.json);
	handler_reply = (struct asked_reply){0};
}

int
handler_open(void **state)
{
	struct problem problem = {0};

	(void)state;
	memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
	assert_non_null(mkdtemp(folder));
	handler_file = file = g_build_filename(folder, "results.db", NULL);
	handler_kiosk.store = store_create(file, &problem);
	handler_kiosk.kits_folder = kits = g_build_filename(folder, "kits", NULL);
	if (handler_kiosk.store == NULL)
		fail_msg("%s", message_id(&problem.message));
	assert_true(kiosk_open(&handler_kiosk, &problem));
	return 0;
}

int
handler_close(void **state)
{
	char *command = g_strdup_printf("rm -rf %s", folder);

	(void)state;
	forget_reply();
	kiosk_close(&handler_kiosk);
	store_destroy(handler_kiosk.store);
	assert_int_equal(system(command), 0);
	g_free(command);
	g_free(kits);
	g_free(file);
	return 0;
}

void
handler_code(const char *game, unsigned round, unsigned table, unsigned side, uint8_t piece, char text[CODE_TEXT])
{
	const struct code_key key = test_key();
	const struct game *of = game_by_id(game);
	struct code code = {.seed = 1000 * round + 10 * table + side,
		.game = of->number,
		.version = of->version,
		.players = 2,
		.piece = piece,
		.round = (uint8_t)round,
		.table = (uint16_t)table};

	if (!handler_unkeyed)
		code_sign(&code, &key);
	code_write(&code, &key, text);
}

static void
add_printed(GPtrArray *pieces, const char *game, unsigned round, unsigned table, unsigned side)
{
	unsigned seats = strcmp(game, "coupons") == 0 ? 2 : 1;

	for (uint8_t piece = 0; piece < seats; piece++) {
		char text[CODE_TEXT], play[CODE_TEXT];

		handler_code(game, round, table, side, piece, text);
		handler_code(game, round, table, side, 0, play);
		g_ptr_array_add(pieces,
			printed_copy(&(struct printed){.code = text,
				.play = play,
				.game = game,
				.round = round,
				.table = table,
				.seat = seats > 1 ? piece : -1}));
	}
}

static void
seat_people(void)
{
	static const char *const names[] = {"Ana", "Bo"};
	GPtrArray *people = g_ptr_array_new_with_free_func(g_free), *back;
	GArray *seats = g_array_new(FALSE, TRUE, sizeof(struct seat));
	struct problem problem = {0};

	for (unsigned i = 0; i < 2; i++)
		g_ptr_array_add(people, person_copy(&(struct person){.name = names[i], .club = ""}));
	if (store_people_set(handler_kiosk.store, people, NULL, "organiser", &problem) != STORE_OK)
		fail_msg("%s", message_id(&problem.message));
	assert_int_equal(store_people(handler_kiosk.store, &back, &problem), STORE_OK);
	for (unsigned i = 0; i < back->len; i++) {
		const struct person *person = g_ptr_array_index(back, i);
		struct seat seat = {1, 1, strcmp(person->name, "Bo") == 0, person->id};

		g_array_append_val(seats, seat);
	}
	if (store_seats_set(handler_kiosk.store, 1, seats, NULL, "organiser", "", &problem) != STORE_OK)
		fail_msg("%s", message_id(&problem.message));
	g_array_free(seats, TRUE);
	g_ptr_array_free(people, TRUE);
	g_ptr_array_free(back, TRUE);
}

void
handler_import(void)
{
	static const char keyed[] =
		"{\"event\":{\"name\":\"Club night\",\"date\":\"2026-11-14\",\"keyed\":true,\"url\":null},"
		"\"rounds\":[{\"round\":1,\"game\":\"coupons\",\"tables\":2,\"rules\":{\"burger_pair\":4}},"
		"{\"round\":2,\"game\":\"clips\",\"tables\":1,\"players\":[2],\"rules\":{\"poop_set\":\"total\",\"ladder_from\":0}}]}";
	GPtrArray *pieces = g_ptr_array_new_with_free_func(g_free);
	GString *plain = g_string_new(keyed);
	struct problem problem = {0};

	g_string_replace(plain, "\"keyed\":true", "\"keyed\":false", 0);
	add_printed(pieces, "coupons", 1, 1, 0);
	add_printed(pieces, "coupons", 1, 2, 0);
	add_printed(pieces, "clips", 2, 1, 0);
	add_printed(pieces, "clips", 2, 1, 1);
	if (store_import(handler_kiosk.store, handler_unkeyed ? plain->str : keyed,
		    handler_unkeyed ? NULL : code_key_text, pieces, "organiser", &problem) != STORE_OK)
		fail_msg("%s", message_id(&problem.message));
	g_string_free(plain, TRUE);
	g_ptr_array_free(pieces, TRUE);
	seat_people();
}

int
handler_open_event(void **state)
{
	handler_open(state);
	handler_import();
	handler_code("coupons", 1, 1, 0, 0, handler_first);
	return 0;
}

json_t *
handler_submit(const char *submission, json_t *result)
{
	return json_pack("{s:s, s:o}", "submission", submission, "result", result);
}

static const struct route *
find_route(const char *method, const char *path, const char **rest)
{
	for (const struct route *const *table = kiosk_routes; *table != NULL; table++) {
		for (const struct route *route = *table; route->path != NULL; route++) {
			bool below = g_str_has_suffix(route->path, "/") && route->path[1] != '\0';

			if (strcmp(route->method, method) != 0 ||
				!(below ? g_str_has_prefix(path, route->path) : strcmp(path, route->path) == 0))
				continue;
			*rest = path + strlen(route->path);
			return route;
		}
	}
	fail_msg("there is no %s %s", method, path);
	return NULL;
}

static unsigned
ask_handler(const char *method, const char *path, GBytes *body, const char *query)
{
	char **parts = g_strsplit(path, "?", 2);
	struct request request = {.method = method,
		.path = parts[0],
		.body = body,
		.memory = 64 << 20,
		.host = "localhost",
		.address = handler_address == NULL ? "127.0.0.1" : handler_address,
		.local = handler_address == NULL,
		.look_up = look_up,
		.query_names = query_names,
		.inner = query == NULL ? parts[1] : (void *)(uintptr_t)query,
		.texts = g_ptr_array_new_with_free_func(g_free)};
	const struct route *route = find_route(method, parts[0], &request.rest);
	struct reply reply;
	struct call call = {.kiosk = &handler_kiosk,
		.route = route,
		.request = &request,
		.reply = &reply,
		.problem = &reply.problem,
		.organiser = handler_organiser};

	forget_reply();
	reply_init(&reply, handler_language != NULL ? handler_language : g_getenv("HANDLER_LANGUAGE"));
	call_run(&call);
	assert_true(reply.done);
	handler_reply.bytes = reply.source != NULL ? read_stream(&reply) : g_bytes_ref(reply.bytes);
	handler_reply.status = reply.status;
	handler_reply.type = g_strdup(reply.type);
	handler_reply.kept = reply.keep;
	handler_reply.charged = reply.charge;
	/* Without its quotes. */
	if (reply.tag != NULL)
		g_strlcpy(handler_reply.tag, reply.tag + 1, MIN(sizeof handler_reply.tag, strlen(reply.tag) - 1));
	for (unsigned i = 0; reply.headers != NULL && i < reply.headers->len; i += 2) {
		const char *name = g_ptr_array_index(reply.headers, i),
			   *value = g_ptr_array_index(reply.headers, i + 1);

		handler_reply.packed |= strcmp(name, "Content-Encoding") == 0 && strcmp(value, "gzip") == 0;
		if (strcmp(name, "Set-Cookie") == 0)
			g_strlcpy(handler_reply.cookie, value, sizeof handler_reply.cookie);
	}
	if (strcmp(handler_reply.type, "application/json") == 0) {
		size_t size;
		const char *text = g_bytes_get_data(handler_reply.bytes, &size);

		handler_reply.json = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
	}
	reply_finish(&reply);
	g_ptr_array_unref(request.texts);
	g_strfreev(parts);
	return handler_reply.status;
}

unsigned
handler_get(const char *path)
{
	GBytes *nothing = g_bytes_new(NULL, 0);
	unsigned status = ask_handler("GET", path, nothing, NULL);

	g_bytes_unref(nothing);
	return status;
}

unsigned
handler_get_code(const char *before, const char *code, const char *after)
{
	char *path = g_strconcat(before, code, after, NULL);
	unsigned status = handler_get(path);

	g_free(path);
	return status;
}

unsigned
handler_send(const char *path, const void *bytes, size_t size, const char *query)
{
	GBytes *body = g_bytes_new(bytes, size);
	char *asked = query == NULL ? NULL : g_strconcat("code=", query, NULL);
	unsigned status = ask_handler("POST", path, body, asked);

	g_free(asked);
	g_bytes_unref(body);
	return status;
}

unsigned
handler_post(const char *path, json_t *body)
{
	char *text = json_dumps(body, JSON_ENCODE_ANY);
	unsigned status = handler_send(path, text, strlen(text), NULL);

	free(text);
	json_decref(body);
	return status;
}

json_t *
handler_member(const char *path)
{
	char **names = g_strsplit(path, ".", 0);
	json_t *json = handler_reply.json;

	for (char **name = names; *name != NULL && json != NULL; name++)
		json = g_ascii_isdigit(**name) ? json_array_get(json, (size_t)atoi(*name))
					       : json_object_get(json, *name);
	g_strfreev(names);
	return json;
}

const char *
handler_text(const char *path)
{
	const char *text = json_string_value(handler_member(path));

	return text == NULL ? "" : text;
}

json_t *
handler_coupons(const char *text)
{
	const struct code_key key = test_key();
	json_t *players = json_array();
	struct coupons_layout layout;
	struct problems problems;
	struct code code;

	problems_init(&problems);
	assert_non_null(game_of_text(text, &key, &code, &problems));
	game_coupons.build(&layout, &code);
	for (unsigned sheet = 0; sheet < layout.sheets; sheet++) {
		json_t *kept = json_array(), *discarded = json_array();

		for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
			char id[4];

			coupon_id(sheet, i, id);
			json_array_append_new(
				layout.coupon[sheet][i].kind == COUPON_GRILL ? discarded : kept, json_string(id));
		}
		json_array_append_new(players, json_pack("{s:o, s:o}", "coupons", kept, "discarded", discarded));
	}
	return json_pack("{s:s, s:s, s:o}", "game", "coupons", "code", text, "players", players);
}
