/* SPDX-License-Identifier: MIT
 * Checklists: two boxes for every table, packed and result in; and pages of
 * blocks in general. */
#include <stdio.h>

#include "gen/kit/table_pages.h"

#define ACROSS    8
#define CELL_W    (KIT_W / ACROSS)
#define CELL_H    620
#define HEADING_H 2100

void
table_pages_add(struct table_pages *sheet, unsigned round, unsigned table, int32_t h, int32_t with)
{
	const struct block *last = NULL;
	struct block block = {round, table, SHEET_TOP, h};

	if (sheet->blocks == NULL)
		sheet->blocks = g_array_new(FALSE, FALSE, sizeof(struct block));
	if (sheet->blocks->len > 0)
		last = &g_array_index(sheet->blocks, struct block, sheet->blocks->len - 1);
	if (last != NULL && last->y + last->h + h + with <= KIT_H)
		block.y = last->y + last->h;
	else
		g_array_append_val(sheet->starts, sheet->blocks->len);
	g_array_append_val(sheet->blocks, block);
}

void
table_pages_plan(struct table_pages *sheet, struct page_plan *plan,
	void (*draw)(const struct page *page, struct canvas *canvas), const char *title)
{
	for (unsigned i = 0; i < sheet->starts->len; i++)
		page_plan_add(plan, &(struct page){.job = &sheet->job, .draw = draw, .data = sheet, .n = i, .w = KIT_W,
			.h = KIT_H, .title = i == 0 ? title : NULL});
}

const struct block *
table_pages_page(const struct page *page, struct canvas *canvas, unsigned *count)
{
	const struct font name = {FACE_TEXT, 320, COLOUR_QUIET, ALIGN_LEFT};
	const struct font number = {FACE_TEXT, 320, COLOUR_QUIET, ALIGN_RIGHT};
	const struct table_pages *sheet = page->data;
	unsigned start = g_array_index(sheet->starts, unsigned, page->n);
	unsigned end = page->n + 1 < sheet->starts->len
		? g_array_index(sheet->starts, unsigned, page->n + 1)
		: sheet->blocks->len;
	char words[96];

	snprintf(words, sizeof words, "%s, page %u of %u", sheet->title, page->n + 1, sheet->starts->len);
	canvas_text(canvas, &name, (struct rect){0, 0, 8800, 500}, sheet->kit->name);
	canvas_text(canvas, &number, (struct rect){9000, 0, KIT_W - 9000, 500}, words);
	canvas_line(canvas, 0, 700, KIT_W, 700, 12, COLOUR_FAINT);
	*count = end - start;
	return &g_array_index(sheet->blocks, struct block, start);
}

void
table_pages_heading(const struct table_pages *sheet, const struct block *block, struct canvas *canvas)
{
	const struct font heading = {FACE_BOLD, 460, COLOUR_INK, ALIGN_LEFT};
	const struct kit_round *round = &sheet->kit->round[block->round - 1];
	char words[96];

	snprintf(words, sizeof words, "Round %u: %s", block->round, round->game->title);
	canvas_symbol(canvas, printed_game_of(round->game)->symbol, (struct rect){0, block->y + 500, 800, 800});
	canvas_text(canvas, &heading, (struct rect){1050, block->y + 500, KIT_W - 1050, 800}, words);
}

/* Where the i-th of the tables of a row stands. */
static struct rect
cell(const struct block *block, unsigned i)
{
	return (struct rect){(int32_t)i * CELL_W, block->y, CELL_W, CELL_H};
}

/* The boxes of a page in one go, then its numbers: shapes of one look are drawn as one. */
static void
draw_boxes(const struct table_pages *sheet, const struct block *block, struct canvas *canvas)
{
	unsigned all = kit_all_tables(&sheet->kit->round[block->round - 1]);

	for (unsigned i = 0; i < ACROSS && block->table + i <= all; i++) {
		struct rect at = cell(block, i);

		canvas_rounded(canvas, (struct rect){at.x + 900, at.y + 130, 360, 360}, 60, NO_FILL, 25, COLOUR_INK);
		canvas_rounded(canvas, (struct rect){at.x + 1480, at.y + 130, 360, 360}, 60, NO_FILL, 25, COLOUR_INK);
	}
}

static void
draw_numbers(const struct table_pages *sheet, const struct block *block, struct canvas *canvas)
{
	const struct font number = {FACE_BOLD, 340, COLOUR_INK, ALIGN_RIGHT};
	const struct font spare = {FACE_TEXT, 340, COLOUR_QUIET, ALIGN_RIGHT};
	const struct kit_round *round = &sheet->kit->round[block->round - 1];

	for (unsigned i = 0; i < ACROSS && block->table + i <= kit_all_tables(round); i++) {
		unsigned table = block->table + i;
		struct rect at = cell(block, i);
		char words[16];

		snprintf(words, sizeof words, table > round->tables ? "S%u" : "%u",
			table > round->tables ? table - round->tables : table);
		canvas_text(canvas, table > round->tables ? &spare : &number,
			(struct rect){at.x, at.y, 720, CELL_H}, words);
	}
}

static void
draw_checks(const struct page *page, struct canvas *canvas)
{
	const struct font quiet = {FACE_TEXT, 300, COLOUR_QUIET, ALIGN_LEFT};
	const struct table_pages *sheet = page->data;
	unsigned count;
	const struct block *blocks = table_pages_page(page, canvas, &count);

	for (unsigned i = 0; i < count; i++)
		if (blocks[i].table > 0)
			draw_boxes(sheet, &blocks[i], canvas);
	for (unsigned i = 0; i < count; i++) {
		if (blocks[i].table > 0) {
			draw_numbers(sheet, &blocks[i], canvas);
			continue;
		}
		table_pages_heading(sheet, &blocks[i], canvas);
		canvas_text(canvas, &quiet, (struct rect){1050, blocks[i].y + 1350, KIT_W - 1050, 450},
			"First box: the table's packet is packed. Second box: its result is in. S: spares.");
	}
}

void
kit_checklist_plan(struct table_pages *sheet, struct page_plan *plan)
{
	for (unsigned n = 1; n <= sheet->kit->rounds; n++) {
		unsigned all = kit_all_tables(&sheet->kit->round[n - 1]);

		table_pages_add(sheet, n, 0, HEADING_H, CELL_H);
		for (unsigned table = 1; table <= all; table += ACROSS)
			table_pages_add(sheet, n, table, CELL_H, 0);
	}
	sheet->title = "checklist";
	table_pages_plan(sheet, plan, draw_checks, "Checklist of the tables");
}
