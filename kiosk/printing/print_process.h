/* SPDX-License-Identifier: MIT
 * One print: a child process that is fed its order, listened to with bounds, and
 * ended when it takes too long. */
#ifndef SEEDPRESS_KIOSK_PRINTING_PRINT_PROCESS_H
#define SEEDPRESS_KIOSK_PRINTING_PRINT_PROCESS_H

#include <jansson.h>
#include <stdbool.h>

#include "kiosk/printing/print_order.h"

#define PRINT_ANSWER ((size_t)32 << 20) /* bytes that a child may answer */

enum print_outcome {
	PRINT_MADE,
	PRINT_REFUSED, /* `sentence` says why */
	PRINT_STOPPED, /* it took more than it may */
	PRINT_TROUBLE, /* it could not be started, or not written */
};

/* What came of it. */
struct print_made {
	enum print_outcome outcome;
	char *sentence;   /* unless it was made */
	json_t *head;     /* what the child said first, or NULL */
	GPtrArray *parts; /* GBytes: what followed; of a PDF the file, mapped */
	size_t bytes;     /* of all that */
};

/* How children are run. */
struct print_process {
	const char *program; /* run with PRINT_CHILD; NULL: this very program */
	const char *folder;  /* for files that are being made */
	double seconds;      /* of waiting for it */
	int *stop;           /* atomic: not 0 ends it; or NULL */
};

/* Runs it in the calling thread, which must outlive it. `number` is one that no other print under way
 * has. To be freed. */
struct print_made *print_process_run(
	const struct print_process *process, const struct print_order *order, unsigned number);
void print_made_free(struct print_made *made); /* NULL is fine */

#endif
