/* SPDX-License-Identifier: MIT
 * What was printed. Codes are written as they come: there may be millions of
 * them. */
#include "gen/commands/made.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

unsigned
made_sheets(unsigned pages, bool two_sided)
{
	return two_sided ? (pages + 1) / 2 : pages;
}

char *
made_quoted(const char *text)
{
	char *shown = g_filename_display_name(text);
	json_t *string = json_string(shown);
	char *dumped = string == NULL ? NULL : json_dumps(string, JSON_ENCODE_ANY);
	char *quoted = g_strdup(dumped != NULL ? dumped : "\"\"");

	free(dumped);
	json_decref(string);
	g_free(shown);
	return quoted;
}

static void
write_code(const struct code *code, const struct code_key *key, bool first)
{
	char text[CODE_TEXT];

	code_write(code, key, text);
	printf("%s\"%s\"", first ? "" : ",", text);
}

/* The members that tell which game it is, and the codes of all its pieces or of one alone. */
static void
write_games(const struct run_options *run, const struct code *only)
{
	const struct codes *codes = &run->codes;
	unsigned pieces = codes_pieces(codes);
	struct code code;

	codes_make(codes, 0, 0, &code);
	printf("\"game\":\"%s\",\"version\":%u,\"players\":%u,\"round\":%u,\"table\":%u,\"games\":[", codes->game->id,
		codes->game->version, code.players, codes->round, codes->table);
	for (uint32_t n = 0; n < run->count && !ferror(stdout); n++) {
		codes_make(codes, n, 0, &code);
		printf("%s{\"seed\":\"%" PRIu64 "\",\"codes\":[", n > 0 ? "," : "", code.seed);
		for (uint8_t piece = 0; piece < pieces && only == NULL; piece++) {
			codes_make(codes, n, piece, &code);
			write_code(&code, codes->key, piece == 0);
		}
		if (only != NULL)
			write_code(only, codes->key, true);
		fputs("]}", stdout);
	}
	putchar(']');
}

void
made_codes_json(const struct run_options *run)
{
	putchar('{');
	write_games(run, NULL);
	puts("}");
}

static bool
is_a_file_a_page(const struct made_print *made)
{
	return made->preview == NULL && made->options->format != FORMAT_PDF;
}

static void
write_files(const struct made_print *made)
{
	unsigned files = is_a_file_a_page(made) ? made->pages : 1;

	for (unsigned n = 1; n <= files; n++) {
		char *name =
			is_a_file_a_page(made) ? document_page_file(made->options, n) : g_strdup(made->options->file);
		char *quoted = made_quoted(name);

		printf("%s{\"file\":%s,\"pages\":%u}", n > 1 ? "," : "", quoted,
			is_a_file_a_page(made) ? 1 : made->pages);
		g_free(quoted);
		g_free(name);
	}
}

void
made_print_json(const struct made_print *made)
{
	putchar('{');
	write_games(made->run, made->code);
	fputs(",\"files\":[", stdout);
	write_files(made);
	fputs("],\"papers\":[", stdout);
	for (struct page_run run = {0}; page_plan_run(&made->plan, run.last, &run);)
		printf("%s{\"first\":%u,\"last\":%u,\"paper\":\"%s\"}", run.first > 1 ? "," : "", run.first, run.last,
			run.paper);
	printf("],\"pages\":%u,\"sheets\":%u,\"sides\":%d,\"paper\":\"%s\",\"ink\":\"%s\"}\n", made->pages,
		made_sheets(made->pages, made->two_sided), made->two_sided ? 2 : 1, made->job->paper->name,
		ink_names[made->options->ink]);
}

/* How to have it again: the seeds of a series that was drawn one by one are in the codes alone. */
static void
say_again(const struct made_print *made)
{
	const struct codes *codes = &made->run->codes;
	struct code code;

	codes_make(codes, 0, 0, &code);
	if (made->code != NULL || (made->run->count > 1 && codes->seeds != NULL && !made->run->balanced))
		puts("Any piece again: `seedpress print CODE`, by the code on it.");
	else
		printf("Seed %" PRIu64 ": with --seed %" PRIu64 " and the same options it comes out the same "
		       "again.\n",
			code.seed, code.seed);
}

/* "Pages 1-4 plain paper, 5-18 card stock.", where there are two kinds of paper. */
static void
say_papers(const struct made_print *made)
{
	struct page_run run;

	if (page_plan_run(&made->plan, 0, &run) && run.last == made->pages)
		return;
	for (run.last = 0; page_plan_run(&made->plan, run.last, &run);) {
		printf("%s%u", run.first == 1 ? "Pages " : ", ", run.first);
		if (run.last > run.first)
			printf("-%u", run.last);
		printf(" %s", run.paper);
	}
	puts(".");
}

/* What is still missing to play, and how to print it: of the same seed where one makes all of it. */
static void
say_left_out(const struct made_print *made)
{
	const struct codes *codes = &made->run->codes;
	GString *list = g_string_new(NULL);
	unsigned n = made->left_out == NULL ? 0 : made->left_out->len;
	struct code code;

	for (unsigned i = 0; i < n; i++) {
		char *lower = g_utf8_strdown(made->left_out->pdata[i], -1);

		g_string_append_printf(list, "%s%s", i == 0 ? "" : ", ", lower);
		g_free(lower);
	}
	codes_make(codes, 0, 0, &code);
	if (n > 0 && made->run->seed == NULL && made->run->count == 1)
		printf("Not printed: %s. Add --seed %" PRIu64 " --pieces all for the whole game.\n", list->str,
			code.seed);
	else if (n > 0)
		printf("Not printed: %s. Add --pieces all for the whole game.\n", list->str);
	g_string_free(list, TRUE);
}

void
made_print_say(const struct made_print *made)
{
	unsigned sheets = made_sheets(made->pages, made->two_sided);
	char *first, *last;

	if (!isatty(STDOUT_FILENO))
		return;
	if (is_a_file_a_page(made)) {
		first = document_page_file(made->options, 1);
		last = document_page_file(made->options, made->pages);
		printf("%s%s%s: %u pages.\n", first, made->pages > 1 ? " to " : "", made->pages > 1 ? last : "",
			made->pages);
		g_free(first);
		g_free(last);
	} else {
		printf("%s: %u page%s, %u sheet%s of %s.\n", made->options->file, made->pages,
			made->pages == 1 ? "" : "s", sheets, sheets == 1 ? "" : "s",
			made->job->single                       ? "cards, for a print shop"
				: made->job->paper == &paper_a4 ? "A4 paper"
								: "Letter paper");
	}
	if (!made->job->single && made->preview == NULL)
		printf("Print at 100 %%, on %s.\n",
			made->two_sided ? "both sides of the paper, turned over the long edge"
					: "one side of the paper");
	if (!made->job->single && made->preview == NULL)
		say_papers(made);
	say_again(made);
	if (made->preview == NULL)
		puts("Played? `seedpress-kiosk serve` scores it from a photo.");
	if (!made->job->single && made->preview == NULL)
		say_left_out(made);
}
