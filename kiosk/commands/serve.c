/* SPDX-License-Identifier: MIT
 * seedpress-kiosk serve: the kiosk itself. By default only this machine can reach it. It prints its addresses, and
 * shuts down cleanly on a signal. */
#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>
#include <malloc.h>
#include <qrencode.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gen/cli/command.h"
#include "gen/jobs/job_queue.h"
#include "kiosk/commands/commands.h"
#include "kiosk/event/import.h"
#include "kiosk/event/snapshot.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/http/addresses.h"
#include "kiosk/http/static_files.h"
#include "kiosk/http/tls_certificate.h"
#include "kiosk/making/kit_maker.h"
#include "kiosk/reading/eye_pool.h"
#include "kiosk/routes/kiosk.h"
#include "kiosk/routes/organiser_session.h"
#include "kiosk/routes/standings_cache.h"
#include "kiosk/store/backups.h"
#include "kiosk/store/database_path.h"

/* Shortest time between two computations of the standings, in microseconds. At 50 results per second 200 pages would
 * ask for each new version. If it is longer, people notice how late their result appears. */
#define STANDINGS_PAUSE G_USEC_PER_SEC

/* The folder next to the database for kits that were made from the page. */
#define KITS "kits"

struct options {
	char *listen, *proxy, *port_text, *where, *key_file, *manifest, *tls_certificate_file, *secret_file;
	char **names, **backups;
	gboolean tls, open;
	uint16_t port;
};

/* State of the callbacks for changes, which the store's thread calls from before the server starts until after it has
 * stopped. */
struct watch {
	GMutex lock;
	struct kiosk *kiosk;
	bool told;   /* of damage; locked */
	bool closed; /* the kiosk is being taken apart; locked */
};

/* The store has changed. Damage is reported once. */
static void
changed(void *data)
{
	struct watch *watch = data;
	struct problem damage;
	bool is_damaged = store_trouble(watch->kiosk->store, &damage) == STORE_FAULT_DAMAGED;

	organiser_changed(watch->kiosk->sessions);
	g_mutex_lock(&watch->lock);
	bool news = is_damaged && !watch->told;
	watch->told = is_damaged;
	if (!watch->closed)
		standings_cache_changed(watch->kiosk->standings_cache);
	g_mutex_unlock(&watch->lock);
	if (news)
		command_tell(SAY("doctor-says-more", "{damage}: `seedpress-kiosk doctor` says more"),
			ARG_CAUSE("damage", &damage.message));
}

/* The standings are up to date with a change: tells the live pages. */
static void
tell_pages(void *server, int64_t version)
{
	server_changed(server, version);
}

/* Prints a QR code with two rows of modules per line, black on white in any terminal. */
static void
print_qr(const char *text)
{
	static const char *const blocks[] = {" ", "▀", "▄", "█"};
	QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);

	if (code == NULL)
		return;
	for (int y = -2; y < code->width + 2; y += 2) {
		fputs("    \033[38;5;16;48;5;231m", stdout);
		for (int x = -2; x < code->width + 2; x++) {
			unsigned both = 0;

			for (int half = 0; half < 2; half++)
				if (x >= 0 && x < code->width && y + half >= 0 && y + half < code->width)
					both |= (code->data[(y + half) * code->width + x] & 1U) << half;
			fputs(blocks[both], stdout);
		}
		puts("\033[0m");
	}
	QRcode_free(code);
}

static void
say_where(const struct options *options, const struct kiosk *kiosk, const char *here)
{
	struct problem why;
	enum store_fault fault = store_trouble(kiosk->store, &why);

	command_print(SAY("serve-open", "The kiosk is open at {address}"), ARG_PRIVATE("address", here));
	if (kiosk->addresses[0] == NULL)
		command_print(SAY("serve-alone", "Only this machine can reach it; --listen 0.0.0.0 lets phones in."));
	for (char **at = kiosk->addresses; *at != NULL; at++)
		command_print(SAY("serve-phones", "Phones reach it at {address}"), ARG_PRIVATE("address", *at));
	if (kiosk->addresses[0] != NULL && isatty(STDOUT_FILENO))
		print_qr(kiosk->addresses[0]);
	if (options->tls && options->tls_certificate_file == NULL)
		command_print(
			SAY("serve-certificate", "Its certificate is its own: browsers ask once whether to trust it."));
	if (!organiser_is_set(kiosk->sessions)) {
		command_print(SAY("serve-no-password",
			"No organiser's password is set yet: set it on the page, on this machine, or with "
			"`seedpress-kiosk password`."));
		if (kiosk->addresses[0] != NULL || options->proxy != NULL)
			command_print(
				SAY("serve-first-code", "From elsewhere the page asks for this code, once: {code}"),
				ARG_PRIVATE("code", organiser_first_code(kiosk->sessions)));
	}
	if (fault != STORE_FAULT_NONE && fault != STORE_FAULT_DAMAGED)
		command_tell(SAY("serve-read-only",
				     "{why}. What is there is shown and scored, and nothing is stored. "
				     "Start the kiosk again once that is fixed."),
			ARG_CAUSE("why", &why.message));
	if (isatty(STDOUT_FILENO))
		command_print(SAY("serve-end", "Ctrl-C ends it."));
	fflush(stdout);
}

/* Tells systemd if it waits for that (sd_notify(3)); a name that starts with @ is abstract. */
static void
say_ready(void)
{
	const char *name = getenv("NOTIFY_SOCKET");

	if (name == NULL || (name[0] != '/' && name[0] != '@'))
		return;
	g_autoptr(GSocketAddress) to = name[0] == '/'
		? g_unix_socket_address_new(name)
		: g_unix_socket_address_new_with_type(name + 1, -1, G_UNIX_SOCKET_ADDRESS_ABSTRACT);
	g_autoptr(GSocket) socket =
		g_socket_new(G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_DATAGRAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
	if (socket != NULL)
		g_socket_send_to(socket, to, "READY=1", strlen("READY=1"), NULL, NULL);
}

static void
open_browser(const char *url)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GSubprocess) browser = g_subprocess_new(
		G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, "xdg-open", url, NULL);

	if (browser == NULL)
		command_tell(SAY("no-browser", "no browser could be opened: {detail}"),
			ARG_PRIVATE("detail", error->message));
}

static void
wait_for_end(const sigset_t *ends)
{
	int number;

	while (sigwait(ends, &number) != 0)
		;
	/* A second signal ends the program at once. */
	pthread_sigmask(SIG_UNBLOCK, ends, NULL);
	if (isatty(STDOUT_FILENO)) {
		putchar('\n');
		command_print(SAY("serve-closing", "The kiosk finishes what it is doing and closes."));
	}
	fflush(stdout);
}

static void
say_backups(const struct problem *problem)
{
	command_tell(SAY("no-backup", "no backup is made: {why}"), ARG_CAUSE("why", &problem->message));
}

/* Runs the server until a signal arrives; false after setting *problem. */
static bool
run(const struct options *options, const char *where, struct kiosk *kiosk, const struct tls_certificate *certificate,
	const sigset_t *ends, struct problem *problem)
{
	const struct server_options listening = {
		.listen = options->listen,
		.port = options->port,
		.certificate = certificate->chain,
		.secret = certificate->secret,
		.names = (const char *const *)options->names,
		.proxy = options->proxy,
		.routes = kiosk_routes,
		.not_found = &pages_not_found,
		.live = KIOSK_LIVE,
		.connections = server_raise_files(),
		.memory = &kiosk->memory,
		.context = kiosk,
		.authorise = kiosk_authorise,
		.run = kiosk_run,
	};
	bool secure = certificate->chain != NULL;
	bool is_any = strcmp(options->listen, "0.0.0.0") == 0 || strcmp(options->listen, "::") == 0;
	struct server *server = server_start(&listening, problem);

	if (server == NULL)
		return false;
	/* Handlers may be reading it already. */
	g_atomic_pointer_set(&kiosk->addresses, address_urls(options->listen, server_port(server), secure));
	/* Only after the server has started: a kiosk that cannot start leaves no backup. */
	if (options->backups == NULL || strcmp(options->backups[0], "none") != 0)
		g_atomic_pointer_set(&kiosk->backups,
			backups_create(kiosk->store, where, (const char *const *)options->backups, SNAPSHOT_ROUND,
				BACKUPS_EVERY, say_backups));
	standings_cache_watch(kiosk->standings_cache, tell_pages, server);
	g_autofree char *here = address_url(is_any ? "127.0.0.1" : options->listen, server_port(server), secure);
	say_where(options, kiosk, here);
	say_ready();
	if (options->open)
		open_browser(here);
	wait_for_end(ends);
	store_begin_shutdown(kiosk->store);
	standings_cache_watch(kiosk->standings_cache, NULL, NULL);
	/* The shutdown does not wait for photos and prints under way. */
	eye_pool_close(kiosk->eye_pool);
	job_queue_stop(kiosk->prints);
	kit_maker_stop(kiosk->kits);
	fork_server_stop();
	server_stop(server);
	return true;
}

/* Stores the key and the manifest from the options. If nothing can be written, because the disk is full or the database
 * is damaged or read-only, there is a message and the kiosk starts nevertheless, for reading. */
static bool
import_given(const struct options *options, struct kiosk *kiosk, struct problem *problem)
{
	enum store_status status = STORE_OK;

	if (options->key_file != NULL)
		status = kiosk_key(kiosk, options->key_file, problem);
	if (status == STORE_OK && options->manifest != NULL)
		status = event_import_file(kiosk->store, options->manifest, NULL, "the start of the kiosk", problem);
	if (status == STORE_OK)
		return true;
	/* The fault of this attempt, not the store's present one: a full disk may have a little room a moment later. */
	enum store_fault fault = store_fault(problem);
	if (status != STORE_TROUBLE ||
		(fault != STORE_FAULT_FULL && fault != STORE_FAULT_CLOSED && fault != STORE_FAULT_DAMAGED))
		return false;
	command_tell(SAY("not-imported", "not imported: {why}"), ARG_CAUSE("why", &problem->message));
	problem_clear(problem);
	return true;
}

/* Opens what the handlers need, in the order they need it, and runs the kiosk. */
static bool
serve(const struct options *options, const sigset_t *ends, struct problem *problem)
{
	g_autofree char *where = options->where == NULL ? database_path_usual(problem) : g_strdup(options->where);

	if (where == NULL)
		return false;
	g_autofree char *certificate_file = database_path_beside(where, SERVE_CERTIFICATE);
	/* The folder for kits is next to the database, and separate from those of other databases there. */
	g_autofree char *all_kits = database_path_beside(where, KITS);
	g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, where, -1);
	g_autofree char *name =
		strstr(where, "://") != NULL ? g_strdup_printf("server-%.16s", sum) : g_path_get_basename(where);
	g_autofree char *kits = g_build_filename(all_kits, name, NULL);
	struct tls_certificate certificate = {NULL, NULL};
	struct kiosk kiosk = {
		.store = store_create(where, problem), .kits_folder = kits, .standings_pause = STANDINGS_PAUSE};
	struct watch watch = {.kiosk = &kiosk};
	bool fine = kiosk.store != NULL;
	if (fine && options->tls_certificate_file != NULL)
		fine = tls_certificate_read(options->tls_certificate_file, options->secret_file, &certificate, problem);
	else if (fine && options->tls)
		fine = tls_certificate_keep(
			certificate_file, (const char *const *)options->names, &certificate, problem);
	fine = fine && kiosk_open(&kiosk, problem) && import_given(options, &kiosk, problem);
	if (fine) {
		kiosk.sessions = organiser_create(kiosk.store);
		kiosk.pages = pages_load();
		/* The event is known from now on, even if the database goes away before the first request. */
		event_snapshot_unref(standings_cache_hold(&kiosk, true, problem));
		problem_clear(problem);
		store_watch(kiosk.store, changed, &watch);
		fine = run(options, where, &kiosk, &certificate, ends, problem);
		backups_destroy(kiosk.backups);
		/* The store's thread may still call changed() after this. */
		g_mutex_lock(&watch.lock);
		watch.closed = true;
		g_mutex_unlock(&watch.lock);
	}
	kiosk_close(&kiosk);
	store_destroy(kiosk.store);
	organiser_destroy(kiosk.sessions);
	static_files_destroy(kiosk.pages);
	g_strfreev(kiosk.addresses);
	tls_certificate_finish(&certificate);
	return fine;
}

/* Prepares the process, and serves. If the start fails, new files are removed: the database and the certificate next to
 * it; next to the default database if this one is on a server. */
static int
check_and_serve(struct options *options)
{
	g_autofree char *usual = database_path_name();
	g_autofree char *certificate =
		database_path_beside(options->where == NULL ? usual : options->where, SERVE_CERTIFICATE);
	struct code_key key;
	uint64_t port = 8080;
	struct problem problem = {0};
	g_autoptr(GPtrArray) made = g_ptr_array_new_with_free_func(g_free);
	sigset_t ends;

	if (!command_number("--port", options->port_text, 0, 65535, &port))
		return EXIT_USAGE;
	options->port = (uint16_t)port;
	if ((options->tls_certificate_file == NULL) != (options->secret_file == NULL))
		return command_misuse("serve", SAY("usage-tls", "--tls-cert and --tls-key belong together"));
	if (options->key_file != NULL && !command_key(options->key_file, &key))
		return EXIT_REFUSED;
	/* Blocked in every thread: sigwait() receives them. */
	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &ends, NULL);
	signal(SIGPIPE, SIG_IGN);
	/* A kiosk runs for days. With one arena per thread each would grow to the size of the largest response that was
	 * ever made in it. */
	mallopt(M_ARENA_MAX, 2);
	/* Large blocks, of a photo or an export, go back to the kernel as soon as they are freed. */
	mallopt(M_MMAP_THRESHOLD, 1 << 20);
	bool server = options->where != NULL && strstr(options->where, "://") != NULL;
	new_files_note_database(made, server ? NULL : options->where);
	new_files_note(made, certificate);
	bool fine = serve(options, &ends, &problem);
	if (!fine) {
		command_fail(&problem);
		new_files_remove(made);
	}
	return fine ? EXIT_SUCCESS : EXIT_REFUSED;
}

int
serve_command(int argc, char **argv)
{
	struct options options = {0};
	const GOptionEntry entries[] = {
		{"listen", 'l', 0, G_OPTION_ARG_STRING, &options.listen,
			"Where to listen: 127.0.0.1 (usual), 0.0.0.0 for the network, ...", "ADDRESS"},
		{"port", 'p', 0, G_OPTION_ARG_STRING, &options.port_text, "Port, usually 8080", "N"},
		DATABASE_OPTION(&options.where),
		{"key", 'k', 0, G_OPTION_ARG_FILENAME, &options.key_file, "The event's key, for its codes", "FILE"},
		{"manifest", 'm', 0, G_OPTION_ARG_FILENAME, &options.manifest,
			"Import the event of a kit: its manifest.json", "FILE"},
		{"tls", 't', 0, G_OPTION_ARG_NONE, &options.tls,
			"Encrypt, with a certificate of its own: live cameras of phones need it", NULL},
		{"tls-cert", 0, 0, G_OPTION_ARG_FILENAME, &options.tls_certificate_file,
			"Encrypt with this certificate (PEM)", "FILE"},
		{"tls-key", 0, 0, G_OPTION_ARG_FILENAME, &options.secret_file, "and its key (PEM)", "FILE"},
		{"backups", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.backups,
			"A folder for backups instead of the one next to the database; may be repeated, a stick "
			"may be missing; none: make none",
			"FOLDER"},
		{"name", 'n', 0, G_OPTION_ARG_STRING_ARRAY, &options.names,
			"A further name of this machine; may be repeated", "HOST"},
		{"trusted-proxy", 0, 0, G_OPTION_ARG_STRING, &options.proxy,
			"Believe this proxy, and no other, for whom it asks (X-Forwarded-For)", "ADDRESS"},
		{"open", 'o', 0, G_OPTION_ARG_NONE, &options.open, "Open it in a browser here", NULL},
		{0},
	};

	/* Before there is anything that a worker would inherit. */
	worker_start(&kiosk_eye_job);
	fork_server_revive();
	if (!command_options("serve [OPTION...]",
		    "The kiosk: scoring, results and standings as a web page for this machine's screen,\n"
		    "for phones and for a big screen. Ends with Ctrl-C or SIGTERM.",
		    entries, &argc, &argv))
		return EXIT_USAGE;
	if (options.listen == NULL)
		options.listen = g_strdup("127.0.0.1");
	int status = argc != 1 ? command_misuse("serve", SAY("usage-serve", "serve takes options only"))
			       : check_and_serve(&options);
	char *const texts[] = {options.listen, options.proxy, options.port_text, options.where, options.key_file,
		options.manifest, options.tls_certificate_file, options.secret_file};
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
		g_free(texts[i]);
	g_strfreev(options.names);
	g_strfreev(options.backups);
	fork_server_stop();
	return status;
}
