/* SPDX-License-Identifier: MIT
 * A file with one result in JSON. */
#ifndef SEEDPRESS_KIOSK_COMMANDS_RESULT_FILE_H
#define SEEDPRESS_KIOSK_COMMANDS_RESULT_FILE_H

#include <sys/types.h>

#include "scoring/json.h"

/* One byte more than a result may have, so that a longer one is noticed. */
#define RESULT_TEXT (JSON_TEXT_MAX + 1)

/* Reads a file, or the standard input for `-`, into `text`, no more than fits. Its length; -1 after
 * a sentence when that does not go. */
ssize_t result_file_read(const char *name, char text[RESULT_TEXT]);

#endif
