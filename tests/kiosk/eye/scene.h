/* SPDX-License-Identifier: MIT
 * A wider simulated camera than camera.h: in colour, in three dimensions, with a lens that
 * distorts. Our own pages lie on one of several tables, bowed and curled, under a lamp, a hand's shadow
 * and glare; the picture is blurred, noisy, sharpened, tinted and squeezed through JPEG. It was made to
 * judge the eye, not to suit it.
 *
 *	scene_conditions(&conditions, LEVEL_MODERATE, 1920, 1080, 6, &dice);
 *	scene_init(&scene, &conditions, dice_roll(&dice));
 *	scene_lay(&scene, &layer, &part, &part, &(struct lie){.x = 20, .turn = 30, .bow = 4});
 *	... more of them, each over those before it ...
 *	scene_shoot(&scene);
 *	eye_look(eye, &scene.photo, &sight);
 *	scene_finish(&scene); */
#pragma once

#include "kiosk/picture/image.h"
#include "tests/kiosk/eye/camera.h"

/* Something flat in colour: 0xAARRGGBB, premultiplied as Cairo has it. */
struct layer {
	int32_t width, height;
	uint32_t *argb;
	double unit;                /* pixels in a hundredth of a millimetre */
	int32_t origin_x, origin_y; /* of the printed area, in hundredths of a millimetre */
};

/* A page of a plan on its paper; or nothing at all, `area` of the printed area. */
void layer_draw(struct layer *layer, const struct page *page, struct shaper *shaper, double dpi);
void layer_init(struct layer *layer, const struct rect *area, double dpi);
void layer_finish(struct layer *layer);

enum table { TABLE_PLAIN, TABLE_WOOD, TABLE_CLOTH, TABLE_CHECKS, TABLE_NEWSPAPER, TABLES };

/* Everything about a picture but what lies on the table. All of it can be set by hand. */
struct conditions {
	int32_t width, height;
	enum table table;

	/* The camera looks at the table's middle: this many pixels a millimetre there, from this many
	 * millimetres away, leaning by `tilt` degrees towards a direction, the picture turned. */
	double scale, away, tilt, tilt_towards, roll;
	double k1, k2; /* of the lens: r' = r (1 + k1 r^2 + k2 r^4), r = 1 in the picture's corners */

	double falloff;         /* of the light, to one side: a share */
	double hand, hand_edge; /* how dark a hand's shadow is, how wide its edge in pixels; 0: no hand */
	double glare, glare_x, glare_y, glare_size; /* grey levels added in a spot (in pixels) */
	double bright;  /* times as much light as white paper takes: it is burnt out; 0: not too much */
	double cast[3]; /* of the light's colour, red green blue: 1 is none */

	double blur, noise, sharpen; /* pixels, grey levels, how much */
	int quality;                 /* of JPEG */
};

/* Draws conditions of a level for a picture of this size, of things about `scale` pixels a millimetre. */
void scene_conditions(
	struct conditions *conditions, enum level level, int32_t width, int32_t height, double scale, uint64_t *dice);

struct scene {
	struct conditions conditions;
	uint64_t dice;
	uint8_t *rgb;       /* until the picture is taken, and after it */
	struct image photo; /* then */
};

void scene_init(struct scene *scene, const struct conditions *conditions, uint64_t seed);
void scene_finish(struct scene *scene);

/* How a part lies: its middle in millimetres from the table's middle, turned, its height over the table
 * at its middle (`bow`, along a line of direction `bow_towards` on it) and at its bottom right corner
 * (`curl`), and of all of it (`lift`: wire that lies on paper). */
struct lie {
	double x, y, turn, bow, bow_towards, curl, lift;

	/* Creases across its longer side, that cut it into equal parts, none to FOLDS_MAX: each part leans by these
	 * degrees, up and down in turn. */
	unsigned folds;
	double lean;

	/* Crumpled and smoothed out: how many millimetres its facets are high, and which ones. */
	double crumple;
	uint64_t crumple_seed;
};

#define FOLDS_MAX 4

/* Lays `part` of a layer, that belongs to `whole`, on the table: it bends as the whole does. */
void scene_lay(struct scene *scene, const struct layer *layer, const struct rect *part, const struct rect *whole,
	const struct lie *lie);

/* Where a point of a part lies in the picture. */
void scene_where(const struct scene *scene, const struct rect *whole, const struct lie *lie, double x, double y,
	double *photo_x, double *photo_y);

/* Takes the picture. False when JPEG fails. */
bool scene_shoot(struct scene *scene);

/* Its colours as they would be read from a file: for struct code_list. */
bool scene_colours(void *scene, struct colours *colours);

/* Writes what was taken, in colour. False when that fails. */
bool scene_save(const struct scene *scene, const char *file);
