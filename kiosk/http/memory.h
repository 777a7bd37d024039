/* SPDX-License-Identifier: MIT
 * Running out of memory: one policy for the whole kiosk.
 *
 * An allocation of GLib's or jansson's that fails ends the program; nobody checks them for NULL. What was acknowledged
 * is on disk by then, and systemd starts the kiosk again. So that this does not happen, a request's handler only begins
 * when all that it may need can be had besides what was promised to others: memory_promise(), or the request is refused
 * with 503. Large blocks whose size a stranger decides (bodies, pictures) are allocated with g_try_malloc(), and
 * refused in the same way. Child processes have limits of their own, and may end. Any thread may call. */
#ifndef SEEDPRESS_KIOSK_HTTP_MEMORY_H
#define SEEDPRESS_KIOSK_HTTP_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Zeroes: nothing is promised. */
struct memory {
	size_t promised; /* atomic */
};

/* Bytes that are never promised: for connections, and for refusals. */
#define MEMORY_KEPT ((size_t)32 << 20)

/* Bytes that large requests leave to small ones, so that photos never keep a result out. */
#define MEMORY_LEFT ((size_t)64 << 20)

/* Whether this much is there now, besides what is promised and kept: for what is taken at once. */
bool memory_has(const struct memory *memory, size_t size, bool large);

/* Promises this much; false if it is not there. To be returned when it is not needed any more. */
bool memory_promise(struct memory *memory, size_t size, bool large);
void memory_return(struct memory *memory, size_t size);

/* Whether half of what is kept is still there: a connection costs little, but there may be many. */
bool memory_admits(void);

#endif
