/* SPDX-License-Identifier: MIT
 * Draws the symbols of a card as small grey images, at build time: the sandbox that looks at pictures has no fonts.
 *     clips_drawings OUT.h */
#include <stdio.h>
#include <stdlib.h>

#include "gen/canvas/shaping.h"
#include "gen/games/clips/press.h"
#include "kiosk/games/clips/card.h"

/* Each sample is the mean of a square of this many pixels each way. */
#define FINER 10

#define SIDE (REGISTRATION_SIDE * FINER)

static bool
write_symbol(FILE *out, enum clips_symbol symbol, struct shaper *shaper)
{
	static uint32_t pixels[SIDE * SIDE];
	cairo_surface_t *surface =
		cairo_image_surface_create_for_data((unsigned char *)pixels, CAIRO_FORMAT_RGB24, SIDE, SIDE, 4 * SIDE);
	int32_t size = clips_poker.symbol, rim = CARD_RIM;
	double scale = SIDE / ((size + 2 * rim) * 72 / 2540.0);

	cairo_surface_set_device_scale(surface, scale, scale);
	struct canvas *canvas = canvas_create(surface, shaper, INK_FULL);

	canvas_paint(canvas, COLOUR_PAPER);
	canvas_symbol(canvas, clips_symbol_of[symbol], (struct rect){rim, rim, size, size});
	canvas_flush(canvas);
	bool fine = canvas_status(canvas);

	canvas_destroy(canvas);
	cairo_surface_flush(surface);
	cairo_surface_destroy(surface);
	fprintf(out, "\t{{");
	for (int i = 0; i < REGISTRATION_SIDE * REGISTRATION_SIDE; i++) {
		const uint32_t *first = pixels + (i / REGISTRATION_SIDE * SIDE + i % REGISTRATION_SIDE) * FINER;
		unsigned long sum = 0; /* of the grey of a square */

		for (int n = 0; n < FINER * FINER; n++) {
			uint32_t rgb = first[n / FINER * SIDE + n % FINER];

			sum += 77 * (rgb >> 16 & 255) + 150 * (rgb >> 8 & 255) + 29 * (rgb & 255);
		}
		fprintf(out, "%s%u,", i % REGISTRATION_SIDE == 0 ? "\n\t\t" : " ",
			(unsigned)(sum / (256 * FINER * FINER)));
	}
	fprintf(out, "\n\t}},\n");
	return fine;
}

int
main(int argc, char **argv)
{
	struct problem problem;
	struct shaper *shaper = shaper_create(&problem);
	FILE *out = argc == 2 ? fopen(argv[1], "w") : NULL;
	bool fine = shaper != NULL && out != NULL;

	if (fine)
		fprintf(out,
			"/* Made by clips_drawings.c. */\n"
			"const struct registration_drawing card_drawings[CLIPS_SYMBOLS] = {\n");
	for (int i = 0; fine && i < CLIPS_SYMBOLS; i++)
		fine = write_symbol(out, (enum clips_symbol)i, shaper);
	if (fine)
		fprintf(out, "};\n");
	if (out != NULL)
		fine &= fclose(out) == 0;
	if (!fine)
		fputs(shaper == NULL ? "clips_drawings: fonts are missing\n" : "clips_drawings: cannot be drawn\n",
			stderr);
	shaper_destroy(shaper);
	return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
