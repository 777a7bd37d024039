/* SPDX-License-Identifier: MIT
 * Chip It's rule book: finishing orders of a game or a tournament, or what the
 * losers of the game for two were left with. Pure. */
#include "scoring/chipit.h"

#include <stdio.h>
#include <string.h>

#include "scoring/read.h"
#include "scoring/reason.h"

#define NO_PLAYER 0xff /* an entry that could not be read */
#define TWO_HAND  12
#define TWO_START 2 /* points in chips of the player who goes first in the game for two */

const uint8_t chipit_points[CHIPIT_SEATS_MAX] = {4, 2, 1};

static const char *
game_name(int game)
{
	static const char *const name[CHIPIT_GAMES_MAX] = {"game 1", "game 2", "game 3", "game 4", "game 5", "game 6"};

	return name[game];
}

/* A finishing order names every player exactly once. */
static void
check_order(const struct chipit_result *result, int game, struct problems *problems)
{
	unsigned seen[PLAYERS_MAX] = {0};
	char buffer[16];

	for (int i = 0; i < result->ranked[game]; i++) {
		uint8_t player = result->order[game][i];

		if (player == NO_PLAYER)
			return;
		seen[player]++;
	}
	for (unsigned i = 0; i < result->base.players.count; i++) {
		const char *name = player_name(&result->base.players, i, buffer);

		if (seen[i] == 0)
			problems_add_text(problems, STATUS_BAD_RESULT,
				"%s is missing in the finishing order of game %d", name, game + 1);
		if (seen[i] > 1)
			problems_add_text(problems, STATUS_BAD_RESULT,
				"%s is %u times in the finishing order of game %d", name, seen[i], game + 1);
	}
}

static void
check_number(const struct chipit_result *result, unsigned expected, struct problems *problems)
{
	if (result->games < expected)
		problems_add_text(problems, STATUS_UNFINISHED, "the game is not finished: %u of %u games are played",
			result->games, expected);
	if (result->games > expected)
		problems_add_text(problems, STATUS_BAD_RESULT, "there are %u games, not %u", expected, result->games);
}

/* For two, what is left in hand counts. */
static bool
fewer_wins(unsigned players)
{
	return players == 2;
}

static void
score_orders(const struct chipit_result *result, struct score *score, struct problems *problems)
{
	unsigned players = result->base.players.count;
	int order[PLAYERS_MAX] = {0};

	if (result->games != 1)
		check_number(result, players, problems);
	for (int game = 0; game < result->games; game++)
		check_order(result, game, problems);
	if (problems->count > 0)
		return;
	score_init(score, players);
	for (int game = 0; game < result->games; game++) {
		for (unsigned place = 0; place < players; place++) {
			uint8_t player = result->order[game][place];

			/* The place is the count, so that a game without points shows too. */
			score_add(&score->player[player], game_name(game), chipit_points[place], (int)place + 1);
			order[player] = -(int)place;
		}
	}
	/* A single game knows every place; a tournament shares them where points are equal. */
	score_places(score, true, result->games == 1 ? order : NULL);
}

static void
score_two(const struct chipit_result *result, struct score *score, struct problems *problems)
{
	check_number(result, CHIPIT_TWO_GAMES, problems);
	for (int game = 0; game < result->games; game++) {
		const struct chipit_lost *lost = &result->lost[game];
		char buffer[16];

		if (lost->loser != NO_PLAYER && lost->chips == 0 && lost->cards == 0)
			problems_add_text(problems, STATUS_BAD_RESULT,
				"%s has neither chips nor cards left in game %d: that is how one wins",
				player_name(&result->base.players, lost->loser, buffer), game + 1);
	}
	if (problems->count > 0)
		return;
	score_init(score, 2);
	for (int game = 0; game < CHIPIT_TWO_GAMES; game++) {
		const struct chipit_lost *lost = &result->lost[game];

		score_add(&score->player[lost->loser], game_name(game),
			lost->chips + CHIPIT_POINTS_A_CARD * lost->cards, lost->cards);
	}
	score_places(score, !fewer_wins(2), NULL);
}

static void
score(const void *layout, const void *result, struct score *score, struct problems *problems)
{
	const struct chipit_layout *pad = layout;
	const struct chipit_result *played = result;
	unsigned players = played->base.players.count;

	if (pad != NULL && pad->seats != players) {
		problems_add_text(problems, STATUS_BAD_RESULT, "this pad is for %u players, the result has %u",
			pad->seats, players);
		return;
	}
	if (players < 2) {
		problems_add_text(problems, STATUS_BAD_RESULT, "chipit is for 2 to 6 players");
		return;
	}
	if (played->two)
		score_two(played, score, problems);
	else
		score_orders(played, score, problems);
}

/* Points are taken with cards that are played, and only by the player who plays them. A loser with
 * all cards in hand has played none, and has at most the chips of the player who goes first. After
 * one card everything in the box is possible: a green card may be raised by all of it. */
static void
check_lost(const struct chipit_result *result, const struct chipit_layout *pad, int game, struct problems *problems)
{
	const struct chipit_lost *lost = &result->lost[game];
	int most = pad == NULL || pad->first[game] == lost->loser ? TWO_START : 0;
	char buffer[16];

	if (lost->cards == TWO_HAND && lost->chips > most)
		problems_add_text(problems, STATUS_BAD_RESULT,
			"%s cannot have %d points in chips with all %d cards left in game %d: chips are taken with "
			"cards that are played, so it is %d at most",
			player_name(&result->base.players, lost->loser, buffer), lost->chips, TWO_HAND, game + 1, most);
}

/* At a table of an event the first game alone is not the tournament that everybody else plays. */
static void
check(const void *layout, const void *result, bool event, struct problems *problems)
{
	const struct chipit_result *played = result;

	for (int game = 0; played->two && game < played->games; game++)
		check_lost(played, layout, game, problems);
	if (!played->two && event)
		check_number(played, played->base.players.count, problems);
}

static void
reason(const void *layout, const void *result, const struct score *score, unsigned player,
	const struct score_line *line, char reason[REASON_BYTES])
{
	static const char *const place[PLAYERS_MAX] = {"first", "second", "third", "fourth", "fifth", "sixth"};
	const struct chipit_result *played = result;
	int game = 0;

	(void)layout;
	(void)score;
	(void)player;
	if (!played->two) {
		reason_add(reason, "%s to finish", place[line->count - 1]);
		return;
	}
	while (strcmp(line->what, game_name(game)) != 0)
		game++;
	reason_add(reason, "lost with ");
	if (played->lost[game].chips > 0)
		reason_add(reason, "%d in chips", played->lost[game].chips);
	if (played->lost[game].chips > 0 && line->count > 0)
		reason_add(reason, " and ");
	if (line->count > 0)
		reason_add(reason, "%d card%s at %d", line->count, reason_plural(line->count), CHIPIT_POINTS_A_CARD);
}

static void
read_order(const struct node *entry, int game, struct chipit_result *result, struct problems *problems)
{
	const struct node *player = node_first(entry);
	uint32_t ranked = node_count(entry);
	char whose[32];

	snprintf(whose, sizeof whose, "game %d", game + 1);
	if (!node_is(entry, NODE_ARRAY) || ranked > CHIPIT_LISTED) {
		problems_add_text(
			problems, STATUS_BAD_RESULT, "%s must be an array of the players in finishing order", whose);
		ranked = 1;
		entry = NULL;
	}
	result->ranked[game] = (uint8_t)ranked;
	for (uint32_t i = 0; i < ranked; i++) {
		result->order[game][i] = NO_PLAYER;
		if (entry == NULL)
			continue;
		read_number(player, whose, "a player", 0, result->base.players.count - 1, &result->order[game][i],
			problems);
		player = node_next(player);
	}
}

static void
read_lost(const struct node *entry, int game, struct chipit_result *result, struct problems *problems)
{
	static const char *const known[] = {"loser", "chips", "cards", NULL};
	struct chipit_lost *lost = &result->lost[game];
	unsigned before = problems->count;
	uint8_t loser = NO_PLAYER;
	char whose[32];

	*lost = (struct chipit_lost){.loser = NO_PLAYER};
	snprintf(whose, sizeof whose, "game %d", game + 1);
	if (!node_is(entry, NODE_OBJECT)) {
		problems_add_text(problems, STATUS_BAD_RESULT,
			"%s of two players must be an object with loser, chips and cards", whose);
		return;
	}
	read_known(entry, whose, known, problems);
	read_number(node_member(entry, "chips"), whose, "\"chips\" (points in chips left)", 0, CHIPIT_CHIPS_MAX,
		&lost->chips, problems);
	read_number(node_member(entry, "cards"), whose, "\"cards\" (cards left)", 0, TWO_HAND, &lost->cards, problems);
	read_number(node_member(entry, "loser"), whose, "\"loser\"", 0, 1, &loser, problems);
	/* Only a game that was read whole is looked at further. */
	if (problems->count == before)
		lost->loser = loser;
}

static void
read_result(const struct node *json, void *out, struct problems *problems)
{
	static const char *const known[] = {"game", "code", "rules", "players", "ruling", "games", NULL};
	static const char *const player_known[] = {"name", NULL};
	struct chipit_result *result = out;
	const struct node *games = read_array(json, "the result", "games", false, CHIPIT_LISTED, problems);
	const struct node *player = node_first(node_member(json, "players")), *entry = node_first(games);

	read_known(json, "the result", known, problems);
	for (uint8_t i = 0; i < result->base.players.count; i++, player = node_next(player)) {
		char buffer[16];

		read_known(player, player_name(&result->base.players, i, buffer), player_known, problems);
	}
	result->two = result->base.players.count == 2;
	result->games = (uint8_t)node_count(games);
	for (int game = 0; game < result->games; game++, entry = node_next(entry)) {
		if (result->two)
			read_lost(entry, game, result, problems);
		else
			read_order(entry, game, result, problems);
	}
}

static void
write_lost(const struct chipit_lost *lost, struct text *text)
{
	text_raw(text, "{");
	text_name(text, "loser");
	text_number(text, lost->loser);
	text_name(text, "chips");
	text_number(text, lost->chips);
	text_name(text, "cards");
	text_number(text, lost->cards);
	text_raw(text, "}");
}

static void
write_result(const void *in, struct text *text)
{
	const struct chipit_result *result = in;

	text_name(text, "games");
	text_raw(text, "[");
	for (int game = 0; game < result->games; game++) {
		text_comma(text);
		if (result->two) {
			write_lost(&result->lost[game], text);
			continue;
		}
		text_raw(text, "[");
		for (int i = 0; i < result->ranked[game]; i++) {
			text_comma(text);
			text_number(text, result->order[game][i]);
		}
		text_raw(text, "]");
	}
	text_raw(text, "]");
}

/* A player has nothing but a name. */
static void
write_player(const void *result, unsigned player, struct text *text)
{
	(void)result;
	(void)player;
	(void)text;
}

RULES_RESULT_FITS(struct chipit_result);

const struct rules rules_chipit = {
	.game = &game_chipit,
	.result_size = sizeof(struct chipit_result),
	.read = read_result,
	.write = write_result,
	.write_player = write_player,
	.score = score,
	.reason = reason,
	.check = check,
	.fewer_wins = fewer_wins,
};
