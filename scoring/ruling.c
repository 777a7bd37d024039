/* SPDX-License-Identifier: MIT
 * Rulings. */
#include "scoring/ruling.h"

#include <string.h>

#include "scoring/read.h"

/* The most points that a ruling can give or take. More than any game has, but low enough to catch a typing error. */
#define POINTS_MOST 1000

#define WHOSE_RULING ARG_PHRASE("whose", SAY("the-ruling", "the ruling"))

static const struct phrase line_name = PHRASE("ruling", "ruling");

/* The properties of each kind, and its sentences: for a game that was played, and for one that was not. */
static const struct kind {
	const char *name;
	bool about; /* it is about players, named in `players` */
	bool out;   /* they take the last place */
	struct phrase played, unplayed;
} kinds[RULING_KINDS] = {
	[RULING_NONE] = {.name = ""},
	[RULING_LOST] = {.name = "lost"},
	[RULING_FORFEIT] = {"forfeit", true, true,
		PHRASE("ruled-forfeit", "{players} gave the game up and took the last place."),
		PHRASE("ruled-forfeit-unplayed",
			"{players} gave the game up and took the last place; no game was played.")},
	[RULING_NO_SHOW] = {"no-show", true, true,
		PHRASE("ruled-no-show", "{players} did not come and took the last place."),
		PHRASE("ruled-no-show-unplayed",
			"{players} did not come and took the last place; no game was played.")},
	[RULING_LATE] = {"late", true, false, PHRASE("ruled-late", "{players} came late."), {NULL, NULL}},
	[RULING_DROPPED] = {"dropped", true, true,
		PHRASE("ruled-dropped", "{players} left the event and took the last place."),
		PHRASE("ruled-dropped-unplayed",
			"{players} left the event and took the last place; no game was played.")},
};

const char *
ruling_name(enum ruling_kind kind)
{
	return kinds[kind].name;
}

/* The players that the ruling is about. */
static void
read_whom(const struct node *json, const struct players *players, struct ruling *ruling, struct problems *problems)
{
	const struct kind *kind = &kinds[ruling->kind];
	const struct read_array expected = {
		.whose = WHOSE_RULING, .name = "players", .optional = !kind->about, .most = PLAYERS_MAX};
	const struct node *list = read_array(json, &expected, problems);
	const struct node *one = node_first(list);

	for (uint32_t i = 0; i < node_count(list); i++, one = node_next(one)) {
		const struct read_number asked = {
			WHOSE_RULING, ARG_PHRASE("what", SAY("a-player", "a player")), 0, players->count - 1};
		uint8_t player;

		if (!read_number(one, &asked, &player, problems))
			return;
		ruling->players |= (uint8_t)(1u << player);
	}
	if (list != NULL && (ruling->players != 0) != kind->about)
		refuse(problems,
			kind->about
				? SAY("ruling-players-missing", "the ruling: \"players\" says whom it is about")
				: SAY("ruling-players-unwanted", "the ruling: it is about a piece, not about players"));
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
		refuse(problems, SAY("ruling-not-object", "\"ruling\" must be an object"));
		return;
	}
	read_known(json, &WHOSE_RULING, known, problems);
	const char *name = node_string(node_member(json, "kind"));

	for (unsigned kind = RULING_NONE + 1; name != NULL && kind < RULING_KINDS; kind++)
		if (strcmp(name, kinds[kind].name) == 0)
			ruling->kind = (uint8_t)kind;
	if (ruling->kind == RULING_NONE) {
		refuse(problems,
			SAY("ruling-kind-unknown",
				"the ruling: \"kind\" is \"lost\", \"forfeit\", \"no-show\", \"late\" or \"dropped\""));
		return;
	}
	read_whom(json, players, ruling, problems);
	ruling->unplayed = read_flag(node_member(json, "unplayed"), &WHOSE_RULING, "unplayed", problems);
	const struct node *points = node_member(json, "points");

	if (node_is(points, NODE_INTEGER) && points->integer >= 0 && points->integer <= POINTS_MOST)
		ruling->points = (uint16_t)points->integer;
	else if (points != NULL)
		refuse(problems, SAY("ruling-points", "the ruling: \"points\" must be a whole number from 0 to {most}"),
			ARG_NUMBER("most", POINTS_MOST));
	if (!ruling->unplayed)
		return;

	/* The result of a game that was not played has only its players: any other member is a mistake. */
	static const char *const unplayed_known[] = {"game", "code", "rules", "players", "ruling", NULL};
	static const char *const player_known[] = {"name", NULL};
	const struct argument whose_result = ARG_PHRASE("whose", SAY("result-without-game", "a result without a game"));
	const struct argument whose_player = ARG_PHRASE("whose", SAY("player-of-no-game", "a player of no game"));
	const struct node *list = node_member(result, "players"), *player = node_first(list);

	read_known(result, &whose_result, unplayed_known, problems);
	for (uint32_t i = 0; i < node_count(list); i++, player = node_next(player))
		read_known(player, &whose_player, player_known, problems);
}

void
ruling_check(const struct ruling *ruling, struct problems *problems)
{
	if (ruling->lost > 0 && ruling->kind != RULING_LOST)
		refuse(problems,
			SAY("lost-without-ruling",
				"\"lost\" stands beside a ruling of that kind: the organiser enters it"));
	if (ruling->kind == RULING_LOST && ruling->lost == 0)
		refuse(problems,
			SAY("ruling-lost-nothing",
				"the ruling: \"lost\" of the result names the pieces, if the game has pieces that "
				"can be lost"));
	if (ruling->unplayed && kinds[ruling->kind].unplayed.id == NULL)
		refuse(problems, SAY("ruling-needs-game", "the ruling: this kind is about a game that was played"));
	if (ruling->points > 0 && ruling->kind != RULING_LATE && !ruling->unplayed)
		refuse(problems,
			SAY("ruling-points-unwanted",
				"the ruling: \"points\" are for those who came late, or for a game that was not "
				"played"));
}

bool
ruling_is_out(const struct ruling *ruling, unsigned player)
{
	return kinds[ruling->kind].out && (ruling->players >> player & 1) != 0;
}

/* Players who are out are placed after all others; they never have place 1. */
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
ruling_apply(const struct result *result, bool fewer, struct score *score)
{
	const struct ruling *ruling = &result->ruling;
	int breaks[PLAYERS_MAX];

	if (ruling->unplayed) {
		score_init(score, result->players.count);
		for (unsigned i = 0; i < score->players; i++) {
			score->player[i].place = 1;
			/* If fewer points win, nobody gets points for a game that others did not play. */
			if (!ruling_is_out(ruling, i) && !fewer)
				score_add(&score->player[i], line_name, ruling->points, 0);
		}
	}
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
	return strcmp(line->name.id, line_name.id) == 0;
}

void
ruling_reason(const struct ruling *ruling, struct message *reason)
{
	message_set(reason,
		ruling->unplayed ? SAY("ruling-unplayed", "for a game that was not played")
				 : SAY("ruling-penalty", "a penalty by the organiser"));
}

void
ruling_write(const struct ruling *ruling, struct text *text)
{
	if (ruling->kind == RULING_NONE)
		return;
	text_member_raw(text, "ruling", "{");
	text_member_string(text, "kind", ruling_name((enum ruling_kind)ruling->kind));
	if (ruling->players != 0) {
		text_member_raw(text, "players", "[");
		for (unsigned i = 0; i < PLAYERS_MAX; i++)
			if ((ruling->players >> i & 1) != 0)
				text_number(text, i);
		text_raw(text, "]");
	}
	if (ruling->unplayed)
		text_member_raw(text, "unplayed", "true");
	if (ruling->points > 0)
		text_member_number(text, "points", ruling->points);
	text_raw(text, "}");
}

void
ruling_say(const struct result *result, struct message *message)
{
	const struct ruling *ruling = &result->ruling;
	const struct kind *kind = &kinds[ruling->kind];
	const struct phrase *phrase = ruling->unplayed ? &kind->unplayed : &kind->played;
	bool first = true;

	if (ruling->kind == RULING_NONE)
		message_clear(message);
	else if (ruling->kind == RULING_LOST)
		message_set(message,
			SAY_COUNT("ruled-lost", "{count} piece was lost and is unassigned.",
				"{count} pieces were lost and are unassigned.", ruling->lost));
	else if (ruling->kind == RULING_LATE && ruling->points > 0)
		message_set(message,
			SAY_COUNT("ruled-late-penalty", "{players} came late: {count} point of penalty.",
				"{players} came late: {count} points of penalty.", ruling->points));
	else
		message_set(message, SAY(phrase->id, phrase->english));
	for (unsigned i = 0; i < result->players.count; i++) {
		if ((ruling->players >> i & 1) == 0)
			continue;
		message_add(message,
			first ? ARG_PLAYER_FIRST("players", &result->players, i)
			      : ARG_PLAYER("players", &result->players, i));
		first = false;
	}
}
