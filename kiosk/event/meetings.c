/* SPDX-License-Identifier: MIT
 * Whom everybody met: a list a person, since that is a few dozen at most in all rounds. */
#include "kiosk/event/meetings.h"
#include "kiosk/store/names.h"

struct guest {
	unsigned place;
	unsigned club; /* 0: none */
	GArray *met;   /* unsigned, once for each time */
};

struct meetings {
	struct guest *guests;
	unsigned count;
};

static int
by_table(const void *a, const void *b)
{
	const struct seat *first = a, *second = b;

	if (first->round != second->round)
		return first->round < second->round ? -1 : 1;
	return first->table < second->table ? -1 : first->table > second->table;
}

/* Notes for everybody in `index` (id to 1 + who) whom they met at the seats of other rounds. */
static void
note_meetings(struct meetings *meetings, GHashTable *index, const GArray *before)
{
	g_autoptr(GArray) sorted = g_array_sized_new(FALSE, FALSE, sizeof(struct seat), before->len);

	g_array_append_vals(sorted, before->data, before->len);
	g_array_sort(sorted, by_table);
	for (unsigned i = 0; i < sorted->len; i++)
		for (unsigned k = i + 1; k < sorted->len; k++) {
			const struct seat *one = &g_array_index(sorted, struct seat, i);
			const struct seat *other = &g_array_index(sorted, struct seat, k);

			if (by_table(one, other) != 0)
				break;
			unsigned a = GPOINTER_TO_UINT(g_hash_table_lookup(index, GINT_TO_POINTER((int)one->person)));
			unsigned b = GPOINTER_TO_UINT(g_hash_table_lookup(index, GINT_TO_POINTER((int)other->person)));
			if (a == 0 || b == 0)
				continue; /* one of them is not seated now */
			a--, b--;
			g_array_append_val(meetings->guests[a].met, b);
			g_array_append_val(meetings->guests[b].met, a);
		}
}

struct meetings *
meetings_create(const struct seating_person *people, unsigned count, const GArray *before)
{
	struct meetings *meetings = g_new0(struct meetings, 1);
	g_autoptr(GHashTable) index = g_hash_table_new(NULL, NULL); /* the place of an id, which fits an int */
	g_autoptr(GHashTable) clubs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	meetings->guests = g_new0(struct guest, count);
	meetings->count = count;
	for (unsigned i = 0; i < count; i++) {
		char *club = names_fold(people[i].club);
		unsigned number = GPOINTER_TO_UINT(g_hash_table_lookup(clubs, club));

		if (number == 0)
			number = 1 + g_hash_table_size(clubs);
		meetings->guests[i] = (struct guest){
			.place = people[i].place,
			.club = *club == '\0' ? 0 : number,
			.met = g_array_new(FALSE, FALSE, sizeof(unsigned)),
		};
		g_hash_table_insert(clubs, club, GUINT_TO_POINTER(number));
		g_hash_table_insert(index, GINT_TO_POINTER((int)people[i].id), GUINT_TO_POINTER(i + 1));
	}
	note_meetings(meetings, index, before);
	return meetings;
}

void
meetings_destroy(struct meetings *meetings)
{
	for (unsigned i = 0; i < meetings->count; i++)
		g_array_unref(meetings->guests[i].met);
	g_free(meetings->guests);
	g_free(meetings);
}

int64_t
meetings_cost(const struct meetings *meetings, unsigned one, unsigned other)
{
	const struct guest *a = &meetings->guests[one], *b = &meetings->guests[other];
	int64_t cost = MEETING_PLACE * (a->place > b->place ? a->place - b->place : b->place - a->place);

	if (a->club != 0 && a->club == b->club)
		cost += MEETING_CLUB;
	for (unsigned i = 0; i < a->met->len; i++)
		if (g_array_index(a->met, unsigned, i) == other)
			cost += MEETING_AGAIN;
	return cost;
}
