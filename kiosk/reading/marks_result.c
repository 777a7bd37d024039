/* SPDX-License-Identifier: MIT
 * Results of filled-in forms. */
#include "kiosk/reading/marks_result.h"

#include <string.h>

#include "kiosk/games/kiosk_game.h"

/* What the rules say to it; sentences where they refuse. */
static void
check(json_t *result, const struct code_key *key, GPtrArray *missing)
{
	struct answer *answer = g_new(struct answer, 1);
	char *text = json_dumps(result, JSON_COMPACT);

	struct problem problem;
	char sentence[MESSAGE_TEXT];

	if (text != NULL && !answer_text(answer, text, strlen(text), key))
		for (size_t at = 0; problems_next(&answer->problems, &at, &problem);) {
			problem_write(&problem, &audience_public, sentence, sizeof sentence);
			g_ptr_array_add(missing, g_strdup(sentence));
		}
	free(text);
	g_free(answer);
}

/* Which piece of a game it is: only where there are several has each a letter. To be freed. */
static char *
piece_name(const struct game *game, unsigned pieces, unsigned i)
{
	return pieces > 1 ? g_strdup_printf("%s %c", game->piece, 'A' + i) : g_strdup_printf("the %s", game->piece);
}

/* Says what a piece lacks before its marks can be read. */
static void
say_lacking(const struct seen_form *form, const struct kiosk_game *table, const char *name, GPtrArray *missing)
{
	if (form == NULL)
		g_ptr_array_add(missing, g_strdup_printf("%s of this game is in no picture", name));
	else if (form->marks == 0 && table->eye != NULL)
		g_ptr_array_add(missing,
			g_strdup_printf(
				"%s is not to be seen whole and flat: take the picture again, from above, with all of "
				"it in the picture",
				name));
	else if (form->marks == 0)
		g_ptr_array_add(missing,
			g_strdup_printf("%s shows %u of its four corner marks whole and flat: take the picture again",
				name, form->corners));
}

json_t *
marks_result(const struct seen_form *const form[GAME_PIECES_MAX], const struct code_key *key, GPtrArray *missing)
{
	const struct seen_form *any = NULL;
	struct marks marks = {.missing = missing};
	const struct kiosk_game *table;
	unsigned pieces;
	json_t *result;

	for (int i = 0; i < GAME_PIECES_MAX && any == NULL; i++)
		any = form[i];
	table = kiosk_game_of(any->game);
	pieces = MIN(any->game->pieces(&any->code), GAME_PIECES_MAX);
	for (unsigned i = 0; i < pieces; i++) {
		char *name = piece_name(any->game, pieces, i);

		say_lacking(form[i], table, name, missing);
		g_free(name);
	}
	if (missing->len > 0)
		return NULL;
	result = json_pack("{s:s, s:s}", "game", any->game->id, "code", any->text);
	if (table->result != NULL)
		table->result(form, &marks, result);
	else
		g_ptr_array_add(missing, g_strdup_printf("the marks of %s are not known", any->game->id));
	if (missing->len == 0)
		check(result, key, missing);
	if (missing->len > 0) {
		json_decref(result);
		return NULL;
	}
	return result;
}
