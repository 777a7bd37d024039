/* SPDX-License-Identifier: MIT
 * Coin-Op's rule book: what came dry from which dryer. Pure. */
#include "scoring/laundry.h"

#include <stdio.h>
#include <string.h>

#include "scoring/read.h"
#include "scoring/reason.h"

#define SOCKS 2 /* that each player has */

static const struct {
	uint8_t one, other;
	const char *what;
} pairs[] = {
	{LAUNDRY_UNDERWEAR, LAUNDRY_BRA, "pair of underwear and bra"},
	{LAUNDRY_PANTS, LAUNDRY_SHIRT, "pair of pants and shirt"},
	{LAUNDRY_BEDSHEET, LAUNDRY_PILLOWCASE, "pair of bedsheet and pillowcase"},
};

/* Values must be two each of 1, 2 and 3, and those of a dealt ticket. */
static void
check_values(const struct laundry_played *played, const struct laundry_ticket *dealt, const char *name,
	struct problems *problems)
{
	int count[4] = {0};

	if (!played->values_given) {
		if (dealt == NULL)
			problems_add_text(problems, STATUS_BAD_RESULT,
				"%s: the six values are missing, two 1s, two 2s and two 3s", name);
		return;
	}
	for (int item = 0; item < LAUNDRY_ROWS; item++) {
		count[played->value[item] & 3]++;
		if (dealt != NULL && played->value[item] != dealt->value[item])
			problems_add_text(problems, STATUS_BAD_RESULT,
				"%s: %s has value %d, but the ticket was dealt %d", name, laundry_item_name(item),
				played->value[item], dealt->value[item]);
	}
	/* What is missing or no value is said already. */
	if (dealt == NULL && count[0] == 0 && (count[1] != 2 || count[2] != 2 || count[3] != 2))
		problems_add_text(problems, STATUS_BAD_RESULT,
			"%s: the values must be two 1s, two 2s and two 3s, not %d, %d and %d of them", name, count[1],
			count[2], count[3]);
}

static void
check_items(const struct laundry_played *played, const char *name, struct problems *problems)
{
	for (int item = 0; item < LAUNDRY_ITEMS; item++) {
		int owned = item == LAUNDRY_SOCK ? SOCKS : 1;
		const char *what = laundry_item_name(item);

		if (played->scored[item] + played->unscored[item] <= owned)
			continue;
		if (item == LAUNDRY_SOCK)
			problems_add_text(problems, STATUS_BAD_RESULT, "%s: %d socks were dried, but there are two",
				name, played->scored[item] + played->unscored[item]);
		else if (played->scored[item] > 0 && played->unscored[item] > 0)
			problems_add_text(problems, STATUS_BAD_RESULT, "%s: %s is in both dryers", name, what);
		else
			problems_add_text(problems, STATUS_BAD_RESULT, "%s: %s is listed twice", name, what);
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

static void
score_player(const struct laundry_played *played, const uint8_t value[LAUNDRY_ROWS], struct player_score *out)
{
	for (int item = 0; item < LAUNDRY_ROWS; item++)
		if (played->scored[item])
			score_add(out, laundry_item_name(item), value[item], 1);
	score_add(out, laundry_item_name(LAUNDRY_SOCK), 5 * played->scored[LAUNDRY_SOCK], played->scored[LAUNDRY_SOCK]);
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		if (played->unscored[pairs[i].one] && played->unscored[pairs[i].other])
			score_add(out, pairs[i].what, 1, 1);
	if (played->unscored[LAUNDRY_SOCK] == SOCKS)
		score_add(out, "pair of socks", 1, 1);
}

static void
score(const void *layout, const void *result, struct score *score, struct problems *problems)
{
	const struct laundry_layout *laundry = layout;
	const struct laundry_result *game = result;
	bool dealt = laundry != NULL && laundry->dealt;
	int socks[LAUNDRY_SEATS];

	if (game->base.players.count != LAUNDRY_SEATS) {
		problems_add_text(problems, STATUS_BAD_RESULT, "laundry is for two players, the result has %u",
			game->base.players.count);
		return;
	}
	for (unsigned i = 0; i < LAUNDRY_SEATS; i++) {
		char buffer[16];
		const char *name = player_name(&game->base.players, i, buffer);

		check_values(&game->player[i], dealt ? &laundry->ticket[i] : NULL, name, problems);
		check_items(&game->player[i], name, problems);
	}
	if (problems->count == 0 && !game->stalled && !is_finished(&game->player[0]) && !is_finished(&game->player[1]))
		problems_add_text(problems, STATUS_UNFINISHED,
			"the game is not finished: nobody has both socks dry, or all six other items; "
			"if nobody could act any more, say so");
	if (problems->count > 0)
		return;
	score_init(score, LAUNDRY_SEATS);
	for (unsigned i = 0; i < LAUNDRY_SEATS; i++) {
		const struct laundry_played *played = &game->player[i];

		score_player(
			played, played->values_given ? played->value : laundry->ticket[i].value, &score->player[i]);
		socks[i] = played->scored[LAUNDRY_SOCK];
	}
	score_places(score, true, socks);
}

static void
reason(const void *layout, const void *result, const struct score *score, unsigned player,
	const struct score_line *line, char reason[REASON_BYTES])
{
	(void)layout;
	(void)result;
	(void)score;
	(void)player;
	if (strncmp(line->what, "pair of ", 8) == 0)
		reason_add(reason, "both from the no-score dryer");
	else if (strcmp(line->what, laundry_item_name(LAUNDRY_SOCK)) == 0)
		reason_add(reason, "%d sock%s from the score dryer at 5", line->count, reason_plural(line->count));
	else
		reason_add(reason, "from the score dryer, value %d", line->points);
}

static int
item_by_name(const char *name)
{
	for (int item = 0; item < LAUNDRY_ITEMS; item++)
		if (strcmp(laundry_item_name(item), name) == 0)
			return item;
	return -1;
}

/* All items without a value in one sentence. */
static void
read_missing(const struct node *values, const char *name, const char *const known[], struct problems *problems)
{
	char text[128] = "";
	size_t length = 0;
	unsigned missing = 0;

	for (int item = 0; item < LAUNDRY_ROWS; item++)
		if (node_member(values, known[item]) == NULL)
			length += (size_t)snprintf(
				text + length, sizeof text - length, "%s%s", missing++ == 0 ? "" : ", ", known[item]);
	if (missing > 0)
		problems_add_text(problems, STATUS_BAD_RESULT,
			"%s: the value of %s is missing, each is worth 1, 2 or 3", name, text);
}

static void
read_values(const struct node *player, const char *name, struct laundry_played *played, struct problems *problems)
{
	const struct node *values = node_member(player, "values");
	const char *known[LAUNDRY_ROWS + 1] = {0};

	/* A ticket on which nothing is written yet lacks its values once, not six times. */
	if (values == NULL || (node_is(values, NODE_OBJECT) && values->count == 0))
		return;
	if (!node_is(values, NODE_OBJECT)) {
		problems_add_text(problems, STATUS_BAD_RESULT, "%s: \"values\" must be a JSON object", name);
		return;
	}
	for (int item = 0; item < LAUNDRY_ROWS; item++)
		known[item] = laundry_item_name(item);
	if (node_member(values, laundry_item_name(LAUNDRY_SOCK)) != NULL)
		problems_add_text(
			problems, STATUS_BAD_RESULT, "%s: socks have no value of their own, each is worth 5", name);
	else
		read_known(values, name, known, problems);
	read_missing(values, name, known, problems);
	for (int item = 0; item < LAUNDRY_ROWS; item++)
		if (node_member(values, known[item]) != NULL)
			read_number(node_member(values, known[item]), name, known[item], 1, 3, &played->value[item],
				problems);
	played->values_given = true;
}

static void
read_dryer(const struct node *player, const char *name, const char *dryer, uint8_t count[LAUNDRY_ITEMS],
	struct problems *problems)
{
	const struct node *items = read_array(player, name, dryer, true, 32, problems);
	const struct node *entry = node_first(items);

	for (uint32_t i = 0; i < node_count(items); i++, entry = node_next(entry)) {
		const char *text = node_string(entry);
		int item = text == NULL ? -1 : item_by_name(text);
		char shown[QUOTE_BYTES];

		if (item >= 0)
			count[item]++;
		else
			problems_add_text(problems, STATUS_BAD_RESULT, "%s: \"%s\" in %s is no laundry item", name,
				text == NULL ? "something" : read_quoted(text, shown), dryer);
	}
}

static bool
read_stalled(const struct node *stalled, struct problems *problems)
{
	if (stalled != NULL && !node_is(stalled, NODE_TRUE) && !node_is(stalled, NODE_FALSE))
		problems_add_text(problems, STATUS_BAD_RESULT, "the result: \"stalled\" must be true or false");
	return node_is(stalled, NODE_TRUE);
}

static void
read_result(const struct node *json, void *out, struct problems *problems)
{
	static const char *const known[] = {"game", "code", "rules", "players", "ruling", "first", "stalled", NULL};
	static const char *const player_known[] = {"name", "values", "score_dryer", "no_score_dryer", NULL};
	struct laundry_result *result = out;
	const struct node *first = node_member(json, "first"), *player;
	uint8_t who;

	memset(result->player, 0, sizeof result->player);
	result->first = -1;
	read_known(json, "the result", known, problems);
	if (first != NULL && read_number(first, "the result", "\"first\"", 0, 1, &who, problems))
		result->first = (int8_t)who;
	result->stalled = read_stalled(node_member(json, "stalled"), problems);
	player = node_first(node_member(json, "players"));
	for (uint8_t i = 0; i < result->base.players.count && i < LAUNDRY_SEATS; i++) {
		struct laundry_played *played = &result->player[i];
		char buffer[16];
		const char *name = player_name(&result->base.players, i, buffer);

		read_known(player, name, player_known, problems);
		read_values(player, name, played, problems);
		read_dryer(player, name, "score_dryer", played->scored, problems);
		read_dryer(player, name, "no_score_dryer", played->unscored, problems);
		player = node_next(player);
	}
}

static void
write_dryer(const char *name, const uint8_t count[LAUNDRY_ITEMS], struct text *text)
{
	text_name(text, name);
	text_raw(text, "[");
	for (int item = 0; item < LAUNDRY_ITEMS; item++) {
		for (int i = 0; i < count[item]; i++) {
			text_comma(text);
			text_string(text, laundry_item_name(item));
		}
	}
	text_raw(text, "]");
}

static void
write_result(const void *in, struct text *text)
{
	const struct laundry_result *result = in;

	if (result->first >= 0) {
		text_name(text, "first");
		text_number(text, result->first);
	}
	if (result->stalled) {
		text_name(text, "stalled");
		text_raw(text, "true");
	}
}

static void
write_player(const void *in, unsigned player, struct text *text)
{
	const struct laundry_played *played = &((const struct laundry_result *)in)->player[player];

	if (played->values_given) {
		text_name(text, "values");
		text_raw(text, "{");
		for (int item = 0; item < LAUNDRY_ROWS; item++) {
			text_name(text, laundry_item_name(item));
			text_number(text, played->value[item]);
		}
		text_raw(text, "}");
	}
	write_dryer("score_dryer", played->scored, text);
	write_dryer("no_score_dryer", played->unscored, text);
}

RULES_RESULT_FITS(struct laundry_result);

const struct rules rules_laundry = {
	.game = &game_laundry,
	.tie = "more socks from the score dryer decide",
	.result_size = sizeof(struct laundry_result),
	.read = read_result,
	.write = write_result,
	.write_player = write_player,
	.score = score,
	.reason = reason,
};
