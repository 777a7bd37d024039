/* SPDX-License-Identifier: MIT
 * What the kiosk itself needs: disk, database, certificate, port. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "gen/cli/command.h"
#include "kiosk/commands/commands.h"
#include "kiosk/commands/doctor.h"
#include "kiosk/http/tls_certificate.h"
#include "kiosk/store/backups.h"
#include "kiosk/store/database_path.h"
#include "kiosk/store/store.h"

#define SPACE_LOOK ((uint64_t)1 << 30)
#define SPACE_BAD  ((uint64_t)100 << 20)
#define BACKUP_OLD (24 * 3600)
#define SOON       (14 * 86400)

static bool
is_server(const struct doctor *doctor)
{
	return strstr(doctor->database, "://") != NULL;
}

/* Writes a small file and has it on disk; false with errno. */
static bool
can_write(const char *folder)
{
	char *path = g_build_filename(folder, ".doctor-XXXXXX", NULL);
	int file = g_mkstemp_full(path, O_RDWR | O_CLOEXEC, 0600);
	bool written = file >= 0 && write(file, "written\n", 8) == 8 && fsync(file) == 0;
	int error = errno;

	if (file >= 0) {
		close(file);
		unlink(path);
	}
	g_free(path);
	errno = error;
	return written;
}

void
doctor_check_disk(struct doctor *doctor)
{
	char *file = database_path_beside(doctor->database, SERVE_CERTIFICATE), *folder = g_path_get_dirname(file);
	struct statvfs disk = {0};
	uint64_t space;

	if (doctor->no_folder != NULL) {
		char sentence[MESSAGE_TEXT];

		problem_write(doctor->no_folder, command_audience(), sentence, sizeof sentence);
		doctor_find(doctor, "disk", HEALTH_BAD, "create the folder, or name a database elsewhere with --db",
			"%s", sentence);
	} else if (statvfs(folder, &disk) != 0) {
		doctor_find(doctor, "disk", HEALTH_BAD, "create the folder, or name another one with --db", "%s: %s",
			folder, g_strerror(errno));
	} else if (!can_write(folder)) {
		doctor_find(doctor, "disk", HEALTH_BAD,
			disk.f_flag & ST_RDONLY ? "it is read-only: look at the disk and at /etc/fstab"
						: "see who owns the folder, and whether the disk is full",
			"nothing can be written in %s: %s", folder, g_strerror(errno));
	} else {
		space = (uint64_t)disk.f_bavail * disk.f_frsize;
		doctor_find(doctor, "disk",
			space < SPACE_BAD            ? HEALTH_BAD
				: space < SPACE_LOOK ? HEALTH_LOOK
						     : HEALTH_OK,
			space < SPACE_LOOK ? "make room" : NULL, "%.1f GB free in %s", (double)space / (1 << 30),
			folder);
	}
	g_free(folder);
	g_free(file);
}

/* The newest backup that can be restored, of all folders; to be freed, NULL: none. */
static char *
find_sound(const struct doctor *doctor)
{
	char *usual = backups_usual(doctor->database), *best = NULL;
	const char *const only[] = {usual, NULL};
	const char *const *folder = doctor->backups == NULL ? only : doctor->backups;

	for (; *folder != NULL; folder++) {
		struct problem flaw;
		char *found = backups_sound(*folder, doctor->database, &flaw);
		char *name = found == NULL ? NULL : g_path_get_basename(found);
		char *before = best == NULL ? NULL : g_path_get_basename(best);

		/* Their names end with the moment. */
		if (g_strcmp0(name, before) > 0) {
			g_free(best);
			best = g_steal_pointer(&found);
		}
		g_free(before);
		g_free(name);
		g_free(found);
	}
	g_free(usual);
	return best;
}

/* Damage, with the backup that mends it. */
static void
find_damage(struct doctor *doctor, const struct problem *problem, unsigned more)
{
	char *sound = find_sound(doctor), sentence[MESSAGE_TEXT], others[32] = "";

	problem_write(problem, command_audience(), sentence, sizeof sentence);
	if (more > 0)
		g_snprintf(others, sizeof others, " (and %u more)", more);

	doctor_find(doctor, "database", HEALTH_BAD,
		sound == NULL ? "stop the kiosk, keep a copy of the file, then `seedpress-kiosk restore --force` a "
				"backup from elsewhere"
			      : "stop the kiosk, keep a copy of the file, then `seedpress-kiosk restore --force` "
				"that backup",
		sound == NULL ? "%s%s; there is no backup that can be restored where they are made%s"
			      : "%s%s; the newest backup that can be restored is %s",
		sentence, others, sound == NULL ? "" : sound);
	g_free(sound);
}

/* What to do about a database that cannot be opened or used. */
static const char *
advice_for(const struct problem *problem)
{
	switch (store_fault(problem)) {
	case STORE_FAULT_NEWER:
		return "nothing is wrong with it: start the newer program, or name another file with --db";
	case STORE_FAULT_CLOSED:
		return "nothing is wrong with it: see who owns the file and its folder, and who may write";
	case STORE_FAULT_AWAY:
		return "see that its server runs and that its address, name and password are right";
	case STORE_FAULT_LOCKED:
		return "end the other program that has it open, then start the doctor again";
	case STORE_FAULT_FULL:
		return "make room on the disk";
	case STORE_FAULT_NONE:
	case STORE_FAULT_DAMAGED:
	case STORE_FAULT_OTHER:
		break;
	}
	return "see that it can be reached and written, then start the doctor again";
}

static void
find_fault(struct doctor *doctor, const struct problem *problem)
{
	char sentence[MESSAGE_TEXT];

	problem_write(problem, command_audience(), sentence, sizeof sentence);
	if (store_fault(problem) == STORE_FAULT_DAMAGED)
		find_damage(doctor, problem, 0);
	else
		doctor_find(doctor, "database", HEALTH_BAD, advice_for(problem), "%s", sentence);
}

/* Looks at every row and scores every game again; true when all is sound. */
static bool
is_sound(struct doctor *doctor, struct store *store)
{
	struct store_findings findings = {0};
	struct problem problem = {0};
	bool fine = false;

	if (store_verify(store, &findings, &problem) != STORE_OK) {
		find_fault(doctor, &problem);
	} else if (findings.damaged > 0) {
		find_damage(doctor, g_ptr_array_index(findings.damage, 0), findings.damaged - 1);
	} else {
		fine = true;
	}
	store_findings_clear(&findings);
	return fine;
}

void
doctor_check_database(struct doctor *doctor)
{
	struct message says;
	struct problem problem = {0};
	struct store *store;

	if (!is_server(doctor) && access(doctor->database, F_OK) != 0) {
		doctor_find(doctor, "database", HEALTH_LOOK, "`seedpress-kiosk serve` makes it",
			"there is none yet: %s", doctor->database);
		return;
	}
	if (!is_server(doctor) && store_is_shell(doctor->database)) {
		doctor_find(doctor, "database", HEALTH_BAD,
			"find its -wal and put it beside it, or `seedpress-kiosk restore` the last backup",
			"%s is empty, and its log is missing", doctor->database);
		return;
	}
	store = store_open(doctor->database, &problem);
	if (store == NULL) {
		find_fault(doctor, &problem);
	} else if (is_sound(doctor, store)) {
		if (store_probe(store, &says, &problem) == STORE_OK) {
			char sentence[MESSAGE_TEXT];

			message_write(&says, command_audience(), sentence, sizeof sentence);
			doctor_find(doctor, "database", HEALTH_OK, NULL,
				"%s; every row is as it was stored, every score as its game is worth", sentence);
		} else
			find_fault(doctor, &problem);
	}
	store_close(store);
}

/* "3 minutes", "5 hours"; to be freed. */
static char *
age_text(int64_t seconds)
{
	static const struct {
		int64_t seconds;
		const char *name;
	} units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
	size_t unit = 0;
	int64_t count;

	while (unit + 1 < G_N_ELEMENTS(units) && seconds < 2 * units[unit].seconds)
		unit++;
	count = seconds / units[unit].seconds;
	return g_strdup_printf("%" G_GINT64_FORMAT " %s%s", count, units[unit].name, count == 1 ? "" : "s");
}

static void
check_backups_in(struct doctor *doctor, const char *folder)
{
	int64_t newest = backups_newest(folder, doctor->database), seconds;
	struct problem flaw;
	char *age, *sound;

	if (newest == 0) {
		doctor_find(doctor, "backups", HEALTH_LOOK,
			"`seedpress-kiosk serve` makes them; see that the folder is there", "there is none in %s",
			folder);
		return;
	}
	sound = backups_sound(folder, doctor->database, &flaw);
	if (flaw.status != STATUS_OK) {
		char sentence[MESSAGE_TEXT];

		problem_write(&flaw, command_audience(), sentence, sizeof sentence);
		doctor_find(doctor, "backups", sound == NULL ? HEALTH_BAD : HEALTH_LOOK,
			"keep those that can be restored, and make another one with `seedpress-kiosk backup`",
			sound == NULL ? "none in %s can be restored%s: %s"
				      : "%s: the newest that can be restored is %s: %s",
			folder, sound == NULL ? "" : sound, sentence);
		g_free(sound);
		return;
	}
	g_free(sound);
	seconds = MAX(g_get_real_time() / G_USEC_PER_SEC - newest / 1000, 0);
	age = age_text(seconds);
	doctor_find(doctor, "backups", seconds > BACKUP_OLD ? HEALTH_LOOK : HEALTH_OK,
		seconds > BACKUP_OLD ? "start the kiosk, or make one with `seedpress-kiosk backup`" : NULL,
		"the last one is %s old: %s", age, folder);
	g_free(age);
}

void
doctor_check_backups(struct doctor *doctor)
{
	char *usual = backups_usual(doctor->database);

	if (doctor->backups == NULL)
		check_backups_in(doctor, usual);
	for (const char *const *folder = doctor->backups; folder != NULL && *folder != NULL; folder++)
		check_backups_in(doctor, *folder);
	g_free(usual);
}

void
doctor_check_certificate(struct doctor *doctor)
{
	static const char renew[] = "start the kiosk again with --tls: it makes a new one";
	char *file = database_path_beside(doctor->database, SERVE_CERTIFICATE);
	struct tls_certificate_state state;
	time_t ends;
	char date[16];
	struct tm parts;

	tls_certificate_look(file, NULL, &state);
	g_free(file);
	ends = (time_t)state.ends;
	gmtime_r(&ends, &parts);
	strftime(date, sizeof date, "%Y-%m-%d", &parts);
	if (!state.there)
		doctor_find(doctor, "certificate", HEALTH_LOOK,
			"phones' live cameras need TLS: `serve --tls` makes one", "the kiosk has made none yet");
	else if (state.ends < time(NULL))
		doctor_find(doctor, "certificate", HEALTH_BAD, renew, "it ended on %s", date);
	else if (state.ends < time(NULL) + SOON)
		doctor_find(doctor, "certificate", HEALTH_LOOK, renew, "it ends on %s", date);
	else if (state.lacks != NULL)
		doctor_find(doctor, "certificate", HEALTH_LOOK, renew, "it is not for %s", state.lacks);
	else
		doctor_find(doctor, "certificate", HEALTH_OK, NULL,
			"for all names and addresses of this machine, until %s", date);
	g_free(state.lacks);
}

/* A socket that does what is asked for at the address, or -1 with errno. */
static int
at_address(const struct doctor *doctor, int (*act)(int, const struct sockaddr *, socklen_t))
{
	const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
	const struct timeval patience = {.tv_sec = 3};
	struct addrinfo *found;
	char text[8];
	int file, on = 1;

	g_snprintf(text, sizeof text, "%u", doctor->port);
	if (getaddrinfo(doctor->listen, text, &hints, &found) != 0) {
		errno = EADDRNOTAVAIL;
		return -1;
	}
	file = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (file >= 0) {
		setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
		setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
		setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
		if (act(file, found->ai_addr, found->ai_addrlen) != 0) {
			int error = errno;

			close(file);
			errno = error;
			file = -1;
		}
	}
	freeaddrinfo(found);
	return file;
}

/* Whether what listens there is a kiosk. By TLS it only shows that it is TLS. */
static bool
is_kiosk(int file)
{
	static const char ask[] = "GET /api/kiosk HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
	char answer[4096];
	size_t got = 0;
	ssize_t more;

	if (send(file, ask, sizeof ask - 1, MSG_NOSIGNAL) < 0)
		return false;
	while (got < sizeof answer - 1 && (more = recv(file, answer + got, sizeof answer - 1 - got, 0)) > 0)
		got += (size_t)more;
	answer[got] = '\0';
	return strstr(answer, "\"addresses\"") != NULL || answer[0] == 0x15; /* a TLS alert */
}

void
doctor_check_port(struct doctor *doctor)
{
	int file = at_address(doctor, bind);

	if (file >= 0)
		doctor_find(doctor, "port", HEALTH_OK, NULL, "%u is free", doctor->port);
	else if (errno != EADDRINUSE)
		doctor_find(doctor, "port", HEALTH_BAD, "choose others with --listen and --port", "%s, port %u: %s",
			doctor->listen, doctor->port, g_strerror(errno));
	if (file < 0 && errno == EADDRINUSE) {
		file = at_address(doctor, connect);
		if (file >= 0 && is_kiosk(file))
			doctor_find(doctor, "port", HEALTH_OK, NULL, "a kiosk answers at %u", doctor->port);
		else
			doctor_find(doctor, "port", HEALTH_BAD, "choose another one with --port",
				"%u is in use by another program", doctor->port);
	}
	if (file >= 0)
		close(file);
}
