/* SPDX-License-Identifier: MIT
 * A certificate: a page that lies, for one person, worth a frame. The border is
 * a sheet's dotted line with scissors on it, and the corners are the games. */
#include <stdio.h>

#include "kiosk/prints/event_pages.h"

#define DOT    45
#define APART  130
#define CORNER 1500

#define GOLD 0xb8860b

static const struct font event_font = {FACE_CONDENSED, 560, COLOUR_QUIET, ALIGN_CENTRE};
static const struct font place_font = {FACE_BOLD, 1250, COLOUR_INK, ALIGN_CENTRE};
static const struct font small_font = {FACE_TEXT, 430, COLOUR_QUIET, ALIGN_CENTRE};
static const struct font name_font = {FACE_BOLD, 1750, COLOUR_INK, ALIGN_CENTRE};
static const struct font club_font = {FACE_TEXT, 560, COLOUR_QUIET, ALIGN_CENTRE};
static const struct font sign_font = {FACE_TEXT, 300, COLOUR_QUIET, ALIGN_LEFT};

/* "1st", "2nd", "3rd", "11th" ... */
static const char *
ordinal(unsigned place)
{
	if (place % 100 / 10 == 1)
		return "th";
	return place % 10 == 1 ? "st" : place % 10 == 2 ? "nd" : place % 10 == 3 ? "rd" : "th";
}

static void
draw_border(struct canvas *canvas)
{
	static const enum symbol_id corners[] = {SYMBOL_FIREWORK, SYMBOL_SOCK, SYMBOL_EMERALD, SYMBOL_CHIP3};
	const int32_t w = AWARD_W, h = AWARD_H, half = CORNER / 2;

	canvas_dotted(canvas, CORNER + 400, half, w - CORNER - 400, half, DOT, APART, COLOUR_INK);
	canvas_dotted(canvas, CORNER + 400, h - half, w - CORNER - 400, h - half, DOT, APART, COLOUR_INK);
	canvas_dotted(canvas, half, CORNER + 400, half, h - CORNER - 400, DOT, APART, COLOUR_INK);
	canvas_dotted(canvas, w - half, CORNER + 400, w - half, h - CORNER - 400, DOT, APART, COLOUR_INK);
	for (int i = 0; i < 4; i++)
		canvas_symbol(canvas, corners[i],
			(struct rect){i % 2 == 0 ? 0 : w - CORNER, i < 2 ? 0 : h - CORNER, CORNER, CORNER});
	canvas_fill(canvas, (struct rect){4300, half - 500, 1200, 1000}, COLOUR_PAPER);
	canvas_symbol(canvas, SYMBOL_SCISSORS, (struct rect){4400, half - 500, 1000, 1000});
}

static void
draw_sign(const char *what, int32_t x, struct canvas *canvas)
{
	canvas_line(canvas, x, 15600, x + 7000, 15600, 20, COLOUR_INK);
	canvas_text(canvas, &sign_font, (struct rect){x, 15700, 7000, 450}, what);
}

/* On one line as large as it goes; a name too long for that on two. */
static void
draw_name(const char *name, struct rect at, struct canvas *canvas)
{
	struct font font = name_font;

	if (canvas_text_width(canvas, &font, name) < 3 * at.w / 2) {
		canvas_text(canvas, &font, at, name);
		return;
	}
	font.size = 950;
	canvas_paragraph(canvas, &font, at, name);
}

void
award_draw(const struct award *award, struct canvas *canvas)
{
	const struct standing *standing = award->standing;
	const struct rect line = {2200, 0, AWARD_W - 4400, 0};
	char words[160];

	draw_border(canvas);
	if (standing->place <= 3)
		canvas_silhouette(canvas, SYMBOL_TROPHY, (struct rect){AWARD_W / 2 - 1100, 1500, 2200, 2200},
			standing->place == 1           ? GOLD
				: standing->place == 2 ? 0x8a8f98
						       : 0xa05a2c);
	canvas_text(canvas, &event_font, (struct rect){line.x, 3900, line.w, 800}, award->head.event);
	snprintf(words, sizeof words, "%u%s place", standing->place, ordinal(standing->place));
	canvas_text(canvas, &place_font, (struct rect){line.x, 4900, line.w, 1700}, words);
	if (award->shared > 1) {
		snprintf(words, sizeof words, "shared by %u, of %u who played", award->shared, award->people);
		canvas_text(canvas, &small_font, (struct rect){line.x, 6700, line.w, 600}, words);
	} else {
		snprintf(words, sizeof words, "of %u who played", award->people);
		canvas_text(canvas, &small_font, (struct rect){line.x, 6700, line.w, 600}, words);
	}
	draw_name(standing->name, (struct rect){line.x, 8100, line.w, 2300}, canvas);
	if (*standing->club != '\0')
		canvas_text(canvas, &club_font, (struct rect){line.x, 10500, line.w, 800}, standing->club);
	snprintf(words, sizeof words, "%d point%s, %u table%s won in %u round%s", standing->points,
		standing->points == 1 ? "" : "s", standing->wins, standing->wins == 1 ? "" : "s", standing->played,
		standing->played == 1 ? "" : "s");
	canvas_text(canvas, &small_font, (struct rect){line.x, 11800, line.w, 600}, words);
	draw_sign(award->head.date == NULL ? "date" : award->head.date, 3600, canvas);
	draw_sign("for the organisers", AWARD_W - 3600 - 7000, canvas);
}
