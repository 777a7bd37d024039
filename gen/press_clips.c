/* SPDX-License-Identifier: MIT */
#include "gen/press.h"
#include "layouts/clips.h"
static void
plan(const struct job *job, struct plan *plan)
{
	(void)job;
	(void)plan;
}
extern const struct press press_clips;
const struct press press_clips = {.game = &game_clips, .plan = plan};
