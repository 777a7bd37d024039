/* SPDX-License-Identifier: MIT
 * Chip It pads from a seed: who sits where, who goes first, every deal.
 * Pure: integers only. A pad that was printed once comes out the same for ever. */
#include "layouts/chipit.h"

enum purpose { SEATS, FIRST, DECKS, CORNERS };

#define PAGE_W 19000
#define PAGE_H 25900

/* Blocks of bubbles, one a game, two beside each other. */
#define BLOCKS_Y 5200
#define BLOCK_X  300
#define BLOCK_DX 9600
#define BUBBLE   500

/* A tournament block: a line a seat, a column a place. */
#define TOURNAMENT_DY 6500
#define PLACES_X      3200
#define PLACES_Y      1100
#define PLACE_D       850

/* A block for two: loser, chips in tens and ones, cards. */
#define TWO_DY    9800
#define DIGITS_DX 660

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
	if (code->players == 0)
		code->players = code->option == CHIPIT_TWO ? 2 : 4;
	if (code->players == 2)
		code->option = CHIPIT_TWO;
}

static unsigned
pieces(const struct code *code)
{
	(void)code;
	return 1;
}

static void
check(const struct code *code, struct problems *problems)
{
	game_expect_players(&game_chipit, code, 2, CHIPIT_SEATS_MAX, problems);
	game_expect_piece(&game_chipit, code, CHIPIT_TWO + 1, problems);
	if (code->option == CHIPIT_TWO && code->players > 2)
		problems_add(problems, STATUS_BAD_CODE, "the pad for two is not for %u players",
			code->players);
	if (code->option != CHIPIT_TWO && code->players == 2)
		problems_add(problems, STATUS_BAD_CODE, "two players need the pad for two");
}

static void
new_deck(uint8_t deck[CHIPIT_DECK])
{
	for (uint8_t value = 2; value <= 21; value++) {
		*deck++ = value;
		*deck++ = value;
	}
	for (uint8_t value = 2; value <= 11; value++) {
		*deck++ = value | CHIPIT_PURPLE;
		*deck++ = value | CHIPIT_PURPLE;
	}
}

static void
build(void *layout, const struct code *code)
{
	struct chipit_layout *chipit = layout;
	struct random seats, first, decks;

	code_stream(code, SEATS, 0, &seats);
	code_stream(code, FIRST, 0, &first);
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
		new_deck(chipit->deck[game]);
		code_stream(code, DECKS, game, &decks);
		random_shuffle(&decks, chipit->deck[game], CHIPIT_DECK);
	}
}

static void
tournament_block(struct form *form, const struct chipit_layout *chipit, int game)
{
	int32_t x = BLOCK_X + game % 2 * BLOCK_DX + PLACES_X;
	int32_t y = BLOCKS_Y + game / 2 * TOURNAMENT_DY + PLACES_Y;

	for (int seat = 0; seat < chipit->seats; seat++)
		for (int place = 0; place < chipit->seats; place++)
			form_bubble(form, x + place * PLACE_D, y + seat * PLACE_D, BUBBLE,
				"game%d.%c.%d", game + 1, 'A' + chipit->seat[seat], place + 1);
}

static void
two_block(struct form *form, const struct chipit_layout *chipit, int game)
{
	int32_t x = BLOCK_X + game % 2 * BLOCK_DX + 100;
	int32_t y = BLOCKS_Y + game / 2 * TWO_DY;

	for (int seat = 0; seat < 2; seat++)
		form_bubble(form, x + seat * 4 * DIGITS_DX, y + 1800, BUBBLE, "game%d.loser.%c",
			game + 1, 'A' + chipit->seat[seat]);
	for (int tens = 0; tens <= CHIPIT_TENS_MAX; tens++)
		form_bubble(form, x + tens * DIGITS_DX, y + 3800, BUBBLE, "game%d.tens.%d", game + 1,
			tens);
	for (int ones = 0; ones <= 9; ones++)
		form_bubble(form, x + ones * DIGITS_DX, y + 5600, BUBBLE, "game%d.ones.%d", game + 1,
			ones);
	for (int cards = 0; cards <= chipit->hand; cards++)
		form_bubble(form, x + cards * DIGITS_DX, y + 7400, BUBBLE, "game%d.cards.%d",
			game + 1, cards);
}

static void
form(const void *layout, const struct code *code, struct form *form)
{
	const struct chipit_layout *chipit = layout;
	struct random corners;

	code_table_stream(code, CORNERS, &corners);
	form_init(form, PAGE_W, PAGE_H);
	form->qr = (struct rect){14800, 0, 3000, 3000};
	form->text = (struct rect){14000, 3000, 5000, 500};
	form_corners(form, random_below(&corners, CORNER_FOURS), form->piece);
	for (int game = 0; game < chipit->games; game++) {
		if (chipit->two)
			two_block(form, chipit, game);
		else
			tournament_block(form, chipit, game);
	}
}

const struct game game_chipit = {
	.id = "chipit",
	.title = "Chip It",
	.designer = "Chikasuzu",
	.piece = "pad",
	.players = "2 to 6",
	.number = 4,
	.version = 1,
	.layout_size = sizeof(struct chipit_layout),
	.complete = complete,
	.check = check,
	.pieces = pieces,
	.build = build,
	.form = form,
};
