/* SPDX-License-Identifier: MIT
 * Makes kits and imports them as the event, one at a time, on a thread that does nothing else. Until a kit is whole and
 * imported nothing has changed; then it replaces the one before. No call waits. Any thread may call. */
#ifndef SEEDPRESS_KIOSK_MAKING_KIT_MAKER_H
#define SEEDPRESS_KIOSK_MAKING_KIT_MAKER_H

#include "gen/jobs/job.h"
#include "gen/kit/kit.h"
#include "kiosk/http/memory.h"
#include "kiosk/store/store.h"

struct kit_maker;

struct kit_maker_options {
	const char *folder;    /* where kits are kept; made with the first one */
	const char *program;   /* as in struct job_order */
	struct store *store;   /* that they are imported into */
	struct memory *memory; /* that manifests are promised from; or NULL */
	const char *who;       /* imports them, among the changes */
	double seconds;        /* for one; 0: as kit_job has it */
	goffset bytes;         /* of one; 0: KIT_BYTES_MOST */
};

/* What was left by one that did not end well is removed. */
struct kit_maker *kit_maker_create(const struct kit_maker_options *options);

/* Ends what is being made: nothing of it is left. */
void kit_maker_stop(struct kit_maker *maker);
void kit_maker_destroy(struct kit_maker *maker); /* NULL is fine */

/* Begins to make a kit that has its seed and its key, which is also given as text (NULL: none). One that is the event
 * already is made again and not imported. False if a kit is being made, or the kiosk ends. */
bool kit_maker_begin(struct kit_maker *maker, const struct kit *kit, const char *key, bool is_event);

/* Cancels the one that is being made; false if there is none. */
bool kit_maker_cancel(struct kit_maker *maker);

struct kit_state {
	bool is_making;
	struct job_progress progress; /* of the one that is being made */
	struct problem problem;       /* why the last one was not made; STATUS_OK: it was, or was cancelled */
};

struct kit_state kit_maker_state(struct kit_maker *maker);

/* A kit that was made: a folder for its owner alone, with what its manifest lists. It stays as long as somebody holds
 * it. Any thread may hold one. */
struct made_kit {
	int held;     /* atomic */
	int unwanted; /* atomic: its folder goes when nobody holds it any more */
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

/* The kit that was made last, to be released; NULL if there is none. */
struct made_kit *kit_maker_kit(struct kit_maker *maker);
void made_kit_release(struct made_kit *kit); /* NULL is fine */

/* The file of that name, or NULL; and where it is, to be freed. */
const struct made_file *made_kit_file(const struct made_kit *kit, const char *name);
char *made_kit_path(const struct made_kit *kit, const struct made_file *file);

#endif
