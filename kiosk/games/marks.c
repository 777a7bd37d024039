/* SPDX-License-Identifier: MIT
 * Reading the marks of forms. */
#include "kiosk/games/marks.h"

#include <string.h>

const char *const marks_number[16] = {
	"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"};

/* Whether two bubbles are in a row: the same name, and both numbers or neither. */
static bool
are_in_a_row(const char *one, const char *other)
{
	const char *dot = strrchr(one, '.');
	size_t name = dot == NULL ? 0 : (size_t)(dot - one) + 1;

	return name > 0 && strncmp(one, other, name) == 0 && strchr(other + name, '.') == NULL &&
		g_ascii_isdigit(one[name]) == g_ascii_isdigit(other[name]);
}

unsigned
marks_row_end(const struct seen_form *form, unsigned first)
{
	unsigned end = first + 1;

	while (end < form->marks && are_in_a_row(form->mark[first].id, form->mark[end].id))
		end++;
	return end;
}

void
marks_settle_row(struct seen_mark *row, unsigned count, const struct mark_limits *limits)
{
	unsigned filled = 0, like = 0, best = 0;

	for (unsigned i = 0; i < count; i++) {
		filled += row[i].state == MARK_FILLED;
		like += row[i].state == MARK_UNSURE && row[i].probability >= limits->empty;
		best = row[i].probability > row[best].probability ? i : best;
	}
	if (count < 2 || filled > 1)
		return;
	if (filled == 0 && (like != 1 || row[best].probability < limits->filled))
		return;
	if (filled == 0)
		row[best].state = MARK_FILLED;
	for (unsigned i = 0; i < count; i++)
		if (row[i].state == MARK_UNSURE && row[i].probability < limits->empty)
			row[i].state = MARK_EMPTY;
}

void
marks_settle_rows(struct seen_form *form)
{
	for (unsigned first = 0, end; first < form->marks; first = end) {
		end = marks_row_end(form, first);
		marks_settle_row(&form->mark[first], end - first, &eye_mark_limits);
	}
}

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
