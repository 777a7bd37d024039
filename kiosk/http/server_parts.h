/* SPDX-License-Identifier: MIT
 * What the files of the web server share; everybody else takes server.h.
 *
 * A request goes through these hands: the network threads of libmicrohttpd read it, check it
 * (request.c) and suspend its connection; a thread of a pool runs the handler; the answer
 * goes back to the network thread, which sends it. Nothing that waits runs on a network thread. */
#ifndef SEEDPRESS_KIOSK_HTTP_SERVER_PARTS_H
#define SEEDPRESS_KIOSK_HTTP_SERVER_PARTS_H

#include <microhttpd.h>

#include "kiosk/http/drain.h"
#include "kiosk/http/head.h"
#include "kiosk/http/memory.h"
#include "kiosk/http/sender.h"
#include "kiosk/http/server.h"
#include "kiosk/http/visitors.h"

#define PATIENCE         30    /* seconds for a request's head, and between requests */
#define HEAD_MAX         16384 /* bytes of a request's head, and of an answer's */
#define SERVER_SEND_RATE 16384 /* bytes a second that everybody must be able to receive */

/* A connection, from accept to close. What the lock of the server guards is marked. */
struct line {
	struct line *before, *after; /* in the server's list; locked */
	int64_t deadline;            /* monotonic microseconds, when it is shut; locked */
	bool busy;                   /* with a request whose head is complete; locked */
	int socket;
	struct sockaddr_storage from;
	bool proxy; /* the trusted one, which says whom it asks for */
	bool local;
	struct visitor *visitor;
	const char *asked;   /* the address that the last request is for, where the library has it; */
	size_t asked_length; /* up to its first NUL */
};

/* An answer while it is made. */
struct reply {
	bool done;
	bool keep; /* for ever */
	unsigned status;
	unsigned charge; /* besides the route's cost */
	char *type, *tag;
	GBytes *bytes;
	const struct reply_source *source; /* NULL: it is all in `bytes` */
	void *source_data;
	GPtrArray *headers; /* name, value, name, value ... */
};

/* A page that listens to changes. */
struct listener {
	struct listener *before, *after;
	struct server *server;
	struct MHD_Connection *connection;
	const struct visitor *visitor;
	int64_t told; /* the last version sent; -1: none yet */
	bool breath;  /* a comment is due, which finds those who have gone */
	bool suspended;
	bool over; /* somebody else of its network has its place, */
	bool left; /* and it was told so */
};

/* A request and its answer. */
struct exchange {
	struct server *server;
	struct MHD_Connection *connection;
	struct line *line;
	struct visitor *visitor; /* the line's, or of whom a proxy asks for: */
	bool entered;            /* it leaves with this exchange */
	char address[INET6_ADDRSTRLEN];
	const struct route *route;
	struct head head;
	struct request request;
	struct reply reply;
	struct listener *listener; /* of a live page */
	char *path;
	char *body;
	size_t expected, got; /* bytes of the body */
	size_t room;          /* bytes that the body has memory for: it grows as they come */
	bool handed;          /* to a handler */
	bool streaming;       /* counted among the answers that are streamed */
	GString *piece;       /* of a streamed answer, while it is sent */
	size_t sent;          /* bytes of the piece */
	bool ended, broken;   /* there is no other piece; there should have been one */
	GPtrArray *texts;     /* decoded, freed with it */
};

struct server {
	void *context;
	void (*recognise)(void *context, struct request *request);
	void (*refresh)(void *context, bool writes);
	const struct route *const *routes;
	const struct route *nowhere;
	struct route live; /* its path is NULL where there is none */
	char **names;
	bool secure;
	struct sockaddr_storage proxy; /* trusted; of no family: none */
	unsigned patience;
	struct MHD_Daemon *daemon;
	struct visitors *visitors;
	struct memory *memory, own_memory; /* of handlers */
	struct drain *drain;
	GThreadPool *usual, *heavy, *here, *writing, *drawing; /* `here`: heavy, for the machine itself */
	GThreadPool *streaming;                                /* one thread: it makes pieces of answers in turn */

	GMutex lock;
	GCond wake;                 /* the housekeeper */
	GCond idle;                 /* the last exchange has ended */
	struct line *lines;         /* locked */
	struct listener *listeners; /* locked */
	unsigned listening;         /* locked */
	unsigned exchanges;         /* under way, live pages left out; locked */
	int64_t version;            /* locked */
	int64_t announced;          /* the version when live pages were last told; locked */
	int stopping;               /* locked for setting, atomic for looking */
	bool closed;                /* no handler is started any more; locked */
	GThread *housekeeper;
};

static inline bool
server_is_stopping(struct server *server)
{
	return g_atomic_int_get(&server->stopping) != 0;
}

/* request.c: the callbacks of libmicrohttpd. */
void *exchange_hear(void *server, const char *address, struct MHD_Connection *connection);
enum MHD_Result exchange_step(void *server, struct MHD_Connection *connection, const char *path, const char *method,
	const char *version, const char *data, size_t *size, void **exchange);
void exchange_complete(
	void *server, struct MHD_Connection *connection, void **exchange, enum MHD_RequestTerminationCode how);
void exchange_work(void *exchange, void *server);             /* for the pools */
int exchange_order(const void *a, const void *b, void *user); /* likewise: who has used less goes first */
size_t exchange_memory(const struct exchange *exchange);      /* bytes promised to its handler */

/* reply.c */
void reply_finish(struct reply *reply);
enum MHD_Result reply_send(struct exchange *exchange);
bool reply_secure(struct MHD_Response *response, const char *type); /* false: there is no memory for it */

/* stream.c: an answer that is made while it is sent. */
struct MHD_Response *stream_response(struct exchange *exchange);
void stream_work(void *exchange, void *server); /* for the pool */
void stream_finish(struct exchange *exchange);

/* live.c: opens a live page; resumes those that have something to hear. */
enum MHD_Result live_open(struct exchange *exchange);
void live_close(struct listener *listener);
void live_tell(struct server *server, bool breath); /* with the lock held */

/* server.c */
void server_line_expect(struct server *server, struct line *line, int64_t seconds);        /* 0: for ever */
void server_line_progress(struct server *server, struct line *line, int64_t microseconds); /* earned */

#endif
