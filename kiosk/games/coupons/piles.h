/* SPDX-License-Identifier: MIT
 * Whose the coupons in a picture are: each lies in the pile of a strip, which is a player's.
 * Strips are known by their corner tags as well as by their codes, so that one that is half covered or
 * half out of the picture still counts. Lengths are those of paper: what is far from the camera is
 * small, and every tag says by how much. Where it is not clear whose a coupon is, nobody gets it. */
#ifndef SEEDPRESS_KIOSK_GAMES_COUPONS_PILES_H
#define SEEDPRESS_KIOSK_GAMES_COUPONS_PILES_H

#include "kiosk/games/kiosk_game.h"
#include "layouts/coupons.h"

/* As tagged_pieces.holders. */
void piles_find(const void *layout, const struct code *code, const struct sight *sight, int8_t holder[TAGGED_MAX]);

#endif
