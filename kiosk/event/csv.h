/* SPDX-License-Identifier: MIT
 * Names as people may give them, and tables for spreadsheets to read: a cell never becomes a formula. */
#ifndef SEEDPRESS_KIOSK_EVENT_CSV_H
#define SEEDPRESS_KIOSK_EVENT_CSV_H

#include <glib.h>

#define CSV_NAME_CHARS 80

/* Where a file begins with it Excel reads UTF-8, and umlauts with it; programs do without. */
#define CSV_FOR_EXCEL "\xef\xbb\xbf"

/* A name as people may give one: trimmed, its blanks single, printable, 1 to CSV_NAME_CHARS
 * characters. To be freed; NULL when it is none. */
char *csv_name(const char *text);

/* Adds a cell, quoted where needed, with a comma before it unless it starts a line. */
void csv_cell(GString *out, const char *text);

/* What csv_cell() was given: its text without the apostrophe that kept it from being a formula. */
const char *csv_text(const char *cell);

void csv_number(GString *out, gint64 number);
void csv_end(GString *out); /* of the line */

#endif
