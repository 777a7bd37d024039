/* SPDX-License-Identifier: MIT
 * What a PDF asks of the program that prints it: no scaling, and one side of
 * the paper or both. Cairo does not write this, and writes dates in a wrong form. */
#ifndef SEEDPRESS_GEN_CANVAS_PDF_PREFERENCES_H
#define SEEDPRESS_GEN_CANVAS_PDF_PREFERENCES_H

#include <stdio.h>

enum sides {
	SIDES_ANY, /* whatever the printer is set to */
	SIDES_ONE,
	SIDES_TWO, /* turned over the long edge */
};

/* Fixes the date of a PDF by Cairo in place and returns what has to be appended to it: an incremental update of its
 * catalog (ISO 32000, section 7.5.6). To be freed. NULL if the PDF is not in the form that Cairo writes. */
char *pdf_preferences(FILE *pdf, enum sides sides);

#endif
