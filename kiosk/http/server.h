/* SPDX-License-Identifier: MIT
 * The web server: requests from strangers, bounded in every way, to handlers
 * that may take their time. Handlers run on a few threads of their own, so that
 * a slow disk or a large photo never holds up other people. */
#ifndef SEEDPRESS_KIOSK_HTTP_SERVER_H
#define SEEDPRESS_KIOSK_HTTP_SERVER_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#define REQUEST_TOKEN 65 /* bytes of a session's token: 256 bits in hexadecimal */

/* A request, complete with its body. Valid while its handler runs. */
struct request {
	const char *method;        /* GET (HEAD is one), POST */
	const char *path;          /* decoded, starts with / */
	const char *rest;          /* what follows the route's own path, where it ends in / */
	GBytes *body;              /* never NULL */
	const char *host;          /* as the browser named us: "192.168.1.5:8080" */
	const char *address;       /* of the other side, for sentences and limits */
	bool local;                /* from this very machine, and not by a proxy */
	double left;               /* of the asker's allowance: who has more goes first, where people wait */
	int64_t arrived;           /* when all of it was here, in monotonic microseconds */
	bool secure;               /* by TLS */
	bool organiser;            /* logged in; for POST also with the right token */
	char token[REQUEST_TOKEN]; /* of the organiser's session, else "" */
	void *inner;
};

/* A value of the query (decoded) or NULL; a header or NULL; a cookie or NULL. */
const char *request_query(const struct request *request, const char *name);
const char *request_cookie(const struct request *request, const char *name);
const char *request_header(const struct request *request, const char *name);

/* The body as JSON, to be json_decref()ed; NULL after it has answered 400 with a sentence. */
struct reply;
json_t *request_json(const struct request *request, struct reply *reply);

/* Answers. The first one counts; a handler that gives none answers 500. The status and JSON
 * (taken over); bytes with their type (taken over). Everything goes out with no-store unless
 * reply_cache() says otherwise. */
void reply_json(struct reply *reply, unsigned status, json_t *json);
void reply_bytes(struct reply *reply, unsigned status, const char *type, GBytes *bytes);

/* An answer as long as it likes, made piece by piece while it is sent, so that it never lies in
 * memory whole. Pieces are made on a thread that may wait, one at a time for everybody. `next`
 * appends some to the empty `piece`; one that stays empty is the end, and false breaks the answer
 * off so that the other side notices. `finish` frees the data, which is taken over. The route has
 * to say `streams`. */
struct reply_source {
	bool (*next)(void *data, GString *piece);
	void (*finish)(void *data);
};
void reply_stream(struct reply *reply, const char *type, const struct reply_source *source, void *data);
/* JSON as it is sent, to be freed with free(); NULL where there is no memory for it. */
char *reply_text(const json_t *json);

/* {"error": sentence, "kind": kind}, made like printf does. */
void reply_refuse(struct reply *reply, unsigned status, const char *kind, const char *format, ...) G_GNUC_PRINTF(4, 5);

/* May be kept for ever (what a code decides), or asked for again with this tag. */
void reply_cache(struct reply *reply);
void reply_tag(struct reply *reply, const char *tag);

/* The answer that was given, under another status. */
void reply_status(struct reply *reply, unsigned status);

/* Save under this name instead of showing. */
void reply_download(struct reply *reply, const char *name);

/* Takes so much more of the asker's allowance, even what is not there yet: guessing has a price. */
void reply_charge(struct reply *reply, unsigned cost);

/* Any other header; the server's own security headers stand. */
void reply_header(struct reply *reply, const char *name, const char *value);

struct route {
	const char *method;
	const char *path; /* exact; with a / at its end also everything below */
	void (*handle)(void *context, const struct request *request, struct reply *reply);
	size_t body;    /* bytes at most; 0: none */
	size_t memory;  /* bytes that its handler needs at most; 0: 16 MB, and 16 times the body, as JSON does */
	bool organiser; /* 401 for everybody else */
	unsigned cost;  /* of a person's allowance, see visitors.c: 0 free, 1 usual, 10 a photo */
	bool writes;    /* waits for what it stores: these have threads of their own, too */
	bool draws;     /* takes turns with others that draw: these have threads of their own */
	bool streams;   /* answers by reply_stream(): one at a time for an address, a few in all */
	bool quick;     /* answers from memory and never waits: runs on the network's own thread */
};

struct server_options {
	const char *listen;                /* "127.0.0.1", "0.0.0.0", "::" ... */
	uint16_t port;                     /* 0: any that is free */
	const char *certificate, *secret;  /* PEM texts; NULL: no TLS */
	const char *const *names;          /* host names we answer to besides addresses; NULL ends */
	const char *proxy;                 /* whose X-Forwarded-For is believed, an address; NULL: nobody's */
	const struct route *const *routes; /* tables that end with a NULL path; NULL ends the list */
	const struct route
		*nowhere;      /* answers browsers that show a page, where there is no other; NULL: as everybody else */
	const char *live;      /* the path where pages listen to changes, or NULL */
	unsigned patience;     /* seconds with slow senders; 0: the usual 30 */
	unsigned connections;  /* at most at once; 0: 512 */
	struct memory *memory; /* that handlers promise from, too (memory.h); NULL: the server has its own */

	void *context; /* for handlers and for these, which may be NULL: */
	/* says who asks, in `organiser` and `token` of the request; never waits, */
	void (*recognise)(void *context, struct request *request);
	/* and is told that a handler is about to run, on a thread that may wait; also for storing where the
	 * route does (`writes`). */
	void (*refresh)(void *context, bool writes);
};

/* For a program that only serves: lets this process have as many descriptors as it may. Returns how
 * many connections that allows. */
unsigned server_raise_files(void);

/* Starts threads and listens; NULL after setting *problem (to be freed). */
struct server *server_start(const struct server_options *options, char **problem);
uint16_t server_port(const struct server *server);

/* Tells every live page that something changed; cheap, from any thread, may be called often. */
void server_changed(struct server *server, int64_t version);

/* Finishes what is being answered and ends; NULL is fine. */
void server_stop(struct server *server);

#endif
