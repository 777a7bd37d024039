/* SPDX-License-Identifier: MIT
 * The command `seedpress-kiosk cuts`. */
#ifndef SEEDPRESS_KIOSK_GAMES_COUPONS_COMMAND_H
#define SEEDPRESS_KIOSK_GAMES_COUPONS_COMMAND_H

#include "gen/cli/command.h"

extern const struct command coupons_command;

#endif
