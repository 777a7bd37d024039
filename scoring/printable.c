/* SPDX-License-Identifier: MIT
 * Printable texts. The ranges are those of Unicode's classes for controls, formats, line and
 * paragraph separators, surrogates, private use and what is never a character, the fillers that look
 * like nothing, and the replacement for a character that was lost (U+FFFD). */
#include "scoring/printable.h"

#include <stdint.h>

static const struct {
	uint32_t first, last;
} hidden[] = {{0x00, 0x1F}, {0x7F, 0x9F}, {0xAD, 0xAD}, {0x034F, 0x034F}, {0x0600, 0x0605}, {0x061C, 0x061C},
	{0x06DD, 0x06DD}, {0x070F, 0x070F}, {0x0890, 0x0891}, {0x08E2, 0x08E2}, {0x115F, 0x1160}, {0x17B4, 0x17B5},
	{0x180B, 0x180F}, {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164}, {0xD800, 0xF8FF},
	{0xFDD0, 0xFDEF}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFF}, {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
	{0x13430, 0x1343F}, {0x1BCA0, 0x1BCAF}, {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF}};

/* The first character of a text and its number of bytes; 0 if it is not valid UTF-8: an overlong form, truncated, a
 * surrogate, or beyond U+10FFFF. */
static size_t
decode(const char *text, uint32_t *character)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *at = (const unsigned char *)text;
	size_t bytes = at[0] < 0x80 ? 1 : at[0] < 0xC0 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : at[0] < 0xF8 ? 4 : 0;

	if (bytes == 0 || at[0] == '\0')
		return 0;
	*character = bytes == 1 ? at[0] : at[0] & (0x7FU >> bytes);
	for (size_t i = 1; i < bytes; i++) {
		if ((at[i] & 0xC0) != 0x80)
			return 0;
		*character = *character << 6 | (at[i] & 0x3FU);
	}
	if (*character < least[bytes] || *character > 0x10FFFF || (*character >= 0xD800 && *character <= 0xDFFF))
		return 0;
	return bytes;
}

size_t
printable_step(const char *text)
{
	uint32_t character;

	return decode(text, &character);
}

bool
printable_char(const char *text)
{
	uint32_t character;

	/* The last two of every plane are never characters. */
	if (decode(text, &character) == 0 || (character & 0xFFFE) == 0xFFFE)
		return false;
	for (size_t i = 0; i < sizeof hidden / sizeof *hidden && hidden[i].first <= character; i++)
		if (character <= hidden[i].last)
			return false;
	return true;
}

bool
printable(const char *text)
{
	while (*text != '\0' && printable_char(text))
		text += printable_step(text);
	return *text == '\0';
}
