/* SPDX-License-Identifier: MIT
 * Tags by their rings. Every tag has a black ring of modules around a white one. All are printed in one size, so that
 * those that were read predict how large and how foreshortened others are nearby. Only place and rotation are left to
 * search for, and a ring is found as a whole even if its edges are too weak for a detector of lines. */
#pragma once

#include "kiosk/eye/parts.h"
#include "kiosk/eye/tag_words.h"

/* Adds the tags whose rings are found; there must be tags already. */
void tag_rings_look(const struct tag_words *words, const apriltag_family_t *family, struct look *look);
