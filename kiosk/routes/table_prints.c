/* SPDX-License-Identifier: MIT
 * What a kit prints for its tables, printed again with the people who sit there
 * now: the cards that stand on them and the labels of their packets. Drawn by
 * what drew the kit, from the definition in its manifest. */
#include <string.h>

#include "gen/kit/reprint.h"
#include "kiosk/routes/standings_parts.h"

#define CARDS_MOST 200 /* of one answer: others who want something drawn wait for it, a second or two */

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
		reply_refuse(reply, 400, "bad-request",
			"\"tables\" is a table from 1 to %u, or a range of them like 1-%u", all, all);
	else if (to - from >= CARDS_MOST)
		reply_refuse(reply, 422, "too-many",
			"at most %d tables are printed again at once: ask for some of them, like tables=1-%d",
			CARDS_MOST, CARDS_MOST);
	return fine && to - from < CARDS_MOST;
}

/* Whether a table would get the codes that it has: a kit of an older program says its house rules in
 * no code, and a card with other codes would mislead. */
static bool
has_its_codes(const struct kit *kit, unsigned n, unsigned table, const GPtrArray *plays)
{
	const struct event_play *first = g_ptr_array_index(plays, 0);
	char text[CODE_TEXT];
	struct packet packet;
	struct code code;

	packet_init(&packet, kit, n, table);
	packet_code(&packet, 0, &code, text);
	packet_finish(&packet);
	return strcmp(text, first->code) == 0;
}

/* Takes the seeds of a table from its codes, since these are what was printed, whatever seeds would
 * be chosen today. */
static bool
take_table(const struct event_state *state, struct kit *kit, unsigned n, unsigned table)
{
	struct kit_round *round = &kit->round[n - 1];
	const GPtrArray *plays = event_table(state, n, table);

	if (plays == NULL || plays->len != round->count)
		return false;
	for (unsigned i = 0; i < plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(plays, i);
		const struct game *game;
		struct problems problems;
		struct code code;

		problems_init(&problems);
		game = game_of_text(play->code, event_key(state), &code, &problems);
		if (game == NULL || strcmp(game->id, round->game->id) != 0)
			return false;
		round->game = game; /* of the version that was printed */
		kit_seeds_at(round, table)[i] = code.seed;
	}
	return has_its_codes(kit, n, table, plays);
}

/* The same for all tables of a round; false where they are not those of the kit. */
static bool
take_seeds(const struct event_state *state, struct kit *kit, unsigned n)
{
	struct kit_round *round = &kit->round[n - 1];

	round->seeds = g_new0(uint64_t, (size_t)kit_all_tables(round) * round->count);
	for (unsigned table = 1; table <= kit_all_tables(round); table++)
		if (!take_table(state, kit, n, table))
			return false;
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
		reply_refuse(reply, 422, "unknown",
			"the manifest of the event does not define its kit: nothing of it can be printed again");
		return false;
	}
	if (n == 0 || n > kit->rounds) {
		reply_refuse(reply, 404, "unknown", "the event has no round %u", n);
		return false;
	}
	kit->key = event_key(snapshot->state);
	if (!take_seeds(snapshot->state, kit, n)) {
		reply_refuse(reply, 422, "unknown",
			"the tables of round %u are not those of the kit in the event's manifest", n);
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
	int asked = standings_round(request, reply);
	struct event_snapshot *snapshot = asked < 0 ? NULL : standings_newest(kiosk, reply);
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
			reply_refuse(reply, 404, "unknown", "nobody sits at these spare tables");
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

void
table_prints_cards(void *context, const struct request *request, struct reply *reply)
{
	print_tables(context, request, reply, kit_reprint_cards, "Cards of the tables");
}

void
table_prints_labels(void *context, const struct request *request, struct reply *reply)
{
	print_tables(context, request, reply, kit_reprint_labels, "Labels for envelopes");
}
