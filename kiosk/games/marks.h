/* SPDX-License-Identifier: MIT
 * The marks of a filled-in form, for the games that make results of them. Nothing is guessed: an unsure bubble or two
 * marks in one line give a note. */
#pragma once

#include "kiosk/eye/eye.h"
#include "kiosk/eye/notes.h"

struct marks {
	const struct seen_form *form;
	struct message name; /* of the form, at the start of sentences: "ticket B" */
	GPtrArray *missing;  /* notes: why there is no result */
};

/* Bubbles of which one may be marked: "shirt.1", "shirt.2". */
struct marks_line {
	struct message what;       /* "the value of shirt" */
	char id[MARK_ID];          /* "shirt" */
	const char *const *choice; /* "1", "2" */
	const char *const *name;   /* of the choices in sentences; NULL: the choices themselves */
	unsigned count;
};

enum { MARKS_NONE = -1, MARKS_UNCLEAR = -2 };

/* The numbers from 0 to 15, as choices. */
extern const char *const marks_number[16];

/* Settles unsure marks by their rows, where each row of a form has one mark at most: "shirt.1" to "shirt.3" are a row,
 * and "shirt.score" and "shirt.no_score". Next to one clear mark a bubble that hardly looks like one is empty; if no
 * other bubble of a row looks like a mark, the one that does is it. */
void marks_settle_rows(struct seen_form *form);

/* The same for the marks of one row. */
void marks_settle_row(struct seen_mark *row, unsigned count, const struct mark_limits *limits);

/* The bubble after the last one of the row that starts with this one. */
unsigned marks_row_end(const struct seen_form *form, unsigned first);

/* The state of a bubble by its id; one that is not on the form is empty. */
enum mark_state marks_state(const struct marks *marks, const char *id);

/* Whether all bubbles whose ids start with `id` are empty. */
bool marks_are_empty(const struct marks *marks, const char *id);

/* The index of the marked bubble, MARKS_NONE, or MARKS_UNCLEAR after adding a note. */
int marks_pick(struct marks *marks, const struct marks_line *line);
