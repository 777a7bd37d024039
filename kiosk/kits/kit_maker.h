/* SPDX-License-Identifier: MIT
 * Making a kit and taking it in as the event, one at a time, on a thread that
 * does nothing else. Until a kit is whole and taken in nothing has changed;
 * then it takes the place of the one before. Nobody waits here: whoever asks is
 * told how it stands. Any thread may ask. */
#ifndef SEEDPRESS_KIOSK_KITS_KIT_MAKER_H
#define SEEDPRESS_KIOSK_KITS_KIT_MAKER_H

#include "kiosk/http/memory.h"
#include "kiosk/kits/made_kit.h"
#include "kiosk/store/store.h"

struct kit_maker;

struct kit_maker_options {
	const char *folder;    /* where kits are kept; made with the first one */
	const char *program;   /* run with KIT_CHILD; NULL: this very program */
	struct store *store;   /* that takes them in */
	struct memory *memory; /* that manifests are promised from; or NULL */
	const char *who;       /* takes them in, among the changes */
	double seconds;        /* for one; 0: the usual */
	goffset bytes;         /* of one; 0: KIT_BYTES_MOST */
};

/* What was left by one that did not end well is removed. */
struct kit_maker *kit_maker_create(const struct kit_maker_options *options);

/* Ends what is being made: nothing of it is left. */
void kit_maker_stop(struct kit_maker *maker);
void kit_maker_destroy(struct kit_maker *maker); /* NULL is fine */

/* A kit to make. */
struct kit_order {
	const char *definition; /* with its seed */
	const char *key;        /* in hexadecimal, or NULL */
	bool bundled;           /* a PDF a round */
	bool again;             /* it is the event already */
};

/* Begins; false where one is being made, or the kiosk ends. */
bool kit_maker_begin(struct kit_maker *maker, const struct kit_order *order);

/* Gives up the one that is being made; false where none is. */
bool kit_maker_cancel(struct kit_maker *maker);

/* {"making": null or {"what", "done", "all"}, "error": null or why the last one was not made}. */
json_t *kit_maker_json(struct kit_maker *maker);

/* The kit that was made last, to be released; NULL where there is none. */
struct made_kit *kit_maker_kit(struct kit_maker *maker);

#endif
