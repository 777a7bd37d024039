/* SPDX-License-Identifier: MIT
 * seedpress: prints small board games from a seed and rebuilds them from their codes. */
#include <cairo.h>
#include <jansson.h>
#include <pango/pango.h>
#include <qpdf/qpdf-c.h>
#include <qrencode.h>
#include <sodium.h>

#include "gen/canvas/atomic_file.h"
#include "gen/canvas/document.h"
#include "gen/cli/command.h"
#include "gen/commands/commands.h"

int
main(int argc, char **argv)
{
	static const struct command commands[] = {
		{"code", "the codes of a game, one a line", code_command},
		{"print", "a game's sheets, tickets, cards or pads, and its other pieces", print_command},
		{"kit", "a whole event: packets for all tables, cover, key and manifest", kit_command},
		{"key", "a new key for an event", key_command},
		{"layout", "the exact layout of a printed code", layout_command},
		{"analyse", "what is known of a layout, or of many", analyse_command},
		{NULL, NULL, NULL},
	};

	const struct library libraries[] = {
		{"Cairo", cairo_version_string()},
		{"Pango", pango_version_string()},
		{"libqrencode", QRcode_APIVersionString()},
		{"qpdf", qpdf_get_qpdf_version()},
		{"libsodium", sodium_version_string()},
		{NULL, NULL},
	};
	const struct program program = {"seedpress", "Small board games from a seed.", commands, libraries};

	json_set_alloc_funcs(g_malloc, g_free); /* without memory the program ends, as GLib does */
	atomic_file_watch_signals();
	document_keep_memory();
	return command_main(&program, argc, argv);
}
