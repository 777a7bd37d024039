/* SPDX-License-Identifier: MIT
 * QR codes of an image by zxing, however many there are: where its time would
 * grow too long the image is read in parts. */
#ifndef SEEDPRESS_KIOSK_EYE_QR_READER_H
#define SEEDPRESS_KIOSK_EYE_QR_READER_H

#include "kiosk/eye/zxing.h"
#include "kiosk/picture/image.h"

/* Reads every QR code, with smaller versions of the image where `shrink` says so. One that lies
 * where parts overlap may be found more than once. */
void qr_reader_read(const struct image *image, bool shrink, zxing_found *found, void *data);

#endif
