/* SPDX-License-Identifier: MIT
 * WebP by libwebp, lossy and lossless: its luma and, if it has one, its alpha, on white paper. */
#include <glib.h>
#include <webp/decode.h>

#include "kiosk/picture/decode.h"

static enum decode_status
meaning(VP8StatusCode code)
{
	switch (code) {
	case VP8_STATUS_OK:
		return DECODE_OK;
	case VP8_STATUS_OUT_OF_MEMORY:
		return DECODE_MEMORY;
	case VP8_STATUS_NOT_ENOUGH_DATA:
	case VP8_STATUS_SUSPENDED:
		return DECODE_CUT;
	case VP8_STATUS_UNSUPPORTED_FEATURE:
		return DECODE_UNUSUAL;
	default:
		return DECODE_DAMAGED;
	}
}

enum decode_status
decode_webp(struct decoder *decoder)
{
	WebPDecoderConfig config;
	struct image image = {0};
	uint8_t full[256];

	if (!WebPInitDecoderConfig(&config))
		return DECODE_UNUSUAL;
	enum decode_status status = meaning(WebPGetFeatures(decoder->bytes, decoder->size, &config.input));
	if (status == DECODE_OK && config.input.has_animation)
		return DECODE_ANIMATED;
	if (status == DECODE_OK)
		status = decode_begin(decoder, (uint64_t)config.input.width, (uint64_t)config.input.height, &image);
	if (status != DECODE_OK)
		return status;
	config.output.colorspace = config.input.has_alpha ? MODE_YUVA : MODE_YUV;
	status = meaning(WebPDecode(decoder->bytes, decoder->size, &config));
	if (status == DECODE_OK && (config.output.width != image.width || config.output.height != image.height))
		status = DECODE_DAMAGED;
	/* Luma has the range of television: 16 is black and 235 is white. */
	for (int stored = 0; stored < 256; stored++)
		full[stored] = (uint8_t)CLAMP(((stored - 16) * 255 + 109) / 219, 0, 255);
	const WebPYUVABuffer *from = &config.output.u.YUVA;
	for (int32_t y = 0; status == DECODE_OK && y < image.height; y++) {
		const uint8_t *light = from->y + (ptrdiff_t)y * from->y_stride;
		uint8_t *to = image.grey + (size_t)y * (size_t)image.width;

		for (int32_t x = 0; x < image.width; x++) {
			unsigned alpha = from->a == NULL ? 255 : from->a[(ptrdiff_t)y * from->a_stride + x];

			to[x] = (uint8_t)((full[light[x]] * alpha + 255 * (255 - alpha) + 127) / 255);
		}
	}
	WebPFreeDecBuffer(&config.output);
	return decode_end(decoder, status, &image, decode_exif_chunks(decoder->bytes, decoder->size, DECODE_TYPE_WEBP));
}
