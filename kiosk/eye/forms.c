/* SPDX-License-Identifier: MIT
 * Forms in an image. A code that was read says which four corner tags belong to its form; they and the QR say where it
 * lies, at any angle. If the same four tags are in the image twice, each form takes those that lie around its own QR as
 * printed. A form whose QR was not read is recognised by its corner tags if its code is expected. */
#include <math.h>
#include <string.h>

#include "kiosk/eye/crop.h"
#include "kiosk/eye/parts.h"

/* Fewest corner tags without the QR: with two the far side would be extrapolated. */
#define CORNERS_MIN 3

/* Fewest corner tags with the QR, whose four corners hold the far side. */
#define CORNERS_QR 2

/* Largest residual of the homography, as a share of a tag's border: more is not this form, or not flat paper. */
#define MISFIT 0.25

/* Largest distance of a QR from where the corner tags of its form say it is, in sides of the QR: bent paper moves it by
 * less, and the QRs of two copies are further apart. */
#define QR_SIDES 1.0

/* Largest distance of a corner tag from where the QR of its form says it is, as a share of their distance: bent paper
 * moves it by less, and the tags of another copy are further away. */
#define ASTRAY 0.3

/* Most copies of a corner tag that are told apart. */
#define COPIES_MAX 4

/* Pixels in a hundredth of a millimetre, of which a printed module has a whole number (canvas_qr()). */
#define PRINT_PIXELS (300 / 2540.0)

/* Modules of the quiet zone of a QR, both sides together. */
#define QUIET 8

/* Modules of the QRs that are printed: a code alone has 21, in a URL up to 37. */
static const int qr_modules[] = {21, 25, 29, 33, 37};

/* Least share of a form's bubbles that lie in the image, if it is read. */
#define IN_VIEW 0.25

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

/* The corners of a form's QR, without its quiet zone, if it has this many modules each way. */
static void
qr_points(const struct form *form, int modules, struct point out[4])
{
	struct point middle = rect_middle(&form->qr);
	double half = modules * floor(form->qr.w * PRINT_PIXELS / (modules + QUIET)) / PRINT_PIXELS / 2;

	memcpy(out,
		(struct point[4]){{middle.x - half, middle.y - half}, {middle.x + half, middle.y - half},
			{middle.x + half, middle.y + half}, {middle.x - half, middle.y + half}},
		4 * sizeof *out);
}

static struct point
tag_middle(const struct seen_tag *tag)
{
	const struct point *c = tag->corner;

	return (struct point){(c[0].x + c[1].x + c[2].x + c[3].x) / 4, (c[0].y + c[1].y + c[2].y + c[3].y) / 4};
}

/* How far a tag is from where a QR says that this corner of its form is, as a share of the distance between them. */
static double
miss_of(const struct form *form, unsigned corner, const struct seen_tag *tag, const struct point code[4])
{
	struct point from[4], qr = rect_middle(&form->qr), at = rect_middle(&form->tag[corner].at);
	double least = INFINITY;

	for (size_t i = 0; i < G_N_ELEMENTS(qr_modules); i++) {
		struct homography map;

		qr_points(form, qr_modules[i], from);
		if (!homography_fit(from, code, 4, &map))
			continue;
		qr = homography_map(&map, rect_middle(&form->qr));
		least = fmin(least,
			point_distance(homography_map(&map, at), tag_middle(tag)) /
				point_distance(tag_middle(tag), qr));
	}
	return least;
}

/* Tags of the image that may be a corner of a form: a form may be there more than once. Returns how many, the best
 * first. */
static unsigned
find_copies(const struct sight *sight, const struct form *form, unsigned corner, const struct point *code,
	const struct seen_tag *copy[COPIES_MAX])
{
	double miss[COPIES_MAX];
	unsigned count = 0;

	for (unsigned i = 0; i < sight->tags->len; i++) {
		const struct seen_tag *tag = SEEN_TAG(sight, i);
		double off;
		unsigned at;

		if (tag->id != form->tag[corner].id)
			continue;
		off = code == NULL ? 0 : miss_of(form, corner, tag, code);
		if (!(off < ASTRAY))
			continue;
		for (at = MIN(count, COPIES_MAX - 1); at > 0 && miss[at - 1] > off; at--) {
			copy[at] = copy[at - 1];
			miss[at] = miss[at - 1];
		}
		if (at == count || count < COPIES_MAX || off < miss[at]) {
			copy[at] = tag;
			miss[at] = off;
		}
		count = MIN(count + 1, COPIES_MAX);
	}
	return count;
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

/* Fits the map from the form to the image to the corner tags, and to the QR if `code` has its corners. Returns the
 * residual, root mean square, as a share of the border of a tag; infinite if there is no such map. */
static double
misfit_of(const struct form *form, const struct seen_tag *const corner[4], const struct point *code, struct warp *warp)
{
	struct point from[20], to[20];
	struct point first = rect_middle(&form->tag[0].at), last = rect_middle(&form->tag[3].at);
	unsigned tags = eye_corners_points(form, corner, from, to);
	double least = INFINITY, border = INFINITY;

	for (unsigned i = 0; i < tags; i += 4)
		border = fmin(border, point_distance(to[i + 1], to[i]));
	if (code != NULL)
		memcpy(to + tags, code, 4 * sizeof *to);
	for (size_t size = 0; size < (code == NULL ? 1 : G_N_ELEMENTS(qr_modules)); size++) {
		unsigned count = code == NULL ? tags : tags + 4;
		struct homography map;
		double sum = 0;

		if (code != NULL)
			qr_points(form, qr_modules[size], from + tags);
		if (!homography_fit(from, to, count, &map))
			continue;
		for (unsigned i = 0; i < count; i++) {
			double off = point_distance(homography_map(&map, from[i]), to[i]);

			sum += off * off;
		}
		if (!(sqrt(sum / count) / border < least))
			continue;
		least = sqrt(sum / count) / border;
		*warp = (struct warp){map, .left = first.x, .top = first.y, .right = last.x, .bottom = last.y};
	}
	return least;
}

unsigned
eye_corners_find(
	const struct sight *sight, const struct form *form, const struct point *code, const struct seen_tag *corner[4])
{
	const struct seen_tag *copy[4][COPIES_MAX] = {{NULL}};
	unsigned copies[4], all = 1, found = 0;
	double least = INFINITY;
	struct warp warp;

	for (unsigned n = 0; n < 4; n++) {
		copies[n] = find_copies(sight, form, n, code, copy[n]);
		corner[n] = copy[n][0];
		found += corner[n] != NULL;
		all *= MAX(copies[n], 1u);
	}
	/* Without its QR, a form has those copies of its corners that lie as printed. */
	for (unsigned which = 0; code == NULL && all > 1 && which < all; which++) {
		const struct seen_tag *chosen[4];
		double misfit;

		for (unsigned n = 0, rest = which; n < 4; rest /= MAX(copies[n], 1u), n++)
			chosen[n] = copy[n][rest % MAX(copies[n], 1u)];
		misfit = misfit_of(form, chosen, NULL, &warp);
		if (misfit < least) {
			least = misfit;
			memcpy(corner, chosen, sizeof chosen);
		}
	}
	return found;
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
eye_corners_fit(
	const struct form *form, const struct seen_tag *const corner[4], const struct point *code, struct warp *warp)
{
	struct point from[16], to[16];
	unsigned count = eye_corners_points(form, corner, from, to);

	/* Two tags alone may lie in one line with what is looked for. If there are more, they say where the form is,
	 * since bent paper moves the QR between them. */
	if (!(misfit_of(form, corner, count <= 8 ? code : NULL, warp) < MISFIT))
		return false;
	/* If all four tags are there, the mean residual at each of them corrects the warp there. */
	for (unsigned i = 0; count == 16 && i < count; i++) {
		struct point at = homography_map(&warp->homography, from[i]);

		warp->corner[i / 4].x += (to[i].x - at.x) / 4;
		warp->corner[i / 4].y += (to[i].y - at.y) / 4;
	}
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

/* Whether a point lies in the image. */
static bool
is_inside(const struct image *image, struct point at)
{
	return at.x > 0 && at.y > 0 && at.x < image->width && at.y < image->height;
}

/* Whether enough of a form's bubbles lie in the image for it to be read. */
static bool
is_in_view(const struct image *image, const struct form *form, const struct warp *warp)
{
	unsigned inside = 0;

	for (unsigned i = 0; i < form->bubbles; i++)
		inside += is_inside(image, warp_map(warp, rect_middle(&form->bubble[i].at)));
	return inside >= IN_VIEW * form->bubbles;
}

/* Marks the bubbles outside of the image as lost, and places them where they can be measured. */
static void
lose_outside(const struct image *image, const struct form *form, struct bubble_spot *spot)
{
	for (unsigned i = 0; i < form->bubbles; i++)
		if (!is_inside(image, spot[i].middle))
			spot[i] = (struct bubble_spot){.middle = {1, 1}, .right = {1, 0}, .down = {0, 1}, .lost = true};
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

static struct point
code_middle(const struct point code[4])
{
	return (struct point){(code[0].x + code[2].x) / 2, (code[0].y + code[2].y) / 2};
}

/* Reads a form if it is there. `code` has the corners of its QR in the image, or is NULL. */
static void
read_form(struct look *look, uint32_t number, const struct form *form, const struct point *code)
{
	struct sight *sight = look->sight;
	const struct seen_tag *corner[4];
	g_autofree struct seen_form *seen = NULL;
	bool sure = false;
	struct warp warp[2];

	if (form->bubbles == 0 || form->tags < 4 || sight->forms->len >= EYE_FORMS_MAX)
		return;
	seen = g_new0(struct seen_form, 1);
	seen->number = number;
	seen->corners = eye_corners_find(sight, form, code, corner);
	if (seen->corners >= (code == NULL ? CORNERS_MIN : CORNERS_QR) &&
		eye_corners_fit(form, corner, code, &warp[1]) && is_in_view(look->image, form, &warp[1])) {
		g_autofree struct bubble_spot *spot = g_new0(struct bubble_spot, form->bubbles);
		struct point middle = code == NULL ? (struct point){0, 0} : code_middle(code);

		warp[0] = warp[1];
		eye_corners_bend(form, corner, code == NULL ? NULL : &middle, &warp[0]);
		sure = eye_bubbles_find(look->image, form, corner, warp, spot);
		lose_outside(look->image, form, spot);
		eye_marks_read(look, form, corner, spot, seen);
		for (unsigned i = 0; i < seen->marks; i++)
			if (!sure) {
				seen->mark[i].state = MARK_UNSURE;
				seen->mark[i].probability = 0.5;
			}
	}
	/* A form that was only expected is there if its bubbles were found. */
	if (code != NULL || sure) {
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

/* Whether the QR of a code is the one on its form, as the corner tags tell; another piece may have the same code. */
static bool
is_on_form(const struct look *look, const struct seen_code *code, const struct form *form)
{
	const struct seen_tag *corner[4];
	struct warp warp;

	return form->tags >= 4 && eye_corners_find(look->sight, form, code->corner, corner) >= CORNERS_QR &&
		eye_corners_fit(form, corner, code->corner, &warp) &&
		point_distance(warp_map(&warp, rect_middle(&form->qr)), code_middle(code->corner)) <
		QR_SIDES * point_distance(code->corner[0], code->corner[1]);
}

/* Whether an expected form is the only one with its corner tags, and no code was read where it has its QR: there are
 * few groups of corner tags, so that forms of other games may have the same. */
static bool
is_the_one(struct look *look, const struct expected_form *one)
{
	const GArray *expected = eye_forms_expected(look);
	const struct sight *sight = look->sight;
	const struct seen_tag *corner[4];
	struct warp warp;

	if (one->form.tags < 4 || eye_form_is_read(sight, one->number) ||
		eye_corners_find(sight, &one->form, NULL, corner) < CORNERS_MIN ||
		!eye_corners_fit(&one->form, corner, NULL, &warp))
		return false;
	for (unsigned i = 0; i < expected->len; i++) {
		const struct expected_form *other = &g_array_index(expected, struct expected_form, i);

		if (other->number != one->number && other->form.tags >= 4 &&
			other->form.tag[0].id == one->form.tag[0].id)
			return false;
	}
	for (unsigned i = 0; i < sight->codes->len; i++) {
		const struct point *code = SEEN_CODE(sight, i)->corner;

		if (point_distance(warp_map(&warp, rect_middle(&one->form.qr)), code_middle(code)) <
			QR_SIDES * point_distance(code[0], code[1]))
			return false;
	}
	return true;
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

		if (is_on_form(look, code, form))
			read_form(look, code->number, form, code->corner);
	}
	for (unsigned i = 0; i < sight->codes->len; i++) {
		const struct seen_code *code = SEEN_CODE(sight, i);

		if (!eye_form_is_read(sight, code->number))
			read_form(look, code->number, g_ptr_array_index(look->forms, i), code->corner);
	}
	for (unsigned i = 0; i < sight->tags->len; i++)
		has_corners |= SEEN_TAG(sight, i)->id < TAG_CORNERS;
	for (unsigned i = 0; has_corners && i < eye_forms_expected(look)->len; i++) {
		const struct expected_form *one = &g_array_index(eye_forms_expected(look), struct expected_form, i);

		if (is_the_one(look, one))
			read_form(look, one->number, &one->form, NULL);
	}
}
