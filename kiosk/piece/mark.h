/* SPDX-License-Identifier: MIT
 * What can be said of a mark on a printed piece: of a bubble, or of a wire that lies on it. */
#pragma once

enum mark_state {
	MARK_EMPTY,
	MARK_FILLED,
	MARK_UNSURE,
};

/* The colour of a wire, as far as an image in colour shows it. The name is only for people: what counts is that wires
 * of one kind have the same one, and those of two kinds have not. */
enum mark_colour {
	MARK_COLOUR_UNKNOWN,
	MARK_COLOUR_PLAIN, /* bare metal */
	MARK_COLOUR_RED,
	MARK_COLOUR_COPPER,
	MARK_COLOUR_YELLOW,
	MARK_COLOUR_GREEN,
	MARK_COLOUR_BLUE,
	MARK_COLOUR_PURPLE,
	MARK_COLOUR_PINK,
	MARK_COLOUR_GOLD,
	MARK_COLOUR_WHITE,
	MARK_COLOUR_BLACK,
	MARK_COLOUR_STRIPED,
	MARK_COLOURS,
};
