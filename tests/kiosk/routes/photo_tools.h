/* SPDX-License-Identifier: MIT
 * Photos for the kiosk: our own pages, played cards, and codes of anybody, before a
 * simulated camera, and sent. */
#pragma once

#include "tests/kiosk/eye/camera.h"
#include "tests/kiosk/routes/handler_tools.h"

/* Around all tests. */
void photo_start(void);
void photo_stop(void);

/* Draws the first page of a job. */
void photo_draw_first(struct print_job *job, struct sheet *sheet);

/* Takes the picture and sends it; `query` as handler_send() has it. */
unsigned photo_send(struct camera *camera, const char *query);

/* Sends a picture of some coupons of sheet A of a table of the event, without its strip, and of some
 * of a game that nobody knows. */
void photo_of_coupons(unsigned table, unsigned coupons, unsigned others, const char *query);

/* Sends a picture of a played card of the event's clips, a side of round 2, table 1, whose QR a clip covers. */
void photo_of_covered_card(unsigned side, const char *query);

/* Sends a picture of QR codes; NULL ends them. */
void photo_of_codes(const char *const *texts);
