/* SPDX-License-Identifier: MIT
 * What was played, on the score page: coupons by name, clips on their card. */
#include <stdio.h>
#include <string.h>

#include "gen/games/clips/pieces.h"
#include "kiosk/prints/score_page_parts.h"
#include "scoring/clips.h"

#define LIST_LINE  330
#define LIST_CHARS 68  /* of a line of names at its size */
#define LETTER     520 /* the disc with a player's letter */

static const struct font list_font = {FACE_CONDENSED, 260, COLOUR_QUIET, ALIGN_LEFT};

/* "Collected A01 A02; discarded B07", or "Score dryer: shirt, sock". */
static void
add_names(json_t *player, const char *member, const char *words, GString *out)
{
	json_t *list = json_object_get(player, member), *name;
	size_t i;

	if (json_array_size(list) == 0)
		return;
	g_string_append_printf(out, "%s%s", out->len > 0 ? "; " : "", words);
	json_array_foreach(list, i, name)
		g_string_append_printf(out, " %s", json_is_string(name) ? json_string_value(name) : "?");
}

static char *
list_played(const struct score_page *page, unsigned player)
{
	json_t *of = json_array_get(json_object_get(page->result, "players"), player);
	GString *out = g_string_new(NULL);

	add_names(of, "coupons", "Kept", out);
	add_names(of, "discarded", "discarded", out);
	add_names(of, "score_dryer", "Score dryer:", out);
	add_names(of, "no_score_dryer", "no-score dryer:", out);
	add_names(of, "clips", "Clips", out);
	return g_string_free(out, FALSE);
}

int32_t
score_played_height(const struct score_page *page, unsigned player, int32_t w)
{
	char *words = list_played(page, player);
	long lines = (g_utf8_strlen(words, -1) + LIST_CHARS - 1) / LIST_CHARS;

	(void)w;
	g_free(words);
	return lines == 0 ? 0 : (int32_t)lines * LIST_LINE + 150;
}

void
score_played_draw(
	const struct score_page *page, unsigned player, struct rect box, struct canvas *canvas)
{
	char *words = list_played(page, player);

	canvas_paragraph(canvas, &list_font,
		(struct rect){box.x + 150, box.y + 100, box.w - 300, box.h - 100}, words);
	g_free(words);
}

/* What a clip holds, drawn around: from its cells out over the card's edge. */
static struct rect
clip_rect(const struct clip *clip, int32_t x, int32_t y)
{
	const struct clips_size *size = &clips_poker;
	int row, col, deep_row, deep_col;
	struct rect near, deep;
	int32_t left, top, right, bottom;

	clip_cell(clip, 0, &row, &col);
	clip_cell(clip, clip->depth - 1, &deep_row, &deep_col);
	near = clips_symbol_at(size, row, col);
	deep = clips_symbol_at(size, deep_row, deep_col);
	left = clip->edge == 'L' ? -300 : MIN(near.x, deep.x) - 30;
	top = clip->edge == 'T' ? -300 : MIN(near.y, deep.y) - 30;
	right = clip->edge == 'R' ? size->w + 300 : MAX(near.x, deep.x) + near.w + 30;
	bottom = clip->edge == 'B' ? size->h + 300 : MAX(near.y, deep.y) + near.h + 30;
	return (struct rect){x + left, y + top, right - left, bottom - top};
}

/* The player's letter outside the card, where the clip was pushed on. */
static void
draw_letter(const struct clip *clip, struct rect at, unsigned player, struct canvas *canvas)
{
	const struct font font = {
		FACE_BOLD, 300, player == 0 ? COLOUR_PAPER : COLOUR_INK, ALIGN_CENTRE};
	int32_t x = at.x + at.w / 2, y = at.y + at.h / 2;
	const char letter[2] = {(char)('A' + player), '\0'};

	if (clip->edge == 'L')
		x = at.x - LETTER / 2;
	if (clip->edge == 'R')
		x = at.x + at.w + LETTER / 2;
	if (clip->edge == 'T')
		y = at.y - LETTER / 2;
	if (clip->edge == 'B')
		y = at.y + at.h + LETTER / 2;
	canvas_circle(canvas, x, y, LETTER / 2, player == 0 ? COLOUR_INK : COLOUR_PAPER, 40, COLOUR_INK);
	canvas_flush(canvas);
	canvas_text(canvas, &font, (struct rect){x - LETTER / 2, y - LETTER / 2, LETTER, LETTER}, letter);
}

/* A clip as a stored result writes it; false when it is none. */
static bool
read_clip(const char *text, struct clip *clip)
{
	unsigned line, depth;
	char edge;

	if (text == NULL || sscanf(text, "%c%1ux%1u", &edge, &line, &depth) != 3 ||
		strchr("LRTB", edge) == NULL || depth < 1 || depth > CLIPS_DEPTH_MAX || line < 1 ||
		line > (edge == 'L' || edge == 'R' ? CLIPS_ROWS : CLIPS_COLS))
		return false;
	*clip = (struct clip){edge, (uint8_t)line, (uint8_t)depth};
	return true;
}

static void
draw_clips(const struct score_page *page, int32_t x, int32_t y, struct canvas *canvas)
{
	json_t *players = json_object_get(page->result, "players"), *player, *text;
	size_t i, n;

	json_array_foreach(players, i, player) {
		json_array_foreach(json_object_get(player, "clips"), n, text) {
			struct clip clip;
			struct rect at;

			if (!read_clip(json_string_value(text), &clip))
				continue;
			at = clip_rect(&clip, x, y);
			canvas_rounded(canvas, at, MIN(at.w, at.h) / 3, NO_FILL, i == 0 ? 90 : 45,
				COLOUR_INK);
			draw_letter(&clip, at, (unsigned)MIN(i, 25), canvas);
		}
	}
}

void
score_card_draw(const struct score_page *page, int32_t x, int32_t y, struct canvas *canvas)
{
	const struct clips_size *size = &clips_poker;

	x -= size->w / 2;
	canvas_rounded(canvas, (struct rect){x, y, size->w, size->h}, 300, COLOUR_PAPER, 25, COLOUR_QUIET);
	clips_draw_symbols(canvas, size, (const struct clips_layout *)(const void *)page->layout, x, y);
	canvas_flush(canvas);
	draw_clips(page, x, y, canvas);
}
