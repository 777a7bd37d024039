/* SPDX-License-Identifier: MIT
 * Print requests: a bounded queue, one print per visitor at a time, on threads that
 * do nothing else. The visitor who has been asking for longest goes first, so one
 * request from each of many addresses does not delay those who keep asking. Prints are
 * kept for a while, up to a bound, and answered from there if they are asked for again.
 * No call waits: it tells the state of the print, and the visitor asks again. Any
 * thread may ask. */
#ifndef SEEDPRESS_KIOSK_PRINTING_PRINT_QUEUE_H
#define SEEDPRESS_KIOSK_PRINTING_PRINT_QUEUE_H

#include "kiosk/http/memory.h"
#include "kiosk/printing/print_process.h"

/* Prints that wait, a kilobyte each, and those of one IPv6 network (/64). Where there are more, the one that was asked
 * for least and longest ago is forgotten. A thousand fit that were asked for once in the second until a page asks
 * again. */
#define PRINT_QUEUE_MOST    2048
#define PRINT_QUEUE_NETWORK 1024

struct print_queue;

struct print_queue_options {
	const char *program;   /* as struct print_process has it */
	struct memory *memory; /* that answers are promised from; or NULL */
	unsigned printers;     /* prints at once; 0: as the machine has cores, two at least */
	double seconds;        /* for one; 0: the usual */
};

/* NULL after setting *problem (to be freed). */
struct print_queue *print_queue_create(const struct print_queue_options *options, char **problem);

/* Ends what is being printed: anyone who asks is told so. */
void print_queue_stop(struct print_queue *queue);
void print_queue_destroy(struct print_queue *queue); /* NULL is fine */

enum print_state {
	PRINT_DONE,  /* as struct print_made has it, whatever came of it */
	PRINT_WAITS, /* at a place of the queue: 0 is being printed */
	PRINT_BUSY,  /* this visitor has another print under way */
	PRINT_FULL,  /* the kiosk ends, or all who wait have asked for longer */
};

/* The state of a print for a visitor (an address). A new one is put into the queue: *fresh. *made is the
 * caller's until print_queue_release(); *place is set while it waits. */
enum print_state print_queue_ask(struct print_queue *queue, const struct print_order *order, const char *visitor,
	const struct print_made **made, unsigned *place, bool *fresh);
void print_queue_release(struct print_queue *queue, const struct print_made *made);

#endif
