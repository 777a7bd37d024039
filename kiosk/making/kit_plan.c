/* SPDX-License-Identifier: MIT
 * Planning kits. */
#include "kiosk/making/kit_plan.h"

json_t *
kit_plan_mistakes(const struct problems *problems, const struct audience *audience)
{
	json_t *list = json_array();
	char sentence[MESSAGE_TEXT];
	struct problem problem;

	for (size_t at = 0; problems_next(problems, &at, &problem);) {
		problem_write(&problem, audience, sentence, sizeof sentence);
		json_array_append_new(list,
			json_pack("{s:o, s:s, s:s}", "line",
				problem.line == 0 ? json_null() : json_integer(problem.line), "sentence", sentence,
				"id", message_id(&problem.message)));
	}
	return list;
}

static void
set_amount(json_t *object, const struct kit_amount *amount)
{
	json_object_set_new(object, "files", json_integer(amount->files));
	json_object_set_new(object, "pages", json_integer(amount->pages));
	json_object_set_new(object, "sheets", json_integer(amount->sheets));
	json_object_set_new(object, "cut", json_integer(amount->cut));
	json_object_set_new(object, "glued", json_integer(amount->glued));
	json_object_set_new(object, "two_sided", json_boolean(amount->two_sided));
}

static json_t *
round_json(const struct kit_round *round, unsigned n, const struct kit_amount *amount)
{
	json_t *players = json_array(), *json;

	for (unsigned i = 0; i < round->tables; i++)
		json_array_append_new(players, json_integer(round->players[i]));
	json = json_pack("{s:i, s:s, s:s, s:o, s:i, s:b}", "round", (int)n, "game", round->game->id, "title",
		round->game->title, "players", players, "spares", (int)round->spares, "duplicate", round->duplicate);
	set_amount(json, amount);
	return json;
}

/* Sheets of paper with the backs of cards beside their fronts, and behind them. */
static json_t *
backs_json(const struct kit *kit)
{
	return json_pack(
		"{s:i, s:i}", "fold", (int)kit_sheets(kit, BACKS_FOLD), "duplex", (int)kit_sheets(kit, BACKS_DUPLEX));
}

json_t *
kit_plan_json(const struct kit *kit, const struct audience *audience)
{
	json_t *rounds = json_array(), *event = json_object(), *json;
	char warning[MESSAGE_TEXT];
	struct message weak;
	bool warned = kit_seed_warning(kit, &weak);
	struct kit_totals totals;

	if (warned)
		message_write(&weak, audience, warning, sizeof warning);
	kit_count(kit, &totals);
	for (unsigned n = 1; n <= kit->rounds; n++)
		json_array_append_new(rounds, round_json(&kit->round[n - 1], n, &totals.round[n - 1]));
	set_amount(event, &totals.event);
	json = json_pack("{s:s, s:s?, s:s, s:s?, s:s?, s:s?, s:o, s:o}", "name", kit->name, "date", kit->date, "paper",
		kit->paper->name, "key", kit->key_file, "seed_warning", warned ? warning : NULL, "seed_warning_id",
		warned ? message_id(&weak) : NULL, "rounds", rounds, "event", event);
	set_amount(json, &totals.all);
	json_object_set_new(json, "backs", backs_json(kit));
	return json;
}
