/* SPDX-License-Identifier: MIT
 * seedpress print prints a game's sheets, tickets, cards or pads, and its other pieces, as a PDF or pictures; or
 * reprints the piece with a code. seedpress code lists the codes that would be printed. The result is described in
 * words on a terminal, with what to do next, or as one line of JSON. Codes are written one at a time, because there may
 * be millions of them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/canvas/shaping.h"
#include "gen/cli/command.h"
#include "gen/cli/progress.h"
#include "gen/commands/commands.h"
#include "gen/commands/typed_options.h"
#include "gen/press/preview.h"
#include "gen/requests/print_request.h"

/* What was printed. */
struct made {
	const struct print_plan *plan;
	const struct document_options *options;
	unsigned pages, sheets; /* sheets of paper */
	bool two_sided;
	bool page_files; /* each page is a file of its own */
};

/* Prints the members of JSON that describe the game, and the codes of all its pieces or of the only one. */
static void
write_games(const struct print_plan *plan)
{
	const struct codes *codes = &plan->job.codes;
	unsigned pieces = plan->only != NULL ? 1 : codes_pieces(codes);
	char text[CODE_TEXT];
	struct code code;

	codes_make(codes, 0, 0, &code);
	printf("\"game\":\"%s\",\"version\":%u,\"players\":%u,\"round\":%u,\"table\":%u,\"games\":[", codes->game->id,
		codes->game->version, code.players, codes->round, codes->table);
	for (uint32_t n = 0; n < plan->job.count && !ferror(stdout); n++) {
		codes_make(codes, n, 0, &code);
		printf("%s{\"seed\":\"%" PRIu64 "\",\"codes\":[", n > 0 ? "," : "", code.seed);
		for (uint8_t piece = 0; piece < pieces; piece++) {
			codes_make(codes, n, piece, &code);
			code_write(plan->only != NULL ? plan->only : &code, codes->key, text);
			printf("%s\"%s\"", piece > 0 ? "," : "", text);
		}
		fputs("]}", stdout);
	}
	putchar(']');
}

static void
report_json(const struct made *made)
{
	unsigned files = made->page_files ? made->pages : 1;

	putchar('{');
	write_games(made->plan);
	fputs(",\"files\":[", stdout);
	for (unsigned n = 1; n <= files; n++) {
		g_autofree char *name =
			made->page_files ? document_page_file(made->options, n) : g_strdup(made->options->file);
		g_autofree char *shown = g_filename_display_name(name);
		json_auto_t *file = json_pack("{s:s, s:i}", "file", shown, "pages", files > 1 ? 1 : (int)made->pages);

		fputs(n > 1 ? "," : "", stdout);
		json_dumpf(file, stdout, JSON_COMPACT);
	}
	fputs("],\"papers\":[", stdout);
	for (struct page_run run = {0}; page_plan_run(&made->plan->pages, run.last, &run);)
		printf("%s{\"first\":%u,\"last\":%u,\"paper\":\"%s\"}", run.first > 1 ? "," : "", run.first, run.last,
			run.paper);
	printf("],\"pages\":%u,\"sheets\":%u,\"sides\":%d,\"paper\":\"%s\",\"ink\":\"%s\"}\n", made->pages,
		made->sheets, made->two_sided ? 2 : 1, made->plan->job.paper->name, ink_names[made->options->ink]);
}

/* Prints "Pages 1-4 plain paper, 5-18 card stock." if there are two kinds of paper. */
static void
say_papers(const struct made *made)
{
	struct page_run run;

	if (page_plan_run(&made->plan->pages, 0, &run) && run.last == made->pages)
		return;
	for (run.last = 0; page_plan_run(&made->plan->pages, run.last, &run);) {
		printf("%s%u", run.first == 1 ? "Pages " : ", ", run.first);
		if (run.last > run.first)
			printf("-%u", run.last);
		printf(" %s", run.paper);
	}
	puts(".");
}

/* Prints which pieces are missing to play, and how to print them, with the same seed if there is only one. */
static void
say_left_out(const struct made *made, uint64_t seed)
{
	g_autoptr(GPtrArray) titles = print_plan_titles(made->plan, true);

	if (titles->len == 0)
		return;
	g_ptr_array_add(titles, NULL);
	g_autofree char *list = g_strjoinv(", ", (char **)titles->pdata), *lower = g_utf8_strdown(list, -1);

	printf("Not printed: %s. Add ", lower);
	if (!print_request_given(made->plan->request, &made->plan->request->seed) && made->plan->job.count == 1)
		printf("--seed %" PRIu64 " ", seed);
	puts("--pieces all for the whole game.");
}

static void
report_text(const struct made *made)
{
	const struct print_job *job = &made->plan->job;
	bool sheets = !job->single && made->plan->request->preview == NULL;
	struct code code;

	if (!isatty(STDOUT_FILENO))
		return;
	codes_make(&job->codes, 0, 0, &code);
	if (made->page_files) {
		g_autofree char *first = document_page_file(made->options, 1);
		g_autofree char *last = document_page_file(made->options, made->pages);

		printf("%s%s%s: %u pages.\n", first, made->pages > 1 ? " to " : "", made->pages > 1 ? last : "",
			made->pages);
	} else {
		printf("%s: %u page%s, %u sheet%s of %s.\n", made->options->file, made->pages,
			made->pages == 1 ? "" : "s", made->sheets, made->sheets == 1 ? "" : "s",
			job->single                       ? "cards, for a print shop"
				: job->paper == &paper_a4 ? "A4 paper"
							  : "Letter paper");
	}
	if (sheets) {
		printf("Print at 100 %%, on %s.\n",
			made->two_sided ? "both sides of the paper, turned over the long edge"
					: "one side of the paper");
		say_papers(made);
	}
	/* Seeds that were drawn separately are known only from the codes. */
	if (made->plan->only != NULL || (job->count > 1 && made->plan->seeds != NULL && !made->plan->request->balanced))
		puts("Any piece again: `seedpress print CODE`, by the code on it.");
	else
		printf("Seed %" PRIu64 ": with --seed %" PRIu64 " and the same options it comes out the same again.\n",
			code.seed, code.seed);
	if (made->plan->request->preview == NULL)
		puts("Played? `seedpress-kiosk serve` scores it from a photo.");
	if (sheets && !job->pieces && !made->plan->request->base.coded)
		say_left_out(made, code.seed);
}

/* The extension of a file's name, or NULL: up to five letters and digits after a dot, but not only digits, which are a
 * date or a version. */
static const char *
ending_of(const char *file)
{
	const char *dot = file == NULL ? NULL : strrchr(file, '.');
	size_t length = dot == NULL ? 0 : strlen(dot + 1);

	if (length < 1 || length > 5 || dot == file || dot[-1] == '/' || strspn(dot + 1, "0123456789") == length)
		return NULL;
	for (const char *at = dot + 1; *at != '\0'; at++)
		if (!g_ascii_isalnum(*at))
			return NULL;
	return dot + 1;
}

/* Chooses the format by --format, or else by the extension of the file's name, which must not contradict it. False
 * after printing what is wrong. */
static bool
choose_format(const struct print_request *request, enum format *format)
{
	const char *ending = ending_of(request->output), *preview_ending = ending_of(request->preview);
	bool given = print_request_given(request, &request->format);
	int named = ending == NULL ? -1 : words_find(print_formats, ending);

	*format = (enum format)(!given && named >= 0 ? named : (int)request->format);
	if (preview_ending != NULL && g_ascii_strcasecmp(preview_ending, "png") != 0)
		command_tell(SAY("preview-format", "a preview is a PNG: name a file that ends in .png"));
	else if (ending != NULL && named < 0)
		command_tell(SAY("unknown-format",
				     "a .{ending} cannot be written: name a file that ends in .pdf, .png or .svg"),
			ARG_TEXT("ending", ending));
	else if (given && named >= 0 && named != (int)request->format)
		command_tell(SAY("format-differs", "--format {format} does not go with the name {file}"),
			ARG_TEXT("format", print_formats[request->format]), ARG_TEXT("file", request->output));
	else
		return true;
	return false;
}

/* The name of the output file, also if none was given, or one without an extension; to be freed. */
static char *
file_name(const struct print_plan *plan, enum format format)
{
	const struct print_request *request = plan->request;
	char text[CODE_TEXT];

	if (request->preview != NULL)
		return g_strdup(request->preview);
	if (request->output != NULL) {
		/* Only pictures need the extension: the numbers of their pages come before it. */
		const char *dot = strrchr(request->output, '.');

		if (format == FORMAT_PDF || strcmp(request->output, "-") == 0 ||
			(dot != NULL && g_ascii_strcasecmp(dot + 1, print_formats[format]) == 0))
			return g_strdup(request->output);
		return g_strconcat(request->output, ".", print_formats[format], NULL);
	}
	if (plan->only == NULL)
		return g_strconcat(plan->job.codes.game->id, ".", print_formats[format], NULL);
	code_write(plan->only, plan->job.codes.key, text);
	return g_strconcat(text, ".", print_formats[format], NULL);
}

/* Draws the pages of a plan, or their contact sheet. */
static bool
draw(const struct print_plan *plan, const struct document_options *options, struct problem *problem)
{
	if (plan->request->preview != NULL) {
		struct shaper *shaper = shaper_create(problem);
		bool fine = shaper != NULL && preview_print(&plan->pages, options, shaper, problem);

		shaper_destroy(shaper);
		return fine;
	}
	struct progress progress = progress_begin("pages");
	bool fine = print_plan_write(plan, options, progress_step, &progress, problem);

	progress_finish(&progress);
	return fine;
}

/* Prints a plan, and reports what was made. Returns the exit status. */
static int
print(const struct print_plan *plan, enum format format)
{
	const struct print_request *request = plan->request;
	g_autofree char *name = file_name(plan, format);
	struct document_options options = print_plan_options(plan, name);
	struct made made = {.plan = plan,
		.options = &options,
		.pages = plan->pages.pages->len,
		.two_sided = page_plan_has_backs(&plan->pages),
		.page_files = request->preview == NULL && format != FORMAT_PDF};
	struct problem problem;

	options.format = format;
	options.force = request->force;
	made.sheets = made.two_sided ? (made.pages + 1) / 2 : made.pages;
	if (request->json && options.alone)
		return command_misuse(
			"print", SAY("json-and-output", "--json and -o - are both for the standard output"));
	if (made.page_files && options.alone && made.pages > 1) {
		/* Each page is a file of its own, and only one can go to the standard output. */
		command_tell(
			SAY("too-many-pictures",
				"-o - takes one page of {format}, and these are {pages}: name a file, or print a pdf"),
			ARG_TEXT("format", print_formats[format]), ARG_NUMBER("pages", made.pages));
		return EXIT_USAGE;
	}
	if (!draw(plan, &options, &problem))
		return command_fail(&problem);
	(request->json ? report_json : report_text)(&made);
	return EXIT_SUCCESS;
}

/* Checks that the game can be printed like that. Warns about an option without effect. False after printing what is
 * wrong. */
static bool
check(const struct print_request *request, const char *command)
{
	const char *idle = print_request_idle_option(request);
	struct problems problems;

	if (idle != NULL)
		command_tell(SAY("idle-option", "--seed says which {piece}s are printed, so --{option} chooses none"),
			ARG_TEXT("piece", request->base.game->piece), ARG_TEXT("option", idle));
	problems_init(&problems);
	if (print_request_check(request, &problems))
		return true;
	command_refuse(command, &problems);
	return false;
}

/* Plans the pages of a request and prints them. Returns the exit status. */
static int
run(const struct print_request *request)
{
	enum format format;
	struct problem problem;
	struct print_plan plan;
	int status = EXIT_USAGE;

	if (!check(request, "print"))
		return EXIT_REFUSED;
	if (!choose_format(request, &format))
		return EXIT_USAGE;
	struct progress progress = progress_begin("seeds");
	bool fine = print_plan_init(&plan, request, progress_step, &progress, &problem);

	progress_finish(&progress);
	if (fine)
		status = print(&plan, format);
	else
		command_fail(&problem);
	print_plan_finish(&plan);
	return status;
}

/* Parses the command line into a request and carries it out. Returns the exit status. */
static int
run_command(const struct request_command *command, int argc, char **argv,
	int (*carry_out)(const struct print_request *request))
{
	struct print_request request;

	print_request_init(&request);
	int status = request_command_read(command, argc, argv, &request.base);

	if (status == EXIT_SUCCESS)
		status = carry_out(&request);
	game_request_finish(&request.base);
	return status;
}

int
print_command(int argc, char **argv)
{
	static const struct request_command command = {.usage = "print GAME|CODE [OPTION]...",
		.about = "Prints GAME, or reprints what CODE was printed on: its sheet, ticket, card or pad, and with\n"
			 "--pieces all the whole game.",
		.use = FIELD_TYPED,
		.effects = OPTION_SINGLE,
		.takes_codes = true};

	return run_command(&command, argc, argv, run);
}

/* Prints the codes of a request. Returns the exit status. */
static int
list_codes(const struct print_request *request)
{
	struct print_plan plan;

	if (!check(request, "code"))
		return EXIT_REFUSED;
	struct progress progress = progress_begin("seeds");

	print_plan_init_codes(&plan, request, progress_step, &progress);
	progress_finish(&progress);
	const struct codes *codes = &plan.job.codes;
	unsigned pieces = codes_pieces(codes);

	if (request->json) {
		putchar('{');
		write_games(&plan);
		puts("}");
	}
	for (uint32_t n = 0; n < plan.job.count && !request->json && !ferror(stdout); n++) {
		for (uint8_t piece = 0; piece < pieces; piece++) {
			struct code code;
			char text[CODE_TEXT];

			codes_make(codes, n, piece, &code);
			code_write(&code, codes->key, text);
			puts(text);
		}
	}
	print_plan_finish(&plan);
	return EXIT_SUCCESS;
}

int
code_command(int argc, char **argv)
{
	static const struct request_command command = {.usage = "code GAME [OPTION]...",
		.about = "The codes that printing GAME puts on paper, one per line, all its pieces in order.",
		.use = FIELD_LISTED,
		.effects = OPTION_SEEDS};

	return run_command(&command, argc, argv, list_codes);
}
