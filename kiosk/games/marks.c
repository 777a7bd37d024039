/* SPDX-License-Identifier: MIT
 * Reading the marks of forms. */
#include "kiosk/games/marks.h"

#include <string.h>

const char *const marks_number[MARKS_NUMBERS] = {
	"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"};

enum mark_state
marks_state(const struct marks *marks, const char *id)
{
	for (unsigned i = 0; i < marks->form->marks; i++)
		if (strcmp(marks->form->mark[i].id, id) == 0)
			return marks->form->mark[i].state;
	return MARK_EMPTY;
}

bool
marks_are_empty(const struct marks *marks, const char *id)
{
	for (unsigned i = 0; i < marks->form->marks; i++)
		if (g_str_has_prefix(marks->form->mark[i].id, id) && marks->form->mark[i].state != MARK_EMPTY)
			return false;
	return true;
}

int
marks_pick(struct marks *marks, const struct marks_line *line)
{
	const char *const *name = line->name == NULL ? line->choice : line->name;
	g_autoptr(GString) filled = g_string_new(NULL); /* names of the filled bubbles except the last */
	int picked = MARKS_NONE, unsure = -1;

	for (int i = 0; i < (int)line->count; i++) {
		g_autofree char *id = g_strdup_printf("%s.%s", line->id, line->choice[i]);
		enum mark_state state = marks_state(marks, id);

		if (state == MARK_UNSURE && unsure < 0)
			unsure = i;
		if (state == MARK_FILLED && picked >= 0)
			g_string_append_printf(filled, "%s%s", filled->len == 0 ? "" : ", ", name[picked]);
		if (state == MARK_FILLED)
			picked = i;
	}
	/* "1st and 2nd are marked for C in game 1: which counts?" */
	if (filled->len > 0) {
		g_string_append_printf(filled, " and %s", name[picked]);
		notes_add(marks->missing, SAY("marks-double", "{form}: {marks} are marked for {line}: which counts?"),
			ARG_CAUSE("form", &marks->name), ARG_TEXT("marks", filled->str),
			ARG_CAUSE("line", &line->what));
		return MARKS_UNCLEAR;
	}
	if (unsure >= 0) {
		notes_add(marks->missing,
			SAY("mark-unclear", "{form}: it is not clear whether {mark} of {line} is marked"),
			ARG_CAUSE("form", &marks->name), ARG_TEXT("mark", name[unsure]),
			ARG_CAUSE("line", &line->what));
		return MARKS_UNCLEAR;
	}
	return picked;
}
