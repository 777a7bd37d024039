/* SPDX-License-Identifier: MIT
 * What Coupon Clipper needs besides its sheets: three tokens for each player, and
 * a page of rules. They are the same for every game of a job. */
#include "gen/games/coupons/press.h"
#include "scoring/coupons_hand.h"

/* The width of the printed area of tokens and rules, in hundredths of a millimetre like all lengths here. The area
 * fits A4 and Letter. */
#define AREA_W 18796

/* Its height. */
#define AREA_H 26000

/* The tops of the parts of the rules, and the height of those with words alone. */
#define TURN_Y    1800  /* of the setup and the turn */
#define LESSON_Y  6200  /* of the picture of cutting */
#define SAVINGS_Y 14250 /* of what coupons save */
#define END_Y     21250 /* of the last two paragraphs */
#define SECTION_H 4800  /* of a paragraph: the longest fits */

/* The radius of a token: a large coin. */
#define TOKEN 1750

/* From the middle of a token to the next: scissors fit between them. */
#define TOKEN_GAP 4500

static const struct font heading_font = {FACE_BOLD, 440, COLOUR_INK, ALIGN_LEFT};

static void
draw_tokens(const struct page *page, struct canvas *canvas)
{
	const struct font title = {FACE_BOLD, 600, COLOUR_INK, ALIGN_LEFT};
	const struct font text = {FACE_TEXT, 320, COLOUR_INK, ALIGN_LEFT};
	const struct font letter = {FACE_BOLD, 700, COLOUR_INK, ALIGN_CENTRE};
	const struct font cut = {FACE_CONDENSED_BOLD, 420, COLOUR_INK, ALIGN_CENTRE};
	unsigned players = codes_pieces(&page->job->codes);
	int32_t left = (AREA_W - (TOKENS_A_PLAYER - 1) * TOKEN_GAP) / 2, top = 2700 + TOKEN;

	canvas_text(canvas, &title, (struct rect){0, 0, AREA_W, 700}, "Coupon Clipper: tokens");
	canvas_paragraph(canvas, &text, (struct rect){0, 850, AREA_W, 1200},
		"Three for each player, in the colour and with the letter of the reference strip. Print them "
		"on card or glue them onto it, and cut along the black rings. A token spent is one more cut "
		"this turn; it does not come back.");
	for (unsigned ring = 0; ring < 2; ring++)
		for (unsigned i = 0; i < players * TOKENS_A_PLAYER; i++)
			canvas_circle(canvas, left + (int32_t)(i % TOKENS_A_PLAYER) * TOKEN_GAP,
				top + (int32_t)(i / TOKENS_A_PLAYER) * TOKEN_GAP, TOKEN,
				ring ? NO_FILL : coupons_colours[i / TOKENS_A_PLAYER], ring ? 40 : 0, COLOUR_INK);
	for (unsigned i = 0; i < players * TOKENS_A_PLAYER; i++) {
		int32_t x = left + (int32_t)(i % TOKENS_A_PLAYER) * TOKEN_GAP;
		int32_t y = top + (int32_t)(i / TOKENS_A_PLAYER) * TOKEN_GAP;

		canvas_textf(canvas, &letter, (struct rect){x - 500, y - 1350, 1000, 700}, "%c",
			(char)('A' + i / TOKENS_A_PLAYER));
		canvas_symbol(canvas, SYMBOL_SCISSORS, (struct rect){x - 600, y - 600, 1200, 1200});
		canvas_text(canvas, &cut, (struct rect){x - 1000, y + 700, 2000, 450}, "1 more cut");
	}
}

/* A heading with a paragraph below it. */
static void
draw_section(struct canvas *canvas, struct rect box, const char *name, const char *text)
{
	const struct font body = {FACE_TEXT, 370, COLOUR_INK, ALIGN_LEFT};

	canvas_text(canvas, &heading_font, (struct rect){box.x, box.y, box.w, 550}, name);
	canvas_paragraph(canvas, &body, (struct rect){box.x, box.y + 650, box.w, box.h - 650}, text);
}

static void
draw_savings(struct canvas *canvas, int32_t top, const struct print_job *job)
{
	const struct font name = {FACE_CONDENSED_BOLD, 380, COLOUR_INK, ALIGN_LEFT};
	const struct font text = {FACE_TEXT, 350, COLOUR_INK, ALIGN_LEFT};
	const int32_t row = 655, size = 560, names = 2600, texts = 5900;
	struct saving saving[SAVINGS];

	coupons_savings(codes_pieces(&job->codes), coupons_pair_is_four(job), saving);
	canvas_text(canvas, &heading_font, (struct rect){0, top, AREA_W, 550}, "What you save");
	top += 650;
	for (int i = 0; i < SAVINGS; i++)
		canvas_line(canvas, 0, top + i * row, AREA_W, top + i * row, 18, COLOUR_FAINT);
	for (int i = 0; i < SAVINGS; i++, top += row) {
		int32_t x = names - 200 - saving[i].symbols * size;

		for (int k = 0; k < saving[i].symbols; k++)
			canvas_symbol(canvas, saving[i].symbol[k], (struct rect){x + k * size, top, size, row});
		canvas_text(canvas, &name, (struct rect){names, top, texts - names - 100, row}, saving[i].name);
		canvas_text(canvas, &text, (struct rect){texts, top, AREA_W - texts, row}, saving[i].text);
	}
}

static void
draw_rules(const struct page *page, struct canvas *canvas)
{
	const struct font title = {FACE_BOLD, 800, COLOUR_INK, ALIGN_LEFT};
	const struct font small = {FACE_TEXT, 340, COLOUR_QUIET, ALIGN_LEFT};
	const int32_t half = (AREA_W - 800) / 2, right = AREA_W - half;
	const bool four = coupons_pair_is_four(page->job);
	const int set = coupons_burger_worth(4, four), three = coupons_burger_worth(3, four),
		  pair = coupons_burger_worth(2, four), one = coupons_burger_worth(1, four);
	char end[512];

	canvas_text(canvas, &title, (struct rect){0, 0, AREA_W, 900}, game_coupons.title);
	canvas_textf(canvas, &small, (struct rect){0, 950, AREA_W, 450},
		"A game by %s for %s players, about 15 minutes. Clip the coupons that save you most.",
		game_coupons.designer, game_coupons.players);
	draw_section(canvas, (struct rect){0, TURN_Y, half, SECTION_H}, "Before you start",
		"Deal the sheets at random, one to each of you. Everyone also takes scissors, a pen and three "
		"tokens. Cut your sheet along the line of thick dots and keep the lower strip: it says what "
		"coupons save, and you add up on it. All the rest of the sheet is cut up and passed around.");
	draw_section(canvas, (struct rect){right, TURN_Y, half, SECTION_H}, "A turn, all at once",
		"Make two cuts in what you hold, and one more for each token you spend. Where only one cut is "
		"left to make, make that one. Do not look at what others cut. Then keep every coupon that came "
		"free, lay it open before you, and pass all the rest, with the scissors, to your left. Once a "
		"sheet is used up, only its scissors are passed. Go on until nothing is left to cut.");
	coupons_draw_lesson(canvas, LESSON_Y, AREA_W);
	draw_savings(canvas, SAVINGS_Y, page->job);
	draw_section(canvas, (struct rect){0, END_Y, half, SECTION_H}, "Good to know",
		"A coupon marked ×2 or ×3 is two or three of its kind, with all their money and icons. All who "
		"tie for most icons get the award for most, and then nobody is second; without an icon there is "
		"no award. For each grill, discard one coupon the moment you get it: the grill itself or any "
		"other that you hold, but no coleslaw. A discarded coupon counts for nobody. A part of a burger "
		"belongs to one set only: make the sets that save most.");
	/* How to add up, with examples. The last one depends on a house rule. */
	g_snprintf(end, sizeof end,
		"Add up on your strip. Who saved most wins; all who tie for it win. For example, five {hotdog} and "
		"three {bun}: three pairs save $9, two left over cost $2, so $7. Five {hotdog} and no {bun} cost you "
		"$5. Three {roll}, two {patty}, two {cheese}, one {lettuce}: a set of four, a set of three and a "
		"single save $%d, $%d and $%d, so $%d. One {patty} more makes the single a pair for $%d, so $%d.",
		set, three, one, set + three + one, pair, set + three + pair);
	draw_section(canvas, (struct rect){right, END_Y, half, SECTION_H}, "The end", end);
}

void
coupons_plan_pieces(const struct print_job *job, struct page_plan *plan)
{
	page_plan_add_new(plan, .job = job, .draw = draw_tokens, .w = AREA_W, .h = AREA_H, .tools = PAGE_SCISSORS,
		.card = true, .title = "Tokens");
	page_plan_add_new(plan, .job = job, .draw = draw_rules, .w = AREA_W, .h = AREA_H, .title = "Rules");
}
