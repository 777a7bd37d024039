/* SPDX-License-Identifier: MIT
 * What is known of a side of a card: the best solo score with every placement
 * that makes it, and how the game for two ends when both play as well as can
 * be. Exact, or else said to be a bound. */
#include <stdlib.h>

#include "gen/games/clips/press.h"
#include "scoring/solve/clips_review.h"
#include "scoring/solve/clips_solo.h"

/* The most placements that are listed in JSON. */
#define LISTED 100

/* The most placements that are listed in text. */
#define IN_WORDS 12

/* The solvers of one layout. */
struct mind {
	struct clips_board *board;
	struct clips_soloist *soloist;
	struct clips_duelist *duelist;
};

static bool
mind_init(struct mind *mind, const void *layout, const uint8_t house[HOUSE_RULES], const struct limit *limit)
{
	mind->board = clips_board_create(layout, house);
	mind->soloist = clips_soloist_create();
	mind->duelist = clips_duelist_create(CLIPS_TABLE);
	if (mind->board == NULL || mind->soloist == NULL || mind->duelist == NULL)
		return false;
	clips_duelist_begin(mind->duelist, mind->board, limit);
	return true;
}

static void
mind_finish(struct mind *mind)
{
	clips_board_destroy(mind->board);
	clips_soloist_destroy(mind->soloist);
	clips_duelist_destroy(mind->duelist);
}

void
clips_solve(const void *layout, const uint8_t house[HOUSE_RULES], char words[SOLVED_TEXT])
{
	struct clips_solo solo;
	struct mind mind;

	words[0] = '\0';
	if (mind_init(&mind, layout, house, NULL) &&
		clips_solo_solve(mind.soloist, mind.board, NULL, NULL, NULL, &solo)) {
		int value = clips_duel_value(mind.duelist, &(struct clips_game){0}, CLIPS_USUAL_VALUE).least;
		int bid = clips_winning_bid(value);

		if (bid < 0)
			g_snprintf(words, SOLVED_TEXT, "solo %d, no winning bid", solo.best);
		else
			g_snprintf(words, SOLVED_TEXT, "solo %d, winning bid %d", solo.best, bid);
	}
	mind_finish(&mind);
}

/* The placements that reach the best, as they are found. */
struct listing {
	const struct clips_board *board;
	json_t *json;
};

static json_t *
moves_json(const struct clips_board *board, const uint8_t *move, unsigned count)
{
	json_t *json = json_array();
	char text[CLIP_TEXT];

	for (unsigned i = 0; i < count; i++)
		json_array_append_new(json, json_string(clip_write(&board->move[move[i]].clip, text)));
	return json;
}

static void
list_placement(const uint8_t move[CLIPS_IN_ALL], void *data)
{
	struct listing *listing = data;

	if (json_array_size(listing->json) < LISTED)
		json_array_append_new(listing->json, moves_json(listing->board, move, listing->board->clips));
}

/* The game for one. */
static void
study_solo(struct mind *mind, const struct study_question *question, struct study_findings *findings)
{
	struct listing listing = {mind->board, json_array()};
	struct clips_solo solo;
	json_t *json;

	if (!clips_solo_solve(mind->soloist, mind->board, question->limit, list_placement, &listing, &solo))
		solo = (struct clips_solo){.most = INT16_MAX};
	if (solo.exact) {
		json = json_pack("{s:i,s:o,s:I,s:O}", "best", solo.best, "clips",
			moves_json(mind->board, solo.move, mind->board->clips), "count", (json_int_t)solo.count, "all",
			listing.json);
		g_string_append_printf(findings->text, "Alone, the best is %d,", solo.best);
		g_string_append_printf(findings->text, " by %" G_GUINT64_FORMAT " placement%s:\n", solo.count,
			solo.count == 1 ? "" : "s");
		for (size_t i = 0; i < json_array_size(listing.json) && i < IN_WORDS; i++) {
			const json_t *clips = json_array_get(listing.json, i);

			g_string_append(findings->text, "   ");
			for (size_t k = 0; k < json_array_size(clips); k++)
				g_string_append_printf(
					findings->text, " %s", json_string_value(json_array_get(clips, k)));
			g_string_append_c(findings->text, '\n');
		}
		if (solo.count > IN_WORDS)
			g_string_append_printf(
				findings->text, "    and %" G_GUINT64_FORMAT " more\n", solo.count - IN_WORDS);
	} else {
		json = json_pack("{s:b,s:i}", "exact", false, "most", solo.most);
		if (solo.any)
			json_object_set_new(json, "least", json_integer(solo.best));
		g_string_append_printf(findings->text,
			"Alone, the best is at most %d: that is a bound, there was no time for more.\n", solo.most);
		findings->exact = false;
	}
	json_object_set_new(findings->json, "solo", json);
	json_decref(listing.json);
}

static void
tell_duel(struct mind *mind, int value, const struct clips_game *line, GString *out)
{
	int bid = clips_winning_bid(value);
	char text[CLIP_TEXT];

	if (value == 0)
		g_string_append(out, "For two, the best play ends in a tie, which goes to the second player");
	else
		g_string_append_printf(out, "For two, with the best play the first player ends %d %s", abs(value),
			value > 0 ? "ahead" : "behind");
	if (bid < 0)
		g_string_append(out, ":\nno bid wins. A best line:\n   ");
	else
		g_string_append_printf(out, ":\n%d is the highest bid that still wins. A best line:\n   ", bid);
	for (unsigned i = 0; i < line->played; i++)
		g_string_append_printf(out, " %s", clip_write(&mind->board->move[line->move[i]].clip, text));
	g_string_append_c(out, '\n');
}

/* The game for two. */
static void
study_duel(struct mind *mind, struct study_findings *findings)
{
	struct clips_game line = {0};
	struct clips_duel duel = clips_duel_value(mind->duelist, &line, CLIPS_USUAL_VALUE);
	json_t *json;

	if (duel.least == duel.most && clips_duel_line(mind->duelist, &line, duel.least)) {
		int bid = clips_winning_bid(duel.least);

		json = json_pack("{s:i,s:o,s:o}", "value", duel.least, "winning_bid",
			bid < 0 ? json_null() : json_integer(bid), "line",
			moves_json(mind->board, line.move, line.played));
		tell_duel(mind, duel.least, &line, findings->text);
	} else {
		json = json_pack("{s:b,s:i,s:i}", "exact", false, "least", duel.least, "most", duel.most);
		g_string_append_printf(findings->text,
			"For two, with the best play the first player ends from %+d to %+d ahead: these\n"
			"are bounds, there was no time for more.\n",
			duel.least, duel.most);
		findings->exact = false;
	}
	json_object_set_new(findings->json, "duel", json);
}

/* How much each first clip keeps of the value; all of them, or none. */
static void
chart_first_clips(struct mind *mind, struct study_findings *findings)
{
	int value[CLIPS_MOVES_MAX], guess = 0;

	for (unsigned i = 0; i < mind->board->moves; i++) {
		struct clips_game game = {1, {(uint8_t)i}};
		struct clips_duel duel = clips_duel_value(mind->duelist, &game, guess);

		if (duel.least < duel.most)
			return;
		value[i] = guess = duel.least;
	}
	for (unsigned i = 0; i < mind->board->moves; i++)
		charts_add(&findings->charts, "points ahead after each first clip", "points", "first clips", value[i]);
}

void
clips_study(const struct study_question *question, struct study_findings *findings)
{
	struct mind mind;

	if (mind_init(&mind, question->layout, question->house, question->limit)) {
		study_solo(&mind, question, findings);
		study_duel(&mind, findings);
		if (findings->exact)
			chart_first_clips(&mind, findings);
	} else {
		g_string_append(findings->text, "There is not enough memory.\n");
		findings->exact = false;
	}
	mind_finish(&mind);
}

static void
add_figures(struct charts *charts, const char *series, const struct clips_solo *solo, int value)
{
	charts_add(charts, "best solo score", "points", series, solo->best);
	charts_add(charts, "value of going first", "points", series, value);
	charts_add(charts, "placements that reach the best solo score", "placements", series,
		(int)MIN(solo->count, CHART_MOST));
}

bool
clips_survey(const struct study_question *question, struct charts *charts)
{
	struct clips_solo solo = {0};
	struct clips_duel duel = {0, 1};
	struct mind mind;

	if (mind_init(&mind, question->layout, question->house, question->limit) &&
		clips_solo_solve(mind.soloist, mind.board, question->limit, NULL, NULL, &solo) && solo.exact)
		duel = clips_duel_value(mind.duelist, &(struct clips_game){0}, CLIPS_USUAL_VALUE);
	mind_finish(&mind);
	if (duel.least < duel.most)
		return false;
	if (!question->kept)
		add_figures(charts, "all cards", &solo, duel.least);
	if (question->kept || clips_passes(question->layout, question->house))
		add_figures(charts, "cards that the press keeps", &solo, duel.least);
	return true;
}
