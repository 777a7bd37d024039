/* SPDX-License-Identifier: MIT
 * What the programs share that train the reader of bubbles: samples, and how they are written. A file of samples is a
 * record TRAIN_HEAD, then for each photo TRAIN_NAME, its bubbles and TRAIN_END; a photo without its end is taken
 * again. */
#pragma once

#include <stdio.h>

#include "kiosk/eye/bubble_features.h"
#include "tests/bench/truth.h"

/* Conditions of the second camera (tests/cameras/paper) are numbered from this one on. */
#define TRAIN_SECOND 64

/* Radii by which a bubble may be found off its place: beyond it, finding failed, and its truth is not used. */
#define TRAIN_OFF 0.5

/* In place of the truth, the kinds of records that are not bubbles: a photo's first, with the name of its condition in
 * place of features; its last; and the file's first, with the program that wrote it and what it was asked for. */
enum { TRAIN_NAME = UINT8_MAX - 2, TRAIN_END, TRAIN_HEAD };

/* A bubble as it was measured. */
struct train_sample {
	uint8_t condition, form, bubble, row; /* row: its first bubble */
	uint16_t picture;
	uint8_t truth; /* enum truth, or what the record is */
	uint8_t feature[MARK_FEATURES_MAX];
	uint8_t none; /* padding */
};

struct train_writing {
	FILE *file;                 /* NULL: nothing is written */
	struct train_sample sample; /* of the photo */
	const char *folder;         /* where pictures are kept, or NULL */
};

/* Writes the bubbles of a photo's form. */
void train_write_form(struct train_writing *writing, unsigned form, const struct seen_form *seen,
	const enum truth truth[FORM_BUBBLES]);

/* A camera: the name of a condition by its number, or NULL, and a photo of it whose forms are written. */
struct train_camera {
	const char *(*condition)(unsigned number);
	void (*photograph)(struct train_writing *writing, unsigned condition, unsigned number, uint64_t seed);
};

/* Takes the photos that the arguments ask for, and returns the exit status:
 *     PROGRAM FILE PICTURES SEED                   this many of each condition; goes on with a file that the same
 *                                                  program left unfinished
 *     PROGRAM FILE PICTURES SEED CONDITION FOLDER  the picture number PICTURES of a condition by its number, which is
 *                                                  kept in a folder; FILE has its bubbles, which are
 *                                                  listed with their places */
int train_take_photos(const struct train_camera *camera, int argc, char **argv);
