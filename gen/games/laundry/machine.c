/* SPDX-License-Identifier: MIT
 * The look of washers and dryers: front with door and price, sides with vents,
 * a top that says what stands on it. */
#include "gen/games/laundry/machine.h"

#include <glib.h>
#include <math.h>

#define STEEL 0xcfd8e3
#define WATER 0x5db2f2
#define COLD  0xdff1fd
#define WARM  0xfff1d6
#define HEAT  0xe67a10

/* The window is left of the middle of the door: the handle needs its edge. */
#define WINDOW_X 1480
#define RIM      1280
#define GLASS    1010
#define WAVES    24 /* points of the water's surface */
#define SHORE    24 /* points of the glass below it */

const struct laundry_machine laundry_machines[LAUNDRY_MACHINES] = {
	{"Washer 1", "WASHER 1", "200 yen + {detergent}", SYMBOL_WASHER, false, false, 0xeef4fb},
	{"Washer 2", "WASHER 2", "200 yen + {detergent}", SYMBOL_WASHER, false, false, 0xeef4fb},
	{"Washer 3", "WASHER 3", "200 yen + {detergent}", SYMBOL_WASHER, false, false, 0xeef4fb},
	{"Washer 4", "WASHER 4", "200 yen + {detergent}", SYMBOL_WASHER, false, false, 0xeef4fb},
	{"Score dryer", "SCORE", "200 yen + {magazine} or {newspaper}", SYMBOL_DRYER, true, true, 0xfff3e0},
	{"No-score dryer", "NO SCORE", "200 yen + {magazine} or {newspaper}", SYMBOL_DRYER, true, false, 0xf1f1f3},
};

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

/* What a dryer does with the score: a cup, struck out where there is none. */
static void
draw_cup(const struct laundry_machine *machine, struct canvas *canvas, int32_t x, int32_t y)
{
	canvas_symbol(canvas, SYMBOL_TROPHY, (struct rect){x - 620, y - 620, 1240, 1240});
	if (machine->scores)
		return;
	canvas_flush(canvas);
	canvas_line(canvas, x - 660, y + 660, x + 660, y - 660, 240, COLOUR_PAPER);
	canvas_line(canvas, x - 660, y + 660, x + 660, y - 660, 110, COLOUR_INK);
}

static void
draw_door(const struct laundry_machine *machine, struct rect front, struct canvas *canvas)
{
	struct rect door = laundry_box.door;
	int32_t x = front.x + door.x + WINDOW_X, y = front.y + door.y + door.h / 2;

	canvas_circle(canvas, x, y, RIM, STEEL, 30, COLOUR_INK);
	canvas_circle(
		canvas, x, y, GLASS, machine->dryer ? (machine->scores ? WARM : COLOUR_PAPER) : COLD, 30, COLOUR_INK);
	if (machine->dryer)
		draw_cup(machine, canvas, x, y);
	else
		draw_water(canvas, x, y);
}

/* Where the handle's foot goes: the edge of the door that opens. */
static void
draw_foot(struct rect front, struct canvas *canvas)
{
	struct rect door =
		inside(front, laundry_box.door.x, laundry_box.door.y, laundry_box.door.w, laundry_box.door.h);

	canvas_rounded(canvas,
		(struct rect){door.x + door.w - LAUNDRY_HANDLE_PART - 20, door.y + (door.h - LAUNDRY_HANDLE_LONG) / 2,
			LAUNDRY_HANDLE_PART - 40, LAUNDRY_HANDLE_LONG},
		60, COLOUR_PAPER, 15, COLOUR_QUIET);
}

static void
draw_front(const struct laundry_machine *machine, struct rect front, struct canvas *canvas)
{
	const struct font name = {FACE_BOLD, 420, COLOUR_INK, ALIGN_LEFT};
	const struct font price = {FACE_CONDENSED, 270, COLOUR_INK, ALIGN_LEFT};

	draw_door(machine, front, canvas);
	draw_foot(front, canvas);
	canvas_rounded(canvas, inside(front, 3200, 330, 300, 720), 150, COLOUR_PAPER, 25, COLOUR_INK);
	canvas_line(canvas, front.x + 3350, front.y + 480, front.x + 3350, front.y + 900, 60, COLOUR_INK);
	canvas_circle(canvas, front.x + 4000, front.y + 690, 300, COLOUR_PAPER, 25, COLOUR_INK);
	canvas_line(canvas, front.x + 4000, front.y + 690, front.x + 4150, front.y + 480, 50, COLOUR_INK);
	canvas_text(canvas, &name, inside(front, 350, 280, 2750, 480), machine->name);
	canvas_text(canvas, &price, inside(front, 350, 780, 2750, 360), machine->price);
}

/* What a run costs, for who sits beside the machine. */
static void
draw_cost(const struct laundry_machine *machine, struct rect wall, struct canvas *canvas)
{
	const enum symbol_id washer[] = {SYMBOL_COIN, SYMBOL_COIN, SYMBOL_DETERGENT};
	const enum symbol_id dryer[] = {SYMBOL_COIN, SYMBOL_COIN, SYMBOL_MAGAZINE};

	for (int32_t i = 0; i < 3; i++)
		canvas_symbol(canvas, machine->dryer ? dryer[i] : washer[i],
			inside(wall, wall.w / 2 + (i - 1) * 850 - 375, 1500, 750, 750));
}

static void
draw_vents(struct rect wall, struct canvas *canvas)
{
	for (int i = 0; i < 6; i++)
		canvas_line(canvas, wall.x + 900, wall.y + 3300 + i * 240, wall.x + wall.w - 900,
			wall.y + 3300 + i * 240, 60, STEEL);
}

/* The top says what stands or counts there. */
static void
draw_lid(const struct laundry_machine *machine, struct rect lid, struct canvas *canvas)
{
	const struct font word = {FACE_BOLD, 640, COLOUR_INK, ALIGN_CENTRE};
	const struct font note = {FACE_CONDENSED, 270, COLOUR_INK, ALIGN_CENTRE};

	if (machine->dryer) {
		canvas_text(canvas, &word, inside(lid, 300, 900, lid.w - 600, 700), machine->name);
		canvas_text(canvas, &note, inside(lid, 300, 1700, lid.w - 600, 360),
			machine->scores ? "the item’s value, 5 for a sock" : "only whole pairs: 1 point each");
		return;
	}
	canvas_circle(canvas, lid.x + lid.w / 2, lid.y + 1250, 780, COLOUR_PAPER, 25, COLOUR_QUIET);
	canvas_symbol(canvas, SYMBOL_DETERGENT, inside(lid, lid.w / 2 - 500, 750, 1000, 1000));
	canvas_paragraph(canvas, &note, inside(lid, 300, 2160, lid.w - 600, 760),
		"Overloaded? The detergent waits here\nfor one more wash.");
}

static void
draw_back(const struct laundry_machine *machine, struct rect back, struct canvas *canvas)
{
	const struct font title = {FACE_BOLD, 640, COLOUR_INK, ALIGN_CENTRE};
	const struct font note = {FACE_CONDENSED, 270, COLOUR_INK, ALIGN_CENTRE};

	canvas_text(canvas, &title, inside(back, 300, 1500, back.w - 600, 700), "COIN-OP");
	canvas_text(canvas, &note, inside(back, 300, 2250, back.w - 600, 360), "by Jordan Draper");
	canvas_symbol(canvas, machine->symbol, inside(back, back.w / 2 - 600, 2850, 1200, 1200));
	canvas_text(canvas, &note, inside(back, 300, 4100, back.w - 600, 360), machine->title);
}

void
laundry_machine_draw(const struct laundry_machine *machine, const struct rect at[NET_PARTS], struct canvas *canvas)
{
	for (int i = 0; i < NET_PANELS; i++)
		if (i != NET_FLOOR)
			canvas_fill(canvas, at[i], machine->body);
	draw_vents(at[NET_WALL_LEFT], canvas);
	draw_vents(at[NET_WALL_RIGHT], canvas);
	draw_cost(machine, at[NET_WALL_LEFT], canvas);
	draw_cost(machine, at[NET_WALL_RIGHT], canvas);
	draw_lid(machine, at[NET_LID], canvas);
	draw_back(machine, at[NET_BACK], canvas);
	draw_front(machine, at[NET_FRONT], canvas);
}
