/* SPDX-License-Identifier: MIT
 * The card of a table. Folded across the middle, it stands with the number of the table towards the hall, and what the
 * players need to know towards them. */
#include "gen/games/house_rules.h"
#include "gen/kit/document.h"

/* All lengths are hundredths of a millimetre. Those of the half towards the hall are from the fold, since it is drawn
 * rotated by half a turn. */

/* Height of each half of the page; the fold is there. */
#define HALF (KIT_H / 2)

/* Free height next to the fold, on both halves. */
#define FOLD_GAP 900

/* Height of the band in the game's colour, at the top of the half towards the hall. */
#define BAND_H 1500

/* Top of the number of the table. */
#define TABLE_Y 3000

/* Height of the number of the table: it ends above the names of the players. */
#define TABLE_H 5600

/* Top of the names of the players on one line, for at most three of them. */
#define PEOPLE_Y 9100

/* Top of the first of two lines of names: higher than a single line, to leave room for the second. */
#define PEOPLE_TWO_Y 8750

/* Distance between the tops of two lines of names. */
#define PEOPLE_H 850

/* Top of the event's name if nobody is seated; it may take several lines. */
#define EVENT_Y 9300

/* Top of the event's name below the names of the players: smaller, on one line. */
#define EVENT_SEATED_Y 10650

/* Top of the date, below the event's name. */
#define DATE_Y 11100

/* Top of the date if players are seated. */
#define DATE_SEATED_Y 11250

/* Margin to the left and to the right of the event's name and of the date. */
#define EVENT_X 800

/* Characters of the event's name above which it is printed small at once. The size at which a longer one fits is
 * searched for by laying it out again and again, which takes too long. */
#define NAME_LONG 150

/* Top of the players' half, below the fold. */
#define TOP (HALF + FOLD_GAP)

/* Width of the list of players, at the left. */
#define LEFT_W 11000

/* Left edge of the contents of the packet, 9 mm right of the list of players. */
#define RIGHT_X 11900

/* Width of the contents of the packet: up to the right edge of the page. */
#define RIGHT_W (KIT_W - RIGHT_X)

/* Top of the headings of both lists, below the line under the title. */
#define LISTS_Y (TOP + 3000)

/* Top of the first line of both lists, below their headings. */
#define ROWS_Y (LISTS_Y + 800)

/* Height of a seat in the list of players, enough to write a name on its line. */
#define SEAT_H 1000

/* Height of a seat if there are more than five: at SEAT_H they would leave little room for the codes below. */
#define SEAT_LOW 900

/* Left edge of the names of players, right of the letters of their seats. */
#define SEAT_NAME_X 1100

/* Width of the code of a seat, at the right end of its line. */
#define SEAT_CODE_W 3600

/* Height of a line of the contents of the packet. */
#define LINE_H 560

/* Most codes that are listed, the last one in favour of "and 3 more": more would reach the foot of the page. */
#define CODES_MOST 8

/* Most lines of the contents of the packet, the last one in favour of "and more". The house rules are below them: more
 * lines would leave too little room for them above the foot of the page. */
#define LIST_MOST 10

static const struct font heading = {FACE_BOLD, 340, COLOUR_INK, ALIGN_LEFT};
static const struct font text = {FACE_TEXT, 340, COLOUR_INK, ALIGN_LEFT};
static const struct font quiet = {FACE_TEXT, 300, COLOUR_QUIET, ALIGN_LEFT};

void
kit_name_draw(struct canvas *canvas, const struct font *font, struct rect box, const char *name)
{
	struct font narrow = *font;

	narrow.face = font->face == FACE_BOLD ? FACE_CONDENSED_BOLD : FACE_CONDENSED;
	canvas_text(canvas, canvas_text_width(canvas, font, name) > box.w ? &narrow : font, box, name);
}

/* Draws the names of the players, at most three per line, for people who look for their seat. */
static void
draw_people(const struct packet *packet, struct canvas *canvas)
{
	const struct font name = {FACE_BOLD, 560, COLOUR_INK, ALIGN_CENTRE};
	const char *here[PLAYERS_MAX];
	unsigned people = 0;

	for (unsigned i = 0; i < PLAYERS_MAX; i++)
		if (kit_seat(packet->round, packet->table, i) != NULL)
			here[people++] = kit_seat(packet->round, packet->table, i);
	unsigned lines = people > 3 ? 2 : 1, a_line = (people + lines - 1) / lines;

	for (unsigned i = 0; i < people; i++) {
		unsigned in_line = MIN(a_line, people - i / a_line * a_line);
		int32_t w = KIT_W / (int32_t)in_line;
		int32_t y = (lines == 1 ? PEOPLE_Y : PEOPLE_TWO_Y) + (int32_t)(i / a_line) * PEOPLE_H;

		kit_name_draw(canvas, &name, (struct rect){(int32_t)(i % a_line) * w + 200, y, w - 400, 800}, here[i]);
	}
}

/* Draws the half that faces the hall. */
static void
draw_front(const struct packet *packet, struct canvas *canvas)
{
	const struct font band = {FACE_BOLD, 620, kit_colour_on(packet->kit), ALIGN_LEFT};
	const struct font band_right = {FACE_TEXT, 620, kit_colour_on(packet->kit), ALIGN_RIGHT};
	const struct font large = {FACE_BOLD, 5200, COLOUR_INK, ALIGN_CENTRE};
	struct font name = {FACE_BOLD, 560, COLOUR_INK, ALIGN_CENTRE};
	const struct font date = {FACE_TEXT, 400, COLOUR_QUIET, ALIGN_CENTRE};
	const struct printed_game *printed = printed_game_of(packet->round->game);
	char table[32];
	int32_t date_y = DATE_Y;

	if (g_utf8_strlen(packet->kit->name, -1) > NAME_LONG)
		name.size = 400; /* avoids the slow search for a size at which the paragraph fits */
	packet_name(packet, table);
	canvas_rounded(canvas, (struct rect){0, FOLD_GAP, KIT_W, BAND_H}, 300, printed->colour, 0, 0);
	canvas_flush(canvas);
	canvas_textf(canvas, &band, (struct rect){600, FOLD_GAP, 4400, BAND_H}, "Round %u", packet->n);
	canvas_text(
		canvas, &band_right, (struct rect){5200, FOLD_GAP, KIT_W - 5800, BAND_H}, packet->round->game->title);
	canvas_text(canvas, &large, (struct rect){0, TABLE_Y, KIT_W, TABLE_H}, table);
	if (kit_is_seated(packet->round, packet->table)) {
		draw_people(packet, canvas);
		name.size = 400;
		canvas_text(canvas, &name, (struct rect){EVENT_X, EVENT_SEATED_Y, KIT_W - 2 * EVENT_X, 700},
			packet->kit->name);
		date_y = DATE_SEATED_Y;
	} else {
		canvas_paragraph(
			canvas, &name, (struct rect){EVENT_X, EVENT_Y, KIT_W - 2 * EVENT_X, 1700}, packet->kit->name);
	}
	if (packet->kit->date != NULL)
		canvas_text(canvas, &date, (struct rect){EVENT_X, date_y, KIT_W - 2 * EVENT_X, 700}, packet->kit->date);
}

/* Draws one seat per line, with the player's name if it is known, and the code of the seat if each has its own. Returns
 * where the list ends. */
static int32_t
draw_seats(const struct packet *packet, bool codes, struct canvas *canvas)
{
	const struct font letter = {FACE_BOLD, 380, COLOUR_INK, ALIGN_CENTRE};
	const struct font name = {FACE_BOLD, 440, COLOUR_INK, ALIGN_LEFT};
	const struct font code_font = {FACE_CONDENSED, 280, COLOUR_QUIET, ALIGN_RIGHT};
	unsigned players = packet->round->players[packet->table - 1];
	int32_t y = ROWS_Y, h = players > 5 ? SEAT_LOW : SEAT_H;

	canvas_text(canvas, &heading, (struct rect){0, LISTS_Y, LEFT_W, 500}, "Players");
	for (int32_t i = 0, line = y + 750; i < (int32_t)players; i++, line += h)
		canvas_line(canvas, 1000, line, LEFT_W, line, 20, COLOUR_QUIET);
	for (unsigned i = 0; i < players; i++)
		canvas_circle(canvas, 380, y + (int32_t)i * h + 400, 360, NO_FILL, 25, COLOUR_INK);
	for (unsigned i = 0; i < players; i++) {
		int32_t at = y + (int32_t)i * h;
		const char *who = kit_seat(packet->round, packet->table, i);
		struct rect box = {SEAT_NAME_X, at + 80, LEFT_W - SEAT_NAME_X - (codes ? SEAT_CODE_W + 100 : 0), 640};
		char printed[CODE_TEXT];

		canvas_textf(canvas, &letter, (struct rect){20, at + 40, 720, 720}, "%c", 'A' + (int)i);
		if (who != NULL)
			kit_name_draw(canvas, &name, box, who);
		if (!codes)
			continue;
		packet_code(packet, i, printed);
		canvas_text(
			canvas, &code_font, (struct rect){LEFT_W - SEAT_CODE_W, at + 300, SEAT_CODE_W, 400}, printed);
	}
	return y + (int32_t)players * h;
}

/* Draws the codes of pads and card sides, which belong to no seat. */
static void
draw_codes(const struct packet *packet, int32_t y, struct canvas *canvas)
{
	const struct font code_font = {FACE_CONDENSED, 300, COLOUR_QUIET, ALIGN_LEFT};
	unsigned pieces = packet_pieces(packet);
	unsigned shown = pieces > CODES_MOST ? CODES_MOST - 1 : pieces;

	canvas_textf(canvas, &heading, (struct rect){0, y + 300, LEFT_W, 500},
		pieces == 1 ? "Code of the %s" : "Codes of the %ss", packet->round->game->piece);
	for (unsigned i = 0; i <= shown && i < pieces; i++) {
		struct rect box = {
			i % 2 == 0 ? 0 : LEFT_W / 2, y + 950 + (int32_t)(i / 2) * 480, LEFT_W / 2 - 200, 400};
		char printed[CODE_TEXT];

		packet_code(packet, i, printed);
		if (i == shown)
			g_snprintf(printed, sizeof printed, "and %u more", pieces - shown);
		canvas_text(canvas, &code_font, box, printed);
	}
}

/* Draws a line with a box to tick. */
static void
tick_line(struct canvas *canvas, unsigned i, const char *words)
{
	int32_t y = ROWS_Y + (int32_t)i * LINE_H;

	kit_box_draw(canvas, RIGHT_X, y + 40, 340);
	canvas_text(canvas, &text, (struct rect){RIGHT_X + 520, y, RIGHT_W - 520, 420}, words);
}

/* Draws what the packet contains: the titles of its pages with their numbers of sheets. Returns the number of lines. */
static unsigned
draw_contents(const struct packet *packet, struct canvas *canvas)
{
	const GArray *pages = packet->pieces.pages;
	unsigned lines = 0;

	canvas_text(canvas, &heading, (struct rect){RIGHT_X, LISTS_Y, RIGHT_W, 500}, "In this packet");
	tick_line(canvas, lines++, "this card, to fold and stand up");
	for (unsigned from = 0, to; from < pages->len; from = to) {
		const struct page *page = &g_array_index(pages, struct page, from);
		const char *title = page->title == NULL ? packet->round->game->title : page->title;
		unsigned sheets = !page->back;
		char words[128];

		for (to = from + 1, page++; to < pages->len && page->title == NULL; to++, page++)
			sheets += !page->back;
		if (lines + 1 == LIST_MOST && to < pages->len) {
			g_strlcpy(words, "and more", sizeof words);
			to = pages->len;
		} else if (sheets == 1) {
			g_strlcpy(words, title, sizeof words);
		} else {
			g_snprintf(words, sizeof words, "%s: %u sheets", title, sheets);
		}
		tick_line(canvas, lines++, words);
	}
	return lines;
}

static void
draw_notes(const struct packet *packet, unsigned lines, struct canvas *canvas)
{
	g_autofree char *rules = house_rules_words(packet->round->game, packet->round->house);
	int32_t y = LISTS_Y + 1200 + (int32_t)lines * LINE_H;

	if (rules != NULL) {
		canvas_text(canvas, &heading, (struct rect){RIGHT_X, y, RIGHT_W, 500}, "House rules today");
		canvas_paragraph(canvas, &text, (struct rect){RIGHT_X, y + 650, RIGHT_W, 1500}, rules);
	}
	canvas_line(canvas, 0, KIT_H - 800, KIT_W, KIT_H - 800, 15, COLOUR_FAINT);
	canvas_text(canvas, &quiet, (struct rect){0, KIT_H - 600, KIT_W, 500},
		packet->table > packet->round->tables
			? "A spare packet: write the table that plays it on this card, and tell the organiser."
			: "When the game is over, show a QR code at the kiosk or hand the packet to the organiser.");
}

void
kit_card_draw(const struct page *page, struct canvas *canvas)
{
	const struct font fold = {FACE_TEXT, 240, COLOUR_QUIET, ALIGN_CENTRE};
	const struct packet *packet = page->data;
	const struct paper *paper = packet->kit->paper;
	bool seat_codes = packet_pieces(packet) == packet->round->players[packet->table - 1];

	const struct font title = {FACE_BOLD, 640, COLOUR_INK, ALIGN_LEFT};
	const struct font where = {FACE_BOLD, 500, COLOUR_INK, ALIGN_RIGHT};
	const struct game *game = packet->round->game;
	char table[32];

	packet_name(packet, table);
	table[0] = g_ascii_tolower(table[0]);
	canvas_line(canvas, 0, TOP + 2100, KIT_W, TOP + 2100, 40, COLOUR_INK);
	canvas_symbol(canvas, printed_game_of(game)->symbol, (struct rect){0, TOP, 1700, 1700});
	canvas_text(canvas, &title, (struct rect){2100, TOP + 100, 9400, 850}, game->title);
	canvas_textf(canvas, &quiet, (struct rect){2100, TOP + 1000, 9400, 500}, "a game by %s", game->designer);
	canvas_textf(
		canvas, &where, (struct rect){11600, TOP + 100, KIT_W - 11600, 850}, "Round %u, %s", packet->n, table);
	int32_t end = draw_seats(packet, seat_codes, canvas);

	if (!seat_codes)
		draw_codes(packet, end, canvas);
	draw_notes(packet, draw_contents(packet, canvas), canvas);
	canvas_dashed(canvas, 0, HALF, KIT_W / 2 - 1600, HALF, 15, COLOUR_QUIET);
	canvas_dashed(canvas, KIT_W / 2 + 1600, HALF, KIT_W, HALF, 15, COLOUR_QUIET);
	canvas_text(canvas, &fold, (struct rect){KIT_W / 2 - 1500, HALF - 200, 3000, 400}, "fold here");
	canvas_turn(canvas, (struct rect){0, 0, KIT_W, HALF}, 2);
	draw_front(packet, canvas);
	canvas_origin(canvas, (paper->w - page->w) / 2, (paper->h - page->h) / 2);
}
