/* SPDX-License-Identifier: MIT
 * The clock of a round. */
#include "kiosk/event/round_clock.h"

#include <glib.h>

#include "layouts/code.h"

char *
round_clock_text(const struct round_clock *clock)
{
	return g_strdup_printf("{\"round\":%u,\"started\":%" G_GINT64_FORMAT
			       ",\"seconds\":%u,\"paused\":%" G_GINT64_FORMAT "}",
		clock->round, clock->started, clock->seconds, clock->paused);
}

bool
round_clock_read(const char *text, struct round_clock *clock)
{
	json_auto_t *stored = text == NULL ? NULL : json_loads(text, 0, NULL);
	json_int_t round = json_integer_value(json_object_get(stored, "round"));
	json_int_t seconds = json_integer_value(json_object_get(stored, "seconds"));

	*clock = (struct round_clock){0};
	if (round <= 0 || round > CODE_ROUND_MAX || seconds <= 0 || seconds > 60 * CLOCK_MINUTES)
		return false;
	*clock = (struct round_clock){(unsigned)round, json_integer_value(json_object_get(stored, "started")),
		(unsigned)seconds, json_integer_value(json_object_get(stored, "paused"))};
	return true;
}

/* Milliseconds; below 0 once the time is over. */
static int64_t
left_at(const struct round_clock *clock, int64_t now)
{
	return clock->started + 1000 * (int64_t)clock->seconds - (clock->paused != 0 ? clock->paused : now);
}

json_t *
round_clock_json(const struct round_clock *clock, int64_t now)
{
	return json_pack("{s:i, s:i, s:I, s:b}", "round", (int)clock->round, "seconds", (int)clock->seconds, "left",
		(json_int_t)(left_at(clock, now) / 1000), "paused", clock->paused != 0);
}

void
round_clock_pause(struct round_clock *clock, int64_t now, bool paused)
{
	if (paused && clock->paused == 0) {
		clock->paused = now;
	} else if (!paused && clock->paused != 0) {
		clock->started += now - clock->paused;
		clock->paused = 0;
	}
}

bool
round_clock_extend(struct round_clock *clock, int64_t now, int minutes)
{
	int64_t left = left_at(clock, now), over = minutes > 0 && left < 0 ? -left : 0;
	int64_t seconds = (int64_t)clock->seconds + 60 * (int64_t)minutes;

	if (seconds < 60 || seconds > 60 * CLOCK_MINUTES)
		return false;
	clock->started += over;
	clock->seconds = (unsigned)seconds;
	return true;
}
