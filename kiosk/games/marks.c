/* SPDX-License-Identifier: MIT
 * Marks of forms. */
#include "kiosk/games/marks.h"

#include <stdio.h>
#include <string.h>

enum mark_state
marks_state(const struct marks *marks, const char *format, ...)
{
	char id[MARK_ID];
	va_list args;

	va_start(args, format);
	vsnprintf(id, sizeof id, format, args);
	va_end(args);
	for (unsigned i = 0; i < marks->form->marks; i++)
		if (strcmp(marks->form->mark[i].id, id) == 0)
			return marks->form->mark[i].state;
	return MARK_EMPTY;
}

int
marks_pick(struct marks *marks, const struct marks_line *line)
{
	int picked = MARKS_NONE, unsure = -1;
	unsigned filled = 0, left;
	GString *names;

	for (unsigned i = 0; i < line->count; i++) {
		if (line->state[i] == MARK_UNSURE && unsure < 0)
			unsure = (int)i;
		if (line->state[i] == MARK_FILLED) {
			picked = (int)i;
			filled++;
		}
	}
	if (filled <= 1 && unsure < 0)
		return picked;
	if (filled <= 1) {
		notes_add(marks->missing,
			SAY("mark-unclear", "{form}: it is not clear whether {mark} of {line} is marked"),
			ARG_CAUSE("form", &marks->name), ARG_TEXT("mark", line->name[unsure]),
			ARG_CAUSE("line", &line->what));
		return MARKS_UNCLEAR;
	}
	/* "1st and 2nd are marked for C in game 1: which counts?" */
	names = g_string_new(NULL);
	left = filled;
	for (unsigned i = 0; i < line->count; i++) {
		if (line->state[i] != MARK_FILLED)
			continue;
		left--;
		g_string_append_printf(names, "%s%s", line->name[i], left == 0 ? "" : left == 1 ? " and " : ", ");
	}
	notes_add(marks->missing, SAY("marks-double", "{form}: {marks} are marked for {line}: which counts?"),
		ARG_CAUSE("form", &marks->name), ARG_TEXT("marks", names->str), ARG_CAUSE("line", &line->what));
	g_string_free(names, TRUE);
	return MARKS_UNCLEAR;
}
