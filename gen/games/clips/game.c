/* SPDX-License-Identifier: MIT
 * The table of the paperclip game as it is printed. */
#include "gen/games/clips/press.h"
#include "scoring/solve/clips_duel.h"
#include "scoring/solve/clips_solo.h"

/* The most points that --fair takes: a higher limit would not exclude any card. */
#define FAIR_MOST 20

/* Whether the best possible solo score is at least what the second-highest rank ("A star") begins with, and at most
 * what the highest ("Impossible") does: 31 to 36 points under the usual rules. Then a star can be reached on this card,
 * and the highest rank at most by the best possible score. If memory runs out, every card passes. */
bool
clips_passes(const void *layout, const uint8_t house[HOUSE_RULES])
{
	const uint8_t *scale = clips_scale(house);
	struct clips_board *board = clips_board_create(layout, house);
	struct clips_soloist *soloist = clips_soloist_create();
	bool passes = board == NULL || soloist == NULL ||
		clips_solo_within(soloist, board, scale[SOLO_RANKS - 2], scale[SOLO_RANKS - 1]);

	clips_soloist_destroy(soloist);
	clips_board_destroy(board);
	return passes;
}

/* Whether going first is worth at most as much as --fair says. */
static bool
grants(const void *layout, const struct option_value option[GAME_OPTIONS], const uint8_t house[HOUSE_RULES])
{
	bool fair = true;

	if (!option[CLIPS_OPTION_FAIR].given)
		return true;
	struct clips_board *board = clips_board_create(layout, house);
	struct clips_duelist *duelist = clips_duelist_create(CLIPS_TABLE);
	if (board != NULL && duelist != NULL) {
		clips_duelist_begin(duelist, board, NULL);
		fair = !clips_duel_reaches(duelist, &(struct clips_game){0}, (int)option[CLIPS_OPTION_FAIR].number + 1);
	}
	clips_duelist_destroy(duelist);
	clips_board_destroy(board);
	return fair;
}

static void
brief(const void *data, GString *out)
{
	static const char letter[] = "1PSLEB*W ";
	const struct clips_layout *layout = data;

	for (int row = 0; row < CLIPS_ROWS; row++) {
		if (row > 0)
			g_string_append(out, "  ");
		for (int col = 0; col < CLIPS_COLS; col++)
			g_string_append_c(
				out, layout->grid[row][col] == CLIPS_HOLE ? '.' : letter[layout->grid[row][col]]);
	}
	g_string_append_c(out, '\n');
}

/* The card alone: nothing is printed around it. */
static void
show(const struct code *code, const struct form *form, struct shown_piece *shown)
{
	(void)code;
	shown->area = (struct rect){0, 0, form->w, form->h};
	shown->single = true;
}

extern const struct printed_game printed_clips;
const struct printed_game printed_clips = {
	.game = &game_clips,
	.json = clips_json,
	.text = clips_text,
	.plan = clips_plan,
	.show = show,
	.players_most = 2,
	.option[CLIPS_OPTION_SMALL] =
		{
			.name = "small",
			.effect = OPTION_PIECES,
			.kind = OPTION_FLAG,
			.help = "a card for 33 mm paperclips",
			.about = "A card for 33 mm paperclips instead of 50 mm ones, with the limits that its guide "
				 "names.",
		},
	.option[CLIPS_OPTION_FAIR] =
		{
			.name = "fair",
			.effect = OPTION_SEEDS,
			.kind = OPTION_NUMBER,
			.most = FAIR_MOST,
			.value = "N",
			.help = "only sides on which going first is worth at most N points",
			.about = "Only sides on which the first player, when both play as well as can be under the "
				 "house rules that are printed, ends at most this many points ahead. A seed that "
				 "is given is printed as it is.",
		},
	.option[CLIPS_OPTION_SINGLE] = OPTION_SINGLE_CARDS,
	.count = {"card sides", "sides", 2, 36, "How many sides of cards a table gets; 2 are one card."},
	.filter = 2,
	.filter_house = 2,
	.passes = clips_passes,
	.grants = grants,
	.symbol = SYMBOL_PAPERCLIP,
	.colour = 0x6d4aa8,
	.paper = "Symbol cards: smooth card of 250 to 300 g/m².",
	.needed = "six paperclips for every clips table",
	.house = {"four or more {poop} are worth -1 each and 7 once", "the first {ladder} is worth nothing"},
	.brief_lines = 1,
	.legend = "Rows from the top: 1 one, P poop, S swirl, L ladder, E emerald, B bomb, * star, W wild; then "
		  "the best solo score, and the highest bid that still wins.",
	.brief = brief,
	.solve = clips_solve,
	.study = clips_study,
	.survey = clips_survey,
};
