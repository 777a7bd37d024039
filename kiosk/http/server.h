/* SPDX-License-Identifier: MIT
 * A web server. It limits everything that a client can send, and runs handlers on thread pools, so that a slow disk or
 * a large photo never delays other people. It knows nothing of the application, which provides tables of routes, hooks
 * and the type of its session. */
#pragma once

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
	size_t memory;       /* bytes that are reserved for its handler */
	const char *host;    /* the Host header: "192.168.1.5:8080" */
	const char *address; /* of the client, for messages and limits */
	bool local;          /* from this machine, and not through a proxy */
	bool secure;         /* by TLS */
	double left;         /* tokens of the visitor's rate limit: those who have more go first */
	int64_t arrived;     /* when it was complete, in monotonic microseconds */
	bool trusted;        /* set by authorise(): not limited in streamed answers */

	/* Private: where headers, query and cookies come from, and decoded texts, which are freed with the request. */
	const char *(*look_up)(const struct request *request, enum request_source source, const char *name);
	GPtrArray *(*query_names)(const struct request *request);
	void *inner;
	GPtrArray *texts;
};

/* A response while it is built. */
struct reply {
	bool done;
	bool keep;              /* browsers may cache it forever, because it depends on a code alone; set by handlers */
	unsigned status;        /* of the response; handlers may change it */
	struct problem problem; /* why a handler could not answer: 503, unless it has answered otherwise */
	unsigned charge;        /* tokens to take besides the route's cost, even into debt: guessing has a price */
	struct audience audience; /* of its sentences: the public, on a page, in the request's language */

	/* Private: */
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

/* The names in the query, in its order, undecoded; to be unreferenced before the handler ends. */
GPtrArray *request_query_names(const struct request *request);

/* The body as JSON, to be json_decref()ed; false after it has answered 400 or 413. */
bool request_json(const struct request *request, struct reply *reply, json_t **json);

/* Responses. The first one counts; a handler that gives none causes a 503 with reply->problem, or a 500 if there is
 * none. JSON and bytes are taken over. Everything is sent with Cache-Control: no-store unless it has a tag or `keep` is
 * set. They return true, and refusals return false, as handlers do. */
bool reply_json(struct reply *reply, unsigned status, json_t *json);
bool reply_bytes(struct reply *reply, unsigned status, const char *type, GBytes *bytes);

/* 200 with gzipped bytes (gzip_bytes()) if the browser accepts them, else with plain ones. They stay the caller's. One
 * of the two may be NULL: without `plain` the gzipped bytes are decompressed for browsers that need it. */
bool reply_packed(const struct request *request, struct reply *reply, const char *type, GBytes *plain, GBytes *packed);

/* Compression levels of gzip: QUICK for short-lived data, SMALL for data that is cached. */
enum gzip_effort { GZIP_QUICK = 2, GZIP_SMALL = 6 };

/* Gzipped bytes; NULL if they are not smaller. */
GBytes *gzip_bytes(GBytes *plain, enum gzip_effort effort);

/* A response of any length, made piece by piece while it is sent. `next` appends to the empty `piece`, on a thread that
 * may block. A piece that stays empty is the end; false aborts the response so that the client notices. `finish` frees
 * the data, which is taken over. The route has to set `streams`. */
struct reply_source {
	bool (*next)(void *data, GString *piece);
	void (*finish)(void *data);
};
bool reply_stream(struct reply *reply, const char *type, const struct reply_source *source, void *data);

/* JSON as text, as it is sent; to be freed with g_free(). */
char *reply_text(const json_t *json);

/* Refusals: {"error": sentence, "kind": kind, "id": of the message}, in the language of the request. reply_error()
 * takes a SAY() and its arguments. */
#define reply_error(reply, status, kind, ...) \
	reply_error_list((reply), (status), (kind), (const struct argument[]){__VA_ARGS__, {.type = ARGUMENT_END}})
bool reply_error_list(struct reply *reply, unsigned status, const char *kind, const struct argument *arguments);
bool reply_problem(struct reply *reply, unsigned status, const char *kind, const struct problem *problem);

/* The same with further members (taken over). */
bool reply_problem_with(
	struct reply *reply, unsigned status, const char *kind, const struct problem *problem, json_t *members);

/* 422 with the first of several problems as "error", the kind of the gravest, and all as "problems" and "ids". */
bool reply_problems(struct reply *reply, const struct problems *problems);

/* 429, with "seconds" and Retry-After. */
#define reply_slow_down(reply, seconds, ...) \
	reply_slow_down_list((reply), (seconds), (const struct argument[]){__VA_ARGS__, {.type = ARGUMENT_END}})
bool reply_slow_down_list(struct reply *reply, unsigned seconds, const struct argument *arguments);

/* The sentence of a problem in the language of the request, null if there is none. An operator also sees paths and
 * messages of the system. */
json_t *reply_sentence(const struct reply *reply, const struct problem *problem, bool is_operator);

/* Sets the ETag: browsers cache the response and revalidate it. */
void reply_tag(struct reply *reply, const char *tag);

/* Makes browsers save the response under this name instead of showing it. */
void reply_download(struct reply *reply, const char *name);

/* Adds any other header. The server adds the security headers. */
void reply_header(struct reply *reply, const char *name, const char *value);

struct call; /* the application's: what its handlers work with */

struct route {
	const char *method;
	const char *path;                  /* exact; with a / at its end also everything below */
	bool (*handle)(struct call *call); /* false after refusing, or after setting reply->problem */
	size_t body;                       /* bytes at most; 0: none */
	size_t memory;    /* bytes that its handler needs at most; 0: 16 MB, and 16 times the body, as JSON does */
	unsigned cost;    /* tokens, see visitors.c: 0 is free, most have 1, a photo has 10 */
	unsigned needs;   /* the application's own flags, for its hooks */
	const void *data; /* for a handler of several routes */
	bool slow;        /* draws or reads a picture: runs in the slow pool */
	bool streams;     /* uses reply_stream(): one at a time per address, a few in all */
	bool quick;       /* answers from memory and never blocks: runs on the network thread */
};

/* An entry of a table of routes; further members follow as designated initialisers. */
#define ROUTE(verb, where, what, ...) \
	{ \
		.method = (verb), .path = (where), .handle = (what), __VA_ARGS__ \
	}

struct server_options {
	const char *listen;                /* "127.0.0.1", "0.0.0.0", "::" ... */
	uint16_t port;                     /* 0: any free port */
	const char *certificate, *secret;  /* PEM texts; NULL: no TLS */
	const char *const *names;          /* accepted host names besides addresses; NULL ends */
	const char *proxy;                 /* the address whose X-Forwarded-For is trusted; NULL: none */
	const struct route *const *routes; /* tables that end with a NULL path; NULL ends the list */
	const struct route *not_found;     /* for page requests of browsers without a route; NULL: a plain 404 */
	const char *live;                  /* the path of the event stream of changes, or NULL */
	unsigned timeout;                  /* seconds for slow senders; 0: 30 */
	unsigned connections;              /* most at a time, see server_raise_files() */
	struct memory *memory;             /* shared with the application (memory.h) */

	void *context; /* for the hooks */
	/* Answers if the request may not use its route. Called on a network thread as soon as the head has been read;
	 * must never block. */
	void (*authorise)(void *context, const struct route *route, struct request *request, struct reply *reply);
	/* Runs the handler. The request is to be authorised again, because it may have lost its rights while a large
	 * body arrived. Called on a thread that may block unless the route is quick. */
	void (*run)(void *context, const struct route *route, struct request *request, struct reply *reply);
};

/* Raises the process's limit of open files as far as allowed. Returns how many connections that allows. */
unsigned server_raise_files(void);

/* Starts the threads and listens; NULL with a problem. */
struct server *server_start(const struct server_options *options, struct problem *problem);
uint16_t server_port(const struct server *server);

/* Tells every live page that something has changed. Cheap; any thread may call. */
void server_changed(struct server *server, int64_t version);

/* Finishes the requests under way and frees the server; NULL is fine. */
void server_stop(struct server *server);
