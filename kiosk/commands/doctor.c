/* SPDX-License-Identifier: MIT
 * seedpress-kiosk doctor: checks everything that a kiosk needs, and gives advice. */
#include "kiosk/commands/doctor.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gen/cli/command.h"
#include "kiosk/commands/commands.h"
#include "kiosk/store/backups.h"
#include "kiosk/store/database_path.h"

const struct argument no_advice = {.type = ARGUMENT_END};

void
doctor_find_list(struct doctor *doctor, enum health health, struct argument advice, const struct argument *arguments)
{
	static const char *const words[] = {"ok", "look", "bad"};
	static const char *const colours[] = {"\033[32m", "\033[33m", "\033[1;31m"};
	char says[MESSAGE_TEXT], advised[MESSAGE_TEXT] = "";
	struct message message;

	if (advice.type != ARGUMENT_END) {
		message_set(&message, advice);
		message_write(&message, command_audience(), advised, sizeof advised);
	}
	message_set_list(&message, arguments);
	message_write(&message, command_audience(), says, sizeof says);
	doctor->bad |= health == HEALTH_BAD;
	if (doctor->checks == NULL) {
		bool colour = isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL;

		printf("%s%-4s%s  %-12s %s%s%s\n", colour ? colours[health] : "", words[health],
			colour ? "\033[0m" : "", doctor->what, says, *advised == '\0' ? "" : "; ", advised);
		return;
	}
	g_autofree char *valid = g_utf8_make_valid(says, -1); /* file names may be any bytes */
	json_array_append_new(doctor->checks,
		json_pack("{s:s, s:s, s:s, s:s?, s:s}", "what", doctor->what, "state", words[health], "says", valid,
			"do", *advised == '\0' ? NULL : advised, "id", message_id(&message)));
}

int
doctor_command(int argc, char **argv)
{
	static const struct doctor_check *const lists[] = {doctor_kiosk_checks, doctor_machine_checks};
	g_auto(GStrv) backups = NULL;
	g_autofree char *where = NULL, *listen = NULL, *port_text = NULL;
	gboolean json = FALSE;
	const GOptionEntry entries[] = {
		DATABASE_OPTION(&where),
		{"backups", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &backups,
			"A folder where the kiosk makes backups; may be repeated", "FOLDER"},
		{"listen", 'l', 0, G_OPTION_ARG_STRING, &listen, "Where the kiosk listens, usually 127.0.0.1",
			"ADDRESS"},
		{"port", 'p', 0, G_OPTION_ARG_STRING, &port_text, "Its port, usually 8080", "N"},
		{"json", 'j', 0, G_OPTION_ARG_NONE, &json, "One JSON object", NULL},
		{0},
	};
	struct problem problem = {0};
	uint64_t port = 8080;

	if (!command_options("doctor [OPTION...]",
		    "Looks at disk, database, backups, port, certificate, clock, sandbox, camera, fonts and\n"
		    "screen, and says what to do. The exit status is 1 when something is bad.",
		    entries, &argc, &argv))
		return EXIT_USAGE;
	if (argc != 1)
		return command_misuse("doctor", SAY("usage-doctor", "doctor takes options only"));
	if (!command_number("--port", port_text, 1, 65535, &port))
		return EXIT_USAGE;
	if (where == NULL && (where = database_path_usual(&problem)) == NULL)
		where = database_path_name();
	g_autofree char *usual = database_path_beside(where, BACKUPS_FOLDER);
	const char *const only[] = {usual, NULL};
	struct doctor doctor = {.database = where,
		.no_folder = problem.status == STATUS_OK ? NULL : &problem,
		.backups = backups == NULL ? only : (const char *const *)backups,
		.listen = listen == NULL ? "127.0.0.1" : listen,
		.port = (uint16_t)port,
		.checks = json ? json_array() : NULL};
	for (size_t i = 0; i < G_N_ELEMENTS(lists); i++)
		for (const struct doctor_check *check = lists[i]; check->what != NULL; check++) {
			doctor.what = check->what;
			check->run(&doctor);
		}
	if (json)
		command_print_json(json_pack("{s:b, s:o}", "fine", !doctor.bad, "checks", doctor.checks));
	return doctor.bad ? EXIT_REFUSED : EXIT_SUCCESS;
}
