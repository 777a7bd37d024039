/* SPDX-License-Identifier: MIT
 * Standings. */
#include "kiosk/event/standings.h"

#include <jansson.h>
#include <string.h>

#include "kiosk/event/seating.h"
#include "kiosk/store/names.h"
#include "scoring/ruling.h"

const struct scheme scheme_usual = {.places = 3, .points = {4, 2, 1}, .ties = {.count = 1, .order = {TIE_WINS}}};

bool
played_read(const struct entry *entry, struct played *played)
{
	const struct rules *rules = rules_by_id(entry->game);
	json_auto_t *score = json_loads(entry->score, 0, NULL);
	json_t *player;
	size_t i;

	*played = (struct played){.round = entry->round, .table = entry->table};
	json_array_foreach(json_object_get(score, "players"), i, player) {
		const char *name = json_string_value(json_object_get(player, "name"));
		const char *out = json_string_value(json_object_get(player, "out"));

		if (i >= PLAYERS_MAX)
			break;
		played->total[i] = (int)json_integer_value(json_object_get(player, "total"));
		played->place[i] = (unsigned)json_integer_value(json_object_get(player, "place"));
		g_strlcpy(played->name[i], name == NULL ? "" : name, sizeof played->name[i]);
		played->out[i] = out != NULL;
		played->absent[i] = g_strcmp0(out, ruling_name(RULING_NO_SHOW)) == 0;
		played->players++;
	}
	played->fewer = rules != NULL && rules_fewer_wins(rules, played->players);
	return played->players > 0;
}

/* A table of a round: the sum of its plays, by seat. */
struct sitting {
	unsigned round, table, players;
	unsigned plays[PLAYERS_MAX], won[PLAYERS_MAX];
	int total[PLAYERS_MAX]; /* more is better */
	unsigned place[PLAYERS_MAX];
	bool out[PLAYERS_MAX], absent[PLAYERS_MAX]; /* in all plays */
	const char *name[PLAYERS_MAX];
};

static void
standing_free(void *data)
{
	struct standing *standing = data;

	g_free(standing->name);
	g_free(standing->club);
	g_free(standing->rounds);
	g_free(standing);
}

static void
add_play(struct sitting *sitting, const struct played *played)
{
	sitting->players = MAX(sitting->players, played->players);
	for (unsigned i = 0; i < played->players; i++) {
		bool first = sitting->plays[i]++ == 0;

		sitting->won[i] += played->place[i] == 1;
		sitting->total[i] += played->fewer ? -played->total[i] : played->total[i];
		sitting->place[i] = played->place[i];
		sitting->out[i] = played->out[i] && (first || sitting->out[i]);
		sitting->absent[i] = played->absent[i] && (first || sitting->absent[i]);
		if (*played->name[i] != '\0')
			sitting->name[i] = played->name[i];
	}
}

/* Whether the player on seat `a` is placed before the one on seat `b` when several plays are summed. */
static bool
is_ahead(const struct sitting *sitting, unsigned a, unsigned b)
{
	if (sitting->out[a] != sitting->out[b])
		return sitting->out[b];
	if (sitting->won[a] != sitting->won[b])
		return sitting->won[a] > sitting->won[b];
	return sitting->total[a] > sitting->total[b];
}

/* Several plays make one placing. A single one keeps the places of its rule book, with the tie-breaks in them. */
static void
settle(struct sitting *sitting)
{
	unsigned most = 0;

	for (unsigned i = 0; i < sitting->players; i++)
		most = MAX(most, sitting->plays[i]);
	for (unsigned i = 0; most > 1 && i < sitting->players; i++) {
		sitting->place[i] = 1;
		for (unsigned k = 0; k < sitting->players; k++)
			sitting->place[i] += is_ahead(sitting, k, i);
	}
}

struct standings {
	GPtrArray *rows;
	GHashTable *by_seat; /* row by round, table and seat */
	GHashTable *by_name; /* row by folded name */
	GArray *tables;      /* struct tie_table */
	unsigned rounds;     /* of the event */
	unsigned last;       /* the last round that was played */
};

static struct standing *
add_row(struct standings *standings, int64_t person, const char *name, const char *club, bool gone)
{
	struct standing *standing = g_new0(struct standing, 1);

	standing->person = person;
	standing->name = g_strdup(name);
	standing->club = g_strdup(club);
	standing->gone = gone;
	standing->rounds = g_new0(struct standing_round, standings->rounds + 1);
	g_ptr_array_add(standings->rows, standing);
	return standing;
}

/* Whose seat it was: the person seated there, or else the one named in the result. NULL if neither is known. */
static struct standing *
find_row(struct standings *standings, const struct sitting *sitting, unsigned seat)
{
	struct standing *row =
		g_hash_table_lookup(standings->by_seat, seating_key(sitting->round, sitting->table, seat));

	if (row != NULL || sitting->name[seat] == NULL)
		return row;
	g_autofree char *folded = names_fold(sitting->name[seat]);
	row = g_hash_table_lookup(standings->by_name, folded);
	if (row == NULL) {
		row = add_row(standings, 0, sitting->name[seat], "", false);
		g_hash_table_insert(standings->by_name, g_steal_pointer(&folded), row);
	}
	return row;
}

/* Adds the points of a table to its players. A player put last by a ruling gets no points for the place, and of the
 * points scored no more than the lowest of the table; one who did not come has not played. */
static void
pay(struct standings *standings, const struct sitting *sitting, const struct scheme *scheme)
{
	struct tie_table table = {.players = sitting->players};
	int least = 0;

	if (sitting->round == 0 || sitting->round > standings->rounds)
		return;
	for (unsigned i = 0; i < sitting->players; i++)
		least = MIN(least, sitting->total[i]);
	for (unsigned i = 0; i < sitting->players; i++) {
		struct standing *row = find_row(standings, sitting, i);
		bool out = sitting->out[i], absent = sitting->absent[i];
		unsigned place = sitting->place[i];
		int total = out ? least : sitting->total[i];
		int by_place = out || place < 1 || place > scheme->places ? 0 : scheme->points[place - 1];
		int points = scheme->total ? total : by_place;

		if (row == NULL)
			continue;
		struct standing_round *round = &row->rounds[sitting->round - 1];
		round->points += points;
		round->played |= !absent || points != 0;
		row->points += points;
		if (absent)
			continue;
		row->wins += place == 1;
		row->played++;
		row->tie[TIE_WINS] += place == 1;
		row->tie[TIE_TOTAL] += total;
		table.row[i] = row;
		table.place[i] = place;
	}
	g_array_append_val(standings->tables, table);
	standings->last = MAX(standings->last, sitting->round);
}

/* The tie-breaks that need all points. */
static void
count_ties(struct standings *standings)
{
	for (unsigned i = 0; i < standings->tables->len; i++) {
		const struct tie_table *table = &g_array_index(standings->tables, struct tie_table, i);

		for (unsigned a = 0; a < table->players; a++)
			for (unsigned b = 0; b < table->players; b++)
				if (a != b && table->row[a] != NULL && table->row[b] != NULL)
					table->row[a]->tie[TIE_OPPONENTS] += table->row[b]->points;
	}
	for (unsigned i = 0; i < standings->rows->len && standings->last > 0; i++) {
		struct standing *row = g_ptr_array_index(standings->rows, i);

		row->tie[TIE_LAST] = row->rounds[standings->last - 1].points;
	}
}

GPtrArray *
standings_make(const GArray *played, const GPtrArray *people, const GArray *seats, const struct scheme *scheme,
	unsigned round, unsigned rounds)
{
	g_autoptr(GHashTable) by_person = g_hash_table_new(g_int64_hash, g_int64_equal);
	g_autoptr(GHashTable) by_name = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GHashTable) by_seat = g_hash_table_new(NULL, NULL);
	g_autoptr(GArray) tables = g_array_new(FALSE, FALSE, sizeof(struct tie_table));
	GPtrArray *rows = g_ptr_array_new_with_free_func(standing_free);
	struct standings standings = {rows, by_seat, by_name, tables, .rounds = rounds};

	for (unsigned i = 0; i < people->len; i++) {
		const struct person *person = g_ptr_array_index(people, i);
		struct standing *row = add_row(&standings, person->id, person->name, person->club, person->gone);

		g_hash_table_insert(by_person, &row->person, row);
		g_hash_table_insert(by_name, names_fold(person->name), row);
	}
	for (unsigned i = 0; i < seats->len; i++) {
		const struct seat *seat = &g_array_index(seats, struct seat, i);

		g_hash_table_insert(by_seat, seating_key(seat->round, seat->table, seat->seat),
			g_hash_table_lookup(by_person, &seat->person));
	}
	for (unsigned i = 0; i < played->len;) {
		const struct played *play = &g_array_index(played, struct played, i);
		struct sitting sitting = {.round = play->round, .table = play->table};

		for (; i < played->len && play->round == sitting.round && play->table == sitting.table; play++, i++)
			add_play(&sitting, play);
		settle(&sitting);
		if (round == 0 || sitting.round == round)
			pay(&standings, &sitting, scheme);
	}
	/* People who left before they ever played are not listed. */
	for (unsigned i = rows->len; i-- > 0;) {
		const struct standing *row = g_ptr_array_index(rows, i);

		if (row->gone && row->played == 0)
			g_ptr_array_remove_index(rows, i);
	}
	count_ties(&standings);
	ties_rank(rows, tables, &scheme->ties);
	return rows;
}
