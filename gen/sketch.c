/* SPDX-License-Identifier: MIT
 * Pictures in box-drawing characters; see sketch.h. Each character of the
 * picture remembers which of its four sides a line leaves by and how heavy it
 * is; the right junction is looked up when the picture is written. */
#include "gen/sketch.h"

#include <stdarg.h>
#include <stdint.h>

enum side { UP, RIGHT, DOWN, LEFT, SIDES };

struct mark {
	gunichar glyph; /* text; 0 where there is none */
	uint8_t side[SIDES];
};

struct sketch {
	int w, h;
	struct mark *mark;
};

/* Junctions by weight (none, light, heavy) of the sides, up changing fastest, then right, down
 * and left: a line of this table for each pair of down and left. */
static const char junctions[] =
	" ╵╹╶└┖╺┕┗"
	"╷│╿┌├┞┍┝┡"
	"╻╽┃┎┟┠┏┢┣"
	"╴┘┚─┴┸╼┶┺"
	"┐┤┦┬┼╀┮┾╄"
	"┒┧┨┰╁╂┲╆╊"
	"╸┙┛╾┵┹━┷┻"
	"┑┥┩┭┽╃┯┿╇"
	"┓┪┫┱╅╉┳╈╋";

#define DOTTED_ACROSS 0x2504 /* ┄ */
#define DOTTED_DOWN   0x2506 /* ┆ */

struct sketch *
sketch_new(int w, int h)
{
	struct sketch *sketch = g_new(struct sketch, 1);

	sketch->w = w;
	sketch->h = h;
	sketch->mark = g_new0(struct mark, (gsize)w * (gsize)h);
	return sketch;
}

void
sketch_free(struct sketch *sketch)
{
	if (sketch == NULL)
		return;
	g_free(sketch->mark);
	g_free(sketch);
}

static struct mark *
mark_at(struct sketch *sketch, int x, int y)
{
	if (x < 0 || y < 0 || x >= sketch->w || y >= sketch->h)
		return NULL;
	return &sketch->mark[y * sketch->w + x];
}

static void
leave(struct sketch *sketch, int x, int y, enum side side, enum sketch_line line)
{
	struct mark *mark = mark_at(sketch, x, y);

	if (mark != NULL && mark->side[side] < line)
		mark->side[side] = (uint8_t)line;
}

void
sketch_across(struct sketch *sketch, int x, int y, int length, enum sketch_line line)
{
	for (; length > 0; length--, x++) {
		leave(sketch, x, y, RIGHT, line);
		leave(sketch, x + 1, y, LEFT, line);
	}
}

void
sketch_down(struct sketch *sketch, int x, int y, int length, enum sketch_line line)
{
	for (; length > 0; length--, y++) {
		leave(sketch, x, y, DOWN, line);
		leave(sketch, x, y + 1, UP, line);
	}
}

void
sketch_box(struct sketch *sketch, int x, int y, int w, int h, enum sketch_line line)
{
	sketch_across(sketch, x, y, w, line);
	sketch_across(sketch, x, y + h, w, line);
	sketch_down(sketch, x, y, h, line);
	sketch_down(sketch, x + w, y, h, line);
}

static void
put_text(struct sketch *sketch, int x, int y, char *text)
{
	for (; *text != '\0'; text = g_utf8_next_char(text), x++) {
		struct mark *mark = mark_at(sketch, x, y);

		if (mark != NULL)
			mark->glyph = g_utf8_get_char(text);
	}
}

void
sketch_print(struct sketch *sketch, int x, int y, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = g_strdup_vprintf(format, args);
	va_end(args);
	put_text(sketch, x, y, text);
	g_free(text);
}

void
sketch_centre(struct sketch *sketch, int x, int y, int width, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = g_strdup_vprintf(format, args);
	va_end(args);
	put_text(sketch, x + (width - (int)g_utf8_strlen(text, -1)) / 2, y, text);
	g_free(text);
}

/* Dotted lines have no junctions of their own: theirs are light. */
static gunichar
glyph_of(const struct mark *mark)
{
	const uint8_t *side = mark->side;
	int place = 1, index = 0;

	if (mark->glyph != 0)
		return mark->glyph;
	if (side[LEFT] == SKETCH_DOTTED && side[RIGHT] == SKETCH_DOTTED && !side[UP] && !side[DOWN])
		return DOTTED_ACROSS;
	if (side[UP] == SKETCH_DOTTED && side[DOWN] == SKETCH_DOTTED && !side[LEFT] && !side[RIGHT])
		return DOTTED_DOWN;
	for (int i = 0; i < SIDES; i++, place *= 3)
		index += place * (side[i] == SKETCH_HEAVY ? 2 : side[i] != 0);
	return g_utf8_get_char(g_utf8_offset_to_pointer(junctions, index));
}

void
sketch_write(const struct sketch *sketch, GString *out)
{
	for (int y = 0; y < sketch->h; y++) {
		const struct mark *line = &sketch->mark[y * sketch->w];
		int end = sketch->w;

		while (end > 0 && glyph_of(&line[end - 1]) == ' ')
			end--;
		for (int x = 0; x < end; x++)
			g_string_append_unichar(out, glyph_of(&line[x]));
		g_string_append_c(out, '\n');
	}
}
