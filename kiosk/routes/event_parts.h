/* SPDX-License-Identifier: MIT
 * What the files of the organiser's handlers share. */
#ifndef SEEDPRESS_KIOSK_ROUTES_EVENT_PARTS_H
#define SEEDPRESS_KIOSK_ROUTES_EVENT_PARTS_H

#include "kiosk/event/snapshot.h"
#include "kiosk/routes/handlers.h"

#define EVENT_TRIES 8 /* to decide on what does not change meanwhile */

/* Answers what the store said; frees the sentence. 200 with `json` (taken over) when it is done. */
void event_answer(enum store_status status, const struct problem *problem, json_t *json, struct reply *reply);

/* The event's snapshot; NULL after answering. */
struct event_snapshot *event_load(struct kiosk *kiosk, struct reply *reply);

/* Seats as API.md has them. */
json_t *event_seats_json(const GArray *seats);

/* A list of 20,000 people, and what looking at it takes. */
#define PEOPLE_LIST_BODY   (4 * 1024 * 1024)
#define PEOPLE_LIST_MEMORY (32 * 1024 * 1024)

/* POST /api/event/here, /api/event/delete, /api/event/people, /api/event/list, /api/event/seats and
 * /api/verify. */
void people_here_post(void *context, const struct request *request, struct reply *reply);
void people_delete_post(void *context, const struct request *request, struct reply *reply);
void people_post(void *context, const struct request *request, struct reply *reply);
void people_list_post(void *context, const struct request *request, struct reply *reply);
void seats_post(void *context, const struct request *request, struct reply *reply);
void verify_post(void *context, const struct request *request, struct reply *reply);

#endif
