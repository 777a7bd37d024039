/* SPDX-License-Identifier: MIT
 * The commands of `seedpress`. */
#pragma once

int analyse_command(int argc, char **argv);
int code_command(int argc, char **argv);
int key_command(int argc, char **argv);
int kit_command(int argc, char **argv);
int layout_command(int argc, char **argv);
int print_command(int argc, char **argv);
