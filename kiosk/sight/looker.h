/* SPDX-License-Identifier: MIT
 * The eye inside of the workers that decode files of strangers: worker_start() is
 * given this. */
#ifndef SEEDPRESS_KIOSK_SIGHT_LOOKER_H
#define SEEDPRESS_KIOSK_SIGHT_LOOKER_H

#include "kiosk/picture/worker.h"

/* What can be wished for of a page, besides its pixels. */
enum looker_wish {
	LOOKER_SIGHT = 1, /* what it shows, */
	LOOKER_CROPS,     /* and unsure marks cut out of it */
};

extern const struct worker_looker eye_looker;

#endif
