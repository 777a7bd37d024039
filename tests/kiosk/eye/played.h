/* SPDX-License-Identifier: MIT
 * Played cards for the simulated camera: six paperclips on a printed card, wire with thickness,
 * bends, shine and a shadow, pushed on a little off and askew as people do. */
#pragma once

#include "scoring/clips.h"
#include "tests/kiosk/eye/scene.h"

enum wires { WIRES_STEEL, WIRES_COLOURED, WIRES };

struct played {
	struct code code;
	char text[CODE_TEXT];
	struct clips_layout layout;
	unsigned clips;
	struct clip clip[CLIPS_IN_ALL];
	uint8_t player[CLIPS_IN_ALL];
	struct rect card, around; /* the card, and with the wires that lean out of it */
	struct layer paper, wire;
};

/* A card of a drawn seed with this many clips. Freed with played_finish(). */
void played_draw(
	struct played *played, enum wires wires, unsigned clips, double dpi, struct shaper *shaper, uint64_t *dice);
void played_finish(struct played *played);

/* The parts of it, for who draws the wires otherwise: the bare card, of a drawn seed or of an event, then its clips,
 * one that is wished for (false where it shares a cell with another) or as many as are wanted, drawn. */
struct codes played_codes(uint64_t *dice);
void played_print(struct played *played, const struct codes *codes, double dpi, struct shaper *shaper);
bool played_put(struct played *played, const struct clip *clip);
void played_choose(struct played *played, unsigned clips, uint64_t *dice);

/* Lays it on the table. */
void played_lay(struct scene *scene, const struct played *played, const struct lie *lie);
