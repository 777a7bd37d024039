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

/* Bytes free on the disk below which somebody should know, and below which an evening may not fit. */
#define SPACE_LOOK ((uint64_t)1 << 30)
#define SPACE_BAD  ((uint64_t)100 << 20)

/* Seconds after which the last backup is an old one: a day, as a kiosk that runs makes one every few minutes. */
#define BACKUP_OLD (24 * 3600)

/* Seconds before the end of a certificate from which on it should be renewed. */
#define SOON (14 * 86400)

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

	if (doctor->no_folder != NULL) {
		doctor_find(doctor, "disk", HEALTH_BAD, SAY("disk-no-folder", "{why}"),
			ARG_CAUSE("why", &doctor->no_folder->message));
		doctor_advise(
			doctor, SAY("folder-create", "create the folder, or name a database elsewhere with --db"));
	} else if (statvfs(folder, &disk) != 0) {
		doctor_find(doctor, "disk", HEALTH_BAD, SAY("disk-unknown", "{folder}: {detail}"),
			ARG_PRIVATE("folder", folder), ARG_PRIVATE("detail", g_strerror(errno)));
		doctor_advise(doctor, SAY("folder-other", "create the folder, or name another one with --db"));
	} else if (!can_write(folder)) {
		doctor_find(doctor, "disk", HEALTH_BAD,
			SAY("disk-unwritable", "nothing can be written in {folder}: {detail}"),
			ARG_PRIVATE("folder", folder), ARG_PRIVATE("detail", g_strerror(errno)));
		if (disk.f_flag & ST_RDONLY)
			doctor_advise(
				doctor, SAY("disk-read-only", "it is read-only: look at the disk and at /etc/fstab"));
		else
			doctor_advise(
				doctor, SAY("disk-owner", "see who owns the folder, and whether the disk is full"));
	} else {
		uint64_t space = (uint64_t)disk.f_bavail * disk.f_frsize;
		char free[24];

		g_snprintf(free, sizeof free, "%.1f", (double)space / (1 << 30));
		doctor_find(doctor, "disk",
			space < SPACE_BAD            ? HEALTH_BAD
				: space < SPACE_LOOK ? HEALTH_LOOK
						     : HEALTH_OK,
			SAY("disk-free", "{free} GB free in {folder}"), ARG_TEXT("free", free),
			ARG_PRIVATE("folder", folder));
		if (space < SPACE_LOOK)
			doctor_advise(doctor, SAY("make-room", "make room"));
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

/* Damage, with the backup that replaces it; `more` is how many other things are damaged. */
static void
find_damage(struct doctor *doctor, const struct problem *problem, unsigned more)
{
	const struct argument damage = ARG_CAUSE("damage", &problem->message);
	char *sound = find_sound(doctor);

	if (sound == NULL && more == 0)
		doctor_find(doctor, "database", HEALTH_BAD,
			SAY("damaged-without-backup",
				"{damage}; there is no backup that can be restored where they are made"),
			damage);
	else if (sound == NULL)
		doctor_find(doctor, "database", HEALTH_BAD,
			SAY("much-damaged-without-backup",
				"{damage} (and {more} more); there is no backup that can be restored where they are made"),
			damage, ARG_NUMBER("more", more));
	else if (more == 0)
		doctor_find(doctor, "database", HEALTH_BAD,
			SAY("damaged-with-backup", "{damage}; the newest backup that can be restored is {backup}"),
			damage, ARG_PRIVATE("backup", sound));
	else
		doctor_find(doctor, "database", HEALTH_BAD,
			SAY("much-damaged-with-backup",
				"{damage} (and {more} more); the newest backup that can be restored is {backup}"),
			damage, ARG_NUMBER("more", more), ARG_PRIVATE("backup", sound));
	if (sound == NULL)
		doctor_advise(doctor,
			SAY("restore-elsewhere",
				"stop the kiosk, keep a copy of the file, then `seedpress-kiosk restore --force` a "
				"backup from elsewhere"));
	else
		doctor_advise(doctor,
			SAY("restore-that",
				"stop the kiosk, keep a copy of the file, then `seedpress-kiosk restore --force` that "
				"backup"));
	g_free(sound);
}

/* A database that cannot be opened or used, and what to do about it. */
static void
find_fault(struct doctor *doctor, const struct problem *problem)
{
	static const struct {
		const char *id, *advice;
	} advice[] = {
		[STORE_FAULT_NONE] = {NULL, NULL},
		[STORE_FAULT_OTHER] = {"fault-other",
			"see that it can be reached and written, then start the doctor again"},
		[STORE_FAULT_DAMAGED] = {NULL, NULL},
		[STORE_FAULT_NEWER] = {"fault-newer",
			"nothing is wrong with it: start the newer program, or name another file with --db"},
		[STORE_FAULT_CLOSED] = {"fault-closed",
			"nothing is wrong with it: see who owns the file and its folder, and who may write"},
		[STORE_FAULT_AWAY] = {"fault-away",
			"see that its server runs and that its address, name and password are right"},
		[STORE_FAULT_LOCKED] = {"fault-locked",
			"end the other program that has it open, then start the doctor again"},
		[STORE_FAULT_FULL] = {"fault-full", "make room on the disk"},
	};
	enum store_fault fault = store_fault(problem);

	if (fault == STORE_FAULT_DAMAGED) {
		find_damage(doctor, problem, 0);
		return;
	}
	doctor_find(
		doctor, "database", HEALTH_BAD, SAY("database-fault", "{why}"), ARG_CAUSE("why", &problem->message));
	doctor_advise(doctor, SAY(advice[fault].id, advice[fault].advice));
}

void
doctor_check_database(struct doctor *doctor)
{
	const struct argument file = ARG_PRIVATE("file", doctor->database);
	struct store_findings findings = {0};
	struct problem problem = {0};
	struct message works;
	struct store *store;

	if (!is_server(doctor) && access(doctor->database, F_OK) != 0) {
		doctor_find(doctor, "database", HEALTH_LOOK, SAY("database-none", "there is none yet: {file}"), file);
		doctor_advise(doctor, SAY("serve-makes-it", "`seedpress-kiosk serve` makes it"));
		return;
	}
	if (!is_server(doctor) && store_is_shell(doctor->database)) {
		doctor_find(doctor, "database", HEALTH_BAD,
			SAY("database-without-log", "{file} is empty, and its log is missing"), file);
		doctor_advise(doctor,
			SAY("find-log",
				"find its -wal and put it next to it, or `seedpress-kiosk restore` the last backup"));
		return;
	}
	/* Checks every row and scores every game again. */
	store = store_create(doctor->database, &problem);
	if (store == NULL || store_verify(store, &findings, &problem) != STORE_OK)
		find_fault(doctor, &problem);
	else if (findings.damaged > 0)
		find_damage(doctor, g_ptr_array_index(findings.damage, 0), findings.damaged - 1);
	else if (store_probe(store, &works, &problem) == STORE_OK)
		doctor_find(doctor, "database", HEALTH_OK,
			SAY("database-sound",
				"{works}; every row is as it was stored, every score as its game is worth"),
			ARG_CAUSE("works", &works));
	else
		find_fault(doctor, &problem);
	store_findings_clear(&findings);
	store_destroy(store);
}

/* "3 minutes", "5 hours". */
static void
say_age(int64_t seconds, struct message *age)
{
	if (seconds >= 2 * 86400)
		message_set(age, SAY_COUNT("days", "1 day", "{count} days", seconds / 86400));
	else if (seconds >= 2 * 3600)
		message_set(age, SAY_COUNT("hours", "1 hour", "{count} hours", seconds / 3600));
	else if (seconds >= 2 * 60)
		message_set(age, SAY_COUNT("minutes", "1 minute", "{count} minutes", seconds / 60));
	else
		message_set(age, SAY_COUNT("seconds", "1 second", "{count} seconds", seconds));
}

static void
check_backups_in(struct doctor *doctor, const char *folder)
{
	int64_t newest = backups_newest(folder, doctor->database);
	int64_t seconds = MAX(g_get_real_time() / G_USEC_PER_SEC - newest / 1000, 0);
	const struct argument where = ARG_PRIVATE("folder", folder);
	struct problem flaw;
	struct message age;
	char *sound;

	if (newest == 0) {
		doctor_find(doctor, "backups", HEALTH_LOOK, SAY("backups-none", "there is none in {folder}"), where);
		doctor_advise(doctor,
			SAY("serve-makes-backups", "`seedpress-kiosk serve` makes them; see that the folder is there"));
		return;
	}
	sound = backups_sound(folder, doctor->database, &flaw);
	if (flaw.status != STATUS_OK) {
		if (sound == NULL)
			doctor_find(doctor, "backups", HEALTH_BAD,
				SAY("backups-none-sound", "none in {folder} can be restored: {flaw}"), where,
				ARG_CAUSE("flaw", &flaw.message));
		else
			doctor_find(doctor, "backups", HEALTH_LOOK,
				SAY("backups-some-sound",
					"{folder}: the newest that can be restored is {backup}: {flaw}"),
				where, ARG_PRIVATE("backup", sound), ARG_CAUSE("flaw", &flaw.message));
		doctor_advise(doctor,
			SAY("backups-keep",
				"keep those that can be restored, and make another one with `seedpress-kiosk backup`"));
	} else {
		say_age(seconds, &age);
		doctor_find(doctor, "backups", seconds > BACKUP_OLD ? HEALTH_LOOK : HEALTH_OK,
			SAY("backups-age", "the last one is {age} old: {folder}"), ARG_CAUSE("age", &age), where);
		if (seconds > BACKUP_OLD)
			doctor_advise(doctor,
				SAY("backups-make", "start the kiosk, or make one with `seedpress-kiosk backup`"));
	}
	g_free(sound);
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
	if (!state.there) {
		doctor_find(doctor, "certificate", HEALTH_LOOK, SAY("certificate-none", "the kiosk has made none yet"));
		doctor_advise(
			doctor, SAY("certificate-make", "phones' live cameras need TLS: `serve --tls` makes one"));
	} else if (state.ends >= time(NULL) + SOON && state.lacks == NULL) {
		doctor_find(doctor, "certificate", HEALTH_OK,
			SAY("certificate-good", "for all names and addresses of this machine, until {date}"),
			ARG_TEXT("date", date));
	} else {
		if (state.ends < time(NULL))
			doctor_find(doctor, "certificate", HEALTH_BAD, SAY("certificate-ended", "it ended on {date}"),
				ARG_TEXT("date", date));
		else if (state.ends < time(NULL) + SOON)
			doctor_find(doctor, "certificate", HEALTH_LOOK, SAY("certificate-ends", "it ends on {date}"),
				ARG_TEXT("date", date));
		else
			doctor_find(doctor, "certificate", HEALTH_LOOK,
				SAY("certificate-lacks", "it is not for {name}"), ARG_PRIVATE("name", state.lacks));
		doctor_advise(doctor, SAY("certificate-renew", "start the kiosk again with --tls: it makes a new one"));
	}
	g_free(state.lacks);
}

/* A socket that does what is asked for at the address, or -1 with errno. */
static int
at_address(const struct doctor *doctor, int (*act)(int, const struct sockaddr *, socklen_t))
{
	const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
	const struct timeval timeout = {.tv_sec = 3};
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
	const struct argument port = ARG_NUMBER("port", doctor->port);
	int file = at_address(doctor, bind);

	if (file >= 0) {
		doctor_find(doctor, "port", HEALTH_OK, SAY("port-free", "{port} is free"), port);
	} else if (errno != EADDRINUSE) {
		doctor_find(doctor, "port", HEALTH_BAD, SAY("port-unusable", "{address}, port {port}: {detail}"),
			ARG_PRIVATE("address", doctor->listen), port, ARG_PRIVATE("detail", g_strerror(errno)));
		doctor_advise(doctor, SAY("port-others", "choose others with --listen and --port"));
	} else {
		file = at_address(doctor, connect);
		if (file >= 0 && is_kiosk(file)) {
			doctor_find(doctor, "port", HEALTH_OK, SAY("port-kiosk", "a kiosk answers at {port}"), port);
		} else {
			doctor_find(doctor, "port", HEALTH_BAD,
				SAY("port-in-use", "{port} is in use by another program"), port);
			doctor_advise(doctor, SAY("port-another", "choose another one with --port"));
		}
	}
	if (file >= 0)
		close(file);
}
