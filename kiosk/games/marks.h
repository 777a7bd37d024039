/* SPDX-License-Identifier: MIT
 * The marks of a filled-in form, for the games that make a result of them.
 * Nothing is guessed: a doubtful bubble or two marks in a line are a message. */
#ifndef SEEDPRESS_KIOSK_GAMES_MARKS_H
#define SEEDPRESS_KIOSK_GAMES_MARKS_H

#include "kiosk/eye/eye.h"
#include "kiosk/eye/notes.h"

#define MARKS_LINE 16 /* bubbles of which one may be marked */

struct marks {
	const struct seen_form *form;
	struct message name; /* of the form, as sentences begin: "ticket B" */
	GPtrArray *missing;  /* notes: why there is no result */
};

/* Bubbles of which one may be marked. */
struct marks_line {
	struct message what; /* "the value of shirt" */
	unsigned count;
	enum mark_state state[MARKS_LINE];
	char name[MARKS_LINE][12];
};

enum { MARKS_NONE = -1, MARKS_UNCLEAR = -2 };

/* The state of a bubble by its name; one that is not on the form is empty. */
enum mark_state marks_state(const struct marks *marks, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The number of the bubble that is marked, MARKS_NONE, or MARKS_UNCLEAR after a message. */
int marks_pick(struct marks *marks, const struct marks_line *line);

#endif
