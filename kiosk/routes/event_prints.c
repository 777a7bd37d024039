/* SPDX-License-Identifier: MIT
 * PDFs of a running event: standings, seating plans and certificates; and the table cards and envelope labels of its
 * kit, reprinted with the people who sit there now. Cards and labels are drawn by the same code as the kit, from the
 * definition in its manifest. */
#include <string.h>

#include "kiosk/prints/event_pages.h"
#include "kiosk/prints/memory_document.h"
#include "kiosk/routes/codes.h"
#include "kiosk/routes/event_kit.h"
#include "kiosk/routes/handlers.h"

/* Certificates in one answer: more than even a large event prints. */
#define TOP_MOST 500

/* Tables in one answer. Drawing them takes a second or two, while everybody else who wants something drawn waits. */
#define CARDS_MOST 200

/* Draws a PDF on the kit's paper, in portrait or landscape with the event's printed area, and answers with it. */
static bool
answer_pdf(struct call *call, const struct event_snapshot *snapshot, struct memory_pages *pages, bool landscape)
{
	const char *name = json_string_value(json_object_get(json_object_get(snapshot->state->head, "event"), "paper"));
	const struct paper *found = name == NULL ? NULL : paper_by_name(name);

	pages->format = FORMAT_PDF;
	pages->subject = snapshot->name;
	pages->paper = found == NULL ? paper_a4 : *found;
	pages->w = landscape ? AWARD_W : EVENT_PAGE_W;
	pages->h = landscape ? AWARD_H : EVENT_PAGE_H;
	if (landscape)
		pages->paper = (struct paper){pages->paper.name, pages->paper.h, pages->paper.w};
	GBytes *bytes = memory_document_draw(call->kiosk->documents, pages, call->problem);
	if (bytes == NULL)
		return reply_problem(call->reply, 500, "trouble", call->problem);
	return reply_bytes(call->reply, 200, "application/pdf", bytes);
}

static bool
get_standings(struct call *call)
{
	unsigned round;
	held_snapshot *snapshot = handler_round(call, &round) ? handler_event(call, false) : NULL;
	char title[48] = "Standings", note[MESSAGE_TEXT];
	unsigned last = 0;

	if (snapshot == NULL)
		return false;
	g_autoptr(GPtrArray) rows = event_snapshot_standings(snapshot, round);
	struct message says;
	scheme_say(&snapshot->scheme, &says);
	message_write(&says, &audience_paper, note, sizeof note);
	/* The standings are those after the last round with a result. */
	for (unsigned i = 0; i < snapshot->played->len; i++)
		last = MAX(last, g_array_index(snapshot->played, struct played, i).round);
	if (round != 0)
		g_snprintf(title, sizeof title, "Round %u", round);
	else if (last != 0)
		g_snprintf(title, sizeof title, "Standings after round %u", last);
	struct standings_list list = {
		{snapshot->name, snapshot->state->date, title, note}, rows, snapshot->rounds, round};
	struct memory_pages pages = {.title = title, .draw = standings_list_draw, .data = &list};
	pages.pages = standings_list_pages(&list);
	return answer_pdf(call, snapshot, &pages, false);
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

/* Certificates for the first places. With ties there are more certificates than places. */
static bool
get_certificates(struct call *call)
{
	const char *text = request_query(call->request, "top");
	unsigned count = 0;
	guint64 top = 3;

	if (text != NULL && !g_ascii_string_to_unsigned(text, 10, 1, TOP_MOST, &top, NULL))
		return refuse(call, 400, "bad-request", SAY("bad-top", "\"top\" is a number from 1 to {most}"),
			ARG_NUMBER("most", TOP_MOST));
	held_snapshot *snapshot = handler_event(call, true);
	if (snapshot == NULL)
		return false;
	g_autoptr(GPtrArray) rows = event_snapshot_standings(snapshot, 0);
	for (; count < rows->len && count < TOP_MOST; count++) {
		const struct standing *row = g_ptr_array_index(rows, count);

		if (row->place > top || row->played == 0)
			break;
	}
	if (count == 0)
		return refuse(
			call, 404, "unknown", SAY("nobody-played", "nobody has played yet: there is nobody to honour"));
	struct certificates all = {snapshot, rows};
	struct memory_pages pages = {.title = "Certificates", .pages = count, .draw = draw_certificate, .data = &all};
	return answer_pdf(call, snapshot, &pages, true);
}

/* The tables of a round, without spares at which nobody sits. */
static bool
get_seating(struct call *call)
{
	unsigned round;
	held_snapshot *snapshot = handler_round(call, &round) ? handler_event(call, true) : NULL;

	if (snapshot == NULL)
		return false;
	if (round == 0)
		round = snapshot->round;
	const char *id = json_string_value(json_object_get(event_round(snapshot->state, round), "game"));
	const struct game *game = id == NULL ? NULL : game_by_id(id);
	if (game == NULL)
		return refuse(call, 404, "unknown", SAY("no-such-round-number", "the event has no round {round}"),
			ARG_NUMBER("round", round));
	g_autofree char *title = g_strdup_printf("Round %u: %s", round, game->title);
	g_autoptr(GArray) tables = g_array_new(FALSE, FALSE, sizeof(struct seated_table));
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
	struct seating_plan plan = {{snapshot->name, snapshot->state->date, title, NULL}, tables};
	struct memory_pages pages = {.title = title, .draw = seating_plan_draw, .data = &plan};
	pages.pages = seating_plan_pages(&plan);
	return answer_pdf(call, snapshot, &pages, false);
}

/* The tables in the query: "3", "3-7" or all (NULL); false after answering. */
static bool
read_tables(struct call *call, const char *text, unsigned all, unsigned *first, unsigned *last)
{
	char **ends = g_strsplit(text == NULL ? "" : text, "-", 3);
	guint64 from = 1, to = all;
	bool fine = true;

	if (text != NULL && *text != '\0') {
		fine = g_strv_length(ends) <= 2 && g_ascii_string_to_unsigned(ends[0], 10, 1, all, &from, NULL);
		to = from;
		if (fine && ends[1] != NULL)
			fine = g_ascii_string_to_unsigned(ends[1], 10, from, all, &to, NULL);
	}
	g_strfreev(ends);
	*first = (unsigned)from;
	*last = (unsigned)to;
	if (!fine)
		return refuse(call, 400, "bad-request",
			SAY("tables-expected",
				"\"tables\" is a table from 1 to {most}, or a range of them like 1-{most}"),
			ARG_NUMBER("most", all));
	return to - from < CARDS_MOST ||
		refuse(call, 422, "too-many",
			SAY("too-many-tables",
				"at most {most} tables are printed again at once: ask for some of them, "
				"like tables=1-{most}"),
			ARG_NUMBER("most", CARDS_MOST));
}

/* Reads the seeds of a round from its codes: they were printed, whichever seeds would be chosen today. False if its
 * tables are not those of the kit, or if they would get other codes. A kit of an older program, for example, does not
 * have its house rules in its codes; a reprinted card with other codes would be wrong. */
static bool
read_seeds(const struct event_state *state, struct kit *kit, unsigned n)
{
	struct kit_round *round = &kit->round[n - 1];

	round->seeds = g_new0(uint64_t, (size_t)kit_all_tables(round) * round->count);
	for (unsigned table = 1; table <= kit_all_tables(round); table++) {
		const GPtrArray *plays = event_table(state, n, table);
		char text[CODE_TEXT];
		struct packet packet;
		struct code code;

		if (plays == NULL || plays->len != round->count)
			return false;
		for (unsigned i = 0; i < plays->len; i++) {
			const struct event_play *play = g_ptr_array_index(plays, i);
			const struct game *game = handler_game(state, play->code, &code);

			if (game == NULL || strcmp(game->id, round->game->id) != 0)
				return false;
			round->game = game;                       /* of the version that was printed, */
			round->players[table - 1] = code.players; /* and for as many */
			kit_seeds_at(round, table)[i] = code.seed;
		}
		packet = packet_of(kit, n, table);
		packet_code(&packet, 0, text);
		if (strcmp(text, ((const struct event_play *)g_ptr_array_index(plays, 0))->code) != 0)
			return false;
	}
	return true;
}

bool
event_kit_define(const struct event_snapshot *snapshot, unsigned n, struct kit *kit, struct problem *problem)
{
	const char *definition = json_string_value(json_object_get(snapshot->state->head, "definition"));
	const GPtrArray *plays = event_table(snapshot->state, n, 1);
	struct problems problems;
	struct code code;

	*kit = (struct kit){0};
	problems_init(&problems);
	if (definition == NULL || !kit_parse(kit, definition, strlen(definition), &problems))
		return problem_set(problem,
			SAY("no-definition",
				"the manifest of the event does not define its kit: nothing of it can be printed again"));
	if (n == 0 || n > kit->rounds || plays == NULL)
		return problem_set(
			problem, SAY("no-such-round-number", "the event has no round {round}"), ARG_NUMBER("round", n));
	kit->key = event_key(snapshot->state);
	const struct event_play *first = g_ptr_array_index(plays, 0);
	const struct game *game = handler_game(snapshot->state, first->code, &code);
	if (game != NULL && strcmp(game->id, kit->round[n - 1].game->id) == 0)
		kit->round[n - 1].game = game;
	return true;
}

/* The kit of the event, ready to print tables of round n; false after answering. kit_finish() is due either way. */
static bool
read_kit(struct call *call, const struct event_snapshot *snapshot, unsigned n, struct kit *kit)
{
	struct problem problem;

	if (!event_kit_define(snapshot, n, kit, &problem))
		return reply_problem(
			call->reply, problem_is(&problem, "no-definition") ? 422 : 404, "unknown", &problem);
	if (!read_seeds(snapshot->state, kit, n))
		return refuse(call, 422, "unknown",
			SAY("other-tables",
				"the tables of round {round} are not those of the kit in the event's manifest"),
			ARG_NUMBER("round", n));
	g_free(kit->name);
	kit->name = g_strdup(snapshot->name);
	/* People sit where the event has them now, not where they sat when the kit was made. */
	struct kit_round *round = &kit->round[n - 1];
	for (unsigned table = 1; table <= kit_all_tables(round); table++) {
		const char *names[PLAYERS_MAX] = {NULL};

		event_snapshot_names(snapshot, n, table, MIN(round->players[table - 1], PLAYERS_MAX), names);
		for (unsigned seat = 0; seat < PLAYERS_MAX; seat++)
			if (names[seat] != NULL || kit_seat(round, table, seat) != NULL)
				kit_seat_set(round, table, seat, names[seat]);
	}
	return true;
}

/* The whole packet of one table. */
static bool
get_packet(struct call *call)
{
	unsigned n, table, last;
	held_snapshot *snapshot = handler_round(call, &n) ? handler_event(call, true) : NULL;
	struct kit kit;

	if (snapshot == NULL)
		return false;
	if (n == 0)
		n = snapshot->round;
	if (read_kit(call, snapshot, n, &kit) &&
		read_tables(call, request_query(call->request, "table"), kit_all_tables(&kit.round[n - 1]), &table,
			&last)) {
		g_autofree char *title = g_strdup_printf("Round %u, table %u", n, table);
		struct kit_pages reprint;

		kit_reprint_packet(&reprint, &kit, n, table);
		answer_pdf(call, snapshot,
			&(struct memory_pages){.title = title,
				.ink = kit.ink,
				.pages = reprint.plan.pages->len,
				.planned = &g_array_index(reprint.plan.pages, struct page, 0)},
			false);
		kit_pages_finish(&reprint);
	}
	kit_finish(&kit);
	return true;
}

/* The cards of tables, or the labels of their envelopes. */
static bool
get_tables(struct call *call)
{
	bool is_cards = strcmp(call->request->path, "/cards.pdf") == 0;
	unsigned n, first, last;
	held_snapshot *snapshot = handler_round(call, &n) ? handler_event(call, true) : NULL;
	struct kit kit;

	if (snapshot == NULL)
		return false;
	if (n == 0)
		n = snapshot->round;
	if (read_kit(call, snapshot, n, &kit) &&
		read_tables(call, request_query(call->request, "tables"), kit_all_tables(&kit.round[n - 1]), &first,
			&last)) {
		struct memory_pages pages = {.title = is_cards ? "Cards of the tables" : "Labels for envelopes"};
		struct kit_pages reprint;

		if (is_cards)
			kit_reprint_cards(&reprint, &kit, n, first, last);
		else
			kit_reprint_labels(&reprint, &kit, n, first, last);
		pages.ink = kit.ink;
		pages.pages = reprint.plan.pages->len;
		if (pages.pages == 0) {
			refuse(call, 404, "unknown", SAY("nobody-there", "nobody sits at these spare tables"));
		} else {
			pages.planned = &g_array_index(reprint.plan.pages, struct page, 0);
			answer_pdf(call, snapshot, &pages, false);
		}
		kit_pages_finish(&reprint);
	}
	kit_finish(&kit);
	return true;
}

const struct route event_print_routes[] = {
	ROUTE("GET", "/standings.pdf", get_standings, .cost = 10, .slow = true),
	ROUTE("GET", "/seating.pdf", get_seating, .cost = 10, .needs = NEEDS_ORGANISER, .slow = true),
	ROUTE("GET", "/certificates.pdf", get_certificates, .cost = 10, .needs = NEEDS_ORGANISER, .slow = true),
	ROUTE("GET", "/cards.pdf", get_tables, .cost = 10, .needs = NEEDS_ORGANISER, .slow = true),
	ROUTE("GET", "/packet.pdf", get_packet, .cost = 10, .needs = NEEDS_ORGANISER, .slow = true),
	ROUTE("GET", "/labels.pdf", get_tables, .cost = 10, .needs = NEEDS_ORGANISER, .slow = true),
	{.path = NULL},
};
