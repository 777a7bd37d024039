/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any bytes as a picture, decoded in this process, and as
 * what the renderer of a PDF might send. Whatever is handed over has the size it
 * says, within the bounds. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kiosk/picture/decode_pdf.h"

#define PIXELS_MAX 200000 /* so that no input takes long */
#define PAGES_MAX  20

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
require(bool holds)
{
	if (!holds)
		abort();
}

/* Looks at every pixel, so that a sanitizer does. */
static bool
take_page(void *receiver, const struct image *image)
{
	unsigned *pages = receiver;
	size_t pixels = (size_t)image->width * (size_t)image->height, sum = 0;

	require(image->width > 0 && image->height > 0 && pixels <= PIXELS_MAX);
	for (size_t i = 0; i < pixels; i++)
		sum += image->grey[i];
	require(sum <= 255 * pixels);
	return ++*pages < PAGES_MAX;
}

static void
read_rendered(struct decoder *decoder)
{
	int file = memfd_create("pages", MFD_CLOEXEC);

	require(file >= 0 && write(file, decoder->bytes, decoder->size) == (ssize_t)decoder->size);
	lseek(file, 0, SEEK_SET);
	FILE *pages = fdopen(file, "rb");
	require(pages != NULL);
	decode_pdf_pages(decoder, pages);
	fclose(pages);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned pages = 0;
	struct decoder decoder = {
		.bytes = data, .size = size, .pixels_max = PIXELS_MAX, .page = take_page, .receiver = &pages};
	enum decode_status status;

	if (size > 1 && data[0] == 'P' && data[1] == '5') {
		read_rendered(&decoder);
		return 0;
	}
	if (decode_type(data, size) == DECODE_TYPE_PDF)
		decode_pdf_is_cut(data, size);
	status = decode(&decoder);
	require(status < DECODE_STATUSES && (status != DECODE_OK || pages > 0));
	/* Faulty pages of a TIFF are counted, and not handed over. */
	require(pages == decoder.pages || status == DECODE_STOPPED || (status != DECODE_OK && pages < decoder.pages));
	return 0;
}
