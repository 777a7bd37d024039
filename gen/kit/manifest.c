/* SPDX-License-Identifier: MIT
 * Manifests. Each piece is a line of its own in both files, so that common text tools can compare and search them. */
#include "gen/kit/manifest.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "gen/games/house_rules.h"

/* The manifest as JSON, without the pieces; to be freed. */
static char *
head_json(const struct kit *kit, const GArray *documents)
{
	json_t *rounds = json_array(), *files = json_array();
	g_autofree char *definition = kit_definition(kit);
	char hex[KIT_COMMITMENT], seed[24];

	for (unsigned n = 1; n <= kit->rounds; n++) {
		const struct kit_round *round = &kit->round[n - 1];
		json_t *players = json_array();

		for (unsigned i = 0; i < kit_all_tables(round); i++)
			json_array_append_new(players, json_integer(round->players[i]));
		json_array_append_new(rounds,
			json_pack("{s:i, s:s, s:i, s:i, s:i, s:o, s:b, s:s?, s:o}", "round", (int)n, "game",
				round->game->id, "version", round->game->version, "tables", (int)round->tables,
				"spares", (int)round->spares, "players", players, "duplicate", round->duplicate,
				"option", codes_option_name(round->game, kit_code_option(round)), "rules",
				house_rules_json(rules_of(round->game), round->house)));
	}
	for (unsigned i = 0; i < documents->len; i++) {
		const struct kit_document *document = kit_document_at(documents, i);

		json_array_append_new(
			files, json_pack("{s:s, s:i}", "file", document->file, "pages", (int)document->amount.pages));
	}
	kit_commitment(kit, hex);
	g_snprintf(seed, sizeof seed, "%" PRIu64, kit->seed);
	json_t *head = json_pack("{s:s, s:i, s:s, s:{s:s, s:s?, s:s, s:s, s:b, s:s?}, s:s, s:s, s:s, s:o, s:o}",
		"format", "seedpress-kit", "format_version", 1, "seedpress", SEEDPRESS_VERSION, "event", "name",
		kit->name, "date", kit->date, "paper", kit->paper->name, "seed", seed, "keyed", kit->key_file != NULL,
		"url", kit->url, "bundle", kit->bundled ? "round" : "table", "definition", definition, "commitment",
		hex, "rounds", rounds, "files", files);
	char *text = json_dumps(head, JSON_INDENT(1) | JSON_PRESERVE_ORDER);

	json_decref(head);
	return text;
}

/* Writes the pieces of a document to both files. Ids of games, names of files and codes need no quoting. */
static void
write_pieces(
	const struct kit *kit, const struct kit_document *document, const uint32_t *pages, GString *json, GString *csv)
{
	size_t n = document->piece;

	for (unsigned table = document->first; table <= document->last; table++) {
		const struct packet packet = packet_of(kit, document->round, table);
		const char *id = packet.round->game->id, *file = document->file;
		unsigned filter = packet.round->filter;

		for (unsigned i = 0; i < packet_pieces(&packet); i++, n++) {
			char text[CODE_TEXT], seat[2] = "";
			const struct code code = packet_code(&packet, i, text);

			if (packet.round->game->pieces(&code) > 1)
				seat[0] = (char)('A' + code.piece);
			const char *quote = *seat == '\0' ? "" : "\"";

			g_string_append_printf(json,
				"%s{\"code\":\"%s\",\"seed\":\"%" PRIu64 "\",\"game\":\"%s\",\"round\":%u,\"table\":%u,"
				"\"seat\":%s%s%s,\"file\":\"%s\",\"page\":%u,\"filter\":%u}",
				n > 0 ? ",\n" : "\n", text, code.seed, id, packet.n, table, quote,
				*seat == '\0' ? "null" : seat, quote, file, pages[n], filter);
			g_string_append_printf(csv, "%s,%" PRIu64 ",%s,%u,%u,%s,%s,%u,%u\n", text, code.seed, id,
				packet.n, table, seat, file, pages[n], filter);
		}
	}
}

/* Writes a file of the manifest. The codes of a keyed event prove what was printed, and anyone who has all of them can
 * enter results of every table: the file is readable for its owner only. */
static bool
write_file(const struct kit *kit, const char *folder, const char *name, const GString *text, struct problem *problem)
{
	g_autofree char *path = g_build_filename(folder, name, NULL);
	g_autoptr(GError) error = NULL;

	return g_file_set_contents_full(path, text->str, (gssize)text->len, G_FILE_SET_CONTENTS_NONE,
		       kit->key != NULL ? 0600 : 0666, &error) ||
		problem_set(problem,
			SAY_PRIVATE("manifest-unwritable", "the manifest cannot be written: {reason}",
				"the manifest cannot be written"),
			ARG_PRIVATE("reason", error->message));
}

bool
manifest_write(const struct kit *kit, const GArray *documents, const uint32_t *pages, const char *folder,
	struct problem *problem)
{
	g_autofree char *head = head_json(kit, documents);
	g_autoptr(GString) csv = g_string_new("code,seed,game,round,table,seat,file,page,filter\n");
	g_autoptr(GString) json = g_string_new(head);

	g_string_truncate(json, json->len - strlen("\n}")); /* the closing bracket comes after the pieces */
	g_string_append(json, ",\n \"pieces\": [");
	for (unsigned d = 0; d < documents->len; d++)
		if (kit_document_at(documents, d)->part == KIT_PACKETS)
			write_pieces(kit, kit_document_at(documents, d), pages, json, csv);
	g_string_append(json, "\n ]\n}\n");
	return write_file(kit, folder, KIT_MANIFEST, json, problem) && write_file(kit, folder, KIT_CSV, csv, problem);
}

static bool
unreadable(const char *file, const char *reason, struct problem *problem)
{
	return problem_set(problem,
		SAY_PRIVATE("file-unreadable", "{file} cannot be read: {reason}", "a file cannot be read"),
		ARG_PRIVATE("file", file), ARG_PRIVATE("reason", reason));
}

/* The file as JSON, with or without a byte order mark; NULL after a problem. */
static json_t *
load(const char *file, struct problem *problem)
{
	FILE *stream = fopen(file, "rb");
	json_error_t error;

	if (stream == NULL) {
		unreadable(file, strerror(errno), problem);
		return NULL;
	}
	int first = getc(stream);

	/* No JSON begins with the first byte of the mark. */
	if (first != 0xEF)
		ungetc(first, stream);
	else if (getc(stream) != 0xBB || getc(stream) != 0xBF)
		rewind(stream);
	json_t *root = json_loadf(stream, JSON_REJECT_DUPLICATES, &error);

	if (root == NULL)
		unreadable(file, error.text, problem);
	fclose(stream);
	return root;
}

bool
manifest_read(struct manifest *manifest, const char *folder, struct problem *problem)
{
	g_autofree char *file = g_build_filename(folder, KIT_MANIFEST, NULL);
	const char *format, *definition, *version, *bundle;
	json_auto_t *root = load(file, problem);
	json_t *pieces, *piece;
	size_t i;

	*manifest = (struct manifest){.seeds = g_array_new(FALSE, FALSE, sizeof(struct manifest_seed))};
	if (root == NULL)
		return false;
	if (json_unpack(root, "{s:s, s:s, s:s, s:s, s:o}", "format", &format, "definition", &definition, "seedpress",
		    &version, "bundle", &bundle, "pieces", &pieces) != 0 ||
		strcmp(format, "seedpress-kit") != 0)
		return problem_set(problem,
			SAY_PRIVATE("not-a-manifest", "{file} is not the manifest of a kit",
				"this is not the manifest of a kit"),
			ARG_PRIVATE("file", file));
	manifest->definition = g_strdup(definition);
	manifest->version = g_strdup(version);
	manifest->bundled = strcmp(bundle, "round") == 0;
	json_array_foreach(pieces, i, piece) {
		const char *seed, *code;
		int round, table, filter;
		uint64_t number;

		if (json_unpack(piece, "{s:s, s:s, s:i, s:i, s:i}", "code", &code, "seed", &seed, "round", &round,
			    "table", &table, "filter", &filter) != 0 ||
			!g_ascii_string_to_unsigned(seed, 10, 0, SEED_MAX, &number, NULL))
			return problem_set(problem,
				SAY_PRIVATE("manifest-pieces", "{file} lists pieces without code, seed, round or table",
					"the manifest lists pieces without code, seed, round or table"),
				ARG_PRIVATE("file", file));
		if (manifest->first_code == NULL)
			manifest->first_code = g_strdup(code);
		g_array_append_val(manifest->seeds,
			((struct manifest_seed){(unsigned)round, (unsigned)table, (unsigned)filter, number}));
	}
	return true;
}

void
manifest_finish(struct manifest *manifest)
{
	g_free(manifest->definition);
	g_free(manifest->version);
	g_free(manifest->first_code);
	g_array_unref(manifest->seeds);
}
