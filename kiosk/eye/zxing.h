/* SPDX-License-Identifier: MIT
 * The QR reader of zxing-cpp for C. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Called for each QR code: its text, and the x and y of its corners, clockwise from the top left one. */
typedef void zxing_found(void *data, const char *text, const double corner[8]);

/* Reads every QR code in a grey image whose rows are `stride` bytes apart; `shrink` also tries reduced versions of it.
 * If the reader fails, there is no code. */
void zxing_read(const uint8_t *grey, int width, int height, int stride, bool shrink, zxing_found *found, void *data);

#ifdef __cplusplus
}
#endif
