/* SPDX-License-Identifier: MIT
 * Writing samples. */
#include "tests/bench/train.h"

#include <stdlib.h>
#include <string.h>

#include "kiosk/games/marks.h"

void
train_write_form(struct train_writing *writing, unsigned form, const struct seen_form *seen,
	const enum truth truth[FORM_BUBBLES])
{
	struct train_sample *sample = &writing->sample;
	unsigned end = 0;

	/* Where no outlines are, another stage failed: the reader asks about such a form. */
	if (seen->marks == 0 || seen->mark[0].feature[FEATURE_FORM_RING] < MARKS_RING)
		return;
	sample->form = (uint8_t)form;
	for (unsigned i = 0; i < seen->marks; i++) {
		if (i == end) {
			end = marks_row_end(seen, i);
			sample->row = (uint8_t)i;
		}
		sample->bubble = (uint8_t)i;
		sample->truth = (uint8_t)truth[i];
		memcpy(sample->feature, seen->mark[i].feature, sizeof sample->feature);
		fwrite(sample, sizeof *sample, 1, writing->file);
	}
	fflush(writing->file);
}

int
train_take_photos(const struct train_camera *camera, int argc, char **argv)
{
	struct train_writing writing = {0};
	unsigned pictures, part, parts;
	uint64_t seed;

	if (argc != 6 || (writing.file = fopen(argv[1], "wb")) == NULL) {
		fprintf(stderr, "usage: %s FILE PICTURES SEED PART PARTS\n", argv[0]);
		return 2;
	}
	pictures = (unsigned)atoi(argv[2]);
	seed = (uint64_t)atoll(argv[3]);
	part = (unsigned)atoi(argv[4]);
	parts = (unsigned)atoi(argv[5]);
	for (unsigned n = 0; n < pictures; n++)
		for (unsigned c = 0; c <= UINT8_MAX; c++) {
			const char *name = camera->condition(c);

			/* Each photo has a seed of its own, so that how the work is shared changes nothing. */
			if (name == NULL || (c + n) % parts != part)
				continue;
			writing.sample = (struct train_sample){
				.condition = (uint8_t)c, .picture = (uint16_t)n, .truth = TRAIN_NAME};
			g_strlcpy((char *)writing.sample.feature, name, sizeof writing.sample.feature);
			fwrite(&writing.sample, sizeof writing.sample, 1, writing.file);
			camera->photograph(&writing, c, n, seed * 1000003 + n * (UINT8_MAX + 1) + c);
			fflush(writing.file);
		}
	return fclose(writing.file) == 0 ? 0 : 1;
}
