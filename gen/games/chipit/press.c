/* SPDX-License-Identifier: MIT
 * Chip It on paper: what its pages have in common, and their order. Pads come
 * first, each followed by its deal slips; then rules, cards and chips. */
#include "gen/games/chipit/press.h"

void
chipit_sort_hand(const struct chipit_layout *chipit, unsigned game, unsigned at, uint8_t sorted[CHIPIT_HAND_MAX])
{
	const uint8_t *hand = &chipit->deck[game][at * chipit->hand];

	for (unsigned i = 0; i < chipit->hand; i++) {
		unsigned place = i;

		for (; place > 0 && sorted[place - 1] > hand[i]; place--)
			sorted[place] = sorted[place - 1];
		sorted[place] = hand[i];
	}
}

const struct chipit_look *
chipit_look(uint8_t card)
{
	static const struct chipit_look green = {0xcdebd5, 0x2f8f5b, 0x14532d}, purple = {0xe4d6f7, 0x7c4dbd, 0x45217a};

	return card & CHIPIT_PURPLE ? &purple : &green;
}

int32_t
chipit_paragraph(struct canvas *canvas, const struct font *font, struct rect box, const char *text)
{
	static const char *const word[][3] = {
		{"{green}", "green", "square"},
		{"{purple}", "purple", "six-sided"},
		{"{colours}", "colours", "shapes"},
	};
	GString *said = g_string_new(text);

	for (size_t i = 0; i < G_N_ELEMENTS(word); i++)
		g_string_replace(said, word[i][0], word[i][canvas_ink(canvas) == INK_GREY ? 2 : 1], 0);
	int32_t high = canvas_paragraph(canvas, font, box, said->str);
	g_string_free(said, TRUE);
	return high;
}

void
chipit_draw_seat(struct canvas *canvas, int32_t x, int32_t y, int32_t size, unsigned seat)
{
	const struct font font = {FACE_BOLD, size * 65 / 100, COLOUR_INK, ALIGN_CENTRE};

	canvas_circle(canvas, x, y, size / 2, SEAT_PALE, 0, 0);
	canvas_textf(canvas, &font, (struct rect){x - size / 2, y - size / 2, size, size}, "%c", (char)('A' + seat));
}

void
chipit_draw_shape(struct canvas *canvas, uint8_t card, int32_t x, int32_t y, int32_t size, uint32_t fill, int32_t width,
	uint32_t colour)
{
	int32_t r = size / 2, side = size * 46 / 100;
	const int32_t six[6][2] = {{x, y - r - r / 12}, {x + side, y - r / 2}, {x + side, y + r / 2},
		{x, y + r + r / 12}, {x - side, y + r / 2}, {x - side, y - r / 2}};

	if (card & CHIPIT_PURPLE)
		canvas_polygon(canvas, six, 6, fill, width, colour);
	else
		canvas_rounded(
			canvas, (struct rect){x - side, y - side, 2 * side, 2 * side}, size / 6, fill, width, colour);
}

void
chipit_draw_cards(struct canvas *canvas, const uint8_t *card, const int32_t (*at)[2], int n, int32_t size)
{
	static const uint8_t colours[] = {0, CHIPIT_PURPLE};

	/* Of each colour the surfaces, then the lines and values. */
	for (size_t k = 0; k < G_N_ELEMENTS(colours); k++) {
		const struct chipit_look *look = chipit_look(colours[k]);
		const struct font font = {FACE_BOLD, size / 2, look->dark, ALIGN_CENTRE};

		for (int i = 0; i < n; i++)
			if ((card[i] & CHIPIT_PURPLE) == colours[k])
				chipit_draw_shape(canvas, card[i], at[i][0], at[i][1], size, look->pale, 0, 0);
		for (int i = 0; i < n; i++) {
			struct rect box = {at[i][0] - size / 2, at[i][1] - size / 2, size, size};

			if ((card[i] & CHIPIT_PURPLE) != colours[k])
				continue;
			chipit_draw_shape(canvas, card[i], at[i][0], at[i][1], size, NO_FILL, 30, look->line);
			canvas_textf(canvas, &font, box, "%d", card[i] & ~CHIPIT_PURPLE);
		}
	}
}

void
chipit_plan(const struct print_job *job, struct page_plan *plan)
{
	struct page page = {.job = job, .draw = chipit_draw_pad, .w = CHIPIT_PAD_W, .h = CHIPIT_PAD_H};

	/* A print shop gets nothing but the cards. */
	if (job->single) {
		chipit_plan_cards(job, plan);
		return;
	}
	page.title = "Score pad";
	for (page.n = 0; page.n < job->count; page.n++) {
		page_plan_add(plan, &page);
		if (job->pieces || job->event != NULL)
			chipit_plan_slips(job, page.n, plan);
	}
	if (!job->pieces)
		return;
	page.n = 0;
	page.draw = chipit_draw_rules;
	page.title = "Rules";
	page_plan_add(plan, &page);
	chipit_plan_cards(job, plan);
	chipit_plan_chips(job, plan);
}
