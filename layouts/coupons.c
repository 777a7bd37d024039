/* SPDX-License-Identifier: MIT
 * Coupon sheets from a seed. Pure: integers only, no I/O, no clock.
 * A deck for the whole game is made first, with hotdogs and buns in equal
 * numbers and the burger parts too, dealt evenly to the sheets, and traded
 * until the sheets are worth the same; each sheet's field is cut up apart. */
#include "layouts/coupons.h"

#include <string.h>

#include "layouts/field.h"

enum purpose { DECK, DEAL, FIELD, PLACES, TAGS, CORNERS };

/* The sheet in modules of a tag, so that all its tags can be printed as one picture: the field, the
 * line of thick dots, the strip. */
#define CELL_W  37
#define CELL_H  32
#define FIELD_W (FIELD_COLS * CELL_W)
#define STRIP_Y (FIELD_ROWS * CELL_H + 6)
#define STRIP_H 82
#define MARK_X  176 /* the right part of the strip: the QR, the code below it */
#define TAG_GAP 4 /* from a coupon's right and bottom edges, so that a crooked cut spares it */

/* Multipliers of a sheet. */
#define TRIPLES 1
#define DOUBLES 2

/* Sheets are traded even until they are this close, in dollars. The promise is 10 %. */
#define WORTH_GAP   1
#define TRADES_MAX  24

struct deck {
	unsigned count;
	struct coupon coupon[COUPONS_MAX];
};

/* What a kind is worth beside its money: what one more of it brings in an ordinary hand. */
static const int8_t worth[COUPON_KINDS] = {
	[COUPON_CHIPS] = 1,
	[COUPON_DIP] = 3,
	[COUPON_FIREWORK] = 2,
	[COUPON_GRILL] = 3,
	[COUPON_HOTDOG] = 1,
	[COUPON_BUN] = 1,
	[COUPON_WATERMELON] = 2,
	[COUPON_ROLL] = 3,
	[COUPON_LETTUCE] = 3,
	[COUPON_CHEESE] = 3,
	[COUPON_PATTY] = 3,
	[COUPON_COLESLAW] = -2,
};

/* A sheet's usual coupons; burgers are counted apart. */
static const uint8_t usual[COUPON_KINDS] = {
	[COUPON_CHIPS] = 3,
	[COUPON_DIP] = 2,
	[COUPON_FIREWORK] = 3,
	[COUPON_GRILL] = 1,
	[COUPON_HOTDOG] = 2,
	[COUPON_BUN] = 2,
	[COUPON_WATERMELON] = 3,
	[COUPON_COLESLAW] = 2,
};
#define BURGERS_A_SHEET 6

/* Kinds whose number may vary from game to game and that may be multiplied one by one. */
static const uint8_t loose[] = {
	COUPON_CHIPS, COUPON_DIP, COUPON_FIREWORK, COUPON_WATERMELON, COUPON_COLESLAW};
#define LOOSE (sizeof loose)

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

int
coupon_worth(const struct coupon *coupon)
{
	return (worth[coupon->kind] + coupon->money) * coupon->times;
}

void
coupon_id(unsigned sheet, unsigned index, char id[4])
{
	id[0] = (char)('A' + sheet);
	id[1] = (char)('0' + (index + 1) / 10);
	id[2] = (char)('0' + (index + 1) % 10);
	id[3] = '\0';
}

/* The rectangle between two points that are given in modules. */
static struct rect
between(int left, int top, int right, int bottom)
{
	return (struct rect){MODULES(left), MODULES(top), MODULES(right) - MODULES(left),
		MODULES(bottom) - MODULES(top)};
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
	return coupons_cells(coupon->col, coupon->row, coupon->col + coupon->cols,
		coupon->row + coupon->rows);
}

struct rect
coupon_tag_rect(const struct coupon *coupon)
{
	int right = (coupon->col + coupon->cols) * CELL_W - TAG_GAP;
	int bottom = (coupon->row + coupon->rows) * CELL_H - TAG_GAP;

	return (struct rect){MODULES(right - TAG_MODULES), MODULES(bottom - TAG_MODULES), TAG_SIZE,
		TAG_SIZE};
}

static void
complete(struct code *code)
{
	if (code->players == 0)
		code->players = 4;
}

static unsigned
pieces(const struct code *code)
{
	return code->players;
}

static void
check(const struct code *code, struct problems *problems)
{
	game_expect_players(&game_coupons, code, COUPONS_SHEETS_MIN, COUPONS_SHEETS_MAX, problems);
	game_expect_piece(&game_coupons, code, 1, problems);
}

/* How many of each kind the game has: 24 a sheet. */
static void
count_kinds(struct random *random, unsigned sheets, uint8_t number[COUPON_KINDS])
{
	unsigned burgers = sheets * BURGERS_A_SHEET;

	for (int kind = 0; kind < COUPON_KINDS; kind++)
		number[kind] = (uint8_t)(usual[kind] * sheets);
	for (int part = 0; part < COUPON_BURGER_PARTS; part++)
		number[COUPON_ROLL + part] = (uint8_t)(burgers / COUPON_BURGER_PARTS);
	/* An odd number of sheets leaves two over: a hotdog in its bun. */
	number[COUPON_HOTDOG] += (uint8_t)(burgers % COUPON_BURGER_PARTS / 2);
	number[COUPON_BUN] += (uint8_t)(burgers % COUPON_BURGER_PARTS / 2);
	for (unsigned i = 0; i < sheets; i++) {
		uint8_t less = loose[random_below(random, LOOSE)];
		uint8_t more = loose[random_below(random, LOOSE)];

		if (number[less] > sheets) {
			number[less]--;
			number[more]++;
		}
	}
}

static void
deck_add(struct deck *deck, struct random *random, uint8_t kind, uint8_t times)
{
	struct coupon coupon = {.kind = kind, .times = times};

	if (kind == COUPON_CHIPS)
		coupon.money = (uint8_t)(1 + random_below(random, 3));
	if (kind == COUPON_WATERMELON)
		coupon.money = (uint8_t)(1 + random_below(random, 2));
	if (kind == COUPON_FIREWORK) {
		coupon.icons = (uint8_t)(1 + random_below(random, 3));
		coupon.money = (uint8_t)(1 + random_below(random, 4u - coupon.icons));
	}
	deck->coupon[deck->count++] = coupon;
}

/* Adds `number` coupons with a multiplier, taken from the kinds that are left: whole hotdogs and
 * whole burgers now and then, so that their parts stay equal with copies counted. */
static void
deck_add_multiplied(struct deck *deck, struct random *random, uint8_t left[COUPON_KINDS],
	uint8_t times, unsigned number)
{
	if (number >= COUPON_BURGER_PARTS && random_below(random, 2) == 0) {
		for (uint8_t part = 0; part < COUPON_BURGER_PARTS; part++) {
			left[COUPON_ROLL + part]--;
			deck_add(deck, random, COUPON_ROLL + part, times);
		}
		number -= COUPON_BURGER_PARTS;
	}
	if (number >= 2 && random_below(random, 2) == 0) {
		left[COUPON_HOTDOG]--;
		left[COUPON_BUN]--;
		deck_add(deck, random, COUPON_HOTDOG, times);
		deck_add(deck, random, COUPON_BUN, times);
		number -= 2;
	}
	while (number > 0) {
		uint8_t kind = loose[random_below(random, LOOSE)];

		if (left[kind] == 0)
			continue;
		left[kind]--;
		deck_add(deck, random, kind, times);
		number--;
	}
}

/* The coupons of the whole game, in groups of like coupons: triples, doubles, then by kind. */
static void
deck_make(struct deck *deck, const struct code *code)
{
	struct random random;
	uint8_t left[COUPON_KINDS];

	deck->count = 0;
	code_stream(code, DECK, 0, &random);
	count_kinds(&random, code->players, left);
	deck_add_multiplied(deck, &random, left, 3, TRIPLES * code->players);
	deck_add_multiplied(deck, &random, left, 2, DOUBLES * code->players);
	for (uint8_t kind = 0; kind < COUPON_KINDS; kind++)
		for (; left[kind] > 0; left[kind]--)
			deck_add(deck, &random, kind, 1);
}

/* Deals the deck around, group by group, so that every sheet has its share of each. */
static void
deal(const struct deck *deck, const struct code *code, struct coupons_layout *layout)
{
	uint8_t order[COUPONS_SHEETS_MAX];
	struct random random;

	code_stream(code, DEAL, 0, &random);
	for (unsigned turn = 0; turn < COUPONS_A_SHEET; turn++) {
		for (uint8_t sheet = 0; sheet < layout->sheets; sheet++)
			order[sheet] = sheet;
		random_shuffle(&random, order, layout->sheets);
		for (unsigned i = 0; i < layout->sheets; i++)
			layout->coupon[order[i]][turn] = deck->coupon[turn * layout->sheets + i];
	}
}

static int
sheet_worth(const struct coupon coupon[COUPONS_A_SHEET])
{
	int sum = 0;

	for (int i = 0; i < COUPONS_A_SHEET; i++)
		sum += coupon_worth(&coupon[i]);
	return sum;
}

/* Swaps the two coupons that bring a richer and a poorer sheet closest together. Only coupons
 * with the same multiplier change places: each sheet keeps its own number of those. */
static bool
trade(struct coupon rich[COUPONS_A_SHEET], struct coupon poor[COUPONS_A_SHEET], int gap)
{
	int rich_worth[COUPONS_A_SHEET], poor_worth[COUPONS_A_SHEET];
	int best = gap, give = -1, take = -1;

	for (int i = 0; i < COUPONS_A_SHEET; i++) {
		rich_worth[i] = coupon_worth(&rich[i]);
		poor_worth[i] = coupon_worth(&poor[i]);
	}
	for (int i = 0; i < COUPONS_A_SHEET; i++) {
		for (int j = 0; j < COUPONS_A_SHEET; j++) {
			int after = gap - 2 * (rich_worth[i] - poor_worth[j]);

			if (after < 0)
				after = -after;
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
even_out(struct coupons_layout *layout)
{
	for (int trades = 0; trades < TRADES_MAX; trades++) {
		int value[COUPONS_SHEETS_MAX];
		int rich = 0, poor = 0;

		for (int sheet = 0; sheet < layout->sheets; sheet++) {
			value[sheet] = sheet_worth(layout->coupon[sheet]);
			if (value[sheet] > value[rich])
				rich = sheet;
			if (value[sheet] < value[poor])
				poor = sheet;
		}
		if (value[rich] - value[poor] <= WORTH_GAP)
			return;
		if (!trade(layout->coupon[rich], layout->coupon[poor], value[rich] - value[poor]))
			return;
	}
}

/* Cuts a sheet's field and gives its coupons their places. */
static void
place(const struct code *code, uint32_t sheet, struct coupon coupon[COUPONS_A_SHEET])
{
	struct coupon dealt[COUPONS_A_SHEET];
	uint8_t order[COUPONS_A_SHEET];
	struct random field_random, place_random;
	struct field field;
	int next = 0;

	code_stream(code, FIELD, sheet, &field_random);
	field_cut(&field, &field_random);
	memcpy(dealt, coupon, sizeof dealt);
	for (uint8_t i = 0; i < COUPONS_A_SHEET; i++)
		order[i] = i;
	code_stream(code, PLACES, sheet, &place_random);
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
	struct random random;

	code_table_stream(code, TAGS, &random);
	for (int i = 0; i < layout->sheets * COUPONS_A_SHEET;) {
		uint32_t tag = TAG_CORNERS + random_below(&random, TAG_COUNT - TAG_CORNERS);

		if (taken[tag / 64] >> tag % 64 & 1)
			continue;
		taken[tag / 64] |= UINT64_C(1) << tag % 64;
		layout->coupon[i / COUPONS_A_SHEET][i % COUPONS_A_SHEET].tag = (uint16_t)tag;
		i++;
	}
}

static void
build(void *layout, const struct code *code)
{
	struct coupons_layout *coupons = layout;
	struct deck deck;

	coupons->sheets = code->players;
	deck_make(&deck, code);
	deal(&deck, code, coupons);
	even_out(coupons);
	for (uint32_t sheet = 0; sheet < coupons->sheets; sheet++)
		place(code, sheet, coupons->coupon[sheet]);
	give_tags(code, coupons);
}

static void
form(const void *layout, const struct code *code, struct form *form)
{
	const struct coupons_layout *coupons = layout;
	struct random corners;

	code_table_stream(code, CORNERS, &corners);
	form_init(form, MODULES(FIELD_W), MODULES(STRIP_Y + STRIP_H));
	form->qr = between(MARK_X + 5, STRIP_Y + 12, FIELD_W - 5, STRIP_Y + 48);
	form->text = between(MARK_X + 5, STRIP_Y + 48, FIELD_W - 5, STRIP_Y + 57);
	form_corners(form, random_below(&corners, CORNER_FOURS) + code->piece, coupons_strip());
	for (int i = 0; i < COUPONS_A_SHEET; i++) {
		struct rect at = coupon_tag_rect(&coupons->coupon[code->piece][i]);

		form_tag(form, coupons->coupon[code->piece][i].tag, at.x, at.y);
	}
}

const struct game game_coupons = {
	.id = "coupons",
	.title = "Coupon Clipper",
	.designer = "Chris Lawrence",
	.piece = "sheet",
	.players = "2 to 5",
	.number = 1,
	.version = 1,
	.layout_size = sizeof(struct coupons_layout),
	.complete = complete,
	.check = check,
	.pieces = pieces,
	.build = build,
	.form = form,
};
