/* SPDX-License-Identifier: MIT
 * Reviews of the paperclip game for two players. */
#pragma once

#include "kiosk/games/kiosk_game.h"

extern const struct game_review clips_game_review;
