/* SPDX-License-Identifier: MIT
 * Pairs for tables of two: a matching of least cost, as Swiss tournaments are paired. */
#ifndef SEEDPRESS_KIOSK_EVENT_PAIRING_H
#define SEEDPRESS_KIOSK_EVENT_PAIRING_H

#include "kiosk/event/meetings.h"

/* Puts an even number of people into pairs: those at 0 and 1 of `order`, at 2 and 3, and so on; the
 * pairs are in the order of their first, and `order` begins as the order in which people stand. No
 * other matching whose partners are at most a few places apart (all of them up to 20 people, 12 at
 * 1,000) costs less. */
void pairing_make(const struct meetings *meetings, unsigned *order, unsigned count);

#endif
