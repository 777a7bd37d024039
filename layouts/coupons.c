/* SPDX-License-Identifier: MIT
 * Coupon sheets from a seed. Pure: integers only, no I/O, no clock.
 * A deck for the whole game is made first, with hotdogs and buns in equal
 * numbers and the burger parts too, dealt evenly to the sheets, and traded
 * until the sheets are worth the same; each sheet's field is cut up apart. */
#include "layouts/coupons.h"

#include <stdlib.h>
#include <string.h>

#include "layouts/coupons_deck.h"

enum purpose { DECK, DEAL, FIELD, PLACES, TAGS, CORNERS };

/* The sheet in modules of a tag, so that all its tags can be printed as one picture: the field, the
 * line of thick dots, the strip. */
#define CELL_W  37                        /* modules of a cell's width */
#define CELL_H  32                        /* modules of its height */
#define FIELD_W (FIELD_COLS * CELL_W)     /* modules of the field's width */
#define STRIP_Y (FIELD_ROWS * CELL_H + 6) /* top of the strip, below the thick dots */
#define STRIP_H 82                        /* modules of its height */
#define MARK_X  176                       /* the right part of the strip: the QR, the code below it */
#define TAG_GAP 4                         /* from a coupon's right and bottom edges, so that a crooked cut spares it */

/* Sheets are traded even until they are this close, in dollars. The promise is 10 %. */
#define WORTH_GAP  1
#define TRADES_MAX 24 /* trades after which sheets stay as they are */

const char *
coupon_kind_name(enum coupon_kind kind)
{
	static const char *const name[COUPON_KINDS] = {
		[COUPON_CHIPS] = "chips",
		[COUPON_DIP] = "dip",
		[COUPON_FIREWORK] = "firework",
		[COUPON_GRILL] = "grill",
		[COUPON_HOTDOG] = "hotdog",
		[COUPON_BUN] = "bun",
		[COUPON_WATERMELON] = "watermelon",
		[COUPON_ROLL] = "roll",
		[COUPON_LETTUCE] = "lettuce",
		[COUPON_CHEESE] = "cheese",
		[COUPON_PATTY] = "patty",
		[COUPON_COLESLAW] = "coleslaw",
	};

	return name[kind];
}

void
coupon_id(unsigned sheet, unsigned index, char id[4])
{
	id[0] = (char)('A' + sheet);
	id[1] = (char)('0' + (index + 1) / 10);
	id[2] = (char)('0' + (index + 1) % 10);
	id[3] = '\0';
}

bool
coupon_id_read(const char *id, uint8_t *sheet, uint8_t *number)
{
	if (id[0] < 'A' || id[0] > 'Z' || id[1] < '0' || id[1] > '9' || id[2] < '0' || id[2] > '9' || id[3] != '\0')
		return false;
	*sheet = (uint8_t)(id[0] - 'A');
	*number = (uint8_t)((id[1] - '0') * 10 + id[2] - '0');
	return true;
}

/* The rectangle between two points that are given in modules. */
static struct rect
between(int left, int top, int right, int bottom)
{
	return (struct rect){
		MODULES(left), MODULES(top), MODULES(right) - MODULES(left), MODULES(bottom) - MODULES(top)};
}

struct rect
coupons_cells(int left, int top, int right, int bottom)
{
	return between(left * CELL_W, top * CELL_H, right * CELL_W, bottom * CELL_H);
}

struct rect
coupons_strip(void)
{
	return between(0, STRIP_Y, FIELD_W, STRIP_Y + STRIP_H);
}

struct rect
coupon_rect(const struct coupon *coupon)
{
	return coupons_cells(coupon->col, coupon->row, coupon->col + coupon->cols, coupon->row + coupon->rows);
}

struct rect
coupon_tag_rect(const struct coupon *coupon)
{
	int right = (coupon->col + coupon->cols) * CELL_W - TAG_GAP;
	int bottom = (coupon->row + coupon->rows) * CELL_H - TAG_GAP;

	return (struct rect){MODULES(right - TAG_MODULES), MODULES(bottom - TAG_MODULES), TAG_SIZE, TAG_SIZE};
}

static unsigned
pieces(const struct code *code)
{
	return code->players;
}

/* Deals the deck around, group by group, so that every sheet has its share of each. */
static void
deal(const struct coupons_deck *deck, const struct code *code, struct coupons_layout *layout)
{
	uint8_t order[COUPONS_SHEETS_MAX];
	struct random random = code_stream(code, DEAL, 0);

	for (unsigned turn = 0; turn < COUPONS_A_SHEET; turn++) {
		for (uint8_t sheet = 0; sheet < layout->sheets; sheet++)
			order[sheet] = sheet;
		random_shuffle(&random, order, layout->sheets);
		for (unsigned i = 0; i < layout->sheets; i++)
			layout->coupon[order[i]][turn] = deck->coupon[turn * layout->sheets + i];
	}
}

/* Swaps the two coupons that bring a richer and a poorer sheet closest together. Only coupons
 * with the same multiplier change places: each sheet keeps its own number of those. */
static bool
trade(const struct coupons_mix *mix, struct coupon rich[COUPONS_A_SHEET], struct coupon poor[COUPONS_A_SHEET], int gap)
{
	int rich_worth[COUPONS_A_SHEET], poor_worth[COUPONS_A_SHEET];
	int best = gap, give = -1, take = -1;

	for (int i = 0; i < COUPONS_A_SHEET; i++) {
		rich_worth[i] = coupons_mix_worth(mix, &rich[i]);
		poor_worth[i] = coupons_mix_worth(mix, &poor[i]);
	}
	for (int i = 0; i < COUPONS_A_SHEET; i++) {
		for (int j = 0; j < COUPONS_A_SHEET; j++) {
			int after = abs(gap - 2 * (rich_worth[i] - poor_worth[j]));

			if (after < best && rich[i].times == poor[j].times) {
				best = after;
				give = i;
				take = j;
			}
		}
	}
	if (give < 0)
		return false;
	struct coupon swap = rich[give];

	rich[give] = poor[take];
	poor[take] = swap;
	return true;
}

/* Trades between the richest and the poorest sheet until they are even. */
static void
even_out(const struct coupons_mix *mix, struct coupons_layout *layout)
{
	for (int trades = 0; trades < TRADES_MAX; trades++) {
		int value[COUPONS_SHEETS_MAX] = {0};
		int rich = 0, poor = 0;

		for (int sheet = 0; sheet < layout->sheets; sheet++) {
			for (int i = 0; i < COUPONS_A_SHEET; i++)
				value[sheet] += coupons_mix_worth(mix, &layout->coupon[sheet][i]);
			if (value[sheet] > value[rich])
				rich = sheet;
			if (value[sheet] < value[poor])
				poor = sheet;
		}
		int gap = value[rich] - value[poor];

		if (gap <= WORTH_GAP || !trade(mix, layout->coupon[rich], layout->coupon[poor], gap))
			return;
	}
}

/* Cuts a sheet's field and gives its coupons their places. */
static void
place(const struct code *code, uint32_t sheet, struct coupon coupon[COUPONS_A_SHEET])
{
	struct coupon dealt[COUPONS_A_SHEET];
	uint8_t order[COUPONS_A_SHEET];
	struct coupons_field field;
	int next = 0;
	struct random field_random = code_stream(code, FIELD, sheet);

	coupons_field_cut(&field, &field_random);
	memcpy(dealt, coupon, sizeof dealt);
	for (uint8_t i = 0; i < COUPONS_A_SHEET; i++)
		order[i] = i;
	struct random place_random = code_stream(code, PLACES, sheet);
	random_shuffle(&place_random, order, COUPONS_A_SHEET);
	for (uint8_t cell = 0; cell < FIELD_CELLS; cell++) {
		if (field.rows[cell] == 0)
			continue;
		coupon[next] = dealt[order[next]];
		coupon[next].col = cell % FIELD_COLS;
		coupon[next].row = cell / FIELD_COLS;
		coupon[next].cols = field.cols[cell];
		coupon[next].rows = field.rows[cell];
		next++;
	}
}

/* Tags without repeats inside the game, other ones at every table. */
static void
give_tags(const struct code *code, struct coupons_layout *layout)
{
	uint64_t taken[TAG_COUNT / 64 + 1] = {0};
	struct random random = code_table_stream(code, TAGS);

	for (int i = 0; i < layout->sheets * COUPONS_A_SHEET;) {
		uint32_t tag = TAG_CORNERS + random_below(&random, TAG_COUNT - TAG_CORNERS);

		if (taken[tag / 64] >> tag % 64 & 1)
			continue;
		taken[tag / 64] |= UINT64_C(1) << tag % 64;
		layout->coupon[i / COUPONS_A_SHEET][i % COUPONS_A_SHEET].tag = (uint16_t)tag;
		i++;
	}
}

void
coupons_build(const struct coupons_mix *mix, const struct code *printed, struct coupons_layout *layout)
{
	const struct code code = code_without_option(printed);
	struct coupons_deck deck;

	layout->sheets = code.players;
	struct random random = code_stream(&code, DECK, 0);
	coupons_deck_make(mix, &random, layout->sheets, &deck);
	deal(&deck, &code, layout);
	even_out(mix, layout);
	for (uint32_t sheet = 0; sheet < layout->sheets; sheet++)
		place(&code, sheet, layout->coupon[sheet]);
	give_tags(&code, layout);
}

static void
build(void *layout, const struct code *code)
{
	coupons_build(&coupons_mix, code, layout);
}

static void
form(const void *layout, const struct code *code, struct form *form)
{
	const struct coupons_layout *coupons = layout;
	const struct code plain = code_without_option(code);
	struct random corners = code_table_stream(&plain, CORNERS);

	form_init(form, MODULES(FIELD_W), MODULES(STRIP_Y + STRIP_H));
	form->qr = between(MARK_X + 5, STRIP_Y + 12, FIELD_W - 5, STRIP_Y + 48);
	form->text = between(MARK_X + 5, STRIP_Y + 48, FIELD_W - 5, STRIP_Y + 57);
	form_corners(form, random_below(&corners, CORNER_FOURS) + code->piece, coupons_strip());
	for (int i = 0; i < COUPONS_A_SHEET; i++) {
		struct rect at = coupon_tag_rect(&coupons->coupon[code->piece][i]);

		form_tag(form, coupons->coupon[code->piece][i].tag, at.x, at.y);
	}
}

GAME_LAYOUT_FITS(struct coupons_layout);

const struct game game_coupons = {
	.id = "coupons",
	.title = "Coupon Clipper",
	.designer = "Chris Lawrence",
	.piece = "sheet",
	.players = "2 to 5",
	.about = "Cut coupons out of one shared sheet after another, and keep the set that saves you most.",
	.minutes = 15,
	.ages = 8,
	.number = 1,
	.version = 1,
	.players_least = COUPONS_SHEETS_MIN,
	.players_most = COUPONS_SHEETS_MAX,
	.players_usual = 4,
	.options = COUPONS_OPTIONS,
	.layout_size = sizeof(struct coupons_layout),
	.pieces = pieces,
	.build = build,
	.form = form,
};
