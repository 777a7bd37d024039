/* SPDX-License-Identifier: MIT
 * A web server as the kiosk has it, with handlers that a test can count on:
 *     server_host DATABASE TIMEOUT_S [tls | TRUSTED-PROXY]
 * It prints its port and the code for the first password, and ends with its standard input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "kiosk/http/static_files.h"
#include "kiosk/http/tls_certificate.h"
#include "kiosk/routes/kiosk.h"
#include "kiosk/routes/organiser_session.h"
#include "kiosk/routes/standings_cache.h"
#include "kiosk/store/database_path.h"
#include "kiosk/visits/code_guesses.h"

static struct server *server;

static void
get_slow(void *context, const struct request *request, struct reply *reply)
{
	const char *ms = request_query(request, "ms");

	(void)context;
	g_usleep(ms == NULL ? 0 : (gulong)atoi(ms) * 1000);
	reply_json(reply, 200, json_pack("{s:b}", "slow", 1));
}

/* What came, as its size and hash. */
static void
post_echo(void *context, const struct request *request, struct reply *reply)
{
	char *sum = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, request->body);

	(void)context;
	reply_json(reply, 200,
		json_pack("{s:I, s:s}", "size", (json_int_t)g_bytes_get_size(request->body), "sha256", sum));
	g_free(sum);
}

static void
get_seen(void *context, const struct request *request, struct reply *reply)
{
	(void)context;
	reply_json(reply, 200,
		json_pack("{s:s, s:s, s:s?, s:s, s:b, s:b, s:b}", "path", request->path, "rest", request->rest, "x",
			request_query(request, "x"), "address", request->address, "local", request->local, "secure",
			request->secure, "organiser", is_organiser(request)));
}

static void
get_large(void *context, const struct request *request, struct reply *reply)
{
	(void)context;
	(void)request;
	reply_bytes(reply, 200, "application/octet-stream", g_bytes_new_take(g_malloc0(20000000), 20000000));
	reply_download(reply, "a \"large\" one.bin");
}

static void
get_kept(void *context, const struct request *request, struct reply *reply)
{
	(void)context;
	(void)request;
	reply->keep = true;
	reply_bytes(reply, 200, "image/svg+xml", g_bytes_new_static("<svg/>", 6));
}

static void
get_nothing(void *context, const struct request *request, struct reply *reply)
{
	(void)context;
	(void)request;
	(void)reply;
}

/* Fails with a problem and no answer, unless its route says that it answers all the same. */
static void
get_problem(void *context, const struct request *request, struct reply *reply)
{
	(void)context;
	problem_set(&reply->problem, SAY("server-host-problem", "this did not work"));
	if (request->data != NULL)
		reply_json(reply, 200, json_object());
}

/* Refused for now, with the status that is asked for, and without a word when to come again. */
static void
get_refused(void *context, const struct request *request, struct reply *reply)
{
	(void)context;
	reply_error(reply, (unsigned)atoi(request->rest), "trouble", SAY("refused", "this is refused for now"));
}

static void
post_change(void *context, const struct request *request, struct reply *reply)
{
	static int version = 100;

	(void)context;
	(void)request;
	server_changed(server, g_atomic_int_add(&version, 1) + 1);
	reply_json(reply, 200, json_object());
}

static void
post_json(void *context, const struct request *request, struct reply *reply)
{
	json_t *json = request_json(request, reply);

	(void)context;
	if (json != NULL)
		reply_json(reply, 200, json);
}

static const struct route test_routes[] = {
	{.method = "GET", .path = "/test/slow", .handle = get_slow},
	{.method = "GET", .path = "/test/draw", .handle = get_slow, .slow = true},
	{.method = "POST", .path = "/test/echo", .handle = post_echo, .body = BODY_PHOTO},
	{.method = "GET", .path = "/test/seen/", .handle = get_seen},
	{.method = "GET", .path = "/test/large", .handle = get_large},
	{.method = "GET", .path = "/test/kept", .handle = get_kept},
	{.method = "GET", .path = "/test/refused/", .handle = get_refused},
	{.method = "GET", .path = "/test/nothing", .handle = get_nothing},
	{.method = "GET", .path = "/test/problem", .handle = get_problem},
	{.method = "GET", .path = "/test/solved", .handle = get_problem, .data = "answered"},
	/* Nearly all the tokens that anybody elsewhere has. */
	{.method = "GET", .path = "/test/dear/others", .handle = get_slow, .cost = 390},
	{.method = "POST", .path = "/test/change", .handle = post_change},
	{.method = "POST", .path = "/test/json", .handle = post_json, .body = BODY_JSON},
	{.method = "POST", .path = "/test/organiser", .handle = post_json, .body = BODY_JSON, .needs = NEEDS_ORGANISER},
	{.path = NULL},
};

static void
changed(void *data)
{
	struct kiosk *kiosk = data;

	organiser_changed(kiosk->sessions);
}

int
main(int argc, char **argv)
{
	static const struct route *const routes[] = {pages_routes, about_routes, login_routes, test_routes, NULL};
	static const char *const names[] = {"kiosk.example", NULL};
	struct tls_certificate certificate = {NULL, NULL};
	struct kiosk kiosk = {0};
	struct server_options options = {.listen = "127.0.0.1",
		.names = names,
		.routes = routes,
		.not_found = &pages_not_found,
		.live = "/api/live",
		.connections = server_raise_files(),
		.memory = &kiosk.memory,
		.context = &kiosk,
		.session_size = sizeof(struct session),
		.authorise = login_authorise,
		.prepare = login_prepare};
	struct problem wrong;
	char *certificate_file, byte;
	bool tls = argc > 3 && strcmp(argv[3], "tls") == 0;

	if (argc < 3 || sodium_init() < 0)
		return 2;
	certificate_file = database_path_beside(argv[1], "kiosk-certificate.pem");
	if (tls && !tls_certificate_keep(certificate_file, NULL, &certificate, &wrong)) {
		fprintf(stderr, "%s\n", message_id(&wrong.message));
		return 1;
	}
	options.certificate = certificate.chain;
	options.secret = certificate.secret;
	options.proxy = argc > 3 && !tls ? argv[3] : NULL;
	options.timeout = (unsigned)atoi(argv[2]);
	kiosk.store = store_create(argv[1], &wrong);
	if (kiosk.store == NULL) {
		fprintf(stderr, "%s\n", message_id(&wrong.message));
		return 1;
	}
	kiosk.sessions = organiser_create(kiosk.store);
	kiosk.event = event_create(kiosk.store);
	kiosk.standings_cache = standings_cache_create(&kiosk);
	kiosk.code_guesses = code_guesses_create(NULL);
	kiosk.pages = pages_load();
	store_watch(kiosk.store, changed, &kiosk);
	server = server_start(&options, &wrong);
	if (server == NULL) {
		fprintf(stderr, "%s\n", message_id(&wrong.message));
		return 1;
	}
	printf("%u\n%s\n", server_port(server), organiser_first_code(kiosk.sessions));
	fflush(stdout);
	while (read(STDIN_FILENO, &byte, 1) > 0)
		;
	server_stop(server);
	standings_cache_destroy(kiosk.standings_cache);
	code_guesses_destroy(kiosk.code_guesses);
	event_destroy(kiosk.event);
	store_destroy(kiosk.store);
	organiser_destroy(kiosk.sessions);
	static_files_destroy(kiosk.pages);
	tls_certificate_finish(&certificate);
	g_free(certificate_file);
	return 0;
}
