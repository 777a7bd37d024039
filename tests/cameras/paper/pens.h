/* SPDX-License-Identifier: MIT
 * Pens and the hands that hold them. */
#pragma once

#include "tests/cameras/paper/print.h"

/* One person with one pen: writes alike all over a form. */
struct writer {
	const char *pen; /* "ballpoint" */
	double width;    /* millimetres of a line */
	double ink[3];   /* what a full layer leaves of red, green and blue, coded as in sRGB */
	double cover;    /* of one stroke: more strokes are darker */
	double grain;    /* of paper that stays white: pencils */
	enum hand_kind hand;
	double sloppy;
	double slant; /* radians */
	struct luck luck;
};

void writer_init(struct writer *writer, const struct recipe *recipe, struct luck luck);

/* Marks a bubble; its diameter in millimetres. What was drawn, in a word. */
const char *writer_mark(struct writer *writer, struct print *print, double x, double y, double size);

/* Crosses or scribbles a mark out. */
const char *writer_cross_out(struct writer *writer, struct print *print, double x, double y, double size);

/* Touches a bubble: a dot too small to mean anything. */
void writer_touch(struct writer *writer, struct print *print, double x, double y, double size);

/* Something that looks like a word or a number of this height, from a place to the right. */
void writer_word(struct writer *writer, struct print *print, double x, double y, double height, int letters);
