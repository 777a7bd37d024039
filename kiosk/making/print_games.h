/* SPDX-License-Identifier: MIT
 * What can be chosen when a game is printed. */
#ifndef SEEDPRESS_KIOSK_MAKING_PRINT_GAMES_H
#define SEEDPRESS_KIOSK_MAKING_PRINT_GAMES_H

#include <jansson.h>

/* Each game's, as API.md has it. */
json_t *print_games_json(void);

#endif
