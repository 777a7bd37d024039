/* SPDX-License-Identifier: MIT
 * A certificate: a landscape page for one person. The border is a dotted cutting line with scissors, as on the games'
 * sheets, and each corner has a symbol of a game. */
#include "kiosk/prints/event_pages.h"

/* Width of a dot of the border, in hundredths of a millimetre like all lengths here. */
#define DOT 45

/* Distance from one dot to the next. */
#define APART 130

/* Side of a symbol in a corner. */
#define CORNER 1500

static const struct font event_font = {FACE_CONDENSED, 560, COLOUR_QUIET, ALIGN_CENTRE};
static const struct font place_font = {FACE_BOLD, 1250, COLOUR_INK, ALIGN_CENTRE};
static const struct font small_font = {FACE_TEXT, 430, COLOUR_QUIET, ALIGN_CENTRE};
static const struct font name_font = {FACE_BOLD, 1750, COLOUR_INK, ALIGN_CENTRE};
static const struct font long_name_font = {FACE_BOLD, 950, COLOUR_INK, ALIGN_CENTRE};
static const struct font club_font = {FACE_TEXT, 560, COLOUR_QUIET, ALIGN_CENTRE};
static const struct font sign_font = {FACE_TEXT, 300, COLOUR_QUIET, ALIGN_LEFT};

static void
draw_border(struct canvas *canvas)
{
	static const enum symbol_id corners[] = {SYMBOL_FIREWORK, SYMBOL_SOCK, SYMBOL_EMERALD, SYMBOL_CHIP3};
	const int32_t w = AWARD_W, h = AWARD_H, half = CORNER / 2;

	for (int32_t y = half; y < h; y += h - CORNER)
		canvas_dotted(canvas, CORNER + 400, y, w - CORNER - 400, y, DOT, APART, COLOUR_INK);
	for (int32_t x = half; x < w; x += w - CORNER)
		canvas_dotted(canvas, x, CORNER + 400, x, h - CORNER - 400, DOT, APART, COLOUR_INK);
	for (int i = 0; i < 4; i++)
		canvas_symbol(canvas, corners[i],
			(struct rect){i % 2 == 0 ? 0 : w - CORNER, i < 2 ? 0 : h - CORNER, CORNER, CORNER});
	canvas_fill(canvas, (struct rect){4300, half - 500, 1200, 1000}, COLOUR_PAPER);
	canvas_symbol(canvas, SYMBOL_SCISSORS, (struct rect){4400, half - 500, 1000, 1000});
}

void
award_draw(const struct award *award, struct canvas *canvas)
{
	static const uint32_t metals[] = {0xb8860b, 0x8a8f98, 0xa05a2c}; /* gold, silver, bronze */
	static const struct phrase places[] = {
		PHRASE("award-place", "{place}th place"),
		PHRASE("award-place-1", "{place}st place"),
		PHRASE("award-place-2", "{place}nd place"),
		PHRASE("award-place-3", "{place}rd place"),
	};
	const struct standing *standing = award->standing;
	const struct rect line = {2200, 0, AWARD_W - 4400, 0}, name = {line.x, 8100, line.w, 2300};
	char digits[POINT_TEXT];
	struct message points;
	unsigned place = standing->place, last = place % 100 / 10 == 1 || place % 10 > 3 ? 0 : place % 10;

	draw_border(canvas);
	if (place <= G_N_ELEMENTS(metals))
		canvas_silhouette(
			canvas, SYMBOL_TROPHY, (struct rect){AWARD_W / 2 - 1100, 1500, 2200, 2200}, metals[place - 1]);
	canvas_text(canvas, &event_font, (struct rect){line.x, 3900, line.w, 800}, award->head.event);
	event_page_say(canvas, &place_font, ((struct rect){line.x, 4900, line.w, 1700}),
		SAY(places[last].id, places[last].english), ARG_NUMBER("place", place));
	event_page_say(canvas, &small_font, ((struct rect){line.x, 6700, line.w, 600}),
		award->shared > 1 ? SAY("award-shared", "shared by {shared}, of {people} who played")
				  : SAY("award-people", "of {people} who played"),
		ARG_NUMBER("shared", award->shared), ARG_NUMBER("people", award->people));
	/* On one line, shrunk to fit; a name that is too long for that goes on two. */
	if (canvas_text_width(canvas, &name_font, standing->name) < 3 * name.w / 2)
		canvas_text(canvas, &name_font, name, standing->name);
	else
		canvas_paragraph(canvas, &long_name_font, name, standing->name);
	if (*standing->club != '\0')
		canvas_text(canvas, &club_font, (struct rect){line.x, 10500, line.w, 800}, standing->club);
	points_write(standing->points, digits);
	message_set(&points,
		standing->points % POINT == 0
			? SAY_COUNT("points", "{count} point", "{count} points", standing->points / POINT)
			: SAY("points-part", "{points} points"),
		ARG_TEXT("points", digits));
	event_page_say(canvas, &small_font, ((struct rect){line.x, 11800, line.w, 600}),
		SAY("award-earned", "{points}, {won} in {rounds}"), ARG_CAUSE("points", &points),
		ARG_PHRASE("won", SAY_COUNT("tables-won", "{count} table won", "{count} tables won", standing->wins)),
		ARG_PHRASE("rounds", SAY_COUNT("rounds", "{count} round", "{count} rounds", standing->played)));
	const struct rect date = {3600, 15700, 7000, 450}, sign = {AWARD_W - 3600 - 7000, 15700, 7000, 450};
	canvas_line(canvas, date.x, 15600, date.x + date.w, 15600, 20, COLOUR_INK);
	if (award->head.date != NULL)
		canvas_text(canvas, &sign_font, date, award->head.date);
	else
		event_page_say(canvas, &sign_font, date, SAY("award-date", "date"));
	canvas_line(canvas, sign.x, 15600, sign.x + sign.w, 15600, 20, COLOUR_INK);
	event_page_say(canvas, &sign_font, sign, SAY("award-sign", "for the organisers"));
}
