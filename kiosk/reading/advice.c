/* SPDX-License-Identifier: MIT
 * Advice from what the eye measured. The thresholds are where tags and codes begin to be lost, as checked on simulated
 * photos (tests/kiosk/eye/quality.c); stricter ones would complain about pictures that can be read. */
#include "kiosk/reading/advice.h"

#include <math.h>

/* Smallest size of a module, in pixels. Below it more and more tags and codes are lost. */
#define MODULE_MIN 2.6

/* Largest width of an edge from dark to bright, in modules. In wider ones neighbouring modules merge. */
#define BLUR_TIMES 1.3

/* Width of an edge, in pixels, that is never called blurred, however small the modules are. */
#define BLUR_MIN 3.0

/* Largest width of an edge, in pixels, if the size of modules is unknown. */
#define BLUR_MAX 6.0

/* Largest tilt of the paper, in degrees. Beyond it modules are foreshortened to less than 0.7 of their width. */
#define TILT_MAX 45.0

/* Corner marks of one form that are enough to say that it is there, if anything else was read: a single one may be on
 * a strip that was cut off a sheet of coupons. */
#define LOST_CORNERS 2

/* Clears the corners of the piece that has this code. */
static void
clear_corners(uint8_t seen[CORNER_FOURS], const struct game *game, const struct code *code)
{
	struct form form;

	eye_form_of_code(game, code, &form);
	if (form.tags > 0 && form.tag[0].id < TAG_CORNERS)
		seen[form.tag[0].id / 4] = 0;
}

/* Whether only corner marks were read in a picture. */
static bool
has_only_corners(const struct sight *sight)
{
	for (unsigned i = 0; i < sight->tags->len; i++)
		if (SEEN_TAG(sight, i)->id >= TAG_CORNERS)
			return false;
	return sight->codes->len == 0 && sight->forms->len == 0;
}

bool
advice_form_is_lost(const struct sight *sight)
{
	uint8_t seen[CORNER_FOURS] = {0}; /* a bit for each corner of each four */
	int least = has_only_corners(sight) ? 1 : LOST_CORNERS;
	unsigned lost = 0;

	for (unsigned i = 0; i < sight->tags->len; i++)
		if (SEEN_TAG(sight, i)->id < TAG_CORNERS)
			seen[SEEN_TAG(sight, i)->id / 4] |= (uint8_t)(1u << SEEN_TAG(sight, i)->id % 4);
	for (unsigned i = 0; i < sight->codes->len; i++)
		clear_corners(seen, SEEN_CODE(sight, i)->game, &SEEN_CODE(sight, i)->code);
	for (unsigned i = 0; i < sight->forms->len; i++)
		clear_corners(seen, SEEN_FORM(sight, i)->game, &SEEN_FORM(sight, i)->code);
	for (unsigned i = 0; i < CORNER_FOURS; i++)
		lost += __builtin_popcount(seen[i]) >= least;
	/* Each code that was refused has its own note, and may be that of one of them. */
	return lost > sight->refused->len;
}

/* What may help with the page of a PDF: nobody holds a camera. */
static void
advise_page(const struct sight *sight, GPtrArray *notes)
{
	if (advice_form_is_lost(sight))
		notes_add(notes,
			SAY("page-form-without-code",
				"a printed piece is on the page, but its QR code cannot be read: scan it at a higher "
				"resolution, or give the code that is printed next to it"));
	if (sight->quality.module > 0 && sight->quality.module < MODULE_MIN)
		notes_add(notes, SAY("page-too-coarse", "too coarse for the codes: scan it at a higher resolution"));
}

GPtrArray *
advice_of(const struct sight *sight)
{
	const struct sight_quality *quality = &sight->quality;
	static const struct {
		const char *id, *say;
	} glare[GLARES] = {
		[GLARE_LEFT] = {"glare-left", "glare at the left: tilt it a little, or turn away from the lamp"},
		[GLARE_RIGHT] = {"glare-right", "glare at the right: tilt it a little, or turn away from the lamp"},
		[GLARE_TOP] = {"glare-top", "glare at the top: tilt it a little, or turn away from the lamp"},
		[GLARE_BOTTOM] = {"glare-bottom", "glare at the bottom: tilt it a little, or turn away from the lamp"},
		[GLARE_MIDDLE] = {"glare-middle", "glare in the middle: tilt it a little, or turn away from the lamp"}};
	double blur_most = quality->module > 0 ? fmax(BLUR_TIMES * quality->module, BLUR_MIN) : BLUR_MAX;
	GPtrArray *notes = notes_create();

	if (quality->document) {
		advise_page(sight, notes);
		return notes;
	}
	if (advice_form_is_lost(sight))
		notes_add(notes,
			SAY("form-without-code",
				"a printed piece is in the picture, but its QR code cannot be read: hold the camera closer, or "
				"give the code that is printed next to it"));
	if (quality->module > 0 && quality->module < MODULE_MIN) {
		g_autofree char *pixels = g_strdup_printf("%.1f", quality->module);

		notes_add(notes,
			SAY("too-far-away", "too far away: {pixels} pixels a square of the codes, hold it closer"),
			ARG_TEXT("pixels", pixels));
	}
	if (quality->blur > blur_most)
		notes_add(notes, SAY("blurred", "blurred: hold still, or a little further away until it is sharp"));
	if (quality->glare_at != GLARE_NONE)
		notes_add(notes, SAY(glare[quality->glare_at].id, glare[quality->glare_at].say));
	if (quality->tilt > TILT_MAX)
		notes_add(notes, SAY("tilted", "too much from the side: hold the camera straight above it"));
	return notes;
}
