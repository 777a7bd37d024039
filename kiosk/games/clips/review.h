/* SPDX-License-Identifier: MIT
 * Reviews of the paperclip game for two players. */
#ifndef SEEDPRESS_KIOSK_GAMES_CLIPS_REVIEW_H
#define SEEDPRESS_KIOSK_GAMES_CLIPS_REVIEW_H

#include "kiosk/games/kiosk_game.h"

extern const struct game_review clips_game_review;

#endif
