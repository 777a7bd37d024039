/* SPDX-License-Identifier: MIT
 * Merging forms that were seen more than once. */
#include "kiosk/reading/form_sum.h"

#include <math.h>

/* Tolerance for darkness: the mean of equal numbers may differ from them by rounding. */
#define ROUNDING 1e-4

void
form_sum_init(struct form_sum *sum, const struct seen_form *form)
{
	*sum = (struct form_sum){.form = *form, .lightest = INFINITY, .darkest = -INFINITY};
	sum->form.marks = 0;
	form_sum_add(sum, form);
}

void
form_sum_add(struct form_sum *sum, const struct seen_form *form)
{
	unsigned corners = MAX(sum->form.corners, form->corners);

	if (form->marks > 0 && sum->form.marks == 0) {
		bool differs = sum->form.differs, unread_copy = sum->form.unread_copy;

		sum->form = *form;
		sum->form.differs |= differs;
		sum->form.unread_copy |= unread_copy;
	}
	sum->form.corners = corners;
	for (unsigned i = 0; i < MIN(form->marks, sum->form.marks); i++) {
		const struct seen_mark *mark = &form->mark[i];

		sum->mark[i].darkness += mark->darkness;
		sum->mark[i].probability += mark->probability;
		sum->mark[i].seen[mark->state]++;
		if (mark->state == MARK_FILLED)
			sum->lightest = fmin(sum->lightest, mark->darkness);
		if (mark->state == MARK_EMPTY)
			sum->darkest = fmax(sum->darkest, mark->darkness);
		if (sum->form.mark[i].colour == MARK_COLOUR_UNKNOWN)
			sum->form.mark[i].colour = mark->colour;
	}
}

void
form_sum_settle(struct form_sum *sum)
{
	for (unsigned i = 0; i < sum->form.marks; i++) {
		unsigned filled = sum->mark[i].seen[MARK_FILLED], empty = sum->mark[i].seen[MARK_EMPTY];
		unsigned pictures = filled + empty + sum->mark[i].seen[MARK_UNSURE];
		struct seen_mark *mark = &sum->form.mark[i];

		if (pictures < 2)
			continue; /* as it was seen */
		mark->darkness = sum->mark[i].darkness / pictures;
		mark->probability = sum->mark[i].probability / pictures;
		mark->state = MARK_UNSURE;
		if (filled > 0 && empty == 0 && mark->darkness >= sum->lightest - ROUNDING)
			mark->state = MARK_FILLED;
		if (empty > 0 && filled == 0 && mark->darkness <= sum->darkest + ROUNDING)
			mark->state = MARK_EMPTY;
	}
}
