/* SPDX-License-Identifier: MIT
 * Photos of filled-in pads and tickets by the wider camera (tests/kiosk/eye/scene.h), under many conditions, where it
 * is known what every bubble is: for the benchmark, and to train on. */
#pragma once

#include "tests/bench/eye.h"
#include "tests/bench/truth.h"
#include "tests/kiosk/eye/pens.h"

/* Forms on one paper, filled in. */
struct paper_forms {
	struct layer layer;
	struct rect part;
	unsigned forms;
	struct code code[2];
	struct form form[2];
	enum truth truth[2][FORM_BUBBLES];
	bool touched[2][FORM_BUBBLES]; /* an odd mark nearby may run into it */
};

/* A kind of photo. */
struct bubble_condition {
	const char *name;
	enum level level;
	int32_t longer, shorter; /* of the picture, in pixels */
	double dpi;              /* of the paper that is photographed; 0 is usual */
	bool large;              /* mostly forms of many bubbles */
	double most;             /* unsure, in percent; 0: not asked */
	unsigned pens;           /* bit n: of pen n; 0: any but pale pencil */
	bool odd;
	bool coarse; /* a faint hair of a pen may be lost */
	bool struck; /* some marks are filled and then crossed or scribbled out */
	bool played; /* one mark in a row, as games have it */
	double rate; /* of marked ones; 0 is as games have it */
	double ink;  /* left to print with; 0 is all */
	void (*stain)(struct layer *layer, const struct rect *part, uint64_t *dice);
	void (*damage)(struct paper_forms *paper, uint64_t *dice); /* lays things on the forms, or tears them */
	const struct game *game;                                   /* this one alone, or NULL */
	bool told;                                                 /* its code is given, since the QR is not read */
	void (*change)(struct conditions *conditions, struct lie *lie, uint64_t *dice);
	void (*file)(struct image *photo, uint64_t *dice); /* what becomes of the picture; it has no colours then */
};

extern const struct bubble_condition bubble_conditions[];
extern const size_t bubble_conditions_count;

/* A form in a photo; `seen` is NULL if it was not found. */
struct bubble_photo {
	const struct paper_forms *paper;
	unsigned form;
	const struct seen_form *seen;
	const struct scene *scene;
	const struct lie *lie;
};

/* Takes a photo, and shows each of its forms to `judge`. The picture is kept in `folder` (NULL: never) if one of them
 * returns true, named by the condition and `number`. */
void bubble_photograph(struct bench *bench, const struct bubble_condition *with, const char *folder, unsigned number,
	bool (*judge)(const struct bubble_photo *photo, void *data), void *data);
