/* SPDX-License-Identifier: MIT
 * How many sit at which table: people shared out to tables of sizes that a game
 * allows, close to the size it is usually played with. */
#ifndef SEEDPRESS_GEN_KIT_SPLIT_H
#define SEEDPRESS_GEN_KIT_SPLIT_H

#include <glib.h>

#include "layouts/game.h"

/* Most people of a round: as many as fit 4095 tables of five. */
#define KIT_PEOPLE_MOST 20000

/* The players of each table, the largest first, added to `tables`; returns how many people are left
 * over, as few as can be: all of them where not one table is full. */
unsigned kit_split(const struct game *game, unsigned people, GByteArray *tables);

#endif
