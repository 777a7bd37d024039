/* SPDX-License-Identifier: MIT
 * Lists the marks in grey pictures (PGM, P5) as independent readers see them:
 * a line `tag ID` for each tag that libapriltag finds, and `zbar TEXT` for each
 * QR of libzbar. (zbarimg would take three times as long to load a page.)
 *     marks PICTURE.pgm... */
#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>
#include <stdio.h>
#include <stdlib.h>
#include <zbar.h>

/* Reads what pdftoppm -gray writes. */
static image_u8_t
read_picture(const char *name)
{
	FILE *file = fopen(name, "rb");
	int w, h, most;
	uint8_t *grey;

	if (file == NULL || fscanf(file, "P5 %d %d %d", &w, &h, &most) != 3 || most != 255 || w < 1 || h < 1 ||
		w > 20000 || h > 20000) {
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

static void
list_tags(apriltag_detector_t *detector, image_u8_t *image)
{
	zarray_t *found = apriltag_detector_detect(detector, image);

	for (int n = 0; n < zarray_size(found); n++) {
		apriltag_detection_t *detection;

		zarray_get(found, n, &detection);
		printf("tag %d\n", detection->id);
	}
	apriltag_detections_destroy(found);
}

static void
list_codes(zbar_image_scanner_t *scanner, const image_u8_t *image)
{
	zbar_image_t *view = zbar_image_create();

	zbar_image_set_format(view, zbar_fourcc('Y', '8', '0', '0'));
	zbar_image_set_size(view, (unsigned)image->width, (unsigned)image->height);
	zbar_image_set_data(view, image->buf, (unsigned long)image->width * (unsigned long)image->height, NULL);
	zbar_scan_image(scanner, view);
	for (const zbar_symbol_t *symbol = zbar_image_first_symbol(view); symbol != NULL;
		symbol = zbar_symbol_next(symbol))
		printf("zbar %s\n", zbar_symbol_get_data(symbol));
	zbar_image_destroy(view);
}

int
main(int argc, char **argv)
{
	apriltag_family_t *family = tagStandard52h13_create();
	apriltag_detector_t *detector = apriltag_detector_create();
	zbar_image_scanner_t *scanner = zbar_image_scanner_create();

	apriltag_detector_add_family_bits(detector, family, 0);
	detector->quad_decimate = 2;
	zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
	zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
	for (int i = 1; i < argc; i++) {
		image_u8_t image = read_picture(argv[i]);

		list_tags(detector, &image);
		list_codes(scanner, &image);
		free(image.buf);
	}
	zbar_image_scanner_destroy(scanner);
	apriltag_detector_destroy(detector);
	tagStandard52h13_destroy(family);
	return 0;
}
