/* SPDX-License-Identifier: MIT
 * Reviews of the paperclip game as JSON, text and a drawing. The solver takes a few milliseconds per card. */
#include "kiosk/games/clips/review.h"

#include <stdlib.h>

#include "gen/games/clips/review_picture.h"

static bool
can(const struct answer *answer, struct problem *problem)
{
	const struct clips_result *result = (const void *)answer->result;

	return result->base.players.count == 2 ||
		problem_set(problem, SAY("review-players", "only games for two are reviewed"));
}

static void *
make(const struct answer *answer, const struct limit *limit, bool *exact)
{
	struct clips_review *review = malloc(sizeof *review);

	if (review != NULL &&
		clips_review_make((const void *)answer->layout, (const void *)answer->result, limit, review)) {
		*exact = review->exact;
		return review;
	}
	free(review);
	return NULL;
}

static json_t *
value_json(const struct clips_duel *value)
{
	if (value->least == value->most)
		return json_integer(value->least);
	return json_pack("{s:b,s:i,s:i}", "exact", false, "least", value->least, "most", value->most);
}

static json_t *
clip_json(const struct clip *clip)
{
	char text[CLIP_TEXT];

	return clip->edge == '\0' ? json_null() : json_string(clip_write(clip, text));
}

static json_t *
write_json(const struct answer *answer, const void *made, const char *code, const struct audience *audience)
{
	const struct clips_review *review = made;
	const struct players *players = (const void *)answer->result;
	bool known = review->value.least == review->value.most;
	int bid = clips_winning_bid(review->value.least);
	json_t *moves = json_array();
	char words[MESSAGE_TEXT];
	struct message message;

	for (unsigned i = 0; i < CLIPS_IN_ALL; i++) {
		const struct clips_reviewed *move = &review->move[i];

		clips_review_move(review, players, i, &message);
		message_write(&message, audience, words, sizeof words);
		json_array_append_new(moves,
			json_pack("{s:i,s:o,s:o,s:o,s:o,s:s,s:s}", "player", move->player, "clip",
				clip_json(&move->clip), "value", value_json(&move->after), "best",
				clip_json(&move->best), "lost", move->lost < 0 ? json_null() : json_integer(move->lost),
				"words", words, "words_id", message_id(&message)));
	}
	clips_review_card(review, players, &message);
	message_write(&message, audience, words, sizeof words);
	return json_pack("{s:s,s:s,s:b,s:i,s:i,s:o,s:o,s:s,s:s,s:o,s:[i,i]}", "game", answer->game->id, "code", code,
		"exact", review->exact, "first", review->first, "bid", review->bid, "value", value_json(&review->value),
		"winning_bid", known && bid >= 0 ? json_integer(bid) : json_null(), "words", words, "words_id",
		message_id(&message), "clips", moves, "lost", review->lost[0], review->lost[1]);
}

/* The card, and next to it the number of the clip that took each cell. */
static void
write_card(const struct clips_layout *layout, const struct clips_review *review, GString *out)
{
	static const char letters[] = "1PSLEB*W";
	char taken[CLIPS_ROWS][CLIPS_COLS] = {{0}};

	for (unsigned n = 0; n < CLIPS_IN_ALL; n++) {
		const struct clip *clip = &review->move[n].clip;

		for (int i = 0; i < clip->depth; i++) {
			int row, col;

			clip_cell(clip, i, &row, &col);
			taken[row][col] = (char)('1' + n);
		}
	}
	for (int row = 0; row < CLIPS_ROWS; row++) {
		g_string_append(out, "   ");
		for (int col = 0; col < CLIPS_COLS; col++)
			g_string_append_printf(out, " %c",
				layout->grid[row][col] == CLIPS_HOLE ? ' ' : letters[layout->grid[row][col]]);
		g_string_append(out, "      ");
		for (int col = 0; col < CLIPS_COLS; col++)
			g_string_append_printf(out, " %c",
				taken[row][col] != 0                           ? taken[row][col]
					: layout->grid[row][col] == CLIPS_HOLE ? ' '
									       : '.');
		g_string_append_c(out, '\n');
	}
	g_string_append(out, "    (1 one, P poop, S swirl, L ladder, E emerald, B bomb, * star, W wild)\n\n");
}

static void
write_text(const struct answer *answer, const void *made, const struct audience *audience, GString *out)
{
	const struct players *players = (const void *)answer->result;
	const struct clips_review *review = made;
	bool is_all_known[2] = {true, true}; /* what every clip of a player lost is known */
	char words[MESSAGE_TEXT];
	struct message message;

	write_card((const void *)answer->layout, review, out);
	clips_review_card(review, players, &message);
	message_write(&message, audience, words, sizeof words);
	g_string_append_printf(out, "%s\nThe value is how far the first player would then end ahead.\n\n", words);
	for (unsigned i = 0; i < CLIPS_IN_ALL; i++) {
		is_all_known[review->move[i].player] &= review->move[i].lost >= 0;
		clips_review_move(review, players, i, &message);
		message_write(&message, audience, words, sizeof words);
		g_string_append_printf(out, "%u. %s\n", i + 1, words);
	}
	g_string_append_c(out, '\n');
	for (unsigned i = 0; i < 2; i++) {
		message_set(&message,
			is_all_known[i]
				? SAY("player-lost", "{name} lost {points} and scores {total}.")
				: SAY("player-lost-at-least", "{name} lost at least {points} and scores {total}."),
			ARG_PLAYER_FIRST("name", players, i), ARG_NUMBER("points", review->lost[i]),
			ARG_NUMBER("total", answer->score.player[i].total));
		message_write(&message, audience, words, sizeof words);
		g_string_append_printf(out, "%s\n", words);
	}
}

static void
draw(const struct answer *answer, const void *review, const char *code, struct canvas *canvas)
{
	review_picture_draw(canvas,
		&(struct review_picture){(const void *)answer->layout, (const void *)answer->result, review, code});
}

const struct game_review clips_game_review = {
	.can = can,
	.make = make,
	.json = write_json,
	.text = write_text,
	.draw = draw,
	.w = REVIEW_PICTURE_W,
	.h = REVIEW_PICTURE_H,
};
