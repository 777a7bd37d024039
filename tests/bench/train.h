/* SPDX-License-Identifier: MIT
 * What the programs share that train the reader of bubbles: samples, and how they are written. */
#pragma once

#include <stdio.h>

#include "kiosk/eye/bubble_features.h"
#include "tests/bench/truth.h"

/* Conditions of the second camera (tests/cameras/paper) are numbered from this one on. */
#define TRAIN_SECOND 64

/* Radii by which a bubble may be found off its place: beyond it, finding failed, and its truth is not used. */
#define TRAIN_OFF 0.5

/* In place of the truth: the sample names its condition by its features. */
#define TRAIN_NAME UINT8_MAX

/* A bubble as it was measured. */
struct train_sample {
	uint8_t condition, form, bubble, row; /* row: its first bubble */
	uint16_t picture;
	uint8_t truth; /* enum truth */
	uint8_t feature[MARK_FEATURES_MAX];
	uint8_t none; /* padding */
};

struct train_writing {
	FILE *file;
	struct train_sample sample; /* of the photo */
};

/* Writes the bubbles of a photo's form. */
void train_write_form(struct train_writing *writing, unsigned form, const struct seen_form *seen,
	const enum truth truth[FORM_BUBBLES]);

/* A camera: the name of a condition by its number, or NULL, and a photo of it whose forms are written. */
struct train_camera {
	const char *(*condition)(unsigned number);
	void (*photograph)(struct train_writing *writing, unsigned condition, unsigned number, uint64_t seed);
};

/* Takes the photos that the arguments ask for:
 *     PROGRAM FILE PICTURES SEED PART PARTS
 * this many of each condition, every PARTS-th of them from PART on. Returns the exit status. */
int train_take_photos(const struct train_camera *camera, int argc, char **argv);
