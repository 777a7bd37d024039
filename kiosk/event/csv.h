/* SPDX-License-Identifier: MIT
 * Names as people may give them, and tables for spreadsheets to read: a cell never becomes a formula. */
#pragma once

#include <glib.h>

#define CSV_NAME_CHARS 80 /* most characters of a name */

/* A byte order mark. Excel reads a file as UTF-8 only if it begins with it; other programs do not need it. */
#define CSV_FOR_EXCEL "\xef\xbb\xbf"

/* Cleans up a name: trimmed, with single spaces. To be freed; NULL unless it has 1 to CSV_NAME_CHARS printable
 * characters. */
char *csv_name(const char *text);

/* Adds a cell, quoted where needed, with a comma before it unless it starts a line. */
void csv_cell(GString *out, const char *text);

/* Reverses csv_cell() for the text of a cell: skips the apostrophe that keeps it from being a formula. */
const char *csv_text(const char *cell);

void csv_number(GString *out, gint64 number);
void csv_points(GString *out, int points); /* in hundredths: 2.5 */
void csv_end(GString *out);                /* ends the line */
