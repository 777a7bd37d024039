/* SPDX-License-Identifier: MIT
 * The part of the brain's figures that is about Coin-Op and Chip It. */
#ifndef SEEDPRESS_BENCH_BRAIN_TABLES_H
#define SEEDPRESS_BENCH_BRAIN_TABLES_H

/* Prints them. */
void bench_tables(void);

#endif
