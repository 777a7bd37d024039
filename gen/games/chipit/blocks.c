/* SPDX-License-Identifier: MIT
 * The blocks of a pad, one for each game: places of three to six players, or what the
 * loser of two was left with. The form says where the bubbles are. */
#include "gen/games/chipit/press.h"
#include "scoring/chipit.h"

#include <string.h>

/* The line width of bubbles, in hundredths of a millimetre. */
#define BUBBLE_WIDTH 25

/* The line width of boxes, in hundredths of a millimetre. */
#define BOX_WIDTH 25

/* The radius of a block's corners, in hundredths of a millimetre. */
#define ROUND 200

static const struct font hint_font = {FACE_CONDENSED, 280, COLOUR_QUIET, ALIGN_CENTRE};

static int32_t
middle_x(const struct bubble *bubble)
{
	return bubble->at.x + bubble->at.w / 2;
}

static int32_t
middle_y(const struct bubble *bubble)
{
	return bubble->at.y + bubble->at.h / 2;
}

/* All bubbles of the pad. The end of its id is written in each: what a mark in it means. */
static void
draw_bubbles(const struct form *form, struct canvas *canvas)
{
	const struct font font = {FACE_TEXT, form->bubble[0].at.w * 55 / 100, BUBBLE_LABEL, ALIGN_CENTRE};

	for (int i = 0; i < form->bubbles; i++) {
		const struct bubble *bubble = &form->bubble[i];

		canvas_circle(canvas, middle_x(bubble), middle_y(bubble), bubble->at.w / 2, NO_FILL, BUBBLE_WIDTH,
			COLOUR_INK);
		canvas_text(canvas, &font, bubble->at, strrchr(bubble->id, '.') + 1);
	}
}

/* The pale title of every block, with rounded corners on its outer side. */
static void
draw_titles(const struct chipit_pad *pad, struct canvas *canvas)
{
	bool side = chipit_block_cols(&pad->layout) == 1;

	for (int game = 0; game < pad->layout.games; game++) {
		struct rect at = chipit_block(&pad->layout, game), square = at;

		if (side) {
			at.w = CHIPIT_SIDE_W;
			square.x += ROUND;
			square.w = CHIPIT_SIDE_W - ROUND;
		} else {
			at.h = CHIPIT_BLOCK_TOP;
			square.y += ROUND;
			square.h = CHIPIT_BLOCK_TOP - ROUND;
		}
		canvas_rounded(canvas, at, ROUND, TITLE_PALE, 0, 0);
		canvas_fill(canvas, square, TITLE_PALE);
	}
	for (int game = 0; game < pad->layout.games; game++)
		canvas_rounded(canvas, chipit_block(&pad->layout, game), ROUND, NO_FILL, 30, COLOUR_INK);
}

/* "Game 2" and who starts, across the top of the block or beside its lines. */
static void
draw_title_text(const struct chipit_pad *pad, struct canvas *canvas, int game)
{
	const struct font title = {FACE_BOLD, 460, COLOUR_INK, ALIGN_LEFT};
	const struct font big = {FACE_BOLD, 2200, COLOUR_INK, ALIGN_CENTRE};
	const struct font starts = {FACE_BOLD, 320, COLOUR_INK, ALIGN_RIGHT};
	const struct font middle = {FACE_BOLD, 360, COLOUR_INK, ALIGN_CENTRE};
	struct rect at = chipit_block(&pad->layout, game);
	char first = (char)('A' + pad->layout.first[game]);

	if (chipit_block_cols(&pad->layout) == 1) {
		canvas_text(canvas, &middle, (struct rect){at.x, at.y + 700, CHIPIT_SIDE_W, 500}, "Game");
		canvas_textf(canvas, &big, (struct rect){at.x, at.y + 1350, CHIPIT_SIDE_W, 2000}, "%d", game + 1);
		canvas_textf(canvas, &middle, (struct rect){at.x, at.y + at.h - 1400, CHIPIT_SIDE_W, 500},
			"%c goes first", first);
		return;
	}
	canvas_textf(canvas, &title, (struct rect){at.x + 300, at.y, 3500, CHIPIT_BLOCK_TOP}, "Game %d", game + 1);
	canvas_textf(canvas, &starts, (struct rect){at.x + 3800, at.y, at.w - 4100, CHIPIT_BLOCK_TOP},
		pad->layout.two ? "%c goes first with 2 points" : "%c goes first", first);
}

/* From the start of a line to the middle of the seat's disc, in hundredths of a millimetre. */
#define SEAT_X 650

/* From the start of a line to the label "starts", in hundredths of a millimetre. */
#define STARTS_X 1130

/* The width of the label. */
#define STARTS_W 1150

/* The height of the label. */
#define STARTS_H 420

/* Where a line starts in the blocks for three, which have their title on the left. */
#define WIDE_X (CHIPIT_SIDE_W + 500)

/* The first bubble of a line. */
static const struct bubble *
line_bubble(const struct chipit_pad *pad, int game, int line)
{
	int seats = pad->layout.seats;

	return &pad->form.bubble[(game * seats + line) * seats];
}

static int32_t
line_x(const struct chipit_pad *pad, int game)
{
	return chipit_block(&pad->layout, game).x + (chipit_block_cols(&pad->layout) == 1 ? WIDE_X : 0);
}

/* Above each column the points for the place, and above the boxes what to write into them. */
static void
draw_hints(const struct chipit_pad *pad, struct canvas *canvas, int game, struct rect box)
{
	const struct font left = {FACE_CONDENSED, 280, COLOUR_QUIET, ALIGN_RIGHT};
	const struct bubble *bubble = line_bubble(pad, game, 0);
	struct rect at = chipit_block(&pad->layout, game);
	int32_t y = at.y + (chipit_block_cols(&pad->layout) == 1 ? 150 : CHIPIT_BLOCK_TOP + 60);

	for (int place = 0; place < pad->layout.seats; place++)
		canvas_textf(canvas, &hint_font, (struct rect){middle_x(bubble + place) - 350, y, 700, 350}, "%u",
			chipit_points[place]);
	canvas_text(canvas, &left, (struct rect){bubble->at.x - 2000, y, 1850, 350}, "worth");
	canvas_text(canvas, &hint_font, (struct rect){box.x - 100, y, box.w + 200, 350}, "points");
}

/* The box for the points of a line. */
static struct rect
points_box(const struct chipit_pad *pad, int game, int line)
{
	struct rect at = chipit_block(&pad->layout, game);
	int32_t dy = middle_y(line_bubble(pad, 0, 1)) - middle_y(line_bubble(pad, 0, 0));
	int32_t w = chipit_block_cols(&pad->layout) == 1 ? 2200 : 1150, h = MIN(1100, dy - 160);

	return (struct rect){at.x + at.w - w - 250, middle_y(line_bubble(pad, game, line)) - h / 2, w, h};
}

void
chipit_draw_tournament(const struct chipit_pad *pad, struct canvas *canvas)
{
	int seats = pad->layout.seats;

	draw_titles(pad, canvas);
	for (int i = 0; i < pad->layout.games * (seats - 1); i++) {
		int game = i / (seats - 1), line = i % (seats - 1);
		struct rect at = chipit_block(&pad->layout, game);
		int32_t left = chipit_block_cols(&pad->layout) == 1 ? CHIPIT_SIDE_W : 0;
		int32_t y = (middle_y(line_bubble(pad, game, line)) + middle_y(line_bubble(pad, game, line + 1))) / 2;

		canvas_line(canvas, at.x + left + 250, y, at.x + at.w - 250, y, 12, COLOUR_FAINT);
	}
	for (int i = 0; i < pad->layout.games * seats; i++)
		canvas_rounded(canvas, points_box(pad, i / seats, i % seats), 80, NO_FILL, BOX_WIDTH, COLOUR_QUIET);
	for (int game = 0; game < pad->layout.games; game++) {
		draw_title_text(pad, canvas, game);
		draw_hints(pad, canvas, game, points_box(pad, game, 0));
	}
	int32_t size = MIN(800, pad->form.bubble[0].at.w + 40);
	for (int game = 0; game < pad->layout.games; game++)
		for (int line = 0; line < seats; line++)
			chipit_draw_seat(canvas, line_x(pad, game) + SEAT_X, middle_y(line_bubble(pad, game, line)),
				size, pad->layout.seat[line]);
	/* The label of the seat that starts. */
	const struct font font = {FACE_CONDENSED_BOLD, 280, COLOUR_INK, ALIGN_CENTRE};

	for (int game = 0; game < pad->layout.games; game++) {
		for (int line = 0; line < pad->layout.seats; line++) {
			int32_t y = middle_y(line_bubble(pad, game, line));
			struct rect at = {line_x(pad, game) + STARTS_X, y - STARTS_H / 2, STARTS_W, STARTS_H};

			if (pad->layout.seat[line] != pad->layout.first[game])
				continue;
			canvas_rounded(canvas, at, STARTS_H / 2, FIRST_PALE, 25, FIRST_LINE);
			canvas_text(canvas, &font, at, "starts");
		}
	}
	draw_bubbles(&pad->form, canvas);
}

/* Boxes to add up the loser's points. */
static void
draw_sum(const struct chipit_pad *pad, struct canvas *canvas, int game)
{
	const struct font font = {FACE_BOLD, 320, COLOUR_INK, ALIGN_CENTRE};
	struct rect at = chipit_block(&pad->layout, game);
	int32_t y = at.y + at.h - 1350, x[] = {at.x + 430, at.x + 3180, at.x + 6050}, w = 1750;
	const char *label[] = {"chips", "cards", "points"};

	for (int i = 0; i < 3; i++)
		canvas_rounded(canvas, (struct rect){x[i], y, i == 2 ? w + 1050 : w, 750}, 80, NO_FILL,
			i == 2 ? 45 : BOX_WIDTH, i == 2 ? COLOUR_INK : COLOUR_QUIET);
	for (int i = 0; i < 3; i++)
		canvas_text(canvas, &hint_font, (struct rect){x[i], y + 790, i == 2 ? w + 1050 : w, 330}, label[i]);
	canvas_textf(canvas, &font, (struct rect){x[0] + w, y, 1000, 750}, "+ %d ×", CHIPIT_POINTS_A_CARD);
	canvas_text(canvas, &font, (struct rect){x[1] + w, y, x[2] - x[1] - w, 750}, "=");
}

void
chipit_draw_two(const struct chipit_pad *pad, struct canvas *canvas)
{
	draw_titles(pad, canvas);
	for (int game = 0; game < pad->layout.games; game++) {
		draw_title_text(pad, canvas, game);
		/* The labels over the lines of bubbles. */
		static const char *const asked[CHIPIT_TWO_LINES] = {"Who lost?",
			"Points in chips the loser still holds: tens", "… and ones", "Cards left in the loser's hand"};
		const struct font font = {FACE_TEXT, 290, COLOUR_INK, ALIGN_LEFT};
		int a_game = pad->form.bubbles / pad->layout.games;
		const struct bubble *bubble = &pad->form.bubble[game * a_game];
		struct rect at = chipit_block(&pad->layout, game);

		for (int line = 0; line < CHIPIT_TWO_LINES; line++) {
			canvas_text(canvas, &font, (struct rect){bubble->at.x, bubble->at.y - 480, at.w - 860, 400},
				asked[line]);
			bubble += chipit_two_count(&pad->layout, line);
		}
		draw_sum(pad, canvas, game);
	}
	draw_bubbles(&pad->form, canvas);
}
