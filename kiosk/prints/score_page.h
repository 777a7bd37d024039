/* SPDX-License-Identifier: MIT
 * The score of a game on one page: who won, every line with its reason, and
 * what was played. */
#ifndef SEEDPRESS_KIOSK_PRINTS_SCORE_PAGE_H
#define SEEDPRESS_KIOSK_PRINTS_SCORE_PAGE_H

#include "kiosk/event/event.h"
#include "kiosk/prints/memory_document.h"

/* A PDF of one page from an entry that is not a withdrawal, drawn from what is stored; with its code
 * where that may be `told`. NULL with a problem. */
GBytes *score_page_pdf(struct memory_document *documents, const struct entry *entry, const struct event_state *state,
	bool told, struct problem *problem);

#endif
