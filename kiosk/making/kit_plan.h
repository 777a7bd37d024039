/* SPDX-License-Identifier: MIT
 * What a kit will be, told before anything is made: its rounds, tables and
 * paper, or its mistakes with their lines. */
#ifndef SEEDPRESS_KIOSK_MAKING_KIT_PLAN_H
#define SEEDPRESS_KIOSK_MAKING_KIT_PLAN_H

#include <jansson.h>

#include "gen/kit/kit.h"

/* [{"line": a number from 1 or null, "sentence", "id"}, ...] */
json_t *kit_plan_mistakes(const struct problems *problems, const struct audience *audience);

/* The members that API.md has of a kit that was read. */
json_t *kit_plan_json(const struct kit *kit, const struct audience *audience);

#endif
