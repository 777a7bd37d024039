/* SPDX-License-Identifier: MIT
 * Internals that the files of the web server share; other modules include server.h.
 *
 * A network thread of libmicrohttpd reads and checks the head of a request (exchange.c), collects its body and suspends
 * the connection. A thread of a pool runs the handler and resumes the connection, and the network thread sends the
 * response (reply.c). Nothing that blocks runs on a network thread. */
#pragma once

#include <microhttpd.h>

#include "kiosk/http/addresses.h"
#include "kiosk/http/head.h"
#include "kiosk/http/memory.h"
#include "kiosk/http/server.h"
#include "kiosk/http/visitors.h"

/* Largest head of a request or a response, in bytes. */
#define HEAD_MAX 16384

/* Lowest rate in bytes per second at which a client has to receive; slower ones are disconnected. */
#define SERVER_SEND_RATE 16384

/* A connection, from accept to close. */
struct connection {
	GList link;       /* in the server's list; locked */
	int64_t deadline; /* monotonic microseconds, when it is shut; locked */
	bool busy;        /* with a request whose head is complete; locked */
	int socket;
	char address[ADDRESS_TEXT];
	bool proxy; /* it comes from the trusted proxy, which names the client in a header */
	bool local;
	struct visitor *visitor;
	const char *asked;   /* the path of the last request in the library's buffer */
	size_t asked_length; /* of the path, up to its first NUL */
};

/* A request and its answer. */
struct exchange {
	struct server *server;
	struct MHD_Connection *handle;
	struct connection *connection;
	struct visitor *visitor; /* the connection's, or the client of a proxy */
	bool entered;            /* the visitor is a client of a proxy, and leaves when this exchange ends */
	char address[ADDRESS_TEXT];
	const struct route *route;
	struct head head;
	struct request request;
	struct reply reply;
	char *body;
	size_t expected, got;     /* bytes of the body */
	enum visitor_share share; /* that its memory belongs to, by its Content-Length */
	size_t allocated;         /* bytes allocated for the body: grows as it arrives */
	bool handed;              /* to a handler */
	bool streaming;           /* counts among the streamed responses */
	GString *piece;           /* of a streamed response, while it is sent */
	size_t sent;              /* bytes of the piece */
	bool ended, broken;       /* there are no further pieces; the source has failed */

	/* Only for a live page, which listens to changes. Locked. */
	GList link;     /* in the server's list */
	bool listening; /* it is in the list */
	int64_t told;   /* the last version sent; -1: none yet */
	bool heartbeat; /* a comment is due, by which closed connections are noticed */
	bool suspended;
	bool over; /* another page of its network takes its place ... */
	bool left; /* ... and it was told so */
};

/* A socket whose request was answered before it was complete, see server_drain(). */
struct drained {
	int socket;
	int64_t begun, heard; /* monotonic microseconds */
};

struct server {
	struct server_options options; /* its texts are the caller's, except for: */
	char **names;
	char proxy[ADDRESS_TEXT]; /* the trusted one, or "" */
	struct route live;        /* its path is NULL if there is none */
	bool secure;
	struct MHD_Daemon *daemon;
	struct visitors *visitors;
	GThreadPool *default_pool; /* short work: the database, and pieces of streamed responses */
	GThreadPool *slow_pool;    /* drawings and photos, sorted by exchange_order() */
	GThreadPool *local_pool;   /* the same for this machine, which never has to wait for others */

	GMutex lock;
	GCond wake;         /* the maintenance thread */
	GCond idle;         /* the last exchange has ended */
	GQueue connections; /* newest first; locked */
	GQueue listeners;   /* exchanges of live pages, newest first; locked */
	GArray *drained;    /* struct drained; locked */
	unsigned exchanges; /* under way, without live pages; locked */
	int64_t version;    /* locked */
	int64_t announced;  /* the version when live pages were last told; locked */
	int stopping;       /* written with the lock held, read atomically */
	bool closed;        /* no further handler is started; locked */
	GThread *maintenance;
};

/* server.c: sets the deadline of a connection, in seconds from now (0: none). Progress extends it, but never to more
 * than the timeout from now, so that a client that was fast cannot be slow afterwards. */
void server_expect(struct server *server, struct connection *connection, int64_t seconds);
void server_progress(struct server *server, struct connection *connection, int64_t microseconds);

/* Reads and drops what still arrives at a socket for a while after it was answered. Closing it at once would reset the
 * connection, and a client that is still sending would lose the response. */
void server_drain(struct server *server, int socket);

/* exchange.c: the callbacks of libmicrohttpd, and the work of the pools. */
void *exchange_note_path(void *server, const char *path, struct MHD_Connection *handle);
enum MHD_Result exchange_step(void *server, struct MHD_Connection *handle, const char *path, const char *method,
	const char *version, const char *data, size_t *size, void **exchange);
void exchange_complete(
	void *server, struct MHD_Connection *handle, void **exchange, enum MHD_RequestTerminationCode how);
void exchange_work(void *exchange, void *server);
int exchange_order(const void *a, const void *b, void *user);

/* reply.c. reply_next_piece() makes the next piece of a streamed response, on a thread that may block. */
void reply_init(struct reply *reply, const char *accept_language);
void reply_finish(struct reply *reply);

enum MHD_Result reply_send(struct exchange *exchange);
void reply_next_piece(struct exchange *exchange);

/* live.c. live_read() writes the next event; if there is none the connection is suspended until live_tell() resumes it.
 * live_tell() wakes the live pages that have something to send, with the lock held. */
ssize_t live_read(void *exchange, uint64_t position, char *buffer, size_t size);
enum MHD_Result live_open(struct exchange *exchange);
void live_close(struct exchange *exchange);
void live_tell(struct server *server, bool heartbeat);
