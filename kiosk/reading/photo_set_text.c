/* SPDX-License-Identifier: MIT
 * What a set of photos says, for people. */
#include "kiosk/reading/advice.h"
#include "kiosk/reading/photo_set.h"

static void
write_hand(const struct photo_set *set, const struct hand *hand, GString *out)
{
	const struct known_game *known = KNOWN_GAME(&set->known, hand->game);

	g_string_append_printf(out, "  %u %s of %s", hand->pieces->len, known->tagged->many, known->text);
	if (known->code.table > 0)
		g_string_append_printf(out, " (round %u, table %u)", known->code.round, known->code.table);
	for (unsigned i = 0; i < hand->pieces->len; i++) {
		char name[TAGGED_NAME];

		known->tagged->name(HAND_PIECE(hand, i), name);
		g_string_append_printf(out, "%s%s", i == 0 ? ": " : " ", name);
	}
	g_string_append_c(out, '\n');
	if (hand->strangers->len > 0) {
		g_string_append(out, "  of another game, by their tags:");
		for (unsigned i = 0; i < hand->strangers->len; i++)
			g_string_append_printf(out, " %u", g_array_index(hand->strangers, uint16_t, i));
		g_string_append_c(out, '\n');
	}
}

static void
write_form(const struct photo_set *set, const struct seen_form *form, GString *out)
{
	const struct outcome *outcome = &set->outcome[known_games_find(&set->known, &form->code)];

	g_string_append_printf(out, "  %s %s:", form->game->piece, form->text);
	for (unsigned i = 0; i < form->marks; i++)
		if (form->mark[i].state != MARK_EMPTY)
			g_string_append_printf(
				out, " %s%s", form->mark[i].id, form->mark[i].state == MARK_UNSURE ? "?" : "");
	g_string_append_c(out, '\n');
	for (unsigned i = 0; i < outcome->missing->len; i++)
		g_string_append_printf(out, "    %s\n", (const char *)g_ptr_array_index(outcome->missing, i));
	if (outcome->result != NULL) {
		char *text = json_dumps(outcome->result, JSON_COMPACT);

		g_string_append_printf(out, "    result: %s\n", text == NULL ? "" : text);
		free(text);
	}
}

/* Why nothing was read, perhaps. */
static void
write_advice(const struct sight *sight, GString *out)
{
	GPtrArray *sentences = g_ptr_array_new_with_free_func(g_free);

	advice_add(&sight->quality, sentences);
	for (unsigned i = 0; i < sentences->len; i++)
		g_string_append_printf(out, "  %s\n", (const char *)g_ptr_array_index(sentences, i));
	g_ptr_array_free(sentences, TRUE);
}

static void
write_picture(const struct photo_set *set, const struct picture *picture, GString *out)
{
	const struct sight *sight = &picture->sight;

	g_string_append(out, picture->file);
	if (picture->page > 0)
		g_string_append_printf(out, ", page %u", picture->page);
	g_string_append_printf(out, ": %u code%s, %u tag%s\n", sight->codes->len, sight->codes->len == 1 ? "" : "s",
		sight->tags->len, sight->tags->len == 1 ? "" : "s");
	for (unsigned i = 0; i < sight->codes->len; i++)
		g_string_append_printf(out, "  %s %s\n", SEEN_CODE(sight, i)->game->id, SEEN_CODE(sight, i)->text);
	for (unsigned i = 0; i < sight->refused->len; i++)
		g_string_append_printf(out, "  not taken: %s\n", (const char *)g_ptr_array_index(sight->refused, i));
	if (sight->codes->len + sight->tags->len + sight->forms->len == 0)
		write_advice(sight, out);
	for (unsigned i = 0; i < picture->hands->len; i++)
		write_hand(set, &g_array_index(picture->hands, struct hand, i), out);
	for (unsigned i = 0; i < sight->forms->len; i++)
		write_form(set, SEEN_FORM(sight, i), out);
}

static void
write_table(const json_t *table, GString *out)
{
	json_t *missing = json_object_get(table, "missing"), *sentence;
	int number = (int)json_integer_value(json_object_get(table, "table"));
	size_t i;

	if (number > 0)
		g_string_append_printf(
			out, "Round %d, table %d, ", (int)json_integer_value(json_object_get(table, "round")), number);
	g_string_append_printf(out, "%s %s: %s\n", json_string_value(json_object_get(table, "game")),
		json_string_value(json_object_get(table, "code")),
		json_is_true(json_object_get(table, "complete")) ? "complete" : "not complete");
	json_array_foreach(missing, i, sentence)
		g_string_append_printf(out, "  %s\n", json_string_value(sentence));
	if (!json_is_null(json_object_get(table, "result"))) {
		char *text = json_dumps(json_object_get(table, "result"), JSON_COMPACT);

		g_string_append_printf(out, "  result: %s\n", text == NULL ? "" : text);
		free(text);
	}
}

void
photo_set_text(const struct photo_set *set, bool tables, GString *out)
{
	json_t *list, *table;
	size_t i;

	for (unsigned n = 0; n < set->pictures->len && !tables; n++)
		if (PICTURE(set, n)->error == NULL)
			write_picture(set, PICTURE(set, n), out);
	if (!tables)
		return;
	list = photo_set_tables(set);
	json_array_foreach(list, i, table)
		write_table(table, out);
	json_decref(list);
}
