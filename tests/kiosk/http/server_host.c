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

static bool
get_slow(struct call *call)
{
	const char *ms = request_query(call->request, "ms");

	g_usleep(ms == NULL ? 0 : (gulong)atoi(ms) * 1000);
	return reply_json(call->reply, 200, json_pack("{s:b}", "slow", 1));
}

/* What came, as its size and hash. */
static bool
post_echo(struct call *call)
{
	char *sum = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, call->request->body);

	reply_json(call->reply, 200,
		json_pack("{s:I, s:s}", "size", (json_int_t)g_bytes_get_size(call->request->body), "sha256", sum));
	g_free(sum);
	return true;
}

static bool
get_seen(struct call *call)
{
	return reply_json(call->reply, 200,
		json_pack("{s:s, s:s, s:s?, s:s, s:b, s:b, s:b}", "path", call->request->path, "rest",
			call->request->rest, "x", request_query(call->request, "x"), "address", call->request->address,
			"local", call->request->local, "secure", call->request->secure, "organiser", call->organiser));
}

static bool
get_large(struct call *call)
{
	reply_bytes(call->reply, 200, "application/octet-stream", g_bytes_new_take(g_malloc0(20000000), 20000000));
	reply_download(call->reply, "a \"large\" one.bin");
	return true;
}

static bool
get_kept(struct call *call)
{
	call->reply->keep = true;
	return reply_bytes(call->reply, 200, "image/svg+xml", g_bytes_new_static("<svg/>", 6));
}

static bool
get_nothing(struct call *call)
{
	(void)call;
	return true;
}

/* Fails with a problem and no answer, unless its route says that it answers all the same. */
static bool
get_problem(struct call *call)
{
	problem_set(call->problem, SAY("server-host-problem", "this did not work"));
	return call->route->data != NULL && reply_json(call->reply, 200, json_object());
}

/* Refused for now, with the status that is asked for, and without a word when to come again. */
static bool
get_refused(struct call *call)
{
	return reply_error(
		call->reply, (unsigned)atoi(call->request->rest), "trouble", SAY("refused", "this is refused for now"));
}

static bool
post_change(struct call *call)
{
	static int version = 100;

	server_changed(server, g_atomic_int_add(&version, 1) + 1);
	return reply_json(call->reply, 200, json_object());
}

static bool
post_json(struct call *call)
{
	json_t *json;

	return request_json(call->request, call->reply, &json) && reply_json(call->reply, 200, json);
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
		.authorise = kiosk_authorise,
		.run = kiosk_run};
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
