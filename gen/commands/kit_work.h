/* SPDX-License-Identifier: MIT
 * The long work of `seedpress kit`, with a bar on a terminal; and its other
 * half, the check of a kit. Every refusal is a sentence on stderr. */
#ifndef SEEDPRESS_GEN_COMMANDS_KIT_WORK_H
#define SEEDPRESS_GEN_COMMANDS_KIT_WORK_H

#include "gen/kit/kit.h"

/* Reads the event's key from `file`, or from the file that the kit names, beside `folder`. A kit
 * without a key needs none. */
bool kit_work_key(struct kit *kit, const char *file, const char *folder);

/* Chooses the seeds; thinks them out and draws everything into a folder. */
bool kit_work_seeds(struct kit *kit, unsigned count);
bool kit_work_make(struct kit *kit, const char *folder, unsigned count, bool force);

/* Compares the kit in a folder with one made afresh, and says what differs in words or as JSON.
 * Returns the exit status. */
int kit_work_verify(const char *folder, const char *key_file, unsigned count, bool json);

#endif
