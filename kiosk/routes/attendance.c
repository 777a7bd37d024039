/* SPDX-License-Identifier: MIT
 * Who is here and who was expected: how a round is seated and why, what would give everybody a seat, tables that are
 * printed again for another number of players, and people who come late. */
#include "kiosk/event/attendance.h"
#include "gen/press/printed_game.h"
#include "kiosk/routes/codes.h"
#include "kiosk/routes/event_kit.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/seats.h"
#include "layouts/game.h"

/* The game of a round, as it is printed now; NULL if this program does not have it. */
static const struct game *
round_game(const struct event_snapshot *snapshot, unsigned round)
{
	const char *id = json_string_value(json_object_get(event_round(snapshot->state, round), "game"));

	return id == NULL ? NULL : game_by_id(id);
}

/* Bit n is set if the game's tables can be printed for n players. */
static unsigned
game_sizes(const struct game *game)
{
	unsigned sizes = 0;

	for (unsigned n = 1; game != NULL && n <= PLAYERS_MAX; n++) {
		const struct codes codes = {.game = game, .players = (uint8_t)n};
		struct problems problems;

		problems_init(&problems);
		sizes |= (unsigned)printed_game_check(&codes, &problems) << n;
	}
	return sizes;
}

/* Whether a layout of the game is for any number of players, so that a table takes more without a new one. */
static bool
takes_more(const struct game *game)
{
	return game != NULL && printed_game_of(game)->players_most > 0;
}

/* A table that has no result yet. Sets how many sit there. */
static bool
is_open(const struct event_snapshot *snapshot, unsigned round, unsigned table, struct snapshot_table *at,
	unsigned *people)
{
	const char *names[PLAYERS_MAX];

	*people = 0;
	if (!event_snapshot_table(snapshot, round, table, at))
		return false;
	at->players = MIN(at->players, PLAYERS_MAX);
	event_snapshot_names(snapshot, round, table, at->players, names);
	for (unsigned i = 0; i < at->players; i++)
		*people += names[i] != NULL;
	return at->in == 0;
}

/* What is proposed so that more people have a seat: tables to be printed again, and spares to be used. */
static json_t *
proposals_json(const struct event_snapshot *snapshot, unsigned round, unsigned people)
{
	unsigned tables = event_snapshot_tables(snapshot, round), spares = 0;
	const struct game *game = round_game(snapshot, round);
	g_autofree uint8_t *printed = g_new0(uint8_t, tables + 1), *now = g_new0(uint8_t, tables + 1),
			   *wish = g_new0(uint8_t, tables + 1);
	json_t *list = json_array();

	for (unsigned table = 1; table <= tables; table++) {
		struct snapshot_table at;

		if (!event_snapshot_table(snapshot, round, table, &at))
			continue;
		printed[table - 1] = (uint8_t)MIN(at.players, PLAYERS_MAX);
		spares += at.spare;
	}
	unsigned seated = attendance_fill(printed, tables, spares, people, ATTENDANCE_KEEP, now);
	if (seated == people || attendance_fill(printed, tables, spares, people, game_sizes(game), wish) <= seated)
		return list;
	for (unsigned i = 0; i < tables; i++)
		if (wish[i] != 0 && wish[i] != printed[i])
			json_array_append_new(list,
				json_pack("{s:i, s:i, s:i, s:b}", "table", (int)i + 1, "players", wish[i], "printed",
					printed[i], "print", !takes_more(game) || wish[i] < printed[i]));
	return list;
}

/* Those who sit out by the seats of a round (struct seating_bye). */
static GArray *
explain_byes(const struct event_snapshot *snapshot, unsigned round, GArray *present, const GArray *others)
{
	GArray *byes = g_array_new(FALSE, FALSE, sizeof(struct seating_bye));
	g_autoptr(GArray) all = g_array_copy(present);
	struct random random;

	random_init(&random, 0, 0, round);
	g_autoptr(GArray) order = seating_byes(all, others, present->len, &random);
	for (unsigned i = 0; i < snapshot->seats->len; i++) {
		const struct seat *seat = &g_array_index(snapshot->seats, struct seat, i);

		for (unsigned k = 0; seat->round == round && seat->table == SEATING_BYE && k < order->len; k++)
			if (g_array_index(order, struct seating_bye, k).person == seat->person)
				g_array_append_val(byes, g_array_index(order, struct seating_bye, k));
	}
	return byes;
}

/* How a round is seated, why, and what can be done about people without a seat. */
static bool
get_attendance(struct call *call)
{
	unsigned round, people;
	held_snapshot *snapshot = handler_round(call, &round) ? handler_event(call, true) : NULL;
	struct seating_cost cost;

	if (snapshot == NULL)
		return false;
	if (round == 0)
		round = snapshot->round;
	g_autoptr(GArray) present = seats_present(snapshot, round);
	g_autoptr(GArray) others = seats_of_others(snapshot, round);
	g_autoptr(GArray) seats = g_array_new(FALSE, FALSE, sizeof(struct seat));
	for (unsigned i = 0; i < snapshot->seats->len; i++)
		if (g_array_index(snapshot->seats, struct seat, i).round == round)
			g_array_append_val(seats, g_array_index(snapshot->seats, struct seat, i));
	seating_weigh(
		seats, (struct seating_person *)(void *)present->data, present->len, others, snapshot->apart, &cost);
	g_autoptr(GArray) byes = explain_byes(snapshot, round, present, others);
	json_t *second = json_array(), *sizes = json_array();
	const struct game *game = round_game(snapshot, round);
	for (unsigned n = 1, all = game_sizes(game); n <= PLAYERS_MAX; n++)
		if ((all >> n & 1) != 0)
			json_array_append_new(sizes, json_integer(n));
	for (unsigned table = 1; takes_more(game) && table <= event_snapshot_tables(snapshot, round); table++) {
		struct snapshot_table at;

		if (is_open(snapshot, round, table, &at, &people) && people > 0 &&
			at.players < printed_game_of(game)->players_most)
			json_array_append_new(second, json_integer(table));
	}
	return reply_json(call->reply, 200,
		json_pack("{s:i, s:i, s:o, s:o, s:o, s:o, s:o}", "round", (int)round, "people", (int)present->len,
			"sizes", sizes, "cost", seats->len == 0 ? json_null() : seats_cost_json(&cost), "byes",
			seats_byes_json(byes), "proposals", proposals_json(snapshot, round, present->len), "second",
			second));
}

/* The pieces of a table (struct printed), as a kit prints them now. */
static GPtrArray *
table_pieces(const struct kit *kit, unsigned round, unsigned table)
{
	GPtrArray *pieces = g_ptr_array_new_with_free_func(g_free);
	const struct packet packet = packet_of(kit, round, table);

	for (unsigned i = 0; i < packet_pieces(&packet); i++) {
		char text[CODE_TEXT], play[CODE_TEXT];
		const struct code code = packet_code(&packet, i, text);

		handler_play(&code, kit->key, play);
		g_ptr_array_add(pieces,
			printed_copy(&(struct printed){.code = text,
				.play = play,
				.game = packet.round->game->id,
				.round = round,
				.table = table,
				.seat = packet.round->game->pieces(&code) > 1 ? code.piece : -1,
				.spare = table > packet.round->tables}));
	}
	return pieces;
}

/* Gives a table another number of players: with a new packet, or with the one it has if that is for any number
 * ("print": false). */
static enum store_status
change_table(struct call *call)
{
	struct problem *problem = call->problem;
	json_int_t round = 0, table = 0, players = 0;
	struct snapshot_table at;
	unsigned people;
	int print = true;

	if (json_unpack(call->body, "{s:I, s:I, s:I, s?b}", "round", &round, "table", &table, "players", &players,
		    "print", &print) != 0 ||
		round < 1 || round > CODE_ROUND_MAX || table < 1 || table > CODE_TABLE_MAX || players < 1 ||
		players > PLAYERS_MAX) {
		problem_set(problem,
			SAY("table-expected",
				"\"round\", \"table\" and \"players\" are numbers, \"print\" is true or false"));
		return STORE_REFUSED;
	}
	if (store_basis(call->kiosk->store, (unsigned)round, &call->basis, problem) != STORE_OK)
		return STORE_TROUBLE;
	held_snapshot *snapshot = event_snapshot_load(call->kiosk->store, call->kiosk->event, problem);
	if (snapshot == NULL)
		return STORE_TROUBLE;
	const struct game *game = round_game(snapshot, (unsigned)round);
	if (!is_open(snapshot, (unsigned)round, (unsigned)table, &at, &people)) {
		problem_set(problem,
			SAY("table-not-open", "there is no table {table} in round {round}, or it has a result already"),
			ARG_NUMBER("table", table), ARG_NUMBER("round", round));
		return STORE_REFUSED;
	}
	if ((game_sizes(game) >> players & 1) == 0 || (!print && (!takes_more(game) || players < at.players))) {
		problem_set(problem, SAY("table-not-for", "this table cannot be for {players} players"),
			ARG_NUMBER("players", players));
		return STORE_REFUSED;
	}
	g_autofree char *head =
		event_with_table(snapshot->state, (unsigned)round, (unsigned)table, (unsigned)players, print);
	struct table_change change = {head, (unsigned)round, (unsigned)table, (unsigned)players, NULL};
	enum store_status status = STORE_REFUSED;
	struct kit kit = {0};

	if (!print || event_kit_define(snapshot, (unsigned)round, &kit, problem)) {
		g_autoptr(GPtrArray) pieces = NULL;

		if (print) {
			kit_resize_table(&kit, (unsigned)round, (unsigned)table, (uint8_t)players);
			change.pieces = pieces = table_pieces(&kit, (unsigned)round, (unsigned)table);
		}
		status = store_table_set(call->kiosk->store, &change, &call->basis, ORGANISER, problem);
	}
	kit_finish(&kit);
	return status;
}

/* Whether somebody is seated or has a bye in a round. */
static bool
has_seat(const struct event_snapshot *snapshot, unsigned round, int64_t person)
{
	for (unsigned i = 0; i < snapshot->seats->len; i++) {
		const struct seat *seat = &g_array_index(snapshot->seats, struct seat, i);

		if (seat->round == round && seat->person == person && seat->table != SEATING_BYE)
			return true;
	}
	return false;
}

/* An empty seat at a table without a result where others wait, the fullest first; else at no table (0). */
static struct seat
find_seat(const struct event_snapshot *snapshot, unsigned round)
{
	struct seat found = {.round = round};
	unsigned missing = PLAYERS_MAX + 1;

	for (unsigned table = 1; table <= event_snapshot_tables(snapshot, round); table++) {
		const char *names[PLAYERS_MAX];
		struct snapshot_table at;
		unsigned people;

		if (!is_open(snapshot, round, table, &at, &people) || people == 0 || at.players - people >= missing)
			continue;
		event_snapshot_names(snapshot, round, table, at.players, names);
		for (unsigned i = 0; i < at.players; i++)
			if (names[i] == NULL) {
				missing = at.players - people;
				found.table = table;
				found.seat = i;
				break;
			}
	}
	return found;
}

/* Seats somebody who came late in the round being played: at once, or says in which round they can play. */
static enum store_status
seat_late(struct call *call)
{
	struct problem *problem = call->problem;
	json_int_t id = json_integer_value(json_object_get(call->body, "person"));
	held_snapshot *first = event_snapshot_load(call->kiosk->store, call->kiosk->event, problem);
	if (first == NULL || store_basis(call->kiosk->store, first->round, &call->basis, problem) != STORE_OK)
		return STORE_TROUBLE;
	held_snapshot *snapshot = event_snapshot_load(call->kiosk->store, call->kiosk->event, problem);
	const struct person *person = snapshot == NULL ? NULL : event_snapshot_person(snapshot, id);
	if (snapshot == NULL)
		return STORE_TROUBLE;
	if (person == NULL || person->gone || snapshot->rounds == 0 || snapshot->round != first->round ||
		has_seat(snapshot, snapshot->round, id)) {
		problem_set(problem, SAY("not-late", "there is no such person, or they have a seat already"));
		return STORE_REFUSED;
	}
	struct seat seat = find_seat(snapshot, snapshot->round);
	if (seat.table == 0) {
		unsigned next = snapshot->round < snapshot->rounds ? snapshot->round + 1 : 0;

		call->answer = json_pack("{s:n, s:o}", "table", "next", next == 0 ? json_null() : json_integer(next));
		return STORE_OK;
	}
	g_autoptr(GArray) seats = g_array_new(FALSE, FALSE, sizeof(struct seat));
	for (unsigned i = 0; i < snapshot->seats->len; i++) {
		const struct seat *one = &g_array_index(snapshot->seats, struct seat, i);

		if (one->round == snapshot->round && one->person != id)
			g_array_append_vals(seats, one, 1);
	}
	seat.person = id;
	g_array_append_val(seats, seat);
	call->answer = json_pack("{s:i, s:i, s:n}", "table", (int)seat.table, "seat", (int)seat.seat, "next");
	return store_seats_set(call->kiosk->store, snapshot->round, seats, &call->basis, ORGANISER, "", problem);
}

const struct route attendance_routes[] = {
	ROUTE("GET", "/api/event/attendance", get_attendance, .memory = MEMORY_EVENT, .cost = 2,
		.needs = NEEDS_ORGANISER),
	CHANGE_ROUTE("/api/event/table", change_table, .body = BODY_JSON, .cost = 5, .slow = true),
	CHANGE_ROUTE("/api/event/late", seat_late, .body = BODY_JSON, .cost = 2),
	{.path = NULL},
};
