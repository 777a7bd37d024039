/* SPDX-License-Identifier: MIT */
#include "gen/press.h"
#include "layouts/chipit.h"
static void
plan(const struct job *job, struct plan *plan)
{
	(void)job;
	(void)plan;
}
extern const struct press press_chipit;
const struct press press_chipit = {.game = &game_chipit, .plan = plan};
