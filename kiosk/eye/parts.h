/* SPDX-License-Identifier: MIT
 * The parts of the eye among themselves. */
#ifndef SEEDPRESS_KIOSK_EYE_PARTS_H
#define SEEDPRESS_KIOSK_EYE_PARTS_H

#include "kiosk/eye/eye.h"
#include "kiosk/picture/image.h"
#include "kiosk/piece/plane.h"

struct finder;

struct eye {
	eye_game_list *games;
	struct apriltag_family *family;
	struct apriltag_detector *detector; /* made by eye_prepare(): its table takes a moment and 120 MB */
	struct tag_words *words;
};

/* An image that is being looked at. */
struct look {
	const struct image *image;
	const struct eye_asker *asker;
	bool crops;
	unsigned game; /* whose eye_game.look() runs: its place in the list */
	struct sight *sight;
	GHashTable *texts; /* that were asked about, with the answers */
	GPtrArray *forms;  /* const struct form, one for each of the sight's codes */
	GArray *expected;  /* struct expected_form; NULL before eye_forms_expected() */
	bool coloured;     /* colours were asked for: see eye_colours() */
	struct colours colours;
};

/* A form that may be there though its QR cannot be read. */
struct expected_form {
	uint32_t number;
	struct form form;
};

/* The image's colours, which are asked for once; NULL where they are not known. */
const struct colours *eye_colours(struct look *look);

/* An image of black and white dots as greys, to be freed with g_free(); false where it has greys of its own. */
bool eye_dither_smooth(const struct image *image, struct image *smooth);

/* Adds the codes in the image: as it is; twice as large, for small ones; beside those that were read, where their
 * like seem to be, twice as large and sharpened; and those between corner tags whose places are known, straightened. */
void eye_codes_look(struct look *look);
void eye_codes_look_closer(struct look *look);
void eye_codes_look_beside(struct look *look);
void eye_codes_look_at_forms(struct look *look);

/* Whether a code or a tag was read about where a finder pattern (finders.h) is. */
bool eye_finder_is_explained(const struct sight *sight, const struct finder *finder);

/* Adds the tags in the image, with more effort where some that must be there are not found. */
void eye_tags_look(struct eye *eye, struct look *look);

/* Finds the corner tags of a form, best those around `near` (a point of the image that the form's
 * QR has, or NULL). Returns how many of the four; others are NULL. */
unsigned eye_corners_find(
	const struct sight *sight, const struct form *form, const struct point *near, const struct seen_tag *corner[4]);

/* The way from the form to the image by at least two of its corner tags. False when they do
 * not lie as on this form. */
bool eye_corners_fit(const struct form *form, const struct seen_tag *const corner[4], struct warp *warp);

/* The corners of those tags, on the form and in the image. Returns how many. */
unsigned eye_corners_points(
	const struct form *form, const struct seen_tag *const corner[4], struct point from[16], struct point to[16]);

/* The same with what the tags, leaning as the paper does there, and the middle of the QR (or NULL) tell of how it is
 * bent between them. */
void eye_corners_bend(
	const struct form *form, const struct seen_tag *const corner[4], const struct point *qr, struct warp *warp);

/* Those that may be there, at most EYE_CODES_MAX: they are asked for when somebody needs them, once. */
const GArray *eye_forms_expected(struct look *look);

/* Adds the forms whose codes are known, and crops of their unsure marks. */
void eye_forms_look(struct look *look);

/* Cuts the unsure marks of the last form out of the image, for a person to judge; the form is turned
 * so far in it. */
void eye_crops_take(const struct look *look, double turn);

/* Says how hard the image was to read: last, by what was read of it. */
void eye_quality_measure(const struct look *look);

/* A bubble in the image: its middle, and what half its width and height are there. */
struct bubble_spot {
	struct point middle, right, down;
	bool found; /* its outline was; otherwise it follows its neighbours */
};

/* Where the printed outlines of the bubbles are, for a form that lies about as one of two warps says: paper is seldom
 * flat. False where they are not found well enough to be sure that each is the one it is taken for. */
bool eye_bubbles_find(const struct image *image, const struct form *form, const struct seen_tag *const corner[4],
	const struct warp warp[2], struct bubble_spot *spot);

/* A point of a bubble in the image: its outline goes through -1 and 1. */
struct point eye_bubble_point(const struct bubble_spot *spot, double u, double v);

/* How much darker the printed outline of a bubble is than what is around it, in grey levels; 0 when it is
 * not where the spot is. */
double eye_bubble_outline(const struct image *image, const struct bubble_spot *spot);

/* The marks of a form whose bubbles are at these spots. */
void eye_marks_read(struct look *look, const struct form *form, const struct seen_tag *const corner[4],
	const struct bubble_spot *spot, struct seen_form *seen);

/* Whether this form is in the list already: a code may be in an image twice, and expected. */
bool eye_form_is_read(const struct sight *sight, uint32_t number);

#endif
