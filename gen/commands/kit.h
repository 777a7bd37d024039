/* SPDX-License-Identifier: MIT
 * What the two halves of `seedpress kit` share: making a kit, and checking one. */
#ifndef SEEDPRESS_GEN_COMMANDS_KIT_H
#define SEEDPRESS_GEN_COMMANDS_KIT_H

#include "gen/requests/kit_request.h"

/* Reads the event's key from `file`, or from the file that the kit names, beside `folder`. A kit
 * without a key needs none. False after saying why. */
bool kit_command_key(struct kit *kit, const char *file, const char *folder);

/* Carries a request out by `run`, with a bar on a terminal; Ctrl-C and other signals that end a program end it, and
 * nothing is left behind. False after saying why. */
bool kit_command_run(struct kit_request *request, bool (*run)(struct kit_request *request, struct problem *problem));

/* Compares the kit in a folder with one made afresh, and says what differs in words or as JSON.
 * Returns the exit status. */
int kit_command_verify(const char *folder, const char *key_file, unsigned jobs, bool json);

#endif
