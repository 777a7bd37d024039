/* SPDX-License-Identifier: MIT
 * One form in several pictures: what they say together. A mark's darkness is the mean of all of
 * them. It is sure where at least one picture was, none was sure of the opposite, and the mean is
 * still like that of marks of this form that were sure: a faint one does not become a mark by being
 * looked at again and again. */
#ifndef SEEDPRESS_KIOSK_READING_FORM_SUM_H
#define SEEDPRESS_KIOSK_READING_FORM_SUM_H

#include "kiosk/eye/eye.h"

/* Of a mark in all pictures. */
struct mark_sum {
	double darkness;                /* their sum */
	unsigned seen[MARK_UNSURE + 1]; /* pictures by state */
};

struct form_sum {
	struct seen_form form; /* as it was first seen with marks */
	double lightest;       /* mark that a picture was sure of, */
	double darkest;        /* and empty one */
	struct mark_sum mark[FORM_BUBBLES];
};

/* Begins with the form of one picture. */
void form_sum_init(struct form_sum *sum, const struct seen_form *form);

/* Adds that of another: of the same code. */
void form_sum_add(struct form_sum *sum, const struct seen_form *form);

/* What all of them say, in sum->form. */
void form_sum_settle(struct form_sum *sum);

#endif
