/* SPDX-License-Identifier: MIT
 * Files of pictures. */
#define _GNU_SOURCE
#include "tests/kiosk/picture/pictures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cairo-pdf.h>
#include <jpeglib.h>
#include <png.h>
#include <tiffio.h>
#include <webp/encode.h>

static void
require(bool holds)
{
	if (!holds)
		abort();
}

struct image
picture(int32_t width, int32_t height)
{
	struct image image = {width, height, malloc((size_t)width * (size_t)height)};

	require(image.grey != NULL);
	for (int32_t y = 0; y < height; y++) {
		for (int32_t x = 0; x < width; x++) {
			int value = 120 + 60 * x / width + 70 * y / height;

			if (y < height / 3 && x < width / 3)
				value = 16;
			else if (y < height / 3 && x >= width - width / 3)
				value = 80;
			image.grey[y * width + x] = (uint8_t)value;
		}
	}
	return image;
}

/* EXIF says on which side of the upright picture the first row and the first column are. */
struct image
picture_held(const struct image *upright, unsigned orientation)
{
	static const char sides[][3] = {"TL", "TR", "BR", "BL", "LT", "RT", "RB", "LB"};
	const char *side = sides[orientation - 1];
	bool lying = side[0] == 'L' || side[0] == 'R';
	int32_t w = upright->width, h = upright->height;
	struct image held = {lying ? h : w, lying ? w : h, malloc((size_t)w * (size_t)h)};

	require(held.grey != NULL);
	for (int32_t row = 0; row < held.height; row++) {
		for (int32_t column = 0; column < held.width; column++) {
			int32_t x = lying ? row : column, y = lying ? column : row;

			if (strchr(side, 'R') != NULL)
				x = w - 1 - x;
			if (strchr(side, 'B') != NULL)
				y = h - 1 - y;
			held.grey[row * held.width + column] = upright->grey[y * w + x];
		}
	}
	return held;
}

static void
write_exif(struct jpeg_compress_struct *jpeg, unsigned orientation, bool big)
{
	uint8_t little_exif[] = "Exif\0\0II*\0\10\0\0\0\2\0\20\1\2\0\1\0\0\0A\0\0\0\22\1\3\0\1\0\0\0?"
				"\0\0\0\0\0\0\0";
	uint8_t big_exif[] = "Exif\0\0MM\0*\0\0\0\10\0\2\1\20\0\2\0\0\0\1A\0\0\0\1\22\0\3\0\0\0\1\0?"
			     "\0\0\0\0\0\0";

	*(uint8_t *)memchr(little_exif, '?', sizeof little_exif) = (uint8_t)orientation;
	*(uint8_t *)memchr(big_exif, '?', sizeof big_exif) = (uint8_t)orientation;
	jpeg_write_marker(jpeg, JPEG_APP0 + 1, (const uint8_t *)"http://ns.adobe.com/xap/1.0/", 29);
	jpeg_write_marker(jpeg, JPEG_APP0 + 1, big ? big_exif : little_exif, sizeof big_exif - 1);
}

struct file
jpeg_write(const struct image *image, enum jpeg_kind kind, unsigned orientation, bool big)
{
	static const int channels[] = {[JPEG_GREY] = 1, [JPEG_COLOUR] = 3, [JPEG_PROGRESSIVE] = 3, [JPEG_INKS] = 4};
	static const J_COLOR_SPACE spaces[] = {0, JCS_GRAYSCALE, 0, JCS_RGB, JCS_CMYK};
	struct jpeg_compress_struct jpeg;
	struct jpeg_error_mgr errors;
	int n = channels[kind];
	uint8_t *row = malloc((size_t)image->width * 4);
	struct file file = {0};
	unsigned long size = 0;

	require(row != NULL);
	jpeg.err = jpeg_std_error(&errors);
	jpeg_create_compress(&jpeg);
	jpeg_mem_dest(&jpeg, &file.at, &size);
	jpeg.image_width = (JDIMENSION)image->width;
	jpeg.image_height = (JDIMENSION)image->height;
	jpeg.input_components = n;
	jpeg.in_color_space = spaces[n];
	jpeg_set_defaults(&jpeg);
	jpeg_set_quality(&jpeg, 95, TRUE);
	if (kind == JPEG_PROGRESSIVE)
		jpeg_simple_progression(&jpeg);
	jpeg_start_compress(&jpeg, TRUE);
	if (orientation > 0)
		write_exif(&jpeg, orientation, big);
	for (int32_t y = 0; y < image->height; y++) {
		memset(row, 255, (size_t)image->width * 4);
		for (int32_t i = 0; i < image->width * n; i++) {
			if (i % n < 3)
				row[i] = image->grey[y * image->width + i / n];
		}
		jpeg_write_scanlines(&jpeg, &row, 1);
	}
	jpeg_finish_compress(&jpeg);
	jpeg_destroy_compress(&jpeg);
	free(row);
	file.size = size;
	return file;
}

/* A row of samples of 8 bits each, `n` a pixel, as PNG takes it. */
static void
fill_row(const struct image *image, int32_t y, int n, bool alpha, uint8_t *row)
{
	int32_t width = alpha ? 2 * image->width : image->width;

	for (int32_t x = 0; x < width; x++) {
		for (int i = 0; i < n; i++)
			row[x * n + i] = x < image->width ? image->grey[y * image->width + x] : 0;
		if (alpha)
			row[x * n + n - 1] = x < image->width ? 255 : 0;
	}
}

/* The same in `depth` bits a sample, in place. */
static void
pack_row(uint8_t *row, size_t samples, int depth)
{
	for (size_t i = samples; depth == 16 && i-- > 0;)
		row[2 * i] = row[2 * i + 1] = row[i];
	for (size_t i = 0; depth < 8 && i < samples; i++) {
		size_t bit = i * (size_t)depth;
		uint8_t value = (uint8_t)(row[i] >> (8 - depth));

		if (bit % 8 == 0)
			row[bit / 8] = 0;
		row[bit / 8] = (uint8_t)(row[bit / 8] | value << (8 - depth - (int)(bit % 8)));
	}
}

static void
png_append(png_structp png, png_bytep bytes, size_t size)
{
	struct file *file = png_get_io_ptr(png);

	file->at = realloc(file->at, file->size + size);
	require(file->at != NULL);
	memcpy(file->at + file->size, bytes, size);
	file->size += size;
}

struct file
png_write(const struct image *image, int type, int depth, bool interlaced)
{
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
	png_infop info = png_create_info_struct(png);
	bool alpha = (type & PNG_COLOR_MASK_ALPHA) != 0;
	int n = type == PNG_COLOR_TYPE_PALETTE ? 1 : (type & PNG_COLOR_MASK_COLOR ? 3 : 1) + alpha;
	uint32_t width = (uint32_t)image->width * (alpha ? 2 : 1);
	uint8_t *row = malloc((size_t)width * 8);
	png_color palette[256];
	struct file file = {0};
	int passes;

	require(png != NULL && info != NULL && row != NULL);
	png_set_write_fn(png, &file, png_append, NULL);
	png_set_IHDR(png, info, width, (uint32_t)image->height, depth, type,
		interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
		PNG_FILTER_TYPE_DEFAULT);
	for (int i = 0; i < 256; i++)
		palette[i] = (png_color){(uint8_t)i, (uint8_t)i, (uint8_t)i};
	if (type == PNG_COLOR_TYPE_PALETTE)
		png_set_PLTE(png, info, palette, 256);
	png_write_info(png, info);
	passes = png_set_interlace_handling(png);
	while (passes-- > 0) {
		for (int32_t y = 0; y < image->height; y++) {
			fill_row(image, y, n, alpha, row);
			pack_row(row, (size_t)width * (size_t)n, depth);
			png_write_row(png, row);
		}
	}
	png_write_end(png, NULL);
	png_destroy_write_struct(&png, &info);
	free(row);
	return file;
}

struct file
webp_write(const struct image *image, bool lossless, bool alpha)
{
	int width = alpha ? 2 * image->width : image->width, n = alpha ? 4 : 3;
	uint8_t *colours = malloc((size_t)width * (size_t)image->height * 4);
	struct file file = {0};
	uint8_t *made = NULL;

	require(colours != NULL);
	for (int32_t y = 0; y < image->height; y++)
		fill_row(image, y, n, alpha, colours + (size_t)y * (size_t)(width * n));
	if (lossless && alpha)
		file.size = WebPEncodeLosslessRGBA(colours, width, image->height, width * n, &made);
	else if (lossless)
		file.size = WebPEncodeLosslessRGB(colours, width, image->height, width * n, &made);
	else if (alpha)
		file.size = WebPEncodeRGBA(colours, width, image->height, width * n, 95, &made);
	else
		file.size = WebPEncodeRGB(colours, width, image->height, width * n, 95, &made);
	require(file.size > 0);
	file.at = malloc(file.size);
	require(file.at != NULL);
	memcpy(file.at, made, file.size);
	WebPFree(made);
	free(colours);
	return file;
}

static void
tiff_page(TIFF *tiff, const struct image *image, enum tiff_kind kind, unsigned orientation)
{
	int n = kind == TIFF_COLOUR ? 3 : 1, depth = kind == TIFF_FAX ? 1 : 8;
	uint8_t row[4096], tile[32 * 32];
	static const int packing[] = {
		COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_NONE, COMPRESSION_CCITTFAX4};

	TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, image->width);
	TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, image->height);
	TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, depth);
	TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, n);
	TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
	TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, n == 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
	TIFFSetField(tiff, TIFFTAG_COMPRESSION, packing[kind]);
	TIFFSetField(tiff, TIFFTAG_ORIENTATION, orientation);
	if (kind == TIFF_TILES) {
		TIFFSetField(tiff, TIFFTAG_TILEWIDTH, 32);
		TIFFSetField(tiff, TIFFTAG_TILELENGTH, 32);
	} else {
		TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 16);
	}
	for (int32_t y = 0; kind != TIFF_TILES && y < image->height; y++) {
		fill_row(image, y, n, false, row);
		pack_row(row, (size_t)(image->width * n), depth);
		require(TIFFWriteScanline(tiff, row, (uint32_t)y, 0) == 1);
	}
	for (int32_t y = 0; kind == TIFF_TILES && y < image->height; y += 32) {
		for (int32_t x = 0; x < image->width; x += 32) {
			for (int i = 0; i < 32 * 32; i++) {
				bool inside = x + i % 32 < image->width && y + i / 32 < image->height;

				tile[i] = inside ? image->grey[(y + i / 32) * image->width + x + i % 32] : 0;
			}
			require(TIFFWriteTile(tiff, tile, (uint32_t)x, (uint32_t)y, 0, 0) > 0);
		}
	}
	require(TIFFWriteDirectory(tiff) == 1);
}

struct file
tiff_write(const struct image *image, enum tiff_kind kind, unsigned pages, unsigned orientation)
{
	int memory = memfd_create("tiff", 0);
	TIFF *tiff = TIFFFdOpen(dup(memory), "picture", "w");
	struct image small = picture(8, 8);
	struct file file = {0};

	require(tiff != NULL);
	for (unsigned page = 0; page < pages; page++) {
		TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE);
		tiff_page(tiff, &small, TIFF_PLAIN, 1);
		TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, FILETYPE_PAGE);
		tiff_page(tiff, image, kind, orientation);
	}
	TIFFClose(tiff);
	image_finish(&small);
	file.size = (size_t)lseek(memory, 0, SEEK_END);
	file.at = malloc(file.size);
	require(file.at != NULL && pread(memory, file.at, file.size, 0) == (ssize_t)file.size);
	close(memory);
	return file;
}

static cairo_status_t
pdf_append(void *closure, const unsigned char *bytes, unsigned size)
{
	struct file *file = closure;

	file->at = realloc(file->at, file->size + size);
	require(file->at != NULL);
	memcpy(file->at + file->size, bytes, size);
	file->size += size;
	return CAIRO_STATUS_SUCCESS;
}

struct file
pdf_write(unsigned pages)
{
	const double width = 595.28, height = 841.89;
	struct file file = {0};
	cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(pdf_append, &file, width, height);
	cairo_t *cairo = cairo_create(surface);

	for (unsigned page = 1; page <= pages; page++) {
		cairo_rectangle(cairo, width / 4, height / 4, width * page / 10, width * page / 10);
		cairo_fill(cairo);
		cairo_show_page(cairo);
	}
	cairo_surface_finish(surface);
	require(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS);
	cairo_destroy(cairo);
	cairo_surface_destroy(surface);
	return file;
}
