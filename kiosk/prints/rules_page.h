/* SPDX-License-Identifier: MIT
 * The rules of a game as they are printed, for a screen. */
#pragma once

#include "kiosk/prints/memory_document.h"
#include "layouts/game.h"

/* The printed page of rules, by the house rules of a code, as SVG, gzipped. NULL without a problem if the game has no
 * such page, else with one. */
GBytes *rules_page_svg(
	struct memory_document *documents, const struct game *game, const struct code *code, struct problem *problem);
