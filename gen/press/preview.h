/* SPDX-License-Identifier: MIT
 * A contact sheet: every page of a plan, small, on one picture. */
#ifndef SEEDPRESS_GEN_PRESS_PREVIEW_H
#define SEEDPRESS_GEN_PRESS_PREVIEW_H

#include "gen/press/press.h"

/* The most pages on a contact sheet. */
#define PREVIEW_PAGES 48

/* Writes the picture as a PNG: of the options only file, `force` and ink are used.
 * False after setting *problem. */
bool preview_print(const struct page_plan *plan, const struct document_options *options, struct shaper *shaper,
	struct problem *problem);

#endif
