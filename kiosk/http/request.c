/* SPDX-License-Identifier: MIT
 * Requests of the web server: checked as soon as their head is there, so that a
 * body that is not wanted is not waited for. */
#include <stdlib.h>
#include <string.h>

#include "kiosk/http/origin.h"
#include "kiosk/http/server_parts.h"

#define STREAM_AGAIN 10                 /* seconds after which the place of a streamed answer may be free */
#define QUEUE_MAX    1024               /* requests that wait for a thread */
#define BODY_RATE    32768              /* bytes a second that everybody must be able to send, all the time */
#define BODY_STEP    65536              /* bytes that a body has memory for at first */
#define MEMORY_USUAL ((size_t)16 << 20) /* that a handler needs at most, where its route says nothing, */
#define MEMORY_TIMES 16                 /* and so many times the body: a large manifest takes 11 */

static const char *
header(const struct exchange *exchange, const char *name)
{
	return MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, name);
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

/* The route that says most of the path; *other tells that there is one for other methods. */
static const struct route *
find_route(const struct server *server, const char *method, const char *path, bool *other)
{
	const struct route *best = NULL;
	size_t most = 0;

	*other = false;
	if (server->live.path != NULL && fits(&server->live, path) && strcmp(method, server->live.method) == 0)
		return &server->live;
	for (const struct route *const *table = server->routes; *table != NULL; table++) {
		for (const struct route *route = *table; route->path != NULL; route++) {
			if (!fits(route, path))
				continue;
			if (strcmp(route->method, method) != 0) {
				*other = true;
			} else if (strlen(route->path) > most) {
				most = strlen(route->path);
				best = route;
			}
		}
	}
	return best;
}

/* Who asks, by what the owner of the server makes of it. */
static void
recognise(struct exchange *exchange)
{
	struct request *request = &exchange->request;

	request->organiser = false;
	request->token[0] = '\0';
	if (exchange->server->recognise != NULL)
		exchange->server->recognise(exchange->server->context, request);
}

/* Without a length nothing is taken: so it is always known beforehand what a body will cost. */
static bool
check_body(struct exchange *exchange)
{
	if (exchange->head.coded)
		reply_refuse(&exchange->reply, 411, "bad-request", "a body has to say its length beforehand");
	else if (exchange->expected > exchange->route->body)
		reply_refuse(&exchange->reply, 413, "too-large", "this is too large: at most %zu bytes are taken here",
			exchange->route->body);
	return !exchange->reply.done;
}

static bool
check_sender(struct exchange *exchange)
{
	const struct server *server = exchange->server;
	const struct request *request = &exchange->request;
	struct reply *reply = &exchange->reply;

	if (!origin_host_is_ours(request->host, server->names))
		reply_refuse(reply, 403, "forbidden",
			"the kiosk does not know itself by this name; start it with --name to add one");
	else if (strcmp(request->method, "GET") != 0 &&
		!origin_is_ours(
			header(exchange, "Origin"), header(exchange, "Sec-Fetch-Site"), request->host, request->secure))
		reply_refuse(reply, 403, "forbidden", "this was sent by another site's page");
	return !reply->done;
}

/* Whether it is a person who followed a link or typed an address. */
static bool
is_browsing(const struct exchange *exchange)
{
	const char *accepted = header(exchange, "Accept");

	return strcmp(exchange->request.method, "GET") == 0 && accepted != NULL &&
		strstr(accepted, "text/html") != NULL;
}

static bool
check_route(struct exchange *exchange)
{
	const struct request *request = &exchange->request;
	struct reply *reply = &exchange->reply;
	bool other;

	exchange->route = find_route(exchange->server, request->method, request->path, &other);
	if (exchange->route == NULL && !other && is_browsing(exchange))
		exchange->route = exchange->server->nowhere;
	if (exchange->route == NULL && other)
		reply_refuse(reply, 405, "bad-request", "this cannot be asked in this way");
	else if (exchange->route == NULL)
		reply_refuse(reply, 404, "unknown", "there is nothing at this address");
	else if (exchange->route->organiser && request->token[0] == '\0')
		reply_refuse(reply, 401, "organiser", "only the organiser may do this: log in first");
	else if (exchange->route->organiser && !request->organiser)
		reply_refuse(reply, 403, "forbidden", "the organiser's token is missing or wrong");
	return !reply->done;
}

/* The seconds go along as a header and in the answer, for the page. */
static void
refuse_for_now(struct reply *reply, unsigned seconds)
{
	char text[16];

	g_snprintf(text, sizeof text, "%u", seconds);
	reply_header(reply, "Retry-After", text);
	reply_json(reply, 429,
		json_pack("{s:s, s:s, s:i}", "error", "that was a lot at once; wait a moment and try again", "kind",
			"slow-down", "seconds", (int)seconds));
}

/* By what a body may become, so that it is known from the beginning. */
static enum visitor_memory
memory_of(const struct exchange *exchange)
{
	return exchange->expected <= MEMORY_SMALL_MOST ? MEMORY_SMALL : MEMORY_LARGE;
}

static void
refuse_body(struct exchange *exchange)
{
	reply_refuse(
		&exchange->reply, 503, "trouble", "the kiosk is busy with what others sent; send it again in a moment");
}

/* Memory is taken when the body comes; here it is only said early that there will be none. */
static bool
check_means(struct exchange *exchange)
{
	struct visitors *visitors = exchange->server->visitors;
	struct reply *reply = &exchange->reply;
	unsigned seconds = visitors_spend(visitors, exchange->visitor, exchange->route->cost);

	if (seconds == 0 && exchange->route->streams && !exchange->request.organiser) {
		exchange->streaming = visitors_stream(visitors, exchange->visitor);
		seconds = exchange->streaming ? 0 : STREAM_AGAIN;
	}
	if (seconds > 0) {
		refuse_for_now(reply, seconds);
	} else if (!visitors_has_memory(visitors, exchange->visitor, memory_of(exchange), exchange->expected)) {
		refuse_body(exchange);
	}
	return !reply->done;
}

static enum MHD_Result
take_header(void *cls, enum MHD_ValueKind kind, const char *name, const char *value)
{
	(void)kind;
	head_take(cls, name, value);
	return MHD_YES;
}

/* Whether a proxy that nobody told us of has handed this on. Browsers send none of it, and speak
 * nothing older than 1.1, as proxies do unless they are told. */
static bool
is_handed_on(const struct exchange *exchange, const char *version)
{
	static const char *const names[] = {
		"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via"};

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (header(exchange, names[i]) != NULL)
			return true;
	return strcmp(version, "HTTP/1.0") == 0;
}

/* Who asks, decided here alone: the peer of the connection, or the one the trusted proxy names. What a proxy
 * hands on comes from elsewhere, though the proxy may be here. */
static void
find_sender(struct exchange *exchange, const char *version)
{
	const struct line *line = exchange->line;
	struct request *request = &exchange->request;
	struct visitors *visitors = exchange->server->visitors;
	struct sockaddr_storage from = line->from, named;
	const char *list = line->proxy ? exchange->head.forwarded : NULL,
		   *scheme = header(exchange, "X-Forwarded-Proto");

	request->local = line->local && !is_handed_on(exchange, version);
	request->secure = exchange->server->secure || (line->proxy && scheme != NULL && strcmp(scheme, "https") == 0);
	if (list != NULL && sender_read_last(list, &named))
		from = named;
	sender_write((const struct sockaddr *)&from, exchange->address);
	request->address = exchange->address;
	if (!line->proxy && request->local == line->local)
		return;
	if (!visitors_admit(visitors, (const struct sockaddr *)&from))
		refuse_for_now(&exchange->reply, 1);
	exchange->visitor = visitors_enter(visitors, (const struct sockaddr *)&from, false);
	exchange->entered = true; /* even if it is the peer of the connection */
	if (line->proxy && !exchange->reply.done && visitors_crowded(visitors, exchange->visitor))
		refuse_for_now(&exchange->reply, 1);
}

/* Nothing more is read from there: nobody knows where this request ends. */
static void
refuse_unclear(struct exchange *exchange)
{
	exchange->expected = HEAD_LENGTH_UNKNOWN;
	reply_header(&exchange->reply, "Connection", "close");
	if (exchange->head.folded)
		reply_refuse(&exchange->reply, 411, "bad-request", "Content-Length must be on one line");
	else
		reply_refuse(&exchange->reply, 400, "bad-request",
			"this request does not say clearly whom it is for and how long it is");
}

void *
exchange_hear(void *cls, const char *address, struct MHD_Connection *connection)
{
	struct line *line = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;

	(void)cls;
	line->asked = address;
	line->asked_length = strlen(address);
	return NULL;
}

/* Whether a NUL was sent in the address: texts of the library's end there. It leaves the version where
 * it came, one byte after the address; when that is further on, there was more. A version that is
 * nowhere near tells nothing. */
static bool
is_cut(const struct line *line, const char *version)
{
	uintptr_t from = (uintptr_t)line->asked, to = (uintptr_t)version;

	return from < to && to - from <= HEAD_MAX && to - from != line->asked_length + 1;
}

/* Fills in what the head of the request says; false where it is refused. */
static bool
read_head(struct exchange *exchange, const char *path, const char *method, const char *version)
{
	struct request *request = &exchange->request;
	struct reply *reply = &exchange->reply;

	MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, take_header, &exchange->head);
	exchange->expected = exchange->head.length;
	request->inner = exchange;
	request->method = strcmp(method, "HEAD") == 0 ? "GET" : method;
	request->host = exchange->head.host;
	find_sender(exchange, version);
	exchange->path = origin_decode(path, false);
	request->path = exchange->path;
	if (server_is_stopping(exchange->server))
		reply_refuse(reply, 503, "trouble", "the kiosk is closing");
	else if (exchange->head.unclear || is_cut(exchange->line, version))
		refuse_unclear(exchange);
	else if (request->path == NULL || request->path[0] != '/')
		reply_refuse(reply, 400, "bad-request", "this is no address of the kiosk");
	if (reply->done || !check_sender(exchange))
		return false;
	recognise(exchange);
	if (!check_route(exchange) || !check_body(exchange) || !check_means(exchange))
		return false;
	request->rest = request->path + strlen(exchange->route->path);
	return true;
}

static struct exchange *
begin(struct server *server, struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct exchange *exchange = g_new0(struct exchange, 1);

	exchange->server = server;
	exchange->connection = connection;
	exchange->line = info->socket_context;
	exchange->visitor = exchange->line->visitor;
	exchange->texts = g_ptr_array_new_with_free_func(g_free);
	g_mutex_lock(&server->lock);
	server->exchanges++;
	exchange->line->busy = true;
	g_mutex_unlock(&server->lock);
	return exchange;
}

/* What the handler charged for is paid when its answer is ready. */
static void
pay(struct exchange *exchange)
{
	if (exchange->reply.charge > 0)
		visitors_charge(exchange->server->visitors, exchange->visitor, exchange->reply.charge);
	exchange->reply.charge = 0;
}

static void
release_body(struct exchange *exchange)
{
	g_free(exchange->body);
	exchange->body = NULL;
	if (exchange->room > 0)
		visitors_release(exchange->server->visitors, exchange->visitor, memory_of(exchange), exchange->room);
	exchange->room = 0;
}

void
exchange_complete(void *cls, struct MHD_Connection *connection, void **data, enum MHD_RequestTerminationCode how)
{
	struct server *server = cls;
	struct exchange *exchange = *data;

	(void)connection;
	(void)how;
	if (exchange == NULL)
		return;
	*data = NULL;
	if (exchange->listener != NULL)
		live_close(exchange->listener);
	release_body(exchange);
	stream_finish(exchange);
	if (exchange->entered)
		visitors_leave(server->visitors, exchange->visitor);
	server_line_expect(server, exchange->line, server->patience);
	reply_finish(&exchange->reply);
	g_ptr_array_unref(exchange->texts);
	g_free(exchange->path);
	g_mutex_lock(&server->lock);
	exchange->line->busy = false;
	if (--server->exchanges == 0 && server->stopping)
		g_cond_broadcast(&server->idle);
	g_mutex_unlock(&server->lock);
	g_free(exchange);
}

/* Runs the handler. The session is looked at once more: the password may have changed while a
 * large body came in. */
static void
run_handler(struct exchange *exchange)
{
	struct request *request = &exchange->request;

	recognise(exchange);
	if (exchange->route->organiser && !request->organiser) {
		reply_refuse(&exchange->reply, 401, "organiser", "the session has ended: log in again");
		return;
	}
	request->body = g_bytes_new_static(exchange->body, exchange->got);
	exchange->route->handle(exchange->server->context, request, &exchange->reply);
	g_bytes_unref(request->body);
	request->body = NULL;
	pay(exchange);
	release_body(exchange);
}

size_t
exchange_memory(const struct exchange *exchange)
{
	return exchange->route->memory > 0 ? exchange->route->memory : MEMORY_USUAL + MEMORY_TIMES * exchange->got;
}

void
exchange_work(void *data, void *user)
{
	struct exchange *exchange = data;
	struct server *server = exchange->server;
	size_t needed = exchange_memory(exchange);

	(void)user;
	if (memory_promise(server->memory, needed, needed > 2 * MEMORY_USUAL)) {
		if (server->refresh != NULL)
			server->refresh(server->context, exchange->route->writes);
		run_handler(exchange);
		memory_return(server->memory, needed);
	} else {
		release_body(exchange);
		refuse_body(exchange);
	}
	MHD_resume_connection(exchange->connection);
}

int
exchange_order(const void *a, const void *b, void *user)
{
	const struct exchange *one = a, *other = b;

	(void)user;
	return (other->request.left > one->request.left) - (other->request.left < one->request.left);
}

static GThreadPool *
pool_of(const struct server *server, const struct exchange *exchange)
{
	const struct route *route = exchange->route;

	if (route->writes)
		return server->writing;
	if (route->draws)
		return server->drawing;
	if (route->cost < VISITORS_HEAVY) /* heavy ones have threads of their own */
		return server->usual;
	return exchange->request.local ? server->here : server->heavy;
}

/* All of the request is here: to a thread that may wait. */
static enum MHD_Result
hand_over(struct exchange *exchange)
{
	struct server *server = exchange->server;
	GThreadPool *pool = pool_of(server, exchange);
	bool taken;

	exchange->handed = true;
	exchange->request.arrived = g_get_monotonic_time();
	exchange->request.left = visitors_left(server->visitors, exchange->visitor);
	server_line_expect(server, exchange->line, 0);
	if (exchange->route->quick) {
		run_handler(exchange);
		return reply_send(exchange);
	}
	g_mutex_lock(&server->lock);
	taken = !server->closed && g_thread_pool_unprocessed(pool) < QUEUE_MAX;
	if (taken) {
		MHD_suspend_connection(exchange->connection);
		g_thread_pool_push(pool, exchange, NULL);
	}
	g_mutex_unlock(&server->lock);
	if (taken)
		return MHD_YES;
	reply_refuse(&exchange->reply, 503, "trouble", "the kiosk is busy; send it again in a moment");
	return reply_send(exchange);
}

/* Memory for so many bytes more; false where there is none. */
static bool
make_room(struct exchange *exchange, size_t size)
{
	struct visitors *visitors = exchange->server->visitors;
	size_t room = MAX(exchange->room, BODY_STEP), more;
	char *body;

	while (room < exchange->got + size)
		room *= 2;
	more = MIN(room, exchange->expected) - exchange->room;
	if (exchange->got + size <= exchange->room)
		return true;
	/* While it moves it is there twice. */
	if (!memory_has(exchange->server->memory, exchange->room + more, memory_of(exchange) == MEMORY_LARGE) ||
		!visitors_reserve(visitors, exchange->visitor, memory_of(exchange), more))
		return false;
	body = g_try_realloc(exchange->body, exchange->room + more);
	if (body == NULL) {
		visitors_release(visitors, exchange->visitor, memory_of(exchange), more);
		return false;
	}
	exchange->body = body;
	exchange->room += more;
	return true;
}

/* What there is no memory for is still read, so that its sender gets to hear the answer. */
static enum MHD_Result
take_body(struct exchange *exchange, const char *data, size_t *size)
{
	if (*size > exchange->expected - exchange->got)
		return MHD_NO;
	if (!exchange->reply.done && !make_room(exchange, *size)) {
		release_body(exchange);
		refuse_body(exchange);
	}
	if (!exchange->reply.done)
		memcpy(exchange->body + exchange->got, data, *size);
	exchange->got += *size;
	server_line_progress(exchange->server, exchange->line, (int64_t)*size * G_USEC_PER_SEC / BODY_RATE);
	*size = 0;
	return MHD_YES;
}

enum MHD_Result
exchange_step(void *cls, struct MHD_Connection *connection, const char *path, const char *method, const char *version,
	const char *data, size_t *size, void **state)
{
	struct server *server = cls;
	struct exchange *exchange = *state;

	if (exchange == NULL) {
		exchange = *state = begin(server, connection);
		if (!read_head(exchange, path, method, version) && exchange->expected > 0) {
			/* The body is not waited for. */
			drain_keep(server->drain, exchange->line->socket);
			return reply_send(exchange);
		}
		server_line_expect(server, exchange->line, server->patience);
		return MHD_YES;
	}
	if (*size > 0)
		return take_body(exchange, data, size);
	if (exchange->handed || exchange->reply.done)
		return reply_send(exchange);
	if (exchange->route == &server->live)
		return live_open(exchange);
	return hand_over(exchange);
}
