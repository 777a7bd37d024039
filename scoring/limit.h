/* SPDX-License-Identifier: MIT
 * When long thinking has to stop: Ctrl-C, or time is up. The thinking itself
 * knows neither clocks nor signals; it asks now and then. */
#ifndef SEEDPRESS_SCORING_LIMIT_H
#define SEEDPRESS_SCORING_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

struct limit {
	bool (*over)(void *data); /* cheap; once true it stays true. Any thread may ask. */
	void *data;
};

/* NULL means that there is no limit. */
static inline bool
limit_over(const struct limit *limit)
{
	return limit != NULL && limit->over(limit->data);
}

#endif
