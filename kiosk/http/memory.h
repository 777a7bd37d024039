/* SPDX-License-Identifier: MIT
 * Memory that is promised before it is used. Libraries under us end the program
 * where they get none; so a request only begins when all that it may need is there
 * besides what was promised to others. Any thread may call. */
#ifndef SEEDPRESS_KIOSK_HTTP_MEMORY_H
#define SEEDPRESS_KIOSK_HTTP_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Zeroes: nothing is promised. */
struct memory {
	size_t promised; /* atomic */
};

/* Bytes that are never promised: for connections, and for saying no. */
#define MEMORY_KEPT ((size_t)32 << 20)

/* Bytes that what is large leaves to what is small, so that photos never keep a result out. */
#define MEMORY_LEFT ((size_t)64 << 20)

/* Whether so much is there now, besides what is promised and kept: for what is taken at once. */
bool memory_has(const struct memory *memory, size_t size, bool large);

/* Promises so much; false where it is not there. To be returned when it is not needed any more. */
bool memory_promise(struct memory *memory, size_t size, bool large);
void memory_return(struct memory *memory, size_t size);

/* Whether a half of what is kept is still there: a connection costs little, but there may be many. */
bool memory_admits(void);

#endif
