/* SPDX-License-Identifier: MIT
 * Phrases, bounded. */
#include "scoring/reason.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
reason_add(char reason[REASON_BYTES], const char *format, ...)
{
	size_t used = strlen(reason);
	va_list args;

	va_start(args, format);
	vsnprintf(reason + used, REASON_BYTES - used, format, args);
	va_end(args);
}

const char *
reason_plural(int count)
{
	return count == 1 ? "" : "s";
}
