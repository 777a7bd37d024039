/* SPDX-License-Identifier: MIT
 * SVG as Cairo writes it, made fit for a page. */
#ifndef SEEDPRESS_KIOSK_PRINTS_SVG_BYTES_H
#define SEEDPRESS_KIOSK_PRINTS_SVG_BYTES_H

#include <glib.h>

/* The same drawing as the same bytes, whenever it is made, with marks that stay sharp. Takes the
 * bytes over. */
GBytes *svg_bytes_finish(GByteArray *bytes);

#endif
