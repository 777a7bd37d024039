/* SPDX-License-Identifier: MIT
 * Reads all QR codes of an image by zxing. Where that would take too long the image is read in parts. */
#pragma once

#include "kiosk/eye/zxing.h"
#include "kiosk/picture/image.h"

/* Reads every QR code; `shrink` also tries reduced versions of the image. A code where parts overlap may be found more
 * than once. */
void qr_reader_read(const struct image *image, bool shrink, zxing_found *found, void *data);
