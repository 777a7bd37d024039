/* SPDX-License-Identifier: MIT
 * What can be said of a mark on a printed piece: of a bubble, or of a wire that lies on it. */
#ifndef SEEDPRESS_KIOSK_PIECE_MARK_H
#define SEEDPRESS_KIOSK_PIECE_MARK_H

enum mark_state {
	MARK_EMPTY,
	MARK_FILLED,
	MARK_UNSURE,
};

/* The colour of a wire, as far as an image in colour shows it. */
enum mark_colour {
	MARK_COLOUR_UNKNOWN,
	MARK_COLOUR_PLAIN, /* bare metal */
	MARK_COLOUR_RED,
	MARK_COLOUR_COPPER,
	MARK_COLOUR_YELLOW,
	MARK_COLOUR_GREEN,
	MARK_COLOUR_BLUE,
	MARK_COLOURS,
};

#endif
