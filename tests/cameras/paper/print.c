/* SPDX-License-Identifier: MIT
 * From a page of ours to paper that reflects light. */
#include "tests/cameras/paper/print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gen/canvas/shaping.h"
#include "gen/press/printed_game.h"

/* Millimetres of white around what is printed of a page, so that an edge of paper has room. */
#define MARGIN 2.0

/* Reflectance of printed black. */
#define BLACK 0.045

/* The faces are loaded once for all pictures. */
static struct shaper *
faces(void)
{
	static struct shaper *shaper;
	struct problem problem;

	if (shaper == NULL)
		shaper = shaper_create(&problem);
	return shaper;
}

double
linear_of(double coded)
{
	return coded <= 0.04045 ? coded / 12.92 : plain_pow((coded + 0.055) / 1.055, 2.4);
}

double
coded_of(double linear)
{
	return linear <= 0.0031308 ? linear * 12.92 : 1.055 * plain_pow(linear, 1 / 2.4) - 0.055;
}

void
printed_piece_init(struct printed_piece *piece, const char *game, unsigned players, uint64_t seed, unsigned number)
{
	memset(piece, 0, sizeof *piece);
	piece->job = (struct print_job){
		/* Of cards, one a page. */
		.single = strcmp(game, "clips") == 0,
		.codes = {.game = game_by_id(game), .seed = seed & 0xffffffffffff, .players = (uint8_t)players},
		.count = 1,
		.paper = &paper_a4,
	};
	page_plan_init(&piece->plan);
	printed_game_of(piece->job.codes.game)->plan(&piece->job, &piece->plan);
	print_job_build(&piece->job, 0, (uint8_t)number, piece->layout.bytes, &piece->code, &piece->form);
	code_write(&piece->code, NULL, piece->text);
}

void
printed_piece_finish(struct printed_piece *piece)
{
	page_plan_finish(&piece->plan);
}

static bool
blank(struct print *print, double x, double y, double w, double h, double density)
{
	print->density = density;
	print->x = x - MARGIN;
	print->y = y - MARGIN;
	print->w = (int)((w + 2 * MARGIN) * density);
	print->h = (int)((h + 2 * MARGIN) * density);
	print->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, print->w, print->h);
	double points = density * 25.4 / 72;

	cairo_surface_set_device_scale(print->surface, points, points);
	cairo_surface_set_device_offset(print->surface, -print->x * density, -print->y * density);
	print->pixel = (uint32_t *)(void *)cairo_image_surface_get_data(print->surface);
	return faces() != NULL && print->pixel != NULL;
}

bool
print_init(
	struct print *print, const struct printed_piece *piece, unsigned n, struct rect part, double density, bool grey)
{
	const struct page *page = &g_array_index(piece->plan.pages, struct page, n);

	if (!blank(print, part.x / 100.0, part.y / 100.0, part.w / 100.0, part.h / 100.0, density))
		return false;
	struct canvas *canvas = canvas_create(print->surface, faces(), grey ? INK_GREY : INK_FULL);

	canvas_paint(canvas, COLOUR_PAPER);
	canvas_origin(canvas, 0, 0);
	page->draw(page, canvas);
	canvas_flush(canvas);
	canvas_destroy(canvas);
	cairo_surface_flush(print->surface);
	return true;
}

void
print_finish(struct print *print)
{
	cairo_surface_destroy(print->surface);
}

bool
print_words(struct print *print, double x, double y, double w, double h, double density, struct luck *luck)
{
	static const char *const words[] = {"minutes", "of", "the", "meeting", "invoice", "total", "and", "please",
		"by", "Friday", "2024", "club", "evening", "17:30", "we", "agreed", "that", "room", "offer", "no.",
		"4711", "shall", "be", "ordered", "for", "members", "signed"};
	const enum face face = luck_one_in(luck, 2) ? FACE_TEXT : FACE_BOLD;
	const struct font body = {face, (int32_t)luck_in(luck, 350, 600), COLOUR_INK, ALIGN_LEFT};

	if (!blank(print, x, y, w, h, density))
		return false;
	struct canvas *canvas = canvas_create(print->surface, faces(), INK_FULL);

	canvas_paint(canvas, COLOUR_PAPER);
	canvas_origin(canvas, 0, 0);
	for (double top = luck_in(luck, 0, 10); top < h;) {
		GString *text = g_string_new(NULL);

		for (unsigned i = 10 + luck_below(luck, 60); i > 0; i--)
			g_string_append_printf(text, "%s ", words[luck_below(luck, G_N_ELEMENTS(words))]);
		struct rect box = {
			(int32_t)((x + 5) * 100), (int32_t)((y + top) * 100), (int32_t)((w - 8) * 100), 8000};

		top += canvas_paragraph(canvas, &body, box, text->str) / 100.0 + luck_in(luck, 2, 12);
		g_string_free(text, TRUE);
	}
	canvas_flush(canvas);
	canvas_destroy(canvas);
	cairo_surface_flush(print->surface);
	return true;
}

void
print_fade(struct print *print, const struct recipe *recipe, struct luck *luck)
{
	bool along =
		luck_one_in(luck, 2); /* streaks run down the page as those of a drum, or across as those of a head */
	unsigned salt = luck_below(luck, 1 << 20);

	if (recipe->ink_low <= 0 && recipe->ink_streaks <= 0)
		return;
	for (int row = 0; row < print->h; row++) {
		for (int col = 0; col < print->w; col++) {
			uint32_t *pixel = &print->pixel[row * print->w + col];

			if ((*pixel & 0xffffff) == 0xffffff)
				continue;
			double at = (along ? col : row) / print->density, other = (along ? row : col) / print->density;
			double streak = smooth_step(0.25, 0.6, noise(at * 1.7, other * 0.004, salt)) +
				smooth_step(0.1, 0.7, noise(at * 0.11, other * 0.01, salt + 1)) * 0.5;
			double grain = place_hash(col, row, salt) * recipe->ink_low * 0.3;
			double keep = clamp(1 - recipe->ink_low - grain - recipe->ink_streaks * streak, 0.06, 1);
			uint32_t faded = 0;

			for (int shift = 0; shift < 24; shift += 8)
				faded |= (uint32_t)(255.5 - (255 - (double)(*pixel >> shift & 255)) * keep) << shift;
			*pixel = faded;
		}
	}
}

bool
texture_init(struct texture *texture, int w, int h, double density)
{
	*texture = (struct texture){.w = w, .h = h, .density = density};
	texture->pixel = malloc(sizeof *texture->pixel * (size_t)w * (size_t)h);
	return texture->pixel != NULL;
}

void
texture_finish(struct texture *texture)
{
	free(texture->pixel);
}

/* How much of each pixel of an area is inside of the outline, as an alpha surface. */
static cairo_surface_t *
cut_out(int w, int h, double density, struct point corner, const struct point *outline, size_t points)
{
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, w, h);
	cairo_t *cairo = cairo_create(surface);

	for (size_t i = 0; i < points; i++)
		cairo_line_to(cairo, (outline[i].x - corner.x) * density, (outline[i].y - corner.y) * density);
	cairo_fill(cairo);
	cairo_destroy(cairo);
	cairo_surface_flush(surface);
	return surface;
}

bool
texture_cut(struct texture *piece, const struct texture *whole, const struct point *outline, size_t points)
{
	struct point low = outline[0], high = outline[0];

	for (size_t i = 1; i < points; i++) {
		low = (struct point){fmin(low.x, outline[i].x), fmin(low.y, outline[i].y)};
		high = (struct point){fmax(high.x, outline[i].x), fmax(high.y, outline[i].y)};
	}
	int left = (int)floor((low.x - MARGIN - whole->x) * whole->density);
	int top = (int)floor((low.y - MARGIN - whole->y) * whole->density);
	int w = (int)((high.x - low.x + 2 * MARGIN) * whole->density);
	int h = (int)((high.y - low.y + 2 * MARGIN) * whole->density);

	if (!texture_init(piece, w, h, whole->density))
		return false;
	piece->x = whole->x + left / whole->density;
	piece->y = whole->y + top / whole->density;
	cairo_surface_t *cut = cut_out(w, h, whole->density, (struct point){piece->x, piece->y}, outline, points);

	for (int row = 0; row < h; row++) {
		const unsigned char *inside =
			cairo_image_surface_get_data(cut) + row * cairo_image_surface_get_stride(cut);

		for (int col = 0; col < w; col++) {
			uint16_t *out = piece->pixel[row * w + col];
			int x = (int)clamp(left + col, 0, whole->w - 1), y = (int)clamp(top + row, 0, whole->h - 1);

			memcpy(out, whole->pixel[y * whole->w + x], sizeof piece->pixel[0]);
			out[3] = (uint16_t)(inside[col] * (PAPER_WHITE / 255.0));
		}
	}
	cairo_surface_destroy(cut);
	return true;
}

/* Darkness of what shines through, blurred twice by the paper; mirrored. */
static float *
shine(const struct print *back)
{
	int w = back->w, h = back->h, reach = (int)(0.3 * back->density) + 1;
	float *dark = malloc(sizeof *dark * (size_t)(w * h) * 2), *line = dark + w * h;

	for (int row = 0; row < h; row++)
		for (int col = 0; col < w; col++) {
			uint32_t pixel = back->pixel[row * w + (w - 1 - col)];

			dark[row * w + col] =
				1 - (float)((pixel >> 8 & 255) + (pixel & 255) + (pixel >> 16 & 255)) / 765;
		}
	for (int pass = 0; pass < 4; pass++) {
		bool down = pass % 2;
		int length = down ? h : w, step = down ? w : 1;

		for (int i = 0; i < (down ? w : h); i++) {
			float *first = dark + (down ? i : i * w), sum = 0;

			for (int at = 0; at < length; at++)
				line[at] = first[at * step];
			for (int at = -reach; at < length; at++) {
				if (at + reach < length)
					sum += line[at + reach];
				if (at - reach - 1 >= 0)
					sum -= line[at - reach - 1];
				if (at >= 0)
					first[at * step] = sum / (float)(2 * reach + 1);
			}
		}
	}
	return dark;
}

/* The share of light that squares leave at a place. */
static double
squares(const struct recipe *recipe, double x, double y, double turn, double shift)
{
	double soft = recipe->ruled == RULED_BELOW ? 0.35 : 0.12, half = recipe->ruled == RULED_BELOW ? 0.2 : 0.1;
	double along = x + turn * y + shift, down = y - turn * x + shift * 1.7, dark = 0;

	along = fabs(along / 5 - floor(along / 5) - 0.5) * 5;
	down = fabs(down / 5 - floor(down / 5) - 0.5) * 5;
	dark = 1 - smooth_step(half, half + soft, along);
	dark = fmax(dark, 1 - smooth_step(half, half + soft, down));
	return 1 - recipe->ruled_dark * dark;
}

bool
texture_of_print(struct texture *texture, const struct print *print, const struct print *back,
	const struct recipe *recipe, const struct point *outline, size_t points, struct luck luck)
{
	double reflect[256], turn = recipe->ruled == RULED_BELOW ? luck_about(&luck, 0.1) : 0;
	double shift = luck_in(&luck, 0, 5);
	unsigned salt = luck_below(&luck, 1 << 20);

	if (!texture_init(texture, print->w, print->h, print->density))
		return false;
	texture->x = print->x;
	texture->y = print->y;
	for (int i = 0; i < 256; i++)
		reflect[i] = BLACK + (1 - BLACK) * linear_of(i / 255.0);
	cairo_surface_t *cut =
		cut_out(print->w, print->h, print->density, (struct point){print->x, print->y}, outline, points);
	const unsigned char *inside = cairo_image_surface_get_data(cut);
	int stride = cairo_image_surface_get_stride(cut);
	float *dark = back != NULL ? shine(back) : NULL;

	for (int row = 0; row < print->h; row++) {
		for (int col = 0; col < print->w; col++) {
			uint32_t pixel = print->pixel[row * print->w + col];
			uint16_t *out = texture->pixel[row * print->w + col];
			double light = 0.985 + 0.015 * place_hash(col, row, salt);

			/* Blue and grey lines take more red than blue. */
			double line = recipe->ruled == RULED_NOT
				? 1
				: squares(recipe, print->x + col / print->density, print->y + row / print->density,
					  turn, shift);

			if (dark != NULL && row < back->h && col < back->w)
				light *= 1 - recipe->back_dark * (double)dark[row * back->w + col];
			light *= PAPER_WHITE;
			out[0] = (uint16_t)(light * recipe->paper[0] * reflect[pixel >> 16 & 255] * line);
			out[1] = (uint16_t)(light * recipe->paper[1] * reflect[pixel >> 8 & 255] * line);
			out[2] = (uint16_t)(light * recipe->paper[2] * reflect[pixel & 255] * (0.5 + 0.5 * line));
			out[3] = (uint16_t)(inside[row * stride + col] * (PAPER_WHITE / 255.0));
		}
	}
	free(dark);
	cairo_surface_destroy(cut);
	return true;
}

bool
texture_of_back(struct texture *texture, const struct texture *front, const struct recipe *recipe)
{
	if (!texture_init(texture, front->w, front->h, front->density))
		return false;
	texture->x = front->x;
	texture->y = front->y;
	for (int i = 0; i < front->w * front->h; i++)
		for (int c = 0; c < 4; c++) {
			double white = PAPER_WHITE * recipe->paper[c % 3];

			texture->pixel[i][c] =
				c == 3 ? front->pixel[i][c] : (uint16_t)(white - (white - front->pixel[i][c]) * 0.12);
		}
	return true;
}
