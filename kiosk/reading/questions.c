/* SPDX-License-Identifier: MIT
 * Unsure marks as questions. */
#include "kiosk/reading/questions.h"

#include "kiosk/games/kiosk_game.h"
#include "kiosk/games/marks.h"

/* Probabilities beyond which an unsure bubble looks empty, or filled, to people, too: those are shown together. Nearer
 * to a half, there would be some among them that look different, and are overlooked. */
#define LOOKS_EMPTY  0.2
#define LOOKS_FILLED 0.9

/* In the order in which they are asked. */
enum { ROW, MARK, FILLED, EMPTY, KINDS };
static const char *const kinds[] = {"row", "mark", "filled", "empty"};

/* The question that an unsure mark belongs to, if no other one of its row may be the one. Clips have no probability. */
static unsigned
kind_of(const struct seen_mark *mark)
{
	if (mark->probability > 0 && mark->probability < LOOKS_EMPTY)
		return EMPTY;
	return mark->probability > LOOKS_FILLED ? FILLED : MARK;
}

static json_t *
question(unsigned kind, json_t *marks)
{
	return json_pack("{s:s, s:o}", "kind", kinds[kind], "marks", marks);
}

/* Adds the marks of a row, which are `first` to `end`, to the lists of those that are asked about. */
static void
ask_row(json_t *list[KINDS], int piece, const struct seen_form *form, unsigned first, unsigned end)
{
	json_t *open = json_array();

	for (unsigned i = first; i < end; i++)
		if (form->mark[i].state == MARK_FILLED ||
			(form->mark[i].state == MARK_UNSURE && kind_of(&form->mark[i]) != EMPTY))
			json_array_append_new(open, json_pack("{s:i, s:s}", "piece", piece, "id", form->mark[i].id));
	for (unsigned i = first; i < end; i++) {
		unsigned kind = kind_of(&form->mark[i]);

		if (form->mark[i].state == MARK_UNSURE && (kind == EMPTY || json_array_size(open) < 2))
			json_array_append_new(
				list[kind], json_pack("{s:i, s:s}", "piece", piece, "id", form->mark[i].id));
	}
	if (json_array_size(open) > 1)
		json_array_append(list[ROW], open);
	json_decref(open);
}

json_t *
questions_json(const struct seen_form *const form[GAME_PIECES_MAX])
{
	json_t *list[KINDS], *all = json_array(), *one;
	size_t n;

	for (unsigned kind = 0; kind < KINDS; kind++)
		list[kind] = json_array();
	for (int piece = 0; piece < GAME_PIECES_MAX; piece++)
		for (unsigned first = 0, end; form[piece] != NULL && first < form[piece]->marks; first = end) {
			end = kiosk_game_of(form[piece]->game)->one_in_a_row ? marks_row_end(form[piece], first)
									     : first + 1;
			ask_row(list, piece, form[piece], first, end);
		}
	/* One that is alone in its kind is asked about like any other. */
	for (unsigned kind = FILLED; kind < KINDS; kind++)
		if (json_array_size(list[kind]) == 1) {
			json_array_extend(list[MARK], list[kind]);
			json_array_clear(list[kind]);
		}
	json_array_foreach(list[ROW], n, one)
		json_array_append_new(all, question(ROW, json_incref(one)));
	json_array_foreach(list[MARK], n, one)
		json_array_append_new(all, question(MARK, json_pack("[O]", one)));
	for (unsigned kind = FILLED; kind < KINDS; kind++)
		if (json_array_size(list[kind]) > 0)
			json_array_append_new(all, question(kind, json_incref(list[kind])));
	for (unsigned kind = 0; kind < KINDS; kind++)
		json_decref(list[kind]);
	return all;
}
