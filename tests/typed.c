/* SPDX-License-Identifier: MIT
 * Codes as people type them. */
#include "tests/typed.h"

#include <string.h>

#include "tests/tools.h"

const char code_alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const char code_key_text[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

struct problems typed_problems;

struct code
random_code(uint64_t *dice)
{
	return (struct code){
		.seed = dice_roll(dice) & SEED_MAX,
		.table = (uint16_t)dice_below(dice, CODE_TABLE_MAX + 1),
		.game = (uint8_t)dice_below(dice, 16),
		.version = (uint8_t)dice_below(dice, 16),
		.players = (uint8_t)dice_below(dice, CODE_PLAYERS_MAX + 1),
		.option = (uint8_t)dice_below(dice, 4),
		.piece = (uint8_t)dice_below(dice, CODE_PIECE_MAX + 1),
		.round = (uint8_t)dice_below(dice, CODE_ROUND_MAX + 1),
	};
}

bool
code_reads(const char *text, const struct code_key *key, struct code *code)
{
	problems_init(&typed_problems);
	return code_read(text, key, code, &typed_problems);
}

void
assert_same_code(const struct code *a, const struct code *b)
{
	assert_int_equal(a->seed, b->seed);
	assert_int_equal(a->table, b->table);
	assert_int_equal(a->game, b->game);
	assert_int_equal(a->version, b->version);
	assert_int_equal(a->players, b->players);
	assert_int_equal(a->option, b->option);
	assert_int_equal(a->piece, b->piece);
	assert_int_equal(a->round, b->round);
	assert_int_equal(a->keyed, b->keyed);
	assert_int_equal(a->secret, b->secret);
}

/* Refused with the status, and a sentence that holds `word`. */
void
assert_code_refused(const char *text, const struct code_key *key, enum status status, const char *id)
{
	struct code code;

	assert_false(code_reads(text, key, &code));
	assert_int_equal(typed_problems.status, status);
	assert_int_equal(typed_problems.count, 1);
	if (!has_problem(&typed_problems, id))
		fail_msg("\"%s\" is not %s", first_sentence(&typed_problems), id);
}

struct code_key
test_key(void)
{
	struct code_key key;

	assert_true(code_key_read(code_key_text, &key));
	return key;
}
