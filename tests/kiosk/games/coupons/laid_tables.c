/* SPDX-License-Identifier: MIT
 * Whose coupons are, on many tables that are laid in many ways and seen directly: nobody gets a coupon of another
 * player, and most coupons need no question. */
#include "tests/kiosk/eye/laid_table_judge.h"
#include "tests/tools.h"

/* The least share of coupons that are given, in per cent: below what 700 tables of each kind show, by more than chance
 * takes from the few here. Where piles are less than 35 mm apart or a coupon lies between them, one in a thousand
 * coupons may be given to a wrong player: see tests/bench/README.md. */
static const struct {
	enum table_kind kind;
	unsigned given;
	bool may_be_wrong;
} kinds[] = {
	{TABLE_ONE, 85, false},
	{TABLE_NEIGHBOUR, 82, false},
	{TABLE_TWO, 87, false},
	{TABLE_FIVE_CM, 86, false},
	{TABLE_CLOSE, 70, true},
	{TABLE_STRAY, 74, true},
	{TABLE_THREE, 86, false},
	{TABLE_THREE_TWO, 80, false},
};

static void
each_coupon_is_its_owners_or_asked(void **state)
{
	unsigned tables = few_or_all(15, 100);

	(void)state;
	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct table_count count = {0};
		uint64_t dice = 40 + i;

		for (enum pile_way way = 0; way < WAYS; way++)
			for (unsigned n = 0; n < tables; n++)
				table_judge(kinds[i].kind, way, n % 2 ? LEVEL_MODERATE : LEVEL_MILD, NULL, NULL, &dice,
					&count);
		print_message("%s: %u of %u given, %u wrong\n", table_kind_name[kinds[i].kind], count.given, count.due,
			count.wrong);
		assert_true(100 * count.given >= kinds[i].given * count.due);
		if (kinds[i].may_be_wrong)
			assert_true(500 * count.wrong <= count.due);
		else
			assert_int_equal(count.wrong, 0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(each_coupon_is_its_owners_or_asked)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
