/* SPDX-License-Identifier: MIT
 * The seats and the key of a kit, its definition as the text of a kit file, and its commitment. seedpress(1) describes
 * the definition, so that anyone can check a kit without this program. */
#include <inttypes.h>
#include <sodium.h>
#include <string.h>

#include "gen/kit/kit.h"

void
kit_seat_set(struct kit_round *round, unsigned table, unsigned seat, const char *name)
{
	if (round->names == NULL)
		round->names = g_new0(char *, (size_t)kit_all_tables(round) * PLAYERS_MAX);
	char **at = &round->names[(size_t)(table - 1) * PLAYERS_MAX + seat];

	g_free(*at);
	*at = g_strdup(name);
}

bool
kit_is_seated(const struct kit_round *round, unsigned table)
{
	for (unsigned seat = 0; seat < PLAYERS_MAX; seat++)
		if (kit_seat(round, table, seat) != NULL)
			return true;
	return false;
}

void
kit_finish(struct kit *kit)
{
	for (unsigned i = 0; i < KIT_ROUNDS_MAX; i++) {
		struct kit_round *round = &kit->round[i];

		for (size_t n = 0; round->names != NULL && n < (size_t)kit_all_tables(round) * PLAYERS_MAX; n++)
			g_free(round->names[n]);
		g_free(round->names);
		g_free(round->players);
		g_free(round->seeds);
		g_free(round->solved);
	}
	g_free(kit->name);
	g_free(kit->date);
	g_free(kit->url);
	g_free(kit->key_file);
	g_free(kit->salt);
}

/* Adds a text with its backslashes escaped. Nothing else needs it: values that were read have neither control
 * characters nor white space around them. */
static void
add_escaped(GString *out, const char *text)
{
	for (; text != NULL && *text != '\0'; text++) {
		if (*text == '\\')
			g_string_append_c(out, '\\');
		g_string_append_c(out, *text);
	}
}

static void
add_text(GString *out, const char *key, const char *value)
{
	if (value == NULL)
		return;
	g_string_append_printf(out, "%s=", key);
	add_escaped(out, value);
	g_string_append_c(out, '\n');
}

/* Adds the sizes of tables, as the value of a key ("4 x 12, 3 x 2") or in words ("12 tables for 4, 2 tables for 3"). */
static void
add_players(GString *out, const struct kit_round *round, bool words)
{
	for (unsigned i = 0, next; i < round->tables; i = next) {
		for (next = i + 1; next < round->tables && round->players[next] == round->players[i];)
			next++;
		g_string_append(out, i > 0 ? ", " : "");
		if (words)
			g_string_append_printf(
				out, "%u table%s for %u", next - i, next - i == 1 ? "" : "s", round->players[i]);
		else
			g_string_append_printf(out, "%u x %u", round->players[i], next - i);
	}
}

/* Adds the keys that only some games have, and the house rules. A number that was not given is left out. */
static void
define_options(GString *out, const struct kit_round *round)
{
	const struct printed_game *printed = printed_game_of(round->game);
	const struct rules *rules = rules_by_id(round->game->id);

	if (printed->count.key != NULL)
		g_string_append_printf(out, "%s=%" PRIu32 "\n", printed->count.key, round->count);
	for (int i = 0; printed->option[i].name != NULL; i++) {
		const struct game_option *option = &printed->option[i];
		const struct option_value *value = &round->option[i];

		if (option->effect > OPTION_PIECES)
			continue;
		if (option->kind == OPTION_FLAG)
			g_string_append_printf(out, "%s=%s\n", option->name, value->given ? "yes" : "no");
		else if (option->kind == OPTION_CHOICE)
			g_string_append_printf(out, "%s=%s\n", option->name, option->words[value->number]);
		else if (value->given)
			g_string_append_printf(out, "%s=%" PRIu32 "\n", option->name, value->number);
	}
	for (int i = 0; i < HOUSE_RULES && rules->house[i].name != NULL; i++)
		g_string_append_printf(
			out, "rule.%s=%s\n", rules->house[i].name, rules->house[i].value[round->house[i]]);
}

static void
define_round(GString *out, const struct kit_round *round, unsigned n)
{
	g_string_append_printf(out, "\n[round %u]\ngame=%s\n# layout version %u, filter version %u\n", n,
		round->game->id, round->game->version, round->filter);
	g_string_append_printf(out, "tables=%u\nplayers=", round->tables);
	add_players(out, round, false);
	g_string_append_printf(out, "\nspares=%u\nduplicate=%s\npieces=%s\n", round->spares,
		round->duplicate ? "yes" : "no", round->pieces ? "all" : "game");
	define_options(out, round);
	for (unsigned table = 1; table <= round->tables; table++) {
		unsigned last = PLAYERS_MAX; /* seats after the last person are left out */

		if (!kit_is_seated(round, table))
			continue;
		while (kit_seat(round, table, last - 1) == NULL)
			last--;
		g_string_append_printf(out, "table.%u=", table);
		for (unsigned seat = 0; seat < last; seat++) {
			g_string_append(out, seat > 0 ? "; " : "");
			add_escaped(out, kit_seat(round, table, seat));
		}
		g_string_append_c(out, '\n');
	}
}

char *
kit_definition(const struct kit *kit)
{
	GString *out = g_string_new("[event]\n");

	add_text(out, "name", kit->name);
	add_text(out, "date", kit->date);
	g_string_append_printf(out, "paper=%s\nink=%s\nbacks=%s\n", kit->paper->name, ink_names[kit->ink],
		kit->backs == BACKS_FOLD ? "fold" : "duplex");
	if (kit->seed_given || kit->seed != 0) /* otherwise none was drawn yet */
		g_string_append_printf(out, "seed=%" PRIu64 "\n", kit->seed);
	add_text(out, "salt", kit->salt);
	add_text(out, "key", kit->key_file);
	if (kit->key_file != NULL && kit->version >= 2) {
		g_string_append_printf(out, "version=%u\n", kit->version);
		add_text(out, "key_hash", *kit->key_hash == '\0' ? NULL : kit->key_hash);
	}
	add_text(out, "url", kit->url);
	for (unsigned i = 0; i < kit->rounds; i++)
		define_round(out, &kit->round[i], i + 1);
	return g_string_free(out, FALSE);
}

void
kit_commitment(const struct kit *kit, char hex[KIT_COMMITMENT])
{
	unsigned char hash[crypto_generichash_BYTES];
	g_autofree char *text = kit_definition(kit);

	_Static_assert(sizeof hash * 2 + 1 == KIT_COMMITMENT, "BLAKE2b-256");
	crypto_generichash(hash, sizeof hash, (const unsigned char *)text, strlen(text), NULL, 0);
	sodium_bin2hex(hex, KIT_COMMITMENT, hash, sizeof hash);
}

bool
kit_take_key(struct kit *kit, const struct code_key *key)
{
	char hash[KIT_COMMITMENT];

	sodium_bin2hex(hash, sizeof hash, key->hash, sizeof key->hash);
	if (*kit->key_hash != '\0' && strcmp(kit->key_hash, hash) != 0)
		return false;
	g_strlcpy(kit->key_hash, hash, sizeof kit->key_hash);
	kit->key_bytes = *key;
	kit->key = &kit->key_bytes;
	return true;
}

uint8_t
kit_code_option(const struct kit_round *round)
{
	return printed_game_code_option(printed_game_of(round->game), round->option) |
		rules_option(rules_of(round->game), round->house);
}

char *
kit_tables(const struct kit_round *round)
{
	GString *out = g_string_new(NULL);

	add_players(out, round, true);
	return g_string_free(out, FALSE);
}
