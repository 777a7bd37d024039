/* SPDX-License-Identifier: MIT
 * Where the kiosk keeps its database, told or not. */
#ifndef SEEDPRESS_KIOSK_STORE_DATABASE_PATH_H
#define SEEDPRESS_KIOSK_STORE_DATABASE_PATH_H

#include "kiosk/store/store.h"

/* $STATE_DIRECTORY/kiosk.db under systemd, else $XDG_DATA_HOME/seedpress/kiosk.db, else
 * ~/.local/share/seedpress/kiosk.db. To be freed. */
char *database_path_name(void);

/* The same after making the folder, for its owner alone; NULL after setting *problem. */
char *database_path_usual(struct problem *problem);

/* A file of that name next to the database; if the database is on a server, next to the usual
 * one. To be freed. */
char *database_path_beside(const char *database, const char *name);

#endif
