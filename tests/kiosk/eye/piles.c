/* SPDX-License-Identifier: MIT
 * Two piles in pictures of the wider camera, with strips covered, cut off, upside down and face down: nobody
 * gets a coupon of another, and most need no question. */
#include <sodium.h>
#include <stdlib.h>

#include "gen/canvas/shaping.h"
#include "kiosk/games/kiosk_game.h"
#include "tests/kiosk/eye/two_piles.h"
#include "tests/tools.h"

static unsigned pictures;

static void
nobody_gets_a_coupon_of_another(void **state)
{
	struct piles_count count = {0};
	struct eye *eye = eye_create(kiosk_eye_game);
	struct shaper *shaper;
	uint64_t dice = 20;
	struct problem problem;

	(void)state;
	assert_int_equal(sodium_init() < 0, 0);
	shaper = shaper_create(&problem);
	assert_non_null(shaper);
	for (unsigned i = 0; i < pictures; i++) {
		enum level level = i % 2 ? LEVEL_MODERATE : LEVEL_MILD;
		struct two_piles piles;

		two_piles_choose(&piles, &dice);
		while (!two_piles_shoot(&piles, 1920, 1080, level, shaper, &dice))
			two_piles_finish(&piles);
		two_piles_judge(&piles, eye, i % 3 != 0, &count);
		two_piles_finish(&piles);
	}
	shaper_destroy(shaper);
	eye_destroy(eye);
	print_message("%u read, %u right, %u asked, %u wrong\n", count.read, count.right, count.asked, count.wrong);
	assert_int_equal(count.wrong, 0);
	assert_true(count.right > count.read / 2);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(nobody_gets_a_coupon_of_another)};

	pictures = argc > 1 ? (unsigned)atoi(argv[1]) : few_or_all(3, 5);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
