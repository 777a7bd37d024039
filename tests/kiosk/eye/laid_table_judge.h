/* SPDX-License-Identifier: MIT
 * Judges what is made of tables with piles of coupons (laid_table.h). */
#pragma once

#include "tests/kiosk/eye/laid_table.h"

struct table_count {
	unsigned tables;   /* with a coupon that was read and a strip to tell whose it is */
	unsigned complete; /* of which each such coupon was given */
	unsigned due;      /* coupons that were read, and whose owner's strip is on the table */
	unsigned given;    /* those of them that were given to their owner */
	unsigned wrong;    /* coupons given to anybody else, or of a player whose strip is not to be seen */
};

/* Lays a table, again and again until it fits; has it looked at directly, or by an eye in a photo (shaper and eye);
 * adds what came of it. */
void table_judge(enum table_kind kind, enum pile_way way, enum level level, struct shaper *shaper, struct eye *eye,
	uint64_t *dice, struct table_count *count);
