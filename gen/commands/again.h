/* SPDX-License-Identifier: MIT
 * Printing again what a code was printed on: all that decides it is in the
 * code, so that nothing of it may be said beside it. */
#ifndef SEEDPRESS_GEN_COMMANDS_AGAIN_H
#define SEEDPRESS_GEN_COMMANDS_AGAIN_H

#include "gen/commands/run_options.h"

/* Whether the words behind `print` are meant as a code: not the word of a game, right or wrong. */
bool again_is_code(int argc, char **argv);

/* Understands the code in argv as run_options_read() does a game. EXIT_SUCCESS, or the exit status
 * after a sentence. */
int again_read(struct run_options *run, const struct game_options *own, int argc, char **argv, struct code *code);

/* Leaves the page of the code's piece, and what is on its back, of the plan of its game. */
void again_pick(const struct code *code, const struct game *game, struct page_plan *plan);

#endif
