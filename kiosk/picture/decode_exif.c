/* SPDX-License-Identifier: MIT
 * Reads the orientation from EXIF. Every offset is checked against the size; if something does not parse the picture
 * stays as it is stored. */
#include "kiosk/picture/decode.h"

#include <string.h>

/* EXIF's number of the tag, and of its type. */
#define TAG_ORIENTATION 0x0112
#define TYPE_SHORT      3

/* Bytes of an entry of a directory. */
#define ENTRY 12

/* Bytes with a byte order; reading beyond their end gives 0. */
struct field {
	const uint8_t *bytes;
	size_t size;
	bool little;
};

static unsigned
two(const struct field *field, size_t at)
{
	const uint8_t *b = field->bytes + at;

	if (at > field->size || field->size - at < 2)
		return 0;
	return field->little ? b[0] | (unsigned)b[1] << 8 : (unsigned)b[0] << 8 | b[1];
}

static uint32_t
four(const struct field *field, size_t at)
{
	uint32_t first = two(field, at), second = two(field, at + 2);

	return field->little ? second << 16 | first : first << 16 | second;
}

unsigned
decode_exif(const uint8_t *bytes, size_t size)
{
	unsigned value;

	if (size >= 6 && memcmp(bytes, "Exif\0", 6) == 0) {
		bytes += 6;
		size -= 6;
	}
	if (size < 8 || (memcmp(bytes, "II*\0", 4) != 0 && memcmp(bytes, "MM\0*", 4) != 0))
		return 1;
	struct field field = (struct field){bytes, size, bytes[0] == 'I'};
	size_t at = four(&field, 4);
	unsigned entries = two(&field, at);
	for (at += 2; entries > 0 && at < size; entries--, at += ENTRY) {
		if (two(&field, at) != TAG_ORIENTATION)
			continue;
		value = two(&field, at + 8);
		return two(&field, at + 2) == TYPE_SHORT && value >= 1 && value <= 8 ? value : 1;
	}
	return 1;
}

unsigned
decode_exif_chunks(const uint8_t *bytes, size_t size, enum decode_type type)
{
	/* A chunk of a PNG is its length, its name, its data and a checksum. Those of a WebP begin with the name and
	 * are padded to an even length. */
	bool webp = type == DECODE_TYPE_WEBP;
	const struct field field = {bytes, size, webp};
	const size_t around = webp ? 8 : 12;

	for (size_t at = webp ? 12 : 8; at < size && size - at >= around;) {
		size_t length = four(&field, webp ? at + 4 : at);

		if (length > size - at - around)
			return 1;
		if (memcmp(webp ? bytes + at : bytes + at + 4, webp ? "EXIF" : "eXIf", 4) == 0)
			return decode_exif(bytes + at + 8, length);
		at += around + length + (webp ? length & 1 : 0);
	}
	return 1;
}
