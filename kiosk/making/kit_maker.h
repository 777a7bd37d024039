/* SPDX-License-Identifier: MIT
 * Makes kits and imports them as the event, one at a time, on a thread of its own. Nothing changes until a kit is
 * complete and imported; then it replaces the previous one. No call blocks. Any thread may call. */
#pragma once

#include "gen/jobs/job.h"
#include "gen/kit/kit.h"
#include "kiosk/http/memory.h"
#include "kiosk/http/server.h"
#include "kiosk/store/store.h"

struct kit_maker;

struct kit_maker_options {
	const char *folder;    /* for kits; created with the first one */
	const char *program;   /* as in struct job_order */
	struct store *store;   /* that they are imported into */
	struct memory *memory; /* for manifests */
	const char *who;       /* imports them, in the log of changes */
	double seconds;        /* timeout for a kit; 0: that of kit_job */
	goffset bytes;         /* largest size of a kit; 0: KIT_BYTES_MOST */
};

/* Removes what an earlier kiosk left unfinished. */
struct kit_maker *kit_maker_create(const struct kit_maker_options *options);

/* Cancels the kit that is being made, and refuses further ones. */
void kit_maker_stop(struct kit_maker *maker);
void kit_maker_destroy(struct kit_maker *maker); /* NULL is fine */

/* Begins to make a kit with its seed and its key, which is also given as text (NULL: none). If the kit is the event
 * already it is made again without being imported. False if a kit is being made, or the kiosk is shutting down. */
bool kit_maker_begin(struct kit_maker *maker, const struct kit *kit, const char *key, bool is_event);

/* Cancels the kit that is being made; false if there is none, or if it is too late. */
bool kit_maker_cancel(struct kit_maker *maker);

struct kit_state {
	bool is_making;
	struct job_progress progress; /* of the kit that is being made */
	struct problem problem;       /* why the last one failed; STATUS_OK: it was made or cancelled */
};

struct kit_state kit_maker_state(struct kit_maker *maker);

/* A complete kit: a folder that only its owner can read, with the files in its manifest. Counted references; any thread
 * may hold one. */
struct made_kit {
	int held;     /* atomic: references */
	int unwanted; /* atomic: the folder is removed with the last reference */
	char *folder;
	char *name; /* of the event */
	char *commitment;
	char *definition; /* the text of its kit file */
	GPtrArray *files; /* struct made_file, in the order of printing; the manifest is last */
	goffset bytes;    /* of all of them */
};

struct made_file {
	char *name;
	unsigned pages; /* 0: no PDF */
	goffset bytes;
};

/* The newest kit, to be released; NULL if there is none. */
struct made_kit *kit_maker_kit(struct kit_maker *maker);
void made_kit_release(struct made_kit *kit); /* NULL is fine */

/* The file of that name, or NULL. */
const struct made_file *made_kit_file(const struct made_kit *kit, const char *name);

/* The name of the kit file in the ZIP, which the manifest does not list. */
#define KIT_FILE "event.kit"

/* A kit as one ZIP, made while it is sent: only one block of a file is in memory, and nothing is written to disk. For
 * reply_stream(), with the result of kit_zip_open(), which takes the kit over. NULL if there is not enough memory. */
extern const struct reply_source kit_zip_source;
void *kit_zip_open(struct made_kit *kit);
