/* SPDX-License-Identifier: MIT
 * Covered cards. */
#include "tests/kiosk/routes/covered_card.h"

#include <string.h>

#include "tests/kiosk/eye/clipped.h"
#include "tests/tools.h"

bool
covered_card_shoot(const struct codes *codes, struct shaper *shaper, const char *file, char text[CODE_TEXT])
{
	static const enum metal metal[2] = {METAL_RED, METAL_BLUE};
	struct conditions conditions;
	uint64_t dice = 130;
	struct played card;
	struct scene scene;
	bool fine;

	clipped_draw_of(&card, codes, metal, PUSHED_OVER, 400, shaper, &dice);
	memcpy(text, card.text, CODE_TEXT);
	scene_conditions(&conditions, LEVEL_MILD, 1920, 1080, 8, &dice);
	conditions.glare = 0;
	scene_init(&scene, &conditions, dice_roll(&dice));
	played_lay(&scene, &card, &(struct lie){.turn = 300});
	fine = scene_shoot(&scene) && scene_save(&scene, file);
	scene_finish(&scene);
	played_finish(&card);
	return fine;
}
