/* SPDX-License-Identifier: MIT
 * Paperclip cards on paper: sides 2k and 2k + 1 are the front and the back of
 * card k, and a page has as many cards as fit. Where clips go there are only
 * symbols on white. Otherwise a side has just its code, and pale numbers at the edge. */
#include <stdio.h>

#include "gen/games/clips/press.h"
#include "gen/press/imposition.h"
#include "scoring/clips.h"

/* The size of the numbers of rows and columns, in hundredths of a millimetre. */
#define NUMBER_SIZE 215

/* From the card's edge to the middle of a number, in hundredths of a millimetre: outside of what clips enclose. */
#define NUMBER_EDGE 190

/* The colour of the numbers: pale, so that they do not distract. */
#define NUMBER_GREY 0x9aa1ad

/* The white around a small card, in hundredths of a millimetre. Its symbols are near its edge, and a crooked cut
 * should not hit them. */
#define SMALL_GAP 200

const enum symbol_id clips_symbol_of[CLIPS_SYMBOLS] = {
	[CLIPS_ONE] = SYMBOL_ONE,
	[CLIPS_POOP] = SYMBOL_POOP,
	[CLIPS_SWIRL] = SYMBOL_SWIRL,
	[CLIPS_LADDER] = SYMBOL_LADDER,
	[CLIPS_EMERALD] = SYMBOL_EMERALD,
	[CLIPS_BOMB] = SYMBOL_BOMB,
	[CLIPS_STAR] = SYMBOL_STAR,
	[CLIPS_WILD] = SYMBOL_WILD,
};

/* Cards for the bottom of the stack: front and back. */
static const enum clips_words bottom_poker[] = {CLIPS_GUIDE, CLIPS_RULES};
static const enum clips_words bottom_small[] = {CLIPS_GUIDE, CLIPS_LIMITS, CLIPS_RULES, CLIPS_RULES_2};

/* The cards of a job: those from codes, then those for the bottom of the stack. Without backs every side
 * is a card. */
struct stack {
	const struct print_job *job;
	const struct clips_size *size;
	struct imposition imposition;
	uint32_t cards, bottom;
	uint32_t sides;                /* of a card */
	const enum clips_words *words; /* of the cards for the bottom, side by side */
	uint32_t kinds;                /* of cards for the bottom */
};

const struct clips_size *
clips_job_size(const struct print_job *job)
{
	return job->option[CLIPS_OPTION_SMALL].given ? &clips_small : &clips_poker;
}

/* With all pieces there is a set of cards for the bottom of the stack. A set is also added wherever it fits into empty
 * places of the last page: nobody can play without a guide, and a second player is glad of another. */
static void
stack_init(struct stack *stack, const struct print_job *job)
{
	const struct clips_size *size = clips_job_size(job);
	bool small = size == &clips_small;

	stack->job = job;
	stack->size = size;
	stack->imposition = imposition_of(job, size->w, size->h, small ? SMALL_GAP : 0, true);
	stack->sides = job->backs == BACKS_NONE ? 1 : 2;
	stack->cards = (job->count + stack->sides - 1) / stack->sides;
	stack->words = small ? bottom_small : bottom_poker;
	stack->kinds = small ? G_N_ELEMENTS(bottom_small) : G_N_ELEMENTS(bottom_poker);
	stack->kinds /= stack->sides;
	stack->bottom = job->pieces ? stack->kinds : 0;
	uint32_t a_page = (uint32_t)imposition_pieces(&stack->imposition);
	uint32_t left = (a_page - (stack->cards + stack->bottom) % a_page) % a_page;
	if (left >= stack->kinds)
		stack->bottom += stack->kinds;
}

void
clips_draw_symbols(
	struct canvas *canvas, const struct clips_size *size, const struct clips_layout *layout, int32_t x, int32_t y)
{
	for (int row = 0; row < CLIPS_ROWS; row++) {
		for (int col = 0; col < CLIPS_COLS; col++) {
			struct rect at = clips_symbol_at(size, row, col);
			uint8_t symbol = layout->grid[row][col];

			at.x += x;
			at.y += y;
			if (symbol != CLIPS_HOLE)
				canvas_symbol(canvas, clips_symbol_of[symbol], at);
		}
	}
}

static void
draw_number(struct canvas *canvas, int32_t x, int32_t y, int number)
{
	const struct font font = {FACE_TEXT, NUMBER_SIZE, NUMBER_GREY, ALIGN_CENTRE};

	canvas_textf(canvas, &font, (struct rect){x - NUMBER_SIZE, y - NUMBER_SIZE, 2 * NUMBER_SIZE, 2 * NUMBER_SIZE},
		"%d", number);
}

/* Rows and columns are numbered at all four edges, because clips are pushed on from any edge and written down by it.
 * The small card has no room for numbers. */
static void
draw_numbers(struct canvas *canvas, const struct clips_size *size, int32_t x, int32_t y)
{
	if (size == &clips_small)
		return;
	for (int row = 0; row < CLIPS_ROWS; row++) {
		struct rect at = clips_symbol_at(size, row, 0);

		draw_number(canvas, x + NUMBER_EDGE, y + at.y + at.h / 2, row + 1);
		draw_number(canvas, x + size->w - NUMBER_EDGE, y + at.y + at.h / 2, row + 1);
	}
	for (int col = 0; col < CLIPS_COLS; col++) {
		struct rect at = clips_symbol_at(size, 0, col);

		draw_number(canvas, x + at.x + at.w / 2, y + NUMBER_EDGE, col + 1);
		draw_number(canvas, x + at.x + at.w / 2, y + size->h - NUMBER_EDGE, col + 1);
	}
}

/* A name on one line or on two. If it is too long for two, the second is cut off. */
static void
draw_name(struct canvas *canvas, struct rect box, const char *name)
{
	const struct font font = {FACE_CONDENSED, SIZE_LEAST, COLOUR_QUIET, ALIGN_CENTRE};

	if (canvas_text_width(canvas, &font, name) <= box.w * 8 / 5)
		clips_draw_words(canvas, &font, box, name);
	else
		print_two_lines(canvas, &font, box, name);
}

/* The event and the table, left and right of the code, where no clip reaches. */
static void
draw_event(struct canvas *canvas, const struct stack *stack, const struct form *form)
{
	const struct print_job *job = stack->job;
	struct rect left = {form->piece.x + 200, 0, form->qr.x - form->piece.x - 300, 500}, right;
	char table[40];

	left.y = form->piece.y + (form->piece.h - left.h) / 2;
	right = left;
	right.x = form->qr.x + form->qr.w + 100;
	if (job->event != NULL)
		draw_name(canvas, left, job->event);
	if (job->codes.table == 0)
		return;
	if (job->codes.round > 0)
		snprintf(table, sizeof table, "Round %u, table %u", job->codes.round, job->codes.table);
	else
		snprintf(table, sizeof table, "Table %u", job->codes.table);
	draw_name(canvas, right, table);
}

static void
draw_symbol_side(struct canvas *canvas, const struct stack *stack, uint32_t n, struct rect at)
{
	struct clips_layout layout;
	struct form form;
	struct code code;

	print_job_build(stack->job, n, 0, &layout, &code, &form);
	/* The code does not say how large the card is. */
	clips_form(stack->size, &form);
	form.piece = at;
	form.qr.x += at.x;
	form.qr.y += at.y;
	form.text.x += at.x;
	form.text.y += at.y;
	clips_draw_symbols(canvas, stack->size, &layout, at.x, at.y);
	draw_numbers(canvas, stack->size, at.x, at.y);
	draw_event(canvas, stack, &form);
	print_job_mark(stack->job, &code, &form, canvas);
}

/* The front or the back of a card. The back that an odd number of sides leaves is a guide. */
static void
draw_card(struct canvas *canvas, const struct stack *stack, uint32_t card, bool back, struct rect at)
{
	uint32_t side = stack->sides * card + back;
	enum clips_words words = CLIPS_GUIDE;
	uint8_t house[HOUSE_RULES];

	if (side < stack->job->count) {
		draw_symbol_side(canvas, stack, side, at);
		return;
	}
	if (card >= stack->cards)
		words = stack->words[(card - stack->cards) % stack->kinds * stack->sides + back];
	rules_printed(&rules_clips, stack->job->codes.option, house);
	clips_draw_side(canvas, stack->size, words, house, at.x, at.y);
}

/* A page of fronts, of backs, or of both side by side. */
static void
draw(const struct page *page, struct canvas *canvas)
{
	struct stack stack;

	stack_init(&stack, page->job);
	uint32_t a_page = (uint32_t)imposition_pieces(&stack.imposition), first = page->n * a_page;
	int pieces = (int)MIN(a_page, stack.cards + stack.bottom - first);
	if (page->back)
		imposition_shift(page, canvas);
	imposition_marks(&stack.imposition, canvas, pieces, page->back);
	for (int i = 0; i < pieces; i++) {
		if (!page->back)
			draw_card(canvas, &stack, first + (uint32_t)i, false, imposition_front(&stack.imposition, i));
		if (page->back || stack.imposition.folded)
			draw_card(canvas, &stack, first + (uint32_t)i, true, imposition_back(&stack.imposition, i));
	}
}

void
clips_plan(const struct print_job *job, struct page_plan *plan)
{
	const struct page like = {.job = job, .draw = draw, .bleed = SINGLE_BLEED, .card = true, .title = "Cards"};
	struct stack stack;

	stack_init(&stack, job);
	imposition_plan(&stack.imposition, &like, stack.cards + stack.bottom, plan);
	if (job->pieces && !job->single)
		page_plan_add_new(plan, .job = job, .draw = clips_draw_page, .w = CLIPS_PAGE_W, .h = CLIPS_PAGE_H,
			.title = "Rules");
}
