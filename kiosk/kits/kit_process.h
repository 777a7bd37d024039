/* SPDX-License-Identifier: MIT
 * One kit: a child process that is fed its order, listened to, and ended when it
 * takes too much. */
#ifndef SEEDPRESS_KIOSK_KITS_KIT_PROCESS_H
#define SEEDPRESS_KIOSK_KITS_KIT_PROCESS_H

#include <glib.h>
#include <stdbool.h>

struct kit_process {
	const char *program; /* run with KIT_CHILD; NULL: this very program */
	const char *folder;  /* that it writes to */
	double seconds;      /* of waiting for it, */
	goffset bytes;       /* and of its files */
	int *stop;           /* atomic: not 0 ends it */
	/* Told what it does. */
	void (*progress)(void *data, const char *what, unsigned done, unsigned all);
	void *progress_data;
};

/* Runs it in the calling thread, which must outlive it; none of its processes is left at the end. NULL
 * when the kit is made, else a sentence to be freed. */
char *kit_process_run(const struct kit_process *process, const char *order);

#endif
