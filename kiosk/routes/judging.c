/* SPDX-License-Identifier: MIT
 * Parsing and judging results by the rules of the event. */
#include "kiosk/routes/judging.h"

#include <string.h>

#include "kiosk/routes/codes.h"
#include "kiosk/routes/handlers.h"
#include "layouts/game.h"

/* Characters of a name that scoring accepts; longer names of people are cut. */
#define NAME_CHARS 80

struct judged *
handler_parse(const char *text, size_t length, const struct node **json)
{
	struct judged *judged = g_new0(struct judged, 1);

	judged->answer.reasons = true;
	*json = answer_parse(&judged->answer, text, length);
	return judged;
}

struct judged *
handler_parse_body(struct call *call, const struct node **json)
{
	size_t length;
	const char *text = g_bytes_get_data(call->request->body, &length);
	struct judged *judged = handler_parse(length == 0 ? "" : text, length, json);
	struct problem problem;

	if (length == 0)
		refuse(call, 400, "bad-request", SAY("body-empty", "expected JSON, got an empty body"));
	else if (*json == NULL && problems_first(&judged->answer.problems, &problem))
		reply_problem(call->reply, 400, "bad-request", &problem);
	return judged;
}

/* Scores a result of a table of the event, with the names of the people who sit there and the rules of the round, if
 * the manifest has any. */
static bool
score_table(struct call *call, const struct event_play *at, struct judged *judged, const struct node *result)
{
	g_auto(GStrv) names = judged->looks
		? handler_seated(call, at->round, at->table, PLAYERS_MAX)
		: store_seated(call->kiosk->store, at->round, at->table, PLAYERS_MAX, call->problem);
	json_t *rules = event_rules(call->state, at->round), *value;
	struct answer_given given;
	const char *name;

	if (names == NULL)
		return false;
	for (int i = 0; i < PLAYERS_MAX; i++) {
		if (g_utf8_strlen(names[i], -1) > NAME_CHARS)
			*g_utf8_offset_to_pointer(names[i], NAME_CHARS) = '\0';
		given.name[i] = names[i];
	}
	GStringChunk *digits = g_string_chunk_new(64);
	g_autofree struct house_choice *choices = g_new0(struct house_choice, json_object_size(rules) + 1);
	struct house_choice *next = choices;
	json_object_foreach(rules, name, value) {
		char text[24];

		g_snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
		*next++ = (struct house_choice){name,
			json_is_integer(value) ? g_string_chunk_insert(digits, text) : json_string_value(value),
			json_is_integer(value)};
	}
	given.rules = json_is_object(rules) ? choices : NULL;
	judged->scored = answer_score(&judged->answer, result, &given);
	g_string_chunk_free(digits);
	/* A result for fewer or more players than the table has seats is refused. */
	unsigned seats = handler_table_seats(call->state, at),
		 players = ((const struct result *)judged->answer.result)->players.count;
	if (judged->scored && seats != 0 && seats != players) {
		problems_add(&judged->answer.problems, STATUS_BAD_RESULT,
			SAY_COUNT("seats-differ", "this table has {seats} seats, but the result has {count} player",
				"this table has {seats} seats, but the result has {count} players", players),
			ARG_NUMBER("seats", seats));
		judged->scored = false;
	}
	return true;
}

bool
handler_judge(struct call *call, struct judged *judged, const struct node *result)
{
	struct answer *answer = &judged->answer;
	const char *text = node_string(node_member(result, "code"));
	const struct event_play *at = NULL;

	judged->pass.play = NULL;
	if (!judged->stored && text != NULL) {
		bool fine = table_pass_is(text) ? table_pass_read(call->kiosk->store, call->state, text,
							  call->request->address, &judged->pass, &answer->problems)
						: handler_may_try(call, text, &answer->problems);

		if (!fine)
			return true;
	}
	if (!answer_find(answer, result, judged->pass.play == NULL ? NULL : judged->pass.play->code,
		    event_key(call->state))) {
		if (!judged->stored && text != NULL)
			handler_note_try(call, text, &answer->problems);
		return true;
	}
	if (answer->has_code) {
		handler_play(&answer->code, event_key(call->state), judged->play);
		at = event_play(call->state, judged->play);
		if (handler_withdrawn(call->state, judged->play, &answer->code, &answer->problems))
			return true;
	} else {
		g_strlcpy(judged->play, answer->game->id, sizeof judged->play);
	}
	judged->event = at != NULL;
	if (at == NULL)
		judged->scored = answer_score(answer, result, NULL);
	else if (!score_table(call, at, judged, result))
		return false;
	/* Further checks of the game that scoring alone does not make. */
	if (judged->scored && answer->rules->check != NULL &&
		!((const struct result *)answer->result)->ruling.unplayed) {
		answer->rules->check(
			answer->has_code ? answer->layout : NULL, answer->result, judged->event, &answer->problems);
		judged->scored = answer->problems.count == 0;
	}
	return true;
}

const char *
handler_answer(struct judged *judged, const struct audience *audience)
{
	struct text text;

	text_init(&text, judged->score, sizeof judged->score);
	answer_write(&judged->answer, audience, &text);
	return judged->score;
}

const char *
handler_result(struct judged *judged, const struct code_key *key)
{
	struct text text;

	text_init(&text, judged->result, sizeof judged->result);
	answer_write_result(&judged->answer, key, &text);
	return judged->result;
}
