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

int
marks_pick(struct marks *marks, const struct marks_line *line)
{
	int picked = MARKS_NONE;

	for (unsigned i = 0; i < line->count; i++) {
		if (line->state[i] == MARK_UNSURE) {
			marks_say(marks, "it is not clear whether %s of %s is marked", line->name[i],
				line->what);
			return MARKS_UNCLEAR;
		}
		if (line->state[i] == MARK_FILLED && picked >= 0) {
			marks_say(marks, "%s has two marks: %s and %s", line->what, line->name[picked],
				line->name[i]);
			return MARKS_UNCLEAR;
		}
		if (line->state[i] == MARK_FILLED)
			picked = (int)i;
	}
	return picked;
}
