/* SPDX-License-Identifier: MIT
 * What a set of photos says, for people. */
#include <stdio.h>

#include "kiosk/reading/photo_set.h"

static void
print_hand(const struct photo_set *set, const struct hand *hand)
{
	const struct known_game *known = KNOWN_GAME(&set->known, hand->game);

	printf("  %u %s of %s", hand->pieces->len, known->tagged->many, known->text);
	if (known->code.table > 0)
		printf(" (round %u, table %u)", known->code.round, known->code.table);
	for (unsigned i = 0; i < hand->pieces->len; i++) {
		char name[TAGGED_NAME];

		known->tagged->name(HAND_PIECE(hand, i), name);
		printf("%s%s", i == 0 ? ": " : " ", name);
	}
	putchar('\n');
	if (hand->strangers->len > 0) {
		printf("  of another game, by their tags:");
		for (unsigned i = 0; i < hand->strangers->len; i++)
			printf(" %u", g_array_index(hand->strangers, uint16_t, i));
		putchar('\n');
	}
}

static void
print_form(const struct photo_set *set, const struct seen_form *form)
{
	const struct outcome *outcome = &set->outcome[known_games_find(&set->known, &form->code)];

	printf("  %s %s:", form->game->piece, form->text);
	for (unsigned i = 0; i < form->marks; i++)
		if (form->mark[i].state != MARK_EMPTY)
			printf(" %s%s", form->mark[i].id, form->mark[i].state == MARK_UNSURE ? "?" : "");
	putchar('\n');
	for (unsigned i = 0; i < outcome->missing->len; i++)
		printf("    %s\n", (const char *)g_ptr_array_index(outcome->missing, i));
	if (outcome->result != NULL) {
		char *text = json_dumps(outcome->result, JSON_COMPACT);

		printf("    result: %s\n", text == NULL ? "" : text);
		free(text);
	}
}

static void
print_picture(const struct photo_set *set, const struct picture *picture)
{
	const struct sight *sight = &picture->sight;

	if (picture->error != NULL) {
		printf("%s\n", picture->error); /* it names the file */
		return;
	}
	printf("%s", picture->file);
	if (picture->page > 0)
		printf(", page %u", picture->page);
	printf(": %u code%s, %u tag%s\n", sight->codes->len, sight->codes->len == 1 ? "" : "s", sight->tags->len,
		sight->tags->len == 1 ? "" : "s");
	for (unsigned i = 0; i < sight->codes->len; i++)
		printf("  %s %s\n", SEEN_CODE(sight, i)->game->id, SEEN_CODE(sight, i)->text);
	for (unsigned i = 0; i < sight->refused->len; i++)
		printf("  not taken: %s\n", (const char *)g_ptr_array_index(sight->refused, i));
	for (unsigned i = 0; i < picture->hands->len; i++)
		print_hand(set, &g_array_index(picture->hands, struct hand, i));
	for (unsigned i = 0; i < sight->forms->len; i++)
		print_form(set, SEEN_FORM(sight, i));
}

static void
print_table(const json_t *table)
{
	json_t *missing = json_object_get(table, "missing"), *sentence;
	int number = (int)json_integer_value(json_object_get(table, "table"));
	size_t i;

	if (number > 0)
		printf("Round %d, table %d, ",
			(int)json_integer_value(json_object_get(table, "round")), number);
	printf("%s %s: %s\n", json_string_value(json_object_get(table, "game")),
		json_string_value(json_object_get(table, "code")),
		json_is_true(json_object_get(table, "complete")) ? "complete" : "not complete");
	json_array_foreach(missing, i, sentence)
		printf("  %s\n", json_string_value(sentence));
	if (!json_is_null(json_object_get(table, "result"))) {
		char *text = json_dumps(json_object_get(table, "result"), JSON_COMPACT);

		printf("  result: %s\n", text == NULL ? "" : text);
		free(text);
	}
}

void
photo_set_print(const struct photo_set *set, bool tables)
{
	json_t *list, *table;
	size_t i;

	for (unsigned n = 0; n < set->pictures->len; n++)
		if (!tables || PICTURE(set, n)->error != NULL)
			print_picture(set, PICTURE(set, n));
	if (!tables)
		return;
	list = photo_set_tables(set);
	json_array_foreach(list, i, table)
		print_table(table);
	json_decref(list);
}
