/* SPDX-License-Identifier: MIT
 * What a kit will be, told before anything is made: its rounds, tables and
 * paper, or its mistakes with their lines. */
#ifndef SEEDPRESS_KIOSK_KITS_KIT_PLAN_H
#define SEEDPRESS_KIOSK_KITS_KIT_PLAN_H

#include <jansson.h>

#include "gen/kit/kit.h"

/* [{"line": a number from 1 or null, "sentence"}, ...] */
json_t *kit_plan_mistakes(const struct problems *problems);

/* The members that API.md has of a kit that was read. */
json_t *kit_plan_json(const struct kit *kit);

/* Its pages, to be compared with KIT_PAGES_MOST. */
unsigned kit_plan_pages(const struct kit *kit);

#endif
