/* SPDX-License-Identifier: MIT
 * Coupon sheets on paper, one sheet per page: the field, the line of thick dots
 * and the reference strip. To need few drawing operations, everything is drawn
 * at once, then the badges on top, then all marks. */
#include "gen/games/coupons/press.h"

/* The margin that printers leave white at least, in hundredths of a millimetre: cut lines go up to it. */
#define EDGE 400

const struct coupons_look coupons_looks[COUPON_KINDS] = {
	[COUPON_CHIPS] = {SYMBOL_CHIPS, "Chips", "more with dip", NULL},
	[COUPON_DIP] = {SYMBOL_DIP, "Dip", "$1 per chips coupon", "$1 per\nchips"},
	[COUPON_FIREWORK] = {SYMBOL_FIREWORK, "Firework", "most icons: more", NULL},
	[COUPON_GRILL] = {SYMBOL_GRILL, "Grill", "$5, but discard one", "$5, but\ndiscard 1"},
	[COUPON_HOTDOG] = {SYMBOL_HOTDOG, "Hotdog", "$3 with a bun", "$3 with\na bun"},
	[COUPON_BUN] = {SYMBOL_BUN, "Bun", "$3 with a hotdog", "$3 with\na hotdog"},
	[COUPON_WATERMELON] = {SYMBOL_WATERMELON, "Watermelon", "every five: $10 more", NULL},
	[COUPON_ROLL] = {SYMBOL_ROLL, "Roll", "part of a burger", "burger"},
	[COUPON_LETTUCE] = {SYMBOL_LETTUCE, "Lettuce", "part of a burger", "burger"},
	[COUPON_CHEESE] = {SYMBOL_CHEESE, "Cheese", "part of a burger", "burger"},
	[COUPON_PATTY] = {SYMBOL_PATTY, "Patty", "part of a burger", "burger"},
	[COUPON_COLESLAW] = {SYMBOL_COLESLAW, "Coleslaw", "costs you $2", "costs $2"},
};

/* Light enough for a dark letter. In grey they differ from each other as much as five colours can. */
const uint32_t coupons_colours[COUPONS_SHEETS_MAX] = {0xf27a6a, 0x6db3f2, 0xffd34e, 0x8fd06f, 0xcfaef0};

static void
coupons_sheet_init(struct coupons_sheet *sheet, const struct print_job *job, uint32_t game, uint8_t piece)
{
	sheet->job = job;
	print_job_build(job, game, piece, &sheet->layout, &sheet->code, &sheet->form);
	sheet->paper = (struct rect){EDGE - (job->paper->w - sheet->form.w) / 2,
		EDGE - (job->paper->h - sheet->form.h) / 2, job->paper->w - 2 * EDGE, job->paper->h - 2 * EDGE};
}

static void
draw_sheet(const struct page *page, struct canvas *canvas)
{
	unsigned pieces = codes_pieces(&page->job->codes);
	struct coupons_sheet sheet;

	coupons_sheet_init(&sheet, page->job, page->n / pieces, (uint8_t)(page->n % pieces));
	coupons_draw_cuts(&sheet, canvas);
	coupons_draw_coupons(&sheet, canvas);
	coupons_draw_strip(&sheet, canvas);
	canvas_flush(canvas);
	coupons_draw_badges(&sheet, canvas);
	print_job_mark(page->job, &sheet.code, &sheet.form, canvas);
}

/* The outline has an entry for each game, or if there is only one, for each of its sheets. */
static const char *
sheet_title(const struct print_job *job, uint32_t game, uint8_t piece)
{
	char title[32];

	if (job->count == 1)
		g_snprintf(title, sizeof title, "Sheet %c", 'A' + piece);
	else if (piece == 0)
		g_snprintf(title, sizeof title, "Game %u", game + 1);
	else
		return NULL;
	return g_intern_string(title);
}

void
coupons_plan(const struct print_job *job, struct page_plan *plan)
{
	unsigned pieces = codes_pieces(&job->codes);
	struct coupons_sheet first;

	coupons_sheet_init(&first, job, 0, 0);
	for (uint32_t game = 0; game < job->count; game++)
		for (uint8_t piece = 0; piece < pieces; piece++)
			page_plan_add_new(plan, .job = job, .draw = draw_sheet, .n = game * pieces + piece,
				.w = first.form.w, .h = first.form.h, .tools = PAGE_SCISSORS | PAGE_IN_PLAY,
				.title = sheet_title(job, game, piece));
	if (job->pieces)
		coupons_plan_pieces(job, plan);
}
