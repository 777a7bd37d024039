/* SPDX-License-Identifier: MIT
 * The reference strip of a coupon sheet: what saves how much, with a box at the end
 * of each line to write the dollars into. It is between its four corner tags and has a QR. */
#include "gen/games/coupons/press.h"
#include "scoring/coupons.h"
#include "scoring/coupons_hand.h"

/* From the strip's edge past a corner tag, in hundredths of a millimetre like all lengths here. */
#define BESIDE_TAG 1050

/* From the strip's top to the table. */
#define TABLE_Y 980

/* The height of a row: ten fit, and there is room to write by hand. */
#define ROW_H 500

/* Where symbols end and names start. */
#define NAME_X 2000

/* Where texts start. */
#define TEXT_X 4600

/* Where the column of boxes starts. */
#define BOX_X 12850

/* The width of a box. */
#define BOX_W 1750

/* How far an event's name may extend beyond the code on either side. */
#define EVENT_OUT 400

/* The colour of the table's lines: visible, but paler than handwriting. */
#define RULE 0xb9bfc9

static const struct font large_font = {FACE_BOLD, LARGE, COLOUR_INK, ALIGN_LEFT};
static const struct font small_font = {FACE_CONDENSED, SMALL, COLOUR_QUIET, ALIGN_LEFT};
static const struct font body_font = {FACE_TEXT, BODY, COLOUR_INK, ALIGN_LEFT};

bool
coupons_pair_is_four(const struct print_job *job)
{
	uint8_t house[HOUSE_RULES];

	rules_printed(&rules_coupons, job->codes.option, house);
	return house[COUPONS_BURGER_PAIR] != 0;
}

void
coupons_savings(unsigned players, bool pair_is_four, struct saving saving[SAVINGS])
{
	static const struct {
		const char *name;
		enum coupon_kind first;
		int kinds;
		const char *text;
	} lines[SAVINGS] = {
		{"Chips", COUPON_CHIPS, 1, "The money on each."},
		{"Dip", COUPON_DIP, 1, "For each {dip}: $1 for every {chips} you have."},
		{"Fireworks", COUPON_FIREWORK, 1, "The money on each."},
		{"Most icons", COUPON_FIREWORK, 1, NULL},
		{"Grill", COUPON_GRILL, 1, "$5, but discard it or another coupon (no {coleslaw}) at once."},
		{"Hotdogs and buns", COUPON_HOTDOG, 2, "$3 for each pair {hotdog}{bun}; each one left over costs $1."},
		{"Watermelon", COUPON_WATERMELON, 1, "The money on each, and $10 for every five."},
		{"Burgers", COUPON_ROLL, COUPON_BURGER_PARTS, NULL},
		{"Coleslaw", COUPON_COLESLAW, 1, "Costs $2 each."},
	};

	for (int i = 0; i < SAVINGS; i++) {
		saving[i].name = lines[i].name;
		saving[i].symbols = lines[i].kinds;
		for (int k = 0; k < lines[i].kinds; k++)
			saving[i].symbol[k] = coupons_looks[(int)lines[i].first + k].symbol;
		if (lines[i].text != NULL) {
			g_strlcpy(saving[i].text, lines[i].text, sizeof saving[i].text);
		} else if (lines[i].first == COUPON_ROLL) {
			g_snprintf(saving[i].text, sizeof saving[i].text,
				"Sets of 1, 2, 3 or 4 different parts: $%d, $%d, $%d, $%d.",
				coupons_burger_worth(1, pair_is_four), coupons_burger_worth(2, pair_is_four),
				coupons_burger_worth(3, pair_is_four), coupons_burger_worth(4, pair_is_four));
		} else {
			saving[i].symbol[0] = SYMBOL_SPARK;
			g_snprintf(saving[i].text, sizeof saving[i].text,
				"Most {spark}: $%u. Second: $%u. All who tie get it; no second after a tie.",
				3 * players, players);
		}
	}
}

/* The first line says what multipliers mean. Then each way to save has a line. */
static void
draw_table(const struct saving *saving, int32_t top, struct canvas *canvas)
{
	const struct font name = {FACE_CONDENSED_BOLD, NAME_SMALL, COLOUR_INK, ALIGN_LEFT};
	const struct font label = {FACE_CONDENSED, SMALL, COLOUR_QUIET, ALIGN_CENTRE};
	struct rect names = {NAME_X, top, TEXT_X - NAME_X - 100, ROW_H};
	struct rect texts = {TEXT_X, top, BOX_X - TEXT_X - 150, ROW_H};
	struct rect boxes = {BOX_X, top, BOX_W, ROW_H};

	canvas_text(canvas, &name, names, "×2 and ×3");
	canvas_text(canvas, &body_font, texts, "Counts as two or three coupons, with all money and icons.");
	canvas_text(canvas, &label, boxes, "I saved, in $");
	for (int i = 0; i < SAVINGS; i++) {
		int32_t x = NAME_X - 120 - saving[i].symbols * STRIP_SYMBOL;

		names.y = texts.y += ROW_H;
		for (int k = 0; k < saving[i].symbols; k++)
			canvas_silhouette(canvas, saving[i].symbol[k],
				(struct rect){x + k * STRIP_SYMBOL, names.y, STRIP_SYMBOL, ROW_H}, COLOUR_INK);
		canvas_text(canvas, &name, names, saving[i].name);
		canvas_text(canvas, &body_font, texts, saving[i].text);
	}
}

/* Below the table a line for the name and a strong box for the sum; lines between the rows and around the column of
 * boxes. */
static void
draw_boxes(struct rect strip, struct canvas *canvas)
{
	const struct font total = {FACE_BOLD, LARGE, COLOUR_INK, ALIGN_RIGHT};
	int32_t top = strip.y + TABLE_Y + ROW_H, bottom = top + SAVINGS * ROW_H, base = strip.y + strip.h - 130;
	struct rect sum = {BOX_X, bottom + 140, BOX_W, strip.y + strip.h - bottom - 160};

	canvas_line(canvas, NAME_X, base, 8200, base, 18, RULE);
	canvas_text(canvas, &small_font, (struct rect){BESIDE_TAG, base - 330, 800, 400}, "Name");
	canvas_text(canvas, &small_font, (struct rect){8400, base - 330, 2600, 400}, "Most saved wins.");
	canvas_text(canvas, &total, (struct rect){BOX_X - 1850, sum.y, 1700, sum.h}, "Total");
	canvas_text(canvas, &large_font, (struct rect){BOX_X + 120, sum.y, 500, sum.h}, "$");
	for (int32_t y = top; y <= bottom; y += ROW_H)
		canvas_line(canvas, 0, y, BOX_X + BOX_W, y, 18, RULE);
	canvas_line(canvas, BOX_X, top, BOX_X, bottom, 18, RULE);
	canvas_line(canvas, BOX_X + BOX_W, top, BOX_X + BOX_W, bottom, 18, RULE);
	canvas_frame(canvas, sum, 50, COLOUR_INK);
}

void
coupons_draw_strip(const struct coupons_sheet *sheet, struct canvas *canvas)
{
	struct saving saving[SAVINGS];
	struct rect strip = coupons_strip();

	coupons_savings(sheet->code.players, coupons_pair_is_four(sheet->job), saving);
	draw_boxes(strip, canvas);
	static const char turn[] =
		"Each turn, all at once: make 2 cuts, and 1 more for each token you spend. Keep and show "
		"what came free; pass all the rest, and the scissors, to the left.";
	const struct font letter = {FACE_BOLD, LARGE, COLOUR_INK, ALIGN_CENTRE};
	struct rect disc = {strip.w - BESIDE_TAG - TAG_SIZE, strip.y, TAG_SIZE, TAG_SIZE};

	canvas_circle(canvas, disc.x + disc.w / 2, disc.y + disc.h / 2, 400, coupons_colours[sheet->code.piece], 40,
		COLOUR_INK);
	canvas_textf(canvas, &letter, disc, "%c", 'A' + sheet->code.piece);
	canvas_text(canvas, &large_font, (struct rect){BESIDE_TAG, strip.y, 4200, 500}, game_coupons.title);
	canvas_textf(canvas, &small_font, (struct rect){BESIDE_TAG, strip.y + 520, 4200, 320}, "by %s",
		game_coupons.designer);
	canvas_paragraph(canvas, &body_font, (struct rect){5300, strip.y + 90, 11000, 750}, turn);
	draw_table(saving, strip.y + TABLE_Y, canvas);
	/* Below the code: the event, the round and the table, if any. */
	const struct font name = {FACE_CONDENSED_BOLD, NAME_SMALL, COLOUR_INK, ALIGN_CENTRE};
	struct rect line = sheet->form.text;
	unsigned round = sheet->code.round, table = sheet->code.table;

	line = (struct rect){line.x - EVENT_OUT, line.y + line.h + 60, line.w + 2 * EVENT_OUT, 400};
	if (sheet->job->event != NULL) {
		canvas_text(canvas, &name, line, sheet->job->event);
		line.y += line.h;
	}
	if (round > 0 && table > 0)
		canvas_textf(canvas, &name, line, "Round %u · Table %u", round, table);
	else if (round > 0 || table > 0)
		canvas_textf(canvas, &name, line, round > 0 ? "Round %u" : "Table %u", MAX(round, table));
}
