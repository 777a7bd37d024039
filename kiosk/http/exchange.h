/* SPDX-License-Identifier: MIT
 * What the files of the web server share; others include server.h.
 *
 * A request's path: a network thread of libmicrohttpd reads its head, checks it (exchange.c), collects its body and
 * suspends the connection; a thread of a pool runs the handler; the answer goes back to the network thread, which sends
 * it (reply.c). Nothing that waits runs on a network thread. */
#ifndef SEEDPRESS_KIOSK_HTTP_EXCHANGE_H
#define SEEDPRESS_KIOSK_HTTP_EXCHANGE_H

#include <microhttpd.h>

#include "kiosk/http/addresses.h"
#include "kiosk/http/head.h"
#include "kiosk/http/memory.h"
#include "kiosk/http/server.h"
#include "kiosk/http/visitors.h"

/* Bytes of a request's head, and of an answer's. */
#define HEAD_MAX 16384

/* Bytes a second that everybody must be able to receive. */
#define SERVER_SEND_RATE 16384

/* A connection, from accept to close. */
struct connection {
	GList link;       /* in the server's list; locked */
	int64_t deadline; /* monotonic microseconds, when it is shut; locked */
	bool busy;        /* with a request whose head is complete; locked */
	int socket;
	char address[ADDRESS_TEXT];
	bool proxy; /* the trusted one, which says for whom it asks */
	bool local;
	struct visitor *visitor;
	const char *asked;   /* the path of the last request, where the library has it; */
	size_t asked_length; /* up to its first NUL */
};

/* A request and its answer. */
struct exchange {
	struct server *server;
	struct MHD_Connection *handle;
	struct connection *connection;
	struct visitor *visitor; /* the connection's, or the one that a proxy asks for: */
	bool entered;            /* it leaves with this exchange */
	char address[ADDRESS_TEXT];
	const struct route *route;
	struct head head;
	struct request request;
	struct reply reply;
	char *path;
	char *body;
	size_t expected, got;     /* bytes of the body */
	enum visitor_share share; /* that its memory is of, by what it may become: known from the beginning */
	size_t allocated;         /* bytes that the body has memory for: it grows as they come */
	bool handed;              /* to a handler */
	bool streaming;           /* counted among the answers that are streamed */
	GString *piece;           /* of a streamed answer, while it is sent */
	size_t sent;              /* bytes of the piece */
	bool ended, broken;       /* there is no other piece; there should have been one */

	/* Of a live page, which listens to changes: */
	GList link;     /* in the server's list; locked, as the rest */
	bool listening; /* it is in the list */
	int64_t told;   /* the last version sent; -1: none yet */
	bool heartbeat; /* a comment is due, which finds those who have gone */
	bool suspended;
	bool over; /* another page of its network has its place, */
	bool left; /* and it was told so */
};

/* A socket whose request was answered before all of it had come, see server_drain(). */
struct drained {
	int socket;
	int64_t begun, heard; /* monotonic microseconds */
};

struct server {
	struct server_options options; /* its texts are the caller's, except for: */
	char **names;
	char proxy[ADDRESS_TEXT]; /* "": none is trusted */
	struct route live;        /* its path is NULL if there is none */
	bool secure;
	struct memory *memory, own_memory; /* of handlers */
	struct MHD_Daemon *daemon;
	struct visitors *visitors;
	GThreadPool *default_pool; /* short work: reading and writing the database, pieces of streamed answers */
	GThreadPool *slow_pool;    /* drawings and photos: cheap ones first, then those who have used less */
	GThreadPool *local_pool;   /* the same for this machine, which never waits for what others send */

	GMutex lock;
	GCond wake;         /* the maintenance thread */
	GCond idle;         /* the last exchange has ended */
	GQueue connections; /* the latest first; locked */
	GQueue listeners;   /* exchanges of live pages, the latest first; locked */
	GArray *drained;    /* struct drained; locked */
	unsigned exchanges; /* under way, live pages left out; locked */
	int64_t version;    /* locked */
	int64_t announced;  /* the version when live pages were last told; locked */
	int stopping;       /* locked for setting, atomic for looking */
	bool closed;        /* no handler is started any more; locked */
	GThread *maintenance;
};

/* server.c: sets when a connection is shut, in seconds from now (0: never); what was received earns time, but never
 * more than the timeout from now on, because having been quick does not allow being slow afterwards. */
void server_expect(struct server *server, struct connection *connection, int64_t seconds);
void server_progress(struct server *server, struct connection *connection, int64_t microseconds);

/* Reads and drops what still comes from a socket for a while after it was answered. Closing it at once would reset it,
 * and the other side would lose the answer while it is still sending. */
void server_drain(struct server *server, int socket);

/* exchange.c: the callbacks of libmicrohttpd, and the work of the pools. */
void *exchange_note_path(void *server, const char *path, struct MHD_Connection *handle);
enum MHD_Result exchange_step(void *server, struct MHD_Connection *handle, const char *path, const char *method,
	const char *version, const char *data, size_t *size, void **exchange);
void exchange_complete(
	void *server, struct MHD_Connection *handle, void **exchange, enum MHD_RequestTerminationCode how);
void exchange_work(void *exchange, void *server);
int exchange_order(const void *a, const void *b, void *user);

/* reply.c. The headers of every answer; false if one could not be added. The next piece of a streamed answer is made on
 * a thread that may wait. */
void reply_init(struct reply *reply, const char *accept_language);
void reply_finish(struct reply *reply);

/* Calls a route's handler; if that leaves only a problem, the reply is 503 with it. */
void reply_by_route(const struct route *route, void *context, struct request *request, struct reply *reply);
enum MHD_Result reply_send(struct exchange *exchange);
bool reply_add_headers(struct MHD_Response *response, const char *type, const char *cache);
void reply_next_piece(struct exchange *exchange);

/* live.c: opens a live page; resumes those that have something to hear, with the lock held. */
enum MHD_Result live_open(struct exchange *exchange);
void live_close(struct exchange *exchange);
void live_tell(struct server *server, bool heartbeat);

#endif
