/* SPDX-License-Identifier: MIT
 * The program's end of a worker (sight_message.h): reads packets, answers questions about codes and puts together the
 * sight of each image. Any bytes are fine: nothing is believed that is not within its bounds, and no more is kept than
 * an image may have.
 *
 *	const struct worker_order order = {.wish = SIGHT_WISH};
 *	struct worker *worker = worker_open("a.jpg", "a.jpg", &order);
 *
 *	while (sight_read(worker, &list, &sight))
 *		... */
#ifndef SEEDPRESS_KIOSK_SIGHT_SIGHT_READER_H
#define SEEDPRESS_KIOSK_SIGHT_SIGHT_READER_H

#include "kiosk/picture/worker.h"
#include "kiosk/sight/code_list.h"
#include "kiosk/sight/sight_message.h"

/* Waits for the sight of the next image, to be ended with sight_finish(). False, with a zeroed sight, after the last
 * one or when something is wrong: worker_problem() says what. Codes that are met are added to the list. */
bool sight_read(struct worker *worker, struct code_list *list, struct sight *sight);

/* The rest is for sight_read() and tests: one image, packet by packet. */
struct sight_reader {
	struct code_list *list;
	struct sight *sight;
	GArray *told; /* struct told_code: the codes that were answered, by their numbers for this image */
	unsigned asked, expected, layouts, covered, prints; /* questions */
	uint32_t layout_of;                                 /* the number in the list that was asked about last */
	bool has_codes, has_tags, has_quality;
};

enum sight_step {
	SIGHT_WRONG,         /* no worker says that: believe nothing more, and not what was said before */
	SIGHT_MORE,          /* there is more to come */
	SIGHT_ANSWER,        /* the same, when it was answered */
	SIGHT_ANSWER_LAYOUT, /* the same, when it was answered with the layout of `layout_of` */
	SIGHT_DONE,          /* the sight is complete */
};

/* `sight` is initialised here, and the caller's to finish in any case. */
void sight_reader_init(
	struct sight_reader *reader, struct code_list *list, int32_t width, int32_t height, struct sight *sight);
void sight_reader_finish(struct sight_reader *reader);

/* Takes a packet; fills in the answer to a question. */
enum sight_step sight_reader_take(
	struct sight_reader *reader, const void *packet, size_t size, struct sight_answer *answer);

#endif
