/* SPDX-License-Identifier: MIT
 * Labels for the envelopes of the packets, fourteen per sheet, at the positions of common label sheets; on plain paper
 * they are cut out along the ticks. Envelopes are not kept secret before a round, so a label shows only the end of the
 * code of the packet's first piece: enough to tell packets apart, but not to learn a layout or to enter a result. */
#include <string.h>

#include "gen/kit/document.h"

/* All lengths are hundredths of a millimetre. */

/* Labels next to each other on a sheet, as label sheets are sold. */
#define ACROSS 2

/* Labels below each other on a sheet, as label sheets are sold. */
#define DOWN 7

/* Labels of a sheet. */
#define A_SHEET (ACROSS * DOWN)

/* Margin inside a label: printers, and the labels on their sheet, are not quite straight. */
#define INSET 400

/* Length of a tick to cut at. */
#define TICK 250

/* Width of the block in the game's colour, at the left. */
#define BLOCK_W 1500

/* Distance from the top of the text to the names, which are below the table and the round. */
#define NAMES_Y 1080

/* Left edge of all text, right of the block. */
#define TEXT_X (INSET + BLOCK_W + 450)

/* The positions of labels on a sheet of paper. */
static const struct grid {
	int32_t x, y, w, h, step_x;
} a4_grid = {465, 1515, 9910, 3810, 10164}, letter_grid = {396, 2117, 10160, 3387, 10638};

static const struct font quiet = {FACE_TEXT, 280, COLOUR_QUIET, ALIGN_LEFT};
static const struct font quiet_right = {FACE_TEXT, 280, COLOUR_QUIET, ALIGN_RIGHT};

/* The area of the i-th label of a sheet. */
static struct rect
place(const struct kit *kit, unsigned i)
{
	const struct grid *grid = kit->paper == &paper_a4 ? &a4_grid : &letter_grid;

	return (struct rect){grid->x + (int32_t)(i % ACROSS) * grid->step_x, grid->y + (int32_t)(i / ACROSS) * grid->h,
		grid->w, grid->h};
}

/* Draws the names, each with the letter of its seat, in two columns if there are more than three. */
static void
draw_names(const struct packet *packet, struct rect box, struct canvas *canvas)
{
	const struct font letter = {FACE_BOLD, 300, COLOUR_QUIET, ALIGN_LEFT};
	const struct font name = {FACE_TEXT, 340, COLOUR_INK, ALIGN_LEFT};
	unsigned players = packet->round->players[packet->table - 1];
	unsigned rows = players > 3 ? (players + 1) / 2 : players;
	int32_t row = MIN(box.h / (int32_t)rows, 460), w = players > 3 ? box.w / 2 : box.w;

	for (unsigned i = 0; i < players; i++) {
		int32_t x = box.x + (int32_t)(i / rows) * w, y = box.y + (int32_t)(i % rows) * row;
		const char *who = kit_seat(packet->round, packet->table, i);

		canvas_text(canvas, &letter, (struct rect){x, y, 350, row}, (const char[]){(char)('A' + i), '\0'});
		if (who != NULL)
			kit_name_draw(canvas, &name, (struct rect){x + 350, y, w - 450, row}, who);
	}
}

/* Draws the names or the number of the players; on a spare, a line to write the table on. */
static void
draw_seats(const struct packet *packet, struct rect box, struct canvas *canvas)
{
	const struct font text = {FACE_TEXT, 320, COLOUR_INK, ALIGN_LEFT};
	unsigned players = packet->round->players[packet->table - 1];

	if (kit_is_seated(packet->round, packet->table)) {
		draw_names(packet, box, canvas);
	} else if (packet->table > packet->round->tables) {
		canvas_text(canvas, &text, (struct rect){box.x, box.y, 2000, 500}, "played at table");
		canvas_line(canvas, box.x + 2200, box.y + 430, box.x + 4000, box.y + 430, 15, COLOUR_QUIET);
	} else {
		canvas_textf(canvas, &text, (struct rect){box.x, box.y, box.w, 500}, "for %u player%s", players,
			players == 1 ? "" : "s");
	}
}

/* Draws a label, with only the end of the code of the packet's first piece. */
static void
draw_label(const struct packet *packet, struct rect at, struct canvas *canvas)
{
	const struct font where = {FACE_BOLD, 900, COLOUR_INK, ALIGN_LEFT};
	const struct font when = {FACE_BOLD, 460, COLOUR_INK, ALIGN_RIGHT};
	const struct font game = {FACE_TEXT, 360, COLOUR_INK, ALIGN_RIGHT};
	int32_t x = at.x + TEXT_X, y = at.y + INSET, w = at.w - TEXT_X - INSET, foot = at.y + at.h - INSET;
	char table[32], printed[CODE_TEXT];

	packet_name(packet, table);
	packet_code(packet, 0, printed);
	canvas_text(canvas, &where, (struct rect){x, y - 60, w - 3100, 950}, table);
	canvas_textf(canvas, &when, (struct rect){x + w - 3000, y - 40, 3000, 500}, "Round %u", packet->n);
	canvas_text(canvas, &game, (struct rect){x + w - 3000, y + 430, 3000, 420}, packet->round->game->title);
	draw_seats(packet, (struct rect){x, y + NAMES_Y, w, foot - y - NAMES_Y - 480}, canvas);
	canvas_text(canvas, &quiet, (struct rect){x, foot - 400, w - 1500, 400}, packet->kit->name);
	canvas_text(
		canvas, &quiet_right, (struct rect){x + w - 1300, foot - 400, 1300, 400}, strrchr(printed, '-') + 1);
}

/* Draws the cutting ticks and the blocks in the games' colours first, then the symbols and texts on them. */
static void
draw_labels(const struct page *page, struct canvas *canvas)
{
	const struct kit_listing *listing = page->data;
	unsigned first = page->n * A_SHEET, count = MIN(listing->blocks->len - first, A_SHEET);
	const struct kit_block *blocks = &g_array_index(listing->blocks, struct kit_block, first);

	for (unsigned i = 0; i < count; i++) {
		const struct game *game = listing->kit->round[blocks[i].round - 1].game;
		struct rect at = place(listing->kit, i),
			    block = {at.x + INSET, at.y + INSET, BLOCK_W, at.h - 2 * INSET};

		for (int corner = 0; corner < 4; corner++) {
			int32_t x = at.x + (corner % 2) * at.w, y = at.y + (corner / 2) * at.h;

			canvas_line(canvas, x, y, x + (corner % 2 == 0 ? TICK : -TICK), y, 10, COLOUR_FAINT);
			canvas_line(canvas, x, y, x, y + (corner < 2 ? TICK : -TICK), 10, COLOUR_FAINT);
		}
		canvas_rounded(canvas, block, 250, printed_game_of(game)->colour, 0, 0);
	}
	canvas_flush(canvas);
	for (unsigned i = 0; i < count; i++) {
		struct rect at = place(listing->kit, i);
		struct rect symbol = {at.x + INSET + 200, at.y + INSET + 200, BLOCK_W - 400, at.h - 2 * INSET - 400};
		const struct packet packet = packet_of(listing->kit, blocks[i].round, blocks[i].table);

		canvas_silhouette(
			canvas, printed_game_of(packet.round->game)->symbol, symbol, kit_colour_on(listing->kit));
		draw_label(&packet, at, canvas);
	}
}

void
kit_label_pages(struct kit_listing *listing, struct page_plan *plan)
{
	const struct paper *paper = listing->kit->paper;
	struct page page = {.job = &listing->job, .draw = draw_labels, .data = listing, .w = paper->w, .h = paper->h};

	for (page.title = "Labels for envelopes"; page.n * A_SHEET < listing->blocks->len; page.n++, page.title = NULL)
		page_plan_add(plan, &page);
}

void
kit_labels_plan(struct kit_listing *listing, struct page_plan *plan)
{
	for (unsigned n = 1; n <= listing->kit->rounds; n++)
		for (unsigned table = 1; table <= kit_all_tables(&listing->kit->round[n - 1]); table++)
			kit_listing_add(listing, n, table, 0, 0);
	kit_label_pages(listing, plan);
}
