/* SPDX-License-Identifier: MIT
 * What a set of photos says, for people. */
#include "kiosk/reading/advice.h"
#include "kiosk/reading/photo_set.h"

static void
write_hand(const struct photo_set *set, const struct hand *hand, GString *out)
{
	const struct known_game *known = KNOWN_GAME(&set->known, hand->game);

	g_string_append_printf(out, "  %u %s of %s", hand->pieces, known->tagged->many, known->text);
	if (known->code.table > 0)
		g_string_append_printf(out, " (round %u, table %u)", known->code.round, known->code.table);
	for (unsigned i = 0, shown = 0; i < TAGGED_MAX; i++) {
		char name[TAGGED_NAME];

		if (!HAND_HAS(hand, i))
			continue;
		known->tagged->name(i, name);
		g_string_append_printf(out, "%s%s", shown++ == 0 ? ": " : " ", name);
	}
	g_string_append_c(out, '\n');
	if (hand->strangers->len > 0) {
		g_string_append(out, "  of another game, by their tags:");
		for (unsigned i = 0; i < hand->strangers->len; i++)
			g_string_append_printf(out, " %u", g_array_index(hand->strangers, uint16_t, i));
		g_string_append_c(out, '\n');
	}
}

/* Notes, a line each, and a result where there is one. */
static void
write_outcome(
	const GPtrArray *notes, const json_t *result, const char *before, const struct audience *audience, GString *out)
{
	char sentence[MESSAGE_TEXT];

	for (unsigned i = 0; i < notes->len; i++) {
		message_write(NOTE(notes, i), audience, sentence, sizeof sentence);
		g_string_append_printf(out, "%s%s\n", before, sentence);
	}
	if (result != NULL) {
		char *text = json_dumps(result, JSON_COMPACT);

		g_string_append_printf(out, "%sresult: %s\n", before, text == NULL ? "" : text);
		free(text);
	}
}

static void
write_picture(const struct photo_set *set, const struct picture *picture, const struct audience *audience, GString *out)
{
	const struct sight *sight = &picture->sight;

	g_string_append(out, picture->file);
	if (picture->page > 0)
		g_string_append_printf(out, ", page %u", picture->page);
	g_string_append_printf(out, ": %u code%s, %u tag%s\n", sight->codes->len, sight->codes->len == 1 ? "" : "s",
		sight->tags->len, sight->tags->len == 1 ? "" : "s");
	for (unsigned i = 0; i < sight->codes->len; i++)
		g_string_append_printf(out, "  %s %s\n", SEEN_CODE(sight, i)->game->id, SEEN_CODE(sight, i)->text);
	write_outcome(sight->refused, NULL, "  not taken: ", audience, out);
	/* Why nothing was read, perhaps. */
	if (sight->codes->len + sight->tags->len + sight->forms->len == 0) {
		g_autoptr(GPtrArray) advice = advice_of(&sight->quality);

		write_outcome(advice, NULL, "  ", audience, out);
	}
	for (unsigned i = 0; i < picture->hands->len; i++)
		write_hand(set, &g_array_index(picture->hands, struct hand, i), out);
	for (unsigned i = 0; i < sight->forms->len; i++) {
		const struct seen_form *form = SEEN_FORM(sight, i);
		const struct outcome *outcome = &set->outcome[known_games_find(&set->known, &form->code)];

		g_string_append_printf(out, "  %s %s:", form->game->piece, form->text);
		for (unsigned n = 0; n < form->marks; n++)
			if (form->mark[n].state != MARK_EMPTY)
				g_string_append_printf(
					out, " %s%s", form->mark[n].id, form->mark[n].state == MARK_UNSURE ? "?" : "");
		g_string_append_c(out, '\n');
		write_outcome(outcome->missing, outcome->result, "    ", audience, out);
	}
}

void
photo_set_text(const struct photo_set *set, bool tables, const struct audience *audience, GString *out)
{
	for (unsigned i = 0; i < set->pictures->len && !tables; i++)
		if (PICTURE(set, i)->error == NULL)
			write_picture(set, PICTURE(set, i), audience, out);
	if (!tables)
		return;

	g_autoptr(GPtrArray) drafts = photo_set_drafts(set);

	for (unsigned i = 0; i < drafts->len; i++) {
		const struct table_draft *draft = g_ptr_array_index(drafts, i);
		const struct code *code = &draft->known->code;

		if (code->table > 0)
			g_string_append_printf(out, "Round %u, table %u, ", code->round, code->table);
		g_string_append_printf(out, "%s %s: %s\n", draft->known->game->id, draft->known->text,
			draft->result != NULL && draft->missing->len == 0 ? "complete" : "not complete");
		write_outcome(draft->missing, draft->result, "  ", audience, out);
	}
}
