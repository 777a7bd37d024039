/* SPDX-License-Identifier: MIT
 * Where the kiosk keeps its database unless it is told. */
#ifndef SEEDPRESS_PLACE_H
#define SEEDPRESS_PLACE_H

/* $STATE_DIRECTORY/kiosk.db under systemd, else $XDG_DATA_HOME/seedpress/kiosk.db, else
 * ~/.local/share/seedpress/kiosk.db. Makes the folder, for its owner alone. To be freed; NULL after
 * setting *problem (to be freed) to a sentence. */
char *place_of_database(char **problem);

#endif
