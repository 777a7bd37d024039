/* SPDX-License-Identifier: MIT
 * Which tables play when other people come than were expected: a table is used only with as many as its pieces were
 * printed for. Pure. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define ATTENDANCE_KEEP 0 /* no table can be printed for another number of players */

/* Chooses the tables that play: sets `seats[i]` to the number of players at table i, 0 if it stays empty, so that as
 * many of `people` as possible have a seat. Of several such choices the one that prints the fewest tables again, then
 * the one that uses the fewest spares, then the one that leaves the fewest tables empty. `printed` are the players that
 * each of the `count` tables was printed for; the last `spares` are spares. A table may be printed again for n players
 * if bit n of `sizes` is set. Returns how many have a seat. For more than a few dozen tables only the last ones that
 * are needed are weighed against each other; those before them are all used. */
unsigned attendance_fill(
	const uint8_t *printed, unsigned count, unsigned spares, unsigned people, unsigned sizes, uint8_t *seats);
