/* SPDX-License-Identifier: MIT
 * Forms that were seen more than once. */
#include "kiosk/reading/form_sum.h"

#include <math.h>

/* Darkness that the mean of equal numbers may be off by rounding. */
#define ROUNDING 1e-4

void
form_sum_init(struct form_sum *sum, const struct seen_form *form)
{
	*sum = (struct form_sum){.form = *form, .lightest = INFINITY, .darkest = -INFINITY};
	sum->form.marks = 0;
	form_sum_add(sum, form);
}

static void
add_mark(struct form_sum *sum, unsigned i, const struct seen_mark *mark)
{
	struct seen_mark *first = &sum->form.mark[i];

	sum->mark[i].darkness += mark->darkness;
	sum->mark[i].seen[mark->state]++;
	if (mark->state == MARK_FILLED)
		sum->lightest = fmin(sum->lightest, mark->darkness);
	if (mark->state == MARK_EMPTY)
		sum->darkest = fmax(sum->darkest, mark->darkness);
	if (first->colour == MARK_COLOUR_UNKNOWN)
		first->colour = mark->colour;
}

void
form_sum_add(struct form_sum *sum, const struct seen_form *form)
{
	unsigned corners = MAX(sum->form.corners, form->corners);

	if (form->marks > 0 && sum->form.marks == 0)
		sum->form = *form;
	sum->form.corners = corners;
	for (unsigned i = 0; i < MIN(form->marks, sum->form.marks); i++)
		add_mark(sum, i, &form->mark[i]);
}

static enum mark_state
settled(const struct form_sum *sum, const struct mark_sum *mark, double mean)
{
	bool filled = mark->seen[MARK_FILLED] > 0, empty = mark->seen[MARK_EMPTY] > 0;

	if (filled && !empty && mean >= sum->lightest - ROUNDING)
		return MARK_FILLED;
	if (empty && !filled && mean <= sum->darkest + ROUNDING)
		return MARK_EMPTY;
	return MARK_UNSURE;
}

void
form_sum_settle(struct form_sum *sum)
{
	for (unsigned i = 0; i < sum->form.marks; i++) {
		const struct mark_sum *mark = &sum->mark[i];
		unsigned pictures = mark->seen[MARK_FILLED] + mark->seen[MARK_EMPTY] + mark->seen[MARK_UNSURE];

		if (pictures < 2)
			continue; /* as it was seen */
		sum->form.mark[i].darkness = mark->darkness / pictures;
		sum->form.mark[i].state = settled(sum, mark, mark->darkness / pictures);
	}
}
