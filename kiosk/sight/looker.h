/* SPDX-License-Identifier: MIT
 * The eye inside of the workers that decode files of strangers: a kind of job for worker_start() and
 * job_main(). */
#ifndef SEEDPRESS_KIOSK_SIGHT_LOOKER_H
#define SEEDPRESS_KIOSK_SIGHT_LOOKER_H

#include "kiosk/picture/worker.h"

/* What can be wished for of a page, besides its pixels. */
enum looker_wish {
	LOOKER_SIGHT = 1, /* what it shows, */
	LOOKER_CROPS,     /* and unsure marks cut out of it */
};

extern const struct worker_looker eye_looker;
extern const struct job_kind eye_job;

#endif
