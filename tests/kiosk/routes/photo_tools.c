/* SPDX-License-Identifier: MIT
 * Photos for the kiosk. */
#include "tests/kiosk/routes/photo_tools.h"

#include <qrencode.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/canvas/shaping.h"
#include "gen/press/printed_game.h"
#include "kiosk/games/kiosk_game.h"
#include "layouts/coupons.h"
#include "tests/kiosk/routes/covered_card.h"
#include "tests/tools.h"
#include "tests/typed.h"

#define MODULE 8 /* pixels of one of a QR */

static struct shaper *shaper;

void
photo_start(void)
{
	struct problem problem;

	worker_start(&kiosk_eye_job);
	shaper = shaper_create(&problem);
	if (shaper == NULL)
		fail_msg("%s", message_id(&problem.message));
}

void
photo_stop(void)
{
	shaper_destroy(shaper);
	fork_server_stop();
}

void
photo_draw_first(struct print_job *job, struct sheet *sheet)
{
	struct page_plan plan;

	page_plan_init(&plan);
	printed_game_of(job->codes.game)->plan(job, &plan);
	sheet_draw(sheet, &g_array_index(plan.pages, struct page, 0), shaper);
	page_plan_finish(&plan);
}

/* Makes a file of a name that is not taken. */
static void
make_file(char *file)
{
	int made = mkstemp(file);

	assert_true(made >= 0);
	close(made);
}

/* Sends a file, which goes away. */
static unsigned
send_file(const char *file, const char *query)
{
	unsigned status;
	char *bytes;
	gsize size;

	assert_true(g_file_get_contents(file, &bytes, &size, NULL));
	unlink(file);
	status = handler_send("/api/photo", bytes, size, query);
	g_free(bytes);
	return status;
}

unsigned
photo_send(struct camera *camera, const char *query)
{
	char file[] = "/tmp/kiosk-photo-XXXXXX";

	make_file(file);
	assert_true(camera_shoot(camera, LEVEL_MILD));
	assert_true(camera_save(camera, file, 85));
	return send_file(file, query);
}

/* Lays coupons of sheet A of a game, from the n-th place in the picture on. */
static void
lay_coupons(struct camera *camera, struct print_job *job, unsigned coupons, unsigned n)
{
	struct coupons_layout layout;
	struct sheet sheet;
	struct code code;

	photo_draw_first(job, &sheet);
	codes_make(&job->codes, 0, 0, &code);
	game_coupons.build(&layout, &code);
	for (unsigned i = 0; i < coupons; i++, n++) {
		const struct rect part = coupon_rect(&layout.coupon[0][i]);

		camera_lay(camera, &sheet, &part,
			&(struct pose){.x = 350 + n % 4 * 560,
				.y = 350 + (int)(n / 4) * 560,
				.scale = 7,
				.turn = 15 * (double)n});
	}
	image_finish(&sheet.image);
}

void
photo_of_coupons(unsigned table, unsigned coupons, unsigned others, const char *query)
{
	const struct code_key key = test_key();
	struct print_job job = {.codes = {.game = &game_coupons, .players = 2}, .count = 1, .paper = &paper_a4};
	struct problems problems;
	char text[CODE_TEXT];
	struct camera camera;
	struct code code;

	camera_init(&camera, 2400, 2400, 11);
	job.codes.seed = 424242;
	lay_coupons(&camera, &job, others, coupons);
	handler_code("coupons", 1, table, 0, 0, text);
	problems_init(&problems);
	assert_non_null(game_of_text(text, &key, &code, &problems));
	job.codes.seed = code.seed;
	job.codes.round = 1;
	job.codes.table = (uint16_t)table;
	job.codes.key = code.keyed ? &key : NULL;
	lay_coupons(&camera, &job, coupons, 0);
	assert_int_equal(photo_send(&camera, query), 200);
	camera_finish(&camera);
}

void
photo_of_covered_card(unsigned side, const char *query)
{
	const struct code_key key = test_key();
	struct codes codes = {.game = game_by_id("clips"), .players = 2, .round = 2, .table = 1};
	char file[] = "/tmp/kiosk-photo-XXXXXX", text[CODE_TEXT], drawn[CODE_TEXT];
	struct problems problems;
	struct code code;

	handler_code("clips", 2, 1, side, 0, text);
	problems_init(&problems);
	assert_non_null(game_of_text(text, &key, &code, &problems));
	codes.seed = code.seed;
	codes.key = code.keyed ? &key : NULL;
	make_file(file);
	assert_true(covered_card_shoot(&codes, shaper, file, drawn));
	assert_string_equal(drawn, text);
	assert_int_equal(send_file(file, query), 200);
}

static void
draw_qr(struct image *photo, const char *text, int32_t left, int32_t top)
{
	QRcode *qr = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);

	assert_non_null(qr);
	for (int32_t y = -4 * MODULE; y < (qr->width + 4) * MODULE; y++)
		for (int32_t x = -4 * MODULE; x < (qr->width + 4) * MODULE; x++) {
			bool on = x >= 0 && y >= 0 && x / MODULE < qr->width && y / MODULE < qr->width &&
				(qr->data[y / MODULE * qr->width + x / MODULE] & 1) != 0;

			photo->grey[(size_t)(top + y) * (size_t)photo->width + (size_t)(left + x)] = on ? 0 : 255;
		}
	QRcode_free(qr);
}

void
photo_of_codes(const char *const *texts)
{
	struct camera camera;

	camera_init(&camera, 2000, 1400, 5);
	for (int32_t n = 0; *texts != NULL; texts++, n++)
		draw_qr(&camera.photo, *texts, 60 + n % 7 * 275, 60 + n / 7 * 300);
	assert_int_equal(photo_send(&camera, NULL), 200);
	camera_finish(&camera);
}
