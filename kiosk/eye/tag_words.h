/* SPDX-License-Identifier: MIT
 * Soft-decision decoding of tags: finds the word of the family that correlates best with the brightness of 52 modules.
 * That reads blurred tags some of whose modules would be taken for the wrong colour. In this family every two words, in
 * any rotation, differ in 13 modules, so that the second best is far behind. */
#pragma once

#include <apriltag/apriltag.h>
#include <stdbool.h>

#define TAG_WORD_BITS 52

struct tag_words;

/* The words of a family, which is not needed after this. */
struct tag_words *tag_words_create(const apriltag_family_t *family);
void tag_words_destroy(struct tag_words *words); /* NULL is fine */

struct tag_word {
	unsigned id;
	unsigned turns;  /* by a quarter, as libapriltag counts them */
	unsigned off;    /* modules that alone would be taken for the wrong colour */
	double likeness; /* correlation with the word, at most 1 */
	double ahead;    /* how much greater it is than the second best */
};

/* `bit` has the modules in the family's order, positive if they are brighter than the middle grey. */
void tag_words_find(const struct tag_words *words, const double bit[TAG_WORD_BITS], struct tag_word *best);

/* Whether this is certainly the tag, and not something else in such rings. */
bool tag_word_is_certain(const struct tag_word *word);
