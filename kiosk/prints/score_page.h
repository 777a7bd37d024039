/* SPDX-License-Identifier: MIT
 * The score of a game on one page: who won, all lines with their reasons, and what was played. */
#pragma once

#include "kiosk/event/event.h"
#include "kiosk/prints/memory_document.h"

/* A PDF of one page from an entry that is not a withdrawal. It has the code if that may be `told`. NULL with a problem.
 */
GBytes *score_page_pdf(struct memory_document *documents, const struct entry *entry, const struct event_state *state,
	bool told, struct problem *problem);
