/* SPDX-License-Identifier: MIT
 * PDF, rendered by poppler's `pdftoppm`, whose pages come through a pipe. It is a separate process in the less strict
 * sandbox, since poppler is large and under the GPL. */
#pragma once

#include <stdio.h>
#include <sys/types.h>

#include "gen/jobs/fork_server.h"
#include "kiosk/picture/decode.h"

/* Starts rendering a file from the page after `skip`; pages can be read from *pages. -1 if that fails. The renderer
 * ends with the process that started it. */
pid_t decode_pdf_render(const struct job_forked *forked, uint32_t skip, int *pages);

/* Whether a PDF is truncated: it lacks the marker at its end. */
bool decode_pdf_is_cut(const uint8_t *bytes, size_t size);

/* Hands over the grey pages (binary PGM, one after another) that are read from a file, which was not read before;
 * decoder->bytes are not used. */
enum decode_status decode_pdf_pages(struct decoder *decoder, FILE *pages);

/* Waits for the renderer. Returns what its exit status says about the PDF, given the pages that were handed over. */
enum decode_status decode_pdf_end(pid_t renderer, const struct decoder *decoder);
