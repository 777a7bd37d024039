/* SPDX-License-Identifier: MIT
 * The web server's start, end, connections and maintenance. */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kiosk/http/exchange.h"

/* Timeout for the head of a request, and between requests, in seconds, unless the options have another one. */
#define TIMEOUT_S 30

/* Threads that read and send. They never block on anything but the network. */
#define NETWORK_THREADS 4

/* Threads of the default pool. What they store at the same time shares one sync of the disk. */
#define DEFAULT_THREADS 16

/* Threads of the slow pool. Two photos are read at a time; requests with further photos wait on these threads, and
 * drawings need one, too. Each photo has 64 MB of memory reserved. */
#define SLOW_THREADS 6

/* Threads of the local pool: for the screen, the camera and a drawing. */
#define LOCAL_THREADS 4

/* Most connections that server_raise_files() allows. */
#define CONNECTIONS_MAX 8192

/* Open files that the program may need besides its connections. */
#define FILES_OTHERS 256

/* Seconds between two comments to a live page, by which closed connections are noticed. */
#define HEARTBEAT_S 15

/* Timeout for the requests under way when the server stops, in seconds. */
#define STOP_TIMEOUT_S 10

/* Sockets that are drained at a time; further ones are closed at once. */
#define DRAINED_MAX 64

/* Microseconds between two reads from the drained sockets. */
#define DRAIN_INTERVAL 10000

/* Microseconds without a byte after which the client is taken to have finished sending. */
#define DRAIN_QUIET G_USEC_PER_SEC

/* Longest time that a socket is drained, in microseconds. */
#define DRAIN_LONGEST (20 * G_USEC_PER_SEC)

/* Most buffers of 64 KB that are read from a socket before it is the next one's turn. */
#define DRAIN_READS 64

void
server_expect(struct server *server, struct connection *connection, int64_t seconds)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&server->lock);

	connection->deadline = seconds == 0 ? INT64_MAX : g_get_monotonic_time() + seconds * G_USEC_PER_SEC;
}

void
server_progress(struct server *server, struct connection *connection, int64_t microseconds)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&server->lock);
	int64_t most = g_get_monotonic_time() + server->options.timeout * G_USEC_PER_SEC;

	connection->deadline = MIN(connection->deadline + microseconds, most);
}

/* With the lock held: the library has not closed the socket then. */
static void
shut(struct connection *connection)
{
	connection->deadline = INT64_MAX;
	shutdown(connection->socket, SHUT_RDWR);
}

/* Decides whether a connection is accepted. This machine and the proxy may have any number of them. */
static enum MHD_Result
admit(void *cls, const struct sockaddr *from, socklen_t size)
{
	struct server *server = cls;
	char address[ADDRESS_TEXT];

	(void)size;
	address_write(from, address);
	bool is_known = address_is_loopback(address) || strcmp(address, server->proxy) == 0;
	return memory_admits() && (is_known || visitors_admit(server->visitors, address)) ? MHD_YES : MHD_NO;
}

/* Closes one connection of a network that has too many: the one that has been idle for longest, because its browser can
 * open another one; if all are busy, the one whose deadline is next. With the lock held. */
static void
shut_idlest(const struct connection *newcomer)
{
	struct connection *idlest = NULL;

	for (const GList *link = newcomer->link.next; link != NULL; link = link->next) {
		struct connection *at = link->data;

		if (visitors_are_neighbours(at->visitor, newcomer->visitor) && at->deadline != INT64_MAX &&
			(idlest == NULL || at->busy < idlest->busy ||
				(at->busy == idlest->busy && at->deadline < idlest->deadline)))
			idlest = at;
	}
	if (idlest != NULL)
		shut(idlest);
}

/* A connection begins or ends. The library calls this before it closes the socket: the sockets of all connections in
 * the list are open while the lock is held. */
static void
notice(void *cls, struct MHD_Connection *handle, void **context, enum MHD_ConnectionNotificationCode code)
{
	struct server *server = cls;
	struct connection *connection = *context;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		connection = *context = g_new0(struct connection, 1);
		connection->link.data = connection;
		connection->socket = MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
		address_write(MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr,
			connection->address);
		connection->proxy = strcmp(connection->address, server->proxy) == 0;
		connection->local = !connection->proxy && address_is_local(connection->address, connection->socket);
		connection->visitor = visitors_enter(server->visitors, connection->address, connection->local);
		server_expect(server, connection, server->options.timeout);
		g_mutex_lock(&server->lock);
		g_queue_push_head_link(&server->connections, &connection->link);
		if (visitors_crowded(server->visitors, connection->visitor))
			shut_idlest(connection);
		g_mutex_unlock(&server->lock);
	} else if (connection != NULL) {
		g_mutex_lock(&server->lock);
		g_queue_unlink(&server->connections, &connection->link);
		g_mutex_unlock(&server->lock);
		visitors_leave(server->visitors, connection->visitor);
		g_free(connection);
	}
}

/* Leaves paths and queries as they are: head_decode() decodes them, and refuses broken ones. */
static size_t
keep_escapes(void *cls, struct MHD_Connection *handle, char *text)
{
	(void)cls;
	(void)handle;
	return strlen(text);
}

void
server_drain(struct server *server, int socket)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&server->lock);
	int64_t now = g_get_monotonic_time();

	if (server->drained->len >= DRAINED_MAX)
		return;
	/* A duplicate, because the library may close its own at any time. */
	struct drained drained = {.socket = fcntl(socket, F_DUPFD_CLOEXEC, 0), .begun = now, .heard = now};
	if (drained.socket >= 0)
		g_array_append_val(server->drained, drained);
	g_cond_broadcast(&server->wake);
}

/* The maintenance thread: shuts connections that have passed their deadline, tells live pages of changes, at most once
 * a second, and drains sockets. */
static void *
run_maintenance(void *data)
{
	static char dropped[65536]; /* written by the thread of each server, and never read */
	struct server *server = data;
	int64_t told = 0, beat = 0, version = -1;

	g_mutex_lock(&server->lock);
	while (!server->stopping) {
		int64_t now = g_get_monotonic_time(), next = now + G_USEC_PER_SEC;
		bool changed = version != server->version;
		bool heartbeat = now - beat >= HEARTBEAT_S * G_USEC_PER_SEC;

		for (const GList *at = server->connections.head; at != NULL; at = at->next)
			if (((const struct connection *)at->data)->deadline <= now)
				shut(at->data);
		if (heartbeat || (changed && now - told >= G_USEC_PER_SEC)) {
			version = server->version;
			live_tell(server, heartbeat);
			told = now;
			beat = heartbeat ? now : beat;
		} else if (changed) {
			next = told + G_USEC_PER_SEC;
		}
		/* The library may have shut down the reading half of a drained socket: then the end of the stream and a
		 * pause cannot be told apart, and only the timeouts count. */
		for (guint n = server->drained->len; n-- > 0;) {
			struct drained *at = &g_array_index(server->drained, struct drained, n);

			for (int i = 0; i < DRAIN_READS && recv(at->socket, dropped, sizeof dropped, MSG_DONTWAIT) > 0;
				i++)
				at->heard = now;
			if (now - at->heard < DRAIN_QUIET && now - at->begun < DRAIN_LONGEST)
				continue;
			close(at->socket);
			g_array_remove_index_fast(server->drained, n);
		}
		if (server->drained->len > 0)
			next = MIN(next, now + DRAIN_INTERVAL);
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

/* Returns a listening socket, or -1 with a problem. */
static int
listen_at(const char *address, uint16_t port, struct problem *problem)
{
	const struct addrinfo hints = {
		.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE, .ai_socktype = SOCK_STREAM};
	struct addrinfo *found;
	const int on = 1, off = 0;
	g_autofree char *text = g_strdup_printf("%u", port);

	if (getaddrinfo(address, text, &hints, &found) != 0) {
		problem_set(problem,
			SAY("listen-bad-address",
				"cannot listen on {address}: not an IP address; give one like 127.0.0.1, 0.0.0.0 or ::"),
			ARG_TEXT("address", address));
		return -1;
	}
	int file = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (file >= 0) {
		setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
		if (found->ai_family == AF_INET6)
			setsockopt(file, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
	}
	if (file < 0 || bind(file, found->ai_addr, found->ai_addrlen) != 0 || listen(file, 1024) != 0) {
		const struct argument says = errno == EADDRINUSE
			? SAY("listen-port-in-use", "port {port} is in use by another program; choose one with --port")
			: errno == EADDRNOTAVAIL
			? SAY("listen-not-here", "cannot listen on {address}: not an address of this machine")
			: errno == EACCES
			? SAY("listen-privileged",
				  "port {port} is only for system programs; choose one from 1024 with --port")
			: SAY("listen-failed", "cannot listen on {address}, port {port}: {reason}");

		problem_set(problem, says, ARG_TEXT("address", address), ARG_NUMBER("port", port),
			ARG_TEXT("reason", g_strerror(errno)));
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
		(server->secure ? MHD_USE_TLS : 0);
	/* Copies, because the library does not take const texts. It has parsed them when it returns. */
	g_autofree char *certificate = g_strdup(options->certificate), *secret = g_strdup(options->secret);
	char priorities[] = "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2";
	const struct MHD_OptionItem tls[] = {
		{MHD_OPTION_HTTPS_MEM_CERT, 0, certificate},
		{MHD_OPTION_HTTPS_MEM_KEY, 0, secret},
		{MHD_OPTION_HTTPS_PRIORITIES, 0, priorities},
		{MHD_OPTION_END, 0, NULL},
	};
	const struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};

	return MHD_start_daemon(flags, 0, admit, server, exchange_step, server, MHD_OPTION_LISTEN_SOCKET, file,
		MHD_OPTION_THREAD_POOL_SIZE, NETWORK_THREADS, MHD_OPTION_CONNECTION_LIMIT, options->connections,
		MHD_OPTION_CONNECTION_TIMEOUT, server->options.timeout, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
		(size_t)HEAD_MAX, MHD_OPTION_NOTIFY_COMPLETED, exchange_complete, server, MHD_OPTION_NOTIFY_CONNECTION,
		notice, server, MHD_OPTION_URI_LOG_CALLBACK, exchange_note_path, server, MHD_OPTION_UNESCAPE_CALLBACK,
		keep_escapes, NULL, MHD_OPTION_ARRAY, server->secure ? tls : none, MHD_OPTION_END);
}

/* Waits for the running handlers. */
static void
free_pools(struct server *server)
{
	GThreadPool **const pools[] = {&server->default_pool, &server->slow_pool, &server->local_pool};

	for (size_t i = 0; i < G_N_ELEMENTS(pools); i++)
		if (*pools[i] != NULL)
			g_thread_pool_free(g_steal_pointer(pools[i]), FALSE, TRUE);
}

static void
server_destroy(struct server *server)
{
	free_pools(server);
	for (guint i = 0; i < server->drained->len; i++)
		close(g_array_index(server->drained, struct drained, i).socket);
	g_array_unref(server->drained);
	visitors_destroy(server->visitors);
	g_strfreev(server->names);
	g_cond_clear(&server->idle);
	g_cond_clear(&server->wake);
	g_mutex_clear(&server->lock);
	g_free(server);
}

struct server *
server_start(const struct server_options *options, struct problem *problem)
{
	char proxy[ADDRESS_TEXT] = "";

	if (options->proxy != NULL && !address_read_last(options->proxy, proxy)) {
		problem_set(problem,
			SAY("proxy-bad-address", "{address} is not the address of a proxy; give one like 127.0.0.2"),
			ARG_TEXT("address", options->proxy));
		return NULL;
	}
	int file = listen_at(options->listen, options->port, problem);
	if (file < 0)
		return NULL;

	struct server *server = g_new0(struct server, 1);
	server->options = *options;
	server->options.timeout = options->timeout > 0 ? options->timeout : TIMEOUT_S;
	g_strlcpy(server->proxy, proxy, sizeof server->proxy);
	g_mutex_init(&server->lock);
	g_cond_init(&server->wake);
	g_cond_init(&server->idle);
	server->live = (struct route){.method = "GET", .path = options->live, .cost = 1};
	server->names = host_names(options->names);
	server->secure = options->certificate != NULL;
	server->visitors = visitors_create(NULL);
	server->drained = g_array_new(FALSE, FALSE, sizeof(struct drained));
	/* Exclusive pools start all threads now: when memory is short none could be started. */
	server->default_pool = g_thread_pool_new(exchange_work, server, DEFAULT_THREADS, TRUE, NULL);
	server->slow_pool = g_thread_pool_new(exchange_work, server, SLOW_THREADS, TRUE, NULL);
	server->local_pool = g_thread_pool_new(exchange_work, server, LOCAL_THREADS, TRUE, NULL);
	if (server->default_pool != NULL && server->slow_pool != NULL && server->local_pool != NULL) {
		g_thread_pool_set_sort_function(server->slow_pool, exchange_order, NULL);
		server->daemon = start_daemon(server, file, options);
	}
	if (server->daemon == NULL) {
		problem_set(problem,
			server->secure ? SAY("server-tls-failed",
						 "the web server does not start; check the certificate and its key")
				       : SAY("server-failed", "the web server does not start"));
		close(file);
		server_destroy(server);
		return NULL;
	}
	server->maintenance = g_thread_new("maintenance", run_maintenance, server);
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
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&server->lock);

	if (version <= server->version)
		return;
	server->version = version;
	g_cond_broadcast(&server->wake);
}

void
server_stop(struct server *server)
{
	if (server == NULL)
		return;
	int64_t until = g_get_monotonic_time() + STOP_TIMEOUT_S * G_USEC_PER_SEC;
	int file = MHD_quiesce_daemon(server->daemon);
	g_mutex_lock(&server->lock);
	g_atomic_int_set(&server->stopping, 1);
	live_tell(server, false);
	g_cond_broadcast(&server->wake);
	while (server->exchanges > 0 && g_cond_wait_until(&server->idle, &server->lock, until))
		;
	server->closed = true;
	g_mutex_unlock(&server->lock);
	g_thread_join(server->maintenance);
	/* No connection may be suspended when the daemon stops, so the handlers have to end first. */
	free_pools(server);
	MHD_stop_daemon(server->daemon);
	if (file >= 0)
		close(file);
	server_destroy(server);
}
