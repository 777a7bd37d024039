/* SPDX-License-Identifier: MIT
 * Played cards by a third hand, and what may happen to a card before the camera: the wire mirrors a room of windows,
 * with the phone that takes the picture above it; it casts a shadow from where it touches the paper; blinds, one hard
 * lamp, and fingers that hold the card. It shares no drawing with the other two, so that the eye is not judged by what
 * it was made with. */
#pragma once

#include "tests/kiosk/eye/clipped.h"

/* Draws a card of a drawn seed with six clips, of each player's metal; `hard` is how sharp its shadows are, 0 to 1.
 * Freed with played_finish(). */
void traced_draw(struct played *played, const enum metal metal[2], double hard, double dpi, struct shaper *shaper,
	uint64_t *dice);

/* Light that falls on all of a scene before it is shot: through blinds, or of one lamp, past something. */
void traced_blinds(struct scene *scene, uint64_t *dice);
void traced_lamp(struct scene *scene, uint64_t *dice);

/* Lays up to two fingers over the card's rim, where they cover no clip. */
void traced_fingers(struct scene *scene, const struct played *played, const struct lie *lie, uint64_t *dice);
