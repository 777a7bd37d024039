/* SPDX-License-Identifier: MIT
 * What the files of standings and their prints share. */
#ifndef SEEDPRESS_KIOSK_ROUTES_STANDINGS_PARTS_H
#define SEEDPRESS_KIOSK_ROUTES_STANDINGS_PARTS_H

#include "kiosk/event/snapshot.h"
#include "kiosk/prints/memory_document.h"
#include "kiosk/routes/handlers.h"

/* The round that is asked for, 0 for none; -1 after answering. */
int standings_round(const struct request *request, struct reply *reply);

/* The event as it was last known, for standings; to the organiser with all that is stored by now, if the
 * database answers. NULL after answering. Without an event there is none. */
struct event_snapshot *standings_snapshot(struct kiosk *kiosk, const struct request *request, struct reply *reply);

/* The same for what the organiser prints and hands out: 503 rather than without the latest results. */
struct event_snapshot *standings_newest(struct kiosk *kiosk, struct reply *reply);

/* Who sits at a table, "" for a free seat. */
json_t *standings_names(const struct event_snapshot *snapshot, unsigned round, unsigned table, unsigned players);

/* GET /api/where. */
void where_get(void *context, const struct request *request, struct reply *reply);

/* GET /api/results. */
void results_list_get(void *context, const struct request *request, struct reply *reply);

/* GET /results.csv and /results.json. */
void exports_csv(void *context, const struct request *request, struct reply *reply);
void exports_json(void *context, const struct request *request, struct reply *reply);

/* Draws a PDF and answers with it; the paper is the kit's, lying or upright. */
void event_prints_answer(struct kiosk *kiosk, const struct event_snapshot *snapshot, struct memory_pages *pages,
	bool lying, struct reply *reply);

/* GET /standings.pdf, /seating.pdf, /certificates.pdf. */
void event_prints_standings(void *context, const struct request *request, struct reply *reply);
void event_prints_seating(void *context, const struct request *request, struct reply *reply);
void event_prints_certificates(void *context, const struct request *request, struct reply *reply);

/* GET /cards.pdf, /labels.pdf. */
void table_prints_cards(void *context, const struct request *request, struct reply *reply);
void table_prints_labels(void *context, const struct request *request, struct reply *reply);

#endif
