/* SPDX-License-Identifier: MIT
 * What holds a table's code can enter its result: no answer to a stranger has
 * the code of any table, on any route, whatever became of the table. A table
 * that is found by its pieces alone is entered with a pass. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/http/static_files.h"
#include "kiosk/prints/piece_picture.h"
#include "kiosk/routes/organiser_session.h"
#include "layouts/laundry.h"
#include "tests/kiosk/routes/photo_tools.h"
#include "tests/tools.h"
#include "tests/typed.h"

#define STRANGER "192.168.1.77"

/* The codes of all pieces of the event, as text. */
static GPtrArray *secrets;

static void
add_secret(const char *game, unsigned round, unsigned table, unsigned side, uint8_t piece)
{
	char text[CODE_TEXT], plain[CODE_TEXT], *to = plain;

	handler_code(game, round, table, side, piece, text);
	for (const char *at = text; *at != '\0'; at++)
		if (*at != '-')
			*to++ = *at;
	*to = '\0';
	g_ptr_array_add(secrets, g_strdup(text));
	g_ptr_array_add(secrets, g_strdup(plain));
}

/* A text of the last answer; that of a PDF is what people read. To be freed. */
static char *
answer_words(void)
{
	gsize size;
	const char *bytes = g_bytes_get_data(handler_reply.bytes, &size);
	char file[] = "/tmp/kiosk-secret-XXXXXX", *words = NULL, *command;
	int made;

	if (strcmp(handler_reply.type, "application/pdf") != 0) {
		words = g_malloc0(size + 1);
		for (gsize i = 0; i < size; i++)
			words[i] = (char)(bytes[i] == '\0' ? ' ' : bytes[i]);
		return words;
	}
	made = mkstemp(file);
	assert_true(made >= 0);
	close(made);
	assert_true(g_file_set_contents(file, bytes, (gssize)size, NULL));
	command = g_strdup_printf("sh -c 'pdftotext %s -; pdfinfo %s'", file, file);
	assert_true(g_spawn_command_line_sync(command, &words, NULL, NULL, NULL));
	assert_true(strlen(words) > 100);
	unlink(file);
	g_free(command);
	return words;
}

/* How many codes of the event the last answer has. */
static unsigned
count_secrets(void)
{
	char *words = answer_words();
	unsigned found = 0;

	for (unsigned i = 0; i < secrets->len; i++)
		found += strstr(words, g_ptr_array_index(secrets, i)) != NULL;
	g_free(words);
	return found;
}

static int
open_event(void **state)
{
	handler_open_event(state);
	handler_kiosk.sessions = organiser_create(handler_kiosk.store);
	handler_kiosk.pages = pages_load();
	handler_address = STRANGER;
	secrets = g_ptr_array_new_with_free_func(g_free);
	for (uint8_t piece = 0; piece < 2; piece++) {
		add_secret("coupons", 1, 1, 0, piece);
		add_secret("coupons", 1, 2, 0, piece);
		add_secret("clips", 2, 1, piece, 0);
	}
	return 0;
}

static int
open_plain_event(void **state)
{
	handler_unkeyed = true;
	return open_event(state);
}

static int
close_event(void **state)
{
	g_ptr_array_free(secrets, TRUE);
	static_files_destroy(handler_kiosk.pages);
	organiser_destroy(handler_kiosk.sessions);
	handler_kiosk.pages = NULL;
	handler_kiosk.sessions = NULL;
	handler_address = NULL;
	handler_unkeyed = false;
	return handler_close(state);
}

/* A pass for a game of the event, as a photo of its pieces would give it. */
static void
make_pass(const char *game, unsigned round, unsigned table, char pass[TABLE_PASS_TEXT])
{
	char play[CODE_TEXT];
	struct problem problem = {0};
	const struct event_state *state = event_hold(handler_kiosk.event, &problem);
	struct table_pass made;

	handler_code(game, round, table, 0, 0, play);
	assert_non_null(state);
	made = table_pass_new(event_play(state, play));
	table_pass_write(state, &made, STRANGER, pass);
	event_release(state);
}

static json_t *
clips_result(const char *code)
{
	return json_pack("{s:s, s:s, s:i, s:i, s:[{s:[s, s, s]}, {s:[s, s, s]}]}", "game", "clips", "code", code,
		"first", 0, "bid", 0, "players", "clips", "L1x1", "R1x1", "L8x1", "clips", "R8x1", "L2x1", "R2x1");
}

static json_t *
coupons_result(unsigned table, const char *code)
{
	char play[CODE_TEXT];
	json_t *result;

	handler_code("coupons", 1, table, 0, 0, play);
	result = handler_coupons(play);
	json_object_set_new(result, "code", json_string(code));
	return result;
}

static json_t *
casual_result(void)
{
	return json_pack("{s:s, s:[{}, {}], s:[{s:i, s:i, s:i}, {s:i, s:i, s:i}, {s:i, s:i, s:i}, {s:i, s:i, s:i}]}",
		"game", "chipit", "players", "games", "loser", 0, "chips", 2, "cards", 1, "loser", 1, "chips", 2,
		"cards", 1, "loser", 0, "chips", 2, "cards", 1, "loser", 0, "chips", 2, "cards", 1);
}

static void
withdraw(const char *submission, const char *play)
{
	handler_organiser = true;
	assert_int_equal(
		handler_post("/api/withdraw",
			json_pack("{s:s, s:s, s:s}", "submission", submission, "play", play, "why", "the wrong table")),
		201);
	handler_organiser = false;
}

/* Of an event where nothing was entered: table 1 is in as entry 1; table 2 was, as 2, and is withdrawn; so
 * is one side of clips, 4, and the other is open. */
static void
play_some(void)
{
	char play[CODE_TEXT];

	assert_int_equal(handler_post("/api/result", handler_submit("1", coupons_result(1, handler_first))), 201);
	handler_code("coupons", 1, 2, 0, 0, play);
	assert_int_equal(handler_post("/api/result", handler_submit("2", coupons_result(2, play))), 201);
	withdraw("3", play);
	handler_code("clips", 2, 1, 0, 0, play);
	handler_organiser = true; /* nobody has a seat in round 2 */
	assert_int_equal(handler_post("/api/result", handler_submit("4", clips_result(play))), 201);
	handler_organiser = false;
	withdraw("5", play);
}

static GHashTable *walked; /* "GET /api/entry/" */

/* Notes the route of a request, and fails where its answer has a code. */
static void
look_at_answer(const char *method, const char *path)
{
	for (const struct route *const *table = kiosk_routes; *table != NULL; table++)
		for (const struct route *route = *table; route->path != NULL; route++)
			if (strcmp(route->method, method) == 0 && g_str_has_prefix(path, route->path) &&
				((route->path[1] != '\0' && g_str_has_suffix(route->path, "/")) ||
					strlen(route->path) == strcspn(path, "?")))
				g_hash_table_add(walked, g_strjoin(" ", method, route->path, NULL));
	if (count_secrets() > 0)
		fail_msg("%s %s answers with a code (%u)", method, path, handler_reply.status);
}

static void
walk(const char *path)
{
	handler_get(path);
	look_at_answer("GET", path);
}

static void
walk_post(const char *path, json_t *body, unsigned status)
{
	assert_int_equal(handler_post(path, body), status);
	look_at_answer("POST", path);
}

static void
walk_all_gets(void)
{
	static const char *const paths[] = {"/", "/c/x", "/C/x", "/print", "/standings", "/screen", "/organise",
		"/entry/1", "/table/1/1", "/page/app.js", "/favicon.ico", "/favicon.svg", "/worker.js", "/api/kiosk",
		"/address.svg", "/api/piece/x", "/sheet/x.svg", "/rules/clips", "/rulebook/clips.svg", "/api/table/1/1",
		"/api/table/1/2", "/api/table/2/1", "/api/standings", "/api/standings?round=1", "/api/changes", "/help",
		"/where", "/api/where?name=Ana", "/api/travellers?round=1", "/api/travellers?round=2", "/api/results",
		"/api/results?search=table", "/standings.csv", "/results.csv", "/results.json", "/standings.pdf",
		"/api/print/games", "/api/print/seed", "/api/print/pages", "/api/print/first", "/api/print/known",
		"/print/page/1.svg", "/print/first.svg", "/print/known.svg", "/print/x.pdf"};
	static const char *const numbered[] = {
		"/api/entry/%u", "/score/%u.pdf", "/review/%u.svg", "/review/%u.pdf", "/review/%u.json"};

	for (size_t i = 0; i < LENGTH(paths); i++)
		walk(paths[i]);
	for (size_t i = 0; i < LENGTH(numbered); i++)
		for (unsigned id = 1; id <= 8; id++) {
			GString *path = g_string_new(numbered[i]);
			char number[8];

			g_snprintf(number, sizeof number, "%u", id);
			g_string_replace(path, "%u", number, 1);
			walk(path->str);
			g_string_free(path, TRUE);
		}
}

/* Everything that a stranger may ask with a pass, and by photo. */
static void
walk_with_passes(void)
{
	char coupons[TABLE_PASS_TEXT], clips[TABLE_PASS_TEXT], other[CODE_TEXT], *path;

	make_pass("coupons", 1, 2, coupons);
	make_pass("clips", 2, 1, clips);
	for (unsigned i = 0; i < 2; i++) {
		const char *pass = i == 0 ? coupons : clips;

		path = g_strconcat("/api/piece/", pass, NULL);
		walk(path);
		assert_int_equal(handler_reply.status, 200);
		assert_true(json_is_null(handler_member("layout.seed")));
		g_free(path);
		path = g_strdup(handler_text("sheets.0.svg"));
		walk(path);
		assert_int_equal(handler_reply.status, 200);
		assert_false(handler_reply.kept);
		g_free(path);
		path = g_strconcat("/api/draft/", pass, NULL);
		walk_post(path, json_pack("{s:{s:s}, s:i}", "state", "owner", "A01", "after", 0), 200);
		walk(path);
		assert_string_equal(handler_text("state.owner"), "A01");
		g_free(path);
		path = g_strconcat("/api/call/", pass, NULL);
		walk_post(path, json_pack("{s:b}", "calls", true), 200);
		g_free(path);
	}
	photo_of_coupons(2, 8, 0, NULL);
	look_at_answer("POST", "/api/photo");
	assert_int_equal(json_array_size(handler_member("pieces")), 1);
	assert_int_equal(json_array_size(handler_member("images.0.hands")), 1);
	photo_of_coupons(2, 8, 0, coupons);
	look_at_answer("POST", "/api/photo");
	assert_string_equal(handler_text("pieces.0.code"), coupons);
	walk_post("/api/check", coupons_result(2, coupons), 200);
	walk_post("/api/review", clips_result(clips), 200);
	walk_post("/api/result", handler_submit("by pass", coupons_result(2, coupons)), 201);
	walk_post("/api/result", handler_submit("by pass", coupons_result(2, coupons)), 200);
	walk_post("/api/result", handler_submit("again", coupons_result(2, coupons)), 409);
	/* Something else under that submission: a casual game, and one whose code is known. */
	walk_post("/api/result", handler_submit("by pass", casual_result()), 409);
	assert_string_equal(handler_text("kind"), "used");
	assert_int_equal(json_integer_value(handler_member("entry.table")), 2);
	handler_code("clips", 2, 1, 1, 0, other);
	walk_post("/api/result", handler_submit("by pass", clips_result(other)), 409);
	assert_string_equal(handler_text("kind"), "used");
}

/* What the organiser withdrew is not undone by who had a pass, nor by a new photo of the tags. */
static void
walk_withdrawn(void)
{
	char pass[TABLE_PASS_TEXT], play[CODE_TEXT], *path;

	make_pass("coupons", 1, 2, pass);
	path = g_strconcat("/api/piece/", pass, NULL);
	handler_code("coupons", 1, 2, 0, 0, play);
	withdraw("not so", play);
	walk_post("/api/result", handler_submit("by pass", coupons_result(2, pass)), 422);
	walk_post("/api/result", handler_submit("once more", coupons_result(2, pass)), 422);
	assert_string_equal(handler_text("kind"), "bad-code");
	assert_string_equal(handler_text("id"), "result-withdrawn");
	walk(path);
	assert_int_equal(handler_reply.status, 422);
	for (unsigned i = 0; i < 2; i++) {
		photo_of_coupons(2, 8, 0, i == 0 ? NULL : pass);
		look_at_answer("POST", "/api/photo");
		assert_int_equal(json_array_size(handler_member("pieces")), 0);
		assert_int_equal(json_array_size(handler_member("hands")), 0);
		assert_int_equal(json_array_size(handler_member("drafts")), 0);
		assert_int_equal(json_array_size(handler_member("problems")), 1 + i);
		assert_true(g_str_has_prefix(
			i == 0 ? handler_text("problems.0") : handler_text("problems.1"), "round 1, table 2: "));
		assert_true(g_str_has_prefix(handler_text("images.0.hands.0.code"), "table."));
	}
	g_free(path);
}

static void
no_answer_to_a_stranger_has_a_code(void **state)
{
	unsigned missed = 0;

	(void)state;
	walked = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	walk_with_passes();
	walk_all_gets();
	walk_withdrawn();
	play_some();
	walk_all_gets();
	/* What was looked for can be found: a withdrawn game is reviewed and drawn. */
	assert_int_equal(handler_get("/review/6.json"), 200);
	assert_int_equal(handler_get("/score/4.pdf"), 200);
	walk_post("/api/login", json_pack("{s:s}", "password", "wrong"), 403);
	walk_post("/api/password", json_object(), 400);
	walk_post("/api/logout", json_object(), 200);
	walk_post("/api/here", json_pack("{s:i}", "person", 1), 403);
	for (const struct route *const *table = kiosk_routes; *table != NULL; table++)
		for (const struct route *route = *table; route->path != NULL; route++) {
			char *name = g_strjoin(" ", route->method, route->path, NULL);

			if (!(route->needs & NEEDS_ORGANISER) && !g_hash_table_contains(walked, name)) {
				print_error("%s is not walked\n", name);
				missed++;
			}
			g_free(name);
		}
	assert_int_equal(missed, 0);
	g_hash_table_destroy(walked);
}

/* A manifest may come after the first results, or come again with more tables: then what was entered
 * casually has the code of an open table. */
static void
a_keyed_code_is_not_told_before_its_event_either(void **state)
{
	char play[CODE_TEXT];

	(void)state;
	walked = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	handler_code("clips", 2, 9, 0, 0, play);
	add_secret("clips", 2, 9, 0, 0);
	assert_int_equal(handler_post("/api/result", handler_submit("early", clips_result(play))), 201);
	assert_true(json_is_false(handler_member("entry.event")));
	assert_string_equal(handler_text("entry.play"), play); /* to who holds it */
	walk_all_gets();
	walk_post("/api/result", handler_submit("early", casual_result()), 409);
	assert_int_equal(handler_get("/review/1.json"), 200);
	handler_organiser = true;
	handler_get("/results.json");
	assert_int_equal(count_secrets(), 1);
	handler_get("/score/1.pdf");
	assert_int_equal(count_secrets(), 1);
	handler_organiser = false;
	g_hash_table_destroy(walked);
}

static void
the_organiser_is_told_codes(void **state)
{
	(void)state;
	play_some();
	handler_organiser = true;
	handler_get("/api/table/2/1");
	assert_true(count_secrets() >= 2);
	handler_get("/api/entry/2");
	assert_int_equal(count_secrets(), 1);
	handler_get("/results.json");
	assert_int_equal(count_secrets(), 3);
	handler_get("/score/2.pdf");
	assert_int_equal(count_secrets(), 1);
	photo_of_coupons(2, 8, 0, NULL);
	assert_int_equal(count_secrets(), 1);
	handler_organiser = false;
}

/* Without a key a code is no proof; still nobody has to be handed all of them. */
static void
without_a_key_codes_are_not_listed_either(void **state)
{
	char play[CODE_TEXT];

	(void)state;
	walked = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	play_some();
	walk_all_gets();
	g_hash_table_destroy(walked);
	/* But who holds a side is told of the other, and coupons name their table. */
	handler_code("clips", 2, 1, 0, 0, play);
	assert_int_equal(handler_get_code("/api/piece/", play, ""), 200);
	assert_int_equal(count_secrets(), 2);
	photo_of_coupons(2, 8, 0, NULL);
	handler_code("coupons", 1, 2, 0, 0, play);
	assert_string_equal(handler_text("pieces.0.code"), play);
}

static void
a_pass_is_for_one_visitor_and_one_table(void **state)
{
	char pass[TABLE_PASS_TEXT], *other, *piece;

	(void)state;
	photo_of_coupons(2, 8, 0, NULL);
	g_strlcpy(pass, handler_text("pieces.0.code"), sizeof pass);
	assert_true(g_str_has_prefix(pass, "pass.1.2.0.0."));
	assert_int_equal(handler_get_code("/api/piece/", pass, ""), 200);
	assert_true(json_is_true(handler_member("pass")));
	assert_int_equal(json_array_size(handler_member("sheets")), 2);
	assert_int_equal(handler_get_code("/api/piece/", pass, ""), 200);
	/* The other sheet of the game goes with it; no third is there. */
	piece = g_strdup(pass);
	piece[strlen("pass.1.2.0.")] = '1';
	assert_int_equal(handler_get_code("/api/piece/", piece, ""), 200);
	assert_int_equal(json_integer_value(handler_member("piece")), 1);
	piece[strlen("pass.1.2.0.")] = '2';
	assert_int_equal(handler_get_code("/api/piece/", piece, ""), 422);
	g_free(piece);
	/* Another table, another time, another visitor, another event. */
	other = g_strdup(pass);
	other[strlen("pass.1.")] = '1';
	assert_int_equal(handler_get_code("/api/piece/", other, ""), 422);
	assert_string_equal(handler_text("kind"), "bad-code");
	assert_true(handler_reply.charged > 0);
	g_free(other);
	other = g_strdup(pass);
	other[strlen("pass.1.2.0.0.")] ^= 1;
	assert_int_equal(handler_get_code("/api/piece/", other, ""), 422);
	g_free(other);
	handler_address = "192.168.1.78";
	assert_int_equal(handler_get_code("/api/piece/", pass, ""), 422);
	assert_int_equal(handler_post("/api/result", handler_submit("stolen", coupons_result(2, pass))), 422);
	handler_address = STRANGER;
	assert_int_equal(handler_post("/api/result", handler_submit("own", coupons_result(2, pass))), 201);
	assert_int_equal(json_integer_value(handler_member("entry.table")), 2);
}

/* An event of one table of tickets. */
static void
import_tickets(void)
{
	static const char head[] = "{\"event\":{\"name\":\"Wash night\",\"date\":null,\"keyed\":true,\"url\":null},"
				   "\"rounds\":[{\"round\":1,\"game\":\"laundry\"}]}";
	GPtrArray *pieces = g_ptr_array_new_with_free_func(g_free);
	char text[CODE_TEXT], play[CODE_TEXT];
	struct problem problem = {0};

	for (uint8_t piece = 0; piece < LAUNDRY_SEATS; piece++) {
		handler_code("laundry", 1, 1, 0, piece, text);
		handler_code("laundry", 1, 1, 0, 0, play);
		g_ptr_array_add(pieces,
			printed_copy(&(struct printed){
				.code = text, .play = play, .game = "laundry", .round = 1, .table = 1, .seat = piece}));
		add_secret("laundry", 1, 1, 0, piece);
	}
	if (store_import(handler_kiosk.store, head, code_key_text, pieces, "organiser", &problem) != STORE_OK)
		fail_msg("%s", message_id(&problem.message));
	g_ptr_array_free(pieces, TRUE);
}

/* A photo of forms, sent with a pass, is answered by the pass in all its parts. */
static void
forms_are_read_by_a_pass(void **state)
{
	const struct code_key key = test_key();
	struct print_job job = {
		.codes = {.game = &game_laundry, .seed = 1010, .players = 2, .round = 1, .table = 1, .key = &key},
		.count = 1,
		.paper = &paper_a4};
	char pass[TABLE_PASS_TEXT];
	struct camera camera;
	struct sheet sheet;

	(void)state;
	import_tickets();
	make_pass("laundry", 1, 1, pass);
	photo_draw_first(&job, &sheet);
	camera_init(&camera, 3600, 2700, 3);
	camera_lay(&camera, &sheet, &(struct rect){-200, -200, 2 * LAUNDRY_TICKET_W + 400, LAUNDRY_NEXT_GAME + 300},
		&(struct pose){.x = 1800, .y = 1350, .scale = 15});
	assert_int_equal(photo_send(&camera, pass), 200);
	camera_finish(&camera);
	image_finish(&sheet.image);
	assert_int_equal(count_secrets(), 0);
	assert_int_equal(json_array_size(handler_member("images.0.forms")), LAUNDRY_SEATS);
	assert_true(g_str_has_prefix(handler_text("images.0.forms.0.code"), "pass.1.1.0."));
	assert_int_equal(json_array_size(handler_member("drafts")), 1);
	assert_true(g_str_has_prefix(handler_text("drafts.0.play"), "table."));
}

static void
a_pass_is_good_for_an_hour(void **state)
{
	char play[CODE_TEXT], text[TABLE_PASS_TEXT];
	struct problem problem = {0};
	const struct event_state *held = event_hold(handler_kiosk.event, &problem);
	int64_t now = g_get_real_time() / G_USEC_PER_SEC;
	struct table_pass pass;

	(void)state;
	handler_code("coupons", 1, 2, 0, 0, play);
	pass = table_pass_new(event_play(held, play));
	assert_in_range(pass.until, now + 3590, now + 3610);
	for (int i = 0; i < 2; i++) {
		pass.until = i == 0 ? now - 1 : now + 2 * 3600;
		table_pass_write(held, &pass, STRANGER, text);
		assert_int_equal(handler_get_code("/api/piece/", text, ""), 422);
	}
	/* A clock that is put right goes back a little. */
	pass.until = now + 3600 + 600;
	table_pass_write(held, &pass, STRANGER, text);
	assert_int_equal(handler_get_code("/api/piece/", text, ""), 200);
	event_release(held);
}

/* All that differs between two keys that make the same tags is the check. */
static void
a_picture_without_its_code_tells_nothing_of_it(void **state)
{
	static const char *const games[] = {"coupons", "laundry", "clips", "chipit"};
	struct code_key one = test_key(), other = one;

	(void)state;
	other.bytes[0] ^= 1;
	for (size_t i = 0; i < LENGTH(games); i++) {
		const struct game *game = game_by_id(games[i]);
		struct code code = {.seed = 99, .game = game->number, .version = game->version, .round = 1, .table = 7};
		GBytes *drawn[4];
		struct problem problem;
		bool fresh;

		game_complete(game, &code);
		code_sign(&code, &one);
		for (int n = 0; n < 4; n++)
			drawn[n] = piece_pictures_svg(handler_kiosk.pictures, &code,
				&(struct piece_picture){.key = n % 2 ? &other : &one, .unmarked = n < 2}, &fresh,
				&problem);
		assert_true(g_bytes_equal(drawn[0], drawn[1]));
		assert_false(g_bytes_equal(drawn[2], drawn[3]));
		for (int n = 0; n < 4; n++)
			g_bytes_unref(drawn[n]);
	}
}

/* Of many tags at random some are of any table. */
static void
tags_at_random_find_no_table(void **state)
{
	gint64 started;

	(void)state;
	photo_of_coupons(2, 4, 9, NULL);
	assert_int_equal(json_array_size(handler_member("pieces")), 0);
	assert_int_equal(json_array_size(handler_member("hands")), 0);
	assert_true(handler_reply.charged > 0);
	/* A few strangers among them do no harm, and cost nothing unless looking takes seconds. */
	started = g_get_monotonic_time();
	photo_of_coupons(2, 6, 2, NULL);
	assert_int_equal(json_array_size(handler_member("pieces")), 1);
	assert_int_equal(json_array_size(handler_member("hands.0.strangers")), 2);
	assert_true(handler_reply.charged == 0 || g_get_monotonic_time() - started > 2 * G_USEC_PER_SEC);
}

/* How many clips are surely on the card that was seen. */
static unsigned
count_clips(void)
{
	json_t *mark;
	unsigned sure = 0;
	size_t i;

	json_array_foreach(handler_member("images.0.forms.0.marks"), i, mark)
		sure += strcmp(json_string_value(json_object_get(mark, "state")), "filled") == 0;
	return sure;
}

/* A card is in everybody's sight, too: one that is known by its symbols alone gives a pass, and what was read of it. */
static void
a_covered_card_gives_a_pass(void **state)
{
	char pass[TABLE_PASS_TEXT], *play;

	(void)state;
	photo_of_covered_card(1, NULL);
	assert_int_equal(count_secrets(), 0);
	assert_int_equal(json_array_size(handler_member("images.0.codes")), 0);
	assert_int_equal(json_array_size(handler_member("problems")), 0);
	assert_int_equal(json_array_size(handler_member("pieces")), 1);
	assert_string_equal(handler_text("pieces.0.game"), "clips");
	assert_int_equal(json_integer_value(handler_member("pieces.0.table")), 1);
	g_strlcpy(pass, handler_text("pieces.0.code"), sizeof pass);
	assert_true(g_str_has_prefix(pass, "pass.2.1."));
	assert_string_equal(handler_text("images.0.forms.0.code"), pass);
	assert_int_equal(count_clips(), 6);
	assert_int_equal(json_array_size(handler_member("drafts")), 1);
	play = g_strdup(handler_text("drafts.0.play"));
	assert_true(g_str_has_prefix(play, "table."));
	/* The page that opens with it takes the draft: its sheet is that of the form, its play that of the draft. */
	assert_int_equal(handler_get_code("/api/piece/", pass, ""), 200);
	assert_int_equal(count_secrets(), 0);
	assert_string_equal(handler_text("play"), play);
	assert_non_null(strstr(handler_text("sheets.0.svg"), pass));
	assert_int_equal(handler_post("/api/check", clips_result(pass)), 200);
	assert_int_equal(count_secrets(), 0);
	/* The next photo comes with the pass. */
	photo_of_covered_card(1, pass);
	assert_int_equal(count_secrets(), 0);
	assert_string_equal(handler_text("images.0.forms.0.code"), pass);
	assert_string_equal(handler_text("drafts.0.play"), play);
	g_free(play);
	handler_organiser = true;
	photo_of_covered_card(1, NULL);
	handler_organiser = false;
	assert_int_equal(count_secrets(), 1);
}

static void
a_covered_card_of_a_withdrawn_table_gives_none(void **state)
{
	(void)state;
	play_some();
	photo_of_covered_card(0, NULL);
	assert_int_equal(count_secrets(), 0);
	assert_int_equal(json_array_size(handler_member("pieces")), 0);
	assert_int_equal(json_array_size(handler_member("drafts")), 0);
	assert_int_equal(json_array_size(handler_member("problems")), 1);
	assert_true(g_str_has_prefix(handler_text("problems.0"), "round 2, table 1: "));
	assert_true(g_str_has_prefix(handler_text("images.0.forms.0.code"), "table."));
}

/* An event whose two tables play the card of a code. */
static void
import_twins(const char *text)
{
	static const char head[] = "{\"event\":{\"name\":\"Twins\",\"date\":null,\"keyed\":false,\"url\":null},"
				   "\"rounds\":[{\"round\":2,\"game\":\"clips\"}]}";
	GPtrArray *pieces = g_ptr_array_new_with_free_func(g_free);
	struct problems problems;
	struct problem problem = {0};
	struct code code;

	problems_init(&problems);
	assert_non_null(game_of_text(text, NULL, &code, &problems));
	for (code.table = 1; code.table <= 2; code.table++) {
		char twin[CODE_TEXT];

		code_write(&code, NULL, twin);
		g_ptr_array_add(pieces,
			printed_copy(&(struct printed){.code = twin,
				.play = twin,
				.game = "clips",
				.round = 2,
				.table = code.table,
				.seat = -1}));
	}
	if (store_import(handler_kiosk.store, head, NULL, pieces, "organiser", &problem) != STORE_OK)
		fail_msg("%s", message_id(&problem.message));
	g_ptr_array_free(pieces, TRUE);
}

/* Where two tables play the same card, its symbols do not say which of them it is. */
static void
a_covered_card_of_two_tables_is_of_none(void **state)
{
	char text[CODE_TEXT];

	(void)state;
	handler_code("clips", 2, 1, 0, 0, text);
	photo_of_covered_card(0, NULL);
	assert_string_equal(handler_text("pieces.0.code"), text);
	import_twins(text);
	photo_of_covered_card(0, NULL);
	assert_int_equal(json_array_size(handler_member("pieces")), 0);
	assert_int_equal(json_array_size(handler_member("drafts")), 0);
	assert_int_equal(json_array_size(handler_member("problems")), 1);
	assert_string_equal(handler_text("problems_ids.0.id"), "card-of-two-tables");
	photo_of_covered_card(0, text);
	assert_int_equal(json_array_size(handler_member("drafts")), 1);
	assert_int_equal(json_array_size(handler_member("problems")), 0);
}

#define EVENT(name) cmocka_unit_test_setup_teardown(name, open_event, close_event)
#define PLAIN(name) cmocka_unit_test_setup_teardown(name, open_plain_event, close_event)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		EVENT(no_answer_to_a_stranger_has_a_code),
		EVENT(a_keyed_code_is_not_told_before_its_event_either),
		EVENT(the_organiser_is_told_codes),
		PLAIN(without_a_key_codes_are_not_listed_either),
		EVENT(a_pass_is_for_one_visitor_and_one_table),
		EVENT(forms_are_read_by_a_pass),
		EVENT(a_pass_is_good_for_an_hour),
		EVENT(a_picture_without_its_code_tells_nothing_of_it),
		EVENT(tags_at_random_find_no_table),
		EVENT(a_covered_card_gives_a_pass),
		EVENT(a_covered_card_of_a_withdrawn_table_gives_none),
		PLAIN(a_covered_card_of_two_tables_is_of_none),
	};
	int failed;

	photo_start();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	photo_stop();
	return failed;
}
