/* SPDX-License-Identifier: MIT
 * Copies of whole SQLite files. */
#include <stdio.h>

#include "kiosk/store/sqlite_parts.h"

#define HEAD        32 /* bytes of a file that are looked at: */
#define HEAD_WRITES 18 /* how it is written, 2: with a log, */
#define HEAD_PAGES  28 /* and how many pages it has */

/* All pages of one into another, even while others write. */
static bool
copy(struct sqlite *from, struct sqlite *to, struct problem *problem)
{
	sqlite3_backup *backup = sqlite3_backup_init(to->link, "main", from->link, "main");
	int code = backup == NULL ? sqlite3_errcode(to->link) : sqlite3_backup_step(backup, -1);

	if (backup != NULL && code == SQLITE_DONE)
		code = SQLITE_OK;
	if (code != SQLITE_OK) {
		bool reading = (code & 0xff) == SQLITE_NOTADB || (code & 0xff) == SQLITE_CORRUPT;

		sqlite_trouble(reading ? from : to, code, problem);
	}
	if (backup != NULL)
		sqlite3_backup_finish(backup);
	return code == SQLITE_OK;
}

bool
db_sqlite_save(struct db *db, const char *file, struct problem *problem)
{
	struct sqlite *to = sqlite_link_up(file, SQLITE_OPEN_READWRITE, problem);
	bool fine;

	if (to == NULL)
		return false;
	/* A single file without a log beside it, on disk before it is named. */
	fine = copy((struct sqlite *)db, to, problem) &&
		db_script(&to->db, "pragma journal_mode = delete", problem) == DB_OK;
	db_close(&to->db);
	return fine;
}

struct db *
db_sqlite_blank(struct problem *problem)
{
	struct sqlite *sqlite = sqlite_link_up(NULL, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, problem);

	return sqlite == NULL ? NULL : &sqlite->db;
}

bool
db_sqlite_is_shell(const char *file)
{
	char *name = g_strconcat(file, "-wal", NULL);
	unsigned char head[HEAD] = {0};
	FILE *in = fopen(file, "rb");
	struct stat info;
	bool logged = stat(name, &info) == 0 && info.st_size > 0;
	bool whole = in != NULL && fread(head, 1, HEAD, in) == HEAD;

	if (in != NULL)
		fclose(in);
	g_free(name);
	/* A page and no more, which says that there is a log. */
	return whole && !logged && head[HEAD_WRITES] == 2 && head[HEAD_PAGES] == 0 && head[HEAD_PAGES + 1] == 0 &&
		head[HEAD_PAGES + 2] == 0 && head[HEAD_PAGES + 3] <= 1;
}

struct db *
db_sqlite_load(const char *file, struct problem *problem)
{
	struct sqlite *from = NULL, *to = NULL;
	bool fine, set = false;
	struct stat info;

	/* Before anything of it is opened: a pipe would be waited for. */
	if (stat(file, &info) == 0 && !S_ISREG(info.st_mode)) {
		db_explain(problem, SAY("backup-not-a-file", "{file} is not a file"), ARG_PRIVATE("file", file));
		return NULL;
	}
	if (db_sqlite_is_shell(file)) {
		db_explain(problem,
			SAY("backup-without-log",
				"{file} is empty: it is a copy of a database in use without its log, "
				"{file}-wal; `seedpress-kiosk backup` makes copies"),
			ARG_PRIVATE("file", file));
		return NULL;
	}
	from = sqlite_link_up(file, SQLITE_OPEN_READONLY, problem);
	if (from == NULL)
		return NULL;
	fine = db_is_set_up(&from->db, &set, problem) == DB_OK;
	if (fine && !set) {
		db_explain(problem, SAY("backup-empty", "{file} is empty"), ARG_PRIVATE("file", file));
		fine = false;
	}
	if (fine)
		to = sqlite_link_up(NULL, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, problem);
	if (to != NULL && !copy(from, to, problem)) {
		db_close(&to->db);
		to = NULL;
	}
	db_close(&from->db);
	return to == NULL ? NULL : &to->db;
}
