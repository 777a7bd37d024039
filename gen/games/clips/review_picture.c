/* SPDX-License-Identifier: MIT
 * Pictures of reviewed games. */
#include "gen/games/clips/review_picture.h"

#include <glib.h>
#include <stdlib.h>

#include "gen/games/clips/press.h"

/* The card is drawn larger than life, by a half. */
#define LARGER(length) ((length)*3 / 2)

/* All lengths are hundredths of a millimetre. */

/* Left edge of the card: badges fit next to it. */
#define CARD_X 1500

/* Top of the card: badges fit between it and the title. */
#define CARD_Y 3900

/* Radius of a badge. */
#define BADGE 330

/* Distance from a dotted frame to the next one inside of it, if several clips were missed at one place. */
#define INSET 110

/* Left edge of the texts and of the chart, right of the card. */
#define SIDE_X 13000

/* Width of the texts and of the chart: up to the right edge of the picture. */
#define SIDE_W (REVIEW_PICTURE_W - SIDE_X)

/* Top of the texts, one for each clip. */
#define SIDE_Y 2300

/* Distance between the tops of two of these texts. */
#define ENTRY_H 1350

/* Top of the chart, below the texts and its own title: the height of its largest value. */
#define CHART_Y (SIDE_Y + CLIPS_IN_ALL * ENTRY_H + 1800)

/* Height of the chart, from its largest value to its smallest. */
#define CHART_H 3400

static const uint32_t colours[2] = {0x1f6fb5, 0xc8372d};
static const struct font title_font = {FACE_BOLD, 620, COLOUR_INK, ALIGN_LEFT};
static const struct font quiet_font = {FACE_TEXT, 340, COLOUR_QUIET, ALIGN_LEFT};
static const struct font code_font = {FACE_CONDENSED, 300, COLOUR_QUIET, ALIGN_CENTRE};
static const struct font words_font = {FACE_TEXT, 350, COLOUR_INK, ALIGN_LEFT};

/* What a clip encloses on the card. */
static struct rect
run_rect(const struct clips_size *size, const struct clip *clip)
{
	int row, col;
	int32_t around = (size->pitch - size->symbol) / 2 - 60;

	clip_cell(clip, 0, &row, &col);
	const struct rect first = clips_symbol_at(size, row, col);
	clip_cell(clip, clip->depth - 1, &row, &col);
	const struct rect last = clips_symbol_at(size, row, col);
	return (struct rect){CARD_X + MIN(first.x, last.x) - around, CARD_Y + MIN(first.y, last.y) - around,
		abs(first.x - last.x) + first.w + 2 * around, abs(first.y - last.y) + first.h + 2 * around};
}

/* A number in a disc; hollow for what was not played. */
static void
draw_badge(struct canvas *canvas, int32_t x, int32_t y, unsigned number, uint32_t colour, bool hollow)
{
	const struct font font = {FACE_BOLD, 380, hollow ? colour : COLOUR_PAPER, ALIGN_CENTRE};

	canvas_circle(canvas, x, y, BADGE, hollow ? COLOUR_PAPER : colour, hollow ? 50 : 0, colour);
	canvas_textf(canvas, &font, (struct rect){x - BADGE, y - BADGE, 2 * BADGE, 2 * BADGE}, "%u", number);
}

/* The badge of a clip is outside the card where the clip was pushed on, behind `out` others. */
static void
draw_edge_badge(struct canvas *canvas, const struct clips_size *size, const struct clip *clip, int out, unsigned number,
	uint32_t colour, bool hollow)
{
	struct rect run = run_rect(size, clip);
	int32_t x = run.x + run.w / 2, y = run.y + run.h / 2;
	int32_t away = BADGE + 40 + out * (2 * BADGE + 60);

	if (clip->edge == 'L')
		x = CARD_X - away;
	else if (clip->edge == 'R')
		x = CARD_X + size->w + away;
	else if (clip->edge == 'T')
		y = CARD_Y - away;
	else
		y = CARD_Y + size->h + away;
	draw_badge(canvas, x, y, number, colour, hollow);
}

static bool
is_missed(const struct clips_reviewed *move)
{
	return move->lost > 0 && move->best.edge != '\0';
}

static bool
is_beside(const struct clip *a, const struct clip *b)
{
	return a->edge == b->edge && a->line == b->line;
}

/* What would have been best, with its badge behind those that are on its line, and a little inside
 * of what was best there before. */
static void
draw_missed(struct canvas *canvas, const struct clips_size *size, const struct clips_review *review, unsigned n)
{
	const struct clips_reviewed *move = &review->move[n];
	const struct rect run = run_rect(size, &move->best);
	int out = 0, missed = 0;

	for (unsigned i = 0; i < CLIPS_IN_ALL; i++) {
		out += is_beside(&review->move[i].clip, &move->best);
		missed += i < n && is_missed(&review->move[i]) && is_beside(&review->move[i].best, &move->best);
	}
	uint32_t colour = colours[move->player];
	int32_t left = run.x + missed * INSET, right = run.x + run.w - missed * INSET;
	int32_t top = run.y + missed * INSET, bottom = run.y + run.h - missed * INSET;
	canvas_dotted(canvas, left, top, right, top, 60, 160, colour);
	canvas_dotted(canvas, left, bottom, right, bottom, 60, 160, colour);
	canvas_dotted(canvas, left, top, left, bottom, 60, 160, colour);
	canvas_dotted(canvas, right, top, right, bottom, 60, 160, colour);
	draw_edge_badge(canvas, size, &move->best, out + missed, n + 1, colour, true);
}

static void
draw_card(struct canvas *canvas, const struct review_picture *picture)
{
	struct clips_size size = clips_poker;

	size.w = LARGER(size.w);
	size.h = LARGER(size.h);
	size.first = LARGER(size.first);
	size.pitch = LARGER(size.pitch);
	size.middle = LARGER(size.middle);
	size.symbol = LARGER(size.symbol);
	struct rect hole = {CARD_X + 2 * size.pitch, CARD_Y + size.h / 2 - 300, size.w - 4 * size.pitch, 600};

	canvas_rounded(canvas, (struct rect){CARD_X, CARD_Y, size.w, size.h}, 450, COLOUR_PAPER, 30, COLOUR_QUIET);
	for (unsigned i = 0; i < CLIPS_IN_ALL; i++) {
		const struct clips_reviewed *move = &picture->review->move[i];
		uint32_t colour = colours[move->player];

		canvas_rounded(canvas, run_rect(&size, &move->clip), 420, NO_FILL, 110, colour);
		draw_edge_badge(canvas, &size, &move->clip, 0, i + 1, colour, false);
	}
	for (unsigned i = 0; i < CLIPS_IN_ALL; i++)
		if (is_missed(&picture->review->move[i]))
			draw_missed(canvas, &size, picture->review, i);
	clips_draw_symbols(canvas, &size, picture->layout, CARD_X, CARD_Y);
	canvas_paragraph(canvas, &code_font, hole, picture->code);
}

static void
draw_words(struct canvas *canvas, const struct review_picture *picture)
{
	char words[MESSAGE_TEXT];
	struct message message;

	canvas_text(canvas, &title_font, (struct rect){0, 0, REVIEW_PICTURE_W, 800}, "The game again");
	clips_review_card(picture->review, picture->players, &message);
	message_write(&message, &audience_paper, words, sizeof words);
	canvas_text(canvas, &quiet_font, (struct rect){0, 800, REVIEW_PICTURE_W, 500}, words);
	for (unsigned i = 0; i < CLIPS_IN_ALL; i++) {
		const struct clips_reviewed *move = &picture->review->move[i];
		int32_t y = SIDE_Y + (int32_t)i * ENTRY_H;

		draw_badge(canvas, SIDE_X + BADGE, y + BADGE, i + 1, colours[move->player], false);
		clips_review_move(picture->review, picture->players, i, &message);
		message_write(&message, &audience_paper, words, sizeof words);
		canvas_paragraph(
			canvas, &words_font, (struct rect){SIDE_X + 1000, y, SIDE_W - 1000, ENTRY_H - 150}, words);
	}
}

/* What the chart shows: the value before the first clip (0) and after the n-th, where it is known, and the range that
 * holds all of them, nothing and the bid. There is one more, which is never known. */
struct values {
	bool known[CLIPS_IN_ALL + 2];
	int value[CLIPS_IN_ALL + 2];
	int least, most;
};

static int32_t
height_of(const struct values *values, int value)
{
	return CHART_Y + CHART_H * (values->most - value) / (values->most - values->least);
}

static void
draw_level(struct canvas *canvas, int32_t y, const char *name, bool dashed)
{
	const struct font font = {FACE_TEXT, 280, COLOUR_QUIET, ALIGN_RIGHT};

	if (dashed)
		canvas_dashed(canvas, SIDE_X + 900, y, REVIEW_PICTURE_W, y, 25, COLOUR_QUIET);
	else
		canvas_line(canvas, SIDE_X + 900, y, REVIEW_PICTURE_W, y, 25, COLOUR_QUIET);
	canvas_text(canvas, &font, (struct rect){SIDE_X, y - 200, 820, 400}, name);
}

/* Whether a value beside one that is known lies above it: a line comes from there. */
static bool
is_above(const struct values *values, unsigned beside, unsigned n)
{
	return values->known[beside] && values->value[beside] > values->value[n];
}

/* A dot with its number, over it and beside the lines, or under a low one; and the line from the value before. */
static void
draw_value(struct canvas *canvas, const struct values *values, unsigned n, uint32_t colour)
{
	int32_t step = (SIDE_W - 1700) / CLIPS_IN_ALL, x = SIDE_X + 1300 + (int32_t)n * step;
	int32_t y = height_of(values, values->value[n]);
	bool falls = n > 0 && is_above(values, n - 1, n), rises = is_above(values, n + 1, n);
	struct rect number = {x - 260 + (falls ? 220 : 0) - (rises ? 220 : 0), y - 580, 520, 400};
	int value = values->value[n];
	const struct font font = {FACE_TEXT, 340, COLOUR_INK, ALIGN_CENTRE};

	if (falls && (rises || !values->known[n + 1]))
		number = (struct rect){x - 260, y + 170, 520, 400};
	canvas_fill(canvas, number, COLOUR_PAPER);
	if (n > 0 && values->known[n - 1])
		canvas_line(canvas, x - step, height_of(values, values->value[n - 1]), x, y, 60, colour);
	canvas_circle(canvas, x, y, 130, colour, 0, colour);
	canvas_textf(canvas, &font, number, "%s%d", value > 0 ? "+" : value < 0 ? "\u2212" : "", abs(value));
}

static void
draw_values(struct canvas *canvas, const struct clips_review *review)
{
	const char *legend = "Dotted, with a hollow number: what would have been best.";
	struct values values = {.least = MIN(0, review->bid), .most = MAX(1, review->bid)};

	for (unsigned n = 0; n <= CLIPS_IN_ALL; n++) {
		const struct clips_duel *duel = n == 0 ? &review->value : &review->move[n - 1].after;

		if (duel->least < duel->most)
			continue;
		values.known[n] = true;
		values.value[n] = duel->least;
		values.least = MIN(values.least, duel->least);
		values.most = MAX(values.most, duel->least);
	}
	canvas_text(canvas, &quiet_font, (struct rect){SIDE_X, CHART_Y + CHART_H + 900, SIDE_W, 450}, legend);
	canvas_text(canvas, &quiet_font, (struct rect){SIDE_X, CHART_Y - 1350, SIDE_W, 450},
		"How far the first player would end ahead:");
	draw_level(canvas, height_of(&values, 0), "0", false);
	if (review->bid > 0)
		draw_level(canvas, height_of(&values, review->bid), "bid", true);
	for (unsigned n = 0; n <= CLIPS_IN_ALL; n++)
		if (values.known[n])
			draw_value(canvas, &values, n, n == 0 ? COLOUR_INK : colours[review->move[n - 1].player]);
}

void
review_picture_draw(struct canvas *canvas, const struct review_picture *picture)
{
	draw_card(canvas, picture);
	draw_words(canvas, picture);
	draw_values(canvas, picture->review);
}
