/* SPDX-License-Identifier: MIT
 * Those who print: a bounded queue with a place in it, one print a visitor at a
 * time, on threads that do nothing else. What was made is kept for a while, up
 * to a bound, so that whoever asks again gets it at once. Nobody waits here:
 * whoever asks is told how it stands, and asks again. Any thread may ask. */
#ifndef SEEDPRESS_KIOSK_PRINTING_PRINT_QUEUE_H
#define SEEDPRESS_KIOSK_PRINTING_PRINT_QUEUE_H

#include "kiosk/http/memory.h"
#include "kiosk/printing/print_process.h"

#define PRINT_QUEUE_MOST 48 /* prints that wait */

struct print_queue;

struct print_queue_options {
	const char *program;   /* as struct print_process has it */
	struct memory *memory; /* that answers are promised from; or NULL */
	unsigned printers;     /* prints at once; 0: as the machine has cores */
	double seconds;        /* for one; 0: the usual */
};

/* NULL after setting *problem (to be freed). */
struct print_queue *print_queue_create(const struct print_queue_options *options, char **problem);

/* Ends what is being printed: whoever asks is told so. */
void print_queue_stop(struct print_queue *queue);
void print_queue_destroy(struct print_queue *queue); /* NULL is fine */

enum print_state {
	PRINT_DONE,  /* as struct print_made has it, whatever came of it */
	PRINT_WAITS, /* at a place of the queue: 0 is being printed */
	PRINT_BUSY,  /* this visitor has another print under way */
	PRINT_FULL,  /* the queue is */
};

/* How it stands with a print, which is put into the queue where it is new: *fresh. *made is the
 * caller's until print_queue_release(); *place is set while it waits. */
enum print_state print_queue_ask(struct print_queue *queue, const struct print_order *order,
	const char *visitor, const struct print_made **made, unsigned *place, bool *fresh);
void print_queue_release(struct print_queue *queue, const struct print_made *made);

#endif
