/* SPDX-License-Identifier: MIT
 * seedpress analyse: analyses the layout of a code, or many layouts of a game, as text, JSON and charts. Ctrl-C stops
 * the analysis: the results so far are reported, and marked as incomplete. */
#include <stdio.h>
#include <stdlib.h>

#include "gen/cli/command.h"
#include "gen/cli/progress.h"
#include "gen/commands/commands.h"
#include "gen/commands/typed_options.h"
#include "gen/requests/analyse_request.h"

/* Carries out the request and prints the results. Returns the exit status. */
static int
run(const struct analyse_request *request)
{
	struct analysis analysis;
	struct problems problems;
	struct problem problem;
	int status = EXIT_SUCCESS;

	problems_init(&problems);
	if (!analyse_request_check(request, &problems))
		return command_refuse(request->base.game->id, &problems);
	struct progress progress = progress_begin("layouts");
	bool fine = analysis_run(&analysis, request, progress_step, &progress, &problem);

	progress_finish(&progress);
	if (fine && request->json)
		status = command_print_json(json_incref(analysis.json));
	else if (fine)
		fputs(analysis.text->str, stdout);
	/* The text of a survey includes this message. */
	if (fine && *message_id(&analysis.stopped) != '\0' && (request->json || request->base.coded))
		command_tell_message(&analysis.stopped);
	if (fine && status == EXIT_SUCCESS && request->plot != NULL)
		fine = charts_plot(&analysis.charts, analysis.title, request->plot, request->force,
			(enum ink)request->ink, &problem);
	analysis_finish(&analysis);
	return fine ? status : command_fail(&problem);
}

int
analyse_command(int argc, char **argv)
{
	static const struct request_command command = {.usage = "analyse CODE|GAME [OPTION]...",
		.about = "What is known of the layout of a code, or of many layouts of a game. Ctrl-C ends the\n"
			 "thinking with a report of what is done.",
		.use = FIELD_TYPED,
		.effects = OPTION_LAYOUT,
		.takes_codes = true};
	struct analyse_request request;

	analyse_request_init(&request);
	int status = request_command_read(&command, argc, argv, &request.base);

	if (status == EXIT_SUCCESS)
		status = run(&request);
	game_request_finish(&request.base);
	return status;
}
