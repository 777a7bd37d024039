/* SPDX-License-Identifier: MIT
 * Requests of the web server. The head is checked as soon as it has been read, so that an unwanted body is refused
 * before it arrives; then come the body and the handler. */
#include <string.h>

#include "kiosk/http/exchange.h"

/* Retry-After for a streamed response while all places are taken, in seconds. */
#define STREAM_AGAIN_S 10

/* Longest queue of requests for a pool. Those that find it full are refused. */
#define QUEUE_MAX 1024

/* Lowest rate in bytes per second at which a client has to send a body; slower ones are disconnected. */
#define BODY_RATE 32768

/* Bytes that are allocated for a body at first; doubled as it grows. */
#define BODY_STEP 65536

/* Bytes that are reserved for a handler whose route has no number of its own, besides those for the body. */
#define MEMORY_USUAL ((size_t)16 << 20)

/* How many times the size of its body such a handler has reserved. A large manifest takes 11 times its text as JSON. */
#define MEMORY_TIMES 16

static const char *
look_up(const struct request *request, enum request_source source, const char *name)
{
	/* In the order of enum request_source. */
	static const enum MHD_ValueKind kind[] = {MHD_HEADER_KIND, MHD_GET_ARGUMENT_KIND, MHD_COOKIE_KIND};
	const struct exchange *exchange = request->inner;

	return MHD_lookup_connection_value(exchange->handle, kind[source], name);
}

static enum MHD_Result
add_name(void *names, enum MHD_ValueKind kind, const char *name, const char *value)
{
	(void)kind;
	(void)value;
	g_ptr_array_add(names, (void *)(uintptr_t)name);
	return MHD_YES;
}

static GPtrArray *
query_names(const struct request *request)
{
	const struct exchange *exchange = request->inner;
	GPtrArray *names = g_ptr_array_new();

	MHD_get_connection_values(exchange->handle, MHD_GET_ARGUMENT_KIND, add_name, names);
	return names;
}

static bool
refuse_busy(struct reply *reply)
{
	return reply_error(reply, 503, "trouble", SAY("server-busy", "the server is busy; send it again in a moment"));
}

static bool
refuse_for_now(struct reply *reply, unsigned seconds)
{
	return reply_slow_down(
		reply, seconds, SAY("too-many-requests", "too many requests at once; wait a moment and try again"));
}

static enum MHD_Result
add_header(void *cls, enum MHD_ValueKind kind, const char *name, const char *value)
{
	(void)kind;
	head_add(cls, name, value);
	return MHD_YES;
}

/* Finds out who the client is: the peer of the connection, or the address that the trusted proxy names. A request that
 * was forwarded is never local, even if the proxy is on this machine. A proxy that the options do not name gives itself
 * away by headers that no browser sends, or by HTTP/1.0, which proxies use by default. False if refused. */
static bool
find_sender(struct exchange *exchange, const char *version)
{
	static const char *const forwarding[] = {
		"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via"};
	const struct connection *connection = exchange->connection;
	struct request *request = &exchange->request;
	struct visitors *visitors = exchange->server->visitors;
	const char *list = connection->proxy ? exchange->head.forwarded : NULL;
	const char *scheme = connection->proxy ? request_header(request, "X-Forwarded-Proto") : NULL;

	request->local = connection->local && strcmp(version, "HTTP/1.0") != 0;
	for (size_t i = 0; i < G_N_ELEMENTS(forwarding); i++)
		request->local = request->local && request_header(request, forwarding[i]) == NULL;
	request->secure = exchange->server->secure || g_strcmp0(scheme, "https") == 0;
	if (list == NULL || !address_read_last(list, exchange->address))
		g_strlcpy(exchange->address, connection->address, sizeof exchange->address);
	request->address = exchange->address;
	if (!connection->proxy && request->local == connection->local)
		return true;
	bool admitted = visitors_admit(visitors, exchange->address);
	exchange->visitor = visitors_enter(visitors, exchange->address, false);
	exchange->entered = true; /* even if it is the peer of the connection */
	if (admitted && !(connection->proxy && visitors_crowded(visitors, exchange->visitor)))
		return true;
	return refuse_for_now(&exchange->reply, 1);
}

/* Checks that the head is unambiguous, that path and host are ours, and that our own page has sent it if it may change
 * something. */
static bool
check_head(struct exchange *exchange, const char *version)
{
	const struct request *request = &exchange->request;
	const struct connection *connection = exchange->connection;
	struct reply *reply = &exchange->reply;
	/* Detects a NUL in the path, which cuts the library's text short. The library leaves the version in its buffer,
	 * one byte after the end of the path; if it is further away, the path was longer. If it is somewhere else
	 * altogether, nothing is known. */
	uintptr_t from = (uintptr_t)connection->asked, to = (uintptr_t)version;
	bool is_cut = from < to && to - from <= HEAD_MAX && to - from != connection->asked_length + 1;

	if (g_atomic_int_get(&exchange->server->stopping))
		return reply_error(reply, 503, "trouble", SAY("server-stopping", "the server is closing"));
	if (exchange->head.unclear || is_cut) {
		/* Nothing more is read from this connection: it is not known where this request ends. */
		exchange->expected = HEAD_LENGTH_UNKNOWN;
		reply_header(reply, "Connection", "close");
		if (exchange->head.folded)
			return reply_error(
				reply, 411, "bad-request", SAY("length-folded", "Content-Length must be on one line"));
		return reply_error(reply, 400, "bad-request",
			SAY("head-unclear", "this request does not say clearly whom it is for and how long it is"));
	}
	if (request->path == NULL || request->path[0] != '/')
		return reply_error(
			reply, 400, "bad-request", SAY("path-broken", "this is not an address of this server"));
	if (!head_host_is_ours(request->host, exchange->server->names))
		return reply_error(reply, 403, "forbidden",
			SAY("host-unknown",
				"this server does not know itself by this name; start it with --name to add one"));
	if (strcmp(request->method, "GET") != 0 &&
		!head_origin_is_ours(request_header(request, "Origin"), request_header(request, "Sec-Fetch-Site"),
			request->host, request->secure))
		return reply_error(
			reply, 403, "forbidden", SAY("origin-foreign", "this was sent by another site's page"));
	return true;
}

static bool
fits(const struct route *route, const char *path)
{
	size_t length = strlen(route->path);

	/* "/" is the front page, not everything. */
	if (length > 1 && route->path[length - 1] == '/')
		return strncmp(path, route->path, length) == 0;
	return strcmp(path, route->path) == 0;
}

/* Finds the route with the longest path that fits. A browser that asks for a page gets the not-found page. */
static bool
check_route(struct exchange *exchange)
{
	const struct server *server = exchange->server;
	const struct request *request = &exchange->request;
	const char *accepted = request_header(request, "Accept");
	bool gets = strcmp(request->method, "GET") == 0, other_method = false;
	const struct route *best = NULL;

	if (server->live.path != NULL && gets && fits(&server->live, request->path))
		best = &server->live;
	for (const struct route *const *table = server->options.routes; best != &server->live && *table != NULL;
		table++) {
		for (const struct route *route = *table; route->path != NULL; route++) {
			if (!fits(route, request->path))
				continue;
			if (strcmp(route->method, request->method) != 0)
				other_method = true;
			else if (best == NULL || strlen(route->path) > strlen(best->path))
				best = route;
		}
	}
	if (best == NULL && !other_method && gets && accepted != NULL && strstr(accepted, "text/html") != NULL)
		best = server->options.not_found;
	exchange->route = best;
	if (best != NULL)
		return true;
	if (other_method)
		return reply_error(&exchange->reply, 405, "bad-request",
			SAY("method-not-allowed", "this address does not take this method"));
	return reply_error(&exchange->reply, 404, "unknown", SAY("not-found", "there is nothing at this address"));
}

/* Checks limits. A body without a length is not accepted, so that its cost is known beforehand. Memory is reserved when
 * the body arrives; this only refuses early if there is too little. */
static bool
check_cost(struct exchange *exchange)
{
	const struct route *route = exchange->route;
	struct visitors *visitors = exchange->server->visitors;
	struct reply *reply = &exchange->reply;

	if (exchange->head.chunked)
		return reply_error(
			reply, 411, "bad-request", SAY("length-missing", "a body has to say its length beforehand"));
	if (exchange->expected > route->body)
		return reply_error(reply, 413, "too-large",
			SAY("body-too-large", "this is too large: at most {most} bytes are accepted here"),
			ARG_NUMBER("most", route->body));
	unsigned seconds = visitors_spend(visitors, exchange->visitor, route->cost);
	if (seconds > 0)
		return refuse_for_now(reply, seconds);
	if (route->streams && !exchange->request.trusted) {
		exchange->streaming = visitors_reserve(visitors, exchange->visitor, SHARE_STREAMS, 1);
		if (!exchange->streaming)
			return refuse_for_now(reply, STREAM_AGAIN_S);
	}
	return visitors_has(visitors, exchange->visitor, exchange->share, exchange->expected) || refuse_busy(reply);
}

/* Fills in the request from its head; false if it is refused. */
static bool
read_head(struct exchange *exchange, const char *path, const char *method, const char *version)
{
	const struct server_options *options = &exchange->server->options;
	struct request *request = &exchange->request;

	MHD_get_connection_values(exchange->handle, MHD_HEADER_KIND, add_header, &exchange->head);
	reply_init(&exchange->reply, request_header(request, "Accept-Language"));
	exchange->expected = exchange->head.length;
	exchange->share = exchange->expected <= SHARE_SMALL_MOST ? SHARE_SMALL : SHARE_LARGE;
	request->method = strcmp(method, "HEAD") == 0 ? "GET" : method;
	request->host = exchange->head.host;
	request->path = head_decode(path, false);
	if (!find_sender(exchange, version) || !check_head(exchange, version) || !check_route(exchange))
		return false;
	options->authorise(options->context, exchange->route, request, &exchange->reply);
	if (exchange->reply.done || !check_cost(exchange))
		return false;
	request->rest = request->path + strlen(exchange->route->path);
	return true;
}

static struct connection *
connection_of(struct MHD_Connection *handle)
{
	return MHD_get_connection_info(handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

void *
exchange_note_path(void *cls, const char *path, struct MHD_Connection *handle)
{
	struct connection *connection = connection_of(handle);

	(void)cls;
	connection->asked = path;
	connection->asked_length = strlen(path);
	return NULL;
}

static struct exchange *
begin(struct server *server, struct MHD_Connection *handle)
{
	struct exchange *exchange = g_new0(struct exchange, 1);

	exchange->server = server;
	exchange->handle = handle;
	exchange->connection = connection_of(handle);
	exchange->visitor = exchange->connection->visitor;
	exchange->request.look_up = look_up;
	exchange->request.query_names = query_names;
	exchange->request.inner = exchange;
	exchange->request.texts = g_ptr_array_new_with_free_func(g_free);
	g_mutex_lock(&server->lock);
	server->exchanges++;
	exchange->connection->busy = true;
	g_mutex_unlock(&server->lock);
	return exchange;
}

static void
release_body(struct exchange *exchange)
{
	g_clear_pointer(&exchange->body, g_free);
	visitors_release(exchange->server->visitors, exchange->visitor, exchange->share, exchange->allocated);
	exchange->allocated = 0;
}

void
exchange_complete(void *cls, struct MHD_Connection *handle, void **data, enum MHD_RequestTerminationCode how)
{
	struct server *server = cls;
	struct exchange *exchange = g_steal_pointer(data);

	(void)handle;
	(void)how;
	if (exchange == NULL)
		return;
	if (exchange->listening)
		live_close(exchange);
	release_body(exchange);
	if (exchange->streaming)
		visitors_release(server->visitors, exchange->visitor, SHARE_STREAMS, 1);
	if (exchange->piece != NULL)
		g_string_free(exchange->piece, TRUE);
	if (exchange->entered)
		visitors_leave(server->visitors, exchange->visitor);
	server_expect(server, exchange->connection, server->options.timeout);
	reply_finish(&exchange->reply);
	g_ptr_array_unref(exchange->request.texts);
	g_free((char *)(uintptr_t)exchange->request.path);
	g_mutex_lock(&server->lock);
	exchange->connection->busy = false;
	if (--server->exchanges == 0 && server->stopping)
		g_cond_broadcast(&server->idle);
	g_mutex_unlock(&server->lock);
	g_free(exchange);
}

/* Runs the handler. The tokens that it charges are taken when its answer is ready. */
static void
run_handler(struct exchange *exchange)
{
	const struct server_options *options = &exchange->server->options;
	struct request *request = &exchange->request;

	request->body = g_bytes_new_static(exchange->body, exchange->got);
	options->run(options->context, exchange->route, request, &exchange->reply);
	g_clear_pointer(&request->body, g_bytes_unref);
	if (exchange->reply.charge > 0)
		visitors_charge(exchange->server->visitors, exchange->visitor, exchange->reply.charge);
	release_body(exchange);
}

/* The work of the pools: makes a piece of a streamed response, or runs a handler if there is memory for it. */
void
exchange_work(void *data, void *user)
{
	struct exchange *exchange = data;
	struct server *server = user;
	size_t needed = exchange->request.memory;

	if (exchange->piece != NULL) {
		reply_next_piece(exchange);
	} else if (memory_promise(server->options.memory, needed, needed > 2 * MEMORY_USUAL)) {
		run_handler(exchange);
		memory_return(server->options.memory, needed);
	} else {
		release_body(exchange);
		refuse_busy(&exchange->reply);
	}
	MHD_resume_connection(exchange->handle);
}

/* Cheap requests go first, then those of visitors who have used less. */
int
exchange_order(const void *a, const void *b, void *user)
{
	const struct exchange *one = a, *other = b;
	bool heavy = one->route->cost >= VISITORS_HEAVY, other_heavy = other->route->cost >= VISITORS_HEAVY;

	(void)user;
	if (heavy != other_heavy)
		return heavy - other_heavy;
	return (other->request.left > one->request.left) - (other->request.left < one->request.left);
}

/* Passes a complete request to a pool, or runs a quick handler. */
static enum MHD_Result
hand_over(struct exchange *exchange)
{
	struct server *server = exchange->server;
	const struct route *route = exchange->route;
	struct request *request = &exchange->request;

	exchange->handed = true;
	request->arrived = g_get_monotonic_time();
	request->left = visitors_left(server->visitors, exchange->visitor);
	request->memory = route->memory > 0 ? route->memory : MEMORY_USUAL + MEMORY_TIMES * exchange->got;
	server_expect(server, exchange->connection, 0);
	if (route->quick) {
		run_handler(exchange);
		return reply_send(exchange);
	}
	GThreadPool *pool = server->default_pool;
	if (route->slow)
		pool = request->local ? server->local_pool : server->slow_pool;
	g_mutex_lock(&server->lock);
	bool queued = !server->closed && g_thread_pool_unprocessed(pool) < QUEUE_MAX;
	if (queued) {
		MHD_suspend_connection(exchange->handle);
		g_thread_pool_push(pool, exchange, NULL);
	}
	g_mutex_unlock(&server->lock);
	if (queued)
		return MHD_YES;
	refuse_busy(&exchange->reply);
	return reply_send(exchange);
}

/* Makes room for this many bytes of the body; false if there is not enough memory. */
static bool
grow_body(struct exchange *exchange, size_t size)
{
	struct visitors *visitors = exchange->server->visitors;
	size_t wanted = MAX(exchange->allocated, BODY_STEP);

	if (size <= exchange->allocated)
		return true;
	while (wanted < size)
		wanted *= 2;
	wanted = MIN(wanted, exchange->expected);
	size_t more = wanted - exchange->allocated;
	/* Both copies exist while it is moved. */
	if (!memory_has(exchange->server->options.memory, wanted, exchange->share == SHARE_LARGE) ||
		!visitors_reserve(visitors, exchange->visitor, exchange->share, more))
		return false;
	char *body = g_try_realloc(exchange->body, wanted);
	if (body == NULL) {
		visitors_release(visitors, exchange->visitor, exchange->share, more);
		return false;
	}
	exchange->body = body;
	exchange->allocated = wanted;
	return true;
}

/* A body that there is no memory for is still read, so that the client gets the response. */
static enum MHD_Result
read_body(struct exchange *exchange, const char *data, size_t *size)
{
	if (*size > exchange->expected - exchange->got)
		return MHD_NO;
	if (!exchange->reply.done && !grow_body(exchange, exchange->got + *size)) {
		release_body(exchange);
		refuse_busy(&exchange->reply);
	}
	if (!exchange->reply.done)
		memcpy(exchange->body + exchange->got, data, *size);
	exchange->got += *size;
	server_progress(exchange->server, exchange->connection, (int64_t)*size * G_USEC_PER_SEC / BODY_RATE);
	*size = 0;
	return MHD_YES;
}

/* libmicrohttpd calls this after the head, with each part of the body, after its end, and when the connection was
 * resumed. */
enum MHD_Result
exchange_step(void *cls, struct MHD_Connection *handle, const char *path, const char *method, const char *version,
	const char *data, size_t *size, void **state)
{
	struct server *server = cls;
	struct exchange *exchange = *state;

	if (exchange == NULL) {
		exchange = *state = begin(server, handle);
		if (!read_head(exchange, path, method, version) && exchange->expected > 0) {
			/* The body is not waited for. */
			server_drain(server, exchange->connection->socket);
			return reply_send(exchange);
		}
		server_expect(server, exchange->connection, server->options.timeout);
		return MHD_YES;
	}
	if (*size > 0)
		return read_body(exchange, data, size);
	if (exchange->handed || exchange->reply.done)
		return reply_send(exchange);
	return exchange->route == &server->live ? live_open(exchange) : hand_over(exchange);
}
