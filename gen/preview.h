/* SPDX-License-Identifier: MIT
 * A contact sheet: every page of a plan, small, on one picture. */
#ifndef SEEDPRESS_PREVIEW_H
#define SEEDPRESS_PREVIEW_H

#include "gen/press.h"

#define PREVIEW_PAGES 48 /* more than these are counted, not shown */

/* Writes the picture as a PNG. False after setting *problem (to be freed). */
bool preview_print(
	const struct plan *plan, const char *file, enum ink ink, struct type *type, char **problem);

#endif
