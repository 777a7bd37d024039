/* SPDX-License-Identifier: MIT
 * Lists the tags in grey pictures (PGM, P5), an id a line, sorted: an
 * independent reader of what the press drew, by libapriltag itself.
 *     tags PICTURE.pgm... */
#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>
#include <stdio.h>
#include <stdlib.h>

/* Reads what pdftoppm -gray writes. */
static image_u8_t
read_picture(const char *name)
{
	FILE *file = fopen(name, "rb");
	int w, h, most;
	uint8_t *grey;

	if (file == NULL || fscanf(file, "P5 %d %d %d", &w, &h, &most) != 3 || most != 255 ||
		w < 1 || h < 1 || w > 20000 || h > 20000) {
		fprintf(stderr, "%s is no grey picture\n", name);
		exit(1);
	}
	fgetc(file);
	grey = malloc((size_t)w * (size_t)h);
	if (grey == NULL || fread(grey, 1, (size_t)w * (size_t)h, file) != (size_t)w * (size_t)h) {
		fprintf(stderr, "%s is cut short\n", name);
		exit(1);
	}
	fclose(file);
	return (image_u8_t){.width = w, .height = h, .stride = w, .buf = grey};
}

static int
by_id(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

int
main(int argc, char **argv)
{
	apriltag_family_t *family = tagStandard52h13_create();
	apriltag_detector_t *detector = apriltag_detector_create();

	apriltag_detector_add_family_bits(detector, family, 0);
	detector->quad_decimate = 2;
	for (int i = 1; i < argc; i++) {
		image_u8_t image = read_picture(argv[i]);
		zarray_t *found = apriltag_detector_detect(detector, &image);
		int count = zarray_size(found), *id = calloc((size_t)count + 1, sizeof *id);

		for (int n = 0; n < count; n++) {
			apriltag_detection_t *detection;

			zarray_get(found, n, &detection);
			id[n] = detection->id;
		}
		qsort(id, (size_t)count, sizeof *id, by_id);
		for (int n = 0; n < count; n++)
			printf("%d\n", id[n]);
		apriltag_detections_destroy(found);
		free(id);
		free(image.buf);
	}
	apriltag_detector_destroy(detector);
	tagStandard52h13_destroy(family);
	return 0;
}
