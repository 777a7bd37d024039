/* SPDX-License-Identifier: MIT
 * Finds the holders of the coupons in a picture: each coupon lies in the pile of a strip, and each strip belongs to a
 * player. Strips are found by their corner tags as well as their codes, so one that is half covered or half outside the
 * picture still counts. Distances are measured on the paper: every tag tells the scale around it. A coupon whose holder
 * is not clear is not assigned. */
#pragma once

#include "kiosk/games/kiosk_game.h"
#include "layouts/coupons.h"

/* As tagged_pieces.holders. */
void piles_find(const void *layout, const struct code *code, const struct sight *sight, const int8_t known[TAGGED_MAX],
	int8_t holder[TAGGED_MAX]);
