/* SPDX-License-Identifier: MIT
 * Tie-breaks. */
#include <string.h>

#include "kiosk/event/standings.h"
#include "kiosk/store/names.h"

const struct ties ties_usual = {.count = 1, .order = {TIE_WINS}};

/* The name of a tie-break in JSON, and its message. */
static const struct {
	const char *name, *id, *words;
} names[TIES] = {
	[TIE_WINS] = {"wins", "tie-wins", "tables won"},
	[TIE_MET] = {"met", "tie-met", "head to head"},
	[TIE_OPPONENTS] = {"opponents", "tie-opponents", "the points of everybody met"},
	[TIE_TOTAL] = {"total", "tie-total", "points scored in the games"},
	[TIE_LAST] = {"last", "tie-last", "the last round"},
};

/* Messages by the number of tie-breaks. */
static const struct phrase lists[TIES + 1] = {
	{"ties-shared", "Ties are shared."},
	{"ties-by-1", "Ties go by {1}, then are shared."},
	{"ties-by-2", "Ties go by {1}, then {2}, then are shared."},
	{"ties-by-3", "Ties go by {1}, then {2}, then {3}, then are shared."},
	{"ties-by-4", "Ties go by {1}, then {2}, then {3}, then {4}, then are shared."},
	{"ties-by-5", "Ties go by {1}, then {2}, then {3}, then {4}, then {5}, then are shared."},
};

json_t *
ties_json(const struct ties *ties)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < ties->count; i++)
		json_array_append_new(list, json_string(names[ties->order[i]].name));
	return list;
}

bool
ties_read(json_t *json, struct ties *ties)
{
	struct ties read = {0};
	unsigned seen = 0;
	json_t *one;
	size_t i;

	if (!json_is_array(json) || json_array_size(json) > TIES)
		return false;
	json_array_foreach(json, i, one) {
		unsigned tie = 0;

		while (tie < TIES && g_strcmp0(json_string_value(one), names[tie].name) != 0)
			tie++;
		if (tie == TIES || (seen >> tie & 1) != 0)
			return false;
		seen |= 1u << tie;
		read.order[read.count++] = (uint8_t)tie;
	}
	*ties = read;
	return true;
}

void
ties_say(const struct ties *ties, struct message *says)
{
	static const char *const places[TIES] = {"1", "2", "3", "4", "5"};
	struct argument arguments[TIES + 2] = {SAY(lists[ties->count].id, lists[ties->count].english)};
	struct message each[TIES];

	for (unsigned i = 0; i < ties->count; i++) {
		unsigned tie = ties->order[i];

		message_set(&each[i], SAY(names[tie].id, names[tie].words));
		arguments[i + 1] = ARG_CAUSE(places[i], &each[i]);
	}
	message_set_list(says, arguments);
}

struct ranking {
	GPtrArray *rows;
	const GArray *tables;
	const struct ties *ties;
	unsigned depth;  /* of the comparison: see value_at() */
	GHashTable *sat; /* GArray of indexes of `tables` by row; NULL without TIE_MET */
};

static GHashTable *
find_tables(const GArray *tables)
{
	GHashTable *sat = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);

	for (unsigned i = 0; i < tables->len; i++) {
		const struct tie_table *table = &g_array_index(tables, struct tie_table, i);

		for (unsigned k = 0; k < table->players; k++) {
			if (table->row[k] == NULL)
				continue;
			GArray *list = g_hash_table_lookup(sat, table->row[k]);
			if (list == NULL) {
				list = g_array_new(FALSE, FALSE, sizeof i);
				g_hash_table_insert(sat, table->row[k], list);
			}
			g_array_append_val(list, i);
		}
	}
	return sat;
}

/* What a row scored at one table against the others of a group. */
static int
won_against(const struct tie_table *table, const struct standing *row, GHashTable *group)
{
	unsigned place = 0;
	int won = 0;

	for (unsigned i = 0; i < table->players; i++)
		if (table->row[i] == row)
			place = table->place[i];
	for (unsigned i = 0; i < table->players; i++)
		if (table->row[i] != NULL && table->row[i] != row && g_hash_table_contains(group, table->row[i]))
			won += place < table->place[i] ? 2 : place == table->place[i];
	return won;
}

static void
count_met(const struct ranking *ranking, unsigned from, unsigned to)
{
	g_autoptr(GHashTable) group = g_hash_table_new(NULL, NULL);

	for (unsigned i = from; i < to; i++)
		g_hash_table_add(group, g_ptr_array_index(ranking->rows, i));
	for (unsigned i = from; i < to; i++) {
		struct standing *row = g_ptr_array_index(ranking->rows, i);
		const GArray *sat = g_hash_table_lookup(ranking->sat, row);

		for (unsigned k = 0; sat != NULL && k < sat->len; k++)
			row->tie[TIE_MET] += won_against(
				&g_array_index(ranking->tables, struct tie_table, g_array_index(sat, unsigned, k)), row,
				group);
	}
}

/* The value that decides at a depth: points first, then one tie-break after the other, nothing at the end. */
static int
value_at(const struct ranking *ranking, const struct standing *row, unsigned depth)
{
	if (depth > ranking->ties->count)
		return 0;
	return depth == 0 ? row->points : row->tie[ranking->ties->order[depth - 1]];
}

/* By the value of a depth, the largest first; by name after the last tie-break. */
static int
compare_rows(const void *a, const void *b, void *data)
{
	const struct standing *one = *(struct standing *const *)a, *other = *(struct standing *const *)b;
	const struct ranking *by = data;
	int left = value_at(by, one, by->depth), right = value_at(by, other, by->depth);

	if (by->depth > by->ties->count)
		return names_compare(one->name, other->name);
	return (left < right) - (left > right);
}

/* Orders rows that are level so far. The recursion ends after the last tie-break. */
static void
refine(struct ranking *ranking, unsigned from, unsigned to, unsigned depth)
{
	bool last = to - from < 2 || depth > ranking->ties->count;
	void **rows = ranking->rows->pdata;
	unsigned start = from;

	if (!last && depth > 0 && ranking->ties->order[depth - 1] == TIE_MET)
		count_met(ranking, from, to);
	ranking->depth = depth;
	g_qsort_with_data(rows + from, (int)(to - from), sizeof *rows, compare_rows, ranking);
	if (last) {
		for (unsigned i = from; i < to; i++)
			((struct standing *)rows[i])->place = from + 1;
		return;
	}
	for (unsigned i = from + 1; i <= to; i++)
		if (i == to || value_at(ranking, rows[i], depth) != value_at(ranking, rows[start], depth)) {
			refine(ranking, start, i, depth + 1);
			start = i;
		}
}

void
ties_rank(GPtrArray *standings, const GArray *tables, const struct ties *ties)
{
	struct ranking ranking = {.rows = standings, .tables = tables, .ties = ties};

	for (unsigned i = 0; i < ties->count; i++)
		if (ties->order[i] == TIE_MET)
			ranking.sat = find_tables(tables);
	if (standings->len > 0)
		refine(&ranking, 0, standings->len, 0);
	g_clear_pointer(&ranking.sat, g_hash_table_destroy);
}
