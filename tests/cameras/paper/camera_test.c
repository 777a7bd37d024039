/* SPDX-License-Identifier: MIT
 * The paper camera takes the same picture each time, and its truth is what can be seen in it. */
#include <stdlib.h>
#include <string.h>

#include "tests/cameras/paper/photo.h"
#include "tests/tools.h"

/* Conditions of a test: as many as the number says, spread over all. */
static void
each_condition(enum photo_kind kind, unsigned count, void (*check)(const struct photo *photo))
{
	size_t all = 0;

	while (photo_condition(kind, all) != NULL)
		all++;
	for (unsigned i = 0; i < count && i < all; i++) {
		const char *condition = photo_condition(kind, all * i / count);
		struct photo *photo = photo_shoot(kind, condition, 100 + i);

		assert_non_null(photo);
		assert_string_equal(photo->condition, condition);
		check(photo);
		photo_destroy(photo);
	}
}

static void
check_again(const struct photo *photo)
{
	struct photo *again = photo_shoot(photo->kind, photo->condition, photo->seed);
	char *one = photo_json(photo), *other = photo_json(again);

	assert_int_equal(photo->file_bytes, again->file_bytes);
	assert_memory_equal(photo->file, again->file, photo->file_bytes);
	assert_memory_equal(photo->grey, again->grey, (size_t)photo->w * (size_t)photo->h);
	assert_string_equal(one, other);
	free(one);
	free(other);
	photo_destroy(again);
}

static void
the_same_seed_is_the_same_picture(void **state)
{
	(void)state;
	for (enum photo_kind kind = 0; kind < PHOTO_KINDS; kind++)
		each_condition(kind, few_or_all(2, 20), check_again);
}

/* The darkest of a bubble's pixels around its middle, a share of the picture's brightest. */
static int
darkest(const struct photo *photo, const struct photo_mark *mark)
{
	int least = 255;

	for (int dy = -3; dy <= 3; dy++)
		for (int dx = -3; dx <= 3; dx++) {
			int x = (int)mark->x + dx, y = (int)mark->y + dy;

			if (x >= 0 && y >= 0 && x < photo->w && y < photo->h && photo->grey[y * photo->w + x] < least)
				least = photo->grey[y * photo->w + x];
		}
	return least;
}

static void
marks_are_where_the_truth_says(void **state)
{
	unsigned wrong = 0, filled = 0;

	(void)state;
	for (unsigned seed = 1; seed <= few_or_all(4, 30); seed++) {
		struct photo *photo = photo_shoot(PHOTO_FORM, "plain-mild", seed);
		double empty = 0;
		size_t count = 0;

		assert_non_null(photo);
		for (size_t i = 0; i < photo->marks; i++)
			if (photo->mark[i].state == PHOTO_EMPTY) {
				empty += darkest(photo, &photo->mark[i]);
				count++;
			}
		for (size_t i = 0; i < photo->marks; i++)
			if (photo->mark[i].state == PHOTO_FILLED) {
				filled++;
				wrong += darkest(photo, &photo->mark[i]) > empty / (double)count - 15;
			}
		photo_destroy(photo);
	}
	/* A tick may miss the middle. */
	assert_true(filled > 20);
	assert_true(wrong * 10 < filled);
}

static void
check_seen(const struct photo *photo)
{
	for (size_t i = 0; i < photo->marks; i++)
		assert_true(photo->mark[i].seen > 80);
}

static void
check_hidden(const struct photo *photo)
{
	unsigned hidden = 0;

	for (size_t i = 0; i < photo->marks; i++)
		hidden += photo->mark[i].seen < 50;
	assert_true(hidden > 0);
	assert_true(hidden < photo->marks);
}

static void
what_hides_a_bubble_is_known(void **state)
{
	static const char *const covered[] = {"chips-moderate", "pen-on-moderate"};
	static const char *const open[] = {"plain-mild", "folded-mild", "crumpled-mild", "curled-mild"};

	(void)state;
	for (size_t i = 0; i < LENGTH(covered); i++) {
		struct photo *photo = photo_shoot(PHOTO_FORM, covered[i], 3);

		check_hidden(photo);
		photo_destroy(photo);
	}
	for (size_t i = 0; i < LENGTH(open); i++) {
		struct photo *photo = photo_shoot(PHOTO_FORM, open[i], 3);

		check_seen(photo);
		photo_destroy(photo);
	}
}

static void
clips_and_coupons_are_counted(void **state)
{
	(void)state;
	for (unsigned seed = 1; seed <= few_or_all(2, 20); seed++) {
		struct photo *card = photo_shoot(PHOTO_CARD, "two-players-mild", seed);
		struct photo *piles = photo_shoot(PHOTO_COUPONS, "two-piles-mild", seed);

		assert_int_equal(card->players, 2);
		assert_in_range(card->clips, 5, 6);
		for (size_t i = 0; i < card->clips; i++)
			assert_string_equal(card->clip[i].colour, card->clip[card->clip[i].player].colour);
		assert_int_equal(piles->piles, 2);
		assert_true(piles->coupons >= 6);
		for (size_t i = 0; i < piles->coupons; i++) {
			assert_in_range(piles->coupon[i].owner, 0, 1);
			assert_true(piles->coupon[i].seen > 80);
		}
		photo_destroy(card);
		photo_destroy(piles);
	}
}

static void
an_unknown_condition_is_refused(void **state)
{
	(void)state;
	assert_null(photo_shoot(PHOTO_FORM, "plain", 1));
	assert_null(photo_shoot(PHOTO_CARD, "flap-mild", 1));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_seed_is_the_same_picture),
		cmocka_unit_test(marks_are_where_the_truth_says),
		cmocka_unit_test(what_hides_a_bubble_is_known),
		cmocka_unit_test(clips_and_coupons_are_counted),
		cmocka_unit_test(an_unknown_condition_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
