/* SPDX-License-Identifier: MIT
 * Who met whom: one list per person, with a few dozen entries at most over all rounds. */
#include "kiosk/event/seating.h"
#include "kiosk/store/names.h"

struct guest {
	unsigned place;
	unsigned club; /* 0: none */
	GArray *met;   /* unsigned, once for each time */
	GArray *apart; /* unsigned: who must not meet this one; NULL: nobody */
};

struct meetings {
	struct guest *guests;
	unsigned count;
};

/* Notes for everybody in `index` (1 + position in `guests` by id) the people of `index` who sat at the same table in
 * another round. */
static void
note_meetings(struct meetings *meetings, GHashTable *index, const GArray *before)
{
	for (unsigned i = 0; i < before->len; i++)
		for (unsigned k = i + 1; k < before->len; k++) {
			const struct seat *one = &g_array_index(before, struct seat, i);
			const struct seat *other = &g_array_index(before, struct seat, k);

			if (one->round != other->round || one->table != other->table || one->table == SEATING_BYE)
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

/* Notes for two people of `index` that they must not meet. */
static void
note_apart(struct meetings *meetings, GHashTable *index, const struct apart *apart)
{
	for (unsigned i = 0; i < 2; i++) {
		unsigned a = GPOINTER_TO_UINT(g_hash_table_lookup(index, GINT_TO_POINTER((int)apart->person[i])));
		unsigned b = GPOINTER_TO_UINT(g_hash_table_lookup(index, GINT_TO_POINTER((int)apart->person[1 - i])));
		struct guest *guest = a == 0 || b == 0 || a == b ? NULL : &meetings->guests[a - 1];

		if (guest == NULL)
			return;
		if (guest->apart == NULL)
			guest->apart = g_array_new(FALSE, FALSE, sizeof(unsigned));
		b--;
		g_array_append_val(guest->apart, b);
	}
}

struct meetings *
meetings_create(const struct seating_person *people, unsigned count, const GArray *before, const GArray *apart)
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
	for (unsigned i = 0; apart != NULL && i < MIN(apart->len, APART_MOST); i++)
		note_apart(meetings, index, &g_array_index(apart, struct apart, i));
	return meetings;
}

void
meetings_destroy(struct meetings *meetings)
{
	for (unsigned i = 0; i < meetings->count; i++)
		g_array_unref(meetings->guests[i].met);
	for (unsigned i = 0; i < meetings->count; i++)
		g_clear_pointer(&meetings->guests[i].apart, g_array_unref);
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
	for (unsigned i = 0; a->apart != NULL && i < a->apart->len; i++)
		if (g_array_index(a->apart, unsigned, i) == other)
			cost += MEETING_APART;
	return cost;
}
