/* SPDX-License-Identifier: MIT
 * Planning kits. */
#include "kiosk/kits/kit_plan.h"

#include <stdio.h>
#include <string.h>

#include "gen/commands/made.h"
#include "gen/kit/document.h"

struct amount {
	unsigned files, pages, sheets;
	bool two_sided;
};

struct amounts {
	struct amount event, round[KIT_ROUNDS_MAX], all;
};

static void
add(struct amount *sum, const struct amount *more)
{
	sum->files += more->files;
	sum->pages += more->pages;
	sum->sheets += more->sheets;
	sum->two_sided |= more->two_sided;
}

static void
count(const struct kit *kit, struct amounts *amounts)
{
	struct kit copy = *kit;
	GArray *documents;

	*amounts = (struct amounts){0};
	for (unsigned i = 0; i < kit->rounds; i++)
		copy.round[i].seeds = g_new0(uint64_t, (size_t)kit_all_tables(&kit->round[i]) * kit->round[i].count);
	documents = kit_documents(&copy);
	for (unsigned i = 0; i < documents->len; i++) {
		const struct kit_document *document = &g_array_index(documents, struct kit_document, i);
		bool two = document->part == KIT_PACKETS && kit_round_is_two_sided(&copy, document->round);
		const struct amount one = {1, document->pages, made_sheets(document->pages, two), two};

		add(document->part == KIT_PACKETS ? &amounts->round[document->round - 1] : &amounts->event, &one);
		add(&amounts->all, &one);
	}
	g_array_unref(documents);
	for (unsigned i = 0; i < kit->rounds; i++)
		g_free(copy.round[i].seeds);
}

json_t *
kit_plan_mistakes(const struct problems *problems)
{
	json_t *list = json_array();
	const char *sentence = NULL;

	while ((sentence = problems_next(problems, sentence)) != NULL) {
		unsigned line = 0;
		int length = 0;

		if (sscanf(sentence, "line %u: %n", &line, &length) < 1 || length == 0)
			line = 0;
		json_array_append_new(list,
			json_pack("{s:o, s:s}", "line", line == 0 ? json_null() : json_integer(line), "sentence",
				line == 0 ? sentence : sentence + length));
	}
	return list;
}

static void
set_amount(json_t *object, const struct amount *amount)
{
	json_object_set_new(object, "files", json_integer(amount->files));
	json_object_set_new(object, "pages", json_integer(amount->pages));
	json_object_set_new(object, "sheets", json_integer(amount->sheets));
	json_object_set_new(object, "two_sided", json_boolean(amount->two_sided));
}

static json_t *
round_json(const struct kit_round *round, unsigned n, const struct amount *amount)
{
	json_t *players = json_array(), *json;

	for (unsigned i = 0; i < round->tables; i++)
		json_array_append_new(players, json_integer(round->players[i]));
	json = json_pack("{s:i, s:s, s:s, s:o, s:i, s:b}", "round", (int)n, "game", round->game->id, "title",
		round->game->title, "players", players, "spares", (int)round->spares, "duplicate",
		round->duplicate);
	set_amount(json, amount);
	return json;
}

json_t *
kit_plan_json(const struct kit *kit)
{
	json_t *rounds = json_array(), *event = json_object(), *json;
	struct amounts amounts;

	count(kit, &amounts);
	for (unsigned n = 1; n <= kit->rounds; n++)
		json_array_append_new(rounds, round_json(&kit->round[n - 1], n, &amounts.round[n - 1]));
	set_amount(event, &amounts.event);
	json = json_pack("{s:s, s:s?, s:s, s:s?, s:o, s:o}", "name", kit->name, "date", kit->date, "paper",
		kit->paper->name, "key", kit->key_file, "rounds", rounds, "event", event);
	set_amount(json, &amounts.all);
	return json;
}

unsigned
kit_plan_pages(const struct kit *kit)
{
	struct amounts amounts;

	count(kit, &amounts);
	return amounts.all.pages;
}
