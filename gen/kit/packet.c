/* SPDX-License-Identifier: MIT
 * The packet of a table: its card, then the pages of its job. */
#include <string.h>

#include "gen/kit/document.h"

/* Records the page that a piece is drawn on. */
static void
note_page(void *data, const struct code *code)
{
	struct packet *packet = data;
	unsigned pieces = packet->round->game->pieces(code);

	if (packet->pages == NULL)
		return;
	for (uint32_t n = 0; n < packet->job.count; n++) {
		uint32_t *page = &packet->pages[n * pieces + code->piece];

		if (packet->job.codes.seeds[n] == code->seed && *page == 0) {
			*page = packet->page;
			return;
		}
	}
}

struct packet
packet_of(const struct kit *kit, unsigned n, unsigned table)
{
	const struct kit_round *round = &kit->round[n - 1];
	struct packet packet = {.kit = kit, .round = round, .n = n, .table = table};

	packet.job = (struct print_job){.count = round->count,
		.url = kit->url,
		.event = kit->name,
		.paper = kit->paper,
		.backs = kit->backs,
		.pieces = round->pieces};
	packet.job.codes = (struct codes){.game = round->game,
		.option = kit_code_option(round),
		.seeds = round->seeds == NULL ? NULL : kit_seeds_at(round, table),
		.table = (uint16_t)table,
		.players = round->players[table - 1],
		.round = (uint8_t)n,
		.key = kit->key};
	if (round->seeds != NULL)
		packet.job.codes.seed = *kit_seeds_at(round, table);
	memcpy(packet.job.option, round->option, sizeof packet.job.option);
	return packet;
}

void
packet_finish(struct packet *packet)
{
	page_plan_finish(&packet->pieces);
}

unsigned
packet_pieces(const struct packet *packet)
{
	return codes_pieces(&packet->job.codes) * packet->job.count;
}

struct code
packet_code(const struct packet *packet, unsigned i, char text[CODE_TEXT])
{
	unsigned pieces = codes_pieces(&packet->job.codes);

	struct code code;

	codes_make(&packet->job.codes, i / pieces, (uint8_t)(i % pieces), &code);
	code_write(&code, packet->job.codes.key, text);
	return code;
}

void
packet_name(const struct packet *packet, char name[32])
{
	if (packet->table > packet->round->tables)
		g_snprintf(name, 32, "Spare %u", packet->table - packet->round->tables);
	else
		g_snprintf(name, 32, "Table %u", packet->table);
}

static void
draw_piece(const struct page *page, struct canvas *canvas)
{
	struct packet *packet = page->data;
	const struct page *piece = &g_array_index(packet->pieces.pages, struct page, page->n - packet->first);

	packet->page = page->n + 1;
	piece->draw(piece, canvas);
}

/* With duplex backs every page gets a back, so that the whole packet can be printed on both sides. */
void
packet_plan(struct packet *packet, struct page_plan *plan)
{
	struct page card = {.job = &packet->job, .draw = kit_card_draw, .data = packet, .w = KIT_W, .h = KIT_H};
	char title[48];

	page_plan_init(&packet->pieces);
	printed_game_of(packet->round->game)->plan(&packet->job, &packet->pieces);
	if (packet->job.backs == BACKS_DUPLEX)
		page_plan_two_sided(&packet->pieces);
	g_snprintf(title, sizeof title, "Round %u, table %u", packet->n, packet->table);
	card.title = g_intern_string(title);
	page_plan_add(plan, &card);
	if (page_plan_has_backs(&packet->pieces))
		page_plan_add_white(plan, &card);
	packet->first = plan->pages->len;
	packet->job.marked = note_page;
	packet->job.marked_data = packet;
	for (unsigned i = 0; i < packet->pieces.pages->len; i++) {
		struct page page = g_array_index(packet->pieces.pages, struct page, i);

		page.draw = draw_piece;
		page.data = packet;
		page.n = plan->pages->len;
		page_plan_add(plan, &page);
	}
}
