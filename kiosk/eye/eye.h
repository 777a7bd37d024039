/* SPDX-License-Identifier: MIT
 * The eye: what a grey image shows of what we printed. Codes, the tags of
 * pieces and filled-in forms, each with its place in the image. It names only what
 * it is sure of: a code has its check, a tag its distance to every other, and
 * a bubble that could be either is unsure. Any image is fine, however odd. */
#ifndef SEEDPRESS_KIOSK_EYE_EYE_H
#define SEEDPRESS_KIOSK_EYE_EYE_H

#include <glib.h>

#include "kiosk/piece/mark.h"
#include "kiosk/piece/plane.h"
#include "layouts/game.h"

#define EYE_CODES_MAX   128
#define EYE_TAGS_MAX    1024
#define EYE_FORMS_MAX   64
#define EYE_GAMES_MAX   4   /* games whose pieces are read in a way of their own */
#define EYE_COVERED_MAX 2   /* pieces that are looked for by name though their QR cannot be read, */
#define EYE_POSES_MAX   8   /* and places where a piece may lie that are tried: each costs what reading a piece does */
#define EYE_PRINT_MAX   64  /* bytes that tell a piece by what is printed on it */
#define EYE_ASKS_MAX    256 /* texts of QR codes that are asked about, in an image */
#define EYE_TEXT_MAX    600 /* bytes of a QR that may still be a code behind a URL */
#define EYE_CROPS_MAX   40
#define EYE_CROP_W      240 /* pixels of a doubtful mark cut out of its image */
#define EYE_CROP_H      144

enum { MARK_ID = sizeof(((struct bubble *)0)->id) };

/* Corners go around as the piece is printed: top left, top right, bottom right, bottom left. */
struct seen_code {
	uint32_t number; /* as the asker has it; what follows is filled in from that */
	struct code code;
	const struct game *game;
	char text[CODE_TEXT];
	struct point corner[4];
};

struct seen_tag {
	uint16_t id;
	uint8_t corrected;      /* bits */
	float margin;           /* how clearly its modules differ, in grey levels */
	struct point corner[4]; /* of its square border */
};

struct seen_mark {
	char id[MARK_ID];
	double darkness; /* raw: 0 is the paper beside it, 1 the form's own ink all over */
	enum mark_state state;
	enum mark_colour colour; /* of what lies there, if it is not empty */
	struct point at;
	double radius;
};

struct seen_form {
	uint32_t number; /* likewise */
	struct code code;
	const struct game *game;
	char text[CODE_TEXT];
	unsigned corners; /* tags found; fewer than three: no marks */
	unsigned marks;
	struct seen_mark mark[FORM_BUBBLES];
};

/* An unsure mark with its neighbours, upright, a ring around it. */
struct seen_crop {
	uint32_t form, mark; /* their places in the lists */
	uint8_t grey[EYE_CROP_W * EYE_CROP_H];
};

/* Where an image is burnt out. */
enum glare { GLARE_NONE, GLARE_LEFT, GLARE_RIGHT, GLARE_TOP, GLARE_BOTTOM, GLARE_MIDDLE, GLARES };

/* How hard an image is to read; 0 where it does not tell. */
struct sight_quality {
	double module; /* pixels of a module of tags and codes, or of the patterns of codes that could not be read */
	double blur;   /* pixels over which an edge goes from dark to bright */
	double tilt;   /* degrees that paper leans */
	double glare;  /* the share of the image that is burnt out in a spot, */
	enum glare glare_at; /* and where */
};

/* What one image shows. */
struct sight {
	int32_t width, height;
	struct sight_quality quality;
	GArray *codes;      /* struct seen_code */
	GArray *tags;       /* struct seen_tag */
	GArray *forms;      /* struct seen_form */
	GArray *crops;      /* struct seen_crop */
	GPtrArray *refused; /* notes about codes that look like ours but cannot be taken */
};

void sight_init(struct sight *sight, int32_t width, int32_t height);
void sight_finish(struct sight *sight); /* a zeroed one is fine */

/* Who knows codes. The eye itself does not: where it looks at images of strangers there is no
 * event's key. */
struct eye_asker {
	/* The number of the code that a text is, and its form; false when it is none of ours. */
	bool (*text)(void *data, const char *text, uint32_t *number, struct form *form);
	/* The n-th form that may be there though its QR cannot be read; false after the last. */
	bool (*expected)(void *data, uint32_t n, uint32_t *number, struct form *form);
	/* The layout of a code of a game (its place in the list of games); false when it is not of this game. */
	bool (*layout)(void *data, unsigned game, uint32_t number, void *layout);
	/* Whether pieces of a game may be there with their QR covered. */
	bool (*covered)(void *data, unsigned game);
	/* The one among them that has this print; false where there is none. */
	bool (*printed)(void *data, unsigned game, const uint8_t print[EYE_PRINT_MAX], uint32_t *number);
	/* The colours of the image (image.h), to be finished; false where they are not known. NULL: never. */
	bool (*colours)(void *data, struct colours *colours);
	void *data;
};

struct look;

/* A game whose pieces are read in a way of their own, by more than tags and bubbles. Pure functions of a layout. */
struct eye_game {
	const struct game *game;

	/* The marks that a piece may have. Returns how many. */
	unsigned (*marks)(const void *layout, char id[FORM_BUBBLES][MARK_ID]);

	/* What is printed on a piece, as far as it tells pieces apart: `print` bytes, of which the share `alike` has to
	 * be seen to know a piece whose QR is covered. */
	void (*fingerprint)(const void *layout, uint8_t print[EYE_PRINT_MAX]);
	unsigned print;
	double alike;

	/* Adds the pieces in an image to its forms, after codes, tags and other forms. Runs in the sandbox: no files,
	 * no fonts, no key. */
	void (*look)(struct look *look);
};

/* The n-th of them, at most EYE_GAMES_MAX; NULL after the last. The games register above: the eye is given the list. */
typedef const struct eye_game *eye_game_list(unsigned n);

/* The place of a game in a list, which may be NULL; -1 where it is not there. */
int eye_game_of(eye_game_list *games, const struct game *game);

struct eye;

/* Readers are made once and used for many images; one thread at a time. `games` may be NULL. */
struct eye *eye_create(eye_game_list *games);
void eye_destroy(struct eye *eye); /* NULL is fine */

/* Makes at once what would be made when an image first needs it. */
void eye_prepare(struct eye *eye);

/* Looks at an image, with crops of unsure marks where they are wished for; what codes mean is not
 * filled in. `sight` is ended with sight_finish(). */
void eye_look(
	struct eye *eye, const struct image *image, const struct eye_asker *asker, bool crops, struct sight *sight);

/* The form of a code, as it was printed. */
void eye_form_of_code(const struct game *game, const struct code *code, struct form *form);

/* "empty", "filled", "unsure" as in JSON. */
const char *mark_state_name(enum mark_state state);

/* "left", "right", ..., or NULL where there is none. */
const char *glare_name(enum glare glare);

/* "steel", "red", ..., or NULL where it is not known. */
const char *mark_colour_name(enum mark_colour colour);

#define SEEN_CODE(sight, i) (&g_array_index((sight)->codes, struct seen_code, i))
#define SEEN_TAG(sight, i)  (&g_array_index((sight)->tags, struct seen_tag, i))
#define SEEN_FORM(sight, i) (&g_array_index((sight)->forms, struct seen_form, i))
#define SEEN_CROP(sight, i) (&g_array_index((sight)->crops, struct seen_crop, i))

#endif
