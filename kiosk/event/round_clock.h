/* SPDX-License-Identifier: MIT
 * The clock of a round, which the organiser starts, pauses and extends. It is stored with the kiosk's time, and pages
 * are told how much is left, so that no device needs the right time. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#define CLOCK_MINUTES 600 /* most minutes of a round */

/* Times are in milliseconds since 1970. */
struct round_clock {
	unsigned round; /* 0: none was started */
	int64_t started;
	unsigned seconds; /* from start to end, without pauses */
	int64_t paused;   /* when it was paused; 0: it runs */
};

/* A clock as the text that is stored, to be freed; false if a text, which may be NULL, does not hold one. */
char *round_clock_text(const struct round_clock *clock);
bool round_clock_read(const char *text, struct round_clock *clock);

/* A clock as in API.md: how much is left at a time. */
json_t *round_clock_json(const struct round_clock *clock, int64_t now);

/* Stops a clock at a time, or lets it go on from there. Nothing changes if it does already. */
void round_clock_pause(struct round_clock *clock, int64_t now, bool paused);

/* Gives a round more minutes, or fewer; false, and no change, if it would be shorter than a minute or too long. A
 * clock whose time is over counts from now. */
bool round_clock_extend(struct round_clock *clock, int64_t now, int minutes);
