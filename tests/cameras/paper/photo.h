/* SPDX-License-Identifier: MIT
 * A simulated camera: prints of ours are filled in with pens, bent, lit, photographed and kept as a phone, a scanner
 * or a scanning app would, and the truth about each picture is known. It was written without knowledge of the reader
 * and of the camera in tests/kiosk/eye, so that the three do not share their mistakes. The same kind, condition and
 * seed give the same bytes on every processor: see numbers.h. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layouts/code.h"
#include "layouts/form.h"

enum photo_kind { PHOTO_FORM, PHOTO_CARD, PHOTO_COUPONS, PHOTO_KINDS };
extern const char *const photo_kind_names[PHOTO_KINDS]; /* "form", "card", "coupons" */

/* What somebody did to a bubble. */
enum photo_state {
	PHOTO_EMPTY,
	PHOTO_FILLED,
	PHOTO_CORRECTED, /* filled in, then crossed or scribbled out: a person has to be asked */
	PHOTO_FAINT,     /* a small dot or a touch, which may be called anything */
	PHOTO_STATES,
};
extern const char *const photo_state_names[PHOTO_STATES]; /* "empty", "filled", "crossed-out", "faint" */

struct photo_mark {
	char id[20];     /* as `scan --json` gives it */
	uint16_t index;  /* in struct form */
	uint16_t form;   /* in struct photo */
	uint8_t state;   /* enum photo_state */
	uint8_t seen;    /* per cent of it that the camera sees: less than 100 under a chip, a flap, on a torn corner */
	const char *pen; /* what it was marked with, "" if it was not */
	const char *how; /* "tick", "filled", ... or "" */
	double x_mm, y_mm; /* its middle on the piece, as in struct form */
	double x, y;       /* and in the picture, in pixels from the top left corner */
};

/* The same form may lie in a picture twice. */
struct photo_form {
	char code[CODE_TEXT];
	const char *game;
	size_t first, marks; /* of photo->mark */
	double corner[4][2]; /* of the piece in the picture: top left, top right, bottom right, bottom left */
};

struct photo_clip {
	char text[8];       /* "L3x4" */
	uint8_t player;     /* 0 or 1 */
	const char *colour; /* "steel", "red", ... */
};

struct photo_coupon {
	char id[4];   /* "B07" */
	int8_t owner; /* the pile it lies in, from 0; -1 if in none */
	uint16_t tag;
	uint8_t seen; /* per cent of its tag */
	double x, y;  /* the middle of its tag in the picture */
};

struct photo_pile {
	char code[CODE_TEXT]; /* of the strip that lies with it */
	uint8_t piece;        /* the sheet of that, from 0 */
	double x, y;          /* the strip's middle in the picture */
};

struct photo {
	int w, h;
	bool coloured;
	uint8_t *rgb;  /* w x h x 3, as decoded from the file below */
	uint8_t *grey; /* w x h */
	uint8_t *file; /* the same as a JPEG, or as a PNG where an app writes those */
	size_t file_bytes;
	const char *suffix; /* ".jpg" or ".png" */

	enum photo_kind kind;
	const char *condition;
	uint64_t seed;

	struct photo_form *form;
	size_t forms;
	struct photo_mark *mark;
	size_t marks;
	char card[CODE_TEXT]; /* of a card: its code, its players, its clips */
	unsigned players;
	struct photo_clip *clip;
	size_t clips;
	struct photo_coupon *coupon;
	size_t coupons;
	struct photo_pile *pile;
	size_t piles;
};

/* The n-th condition of a kind, "blinds-mild"; NULL after the last. Each is there in two strengths, which end in
 * -mild and -moderate. What it is about: one line. */
const char *photo_condition(enum photo_kind kind, size_t n);
const char *photo_condition_about(const char *condition);

/* Takes a photograph; to be destroyed. NULL if the kind has no such condition, or if the faces for print are not
 * installed. One thread at a time. */
struct photo *photo_shoot(enum photo_kind kind, const char *condition, uint64_t seed);
void photo_destroy(struct photo *photo); /* NULL is fine */

/* Photographs from a folder (PNG) as surfaces below the pieces; NULL, as at first: none. With it the pictures depend on
 * the folder, too. False if it has none that can be read. */
bool photo_use_grounds(const char *folder);

/* The truth as JSON; to be freed. */
char *photo_json(const struct photo *photo);
