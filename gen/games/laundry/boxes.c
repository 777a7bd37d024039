/* SPDX-License-Identifier: MIT
 * Washers and dryers as fold-up boxes, two to a page: cut lines are solid and
 * fold lines dashed, flaps have letters in the order of gluing, and the
 * instructions are in the corners that the net leaves free. */
#include <stdio.h>

#include "gen/games/laundry/machine.h"
#include "gen/games/laundry/press.h"

/* Nets on a page. */
#define A_PAGE 2

/* The space between them, in hundredths of a millimetre. */
#define APART 900

/* The width of a cut line, in hundredths of a millimetre. */
#define CUT 30

/* The width of a fold line, in hundredths of a millimetre. */
#define FOLD 20

/* The colour of flaps. */
#define GREY 0xeceff3

static const struct font label_font = {FACE_CONDENSED, 230, COLOUR_QUIET, ALIGN_CENTRE};
static const struct font text_font = {FACE_CONDENSED, 270, COLOUR_INK, ALIGN_LEFT};

/* Draws the sides that are cut, or those that are folded. Each fold belongs to two parts and is drawn with the child.
 */
static void
draw_sides(const struct rect at[NET_PARTS], bool folds, struct canvas *canvas)
{
	for (int i = 0; i < NET_PARTS; i++) {
		const struct net_part *part = &laundry_box.part[i];
		int32_t corner[4][2];

		laundry_net_corners(part, at[i], corner);
		for (int side = 0; side < NET_SIDES; side++) {
			const int32_t *from = corner[side], *to = corner[(side + 1) % 4];

			if (!laundry_net_folded(&laundry_box, i, (enum net_side)side)) {
				if (!folds)
					canvas_line(canvas, from[0], from[1], to[0], to[1], CUT, COLOUR_INK);
			} else if (folds && laundry_net_child(&laundry_box, i, (enum net_side)side) == NET_NONE) {
				canvas_dashed(canvas, from[0], from[1], to[0], to[1], FOLD, COLOUR_INK);
			}
		}
	}
}

/* The hinge is dotted, because the door only bends there and is not folded. */
static void
draw_door(struct rect front, struct canvas *canvas)
{
	struct rect door = laundry_box.door;
	int32_t left = front.x + door.x, top = front.y + door.y;
	int32_t right = left + door.w, bottom = top + door.h;

	canvas_line(canvas, left, top, right, top, CUT, COLOUR_INK);
	canvas_line(canvas, right, top, right, bottom, CUT, COLOUR_INK);
	canvas_line(canvas, right, bottom, left, bottom, CUT, COLOUR_INK);
	canvas_dotted(canvas, left, top, left, bottom, CUT, 4 * CUT, COLOUR_INK);
}

static void
draw_flaps(const struct rect at[NET_PARTS], struct canvas *canvas)
{
	const struct font font = {FACE_CONDENSED, 250, COLOUR_INK, ALIGN_CENTRE};

	for (int i = NET_PANELS; i < NET_PARTS; i++) {
		const struct net_part *part = &laundry_box.part[i];
		int32_t corner[4][2];
		char text[16];

		laundry_net_corners(part, at[i], corner);
		canvas_polygon(canvas, (const int32_t(*)[2])corner, 4, GREY, 0, 0);
		/* Two lines where the flap is narrow. */
		snprintf(text, sizeof text, at[i].w > at[i].h ? "glue %c" : "glue\n%c", part->letter);
		if (at[i].w > at[i].h)
			canvas_text(canvas, &font, at[i], text);
		else
			canvas_paragraph(
				canvas, &font, (struct rect){at[i].x, at[i].y + at[i].h / 2 - 300, at[i].w, 700}, text);
	}
}

/* Instructions along the lower edge of each panel, which is free. */
static void
draw_labels(const struct rect at[NET_PARTS], struct canvas *canvas)
{
	static const char *const label[NET_PANELS] = {
		[NET_FRONT] = "front: cut the door on three sides",
		[NET_WALL_LEFT] = "left side: fold back",
		[NET_WALL_RIGHT] = "right side: fold back",
		[NET_BACK] = "back: flap A goes behind its right edge",
		[NET_LID] = "top: flaps B go behind it",
		[NET_FLOOR] = "bottom: flaps C go behind it",
	};

	for (int i = 0; i < NET_PANELS; i++)
		canvas_text(canvas, &label_font,
			(struct rect){at[i].x + 150, at[i].y + at[i].h - 430, at[i].w - 300, 320}, label[i]);
	canvas_text(canvas, &label_font, at[NET_FLOOR], "this side down");
}

/* The strip for the handle, with instructions on its right. */
static void
draw_handle(struct rect box, struct canvas *canvas)
{
	const int32_t part = LAUNDRY_HANDLE_PART, w = LAUNDRY_HANDLE_LONG;
	static const char *const name[] = {"fin", "fin", "foot"};
	struct rect strip = {box.x, box.y, w, 3 * part};

	canvas_fill(canvas, (struct rect){strip.x, strip.y + 2 * part, w, part}, GREY);
	canvas_frame(canvas, strip, CUT, COLOUR_INK);
	for (int i = 0; i < 3; i++) {
		struct rect at = {strip.x, strip.y + i * part, w, part};

		if (i > 0)
			canvas_dashed(canvas, at.x, at.y, at.x + w, at.y, FOLD, COLOUR_INK);
		canvas_text(canvas, &label_font, at, name[i]);
	}
	canvas_paragraph(canvas, &text_font, (struct rect){box.x + w + 300, box.y - 60, box.w - w - 300, box.h},
		"The handle: fold the two fins together and glue them, bend the foot away, and glue it to the white "
		"field on the door. Bend the door at the dotted line, but do not crease it: then it springs shut and "
		"nobody sees what is inside.");
}

static void
draw_legend(struct rect box, struct canvas *canvas)
{
	static const char *const word[] = {"cut", "fold back, print outside", "flap to glue"};
	const int32_t step = 480;

	const int32_t top = box.y + 2 * step + 80, foot = box.y + 3 * step - 80;
	const int32_t flap[4][2] = {
		{box.x + foot - top, top}, {box.x + 1000 - foot + top, top}, {box.x + 1000, foot}, {box.x, foot}};

	canvas_polygon(canvas, flap, 4, GREY, 15, COLOUR_QUIET);
	canvas_line(canvas, box.x, box.y + step / 2, box.x + 1000, box.y + step / 2, CUT, COLOUR_INK);
	canvas_dashed(canvas, box.x, box.y + step * 3 / 2, box.x + 1000, box.y + step * 3 / 2, FOLD, COLOUR_INK);
	for (int i = 0; i < 3; i++)
		canvas_text(
			canvas, &text_font, (struct rect){box.x + 1200, box.y + i * step, box.w - 1200, step}, word[i]);
}

/* The four corners that the net leaves free. */
static void
draw_corners(const struct laundry_machine *machine, const struct rect at[NET_PARTS], struct canvas *canvas)
{
	const struct font title = {FACE_BOLD, 420, COLOUR_INK, ALIGN_LEFT};
	int32_t right = at[NET_WALL_RIGHT].x + 300, end = at[NET_BACK].x + at[NET_BACK].w;
	int32_t top = at[NET_LID].y, foot = at[NET_FLOOR].y + laundry_box.part[NET_PANELS].out + 300;
	int32_t high = at[NET_FLOOR].y + at[NET_FLOOR].h - foot, wide = at[NET_LID].x - 300;

	canvas_symbol(canvas, machine->symbol, (struct rect){0, top, 1000, 1000});
	canvas_text(canvas, &title, (struct rect){1150, top, wide - 1150, 1000}, machine->title);
	canvas_paragraph(canvas, &text_font, (struct rect){0, top + 1150, wide, 1200},
		"Print on paper of 160 to 200 g/m²,\nat 100 % of its size.");
	canvas_paragraph(canvas, &text_font, (struct rect){right, top, end - right, high},
		"1  {scissors} Cut the outline and, with a knife, the door on three sides.\n"
		"2  {fold} Score all dashed lines with a blunt point and fold them back.\n"
		"3  Glue flap A behind the back: a tube. Let it dry.\n"
		"4  Glue the top onto the flaps B, then the bottom onto the flaps C.\n"
		"5  Reach in through the door and press the flaps.");
	draw_legend((struct rect){0, foot + high - 1440, wide, 1440}, canvas);
	draw_handle((struct rect){right, foot + high - 1500, end - right, 1600}, canvas);
}

static void
draw(const struct page *page, struct canvas *canvas)
{
	for (int n = 0; n < A_PAGE; n++) {
		const struct laundry_machine *machine = &laundry_machines[(int)page->n * A_PAGE + n];
		struct rect at[NET_PARTS];

		laundry_net_place(&laundry_box, at);
		int32_t down = n * (laundry_net_bounds(at).h + APART);
		for (int i = 0; i < NET_PARTS; i++)
			at[i].y += down;
		laundry_machine_draw(machine, at, canvas);
		draw_flaps(at, canvas);
		draw_sides(at, false, canvas);
		draw_sides(at, true, canvas);
		draw_door(at[NET_FRONT], canvas);
		draw_labels(at, canvas);
		draw_corners(machine, at, canvas);
	}
}

void
laundry_plan_boxes(const struct print_job *job, struct page_plan *plan)
{
	struct rect at[NET_PARTS];

	laundry_net_place(&laundry_box, at);
	struct rect bounds = laundry_net_bounds(at);
	for (uint32_t n = 0; n < LAUNDRY_MACHINES / A_PAGE; n++)
		page_plan_add_new(plan, .job = job, .draw = draw, .n = n, .w = bounds.w,
			.h = A_PAGE * bounds.h + (A_PAGE - 1) * APART, .tools = PAGE_SCISSORS | PAGE_GLUE, .card = true,
			.title = n == 0 ? "Washers and dryers" : NULL);
}
