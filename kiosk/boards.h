/* SPDX-License-Identifier: MIT
 * What everybody asks for after every change, made once a change: the standings
 * as JSON, and what is said of the event. Any thread may ask. */
#ifndef SEEDPRESS_BOARDS_H
#define SEEDPRESS_BOARDS_H

#include "kiosk/record.h"

struct boards;

struct boards *boards_create(void);
void boards_destroy(struct boards *boards); /* NULL is fine */

/* The standings of a round or over all (0) as `GET /api/standings` answers, and the version they
 * are of; NULL after setting *problem (to be freed). To be unreffed. */
GBytes *boards_standings(struct kiosk *kiosk, unsigned round, int64_t *version, char **problem);

/* What `GET /api/kiosk` says of the event, or null; NULL after setting *problem. */
json_t *boards_about(struct kiosk *kiosk, char **problem);

#endif
