/* SPDX-License-Identifier: MIT
 * What is drawn on the panels of a fold-up machine of Coin-Op. */
#pragma once

#include "gen/canvas/canvas.h"
#include "gen/games/laundry/net.h"

struct laundry_machine {
	const char *title;     /* next to the net */
	const char *name;      /* on its plate */
	const char *price;     /* below it */
	enum symbol_id symbol; /* on its back */
	bool dryer, scores;
	uint32_t body; /* the colour of its panels, pale enough for text */
};

#define LAUNDRY_MACHINES 6
extern const struct laundry_machine laundry_machines[LAUNDRY_MACHINES];

/* The width of each part of the handle, in hundredths of a millimetre: a strip of three parts is glued into a fin on a
 * foot that goes on the door. */
#define LAUNDRY_HANDLE_PART 500

/* The length of the strip, in hundredths of a millimetre. */
#define LAUNDRY_HANDLE_LONG 1400

/* Draws the panels, which lie at `at` on the page, up to their edges; no cuts and no folds. */
void laundry_machine_draw(
	const struct laundry_machine *machine, const struct rect at[NET_PARTS], struct canvas *canvas);
