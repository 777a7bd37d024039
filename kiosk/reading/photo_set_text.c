/* SPDX-License-Identifier: MIT
 * A set of photos as text for people. */
#include "kiosk/reading/advice.h"
#include "kiosk/reading/photo_set.h"

/* Appends an indented message: SAY() and its arguments. */
#define write_words(out, indent, audience, ...) write_words_list((out), (indent), (audience), MESSAGE_LIST(__VA_ARGS__))

static void
write_words_list(GString *out, const char *indent, const struct audience *audience, const struct argument *arguments)
{
	char sentence[MESSAGE_TEXT];
	struct message message;

	message_set_list(&message, arguments);
	message_write(&message, audience, sentence, sizeof sentence);
	g_string_append_printf(out, "%s%s", indent, sentence);
}

static void
write_hand(const struct photo_set *set, const struct hand *hand, const struct audience *audience, GString *out)
{
	const struct known_game *known = KNOWN_GAME(&set->known, hand->game);
	const struct argument one = ARG_TEXT("one", known->tagged->one), many = ARG_TEXT("many", known->tagged->many);
	const struct argument code = ARG_TEXT("code", known->text);

	if (known->code.table > 0)
		write_words(out, "  ", audience,
			SAY_COUNT("hand-at-table", "{count} {one} of {code} (round {round}, table {table})",
				"{count} {many} of {code} (round {round}, table {table})", hand->pieces),
			one, many, code, ARG_NUMBER("round", known->code.round),
			ARG_NUMBER("table", known->code.table));
	else
		write_words(out, "  ", audience,
			SAY_COUNT("hand", "{count} {one} of {code}", "{count} {many} of {code}", hand->pieces), one,
			many, code);
	for (unsigned i = 0, shown = 0; i < TAGGED_MAX; i++) {
		char name[TAGGED_NAME];

		if (!HAND_HAS(hand, i))
			continue;
		known->tagged->name(i, name);
		g_string_append_printf(out, "%s%s", shown++ == 0 ? ": " : " ", name);
	}
	g_string_append_c(out, '\n');
	if (hand->strangers->len > 0) {
		write_words(out, "  ", audience, SAY("hand-strangers", "of another game, by their tags:"));
		for (unsigned i = 0; i < hand->strangers->len; i++)
			g_string_append_printf(out, " %u", g_array_index(hand->strangers, uint16_t, i));
		g_string_append_c(out, '\n');
	}
}

/* Appends notes, one per line, and the result if there is one. */
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
	const struct argument file = ARG_TEXT("file", picture->file);
	const struct argument codes =
		ARG_PHRASE("codes", SAY_COUNT("codes", "{count} code", "{count} codes", sight->codes->len));
	const struct argument tags =
		ARG_PHRASE("tags", SAY_COUNT("tags", "{count} tag", "{count} tags", sight->tags->len));

	if (picture->page > 0)
		write_words(out, "", audience, SAY("seen-on-page", "{file}, page {page}: {codes}, {tags}"), file, codes,
			tags, ARG_NUMBER("page", picture->page));
	else
		write_words(out, "", audience, SAY("seen", "{file}: {codes}, {tags}"), file, codes, tags);
	g_string_append_c(out, '\n');
	for (unsigned i = 0; i < sight->codes->len; i++)
		g_string_append_printf(out, "  %s %s\n", SEEN_CODE(sight, i)->game->id, SEEN_CODE(sight, i)->text);
	for (unsigned i = 0; i < sight->refused->len; i++) {
		write_words(out, "  ", audience, SAY("not-taken", "not taken: {why}"),
			ARG_CAUSE("why", NOTE(sight->refused, i)));
		g_string_append_c(out, '\n');
	}
	/* Perhaps the quality is why nothing was read. */
	if (sight->codes->len + sight->tags->len + sight->forms->len == 0 || advice_form_is_lost(sight)) {
		g_autoptr(GPtrArray) advice = advice_of(sight);

		write_outcome(advice, NULL, "  ", audience, out);
	}
	for (unsigned i = 0; i < picture->hands->len; i++)
		write_hand(set, &g_array_index(picture->hands, struct hand, i), audience, out);
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
	if (!tables) {
		for (unsigned i = 0; i < set->pictures->len; i++)
			if (PICTURE(set, i)->error == NULL)
				write_picture(set, PICTURE(set, i), audience, out);
		return;
	}

	g_autoptr(GPtrArray) drafts = photo_set_drafts(set);

	for (unsigned i = 0; i < drafts->len; i++) {
		const struct table_draft *draft = g_ptr_array_index(drafts, i);
		const struct known_game *known = draft->known;
		const struct argument game = ARG_TEXT("game", known->game->id), code = ARG_TEXT("code", known->text);

		if (known->code.table > 0)
			write_words(out, "", audience,
				draft->complete
					? SAY("table-complete", "Round {round}, table {table}, {game} {code}: complete")
					: SAY("table-incomplete",
						  "Round {round}, table {table}, {game} {code}: not complete"),
				ARG_NUMBER("round", known->code.round), ARG_NUMBER("table", known->code.table), game,
				code);
		else
			write_words(out, "", audience,
				draft->complete ? SAY("game-complete", "{game} {code}: complete")
						: SAY("game-incomplete", "{game} {code}: not complete"),
				game, code);
		g_string_append_c(out, '\n');
		write_outcome(draft->missing, draft->result, "  ", audience, out);
	}
}
