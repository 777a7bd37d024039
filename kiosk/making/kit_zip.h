/* SPDX-License-Identifier: MIT
 * A kit as one ZIP, made while it is sent: a block of a file at a time is in
 * memory, and nothing is written anywhere. */
#ifndef SEEDPRESS_KIOSK_MAKING_KIT_ZIP_H
#define SEEDPRESS_KIOSK_MAKING_KIT_ZIP_H

#include "kiosk/http/server.h"
#include "kiosk/making/kit_maker.h"

#define KIT_FILE "event.kit" /* its kit file, beside what the manifest lists */

/* For reply_stream(), with what kit_zip_open() has made; the kit is taken over. NULL without memory. */
extern const struct reply_source kit_zip_source;
void *kit_zip_open(struct made_kit *kit);

#endif
