/* SPDX-License-Identifier: MIT
 * Marks files as made by Seedpress, so that no other file is overwritten: the
 * creator of a PDF, a text chunk of a PNG, a comment in an SVG. */
#pragma once

#include <cairo.h>
#include <stdbool.h>

#define SIGNATURE_PDF "Seedpress"                    /* the creator */
#define SIGNATURE_SVG "<!-- Made by Seedpress -->\n" /* after the picture */

/* Writes a surface as a PNG with the signature, and unless dpi is 0 with its resolution, so that programs print it in
 * its true size. */
cairo_status_t signature_png(cairo_surface_t *surface, int dpi, cairo_write_func_t write, void *closure);

/* Whether an existing file has one of these signatures or is a manifest. */
bool signature_found(const char *name);
