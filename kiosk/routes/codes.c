/* SPDX-License-Identifier: MIT
 * Reading codes and passes, counting and charging for wrong ones, and what follows from a code. */
#include "kiosk/routes/codes.h"

#include <string.h>

#include "kiosk/games/kiosk_game.h"
#include "kiosk/prints/piece_picture.h"
#include "kiosk/visits/code_guesses.h"

/* Tables that a browser remembers to have opened, the latest first: those of a day. */
#define OPENED_MOST 16

/* Seconds for which a browser remembers them: two days, so that an event can continue the next day. */
#define OPENED_SECONDS (2 * 24 * 3600)

void
handler_play(const struct code *code, const struct code_key *key, char play[CODE_TEXT])
{
	struct code first = *code;

	first.piece = 0;
	code_write(&first, key, play);
}

void
handler_charge(struct call *call, const struct problems *problems)
{
	if (problems->status == STATUS_BAD_CODE || problems->status == STATUS_WRONG_EVENT)
		call->reply->charge += HANDLER_GUESS;
}

bool
handler_refuse(struct call *call, const struct problems *problems)
{
	handler_charge(call, problems);
	return reply_problems(call->reply, problems);
}

/* The table that a code is for, whether its check is right or not; NULL if there is none. */
static const struct event_play *
play_meant(const struct event_state *state, const char *text)
{
	const struct code_key *key = event_key(state);
	char play[CODE_TEXT];
	struct code code;

	if (key == NULL || !code_peek(text, &code) || !code.keyed)
		return NULL;
	code_sign(&code, key);
	handler_play(&code, key, play);
	return event_play(state, play);
}

/* The marks (table_pass_mark()) of the tables that a browser has opened; for g_strfreev(). */
static char **
opened_marks(struct call *call)
{
	const char *cookie = request_cookie(call->request, COOKIE(call, "seedpress-opened"));

	return g_strsplit(cookie == NULL ? "" : cookie, ".", OPENED_MOST + 1);
}

static bool
has_opened(struct call *call, const struct event_play *play)
{
	g_auto(GStrv) marks = opened_marks(call);
	char mark[TABLE_PASS_MARK];
	bool found = false;

	table_pass_mark(call->state, play, mark);
	for (char **at = marks; *at != NULL && !found; at++)
		found = organiser_same(*at, mark);
	return found;
}

void
handler_note_opened(struct call *call, const struct event_play *play)
{
	char mark[TABLE_PASS_MARK];

	if (has_opened(call, play))
		return;
	table_pass_mark(call->state, play, mark);
	g_auto(GStrv) marks = opened_marks(call);
	g_autoptr(GString) all = g_string_new(mark);
	for (unsigned i = 0; i + 1 < OPENED_MOST && marks[i] != NULL; i++)
		if (strlen(marks[i]) == strlen(mark) && strspn(marks[i], "0123456789abcdef") == strlen(mark))
			g_string_append_printf(all, ".%s", marks[i]);
	set_cookie(call, COOKIE(call, "seedpress-opened"), all->str, OPENED_SECONDS);
}

bool
handler_may_try(struct call *call, const char *text, struct problems *problems)
{
	if (call->organiser)
		return true;
	if (call->request->local) {
		if (event_key(call->state) == NULL || code_guesses_wait_local(call->kiosk->code_guesses) == 0)
			return true;
		problems_add(problems, STATUS_WRONG_EVENT,
			SAY("codes-guessed-here",
				"many codes of other events were tried here: wait a moment before the next one"));
		return false;
	}
	const struct event_play *play = play_meant(call->state, text);
	if (play == NULL || code_guesses_wait(call->kiosk->code_guesses, play->code) == 0 || has_opened(call, play))
		return true;
	problems_add(problems, STATUS_WRONG_EVENT,
		SAY("codes-guessed",
			"many wrong codes were tried for this table: open it at the kiosk itself, or ask the organiser"));
	return false;
}

void
handler_note_try(struct call *call, const char *text, const struct problems *problems)
{
	char tidy[CODE_TEXT];

	if (problems->status != STATUS_WRONG_EVENT || call->organiser)
		return;
	if (call->request->local && event_key(call->state) != NULL)
		code_guesses_count_local(call->kiosk->code_guesses);
	const struct event_play *play = play_meant(call->state, text);
	if (play != NULL && code_tidy(text, tidy))
		code_guesses_count(call->kiosk->code_guesses, play->code, tidy, has_opened(call, play));
}

const struct game *
handler_read_code(struct call *call, const char *text, struct code *code, struct problems *problems)
{
	if (!handler_may_try(call, text, problems))
		return NULL;
	const struct game *game = game_of_text(text, event_key(call->state), code, problems);
	handler_note_try(call, text, problems);
	return game;
}

bool
handler_withdrawn(const struct event_state *state, const char *play, const struct code *code, struct problems *problems)
{
	if (!event_play_withdrawn(state, play))
		return false;
	problems_add(problems, STATUS_REFUSED,
		SAY("code-withdrawn", "table {table} of round {round} was printed again: use its new packet"),
		ARG_NUMBER("table", code->table), ARG_NUMBER("round", code->round));
	return true;
}

bool
handler_read_piece(struct call *call, const char *text, struct named_piece *piece, struct problems *problems)
{
	*piece = (struct named_piece){0};
	if (!table_pass_is(text)) {
		piece->game = handler_read_code(call, text, &piece->code, problems);
	} else if (table_pass_read(
			   call->kiosk->store, call->state, text, call->request->address, &piece->pass, problems)) {
		piece->game = game_of_text(piece->pass.play->code, event_key(call->state), &piece->code, problems);
		piece->code.piece = piece->pass.piece;
		if (piece->game != NULL)
			piece->game = game_of_code(&piece->code, problems);
	}
	if (piece->game == NULL)
		return false;
	handler_play(&piece->code, event_key(call->state), piece->play);
	piece->at = event_play(call->state, piece->play);
	return !handler_withdrawn(call->state, piece->play, &piece->code, problems);
}

bool
handler_piece(struct call *call, const char *text, struct named_piece *piece)
{
	struct problems problems;

	problems_init(&problems);
	return handler_read_piece(call, text, piece, &problems) || handler_refuse(call, &problems);
}

const struct game *
handler_game(const struct event_state *state, const char *play, struct code *code)
{
	struct problems ignored;

	problems_init(&ignored);
	return game_of_text(play, event_key(state), code, &ignored);
}

unsigned
handler_table_seats(const struct event_state *state, const struct event_play *at)
{
	const json_t *round = event_round(state, at->round);
	const json_t *players = json_array_get(json_object_get(round, "players"), at->table - 1);

	return (unsigned)CLAMP(json_integer_value(players), 0, PLAYERS_MAX);
}

unsigned
handler_seats(
	const struct event_state *state, const struct event_play *at, const struct game *game, const struct code *code)
{
	unsigned seats = at == NULL ? 0 : handler_table_seats(state, at);

	if (seats == 0)
		seats = kiosk_game_of(game)->seats;
	return seats > 0 ? seats : code->players;
}

json_t *
handler_colours(const struct event_state *state, const char *play)
{
	struct code code;
	const struct game *game = handler_game(state, play, &code);

	return game == NULL ? json_array() : piece_picture_colours(game, &code);
}
