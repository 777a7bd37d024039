/* SPDX-License-Identifier: MIT
 * What a photograph is made with: paper, pens, what lies around, light, lens, file. The dice choose a usual recipe; a
 * condition changes it. */
#pragma once

#include "tests/cameras/paper/numbers.h"
#include "tests/cameras/paper/photo.h"

enum bend { BEND_NONE, BEND_TWO, BEND_THREE, BEND_QUARTERS, BEND_CRUMPLED, BEND_CURLED };
enum ruled { RULED_NOT, RULED_BELOW, RULED_ON };
enum back { BACK_WHITE, BACK_FORM, BACK_TEXT };
enum pen_kind { PEN_BALL, PEN_GEL, PEN_PENCIL, PEN_FELT, PEN_FINE, PEN_MARKER, PEN_YELLOW, PEN_HIGHLIGHT, PENS };
enum hand_kind {
	HAND_USUAL,
	HAND_FILL,
	HAND_TICK,
	HAND_CROSS,
	HAND_DOT,
	HAND_HALF,
	HAND_SCRIBBLE,
	HAND_OUTSIDE,
	HANDS
};
enum shade { SHADE_NONE, SHADE_HAND, SHADE_BLINDS, SHADE_LEAVES };
enum app { APP_NONE, APP_BLACK, APP_BRIGHT, APP_FLATBED };
enum ground { GROUND_WOOD, GROUND_CLOTH, GROUND_GLOSSY, GROUND_PLAIN, GROUND_SQUARED, GROUND_PHOTO, GROUNDS };
enum covered { COVERED_NOT, COVERED_CHIPS, COVERED_PEN };

/* What else may happen. COLOURS_ALIKE: of two players' clips. */
enum happening {
	CORNERS_TORN = 1,
	CODE_HIDDEN = 2,
	FLAP_FOLDED = 4,
	TWO_SHOWN = 8,
	COLOURS_ALIKE = 16,
	CARD_HELD = 32
};

struct recipe {
	bool moderate;    /* and not mild */
	unsigned happens; /* enum happening */

	/* Print and paper. Shares are from 0 to 1. */
	double paper[3]; /* reflectance of red, green, blue */
	double scale;    /* of the print, 1 is right */
	double ink_low;  /* how pale it gets */
	double ink_streaks;
	bool grey_ink; /* a black-and-white printer */
	enum ruled ruled;
	double ruled_dark;
	enum back back;
	double back_dark;

	/* Shape of the sheet. */
	enum bend bend;
	double bend_by; /* radians of a crease or of the whole curl */

	/* Pens. */
	enum pen_kind pen;
	enum hand_kind hand;
	unsigned players; /* whose clips are on a card; 0: one or two */
	double corrected; /* share of marks that are filled, crossed out and made again */
	double sloppy;    /* 0 neat */
	enum covered covered;

	/* Light. */
	enum shade shade;
	double shade_dark;  /* how much of the lamp it takes */
	double lamp[3];     /* colour of the lamp */
	double ambient[3];  /* of the rest of the room */
	double lamp_height; /* radians above the table */
	double lamp_from;   /* radians */
	double falloff;     /* of the lamp over the picture */
	double flash;       /* strength of the highlight */
	enum ground ground;

	/* Lens and file. */
	int w, h;
	double tilt;   /* radians from straight above */
	double fill;   /* share of the frame that the pieces take */
	double blur;   /* standard deviation in pixels */
	double motion; /* length in pixels */
	double light;  /* electrons of white, in hundreds: less is noisier */
	double lens;   /* radial distortion; negative: barrel */
	double sharpen;
	double contrast;
	double screen;    /* moire: strength of a screen's pixels */
	int jpeg;         /* quality; 0: PNG */
	bool half_colour; /* chroma subsampling */
	enum app app;
	int app_window;    /* pixels of the adaptive threshold */
	double app_offset; /* below the mean, as a share of it */
	double app_dpi;
};

/* The usual recipe of a kind, changed by a condition. False if the kind has no such condition. */
bool recipe_choose(struct recipe *recipe, enum photo_kind kind, const char *condition, struct luck luck);
