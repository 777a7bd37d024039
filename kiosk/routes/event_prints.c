/* SPDX-License-Identifier: MIT
 * What an event prints while it runs, as PDFs: standings, seating plans,
 * certificates. */
#include "kiosk/prints/memory_document.h"
#include "kiosk/prints/event_pages.h"
#include "kiosk/routes/standings_parts.h"

#define TOP_MOST 500

/* Draws a PDF and answers with it; the paper is the kit's. */
static void
print(struct kiosk *kiosk, const struct event_snapshot *record, struct memory_pages *pages, bool lying,
	struct reply *reply)
{
	const char *paper = json_string_value(
		json_object_get(json_object_get(record->state->head, "event"), "paper"));
	const struct paper *found = paper == NULL ? NULL : paper_by_name(paper);
	char *problem = NULL;
	GBytes *bytes;

	pages->format = FORMAT_PDF;
	pages->paper = found == NULL ? paper_a4 : *found;
	if (lying) {
		int32_t w = pages->paper.w;

		pages->paper.w = pages->paper.h;
		pages->paper.h = w;
	}
	bytes = memory_document_draw(kiosk->memory, pages, &problem);
	if (bytes == NULL) {
		reply_refuse(reply, 500, "trouble", "%s", problem);
		g_free(problem);
		return;
	}
	reply_bytes(reply, 200, "application/pdf", bytes);
}

static void
draw_standings(void *data, unsigned page, struct canvas *canvas)
{
	standings_list_draw(data, page, canvas);
}

/* "4, 2, 1 by place at each table", or that points are counted as they are. */
static char *
scheme_words(const struct scheme *scheme)
{
	GString *words = g_string_new(NULL);

	if (scheme->total)
		return g_string_free(g_string_append(words, "Points as scored in the games; "
							    "ties go by tables won, then are shared."),
			FALSE);
	g_string_append(words, "Points by place at each table: ");
	for (unsigned i = 0; i < scheme->places; i++)
		g_string_append_printf(words, "%s%d", i == 0 ? "" : ", ", scheme->points[i]);
	g_string_append(words, "; ties go by tables won, then are shared.");
	return g_string_free(words, FALSE);
}

/* After which round the standings are: the last one with a result. */
static unsigned
last_played(const struct event_snapshot *record)
{
	unsigned last = 0;

	for (unsigned i = 0; i < record->played->len; i++)
		last = MAX(last, g_array_index(record->played, struct played, i).round);
	return last;
}

void
standings_get_pdf(struct kiosk *kiosk, const struct request *request, struct reply *reply)
{
	int round = standings_round(request, reply);
	struct event_snapshot *record = round < 0 ? NULL : standings_record(kiosk, reply);
	struct standings_list memory;
	struct memory_pages pages;
	GPtrArray *rows;
	char title[48], *note;

	if (record == NULL)
		return;
	rows = event_snapshot_standings(record, (unsigned)round);
	note = scheme_words(&record->scheme);
	if (round != 0)
		g_snprintf(title, sizeof title, "Round %d", round);
	else if (last_played(record) == 0)
		g_strlcpy(title, "Standings", sizeof title);
	else
		g_snprintf(title, sizeof title, "Standings after round %u", last_played(record));
	memory = (struct standings_list){{record->name, record->state->date, title, note}, rows,
		record->rounds, (unsigned)round};
	pages = (struct memory_pages){.title = title, .subject = record->name,
		.pages = standings_list_pages(&memory), .w = EVENT_PAGE_W, .h = EVENT_PAGE_H,
		.draw = draw_standings, .data = &memory};
	print(kiosk, record, &pages, false, reply);
	g_free(note);
	g_ptr_array_unref(rows);
	event_snapshot_free(record);
}

struct certificates {
	const struct event_snapshot *record;
	const GPtrArray *rows;
};

static void
draw_certificate(void *data, unsigned page, struct canvas *canvas)
{
	const struct certificates *all = data;
	struct award memory = {
		.head = {.event = all->record->name, .date = all->record->state->date},
		.standing = g_ptr_array_index(all->rows, page)};

	for (unsigned i = 0; i < all->rows->len; i++) {
		const struct standing *row = g_ptr_array_index(all->rows, i);

		memory.shared += row->place == memory.standing->place;
		memory.people += row->played > 0;
	}
	award_draw(&memory, canvas);
}

/* Whoever has one of the first places: with ties there are more certificates than places. */
static unsigned
count_top(const GPtrArray *rows, unsigned top)
{
	unsigned count = 0;

	while (count < rows->len && count < TOP_MOST) {
		const struct standing *row = g_ptr_array_index(rows, count);

		if (row->place > top || row->played == 0)
			break;
		count++;
	}
	return count;
}

void
standings_get_certificates(struct kiosk *kiosk, const struct request *request, struct reply *reply)
{
	const char *text = request_query(request, "top");
	struct event_snapshot *record;
	struct certificates all;
	guint64 top = 3;
	GPtrArray *rows;

	if (text != NULL && !g_ascii_string_to_unsigned(text, 10, 1, TOP_MOST, &top, NULL)) {
		reply_refuse(reply, 400, "bad-request", "\"top\" is a number from 1 to %d", TOP_MOST);
		return;
	}
	record = standings_record(kiosk, reply);
	if (record == NULL)
		return;
	rows = event_snapshot_standings(record, 0);
	all = (struct certificates){record, rows};
	if (count_top(rows, (unsigned)top) == 0) {
		reply_refuse(reply, 404, "unknown", "nobody has played yet: there is nobody to honour");
	} else {
		struct memory_pages pages = {.title = "Certificates", .subject = record->name,
			.pages = count_top(rows, (unsigned)top), .w = AWARD_W,
			.h = AWARD_H, .draw = draw_certificate, .data = &all};

		print(kiosk, record, &pages, true, reply);
	}
	g_ptr_array_unref(rows);
	event_snapshot_free(record);
}

static void
draw_seating(void *data, unsigned page, struct canvas *canvas)
{
	seating_plan_draw(data, page, canvas);
}

/* The tables of a round at which somebody sits, and those that should have somebody. */
static GArray *
seated_tables(const struct event_snapshot *record, unsigned round)
{
	GArray *tables = g_array_new(FALSE, FALSE, sizeof(struct seated_table));

	for (unsigned n = 1; n <= event_snapshot_tables(record, round); n++) {
		struct seated_table table = {.table = n};
		struct snapshot_table at;
		bool anybody = false;

		if (!event_snapshot_table(record, round, n, &at))
			continue;
		table.seats = MIN(at.players, PLAYERS_MAX);
		event_snapshot_names(record, round, n, table.seats, table.name);
		for (unsigned i = 0; i < table.seats; i++)
			anybody |= table.name[i] != NULL;
		if (anybody || !at.spare)
			g_array_append_val(tables, table);
	}
	return tables;
}

void
standings_get_seating(struct kiosk *kiosk, const struct request *request, struct reply *reply)
{
	int asked = standings_round(request, reply);
	struct event_snapshot *record = asked < 0 ? NULL : standings_record(kiosk, reply);
	struct seating_plan memory;
	struct memory_pages pages;
	const struct game *game;
	const char *id;
	unsigned round;
	char *title;

	if (record == NULL)
		return;
	round = asked == 0 ? record->round : (unsigned)asked;
	id = json_string_value(json_object_get(event_round(record->state, round), "game"));
	game = id == NULL ? NULL : game_by_id(id);
	if (game == NULL) {
		reply_refuse(reply, 404, "unknown", "the event has no round %u", round);
		event_snapshot_free(record);
		return;
	}
	title = g_strdup_printf("Round %u: %s", round, game->title);
	memory = (struct seating_plan){{record->name, record->state->date, title, NULL},
		seated_tables(record, round)};
	pages = (struct memory_pages){.title = title, .subject = record->name,
		.pages = seating_plan_pages(&memory), .w = EVENT_PAGE_W, .h = EVENT_PAGE_H, .draw = draw_seating,
		.data = &memory};
	print(kiosk, record, &pages, false, reply);
	g_array_unref((GArray *)(uintptr_t)memory.tables);
	g_free(title);
	event_snapshot_free(record);
}
