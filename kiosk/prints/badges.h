/* SPDX-License-Identifier: MIT
 * Cards for people to wear or to find at their place: a name, and a QR that opens "Where do I sit?" for it. */
#pragma once

#include <glib.h>

#include "gen/canvas/canvas.h"

struct badges {
	const char *event;       /* its name, or NULL */
	const char *address;     /* of the kiosk, ended by a slash */
	const GPtrArray *people; /* struct person: those who get one */
};

/* Pages of EVENT_PAGE_W x EVENT_PAGE_H, and one of them. */
unsigned badges_pages(const struct badges *badges);
void badges_draw(void *badges, unsigned page, struct canvas *canvas);
