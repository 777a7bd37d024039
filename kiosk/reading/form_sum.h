/* SPDX-License-Identifier: MIT
 * Merges what several pictures show of one form. A mark's darkness is the mean of all pictures. Its state is sure if at
 * least one picture was sure, none was sure of the opposite, and the mean is within the range of this form's sure
 * marks: so a faint mark does not become filled just because it was photographed many times. */
#pragma once

#include "kiosk/eye/eye.h"

/* A mark in all pictures. */
struct mark_sum {
	double darkness, probability;   /* their sums */
	unsigned seen[MARK_UNSURE + 1]; /* pictures by state */
};

struct form_sum {
	struct seen_form form; /* as it was first seen with marks */
	double lightest;       /* darkness of the lightest surely filled mark */
	double darkest;        /* darkness of the darkest surely empty one */
	struct mark_sum mark[FORM_BUBBLES];
};

/* Starts with the form of one picture. */
void form_sum_init(struct form_sum *sum, const struct seen_form *form);

/* Adds a form with the same code from another picture. */
void form_sum_add(struct form_sum *sum, const struct seen_form *form);

/* Merges them into sum->form. */
void form_sum_settle(struct form_sum *sum);
