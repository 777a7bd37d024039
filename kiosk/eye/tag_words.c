/* SPDX-License-Identifier: MIT
 * The best of all words and rotations. A rotation by a quarter turn moves each quarter of a word to the next, so that
 * four tables of partial sums, one for each quarter of the modules, are enough. */
#include "kiosk/eye/tag_words.h"

#include <glib.h>
#include <math.h>

#define QUARTER (TAG_WORD_BITS / 4)
#define SUMS    (1 << QUARTER)
#define MASK    (SUMS - 1)

/* Likeness to a word from which a tag is certain. Of 1,000 patches that are not tags about one reaches 0.75 and is
 * 0.1 ahead of other words, with six modules wrong. With 0.84 it is one of 80,000, which costs some tags in blurred
 * images. */
#define LIKENESS 0.84

/* How far a tag is ahead of the second likeliest word, chosen with LIKENESS. */
#define AHEAD 0.2

struct tag_words {
	unsigned count;
	uint16_t quarter[][4]; /* the first bits first */
};

struct tag_words *
tag_words_create(const apriltag_family_t *family)
{
	struct tag_words *words = g_malloc(sizeof *words + family->ncodes * sizeof *words->quarter);

	words->count = family->ncodes;
	for (unsigned i = 0; i < words->count; i++)
		for (int q = 0; q < 4; q++)
			words->quarter[i][q] = (uint16_t)(family->codes[i] >> ((3 - q) * QUARTER) & MASK);
	return words;
}

void
tag_words_destroy(struct tag_words *words)
{
	g_free(words);
}

/* The sums of a quarter's modules for each of its possible words: those of its ones minus those of its zeros. */
static void
add_up(const double bit[QUARTER], float sum[SUMS])
{
	double none = 0;

	for (int i = 0; i < QUARTER; i++)
		none -= bit[i];
	sum[0] = (float)none;
	for (int word = 1; word < SUMS; word++)
		sum[word] = sum[word & (word - 1)] + (float)(2 * bit[QUARTER - 1 - __builtin_ctz((unsigned)word)]);
}

void
tag_words_find(const struct tag_words *words, const double bit[TAG_WORD_BITS], struct tag_word *best)
{
	g_autofree float(*sum)[SUMS] = g_malloc(4 * sizeof *sum);
	float most = -INFINITY, second = -INFINITY;
	double squares = 0;

	*best = (struct tag_word){0};
	for (int q = 0; q < 4; q++)
		add_up(bit + q * QUARTER, sum[q]);
	for (unsigned i = 0; i < TAG_WORD_BITS; i++)
		squares += bit[i] * bit[i];
	for (unsigned i = 0; i < words->count; i++) {
		const uint16_t *quarter = words->quarter[i];

		for (unsigned turns = 0; turns < 4; turns++) {
			float like = sum[turns][quarter[0]] + sum[(turns + 1) % 4][quarter[1]] +
				sum[(turns + 2) % 4][quarter[2]] + sum[(turns + 3) % 4][quarter[3]];

			if (like > most) {
				second = most;
				most = like;
				best->id = i;
				best->turns = turns;
			} else if (like > second) {
				second = like;
			}
		}
	}
	for (unsigned i = 0; i < TAG_WORD_BITS; i++) {
		unsigned quarter = words->quarter[best->id][(i / QUARTER + 4 - best->turns) % 4];

		best->off += (quarter >> (QUARTER - 1 - i % QUARTER) & 1) != (bit[i] > 0);
	}
	if (squares > 0) {
		best->likeness = (double)most / sqrt(TAG_WORD_BITS * squares);
		best->ahead = (double)(most - second) / sqrt(TAG_WORD_BITS * squares);
	}
}

bool
tag_word_is_certain(const struct tag_word *word)
{
	return word->likeness >= LIKENESS && word->ahead >= AHEAD;
}
