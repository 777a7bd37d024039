/* SPDX-License-Identifier: MIT
 * The standings on paper, to hang up: a shared place is shown once, and leaders are highlighted. */
#include "kiosk/prints/event_pages.h"

/* Height of the heading with the space below it. Lengths are in hundredths of a millimetre. */
#define HEAD_H 2900

/* Height of the bottom line. */
#define FOOT_H 700

/* Height of the labels of the columns. */
#define NAMES_H 650

/* Height of a row. */
#define ROW_H 820

/* Width of the column of a round. */
#define ROUND_W 1150

/* Rows on a page. */
#define ROWS_A_PAGE ((EVENT_PAGE_H - HEAD_H - NAMES_H - FOOT_H) / ROW_H)

/* Most rounds that are shown, the last ones: more do not fit next to a name. */
#define ROUNDS_SHOWN 5

static const struct font place_font = {FACE_BOLD, 460, COLOUR_INK, ALIGN_RIGHT};
static const struct font name_font = {FACE_TEXT, 420, COLOUR_INK, ALIGN_LEFT};
static const struct font first_font = {FACE_BOLD, 420, COLOUR_INK, ALIGN_LEFT};
static const struct font club_font = {FACE_TEXT, 300, COLOUR_QUIET, ALIGN_LEFT};
static const struct font number_font = {FACE_TEXT, 360, COLOUR_QUIET, ALIGN_RIGHT};
static const struct font points_font = {FACE_BOLD, 460, COLOUR_INK, ALIGN_RIGHT};
static const struct font label = {FACE_TEXT, 270, COLOUR_QUIET, ALIGN_RIGHT};
static const struct font label_left = {FACE_TEXT, 270, COLOUR_QUIET, ALIGN_LEFT};

/* Background for the first place: a faint gold. */
#define LEADER 0xfdf3d7

void
event_page_say_list(struct canvas *canvas, const struct font *font, struct rect at, const struct argument *arguments)
{
	char sentence[MESSAGE_TEXT];
	struct message message;

	message_set_list(&message, arguments);
	message_write(&message, &audience_paper, sentence, sizeof sentence);
	canvas_text(canvas, font, at, sentence);
}

int32_t
event_page_head_draw(const struct event_page_head *head, unsigned page, unsigned pages, struct canvas *canvas)
{
	const struct font event = {FACE_TEXT, 360, COLOUR_QUIET, ALIGN_LEFT};
	const struct font date = {FACE_TEXT, 360, COLOUR_QUIET, ALIGN_RIGHT};
	const struct font title = {FACE_BOLD, 900, COLOUR_INK, ALIGN_LEFT};
	const int32_t foot = EVENT_PAGE_H - 450;

	canvas_text(canvas, &event, (struct rect){0, 0, EVENT_PAGE_W - 6200, 600}, head->event);
	if (head->date != NULL)
		canvas_text(canvas, &date, (struct rect){EVENT_PAGE_W - 6000, 0, 6000, 600}, head->date);
	canvas_text(canvas, &title, (struct rect){0, 700, EVENT_PAGE_W, 1200}, head->title);
	canvas_line(canvas, 0, 2150, EVENT_PAGE_W, 2150, 60, COLOUR_INK);
	if (head->note != NULL)
		canvas_text(canvas, &label_left, (struct rect){0, foot, EVENT_PAGE_W - 3200, 450}, head->note);
	if (pages > 1)
		event_page_say(canvas, &label, ((struct rect){EVENT_PAGE_W - 3000, foot, 3000, 450}),
			SAY("page-of", "page {page} of {pages}"), ARG_NUMBER("page", page + 1),
			ARG_NUMBER("pages", pages));
	return HEAD_H - 300;
}

unsigned
standings_list_pages(const struct standings_list *list)
{
	return list->rows->len == 0 ? 1 : (list->rows->len + ROWS_A_PAGE - 1) / ROWS_A_PAGE;
}

/* The columns of a page: those of the rounds are to the left of wins and points. */
struct columns {
	unsigned first, count; /* rounds */
	int32_t rounds_x, wins_x, points_x, name_w;
};

/* Draws a person; `again`: the place is the same as in the row above. */
static void
draw_row(const struct standing *row, bool again, const struct columns *columns, int32_t y, struct canvas *canvas)
{
	bool leads = row->place == 1 && row->played > 0;
	const struct font *font = leads ? &first_font : &name_font;
	char points[POINT_TEXT];

	if (leads)
		canvas_fill(canvas, (struct rect){0, y, EVENT_PAGE_W, ROW_H}, LEADER);
	canvas_line(canvas, 0, y + ROW_H, EVENT_PAGE_W, y + ROW_H, 12, COLOUR_FAINT);
	if (!again)
		canvas_textf(canvas, &place_font, (struct rect){0, y, 1200, ROW_H}, "%u", row->place);
	/* The name, and after it the club if there is room for both. */
	int32_t w = canvas_text_width(canvas, font, row->name) + 400;
	canvas_text(canvas, font, (struct rect){1700, y, columns->name_w, ROW_H}, row->name);
	if (*row->club != '\0' && columns->name_w - w > 1500)
		canvas_text(canvas, &club_font, (struct rect){1700 + w, y + 30, columns->name_w - w, ROW_H}, row->club);
	for (unsigned i = 0; i < columns->count; i++) {
		const struct standing_round *round = &row->rounds[columns->first + i];
		const struct rect at = {columns->rounds_x + (int32_t)i * ROUND_W, y, ROUND_W, ROW_H};

		points_write(round->points, points);
		canvas_text(canvas, &number_font, at, round->played ? points : "–");
	}
	canvas_textf(canvas, &number_font, (struct rect){columns->wins_x, y, 1800, ROW_H}, "%u", row->wins);
	points_write(row->points, points);
	canvas_text(canvas, &points_font, (struct rect){columns->points_x, y, 1900, ROW_H}, points);
}

void
standings_list_draw(void *data, unsigned page, struct canvas *canvas)
{
	const struct standings_list *list = data;
	struct columns columns = {.points_x = EVENT_PAGE_W - 2100, .wins_x = EVENT_PAGE_W - 4000};
	unsigned first = page * ROWS_A_PAGE;
	int32_t y = event_page_head_draw(&list->head, page, standings_list_pages(list), canvas);

	if (list->rows->len == 0) {
		event_page_say(canvas, &name_font, ((struct rect){0, y, EVENT_PAGE_W, ROW_H}),
			SAY("no-results", "No results yet."));
		return;
	}
	if (list->round == 0) {
		columns.count = MIN(list->rounds, ROUNDS_SHOWN);
		columns.first = list->rounds - columns.count;
	}
	columns.rounds_x = columns.wins_x - (int32_t)columns.count * ROUND_W;
	columns.name_w = columns.rounds_x - 1900;
	event_page_say(canvas, &label, ((struct rect){0, y, 1200, NAMES_H}), SAY("column-place", "place"));
	event_page_say(canvas, &label_left, ((struct rect){1700, y, 4000, NAMES_H}), SAY("column-name", "name"));
	for (unsigned i = 0; i < columns.count; i++)
		event_page_say(canvas, &label,
			((struct rect){columns.rounds_x + (int32_t)i * ROUND_W, y, ROUND_W, NAMES_H}),
			SAY("column-round", "round {round}"), ARG_NUMBER("round", columns.first + i + 1));
	event_page_say(
		canvas, &label, ((struct rect){columns.wins_x, y, 1800, NAMES_H}), SAY("column-wins", "tables won"));
	event_page_say(
		canvas, &label, ((struct rect){columns.points_x, y, 1900, NAMES_H}), SAY("column-points", "points"));
	y += NAMES_H;
	for (unsigned i = first; i < first + ROWS_A_PAGE && i < list->rows->len; i++, y += ROW_H) {
		const struct standing *row = g_ptr_array_index(list->rows, i);
		const struct standing *above = i == first ? NULL : g_ptr_array_index(list->rows, i - 1);

		draw_row(row, above != NULL && above->place == row->place, &columns, y, canvas);
	}
}
