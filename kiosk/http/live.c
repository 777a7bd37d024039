/* SPDX-License-Identifier: MIT
 * Live pages: server-sent events with the number of the last change. Thousands may listen: while there is nothing to
 * send a page is a suspended connection, which costs neither a thread nor time. */
#include <inttypes.h>
#include <stdio.h>

#include "kiosk/http/exchange.h"

/* Most live pages in all: each is a connection. */
#define LISTENERS_MAX 6000

/* Most live pages of one IPv6 network (/64), which may have 768 connections. When there are more they take turns: the
 * oldest makes room for a new one and is told to come back later. */
#define NEIGHBOURS_MAX 512

/* Seconds until a page that made room reconnects, and so its longest wait for news. With 1,000 pages in a hall this
 * makes 16 reconnections per second; the browsers' default of 3 s would make 160. */
#define LATER "30"

ssize_t
live_read(void *cls, uint64_t position, char *buffer, size_t size)
{
	struct exchange *page = cls;
	struct server *server = page->server;
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&server->lock);
	bool heartbeat = page->heartbeat;

	(void)position;
	page->heartbeat = false;
	if (server->stopping || page->left)
		return MHD_CONTENT_READER_END_OF_STREAM;
	if (page->over) {
		page->left = true;
		return snprintf(buffer, size, "retry: " LATER "000\nevent: later\ndata: " LATER "\n\n");
	}
	if (page->told < server->announced) {
		/* Compared with the version last announced, so that a slow page is not told more often than others; but
		 * sent is the newest one. */
		page->told = server->version;
		return snprintf(buffer, size, "event: change\ndata: %" PRId64 "\n\n", server->version);
	}
	if (heartbeat)
		return snprintf(buffer, size, ":\n\n");
	page->suspended = true;
	MHD_suspend_connection(page->handle);
	return 0;
}

/* With the lock held. */
static void
wake(struct exchange *page)
{
	page->suspended = false;
	MHD_resume_connection(page->handle);
}

void
live_close(struct exchange *page)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&page->server->lock);

	g_queue_unlink(&page->server->listeners, &page->link);
	page->server->exchanges++;
}

/* Adds a page. The oldest one of its network makes room if there are too many. */
enum MHD_Result
live_open(struct exchange *page)
{
	struct server *server = page->server;
	struct exchange *oldest = NULL;
	unsigned neighbours = 0;

	g_mutex_lock(&server->lock);
	page->listening = server->listeners.length < LISTENERS_MAX;
	if (page->listening) {
		for (GList *at = server->listeners.head; at != NULL; at = at->next) {
			struct exchange *other = at->data;

			if (!other->over && visitors_are_neighbours(other->visitor, page->visitor)) {
				neighbours++;
				oldest = other;
			}
		}
		if (neighbours >= NEIGHBOURS_MAX) {
			oldest->over = true;
			if (oldest->suspended)
				wake(oldest);
		}
		page->told = -1;
		page->link.data = page;
		g_queue_push_head_link(&server->listeners, &page->link);
		server->exchanges--; /* the server does not wait for it when it stops */
	}
	g_mutex_unlock(&server->lock);
	if (page->listening)
		reply_bytes(&page->reply, 200, "text/event-stream", g_bytes_new_static("", 0));
	else
		reply_error(&page->reply, 503, "trouble",
			SAY("too-many-live-pages", "too many live pages are open; reload this one to see changes"));
	return reply_send(page);
}

void
live_tell(struct server *server, bool heartbeat)
{
	server->announced = server->version;
	for (GList *at = server->listeners.head; at != NULL; at = at->next) {
		struct exchange *page = at->data;

		page->heartbeat |= heartbeat;
		if (page->suspended && (heartbeat || server->stopping || page->told < server->announced))
			wake(page);
	}
}
