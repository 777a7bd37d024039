/* SPDX-License-Identifier: MIT
 * What Cairo does not write in a PDF: page boxes, and what the PDF asks of the program that prints it (no scaling, and
 * one side of the paper or both). Dates are fixed too, which it writes in a wrong form. */
#pragma once

#include <stdio.h>

#include "layouts/problems.h"

enum sides {
	SIDES_ANY, /* whatever the printer is set to */
	SIDES_ONE,
	SIDES_TWO, /* turned over the long edge */
};

/* Fixes the date of a PDF by Cairo in place and returns what has to be appended to it: an incremental update of its
 * catalog (ISO 32000, section 7.5.6). To be freed. NULL if the PDF is not in the form that Cairo writes. */
char *pdf_preferences(FILE *pdf, enum sides sides);

/* Copies `from` to `to`, with a TrimBox and a BleedBox: a print shop cuts along the first and expects colour up to the
 * second. Each page is trimmed by trim[page] points on every side; the paper is the bleed. Pages with 0 stay as they
 * are. The same input gives the same bytes. False after setting *problem. */
bool pdf_boxes_add(const char *from, const char *to, const double *trim, unsigned pages, struct problem *problem);
