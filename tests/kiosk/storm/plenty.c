/* SPDX-License-Identifier: MIT
 * A manifest with plenty of tables, as `seedpress kit` writes one, without
 * printing anything: for storms and benchmarks.
 *     plenty ROUNDS TABLES [KEY-FILE]     three play Chip It at each */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

#include "layouts/chipit.h"

#define SEATS 3

static void
write_round(unsigned round, unsigned tables)
{
	printf("%s\n  {\"round\":%u,\"game\":\"chipit\",\"version\":%u,\"tables\":%u,\"spares\":0,"
	       "\"duplicate\":false,\"option\":null,\"rules\":{},\"players\":[",
		round == 1 ? "" : ",", round, game_chipit.version, tables);
	for (unsigned i = 0; i < tables; i++)
		printf("%s%d", i == 0 ? "" : ",", SEATS);
	fputs("]}", stdout);
}

static void
write_piece(unsigned round, unsigned table, const struct code_key *key)
{
	struct code code = {.seed = 7919 * round + table,
		.game = game_chipit.number,
		.version = (uint8_t)game_chipit.version,
		.players = SEATS,
		.round = (uint8_t)round,
		.table = (uint16_t)table,
		.keyed = key != NULL};
	char text[CODE_TEXT];

	code_write(&code, key, text);
	printf("%s\n  {\"code\":\"%s\",\"seed\":\"%u\",\"game\":\"chipit\",\"round\":%u,\"table\":%u,"
	       "\"seat\":null}",
		round == 1 && table == 1 ? "" : ",", text, 7919 * round + table, round, table);
}

int
main(int argc, char **argv)
{
	guint64 rounds = 0, tables = 0;
	struct code_key key;
	char *text = NULL;

	if (argc < 3 || argc > 4 || !g_ascii_string_to_unsigned(argv[1], 10, 1, CODE_ROUND_MAX, &rounds, NULL) ||
		!g_ascii_string_to_unsigned(argv[2], 10, 1, CODE_TABLE_MAX, &tables, NULL) ||
		(argc == 4 && (!g_file_get_contents(argv[3], &text, NULL, NULL) || !code_key_read(text, &key)))) {
		fputs("plenty ROUNDS TABLES [KEY-FILE]\n", stderr);
		return EXIT_FAILURE;
	}
	printf("{\"format\":\"seedpress-kit\",\"format_version\":1,\"event\":{\"name\":\"Plenty\","
	       "\"date\":null,\"paper\":\"a4\",\"keyed\":%s,\"url\":null},\n \"rounds\":[",
		text == NULL ? "false" : "true");
	for (unsigned round = 1; round <= rounds; round++)
		write_round(round, (unsigned)tables);
	fputs("],\n \"pieces\":[", stdout);
	for (unsigned round = 1; round <= rounds; round++)
		for (unsigned table = 1; table <= tables; table++)
			write_piece(round, table, text == NULL ? NULL : &key);
	puts("]}");
	g_free(text);
	return EXIT_SUCCESS;
}
