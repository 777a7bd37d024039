/* SPDX-License-Identifier: MIT
 * How much ink a page takes. */
#ifndef SEEDPRESS_GEN_PRESS_COVERAGE_H
#define SEEDPRESS_GEN_PRESS_COVERAGE_H

#include "gen/press/press.h"

/* The share of its paper that is covered, in thousandths: a tint of a half counts a half, and a
 * colour as its strongest part does. */
unsigned page_coverage(const struct page *page, enum ink ink, struct shaper *shaper);

#endif
