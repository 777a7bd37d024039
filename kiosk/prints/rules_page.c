/* SPDX-License-Identifier: MIT
 * The page of a game's plan that has the rules, without the margins of its paper. */
#include "kiosk/prints/rules_page.h"

#include "gen/press/printed_game.h"
#include "kiosk/http/server.h"

/* The title of the page in every game's plan. */
#define RULES "Rules"

/* White around the page, in hundredths of a millimetre: on a screen nothing should touch the edge. */
#define RIM 600

static void
draw_rules(void *data, unsigned number, struct canvas *canvas)
{
	const struct page *page = data;

	(void)number;
	canvas_origin(canvas, RIM, RIM);
	page->draw(page, canvas);
}

GBytes *
rules_page_svg(
	struct memory_document *documents, const struct game *game, const struct code *code, struct problem *problem)
{
	const struct print_job job = {
		.codes = {.game = game, .option = code->option, .seed = code->seed, .players = code->players},
		.count = 1,
		.paper = &paper_a4,
		.pieces = true,
	};
	g_autoptr(GBytes) svg = NULL;
	GBytes *packed = NULL;
	struct page_plan plan;

	page_plan_init(&plan);
	printed_game_of(game)->plan(&job, &plan);
	if (page_plan_pick(&plan, RULES)) {
		struct page *page = &g_array_index(plan.pages, struct page, 0);
		int32_t w = page->w + 2 * RIM, h = page->h + 2 * RIM;

		svg = memory_document_draw(documents,
			&(struct memory_pages){.format = FORMAT_SVG,
				.ink = INK_FULL,
				.title = game->title,
				.paper = {"screen", w, h},
				.pages = 1,
				.w = w,
				.h = h,
				.draw = draw_rules,
				.data = page},
			problem);
		packed = svg == NULL ? NULL : gzip_bytes(svg, GZIP_SMALL);
		if (svg != NULL && packed == NULL)
			problem_set(problem, SAY("drawing-not-packed", "the drawing cannot be compressed"));
	}
	page_plan_finish(&plan);
	return packed;
}
