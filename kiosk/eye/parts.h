/* SPDX-License-Identifier: MIT
 * The parts of the eye among themselves. */
#ifndef SEEDPRESS_KIOSK_EYE_PARTS_H
#define SEEDPRESS_KIOSK_EYE_PARTS_H

#include "kiosk/eye/eye.h"
#include "kiosk/piece/plane.h"

struct tag_reader;

struct eye {
	struct tag_reader *tags;
};

/* A picture that is being looked at. */
struct look {
	const struct image *image;
	const struct eye_asker *asker;
	bool crops;
	struct sight *sight;
	GHashTable *texts; /* that were asked about, with the answers */
	GPtrArray *forms;  /* const struct form, one for each of the sight's codes */
};

/* Adds the codes in the picture: as it is; twice as large, for small ones; and those between
 * corner tags whose places are known, straightened. */
void eye_codes_look(struct look *look);
void eye_codes_look_closer(struct look *look);
void eye_codes_look_at_forms(struct look *look);

/* Adds the tags in the picture, with more effort where some that must be there are not found. */
struct tag_reader *eye_tags_create(void);
void eye_tags_prepare(struct tag_reader *reader);
void eye_tags_destroy(struct tag_reader *reader);
void eye_tags_look(struct tag_reader *reader, struct look *look);

/* Finds the corner tags of a form, best those around `near` (a point of the picture that the form's
 * QR has, or NULL). Returns how many of the four; others are NULL. */
unsigned eye_corners_find(const struct sight *sight, const struct form *form,
	const struct point *near, const struct seen_tag *corner[4]);

/* The way from the form to the picture by at least two of its corner tags. False when they do
 * not lie as on this form. */
bool eye_corners_fit(const struct form *form, const struct seen_tag *const corner[4],
	struct warp *warp);

/* Adds the forms whose codes are known, and crops of their unsure marks. */
void eye_forms_look(struct look *look);

/* Cuts the unsure marks of the last form out of the picture, for a person to judge; the form is turned
 * so far in it. */
void eye_crops_take(const struct look *look, double turn);

/* Adds the boards whose codes were read, as forms with a mark a run; likewise. */
void eye_boards_look(struct look *look);

/* Says how hard the picture was to read: last, by what was read of it. */
void eye_quality_measure(const struct look *look);

/* Moves the warp to where the printed outlines of the bubbles are: paper is seldom flat. */
void eye_bubbles_settle(const struct image *image, const struct form *form, struct warp *warp);

/* How much darker the printed outline of a bubble is than what is around it, in grey levels; 0 when it is
 * not where the warp has it. */
double eye_bubble_outline(const struct image *image, const struct rect *at, const struct warp *warp);

/* The marks of a form that lies as `warp` says. */
void eye_marks_read(const struct image *image, const struct form *form,
	const struct seen_tag *const corner[4], const struct warp *warp, struct seen_form *seen);

/* Whether this form is in the list already: a code may be in a picture twice, and expected. */
bool eye_form_is_read(const struct sight *sight, uint32_t number);

#endif
