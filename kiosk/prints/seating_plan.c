/* SPDX-License-Identifier: MIT
 * The seating plan, to hang up at the door: first the tables, then all people by name with their tables. */
#include "kiosk/prints/event_pages.h"
#include "kiosk/store/names.h"

/* The top of the cards and names, below the heading. Lengths are in hundredths of a millimetre. */
#define TOP 2800

/* The bottom of the cards and names. */
#define BOTTOM (EVENT_PAGE_H - 900)

/* Cards of tables in a row. */
#define ACROSS 3

/* Space between cards, and between columns of names. */
#define GAP 500

/* Width of a card. */
#define CARD_W ((EVENT_PAGE_W - (ACROSS - 1) * GAP) / ACROSS)

/* Height of a line of a card, which has one for each seat. */
#define LINE_H 620

/* Height of a card. */
#define CARD_H(seats) (1000 + (int32_t)(seats)*LINE_H + 200)

/* Columns of names. */
#define NAMES_ACROSS 2

/* Width of a column of names. */
#define NAME_W ((EVENT_PAGE_W - GAP) / NAMES_ACROSS)

/* Height of a name. */
#define NAME_H 720

/* Names in a column. */
#define NAMES_DOWN ((BOTTOM - TOP) / NAME_H)

/* Names on a page. */
#define NAMES_A_PAGE (NAMES_ACROSS * NAMES_DOWN)

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

/* All people with a seat, by name; to be unreferenced. */
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

/* How many cards fit on a page. All have the *height of the tallest one, so that rows are aligned. */
static unsigned
cards_a_page(const struct seating_plan *plan, int32_t *height)
{
	unsigned most = 2;

	for (unsigned i = 0; i < plan->tables->len; i++)
		most = MAX(most, g_array_index(plan->tables, struct seated_table, i).seats);
	*height = CARD_H(most);
	return (unsigned)((BOTTOM - TOP + GAP) / (*height + GAP)) * ACROSS;
}

unsigned
seating_plan_pages(const struct seating_plan *plan)
{
	g_autoptr(GArray) all = everybody(plan);
	int32_t height;
	unsigned a_page = cards_a_page(plan, &height);

	return MAX(1, (plan->tables->len + a_page - 1) / a_page) + (all->len + NAMES_A_PAGE - 1) / NAMES_A_PAGE;
}

static void
draw_cards(const struct seating_plan *plan, unsigned page, struct canvas *canvas)
{
	int32_t h;
	unsigned a_page = cards_a_page(plan, &h);

	for (unsigned n = 0; n < a_page && page * a_page + n < plan->tables->len; n++) {
		const struct seated_table *table = &g_array_index(plan->tables, struct seated_table, page * a_page + n);
		const struct rect at = {
			(int32_t)(n % ACROSS) * (CARD_W + GAP), TOP + (int32_t)(n / ACROSS) * (h + GAP), CARD_W, h};

		canvas_rounded(canvas, at, 200, NO_FILL, 30, COLOUR_FAINT);
		event_page_say(canvas, &table_font, ((struct rect){at.x + 350, at.y + 150, at.w - 700, 750}),
			SAY("table-number", "Table {table}"), ARG_NUMBER("table", table->table));
		for (unsigned i = 0; i < table->seats; i++) {
			int32_t y = at.y + 1000 + (int32_t)i * LINE_H;
			const struct rect name = {at.x + 850, y, at.w - 1050, LINE_H};

			canvas_textf(canvas, &seat_font, (struct rect){at.x + 250, y, 500, LINE_H}, "%c", 'A' + (int)i);
			if (table->name[i] != NULL)
				canvas_text(canvas, &name_font, name, table->name[i]);
			else
				event_page_say(canvas, &empty_font, name, SAY("seat-free", "free"));
		}
	}
}

void
seating_plan_draw(void *data, unsigned page, struct canvas *canvas)
{
	const struct seating_plan *plan = data;
	g_autoptr(GArray) all = everybody(plan);
	unsigned pages = seating_plan_pages(plan), cards = pages - (all->len + NAMES_A_PAGE - 1) / NAMES_A_PAGE;

	event_page_head_draw(&plan->head, page, pages, canvas);
	if (page < cards) {
		draw_cards(plan, page, canvas);
		return;
	}
	page -= cards;
	for (unsigned i = 0; i < NAMES_A_PAGE && page * NAMES_A_PAGE + i < all->len; i++) {
		const struct found *found = &g_array_index(all, struct found, page * NAMES_A_PAGE + i);
		int32_t x = (int32_t)(i / NAMES_DOWN) * (NAME_W + GAP);
		int32_t y = TOP + (int32_t)(i % NAMES_DOWN) * NAME_H;

		canvas_text(canvas, &name_font, (struct rect){x, y, NAME_W - 2000, NAME_H}, found->name);
		canvas_textf(canvas, &number_font, (struct rect){x + NAME_W - 1900, y, 1900, NAME_H}, "%u %c",
			found->table, 'A' + (int)found->seat);
		canvas_line(canvas, x, y + NAME_H, x + NAME_W, y + NAME_H, 12, COLOUR_FAINT);
	}
}
