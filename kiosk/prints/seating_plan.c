/* SPDX-License-Identifier: MIT
 * Who sits where, to hang up at the door: first table by table, then everybody
 * by name with the table large beside it. */
#include <stdio.h>
#include <stdlib.h>

#include "kiosk/prints/event_pages.h"
#include "kiosk/store/names.h"

#define TOP           2800
#define BOTTOM        (EVENT_PAGE_H - 900)
#define ACROSS        3 /* tables in a row */
#define GAP           500
#define CARD_W        ((EVENT_PAGE_W - (ACROSS - 1) * GAP) / ACROSS)
#define LINE_H        620
#define CARD_H(seats) (1000 + (int32_t)(seats)*LINE_H + 200)

#define NAMES_ACROSS 2
#define NAME_W       ((EVENT_PAGE_W - GAP) / NAMES_ACROSS)
#define NAME_H       720
#define NAMES_DOWN   ((BOTTOM - TOP) / NAME_H)

static const struct font table_font = {FACE_BOLD, 520, COLOUR_INK, ALIGN_LEFT};
static const struct font seat_font = {FACE_BOLD, 330, COLOUR_QUIET, ALIGN_CENTRE};
static const struct font name_font = {FACE_TEXT, 380, COLOUR_INK, ALIGN_LEFT};
static const struct font empty_font = {FACE_TEXT, 340, COLOUR_QUIET, ALIGN_LEFT};
static const struct font number_font = {FACE_BOLD, 480, COLOUR_INK, ALIGN_RIGHT};

struct found {
	const char *name;
	unsigned table, seat;
};

static int
by_name(const void *a, const void *b)
{
	return names_compare(((const struct found *)a)->name, ((const struct found *)b)->name);
}

/* Everybody who sits somewhere, by name. */
static GArray *
everybody(const struct seating_plan *plan)
{
	GArray *all = g_array_new(FALSE, FALSE, sizeof(struct found));

	for (unsigned i = 0; i < plan->tables->len; i++) {
		const struct seated_table *table = &g_array_index(plan->tables, struct seated_table, i);

		for (unsigned k = 0; k < table->seats; k++) {
			struct found found = {table->name[k], table->table, k};

			if (found.name != NULL)
				g_array_append_val(all, found);
		}
	}
	g_array_sort(all, by_name);
	return all;
}

/* The tallest card decides the height of all, so that they are in rows. */
static int32_t
card_height(const struct seating_plan *plan)
{
	unsigned most = 2;

	for (unsigned i = 0; i < plan->tables->len; i++)
		most = MAX(most, g_array_index(plan->tables, struct seated_table, i).seats);
	return CARD_H(most);
}

static unsigned
cards_a_page(const struct seating_plan *plan)
{
	return (unsigned)((BOTTOM - TOP + GAP) / (card_height(plan) + GAP)) * ACROSS;
}

static unsigned
pages_for(unsigned things, unsigned a_page)
{
	return (things + a_page - 1) / a_page;
}

static unsigned
card_pages(const struct seating_plan *plan)
{
	return MAX(1, pages_for(plan->tables->len, cards_a_page(plan)));
}

unsigned
seating_plan_pages(const struct seating_plan *plan)
{
	GArray *all = everybody(plan);
	unsigned pages = card_pages(plan) + pages_for(all->len, NAMES_ACROSS * NAMES_DOWN);

	g_array_unref(all);
	return pages;
}

static void
draw_card(const struct seated_table *table, struct rect at, struct canvas *canvas)
{
	char words[24];

	canvas_rounded(canvas, at, 200, NO_FILL, 30, COLOUR_FAINT);
	snprintf(words, sizeof words, "Table %u", table->table);
	canvas_text(canvas, &table_font, (struct rect){at.x + 350, at.y + 150, at.w - 700, 750}, words);
	for (unsigned i = 0; i < table->seats; i++) {
		int32_t y = at.y + 1000 + (int32_t)i * LINE_H;
		const char *name = table->name[i];

		snprintf(words, sizeof words, "%c", 'A' + (int)i);
		canvas_text(canvas, &seat_font, (struct rect){at.x + 250, y, 500, LINE_H}, words);
		canvas_text(canvas, name == NULL ? &empty_font : &name_font,
			(struct rect){at.x + 850, y, at.w - 1050, LINE_H}, name == NULL ? "free" : name);
	}
}

static void
draw_cards(const struct seating_plan *plan, unsigned page, struct canvas *canvas)
{
	unsigned a_page = cards_a_page(plan);
	int32_t h = card_height(plan);

	for (unsigned i = 0; i < a_page && page * a_page + i < plan->tables->len; i++)
		draw_card(&g_array_index(plan->tables, struct seated_table, page * a_page + i),
			(struct rect){(int32_t)(i % ACROSS) * (CARD_W + GAP), TOP + (int32_t)(i / ACROSS) * (h + GAP),
				CARD_W, h},
			canvas);
}

static void
draw_names(const struct seating_plan *plan, unsigned page, struct canvas *canvas)
{
	unsigned a_page = NAMES_ACROSS * NAMES_DOWN;
	GArray *all = everybody(plan);

	for (unsigned i = 0; i < a_page && page * a_page + i < all->len; i++) {
		const struct found *found = &g_array_index(all, struct found, page * a_page + i);
		int32_t x = (int32_t)(i / NAMES_DOWN) * (NAME_W + GAP);
		int32_t y = TOP + (int32_t)(i % NAMES_DOWN) * NAME_H;
		char words[16];

		snprintf(words, sizeof words, "%u %c", found->table, 'A' + (int)found->seat);
		canvas_text(canvas, &name_font, (struct rect){x, y, NAME_W - 2000, NAME_H}, found->name);
		canvas_text(canvas, &number_font, (struct rect){x + NAME_W - 1900, y, 1900, NAME_H}, words);
		canvas_line(canvas, x, y + NAME_H, x + NAME_W, y + NAME_H, 12, COLOUR_FAINT);
	}
	g_array_unref(all);
}

void
seating_plan_draw(const struct seating_plan *plan, unsigned page, struct canvas *canvas)
{
	event_page_head_draw(&plan->head, page, seating_plan_pages(plan), canvas);
	if (page < card_pages(plan))
		draw_cards(plan, page, canvas);
	else
		draw_names(plan, page - card_pages(plan), canvas);
}
