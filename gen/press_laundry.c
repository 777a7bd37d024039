/* SPDX-License-Identifier: MIT */
#include "gen/press.h"
#include "layouts/laundry.h"
static void
plan(const struct job *job, struct plan *plan)
{
	(void)job;
	(void)plan;
}
extern const struct press press_laundry;
const struct press press_laundry = {.game = &game_laundry, .plan = plan};
