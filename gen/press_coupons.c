/* SPDX-License-Identifier: MIT
 * Coupon sheets on paper: the field, the line of thick dots, the strip. */
#include "gen/press.h"
#include "layouts/coupons.h"

static const enum symbol_id symbol_of[COUPON_KINDS] = {
	[COUPON_CHIPS] = SYMBOL_CHIPS,
	[COUPON_DIP] = SYMBOL_DIP,
	[COUPON_FIREWORK] = SYMBOL_FIREWORK,
	[COUPON_GRILL] = SYMBOL_GRILL,
	[COUPON_HOTDOG] = SYMBOL_HOTDOG,
	[COUPON_BUN] = SYMBOL_BUN,
	[COUPON_WATERMELON] = SYMBOL_WATERMELON,
	[COUPON_ROLL] = SYMBOL_ROLL,
	[COUPON_LETTUCE] = SYMBOL_LETTUCE,
	[COUPON_CHEESE] = SYMBOL_CHEESE,
	[COUPON_PATTY] = SYMBOL_PATTY,
	[COUPON_COLESLAW] = SYMBOL_COLESLAW,
};

static void
draw_sheet(const struct page *page, struct canvas *canvas)
{
	const struct job *job = page->job;
	unsigned pieces = codes_pieces(&job->codes);
	struct coupons_layout layout;
	struct code code;
	struct form form;

	job_code(job, page->n / pieces, (uint8_t)(page->n % pieces), &code);
	game_coupons.build(&layout, &code);
	game_coupons.form(&layout, &code, &form);
	for (int i = 0; i < COUPONS_A_SHEET; i++) {
		const struct coupon *coupon = &layout.coupon[code.piece][i];
		struct rect r = coupon_rect(coupon);
		char id[4];
		const struct font f = {FACE_CONDENSED_BOLD, 350, COLOUR_INK, ALIGN_LEFT};

		coupon_id(code.piece, (unsigned)i, id);
		canvas_dotted(canvas, r.x, r.y, r.x + r.w, r.y, 40, 120, COLOUR_INK);
		canvas_dotted(canvas, r.x, r.y, r.x, r.y + r.h, 40, 120, COLOUR_INK);
		canvas_symbol(canvas, symbol_of[coupon->kind], (struct rect){r.x + 300, r.y + 600, 1300, 1300});
		canvas_text(canvas, &f, (struct rect){r.x + 150, r.y + 150, r.w - 300, 400}, id);
		canvas_text(canvas, &f, (struct rect){r.x + 150, r.y + 2100, 1500, 400}, coupon_kind_name(coupon->kind));
	}
	for (int i = 0; i < form.tags; i++)
		canvas_tag(canvas, form.tag[i].id, form.tag[i].at);
	job_mark(job, &code, &form, canvas);
}

static void
plan(const struct job *job, struct plan *plan)
{
	struct code code;
	struct form form;
	struct coupons_layout layout;

	job_code(job, 0, 0, &code);
	game_coupons.build(&layout, &code);
	game_coupons.form(&layout, &code, &form);
	for (uint32_t i = 0; i < job->count * codes_pieces(&job->codes); i++)
		plan_add(plan, &(struct page){.job = job, .draw = draw_sheet, .n = i, .w = form.w, .h = form.h});
}

extern const struct press press_coupons;
const struct press press_coupons = {.game = &game_coupons, .plan = plan};
