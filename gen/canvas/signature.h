/* SPDX-License-Identifier: MIT
 * What tells that a file was made here, so that nothing else is overwritten: a
 * PDF's creator, a text chunk of a PNG, a comment in an SVG. */
#ifndef SEEDPRESS_GEN_CANVAS_SIGNATURE_H
#define SEEDPRESS_GEN_CANVAS_SIGNATURE_H

#include <cairo.h>
#include <stdbool.h>

#define SIGNATURE_PDF "Seedpress"                    /* the creator */
#define SIGNATURE_SVG "<!-- Made by Seedpress -->\n" /* behind the picture */

/* Writes a surface as a PNG with the signature, and with its resolution where that is not 0: programs print
 * it in its true size then. */
cairo_status_t signature_png(cairo_surface_t *surface, int dpi, cairo_write_func_t write, void *closure);

/* Whether a file that is there carries one of them, or is a manifest. */
bool signature_found(const char *name);

#endif
