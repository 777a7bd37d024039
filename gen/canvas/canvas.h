/* SPDX-License-Identifier: MIT
 * Draws shapes, text, symbols and marks on pages. Lengths are hundredths of a
 * millimetre from the top left of the printed area. Failures are sticky: later
 * calls do nothing, and canvas_status() need only be asked once. Shapes are
 * drawn at once; symbols, text and marks follow in this order when the page
 * ends or canvas_flush() is called. This keeps the number of drawing operations low. */
#pragma once

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layouts/form.h"
#include "symbols.h"

struct shaper; /* the faces and shaped texts */

/* How much ink a print may use: full colour, outlines with very light tints, or black and light greys for
 * a black-and-white printer. */
enum ink { INK_FULL, INK_LIGHT, INK_GREY, INKS };
extern const char *const ink_names[INKS + 1]; /* as typed by users; ended by NULL */

/* Colours are 0xRRGGBB. */
#define COLOUR_INK   0x22252e /* text and lines */
#define COLOUR_QUIET 0x6b7280 /* less important text */
#define COLOUR_FAINT 0xd5d9e0 /* rules between rows, boxes to write in */
#define COLOUR_PAPER 0xffffff /* white, also over what is below */

enum face { FACE_TEXT, FACE_BOLD, FACE_CONDENSED, FACE_CONDENSED_BOLD, FACES };
enum align { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT };

/* The smallest size of text that must be readable: 6 points, in hundredths of a millimetre. */
#define SIZE_LEAST 212

/* How a line or a paragraph looks. */
struct font {
	enum face face;
	int32_t size; /* of the em, in hundredths of a millimetre; 350 is about 10 points */
	uint32_t colour;
	enum align align;
};

/* A canvas that draws on a surface. The surface stays the caller's. */
struct canvas *canvas_create(cairo_surface_t *surface, struct shaper *shaper, enum ink ink);
void canvas_destroy(struct canvas *canvas); /* NULL is fine */
bool canvas_status(const struct canvas *canvas);
enum ink canvas_ink(const struct canvas *canvas);

/* Sets the origin: where the top left of the printed area is on the paper. It is rounded to 1/300
 * inch, so that marks fall on whole pixels. Flushes. */
void canvas_origin(struct canvas *canvas, int32_t x, int32_t y);

/* Turns what follows around the middle of `around` by quarter turns clockwise, until the next
 * canvas_origin(). Flushes. */
void canvas_turn(struct canvas *canvas, struct rect around, int quarters);

/* What is drawn from now on lies on top of what was drawn so far. */
void canvas_flush(struct canvas *canvas);

/* Fills the whole page with a colour. */
void canvas_paint(struct canvas *canvas, uint32_t colour);

void canvas_fill(struct canvas *canvas, struct rect rect, uint32_t colour);
void canvas_frame(struct canvas *canvas, struct rect rect, int32_t width, uint32_t colour);
void canvas_line(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2, int32_t width, uint32_t colour);

/* Square dots as wide as the line, `apart` from middle to middle. */
void canvas_dotted(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2, int32_t width, int32_t apart,
	uint32_t colour);

/* Long dashes, for folds. */
void canvas_dashed(
	struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2, int32_t width, uint32_t colour);

/* Rounded rectangles and circles (a rect whose corners have half its size), filled when `fill` is
 * a colour, framed when `width` is not 0. */
#define NO_FILL UINT32_MAX
void canvas_rounded(
	struct canvas *canvas, struct rect rect, int32_t radius, uint32_t fill, int32_t width, uint32_t colour);
void canvas_circle(
	struct canvas *canvas, int32_t x, int32_t y, int32_t radius, uint32_t fill, int32_t width, uint32_t colour);

/* A closed shape of straight lines through n points. */
void canvas_polygon(
	struct canvas *canvas, const int32_t (*point)[2], size_t n, uint32_t fill, int32_t width, uint32_t colour);

/* A symbol in colour (a drawing of lines with little ink), as large as fits, centred. */
void canvas_symbol(struct canvas *canvas, enum symbol_id symbol, struct rect rect);

/* The same in one colour, whatever the ink. */
void canvas_silhouette(struct canvas *canvas, enum symbol_id symbol, struct rect rect, uint32_t colour);

/* One line of UTF-8, centred vertically in `box`. A line that is too wide is made smaller, and if it is still
 * too wide at half the size, or at SIZE_LEAST, it is cut off with dots. `{chips}` becomes that symbol. */
void canvas_text(struct canvas *canvas, const struct font *font, struct rect box, const char *text);

/* The same with a format, like printf(). */
void canvas_textf(struct canvas *canvas, const struct font *font, struct rect box, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Lines from the top of `box`, broken at its width, and made smaller if they are too high. A newline starts a
 * new line. Returns the height used. */
int32_t canvas_paragraph(struct canvas *canvas, const struct font *font, struct rect box, const char *text);

/* The width of a line of text. */
int32_t canvas_text_width(struct canvas *canvas, const struct font *font, const char *text);

/* A tag of the family tagStandard52h13. */
void canvas_tag(struct canvas *canvas, uint16_t id, struct rect rect);

/* A QR code with its quiet zone, as large as fits `rect`, with a whole number of pixels per module at 300 dpi. */
void canvas_qr(struct canvas *canvas, struct rect rect, const char *text);
