/* SPDX-License-Identifier: MIT
 * The eye inside of the workers that decode files of strangers: what a kind of job (WORKER_KIND) calls. */
#ifndef SEEDPRESS_KIOSK_SIGHT_LOOKER_H
#define SEEDPRESS_KIOSK_SIGHT_LOOKER_H

#include "kiosk/eye/eye.h"
#include "kiosk/picture/worker.h"

/* What can be wished for of a page, besides its pixels. */
enum looker_wish {
	LOOKER_SIGHT = 1, /* what it shows, */
	LOOKER_CROPS,     /* and unsure marks cut out of it */
};

/* Makes the eye in the fork server, before there is a page; then looks at one. `games` may be NULL. */
void looker_prepare(eye_game_list *games);
void looker_look(const struct image *image, uint32_t wish, eye_game_list *games);

#endif
