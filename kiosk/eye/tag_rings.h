/* SPDX-License-Identifier: MIT
 * Tags by their rings. Every tag has a black ring of modules around a white one. All are printed in
 * one size, so that those that were read say how large and how foreshortened others are nearby:
 * only where a ring lies and how it is turned is left to search for, and a ring is found as a whole
 * though its edges are too weak for lines. */
#ifndef SEEDPRESS_KIOSK_EYE_TAG_RINGS_H
#define SEEDPRESS_KIOSK_EYE_TAG_RINGS_H

#include "kiosk/eye/parts.h"
#include "kiosk/eye/tag_words.h"

/* Adds the tags whose rings are found; there must be tags already. */
void tag_rings_look(const struct tag_words *words, const apriltag_family_t *family, struct look *look);

#endif
