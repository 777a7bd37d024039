/* SPDX-License-Identifier: MIT
 * Temporary folders that belong to one process, in which jobs work. */
#pragma once

#include <glib.h>

#include "layouts/problems.h"

/* Locks a folder of this user until the descriptor is closed or the process ends; -1 if another process has it locked,
 * or if there is no such folder. */
int folder_lock(const char *folder);

/* Creates a folder for temporary files whose name begins with `prefix`, and locks it. Its path is to be freed; NULL
 * after setting *problem. Folders that killed processes left are removed. */
char *folder_create_temporary(const char *prefix, int *lock, struct problem *problem);

/* Removes a folder with its files and folders of files. */
void folder_remove(const char *folder);

/* Bytes of the files in a folder and in its folders. */
goffset folder_size(const char *folder);
