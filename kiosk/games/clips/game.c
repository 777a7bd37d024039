/* SPDX-License-Identifier: MIT
 * The paperclip game in the kiosk: results from its clips, its cells that can be tapped, and the card with its clips on
 * a printed score. */
#include "layouts/clips.h"

#include <stdio.h>

#include "gen/games/clips/press.h"
#include "kiosk/games/clips/card.h"
#include "kiosk/games/clips/review.h"
#include "kiosk/games/kiosk_game.h"
#include "scoring/clips.h"

/* Diameter of the disc with a player's letter, in hundredths of a millimetre. */
#define LETTER 520

static void
places(const void *in, const struct code *code, void (*tell)(void *data, const char *id, struct rect at), void *data)
{
	const struct clips_layout *layout = in;

	(void)code;
	for (int row = 0; row < CLIPS_ROWS; row++) {
		for (int col = 0; col < CLIPS_COLS; col++) {
			char id[8];

			snprintf(id, sizeof id, "r%uc%u", (row + 1) & 15u, (col + 1) & 15u);
			if (layout->grid[row][col] != CLIPS_HOLE)
				tell(data, id, clips_cell(row, col));
		}
	}
}

/* A photo does not show who went first, what was bid, and whose clips of a colour are; clips of one kind may even be
 * those of two players with the same clips. All of that is asked, and so is the owner of a clip whose colour is unknown
 * while others have one. Only if an event has put one player at the table of this card, nothing has to be: a card
 * without a table may be played by two, whatever it was printed for. The order of the clips is unknown, too, but the
 * score does not need it. */
static void
result(const struct seen_form *const form[GAME_PIECES_MAX], struct marks *marks, json_t *json)
{
	unsigned seen = 0, colours = 0, of[MARK_COLOURS] = {0};
	json_t *clips = json_array();
	GPtrArray *missing = marks->missing;

	for (unsigned i = 0; i < form[0]->marks; i++) {
		const struct seen_mark *mark = &form[0]->mark[i];

		if (mark->state == MARK_UNSURE)
			notes_add(missing,
				SAY("clip-unclear", "the card: it is not clear whether there is a clip {clip}"),
				ARG_TEXT("clip", mark->id));
		if (mark->state == MARK_FILLED) {
			seen++;
			of[mark->colour]++;
			json_array_append_new(clips, json_string(mark->id));
		}
	}
	if (seen != CLIPS_IN_ALL)
		notes_add(missing,
			SAY_COUNT("clips-seen", "the card: {count} clip is surely seen, and a game ends with {all}",
				"the card: {count} clips are surely seen, and a game ends with {all}", seen),
			ARG_NUMBER("all", CLIPS_IN_ALL));
	for (int colour = MARK_COLOUR_PLAIN; colour < MARK_COLOURS; colour++)
		colours += of[colour] > 0;
	if (form[0]->code.players == 1 && form[0]->code.table > 0) {
		json_object_set_new(json, "players", json_pack("[{s:o}]", "clips", clips));
		return;
	}
	if (colours > 1)
		notes_add(missing,
			SAY("clip-colours",
				"the card: there are clips of more than one colour: say whose they are, who went first, "
				"and what was bid"));
	else if (colours == 1 && of[MARK_COLOUR_UNKNOWN] > 0)
		notes_add(missing,
			SAY_COUNT("clip-colour-unknown",
				"the card: the colour of {count} clip cannot be told: say whose it is",
				"the card: the colours of {count} clips cannot be told: say whose they are",
				of[MARK_COLOUR_UNKNOWN]));
	else
		notes_add(missing,
			SAY("clip-players",
				"the card: a photo can't show whether one or two played: say which, and whose clips "
				"they are"));
	json_object_set_new(json, "players", json_pack("[{s:o}]", "clips", clips));
}

/* Draws a clip on the card at (x, y), from its cells to beyond the edge, with its player's letter outside the card. */
static void
draw_clip(const struct clip *clip, unsigned player, int32_t x, int32_t y, struct canvas *canvas)
{
	const struct font font = {FACE_BOLD, 300, player == 0 ? COLOUR_PAPER : COLOUR_INK, ALIGN_CENTRE};
	const char letter[2] = {(char)('A' + player), '\0'};
	const struct clips_size *size = &clips_poker;
	int row, col;

	clip_cell(clip, 0, &row, &col);
	struct rect near = clips_symbol_at(size, row, col);

	clip_cell(clip, clip->depth - 1, &row, &col);
	struct rect deep = clips_symbol_at(size, row, col);
	int32_t left = x + (clip->edge == 'L' ? -300 : MIN(near.x, deep.x) - 30);
	int32_t top = y + (clip->edge == 'T' ? -300 : MIN(near.y, deep.y) - 30);
	int32_t right = x + (clip->edge == 'R' ? size->w + 300 : MAX(near.x, deep.x) + near.w + 30);
	int32_t bottom = y + (clip->edge == 'B' ? size->h + 300 : MAX(near.y, deep.y) + near.h + 30);
	struct rect at = {left, top, right - left, bottom - top};

	canvas_rounded(canvas, at, MIN(at.w, at.h) / 3, NO_FILL, player == 0 ? 90 : 45, COLOUR_INK);
	x = clip->edge == 'L' ? left - LETTER / 2 : clip->edge == 'R' ? right + LETTER / 2 : left + at.w / 2;
	y = clip->edge == 'T' ? top - LETTER / 2 : clip->edge == 'B' ? bottom + LETTER / 2 : top + at.h / 2;
	canvas_circle(canvas, x, y, LETTER / 2, player == 0 ? COLOUR_INK : COLOUR_PAPER, 40, COLOUR_INK);
	canvas_flush(canvas);
	canvas_text(canvas, &font, (struct rect){x - LETTER / 2, y - LETTER / 2, LETTER, LETTER}, letter);
}

/* The card as large as it was, with those clips of a stored result that can be on it. */
static void
draw_board(const void *layout, json_t *result, int32_t x, int32_t y, struct canvas *canvas)
{
	const struct clips_size *size = &clips_poker;
	json_t *player, *text;
	size_t i, n;

	x -= size->w / 2;
	canvas_rounded(canvas, (struct rect){x, y, size->w, size->h}, 300, COLOUR_PAPER, 25, COLOUR_QUIET);
	clips_draw_symbols(canvas, size, layout, x, y);
	canvas_flush(canvas);
	json_array_foreach(json_object_get(result, "players"), i, player) {
		json_array_foreach(json_object_get(player, "clips"), n, text) {
			struct clip clip;

			if (!json_is_string(text) || !clip_read(json_string_value(text), &clip))
				continue;
			if (clip.depth >= 1 && clip.depth <= CLIPS_DEPTH_MAX && clip.line >= 1 &&
				clip.line <= (clip.edge == 'L' || clip.edge == 'R' ? CLIPS_ROWS : CLIPS_COLS))
				draw_clip(&clip, (unsigned)MIN(i, 25), x, y, canvas);
		}
	}
}

extern const struct kiosk_game kiosk_game_clips;
const struct kiosk_game kiosk_game_clips = {
	.game = &game_clips,
	.seats = 2,
	.eye = &clips_eye,
	.result = result,
	.places = places,
	.played = {{"clips", "Clips"}},
	.draw_board = draw_board,
	.review = &clips_game_review,
};
