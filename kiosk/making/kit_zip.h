/* SPDX-License-Identifier: MIT
 * A kit as one ZIP, made while it is sent: only one block of a file is in memory, and nothing is written to disk. */
#pragma once

#include "kiosk/http/server.h"
#include "kiosk/making/kit_maker.h"

/* The name of the kit file in the ZIP, which the manifest does not list. */
#define KIT_FILE "event.kit"

/* For reply_stream(), with the result of kit_zip_open(), which takes the kit over. NULL if there is not enough memory.
 */
extern const struct reply_source kit_zip_source;
void *kit_zip_open(struct made_kit *kit);
