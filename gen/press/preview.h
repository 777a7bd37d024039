/* SPDX-License-Identifier: MIT
 * Pages drawn small: a contact sheet, which has every page of a plan on one picture, and the ink of a page. */
#pragma once

#include "gen/press/press.h"

/* The most pages on a contact sheet. */
#define PREVIEW_PAGES 48

/* Writes the picture as a PNG: of the options only file, `force` and ink are used.
 * False after setting *problem. */
bool preview_print(const struct page_plan *plan, const struct document_options *options, struct shaper *shaper,
	struct problem *problem);

/* The share of a page's paper that is covered, in thousandths: a tint of a half counts a half, and a colour as its
 * strongest part does. */
unsigned page_coverage(const struct page *page, enum ink ink, struct shaper *shaper);
