/* SPDX-License-Identifier: MIT
 * Badges, two in a row with lines to cut along. */
#include "kiosk/prints/badges.h"

#include "kiosk/prints/event_pages.h"
#include "kiosk/store/store.h"

/* Badges in a row, and rows on a page: each 90 x 43 mm, which fits the usual clear pockets. */
#define ACROSS 2
#define DOWN   6

/* Lengths in hundredths of a millimetre. */
#define BADGE_W (EVENT_PAGE_W / ACROSS)
#define BADGE_H (EVENT_PAGE_H / DOWN)

/* The QR: 28 mm are read from half a metre. */
#define QR_SIZE 2800

#define MARGIN 450

unsigned
badges_pages(const struct badges *badges)
{
	return MAX(1, (badges->people->len + ACROSS * DOWN - 1) / (ACROSS * DOWN));
}

static void
draw_badge(const struct badges *badges, const struct person *person, int32_t x, int32_t y, struct canvas *canvas)
{
	const struct font name = {FACE_BOLD, 620, COLOUR_INK, ALIGN_LEFT};
	const struct font small = {FACE_TEXT, 340, COLOUR_QUIET, ALIGN_LEFT};
	const int32_t text_w = BADGE_W - QR_SIZE - 3 * MARGIN;
	g_autofree char *escaped = g_uri_escape_string(person->name, NULL, FALSE);
	g_autofree char *address = g_strconcat(badges->address, "where?name=", escaped, NULL);

	canvas_frame(canvas, (struct rect){x, y, BADGE_W, BADGE_H}, 12, COLOUR_FAINT);
	if (badges->event != NULL)
		canvas_text(canvas, &small, (struct rect){x + MARGIN, y + MARGIN, text_w, 450}, badges->event);
	canvas_paragraph(canvas, &name, (struct rect){x + MARGIN, y + 1150, text_w, 1700}, person->name);
	canvas_text(canvas, &small, (struct rect){x + MARGIN, y + BADGE_H - MARGIN - 450, text_w, 450}, person->club);
	canvas_qr(canvas, (struct rect){x + BADGE_W - MARGIN - QR_SIZE, y + (BADGE_H - QR_SIZE) / 2, QR_SIZE, QR_SIZE},
		address);
}

void
badges_draw(void *data, unsigned page, struct canvas *canvas)
{
	const struct badges *badges = data;

	for (unsigned n = 0; n < ACROSS * DOWN && page * ACROSS * DOWN + n < badges->people->len; n++)
		draw_badge(badges, g_ptr_array_index(badges->people, page * ACROSS * DOWN + n),
			(int32_t)(n % ACROSS) * BADGE_W, (int32_t)(n / ACROSS) * BADGE_H, canvas);
}
