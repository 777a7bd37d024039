/* SPDX-License-Identifier: MIT
 * Whose hand: two piles in a picture of the wider camera, their strips covered, cut off, turned around or
 * face down. What is given to a wrong player must be nothing; what is asked is a question of a person.
 *     bench-eye-piles PICTURES [SEED [SAVE-DIR]] */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "gen/canvas/shaping.h"
#include "kiosk/games/kiosk_game.h"
#include "tests/kiosk/eye/two_piles.h"

static void
piles(unsigned pictures, enum level level, uint64_t *dice, struct shaper *shaper, struct eye *eye, const char *folder)
{
	static const char *const names[LEVELS] = {"mild", "moderate", "harsh"};
	struct piles_count all = {0};

	for (unsigned n = 0; n < pictures; n++) {
		struct two_piles piles;
		struct piles_count count = {0};

		two_piles_choose(&piles, dice);
		while (!two_piles_shoot(&piles, 1920, 1080, level, shaper, dice))
			two_piles_finish(&piles);
		two_piles_judge(&piles, eye, true, &count);
		if (folder != NULL) {
			char *file = g_strdup_printf("%s/%s-%03u.jpg", folder, names[level], n);

			scene_save(&piles.scene, file);
			g_free(file);
			printf("%s %3u: strips %d and %d: %u read, %u right, %u asked, %u wrong\n", names[level], n,
				piles.state[0], piles.state[1], count.read, count.right, count.asked, count.wrong);
		}
		all.read += count.read;
		all.right += count.right;
		all.asked += count.asked;
		all.wrong += count.wrong;
		two_piles_finish(&piles);
	}
	printf("piles    1920x1080 %-8s %5.1f %% given, %5.1f %% asked, %u to a wrong player of %u coupons in %u "
	       "pictures\n",
		names[level], 100.0 * all.right / all.read, 100.0 * all.asked / all.read, all.wrong, all.read,
		pictures);
	fflush(stdout);
}

int
main(int argc, char **argv)
{
	unsigned pictures = argc > 1 ? (unsigned)atoi(argv[1]) : 100;
	uint64_t dice = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
	struct shaper *shaper;
	struct eye *eye;
	struct problem problem;

	shaper = sodium_init() < 0 ? NULL : shaper_create(&problem);
	if (shaper == NULL) {
		fputs("bench-eye-piles: no fonts or no libsodium\n", stderr);
		return 1;
	}
	eye = eye_create(kiosk_eye_game);
	piles(pictures, LEVEL_MILD, &dice, shaper, eye, argc > 3 ? argv[3] : NULL);
	piles(pictures, LEVEL_MODERATE, &dice, shaper, eye, argc > 3 ? argv[3] : NULL);
	eye_destroy(eye);
	shaper_destroy(shaper);
	return 0;
}
