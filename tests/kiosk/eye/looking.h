/* SPDX-License-Identifier: MIT
 * Looks at a picture of our own in this process, for tests and benchmarks. What strangers send is looked at by workers:
 * see sight_reader.h. */
#pragma once

#include "kiosk/sight/code_list.h"

/* Without a list nothing is expected, and no key is known. */
void code_list_look(struct code_list *list, struct eye *eye, const struct image *image, struct sight *sight);

/* The same with the colours of the picture, as in struct eye_asker. */
void code_list_look_in_colour(struct code_list *list, struct eye *eye, const struct image *image,
	bool (*colours)(void *picture, struct colours *colours), void *picture, struct sight *sight);
