/* SPDX-License-Identifier: MIT
 * The look of washers and dryers: front with door and price, sides with vents,
 * a top that says what goes there. */
#include "gen/games/laundry/machine.h"

#include <glib.h>
#include <math.h>

/* The colour of vents and of the rim of a window. */
#define STEEL 0xcfd8e3

/* The colour of water. */
#define WATER 0x5db2f2

/* The glass of washers. */
#define COLD 0xdff1fd

/* The glass of the score dryer. */
#define WARM 0xfff1d6

/* The middle of the window from the left of the door, in hundredths of a millimetre: the handle needs the other
 * edge. */
#define WINDOW_X 1480

/* The radius of the window with its rim, in hundredths of a millimetre. */
#define RIM 1280

/* The radius of its glass, in hundredths of a millimetre. */
#define GLASS 1010

/* Line segments of the water's surface: enough to look round on paper. */
#define WAVES 24

/* Points on the edge of the glass below the surface: enough to look round on paper. */
#define SHORE 24

const struct laundry_machine laundry_machines[LAUNDRY_MACHINES] = {
	{"Washer 1", "WASHER 1", "200 yen + {detergent}", SYMBOL_WASHER, false, false, 0xeef4fb},
	{"Washer 2", "WASHER 2", "200 yen + {detergent}", SYMBOL_WASHER, false, false, 0xeef4fb},
	{"Washer 3", "WASHER 3", "200 yen + {detergent}", SYMBOL_WASHER, false, false, 0xeef4fb},
	{"Washer 4", "WASHER 4", "200 yen + {detergent}", SYMBOL_WASHER, false, false, 0xeef4fb},
	{"Score dryer", "SCORE", "200 yen + {magazine} or {newspaper}", SYMBOL_DRYER, true, true, 0xfff3e0},
	{"No-score dryer", "NO SCORE", "200 yen + {magazine} or {newspaper}", SYMBOL_DRYER, true, false, 0xf1f1f3},
};

static const struct font title_font = {FACE_BOLD, 640, COLOUR_INK, ALIGN_CENTRE};
static const struct font note_font = {FACE_CONDENSED, 270, COLOUR_INK, ALIGN_CENTRE};

/* A rect inside another one, from its top left. */
static struct rect
inside(struct rect at, int32_t x, int32_t y, int32_t w, int32_t h)
{
	return (struct rect){at.x + x, at.y + y, w, h};
}

/* Water in a round glass: a wave from shore to shore, and the glass below. */
static void
draw_water(struct canvas *canvas, int32_t x, int32_t y)
{
	const double radius = GLASS - 30, level = 0.1;
	int32_t point[WAVES + SHORE + 1][2];

	for (int i = 0; i <= WAVES; i++) {
		double along = 2.0 * i / WAVES - 1, half = cos(level) * radius;

		point[i][0] = x + (int32_t)(along * half);
		point[i][1] = y + (int32_t)(sin(level) * radius + 110 * sin(along * 2 * G_PI));
	}
	for (int i = 1; i <= SHORE; i++) {
		double angle = level + (G_PI - 2 * level) * i / (SHORE + 1);

		point[WAVES + i][0] = x + (int32_t)(radius * cos(angle));
		point[WAVES + i][1] = y + (int32_t)(radius * sin(angle));
	}
	canvas_polygon(canvas, (const int32_t(*)[2])point, G_N_ELEMENTS(point), WATER, 0, 0);
	canvas_circle(canvas, x - 380, y + 480, 120, NO_FILL, 30, COLOUR_PAPER);
	canvas_circle(canvas, x + 60, y + 660, 90, NO_FILL, 30, COLOUR_PAPER);
	canvas_circle(canvas, x + 420, y + 400, 150, NO_FILL, 30, COLOUR_PAPER);
}

/* The window: water in a washer; in a dryer what it does with the score, a cup, struck out where there is none. */
static void
draw_window(const struct laundry_machine *machine, struct canvas *canvas, int32_t x, int32_t y)
{
	uint32_t glass = !machine->dryer ? COLD : machine->scores ? WARM : COLOUR_PAPER;

	canvas_circle(canvas, x, y, RIM, STEEL, 30, COLOUR_INK);
	canvas_circle(canvas, x, y, GLASS, glass, 30, COLOUR_INK);
	if (!machine->dryer) {
		draw_water(canvas, x, y);
		return;
	}
	canvas_symbol(canvas, SYMBOL_TROPHY, (struct rect){x - 620, y - 620, 1240, 1240});
	if (machine->scores)
		return;
	canvas_flush(canvas);
	canvas_line(canvas, x - 660, y + 660, x + 660, y - 660, 240, COLOUR_PAPER);
	canvas_line(canvas, x - 660, y + 660, x + 660, y - 660, 110, COLOUR_INK);
}

static void
draw_front(const struct laundry_machine *machine, struct rect front, struct canvas *canvas)
{
	const struct font name = {FACE_BOLD, 420, COLOUR_INK, ALIGN_LEFT};
	const struct font price = {FACE_CONDENSED, 270, COLOUR_INK, ALIGN_LEFT};
	struct rect door =
		inside(front, laundry_box.door.x, laundry_box.door.y, laundry_box.door.w, laundry_box.door.h);

	draw_window(machine, canvas, door.x + WINDOW_X, door.y + door.h / 2);
	/* Where the handle's foot goes: the edge of the door that opens. */
	canvas_rounded(canvas,
		(struct rect){door.x + door.w - LAUNDRY_HANDLE_PART - 20, door.y + (door.h - LAUNDRY_HANDLE_LONG) / 2,
			LAUNDRY_HANDLE_PART - 40, LAUNDRY_HANDLE_LONG},
		60, COLOUR_PAPER, 15, COLOUR_QUIET);
	canvas_rounded(canvas, inside(front, 3200, 330, 300, 720), 150, COLOUR_PAPER, 25, COLOUR_INK);
	canvas_line(canvas, front.x + 3350, front.y + 480, front.x + 3350, front.y + 900, 60, COLOUR_INK);
	canvas_circle(canvas, front.x + 4000, front.y + 690, 300, COLOUR_PAPER, 25, COLOUR_INK);
	canvas_line(canvas, front.x + 4000, front.y + 690, front.x + 4150, front.y + 480, 50, COLOUR_INK);
	canvas_text(canvas, &name, inside(front, 350, 280, 2750, 480), machine->name);
	canvas_text(canvas, &price, inside(front, 350, 780, 2750, 360), machine->price);
}

/* The top: in a washer, the place of a detergent; in a dryer, what the laundry scores. */
static void
draw_lid(const struct laundry_machine *machine, struct rect lid, struct canvas *canvas)
{
	if (machine->dryer) {
		canvas_text(canvas, &title_font, inside(lid, 300, 900, lid.w - 600, 700), machine->name);
		canvas_text(canvas, &note_font, inside(lid, 300, 1700, lid.w - 600, 360),
			machine->scores ? "the item’s value, 5 for a sock" : "only whole pairs: 1 point each");
		return;
	}
	canvas_circle(canvas, lid.x + lid.w / 2, lid.y + 1250, 780, COLOUR_PAPER, 25, COLOUR_QUIET);
	canvas_symbol(canvas, SYMBOL_DETERGENT, inside(lid, lid.w / 2 - 500, 750, 1000, 1000));
	canvas_paragraph(canvas, &note_font, inside(lid, 300, 2160, lid.w - 600, 760),
		"Overloaded? The detergent waits here\nfor one more wash.");
}

static void
draw_back(const struct laundry_machine *machine, struct rect back, struct canvas *canvas)
{
	canvas_text(canvas, &title_font, inside(back, 300, 1500, back.w - 600, 700), "COIN-OP");
	canvas_text(canvas, &note_font, inside(back, 300, 2250, back.w - 600, 360), "by Jordan Draper");
	canvas_symbol(canvas, machine->symbol, inside(back, back.w / 2 - 600, 2850, 1200, 1200));
	canvas_text(canvas, &note_font, inside(back, 300, 4100, back.w - 600, 360), machine->title);
}

void
laundry_machine_draw(const struct laundry_machine *machine, const struct rect at[NET_PARTS], struct canvas *canvas)
{
	const enum symbol_id cost[] = {SYMBOL_COIN, SYMBOL_COIN, machine->dryer ? SYMBOL_MAGAZINE : SYMBOL_DETERGENT};
	const struct rect wall[] = {at[NET_WALL_LEFT], at[NET_WALL_RIGHT]};

	for (int i = 0; i < NET_PANELS; i++)
		if (i != NET_FLOOR)
			canvas_fill(canvas, at[i], machine->body);
	/* Vents, and what a run costs, for players who see the machine from the side. */
	for (int side = 0; side < 2; side++)
		for (int i = 0; i < 6; i++)
			canvas_line(canvas, wall[side].x + 900, wall[side].y + 3300 + i * 240,
				wall[side].x + wall[side].w - 900, wall[side].y + 3300 + i * 240, 60, STEEL);
	for (int side = 0; side < 2; side++)
		for (int i = 0; i < 3; i++)
			canvas_symbol(canvas, cost[i],
				inside(wall[side], wall[side].w / 2 + (i - 1) * 850 - 375, 1500, 750, 750));
	draw_lid(machine, at[NET_LID], canvas);
	draw_back(machine, at[NET_BACK], canvas);
	draw_front(machine, at[NET_FRONT], canvas);
}
