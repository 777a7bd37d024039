/* SPDX-License-Identifier: MIT
 * The commands of `seedpress`. */
#ifndef SEEDPRESS_GEN_COMMANDS_COMMANDS_H
#define SEEDPRESS_GEN_COMMANDS_COMMANDS_H

int analyse_command(int argc, char **argv);
int code_command(int argc, char **argv);
int key_command(int argc, char **argv);
int kit_command(int argc, char **argv);
int layout_command(int argc, char **argv);
int print_command(int argc, char **argv);

#endif
