/* SPDX-License-Identifier: MIT
 * Rising on paper: a sheet a player with eight rows of two dice, one sheet a page. */
#include <string.h>

#include "gen/canvas/text_picture.h"
#include "gen/press/printed_game.h"
#include "tests/fifth/rising.h"

static void
json(const void *layout, const struct code *code, json_t *object)
{
	const struct rising_layout *rising = layout;
	json_t *sheets = json_array();

	for (unsigned seat = 0; seat < code->players; seat++) {
		json_t *turns = json_array();

		for (int turn = 0; turn < RISING_TURNS; turn++)
			json_array_append_new(
				turns, json_pack("[i,i]", rising->die[seat][turn][0], rising->die[seat][turn][1]));
		json_array_append_new(sheets, turns);
	}
	json_object_set_new(object, "dice", sheets);
}

static void
text(const void *layout, const struct code *code, GString *out)
{
	const struct rising_layout *rising = layout;
	struct text_picture *picture = text_picture_new(13, RISING_TURNS + 2);

	text_picture_box(picture, 0, 0, 12, RISING_TURNS + 1, TEXT_PICTURE_LIGHT);
	for (int turn = 0; turn < RISING_TURNS; turn++)
		text_picture_print(picture, 2, turn + 1, "%d:  %d or %d", turn + 1, rising->die[code->piece][turn][0],
			rising->die[code->piece][turn][1]);
	text_picture_write(picture, out);
}

/* The pips of a die on a grid of three by three. */
static void
draw_die(struct canvas *canvas, int32_t x, int32_t y, unsigned pips)
{
	static const char *const places[] = {"", "4", "08", "048", "0268", "02468", "023568"};
	const int32_t step = RISING_DIE / 4;

	canvas_rounded(canvas, (struct rect){x, y, RISING_DIE, RISING_DIE}, 150, NO_FILL, 25, COLOUR_INK);
	for (const char *place = places[pips]; *place != '\0'; place++)
		canvas_circle(canvas, x + step * (1 + (*place - '0') % 3), y + step * (1 + (*place - '0') / 3), 75,
			COLOUR_INK, 0, 0);
}

static void
draw_sheet(const struct page *page, struct canvas *canvas)
{
	const struct font title = {FACE_BOLD, 900, COLOUR_INK, ALIGN_LEFT};
	const struct font rule = {FACE_TEXT, 320, COLOUR_QUIET, ALIGN_LEFT};
	const struct font number = {FACE_BOLD, 420, COLOUR_QUIET, ALIGN_RIGHT};
	const struct game *game = page->job->codes.game;
	const unsigned pieces = codes_pieces(&page->job->codes);
	struct rising_layout layout;
	struct form form;
	struct code code;
	uint8_t house[HOUSE_RULES];
	char words[200];

	print_job_build(page->job, page->n / pieces, (uint8_t)(page->n % pieces), &layout, &code, &form);
	canvas_text(canvas, &title, (struct rect){1700, 500, 6000, 1000}, game->title);
	rules_printed(rules_of(game), code.option, house);
	g_snprintf(words, sizeof words,
		"Keep one die a turn and fill in its circle. A kept die that is at least as high as the "
		"last one that scored is worth its pips, any other nothing. All eight: %d more.",
		RISING_BONUS(house));
	canvas_paragraph(canvas, &rule, (struct rect){1700, 1600, 5400, 3200}, words);
	for (int turn = 0; turn < RISING_TURNS; turn++) {
		int32_t y = RISING_TURN_Y + turn * RISING_TURN_DY;

		g_snprintf(words, sizeof words, "%d", turn + 1);
		canvas_text(canvas, &number, (struct rect){1700, y, 700, RISING_DIE}, words);
		for (int die = 0; die < 2; die++)
			draw_die(canvas, RISING_DIE_X + die * RISING_DIE_DX, y, layout.die[code.piece][turn][die]);
	}
	for (unsigned i = 0; i < form.bubbles; i++) {
		const struct rect at = form.bubble[i].at;

		canvas_circle(canvas, at.x + at.w / 2, at.y + at.h / 2, at.w / 2, NO_FILL, 20, COLOUR_INK);
	}
	print_job_mark(page->job, &code, &form, canvas);
}

static void
plan(const struct print_job *job, struct page_plan *plan)
{
	unsigned pieces = codes_pieces(&job->codes);

	for (uint32_t n = 0; n < job->count * pieces; n++)
		page_plan_add_new(plan, .job = job, .draw = draw_sheet, .n = n, .w = RISING_W, .h = RISING_H,
			.title = n == 0 ? "Sheets" : NULL);
}

/* The page of the code's own sheet. */
static void
show(const struct code *code, const struct form *form, struct shown_piece *shown)
{
	(void)form;
	shown->page = code->piece;
}

static void
brief(const void *layout, GString *out)
{
	const struct rising_layout *rising = layout;
	int highest = 0;

	for (int turn = 0; turn < RISING_TURNS; turn++)
		highest += MAX(rising->die[0][turn][0], rising->die[0][turn][1]);
	g_string_append_printf(out, "The higher dice of sheet A add up to %d\n", highest);
}

/* The best that one sheet allows: a walk over what the last scored die was. */
static int
best_of(const uint8_t die[RISING_TURNS][2], const uint8_t house[HOUSE_RULES])
{
	int best[7] = {0, -100, -100, -100, -100, -100, -100}, most = 0;
	bool whole[7] = {true};

	for (int turn = 0; turn < RISING_TURNS; turn++) {
		int next[7];
		bool still[7] = {false};

		memcpy(next, best, sizeof next);
		for (int last = 0; last < 7; last++)
			for (int side = 0; side < 2; side++) {
				int pips = die[turn][side];

				if (pips < last || best[last] + pips < next[pips])
					continue;
				still[pips] = still[pips] || whole[last];
				next[pips] = best[last] + pips;
			}
		memcpy(best, next, sizeof next);
		memcpy(whole, still, sizeof still);
	}
	for (int last = 0; last < 7; last++)
		most = MAX(most, best[last] + (whole[last] ? RISING_BONUS(house) : 0));
	return most;
}

static bool
survey(const struct study_question *question, struct charts *charts)
{
	const struct rising_layout *rising = question->layout;

	if (limit_over(question->limit))
		return false;
	for (unsigned seat = 0; seat < question->code->players; seat++)
		charts_add(charts, "best score", "points", "sheets", best_of(rising->die[seat], question->house));
	return true;
}

static void
study(const struct study_question *question, struct study_findings *findings)
{
	const struct rising_layout *rising = question->layout;
	const int best = best_of(rising->die[0], question->house);

	json_object_set_new(findings->json, "best", json_integer(best));
	g_string_append_printf(findings->text, "Sheet A is worth at most %d points.\n", best);
	findings->exact = survey(question, &findings->charts);
}

extern const struct printed_game printed_rising;
const struct printed_game printed_rising = {
	.game = &game_rising,
	.json = json,
	.text = text,
	.plan = plan,
	.show = show,
	.symbol = SYMBOL_STAR,
	.count = {.what = "games"},
	.colour = 0x6d4aa8,
	.paper = "Sheets: any paper.",
	.house = {"all eight dice are worth 10 more"},
	.brief_lines = 1,
	.brief = brief,
	.study = study,
	.survey = survey,
};
