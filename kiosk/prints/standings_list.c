/* SPDX-License-Identifier: MIT
 * The standings on paper, to hang up: places large, ties shown once, the
 * leaders set apart; as many pages as it takes. */
#include <stdio.h>

#include "kiosk/prints/event_pages.h"

#define HEAD_H       2900
#define FOOT_H       700
#define NAMES_H      650 /* of the columns */
#define ROW_H        820
#define ROUND_W      1150
#define ROUNDS_SHOWN 5 /* the last ones; more do not fit beside a name */

static const struct font place_font = {FACE_BOLD, 460, COLOUR_INK, ALIGN_RIGHT};
static const struct font name_font = {FACE_TEXT, 420, COLOUR_INK, ALIGN_LEFT};
static const struct font first_font = {FACE_BOLD, 420, COLOUR_INK, ALIGN_LEFT};
static const struct font club_font = {FACE_TEXT, 300, COLOUR_QUIET, ALIGN_LEFT};
static const struct font number_font = {FACE_TEXT, 360, COLOUR_QUIET, ALIGN_RIGHT};
static const struct font points_font = {FACE_BOLD, 460, COLOUR_INK, ALIGN_RIGHT};
static const struct font label = {FACE_TEXT, 270, COLOUR_QUIET, ALIGN_RIGHT};
static const struct font label_left = {FACE_TEXT, 270, COLOUR_QUIET, ALIGN_LEFT};

#define LEADER 0xfdf3d7 /* a faint gold behind the first place */

int32_t
event_page_head_draw(const struct event_page_head *head, unsigned page, unsigned pages, struct canvas *canvas)
{
	const struct font event = {FACE_TEXT, 360, COLOUR_QUIET, ALIGN_LEFT};
	const struct font date = {FACE_TEXT, 360, COLOUR_QUIET, ALIGN_RIGHT};
	const struct font title = {FACE_BOLD, 900, COLOUR_INK, ALIGN_LEFT};
	const struct font foot = {FACE_TEXT, 270, COLOUR_QUIET, ALIGN_LEFT};
	const struct font number = {FACE_TEXT, 270, COLOUR_QUIET, ALIGN_RIGHT};
	char words[48];

	canvas_text(canvas, &event, (struct rect){0, 0, EVENT_PAGE_W - 6200, 600}, head->event);
	if (head->date != NULL)
		canvas_text(canvas, &date, (struct rect){EVENT_PAGE_W - 6000, 0, 6000, 600}, head->date);
	canvas_text(canvas, &title, (struct rect){0, 700, EVENT_PAGE_W, 1200}, head->title);
	canvas_line(canvas, 0, 2150, EVENT_PAGE_W, 2150, 60, COLOUR_INK);
	if (head->note != NULL)
		canvas_text(canvas, &foot, (struct rect){0, EVENT_PAGE_H - 450, EVENT_PAGE_W - 3200, 450}, head->note);
	if (pages > 1) {
		snprintf(words, sizeof words, "page %u of %u", page + 1, pages);
		canvas_text(canvas, &number, (struct rect){EVENT_PAGE_W - 3000, EVENT_PAGE_H - 450, 3000, 450}, words);
	}
	return HEAD_H - 300;
}

static unsigned
rows_a_page(void)
{
	return (EVENT_PAGE_H - HEAD_H - NAMES_H - FOOT_H) / ROW_H;
}

unsigned
standings_list_pages(const struct standings_list *list)
{
	return list->rows->len == 0 ? 1 : (list->rows->len + rows_a_page() - 1) / rows_a_page();
}

/* The columns of rounds that are shown are left of wins and points. */
struct columns {
	unsigned first, count; /* rounds */
	int32_t rounds_x, wins_x, points_x, name_w;
};

static struct columns
columns_of(const struct standings_list *list)
{
	struct columns columns = {0};

	if (list->round == 0) {
		columns.count = list->rounds < ROUNDS_SHOWN ? list->rounds : ROUNDS_SHOWN;
		columns.first = list->rounds - columns.count;
	}
	columns.points_x = EVENT_PAGE_W - 2100;
	columns.wins_x = columns.points_x - 1900;
	columns.rounds_x = columns.wins_x - (int32_t)columns.count * ROUND_W;
	columns.name_w = columns.rounds_x - 1900;
	return columns;
}

static void
draw_labels(const struct columns *columns, int32_t y, struct canvas *canvas)
{
	char words[24];

	canvas_text(canvas, &label, (struct rect){0, y, 1200, NAMES_H}, "place");
	canvas_text(canvas, &label_left, (struct rect){1700, y, 4000, NAMES_H}, "name");
	for (unsigned i = 0; i < columns->count; i++) {
		snprintf(words, sizeof words, "round %u", columns->first + i + 1);
		canvas_text(canvas, &label,
			(struct rect){columns->rounds_x + (int32_t)i * ROUND_W, y, ROUND_W, NAMES_H}, words);
	}
	canvas_text(canvas, &label, (struct rect){columns->wins_x, y, 1800, NAMES_H}, "tables won");
	canvas_text(canvas, &label, (struct rect){columns->points_x, y, 1900, NAMES_H}, "points");
}

/* The name, and behind it the club where there is room for both. */
static void
draw_name(const struct standing *row, const struct columns *columns, int32_t y, struct canvas *canvas)
{
	const struct font *font = row->place == 1 && row->played > 0 ? &first_font : &name_font;
	int32_t w = canvas_text_width(canvas, font, row->name) + 400;

	canvas_text(canvas, font, (struct rect){1700, y, columns->name_w, ROW_H}, row->name);
	if (*row->club != '\0' && columns->name_w - w > 1500)
		canvas_text(canvas, &club_font, (struct rect){1700 + w, y + 30, columns->name_w - w, ROW_H}, row->club);
}

static void
draw_row(const struct standing *row, bool again, const struct columns *columns, int32_t y, struct canvas *canvas)
{
	char words[24];

	if (row->place == 1 && row->played > 0)
		canvas_fill(canvas, (struct rect){0, y, EVENT_PAGE_W, ROW_H}, LEADER);
	canvas_line(canvas, 0, y + ROW_H, EVENT_PAGE_W, y + ROW_H, 12, COLOUR_FAINT);
	snprintf(words, sizeof words, "%u", row->place);
	if (!again)
		canvas_text(canvas, &place_font, (struct rect){0, y, 1200, ROW_H}, words);
	draw_name(row, columns, y, canvas);
	for (unsigned i = 0; i < columns->count; i++) {
		const struct standing_round *round = &row->rounds[columns->first + i];

		snprintf(words, sizeof words, "%d", round->points);
		canvas_text(canvas, &number_font,
			(struct rect){columns->rounds_x + (int32_t)i * ROUND_W, y, ROUND_W, ROW_H},
			round->played ? words : "–");
	}
	snprintf(words, sizeof words, "%u", row->wins);
	canvas_text(canvas, &number_font, (struct rect){columns->wins_x, y, 1800, ROW_H}, words);
	snprintf(words, sizeof words, "%d", row->points);
	canvas_text(canvas, &points_font, (struct rect){columns->points_x, y, 1900, ROW_H}, words);
}

void
standings_list_draw(const struct standings_list *list, unsigned page, struct canvas *canvas)
{
	const struct columns columns = columns_of(list);
	unsigned first = page * rows_a_page(), last = first + rows_a_page();
	int32_t y = event_page_head_draw(&list->head, page, standings_list_pages(list), canvas);

	if (list->rows->len == 0) {
		canvas_text(canvas, &name_font, (struct rect){0, y, EVENT_PAGE_W, ROW_H}, "No results yet.");
		return;
	}
	draw_labels(&columns, y, canvas);
	y += NAMES_H;
	for (unsigned i = first; i < last && i < list->rows->len; i++, y += ROW_H) {
		const struct standing *row = g_ptr_array_index(list->rows, i);
		const struct standing *above = i == first ? NULL : g_ptr_array_index(list->rows, i - 1);

		draw_row(row, above != NULL && above->place == row->place, &columns, y, canvas);
	}
}
