/* SPDX-License-Identifier: MIT
 * What files of strangers show: their workers decode and look, and all that comes
 * out is what was seen, within its bounds.
 *
 *	const struct worker_order order = {.wish = LOOKER_SIGHT};
 *	struct worker *worker = worker_open("a.jpg", "a.jpg", &order);
 *
 *	while (seeing_next(worker, &list, &sight))
 *		... */
#ifndef SEEDPRESS_KIOSK_SIGHT_SEEING_H
#define SEEDPRESS_KIOSK_SIGHT_SEEING_H

#include "kiosk/sight/code_list.h"
#include "kiosk/sight/looker.h"

/* Waits for what the next page shows, to be ended with sight_finish(). False, with a zeroed sight,
 * after the last one or when something is wrong: worker_problem() says what. Codes that are met are
 * added to the list. */
bool seeing_next(struct worker *worker, struct code_list *list, struct sight *sight);

#endif
