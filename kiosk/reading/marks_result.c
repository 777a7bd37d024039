/* SPDX-License-Identifier: MIT
 * Results of filled-in forms. Nothing is guessed: a line
 * with a doubtful bubble, with two marks or with none is a sentence. */
#include "kiosk/reading/marks_result.h"

#include <string.h>

#include "layouts/chipit.h"
#include "layouts/laundry.h"
#include "scoring/answer.h"

/* What is being made: sentences about form `whose`. */
struct making {
	const struct seen_form *form;
	char whose[40];
	GPtrArray *missing;
};

static void G_GNUC_PRINTF(2, 3)
say(struct making *making, const char *format, ...)
{
	va_list args;
	char *what;

	va_start(args, format);
	what = g_strdup_vprintf(format, args);
	va_end(args);
	g_ptr_array_add(making->missing, g_strdup_printf("%s: %s", making->whose, what));
	g_free(what);
}

/* The state of a bubble by its name; one that is not on the form is empty. */
static enum mark_state
state(const struct making *making, const char *format, ...) G_GNUC_PRINTF(2, 3);

static enum mark_state
state(const struct making *making, const char *format, ...)
{
	char id[sizeof making->form->mark[0].id];
	va_list args;

	va_start(args, format);
	vsnprintf(id, sizeof id, format, args);
	va_end(args);
	for (unsigned i = 0; i < making->form->marks; i++)
		if (strcmp(making->form->mark[i].id, id) == 0)
			return making->form->mark[i].state;
	return MARK_EMPTY;
}

/* A line of bubbles of which one may be marked: the number of the one that is, -1 for none, -2
 * after a sentence. */
struct line {
	const char *what; /* "the value of shirt" */
	unsigned count;
	enum mark_state state[16];
	char name[16][12];
};

static int
pick(struct making *making, const struct line *line)
{
	int picked = -1;

	for (unsigned i = 0; i < line->count; i++) {
		if (line->state[i] == MARK_UNSURE) {
			say(making, "it is not clear whether %s of %s is marked", line->name[i], line->what);
			return -2;
		}
		if (line->state[i] == MARK_FILLED && picked >= 0) {
			say(making, "%s has two marks: %s and %s", line->what, line->name[picked],
				line->name[i]);
			return -2;
		}
		if (line->state[i] == MARK_FILLED)
			picked = (int)i;
	}
	return picked;
}

static void
laundry_values(struct making *making, json_t *player)
{
	json_t *values = json_object();

	for (int item = 0; item < LAUNDRY_ROWS; item++) {
		char what[40];
		struct line line = {.what = what, .count = 3};
		int value;

		g_snprintf(what, sizeof what, "the value of %s", laundry_item_name(item));
		for (unsigned i = 0; i < 3; i++) {
			g_snprintf(line.name[i], sizeof line.name[i], "%u", i + 1);
			line.state[i] = state(making, "%s.%u", laundry_item_name(item), i + 1);
		}
		value = pick(making, &line);
		if (value == -1)
			say(making, "%s is not marked", what);
		json_object_set_new(values, laundry_item_name(item), json_integer(value + 1));
	}
	json_object_set_new(player, "values", values);
}

static void
laundry_dryers(struct making *making, json_t *player)
{
	static const char *const dryer[2] = {"score", "no_score"}, *const member[2] = {
		"score_dryer", "no_score_dryer"};
	json_t *list[2] = {json_array(), json_array()};

	for (int i = 0; i < LAUNDRY_ROWS + 2; i++) {
		const char *item = laundry_item_name(MIN(i, LAUNDRY_SOCK));
		struct line line = {.count = 2, .name = {"score", "no score"}};
		char name[20], what[40];
		int dried;

		g_strlcpy(name, item, sizeof name);
		if (i >= LAUNDRY_ROWS)
			g_snprintf(name, sizeof name, "sock%d", i - LAUNDRY_ROWS + 1);
		g_snprintf(what, sizeof what, "the dryer of %s", name);
		line.what = what;
		for (int n = 0; n < 2; n++)
			line.state[n] = state(making, "%s.%s", name, dryer[n]);
		dried = pick(making, &line);
		if (dried >= 0)
			json_array_append_new(list[dried], json_string(item));
	}
	for (int n = 0; n < 2; n++)
		json_object_set_new(player, member[n], list[n]);
}

static void
laundry_result(const struct seen_form *const form[], struct making *making, json_t *result)
{
	json_t *players = json_array();
	int first = -1, firsts = 0;

	for (int seat = 0; seat < LAUNDRY_SEATS; seat++) {
		json_t *player = json_object();

		making->form = form[seat];
		g_snprintf(making->whose, sizeof making->whose, "ticket %c", 'A' + seat);
		if (making->form->code.option != LAUNDRY_DEALT)
			laundry_values(making, player);
		laundry_dryers(making, player);
		json_array_append_new(players, player);
		if (state(making, "first") == MARK_FILLED) {
			first = seat;
			firsts++;
		}
	}
	json_object_set_new(result, "players", players);
	/* It does not change the score, so that a doubt about it asks nobody anything. */
	if (firsts == 1)
		json_object_set_new(result, "first", json_integer(first));
}

/* A tournament's game: players by place; NULL where it has no marks at all, or after sentences. */
static json_t *
tournament_game(struct making *making, const struct chipit_layout *pad, int game, bool *blank)
{
	int player[CHIPIT_SEATS_MAX], doubts = 0;
	json_t *order;

	memset(player, -1, sizeof player);
	*blank = true;
	for (int place = 0; place < pad->seats; place++)
		for (int seat = 0; seat < pad->seats; seat++)
			*blank &= state(making, "game%d.%c.%d", game + 1, 'A' + seat, place + 1) == MARK_EMPTY;
	for (int seat = 0; seat < pad->seats && !*blank; seat++) {
		char what[40];
		struct line line = {.what = what, .count = pad->seats};
		int place;

		g_snprintf(what, sizeof what, "%c in game %d", 'A' + seat, game + 1);
		for (int i = 0; i < pad->seats; i++) {
			g_snprintf(line.name[i], sizeof line.name[i], "place %d", i + 1);
			line.state[i] = state(making, "game%d.%c.%d", game + 1, 'A' + seat, i + 1);
		}
		place = pick(making, &line);
		if (place == -1)
			say(making, "%s has no place", what);
		else if (place >= 0 && player[place] >= 0)
			say(making, "game %d has two players in place %d: %c and %c", game + 1, place + 1,
				'A' + player[place], 'A' + seat);
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
two_line(struct making *making, int game, const char *name, int count, bool *blank)
{
	char what[40];
	struct line line = {.what = what, .count = (unsigned)count};

	g_snprintf(what, sizeof what, "%s in game %d", name, game + 1);
	for (int i = 0; i < count; i++) {
		if (strcmp(name, "loser") == 0)
			g_snprintf(line.name[i], sizeof line.name[i], "%c", 'A' + i);
		else
			g_snprintf(line.name[i], sizeof line.name[i], "%d", i);
		line.state[i] = state(making, "game%d.%s.%s", game + 1, name, line.name[i]);
		*blank &= line.state[i] == MARK_EMPTY;
	}
	return pick(making, &line);
}

static json_t *
two_game(struct making *making, const struct chipit_layout *pad, int game, bool *blank)
{
	static const char *const name[CHIPIT_TWO_LINES] = {"loser", "tens", "ones", "cards"};
	int value[CHIPIT_TWO_LINES];

	*blank = true;
	for (int line = 0; line < CHIPIT_TWO_LINES; line++)
		value[line] = two_line(making, game, name[line], chipit_two_count(pad, line), blank);
	for (int line = 0; line < CHIPIT_TWO_LINES && !*blank; line++)
		if (value[line] == -1)
			say(making, "%s in game %d is not marked", name[line], game + 1);
	return json_pack("{s:i, s:i, s:i}", "loser", value[0], "chips", 10 * value[1] + value[2],
		"cards", value[3]);
}

static void
chipit_result(const struct seen_form *form, struct making *making, json_t *result)
{
	json_t *players = json_array(), *games = json_array();
	struct chipit_layout pad;
	int blank_game = -1, later_game = -1;

	making->form = form;
	g_strlcpy(making->whose, "the pad", sizeof making->whose);
	game_chipit.build(&pad, &form->code);
	for (int i = 0; i < pad.seats; i++)
		json_array_append_new(players, json_object());
	for (int game = 0; game < pad.games; game++) {
		bool blank;
		json_t *one = pad.two ? two_game(making, &pad, game, &blank)
				      : tournament_game(making, &pad, game, &blank);

		if (blank && blank_game < 0)
			blank_game = game;
		if (!blank && one != NULL)
			json_array_append(games, one);
		json_decref(one);
		if (!blank && blank_game >= 0)
			later_game = game;
	}
	/* The first game alone is a game of its own; fewer than all others are not a tournament. */
	if (later_game >= 0)
		say(making, "game %d has no marks, but game %d has", blank_game + 1, later_game + 1);
	else if (blank_game == 0)
		say(making, "there are no marks on it");
	else if (blank_game > 0 && (blank_game > 1 || pad.two))
		say(making, "game %d has no marks", blank_game + 1);
	json_object_set_new(result, "players", players);
	json_object_set_new(result, "games", games);
}

/* What the rules say to it; sentences where they refuse. */
static void
check(json_t *result, const struct code_key *key, GPtrArray *missing)
{
	struct answer *answer = g_new(struct answer, 1);
	char *text = json_dumps(result, JSON_COMPACT);

	if (text != NULL && !answer_text(answer, text, strlen(text), key))
		for (const char *at = problems_next(&answer->problems, NULL); at != NULL;
			at = problems_next(&answer->problems, at))
			g_ptr_array_add(missing, g_strdup(at));
	free(text);
	g_free(answer);
}

json_t *
forms_result(const struct seen_form *const form[GAME_PIECES_MAX], const struct code_key *key,
	GPtrArray *missing)
{
	const struct seen_form *any = NULL;
	struct making making = {.missing = missing};
	json_t *result;

	for (int i = 0; i < GAME_PIECES_MAX && any == NULL; i++)
		any = form[i];
	for (unsigned i = 0; i < MIN(any->game->pieces(&any->code), GAME_PIECES_MAX); i++) {
		if (form[i] == NULL)
			g_ptr_array_add(missing,
				g_strdup_printf("%s %c of this game is in no picture", any->game->piece, 'A' + i));
		else if (form[i]->marks == 0)
			g_ptr_array_add(missing,
				g_strdup_printf("%s %c shows %u of its four corner marks whole and flat: take the "
						"picture again",
					any->game->piece, 'A' + i, form[i]->corners));
	}
	if (missing->len > 0)
		return NULL;
	result = json_pack("{s:s, s:s}", "game", any->game->id, "code", any->text);
	if (any->game == &game_laundry)
		laundry_result(form, &making, result);
	else if (any->game == &game_chipit)
		chipit_result(any, &making, result);
	else
		g_ptr_array_add(missing, g_strdup_printf("the marks of %s are not known", any->game->id));
	if (missing->len == 0)
		check(result, key, missing);
	if (missing->len > 0) {
		json_decref(result);
		return NULL;
	}
	return result;
}

void
form_merge(struct seen_form *into, const struct seen_form *from)
{
	into->corners = MAX(into->corners, from->corners);
	if (into->marks == 0) {
		into->marks = from->marks;
		memcpy(into->mark, from->mark, sizeof into->mark);
		return;
	}
	for (unsigned i = 0; i < MIN(into->marks, from->marks); i++) {
		enum mark_state *state = &into->mark[i].state, other = from->mark[i].state;

		if (*state == MARK_UNSURE)
			*state = other;
		else if (other != MARK_UNSURE && other != *state)
			*state = MARK_UNSURE;
	}
}
