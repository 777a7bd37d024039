/* SPDX-License-Identifier: MIT
 * Which clips lie on a card. */
#ifndef SEEDPRESS_KIOSK_GAMES_CLIPS_CLIP_FIT_H
#define SEEDPRESS_KIOSK_GAMES_CLIPS_CLIP_FIT_H

#include "kiosk/games/clips/card_view.h"
#include "kiosk/picture/colours.h"
#include "kiosk/piece/mark.h"

/* Points of an outline at most: 128 mm of wire. */
#define CLIP_POINTS 256

/* How the clip of a run would lie best: shifted inwards and across, in hundredths of a millimetre, and
 * turned, in radians. */
struct clip_seat {
	double in, across, turn, half;
};

/* A run, after a look. */
struct clip_fit {
	struct clip_seat seat;
	double score;  /* millimetres of wire seen, less those not seen where they should be */
	double share;  /* of its outline that shows wire, 0 to 1 */
	double margin; /* how much worse all of the card is explained when this run is taken otherwise */
	enum mark_state state;
};

/* Judges every run of a card: the clips that explain the picture best are filled, those that could as
 * well be there or not are unsure. */
void clip_fit_read(const struct card *card, const struct card_view *view, struct clip_fit fit[CARD_RUNS]);

/* What each clip is made of that may be there, by the colours of the picture. */
void clip_fit_colours(const struct card *card, const struct card_view *view, const struct clip_fit fit[CARD_RUNS],
	const struct colours *colours, enum mark_colour colour[CARD_RUNS]);

/* A point of a clip's middle line on the card. */
struct clip_point {
	double x, y;   /* hundredths of a millimetre */
	int direction; /* of the line, in fifteen degrees */
};

/* The middle line of a run's clip as it sits, as far as it is on the card. Returns how many points. */
unsigned clip_fit_path(const struct card *card, const struct card_run *run, const struct clip_seat *seat,
	struct clip_point point[CLIP_POINTS]);

#endif
