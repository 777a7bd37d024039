/* SPDX-License-Identifier: MIT
 * A PostgreSQL behind a network that fails in the middle of a message: after so
 * many bytes of a transaction, in either direction, for many numbers of bytes,
 * the connection is cut or falls silent. Nothing that was answered is lost,
 * nothing is stored twice, and commits that were cut off are asked after.
 *     test-store_cuts STEP, by tests/kiosk/store/with-postgres */
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kiosk/store/parts.h"
#include "tests/kiosk/store/store_place.h"

#define WORKERS  8 /* that wait for silence at once, each with a database of its own */
#define PAIRS    32
#define CHUNK    16384
#define COMMIT   90               /* bytes at the end of a transaction that are looked at closely */
#define SILENCES 160              /* bytes between two silences before that */
#define BEGINS   "read committed" /* what only a transaction that writes says */

enum { TO_SERVER, TO_CLIENT };

/* The next place in a transaction of this many bytes. */
static size_t
next_place(size_t bytes, size_t all, size_t coarse, size_t fine)
{
	return bytes + (bytes + COMMIT >= all ? fine : MIN(coarse, all - COMMIT - bytes));
}

struct pair {
	int end[2]; /* the client's and the server's */
	bool limited, silent;
};

/* Hands on what comes. From the next transaction that writes on, `left` bytes more of a direction. */
struct proxy {
	int listens;
	uint16_t port, server;
	GThread *thread;
	GMutex lock;
	bool ends, armed, silences, hit; /* locked, as is what follows */
	int direction;
	size_t left, passed;
	struct pair pair[PAIRS];
	unsigned pairs;
};

static unsigned step = 5;
static uint16_t server_port;

static int
connect_to(uint16_t port)
{
	const struct sockaddr_in to = {
		.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (connect(file, (const struct sockaddr *)&to, sizeof to) != 0) {
		close(file);
		return -1;
	}
	return file;
}

static void
close_pair(struct proxy *proxy, unsigned at)
{
	close(proxy->pair[at].end[0]);
	close(proxy->pair[at].end[1]);
	proxy->pair[at] = proxy->pair[--proxy->pairs];
}

/* How much of it may go on; counts it. */
static size_t
allow(struct proxy *proxy, struct pair *pair, int direction, const char *bytes, size_t size)
{
	/* A statement that is prepared is a letter, four bytes of length, its name and its text. */
	if (proxy->armed && direction == TO_SERVER && size > 5 && bytes[0] == 'P') {
		size_t text = 5 + strnlen(bytes + 5, size - 5) + 1;

		if (text < size && g_strstr_len(bytes + text, (gssize)(size - text), BEGINS) != NULL) {
			pair->limited = true;
			proxy->armed = false;
		}
	}
	if (!pair->limited || direction != proxy->direction)
		return size;
	proxy->hit = size > proxy->left;
	size = MIN(size, proxy->left);
	proxy->left -= size;
	proxy->passed += size;
	return size;
}

/* False when the pair is to be closed. */
static bool
hand_on(struct proxy *proxy, struct pair *pair, int direction)
{
	char bytes[CHUNK];
	ssize_t got = recv(pair->end[direction], bytes, sizeof bytes, 0);
	size_t size;

	if (got <= 0)
		return false;
	if (pair->silent)
		return true;
	size = allow(proxy, pair, direction, bytes, (size_t)got);
	if (size > 0 && send(pair->end[1 - direction], bytes, size, MSG_NOSIGNAL) != (ssize_t)size)
		return false;
	if (size < (size_t)got)
		pair->silent = true;
	return !pair->silent || proxy->silences;
}

static void *
run_proxy(void *data)
{
	struct proxy *proxy = data;

	g_mutex_lock(&proxy->lock);
	while (!proxy->ends) {
		struct pollfd polled[1 + 2 * PAIRS] = {{.fd = proxy->listens, .events = POLLIN}};
		unsigned pairs = proxy->pairs;

		for (unsigned i = 0; i < 2 * pairs; i++)
			polled[1 + i] = (struct pollfd){.fd = proxy->pair[i / 2].end[i % 2], .events = POLLIN};
		g_mutex_unlock(&proxy->lock);
		poll(polled, 1 + 2 * pairs, 20);
		g_mutex_lock(&proxy->lock);
		if (proxy->pairs != pairs) /* armed meanwhile */
			pairs = 0;
		/* From the last on: closing one moves the last to its place. */
		for (unsigned i = pairs; i-- > 0;)
			if ((polled[1 + 2 * i].revents != 0 && !hand_on(proxy, &proxy->pair[i], TO_SERVER)) ||
				(polled[2 + 2 * i].revents != 0 && !hand_on(proxy, &proxy->pair[i], TO_CLIENT)))
				close_pair(proxy, i);
		if (polled[0].revents != 0 && proxy->pairs < PAIRS) {
			struct pair pair = {.end = {accept(proxy->listens, NULL, NULL), connect_to(proxy->server)}};

			proxy->pair[proxy->pairs++] = pair;
		}
	}
	while (proxy->pairs > 0)
		close_pair(proxy, 0);
	g_mutex_unlock(&proxy->lock);
	return NULL;
}

static void
start_proxy(struct proxy *proxy)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof at;

	*proxy = (struct proxy){.server = server_port};
	g_mutex_init(&proxy->lock);
	proxy->listens = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(bind(proxy->listens, (struct sockaddr *)&at, size), 0);
	assert_int_equal(listen(proxy->listens, 16), 0);
	assert_int_equal(getsockname(proxy->listens, (struct sockaddr *)&at, &size), 0);
	proxy->port = ntohs(at.sin_port);
	proxy->thread = g_thread_new("proxy", run_proxy, proxy);
}

static void
stop_proxy(struct proxy *proxy)
{
	g_mutex_lock(&proxy->lock);
	proxy->ends = true;
	g_mutex_unlock(&proxy->lock);
	g_thread_join(proxy->thread);
	close(proxy->listens);
	g_mutex_clear(&proxy->lock);
}

/* All connections are new afterwards: statements are not prepared there yet. */
static void
arm(struct proxy *proxy, int direction, size_t bytes, bool silences)
{
	g_mutex_lock(&proxy->lock);
	while (proxy->pairs > 0)
		close_pair(proxy, 0);
	proxy->armed = true;
	proxy->silences = silences;
	proxy->hit = false;
	proxy->direction = direction;
	proxy->left = bytes;
	proxy->passed = 0;
	g_mutex_unlock(&proxy->lock);
}

/* One kiosk behind a proxy of its own. */
struct kiosk {
	struct proxy proxy;
	struct store *store;
	char where[128], direct[128];
	unsigned number; /* of the next result */
	unsigned first, later, twice, wrong;
};

/* Sends one result until it is answered, as the page does. */
static void
send_one(struct kiosk *kiosk)
{
	char name[32] = "";
	struct entry entry = sample_entry(name, name);
	enum store_status status = STORE_TROUBLE;
	unsigned tries = 0;

	g_snprintf(name, sizeof name, "c%06u", kiosk->number++);
	while (status == STORE_TROUBLE && tries++ < 600) {
		struct problem problem = {0};

		if (tries > 1)
			g_usleep(20000);
		status = store_add(kiosk->store, &entry, NULL, NULL, &problem);
	}
	kiosk->first += status == STORE_OK && tries == 1;
	kiosk->later += status == STORE_OK && tries > 1;
	kiosk->twice += status == STORE_TWICE && tries > 1;
	kiosk->wrong += status != STORE_OK && (status != STORE_TWICE || tries == 1);
}

/* Bytes of a transaction on a new connection. */
static size_t
measure(struct kiosk *kiosk, int direction)
{
	unsigned before;

	/* Where a busy machine made it try again there were more. */
	do {
		before = kiosk->first;
		arm(&kiosk->proxy, direction, SIZE_MAX, false);
		send_one(kiosk);
	} while (kiosk->first == before && kiosk->wrong == 0);
	return kiosk->proxy.passed;
}

/* A database of that name, and a kiosk on it that is less patient than usual. */
static void
open_kiosk(struct kiosk *kiosk, const char *name)
{
	char *address = g_strndup(place_where(), strlen(place_where()) - strlen("postgres"));
	char *make = g_strconcat("create database ", name, NULL);
	char *gone = g_strconcat("drop database if exists ", name, " with (force)", NULL);
	struct db *db = db_create(place_where(), NULL, &said);

	assert_non_null(db);
	assert_true(db_script(db, gone));
	assert_true(db_script(db, make));
	db_destroy(db);
	*kiosk = (struct kiosk){0};
	start_proxy(&kiosk->proxy);
	g_snprintf(kiosk->direct, sizeof kiosk->direct, "%s%s", address, name);
	g_snprintf(kiosk->where, sizeof kiosk->where, "postgresql://seedpress@127.0.0.1:%u/%s?connect_timeout=1",
		kiosk->proxy.port, name);
	kiosk->store = store_create(kiosk->where, &said);
	assert_non_null(kiosk->store);
	g_free(address);
	g_free(make);
	g_free(gone);
}

/* Everything is there once; returns how many commits were asked after. */
static unsigned
close_kiosk(struct kiosk *kiosk)
{
	unsigned settled = kiosk->store->writer->settled;
	struct store *direct = store_create(kiosk->direct, &said);

	assert_int_equal(kiosk->wrong, 0);
	assert_int_equal(kiosk->first + kiosk->later + kiosk->twice, kiosk->number);
	assert_non_null(direct);
	assert_int_equal(count_entries(direct, NULL), kiosk->number);
	store_destroy(direct);
	store_destroy(kiosk->store);
	stop_proxy(&kiosk->proxy);
	return settled;
}

static void
connection_cut_after_any_byte(void **state)
{
	struct kiosk kiosk;
	unsigned settled;

	(void)state;
	open_kiosk(&kiosk, "cut");
	for (int direction = TO_SERVER; direction <= TO_CLIENT; direction++) {
		size_t all = measure(&kiosk, direction);
		unsigned before = kiosk.store->writer->settled;

		assert_true(all > 500);
		for (size_t bytes = 1; bytes < all; bytes = next_place(bytes, all, step, 1)) {
			arm(&kiosk.proxy, direction, bytes, false);
			send_one(&kiosk);
			assert_true(kiosk.proxy.hit);
		}
		assert_true(kiosk.store->writer->settled > before + 10);
		printf("%zu bytes to the %s\n", all, direction == TO_SERVER ? "server" : "client");
	}
	printf("%u results: %u at the first try, %u later, %u found to be there", kiosk.number, kiosk.first,
		kiosk.later, kiosk.twice);
	settled = close_kiosk(&kiosk);
	printf("; %u commits asked after\n", settled);
}

struct silence {
	struct kiosk kiosk;
	const size_t *all; /* bytes by direction */
	unsigned number;
};

static void *
fall_silent(void *data)
{
	struct silence *silence = data;
	unsigned place = 0;

	for (int direction = TO_SERVER; direction <= TO_CLIENT; direction++) {
		size_t all = silence->all[direction];

		for (size_t bytes = 1; bytes < all; bytes = next_place(bytes, all, SILENCES, 4)) {
			if (place++ % WORKERS != silence->number)
				continue;
			arm(&silence->kiosk.proxy, direction, bytes, true);
			send_one(&silence->kiosk);
		}
	}
	return NULL;
}

static void
connection_silent_after_many_bytes(void **state)
{
	struct silence *silence = g_new0(struct silence, WORKERS);
	GThread *thread[WORKERS];
	unsigned settled = 0, sent = 0, twice = 0;
	size_t all[2];

	(void)state;
	for (unsigned i = 0; i < WORKERS; i++) {
		char name[8];

		g_snprintf(name, sizeof name, "hush%u", i);
		silence[i].number = i;
		silence[i].all = all;
		open_kiosk(&silence[i].kiosk, name);
	}
	for (int direction = TO_SERVER; direction <= TO_CLIENT; direction++)
		all[direction] = measure(&silence[0].kiosk, direction);
	for (unsigned i = 0; i < WORKERS; i++)
		thread[i] = g_thread_new("silence", fall_silent, &silence[i]);
	for (unsigned i = 0; i < WORKERS; i++) {
		g_thread_join(thread[i]);
		sent += silence[i].kiosk.number;
		twice += silence[i].kiosk.twice;
		settled += close_kiosk(&silence[i].kiosk);
	}
	printf("%u results through silence, %u found to be there, %u commits asked after\n", sent, twice, settled);
	assert_true(settled > 10);
	g_free(silence);
}

int
main(int argc, char **argv)
{
	char postgres[] = "postgres", *words[] = {argv[0], postgres};
	const struct CMUnitTest tests[] = {
		TEST(connection_cut_after_any_byte),
		TEST(connection_silent_after_many_bytes),
	};

	if (!place_init(2, words))
		return EXIT_FAILURE;
	if (argc > 1)
		step = (unsigned)g_ascii_strtoull(argv[1], NULL, 10);
	server_port = (uint16_t)g_ascii_strtoull(strrchr(place_where(), ':') + 1, NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
