/* SPDX-License-Identifier: MIT
 * Pairs for tables of two: a minimum-cost matching, as Swiss tournaments are paired. */
#ifndef SEEDPRESS_KIOSK_EVENT_PAIRING_H
#define SEEDPRESS_KIOSK_EVENT_PAIRING_H

#include "kiosk/event/meetings.h"

/* Puts an even number of people into pairs. `order` has their numbers in the order of the standings; afterwards 0 and 1
 * of it are a pair, 2 and 3, and so on, in the order of their first members. No other matching whose partners are at
 * most a few places apart costs less. For up to 20 people that is every matching; for 1,000 they are at most 12 places
 * apart. */
void pairing_make(const struct meetings *meetings, unsigned *order, unsigned count);

#endif
