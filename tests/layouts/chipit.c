/* SPDX-License-Identifier: MIT
 * Chip It pads: seats, first players and decks of every seed. */
#include "layouts/chipit.h"

#include <string.h>

#include "tests/tools.h"

extern const struct game_trial trial_chipit;

/* Each number from 0 to n - 1 once. */
static bool
is_order(const uint8_t *number, unsigned n)
{
	unsigned seen = 0;

	for (unsigned i = 0; i < n; i++)
		seen |= number[i] < n ? 1u << number[i] : 0;
	return seen == (1u << n) - 1;
}

static void
check_firsts(const struct chipit_layout *pad, struct trial *trial)
{
	if (!is_order(pad->first, pad->seats))
		trial_fail(trial, "not everyone goes first once in %u games", pad->seats);
	for (int game = 1; pad->two && game < pad->games; game++)
		if (pad->first[game] == pad->first[game - 1] || pad->first[game] > 1)
			trial_fail(trial, "going first does not change at game %d", game + 1);
}

/* Two green cards each of 2 to 21, two purple ones each of 2 to 11. */
static void
check_deck(const uint8_t deck[CHIPIT_DECK], struct trial *trial)
{
	uint8_t count[256] = {0};

	for (int i = 0; i < CHIPIT_DECK; i++)
		count[deck[i]]++;
	for (int value = 2; value <= 21; value++)
		if (count[value] != 2)
			trial_fail(trial, "%u green cards of %d", count[value], value);
	for (int value = 2; value <= 11; value++)
		if (count[CHIPIT_PURPLE | value] != 2)
			trial_fail(trial, "%u purple cards of %d", count[CHIPIT_PURPLE | value], value);
}

/* Every game has a bubble for each answer that the rules allow. */
static void
check_bubbles(const struct chipit_layout *pad, const struct code *code, struct trial *trial)
{
	unsigned a_game = pad->two ? 2u + CHIPIT_TENS_MAX + 1 + 10 + pad->hand + 1 : (unsigned)pad->seats * pad->seats;
	struct form form;

	game_chipit.form(pad, code, &form);
	if (form.bubbles != a_game * pad->games)
		trial_fail(trial, "%u bubbles for %u games", form.bubbles, pad->games);
	if (!pad->two && pad->seats == CHIPIT_SEATS_MAX && form.bubbles != FORM_BUBBLES)
		trial_fail(trial, "the largest pad has only %u bubbles", form.bubbles);
}

static void
check(const void *layout, const struct code *code, struct trial *trial)
{
	static const uint8_t hands[] = {0, 0, 12, 15, 15, 12, 10};
	const struct chipit_layout *pad = layout;

	if (pad->seats != code->players || pad->two != (code->players == 2) ||
		pad->games != (pad->two ? 4 : pad->seats) || pad->hand != hands[pad->seats]) {
		trial_fail(trial, "%u games of %u cards for %u", pad->games, pad->hand, pad->seats);
		return;
	}
	if (pad->hand * pad->seats > CHIPIT_DECK)
		trial_fail(trial, "hands share cards");
	if (!is_order(pad->seat, pad->seats))
		trial_fail(trial, "a seat comes twice");
	check_firsts(pad, trial);
	for (int game = 0; game < pad->games; game++) {
		check_deck(pad->deck[game], trial);
		for (int other = 0; other < game; other++)
			if (memcmp(pad->deck[game], pad->deck[other], CHIPIT_DECK) == 0)
				trial_fail(trial, "two games have the same deck");
	}
	check_bubbles(pad, code, trial);
}

static void
every_layout_keeps_its_promises(void **state)
{
	(void)state;
	assert_seeds_keep_promises(&trial_chipit, 3000);
}

static void
cards_have_their_names(void **state)
{
	static const struct {
		uint8_t card;
		const char *name;
	} cases[] = {
		{2, "g2"}, {9, "g9"}, {10, "g10"}, {21, "g21"}, {CHIPIT_PURPLE | 2, "p2"}, {CHIPIT_PURPLE | 11, "p11"}};
	char name[4];

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		chipit_card_name(cases[i].card, name);
		assert_string_equal(name, cases[i].name);
	}
}

static void
seats_firsts_and_cards_are_even_over_seeds(void **state)
{
	unsigned seat[CHIPIT_SEATS_MAX] = {0}, first[CHIPIT_SEATS_MAX] = {0};
	unsigned last[CHIPIT_GAMES_MAX][31] = {{0}};
	struct chipit_layout pad;

	(void)state;
	for (uint64_t seed = 0; seed < 6000; seed++) {
		struct code code = {.seed = seed, .game = 4, .version = 1, .players = 6};

		game_chipit.build(&pad, &code);
		seat[pad.seat[0]]++;
		first[pad.first[0]]++;
		for (int game = 0; game < CHIPIT_GAMES_MAX; game++) {
			uint8_t card = pad.deck[game][CHIPIT_DECK - 1];

			last[game][card & CHIPIT_PURPLE ? 18 + (card & 0x7f) : card - 2]++;
		}
	}
	assert_true(counts_are_even(seat, CHIPIT_SEATS_MAX));
	assert_true(counts_are_even(first, CHIPIT_SEATS_MAX));
	for (int game = 0; game < CHIPIT_GAMES_MAX; game++)
		assert_true(counts_are_even(last[game], 30));
}

static int
run(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_layout_keeps_its_promises),
		cmocka_unit_test(cards_have_their_names),
		cmocka_unit_test(seats_firsts_and_cards_are_even_over_seeds),
	};

	return cmocka_run_group_tests_name("chipit", tests, NULL, NULL);
}

const struct game_trial trial_chipit = {
	.game = &game_chipit,
	.check = check,
	.run = run,
};
