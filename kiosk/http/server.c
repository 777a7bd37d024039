/* SPDX-License-Identifier: MIT
 * The web server's start, end and housekeeping. */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kiosk/http/origin.h"
#include "kiosk/http/server_parts.h"

#define NETWORK_THREADS 4
#define HANDLER_THREADS 8
#define HEAVY_THREADS   4
#define HERE_THREADS    4   /* the same for the machine itself: whatever others send, it never waits for them */
#define WRITING_THREADS 8   /* what so many store at once shares one wait for the disk */
#define DRAWING_THREADS 2   /* one draws, the other packs */
#define CONNECTIONS     512 /* unless told otherwise */
#define CONNECTIONS_MAX 8192
#define FILES_OTHERS    256 /* descriptors that are not connections */
#define BREATH          15  /* seconds between comments to live pages */
#define TIDY            10
#define FAREWELL        10 /* seconds for answers under way when the server stops */

void
server_line_expect(struct server *server, struct line *line, int64_t seconds)
{
	g_mutex_lock(&server->lock);
	line->deadline = seconds == 0 ? INT64_MAX : g_get_monotonic_time() + seconds * G_USEC_PER_SEC;
	g_mutex_unlock(&server->lock);
}

/* What came earns time, but never more than the patience there is from now on: having been quick is no
 * right to be slow afterwards. */
void
server_line_progress(struct server *server, struct line *line, int64_t microseconds)
{
	int64_t most = g_get_monotonic_time() + server->patience * G_USEC_PER_SEC;

	g_mutex_lock(&server->lock);
	line->deadline = MIN(line->deadline + microseconds, most);
	g_mutex_unlock(&server->lock);
}

/* With the lock held, in which the socket is surely ours. */
static void
shut(struct line *line)
{
	line->deadline = INT64_MAX;
	shutdown(line->socket, SHUT_RDWR);
}

static bool
is_proxy(const struct server *server, const struct sockaddr *from)
{
	return sender_same((const struct sockaddr *)&server->proxy, from);
}

/* The machine itself and the proxy are not counted by connections, but by what they ask. */
static enum MHD_Result
admit(void *cls, const struct sockaddr *from, socklen_t size)
{
	struct server *server = cls;

	(void)size;
	return memory_admits() &&
			(sender_is_loopback(from) || is_proxy(server, from) || visitors_admit(server->visitors, from))
		? MHD_YES
		: MHD_NO;
}

/* Of a network that is crowded, the connection that has waited longest for a request: its browser opens another when it
 * wants to. If all of them are busy, the one with the least time left. With the lock held. */
static void
shut_idlest(const struct line *newcomer)
{
	struct line *idlest = NULL;

	for (struct line *line = newcomer->after; line != NULL; line = line->after)
		if (visitors_are_neighbours(line->visitor, newcomer->visitor) && line->deadline != INT64_MAX &&
			(idlest == NULL || line->busy < idlest->busy ||
				(line->busy == idlest->busy && line->deadline < idlest->deadline)))
			idlest = line;
	if (idlest != NULL)
		shut(idlest);
}

static void
open_line(struct server *server, struct MHD_Connection *connection, void **context)
{
	const struct sockaddr *from =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
	struct line *line = g_new0(struct line, 1);

	line->socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
	memcpy(&line->from, from,
		from->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in));
	line->proxy = is_proxy(server, from);
	line->local = !line->proxy && sender_is_local(from, line->socket);
	line->visitor = visitors_enter(server->visitors, from, line->local);
	server_line_expect(server, line, server->patience);
	g_mutex_lock(&server->lock);
	line->after = server->lines;
	if (line->after != NULL)
		line->after->before = line;
	server->lines = line;
	if (visitors_crowded(server->visitors, line->visitor))
		shut_idlest(line);
	g_mutex_unlock(&server->lock);
	*context = line;
}

/* The library closes the socket after this: within the lock it is surely ours. */
static void
close_line(struct server *server, struct line *line)
{
	g_mutex_lock(&server->lock);
	if (line->before != NULL)
		line->before->after = line->after;
	else
		server->lines = line->after;
	if (line->after != NULL)
		line->after->before = line->before;
	g_mutex_unlock(&server->lock);
	visitors_leave(server->visitors, line->visitor);
	g_free(line);
}

static void
notice(void *cls, struct MHD_Connection *connection, void **context, enum MHD_ConnectionNotificationCode code)
{
	if (code == MHD_CONNECTION_NOTIFY_STARTED)
		open_line(cls, connection, context);
	else if (*context != NULL)
		close_line(cls, *context);
}

/* Paths and queries are decoded by us, who notice what is broken in them. */
static size_t
keep_escapes(void *cls, struct MHD_Connection *connection, char *text)
{
	(void)cls;
	(void)connection;
	return strlen(text);
}

/* What the library says of broken requests is of no use to anybody here. */
static void
say_nothing(void *cls, const char *format, va_list args)
{
	(void)cls;
	(void)format;
	(void)args;
}

/* Shuts connections that take too long for a head, a body or an answer, however busy they look. */
static void
shut_slow(struct server *server, int64_t now)
{
	for (struct line *line = server->lines; line != NULL; line = line->after) {
		if (line->deadline <= now)
			shut(line);
	}
}

static void *
keep_house(void *data)
{
	struct server *server = data;
	int64_t told = 0, breath = 0, tidied = 0, version = -1;

	g_mutex_lock(&server->lock);
	while (!server->stopping) {
		int64_t now = g_get_monotonic_time(), next = now + G_USEC_PER_SEC;
		bool changed = version != server->version;
		bool due = now - breath >= BREATH * G_USEC_PER_SEC;

		shut_slow(server, now);
		if (due || (changed && now - told >= G_USEC_PER_SEC)) {
			version = server->version;
			live_tell(server, due);
			told = now;
			breath = due ? now : breath;
		} else if (changed) {
			next = told + G_USEC_PER_SEC;
		}
		if (now - tidied >= TIDY * G_USEC_PER_SEC) {
			visitors_tidy(server->visitors);
			tidied = now;
		}
		g_cond_wait_until(&server->wake, &server->lock, next);
	}
	g_mutex_unlock(&server->lock);
	return NULL;
}

unsigned
server_raise_files(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return CONNECTIONS_MAX / 16;
	if (files.rlim_cur < CONNECTIONS_MAX + FILES_OTHERS) {
		files.rlim_cur = MIN(files.rlim_max, CONNECTIONS_MAX + FILES_OTHERS);
		if (setrlimit(RLIMIT_NOFILE, &files) != 0)
			getrlimit(RLIMIT_NOFILE, &files);
	}
	if (files.rlim_cur >= CONNECTIONS_MAX + FILES_OTHERS)
		return CONNECTIONS_MAX;
	return (unsigned)MAX(files.rlim_cur / 2, files.rlim_cur - MIN(files.rlim_cur, FILES_OTHERS));
}

/* A socket that listens, or -1 after a sentence. */
static int
listen_at(const char *address, uint16_t port, char **problem)
{
	const struct addrinfo hints = {
		.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
		.ai_socktype = SOCK_STREAM,
	};
	struct addrinfo *found;
	char text[8];
	int on = 1, off = 0, file;

	g_snprintf(text, sizeof text, "%u", port);
	if (getaddrinfo(address, text, &hints, &found) != 0) {
		*problem = g_strdup_printf(
			"%s is no address to listen at; give one like 127.0.0.1, 0.0.0.0 or ::", address);
		return -1;
	}
	file = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (file >= 0) {
		setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
		if (found->ai_family == AF_INET6)
			setsockopt(file, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
	}
	if (file < 0 || bind(file, found->ai_addr, found->ai_addrlen) != 0 || listen(file, 1024) != 0) {
		if (errno == EADDRINUSE)
			*problem = g_strdup_printf("port %u is in use by another program (or another "
						   "kiosk); choose one with --port",
				port);
		else if (errno == EADDRNOTAVAIL)
			*problem = g_strdup_printf("%s is no address of this machine", address);
		else if (errno == EACCES)
			*problem = g_strdup_printf("port %u is only for programs of the system; choose "
						   "one from 1024 with --port",
				port);
		else
			*problem = g_strdup_printf(
				"%s, port %u cannot be listened at: %s", address, port, g_strerror(errno));
		if (file >= 0)
			close(file);
		file = -1;
	}
	freeaddrinfo(found);
	return file;
}

static struct MHD_Daemon *
start_daemon(struct server *server, int file, const struct server_options *options)
{
	unsigned flags = MHD_USE_EPOLL | MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME |
		MHD_USE_ERROR_LOG | (server->secure ? MHD_USE_TLS : 0);
	const struct MHD_OptionItem tls[] = {
		{MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)(uintptr_t)options->certificate},
		{MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)(uintptr_t)options->secret},
		{MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)(uintptr_t) "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
		{MHD_OPTION_END, 0, NULL},
	};
	const struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};

	return MHD_start_daemon(flags, 0, admit, server, exchange_step, server, MHD_OPTION_EXTERNAL_LOGGER, say_nothing,
		NULL, MHD_OPTION_LISTEN_SOCKET, file, MHD_OPTION_THREAD_POOL_SIZE, NETWORK_THREADS,
		MHD_OPTION_CONNECTION_LIMIT, options->connections > 0 ? options->connections : CONNECTIONS,
		MHD_OPTION_CONNECTION_TIMEOUT, server->patience, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEAD_MAX,
		MHD_OPTION_NOTIFY_COMPLETED, exchange_complete, server, MHD_OPTION_NOTIFY_CONNECTION, notice, server,
		MHD_OPTION_URI_LOG_CALLBACK, exchange_hear, server, MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL,
		MHD_OPTION_ARRAY, server->secure ? tls : none, MHD_OPTION_END);
}

/* Waits for the handlers that run. */
static void
free_pools(struct server *server)
{
	GThreadPool **const pools[] = {
		&server->usual, &server->heavy, &server->here, &server->writing, &server->drawing, &server->streaming};

	for (size_t i = 0; i < G_N_ELEMENTS(pools); i++) {
		if (*pools[i] != NULL)
			g_thread_pool_free(*pools[i], FALSE, TRUE);
		*pools[i] = NULL;
	}
}

static void
dispose(struct server *server)
{
	free_pools(server);
	drain_stop(server->drain);
	visitors_free(server->visitors);
	g_strfreev(server->names);
	g_cond_clear(&server->idle);
	g_cond_clear(&server->wake);
	g_mutex_clear(&server->lock);
	g_free(server);
}

struct server *
server_start(const struct server_options *options, char **problem)
{
	struct sockaddr_storage proxy = {0};
	struct server *server;
	int file;

	if (options->proxy != NULL && !sender_read_last(options->proxy, &proxy)) {
		*problem = g_strdup_printf("%s is no address of a proxy; give one like 127.0.0.2", options->proxy);
		return NULL;
	}
	file = listen_at(options->listen, options->port, problem);
	if (file < 0)
		return NULL;
	server = g_new0(struct server, 1);
	server->proxy = proxy;
	g_mutex_init(&server->lock);
	g_cond_init(&server->wake);
	g_cond_init(&server->idle);
	server->context = options->context;
	server->recognise = options->recognise;
	server->refresh = options->refresh;
	server->live = (struct route){.method = "GET", .path = options->live, .cost = 1};
	server->routes = options->routes;
	server->nowhere = options->nowhere;
	server->names = origin_names(options->names);
	server->secure = options->certificate != NULL;
	server->patience = options->patience > 0 ? options->patience : PATIENCE;
	server->memory = options->memory != NULL ? options->memory : &server->own_memory;
	server->visitors = visitors_new();
	server->drain = drain_start();
	/* All threads from the beginning: when memory is short none could be started. */
	server->usual = g_thread_pool_new(exchange_work, server, HANDLER_THREADS, TRUE, NULL);
	server->heavy = g_thread_pool_new(exchange_work, server, HEAVY_THREADS, TRUE, NULL);
	server->here = g_thread_pool_new(exchange_work, server, HERE_THREADS, TRUE, NULL);
	server->writing = g_thread_pool_new(exchange_work, server, WRITING_THREADS, TRUE, NULL);
	server->drawing = g_thread_pool_new(exchange_work, server, DRAWING_THREADS, TRUE, NULL);
	server->streaming = g_thread_pool_new(stream_work, server, 1, TRUE, NULL);
	if (server->heavy != NULL)
		g_thread_pool_set_sort_function(server->heavy, exchange_order, NULL);
	if (server->streaming != NULL && server->usual != NULL && server->heavy != NULL && server->here != NULL &&
		server->writing != NULL && server->drawing != NULL)
		server->daemon = start_daemon(server, file, options);
	if (server->daemon == NULL) {
		*problem = g_strdup(server->secure
				? "the web server does not start; the certificate and its key may not fit"
				: "the web server does not start");
		close(file);
		dispose(server);
		return NULL;
	}
	server->housekeeper = g_thread_new("housekeeper", keep_house, server);
	return server;
}

uint16_t
server_port(const struct server *server)
{
	return MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
}

void
server_changed(struct server *server, int64_t version)
{
	g_mutex_lock(&server->lock);
	if (version > server->version) {
		server->version = version;
		g_cond_broadcast(&server->wake);
	}
	g_mutex_unlock(&server->lock);
}

void
server_stop(struct server *server)
{
	int64_t until = g_get_monotonic_time() + FAREWELL * G_USEC_PER_SEC;
	int file;

	if (server == NULL)
		return;
	file = MHD_quiesce_daemon(server->daemon);
	g_mutex_lock(&server->lock);
	g_atomic_int_set(&server->stopping, 1);
	live_tell(server, false);
	g_cond_broadcast(&server->wake);
	while (server->exchanges > 0 && g_cond_wait_until(&server->idle, &server->lock, until))
		;
	server->closed = true;
	g_mutex_unlock(&server->lock);
	g_thread_join(server->housekeeper);
	/* Nothing may be suspended when the daemon stops: handlers are waited for. */
	free_pools(server);
	MHD_stop_daemon(server->daemon);
	if (file >= 0)
		close(file);
	dispose(server);
}
