/* SPDX-License-Identifier: MIT
 * Shared by the two parts of `seedpress kit`: making a kit, and verifying one. */
#pragma once

#include "gen/requests/kit_request.h"

/* Reads the event's key from `file` or, if that is NULL, from the file that the kit names, relative to `folder`. Does
 * nothing for a kit without a key. False after printing what is wrong. */
bool kit_command_key(struct kit *kit, const char *file, const char *folder);

/* Carries out a request by `run`, with a progress bar. Ctrl-C and other signals that end a program stop it, and leave
 * no files. False after printing what is wrong. */
bool kit_command_run(struct kit_request *request, bool (*run)(struct kit_request *request, struct problem *problem));

/* Compares the kit in a folder with one that is made again, and prints the differences in words or as JSON. Returns the
 * exit status. */
int kit_command_verify(const char *folder, const char *key_file, unsigned jobs, bool json);
