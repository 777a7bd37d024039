/* SPDX-License-Identifier: MIT
 * Standings. */
#include "kiosk/event/standings.h"

#include <jansson.h>
#include <string.h>

#include "kiosk/event/matchpoints.h"
#include "kiosk/event/seating.h"
#include "kiosk/store/names.h"
#include "scoring/ruling.h"

/* Whether a ruling says that the game was not played. */
static bool
is_unplayed(const char *result)
{
	json_auto_t *json = strstr(result, "\"unplayed\"") == NULL ? NULL : json_loads(result, 0, NULL);

	return json_is_true(json_object_get(json_object_get(json, "ruling"), "unplayed"));
}

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
	if (!code_peek(entry->play, &played->sheet))
		played->sheet = (struct code){0};
	played->unplayed = is_unplayed(entry->result);
	played->fewer = rules != NULL && rules_fewer_wins(rules, played->players);
	return played->players > 0;
}

/* A table of a round: the sum of its plays, by seat. */
struct sitting {
	unsigned round, table, players;
	unsigned plays[PLAYERS_MAX], won[PLAYERS_MAX];
	int total[PLAYERS_MAX];        /* more is better */
	unsigned percent[PLAYERS_MAX]; /* matchpoints of all plays, in hundredths */
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

/* The matchpoints of every seat of every play, PLAYERS_MAX for each play; NULL if no round counts them. To be freed. */
static struct compared *
compare_seats(const GArray *played, const struct scheme *scheme)
{
	bool counts = false;

	for (unsigned n = 0; n <= CODE_ROUND_MAX; n++)
		counts |= scheme_of(scheme, n)->by == BY_MATCHPOINTS;
	if (!counts)
		return NULL;
	struct compared *scores = g_new0(struct compared, (size_t)played->len * PLAYERS_MAX + 1);

	for (unsigned i = 0; i < played->len; i++) {
		const struct played *play = &g_array_index(played, struct played, i);

		for (unsigned seat = 0; seat < PLAYERS_MAX; seat++)
			scores[i * PLAYERS_MAX + seat] =
				(struct compared){matchpoints_seat(&play->sheet, play->players, seat),
					play->fewer ? -play->total[seat] : play->total[seat],
					seat >= play->players || play->out[seat] || play->unplayed, 0, 0};
	}
	matchpoints_rank(scores, played->len * PLAYERS_MAX);
	for (unsigned i = 0; i < played->len; i++) {
		const struct played *play = &g_array_index(played, struct played, i);

		for (unsigned seat = 0; play->unplayed && seat < play->players; seat++)
			scores[i * PLAYERS_MAX + seat].percent = play->out[seat] ? 0 : MATCHPOINTS_ALONE;
	}
	return scores;
}

static void
add_play(struct sitting *sitting, const struct played *played, const struct compared *scores)
{
	sitting->players = MAX(sitting->players, played->players);
	for (unsigned i = 0; i < played->players; i++) {
		bool first = sitting->plays[i]++ == 0;

		sitting->won[i] += played->place[i] == 1;
		sitting->total[i] += played->fewer ? -played->total[i] : played->total[i];
		sitting->percent[i] += scores == NULL ? 0 : scores[i].percent;
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

/* What the tables of a round earned, for byes. */
struct earned {
	int64_t points;
	unsigned people;
	bool any; /* it has a result */
};

struct standings {
	const struct standings_of *of;
	GPtrArray *rows;
	GHashTable *by_seat; /* row by round, table and seat */
	GHashTable *by_name; /* row by folded name */
	GArray *tables;      /* struct tie_table */
	GArray *alone;       /* struct sitting: of one player, where others play together */
	unsigned last;       /* the last round that was played */
	struct earned earned[CODE_ROUND_MAX + 1];
};

static struct standing *
add_row(struct standings *standings, int64_t person, const char *name, const char *club, bool gone)
{
	struct standing *standing = g_new0(struct standing, 1);

	standing->person = person;
	standing->name = g_strdup(name);
	standing->club = g_strdup(club);
	standing->gone = gone;
	standing->rounds = g_new0(struct standing_round, standings->of->rounds + 1);
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

/* What a seat earns. A player put last by a ruling gets no points for the place, and of the points scored no more than
 * the lowest of the table (`least`). */
static int
worth(const struct round_scheme *scheme, const struct sitting *sitting, unsigned seat, int least)
{
	unsigned plays = MAX(sitting->plays[seat], 1), level = 0;

	if (scheme->by == BY_TOTAL)
		return POINT * (sitting->out[seat] ? least : sitting->total[seat]);
	if (scheme->by == BY_MATCHPOINTS)
		return (int)((2 * sitting->percent[seat] + plays) / (2 * plays));
	for (unsigned i = 0; i < sitting->players; i++)
		level += !sitting->out[i] && sitting->place[i] == sitting->place[seat];
	return sitting->out[seat] ? 0 : scheme_place(scheme, sitting->players, sitting->place[seat], level);
}

static void
add_points(struct standing *row, unsigned round, int points)
{
	row->rounds[round - 1].points += points;
	row->rounds[round - 1].played = true;
	row->points += points;
}

/* Adds the points of a table to its players; one who did not come has not played. */
static void
pay(struct standings *standings, const struct sitting *sitting)
{
	const struct round_scheme *scheme = scheme_of(standings->of->scheme, sitting->round);
	struct tie_table table = {.players = sitting->players};
	int least = 0;

	if (sitting->round == 0 || sitting->round > standings->of->rounds)
		return;
	struct earned *earned = &standings->earned[sitting->round];
	earned->any = true;
	standings->last = MAX(standings->last, sitting->round);
	if (sitting->players == 1 && (standings->of->solo >> sitting->round & 1) == 0) {
		g_array_append_vals(standings->alone, sitting, 1);
		return;
	}
	for (unsigned i = 0; i < sitting->players; i++)
		least = MIN(least, sitting->total[i]);
	for (unsigned i = 0; i < sitting->players; i++) {
		struct standing *row = find_row(standings, sitting, i);
		int points = worth(scheme, sitting, i, least);
		unsigned place = sitting->place[i];

		if (!sitting->absent[i]) {
			earned->points += points;
			earned->people++;
		}
		if (row == NULL)
			continue;
		if (!sitting->absent[i] || points != 0)
			add_points(row, sitting->round, points);
		if (sitting->absent[i])
			continue;
		row->wins += place == 1;
		row->played++;
		row->tie[TIE_WINS] += place == 1;
		row->tie[TIE_TOTAL] += sitting->out[i] ? least : sitting->total[i];
		table.row[i] = row;
		table.place[i] = place;
	}
	g_array_append_val(standings->tables, table);
}

/* The points of a bye in a round: those of the scheme, or the average that its tables earned, to the nearest half. */
static int
bye_points(const struct standings *standings, unsigned round)
{
	const struct scheme *scheme = standings->of->scheme;
	const struct earned *earned = &standings->earned[round];
	int64_t half = POINT / 2 * (int64_t)earned->people;

	if (scheme->bye != BYE_AVERAGE)
		return scheme->bye;
	if (scheme_of(scheme, round)->by == BY_MATCHPOINTS)
		return MATCHPOINTS_ALONE;
	if (half == 0)
		return 0;
	int64_t twice = 2 * earned->points + half;
	int64_t halves = twice / (2 * half) - (twice % (2 * half) < 0);
	return (int)halves * (POINT / 2);
}

/* Pays those who sat out or played alone, when all tables are paid. */
static void
pay_byes(struct standings *standings, unsigned round)
{
	for (unsigned i = 0; i < standings->alone->len; i++) {
		const struct sitting *sitting = &g_array_index(standings->alone, struct sitting, i);
		struct standing *row = find_row(standings, sitting, 0);

		if (row == NULL || sitting->absent[0])
			continue;
		add_points(row, sitting->round, sitting->out[0] ? 0 : bye_points(standings, sitting->round));
		row->played++;
		row->tie[TIE_TOTAL] += sitting->out[0] ? 0 : sitting->total[0];
	}
	for (unsigned i = 0; i < standings->of->seats->len; i++) {
		const struct seat *seat = &g_array_index(standings->of->seats, struct seat, i);
		struct standing *row =
			g_hash_table_lookup(standings->by_seat, seating_key(seat->round, seat->table, seat->seat));

		if (seat->table != SEATING_BYE || row == NULL || seat->round == 0 ||
			seat->round > standings->of->rounds || (round != 0 && seat->round != round) ||
			!standings->earned[seat->round].any || row->rounds[seat->round - 1].played)
			continue;
		add_points(row, seat->round, bye_points(standings, seat->round));
		row->rounds[seat->round - 1].bye = true;
	}
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
standings_make(const struct standings_of *of, unsigned round)
{
	g_autoptr(GHashTable) by_person = g_hash_table_new(g_int64_hash, g_int64_equal);
	g_autoptr(GHashTable) by_name = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GHashTable) by_seat = g_hash_table_new(NULL, NULL);
	g_autoptr(GArray) tables = g_array_new(FALSE, FALSE, sizeof(struct tie_table));
	g_autoptr(GArray) alone = g_array_new(FALSE, FALSE, sizeof(struct sitting));
	g_autofree struct compared *scores = compare_seats(of->played, of->scheme);
	GPtrArray *rows = g_ptr_array_new_with_free_func(standing_free);
	struct standings standings = {of, rows, by_seat, by_name, tables, alone, .last = 0};

	for (unsigned i = 0; i < of->people->len; i++) {
		const struct person *person = g_ptr_array_index(of->people, i);
		struct standing *row = add_row(&standings, person->id, person->name, person->club, person->gone);

		g_hash_table_insert(by_person, &row->person, row);
		g_hash_table_insert(by_name, names_fold(person->name), row);
	}
	for (unsigned i = 0; i < of->seats->len; i++) {
		const struct seat *seat = &g_array_index(of->seats, struct seat, i);

		g_hash_table_insert(by_seat, seating_key(seat->round, seat->table, seat->seat),
			g_hash_table_lookup(by_person, &seat->person));
	}
	for (unsigned i = 0; i < of->played->len;) {
		const struct played *play = &g_array_index(of->played, struct played, i);
		struct sitting sitting = {.round = play->round, .table = play->table};

		for (; i < of->played->len && play->round == sitting.round && play->table == sitting.table; play++, i++)
			add_play(&sitting, play, scores == NULL ? NULL : scores + (size_t)i * PLAYERS_MAX);
		settle(&sitting);
		if (round == 0 || sitting.round == round)
			pay(&standings, &sitting);
	}
	pay_byes(&standings, round);
	/* People who left before they ever played are not listed. */
	for (unsigned i = rows->len; i-- > 0;) {
		const struct standing *row = g_ptr_array_index(rows, i);

		if (row->gone && row->played == 0)
			g_ptr_array_remove_index(rows, i);
	}
	count_ties(&standings);
	ties_rank(rows, tables, &of->scheme->ties);
	return rows;
}
