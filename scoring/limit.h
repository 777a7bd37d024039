/* SPDX-License-Identifier: MIT
 * Stops long computations: on Ctrl-C, or after a timeout. The solvers use no clocks or
 * signals; they poll this limit. */
#pragma once

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
