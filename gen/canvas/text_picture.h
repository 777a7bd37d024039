/* SPDX-License-Identifier: MIT
 * A picture in box-drawing characters: lines with the right junctions, and text
 * on top of them. Parts outside the picture are clipped. */
#pragma once

#include <glib.h>

/* If lines overlap, the heavier one is shown. */
enum text_picture_line {
	TEXT_PICTURE_DOTTED = 1,
	TEXT_PICTURE_LIGHT,
	TEXT_PICTURE_HEAVY,
};

struct text_picture;

/* An empty picture of w by h characters; never NULL. text_picture_write() ends it. */
struct text_picture *text_picture_new(int w, int h);

/* A line of `length` steps to the right of, or down from, the character at x, y. */
void text_picture_across(struct text_picture *picture, int x, int y, int length, enum text_picture_line line);
void text_picture_down(struct text_picture *picture, int x, int y, int length, enum text_picture_line line);

/* A box whose lines are at x and x + w, y and y + h. */
void text_picture_box(struct text_picture *picture, int x, int y, int w, int h, enum text_picture_line line);

/* Writes one line of UTF-8, made like printf does: centred in `width` characters; and from x on, as with a width of 0.
 */
#define text_picture_print(picture, x, y, ...) text_picture_centre((picture), (x), (y), 0, __VA_ARGS__)
void text_picture_centre(struct text_picture *picture, int x, int y, int width, const char *format, ...)
	G_GNUC_PRINTF(5, 6);

/* Adds the picture to `out`, line by line, without trailing blanks, and frees it. */
void text_picture_write(struct text_picture *picture, GString *out);
