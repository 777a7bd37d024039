/* SPDX-License-Identifier: MIT
 * Laundry tickets: what every seed promises of rows, values, serials, colours. */
#include "layouts/laundry.h"

#include <stdio.h>
#include <string.h>

#include "tests/tools.h"

extern const struct game_trial trial_laundry;

static void
check_ticket(const struct laundry_ticket *ticket, bool dealt, struct trial *trial)
{
	int rows[LAUNDRY_ROWS] = {0}, values[4] = {0};

	for (int i = 0; i < LAUNDRY_ROWS; i++) {
		if (ticket->row[i] >= LAUNDRY_ROWS || ticket->value[i] > 3) {
			trial_fail(trial, "row %d is item %u, value %u", i, ticket->row[i], ticket->value[i]);
			return;
		}
		rows[ticket->row[i]]++;
		values[ticket->value[i]]++;
	}
	for (int item = 0; item < LAUNDRY_ROWS; item++)
		if (rows[item] != 1)
			trial_fail(trial, "%s has %d rows", laundry_item_name(item), rows[item]);
	if (dealt && (values[1] != 2 || values[2] != 2 || values[3] != 2))
		trial_fail(trial, "%d ones, %d twos, %d threes", values[1], values[2], values[3]);
	if (!dealt && values[0] != LAUNDRY_ROWS)
		trial_fail(trial, "a plain ticket has values");
	if (ticket->serial > 999999)
		trial_fail(trial, "the serial %u has more than six digits", ticket->serial);
}

static const struct bubble *
find_bubble(const struct form *form, const char *item, const char *what)
{
	char id[40];

	snprintf(id, sizeof id, "%s.%s", item, what);
	for (unsigned i = 0; i < form->bubbles; i++)
		if (strcmp(form->bubble[i].id, id) == 0)
			return &form->bubble[i];
	return NULL;
}

/* Every item has its bubbles on a line, and the lines follow in the order of the rows. */
static void
check_bubbles(const struct laundry_layout *layout, struct code code, struct trial *trial)
{
	struct form form;
	int32_t y = 0;

	game_laundry.form(layout, &code, &form);
	for (int i = 0; i < LAUNDRY_ROWS + 2; i++) {
		const char *item = i == LAUNDRY_ROWS ? "sock1"
			: i > LAUNDRY_ROWS           ? "sock2"
						     : laundry_item_name(layout->ticket[code.piece].row[i]);
		const struct bubble *score = find_bubble(&form, item, "score");
		const struct bubble *no_score = find_bubble(&form, item, "no_score");
		const struct bubble *three = find_bubble(&form, item, "3");

		if (score == NULL || no_score == NULL || score->at.y != no_score->at.y || score->at.y <= y) {
			trial_fail(trial, "%s has not its bubbles in its row", item);
			return;
		}
		if ((three != NULL) != (i < LAUNDRY_ROWS && !layout->dealt))
			trial_fail(trial, "%s has values where none belong, or none", item);
		y = score->at.y;
	}
	if (form.piece.y + form.piece.h + LAUNDRY_NEXT_GAME > form.h || form.piece.y + form.piece.h > LAUNDRY_NEXT_GAME)
		trial_fail(trial, "a second game does not fit below the first");
}

static void
check(const void *layout, const struct code *code, struct trial *trial)
{
	const struct laundry_layout *laundry = layout;
	const struct laundry_ticket *ticket = laundry->ticket;
	struct code seat = *code;
	struct form form[LAUNDRY_SEATS];

	if (laundry->dealt != (code->option == LAUNDRY_DEALT))
		trial_fail(trial, "dealt when it should not be, or not");
	/* Odd and even: the two of a game can never be the same. */
	if (ticket[0].serial % 2 != 0 || ticket[1].serial % 2 != 1)
		trial_fail(trial, "the serials are %u and %u", ticket[0].serial, ticket[1].serial);
	if (ticket[0].colour + ticket[1].colour != 1)
		trial_fail(trial, "the colours are %u and %u", ticket[0].colour, ticket[1].colour);
	for (uint8_t i = 0; i < LAUNDRY_SEATS && !trial->failed; i++) {
		seat.piece = i;
		check_ticket(&ticket[i], laundry->dealt, trial);
		check_bubbles(laundry, seat, trial);
		game_laundry.form(laundry, &seat, &form[i]);
	}
	if (!trial->failed && rect_overlap(form[0].piece, form[1].piece))
		trial_fail(trial, "the two tickets of a page overlap");
}

static void
wipe(void *layout)
{
	struct laundry_layout *laundry = layout;

	for (int seat = 0; seat < LAUNDRY_SEATS; seat++)
		laundry->ticket[seat].serial = 0;
}

static void
every_layout_keeps_its_promises(void **state)
{
	(void)state;
	assert_seeds_keep_promises(&trial_laundry, 3000);
}

static unsigned
order_of(const uint8_t row[LAUNDRY_ROWS])
{
	unsigned order = 0;

	for (unsigned i = 0; i < LAUNDRY_ROWS; i++) {
		unsigned smaller = 0;

		for (unsigned j = i + 1; j < LAUNDRY_ROWS; j++)
			smaller += row[j] < row[i];
		order = order * (LAUNDRY_ROWS - i) + smaller;
	}
	return order;
}

/* Where a pen moves tells nothing only if every order of rows is as likely, and so are the values.
 */
static void
orders_values_and_colours_are_even_over_seeds(void **state)
{
	unsigned orders[LAUNDRY_SEATS][720] = {{0}}, colours[2] = {0};
	unsigned values[LAUNDRY_SEATS][LAUNDRY_ROWS][3] = {{{0}}};
	struct laundry_layout layout;

	(void)state;
	for (uint64_t seed = 0; seed < 20000; seed++) {
		struct code code = {.seed = seed, .game = 2, .version = 1, .players = 2, .option = 1};

		game_laundry.build(&layout, &code);
		colours[layout.ticket[0].colour]++;
		for (int seat = 0; seat < LAUNDRY_SEATS; seat++) {
			orders[seat][order_of(layout.ticket[seat].row)]++;
			for (int item = 0; item < LAUNDRY_ROWS; item++)
				values[seat][item][layout.ticket[seat].value[item] - 1]++;
		}
	}
	assert_true(counts_are_even(colours, 2));
	for (int seat = 0; seat < LAUNDRY_SEATS; seat++) {
		assert_true(counts_are_even(orders[seat], 720));
		for (int item = 0; item < LAUNDRY_ROWS; item++)
			assert_true(counts_are_even(values[seat][item], 3));
	}
}

static int
run(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_layout_keeps_its_promises),
		cmocka_unit_test(orders_values_and_colours_are_even_over_seeds),
	};

	return cmocka_run_group_tests_name("laundry", tests, NULL, NULL);
}

const struct game_trial trial_laundry = {
	.game = &game_laundry,
	.check = check,
	.wipe = wipe,
	.run = run,
};
