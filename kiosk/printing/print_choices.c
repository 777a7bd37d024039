/* SPDX-License-Identifier: MIT
 * From an address to the words of `seedpress print`: the same names, so that
 * the same choices are the same bytes. */
#include "kiosk/printing/print_choices.h"

#include <string.h>

#include "gen/press/printed_game.h"

#define VALUE_MAX 64 /* bytes of a value */

/* What every game has; other options of the command line are not for the network. */
static const char *const common[] = {"players", "count", "pieces", "paper", "ink", "backs", "back-offset"};

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

/* The game's own. What chooses seeds says nothing where there is one. */
static bool
add_own(GPtrArray *arguments, const struct request *request, const struct game *game, bool seeded,
	struct reply *reply)
{
	const struct game_option *option = printed_game_of(game)->option;
	bool fine = true;

	for (; option->name != NULL && fine; option++) {
		if (seeded && option->effect == OPTION_SEEDS)
			continue;
		fine = option->kind == OPTION_FLAG ? add_flag(arguments, request, option->name, reply)
						   : add(arguments, request, option->name, reply);
	}
	return fine;
}

/* All that is chosen for a game. False after a refusal. */
static bool
add_all(GPtrArray *arguments, const struct request *request, const struct game *game, enum print_kind kind,
	struct reply *reply)
{
	bool seeded = kind != PRINT_SEED, fine = true;

	if (seeded && request_query(request, "seed") == NULL) {
		reply_refuse(reply, 400, "bad-request", "seed=N is missing; /api/print/seed draws one");
		return false;
	}
	if (seeded)
		fine = add(arguments, request, "seed", reply);
	for (size_t i = 0; i < G_N_ELEMENTS(common) && fine; i++)
		if (seeded || strcmp(common[i], "players") == 0)
			fine = add(arguments, request, common[i], reply);
	return fine && add_own(arguments, request, game, seeded, reply);
}

struct print_order *
print_choices_read(const struct request *request, enum print_kind kind, struct reply *reply)
{
	const char *name = request_query(request, "game");
	const struct game *game = name == NULL ? NULL : game_by_id(name);
	GPtrArray *arguments;
	struct print_order order = {.kind = kind};
	struct print_order *read = NULL;

	if (game == NULL) {
		reply_refuse(reply, 404, "unknown", "game= names a game that is printed here");
		return NULL;
	}
	arguments = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_add(arguments, g_strdup(game->id));
	if (add_all(arguments, request, game, kind, reply)) {
		g_ptr_array_add(arguments, NULL);
		order.arguments = (char **)arguments->pdata;
		read = print_order_copy(&order);
	}
	g_ptr_array_unref(arguments);
	return read;
}
