/* SPDX-License-Identifier: MIT
 * The paperclip game for programs and at the terminal: the grid in JSON, the
 * card side as a picture whose margins spell the clips. */
#include "gen/canvas/text_picture.h"
#include "gen/games/clips/press.h"

/* Characters from a cell's left line to its right line, which the next cell shares: names of symbols fit between. */
#define CELL_W 10

/* Lines of text from a cell's upper line to its lower line, which the cell below shares. */
#define CELL_H 2

/* Characters left of the card, for the names of its rows: "L3". */
#define CARD_X 4

/* Lines of text above the card, for the names of its columns: "T2". */
#define CARD_Y 1

void
clips_json(const void *layout, const struct code *code, json_t *object)
{
	const struct clips_layout *clips = layout;
	json_t *grid = json_array();

	(void)code;
	for (int row = 0; row < CLIPS_ROWS; row++) {
		json_t *line = json_array();

		for (int col = 0; col < CLIPS_COLS; col++)
			json_array_append_new(line, json_pack("s?", clips_symbol_name(clips->grid[row][col])));
		json_array_append_new(grid, line);
	}
	json_object_update_new(
		object, json_pack("{s:i, s:i, s:o}", "rows", CLIPS_ROWS, "cols", CLIPS_COLS, "grid", grid));
}

static void
draw_card(struct text_picture *picture, const struct clips_layout *clips)
{
	int hole_x = CARD_X + CLIPS_HOLE_COL * CELL_W;
	int hole_y = CARD_Y + CLIPS_HOLE_ROW * CELL_H;

	for (int row = 0; row < CLIPS_ROWS; row++) {
		for (int col = 0; col < CLIPS_COLS; col++) {
			int x = CARD_X + col * CELL_W, y = CARD_Y + row * CELL_H;

			if (clips->grid[row][col] == CLIPS_HOLE)
				continue;
			text_picture_box(picture, x, y, CELL_W, CELL_H, TEXT_PICTURE_LIGHT);
			text_picture_centre(picture, x + 1, y + CELL_H / 2, CELL_W - 1, "%s",
				clips_symbol_name(clips->grid[row][col]));
		}
	}
	text_picture_box(picture, CARD_X, CARD_Y, CLIPS_COLS * CELL_W, CLIPS_ROWS * CELL_H, TEXT_PICTURE_HEAVY);
	text_picture_centre(picture, hole_x, hole_y + 1, CLIPS_HOLE_SIZE * CELL_W + 1, "▛▀▜ ▚▞ ▛▀▜");
	text_picture_centre(picture, hole_x, hole_y + 2, CLIPS_HOLE_SIZE * CELL_W + 1, "▙▄▟ QR ▙▄▟");
	text_picture_centre(picture, hole_x, hole_y + 3, CLIPS_HOLE_SIZE * CELL_W + 1, "and the code");
}

void
clips_text(const void *layout, const struct code *code, GString *out)
{
	const struct clips_layout *clips = layout;
	struct text_picture *picture =
		text_picture_new(2 * CARD_X + CLIPS_COLS * CELL_W + 1, CARD_Y + CLIPS_ROWS * CELL_H + 2);

	(void)code;
	g_string_append(out, "card side, for 1 or 2 players\n\n");
	draw_card(picture, clips);
	/* L3, R3, T2, B2: where a clip is pushed on, as clips are written. */
	for (int row = 0; row < CLIPS_ROWS; row++) {
		int y = CARD_Y + row * CELL_H + CELL_H / 2;

		text_picture_print(picture, CARD_X - 3, y, "L%d", row + 1);
		text_picture_print(picture, CARD_X + CLIPS_COLS * CELL_W + 2, y, "R%d", row + 1);
	}
	for (int col = 0; col < CLIPS_COLS; col++) {
		int x = CARD_X + col * CELL_W;

		text_picture_centre(picture, x, CARD_Y - 1, CELL_W + 1, "T%d", col + 1);
		text_picture_centre(picture, x, CARD_Y + CLIPS_ROWS * CELL_H + 1, CELL_W + 1, "B%d", col + 1);
	}
	text_picture_write(picture, out);
	unsigned number[CLIPS_SYMBOLS + 1] = {0};

	for (int row = 0; row < CLIPS_ROWS; row++)
		for (int col = 0; col < CLIPS_COLS; col++)
			number[clips->grid[row][col]]++;
	g_string_append_c(out, '\n');
	for (int symbol = 0; symbol < CLIPS_SYMBOLS; symbol++)
		g_string_append_printf(
			out, "%s%u %s", symbol == 0 ? "   " : ", ", number[symbol], clips_symbol_name(symbol));
	g_string_append(out, "\n   L3x4 is a clip on row 3 from the left over four symbols\n");
}
