/* SPDX-License-Identifier: MIT
 * Coin-Op's rule book: points for laundry by the dryer that dried it. Pure. */
#include "scoring/laundry.h"

#include <string.h>

#include "scoring/read.h"

#define SOCKS 2 /* that each player has */

static const struct {
	uint8_t one, other;
	struct phrase name;
} pairs[] = {
	{LAUNDRY_UNDERWEAR, LAUNDRY_BRA, PHRASE("pair-underwear", "pair of underwear and bra")},
	{LAUNDRY_PANTS, LAUNDRY_SHIRT, PHRASE("pair-pants", "pair of pants and shirt")},
	{LAUNDRY_BEDSHEET, LAUNDRY_PILLOWCASE, PHRASE("pair-bedsheet", "pair of bedsheet and pillowcase")},
};

/* Counts of values are written as words, because a number next to a value is hard to read. */
static const struct phrase number_word[LAUNDRY_ROWS + 1] = {
	PHRASE("none", "no"),
	PHRASE("one", "one"),
	PHRASE("two", "two"),
	PHRASE("three", "three"),
	PHRASE("four", "four"),
	PHRASE("five", "five"),
	PHRASE("six", "six"),
};
#define NUMBER_WORD(n) ARG_PHRASE("number", SAY(number_word[n].id, number_word[n].english))

/* Values must be two each of 1, 2 and 3, and those of a dealt ticket. */
static void
check_values(const struct laundry_played *played, const struct laundry_ticket *dealt, const struct argument *whose,
	struct problems *problems)
{
	int count[4] = {0};

	if (!played->values_given) {
		if (dealt == NULL)
			refuse(problems,
				SAY("values-missing", "{whose}: the six values are missing, two 1s, two 2s and two 3s"),
				*whose);
		return;
	}
	for (int item = 0; item < LAUNDRY_ROWS; item++) {
		count[played->value[item] & 3]++;
		if (dealt != NULL && played->value[item] != dealt->value[item])
			refuse(problems,
				SAY("value-not-dealt",
					"{whose}: {item} has value {value}, but the ticket was dealt {dealt}"),
				*whose, ARG_TEXT("item", laundry_item_name(item)),
				ARG_NUMBER("value", played->value[item]), ARG_NUMBER("dealt", dealt->value[item]));
	}
	/* Missing and invalid values have problems already. */
	if (dealt == NULL && count[0] == 0 && (count[1] != 2 || count[2] != 2 || count[3] != 2))
		refuse(problems,
			SAY("values-unequal",
				"{whose}: the values must be two 1s, two 2s and two 3s, but there are {ones}, {twos} and "
				"{threes}"),
			*whose,
			ARG_PHRASE("ones", SAY_COUNT("how-many-1s", "{number} 1", "{number} 1s", count[1]),
				NUMBER_WORD(count[1])),
			ARG_PHRASE("twos", SAY_COUNT("how-many-2s", "{number} 2", "{number} 2s", count[2]),
				NUMBER_WORD(count[2])),
			ARG_PHRASE("threes", SAY_COUNT("how-many-3s", "{number} 3", "{number} 3s", count[3]),
				NUMBER_WORD(count[3])));
}

static void
check_items(const struct laundry_played *played, const struct argument *whose, struct problems *problems)
{
	for (int item = 0; item < LAUNDRY_ITEMS; item++) {
		int owned = item == LAUNDRY_SOCK ? SOCKS : 1, dried = played->scored[item] + played->unscored[item];

		if (dried <= owned)
			continue;
		if (item == LAUNDRY_SOCK)
			refuse(problems,
				SAY_COUNT("too-many-socks", "{whose}: {count} sock was dried, but there are two",
					"{whose}: {count} socks were dried, but there are two", dried),
				*whose);
		else
			refuse(problems,
				played->scored[item] > 0 && played->unscored[item] > 0
					? SAY("item-in-both", "{whose}: {item} is in both dryers")
					: SAY("item-twice", "{whose}: {item} is listed twice"),
				*whose, ARG_TEXT("item", laundry_item_name(item)));
	}
}

static bool
is_finished(const struct laundry_played *played)
{
	bool clothes = true;

	for (int item = 0; item < LAUNDRY_ROWS; item++)
		clothes &= played->scored[item] + played->unscored[item] > 0;
	return clothes || played->scored[LAUNDRY_SOCK] + played->unscored[LAUNDRY_SOCK] >= SOCKS;
}

/* Items are called in English as they are in JSON. */
static struct phrase
item_phrase(enum laundry_item item)
{
	return (struct phrase){laundry_item_name(item), laundry_item_name(item)};
}

static void
score(const void *layout, const void *result, struct score *score, struct problems *problems)
{
	const struct laundry_layout *laundry = layout;
	const struct laundry_result *game = result;
	bool dealt = laundry != NULL && laundry->dealt;
	int socks[LAUNDRY_SEATS];

	if (game->base.players.count != LAUNDRY_SEATS) {
		refuse(problems, SAY("laundry-players", "laundry is for two players, the result has {players}"),
			ARG_NUMBER("players", game->base.players.count));
		return;
	}
	for (unsigned i = 0; i < LAUNDRY_SEATS; i++) {
		const struct argument whose = ARG_PLAYER("whose", &game->base.players, i);

		check_values(&game->player[i], dealt ? &laundry->ticket[i] : NULL, &whose, problems);
		check_items(&game->player[i], &whose, problems);
	}
	if (problems->count == 0 && !game->stalled && !is_finished(&game->player[0]) && !is_finished(&game->player[1]))
		problems_add(problems, STATUS_UNFINISHED,
			SAY("laundry-unfinished",
				"the game is not finished: nobody has both socks dry, or all six other items; if nobody "
				"could act any more, say so"));
	if (problems->count > 0)
		return;
	score_init(score, LAUNDRY_SEATS);
	for (unsigned i = 0; i < LAUNDRY_SEATS; i++) {
		const struct laundry_played *played = &game->player[i];
		const uint8_t *value = played->values_given ? played->value : laundry->ticket[i].value;
		struct player_score *out = &score->player[i];

		socks[i] = played->scored[LAUNDRY_SOCK];
		for (int item = 0; item < LAUNDRY_ROWS; item++)
			if (played->scored[item])
				score_add(out, item_phrase(item), value[item], 1);
		score_add(out, item_phrase(LAUNDRY_SOCK), 5 * socks[i], socks[i]);
		for (size_t n = 0; n < sizeof pairs / sizeof *pairs; n++)
			if (played->unscored[pairs[n].one] && played->unscored[pairs[n].other])
				score_add(out, pairs[n].name, 1, 1);
		if (played->unscored[LAUNDRY_SOCK] == SOCKS)
			score_add(out, (struct phrase)PHRASE("pair-socks", "pair of socks"), 1, 1);
	}
	score_places(score, true, socks);
}

static int
item_by_name(const char *name)
{
	for (int item = 0; item < LAUNDRY_ITEMS; item++)
		if (strcmp(laundry_item_name(item), name) == 0)
			return item;
	return -1;
}

static void
reason(const void *layout, const void *result, const struct score *score, unsigned player,
	const struct score_line *line, struct message *reason)
{
	(void)layout;
	(void)result;
	(void)score;
	(void)player;
	if (strcmp(line->name.id, laundry_item_name(LAUNDRY_SOCK)) == 0)
		message_set(reason,
			SAY_COUNT("socks-scored", "{count} sock from the score dryer at 5",
				"{count} socks from the score dryer at 5", line->count));
	else if (item_by_name(line->name.id) >= 0)
		message_set(reason, SAY("item-scored", "from the score dryer, value {value}"),
			ARG_NUMBER("value", line->points));
	else
		message_set(reason, SAY("pair-unscored", "both from the no-score dryer"));
}

/* Reads the values that were written. One problem names all items without a value. */
static void
read_values(const struct node *player, const struct argument *whose, struct laundry_played *played,
	struct problems *problems)
{
	const struct node *values = node_member(player, "values");
	const char *known[LAUNDRY_ROWS + 1] = {0};
	struct problem missing;
	unsigned any_missing = 0;

	/* A ticket without any values gets one problem later, not six here. */
	if (values == NULL || (node_is(values, NODE_OBJECT) && values->count == 0))
		return;
	if (!node_is(values, NODE_OBJECT)) {
		refuse(problems, SAY("values-not-object", "{whose}: \"values\" must be a JSON object"), *whose);
		return;
	}
	for (int item = 0; item < LAUNDRY_ROWS; item++)
		known[item] = laundry_item_name(item);
	if (node_member(values, laundry_item_name(LAUNDRY_SOCK)) != NULL)
		refuse(problems, SAY("sock-value", "{whose}: socks have no value of their own, each is worth 5"),
			*whose);
	else
		read_known(values, whose, known, problems);
	for (int item = 0; item < LAUNDRY_ROWS; item++) {
		if (node_member(values, known[item]) != NULL)
			continue;
		if (any_missing++ == 0)
			problem_set_status(&missing, STATUS_BAD_RESULT,
				SAY("value-missing",
					"{whose}: the value of {items} is missing, each is worth 1, 2 or 3"),
				*whose);
		message_add(&missing.message, ARG_TEXT("items", known[item]));
	}
	if (any_missing > 0)
		problems_add_problem(problems, &missing);
	for (int item = 0; item < LAUNDRY_ROWS; item++)
		if (node_member(values, known[item]) != NULL)
			read_number(node_member(values, known[item]),
				&(struct read_number){*whose, ARG_TEXT("what", known[item]), 1, 3},
				&played->value[item], problems);
	played->values_given = true;
}

static void
read_dryer(const struct node *player, const struct argument *whose, const char *dryer, uint8_t count[LAUNDRY_ITEMS],
	struct problems *problems)
{
	const struct node *items =
		read_array(player, &(struct read_array){*whose, dryer, .optional = true, .most = 32}, problems);
	const struct node *entry = node_first(items);

	for (uint32_t i = 0; i < node_count(items); i++, entry = node_next(entry)) {
		const char *text = node_string(entry);
		int item = text == NULL ? -1 : item_by_name(text);

		if (item >= 0)
			count[item]++;
		else
			refuse(problems,
				text == NULL
					? SAY("item-not-string", "{whose}: an item in {dryer} must be a string")
					: SAY("item-unknown", "{whose}: \"{item}\" in {dryer} is not a laundry item"),
				*whose, ARG_TEXT("dryer", dryer), ARG_SHOWN("item", text == NULL ? "" : text));
	}
}

static void
read_result(const struct node *json, void *out, struct problems *problems)
{
	static const char *const known[] = {"game", "code", "rules", "players", "ruling", "first", "stalled", NULL};
	static const char *const player_known[] = {"name", "values", "score_dryer", "no_score_dryer", NULL};
	struct laundry_result *result = out;
	const struct node *first = node_member(json, "first"), *player = node_first(node_member(json, "players"));
	uint8_t who;

	memset(result->player, 0, sizeof result->player);
	result->first = -1;
	read_known(json, &WHOSE_RESULT, known, problems);
	if (first != NULL &&
		read_number(first, &(struct read_number){WHOSE_RESULT, ARG_TEXT("what", "\"first\""), 0, 1}, &who,
			problems))
		result->first = (int8_t)who;
	result->stalled = read_flag(node_member(json, "stalled"), &WHOSE_RESULT, "stalled", problems);
	for (uint8_t i = 0; i < result->base.players.count && i < LAUNDRY_SEATS; i++, player = node_next(player)) {
		struct laundry_played *played = &result->player[i];
		const struct argument whose = ARG_PLAYER("whose", &result->base.players, i);

		read_known(player, &whose, player_known, problems);
		read_values(player, &whose, played, problems);
		read_dryer(player, &whose, "score_dryer", played->scored, problems);
		read_dryer(player, &whose, "no_score_dryer", played->unscored, problems);
	}
}

static void
write_dryer(const char *name, const uint8_t count[LAUNDRY_ITEMS], struct text *text)
{
	text_member_raw(text, name, "[");
	for (int item = 0; item < LAUNDRY_ITEMS; item++)
		for (int i = 0; i < count[item]; i++)
			text_string(text, laundry_item_name(item));
	text_raw(text, "]");
}

static void
write_result(const void *in, struct text *text)
{
	const struct laundry_result *result = in;

	if (result->first >= 0)
		text_member_number(text, "first", result->first);
	if (result->stalled)
		text_member_raw(text, "stalled", "true");
}

static void
write_player(const void *in, unsigned player, struct text *text)
{
	const struct laundry_played *played = &((const struct laundry_result *)in)->player[player];

	if (played->values_given) {
		text_member_raw(text, "values", "{");
		for (int item = 0; item < LAUNDRY_ROWS; item++)
			text_member_number(text, laundry_item_name(item), played->value[item]);
		text_raw(text, "}");
	}
	write_dryer("score_dryer", played->scored, text);
	write_dryer("no_score_dryer", played->unscored, text);
}

RULES_RESULT_FITS(struct laundry_result);

const struct rules rules_laundry = {
	.game = &game_laundry,
	.tie = PHRASE("tie-socks", "more socks from the score dryer decide"),
	.read = read_result,
	.write = write_result,
	.write_player = write_player,
	.score = score,
	.reason = reason,
};
