/* SPDX-License-Identifier: MIT
 * The rules on one page, in our own words: for three to six players, as a
 * tournament, for two, with deal slips, and how to make the pieces. */
#include "gen/games/chipit/press.h"

/* Lengths are hundredths of a millimetre. */
#define COLUMN_W  9200 /* of the text: two columns with a gap between them */
#define COLUMN_DX 9800 /* from one column to the next */

struct section {
	const char *heading, *text;
	int32_t room;        /* left free under the text, for a picture */
	const char *example; /* in words, or NULL */
};

static const struct section left[] = {
	{"The aim",
		"Be the first to have neither cards nor chips left. Cards that are too low can be "
		"made to fit by taking points, but then you have to get rid of the points.",
		0, NULL},
	{"The pieces",
		"60 cards: two each of {green} 2 to 21 and of {purple} 2 to 11. 54 chips: 18 each of "
		"1, 2 and 3 points.",
		0, NULL},
	{"Set up",
		"Shuffle the cards and deal. With three players the rest is not used. Put the chips where everyone "
		"reaches them: they are the pool. Everyone takes chips worth 3 points and keeps them in view. You may "
		"change chips for others of the same worth at any time.",
		1700, NULL},
	{"Your turn",
		"In a single game the youngest goes first. Turns go clockwise. First clear what lies in front of you: cards go to the "
		"discard pile, chips on them become yours. Then play, or pass.",
		0, NULL},
	{"Play",
		"If you open a round, put down one card, or several cards of one value; {colours} may mix. Otherwise "
		"play exactly as many cards as were played last, all of one value, and higher than those.",
		0,
		"Ana opens with a 6. Bo plays an 8, Cy a 12. Ana clears her 6 away and may now play any "
		"card of 13 or more. Had she opened with two 6s, only pairs could follow."},
	{"Make it fit",
		"Take points from the pool and put them on a card to raise it. A {green} card grows by 1 a point. A "
		"{purple} card grows by the value printed on it a point. Every card of a set needs points of its own.",
		2900, "A {purple} 5 with two points on it is a 15, a {green} 13 with two points too."},
};

static const struct section right[] = {
	{"Pass",
		"Give up to 2 of your points back to the pool. You are not out: next time round you may play again. If "
		"you should open a round but have no cards, you pass, and the next player opens.",
		0,
		"Di has 5 points in chips and does not care to beat three 16s: she passes, gives 2 back and "
		"has 3. When her turn comes again in this round, she may play."},
	{"The end of a round",
		"When all others passed after your cards and it is your turn, the round "
		"is over: discard your cards, take the chips on them, and open the next round.",
		0, NULL},
	{"The end of the game",
		"At once when someone has no cards and no chips left: that player wins. "
		"To find the other places, play on without whoever is done.",
		0, NULL},
	{"As a tournament",
		"Play as many games as there are players; each goes first once, as the pad says. Play for all places. "
		"First place is worth 4 points, second 2, third 1, the others 0. The highest total wins; equal totals "
		"share.",
		0, NULL},
	{"For two",
		"Four games, going first in turn. Deal 12 cards each. Only the player who goes first takes chips, "
		"worth 2 points. The loser of a game notes the points in chips still held, and 3 more for every card "
		"in hand; the winner notes 0. After four games the lower total wins; equal totals share.",
		0, "With two cards and 4 points left you note 6 and 4, so 10."},
	{"With deal slips",
		"Slips give every table the same hands. Before each game someone who does not play sorts out the cards "
		"of each slip and hands them out face down. If all of you play, pass the deck around: each takes the "
		"cards of their own slip and looks at no others.",
		0, NULL},
	{"Making the pieces",
		"Print at 100 % on paper of 250 g or more, or sleeve the cards with any "
		"playing card behind. Chips work well glued to 2 mm board.",
		0, NULL},
};

/* A pair of fourteens out of a green and a purple card. */
static void
draw_example(struct canvas *canvas, int32_t y)
{
	static const uint8_t card[] = {13, 7 | CHIPIT_PURPLE};
	const struct font font = {FACE_BOLD, 420, COLOUR_INK, ALIGN_CENTRE};
	const struct font small = {FACE_TEXT, 300, COLOUR_INK, ALIGN_CENTRE};
	const int32_t at[][2] = {{900, y + 750}, {5400, y + 750}};
	const int32_t size = 1050;

	canvas_rounded(canvas, (struct rect){0, y, COLUMN_W, 2400}, 200, TITLE_PALE, 0, 0);
	chipit_draw_cards(canvas, card, at, 2, size);
	for (int i = 0; i < 2; i++) {
		int32_t x = at[i][0];

		canvas_text(canvas, &font, (struct rect){x + 550, y + 400, 500, 700}, "+");
		canvas_symbol(canvas, SYMBOL_CHIP1, (struct rect){x + 1050, y + 350, 800, 800});
		canvas_text(canvas, &font, (struct rect){x + 1900, y + 400, 1200, 700}, "= 14");
	}
	canvas_text(canvas, &small, (struct rect){300, y + 1500, COLUMN_W - 600, 350},
		"13 and one point, 7 and one point: a pair of 14s.");
	canvas_text(canvas, &small, (struct rect){300, y + 1880, COLUMN_W - 600, 350},
		"It beats a pair of 13s, and leaves you with 2 more points.");
}

/* Sections below each other. room[i] is set to where the free space below section i starts. */
static void
draw_column(struct canvas *canvas, const struct section *section, size_t n, int32_t x, int32_t y, int32_t room[])
{
	const struct font heading = {FACE_BOLD, 480, COLOUR_INK, ALIGN_LEFT};
	const struct font text = {FACE_TEXT, 370, COLOUR_INK, ALIGN_LEFT};
	const struct font quiet = {FACE_TEXT, 350, COLOUR_QUIET, ALIGN_LEFT};

	for (size_t i = 0; i < n; i++) {
		canvas_text(canvas, &heading, (struct rect){x, y, COLUMN_W, 500}, section[i].heading);
		y += 640;
		y += chipit_paragraph(canvas, &text, (struct rect){x, y, COLUMN_W, 6000}, section[i].text);
		if (section[i].example != NULL)
			y += 60 +
				chipit_paragraph(
					canvas, &quiet, (struct rect){x, y + 60, COLUMN_W, 6000}, section[i].example);
		room[i] = y + 200;
		y += section[i].room + 470;
	}
}

void
chipit_draw_rules(const struct page *page, struct canvas *canvas)
{
	const struct font title = {FACE_BOLD, 1250, COLOUR_INK, ALIGN_LEFT};
	const struct font kind = {FACE_BOLD, 420, COLOUR_INK, ALIGN_LEFT};
	const struct font quiet = {FACE_TEXT, 330, COLOUR_QUIET, ALIGN_LEFT};
	int32_t room[G_N_ELEMENTS(left) + G_N_ELEMENTS(right)];
	int32_t x = canvas_text_width(canvas, &title, game_chipit.title) + 350;

	canvas_text(canvas, &title, (struct rect){0, 0, 8000, 1150}, game_chipit.title);
	for (int i = 0; i < 3; i++)
		canvas_symbol(canvas, (enum symbol_id)(SYMBOL_CHIP1 + i), (struct rect){x + i * 950, 110, 900, 900});
	canvas_text(canvas, &kind, (struct rect){0, 1450, page->w, 500},
		"The rules in short, for two and for three to six players");
	canvas_textf(canvas, &quiet, (struct rect){0, 1980, page->w, 400},
		"A game by %s, published by AMIGO · ages 8 and up · about 15 minutes a game", game_chipit.designer);
	canvas_line(canvas, 0, 2700, page->w, 2700, 35, COLOUR_INK);
	draw_column(canvas, right, G_N_ELEMENTS(right), COLUMN_DX, 3100, room);
	draw_column(canvas, left, G_N_ELEMENTS(left), 0, 3100, room);
	/* Cards dealt by the number of players. */
	const int32_t deal_y = room[2];
	static const char *const cell[2][5] = {{"Players", "3", "4", "5", "6"}, {"Cards each", "15", "15", "12", "10"}};
	const struct font name = {FACE_TEXT, 310, COLOUR_INK, ALIGN_LEFT};
	const struct font value = {FACE_BOLD, 340, COLOUR_INK, ALIGN_CENTRE};
	struct rect at = {0, deal_y, COLUMN_W, 1400};

	canvas_rounded(canvas, at, 200, TITLE_PALE, 0, 0);
	canvas_line(canvas, 300, deal_y + 700, COLUMN_W - 300, deal_y + 700, 12, COLOUR_QUIET);
	for (int row = 0; row < 2; row++) {
		canvas_text(canvas, &name, (struct rect){300, deal_y + row * 700, 2400, 700}, cell[row][0]);
		for (int i = 1; i < 5; i++)
			canvas_text(canvas, &value, (struct rect){1100 + i * 1550, deal_y + row * 700, 1500, 700},
				cell[row][i]);
	}
	draw_example(canvas, room[5]);
}
