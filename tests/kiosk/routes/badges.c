/* SPDX-License-Identifier: MIT
 * Badges: each QR is read back, as a phone's camera would, and is of that person. */
#include <string.h>

#include "gen/canvas/shaping.h"
#include "kiosk/eye/zxing.h"
#include "kiosk/prints/badges.h"
#include "kiosk/prints/event_pages.h"
#include "kiosk/store/store.h"
#include "tests/tools.h"

#define SCALE 0.06 /* pixels per hundredth of a millimetre: 150 dpi */

#define ADDRESS "HTTP://192.168.1.5:8080/"

/* What is read on a page, in no order. */
static void
note(void *data, const char *text, const double corner[8])
{
	(void)corner;
	g_hash_table_add(data, g_strdup(text));
}

/* The texts of all codes on a page. */
static GHashTable *
read_page(struct badges *badges, unsigned page)
{
	int w = (int)(EVENT_PAGE_W * SCALE), h = (int)(EVENT_PAGE_H * SCALE);
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h);
	GHashTable *texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autofree uint8_t *grey = g_malloc((size_t)w * (size_t)h);
	struct problem problem = {0};
	struct shaper *shaper = shaper_create(&problem);

	assert_non_null(shaper);
	/* Canvases measure in points. */
	cairo_surface_set_device_scale(surface, SCALE * 2540 / 72, SCALE * 2540 / 72);
	struct canvas *canvas = canvas_create(surface, shaper, INK_FULL);
	canvas_paint(canvas, COLOUR_PAPER);
	canvas_origin(canvas, 0, 0);
	badges_draw(badges, page, canvas);
	canvas_flush(canvas);
	assert_true(canvas_status(canvas));
	canvas_destroy(canvas);
	cairo_surface_flush(surface);
	const unsigned char *pixels = cairo_image_surface_get_data(surface);
	int stride = cairo_image_surface_get_stride(surface);
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++)
			grey[y * w + x] = pixels[y * stride + 4 * x + 1];
	/* One at a time, as a phone sees them: two in a row, six rows. */
	for (int n = 0; n < 12; n++)
		zxing_read(grey + n / 2 * (h / 6) * w + n % 2 * (w / 2), w / 2, h / 6, w, false, note, texts);
	cairo_surface_destroy(surface);
	shaper_destroy(shaper);
	return texts;
}

static void
every_badge_leads_to_its_person(void **state)
{
	static const struct {
		const char *name, *address;
	} cases[] = {
		{"Bo", ADDRESS "where?name=Bo"},
		{"Ana Lee (North)", ADDRESS "where?name=Ana%20Lee%20%28North%29"},
		{"J\u00f6rg & S\u00f6hne?", ADDRESS "where?name=J%C3%B6rg%20%26%20S%C3%B6hne%3F"},
	};
	g_autoptr(GPtrArray) people = g_ptr_array_new();
	struct person person[14];

	(void)state;
	for (unsigned i = 0; i < LENGTH(person); i++) {
		person[i] = (struct person){.id = i + 1, .name = cases[i % LENGTH(cases)].name, .club = "A club"};
		g_ptr_array_add(people, &person[i]);
	}
	struct badges badges = {"Paper Night", ADDRESS, people};
	assert_int_equal(badges_pages(&badges), 2);
	for (unsigned page = 0; page < 2; page++) {
		g_autoptr(GHashTable) texts = read_page(&badges, page);

		/* Twelve on the first page, the first two cases on the second. */
		assert_int_equal(g_hash_table_size(texts), page == 0 ? 3 : 2);
		for (unsigned i = 0; i < g_hash_table_size(texts); i++)
			assert_true(g_hash_table_contains(texts, cases[i].address));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(every_badge_leads_to_its_person)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
