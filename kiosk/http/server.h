/* SPDX-License-Identifier: MIT
 * A web server: requests from strangers, bounded in every way, to handlers that may take their time. Handlers run on
 * threads of their own, so that a slow disk or a large photo never delays other people. It knows nothing of its
 * application, which gives it tables of routes, hooks, and a session of its own for each request. */
#ifndef SEEDPRESS_KIOSK_HTTP_SERVER_H
#define SEEDPRESS_KIOSK_HTTP_SERVER_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "layouts/problems.h"

enum request_source { REQUEST_HEADER, REQUEST_QUERY, REQUEST_COOKIE };

/* A request, complete with its body. Valid while its handler runs. */
struct request {
	const char *method;  /* GET (also for HEAD), POST */
	const char *path;    /* decoded, starts with / */
	const char *rest;    /* what follows the route's own path, if that ends in / */
	GBytes *body;        /* never NULL */
	size_t memory;       /* bytes that were promised to its handler */
	const char *host;    /* as the browser named us: "192.168.1.5:8080" */
	const char *address; /* of the other side, for messages and limits */
	bool local;          /* from this machine, and not through a proxy */
	bool secure;         /* by TLS */
	double left;         /* tokens of the visitor's rate limit: those who have more go first */
	int64_t arrived;     /* when all of it was here, in monotonic microseconds */
	const void *data;    /* the route's */
	void *session;       /* the application's: `session_size` bytes that its authorise() fills in */
	bool trusted;        /* set by authorise(): not limited in streamed answers */

	/* The server's own: where headers, query and cookies come from, and decoded texts, freed with it. */
	const char *(*look_up)(const struct request *request, enum request_source source, const char *name);
	const char *(*query_name)(const struct request *request, unsigned n);
	void *inner;
	GPtrArray *texts;
};

/* An answer while it is made. */
struct reply {
	bool done;
	bool keep;                /* may be kept forever, because a code decides it; to be set by handlers */
	unsigned status;          /* of the answer that was given: handlers may give it another one */
	struct problem problem;   /* why a handler could not answer: 503, if it has not answered otherwise */
	unsigned charge;          /* tokens besides the route's cost, even if there are too few: guessing has a price */
	struct audience audience; /* for whom sentences are written: anybody, on a page, in the request's language */

	/* The server's own: */
	char *type, *tag;
	GBytes *bytes;
	const struct reply_source *source; /* NULL: it is all in `bytes` */
	void *source_data;
	GPtrArray *headers; /* name, value, name, value ... */
	char language[9];   /* the first that the request accepts: "en" */
};

/* A value of the query (decoded), a cookie or a header; NULL if there is none. */
const char *request_query(const struct request *request, const char *name);
const char *request_cookie(const struct request *request, const char *name);
const char *request_header(const struct request *request, const char *name);

/* The name of the n-th member of the query, from 0; NULL after the last. */
const char *request_query_name(const struct request *request, unsigned n);

/* The body as JSON, to be json_decref()ed; NULL after it has answered 400 or 413. */
json_t *request_json(const struct request *request, struct reply *reply);

/* Answers. The first one counts; a handler that gives none answers 503 with reply->problem, or 500 without one. JSON
 * and bytes are taken over. Everything is sent with no-store unless `keep` says otherwise. */
void reply_json(struct reply *reply, unsigned status, json_t *json);
void reply_bytes(struct reply *reply, unsigned status, const char *type, GBytes *bytes);

/* 200 with plain bytes, or packed ones (gzip_bytes()) if the browser takes them. They stay the caller's; one of the two
 * may be NULL: without `plain` they are unpacked for those who need it. */
void reply_packed(const struct request *request, struct reply *reply, const char *type, GBytes *plain, GBytes *packed);

/* How much time packing may take: little for what is soon forgotten, or as much as makes it small. */
enum gzip_effort { GZIP_QUICK = 2, GZIP_SMALL = 6 };

/* Bytes packed with gzip; NULL if that is not smaller. */
GBytes *gzip_bytes(GBytes *plain, enum gzip_effort effort);

/* An answer of any length, made piece by piece while it is sent. `next` appends to the empty `piece`, on a thread that
 * may wait; one that stays empty is the end, and false breaks the answer off so that the other side notices. `finish`
 * frees the data, which is taken over. The route has to say `streams`. */
struct reply_source {
	bool (*next)(void *data, GString *piece);
	void (*finish)(void *data);
};
void reply_stream(struct reply *reply, const char *type, const struct reply_source *source, void *data);

/* JSON as it is sent, to be freed with g_free(). */
char *reply_text(const json_t *json);

/* Refusals: {"error": sentence, "kind": kind, "id": of the message}, in the language of the request. reply_error()
 * takes a SAY() and its arguments. It and reply_slow_down() return false. */
#define reply_error(reply, status, kind, ...) \
	reply_error_list((reply), (status), (kind), (const struct argument[]){__VA_ARGS__, {.type = ARGUMENT_END}})
bool reply_error_list(struct reply *reply, unsigned status, const char *kind, const struct argument *arguments);
void reply_problem(struct reply *reply, unsigned status, const char *kind, const struct problem *problem);

/* The same with further members (taken over). */
void reply_problem_with(
	struct reply *reply, unsigned status, const char *kind, const struct problem *problem, json_t *members);

/* 422 with the first of several problems as "error", the kind of the gravest, and all as "problems" and "ids". */
void reply_problems(struct reply *reply, const struct problems *problems);

/* 429, with "seconds" and Retry-After. */
#define reply_slow_down(reply, seconds, ...) \
	reply_slow_down_list((reply), (seconds), (const struct argument[]){__VA_ARGS__, {.type = ARGUMENT_END}})
bool reply_slow_down_list(struct reply *reply, unsigned seconds, const struct argument *arguments);

/* The sentence of a problem in the language of the request, null if there is none. An operator also sees paths and what
 * the system said. */
json_t *reply_sentence(const struct reply *reply, const struct problem *problem, bool is_operator);

/* It is asked for again with this tag. */
void reply_tag(struct reply *reply, const char *tag);

/* Save under this name instead of showing. */
void reply_download(struct reply *reply, const char *name);

/* Any other header, besides the server's own security headers. */
void reply_header(struct reply *reply, const char *name, const char *value);

struct route {
	const char *method;
	const char *path; /* exact; with a / at its end also everything below */
	void (*handle)(void *context, const struct request *request, struct reply *reply);
	size_t body;      /* bytes at most; 0: none */
	size_t memory;    /* bytes that its handler needs at most; 0: 16 MB, and 16 times the body, as JSON does */
	unsigned cost;    /* tokens, see visitors.c: 0 free, 1 usual, 10 a photo */
	unsigned needs;   /* the application's own flags, for its hooks */
	const void *data; /* for a handler of several routes, as request->data */
	bool slow;        /* draws or reads a picture: runs in the slow pool */
	bool streams;     /* answers by reply_stream(): one at a time for an address, a few in all */
	bool quick;       /* answers from memory and never waits: runs on the network's own thread */
};

/* A line of a table of routes; further members follow as designated initialisers. */
#define ROUTE(verb, where, what, ...) \
	{ \
		.method = (verb), .path = (where), .handle = (what), __VA_ARGS__ \
	}

struct server_options {
	const char *listen;                /* "127.0.0.1", "0.0.0.0", "::" ... */
	uint16_t port;                     /* 0: any that is free */
	const char *certificate, *secret;  /* PEM texts; NULL: no TLS */
	const char *const *names;          /* host names we answer to besides addresses; NULL ends */
	const char *proxy;                 /* the address whose X-Forwarded-For is believed; NULL: none */
	const struct route *const *routes; /* tables that end with a NULL path; NULL ends the list */
	const struct route *not_found; /* answers browsers that show a page, if there is no route; NULL: 404 as usual */
	const char *live;              /* the path where pages listen to changes, or NULL */
	unsigned timeout;              /* seconds for slow senders; 0: the usual 30 */
	unsigned connections;          /* at most at once; 0: 512 */
	struct memory *memory;         /* that handlers promise from, too (memory.h); NULL: the server has its own */
	size_t session_size;           /* bytes of request->session, zeroed before authorise() */

	void *context; /* for handlers and hooks; the hooks may be NULL: */
	/* Fills request->session, and answers if the request may not use its route. Called on a network thread as soon
	 * as the head is there, and again just before the handler; never waits. */
	void (*authorise)(void *context, const struct route *route, struct request *request, struct reply *reply);
	/* Called on a thread that may wait, before authorise() and the handler. */
	void (*prepare)(void *context, const struct route *route);
};

/* For a program that only serves: raises the limit of open files as far as allowed. Returns how many connections that
 * allows. */
unsigned server_raise_files(void);

/* Starts threads and listens; NULL with a problem. */
struct server *server_start(const struct server_options *options, struct problem *problem);
uint16_t server_port(const struct server *server);

/* Tells every live page that something changed; cheap, from any thread, may be called often. */
void server_changed(struct server *server, int64_t version);

/* Finishes what is being answered and ends; NULL is fine. */
void server_stop(struct server *server);

#endif
