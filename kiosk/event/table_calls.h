/* SPDX-License-Identifier: MIT
 * Tables that call the organiser. A call is a setting, so that it survives restarts, and every kiosk of the event shows
 * it until it is answered. A table has one at most. */
#pragma once

#include "kiosk/event/event.h"

/* The name of the setting of a table's call, to be freed; NULL if the event has no such table. The value is when it
 * called, in milliseconds since 1970, as text. */
char *table_call_setting(const struct event_state *state, unsigned round, unsigned table);

/* All calls of the event that nobody has answered yet, oldest first, as in API.md. NULL after setting *problem. */
json_t *table_calls_read(struct store *store, const struct event_state *state, struct problem *problem);
