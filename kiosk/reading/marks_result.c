/* SPDX-License-Identifier: MIT
 * Results from filled-in forms. */
#include "kiosk/reading/marks_result.h"

#include <string.h>

#include "kiosk/games/kiosk_game.h"

/* Notes why a piece's marks could not be read. Pieces have letters only if the game has several. */
static void
note_missing(const struct seen_form *form, const struct game *game, unsigned pieces, unsigned piece, GPtrArray *missing)
{
	struct message name;

	if (pieces > 1)
		message_set(&name, SAY("piece-with-letter", "{piece} {letter}"), ARG_TEXT("piece", game->piece),
			ARG_TEXT("letter", player_letter(piece)));
	else
		message_set(&name, SAY("piece-alone", "the {piece}"), ARG_TEXT("piece", game->piece));
	if (form == NULL)
		notes_add(missing, SAY("piece-unseen", "{piece} of this game is in no picture"),
			ARG_CAUSE("piece", &name));
	else if (form->marks == 0 && kiosk_game_of(game)->eye != NULL)
		notes_add(missing,
			SAY("piece-not-whole",
				"{piece} is not to be seen whole and flat: take the picture again, from above, with all of "
				"it in the picture"),
			ARG_CAUSE("piece", &name));
	else if (form->marks == 0)
		notes_add(missing,
			SAY("piece-corners",
				"{piece} shows {corners} of its four corner marks whole and flat: take the picture again"),
			ARG_CAUSE("piece", &name), ARG_NUMBER("corners", form->corners));
	else if (form->differs)
		notes_add(missing,
			SAY("piece-twice",
				"{piece} is in one picture twice, filled in differently: take a picture of the one that "
				"counts"),
			ARG_CAUSE("piece", &name));
	else if (form->unread_copy)
		notes_add(missing,
			SAY("piece-twice-unread",
				"{piece} is in one picture twice, and only one of them could be read: take a picture of the "
				"one that counts"),
			ARG_CAUSE("piece", &name));
}

json_t *
marks_result(const struct seen_form *const form[GAME_PIECES_MAX], const struct code_key *key, GPtrArray *missing)
{
	const struct seen_form *any = NULL;
	struct marks marks = {.missing = missing};

	for (int i = 0; i < GAME_PIECES_MAX && any == NULL; i++)
		any = form[i];
	const struct kiosk_game *table = kiosk_game_of(any->game);
	unsigned pieces = MIN(any->game->pieces(&any->code), GAME_PIECES_MAX);

	for (unsigned i = 0; i < pieces; i++)
		note_missing(form[i], any->game, pieces, i, missing);
	if (missing->len > 0)
		return NULL;
	json_auto_t *result = json_pack("{s:s, s:s}", "game", any->game->id, "code", any->text);

	if (table->result != NULL)
		table->result(form, &marks, result);
	else
		notes_add(missing, SAY("marks-unknown", "the marks of {game} are not known"),
			ARG_TEXT("game", any->game->id));
	if (missing->len > 0)
		return NULL;

	/* The rules may still refuse it. */
	g_autofree struct answer *answer = g_new(struct answer, 1);
	char *text = json_dumps(result, JSON_COMPACT);
	struct problem problem;

	if (text != NULL && !answer_text(answer, text, strlen(text), key))
		for (size_t at = 0; problems_next(&answer->problems, &at, &problem);)
			notes_add_message(missing, &problem.message);
	free(text);
	return missing->len > 0 ? NULL : g_steal_pointer(&result);
}
