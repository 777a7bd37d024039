/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any bytes as a grey picture of black and white squares
 * for the eye. What it sees is of a game, and a tag of the family. */
#include <stdlib.h>

#include "kiosk/sight/code_list.h"
#include "tests/kiosk/eye/looking.h"

#define SIDE 192

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes as modules of four pixels, so that few of them make a picture of squares. */
static void
paint(struct image *image, const uint8_t *data, size_t size)
{
	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++) {
			size_t bit = (size_t)(y / 4) * (size_t)(image->width / 4) + (size_t)(x / 4);

			image->grey[y * image->width + x] = bit / 8 < size && data[bit / 8] >> bit % 8 & 1 ? 10 : 245;
		}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct eye *eye;
	static uint8_t grey[SIDE * SIDE];
	struct image image = {SIDE, SIDE, grey};
	struct sight sight;

	if (eye == NULL)
		eye = eye_create(NULL);
	paint(&image, data, size);
	code_list_look(NULL, eye, &image, &sight);
	for (unsigned i = 0; i < sight.codes->len; i++)
		if (SEEN_CODE(&sight, i)->game == NULL)
			abort();
	for (unsigned i = 0; i < sight.tags->len; i++)
		if (SEEN_TAG(&sight, i)->id >= TAG_COUNT)
			abort();
	sight_finish(&sight);
	return 0;
}
