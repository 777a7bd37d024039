/* SPDX-License-Identifier: MIT
 * What a PDF asks of the program that prints it: no scaling, and one side of
 * the paper or both. Cairo does not write it; nor does it write dates as PDF
 * has them. */
#ifndef SEEDPRESS_GEN_CANVAS_PDF_PREFERENCES_H
#define SEEDPRESS_GEN_CANVAS_PDF_PREFERENCES_H

#include <stdio.h>

enum sides {
	SIDES_ANY, /* as the printer is set */
	SIDES_ONE,
	SIDES_TWO, /* turned over the long edge */
};

/* What is to be appended to a PDF of Cairo, to be freed: an update of its catalog, as section 7.5.6
 * of ISO 32000 has it, so that little of what was written is read again, and nothing written again but
 * the start of its date, in place. NULL when the PDF is not as Cairo writes them. */
char *pdf_preferences(FILE *pdf, enum sides sides);

#endif
