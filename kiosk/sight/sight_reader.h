/* SPDX-License-Identifier: MIT
 * The program's end of a worker (sight_message.h): reads packets, answers questions about codes and builds the sight of
 * each image. Packets may hold any bytes: everything is checked against its bounds.
 *
 *	const struct worker_order order = {.wish = SIGHT_WISH};
 *	struct worker *worker = worker_open("a.jpg", "a.jpg", &order);
 *
 *	while (sight_read(worker, &list, &sight))
 *		... */
#pragma once

#include "kiosk/picture/worker.h"
#include "kiosk/sight/code_list.h"
#include "kiosk/sight/sight_message.h"

/* Waits for the sight of the next image, which the caller finishes with sight_finish(). False, with a zeroed sight,
 * after the last one or on an error (see worker_problem()). Codes in the image are added to the list. */
bool sight_read(struct worker *worker, struct code_list *list, struct sight *sight);

/* The rest is for sight_read() and tests: one image, packet by packet. */
struct sight_reader {
	struct code_list *list;
	struct sight *sight;
	GArray *told;                /* struct told_code: the codes in answers, by their numbers for this image */
	unsigned taken[SIGHT_KINDS]; /* packets that were accepted */
};

enum sight_step {
	SIGHT_WRONG,  /* no honest worker sends this: reject it and everything before it */
	SIGHT_MORE,   /* there is more to come */
	SIGHT_ANSWER, /* a question: send the answer, then there is more to come */
	SIGHT_DONE,   /* the sight is complete */
};

/* Initialises `sight`, too; the caller finishes it, whatever happens. */
void sight_reader_init(
	struct sight_reader *reader, struct code_list *list, int32_t width, int32_t height, struct sight *sight);
void sight_reader_finish(struct sight_reader *reader);

/* Reads a packet, and fills in the answer if it is a question. */
enum sight_step sight_reader_take(
	struct sight_reader *reader, const void *packet, size_t size, struct sight_answer *answer);
