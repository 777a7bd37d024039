/* SPDX-License-Identifier: MIT
 * Lists of people, read in one step. */
#pragma once

#include "kiosk/event/people_list.h"

/* The people in the bytes of a file, as its headings say; NULL after setting *problem. */
static inline GPtrArray *
people_list_read(const char *bytes, gsize length, struct problem *problem)
{
	struct people_list list;
	GPtrArray *people;

	if (!people_list_init(&list, bytes, length, problem))
		return NULL;
	people = people_list_people(&list, problem);
	people_list_finish(&list);
	return people;
}
