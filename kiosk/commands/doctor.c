/* SPDX-License-Identifier: MIT
 * seedpress-kiosk doctor: looks at everything that a kiosk needs, and says what
 * to do. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gen/cli/command.h"
#include "kiosk/commands/commands.h"
#include "kiosk/commands/doctor.h"
#include "kiosk/store/database_path.h"

static const char *const words[] = {"ok", "look", "bad"};

void
doctor_find_list(struct doctor *doctor, const char *what, enum health health, const struct argument *arguments)
{
	struct finding finding = {.what = what, .health = health};

	message_set_list(&finding.says, arguments);
	message_clear(&finding.advice);
	g_array_append_val(doctor->findings, finding);
}

void
doctor_advise_list(struct doctor *doctor, const struct argument *arguments)
{
	message_set_list(&g_array_index(doctor->findings, struct finding, doctor->findings->len - 1).advice, arguments);
}

/* Writes the sentences of a finding; *advice is "" if there is none. */
static void
write_finding(const struct finding *finding, char says[MESSAGE_TEXT], char advice[MESSAGE_TEXT])
{
	message_write(&finding->says, command_audience(), says, MESSAGE_TEXT);
	message_write(&finding->advice, command_audience(), advice, MESSAGE_TEXT);
}

static void
print(const struct finding *finding)
{
	static const char *const colours[] = {"\033[32m", "\033[33m", "\033[1;31m"};
	bool colour = isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL;
	char says[MESSAGE_TEXT], advice[MESSAGE_TEXT];

	write_finding(finding, says, advice);
	printf("%s%-4s%s  %-12s %s%s%s\n", colour ? colours[finding->health] : "", words[finding->health],
		colour ? "\033[0m" : "", finding->what, says, *advice == '\0' ? "" : "; ", advice);
}

static void
print_json(const struct doctor *doctor, bool fine)
{
	json_t *checks = json_array(), *json;

	for (guint i = 0; i < doctor->findings->len; i++) {
		const struct finding *finding = &g_array_index(doctor->findings, struct finding, i);
		char says[MESSAGE_TEXT], advice[MESSAGE_TEXT], *valid;

		write_finding(finding, says, advice);
		valid = g_utf8_make_valid(says, -1); /* names of files may be any bytes */
		json_array_append_new(checks,
			json_pack("{s:s, s:s, s:s, s:s?, s:s}", "what", finding->what, "state", words[finding->health],
				"says", valid, "do", *advice == '\0' ? NULL : advice, "id",
				message_id(&finding->says)));
		g_free(valid);
	}
	json = json_pack("{s:b, s:o}", "fine", fine, "checks", checks);
	json_dumpf(json, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(json);
}

static int
examine(struct doctor *doctor, bool json)
{
	static void (*const checks[])(struct doctor *) = {
		doctor_check_disk,
		doctor_check_database,
		doctor_check_backups,
		doctor_check_port,
		doctor_check_certificate,
		doctor_check_clock,
		doctor_check_sandbox,
		doctor_check_camera,
		doctor_check_fonts,
		doctor_check_programs,
	};
	bool fine = true;

	doctor->findings = g_array_new(FALSE, TRUE, sizeof(struct finding));
	for (size_t i = 0; i < G_N_ELEMENTS(checks); i++)
		checks[i](doctor);
	for (guint i = 0; i < doctor->findings->len; i++) {
		const struct finding *finding = &g_array_index(doctor->findings, struct finding, i);

		fine = fine && finding->health != HEALTH_BAD;
		if (!json)
			print(finding);
	}
	if (json)
		print_json(doctor, fine);
	g_array_unref(doctor->findings);
	return fine ? EXIT_SUCCESS : EXIT_REFUSED;
}

int
doctor_command(int argc, char **argv)
{
	char **backups = NULL;
	char *where = NULL, *listen = NULL, *port_text = NULL;
	struct problem problem = {0};
	gboolean json = FALSE;
	const GOptionEntry entries[] = {
		{"db", 'd', 0, G_OPTION_ARG_FILENAME, &where, "The database: a file, or postgresql://...", "WHERE"},
		{"backups", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &backups,
			"A folder where the kiosk makes backups; may be repeated", "FOLDER"},
		{"listen", 'l', 0, G_OPTION_ARG_STRING, &listen, "Where the kiosk listens, usually 127.0.0.1",
			"ADDRESS"},
		{"port", 'p', 0, G_OPTION_ARG_STRING, &port_text, "Its port, usually 8080", "N"},
		{"json", 'j', 0, G_OPTION_ARG_NONE, &json, "One JSON object", NULL},
		{0},
	};
	uint64_t port = 8080;
	int status = EXIT_USAGE;

	if (!command_options("doctor [OPTION...]",
		    "Looks at disk, database, backups, port, certificate, clock, sandbox, camera, fonts and\n"
		    "screen, and says what to do. The exit status is 1 when something is bad.",
		    entries, &argc, &argv))
		return EXIT_USAGE;
	if (argc != 1)
		command_misuse("doctor", SAY("usage-doctor", "doctor takes options only"));
	else if (command_number("--port", port_text, 1, 65535, &port))
		status = EXIT_SUCCESS;
	if (status == EXIT_SUCCESS && where == NULL) {
		where = database_path_usual(&problem);
		if (where == NULL)
			where = database_path_name();
	}
	if (status == EXIT_SUCCESS)
		status = examine(&(struct doctor){.database = where,
					 .no_folder = problem.status == STATUS_OK ? NULL : &problem,
					 .backups = (const char *const *)backups,
					 .listen = listen == NULL ? "127.0.0.1" : listen,
					 .port = (uint16_t)port},
			json);
	g_strfreev(backups);
	g_free(where);
	g_free(listen);
	g_free(port_text);
	return status;
}
