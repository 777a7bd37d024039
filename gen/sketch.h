/* SPDX-License-Identifier: MIT
 * A picture in box-drawing characters: lines that know where they meet, and
 * text on top. What falls outside the picture is left out. */
#ifndef SEEDPRESS_SKETCH_H
#define SEEDPRESS_SKETCH_H

#include <glib.h>

/* Where two lines lie on each other the heavier one shows. */
enum sketch_line {
	SKETCH_DOTTED = 1,
	SKETCH_LIGHT,
	SKETCH_HEAVY,
};

struct sketch;

/* An empty picture of w by h characters; never NULL. sketch_free() takes NULL. */
struct sketch *sketch_new(int w, int h);
void sketch_free(struct sketch *sketch);

/* A line of `length` steps to the right of, or down from, the character at x, y. */
void sketch_across(struct sketch *sketch, int x, int y, int length, enum sketch_line line);
void sketch_down(struct sketch *sketch, int x, int y, int length, enum sketch_line line);

/* A box whose lines stand at x and x + w, y and y + h. */
void sketch_box(struct sketch *sketch, int x, int y, int w, int h, enum sketch_line line);

/* Writes one line of UTF-8, made like printf does, from x on; centred in `width` characters. */
void sketch_print(struct sketch *sketch, int x, int y, const char *format, ...) G_GNUC_PRINTF(4, 5);
void sketch_centre(struct sketch *sketch, int x, int y, int width, const char *format, ...)
	G_GNUC_PRINTF(5, 6);

/* Adds the picture to `out`, line by line, without blanks at the ends of lines. */
void sketch_write(const struct sketch *sketch, GString *out);

#endif
