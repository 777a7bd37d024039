/* SPDX-License-Identifier: MIT
 * A simulated camera: our own pages on a table, whole or cut up, tilted and
 * turned, in the light of a room, blurred, noisy and squeezed through JPEG.
 * What is in the picture is known, so that what is read can be judged. */
#pragma once

#include <stdbool.h>

#include "gen/press/press.h"
#include "kiosk/picture/image.h"

/* How hard the picture is to read. At 1080p moderate is: blur 0.9 px, noise sigma 7, JPEG 80,
 * light falling off by 45 %, a soft shadow edge. */
enum level { LEVEL_MILD, LEVEL_MODERATE, LEVEL_HARSH, LEVELS };

/* How a pen marks a bubble. */
enum stroke { STROKE_FILL, STROKE_TICK, STROKE_CROSS, STROKE_SCRIBBLE, STROKES };

/* A page at 300 dpi. */
struct sheet {
	struct image image;
	int32_t origin_x, origin_y; /* of the printed area, in hundredths of a millimetre */
};

/* Draws a page of a plan. The image is freed with image_finish(). */
void sheet_draw(struct sheet *sheet, const struct page *page, struct shaper *shaper);

/* Marks a bubble on a sheet; `ink` is how dark, 0 black to 255 white (a pencil is about 110). */
void sheet_mark(struct sheet *sheet, const struct rect *bubble, enum stroke stroke, int ink, uint64_t *dice);

struct camera {
	struct image photo;
	uint64_t dice;
};

/* An empty table. */
void camera_init(struct camera *camera, int32_t width, int32_t height, uint64_t seed);
void camera_finish(struct camera *camera);

/* Lays a part of a sheet on the table: the middle of it at (x, y) in pixels, this many pixels a
 * millimetre, turned and tilted by degrees (the tilt is a real perspective). */
struct pose {
	double x, y, scale, turn, tilt, tilt_towards;
};
void camera_lay(struct camera *camera, const struct sheet *sheet, const struct rect *part, const struct pose *pose);

/* Where a point of the sheet is in the picture. */
void camera_where(
	const struct rect *part, const struct pose *pose, double x, double y, double *photo_x, double *photo_y);

/* Blurs a picture as a lens does, by this many pixels. */
void camera_blur(struct image *photo, double sigma);

/* Takes the picture. False when JPEG fails. */
bool camera_shoot(struct camera *camera, enum level level);

/* Writes the picture that was taken as a JPEG. False when that fails. */
bool camera_save(const struct camera *camera, const char *file, int quality);

/* A number between two others, drawn. */
double camera_between(struct camera *camera, double least, double most);
