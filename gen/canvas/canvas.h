/* SPDX-License-Identifier: MIT
 * What everything printed is drawn with: shapes, text, symbols and marks on
 * pages, in hundredths of a millimetre from the top left of the printed area.
 * Sticky: after a failure the calls do nothing; ask canvas_status() once.
 * Shapes appear at once, then symbols, then text, then marks when the page ends
 * or canvas_flush() is called, so that a page is few operations, not many. */
#ifndef SEEDPRESS_GEN_CANVAS_CANVAS_H
#define SEEDPRESS_GEN_CANVAS_CANVAS_H

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layouts/form.h"
#include "symbols.h"

struct shaper; /* the faces and shaped texts */

/* How much ink a print may use: colour, outlines with the faintest tints, or black and light greys for
 * a laser that has no colour. */
enum ink { INK_FULL, INK_LIGHT, INK_GREY, INKS };
extern const char *const ink_names[INKS + 1]; /* as people ask for them; NULL ends */

/* Colours are 0xRRGGBB. */
#define COLOUR_INK   0x22252e /* text and lines */
#define COLOUR_QUIET 0x6b7280 /* what is read second */
#define COLOUR_FAINT 0xd5d9e0 /* rules between rows, boxes to write in */
#define COLOUR_PAPER 0xffffff /* white, also over what is below */

enum face { FACE_TEXT, FACE_BOLD, FACE_CONDENSED, FACE_CONDENSED_BOLD, FACES };
enum align { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT };

/* What must be read has at least 6 points. */
#define SIZE_LEAST 212

/* A line or paragraph of text; its size is that of the em. */
struct font {
	enum face face;
	int32_t size; /* hundredths of a millimetre; 350 is about 10 points */
	uint32_t colour;
	enum align align;
};

/* A canvas that draws on a surface made by the caller, who keeps it. */
struct canvas *canvas_create(cairo_surface_t *surface, struct shaper *shaper, enum ink ink);
void canvas_destroy(struct canvas *canvas); /* NULL is fine */
bool canvas_status(const struct canvas *canvas);
enum ink canvas_ink(const struct canvas *canvas);

/* The origin: where the printed area's top left is on the paper. It is snapped to 1/300
 * inch, so that marks fall on whole pixels. Flushes. */
void canvas_origin(struct canvas *canvas, int32_t x, int32_t y);

/* Turns what follows around the middle of `around` by quarter turns clockwise, until the next
 * canvas_origin(). Flushes. */
void canvas_turn(struct canvas *canvas, struct rect around, int quarters);

/* Everything drawn so far is under everything drawn from here on. */
void canvas_flush(struct canvas *canvas);

/* The whole page in one colour. */
void canvas_paint(struct canvas *canvas, uint32_t colour);

void canvas_fill(struct canvas *canvas, struct rect rect, uint32_t colour);
void canvas_frame(struct canvas *canvas, struct rect rect, int32_t width, uint32_t colour);
void canvas_line(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2, int32_t width, uint32_t colour);

/* Square dots as wide as the line, so far apart from middle to middle. */
void canvas_dotted(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2, int32_t width, int32_t apart,
	uint32_t colour);

/* Long dashes: fold here. */
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

/* One line of UTF-8 in the middle of the height of `box`: smaller where it would be too wide, and
 * where it still is too wide at half the size, or at SIZE_LEAST, cut off with dots. `{chips}` is that
 * symbol. */
void canvas_text(struct canvas *canvas, const struct font *font, struct rect box, const char *text);

/* The same for a text that is made like printf() does. */
void canvas_textf(struct canvas *canvas, const struct font *font, struct rect box, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Lines broken to the width of `box`, from its top; smaller where they would be too high.
 * Returns the height used. A newline starts a new line. */
int32_t canvas_paragraph(struct canvas *canvas, const struct font *font, struct rect box, const char *text);

/* The width of a line of text. */
int32_t canvas_text_width(struct canvas *canvas, const struct font *font, const char *text);

/* A tag of the family tagStandard52h13. */
void canvas_tag(struct canvas *canvas, uint16_t id, struct rect rect);

/* A QR code with its quiet zone, as large as fits `rect`, in whole pixels a module at 300 dpi. */
void canvas_qr(struct canvas *canvas, struct rect rect, const char *text);

#endif
