/* SPDX-License-Identifier: MIT
 * The cards on the tables of a kit and the labels of their packets, printed again with the people who sit there now.
 * They are drawn by what drew the kit, from the definition in its manifest. */
#include <string.h>

#include "gen/kit/document.h"
#include "kiosk/routes/event_prints.h"
#include "kiosk/routes/handlers.h"

/* Tables of one answer: others who want something drawn wait for it, a second or two. */
#define CARDS_MOST 200

/* Tables that are asked for, as "3", "3-7" or all (NULL); false after answering. */
static bool
read_tables(const char *text, unsigned all, unsigned *first, unsigned *last, struct reply *reply)
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
		reply_error(reply, 400, "bad-request",
			SAY("tables-expected",
				"\"tables\" is a table from 1 to {most}, or a range of them like 1-{most}"),
			ARG_NUMBER("most", all));
	else if (to - from >= CARDS_MOST)
		reply_error(reply, 422, "too-many",
			SAY("too-many-tables",
				"at most {most} tables are printed again at once: ask for some of them, "
				"like tables=1-{most}"),
			ARG_NUMBER("most", CARDS_MOST));
	return fine && to - from < CARDS_MOST;
}

/* Takes the seeds of a round from its codes: these are what was printed, no matter which seeds would be chosen today.
 * False if its tables are not those of the kit, or if they would get other codes: a kit of an older program does not
 * have its house rules in its codes, and a card with other codes would mislead. */
static bool
take_seeds(const struct event_state *state, struct kit *kit, unsigned n)
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
			const struct game *game;
			struct problems problems;

			problems_init(&problems);
			game = game_of_text(play->code, event_key(state), &code, &problems);
			if (game == NULL || strcmp(game->id, round->game->id) != 0)
				return false;
			round->game = game; /* of the version that was printed */
			kit_seeds_at(round, table)[i] = code.seed;
		}
		packet_init(&packet, kit, n, table);
		packet_code(&packet, 0, &code, text);
		packet_finish(&packet);
		if (strcmp(text, ((const struct event_play *)g_ptr_array_index(plays, 0))->code) != 0)
			return false;
	}
	return true;
}

/* Seats everybody of a round as the event has them now, and nobody whom only the kit knew of. */
static void
take_seats(const struct event_snapshot *snapshot, struct kit_round *round, unsigned n)
{
	for (unsigned table = 1; table <= kit_all_tables(round); table++) {
		const char *names[PLAYERS_MAX] = {NULL};

		event_snapshot_names(snapshot, n, table, MIN(round->players[table - 1], PLAYERS_MAX), names);
		for (unsigned seat = 0; seat < PLAYERS_MAX; seat++)
			if (names[seat] != NULL || kit_seat(round, table, seat) != NULL)
				kit_seat_set(round, table, seat, names[seat]);
	}
}

/* The kit of the event, ready to print tables of round n; false after answering. Ended by
 * kit_finish() either way. */
static bool
read_kit(const struct event_snapshot *snapshot, unsigned n, struct kit *kit, struct reply *reply)
{
	const char *definition = json_string_value(json_object_get(snapshot->state->head, "definition"));
	struct problems problems;

	*kit = (struct kit){0};
	problems_init(&problems);
	if (definition == NULL || !kit_parse(kit, definition, strlen(definition), &problems)) {
		reply_error(reply, 422, "unknown",
			SAY("no-definition",
				"the manifest of the event does not define its kit: nothing of it can be printed again"));
		return false;
	}
	if (n == 0 || n > kit->rounds) {
		reply_error(reply, 404, "unknown", SAY("no-such-round-number", "the event has no round {round}"),
			ARG_NUMBER("round", n));
		return false;
	}
	kit->key = event_key(snapshot->state);
	if (!take_seeds(snapshot->state, kit, n)) {
		reply_error(reply, 422, "unknown",
			SAY("other-tables",
				"the tables of round {round} are not those of the kit in the event's manifest"),
			ARG_NUMBER("round", n));
		return false;
	}
	g_free(kit->name);
	kit->name = g_strdup(snapshot->name);
	take_seats(snapshot, &kit->round[n - 1], n);
	return true;
}

static void
draw(void *data, unsigned page, struct canvas *canvas)
{
	const struct kit_reprint *reprint = data;
	const struct page *drawn = &g_array_index(reprint->plan.pages, struct page, page);

	drawn->draw(drawn, canvas);
}

/* Answers with the pages that `plan` makes of the tables that are asked for. */
static void
print_tables(struct kiosk *kiosk, const struct request *request, struct reply *reply,
	void (*plan)(struct kit_reprint *reprint, const struct kit *kit, unsigned n, unsigned first, unsigned last),
	const char *title)
{
	int asked = handler_round(request, reply);
	struct event_snapshot *snapshot = asked < 0 ? NULL : handler_newest(kiosk, reply);
	unsigned n, first, last;
	struct kit kit;

	if (snapshot == NULL)
		return;
	n = asked == 0 ? snapshot->round : (unsigned)asked;
	if (read_kit(snapshot, n, &kit, reply) &&
		read_tables(
			request_query(request, "tables"), kit_all_tables(&kit.round[n - 1]), &first, &last, reply)) {
		struct kit_reprint reprint;
		const struct page *page;

		plan(&reprint, &kit, n, first, last);
		page = &g_array_index(reprint.plan.pages, struct page, 0);
		if (reprint.plan.pages->len == 0)
			reply_error(reply, 404, "unknown", SAY("nobody-there", "nobody sits at these spare tables"));
		else
			event_prints_answer(kiosk, snapshot,
				&(struct memory_pages){.title = title,
					.subject = snapshot->name,
					.ink = kit.ink,
					.pages = reprint.plan.pages->len,
					.w = page->w,
					.h = page->h,
					.draw = draw,
					.data = &reprint},
				false, reply);
		kit_reprint_finish(&reprint);
	}
	kit_finish(&kit);
	event_snapshot_unref(snapshot);
}

static void
get_cards(void *context, const struct request *request, struct reply *reply)
{
	print_tables(context, request, reply, kit_reprint_cards, "Cards of the tables");
}

static void
get_labels(void *context, const struct request *request, struct reply *reply)
{
	print_tables(context, request, reply, kit_reprint_labels, "Labels for envelopes");
}

const struct route table_print_routes[] = {
	ROUTE("GET", "/cards.pdf", get_cards, .cost = 10, .needs = NEEDS_ORGANISER, .slow = true),
	ROUTE("GET", "/labels.pdf", get_labels, .cost = 10, .needs = NEEDS_ORGANISER, .slow = true),
	{.path = NULL},
};
