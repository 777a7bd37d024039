/* SPDX-License-Identifier: MIT
 * From a result in JSON to its score in JSON. */
#include "scoring/answer.h"

#include <stdio.h>
#include <stdlib.h>

#include "scoring/read.h"
#include "scoring/ruling.h"

/* Which game the result is of; in its newest version, until a code says another. */
static bool
find_game(struct answer *answer, const struct node *json)
{
	const char *id = node_string(node_member(json, "game"));

	answer->game = id == NULL ? NULL : game_by_id(id);
	if (id == NULL)
		return refuse(&answer->problems,
			SAY("game-missing", "\"game\" is missing: it names the game, like \"{example}\""),
			ARG_TEXT("example", game_nth(0)->id));
	if (answer->game == NULL)
		return refuse(
			&answer->problems, SAY("game-unknown", "there is no game \"{game}\""), ARG_SHOWN("game", id));
	answer->rules = rules_of(answer->game);
	return true;
}

/* Reads the code, which replaces the result's own if it is given, and rebuilds its layout. */
static bool
find_layout(struct answer *answer, const struct node *json, const char *given, const struct code_key *key)
{
	const struct game *wanted = answer->game, *game = NULL;
	const struct node *code = node_member(json, "code");
	struct problems *problems = &answer->problems;

	answer->has_code = given != NULL || code != NULL;
	if (!answer->has_code && !answer->rules->needs_code)
		return true;
	if (!answer->has_code)
		problems_add(problems, STATUS_BAD_CODE,
			SAY("code-missing", "\"code\" is missing: a result of {game} needs the code on its {piece}"),
			ARG_TEXT("game", wanted->id), ARG_TEXT("piece", wanted->piece));
	else if (given == NULL && !node_is(code, NODE_STRING))
		problems_add(problems, STATUS_BAD_CODE, SAY("code-not-string", "\"code\" must be a string"));
	else
		game = game_of_text(given != NULL ? given : node_string(code), key, &answer->code, problems);
	if (game == NULL)
		return false;
	if (game->number != wanted->number) {
		problems_add(problems, STATUS_BAD_CODE,
			SAY("code-of-other-game", "this code is of {game}, not of {wanted}"),
			ARG_TEXT("game", game->id), ARG_TEXT("wanted", wanted->id));
		return false;
	}
	answer->game = game;
	answer->rules = rules_of(game);
	game->build(answer->layout, &answer->code);
	return true;
}

static const void *
layout_of(const struct answer *answer)
{
	return answer->has_code ? answer->layout : NULL;
}

const struct node *
answer_parse(struct answer *answer, const char *text, size_t length)
{
	const struct node *json = json_parse(&answer->tree, text, length);

	problems_init(&answer->problems);
	answer->game = NULL;
	answer->rules = NULL;
	answer->has_code = false;
	if (json == NULL)
		problems_add(&answer->problems, STATUS_BAD_JSON,
			SAY("not-json", "this is not JSON: {reason} (byte {byte})"),
			ARG_PHRASE("reason", SAY(answer->tree.error.id, answer->tree.error.english)),
			ARG_NUMBER("byte", answer->tree.error_at + 1));
	return json;
}

bool
answer_find(struct answer *answer, const struct node *result, const char *code, const struct code_key *key)
{
	if (node_is(result, NODE_OBJECT))
		return find_game(answer, result) && find_layout(answer, result, code, key);
	problems_add(&answer->problems, STATUS_BAD_JSON, SAY("result-not-object", "a result is a JSON object"));
	return false;
}

bool
answer_score(struct answer *answer, const struct node *json, const struct answer_given *given)
{
	static const struct answer_given nothing = {0};
	struct result *result = (struct result *)answer->result;
	struct problems *problems = &answer->problems;

	if (given == NULL)
		given = &nothing;
	if (!read_players(json, given->name, &result->players, problems))
		return false;
	/* The default is what is printed on the paper. */
	rules_printed(answer->rules, answer->has_code ? answer->code.option : 0, result->house);
	if (given->rules != NULL)
		read_choices(given->rules, answer->rules, result->house, problems);
	else
		read_house(json, answer->rules, result->house, problems);
	ruling_read(json, &result->players, &result->ruling, problems);
	if (!result->ruling.unplayed) {
		answer->rules->read(json, result, problems);
		answer->rules->score(layout_of(answer), result, &answer->score, problems);
	}
	ruling_check(&result->ruling, problems);
	if (problems->count > 0)
		return false;
	ruling_apply(result, rules_fewer_wins(answer->rules, result->players.count), &answer->score);
	return true;
}

bool
answer_text(struct answer *answer, const char *text, size_t length, const struct code_key *key)
{
	const struct node *json = answer_parse(answer, text, length);

	return json != NULL && answer_find(answer, json, NULL, key) && answer_score(answer, json, NULL);
}

/* The sentence as a member, and the message's id after it as the member with "_id" at its end. */
static void
write_message(const struct message *message, const char *name, const struct audience *audience, struct text *text)
{
	char sentence[MESSAGE_TEXT], id[16];

	message_write(message, audience, sentence, sizeof sentence);
	text_member_string(text, name, sentence);
	snprintf(id, sizeof id, "%s_id", name);
	text_member_string(text, id, message_id(message));
}

static void
write_score(const struct answer *answer, unsigned index, const struct audience *audience, struct text *text)
{
	const struct result *result = (const struct result *)answer->result;
	const struct player_score *score = &answer->score.player[index];

	text_value(text, "{");
	if (result->players.name[index][0] != '\0')
		text_member_string(text, "name", result->players.name[index]);
	text_member_number(text, "total", score->total);
	text_member_number(text, "place", score->place);
	if (ruling_is_out(&result->ruling, index))
		text_member_string(text, "out", ruling_name((enum ruling_kind)result->ruling.kind));
	text_member_raw(text, "lines", "[");
	for (unsigned i = 0; i < score->lines; i++) {
		const struct score_line *line = &score->line[i];

		text_value(text, "{");
		/* Always in English: scripts and stored results know it. */
		text_member_string(text, "what", line->name.english);
		text_member_string(text, "id", line->name.id);
		text_member_number(text, "points", line->points);
		text_member_number(text, "count", line->count);
		if (answer->reasons) {
			struct message reason;

			message_clear(&reason);
			if (ruling_is_line(line))
				ruling_reason(&result->ruling, &reason);
			else if (answer->rules->reason != NULL)
				answer->rules->reason(layout_of(answer), result, &answer->score, index, line, &reason);
			write_message(&reason, "why", audience, text);
		}
		text_raw(text, "}");
	}
	text_raw(text, "]}");
}

static void
write_refusal(const struct problems *problems, const struct audience *audience, struct text *text)
{
	char sentence[MESSAGE_TEXT];
	struct problem problem;

	problems_write_first(problems, audience, sentence, sizeof sentence);
	text_raw(text, "{");
	text_member_string(text, "error", sentence);
	text_member_string(text, "kind", status_name(problems->status));
	text_member_raw(text, "problems", "[");
	for (size_t at = 0; problems_next(problems, &at, &problem);) {
		problem_write(&problem, audience, sentence, sizeof sentence);
		text_string(text, sentence);
	}
	text_raw(text, "]");
	text_member_raw(text, "ids", "[");
	for (size_t at = 0; problems_next(problems, &at, &problem);)
		text_string(text, message_id(&problem.message));
	text_raw(text, "]}");
}

/* Explains what decided the game, if the points alone do not show it. */
static void
write_note(const struct answer *answer, const struct audience *audience, struct text *text)
{
	const struct score *score = &answer->score;
	bool fewer = rules_fewer_wins(answer->rules, score->players);
	unsigned best = 0, next = 0, winners = 0, level = 0;
	struct message note;

	for (unsigned i = score->players; i-- > 0;) {
		if (score->player[i].place == 1) {
			best = i;
			winners++;
		}
		if (score->player[i].place == 2)
			next = i;
	}
	for (unsigned i = 0; i < score->players; i++)
		level += score->player[i].total == score->player[best].total;
	message_clear(&note);
	if (((const struct result *)answer->result)->ruling.players != 0)
		message_set(&note, SAY("by-ruling", "By the organiser's ruling."));
	else if (winners > 1)
		message_set(&note, SAY("win-shared", "Equal by every rule, so they are first together."));
	else if (level > 1 && answer->rules->tie.id != NULL)
		message_set(&note, SAY("tie-broken", "Equal points: {tie}."),
			ARG_PHRASE("tie", SAY(answer->rules->tie.id, answer->rules->tie.english)));
	else if (level == 1 && next != best)
		message_set(&note,
			fewer ? SAY("ahead-fewer", "{points} ahead. Fewer points are better here.")
			      : SAY("ahead", "{points} ahead."),
			ARG_NUMBER("points", abs(score->player[best].total - score->player[next].total)));
	write_message(&note, "note", audience, text);
	if (fewer)
		text_member_raw(text, "fewer", "true");
}

void
answer_write(const struct answer *answer, const struct audience *audience, struct text *text)
{
	const struct result *result = (const struct result *)answer->result;
	const struct score *score = &answer->score;

	if (answer->problems.count > 0) {
		write_refusal(&answer->problems, audience, text);
		return;
	}
	text_raw(text, "{");
	text_member_string(text, "game", answer->game->id);
	text_member_raw(text, "players", "[");
	for (unsigned i = 0; i < score->players; i++)
		write_score(answer, i, audience, text);
	text_raw(text, "]");
	text_member_raw(text, "winners", "[");
	for (unsigned i = 0; i < score->players; i++) {
		if (score->player[i].place != 1)
			continue;
		text_number(text, i);
	}
	text_raw(text, "]");
	if (score->rank >= 0) {
		text_member_number(text, "rank", score->rank);
		text_member_raw(text, "scale", "[");
		for (int i = 0; i < SOLO_RANKS; i++)
			text_number(text, score->scale[i]);
		text_raw(text, "]");
	}
	if (answer->reasons)
		write_note(answer, audience, text);
	if (result->ruling.kind != RULING_NONE) {
		struct message ruling;

		ruling_say(result, &ruling);
		write_message(&ruling, "ruling", audience, text);
	}
	text_raw(text, "}");
}

/* House rules that are not the usual ones, or not those of the paper. */
static void
write_house(const struct answer *answer, struct text *text)
{
	const struct result *result = (const struct result *)answer->result;
	uint8_t printed[HOUSE_RULES];
	bool any = false;

	rules_printed(answer->rules, answer->has_code ? answer->code.option : 0, printed);
	for (int i = 0; i < HOUSE_RULES; i++) {
		const struct house_rule *rule = &answer->rules->house[i];

		if (result->house[i] == 0 && printed[i] == 0)
			continue;
		if (!any)
			text_member_raw(text, "rules", "{");
		any = true;
		text_name(text, rule->name);
		if (rule->integer)
			text_value(text, rule->value[result->house[i]]);
		else
			text_string(text, rule->value[result->house[i]]);
	}
	if (any)
		text_raw(text, "}");
}

void
answer_write_result(const struct answer *answer, const struct code_key *key, struct text *text)
{
	const struct result *result = (const struct result *)answer->result;

	text_raw(text, "{");
	text_member_string(text, "game", answer->game->id);
	if (answer->has_code) {
		char code[CODE_TEXT];

		code_write(&answer->code, key, code);
		text_member_string(text, "code", code);
	}
	write_house(answer, text);
	text_member_raw(text, "players", "[");
	for (unsigned i = 0; i < result->players.count; i++) {
		text_value(text, "{");
		if (result->players.name[i][0] != '\0')
			text_member_string(text, "name", result->players.name[i]);
		if (!result->ruling.unplayed && answer->rules->write_player != NULL)
			answer->rules->write_player(result, i, text);
		text_raw(text, "}");
	}
	text_raw(text, "]");
	if (!result->ruling.unplayed && answer->rules->write != NULL)
		answer->rules->write(result, text);
	ruling_write(&result->ruling, text);
	text_raw(text, "}");
}
