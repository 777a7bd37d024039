/* SPDX-License-Identifier: MIT
 * What seating a round and the view of who is here have in common. */
#pragma once

#include <jansson.h>

#include "kiosk/event/seating.h"
#include "kiosk/event/snapshot.h"

/* Everybody who is here (struct seating_person): ranked by the standings, the leaders first. People in the same place
 * are in an order that depends only on the event, the round and the person, so that asking again gives the same order.
 */
GArray *seats_present(const struct event_snapshot *snapshot, unsigned round);

/* The seats of all other rounds (struct seat). */
GArray *seats_of_others(const struct event_snapshot *snapshot, unsigned round);

/* A cost and byes (struct seating_bye) as in API.md. */
json_t *seats_cost_json(const struct seating_cost *cost);
json_t *seats_byes_json(const GArray *byes);
