/* SPDX-License-Identifier: MIT
 * What the files of the eye share. */
#pragma once

#include "kiosk/eye/eye.h"
#include "kiosk/picture/image.h"
#include "kiosk/piece/geometry.h"

struct finder;

struct eye {
	eye_game_list *games;
	struct apriltag_family *family, *exact_family;
	struct apriltag_detector *exact;    /* reads tags without a wrong bit; created when it is needed */
	struct apriltag_detector *detector; /* corrects one bit; created likewise: its table takes 0.1 s and 120 MB */
	struct tag_words *words;
};

/* The state while an image is read. */
struct look {
	const struct image *image;
	const struct eye_asker *asker;
	bool crops;
	unsigned game; /* whose eye_game.look() runs: its place in the list */
	struct sight *sight;
	GHashTable *texts; /* of QR codes that were asked about, with the answers */
	GPtrArray *forms;  /* const struct form, one for each of the sight's codes */
	struct few *few;   /* tags of which a wrong bit is corrected: see tags.c; or NULL */
	GArray *expected;  /* struct expected_form; NULL before eye_forms_expected() */
	unsigned followed; /* forms that were looked for without a map: see forms.c */
	bool coloured;     /* whether colours were asked for: see eye_colours() */
	struct colours colours;
};

/* A form that may be there although its QR cannot be read. */
struct expected_form {
	uint32_t number;
	struct form form;
};

/* The image's colours, which are asked for once; NULL if they are not known. */
const struct colours *eye_colours(struct look *look);

/* Blurs an image of black and white dots to greys, to be freed with g_free(); false if it has greys already. */
bool eye_dither_smooth(const struct image *image, struct image *smooth);

/* Adds the codes in the image: those that are read at first sight, and, when the tags are known, those missed. */
void eye_codes_look(struct look *look);
void eye_codes_look_again(struct look *look);

/* Whether a code or a tag was read near a finder pattern (finders.h). */
bool eye_finder_is_explained(const struct sight *sight, const struct finder *finder);

/* Adds the tags in the image, with more effort if some are missing that must be there. */
void eye_tags_look(struct eye *eye, struct look *look);

/* Finds the corner tags of a form: those around its QR, the corners of which in the image are `code`, or NULL if it was
 * not read. Returns how many of the four were found; the others are NULL. */
unsigned eye_corners_find(
	const struct sight *sight, const struct form *form, const struct point *code, const struct seen_tag *corner[4]);

/* Fits the map from the form to the image by at least two of its corner tags, and by its QR if there are no more than
 * two. False if they do not lie as on this form. */
bool eye_corners_fit(const struct form *form, const struct seen_tag *const corner[4], const struct seen_code *code,
	struct warp *warp);

/* The corners of the corner tags that were found, and last of the QR, if `code` has them, on the form and in the image.
 * Returns how many. */
unsigned eye_corners_points(const struct form *form, const struct seen_tag *const corner[4],
	const struct seen_code *code, struct point from[20], struct point to[20]);

/* Refines the map of four corner tags by how the paper is bent between them: each tag tells its slope there, the middle
 * of the QR (or NULL) its height. */
void eye_corners_bend(
	const struct form *form, const struct seen_tag *const corner[4], const struct point *qr, struct warp *warp);

/* The forms that may be there, at most EYE_CODES_MAX; they are asked for once, when they are needed. */
const GArray *eye_forms_expected(struct look *look);

/* Adds the forms whose codes are known, and crops of their unsure marks. */
void eye_forms_look(struct look *look);

/* Cuts the unsure marks of the last form, which is rotated by `turn`, out of the image for a person to judge. */
void eye_crops_take(const struct look *look, double turn);

/* Measures how hard the image was to read: last, since it depends on what was read. */
void eye_quality_measure(const struct look *look);

/* A bubble in the image: its middle, and the vectors of half its width and height. */
struct bubble_spot {
	struct point middle, right, down;
	bool found;  /* whether its outline was found; otherwise it is interpolated between its neighbours */
	bool lost;   /* it cannot be seen: it is outside of the image, or there is no outline around it either */
	bool hidden; /* hardly any outline around it was found: it may be marked, but is not certainly empty */
};

/* Finds the printed outlines of the bubbles of a form that lies approximately as one of two warps has it. False if they
 * are not found well enough to be sure that none is taken for its neighbour. */
bool eye_bubbles_find(const struct image *image, const struct form *form, const struct seen_tag *const corner[4],
	const struct seen_code *code, const struct warp warp[2], struct bubble_spot *spot);

/* The same on creased paper, from outline to outline, beginning at the corner tags and the QR (or NULL). */
bool eye_bubbles_follow(const struct image *image, const struct form *form, const struct seen_tag *const corner[4],
	const struct seen_code *code, const struct warp *start, struct bubble_spot *spot);

/* A point of a bubble in the image, in radii from its middle. */
struct point eye_bubble_point(const struct bubble_spot *spot, double u, double v);

/* The contrast of the printed outline of a bubble with what is around it, in grey levels; 0 if it is not where the spot
 * is. */
double eye_bubble_outline(const struct image *image, const struct bubble_spot *spot);

/* Classifies the marks of a form whose bubbles are at these spots. */
void eye_marks_read(struct look *look, const struct form *form, const struct seen_tag *const corner[4],
	const struct bubble_spot *spot, struct seen_form *seen);

/* Whether this form was read already: a code may be in an image twice, or expected as well. */
bool eye_form_is_read(const struct sight *sight, uint32_t number);
