/* SPDX-License-Identifier: MIT
 * Chip It's rule book: the finishing orders of a game or a tournament or, for two
 * players, the chips and cards that each loser had left. Pure. */
#include "scoring/chipit.h"

#include <string.h>

#include "scoring/read.h"

#define NO_PLAYER 0xff /* an entry that could not be read */
#define TWO_HAND  12   /* cards that each of two is dealt */
#define TWO_START 2    /* points in chips of the player who goes first in the game for two */

const uint8_t chipit_points[CHIPIT_SEATS_MAX] = {4, 2, 1};

static const struct phrase game_name[CHIPIT_GAMES_MAX] = {
	PHRASE("game-1", "game 1"),
	PHRASE("game-2", "game 2"),
	PHRASE("game-3", "game 3"),
	PHRASE("game-4", "game 4"),
	PHRASE("game-5", "game 5"),
	PHRASE("game-6", "game 6"),
};

/* A finishing order names every player exactly once. */
static void
check_order(const struct chipit_result *result, int game, struct problems *problems)
{
	unsigned seen[PLAYERS_MAX] = {0};

	for (int i = 0; i < result->ranked[game]; i++) {
		uint8_t player = result->order[game][i];

		if (player == NO_PLAYER)
			return;
		seen[player]++;
	}
	for (unsigned i = 0; i < result->base.players.count; i++) {
		if (seen[i] == 1)
			continue;
		refuse(problems,
			seen[i] == 0 ? SAY("order-misses", "{who} is missing in the finishing order of game {game}")
				     : SAY_COUNT("order-repeats",
					       "{who} is {count} time in the finishing order of game {game}",
					       "{who} is {count} times in the finishing order of game {game}", seen[i]),
			ARG_PLAYER("who", &result->base.players, i), ARG_NUMBER("game", game + 1));
	}
}

static void
check_number(const struct chipit_result *result, unsigned expected, struct problems *problems)
{
	if (result->games < expected)
		problems_add(problems, STATUS_UNFINISHED,
			SAY_COUNT("games-missing", "the game is not finished: {played} of {count} game is played",
				"the game is not finished: {played} of {count} games are played", expected),
			ARG_NUMBER("played", result->games));
	if (result->games > expected)
		refuse(problems,
			SAY_COUNT("games-too-many", "there is {count} game, not {played}",
				"there are {count} games, not {played}", expected),
			ARG_NUMBER("played", result->games));
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

			/* The place is used as the count, so that a game without points has a line, too. */
			score_add(&score->player[player], game_name[game], chipit_points[place], (int)place + 1);
			order[player] = -(int)place;
		}
	}
	/* A single game knows every place; a tournament shares them if points are equal. */
	score_places(score, true, result->games == 1 ? order : NULL);
}

static void
score_two(const struct chipit_result *result, struct score *score, struct problems *problems)
{
	check_number(result, CHIPIT_TWO_GAMES, problems);
	for (int game = 0; game < result->games; game++) {
		const struct chipit_lost *lost = &result->lost[game];

		if (lost->loser != NO_PLAYER && lost->chips == 0 && lost->cards == 0)
			refuse(problems,
				SAY("loser-has-nothing",
					"{who} has neither chips nor cards left in game {game}: that is how one wins"),
				ARG_PLAYER("who", &result->base.players, lost->loser), ARG_NUMBER("game", game + 1));
	}
	if (problems->count > 0)
		return;
	score_init(score, 2);
	for (int game = 0; game < CHIPIT_TWO_GAMES; game++) {
		const struct chipit_lost *lost = &result->lost[game];

		score_add(&score->player[lost->loser], game_name[game],
			lost->chips + CHIPIT_POINTS_A_CARD * lost->cards, lost->cards);
	}
	score_places(score, false, NULL);
}

static void
score(const void *layout, const void *result, struct score *score, struct problems *problems)
{
	const struct chipit_layout *pad = layout;
	const struct chipit_result *played = result;
	unsigned players = played->base.players.count;

	if (pad != NULL && pad->seats != players)
		refuse(problems,
			SAY_COUNT("pad-players", "this pad is for {count} player, the result has {players}",
				"this pad is for {count} players, the result has {players}", pad->seats),
			ARG_NUMBER("players", players));
	else if (players < 2)
		refuse(problems, SAY("chipit-players", "chipit is for 2 to 6 players"));
	else if (played->two)
		score_two(played, score, problems);
	else
		score_orders(played, score, problems);
}

/* For two: a player gets points only with cards that this player plays. A loser with all cards in hand has played none
 * and has at most the starting chips of the player who goes first. After one card any number of points is possible,
 * because a green card may be raised by the whole box. At a table of an event, a single game is not enough: all others
 * play a tournament. */
static void
check(const void *layout, const void *result, bool event, struct problems *problems)
{
	const struct chipit_result *played = result;
	const struct chipit_layout *pad = layout;

	for (int game = 0; played->two && game < played->games; game++) {
		const struct chipit_lost *lost = &played->lost[game];
		int most = pad == NULL || pad->first[game] == lost->loser ? TWO_START : 0;

		if (lost->cards < TWO_HAND || lost->chips <= most)
			continue;
		refuse(problems,
			SAY("chips-without-cards",
				"{who} cannot have {chips} points in chips with all {cards} cards left in game {game}: "
				"chips are taken with cards that are played, so it is {most} at most"),
			ARG_PLAYER("who", &played->base.players, lost->loser), ARG_NUMBER("chips", lost->chips),
			ARG_NUMBER("cards", TWO_HAND), ARG_NUMBER("game", game + 1), ARG_NUMBER("most", most));
	}
	if (!played->two && event)
		check_number(played, played->base.players.count, problems);
}

static void
reason(const void *layout, const void *result, const struct score *score, unsigned player,
	const struct score_line *line, struct message *reason)
{
	static const struct phrase place[PLAYERS_MAX] = {
		PHRASE("finished-1", "first to finish"),
		PHRASE("finished-2", "second to finish"),
		PHRASE("finished-3", "third to finish"),
		PHRASE("finished-4", "fourth to finish"),
		PHRASE("finished-5", "fifth to finish"),
		PHRASE("finished-6", "sixth to finish"),
	};
	const struct chipit_result *played = result;
	int game = 0;

	(void)layout;
	(void)score;
	(void)player;
	if (!played->two) {
		message_set(reason, SAY(place[line->count - 1].id, place[line->count - 1].english));
		return;
	}
	while (strcmp(line->name.id, game_name[game].id) != 0)
		game++;
	const struct argument chips = ARG_NUMBER("chips", played->lost[game].chips),
			      each = ARG_NUMBER("each", CHIPIT_POINTS_A_CARD);

	if (line->count == 0)
		message_set(reason, SAY("lost-chips", "lost with {chips} in chips"), chips);
	else if (played->lost[game].chips == 0)
		message_set(reason,
			SAY_COUNT("lost-cards", "lost with {count} card at {each}", "lost with {count} cards at {each}",
				line->count),
			each);
	else
		message_set(reason,
			SAY_COUNT("lost-chips-and-cards", "lost with {chips} in chips and {count} card at {each}",
				"lost with {chips} in chips and {count} cards at {each}", line->count),
			chips, each);
}

static void
read_order(const struct node *entry, int game, struct chipit_result *result, struct problems *problems)
{
	const struct read_number asked = {WHOSE_GAME(game + 1), ARG_PHRASE("what", SAY("a-player", "a player")), 0,
		result->base.players.count - 1};
	const struct node *player = node_first(entry);

	if (!node_is(entry, NODE_ARRAY) || entry->count > CHIPIT_LISTED) {
		refuse(problems, SAY("order-bad", "{whose} must be an array of the players in finishing order"),
			asked.whose);
		result->ranked[game] = 1;
		result->order[game][0] = NO_PLAYER;
		return;
	}
	result->ranked[game] = (uint8_t)entry->count;
	for (uint32_t i = 0; i < entry->count; i++, player = node_next(player)) {
		result->order[game][i] = NO_PLAYER;
		read_number(player, &asked, &result->order[game][i], problems);
	}
}

static void
read_lost(const struct node *entry, int game, struct chipit_result *result, struct problems *problems)
{
	static const char *const known[] = {"loser", "chips", "cards", NULL};
	const struct argument whose = WHOSE_GAME(game + 1);
	struct chipit_lost *lost = &result->lost[game];
	unsigned before = problems->count;
	uint8_t loser = NO_PLAYER;

	*lost = (struct chipit_lost){.loser = NO_PLAYER};
	if (!node_is(entry, NODE_OBJECT)) {
		refuse(problems,
			SAY("lost-not-object", "{whose} of two players must be an object with loser, chips and cards"),
			whose);
		return;
	}
	read_known(entry, &whose, known, problems);
	read_number(node_member(entry, "chips"),
		&(struct read_number){whose, ARG_PHRASE("what", SAY("chips", "\"chips\" (points in chips left)")), 0,
			CHIPIT_CHIPS_MAX},
		&lost->chips, problems);
	read_number(node_member(entry, "cards"),
		&(struct read_number){whose, ARG_PHRASE("what", SAY("cards", "\"cards\" (cards left)")), 0, TWO_HAND},
		&lost->cards, problems);
	read_number(node_member(entry, "loser"), &(struct read_number){whose, ARG_TEXT("what", "\"loser\""), 0, 1},
		&loser, problems);
	/* Only games without problems are checked further. */
	if (problems->count == before)
		lost->loser = loser;
}

static void
read_result(const struct node *json, void *out, struct problems *problems)
{
	static const char *const known[] = {"game", "code", "rules", "players", "ruling", "games", NULL};
	static const char *const player_known[] = {"name", NULL};
	struct chipit_result *result = out;
	const struct node *games = read_array(
		json, &(struct read_array){.whose = WHOSE_RESULT, .name = "games", .most = CHIPIT_LISTED}, problems);
	const struct node *player = node_first(node_member(json, "players")), *entry = node_first(games);

	read_known(json, &WHOSE_RESULT, known, problems);
	for (uint8_t i = 0; i < result->base.players.count; i++, player = node_next(player)) {
		const struct argument whose = ARG_PLAYER("whose", &result->base.players, i);

		read_known(player, &whose, player_known, problems);
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
write_result(const void *in, struct text *text)
{
	const struct chipit_result *result = in;

	text_member_raw(text, "games", "[");
	for (int game = 0; game < result->games; game++) {
		if (result->two) {
			text_value(text, "{");
			text_member_number(text, "loser", result->lost[game].loser);
			text_member_number(text, "chips", result->lost[game].chips);
			text_member_number(text, "cards", result->lost[game].cards);
			text_raw(text, "}");
			continue;
		}
		text_value(text, "[");
		for (int i = 0; i < result->ranked[game]; i++)
			text_number(text, result->order[game][i]);
		text_raw(text, "]");
	}
	text_raw(text, "]");
}

RULES_RESULT_FITS(struct chipit_result);

const struct rules rules_chipit = {
	.game = &game_chipit,
	.read = read_result,
	.write = write_result,
	.score = score,
	.reason = reason,
	.check = check,
	.fewer_wins = 2, /* what is left in hand counts */
};
