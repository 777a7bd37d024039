/* SPDX-License-Identifier: MIT
 * Passwords in the arguments of a program, where everybody on the machine can
 * read them. */
#ifndef SEEDPRESS_KIOSK_COMMANDS_ARGUMENT_PASSWORD_H
#define SEEDPRESS_KIOSK_COMMANDS_ARGUMENT_PASSWORD_H

#include <stdbool.h>

/* Writes over the password of a database's address, postgresql://user:password@host/ or
 * ...?password=password, in the argument itself. Whether there was one. */
bool argument_password_hide(char *argument);

#endif
