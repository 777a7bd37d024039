/* SPDX-License-Identifier: MIT
 * Which tag of the family the 52 modules of one are most like, each as bright as it looks: that
 * reads blurred ones whose single modules would be taken for black or white wrongly. In this family
 * every two tags, however turned, differ in 13 modules, so that the second best is far behind. */
#ifndef SEEDPRESS_KIOSK_EYE_TAG_WORDS_H
#define SEEDPRESS_KIOSK_EYE_TAG_WORDS_H

#include <apriltag/apriltag.h>
#include <stdbool.h>

#define TAG_WORD_BITS 52

struct tag_words;

/* Those of a family, which is not needed after it. */
struct tag_words *tag_words_create(const apriltag_family_t *family);
void tag_words_destroy(struct tag_words *words); /* NULL is fine */

struct tag_word {
	unsigned id;
	unsigned turns;  /* by a quarter, as libapriltag counts them */
	unsigned off;    /* modules that alone would be taken for the other colour */
	double likeness; /* 1 when every module is as bright as it should be */
	double ahead;    /* of the likeness to the second best */
};

/* Of modules in the family's order, positive where they are brighter than the middle. */
void tag_words_find(const struct tag_words *words, const double bit[TAG_WORD_BITS], struct tag_word *best);

/* Whether that is the tag, and not something else in such rings. */
bool tag_word_is_certain(const struct tag_word *word);

#endif
