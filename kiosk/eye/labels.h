/* SPDX-License-Identifier: MIT
 * What is printed inside bubbles, and what a bubble shows beyond that. */
#ifndef SEEDPRESS_KIOSK_EYE_LABELS_H
#define SEEDPRESS_KIOSK_EYE_LABELS_H

#include "kiosk/eye/bubble_measure.h"

/* In shares of the form's ink, as struct bubble_measure has them. */
struct bubble_beyond {
	bool known;   /* there are enough bubbles with the same label, and most of them are alike */
	double dark;  /* beyond the label, all over the inside, */
	double depth; /* and of its darkest part; */
	double usual; /* the depth that most of them have: noise */
	bool alike;   /* nearly all of them are no deeper: what they show is printed, however dark it is */
};

/* What stands in a bubble: the end of its name. */
const char *eye_label_of(const struct seen_mark *mark);

/* Compares every bubble of a form with those that have its label; only those that count tell what it is like. */
void eye_labels_compare(const struct seen_form *seen, const struct bubble_measure *measure, const bool counts[FORM_BUBBLES],
	struct bubble_beyond beyond[FORM_BUBBLES]);

#endif
