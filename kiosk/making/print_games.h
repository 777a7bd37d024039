/* SPDX-License-Identifier: MIT
 * What can be chosen when a game is printed. */
#pragma once

#include <jansson.h>

/* Each game's, as API.md has it. */
json_t *print_games_json(void);
