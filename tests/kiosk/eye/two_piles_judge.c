/* SPDX-License-Identifier: MIT
 * What the eye and the reading make of two piles. */
#include "kiosk/sight/code_list.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/kiosk/eye/two_piles.h"

void
two_piles_judge(const struct two_piles *piles, struct eye *eye, bool given, struct piles_count *count)
{
	struct known_games known;
	struct code_list list;
	char text[CODE_TEXT];
	struct sight sight;
	GArray *hands;

	code_write(&piles->code, NULL, text);
	known_games_init(&known, NULL);
	code_list_init(&list, NULL);
	if (given) {
		code_list_expect(&list, &piles->code);
		known_games_add(&known, &piles->code, text, true);
	}
	code_list_look(&list, eye, &piles->scene.photo, &sight);
	hands_meet(&known, &sight);
	hands = hands_of(&known, &sight);
	for (unsigned n = 0; n < hands->len; n++) {
		const struct hand *hand = &g_array_index(hands, struct hand, n);

		for (unsigned i = 0; i < COUPONS_MAX; i++) {
			int8_t held = hand->holder[i], is = piles->holder[i];

			if (!HAND_HAS(hand, i))
				continue;
			count->read++;
			count->right += held == is;
			count->asked += held < 0;
			count->wrong += held >= 0 && held != is;
		}
	}
	hands_free(hands);
	sight_finish(&sight);
	code_list_finish(&list);
	known_games_finish(&known);
}
