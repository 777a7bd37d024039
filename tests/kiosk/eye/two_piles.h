/* SPDX-License-Identifier: MIT
 * Two players' piles in one picture of the wider camera, each with its strip beside or below it: whole,
 * turned around, covered by coupons or by a sheet of paper, half out of the picture, or face down. Whose
 * each coupon is is known, so that what was read can be judged. */
#pragma once

#include "kiosk/reading/hands.h"
#include "layouts/coupons.h"
#include "tests/kiosk/eye/scene.h"

enum strip_state {
	STRIP_WHOLE,
	STRIP_TURNED,    /* upside down */
	STRIP_UNDER,     /* coupons lie on it */
	STRIP_COVERED,   /* paper lies on all of it but a corner */
	STRIP_CUT_OFF,   /* half out of the picture */
	STRIP_FACE_DOWN, /* nothing of it is to be seen */
	STRIP_STATES,
};

struct two_piles {
	struct code code;
	enum strip_state state[2];
	int8_t holder[COUPONS_MAX]; /* as it is: 0, 1, or HELD_BY_NOBODY for what is not on the table */
	struct scene scene;
};

/* The corners of a piece on the table, in millimetres. */
struct outline {
	double corner[4][2];
};

bool outlines_overlap(const struct outline *one, const struct outline *other);

/* What came of a picture. */
struct piles_count {
	unsigned read, right, asked, wrong; /* coupons */
};

/* Draws how the strips are. */
void two_piles_choose(struct two_piles *piles, uint64_t *dice);

/* Lays and shoots, strips as they are chosen. False where the coupons do not fit, or JPEG fails. */
bool two_piles_shoot(struct two_piles *piles, int32_t width, int32_t height, enum level level, struct shaper *shaper,
	uint64_t *dice);
void two_piles_finish(struct two_piles *piles);

/* Has the eye look and adds what came of it. The code is known from elsewhere where `given`. */
void two_piles_judge(const struct two_piles *piles, struct eye *eye, bool given, struct piles_count *count);
