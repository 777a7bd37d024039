/* SPDX-License-Identifier: MIT
 * Whose the tagged pieces in a picture are: each lies in the pile of a strip, which is a player's.
 * Strips are known by their corner tags as well as by their codes, so that one that is half covered or
 * half out of the picture still counts. Lengths are those of paper: what is far from the camera is
 * small, and every tag says by how much. Where it is not clear whose a piece is, nobody gets it. */
#ifndef SEEDPRESS_KIOSK_READING_PILES_H
#define SEEDPRESS_KIOSK_READING_PILES_H

#include "kiosk/reading/hands.h"

/* Who holds the pieces of a game by one picture: a player, HELD_BY_SOMEBODY where that is not clear,
 * HELD_BY_SHEET where it lies by its own strip as it is printed, HELD_BY_NOBODY where it is not in the picture. */
void piles_find(const struct known_game *known, const struct sight *sight, int8_t holder[TAGGED_MAX]);

#endif
