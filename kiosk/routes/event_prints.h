/* SPDX-License-Identifier: MIT
 * PDFs of the event. */
#ifndef SEEDPRESS_KIOSK_ROUTES_EVENT_PRINTS_H
#define SEEDPRESS_KIOSK_ROUTES_EVENT_PRINTS_H

#include "kiosk/event/snapshot.h"
#include "kiosk/prints/memory_document.h"
#include "kiosk/routes/kiosk.h"

/* Draws a PDF and answers with it; the paper is the kit's, landscape or upright. */
void event_prints_answer(struct kiosk *kiosk, const struct event_snapshot *snapshot, struct memory_pages *pages,
	bool landscape, struct reply *reply);

#endif
