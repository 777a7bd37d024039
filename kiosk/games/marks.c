/* SPDX-License-Identifier: MIT
 * Marks of forms. */
#include "kiosk/games/marks.h"

#include <stdio.h>
#include <string.h>

void
marks_say(struct marks *marks, const char *format, ...)
{
	va_list args;
	char *what;

	va_start(args, format);
	what = g_strdup_vprintf(format, args);
	va_end(args);
	g_ptr_array_add(marks->missing, g_strdup_printf("%s: %s", marks->whose, what));
	g_free(what);
}

enum mark_state
marks_state(const struct marks *marks, const char *format, ...)
{
	char id[sizeof marks->form->mark[0].id];
	va_list args;

	va_start(args, format);
	vsnprintf(id, sizeof id, format, args);
	va_end(args);
	for (unsigned i = 0; i < marks->form->marks; i++)
		if (strcmp(marks->form->mark[i].id, id) == 0)
			return marks->form->mark[i].state;
	return MARK_EMPTY;
}

/* "1st and 2nd are marked for C in game 1: which counts?" */
static void
ask_which(struct marks *marks, const struct marks_line *line)
{
	GString *names = g_string_new(NULL);
	unsigned left = 0;

	for (unsigned i = 0; i < line->count; i++)
		left += line->state[i] == MARK_FILLED;
	for (unsigned i = 0; i < line->count; i++) {
		if (line->state[i] != MARK_FILLED)
			continue;
		left--;
		g_string_append_printf(names, "%s%s", line->name[i], left == 0 ? "" : left == 1 ? " and " : ", ");
	}
	marks_say(marks, "%s are marked for %s: which counts?", names->str, line->what);
	g_string_free(names, TRUE);
}

int
marks_pick(struct marks *marks, const struct marks_line *line)
{
	int picked = MARKS_NONE, unsure = -1;
	unsigned filled = 0;

	for (unsigned i = 0; i < line->count; i++) {
		if (line->state[i] == MARK_UNSURE && unsure < 0)
			unsure = (int)i;
		if (line->state[i] == MARK_FILLED) {
			picked = (int)i;
			filled++;
		}
	}
	if (filled > 1) {
		ask_which(marks, line);
		return MARKS_UNCLEAR;
	}
	if (unsure >= 0) {
		marks_say(marks, "it is not clear whether %s of %s is marked", line->name[unsure], line->what);
		return MARKS_UNCLEAR;
	}
	return picked;
}
