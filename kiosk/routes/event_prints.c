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

/* What is printed is in English. */
static const struct audience paper = {.language = "en", .medium = MEDIUM_PAPER};

static void
get_standings(void *context, const struct request *request, struct reply *reply)
{
	int round = handler_round(request, reply);
	held_snapshot *snapshot = round < 0 ? NULL : handler_known(context, request, reply);
	char title[48] = "Standings", note[MESSAGE_TEXT];
	struct message scheme;
	unsigned last = 0;

	if (snapshot == NULL)
		return;
	g_autoptr(GPtrArray) rows = event_snapshot_standings(snapshot, (unsigned)round);
	say_scheme(&snapshot->scheme, &scheme);
	message_write(&scheme, &paper, note, sizeof note);
	/* After which round the standings are: the last one with a result. */
	for (unsigned i = 0; i < snapshot->played->len; i++)
		last = MAX(last, g_array_index(snapshot->played, struct played, i).round);
	if (round != 0)
		g_snprintf(title, sizeof title, "Round %d", round);
	else if (last != 0)
		g_snprintf(title, sizeof title, "Standings after round %u", last);
	struct standings_list list = {
		{snapshot->name, snapshot->state->date, title, note}, rows, snapshot->rounds, (unsigned)round};
	struct memory_pages pages = {.title = title,
		.subject = snapshot->name,
		.pages = standings_list_pages(&list),
		.w = EVENT_PAGE_W,
		.h = EVENT_PAGE_H,
		.draw = draw_standings,
		.data = &list};
	event_prints_answer(context, snapshot, &pages, false, reply);
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

/* For those who have one of the first places: with ties there are more certificates than places. */
static void
get_certificates(void *context, const struct request *request, struct reply *reply)
{
	const char *text = request_query(request, "top");
	unsigned count = 0;
	guint64 top = 3;

	if (text != NULL && !g_ascii_string_to_unsigned(text, 10, 1, TOP_MOST, &top, NULL)) {
		reply_error(reply, 400, "bad-request", SAY("bad-top", "\"top\" is a number from 1 to {most}"),
			ARG_NUMBER("most", TOP_MOST));
		return;
	}
	held_snapshot *snapshot = handler_newest(context, reply);
	if (snapshot == NULL)
		return;
	g_autoptr(GPtrArray) rows = event_snapshot_standings(snapshot, 0);
	for (; count < rows->len && count < TOP_MOST; count++) {
		const struct standing *row = g_ptr_array_index(rows, count);

		if (row->place > top || row->played == 0)
			break;
	}
	if (count == 0) {
		reply_error(reply, 404, "unknown",
			SAY("nobody-played", "nobody has played yet: there is nobody to honour"));
		return;
	}
	struct certificates all = {snapshot, rows};
	struct memory_pages pages = {.title = "Certificates",
		.subject = snapshot->name,
		.pages = count,
		.w = AWARD_W,
		.h = AWARD_H,
		.draw = draw_certificate,
		.data = &all};
	event_prints_answer(context, snapshot, &pages, true, reply);
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
	int asked = handler_round(request, reply);
	held_snapshot *snapshot = asked < 0 ? NULL : handler_newest(context, reply);

	if (snapshot == NULL)
		return;
	unsigned round = asked == 0 ? snapshot->round : (unsigned)asked;
	const char *id = json_string_value(json_object_get(event_round(snapshot->state, round), "game"));
	const struct game *game = id == NULL ? NULL : game_by_id(id);
	if (game == NULL) {
		reply_error(reply, 404, "unknown", SAY("no-such-round-number", "the event has no round {round}"),
			ARG_NUMBER("round", round));
		return;
	}
	g_autofree char *title = g_strdup_printf("Round %u: %s", round, game->title);
	g_autoptr(GArray) tables = seated_tables(snapshot, round);
	struct seating_plan plan = {{snapshot->name, snapshot->state->date, title, NULL}, tables};
	struct memory_pages pages = {.title = title,
		.subject = snapshot->name,
		.pages = seating_plan_pages(&plan),
		.w = EVENT_PAGE_W,
		.h = EVENT_PAGE_H,
		.draw = draw_seating,
		.data = &plan};
	event_prints_answer(context, snapshot, &pages, false, reply);
}

const struct route event_print_routes[] = {
	ROUTE("GET", "/standings.pdf", get_standings, .cost = 10, .slow = true),
	ROUTE("GET", "/seating.pdf", get_seating, .cost = 10, .needs = NEEDS_ORGANISER, .slow = true),
	ROUTE("GET", "/certificates.pdf", get_certificates, .cost = 10, .needs = NEEDS_ORGANISER, .slow = true),
	{.path = NULL},
};
