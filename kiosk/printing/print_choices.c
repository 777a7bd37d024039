/* SPDX-License-Identifier: MIT
 * From an address to the words of `seedpress print`: the same names, so that
 * the same choices are the same bytes. */
#include "kiosk/printing/print_choices.h"

#include <string.h>

#include "gen/press/printed_game.h"

#define VALUE_MAX 64 /* bytes of a value */

/* What every game has, and what a code says itself; other options of the command line are not for
 * the network. */
static const char *const common[] = {"pieces", "paper", "ink", "backs", "back-offset"};
static const char *const coded[] = {"seed", "players", "count"};

static bool
is_value(const char *value)
{
	size_t length = strlen(value);

	return length > 0 && length <= VALUE_MAX && g_utf8_validate(value, (gssize)length, NULL) &&
		strpbrk(value, "\n\r\t") == NULL;
}

/* Adds --NAME=VALUE where the address has it. False after a refusal. */
static bool
add(GPtrArray *arguments, const struct request *request, const char *name, struct reply *reply)
{
	const char *value = request_query(request, name);

	if (value == NULL)
		return true;
	if (!is_value(value)) {
		reply_refuse(reply, 400, "bad-request", "%s= has a value of 1 to %d characters", name, VALUE_MAX);
		return false;
	}
	g_ptr_array_add(arguments, g_strconcat("--", name, "=", value, NULL));
	return true;
}

static bool
add_flag(GPtrArray *arguments, const struct request *request, const char *name, struct reply *reply)
{
	const char *value = request_query(request, name);

	if (value != NULL && strcmp(value, "yes") != 0) {
		reply_refuse(reply, 400, "bad-request", "%s= is yes, or is left out", name);
		return false;
	}
	if (value != NULL)
		g_ptr_array_add(arguments, g_strconcat("--", name, NULL));
	return true;
}

/* Which of the game's own options an address may say. */
static bool
is_open(const struct game_option *option, const struct request *request, enum print_kind kind, bool again)
{
	/* A code says itself what decides the layout, and a seed is one that was chosen, unless others
	 * follow it that are. */
	if (again)
		return option->effect >= OPTION_PIECES;
	return kind == PRINT_SEED || option->effect != OPTION_SEEDS || request_query(request, "balanced") != NULL;
}

static bool
add_own(GPtrArray *arguments, const struct request *request, const struct game *game, enum print_kind kind, bool again,
	struct reply *reply)
{
	const struct game_option *option = printed_game_of(game)->option;
	bool fine = true;

	for (; option->name != NULL && fine; option++) {
		if (!is_open(option, request, kind, again))
			continue;
		fine = option->kind == OPTION_FLAG ? add_flag(arguments, request, option->name, reply)
						   : add(arguments, request, option->name, reply);
	}
	return fine;
}

static bool
add_names(GPtrArray *arguments, const struct request *request, const char *const *names, size_t n, struct reply *reply)
{
	bool fine = true;

	for (size_t i = 0; i < n && fine; i++)
		fine = add(arguments, request, names[i], reply);
	return fine;
}

/* House rules, as rule.NAME=VALUE. */
static bool
add_rules(GPtrArray *arguments, const struct request *request, const struct game *game, struct reply *reply)
{
	const struct house_rule *rule = rules_of(game)->house;

	for (int i = 0; i < HOUSE_RULES && rule[i].name != NULL; i++) {
		char *name = g_strconcat("rule.", rule[i].name, NULL);
		const char *value = request_query(request, name);

		g_free(name);
		if (value == NULL)
			continue;
		if (!is_value(value)) {
			reply_refuse(reply, 400, "bad-request", "rule.%s= is %s or %s", rule[i].name, rule[i].value[0],
				rule[i].value[1]);
			return false;
		}
		g_ptr_array_add(arguments, g_strconcat("--rule=", rule[i].name, "=", value, NULL));
	}
	return true;
}

/* What a code would say. False after a refusal. */
static bool
add_coded(GPtrArray *arguments, const struct request *request, enum print_kind kind, struct reply *reply)
{
	if (kind == PRINT_SEED)
		return add(arguments, request, "players", reply);
	if (request_query(request, "seed") != NULL)
		return add_names(arguments, request, coded, G_N_ELEMENTS(coded), reply) &&
			add_flag(arguments, request, "balanced", reply);
	reply_refuse(reply, 400, "bad-request", "seed=N is missing; /api/print/seed draws one");
	return false;
}

/* The words of `print` for a game or a code. False after a refusal. */
static bool
add_all(GPtrArray *arguments, const struct request *request, enum print_kind kind, const struct print_again *again,
	struct reply *reply)
{
	const char *name = request_query(request, "game");
	const struct game *game = again != NULL ? again->game : name == NULL ? NULL : game_by_id(name);

	if (game == NULL) {
		reply_refuse(reply, 404, "unknown", "game= names a game that is printed here");
		return false;
	}
	g_ptr_array_add(arguments, g_strdup(again != NULL ? again->code : game->id));
	if (again != NULL && again->url != NULL)
		g_ptr_array_add(arguments, g_strconcat("--url=", again->url, NULL));
	return (again != NULL ||
		       (add_coded(arguments, request, kind, reply) && add_rules(arguments, request, game, reply))) &&
		(kind == PRINT_SEED || add_names(arguments, request, common, G_N_ELEMENTS(common), reply)) &&
		add_own(arguments, request, game, kind, again != NULL, reply);
}

struct print_order *
print_choices_read(
	const struct request *request, enum print_kind kind, const struct print_again *again, struct reply *reply)
{
	GPtrArray *arguments = g_ptr_array_new_with_free_func(g_free);
	struct print_order order = {.kind = kind};
	struct print_order *read = NULL;

	if (add_all(arguments, request, kind, again, reply)) {
		g_ptr_array_add(arguments, NULL);
		order.arguments = (char **)arguments->pdata;
		order.event = again == NULL ? NULL : (char *)(uintptr_t)again->event;
		order.key = again == NULL ? NULL : (char *)(uintptr_t)again->key;
		read = print_order_copy(&order);
	}
	g_ptr_array_unref(arguments);
	return read;
}
