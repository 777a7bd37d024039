/* SPDX-License-Identifier: MIT
 * Unsure marks as questions. */
#include "kiosk/reading/questions.h"

#include "kiosk/games/kiosk_game.h"
#include "kiosk/games/marks.h"

/* Probability below which an unsure bubble looks empty, to people, too: those are shown together. A higher one would
 * put faint marks among them, where they are overlooked. */
#define LOOKS_EMPTY 0.2

struct questions {
	json_t *row, *mark, *empty; /* lists; `empty` of marks */
};

/* Clips have no probability. */
static bool
looks_empty(const struct seen_mark *mark)
{
	return mark->state == MARK_UNSURE && mark->probability > 0 && mark->probability < LOOKS_EMPTY;
}

static json_t *
question(const char *kind, json_t *marks)
{
	return json_pack("{s:s, s:o}", "kind", kind, "marks", marks);
}

/* Adds the questions about the marks of a row, which are `first` to `end`. */
static void
ask_row(struct questions *questions, int piece, const struct seen_form *form, unsigned first, unsigned end)
{
	json_t *open = json_array();

	for (unsigned i = first; i < end; i++) {
		const struct seen_mark *mark = &form->mark[i];
		json_t *one = json_pack("{s:i, s:s}", "piece", piece, "id", mark->id);

		if (looks_empty(mark))
			json_array_append(questions->empty, one);
		else if (mark->state != MARK_EMPTY)
			json_array_append(open, one);
		json_decref(one);
	}
	if (json_array_size(open) > 1) {
		json_array_append_new(questions->row, question("row", open));
		return;
	}
	for (unsigned i = first; i < end; i++) /* at most one of them */
		if (form->mark[i].state == MARK_UNSURE && !looks_empty(&form->mark[i]))
			json_array_append(questions->mark, open);
	json_decref(open);
}

json_t *
questions_json(const struct seen_form *const form[GAME_PIECES_MAX])
{
	struct questions questions = {json_array(), json_array(), json_array()};
	json_t *all = questions.row, *marks;
	size_t n;

	for (int piece = 0; piece < GAME_PIECES_MAX; piece++)
		for (unsigned first = 0, end; form[piece] != NULL && first < form[piece]->marks; first = end) {
			end = kiosk_game_of(form[piece]->game)->one_in_a_row ? marks_row_end(form[piece], first)
									     : first + 1;
			ask_row(&questions, piece, form[piece], first, end);
		}
	json_array_foreach(questions.mark, n, marks)
		json_array_append_new(all, question("mark", json_incref(marks)));
	/* A single one is asked about like any other. */
	if (json_array_size(questions.empty) > 0)
		json_array_append_new(all,
			question(
				json_array_size(questions.empty) > 1 ? "empty" : "mark", json_incref(questions.empty)));
	json_decref(questions.mark);
	json_decref(questions.empty);
	return all;
}
