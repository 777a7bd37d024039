/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any bytes as the log of a game of Coupon Clipper. What is
 * wrong gets a sentence, and what stands keeps every coupon in one place. */
#include <glib.h>
#include <stdlib.h>

#include "scoring/play/coupons_log.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct coupons_layout layout;
	static struct coupons_table table;
	static struct coupons_log log;
	static struct problems problems;

	if (layout.sheets == 0) {
		struct code code = {.seed = 3, .game = game_coupons.number, .version = 1, .players = 2};

		game_coupons.complete(&code);
		game_coupons.build(&layout, &code);
		coupons_table_init(&table, &layout, false);
	}
	/* The program takes text without zero bytes, and no more than this. */
	if (size > COUPONS_LOG_TEXT || !g_utf8_validate((const char *)data, (gssize)size, NULL))
		return -1;
	problems_init(&problems);
	if (coupons_log_read(&log, &table, (const char *)data, size, &problems) !=
		(problems.count == 0))
		abort();
	for (unsigned sheet = 0; sheet < layout.sheets; sheet++)
		if ((log.game.discarded[sheet] & ~log.game.gone[sheet]) != 0)
			abort();
	return 0;
}
