/* SPDX-License-Identifier: MIT
 * Rising, the rule book: `kept` names the die of each turn, "left" or "right". */
#include <string.h>

#include "scoring/read.h"
#include "tests/fifth/rising.h"

struct rising_result {
	struct result base;
	uint8_t kept[RISING_SEATS][RISING_TURNS]; /* 0 left, 1 right */
};

static void
score(const void *layout, const void *data, struct score *score, struct problems *problems)
{
	const struct rising_layout *rising = layout;
	const struct rising_result *result = data;

	if (result->base.players.count > RISING_SEATS)
		problems_add(problems, STATUS_BAD_RESULT,
			SAY("rising-players", "{players} players are too many: a game is for 1 to {most}"),
			ARG_NUMBER("players", result->base.players.count), ARG_NUMBER("most", RISING_SEATS));
	if (problems->count > 0)
		return;
	score_init(score, result->base.players.count);
	for (unsigned i = 0; i < result->base.players.count; i++) {
		int last = 0, points = 0, rises = 0;

		for (int turn = 0; turn < RISING_TURNS; turn++) {
			int pips = rising->die[i][turn][result->kept[i][turn]];

			if (pips < last)
				continue;
			last = pips;
			points += pips;
			rises++;
		}
		score_add(&score->player[i], (struct phrase)PHRASE("rising", "rising dice"), points, rises);
		if (rises == RISING_TURNS)
			score_add(&score->player[i], (struct phrase)PHRASE("never-fell", "never fell"),
				RISING_BONUS(result->base.house), 1);
	}
	score_places(score, true, NULL);
}

static void
reason(const void *layout, const void *result, const struct score *score, unsigned player,
	const struct score_line *line, struct message *reason)
{
	(void)layout;
	(void)result;
	(void)score;
	(void)player;
	if (strcmp(line->name.id, "never-fell") == 0)
		message_set(reason, SAY("all-rose", "all {turns} kept dice rose or stayed"),
			ARG_NUMBER("turns", RISING_TURNS));
	else
		message_set(reason,
			SAY_COUNT("some-rose", "the pips of {count} die that rose or stayed",
				"the pips of {count} dice that rose or stayed", line->count));
}

static void
read_result(const struct node *json, void *out, struct problems *problems)
{
	static const char *const known[] = {"game", "code", "rules", "players", "ruling", NULL};
	static const char *const of_player[] = {"name", "kept", NULL};
	const struct node *player = node_first(node_member(json, "players"));
	struct rising_result *result = out;

	memset(result->kept, 0, sizeof result->kept);
	read_known(json, &WHOSE_RESULT, known, problems);
	for (unsigned i = 0; i < result->base.players.count && i < RISING_SEATS; i++, player = node_next(player)) {
		const struct argument whose = ARG_PLAYER("whose", &result->base.players, i);
		const struct node *kept = read_array(
			player, &(struct read_array){.whose = whose, .name = "kept", .most = RISING_TURNS}, problems);
		const struct node *die = node_first(kept);

		read_known(player, &whose, of_player, problems);
		if (kept == NULL)
			continue;
		if (kept->count < RISING_TURNS)
			problems_add(problems, STATUS_UNFINISHED,
				SAY_COUNT("dice-missing", "{whose} kept {count} die of {turns}",
					"{whose} kept {count} dice of {turns}", kept->count),
				whose, ARG_NUMBER("turns", RISING_TURNS));
		for (uint32_t turn = 0; turn < kept->count; turn++, die = node_next(die)) {
			const char *side = node_string(die);

			if (side == NULL || (strcmp(side, "left") != 0 && strcmp(side, "right") != 0))
				problems_add(problems, STATUS_BAD_RESULT,
					SAY("die-bad", "{whose}: turn {turn} keeps the left or the right die"), whose,
					ARG_NUMBER("turn", turn + 1));
			else
				result->kept[i][turn] = side[0] == 'r';
		}
	}
}

static void
write_player(const void *data, unsigned player, struct text *text)
{
	const struct rising_result *result = data;

	text_member_raw(text, "kept", "[");
	for (int turn = 0; turn < RISING_TURNS; turn++)
		text_string(text, result->kept[player][turn] ? "right" : "left");
	text_raw(text, "]");
}

_Static_assert(sizeof(struct rising_result) <= RESULT_MAX, "a result fits its room");

extern const struct rules rules_rising;
const struct rules rules_rising = {
	.game = &game_rising,
	.needs_code = true,
	.house = {{.name = "bonus", .integer = true, .value = {"5", "10"}, .option = RISING_PRINTED_BONUS_10}},
	.read = read_result,
	.write_player = write_player,
	.score = score,
	.reason = reason,
};
