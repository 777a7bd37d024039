/* SPDX-License-Identifier: MIT
 * The organiser's key: the seeds, codes and short layouts of every table. It must be kept from the players. */
#include <inttypes.h>
#include <stdalign.h>

#include "gen/games/house_rules.h"
#include "gen/kit/document.h"

/* All lengths are hundredths of a millimetre. */

/* Height of the heading of a round: its name, its tables and the game's legend. */
#define HEADING_H 2600

/* Height of a line of text. */
#define LINE_H 440

/* White below a table; the line between two tables is in its middle. */
#define AFTER 200

/* Codes on a line. With more, codes would not fit at their size. */
#define ACROSS 4

/* Left edge of everything but the name of a table. */
#define INDENT 1900

static const struct font heading = {FACE_BOLD, 320, COLOUR_INK, ALIGN_LEFT};
static const struct font text = {FACE_TEXT, 280, COLOUR_INK, ALIGN_LEFT};
static const struct font quiet = {FACE_TEXT, 280, COLOUR_QUIET, ALIGN_LEFT};
static const struct font code_font = {FACE_CONDENSED, 280, COLOUR_INK, ALIGN_LEFT};

/* Lines of a table's codes. */
static unsigned
code_lines(const struct packet *packet)
{
	return (packet_pieces(packet) + ACROSS - 1) / ACROSS;
}

static void
draw_codes(const struct packet *packet, int32_t y, struct canvas *canvas)
{
	unsigned pieces = packet_pieces(packet), each = pieces / packet->job.count;
	int32_t w = (KIT_W - INDENT) / ACROSS;

	for (unsigned i = 0; i < pieces; i++) {
		int32_t x = INDENT + (int32_t)(i % ACROSS) * w, line = y + (int32_t)(i / ACROSS) * LINE_H;
		struct rect name = {x, line, 350, LINE_H};
		char printed[CODE_TEXT];

		packet_code(packet, i, printed);
		if (each > 1)
			canvas_textf(canvas, &quiet, name, "%c", 'A' + (int)(i % each));
		else
			canvas_textf(canvas, &quiet, name, "%u", i + 1);
		canvas_text(canvas, &code_font, (struct rect){x + 380, line, w - 480, LINE_H}, printed);
	}
}

/* Draws the layouts in short form, each with its solution at the end of its last line. */
static void
draw_briefs(const struct packet *packet, int32_t y, struct canvas *canvas)
{
	const struct kit_round *round = packet->round;
	const struct printed_game *printed = printed_game_of(round->game);
	unsigned pieces = packet_pieces(packet) / packet->job.count;
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	g_autoptr(GString) out = g_string_new(NULL);

	for (unsigned i = 0; i < packet->job.count && printed->brief != NULL; i++) {
		const char *solved = round->solved == NULL ? "" : kit_solved_at(round, packet->table)[i];
		char code_text[CODE_TEXT];

		const struct code code = packet_code(packet, i * pieces, code_text);

		round->game->build(layout, &code);
		if (packet->job.count > 1)
			g_string_append_printf(out, "%u:  ", i + 1);
		printed->brief(layout, out);
		if (*solved != '\0') {
			g_string_truncate(out, out->len - 1);
			g_string_append_printf(out, "   %s\n", solved);
		}
	}
	g_auto(GStrv) lines = g_strsplit(out->str, "\n", -1);

	for (unsigned i = 0; lines[i] != NULL && *lines[i] != '\0'; i++, y += LINE_H)
		canvas_text(canvas, &text, (struct rect){INDENT, y, KIT_W - INDENT, LINE_H}, lines[i]);
}

static void
draw_table(const struct kit_listing *listing, const struct kit_block *block, struct canvas *canvas)
{
	const struct packet packet = packet_of(listing->kit, block->round, block->table);
	int32_t y = block->y;
	char name[32];

	packet_name(&packet, name);
	canvas_text(canvas, &heading, (struct rect){0, y, INDENT - 100, LINE_H}, name);
	canvas_textf(canvas, &quiet, (struct rect){INDENT, y, KIT_W - INDENT, LINE_H}, "%u players, seed %" PRIu64 "%s",
		packet.job.codes.players, packet.job.codes.seed, packet.job.count > 1 ? " and others" : "");
	draw_codes(&packet, y + LINE_H, canvas);
	draw_briefs(&packet, y + LINE_H * (int32_t)(1 + code_lines(&packet)), canvas);
}

static void
draw_heading(const struct kit_listing *listing, const struct kit_block *block, struct canvas *canvas)
{
	const struct kit_round *round = &listing->kit->round[block->round - 1];
	const char *legend = printed_game_of(round->game)->legend;
	g_autofree char *tables = kit_tables(round), *rules = house_rules_words(round->game, round->house);

	kit_listing_heading(listing, block, canvas);
	canvas_textf(canvas, &text, (struct rect){1050, block->y + 1300, KIT_W - 1050, 450}, "%s%s%s%s", tables,
		round->duplicate ? "; all play the same" : "", rules != NULL ? "; " : "", rules != NULL ? rules : "");
	if (legend != NULL)
		canvas_text(canvas, &quiet, (struct rect){1050, block->y + 1800, KIT_W - 1050, 450}, legend);
}

static void
draw_key(const struct page *page, struct canvas *canvas)
{
	const struct kit_listing *listing = page->data;
	unsigned count;
	const struct kit_block *blocks = kit_listing_page(page, canvas, &count);

	for (unsigned i = 1; i < count; i++)
		if (blocks[i].table > 0 && blocks[i - 1].table > 0)
			canvas_line(
				canvas, 0, blocks[i].y - AFTER / 2, KIT_W, blocks[i].y - AFTER / 2, 12, COLOUR_FAINT);
	for (unsigned i = 0; i < count; i++)
		(blocks[i].table == 0 ? draw_heading : draw_table)(listing, &blocks[i], canvas);
}

void
kit_organiser_plan(struct kit_listing *listing, struct page_plan *plan)
{
	for (unsigned n = 1; n <= listing->kit->rounds; n++) {
		const struct kit_round *round = &listing->kit->round[n - 1];
		unsigned brief = printed_game_of(round->game)->brief_lines;

		for (unsigned table = 1; table <= kit_all_tables(round); table++) {
			const struct packet packet = packet_of(listing->kit, n, table);
			int32_t h = (int32_t)(1 + code_lines(&packet) + packet.job.count * brief) * LINE_H + AFTER;

			if (table == 1)
				kit_listing_add(listing, n, 0, HEADING_H, h);
			kit_listing_add(listing, n, table, h, 0);
		}
	}
	listing->title = "the organiser's key, not for players";
	kit_listing_plan(listing, plan, draw_key, "The organiser's key");
}
