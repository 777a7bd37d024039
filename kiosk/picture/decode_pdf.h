/* SPDX-License-Identifier: MIT
 * PDF, rendered by poppler's `pdftoppm`: a process of its own (poppler is under
 * the GPL, and large) in the looser sandbox, whose pages come through a pipe. */
#ifndef SEEDPRESS_KIOSK_PICTURE_DECODE_PDF_H
#define SEEDPRESS_KIOSK_PICTURE_DECODE_PDF_H

#include <sys/types.h>

#include "gen/jobs/fork_server.h"
#include "kiosk/picture/decode.h"

/* Starts rendering a file without its first pages; the others come on *pages. -1 when that does not go. The renderer
 * ends with the process that started it. */
pid_t decode_pdf_render(const struct job_forked *forked, uint32_t skip, int *pages);

/* True when the bytes lack the end that every PDF has: it was cut short. */
bool decode_pdf_is_cut(const uint8_t *bytes, size_t size);

/* Hands over the grey pages (binary PGM, one after another) that come on a descriptor, to its end;
 * decoder->bytes are not used. */
enum decode_status decode_pdf_pages(struct decoder *decoder, int pages);

/* Waits for the renderer: what its end says about the PDF after the pages that were handed over. */
enum decode_status decode_pdf_end(pid_t renderer, const struct decoder *decoder);

#endif
