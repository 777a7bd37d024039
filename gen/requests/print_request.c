/* SPDX-License-Identifier: MIT
 * Requests of `print` and `code`, and the pages that they plan. */
#include "gen/requests/print_request.h"

#include <math.h>
#include <stdalign.h>
#include <string.h>

#include "gen/canvas/shaping.h"
#include "gen/cli/parallel.h"
#include "gen/games/filter.h"
#include "scoring/read.h"

/* Largest number of players that can be typed: more than any game is for. Each game has its own limit. */
#define PLAYERS_TYPED_MAX 99

/* Largest shift of backs in millimetres, in each direction: printers are off by 1 or 2. */
#define OFFSET_MAX 20

/* Number of seeds of a series that are filtered together: enough for every core. A larger block filters more seeds
 * after the last one that is needed. */
#define BLOCK 64

static const char *const papers[] = {"a4", "letter", NULL};
static const char *const back_ways[] = {"duplex", "fold", "none", NULL};
const char *const print_formats[] = {"pdf", "png", "svg", NULL};

/* Parses "X,Y" in millimetres, like -0.5,1, into hundredths of a millimetre. */
static bool
parse_offset(const char *text, int32_t *x, int32_t *y)
{
	char *end;
	double first = g_ascii_strtod(text, &end);
	const char *behind = end + 1;

	if (end == text || *end != ',')
		return false;
	double second = g_ascii_strtod(behind, &end);

	if (end == behind || *end != '\0' || !(fabs(first) <= OFFSET_MAX) || !(fabs(second) <= OFFSET_MAX))
		return false;
	*x = (int32_t)(first * 100);
	*y = (int32_t)(second * 100);
	return true;
}

static bool
check_offset(const char *name, const char *value, struct problem *problem)
{
	int32_t x, y;

	return parse_offset(value, &x, &y) ||
		problem_set(problem,
			SAY("offset-expected",
				"{name} is right and down in millimetres, each from -{most} to {most}, "
				"like 0.5,-1, not \"{value}\""),
			ARG_TEXT("name", name), ARG_NUMBER("most", OFFSET_MAX), ARG_SHOWN("value", value));
}

static bool
check_url(const char *name, const char *value, struct problem *problem)
{
	g_autofree char *url = print_job_url(value);

	return url != NULL ||
		problem_set(problem, SAY("url-expected", "{name} is " URL_EXPECTED ", not \"{value}\""),
			ARG_TEXT("name", name), ARG_SHOWN("value", value));
}

#define AT(member) offsetof(struct print_request, member)

static const struct field fields[] = {
	{"output", 'o', FIELD_FILE, FIELD_TYPED, AT(output), .value = "FILE",
		.help = "output file (default: GAME.pdf or CODE.pdf); - for the standard output"},
	{"force", 'f', FIELD_FLAG, FIELD_TYPED, AT(force), .help = "replaces a file that Seedpress did not make"},
	{"json", 0, FIELD_FLAG, FIELD_TYPED | FIELD_LISTED, AT(json), .help = "says what was made as a line of JSON"},
	{"paper", 0, FIELD_CHOICE, FIELD_TYPED | FIELD_WEB, AT(paper), .words = papers, .value = "NAME",
		.help = "a4 (default) or letter"},
	{"pieces", 0, FIELD_TEXT, FIELD_TYPED | FIELD_WEB, AT(pieces), .value = "WHICH",
		.help = "game (default: only the pieces that change), all (the whole game), or one by its title, like "
			"rules"},
	{"ink", 0, FIELD_CHOICE, FIELD_TYPED | FIELD_WEB, AT(ink), .words = ink_names, .value = "HOW",
		.help = "full (default), light or grey"},
	{"format", 0, FIELD_CHOICE, FIELD_TYPED, AT(format), .words = print_formats, .value = "NAME",
		.help = "pdf (default), or png or svg with a file a page; also by the name of the file"},
	{"backs", 0, FIELD_CHOICE, FIELD_TYPED | FIELD_WEB, AT(backs), .words = back_ways, .value = "HOW",
		.help = "duplex (default), fold: beside the fronts, to be folded over, or none"},
	{"back-offset", 0, FIELD_TEXT, FIELD_TYPED | FIELD_WEB, AT(back_offset), .check = check_offset, .value = "X,Y",
		.help = "moves backs right and down, in millimetres"},
	{"preview", 0, FIELD_FILE, FIELD_TYPED, AT(preview), .value = "FILE",
		.help = "a contact sheet of the pages as PNG, instead of printing"},
	{"url", 0, FIELD_TEXT, FIELD_TYPED, AT(url), .check = check_url, .value = "URL",
		.help = "the kiosk's address, for phones that scan a QR"},
	{.name = "event", .kind = FIELD_TEXT, .use = FIELD_INNER, .at = AT(event)},
	{"seed", 's', FIELD_NUMBER, FIELD_TYPED | FIELD_LISTED | FIELD_WEB | FIELD_CODED, AT(seed), .most = SEED_MAX,
		.value = "N", .help = "seed, 0 to 2^48-1 (default: random)"},
	{"players", 'p', FIELD_NUMBER, FIELD_TYPED | FIELD_LISTED | FIELD_WEB | FIELD_CODED, AT(players), .least = 1,
		.most = PLAYERS_TYPED_MAX, .value = "N", .help = "number of players (default: the usual number)"},
	{"count", 'n', FIELD_NUMBER, FIELD_TYPED | FIELD_LISTED | FIELD_WEB | FIELD_CODED, AT(count), .least = 1,
		.most = CODES_COUNT_MAX, .value = "N"},
	{"balanced", 0, FIELD_FLAG, FIELD_TYPED | FIELD_LISTED | FIELD_WEB | FIELD_CODED, AT(balanced),
		.help = "with --seed and --count: after the first only balanced layouts"},
	{"round", 0, FIELD_NUMBER, FIELD_TYPED | FIELD_LISTED | FIELD_CODED, AT(round), .most = CODE_ROUND_MAX,
		.value = "N", .help = "of an event, 0 to 15"},
	{"table", 0, FIELD_NUMBER, FIELD_TYPED | FIELD_LISTED | FIELD_CODED, AT(table), .most = CODE_TABLE_MAX,
		.value = "N", .help = "of an event, 0 to 4095"},
	{"key", 'k', FIELD_FILE, FIELD_TYPED | FIELD_LISTED, AT(key_file), .value = "FILE",
		.help = "the key of the event"},
	{"rule", 0, FIELD_RULE, FIELD_TYPED | FIELD_LISTED | FIELD_WEB | FIELD_CODED, .value = "NAME=VALUE",
		.help = "a house rule; may be repeated"},
	{0},
};

void
print_request_init(struct print_request *request)
{
	*request = (struct print_request){.base.fields = fields, .count = 1};
}

bool
print_request_given(const struct print_request *request, const void *member)
{
	size_t at = (size_t)((const char *)member - (const char *)request);

	for (unsigned i = 0; fields[i].name != NULL; i++)
		if (fields[i].at == at)
			return json_object_get(request->base.set, fields[i].name) != NULL;
	return false;
}

/* The codes of a request, without the seeds that are still to be chosen. */
static struct codes
codes_of(const struct print_request *request)
{
	const struct game_request *base = &request->base;
	const struct code *code = &base->code;

	if (base->coded)
		return (struct codes){.game = base->game,
			.seed = code->seed,
			.table = code->table,
			.players = code->players,
			.round = code->round,
			.option = code->option,
			.key = code->keyed ? &base->key : NULL};
	return (struct codes){.game = base->game,
		.seed = request->seed,
		.table = (uint16_t)request->table,
		.players = (uint8_t)request->players,
		.round = (uint8_t)request->round,
		.option = printed_game_code_option(printed_game_of(base->game), base->option) |
			rules_option(rules_of(base->game), base->house),
		.key = base->keyed ? &base->key : NULL};
}

bool
print_request_check(const struct print_request *request, struct problems *problems)
{
	const struct codes codes = codes_of(request);

	return request->base.coded || printed_game_check(&codes, problems);
}

const char *
print_request_idle_option(const struct print_request *request)
{
	const struct game_option *option = printed_game_of(request->base.game)->option;

	if (request->base.coded || request->balanced || !print_request_given(request, &request->seed))
		return NULL;
	for (int i = 0; option[i].name != NULL; i++)
		if (option[i].effect == OPTION_SEEDS && request->base.option[i].given)
			return option[i].name;
	return NULL;
}

/* Choosing seeds by the filter, on every core: no seed depends on another. */
struct choice {
	const struct print_plan *plan;
	uint32_t first; /* of a block: the number of its first seed in the series */
	bool passes[BLOCK];
};

static bool
grants(const struct print_plan *plan, const struct code *code)
{
	return filter_grants(plan->job.codes.game, code, plan->request->base.option, plan->request->base.house);
}

/* Draws the n-th seed at random until one passes. */
static void
draw_seed(void *data, unsigned n)
{
	const struct choice *choice = data;
	struct code code;

	codes_make(&choice->plan->job.codes, 0, 0, &code);
	do
		code.seed = codes_seed();
	while (!grants(choice->plan, &code));
	choice->plan->seeds[n] = code.seed;
}

/* Filters a seed of the series that begins with the given one. */
static void
try_seed(void *data, unsigned n)
{
	struct choice *choice = data;
	struct code code;

	codes_make(&choice->plan->job.codes, choice->first + n, 0, &code);
	choice->passes[n] = grants(choice->plan, &code);
}

/* Without a given seed, all seeds are random. With one and `balanced`, it is the first, and those seeds of its series
 * that pass the filter follow. */
static void
choose_seeds(struct print_plan *plan, void (*progress)(void *data, unsigned done, unsigned all), void *data)
{
	const struct print_request *request = plan->request;
	bool given = print_request_given(request, &request->seed);
	struct choice choice = {.plan = plan, .first = 1};
	struct parallel parallel = {.threads = g_get_num_processors(), .data = &choice};
	uint32_t chosen = 0;

	if (request->base.coded || (given && !request->balanced))
		return;
	plan->seeds = g_new(uint64_t, plan->job.count);
	if (given) {
		parallel.tasks = BLOCK;
		parallel.task = try_seed;
		plan->seeds[chosen++] = request->seed;
	} else {
		parallel.tasks = chosen = plan->job.count;
		parallel.task = draw_seed;
		parallel.progress = progress;
		parallel.progress_data = data;
		parallel_run(&parallel);
	}
	for (; chosen < plan->job.count; choice.first += BLOCK) {
		parallel_run(&parallel);
		for (uint32_t n = 0; n < BLOCK && chosen < plan->job.count; n++)
			if (choice.passes[n])
				plan->seeds[chosen++] = random_series_seed(request->seed, choice.first + n);
	}
	plan->job.codes.seeds = plan->seeds;
}

/* Keeps only the pages with a title. */
static bool
pick_title(struct print_plan *plan, const char *title, struct problem *problem)
{
	if (page_plan_pick(&plan->pages, title))
		return true;
	g_autoptr(GPtrArray) titles = print_plan_titles(plan, false);

	g_ptr_array_add(titles, NULL);
	g_autofree char *known = g_strjoinv(", ", (char **)titles->pdata), *lower = g_utf8_strdown(known, -1);
	g_autofree char *name = g_strconcat(plan->request->base.prefix, "pieces", NULL);

	return problem_set(problem, SAY("unknown-title", "{name} is game, all, or one of {titles}, not \"{value}\""),
		ARG_TEXT("name", name), ARG_TEXT("titles", lower), ARG_SHOWN("value", title));
}

void
print_plan_init_codes(struct print_plan *plan, const struct print_request *request,
	void (*progress)(void *data, unsigned done, unsigned all), void *data)
{
	const struct game_option *option = printed_game_of(request->base.game)->option;
	struct print_job *job = &plan->job;

	*plan = (struct print_plan){.request = request};
	plan->url = request->url == NULL ? NULL : print_job_url(request->url);
	*job = (struct print_job){.count = request->base.coded ? 1 : (uint32_t)request->count,
		.url = plan->url,
		.event = request->event,
		.paper = paper_by_name(papers[request->paper]),
		.backs = (enum backs)request->backs,
		.pieces = request->pieces != NULL && g_ascii_strcasecmp(request->pieces, "game") != 0};
	if (request->back_offset != NULL)
		parse_offset(request->back_offset, &job->back_x, &job->back_y);
	memcpy(job->option, request->base.option, sizeof job->option);
	for (int i = 0; option[i].name != NULL; i++)
		job->single |= option[i].effect == OPTION_SINGLE && job->option[i].given;
	job->codes = codes_of(request);
	page_plan_init(&plan->pages);
	choose_seeds(plan, progress, data);
}

bool
print_plan_init(struct print_plan *plan, const struct print_request *request,
	void (*progress)(void *data, unsigned done, unsigned all), void *data, struct problem *problem)
{
	const char *pieces = request->pieces == NULL ? "game" : request->pieces;
	const struct print_job *job = &plan->job;

	print_plan_init_codes(plan, request, progress, data);
	printed_game_of(job->codes.game)->plan(job, &plan->pages);
	if (job->pieces && g_ascii_strcasecmp(pieces, "all") != 0 && !pick_title(plan, pieces, problem))
		return false;
	if (request->base.coded && !job->pieces) {
		plan->only = &request->base.code;
		/* Keep only the page of the code's piece, and its back. */
		alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
		struct shown_piece shown;
		GArray *pages = plan->pages.pages;
		unsigned end;

		plan->job.codes.game->build(layout, plan->only);
		printed_game_show(plan->job.codes.game, layout, plan->only, &shown);
		for (end = shown.page + 1; end < pages->len && g_array_index(pages, struct page, end).back;)
			end++;
		g_array_set_size(pages, MIN(end, pages->len));
		g_array_remove_range(pages, 0, MIN(shown.page, pages->len));
	}
	if (job->backs == BACKS_DUPLEX && request->preview == NULL)
		page_plan_two_sided(&plan->pages);
	return true;
}

void
print_plan_finish(struct print_plan *plan)
{
	page_plan_finish(&plan->pages);
	g_free(plan->seeds);
	g_free(plan->url);
}

GPtrArray *
print_plan_titles(const struct print_plan *plan, bool not_printed)
{
	g_autoptr(GPtrArray) printed = not_printed ? page_plan_titles(&plan->pages) : g_ptr_array_new();
	struct print_job whole = plan->job;
	struct page_plan pages;

	whole.pieces = true;
	page_plan_init(&pages);
	printed_game_of(whole.codes.game)->plan(&whole, &pages);
	GPtrArray *titles = page_plan_titles(&pages);

	page_plan_finish(&pages);
	for (unsigned i = titles->len; i-- > 0;)
		if (g_ptr_array_find_with_equal_func(printed, titles->pdata[i], g_str_equal, NULL))
			g_ptr_array_remove_index(titles, i);
	return titles;
}

struct document_options
print_plan_options(const struct print_plan *plan, const char *file)
{
	return (struct document_options){.file = file,
		.alone = strcmp(file, "-") == 0,
		.pages = plan->pages.pages->len,
		.ink = (enum ink)plan->request->ink,
		.title = plan->job.codes.game->title,
		.subject = plan->job.codes.game->designer,
		.dpi = 300};
}

bool
print_plan_write(const struct print_plan *plan, const struct document_options *options,
	void (*progress)(void *data, unsigned done, unsigned all), void *data, struct problem *problem)
{
	struct shaper *shaper = shaper_create(problem);
	bool fine = shaper != NULL && page_plan_print(&plan->pages, options, shaper, progress, data, problem);

	shaper_destroy(shaper);
	return fine;
}
