/* SPDX-License-Identifier: MIT
 * Pictures in box-drawing characters. Each character of the
 * picture stores which of its four sides have a line and how heavy the line is.
 * The junction is looked up when the picture is written. */
#include "gen/canvas/text_picture.h"

#include <stdarg.h>
#include <stdint.h>

enum side { UP, RIGHT, DOWN, LEFT, SIDES };

struct mark {
	gunichar glyph; /* text; 0 if there is none */
	uint8_t side[SIDES];
};

struct text_picture {
	int w, h;
	struct mark *mark;
};

/* Junctions by weight (none, light, heavy) of the sides, up changing fastest, then right, down
 * and left: a line of this table for each pair of down and left. */
static const char junctions[] = " ╵╹╶└┖╺┕┗"
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

struct text_picture *
text_picture_new(int w, int h)
{
	struct text_picture *picture = g_new(struct text_picture, 1);

	picture->w = w;
	picture->h = h;
	picture->mark = g_new0(struct mark, (gsize)w * (gsize)h);
	return picture;
}

static struct mark *
mark_at(struct text_picture *picture, int x, int y)
{
	if (x < 0 || y < 0 || x >= picture->w || y >= picture->h)
		return NULL;
	return &picture->mark[y * picture->w + x];
}

static void
leave(struct text_picture *picture, int x, int y, enum side side, enum text_picture_line line)
{
	struct mark *mark = mark_at(picture, x, y);

	if (mark != NULL && mark->side[side] < line)
		mark->side[side] = (uint8_t)line;
}

void
text_picture_across(struct text_picture *picture, int x, int y, int length, enum text_picture_line line)
{
	for (; length > 0; length--, x++) {
		leave(picture, x, y, RIGHT, line);
		leave(picture, x + 1, y, LEFT, line);
	}
}

void
text_picture_down(struct text_picture *picture, int x, int y, int length, enum text_picture_line line)
{
	for (; length > 0; length--, y++) {
		leave(picture, x, y, DOWN, line);
		leave(picture, x, y + 1, UP, line);
	}
}

void
text_picture_box(struct text_picture *picture, int x, int y, int w, int h, enum text_picture_line line)
{
	text_picture_across(picture, x, y, w, line);
	text_picture_across(picture, x, y + h, w, line);
	text_picture_down(picture, x, y, h, line);
	text_picture_down(picture, x + w, y, h, line);
}

void
text_picture_centre(struct text_picture *picture, int x, int y, int width, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	g_autofree char *text = g_strdup_vprintf(format, args);

	va_end(args);
	if (width > 0)
		x += (width - (int)g_utf8_strlen(text, -1)) / 2;
	for (char *at = text; *at != '\0'; at = g_utf8_next_char(at), x++) {
		struct mark *mark = mark_at(picture, x, y);

		if (mark != NULL)
			mark->glyph = g_utf8_get_char(at);
	}
}

/* There are no junctions of dotted lines: light ones are used. */
static gunichar
glyph_of(const struct mark *mark)
{
	const uint8_t *side = mark->side;
	int place = 1, index = 0;

	if (mark->glyph != 0)
		return mark->glyph;
	if (side[LEFT] == TEXT_PICTURE_DOTTED && side[RIGHT] == TEXT_PICTURE_DOTTED && !side[UP] && !side[DOWN])
		return DOTTED_ACROSS;
	if (side[UP] == TEXT_PICTURE_DOTTED && side[DOWN] == TEXT_PICTURE_DOTTED && !side[LEFT] && !side[RIGHT])
		return DOTTED_DOWN;
	for (int i = 0; i < SIDES; i++, place *= 3)
		index += place * (side[i] == TEXT_PICTURE_HEAVY ? 2 : side[i] != 0);
	return g_utf8_get_char(g_utf8_offset_to_pointer(junctions, index));
}

void
text_picture_write(struct text_picture *picture, GString *out)
{
	for (int y = 0; y < picture->h; y++) {
		const struct mark *line = &picture->mark[y * picture->w];
		int end = picture->w;

		while (end > 0 && glyph_of(&line[end - 1]) == ' ')
			end--;
		for (int x = 0; x < end; x++)
			g_string_append_unichar(out, glyph_of(&line[x]));
		g_string_append_c(out, '\n');
	}
	g_free(picture->mark);
	g_free(picture);
}
