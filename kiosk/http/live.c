/* SPDX-License-Identifier: MIT
 * Live pages: server-sent events with the number of the last change. Thousands
 * may listen: one that has nothing to hear is a suspended connection and costs
 * neither a thread nor time. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "kiosk/http/exchange.h"

#define LISTENERS_MAX 6000
#define BLOCK         256 /* bytes; an event is shorter */

/* Live pages of one IPv6 network (/64), which has 768 connections. With more of them they take turns: the oldest makes
 * room for a new one and is told to come back later. */
#define NEIGHBOURS_MAX 512

/* Seconds until a page that made room comes back. A hall with 1,000 pages has 16 changes a second that way; with the
 * 3 s of browsers it has 160, and a page waits at most this long to hear what is new. */
#define LATER "30"

/* What there is to say goes into the buffer; when there is nothing the connection sleeps until
 * live_tell() wakes it. */
static ssize_t
read_events(void *cls, uint64_t position, char *buffer, size_t size)
{
	struct listener *listener = cls;
	struct server *server = listener->server;
	ssize_t written = 0;

	(void)position;
	g_mutex_lock(&server->lock);
	if (server->stopping || listener->left) {
		written = MHD_CONTENT_READER_END_OF_STREAM;
	} else if (listener->over) {
		listener->left = true;
		written = snprintf(buffer, size, "retry: " LATER "000\nevent: later\ndata: " LATER "\n\n");
	} else if (listener->told < server->announced) {
		/* The newest is as good; but being slow is no reason to be told more often. */
		listener->told = server->version;
		written = snprintf(buffer, size, "event: change\ndata: %" PRId64 "\n\n", server->version);
	} else if (listener->heartbeat) {
		written = snprintf(buffer, size, ":\n\n");
	} else {
		listener->suspended = true;
		MHD_suspend_connection(listener->connection);
	}
	listener->heartbeat = false;
	g_mutex_unlock(&server->lock);
	return written;
}

/* With the lock held. */
static void
wake(struct listener *listener)
{
	listener->suspended = false;
	MHD_resume_connection(listener->connection);
}

/* Makes room for one more of a network. With the lock held. */
static void
part_oldest(struct server *server, const struct visitor *visitor)
{
	struct listener *oldest = NULL;
	unsigned neighbours = 0;

	for (struct listener *at = server->listeners; at != NULL; at = at->after)
		if (!at->over && visitors_are_neighbours(at->visitor, visitor)) {
			neighbours++;
			oldest = at;
		}
	if (neighbours < NEIGHBOURS_MAX)
		return;
	oldest->over = true;
	if (oldest->suspended)
		wake(oldest);
}

void
live_close(struct listener *listener)
{
	struct server *server = listener->server;

	g_mutex_lock(&server->lock);
	if (listener->before != NULL)
		listener->before->after = listener->after;
	else
		server->listeners = listener->after;
	if (listener->after != NULL)
		listener->after->before = listener->before;
	server->listening--;
	server->exchanges++;
	g_mutex_unlock(&server->lock);
	g_free(listener);
}

enum MHD_Result
live_open(struct exchange *exchange)
{
	struct server *server = exchange->server;
	struct MHD_Response *response;
	enum MHD_Result queued = MHD_NO;

	g_mutex_lock(&server->lock);
	if (server->listening < LISTENERS_MAX) {
		struct listener *listener = exchange->listener = g_new0(struct listener, 1);

		part_oldest(server, exchange->visitor);
		listener->server = server;
		listener->connection = exchange->handle;
		listener->visitor = exchange->visitor;
		listener->told = -1;
		listener->after = server->listeners;
		if (listener->after != NULL)
			listener->after->before = listener;
		server->listeners = listener;
		server->listening++;
		server->exchanges--; /* the server need not wait for its end */
	}
	g_mutex_unlock(&server->lock);
	if (exchange->listener == NULL) {
		reply_error(&exchange->reply, 503, "trouble",
			SAY("too-many-live-pages", "too many live pages are open; reload this one to see changes"));
		return reply_send(exchange);
	}
	response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_events, exchange->listener, NULL);
	if (response == NULL)
		return MHD_NO;
	server_expect(server, exchange->connection, 0);
	if (reply_secure(response, "text/event-stream") &&
		MHD_add_response_header(response, "Cache-Control", "no-store") == MHD_YES)
		queued = MHD_queue_response(exchange->handle, MHD_HTTP_OK, response);
	MHD_destroy_response(response);
	return queued;
}

void
live_tell(struct server *server, bool heartbeat)
{
	server->announced = server->version;
	for (struct listener *at = server->listeners; at != NULL; at = at->after) {
		at->heartbeat |= heartbeat;
		if (!at->suspended || (!heartbeat && !server->stopping && at->told >= server->announced))
			continue;
		wake(at);
	}
}
