/* SPDX-License-Identifier: MIT
 * Calls of libpq that end. The blocking ones have no limit for a server that
 * stays connected and says nothing, so only those that return at once are used,
 * with a poll() of our own between them. What is left to block is the system's
 * resolver, where the address has a name. */
#include "kiosk/store/postgres_call.h"

#include <poll.h>

#define SLICE_MS 50 /* between looks at whether there is a hurry */

/* False when it is late; `since` is when there was news last. */
static bool
wait_for(const struct db *db, const PGconn *link, short events, int64_t since, int64_t limit)
{
	struct pollfd polled = {.fd = PQsocket(link), .events = events};

	for (;;) {
		int64_t left = db_until(db, since, limit) - g_get_monotonic_time();

		if (left <= 0)
			return false;
		if (poll(&polled, 1, (int)MIN(left / 1000 + 1, SLICE_MS)) > 0)
			return true;
	}
}

static void
ignore(void *data, const char *message)
{
	(void)data;
	(void)message;
}

/* What is set before the address holds unless the address says otherwise; a server that is gone
 * without a word is noticed also while nothing is asked. */
PGconn *
postgres_connect(const struct db *db, const char *where, int64_t limit)
{
	static const char *const names[] = {"keepalives_idle", "keepalives_interval", "keepalives_count",
		"tcp_user_timeout", "dbname", "client_encoding", "fallback_application_name", NULL};
	const char *const values[] = {"10", "5", "2", "15000", where, "UTF8", "seedpress-kiosk", NULL};
	int64_t begun = g_get_monotonic_time();
	PGconn *link = PQconnectStartParams(names, values, 1);
	PostgresPollingStatusType next = PGRES_POLLING_WRITING;

	while (PQstatus(link) != CONNECTION_BAD && (next == PGRES_POLLING_WRITING || next == PGRES_POLLING_READING)) {
		if (!wait_for(db, link, next == PGRES_POLLING_WRITING ? POLLOUT : POLLIN, begun, limit)) {
			PQfinish(link);
			return NULL;
		}
		next = PQconnectPoll(link);
	}
	if (PQstatus(link) == CONNECTION_OK) {
		PQsetNoticeProcessor(link, ignore, NULL);
		PQsetnonblocking(link, 1);
	}
	return link;
}

PGresult *
postgres_answer(const struct db *db, PGconn *link, int64_t limit, bool *late)
{
	int64_t heard = g_get_monotonic_time();
	PGresult *last = NULL, *next;

	*late = false;
	for (;;) {
		bool more = PQflush(link) > 0;

		while (!more && !PQisBusy(link)) {
			next = PQgetResult(link);
			if (next == NULL)
				return last;
			PQclear(last);
			last = next;
		}
		*late = !wait_for(db, link, more ? POLLIN | POLLOUT : POLLIN, heard, limit);
		if (*late) {
			PQclear(last);
			return NULL;
		}
		/* Where this fails the connection is lost, and the next answer says so. */
		PQconsumeInput(link);
		heard = g_get_monotonic_time();
	}
}
