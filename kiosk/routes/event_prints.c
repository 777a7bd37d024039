/* SPDX-License-Identifier: MIT
 * What an event prints while it runs, as PDFs: standings, seating plans,
 * certificates. */
#include "kiosk/routes/event_prints.h"
#include "kiosk/prints/event_pages.h"
#include "kiosk/routes/handlers.h"

#define TOP_MOST 500

void
event_prints_answer(struct kiosk *kiosk, const struct event_snapshot *snapshot, struct memory_pages *pages, bool lying,
	struct reply *reply)
{
	const char *paper =
		json_string_value(json_object_get(json_object_get(snapshot->state->head, "event"), "paper"));
	const struct paper *found = paper == NULL ? NULL : paper_by_name(paper);
	struct problem problem;
	GBytes *bytes;

	pages->format = FORMAT_PDF;
	pages->paper = found == NULL ? paper_a4 : *found;
	if (lying) {
		int32_t w = pages->paper.w;

		pages->paper.w = pages->paper.h;
		pages->paper.h = w;
	}
	bytes = memory_document_draw(kiosk->documents, pages, &problem);
	if (bytes == NULL) {
		reply_problem(reply, 500, "trouble", &problem);
		return;
	}
	reply_bytes(reply, 200, "application/pdf", bytes);
}

static void
draw_standings(void *data, unsigned page, struct canvas *canvas)
{
	standings_list_draw(data, page, canvas);
}

/* "Points by place at each table: 4, 2, 1. Ties are shared.", or that points are counted as they are. */
static void
say_scheme(const struct scheme *scheme, struct message *says)
{
	GString *points = g_string_new(NULL);
	struct message ties;

	ties_say(&scheme->ties, &ties);
	for (unsigned i = 0; i < scheme->places; i++)
		g_string_append_printf(points, "%s%d", i == 0 ? "" : ", ", scheme->points[i]);
	if (scheme->total)
		message_set(
			says, SAY("scheme-total", "Points as scored in the games. {ties}"), ARG_CAUSE("ties", &ties));
	else
		message_set(says, SAY("scheme-places", "Points by place at each table: {points}. {ties}"),
			ARG_TEXT("points", points->str), ARG_CAUSE("ties", &ties));
	g_string_free(points, TRUE);
}

/* After which round the standings are: the last one with a result. */
static unsigned
last_played(const struct event_snapshot *snapshot)
{
	unsigned last = 0;

	for (unsigned i = 0; i < snapshot->played->len; i++)
		last = MAX(last, g_array_index(snapshot->played, struct played, i).round);
	return last;
}

/* What is printed is in English. */
static const struct audience paper = {.language = "en", .medium = MEDIUM_PAPER};

static void
get_standings(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	int round = handler_round(request, reply);
	struct event_snapshot *snapshot = round < 0 ? NULL : handler_known(kiosk, request, reply);
	struct standings_list list;
	struct memory_pages pages;
	GPtrArray *rows;
	char title[48], note[MESSAGE_TEXT];
	struct message scheme;

	if (snapshot == NULL)
		return;
	rows = event_snapshot_standings(snapshot, (unsigned)round);
	say_scheme(&snapshot->scheme, &scheme);
	message_write(&scheme, &paper, note, sizeof note);
	if (round != 0)
		g_snprintf(title, sizeof title, "Round %d", round);
	else if (last_played(snapshot) == 0)
		g_strlcpy(title, "Standings", sizeof title);
	else
		g_snprintf(title, sizeof title, "Standings after round %u", last_played(snapshot));
	list = (struct standings_list){
		{snapshot->name, snapshot->state->date, title, note}, rows, snapshot->rounds, (unsigned)round};
	pages = (struct memory_pages){.title = title,
		.subject = snapshot->name,
		.pages = standings_list_pages(&list),
		.w = EVENT_PAGE_W,
		.h = EVENT_PAGE_H,
		.draw = draw_standings,
		.data = &list};
	event_prints_answer(kiosk, snapshot, &pages, false, reply);
	g_ptr_array_unref(rows);
	event_snapshot_unref(snapshot);
}

struct certificates {
	const struct event_snapshot *snapshot;
	const GPtrArray *rows;
};

static void
draw_certificate(void *data, unsigned page, struct canvas *canvas)
{
	const struct certificates *all = data;
	struct award award = {.head = {.event = all->snapshot->name, .date = all->snapshot->state->date},
		.standing = g_ptr_array_index(all->rows, page)};

	for (unsigned i = 0; i < all->rows->len; i++) {
		const struct standing *row = g_ptr_array_index(all->rows, i);

		award.shared += row->place == award.standing->place;
		award.people += row->played > 0;
	}
	award_draw(&award, canvas);
}

/* Those who have one of the first places: with ties there are more certificates than places. */
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

static void
get_certificates(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const char *text = request_query(request, "top");
	struct event_snapshot *snapshot;
	struct certificates all;
	guint64 top = 3;
	GPtrArray *rows;

	if (text != NULL && !g_ascii_string_to_unsigned(text, 10, 1, TOP_MOST, &top, NULL)) {
		reply_error(reply, 400, "bad-request", SAY("bad-top", "\"top\" is a number from 1 to {most}"),
			ARG_NUMBER("most", TOP_MOST));
		return;
	}
	snapshot = handler_newest(kiosk, reply);
	if (snapshot == NULL)
		return;
	rows = event_snapshot_standings(snapshot, 0);
	all = (struct certificates){snapshot, rows};
	if (count_top(rows, (unsigned)top) == 0) {
		reply_error(reply, 404, "unknown",
			SAY("nobody-played", "nobody has played yet: there is nobody to honour"));
	} else {
		struct memory_pages pages = {.title = "Certificates",
			.subject = snapshot->name,
			.pages = count_top(rows, (unsigned)top),
			.w = AWARD_W,
			.h = AWARD_H,
			.draw = draw_certificate,
			.data = &all};

		event_prints_answer(kiosk, snapshot, &pages, true, reply);
	}
	g_ptr_array_unref(rows);
	event_snapshot_unref(snapshot);
}

static void
draw_seating(void *data, unsigned page, struct canvas *canvas)
{
	seating_plan_draw(data, page, canvas);
}

/* The tables of a round at which somebody sits, and those that should have somebody. */
static GArray *
seated_tables(const struct event_snapshot *snapshot, unsigned round)
{
	GArray *tables = g_array_new(FALSE, FALSE, sizeof(struct seated_table));

	for (unsigned n = 1; n <= event_snapshot_tables(snapshot, round); n++) {
		struct seated_table table = {.table = n};
		struct snapshot_table at;
		bool anybody = false;

		if (!event_snapshot_table(snapshot, round, n, &at))
			continue;
		table.seats = MIN(at.players, PLAYERS_MAX);
		event_snapshot_names(snapshot, round, n, table.seats, table.name);
		for (unsigned i = 0; i < table.seats; i++)
			anybody |= table.name[i] != NULL;
		if (anybody || !at.spare)
			g_array_append_val(tables, table);
	}
	return tables;
}

static void
get_seating(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	int asked = handler_round(request, reply);
	struct event_snapshot *snapshot = asked < 0 ? NULL : handler_newest(kiosk, reply);
	struct seating_plan plan;
	GArray *tables;
	struct memory_pages pages;
	const struct game *game;
	const char *id;
	unsigned round;
	char *title;

	if (snapshot == NULL)
		return;
	round = asked == 0 ? snapshot->round : (unsigned)asked;
	id = json_string_value(json_object_get(event_round(snapshot->state, round), "game"));
	game = id == NULL ? NULL : game_by_id(id);
	if (game == NULL) {
		reply_error(reply, 404, "unknown", SAY("no-such-round-number", "the event has no round {round}"),
			ARG_NUMBER("round", round));
		event_snapshot_unref(snapshot);
		return;
	}
	title = g_strdup_printf("Round %u: %s", round, game->title);
	tables = seated_tables(snapshot, round);
	plan = (struct seating_plan){{snapshot->name, snapshot->state->date, title, NULL}, tables};
	pages = (struct memory_pages){.title = title,
		.subject = snapshot->name,
		.pages = seating_plan_pages(&plan),
		.w = EVENT_PAGE_W,
		.h = EVENT_PAGE_H,
		.draw = draw_seating,
		.data = &plan};
	event_prints_answer(kiosk, snapshot, &pages, false, reply);
	g_array_unref(tables);
	g_free(title);
	event_snapshot_unref(snapshot);
}

const struct route event_print_routes[] = {
	ROUTE("GET", "/standings.pdf", get_standings, .cost = 10, .slow = true),
	ROUTE("GET", "/seating.pdf", get_seating, .cost = 10, .needs = NEEDS_ORGANISER, .slow = true),
	ROUTE("GET", "/certificates.pdf", get_certificates, .cost = 10, .needs = NEEDS_ORGANISER, .slow = true),
	{.path = NULL},
};
