/* SPDX-License-Identifier: MIT
 * Chip It in the kiosk: a pad, filled in, is a result. */
#include "layouts/chipit.h"

#include <string.h>

#include "kiosk/games/kiosk_game.h"

static const char *const place_name[CHIPIT_SEATS_MAX] = {"1st", "2nd", "3rd", "4th", "5th", "6th"};

/* A tournament's game: players by place; NULL where it has no marks at all, or after sentences. */
static json_t *
tournament_game(struct marks *marks, const struct chipit_layout *pad, int game, bool *blank)
{
	int player[CHIPIT_SEATS_MAX], doubts = 0;
	json_t *order;

	memset(player, -1, sizeof player);
	*blank = true;
	for (int place = 0; place < pad->seats; place++)
		for (int seat = 0; seat < pad->seats; seat++)
			*blank &= marks_state(marks, "game%d.%c.%d", game + 1, 'A' + seat, place + 1) == MARK_EMPTY;
	for (int seat = 0; seat < pad->seats && !*blank; seat++) {
		char what[40];
		struct marks_line line = {.what = what, .count = pad->seats};
		int place;

		g_snprintf(what, sizeof what, "%c in game %d", 'A' + seat, game + 1);
		for (int i = 0; i < pad->seats; i++) {
			g_strlcpy(line.name[i], place_name[i], sizeof line.name[i]);
			line.state[i] = marks_state(marks, "game%d.%c.%d", game + 1, 'A' + seat, i + 1);
		}
		place = marks_pick(marks, &line);
		if (place == MARKS_NONE)
			marks_say(marks, "%s has no place", what);
		else if (place >= 0 && player[place] >= 0)
			marks_say(marks, "%c and %c are marked for %s in game %d: which counts?", 'A' + player[place],
				'A' + seat, place_name[place], game + 1);
		else if (place >= 0)
			player[place] = seat;
	}
	for (int place = 0; place < pad->seats; place++)
		doubts += player[place] < 0;
	if (doubts > 0)
		return NULL;
	order = json_array();
	for (int place = 0; place < pad->seats; place++)
		json_array_append_new(order, json_integer(player[place]));
	return order;
}

static int
two_line(struct marks *marks, int game, const char *name, int count, bool *blank)
{
	char what[40];
	struct marks_line line = {.what = what, .count = (unsigned)count};

	g_snprintf(what, sizeof what, "%s in game %d", name, game + 1);
	for (int i = 0; i < count; i++) {
		if (strcmp(name, "loser") == 0)
			g_snprintf(line.name[i], sizeof line.name[i], "%c", 'A' + i);
		else
			g_snprintf(line.name[i], sizeof line.name[i], "%d", i);
		line.state[i] = marks_state(marks, "game%d.%s.%s", game + 1, name, line.name[i]);
		*blank &= line.state[i] == MARK_EMPTY;
	}
	return marks_pick(marks, &line);
}

static json_t *
two_game(struct marks *marks, const struct chipit_layout *pad, int game, bool *blank)
{
	static const char *const name[CHIPIT_TWO_LINES] = {"loser", "tens", "ones", "cards"};
	int value[CHIPIT_TWO_LINES];

	*blank = true;
	for (int line = 0; line < CHIPIT_TWO_LINES; line++)
		value[line] = two_line(marks, game, name[line], chipit_two_count(pad, line), blank);
	for (int line = 0; line < CHIPIT_TWO_LINES && !*blank; line++)
		if (value[line] == MARKS_NONE)
			marks_say(marks, "%s in game %d is not marked", name[line], game + 1);
	return json_pack("{s:i, s:i, s:i}", "loser", value[0], "chips", 10 * value[1] + value[2], "cards", value[3]);
}

static void
result(const struct seen_form *const form[GAME_PIECES_MAX], struct marks *marks, json_t *json)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct chipit_layout *pad = (const void *)layout;
	json_t *players = json_array(), *games = json_array();
	int blank_game = -1, later_game = -1;

	marks->form = form[0];
	g_strlcpy(marks->whose, "the pad", sizeof marks->whose);
	form[0]->game->build(layout, &form[0]->code);
	for (int i = 0; i < pad->seats; i++)
		json_array_append_new(players, json_object());
	for (int game = 0; game < pad->games; game++) {
		bool blank;
		json_t *one = pad->two ? two_game(marks, pad, game, &blank) : tournament_game(marks, pad, game, &blank);

		if (blank && blank_game < 0)
			blank_game = game;
		if (!blank && one != NULL)
			json_array_append(games, one);
		json_decref(one);
		if (!blank && blank_game >= 0)
			later_game = game;
	}
	/* Whether the first game alone is meant as a single game no picture shows: a person says so. */
	if (later_game >= 0)
		marks_say(marks, "game %d has no marks, but game %d has", blank_game + 1, later_game + 1);
	else if (blank_game == 0)
		marks_say(marks, "there are no marks on it");
	else if (blank_game > 0)
		marks_say(marks, "game %d has no marks", blank_game + 1);
	json_object_set_new(json, "players", players);
	json_object_set_new(json, "games", games);
}

extern const struct kiosk_game kiosk_game_chipit;
const struct kiosk_game kiosk_game_chipit = {
	.game = &game_chipit,
	.result = result,
};
