/* SPDX-License-Identifier: MIT
 * The template of a game as it is printed: see layouts/null.h. It has one of
 * everything that a table can hold. Compiled with the others but not in the
 * registry. */
#include "gen/canvas/text_picture.h"
#include "gen/press/printed_game.h"
#include "layouts/null.h"

/* The game's own options. */
enum null_option { NULL_OPTION_LARGE, NULL_OPTION_LEAST };

static void
json(const void *layout, const struct code *code, json_t *object)
{
	const struct null_layout *null = layout;

	(void)code;
	json_object_set_new(object, "number", json_integer(null->number));
}

static void
text(const void *layout, const struct code *code, GString *out)
{
	const struct null_layout *null = layout;
	struct text_picture *picture = text_picture_new(5, 3);

	(void)code;
	text_picture_box(picture, 0, 0, 4, 2, TEXT_PICTURE_LIGHT);
	text_picture_centre(picture, 1, 1, 3, "%u", null->number);
	text_picture_write(picture, out);
}

/* A card with its tags, its QR and a bubble for each pip. */
static void
draw_card(const struct page *page, struct canvas *canvas)
{
	const int32_t size = page->job->option[NULL_OPTION_LARGE].given ? 800 : 500;
	const struct font font = {FACE_BOLD, size, COLOUR_INK, ALIGN_CENTRE};
	const struct font small = {FACE_TEXT, 300, COLOUR_INK, ALIGN_CENTRE};
	bool two = page->job->codes.option & NULL_PRINTED_WORTH_2;
	struct null_layout layout;
	struct form form;
	struct code code;

	print_job_build(page->job, page->n, 0, &layout, &code, &form);
	canvas_text(canvas, &font, (struct rect){1200, 100, form.w - 2400, 900}, game_null.title);
	canvas_text(canvas, &small, (struct rect){1200, 6400, form.w - 2400, 400},
		two ? "a right guess: 2 points" : "a right guess: 1 point");
	for (unsigned i = 0; i < form.bubbles; i++) {
		const struct rect at = form.bubble[i].at;

		canvas_circle(canvas, at.x + at.w / 2, at.y + at.h / 2, at.w / 2, NO_FILL, 20, COLOUR_INK);
	}
	print_job_mark(page->job, &code, &form, canvas);
}

static void
plan(const struct print_job *job, struct page_plan *plan)
{
	for (uint32_t n = 0; n < job->count; n++)
		page_plan_add_new(plan, .job = job, .draw = draw_card, .n = n, .w = 6300, .h = 8800,
			.title = n == 0 ? "Cards" : NULL);
}

/* Every player's is green. */
static uint32_t
seat_colour(const struct code *code, unsigned seat)
{
	(void)code;
	(void)seat;
	return 0x2f8f4e;
}

/* The card alone. */
static void
show(const struct code *code, const struct form *form, struct shown_piece *shown)
{
	(void)code;
	shown->area = form->piece;
}

/* Nobody wants to be dealt a 1. */
static bool
passes(const void *layout, const uint8_t house[HOUSE_RULES])
{
	const struct null_layout *null = layout;

	(void)house;
	return null->number > 1;
}

static bool
grants(const void *layout, const struct option_value option[GAME_OPTIONS], const uint8_t house[HOUSE_RULES])
{
	const struct null_layout *null = layout;

	(void)house;
	return null->number >= option[NULL_OPTION_LEAST].number;
}

static void
brief(const void *layout, GString *out)
{
	const struct null_layout *null = layout;

	g_string_append_printf(out, "The number is %u\n", null->number);
}

static void
solve(const void *layout, const uint8_t house[HOUSE_RULES], char words[SOLVED_TEXT])
{
	const struct null_layout *null = layout;

	(void)house;
	g_snprintf(words, SOLVED_TEXT, "guess %u", null->number);
}

static bool
survey(const struct study_question *question, struct charts *charts)
{
	const struct null_layout *null = question->layout;

	if (limit_over(question->limit))
		return false;
	charts_add(charts, "number", "layouts", "all", null->number);
	return true;
}

static void
study(const struct study_question *question, struct study_findings *findings)
{
	const struct null_layout *null = question->layout;

	json_object_set_new(findings->json, "number", json_integer(null->number));
	g_string_append_printf(findings->text, "Whoever guesses %u wins.\n", null->number);
	findings->exact = survey(question, &findings->charts);
}

extern const struct printed_game printed_null;
const struct printed_game printed_null = {
	.game = &game_null,
	.json = json,
	.text = text,
	.plan = plan,
	.show = show,
	.seat_colour = seat_colour,
	.option[NULL_OPTION_LARGE] =
		{
			.name = "large",
			.effect = OPTION_PIECES,
			.kind = OPTION_FLAG,
			.help = "a larger title",
			.about = "Prints the title larger.",
		},
	.option[NULL_OPTION_LEAST] =
		{
			.name = "least",
			.effect = OPTION_SEEDS,
			.kind = OPTION_NUMBER,
			.most = 6,
			.value = "N",
			.help = "only numbers from N on",
			.about = "Only numbers from here on.",
		},
	.count = {"cards", "cards", 1, 9, "How many cards a table gets."},
	.filter = 1,
	.passes = passes,
	.grants = grants,
	.symbol = SYMBOL_STAR,
	.colour = COLOUR_INK,
	.paper = "Cards: any paper.",
	.needed = "a die for every table",
	.house = {"a right guess is worth 2"},
	.brief_lines = 1,
	.legend = "What the players have to guess.",
	.brief = brief,
	.solve = solve,
	.study = study,
	.survey = survey,
};
