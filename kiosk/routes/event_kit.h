/* SPDX-License-Identifier: MIT
 * The kit that a running event was printed from. */
#pragma once

#include "gen/kit/document.h"
#include "kiosk/event/snapshot.h"

/* The kit as the event's manifest defines it, with its key, and the game of round n in the version that was printed.
 * False after setting *problem. kit_finish() is due either way. */
bool event_kit_define(const struct event_snapshot *snapshot, unsigned n, struct kit *kit, struct problem *problem);
