/* SPDX-License-Identifier: MIT
 * Reads lists of people as spreadsheets export them: CSV with commas, semicolons or tabs, quotes, any line ends and an
 * optional line of headings, in UTF-8, UTF-16 or Windows-1252. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "layouts/problems.h"

struct person;

#define PEOPLE_LIST_MAX     20000 /* most people in a list */
#define PEOPLE_LIST_COLUMNS 32    /* columns that are read; more are ignored */

/* The contents of a column. A name may be in two columns. */
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
	char *text;           /* all of it, in UTF-8 without a byte order mark */
	char separator;
	bool headings;                                /* the first line has headings */
	unsigned columns;                             /* of the first line; at least two without headings */
	enum list_column column[PEOPLE_LIST_COLUMNS]; /* by the headings; without any, name and club */
};

/* Reads the bytes of a file. False after setting *problem: it is empty or not a text. */
bool people_list_init(struct people_list *list, const char *bytes, gsize length, struct problem *problem);
void people_list_finish(struct people_list *list);

/* The people in it: struct person without id, with different names. People with the same name but different clubs get
 * their club added to the name. NULL after setting *problem, which tells the line, or the lines of everybody who is
 * listed more than once. */
GPtrArray *people_list_people(const struct people_list *list, struct problem *problem);

/* The cells of the first lines, with the headings: a GPtrArray of char * for each line. To be unreffed. */
GPtrArray *people_list_sample(const struct people_list *list, unsigned lines);

/* "Ana (Chess Club)", or the name alone if there is no club. To be freed; NULL if it is too long for a name. */
char *people_name_with_club(const struct person *person);
