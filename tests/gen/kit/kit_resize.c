/* SPDX-License-Identifier: MIT
 * A table that is printed again for another number of players has seeds that follow from the kit, as the manual says.
 */
#include <sodium.h>
#include <string.h>

#include "gen/games/filter.h"
#include "gen/kit/document.h"
#include "tests/tools.h"

static const char text[] = "[event]\nname=Night\nseed=4711\nkey=event.key\n"
			   "[round 1]\ngame=chipit\ntables=3\nplayers=4\n"
			   "[round 2]\ngame=chipit\ntables=3\nplayers=4\nduplicate=yes\n"
			   "[round 3]\ngame=coupons\ntables=2\nplayers=4\nduplicate=yes\n";

static const struct code_key *
event_secret(void)
{
	static struct code_key key;

	assert_true(code_key_read("00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", &key));
	return &key;
}

static void
open_kit(struct kit *kit, bool keyed)
{
	struct problems problems;

	*kit = (struct kit){0};
	problems_init(&problems);
	assert_true(kit_parse(kit, text, strlen(text), &problems));
	kit_begin(kit);
	if (keyed)
		assert_true(kit_take_key(kit, event_secret()));
}

/* The n-th draw for a table, calculated as the manual describes it. */
static uint64_t
nth_draw(const struct kit *kit, uint32_t stream, uint32_t n)
{
	const uint32_t words[] = {(uint32_t)(kit->seed >> 32), (uint32_t)kit->seed, stream, n};
	unsigned char input[16], hash[32];
	uint64_t seed = 0;

	if (kit->key == NULL) {
		struct random random;

		random_init(&random, kit->seed | UINT64_C(0xffff) << 48, 1, stream);
		for (uint32_t i = 0; i <= n; i++)
			seed = random_seed(&random);
		return seed;
	}
	for (int i = 0; i < 16; i++)
		input[i] = (unsigned char)(words[i / 4] >> (24 - 8 * (i % 4)));
	crypto_generichash(hash, sizeof hash, input, sizeof input, kit->key->seeds, sizeof kit->key->seeds);
	for (int i = 0; i < 6; i++)
		seed = seed << 8 | hash[i];
	return seed;
}

/* The first draw for a table (0: all of a duplicate round) that the game's filter lets through. `again`: the number of
 * players for which it is printed again, or 0. */
static uint64_t
first_draw(const struct kit *kit, unsigned round, unsigned table, unsigned players, unsigned again)
{
	const struct kit_round *of = &kit->round[round - 1];

	for (uint32_t n = 0;; n++) {
		struct codes codes = {.game = of->game, .option = kit_code_option(of), .players = (uint8_t)players};
		struct code code;

		codes.seed = nth_draw(kit, 65536 * again + 4096 * round + table, n);
		codes_make(&codes, 0, 0, &code);
		if (filter_granted(of->game, of->filter, &code, of->option, of->house))
			return codes.seed;
	}
}

static void
another_number_has_seeds_of_its_own(void **state)
{
	(void)state;
	for (int keyed = 0; keyed < 2; keyed++) {
		struct kit_work work = {.jobs = 1};
		struct kit whole, kit;
		struct problem problem;
		char before[KIT_COMMITMENT], after[KIT_COMMITMENT];

		open_kit(&whole, keyed);
		kit_commitment(&whole, before);
		assert_true(kit_choose_seeds(&whole, &work, &problem));
		for (unsigned table = 1; table <= 3; table++)
			for (unsigned players = 3; players <= 5; players++) {
				open_kit(&kit, keyed);
				kit_resize_table(&kit, 1, table, (uint8_t)players);
				assert_int_equal(kit.round[0].players[table - 1], players);
				assert_true(*kit_seeds_at(&kit.round[0], table) ==
					first_draw(&kit, 1, table, players, players == 4 ? 0 : players));
				/* Back at the number of the definition, the packet is the one that was printed. */
				assert_int_equal(players == 4,
					*kit_seeds_at(&kit.round[0], table) == *kit_seeds_at(&whole.round[0], table));
				kit_finish(&kit);
			}
		kit_commitment(&whole, after);
		assert_string_equal(before, after);
		kit_finish(&whole);
	}
}

static void
duplicate_tables_stay_comparable(void **state)
{
	struct kit_work work = {.jobs = 1};
	struct kit whole, kit, other;
	struct problem problem;

	(void)state;
	open_kit(&whole, true);
	assert_true(kit_choose_seeds(&whole, &work, &problem));
	for (unsigned n = 2; n <= 3; n++)
		for (unsigned players = 3; players <= 5; players++) {
			open_kit(&kit, true);
			open_kit(&other, true);
			kit_resize_table(&kit, n, 1, (uint8_t)players);
			kit_resize_table(&other, n, 2, (uint8_t)players);
			/* Two tables of one number have the same sheets: the round's own, or one other choice. */
			uint64_t seed = *kit_seeds_at(&kit.round[n - 1], 1);

			assert_true(seed == *kit_seeds_at(&other.round[n - 1], 2));
			assert_true(seed == *kit_seeds_at(&whole.round[n - 1], 1) ||
				(players != 4 && seed == first_draw(&kit, n, 0, players, players)));
			kit_finish(&kit);
			kit_finish(&other);
		}
	kit_finish(&whole);
}

static void
the_packet_is_drawn_for_its_number(void **state)
{
	struct kit_pages pages;
	char code_text[CODE_TEXT];
	struct packet packet;
	struct code code;
	struct kit kit;

	(void)state;
	open_kit(&kit, true);
	kit_resize_table(&kit, 1, 2, 3);
	packet = packet_of(&kit, 1, 2);
	code = packet_code(&packet, 0, code_text);
	assert_int_equal(code.players, 3);
	assert_int_equal(code.table, 2);
	kit_reprint_packet(&pages, &kit, 1, 2);
	assert_true(pages.plan.pages->len >= 2); /* the card of the table, and pads */
	kit_pages_finish(&pages);
	kit_finish(&kit);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(another_number_has_seeds_of_its_own),
		cmocka_unit_test(duplicate_tables_stay_comparable),
		cmocka_unit_test(the_packet_is_drawn_for_its_number),
	};

	return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
