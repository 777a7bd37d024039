/* SPDX-License-Identifier: MIT
 * The organiser's key: for every table its seeds, codes and layouts in short.
 * Not for players' eyes. */
#include <inttypes.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

#include "gen/games/house_rules.h"
#include "gen/kit/listing.h"

#define HEADING_H 2600
#define LINE_H    440
#define AFTER     200 /* white under a table */
#define ACROSS    4   /* codes a line */
#define INDENT    1900

static const struct font heading = {FACE_BOLD, 320, COLOUR_INK, ALIGN_LEFT};
static const struct font text = {FACE_TEXT, 280, COLOUR_INK, ALIGN_LEFT};
static const struct font quiet = {FACE_TEXT, 280, COLOUR_QUIET, ALIGN_LEFT};
static const struct font code_font = {FACE_CONDENSED, 280, COLOUR_INK, ALIGN_LEFT};

/* Lines of a table: its codes, and what is said of each of its layouts. */
static unsigned
lines_of(const struct packet *packet)
{
	unsigned brief = printed_game_of(packet->round->game)->brief_lines;

	return (packet_pieces(packet) + ACROSS - 1) / ACROSS + packet->job.count * brief;
}

static void
draw_codes(const struct packet *packet, int32_t y, struct canvas *canvas)
{
	unsigned pieces = packet_pieces(packet), each = pieces / packet->job.count;
	int32_t w = (KIT_W - INDENT) / ACROSS;

	for (unsigned i = 0; i < pieces; i++) {
		int32_t x = INDENT + (int32_t)(i % ACROSS) * w, line = y + (int32_t)(i / ACROSS) * LINE_H;
		char printed[CODE_TEXT], name[16];
		struct code code;

		packet_code(packet, i, &code, printed);
		if (each > 1)
			snprintf(name, sizeof name, "%c", 'A' + (int)(i % each));
		else
			snprintf(name, sizeof name, "%u", i + 1);
		canvas_text(canvas, &quiet, (struct rect){x, line, 350, LINE_H}, name);
		canvas_text(canvas, &code_font, (struct rect){x + 380, line, w - 480, LINE_H}, printed);
	}
}

/* Adds what was thought out about a layout to its last line. */
static void
add_solved(const char *words, GString *out)
{
	if (*words == '\0')
		return;
	g_string_truncate(out, out->len - 1);
	g_string_append_printf(out, "   %s\n", words);
}

static void
draw_briefs(const struct packet *packet, int32_t y, struct canvas *canvas)
{
	const struct game *game = packet->round->game;
	const struct printed_game *printed = printed_game_of(game);
	unsigned pieces = packet_pieces(packet) / packet->job.count;
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	GString *out = g_string_new(NULL);
	char **lines;

	for (unsigned i = 0; i < packet->job.count && printed->brief != NULL; i++) {
		char code_text[CODE_TEXT];
		struct code code;

		packet_code(packet, i * pieces, &code, code_text);
		game->build(layout, &code);
		if (packet->job.count > 1)
			g_string_append_printf(out, "%u:  ", i + 1);
		printed->brief(layout, out);
		if (packet->round->solved != NULL)
			add_solved(kit_solved_at(packet->round, packet->table)[i], out);
	}
	lines = g_strsplit(out->str, "\n", -1);
	for (unsigned i = 0; lines[i] != NULL && *lines[i] != '\0'; i++, y += LINE_H)
		canvas_text(canvas, &text, (struct rect){INDENT, y, KIT_W - INDENT, LINE_H}, lines[i]);
	g_strfreev(lines);
	g_string_free(out, TRUE);
}

static void
draw_table(const struct kit_listing *listing, const struct kit_block *block, struct canvas *canvas)
{
	struct packet packet;
	int32_t y = block->y;
	char name[32], words[96];

	packet_init(&packet, listing->kit, block->round, block->table);
	packet_name(&packet, name);
	snprintf(words, sizeof words, "%u players, seed %" PRIu64 "%s", packet.job.codes.players, packet.job.codes.seed,
		packet.job.count > 1 ? " and others" : "");
	canvas_text(canvas, &heading, (struct rect){0, y, INDENT - 100, LINE_H}, name);
	canvas_text(canvas, &quiet, (struct rect){INDENT, y, KIT_W - INDENT, LINE_H}, words);
	draw_codes(&packet, y + LINE_H, canvas);
	y += LINE_H * (int32_t)(1 + (packet_pieces(&packet) + ACROSS - 1) / ACROSS);
	draw_briefs(&packet, y, canvas);
	packet_finish(&packet);
}

static void
draw_heading(const struct kit_listing *listing, const struct kit_block *block, struct canvas *canvas)
{
	const struct kit_round *round = &listing->kit->round[block->round - 1];
	const char *legend = printed_game_of(round->game)->legend;
	char *tables = kit_tables(round), *rules = house_rules_words(round->game, round->house);
	char *words = g_strconcat(
		tables, round->duplicate ? "; all play the same" : "", rules != NULL ? "; " : "", rules, NULL);

	kit_listing_heading(listing, block, canvas);
	canvas_text(canvas, &text, (struct rect){1050, block->y + 1300, KIT_W - 1050, 450}, words);
	if (legend != NULL)
		canvas_text(canvas, &quiet, (struct rect){1050, block->y + 1800, KIT_W - 1050, 450}, legend);
	g_free(words);
	g_free(rules);
	g_free(tables);
}

static void
draw_key(const struct page *page, struct canvas *canvas)
{
	const struct kit_listing *listing = page->data;
	unsigned count;
	const struct kit_block *blocks = kit_listing_page(page, canvas, &count);

	for (unsigned i = 0; i < count; i++)
		if (blocks[i].table > 0 && i > 0 && blocks[i - 1].table > 0)
			canvas_line(
				canvas, 0, blocks[i].y - AFTER / 2, KIT_W, blocks[i].y - AFTER / 2, 12, COLOUR_FAINT);
	for (unsigned i = 0; i < count; i++) {
		if (blocks[i].table == 0)
			draw_heading(listing, &blocks[i], canvas);
		else
			draw_table(listing, &blocks[i], canvas);
	}
}

void
kit_organiser_plan(struct kit_listing *listing, struct page_plan *plan)
{
	for (unsigned n = 1; n <= listing->kit->rounds; n++) {
		unsigned all = kit_all_tables(&listing->kit->round[n - 1]);

		for (unsigned table = 1; table <= all; table++) {
			struct packet packet;
			int32_t h;

			packet_init(&packet, listing->kit, n, table);
			h = (int32_t)(1 + lines_of(&packet)) * LINE_H + AFTER;
			packet_finish(&packet);
			if (table == 1)
				kit_listing_add(listing, n, 0, HEADING_H, h);
			kit_listing_add(listing, n, table, h, 0);
		}
	}
	listing->title = "the organiser's key, not for players";
	kit_listing_plan(listing, plan, draw_key, "The organiser's key");
}
