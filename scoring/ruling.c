/* SPDX-License-Identifier: MIT
 * Rulings. */
#include "scoring/ruling.h"

#include <stdio.h>
#include <string.h>

#include "scoring/read.h"

#define POINTS_MOST 1000

static const char line_name[] = "ruling";

/* What a kind needs, and what it is in words: after the names of those it is about. */
static const struct kind {
	const char *name;
	bool about;    /* somebody: `players` says whom */
	bool out;      /* who takes the last place */
	bool unplayed; /* it may stand for a game that was not played */
	const char *words;
} kinds[RULING_KINDS] = {
	[RULING_NONE] = {.name = ""},
	[RULING_LOST] = {.name = "lost"},
	[RULING_FORFEIT] = {"forfeit", true, true, true, "gave the game up and took the last place"},
	[RULING_NO_SHOW] = {"no-show", true, true, true, "did not come and took the last place"},
	[RULING_LATE] = {"late", true, false, false, "came late"},
	[RULING_DROPPED] = {"dropped", true, true, true, "left the event and took the last place"},
};

const char *
ruling_name(enum ruling_kind kind)
{
	return kinds[kind].name;
}

static void
read_kind(const struct node *value, struct ruling *ruling, struct problems *problems)
{
	const char *name = node_string(value);

	for (unsigned kind = RULING_NONE + 1; name != NULL && kind < RULING_KINDS; kind++)
		if (strcmp(name, kinds[kind].name) == 0)
			ruling->kind = (uint8_t)kind;
	if (ruling->kind == RULING_NONE)
		problems_add_text(problems, STATUS_BAD_RESULT,
			"the ruling: \"kind\" is \"lost\", \"forfeit\", \"no-show\", \"late\" or \"dropped\"");
}

static void
read_whom(const struct node *json, const struct players *players, struct ruling *ruling, struct problems *problems)
{
	const struct kind *kind = &kinds[ruling->kind];
	const struct node *list = read_array(json, "the ruling", "players", !kind->about, PLAYERS_MAX, problems);
	const struct node *one = node_first(list);

	for (uint32_t i = 0; i < node_count(list); i++, one = node_next(one)) {
		uint8_t player;

		if (!read_number(one, "the ruling", "a player", 0, players->count - 1, &player, problems))
			return;
		ruling->players |= (uint8_t)(1u << player);
	}
	if (list != NULL && (ruling->players != 0) != kind->about)
		problems_add_text(problems, STATUS_BAD_RESULT,
			kind->about ? "the ruling: \"players\" says whom it is about"
				    : "the ruling: it is about a piece, not about players");
}

static bool
read_flag(const struct node *value, struct problems *problems)
{
	if (value != NULL && !node_is(value, NODE_TRUE) && !node_is(value, NODE_FALSE))
		problems_add_text(problems, STATUS_BAD_RESULT, "the ruling: \"unplayed\" is true or false");
	return node_is(value, NODE_TRUE);
}

static void
read_points(const struct node *value, struct ruling *ruling, struct problems *problems)
{
	if (value == NULL)
		return;
	if (!node_is(value, NODE_INTEGER) || value->integer < 0 || value->integer > POINTS_MOST)
		problems_add_text(problems, STATUS_BAD_RESULT,
			"the ruling: \"points\" must be a whole number from 0 to %d", POINTS_MOST);
	else
		ruling->points = (uint16_t)value->integer;
}

/* Where nothing was played nothing is said of it: what stands there was meant otherwise. */
static void
read_unplayed(const struct node *result, struct problems *problems)
{
	static const char *const known[] = {"game", "code", "rules", "players", "ruling", NULL};
	static const char *const player_known[] = {"name", NULL};
	const struct node *players = node_member(result, "players"), *player = node_first(players);

	read_known(result, "a result without a game", known, problems);
	for (uint32_t i = 0; i < node_count(players); i++, player = node_next(player))
		read_known(player, "a player of no game", player_known, problems);
}

void
ruling_read(const struct node *result, const struct players *players, struct ruling *ruling, struct problems *problems)
{
	static const char *const known[] = {"kind", "players", "unplayed", "points", NULL};
	const struct node *json = node_member(result, "ruling");

	*ruling = (struct ruling){.kind = RULING_NONE};
	if (json == NULL)
		return;
	if (!node_is(json, NODE_OBJECT)) {
		problems_add_text(problems, STATUS_BAD_RESULT, "\"ruling\" must be an object");
		return;
	}
	read_known(json, "the ruling", known, problems);
	read_kind(node_member(json, "kind"), ruling, problems);
	if (ruling->kind == RULING_NONE)
		return;
	read_whom(json, players, ruling, problems);
	ruling->unplayed = read_flag(node_member(json, "unplayed"), problems);
	read_points(node_member(json, "points"), ruling, problems);
	if (ruling->unplayed)
		read_unplayed(result, problems);
}

void
ruling_check(const struct ruling *ruling, struct problems *problems)
{
	const struct kind *kind = &kinds[ruling->kind];

	if (ruling->lost > 0 && ruling->kind != RULING_LOST)
		problems_add_text(problems, STATUS_BAD_RESULT,
			"\"lost\" stands beside a ruling of that kind: the organiser enters it");
	if (ruling->kind == RULING_LOST && ruling->lost == 0)
		problems_add_text(problems, STATUS_BAD_RESULT,
			"the ruling: \"lost\" of the result names the pieces, where the game has some that can be lost");
	if (ruling->unplayed && !kind->unplayed)
		problems_add_text(problems, STATUS_BAD_RESULT, "the ruling: this kind is about a game that was played");
	if (ruling->points > 0 && ruling->kind != RULING_LATE && !ruling->unplayed)
		problems_add_text(problems, STATUS_BAD_RESULT,
			"the ruling: \"points\" are for those who came late, or for a game that was not played");
}

bool
ruling_is_out(const struct ruling *ruling, unsigned player)
{
	return kinds[ruling->kind].out && (ruling->players >> player & 1) != 0;
}

/* Those who are out stand behind all others, and nobody who is out has won. */
static void
place_out(const struct ruling *ruling, struct score *score)
{
	unsigned in = 0, was[PLAYERS_MAX] = {0};

	for (unsigned i = 0; i < score->players; i++) {
		in += !ruling_is_out(ruling, i);
		was[i] = score->player[i].place;
	}
	for (unsigned i = 0; i < score->players; i++) {
		struct player_score *mine = &score->player[i];

		if (ruling_is_out(ruling, i)) {
			mine->place = in == 0 ? 2 : in + 1;
			continue;
		}
		mine->place = 1;
		for (unsigned j = 0; j < score->players; j++)
			mine->place += !ruling_is_out(ruling, j) && was[j] < was[i];
	}
}

void
ruling_score(const struct result *result, bool fewer, struct score *score)
{
	const struct ruling *ruling = &result->ruling;

	score_init(score, result->players.count);
	for (unsigned i = 0; i < score->players; i++) {
		score->player[i].place = 1;
		/* Where fewer points win nobody is given any for a game that others did not play. */
		if (!ruling_is_out(ruling, i) && !fewer)
			score_add(&score->player[i], line_name, ruling->points, 0);
	}
	place_out(ruling, score);
}

void
ruling_apply(const struct ruling *ruling, bool fewer, struct score *score)
{
	int breaks[PLAYERS_MAX];

	if (kinds[ruling->kind].out)
		place_out(ruling, score);
	if (ruling->kind != RULING_LATE || ruling->points == 0)
		return;
	for (unsigned i = 0; i < score->players; i++) {
		breaks[i] = -(int)score->player[i].place;
		if ((ruling->players >> i & 1) != 0)
			score_add(&score->player[i], line_name, fewer ? ruling->points : -ruling->points, 0);
	}
	score_places(score, !fewer, breaks);
}

bool
ruling_is_line(const struct score_line *line)
{
	return line->what == line_name;
}

void
ruling_reason(const struct ruling *ruling, char reason[REASON_BYTES])
{
	snprintf(reason, REASON_BYTES, "%s",
		ruling->unplayed ? "for a game that was not played" : "a penalty by the organiser");
}

void
ruling_write(const struct ruling *ruling, struct text *text)
{
	if (ruling->kind == RULING_NONE)
		return;
	text_name(text, "ruling");
	text_raw(text, "{");
	text_name(text, "kind");
	text_string(text, ruling_name((enum ruling_kind)ruling->kind));
	if (ruling->players != 0) {
		text_name(text, "players");
		text_raw(text, "[");
		for (unsigned i = 0; i < PLAYERS_MAX; i++)
			if ((ruling->players >> i & 1) != 0) {
				text_comma(text);
				text_number(text, i);
			}
		text_raw(text, "]");
	}
	if (ruling->unplayed) {
		text_name(text, "unplayed");
		text_raw(text, "true");
	}
	if (ruling->points > 0) {
		text_name(text, "points");
		text_number(text, ruling->points);
	}
	text_raw(text, "}");
}

/* "Ana", "Ana and Bo", "Ana, Bo and Cy" */
static size_t
say_names(const struct result *result, char *words)
{
	const uint8_t about = result->ruling.players;
	size_t length = 0;

	for (unsigned i = 0; i < result->players.count; i++) {
		unsigned left = about >> (i + 1);
		char buffer[16];

		if ((about >> i & 1) == 0)
			continue;
		length += (size_t)snprintf(words + length, RULING_BYTES - length, "%s%s",
			player_name(&result->players, i, buffer),
			left == 0                          ? ""
				: (left & (left - 1)) == 0 ? " and "
							   : ", ");
	}
	return length;
}

const char *
ruling_say(const struct result *result, char words[RULING_BYTES])
{
	const struct ruling *ruling = &result->ruling;
	size_t length = say_names(result, words);

	if (ruling->kind == RULING_LOST)
		snprintf(words, RULING_BYTES,
			ruling->lost == 1 ? "%u piece was lost and is nobody's."
					  : "%u pieces were lost and are nobody's.",
			ruling->lost);
	else if (ruling->kind == RULING_LATE && ruling->points > 0)
		snprintf(words + length, RULING_BYTES - length, " %s: %u point%s of penalty.",
			kinds[ruling->kind].words, ruling->points, ruling->points == 1 ? "" : "s");
	else if (ruling->kind != RULING_NONE)
		snprintf(words + length, RULING_BYTES - length, " %s%s.", kinds[ruling->kind].words,
			ruling->unplayed ? "; no game was played" : "");
	else
		*words = '\0';
	return words;
}
