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
		const char letter[2] = {(char)('A' + seat), '\0'};
		struct marks_line line = {.count = pad->seats};
		int place;

		message_set(&line.what, SAY("pad-seat", "{seat} in game {game}"), ARG_TEXT("seat", letter),
			ARG_NUMBER("game", game + 1));
		for (int i = 0; i < pad->seats; i++) {
			g_strlcpy(line.name[i], place_name[i], sizeof line.name[i]);
			line.state[i] = marks_state(marks, "game%d.%c.%d", game + 1, 'A' + seat, i + 1);
		}
		place = marks_pick(marks, &line);
		if (place == MARKS_NONE)
			notes_add(marks->missing,
				SAY("pad-seat-unmarked", "the pad: {seat} in game {game} has no place"),
				ARG_TEXT("seat", letter), ARG_NUMBER("game", game + 1));
		else if (place >= 0 && player[place] >= 0)
			notes_add(marks->missing,
				SAY("pad-place-double",
					"the pad: {one} and {other} are marked for {place} in game {game}: which counts?"),
				ARG_TEXT("one", ((const char[2]){(char)('A' + player[place]), '\0'})),
				ARG_TEXT("other", letter), ARG_TEXT("place", place_name[place]),
				ARG_NUMBER("game", game + 1));
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
	struct marks_line line = {.count = (unsigned)count};

	message_set(&line.what, SAY("pad-line", "{line} in game {game}"), ARG_TEXT("line", name),
		ARG_NUMBER("game", game + 1));
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
			notes_add(marks->missing,
				SAY("pad-line-unmarked", "the pad: {line} in game {game} is not marked"),
				ARG_TEXT("line", name[line]), ARG_NUMBER("game", game + 1));
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
	message_set(&marks->name, SAY("pad", "the pad"));
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
		notes_add(marks->missing,
			SAY("pad-game-skipped", "the pad: game {game} has no marks, but game {later} has"),
			ARG_NUMBER("game", blank_game + 1), ARG_NUMBER("later", later_game + 1));
	else if (blank_game == 0)
		notes_add(marks->missing, SAY("pad-unmarked", "the pad: there are no marks on it"));
	else if (blank_game > 0)
		notes_add(marks->missing, SAY("pad-game-unmarked", "the pad: game {game} has no marks"),
			ARG_NUMBER("game", blank_game + 1));
	json_object_set_new(json, "players", players);
	json_object_set_new(json, "games", games);
}

extern const struct kiosk_game kiosk_game_chipit;
const struct kiosk_game kiosk_game_chipit = {
	.game = &game_chipit,
	.result = result,
};
