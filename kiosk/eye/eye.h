/* SPDX-License-Identifier: MIT
 * The eye: what a grey picture shows of what we printed. Codes, the tags of
 * pieces and filled-in forms, each with its place in the picture. It names only what
 * it is sure of: a code has its check, a tag its distance to every other, and
 * a bubble that could be either is unsure. Any picture is fine, however odd. */
#ifndef SEEDPRESS_KIOSK_EYE_EYE_H
#define SEEDPRESS_KIOSK_EYE_EYE_H

#include <glib.h>

#include "kiosk/picture/image.h"
#include "layouts/game.h"

#define EYE_CODES_MAX 128
#define EYE_TAGS_MAX  1024
#define EYE_FORMS_MAX 64

/* Pixels from the picture's top left; the middle of the first pixel is at 0.5, 0.5. */
struct point {
	double x, y;
};

/* Corners go around as the piece is printed: top left, top right, bottom right, bottom left. */
struct seen_code {
	struct code code;
	const struct game *game;
	char text[CODE_TEXT];
	struct point corner[4];
};

struct seen_tag {
	uint16_t id;
	uint8_t corrected; /* bits */
	float margin;      /* how clearly its modules differ, in grey levels */
	struct point corner[4]; /* of its square border */
};

enum mark_state {
	MARK_EMPTY,
	MARK_FILLED,
	MARK_UNSURE,
};

struct seen_mark {
	char id[sizeof(((struct bubble *)0)->id)];
	double darkness; /* raw: 0 is the paper beside it, 1 the form's own ink all over */
	enum mark_state state;
	struct point at;
	double radius;
};

struct seen_form {
	struct code code;
	const struct game *game;
	char text[CODE_TEXT];
	unsigned corners; /* tags found; fewer than three: no marks */
	unsigned marks;
	struct seen_mark mark[FORM_BUBBLES];
};

/* What one picture shows. */
struct sight {
	int32_t width, height;
	GArray *codes; /* struct seen_code */
	GArray *tags;  /* struct seen_tag */
	GArray *forms; /* struct seen_form */
	GPtrArray *refused; /* sentences about codes that look like ours but cannot be taken */
};

struct eye;

/* Readers are made once and used for many pictures; one thread at a time. `key` may be NULL and
 * is copied. */
struct eye *eye_create(const struct code_key *key);
void eye_destroy(struct eye *eye); /* NULL is fine */

/* Names a code that may stand on a form whose own QR cannot be read: all pieces of its game
 * count. At most EYE_CODES_MAX are kept. */
void eye_expect(struct eye *eye, const struct code *code);

/* For the next person's pictures: expects nothing, and has this key or none. */
void eye_forget(struct eye *eye, const struct code_key *key);

/* Looks at a picture. `sight` is ended with sight_finish(). */
void eye_look(struct eye *eye, const struct image *image, struct sight *sight);
void sight_finish(struct sight *sight);

/* "empty", "filled", "unsure" as in JSON. */
const char *mark_state_name(enum mark_state state);

#define SEEN_CODE(sight, i) (&g_array_index((sight)->codes, struct seen_code, i))
#define SEEN_TAG(sight, i)  (&g_array_index((sight)->tags, struct seen_tag, i))
#define SEEN_FORM(sight, i) (&g_array_index((sight)->forms, struct seen_form, i))

#endif
