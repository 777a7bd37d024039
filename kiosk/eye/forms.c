/* SPDX-License-Identifier: MIT
 * Forms in an image. A code that was read says which four corner tags belong to its form; they and the QR say where it
 * lies, at any angle. If the same four tags are in the image twice, each form takes those that point at its own QR. */
#include <math.h>
#include <string.h>

#include "kiosk/eye/crop.h"
#include "kiosk/eye/parts.h"

/* Fewest corner tags: with two the far side would be extrapolated. */
#define CORNERS_MIN 3

/* Largest residual of the homography, as a share of a tag's border: more is not this form, or not flat paper. */
#define MISFIT 0.25

/* Largest distance of a QR from where the corner tags of its form say it is, in sides of the QR: bent paper moves it by
 * less, and the QRs of two copies are further apart. */
#define QR_SIDES 1.0

/* Regularisation of the warp's polynomial, small enough for what the corners of a single tag say about it. */
#define REGULARISATION 1e-4

/* The corners of a tag's border on the form: a ring of six modules inside ten. */
static void
tag_points(const struct rect *at, struct point out[4])
{
	double x0 = at->x + 0.2 * at->w, x1 = at->x + 0.8 * at->w;
	double y0 = at->y + 0.2 * at->h, y1 = at->y + 0.8 * at->h;

	memcpy(out, (struct point[4]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4 * sizeof *out);
}

/* How far from `near` the QR is by the homography of this tag alone. */
static double
miss_of(const struct form *form, unsigned corner, const struct seen_tag *tag, const struct point *near)
{
	struct point from[4], qr = rect_middle(&form->qr);
	struct homography map;

	tag_points(&form->tag[corner].at, from);
	if (!homography_fit(from, tag->corner, 4, &map))
		return INFINITY;
	return point_distance(homography_map(&map, qr), *near);
}

unsigned
eye_corners_find(
	const struct sight *sight, const struct form *form, const struct point *near, const struct seen_tag *corner[4])
{
	unsigned found = 0;

	for (unsigned n = 0; n < 4; n++) {
		double best = INFINITY;

		corner[n] = NULL;
		for (unsigned i = 0; i < sight->tags->len; i++) {
			const struct seen_tag *tag = SEEN_TAG(sight, i);
			double miss;

			if (tag->id != form->tag[n].id)
				continue;
			miss = near == NULL ? 0 : miss_of(form, n, tag, near);
			if (corner[n] == NULL || miss < best) {
				corner[n] = tag;
				best = miss;
			}
		}
		found += corner[n] != NULL;
	}
	return found;
}

unsigned
eye_corners_points(
	const struct form *form, const struct seen_tag *const corner[4], struct point from[16], struct point to[16])
{
	unsigned count = 0;

	for (unsigned n = 0; n < 4; n++) {
		if (corner[n] == NULL)
			continue;
		tag_points(&form->tag[n].at, from + count);
		memcpy(to + count, corner[n]->corner, 4 * sizeof *to);
		count += 4;
	}
	return count;
}

void
eye_corners_bend(
	const struct form *form, const struct seen_tag *const corner[4], const struct point *qr, struct warp *warp)
{
	struct point from[17], to[17];
	unsigned count = eye_corners_points(form, corner, from, to);

	if (count < 16)
		return;
	if (qr != NULL) {
		from[count] = rect_middle(&form->qr);
		to[count++] = *qr;
	}
	memset(warp->corner, 0, sizeof warp->corner);
	warp_refine(warp, from, to, count, WARP_TERMS, REGULARISATION);
}

bool
eye_corners_fit(const struct form *form, const struct seen_tag *const corner[4], struct warp *warp)
{
	struct point from[16], to[16];
	struct point first = rect_middle(&form->tag[0].at), last = rect_middle(&form->tag[3].at);
	double sum = 0, border = INFINITY;
	unsigned count = eye_corners_points(form, corner, from, to);

	for (unsigned i = 0; i < count; i += 4)
		border = fmin(border, point_distance(to[i + 1], to[i]));
	*warp = (struct warp){.left = first.x, .top = first.y, .right = last.x, .bottom = last.y};
	if (!homography_fit(from, to, count, &warp->homography))
		return false;
	/* If all four tags are there, the mean residual at each of them corrects the warp there. */
	for (unsigned i = 0; i < count; i++) {
		struct point at = homography_map(&warp->homography, from[i]);

		sum += (at.x - to[i].x) * (at.x - to[i].x) + (at.y - to[i].y) * (at.y - to[i].y);
		warp->corner[i / 4].x += (to[i].x - at.x) / 4;
		warp->corner[i / 4].y += (to[i].y - at.y) / 4;
	}
	if (!(sqrt(sum / count) < MISFIT * border))
		return false;
	if (count < 16)
		memset(warp->corner, 0, sizeof warp->corner);
	return true;
}

bool
eye_form_is_read(const struct sight *sight, uint32_t number)
{
	for (unsigned i = 0; i < sight->forms->len; i++)
		if (SEEN_FORM(sight, i)->number == number)
			return true;
	return false;
}

/* Whether all of a form's bubbles lie in the image. */
static bool
is_whole(const struct image *image, const struct form *form, const struct warp *warp)
{
	for (unsigned i = 0; i < form->bubbles; i++) {
		struct point middle = warp_map(warp, rect_middle(&form->bubble[i].at));

		if (!(middle.x > 0 && middle.y > 0 && middle.x < image->width && middle.y < image->height))
			return false;
	}
	return true;
}

void
eye_crops_take(const struct look *look, double turn)
{
	struct sight *sight = look->sight;
	const struct seen_form *seen = SEEN_FORM(sight, sight->forms->len - 1);

	for (unsigned i = 0; i < seen->marks && sight->crops->len < EYE_CROPS_MAX; i++) {
		struct seen_crop crop = {.form = sight->forms->len - 1, .mark = i};

		if (seen->mark[i].state == MARK_UNSURE && crop_draw(look->image, &seen->mark[i], turn, crop.grey))
			g_array_append_val(sight->crops, crop);
	}
}

/* Reads a form if it is there. `near` is where its QR is in the image, or NULL. */
static void
read_form(struct look *look, uint32_t number, const struct form *form, const struct point *near)
{
	struct sight *sight = look->sight;
	const struct seen_tag *corner[4];
	g_autofree struct seen_form *seen = NULL;
	struct warp warp[2];

	if (form->bubbles == 0 || form->tags < 4 || sight->forms->len >= EYE_FORMS_MAX)
		return;
	seen = g_new0(struct seen_form, 1);
	seen->number = number;
	seen->corners = eye_corners_find(sight, form, near, corner);
	if (seen->corners >= CORNERS_MIN && eye_corners_fit(form, corner, &warp[1]) &&
		is_whole(look->image, form, &warp[1])) {
		g_autofree struct bubble_spot *spot = g_new(struct bubble_spot, form->bubbles);
		bool sure;

		warp[0] = warp[1];
		eye_corners_bend(form, corner, near, &warp[0]);
		sure = eye_bubbles_find(look->image, form, corner, warp, spot);
		eye_marks_read(look, form, corner, spot, seen);
		for (unsigned i = 0; i < seen->marks && !sure; i++)
			seen->mark[i].state = MARK_UNSURE;
	}
	/* A form that was only expected is there if its marks were found. */
	if (near != NULL || seen->marks > 0) {
		g_array_append_vals(sight->forms, seen, 1);
		if (look->crops)
			eye_crops_take(look, crop_turn(form, seen));
	}
}

const GArray *
eye_forms_expected(struct look *look)
{
	const struct eye_asker *asker = look->asker;
	struct expected_form next;

	if (look->expected != NULL)
		return look->expected;
	look->expected = g_array_new(FALSE, FALSE, sizeof next);
	while (look->expected->len < EYE_CODES_MAX &&
		asker->expected(asker->data, look->expected->len, &next.number, &next.form))
		g_array_append_val(look->expected, next);
	return look->expected;
}

static struct point
code_middle(const struct seen_code *code)
{
	return (struct point){(code->corner[0].x + code->corner[2].x) / 2, (code->corner[0].y + code->corner[2].y) / 2};
}

/* Whether the QR of a code is the one on its form, as the corner tags tell; another piece may have the same code. */
static bool
is_on_form(const struct look *look, const struct seen_code *code, const struct form *form)
{
	const struct point middle = code_middle(code);
	const struct seen_tag *corner[4];
	struct warp warp;

	return form->tags >= 4 && eye_corners_find(look->sight, form, &middle, corner) >= CORNERS_MIN &&
		eye_corners_fit(form, corner, &warp) &&
		point_distance(warp_map(&warp, rect_middle(&form->qr)), middle) <
		QR_SIDES * point_distance(code->corner[0], code->corner[1]);
}

void
eye_forms_look(struct look *look)
{
	struct sight *sight = look->sight;
	bool has_corners = false;

	/* All copies of a form are read, since they may be filled in differently. */
	for (unsigned i = 0; i < sight->codes->len; i++) {
		const struct seen_code *code = SEEN_CODE(sight, i);
		const struct form *form = g_ptr_array_index(look->forms, i);
		const struct point near = code_middle(code);

		if (is_on_form(look, code, form))
			read_form(look, code->number, form, &near);
	}
	for (unsigned i = 0; i < sight->codes->len; i++) {
		const struct seen_code *code = SEEN_CODE(sight, i);
		const struct point near = code_middle(code);

		if (!eye_form_is_read(sight, code->number))
			read_form(look, code->number, g_ptr_array_index(look->forms, i), &near);
	}
	for (unsigned i = 0; i < sight->tags->len; i++)
		has_corners |= SEEN_TAG(sight, i)->id < TAG_CORNERS;
	for (unsigned i = 0; has_corners && i < eye_forms_expected(look)->len; i++) {
		const struct expected_form *one = &g_array_index(eye_forms_expected(look), struct expected_form, i);

		if (!eye_form_is_read(sight, one->number))
			read_form(look, one->number, &one->form, NULL);
	}
}
