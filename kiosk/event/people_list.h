/* SPDX-License-Identifier: MIT
 * Lists of people as spreadsheets write them: with commas, semicolons or tabs, quotes, any line ends, an
 * optional first line of headings, in UTF-8, UTF-16 or Windows-1252. */
#ifndef SEEDPRESS_KIOSK_EVENT_PEOPLE_LIST_H
#define SEEDPRESS_KIOSK_EVENT_PEOPLE_LIST_H

#include <glib.h>
#include <stdbool.h>

#include "layouts/problems.h"

struct person;

#define PEOPLE_LIST_MAX     20000 /* people */
#define PEOPLE_LIST_COLUMNS 32    /* those after are not looked at */

/* What a column holds. A name may be in two. */
enum list_column {
	LIST_NOTHING,
	LIST_NAME,
	LIST_FIRST,
	LIST_LAST,
	LIST_CLUB,
	LIST_COLUMN_KINDS,
};

/* "nothing", "name", "first", "last", "club". */
extern const char *const list_column_names[LIST_COLUMN_KINDS];

struct people_list {
	const char *encoding; /* "UTF-8", "UTF-16" or "Windows-1252" */
	char *text;           /* all of it, in UTF-8 without a mark */
	gsize length;
	char separator;
	bool headings;                                /* its first line is one of headings */
	unsigned columns;                             /* of the first line, two at least without headings */
	enum list_column column[PEOPLE_LIST_COLUMNS]; /* as the headings say, or name and club */
};

/* Reads a file's bytes. False after setting *problem (to be freed): it is empty, or no text. */
bool people_list_init(struct people_list *list, const char *bytes, gsize length, struct problem *problem);
void people_list_finish(struct people_list *list);

/* The people in it: struct person without id, each with a name of their own: people of one name and several clubs
 * have the club after it. NULL after setting *problem (to be freed) to a sentence that names the line, or all lines
 * of everybody who is listed more than once. */
GPtrArray *people_list_people(const struct people_list *list, struct problem *problem);

/* The cells of the first lines, headings too: char * in a GPtrArray a line. To be unreffed. */
GPtrArray *people_list_sample(const struct people_list *list, unsigned lines);

/* "Ana (Chess Club)", or the name alone of somebody without a club. To be freed; NULL if it is too long for a name. */
char *people_name_with_club(const struct person *person);

/* Both at once: the people in a file's bytes, by what its headings say. */
GPtrArray *people_list_read(const char *bytes, gsize length, struct problem *problem);

#endif
