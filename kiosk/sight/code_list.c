/* SPDX-License-Identifier: MIT
 * Numbered codes, and pieces that are known by what is printed on them. */
#include "kiosk/sight/code_list.h"

#include <limits.h>
#include <string.h>

/* Notes about refused codes that are kept for an image. */
#define REFUSED_MAX 8

#define PIECE(list, i) (&g_array_index((list)->pieces, struct covered_piece, i))

void
covered_list_init(struct covered_list *list, eye_game_list *games)
{
	*list = (struct covered_list){games, g_array_new(FALSE, FALSE, sizeof(struct covered_piece))};
}

void
covered_list_finish(struct covered_list *list)
{
	g_array_free(list->pieces, TRUE);
}

void
covered_list_add(struct covered_list *list, const struct game *game, const struct code *code)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct covered_piece piece = {.game = game, .code = *code};
	int of = eye_game_of(list->games, game);

	if (of < 0)
		return;
	piece.eye_game = (unsigned)of;
	game->build(layout, code);
	list->games(piece.eye_game)->fingerprint(layout, piece.print);
	g_array_append_val(list->pieces, piece);
}

void
code_list_init(struct code_list *list, const struct code_key *key)
{
	*list = (struct code_list){
		.key = key,
		.codes = g_array_new(FALSE, FALSE, sizeof(struct listed_code)),
		.numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
		.expected = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
		.guesses = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
		.guesses_most = UINT_MAX,
	};
}

void
code_list_finish(struct code_list *list)
{
	g_array_free(list->codes, TRUE);
	g_array_free(list->expected, TRUE);
	g_hash_table_destroy(list->numbers);
	g_hash_table_destroy(list->guesses);
}

/* The number of a code, which is added if it is new. */
static uint32_t
add(struct code_list *list, const struct game *game, const struct code *code)
{
	struct listed_code listed;

	memset(&listed, 0, sizeof listed);
	listed.code = *code;
	listed.game = game;
	code_write(code, list->key, listed.text);
	void *number = g_hash_table_lookup(list->numbers, listed.text);
	if (number != NULL)
		return GPOINTER_TO_UINT(number) - 1;
	g_array_append_val(list->codes, listed);
	g_hash_table_insert(list->numbers, g_strdup(listed.text), GUINT_TO_POINTER(list->codes->len));
	return list->codes->len - 1;
}

/* Adds all pieces of a game to those that are expected. */
static void
expect_pieces(struct code_list *list, const struct game *game, const struct code *code)
{
	for (unsigned i = 0; i < game->pieces(code) && list->expected->len < EYE_CODES_MAX; i++) {
		struct code piece = *code;
		bool is_new = true;
		uint32_t number;

		piece.piece = (uint8_t)i;
		number = add(list, game, &piece);
		for (unsigned n = 0; n < list->expected->len; n++)
			is_new &= g_array_index(list->expected, uint32_t, n) != number;
		if (is_new)
			g_array_append_val(list->expected, number);
	}
}

void
code_list_expect(struct code_list *list, const struct code *code)
{
	struct problems problems;

	problems_init(&problems);
	const struct game *game = game_of_code(code, &problems);
	if (game == NULL)
		return;
	code_list_begin(list);
	expect_pieces(list, game, code);
	list->given = list->expected->len;
}

void
code_list_begin(struct code_list *list)
{
	g_array_set_size(list->expected, MIN(list->given, list->expected->len));
}

/* Adds a note, unless the same one is there. */
static void
refuse(const struct message *why, GPtrArray *refused)
{
	for (unsigned i = 0; i < refused->len; i++)
		if (NOTE(refused, i)->used == why->used &&
			memcmp(NOTE(refused, i)->record, why->record, why->used) == 0)
			return;
	if (refused->len < REFUSED_MAX)
		notes_add_message(refused, why);
}

int64_t
code_list_take(struct code_list *list, const char *text, GPtrArray *refused)
{
	struct problems problems;
	struct code code;

	if (g_hash_table_size(list->guesses) >= list->guesses_most) {
		list->guessed_out = true;
		return -1;
	}
	problems_init(&problems);
	const struct game *game = list->read != NULL ? list->read(list->reader, text, &code, &problems)
						     : game_of_text(text, list->key, &code, &problems);
	if (game != NULL) {
		if (game->pieces(&code) > 1)
			expect_pieces(list, game, &code);
		return add(list, game, &code);
	}
	if (problems.status == STATUS_WRONG_EVENT)
		g_hash_table_add(list->guesses, g_strdup(text));
	/* A code of an event whose key is missing, or of a later Seedpress, is worth a message. */
	if (problems.status == STATUS_WRONG_EVENT || problems.status == STATUS_UNKNOWN_VERSION) {
		struct problem problem;

		if (problems_first(&problems, &problem))
			refuse(&problem.message, refused);
	}
	return -1;
}

void
code_list_form(const struct code_list *list, uint32_t number, struct form *form)
{
	const struct listed_code *listed = LISTED_CODE(list, number);

	eye_form_of_code(listed->game, &listed->code, form);
}

int
code_list_layout(const struct code_list *list, uint32_t number, void *layout)
{
	const struct listed_code *listed = LISTED_CODE(list, number);
	int game = eye_game_of(list->games, listed->game);

	memset(layout, 0, LAYOUT_MAX);
	if (game >= 0)
		listed->game->build(layout, &listed->code);
	return game;
}

bool
code_list_covers(const struct code_list *list, uint32_t game)
{
	for (unsigned i = 0; list->covered != NULL && i < list->covered->pieces->len; i++)
		if (PIECE(list->covered, i)->eye_game == game)
			return true;
	return false;
}

int64_t
code_list_take_print(struct code_list *list, uint32_t game, const uint8_t print[EYE_PRINT_MAX], GPtrArray *refused)
{
	const struct covered_piece *best = NULL;
	bool several = false;
	unsigned most = 0;

	if (!code_list_covers(list, game))
		return -1;
	const struct eye_game *of = list->covered->games(game);
	for (unsigned i = 0; i < list->covered->pieces->len; i++) {
		const struct covered_piece *piece = PIECE(list->covered, i);
		unsigned same = 0;

		for (unsigned n = 0; n < of->print; n++)
			same += piece->print[n] == print[n];
		if (piece->eye_game != game || same < of->alike * of->print || same < most)
			continue;
		several = same == most;
		most = same;
		best = piece;
	}
	if (several) {
		struct message why;

		message_set(&why,
			SAY("card-of-two-tables",
				"a card is there whose code is covered, and more than one table has such a card: open the "
				"table first, or type the code"));
		refuse(&why, refused);
		return -1;
	}
	return best == NULL ? -1 : (int64_t)add(list, best->game, &best->code);
}

static void
name_code(const struct code_list *list, uint32_t number, struct code *code, const struct game **game,
	char text[CODE_TEXT])
{
	const struct listed_code *listed = LISTED_CODE(list, number);

	*code = listed->code;
	*game = listed->game;
	memcpy(text, listed->text, CODE_TEXT);
}

void
code_list_name(const struct code_list *list, struct sight *sight)
{
	for (unsigned i = 0; i < sight->codes->len; i++) {
		struct seen_code *seen = SEEN_CODE(sight, i);

		name_code(list, seen->number, &seen->code, &seen->game, seen->text);
	}
	for (unsigned i = 0; i < sight->forms->len; i++) {
		struct seen_form *seen = SEEN_FORM(sight, i);

		name_code(list, seen->number, &seen->code, &seen->game, seen->text);
	}
}
