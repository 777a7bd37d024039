/* SPDX-License-Identifier: MIT
 * What a worker does, and the packets between it and the program. Each is one
 * packet of a socket, so that none is ever half there. Private to
 * fork_server.c, worker.c and tests. */
#ifndef SEEDPRESS_KIOSK_PICTURE_WORKER_PROCESS_H
#define SEEDPRESS_KIOSK_PICTURE_WORKER_PROCESS_H

#include "kiosk/picture/sandbox.h"
#include "kiosk/picture/worker.h"

/* What a packet from a worker is. */
enum worker_kind {
	WORKER_PAGE = 1, /* a page of this size, and then */
	WORKER_PIXELS,   /* its pixels, row after row, */
	WORKER_SAID,     /* or what the looker says of it; */
	WORKER_TIME,     /* it has used up its time; */
	WORKER_END,      /* how it ended: the last one */
};

/* The start of every packet from a worker. */
struct worker_message {
	uint32_t kind;
	uint32_t status;        /* enum decode_status, of the end */
	uint32_t width, height; /* of a page; at the end for DECODE_HUGE what was too large */
	uint32_t page;          /* its number; at the end that of the page that the status is of, 0: of all */
};

/* With its message. Small enough for the usual buffer of a socket. */
#define WORKER_PACKET_MAX (sizeof(struct worker_message) + WORKER_SAID_MAX)

/* What a worker is for. */
struct worker_task {
	const struct sandbox *sandbox;
	const struct worker_looker *looker;
	struct worker_order order;
	pid_t fork_server;
	int input, line;
};

/* In the new process: reads the file and never returns. */
_Noreturn void worker_process(const struct worker_task *task);

#endif
