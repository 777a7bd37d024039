/* SPDX-License-Identifier: MIT
 * Coin-Op on paper: the tickets of every game, and with all pieces the rules,
 * the tiles and the fold-up machines for one table of two. */
#include "gen/games/laundry/press.h"

/* The size of the dots of the orange pattern, in hundredths of a millimetre. */
#define DOT 180

/* From one dot to the next, in hundredths of a millimetre. */
#define APART 400

/* The width of a stripe of the blue pattern, in hundredths of a millimetre. */
#define STRIPE 40

/* The size of the dots of an orange swatch, in hundredths of a millimetre. */
#define SPECK 100

const struct laundry_colour laundry_colours[LAUNDRY_COLOURS] = {
	{"BLUE", 0x1d62c4, 0xe3eefc},
	{"ORANGE", 0xe06a00, 0xfff0dd},
};

const struct laundry_look laundry_looks[LAUNDRY_ITEMS] = {
	[LAUNDRY_UNDERWEAR] = {SYMBOL_UNDERWEAR, "Underwear"},
	[LAUNDRY_BRA] = {SYMBOL_BRA, "Bra"},
	[LAUNDRY_PANTS] = {SYMBOL_PANTS, "Pants"},
	[LAUNDRY_SHIRT] = {SYMBOL_SHIRT, "Shirt"},
	[LAUNDRY_BEDSHEET] = {SYMBOL_BEDSHEET, "Bedsheet"},
	[LAUNDRY_PILLOWCASE] = {SYMBOL_PILLOWCASE, "Pillowcase"},
	[LAUNDRY_SOCK] = {SYMBOL_SOCK, "Sock"},
};

void
laundry_border(struct canvas *canvas, unsigned colour, int32_t x, int32_t y)
{
	uint32_t deep = laundry_colours[colour].deep;
	int32_t size = LAUNDRY_BORDER_SIZE, far = size - DOT;

	if (colour == 0) {
		for (int32_t in = 0; in <= LAUNDRY_BORDER - STRIPE; in += (LAUNDRY_BORDER - STRIPE) / 2)
			canvas_frame(canvas,
				(struct rect){x + in + STRIPE / 2, y + in + STRIPE / 2, size - 2 * in - STRIPE,
					size - 2 * in - STRIPE},
				STRIPE, deep);
		return;
	}
	for (int32_t down = 0; down <= far; down += far)
		canvas_dotted(canvas, x, y + down + DOT / 2, x + size, y + down + DOT / 2, DOT, APART, deep);
	for (int32_t side = 0; side <= far; side += far)
		canvas_dotted(
			canvas, x + side + DOT / 2, y + APART, x + side + DOT / 2, y + size - APART, DOT, APART, deep);
}

void
laundry_swatch(struct canvas *canvas, unsigned colour, int32_t x, int32_t y, int32_t w)
{
	uint32_t deep = laundry_colours[colour].deep;

	if (colour == 0) {
		for (int32_t down = 0; down < LAUNDRY_SWATCH; down += 2 * STRIPE)
			canvas_line(canvas, x, y + down + STRIPE / 2, x + w, y + down + STRIPE / 2, STRIPE, deep);
		return;
	}
	for (int32_t down = 0; down < LAUNDRY_SWATCH; down += 2 * SPECK)
		canvas_dotted(canvas, x, y + down + SPECK / 2, x + w, y + down + SPECK / 2, SPECK, 2 * SPECK, deep);
}

void
laundry_plan(const struct print_job *job, struct page_plan *plan)
{
	laundry_plan_tickets(job, plan);
	if (!job->pieces)
		return;
	page_plan_add_new(plan, .job = job, .draw = laundry_draw_rules, .w = LAUNDRY_PAGE_W, .h = LAUNDRY_PAGE_H,
		.title = "Rules");
	laundry_plan_tiles(job, plan);
	laundry_plan_boxes(job, plan);
}
