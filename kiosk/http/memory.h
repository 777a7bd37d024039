/* SPDX-License-Identifier: MIT
 * Running out of memory: one policy for the whole program.
 *
 * A failed allocation by GLib or jansson ends the program; results are not checked for NULL. What was acknowledged is
 * on disk by then, and systemd starts the program again. To prevent this, a handler only begins when all the memory
 * that it may need can be reserved (memory_promise()) besides what others have reserved; else the request is refused
 * with 503. Large blocks whose size a client decides (bodies, pictures) are allocated with g_try_malloc(), and refused
 * in the same way. Child processes have limits of their own, and may end. Any thread may call. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* All zero: nothing is promised. */
struct memory {
	size_t promised; /* atomic */
};

/* Bytes that are never promised: left for connections and for refusals. */
#define MEMORY_KEPT ((size_t)32 << 20)

/* Bytes that large requests leave for small ones, so that photos never keep a result out. */
#define MEMORY_LEFT ((size_t)64 << 20)

/* Whether this much is available now, besides what is promised and kept: for what is allocated at once. */
bool memory_has(const struct memory *memory, size_t size, bool large);

/* Reserves this much, to be returned when it is no longer needed; false if it is not available. */
bool memory_promise(struct memory *memory, size_t size, bool large);
void memory_return(struct memory *memory, size_t size);

/* Whether half of MEMORY_KEPT is still available: a connection takes little, but there may be many. */
bool memory_admits(void);
