/* SPDX-License-Identifier: MIT
 * Lists of people as spreadsheets write them, and tables for spreadsheets to
 * read. Reading takes commas, semicolons or tabs, quotes, any line ends and an
 * optional first line of headings; a cell never becomes a formula in writing. */
#ifndef SEEDPRESS_KIOSK_EVENT_CSV_H
#define SEEDPRESS_KIOSK_EVENT_CSV_H

#include <glib.h>
#include <stdbool.h>

#define CSV_PEOPLE_MAX 20000
#define CSV_NAME_CHARS 80

/* People in a text: struct person without id. NULL after setting *problem (to be freed) to a
 * sentence that names the line. */
GPtrArray *csv_people(const char *text, gsize length, char **problem);

/* A name as people may give one: trimmed, its blanks single, printable, 1 to CSV_NAME_CHARS
 * characters. To be freed; NULL when it is none. */
char *csv_name(const char *text);

/* Adds a cell, quoted where needed, with a comma before it unless it starts a line. */
void csv_cell(GString *out, const char *text);
void csv_number(GString *out, gint64 number);
void csv_end(GString *out); /* of the line */

#endif
