/* SPDX-License-Identifier: MIT
 * Members of bodies: what is missing, null, of another type or out of bounds is told apart, and never read. */
#include "kiosk/routes/fields.h"

#include "tests/tools.h"

static const struct {
	const char *json; /* of the member; NULL: it is missing */
	enum field text, number, flag, object, list;
} cases[] = {
	{NULL, FIELD_MISSING, FIELD_MISSING, FIELD_MISSING, FIELD_MISSING, FIELD_MISSING},
	{"null", FIELD_NULL, FIELD_NULL, FIELD_NULL, FIELD_NULL, FIELD_NULL},
	{"\"\"", FIELD_FINE, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG},
	{"\"\303\244\303\244\303\244\"", FIELD_FINE, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG},
	{"\"four\"", FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG},
	{"-2", FIELD_WRONG, FIELD_FINE, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG},
	{"7", FIELD_WRONG, FIELD_FINE, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG},
	{"-3", FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG},
	{"8", FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG},
	{"1.0", FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG},
	{"true", FIELD_WRONG, FIELD_WRONG, FIELD_FINE, FIELD_WRONG, FIELD_WRONG},
	{"false", FIELD_WRONG, FIELD_WRONG, FIELD_FINE, FIELD_WRONG, FIELD_WRONG},
	{"{}", FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_FINE, FIELD_WRONG},
	{"[1, 2]", FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_FINE},
	{"[1, 2, 3]", FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG, FIELD_WRONG},
};

static void
members_are_read_by_type_and_bounds(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		json_t *member = cases[i].json == NULL ? NULL : json_loads(cases[i].json, JSON_DECODE_ANY, NULL);
		json_t *body = json_pack("{s:o*}", "member", member), *object = NULL, *list = NULL;
		const char *text = NULL;
		int64_t number = 99;
		bool flag = false;

		assert_non_null(body);
		assert_int_equal(field_text(body, "member", 3, &text), cases[i].text);
		assert_int_equal(field_number(body, "member", -2, 7, &number), cases[i].number);
		assert_int_equal(field_flag(body, "member", &flag), cases[i].flag);
		assert_int_equal(field_object(body, "member", &object), cases[i].object);
		assert_int_equal(field_list(body, "member", 2, &list), cases[i].list);
		assert_ptr_equal(text, cases[i].text == FIELD_FINE ? json_string_value(member) : NULL);
		assert_int_equal(number, cases[i].number == FIELD_FINE ? json_integer_value(member) : 99);
		assert_int_equal(flag, json_is_true(member));
		assert_ptr_equal(object, cases[i].object == FIELD_FINE ? member : NULL);
		assert_ptr_equal(list, cases[i].list == FIELD_FINE ? member : NULL);
		json_decref(body);
	}
}

static void
a_body_that_is_no_object_has_no_members(void **state)
{
	json_t *body = json_pack("[i]", 1);
	int64_t number = 0;

	(void)state;
	assert_int_equal(field_number(body, "member", 0, 9, &number), FIELD_MISSING);
	json_decref(body);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members_are_read_by_type_and_bounds),
		cmocka_unit_test(a_body_that_is_no_object_has_no_members),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
