/* SPDX-License-Identifier: MIT
 * Measures at every pixel of a card and in every direction how much it looks like a thin dark line: one that is darker
 * than both of its sides, so that the edge of a shadow does not count. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "kiosk/games/clips/clip_fit.h"

/* Contrast, as a share of paper white, at which a pixel counts neither for nor against a clip. */
#define CONTRAST 0.06

/* How much darkness a tint counts as, where it is more than that: yellow wire is as bright as paper. More makes much of
 * the tint that a JPEG smears around a wire. */
#define TINT 0.5F

static float
stretch(const float *at, const ptrdiff_t step[3])
{
	return (at[step[0]] + at[step[1]] + at[step[2]]) / 3;
}

/* Measures the lines of one direction: compares short stretches along it, each of three pixels given as offsets in
 * memory, on the line and on both of its sides. */
static void
measure_direction(struct clip_lines *lines, int n)
{
	static const double beside[5] = {0, 1.2, 1.8, -1.2, -1.8}; /* millimetres */
	double mm = CARD_VIEW_PIXELS, c = cos(G_PI * n / CLIP_DIRECTIONS), s = sin(G_PI * n / CLIP_DIRECTIONS);
	ptrdiff_t step[5][3];

	for (int i = 0; i < 5; i++)
		for (int k = 0; k < 3; k++) {
			double along = (k - 1) * 0.6 * mm;

			step[i][k] = lround(along * s + beside[i] * mm * c) * (CARD_VIEW_W + 2 * CLIP_FRAME) +
				lround(along * c - beside[i] * mm * s);
		}
	for (int y = 0; y < lines->view->height; y++) {
		const float *at = &lines->differs[y + CLIP_FRAME][CLIP_FRAME];

		for (int x = 0; x < lines->view->width; x++, at++) {
			float one = MAX(stretch(at, step[1]), stretch(at, step[2]));
			float other = MAX(stretch(at, step[3]), stretch(at, step[4]));
			float contrast = (MIN(one, other) - stretch(at, step[0])) / (float)CONTRAST - 1;

			lines->line[n][y][x] = lines->trust[y][x] * CLAMP(contrast, -1.0F, 1.0F);
		}
	}
}

void
clip_lines_measure(const struct card *card, const struct card_view *view, struct clip_lines *lines)
{
	lines->card = card;
	lines->view = view;
	memset(lines->differs, 0, sizeof lines->differs);
	/* Means of three by three pixels, weighted by trust. */
	for (int y = 0; y < view->height; y++)
		for (int x = 0; x < view->width; x++) {
			float sum = 0, weight = 0;

			for (int j = MAX(0, y - 1); j <= MIN(view->height - 1, y + 1); j++)
				for (int i = MAX(0, x - 1); i <= MIN(view->width - 1, x + 1); i++) {
					float differs = view->differs[j][i], tint = TINT * view->tint[j][i];

					sum += (differs - MAX(0, tint + MIN(0, differs))) * view->trust[j][i];
					weight += view->trust[j][i];
				}
			lines->differs[y + CLIP_FRAME][x + CLIP_FRAME] = weight > 0.01F ? sum / 9 : 0;
			lines->trust[y][x] = weight / 9;
		}
	for (int n = 0; n < CLIP_DIRECTIONS; n++)
		measure_direction(lines, n);
}
