/* SPDX-License-Identifier: MIT
 * The bounds of the forms that the program answers with, for tests. Workers believe them without a check. */
#pragma once

#include <string.h>

#include "kiosk/sight/sight_message.h"

/* Whether a bubble or a tag has a plausible place on paper. */
static inline bool
is_on_paper(const struct rect *at)
{
	const int32_t far = 100000; /* a metre, in hundredths of a millimetre */

	return at->x >= -far && at->x <= far && at->y >= -far && at->y <= far && at->w >= 0 && at->w <= far &&
		at->h >= 0 && at->h <= far;
}

/* Whether the form in an answer is within its bounds. */
static inline bool
sight_answer_is_fine(const struct sight_answer *answer)
{
	const struct form *form = &answer->form;
	bool fine = form->tags <= FORM_TAGS && form->bubbles <= FORM_BUBBLES && is_on_paper(&form->qr);

	for (unsigned i = 0; fine && i < form->tags; i++)
		fine = form->tag[i].id < TAG_COUNT && is_on_paper(&form->tag[i].at);
	for (unsigned i = 0; fine && i < form->bubbles; i++)
		fine = is_on_paper(&form->bubble[i].at) &&
			memchr(form->bubble[i].id, '\0', sizeof form->bubble[i].id) != NULL;
	return fine;
}
