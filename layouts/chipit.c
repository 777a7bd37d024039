/* SPDX-License-Identifier: MIT
 * Chip It pads from a seed: who sits where, who goes first, every deal.
 * Pure: integers only. A pad that was printed once comes out the same forever. */
#include "layouts/chipit.h"

enum purpose { SEATS, FIRST, DECKS, CORNERS };

#define GAP    300                       /* between blocks */
#define TAG_Y  (CHIPIT_PAD_H - TAG_SIZE) /* top of the lower corner tags */
#define NAME_H 900                       /* height of a line for a name */
#define BAND_H 1350                      /* how to fill in, if no block is free for it */
#define TAGGED 1050                      /* space for a corner tag and white around it */

/* A line of a tournament block: the seat, a bubble a place, a box. */
#define PLACES_X      2450 /* left edge of the bubbles in a block */
#define PLACES_W      5300 /* their width together */
#define WIDE_PLACES_X 8300 /* the same in a block as wide as the pad */
#define WIDE_PLACES_W 7200 /* their width together there */
#define BLOCK_FOOT    200  /* free below the last line */

/* A block for two: lines of bubbles under their labels. */
#define TWO_X      430  /* left edge of the bubbles in a block */
#define TWO_Y      1450 /* top of the first line */
#define TWO_DY     1480 /* from one line to the next */
#define TWO_BUBBLE 500  /* width and height of a bubble */
#define TWO_DX     665  /* from one bubble to the next */

/* Cards a player is dealt, by the number of players. */
static const uint8_t hands[] = {[2] = 12, [3] = 15, [4] = 15, [5] = 12, [6] = 10};

void
chipit_card_name(uint8_t card, char name[4])
{
	uint8_t value = card & ~CHIPIT_PURPLE;

	*name++ = card & CHIPIT_PURPLE ? 'p' : 'g';
	if (value >= 10)
		*name++ = (char)('0' + value / 10);
	*name++ = (char)('0' + value % 10);
	*name = '\0';
}

static void
complete(struct code *code)
{
	if (code->players == 0 && code->option == CHIPIT_TWO)
		code->players = 2;
	if (code->players == 2)
		code->option = CHIPIT_TWO;
}

static void
check(const struct code *code, struct problems *problems)
{
	if (code->option == CHIPIT_TWO && code->players > 2)
		problems_add(problems, STATUS_BAD_CODE,
			SAY("pad-for-two", "the pad for two is not for {players} players"),
			ARG_NUMBER("players", code->players));
	if (code->option != CHIPIT_TWO && code->players == 2)
		problems_add(problems, STATUS_BAD_CODE, SAY("two-need-pad", "two players need the pad for two"));
}

static void
build(void *layout, const struct code *code)
{
	struct chipit_layout *chipit = layout;
	struct random seats = code_stream(code, SEATS, 0);
	struct random first = code_stream(code, FIRST, 0);

	chipit->two = code->option == CHIPIT_TWO;
	chipit->seats = code->players;
	chipit->games = chipit->two ? CHIPIT_TWO_GAMES : code->players;
	chipit->hand = hands[code->players];
	for (uint8_t i = 0; i < CHIPIT_SEATS_MAX; i++)
		chipit->seat[i] = chipit->first[i] = i;
	random_shuffle(&seats, chipit->seat, chipit->seats);
	random_shuffle(&first, chipit->first, chipit->seats);
	for (int game = 2; chipit->two && game < CHIPIT_TWO_GAMES; game++)
		chipit->first[game] = chipit->first[game - 2];
	for (uint8_t game = 0; game < chipit->games; game++) {
		/* Two of each: green 2 to 21, purple 2 to 11. */
		for (uint8_t i = 0; i < CHIPIT_DECK; i++)
			chipit->deck[game][i] = (uint8_t)(i < 40 ? 2 + i / 2 : (2 + (i - 40) / 2) | CHIPIT_PURPLE);
		struct random decks = code_stream(code, DECKS, game);

		random_shuffle(&decks, chipit->deck[game], CHIPIT_DECK);
	}
}

int
chipit_block_cols(const struct chipit_layout *chipit)
{
	return chipit->games == 3 ? 1 : 2;
}

struct rect
chipit_name(const struct chipit_layout *chipit, int i)
{
	int cols = chipit->seats % 3 == 0 || chipit->seats == 5 ? 3 : 2;
	int32_t w = (CHIPIT_PAD_W - (cols - 1) * GAP) / cols;

	return (struct rect){i % cols * (w + GAP), CHIPIT_NAMES_Y + CHIPIT_NAMES_TOP + i / cols * NAME_H, w, NAME_H};
}

/* An odd one out is left for how to fill in the pad. */
struct rect
chipit_block(const struct chipit_layout *chipit, int game)
{
	int cols = chipit_block_cols(chipit), rows = (chipit->games + cols - 1) / cols;
	struct rect last = chipit_name(chipit, chipit->seats - 1);
	int32_t top = last.y + last.h + GAP, bottom = TAG_Y - GAP - (chipit->games % cols == 0 ? BAND_H + GAP : 0);
	int32_t w = (CHIPIT_PAD_W - (cols - 1) * GAP) / cols, h = (bottom - top - (rows - 1) * GAP) / rows;

	return (struct rect){game % cols * (w + GAP), top + game / cols * (h + GAP), w, h};
}

struct rect
chipit_guide(const struct chipit_layout *chipit)
{
	if (chipit->games % chipit_block_cols(chipit) != 0)
		return chipit_block(chipit, chipit->games);
	return (struct rect){0, TAG_Y - GAP - BAND_H, CHIPIT_PAD_W, BAND_H};
}

struct rect
chipit_totals(void)
{
	return (struct rect){TAGGED, TAG_Y, CHIPIT_PAD_W - 2 * TAGGED, TAG_SIZE};
}

int
chipit_two_count(const struct chipit_layout *chipit, int line)
{
	const int count[CHIPIT_TWO_LINES] = {2, CHIPIT_TENS_MAX + 1, 10, chipit->hand + 1};

	return count[line];
}

/* A line a seat, a column a place; the fewer players, the larger. */
static void
tournament_block(struct form *form, const struct chipit_layout *chipit, int game)
{
	static const int32_t sizes[] = {[3] = 750, [4] = 700, [5] = 600, [6] = 500};
	struct rect block = chipit_block(chipit, game);
	int32_t top = CHIPIT_BLOCK_TOP + CHIPIT_HINTS_H, size = sizes[chipit->seats];
	int32_t x = block.x + PLACES_X, dx = PLACES_W / chipit->seats;

	if (chipit_block_cols(chipit) == 1) {
		top = CHIPIT_HINTS_H + BLOCK_FOOT;
		x = block.x + WIDE_PLACES_X;
		dx = WIDE_PLACES_W / chipit->seats;
	}
	int32_t dy = (block.h - top - BLOCK_FOOT) / chipit->seats;

	x += (dx - size) / 2;
	top += block.y + (dy - size) / 2;
	for (int seat = 0; seat < chipit->seats; seat++)
		for (int place = 0; place < chipit->seats; place++)
			form_bubble(form, x + place * dx, top + seat * dy, size, "game%d.%c.%d", game + 1,
				'A' + chipit->seat[seat], place + 1);
}

static void
two_block(struct form *form, const struct chipit_layout *chipit, int game)
{
	static const char *const name[] = {NULL, "tens", "ones", "cards"};
	struct rect block = chipit_block(chipit, game);
	int32_t x = block.x + TWO_X, y = block.y + TWO_Y;

	for (int seat = 0; seat < 2; seat++)
		form_bubble(form, x + seat * 2 * TWO_DX, y, TWO_BUBBLE, "game%d.loser.%c", game + 1,
			'A' + chipit->seat[seat]);
	for (int line = 1; line < CHIPIT_TWO_LINES; line++)
		for (int i = 0; i < chipit_two_count(chipit, line); i++)
			form_bubble(form, x + i * TWO_DX, y + line * TWO_DY, TWO_BUBBLE, "game%d.%s.%d", game + 1,
				name[line], i);
}

static void
form(const void *layout, const struct code *code, struct form *form)
{
	const struct chipit_layout *chipit = layout;
	struct random corners = code_table_stream(code, CORNERS);

	form_init(form, CHIPIT_PAD_W, CHIPIT_PAD_H);
	form->qr = (struct rect){14950, 0, 3000, 3000};
	form->text = (struct rect){13900, 3050, 5100, 400};
	form_corners(form, random_below(&corners, CORNER_FOURS), form->piece);
	for (int game = 0; game < chipit->games; game++) {
		if (chipit->two)
			two_block(form, chipit, game);
		else
			tournament_block(form, chipit, game);
	}
}

GAME_LAYOUT_FITS(struct chipit_layout);

const struct game game_chipit = {
	.id = "chipit",
	.title = "Chip It",
	.designer = "Chikasuzu",
	.piece = "pad",
	.players = "2 to 6",
	.about = "Get rid of all your cards and chips first: a card that does not fit is made to fit with chips.",
	.minutes = 15,
	.ages = 8,
	.number = 4,
	.version = 1,
	.players_least = 2,
	.players_most = CHIPIT_SEATS_MAX,
	.players_usual = 4,
	.options = CHIPIT_TWO + 1,
	.layout_size = sizeof(struct chipit_layout),
	.complete = complete,
	.check = check,
	.pieces = game_one_piece,
	.build = build,
	.form = form,
};
