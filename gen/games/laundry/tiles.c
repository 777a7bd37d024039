/* SPDX-License-Identifier: MIT
 * The small pieces of Coin-Op for two on one page: clothes in two colours,
 * coins, detergents, magazines, newspapers, as squares that share their cuts. */
#include "gen/games/laundry/net.h"
#include "gen/games/laundry/press.h"
#include "gen/press/imposition.h"

/* The white edge of a tile, in hundredths of a millimetre. */
#define EDGE ((LAUNDRY_TILE - LAUNDRY_BORDER_SIZE) / 2)

/* From the cut to the symbol inside of the border, and the height of the name, in hundredths of a millimetre. */
#define INNER  (EDGE + LAUNDRY_BORDER + 60)
#define NAME_H 400

/* Clothes come first: eight of a colour, the socks last. */
#define CLOTHES (LAUNDRY_ROWS + 2)
#define DRESSED (LAUNDRY_COLOURS * CLOTHES)

/* The other pieces, and how many of each. */
static const struct supply {
	const char *name;
	enum symbol_id symbol;
	int count;
} supplies[] = {
	{"100 yen", SYMBOL_COIN, 20},
	{"Detergent", SYMBOL_DETERGENT, 4},
	{"Magazine", SYMBOL_MAGAZINE, 2},
	{"Newspaper", SYMBOL_NEWSPAPER, 2},
};

static int
pieces(void)
{
	int n = DRESSED;

	for (size_t i = 0; i < G_N_ELEMENTS(supplies); i++)
		n += supplies[i].count;
	return n;
}

/* A symbol and its name below. */
static void
draw_piece(struct canvas *canvas, struct rect at, enum symbol_id symbol, const char *name)
{
	const struct font font = {FACE_CONDENSED_BOLD, 300, COLOUR_INK, ALIGN_CENTRE};
	int32_t room = LAUNDRY_TILE - 2 * INNER;

	canvas_symbol(canvas, symbol, (struct rect){at.x + INNER, at.y + INNER + 40, room, room - NAME_H - 60});
	canvas_text(
		canvas, &font, (struct rect){at.x + INNER, at.y + LAUNDRY_TILE - INNER - NAME_H, room, NAME_H}, name);
}

/* An explanation in the space right of the last tiles. */
static void
draw_note(const struct imposition *imposition, struct canvas *canvas)
{
	const struct font title = {FACE_BOLD, 480, COLOUR_INK, ALIGN_LEFT};
	const struct font text = {FACE_TEXT, 300, COLOUR_QUIET, ALIGN_LEFT};
	struct rect at = imposition_front(imposition, pieces() - 1);
	/* Below the marks of the row above. */
	struct rect box = {at.x + LAUNDRY_TILE + 500, at.y + 480, 0, 600};

	box.w = imposition->w - box.x;
	canvas_text(canvas, &title, box, "COIN-OP: the pieces for two");
	box.y += 680;
	box.h = LAUNDRY_TILE - 680 - 480;
	canvas_paragraph(canvas, &text, box,
		"Each player takes the eight clothes of one colour, ten coins, two detergents, a magazine and a "
		"newspaper. {scissors} Cut on the lines between the marks: rows first, then pieces. Print on card of "
		"160 to 200 g/m²: what lies in a machine must not show through.");
}

static void
draw(const struct page *page, struct canvas *canvas)
{
	const struct imposition imposition = imposition_of(page->job, LAUNDRY_TILE, LAUNDRY_TILE, 0, false);

	/* Surfaces first, then borders, colour by colour. */
	for (int i = 0; i < DRESSED; i++) {
		struct rect at = imposition_front(&imposition, i);

		canvas_fill(canvas, (struct rect){at.x + EDGE, at.y + EDGE, LAUNDRY_BORDER_SIZE, LAUNDRY_BORDER_SIZE},
			laundry_colours[i / CLOTHES].pale);
	}
	for (int i = 0; i < DRESSED; i++) {
		const struct laundry_look *look = &laundry_looks[MIN(i % CLOTHES, LAUNDRY_SOCK)];
		struct rect at = imposition_front(&imposition, i);

		laundry_border(canvas, (unsigned)(i / CLOTHES), at.x + EDGE, at.y + EDGE);
		draw_piece(canvas, at, look->symbol, look->label);
	}
	int tile = DRESSED;

	for (size_t i = 0; i < G_N_ELEMENTS(supplies); i++) {
		for (int n = 0; n < supplies[i].count; n++) {
			struct rect at = imposition_front(&imposition, tile++);

			canvas_rounded(canvas,
				(struct rect){at.x + EDGE, at.y + EDGE, LAUNDRY_BORDER_SIZE, LAUNDRY_BORDER_SIZE}, 200,
				NO_FILL, 25, COLOUR_QUIET);
			draw_piece(canvas, at, supplies[i].symbol, supplies[i].name);
		}
	}
	draw_note(&imposition, canvas);
	imposition_marks(&imposition, canvas, pieces(), false);
}

void
laundry_plan_tiles(const struct print_job *job, struct page_plan *plan)
{
	const struct imposition imposition = imposition_of(job, LAUNDRY_TILE, LAUNDRY_TILE, 0, false);
	int32_t rows = (pieces() + imposition.cols - 1) / imposition.cols;
	page_plan_add_new(plan, .job = job, .draw = draw, .w = imposition.w, .h = rows * LAUNDRY_TILE,
		.tools = PAGE_SCISSORS, .card = true, .title = "Pieces");
}
