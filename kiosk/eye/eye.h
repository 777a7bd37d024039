/* SPDX-License-Identifier: MIT
 * The eye: finds what we printed in a grey image, each with its place: codes, the tags of pieces, and filled-in forms.
 * It reports only what it is certain of: a code has a checksum, a tag differs in many bits from every other, and a
 * bubble that could be either is unsure. Any image may be given. */
#pragma once

#include <glib.h>

#include "kiosk/piece/geometry.h"
#include "kiosk/piece/mark.h"
#include "layouts/game.h"

#define EYE_CODES_MAX 128  /* most codes that are kept of an image */
#define EYE_TAGS_MAX  1024 /* most tags */
#define EYE_FORMS_MAX 64   /* most forms */
#define EYE_CROPS_MAX 40   /* most crops */

/* Most games whose pieces are read in their own way. */
#define EYE_GAMES_MAX 4

/* Most pieces that are looked for although their QR cannot be read. */
#define EYE_COVERED_MAX 2

/* Most places at which such a piece is tried: each costs what reading a piece does. */
#define EYE_POSES_MAX 8

/* Bytes by which a piece can be recognised from what is printed on it. */
#define EYE_PRINT_MAX 64

/* Most texts of QR codes that are asked about, for an image. */
#define EYE_ASKS_MAX 256

/* Bytes of a QR that may still be a code in a URL. */
#define EYE_TEXT_MAX 600

#define EYE_CROP_W 240 /* width in pixels of a crop around an unsure mark */
#define EYE_CROP_H 144 /* its height */

/* Most features of a mark. */
#define MARK_FEATURES_MAX 60

enum { MARK_ID = sizeof(((struct bubble *)0)->id) };

/* Corners are in the order top left, top right, bottom right, bottom left of the printed piece. */
struct seen_code {
	uint32_t number; /* of the asker, from which `code`, `game` and `text` are filled in later */
	struct code code;
	const struct game *game;
	char text[CODE_TEXT];
	struct point corner[4];
};

struct seen_tag {
	uint16_t id;
	uint8_t corrected;      /* bits */
	float margin;           /* contrast of its modules, in grey levels */
	struct point corner[4]; /* of its square border */
};

struct seen_mark {
	char id[MARK_ID];
	double darkness;    /* mean: 0 is the paper around it, 1 the form's own ink */
	double probability; /* that it is marked, between 0 and 1; 0 if it is not known, as of clips */
	enum mark_state state;
	enum mark_colour colour; /* of what is there, if it is not empty */
	struct point at;
	double radius;
	uint8_t feature[MARK_FEATURES_MAX]; /* by which it was classified (bubble_features.h); not sent by a worker */
};

/* Limits of the probability, by which rows of bubbles are settled (kiosk/games/marks.h). */
struct mark_limits {
	double empty;  /* below it an unsure bubble is empty if its row has another mark */
	double filled; /* above it one is a mark if no other bubble of its row looks like one */
};
extern const struct mark_limits eye_mark_limits;

struct seen_form {
	uint32_t number; /* likewise */
	struct code code;
	const struct game *game;
	char text[CODE_TEXT];
	unsigned corners; /* tags found; with fewer than two there are no marks */
	bool differs;     /* another copy in the same picture is filled in differently: see photo_set_settle() */
	bool unread_copy; /* another copy is in the same picture, but could not be read: likewise */
	unsigned marks;
	struct seen_mark mark[FORM_BUBBLES];
};

/* An unsure mark with its neighbours, upright, with a ring around it. */
struct seen_crop {
	uint32_t form, mark; /* indices */
	uint8_t grey[EYE_CROP_W * EYE_CROP_H];
};

/* Where an image is overexposed. */
enum glare { GLARE_NONE, GLARE_LEFT, GLARE_RIGHT, GLARE_TOP, GLARE_BOTTOM, GLARE_MIDDLE, GLARES };

/* How hard an image is to read; 0 is unknown. */
struct sight_quality {
	double module; /* pixels of a module of tags and codes, or of the finder patterns of codes that could not be
			  read */
	double blur;   /* median width of edges, in pixels */
	double tilt;   /* of the paper, in degrees */
	double glare;  /* share of the image that is overexposed in a spot */
	enum glare glare_at;
};

/* What one image shows. */
struct sight {
	int32_t width, height;
	struct sight_quality quality;
	GArray *codes;      /* struct seen_code */
	GArray *tags;       /* struct seen_tag */
	GArray *forms;      /* struct seen_form */
	GArray *crops;      /* struct seen_crop */
	GPtrArray *refused; /* notes (notes.h) about codes that look like ours but were refused */
};

void sight_init(struct sight *sight, int32_t width, int32_t height);
void sight_finish(struct sight *sight); /* a zeroed one is fine */

/* What the program that knows codes answers. The eye itself knows none, since there is no key of an event in the
 * sandbox where it reads images of strangers. */
struct eye_asker {
	/* The number of the code that a text is, and its form; false if it is not ours. */
	bool (*text)(void *data, const char *text, uint32_t *number, struct form *form);
	/* The n-th form that may be there although its QR cannot be read; false after the last. */
	bool (*expected)(void *data, uint32_t n, uint32_t *number, struct form *form);
	/* The layout of a code of a game (its index in the list of games); false if it is not of this game. */
	bool (*layout)(void *data, unsigned game, uint32_t number, void *layout);
	/* Whether pieces of a game may be there whose QR is covered. */
	bool (*covered)(void *data, unsigned game);
	/* The one among them that has this print; false if there is none. */
	bool (*printed)(void *data, unsigned game, const uint8_t print[EYE_PRINT_MAX], uint32_t *number);
	/* The colours of the image (image.h), to be finished; false if they are not known. May be NULL. */
	bool (*colours)(void *data, struct colours *colours);
	void *data;
};

struct look;

/* A game whose pieces are read in their own way, by more than tags and bubbles. */
struct eye_game {
	const struct game *game;

	/* The ids of the marks that a piece may have. Returns how many. */
	unsigned (*marks)(const void *layout, char id[FORM_BUBBLES][MARK_ID]);

	/* What is printed on a piece, as `print` bytes. A piece whose QR is covered is recognised if the share `alike`
	 * of them is seen. */
	void (*fingerprint)(const void *layout, uint8_t print[EYE_PRINT_MAX]);
	unsigned print;
	double alike;

	/* Adds the pieces in an image to its forms, after codes, tags and other forms were read. Runs in the sandbox,
	 * without files, fonts and keys. */
	void (*look)(struct look *look);
};

/* The n-th of at most EYE_GAMES_MAX such games; NULL after the last. Games are in a layer above: the eye is given their
 * list. */
typedef const struct eye_game *eye_game_list(unsigned n);

/* The index of a game in a list, which may be NULL; -1 if it is not there. */
int eye_game_of(eye_game_list *games, const struct game *game);

struct eye;

/* An eye can read many images, in one thread at a time. `games` may be NULL. */
struct eye *eye_create(eye_game_list *games);
void eye_destroy(struct eye *eye); /* NULL is fine */

/* Allocates in advance what is otherwise allocated when an image first needs it. */
void eye_prepare(struct eye *eye);

/* Reads an image, if `crops` with crops of unsure marks. What codes mean is not filled in. `sight` is to be ended with
 * sight_finish(). */
void eye_look(
	struct eye *eye, const struct image *image, const struct eye_asker *asker, bool crops, struct sight *sight);

/* The form of a code, as it was printed. */
void eye_form_of_code(const struct game *game, const struct code *code, struct form *form);

/* "empty", "filled", "unsure" as in JSON. */
const char *mark_state_name(enum mark_state state);

/* "left", "right", ..., or NULL if there is none. */
const char *glare_name(enum glare glare);

/* "steel", "red", ..., or NULL if it is not known. */
const char *mark_colour_name(enum mark_colour colour);

#define SEEN_CODE(sight, i) (&g_array_index((sight)->codes, struct seen_code, i))
#define SEEN_TAG(sight, i)  (&g_array_index((sight)->tags, struct seen_tag, i))
#define SEEN_FORM(sight, i) (&g_array_index((sight)->forms, struct seen_form, i))
#define SEEN_CROP(sight, i) (&g_array_index((sight)->crops, struct seen_crop, i))
