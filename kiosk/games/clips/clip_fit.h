/* SPDX-License-Identifier: MIT
 * Which clips lie on a card: lines in a view, clips as they would lie, and which of them do. */
#ifndef SEEDPRESS_KIOSK_GAMES_CLIPS_CLIP_FIT_H
#define SEEDPRESS_KIOSK_GAMES_CLIPS_CLIP_FIT_H

#include "kiosk/games/clips/card_view.h"
#include "kiosk/picture/image.h"
#include "kiosk/piece/mark.h"
#include "scoring/clips.h"

/* Points of an outline at most: 128 mm of wire. */
#define CLIP_POINTS 256

/* Hundredths of a millimetre between two points of an outline. */
#define CLIP_APART 50.0

/* Directions of lines that are measured, in half a turn. */
#define CLIP_DIRECTIONS 12

/* Millimetres of wire by which an explanation has to be better to be sure; more asks people more often. */
#define CLIP_CLEAR 7.0

/* Clips that are worth combining: all sets of six of them are compared. */
#define CLIP_CHOICES 28

/* Pixels of the frame around a view: farther than lines are looked for. */
#define CLIP_FRAME (3 * CARD_VIEW_PIXELS)

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

/* The middle line of a run's clip as it sits, as far as it is on the card. */
struct clip_path {
	unsigned points;
	struct clip_point {
		double x, y;   /* hundredths of a millimetre */
		int direction; /* of the line, in steps of CLIP_DIRECTIONS */
	} point[CLIP_POINTS];
};
void clip_path_make(
	const struct card *card, const struct card_run *run, const struct clip_seat *seat, struct clip_path *path);

/* How much of a line there is at each pixel of a card's view, -1 to 1, in each direction. Around what differs is a
 * frame as of the bare card, so that no look over the edge needs a thought. */
struct clip_lines {
	const struct card *card;
	const struct card_view *view;
	float differs[CARD_VIEW_H + 2 * CLIP_FRAME][CARD_VIEW_W + 2 * CLIP_FRAME]; /* as far as it is trusted */
	float trust[CARD_VIEW_H][CARD_VIEW_W];
	float line[CLIP_DIRECTIONS][CARD_VIEW_H][CARD_VIEW_W];
};

void clip_lines_measure(const struct card *card, const struct card_view *view, struct clip_lines *lines);

static inline double
clip_lines_at(const struct clip_lines *lines, const struct clip_point *point)
{
	const double step = CARD_VIEW_PIXELS / 100.0;

	return lines->line[point->direction][(int)(point->y * step)][(int)(point->x * step)];
}

/* What may lie somewhere: the clip of a run; or one halfway between a run and the next deeper one, which is
 * `run` then, and the shorter one is `before` (-1 where it is the edge). */
struct clip_choice {
	unsigned run;
	bool halfway;
	int before;
	struct clip_fit fit;
};

/* The most that explains a card. */
struct clip_choices {
	unsigned count, most;
	struct clip_choice choice[CLIP_CHOICES];
	uint64_t cells[CLIP_CHOICES];
	double shared[CLIP_CHOICES][CLIP_CHOICES]; /* millimetres that two of them explain both */
	double best;
	uint32_t best_set, set;
	int banned;
};

/* Adds one, if it is better than the worst of too many; then, when all are there, what they share. */
void clip_choices_add(struct clip_choices *choices, const struct clip_choice *choice);
void clip_choices_prepare(const struct clip_lines *lines, struct clip_choices *choices);

/* The best that can be said of the card: with the choice `with`, without the choice `without` (-1 for any). */
double clip_choices_best(struct clip_choices *choices, int with, int without);

/* A clip as it sits. */
struct clip_loop {
	const struct card_run *run;
	struct clip_seat seat;
	double c, s;   /* of its turn */
	double length; /* from the edge to where it turns back */
};

struct clip_loop clip_loop_make(const struct card *card, const struct card_run *run, const struct clip_seat *seat);

/* Whether a point of the card is inside a clip's loop, more than so far from its middle line. */
bool clip_loop_holds(const struct clip_loop *loop, double x, double y, double far);

/* Asks about clips that are not seen well enough to be sure, and about those that may lie under something. */
void clip_fit_doubt_covered(const struct clip_lines *lines, struct clip_fit fit[CARD_RUNS]);

#endif
