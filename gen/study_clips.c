/* SPDX-License-Identifier: MIT
 * What is known of a side of a card: which symbols lie in the outer ring, where
 * a clip of one symbol reaches them. */
#include "gen/study.h"
#include "layouts/clips.h"

extern const struct study study_clips;

static int
on_the_edge(const struct clips_layout *clips, enum clips_symbol symbol)
{
	int count = 0;

	for (int row = 0; row < CLIPS_ROWS; row++)
		for (int col = 0; col < CLIPS_COLS; col++)
			count += clips->grid[row][col] == symbol &&
				(row == 0 || row == CLIPS_ROWS - 1 || col == 0 || col == CLIPS_COLS - 1);
	return count;
}

static bool
survey(const struct question *question, struct charts *charts)
{
	for (int symbol = 0; symbol < CLIPS_SYMBOLS; symbol++)
		charts_add(charts, "symbols at the edge of a card", "symbols",
			clips_symbol_name((enum clips_symbol)symbol),
			on_the_edge(question->layout, (enum clips_symbol)symbol));
	return true;
}

static void
layout(const struct question *question, struct findings *findings)
{
	json_t *edge = json_object();

	g_string_append(findings->text, "At the edge of the card:");
	for (int symbol = 0; symbol < CLIPS_SYMBOLS; symbol++) {
		const char *name = clips_symbol_name((enum clips_symbol)symbol);
		int count = on_the_edge(question->layout, (enum clips_symbol)symbol);

		json_object_set_new(edge, name, json_integer(count));
		g_string_append_printf(findings->text, "%s %s %d", symbol > 0 ? "," : "", name, count);
	}
	g_string_append_c(findings->text, '\n');
	json_object_set_new(findings->json, "edge", edge);
	survey(question, &findings->charts);
}

const struct study study_clips = {
	.game = &game_clips,
	.layout = layout,
	.survey = survey,
};
