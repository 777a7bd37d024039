/* SPDX-License-Identifier: MIT
 * What the page asks about pieces: the picture that was printed, the same bytes
 * every time, places that lie on it, who sits at its table, and refusals. */
#include <gio/gio.h>
#include <string.h>

#include "kiosk/prints/piece_picture.h"
#include "layouts/coupons.h"
#include "tests/kiosk/routes/handler_tools.h"
#include "tests/scoring/sample.h"
#include "tests/tools.h"
#include "tests/typed.h"

/* Codes of every game, without an event. */
static void
casual_code(unsigned game, unsigned players, char text[CODE_TEXT])
{
	sample_code(game, 20261116 + game, players, game == 4 && players == 2, text);
}

/* By a game's id and by a code of it; house rules make another page. */
static void
rules_are_shown_as_printed(void **state)
{
	static const char *const ids[] = {"coupons", "laundry", "clips", "chipit"};
	g_autoptr(GBytes) usual = NULL;
	char text[CODE_TEXT];

	(void)state;
	for (size_t i = 0; i < LENGTH(ids); i++) {
		g_autofree char *path = g_strdup_printf("/rulebook/%s.svg", ids[i]);

		assert_int_equal(handler_get(path), 200);
		assert_string_equal(handler_reply.type, "image/svg+xml");
		assert_true(g_bytes_get_size(handler_reply.bytes) > 4000);
		assert_int_equal(handler_reply.charged, 20);
	}
	assert_int_equal(handler_get("/rulebook/coupons.svg"), 200);
	usual = g_bytes_ref(handler_reply.bytes);
	sample_code(1, 20261117, 4, 0, text);
	assert_int_equal(handler_get_code("/rulebook/", text, ".svg"), 200);
	assert_true(g_bytes_equal(handler_reply.bytes, usual));
	sample_code(1, 20261117, 4, 1, text);
	assert_int_equal(handler_get_code("/rulebook/", text, ".svg"), 200);
	assert_false(g_bytes_equal(handler_reply.bytes, usual));
	assert_int_equal(handler_get("/rulebook/bridge.svg"), 422);
	assert_int_equal(handler_get("/rulebook/coupons.pdf"), 404);
}

static void
every_place_lies_on_its_sheet(void **state)
{
	static const struct {
		unsigned game, players, pieces, places;
	} asked[] = {{1, 4, 4, 24}, {2, 2, 2, 35}, {3, 2, 1, 44}, {4, 6, 1, 216}, {4, 2, 1, 0}};

	(void)state;
	for (size_t i = 0; i < LENGTH(asked); i++) {
		json_t *sheet, *place;
		char text[CODE_TEXT];
		size_t n, m;

		casual_code(asked[i].game, asked[i].players, text);
		assert_int_equal(handler_get_code("/api/piece/", text, ""), 200);
		assert_string_equal(handler_text("code"), text);
		assert_int_equal(json_array_size(handler_member("sheets")), asked[i].pieces);
		assert_int_equal(json_array_size(handler_member("names")), asked[i].players);
		assert_true(json_is_null(handler_member("entry")));
		json_array_foreach(handler_member("sheets"), n, sheet) {
			json_t *places = json_object_get(sheet, "places");
			int w, h;

			assert_int_equal(json_unpack(sheet, "{s:i, s:i}", "w", &w, "h", &h), 0);
			if (asked[i].places > 0)
				assert_int_equal(json_array_size(places), asked[i].places);
			assert_true(json_array_size(places) > 0);
			json_array_foreach(places, m, place) {
				struct rect at;

				assert_int_equal(json_unpack(place, "{s:i, s:i, s:i, s:i}", "x", &at.x, "y", &at.y, "w",
							 &at.w, "h", &at.h),
					0);
				assert_true(rect_inside(at, (struct rect){0, 0, w, h}));
				assert_true(at.w > 0 && at.h > 0);
			}
		}
	}
}

static void
a_sheet_is_the_same_bytes_again(void **state)
{
	static const unsigned players[] = {0, 4, 2, 2, 5};

	(void)state;
	for (unsigned game = 1; game <= 4; game++) {
		struct piece_pictures *fresh = piece_pictures_create(handler_kiosk.documents);
		char text[CODE_TEXT];
		struct problem problem;
		struct problems problems;
		struct code code;
		GBytes *again;
		bool drawn;

		casual_code(game, players[game], text);
		assert_int_equal(handler_get_code("/sheet/", text, ".svg"), 200);
		assert_string_equal(handler_reply.type, "image/svg+xml");
		assert_true(handler_reply.kept);
		assert_true(g_bytes_get_size(handler_reply.bytes) < 1000000);
		problems_init(&problems);
		assert_non_null(game_of_text(text, NULL, &code, &problems));
		handler_gzip = true;
		assert_int_equal(handler_get_code("/sheet/", text, ".svg"), 200);
		handler_gzip = false;
		again = piece_pictures_svg(fresh, &code, &(struct piece_picture){0}, &drawn, &problem);
		assert_true(drawn && g_bytes_equal(handler_reply.bytes, again));
		g_bytes_unref(again);
		again = piece_pictures_svg(fresh, &code, &(struct piece_picture){0}, &drawn, &problem);
		assert_true(!drawn && g_bytes_equal(handler_reply.bytes, again));
		g_bytes_unref(again);
		piece_pictures_destroy(fresh);
	}
}

static void
an_invented_sheet_has_its_price(void **state)
{
	char text[CODE_TEXT];

	(void)state;
	casual_code(1, 4, text);
	assert_int_equal(handler_get_code("/sheet/", text, ".svg"), 200);
	assert_in_range(handler_reply.charged, 10, 40);
	/* Drawn pieces are drawn for anyone, and those of the event are known. */
	assert_int_equal(handler_get_code("/sheet/", text, ".svg"), 200);
	assert_int_equal(handler_reply.charged, 0);
	assert_int_equal(handler_get_code("/sheet/", handler_first, ".svg"), 200);
	assert_int_equal(handler_reply.charged, 0);
}

static void
a_sheet_is_packed_for_those_who_take_it(void **state)
{
	GZlibDecompressor *unpack = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP);
	GBytes *plain;
	gsize size, read, wrote;
	const void *packed;
	char *out;

	(void)state;
	assert_int_equal(handler_get_code("/sheet/", handler_first, ".svg"), 200);
	assert_false(handler_reply.packed);
	plain = g_bytes_ref(handler_reply.bytes);
	handler_gzip = true;
	assert_int_equal(handler_get_code("/sheet/", handler_first, ".svg"), 200);
	handler_gzip = false;
	assert_true(handler_reply.packed);
	packed = g_bytes_get_data(handler_reply.bytes, &size);
	assert_true(size < g_bytes_get_size(plain) / 3);
	out = g_malloc(g_bytes_get_size(plain) + 1);
	assert_int_equal(g_converter_convert(G_CONVERTER(unpack), packed, size, out, g_bytes_get_size(plain) + 1,
				 G_CONVERTER_INPUT_AT_END, &read, &wrote, NULL),
		G_CONVERTER_FINISHED);
	assert_int_equal(wrote, g_bytes_get_size(plain));
	assert_memory_equal(out, g_bytes_get_data(plain, NULL), wrote);
	g_free(out);
	g_bytes_unref(plain);
	g_object_unref(unpack);
}

static void
piece_pictures_of_a_game_differ(void **state)
{
	GBytes *one;
	char text[CODE_TEXT];

	(void)state;
	handler_code("coupons", 1, 1, 0, 1, text);
	assert_int_equal(handler_get_code("/sheet/", handler_first, ".svg"), 200);
	one = g_bytes_ref(handler_reply.bytes);
	assert_int_equal(handler_get_code("/sheet/", text, ".svg"), 200);
	assert_false(g_bytes_equal(one, handler_reply.bytes));
	g_bytes_unref(one);
}

static void
codes_that_cannot_be_are_refused(void **state)
{
	const struct code_key other = {.bytes = {1, 2, 3}};
	char text[CODE_TEXT], wrong[CODE_TEXT];
	struct problems problems;
	struct code code;
	const struct code_key key = test_key();

	(void)state;
	assert_int_equal(handler_get_code("/api/piece/", "", ""), 422);
	assert_int_equal(handler_get_code("/api/piece/", "AAAAA-AAAAA", ""), 422);
	assert_string_equal(handler_text("kind"), "bad-code");
	assert_true(json_array_size(handler_member("problems")) > 0);
	assert_int_equal(handler_get_code("/sheet/", handler_first, ""), 404);
	assert_int_equal(handler_get_code("/sheet/", "nonsense", ".svg"), 422);
	/* A table of another event. */
	handler_code("coupons", 1, 1, 0, 0, text);
	problems_init(&problems);
	assert_non_null(game_of_text(text, &key, &code, &problems));
	code_write(&code, &other, wrong);
	assert_int_equal(handler_get_code("/api/piece/", wrong, ""), 422);
	assert_string_equal(handler_text("kind"), "wrong-event");
	assert_int_equal(
		handler_post("/api/result",
			handler_submit(
				"w", json_pack("{s:s, s:s, s:[{}, {}]}", "game", "coupons", "code", wrong, "players"))),
		422);
	assert_string_equal(handler_text("kind"), "wrong-event");
	/* Guessing has its price, also where it is only checked. */
	assert_true(handler_reply.charged > 0);
	assert_int_equal(handler_post("/api/check",
				 json_pack("{s:s, s:s, s:[{}, {}]}", "game", "coupons", "code", wrong, "players")),
		200);
	assert_true(handler_reply.charged > 0);
}

static void
the_rules_of_the_paper_are_shown(void **state)
{
	struct code code = {.seed = 5, .game = 1, .version = 1, .players = 2};
	char text[CODE_TEXT];

	(void)state;
	code_write(&code, NULL, text);
	assert_int_equal(handler_get_code("/api/piece/", text, ""), 200);
	assert_int_equal(json_integer_value(handler_member("rules.burger_pair")), 5);
	code.option = COUPONS_PRINTED_PAIR_4;
	code_write(&code, NULL, text);
	assert_int_equal(handler_get_code("/api/piece/", text, ""), 200);
	assert_int_equal(json_integer_value(handler_member("rules.burger_pair")), 4);
	assert_int_equal(json_integer_value(handler_member("layout.rules.burger_pair")), 4);
}

static void
a_table_of_the_event_says_who_sits_there(void **state)
{
	char side[CODE_TEXT];

	(void)state;
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
	assert_true(json_is_true(handler_member("event")));
	assert_string_equal(handler_text("names.0"), "Ana");
	assert_string_equal(handler_text("names.1"), "Bo");
	assert_int_equal(json_integer_value(handler_member("rules.burger_pair")), 4);
	handler_code("clips", 2, 1, 0, 0, side);
	assert_int_equal(handler_get_code("/api/piece/", side, ""), 200);
	assert_int_equal(json_array_size(handler_member("others")), 1);
	/* It is keyed and open: only who holds it knows it. */
	assert_true(json_is_null(handler_member("others.0.code")));
	assert_true(json_is_false(handler_member("others.0.in")));
	assert_string_equal(handler_text("names.0"), "");
}

/* Of a game that anybody may print the seed is told, of a table of the event to the organiser alone. */
static void
the_seed_of_a_table_is_the_organisers(void **state)
{
	char casual[CODE_TEXT];

	(void)state;
	handler_unkeyed = true;
	handler_code("clips", 2, 7, 0, 0, casual);
	handler_unkeyed = false;
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
	assert_true(json_is_null(handler_member("layout.seed")));
	handler_organiser = true;
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
	handler_organiser = false;
	assert_false(json_is_null(handler_member("layout.seed")));
	assert_int_equal(handler_get_code("/api/piece/", casual, ""), 200);
	assert_false(json_is_null(handler_member("layout.seed")));
}

#define ALONE(name) cmocka_unit_test_setup_teardown(name, handler_open, handler_close)
#define EVENT(name) cmocka_unit_test_setup_teardown(name, handler_open_event, handler_close)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ALONE(every_place_lies_on_its_sheet),
		ALONE(rules_are_shown_as_printed),
		ALONE(the_rules_of_the_paper_are_shown),
		ALONE(a_sheet_is_the_same_bytes_again),
		EVENT(an_invented_sheet_has_its_price),
		EVENT(a_sheet_is_packed_for_those_who_take_it),
		EVENT(piece_pictures_of_a_game_differ),
		EVENT(codes_that_cannot_be_are_refused),
		EVENT(a_table_of_the_event_says_who_sits_there),
		EVENT(the_seed_of_a_table_is_the_organisers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
