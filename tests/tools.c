/* SPDX-License-Identifier: MIT
 * Dice, chi-square and rectangles for the tests. */
#include "tests/tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t
dice_roll(uint64_t *dice)
{
	uint64_t mixed = *dice += UINT64_C(0x9E3779B97F4A7C15);

	mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
	return mixed ^ mixed >> 31;
}

uint32_t
dice_below(uint64_t *dice, uint32_t n)
{
	return (uint32_t)(dice_roll(dice) % n);
}

double
dice_between(uint64_t *dice, double least, double most)
{
	return least + (most - least) * dice_below(dice, 1000001) / 1e6;
}

unsigned
few_or_all(unsigned few, unsigned all)
{
	return getenv("SEEDPRESS_TEST_FEW") != NULL ? few : all;
}

/* Chi-square has mean d and variance 2d for d degrees of freedom. Seven deviations and some
 * more for its long tail are far beyond chance. */
bool
counts_are_even(const unsigned *count, size_t n)
{
	double sum = 0, chi = 0, excess;

	for (size_t i = 0; i < n; i++)
		sum += count[i];
	for (size_t i = 0; i < n; i++) {
		double off = count[i] - sum / (double)n;

		chi += off * off / (sum / (double)n);
	}
	excess = chi - (double)(n - 1) - 20;
	return excess < 0 || excess * excess < 49 * 2 * (double)(n - 1);
}

const char *
first_sentence(const struct problems *problems)
{
	static char sentence[MESSAGE_TEXT];

	problems_write_first(problems, &audience_terminal, sentence, sizeof sentence);
	return sentence;
}

bool
has_problem(const struct problems *problems, const char *expected)
{
	size_t length = strcspn(expected, " ");
	struct problem problem;

	for (size_t at = 0; problems_next(problems, &at, &problem);) {
		const char *id = message_id(&problem.message);
		bool found = expected[length] == '\0';
		struct argument argument;

		if (strlen(id) != length || memcmp(id, expected, length) != 0)
			continue;
		for (size_t i = 0; !found && message_next(&problem.message, &i, &argument);)
			found = strcmp(argument.text, expected + length + 1) == 0;
		if (found)
			return true;
	}
	return false;
}

void
trial_fail(struct trial *trial, const char *format, ...)
{
	va_list args;

	if (trial->failed)
		return;
	trial->failed = true;
	va_start(args, format);
	vsnprintf(trial->why, sizeof trial->why, format, args);
	va_end(args);
}

bool
rect_inside(struct rect inner, struct rect outer)
{
	return inner.x >= outer.x && inner.y >= outer.y && inner.w > 0 && inner.h > 0 &&
		inner.x + inner.w <= outer.x + outer.w && inner.y + inner.h <= outer.y + outer.h;
}

bool
rect_overlap(struct rect a, struct rect b)
{
	return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
