/* SPDX-License-Identifier: MIT
 * Photos sent to the kiosk: our own pages before a simulated camera, read into
 * drafts; coupons that name their table on their own; and what is not a photo. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/reading/eye_pool.h"
#include "layouts/laundry.h"
#include "tests/kiosk/routes/photo_tools.h"
#include "tests/tools.h"

static uint64_t dice = 7;

/* The two tickets of a game, filled in: each has both socks from the score dryer, values in the
 * order 1 1 2 2 3 3 of items; ticket B has a doubtful dot. */
static void
fill_in(struct sheet *sheet, const struct print_job *job, bool doubtful)
{
	for (uint8_t seat = 0; seat < LAUNDRY_SEATS; seat++) {
		struct laundry_layout layout;
		struct code code;
		struct form form;

		codes_make(&job->codes, 0, seat, &code);
		game_laundry.build(&layout, &code);
		game_laundry.form(&layout, &code, &form);
		for (unsigned i = 0; i < form.bubbles; i++) {
			const struct bubble *bubble = &form.bubble[i];
			bool marked = strcmp(bubble->id, "sock1.score") == 0 || strcmp(bubble->id, "sock2.score") == 0;

			for (int item = 0; item < LAUNDRY_ROWS; item++) {
				char id[20];

				g_snprintf(id, sizeof id, "%s.%d", laundry_item_name(item), item / 2 + 1);
				marked |= strcmp(bubble->id, id) == 0;
			}
			if (marked)
				sheet_mark(sheet, &bubble->at, STROKE_FILL, 30, &dice);
			else if (doubtful && seat == 1 && strcmp(bubble->id, "shirt.score") == 0)
				sheet_mark(sheet, &bubble->at, STROKE_TICK, 150, &dice);
		}
	}
}

static void
photograph_tickets(bool doubtful, double turn, const char *query)
{
	struct print_job job = {
		.codes = {.game = &game_laundry, .seed = 4711, .players = 2}, .count = 1, .paper = &paper_a4};
	struct camera camera;
	struct sheet sheet;

	photo_draw_first(&job, &sheet);
	fill_in(&sheet, &job, doubtful);
	camera_init(&camera, 3600, 2700, 3);
	camera_lay(&camera, &sheet, &(struct rect){-200, -200, 2 * LAUNDRY_TICKET_W + 400, LAUNDRY_NEXT_GAME + 300},
		&(struct pose){.x = 1800, .y = 1350, .scale = 15, .turn = turn, .tilt = 8});
	assert_int_equal(photo_send(&camera, query), 200);
	camera_finish(&camera);
	image_finish(&sheet.image);
}

/* Every mark has its probability, which agrees with its state. */
static void
assert_probabilities(void)
{
	const json_t *mark;
	size_t i;

	assert_true(json_array_size(handler_member("images.0.forms.0.marks")) > 20);
	json_array_foreach(handler_member("images.0.forms.0.marks"), i, mark) {
		double p = json_real_value(json_object_get(mark, "p"));
		bool filled = strcmp(json_string_value(json_object_get(mark, "state")), "filled") == 0;

		assert_true(json_is_real(json_object_get(mark, "p")));
		assert_true(filled ? p > 0.5 && p <= 1 : p >= 0 && p < 0.5);
	}
}

static void
tickets_become_a_draft_that_scores(void **state)
{
	(void)state;
	photograph_tickets(false, 4, NULL);
	assert_int_equal(json_array_size(handler_member("pieces")), 2);
	assert_int_equal(json_array_size(handler_member("drafts")), 1);
	assert_string_equal(handler_text("drafts.0.game"), "laundry");
	assert_int_equal(json_array_size(handler_member("drafts.0.missing")), 0);
	assert_int_equal(json_array_size(handler_member("drafts.0.unsure")), 0);
	assert_int_equal(json_array_size(handler_member("drafts.0.questions")), 0);
	assert_probabilities();
	assert_null(handler_member("images.0.file"));
	assert_int_equal(handler_post("/api/check", json_deep_copy(handler_member("drafts.0.result"))), 200);
	assert_int_equal(json_integer_value(handler_member("players.0.total")), 10);
	/* The eye is warm and has forgotten the photo before. */
	photograph_tickets(false, 4, NULL);
	assert_int_equal(json_array_size(handler_member("drafts")), 1);
}

/* The picture of the one doubtful mark, decoded. */
static cairo_surface_t *
doubtful_picture(void)
{
	static const char before[] = "data:image/png;base64,";
	char file[] = "/tmp/kiosk-crop-XXXXXX";
	const char *picture = handler_text("drafts.0.unsure.0.picture");
	int made = mkstemp(file);
	cairo_surface_t *surface;
	guchar *png;
	gsize size;

	assert_true(made >= 0);
	close(made);
	assert_int_equal(json_array_size(handler_member("drafts.0.unsure")), 1);
	assert_string_equal(handler_text("drafts.0.unsure.0.id"), "shirt.score");
	assert_int_equal(json_integer_value(handler_member("drafts.0.unsure.0.piece")), 1);
	assert_int_equal(json_array_size(handler_member("drafts.0.questions")), 1);
	assert_string_equal(handler_text("drafts.0.questions.0.kind"), "mark");
	assert_string_equal(handler_text("drafts.0.questions.0.marks.0.id"), "shirt.score");
	assert_true(json_array_size(handler_member("drafts.0.missing")) > 0);
	assert_true(g_str_has_prefix(picture, before));
	png = g_base64_decode(picture + strlen(before), &size);
	assert_true(size > 500 && size < 50000);
	assert_true(g_file_set_contents(file, (const char *)png, (gssize)size, NULL));
	surface = cairo_image_surface_create_from_png(file);
	assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
	unlink(file);
	g_free(png);
	return surface;
}

/* How much two pictures differ, in grey levels a pixel. */
static double
difference(cairo_surface_t *one, cairo_surface_t *other)
{
	int w = cairo_image_surface_get_width(one), h = cairo_image_surface_get_height(one);
	double sum = 0;

	assert_int_equal(w, cairo_image_surface_get_width(other));
	assert_int_equal(h, cairo_image_surface_get_height(other));
	for (int y = 0; y < h; y++) {
		const uint8_t *a = cairo_image_surface_get_data(one) + y * cairo_image_surface_get_stride(one);
		const uint8_t *b = cairo_image_surface_get_data(other) + y * cairo_image_surface_get_stride(other);

		for (int x = 0; x < 4 * w; x += 4)
			sum += abs(a[x] - b[x]);
	}
	return sum / (w * h);
}

static void
a_doubtful_mark_comes_with_its_picture_upright(void **state)
{
	cairo_surface_t *upright, *turned;

	(void)state;
	photograph_tickets(true, 0, NULL);
	upright = doubtful_picture();
	photograph_tickets(true, 180, NULL);
	turned = doubtful_picture();
	assert_true(difference(upright, turned) < 20);
	cairo_surface_destroy(upright);
	cairo_surface_destroy(turned);
}

static void
coupons_alone_find_their_table(void **state)
{
	char play[CODE_TEXT];

	(void)state;
	handler_import();
	handler_code("coupons", 1, 2, 0, 0, play);
	photo_of_coupons(2, 8, 0, NULL);
	assert_int_equal(json_array_size(handler_member("hands")), 1);
	assert_int_equal(json_array_size(handler_member("hands.0.coupons")), 8);
	assert_string_equal(handler_text("hands.0.coupons.0"), "A01");
	assert_int_equal(json_integer_value(handler_member("pieces.0.table")), 2);
	/* Two could be anybody's; the page knows whose they are. */
	photo_of_coupons(2, 2, 0, NULL);
	assert_int_equal(json_array_size(handler_member("hands")), 0);
	photo_of_coupons(2, 2, 0, play);
	assert_int_equal(json_array_size(handler_member("hands.0.coupons")), 2);
	/* At table 1 they are strangers, and said to be of table 2. */
	handler_code("coupons", 1, 1, 0, 0, play);
	photo_of_coupons(2, 2, 0, play);
	assert_int_equal(json_array_size(handler_member("hands.0.strangers")), 2);
}

/* A query for handler_send() that adds the next photo to those of the last answer; of one at a time. */
static const char *
in_same_set(const char *code)
{
	static char query[200];

	g_snprintf(query, sizeof query, "%s&set=%s", code, handler_text("set"));
	return query;
}

static void
forms_in_several_photos_add_up(void **state)
{
	(void)state;
	photograph_tickets(true, 0, NULL);
	assert_int_equal(json_array_size(handler_member("drafts.0.unsure")), 1);
	assert_null(handler_member("together"));
	/* What no picture shows now is still known, with the picture of its doubtful mark. */
	assert_int_equal(handler_send("/api/photo", "x", 1, in_same_set("")), 200);
	assert_int_equal(json_array_size(handler_member("images")), 1);
	assert_int_equal(json_array_size(handler_member("pieces")), 0);
	assert_int_equal(json_array_size(handler_member("together.pieces")), 2);
	assert_int_equal(json_array_size(handler_member("together.forms")), 2);
	assert_int_equal(json_array_size(handler_member("drafts.0.unsure")), 1);
	assert_true(g_str_has_prefix(handler_text("drafts.0.unsure.0.picture"), "data:"));
	/* Photos that are sure of the mark settle it; no other does. */
	for (int i = 0; i < 2; i++)
		photograph_tickets(false, 4, in_same_set(""));
	assert_int_equal(json_array_size(handler_member("pieces")), 2);
	assert_int_equal(json_array_size(handler_member("drafts")), 1);
	assert_int_equal(json_array_size(handler_member("drafts.0.unsure")), 0);
	assert_true(json_is_object(handler_member("drafts.0.result")));
}

static void
loose_pieces_are_named_by_a_later_photo(void **state)
{
	char play[CODE_TEXT], id[40];

	(void)state;
	handler_import();
	handler_code("coupons", 1, 2, 0, 0, play);
	photo_of_coupons(2, 2, 0, NULL);
	assert_int_equal(json_array_size(handler_member("hands")), 0);
	g_strlcpy(id, handler_text("set"), sizeof id);
	/* Nobody else gets them, and no other id does. */
	handler_address = "192.0.2.9";
	assert_int_equal(handler_send("/api/photo", "x", 1, in_same_set(play)), 200);
	assert_null(handler_member("together"));
	assert_string_not_equal(handler_text("set"), id);
	handler_address = NULL;
	assert_int_equal(handler_send("/api/photo", "x", 1, in_same_set(play)), 200);
	assert_null(handler_member("together"));
	json_object_set_new(handler_reply.json, "set", json_string(id));
	assert_int_equal(handler_send("/api/photo", "x", 1, in_same_set(play)), 200);
	assert_string_equal(handler_text("set"), id);
	assert_int_equal(json_array_size(handler_member("hands")), 0);
	assert_int_equal(json_array_size(handler_member("together.hands.0.coupons")), 2);
	assert_int_equal(json_array_size(handler_member("together.hands.0.strangers")), 0);
	/* Those of a later photo are its own, and all of them are together. */
	photo_of_coupons(2, 8, 0, in_same_set(play));
	assert_int_equal(json_array_size(handler_member("hands.0.coupons")), 8);
	assert_int_equal(json_array_size(handler_member("together.hands.0.coupons")), 8);
}

static void
few_sets_of_photos_are_remembered(void **state)
{
	char id[40];

	(void)state;
	assert_int_equal(handler_send("/api/photo", "x", 1, NULL), 200);
	g_strlcpy(id, handler_text("set"), sizeof id);
	for (int i = 0; i < 64; i++)
		assert_int_equal(handler_send("/api/photo", "x", 1, NULL), 200);
	json_object_set_new(handler_reply.json, "set", json_string(id));
	assert_int_equal(handler_send("/api/photo", "x", 1, in_same_set("")), 200);
	assert_null(handler_member("together"));
	assert_int_equal(handler_send("/api/photo", "x", 1, in_same_set("")), 200);
	assert_non_null(handler_member("together"));
}

static void
what_is_no_photo_gets_a_sentence(void **state)
{
	static const char *const bodies[] = {"x", "GIF89a", "\xFF\xD8\xFF\xE0 not much of a JPEG", "%PDF-1.4\n%%EOF",
		"\x89PNG\r\n\x1a\n", "{\"submission\":1}"};

	(void)state;
	assert_int_equal(handler_send("/api/photo", "", 0, NULL), 400);
	for (size_t i = 0; i < LENGTH(bodies); i++) {
		assert_int_equal(handler_send("/api/photo", bodies[i], strlen(bodies[i]), NULL), 200);
		assert_true(json_array_size(handler_member("problems")) > 0);
		assert_true(*handler_text("images.0.error") != '\0');
		assert_int_equal(json_array_size(handler_member("drafts")), 0);
	}
	assert_int_equal(handler_send("/api/photo", "x", 1, "no such code"), 200);
	assert_int_equal(json_array_size(handler_member("problems")), 2);
}

static void
an_address_has_one_photo_at_a_time_and_the_kiosk_two(void **state)
{
	struct problem problem = {0};
	const struct event_state *event = event_hold(handler_kiosk.event, &problem);
	const struct turn phone = {.visitor = "10.0.0.7", .most = 1},
			  here = {.visitor = "127.0.0.1", .is_local = true, .most = 2};
	struct pooled_eye *first, *second;
	bool has_most;

	(void)state;
	first = eye_pool_take(handler_kiosk.eye_pool, event, &phone, NULL, &has_most);
	assert_non_null(first);
	assert_null(eye_pool_take(handler_kiosk.eye_pool, event, &phone, NULL, &has_most));
	assert_true(has_most);
	/* Others are not kept from theirs. */
	assert_int_equal(handler_send("/api/photo", "x", 1, NULL), 200);
	eye_pool_give(handler_kiosk.eye_pool, first);
	first = eye_pool_take(handler_kiosk.eye_pool, event, &here, NULL, &has_most);
	second = eye_pool_take(handler_kiosk.eye_pool, event, &here, NULL, &has_most);
	assert_true(first != NULL && second != NULL);
	assert_int_equal(handler_send("/api/photo", "x", 1, NULL), 429);
	assert_string_equal(handler_text("kind"), "slow-down");
	assert_string_equal(handler_text("error"), "your last photo is still being read: send this one when it is");
	eye_pool_give(handler_kiosk.eye_pool, first);
	assert_int_equal(handler_send("/api/photo", "x", 1, NULL), 200);
	eye_pool_give(handler_kiosk.eye_pool, second);
	/* At the end nobody waits. */
	eye_pool_close(handler_kiosk.eye_pool);
	assert_int_equal(handler_send("/api/photo", "x", 1, NULL), 429);
	event_release(event);
}

#define ALONE(name) cmocka_unit_test_setup_teardown(name, handler_open, handler_close)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ALONE(tickets_become_a_draft_that_scores),
		ALONE(a_doubtful_mark_comes_with_its_picture_upright),
		ALONE(coupons_alone_find_their_table),
		ALONE(forms_in_several_photos_add_up),
		ALONE(loose_pieces_are_named_by_a_later_photo),
		ALONE(few_sets_of_photos_are_remembered),
		ALONE(what_is_no_photo_gets_a_sentence),
		ALONE(an_address_has_one_photo_at_a_time_and_the_kiosk_two),
	};
	int failed;

	photo_start();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	photo_stop();
	return failed;
}
