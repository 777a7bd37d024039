/* SPDX-License-Identifier: MIT
 * Which texts of people can be shown as they are: names, clubs, events, reasons.
 * UTF-8 without control characters, without the format characters that turn text
 * around or hide in it (U+202E, U+200B, ...), and without what no font has. All
 * layers use this check, so that no layer accepts a text that another cannot handle. Pure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The bytes of the character that a text starts with; 0 if it is not UTF-8, and at the end of
 * the text. */
size_t printable_step(const char *text);

/* Whether the character that a text starts with can be shown. */
bool printable_char(const char *text);

/* Whether all of it can. */
bool printable(const char *text);
