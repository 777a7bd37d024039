/* SPDX-License-Identifier: MIT
 * Calls of libpq that end: whatever the server and the network between do, each
 * is over when nothing was heard for so long. */
#ifndef SEEDPRESS_KIOSK_STORE_POSTGRES_CALL_H
#define SEEDPRESS_KIOSK_STORE_POSTGRES_CALL_H

#include <libpq-fe.h>

#include "kiosk/store/db.h"

/* A connection, to be ended with PQfinish(), or NULL when that took longer than `limit`
 * (microseconds). Where it failed PQstatus() and PQerrorMessage() say so. It never blocks, not when it is ended either.
 */
PGconn *postgres_connect(const struct db *db, const char *where, int64_t limit);

/* The last answer to what a PQsend...() has sent, as PQexec() would have it, or NULL. *late: nothing
 * came for `limit` microseconds, and the connection is of no use any more. */
PGresult *postgres_answer(const struct db *db, PGconn *link, int64_t limit, bool *late);

#endif
