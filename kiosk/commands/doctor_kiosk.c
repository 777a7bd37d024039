/* SPDX-License-Identifier: MIT
 * Checks of what the kiosk itself needs: disk, database, backups, certificate, port. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "kiosk/commands/commands.h"
#include "kiosk/commands/doctor.h"
#include "kiosk/http/tls_certificate.h"
#include "kiosk/store/backups.h"
#include "kiosk/store/database_path.h"
#include "kiosk/store/db.h"
#include "kiosk/store/store.h"

/* Free bytes on the disk below which there is a warning. */
#define SPACE_LOOK ((uint64_t)1 << 30)

/* Free bytes on the disk below which it may be full before the event ends. */
#define SPACE_BAD ((uint64_t)100 << 20)

/* Age in seconds from which there is a warning about the last backup. A running kiosk makes one every few minutes. */
#define BACKUP_OLD (24 * 3600)

/* Seconds before the expiry of a certificate from which there is a warning. */
#define SOON (14 * 86400)

/* Writes a small file and syncs it; false with errno. */
static bool
can_write(const char *folder)
{
	g_autofree char *path = g_build_filename(folder, ".doctor-XXXXXX", NULL);
	int file = g_mkstemp_full(path, O_RDWR | O_CLOEXEC, 0600);
	bool written = file >= 0 && write(file, "written\n", 8) == 8 && fsync(file) == 0;
	int error = errno;

	if (file >= 0) {
		close(file);
		unlink(path);
	}
	errno = error;
	return written;
}

static void
check_disk(struct doctor *doctor)
{
	g_autofree char *file = database_path_beside(doctor->database, SERVE_CERTIFICATE);
	g_autofree char *folder = g_path_get_dirname(file);
	const struct argument where = ARG_PRIVATE("folder", folder);
	struct statvfs disk = {0};

	if (doctor->no_folder != NULL) {
		doctor_find(doctor, HEALTH_BAD,
			SAY("folder-create", "create the folder, or name a database elsewhere with --db"),
			SAY("disk-no-folder", "{why}"), ARG_CAUSE("why", &doctor->no_folder->message));
	} else if (statvfs(folder, &disk) != 0) {
		doctor_find(doctor, HEALTH_BAD, SAY("folder-other", "create the folder, or name another one with --db"),
			SAY("disk-unknown", "{folder}: {detail}"), where, ARG_PRIVATE("detail", g_strerror(errno)));
	} else if (!can_write(folder)) {
		doctor_find(doctor, HEALTH_BAD,
			disk.f_flag & ST_RDONLY
				? SAY("disk-read-only", "it is read-only: look at the disk and at /etc/fstab")
				: SAY("disk-owner", "see who owns the folder, and whether the disk is full"),
			SAY("disk-unwritable", "nothing can be written in {folder}: {detail}"), where,
			ARG_PRIVATE("detail", g_strerror(errno)));
	} else {
		uint64_t space = (uint64_t)disk.f_bavail * disk.f_frsize;
		enum health little = space < SPACE_BAD ? HEALTH_BAD : HEALTH_LOOK;
		char free[24];

		g_snprintf(free, sizeof free, "%.1f", (double)space / (1 << 30));
		doctor_find(doctor, space < SPACE_LOOK ? little : HEALTH_OK,
			space < SPACE_LOOK ? SAY("make-room", "make room") : no_advice,
			SAY("disk-free", "{free} GB free in {folder}"), ARG_TEXT("free", free), where);
	}
}

/* Reports damage, with the newest sound backup in all folders; `more` is the number of further damaged things. */
static void
find_damage(struct doctor *doctor, const struct problem *problem, unsigned more)
{
	/* By whether there is a sound backup, and whether there is more damage. */
	static const struct phrase says[2][2] = {
		{PHRASE("damaged-without-backup",
			 "{damage}; there is no backup that can be restored where they are made"),
			PHRASE("much-damaged-without-backup",
				"{damage} (and {more} more); there is no backup that can be restored where they are made")},
		{PHRASE("damaged-with-backup", "{damage}; the newest backup that can be restored is {backup}"),
			PHRASE("much-damaged-with-backup",
				"{damage} (and {more} more); the newest backup that can be restored is {backup}")},
	};
	static const struct phrase advice[2] = {
		PHRASE("restore-elsewhere",
			"stop the kiosk, keep a copy of the file, then `seedpress-kiosk restore --force` a backup from "
			"elsewhere"),
		PHRASE("restore-that",
			"stop the kiosk, keep a copy of the file, then `seedpress-kiosk restore --force` that backup"),
	};
	g_autofree char *best = NULL, *best_name = NULL;

	for (const char *const *folder = doctor->backups; *folder != NULL; folder++) {
		struct problem flaw;
		g_autofree char *found = backups_sound(*folder, doctor->database, &flaw);
		g_autofree char *name = found == NULL ? NULL : g_path_get_basename(found);

		/* Their names end with the time, so that the greatest one is the newest. */
		if (g_strcmp0(name, best_name) > 0) {
			g_free(best);
			best = g_steal_pointer(&found);
			g_free(best_name);
			best_name = g_steal_pointer(&name);
		}
	}
	const struct phrase *what = &says[best != NULL][more > 0], *advised = &advice[best != NULL];
	doctor_find(doctor, HEALTH_BAD, SAY(advised->id, advised->english), SAY(what->id, what->english),
		ARG_CAUSE("damage", &problem->message), ARG_NUMBER("more", more), ARG_PRIVATE("backup", best));
}

/* Reports a database that cannot be opened or used. */
static void
find_fault(struct doctor *doctor, const struct problem *problem)
{
	static const struct phrase advice[] = {
		[STORE_FAULT_OTHER] =
			PHRASE("fault-other", "see that it can be reached and written, then start the doctor again"),
		[STORE_FAULT_NEWER] = PHRASE("fault-newer",
			"nothing is wrong with it: start the newer program, or name another file with --db"),
		[STORE_FAULT_CLOSED] = PHRASE("fault-closed",
			"nothing is wrong with it: see who owns the file and its folder, and who may write"),
		[STORE_FAULT_AWAY] = PHRASE(
			"fault-away", "see that its server runs and that its address, name and password are right"),
		[STORE_FAULT_LOCKED] =
			PHRASE("fault-locked", "end the other program that has it open, then start the doctor again"),
		[STORE_FAULT_FULL] = PHRASE("fault-full", "make room on the disk"),
	};
	enum store_fault fault = store_fault(problem);

	if (fault == STORE_FAULT_DAMAGED)
		find_damage(doctor, problem, 0);
	else
		doctor_find(doctor, HEALTH_BAD, SAY(advice[fault].id, advice[fault].english),
			SAY("database-fault", "{why}"), ARG_CAUSE("why", &problem->message));
}

static void
check_database(struct doctor *doctor)
{
	const struct argument file = ARG_PRIVATE("file", doctor->database);
	bool server = strstr(doctor->database, "://") != NULL;
	struct store_findings findings = {0};
	struct problem problem = {0};
	struct message works;

	if (!server && access(doctor->database, F_OK) != 0) {
		doctor_find(doctor, HEALTH_LOOK, SAY("serve-makes-it", "`seedpress-kiosk serve` makes it"),
			SAY("database-none", "there is none yet: {file}"), file);
		return;
	}
	if (!server && db_sqlite_is_shell(doctor->database)) {
		doctor_find(doctor, HEALTH_BAD,
			SAY("find-log",
				"find its -wal and put it next to it, or `seedpress-kiosk restore` the last backup"),
			SAY("database-without-log", "{file} is empty, and its log is missing"), file);
		return;
	}
	/* Checks every row and scores every game again. */
	struct store *store = store_create(doctor->database, &problem);
	if (store == NULL || store_verify(store, &findings, &problem) != STORE_OK)
		find_fault(doctor, &problem);
	else if (findings.damaged > 0)
		find_damage(doctor, g_ptr_array_index(findings.damage, 0), findings.damaged - 1);
	else if (store_probe(store, &works, &problem) != STORE_OK)
		find_fault(doctor, &problem);
	else
		doctor_praise(doctor,
			SAY("database-sound",
				"{works}; every row is as it was stored, every score as its game is worth"),
			ARG_CAUSE("works", &works));
	store_findings_clear(&findings);
	store_destroy(store);
}

/* "3 minutes", "5 hours". */
static struct argument
say_age(int64_t seconds)
{
	if (seconds >= 2 * 86400)
		return SAY_COUNT("days", "1 day", "{count} days", seconds / 86400);
	if (seconds >= 2 * 3600)
		return SAY_COUNT("hours", "1 hour", "{count} hours", seconds / 3600);
	if (seconds >= 2 * 60)
		return SAY_COUNT("minutes", "1 minute", "{count} minutes", seconds / 60);
	return SAY_COUNT("seconds", "1 second", "{count} seconds", seconds);
}

static void
check_backups(struct doctor *doctor)
{
	const struct argument keep = SAY(
		"backups-keep", "keep those that can be restored, and make another one with `seedpress-kiosk backup`");
	struct problem flaw;

	for (const char *const *folder = doctor->backups; *folder != NULL; folder++) {
		const struct argument where = ARG_PRIVATE("folder", *folder);
		int64_t newest = backups_newest(*folder, doctor->database);
		int64_t seconds = MAX(g_get_real_time() / G_USEC_PER_SEC - newest / 1000, 0);
		g_autofree char *sound = newest == 0 ? NULL : backups_sound(*folder, doctor->database, &flaw);

		if (newest == 0)
			doctor_find(doctor, HEALTH_LOOK,
				SAY("serve-makes-backups",
					"`seedpress-kiosk serve` makes them; see that the folder is there"),
				SAY("backups-none", "there is none in {folder}"), where);
		else if (flaw.status == STATUS_OK)
			doctor_find(doctor, seconds > BACKUP_OLD ? HEALTH_LOOK : HEALTH_OK,
				seconds > BACKUP_OLD
					? SAY("backups-make",
						  "start the kiosk, or make one with `seedpress-kiosk backup`")
					: no_advice,
				SAY("backups-age", "the last one is {age} old: {folder}"),
				ARG_PHRASE("age", say_age(seconds)), where);
		else if (sound == NULL)
			doctor_find(doctor, HEALTH_BAD, keep,
				SAY("backups-none-sound", "none in {folder} can be restored: {flaw}"), where,
				ARG_CAUSE("flaw", &flaw.message));
		else
			doctor_find(doctor, HEALTH_LOOK, keep,
				SAY("backups-some-sound",
					"{folder}: the newest that can be restored is {backup}: {flaw}"),
				where, ARG_PRIVATE("backup", sound), ARG_CAUSE("flaw", &flaw.message));
	}
}

static void
check_certificate(struct doctor *doctor)
{
	const struct argument renew = SAY("certificate-renew", "start the kiosk again with --tls: it makes a new one");
	g_autofree char *file = database_path_beside(doctor->database, SERVE_CERTIFICATE);
	struct tls_certificate_state state;
	struct tm parts;
	char text[16];

	bool there = tls_certificate_look(file, NULL, &state);
	time_t ends = (time_t)state.ends, now = time(NULL);
	gmtime_r(&ends, &parts);
	strftime(text, sizeof text, "%Y-%m-%d", &parts);
	const struct argument date = ARG_TEXT("date", text);
	if (!there)
		doctor_find(doctor, HEALTH_LOOK,
			SAY("certificate-make", "phones' live cameras need TLS: `serve --tls` makes one"),
			SAY("certificate-none", "the kiosk has made none yet"));
	else if (ends < now)
		doctor_find(doctor, HEALTH_BAD, renew, SAY("certificate-ended", "it ended on {date}"), date);
	else if (ends < now + SOON)
		doctor_find(doctor, HEALTH_LOOK, renew, SAY("certificate-ends", "it ends on {date}"), date);
	else if (state.lacks != NULL)
		doctor_find(doctor, HEALTH_LOOK, renew, SAY("certificate-lacks", "it is not for {name}"),
			ARG_PRIVATE("name", state.lacks));
	else
		doctor_praise(doctor,
			SAY("certificate-good", "for all names and addresses of this machine, until {date}"), date);
	g_free(state.lacks);
}

/* A socket that is bound or connected (`act`) to the address, or -1 with errno. */
static int
at_address(const struct doctor *doctor, int (*act)(int, const struct sockaddr *, socklen_t))
{
	const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
	const struct timeval timeout = {.tv_sec = 3};
	struct addrinfo *found;
	char text[8];

	g_snprintf(text, sizeof text, "%u", doctor->port);
	if (getaddrinfo(doctor->listen, text, &hints, &found) != 0) {
		errno = EADDRNOTAVAIL;
		return -1;
	}
	int file = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (file >= 0) {
		setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
		setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
		setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
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

/* Whether a kiosk listens there. Anything that answers with a TLS alert is taken for one. */
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

static void
check_port(struct doctor *doctor)
{
	const struct argument port = ARG_NUMBER("port", doctor->port);
	int file = at_address(doctor, bind);

	if (file >= 0) {
		doctor_praise(doctor, SAY("port-free", "{port} is free"), port);
	} else if (errno != EADDRINUSE) {
		doctor_find(doctor, HEALTH_BAD, SAY("port-others", "choose others with --listen and --port"),
			SAY("port-unusable", "{address}, port {port}: {detail}"),
			ARG_PRIVATE("address", doctor->listen), port, ARG_PRIVATE("detail", g_strerror(errno)));
	} else {
		file = at_address(doctor, connect);
		if (file >= 0 && is_kiosk(file))
			doctor_praise(doctor, SAY("port-kiosk", "a kiosk answers at {port}"), port);
		else
			doctor_find(doctor, HEALTH_BAD, SAY("port-another", "choose another one with --port"),
				SAY("port-in-use", "{port} is in use by another program"), port);
	}
	if (file >= 0)
		close(file);
}

const struct doctor_check doctor_kiosk_checks[] = {{"disk", check_disk}, {"database", check_database},
	{"backups", check_backups}, {"port", check_port}, {"certificate", check_certificate}, {0}};
