/* SPDX-License-Identifier: MIT
 * TrimBox and BleedBox of a PDF's pages, which Cairo does not write: a print
 * shop cuts along the first and expects colour up to the second. */
#ifndef SEEDPRESS_GEN_CANVAS_PDF_BOXES_H
#define SEEDPRESS_GEN_CANVAS_PDF_BOXES_H

#include "layouts/problems.h"

/* Copies `from` to `to`, each page trimmed by trim[page] points on every side; the paper is
 * the bleed. Pages with 0 stay as they are. The same input gives the same bytes. False after
 * setting *problem. */
bool pdf_boxes_add(const char *from, const char *to, const double *trim, unsigned pages, struct problem *problem);

#endif
