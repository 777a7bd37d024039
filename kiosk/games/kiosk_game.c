/* SPDX-License-Identifier: MIT
 * The kiosk's table of a game. */
#include "kiosk/games/kiosk_game.h"

#include "kiosk/sight/sight_sender.h"

const struct kiosk_game *
kiosk_game_of(const struct game *game)
{
	static const struct kiosk_game empty = {.game = NULL};
	const struct kiosk_game *const *at = kiosk_game_registry, *found = NULL;

	for (; game != NULL && *at != NULL; at++)
		if (game_serves((*at)->game, game, found == NULL ? NULL : found->game))
			found = *at;
	return found == NULL ? &empty : found;
}

const struct eye_game *
kiosk_eye_game(unsigned n)
{
	for (const struct kiosk_game *const *at = kiosk_game_registry; *at != NULL; at++)
		if ((*at)->eye != NULL && n-- == 0)
			return (*at)->eye;
	return NULL;
}

static void
prepare(void)
{
	sight_sender_prepare(kiosk_eye_game);
}

static void
look(const struct image *image, uint32_t wish)
{
	sight_sender_look(image, wish, kiosk_eye_game);
}

static const struct worker_handler handler = {.handle = look};
const struct job_kind kiosk_eye_job = WORKER_KIND(&handler, prepare);

bool
kiosk_game_can_review(const struct answer *answer, struct problem *problem)
{
	const struct game_review *review = kiosk_game_of(answer->game)->review;
	GString *games;

	if (((const struct result *)answer->result)->ruling.unplayed)
		return problem_set(
			problem, SAY("review-unplayed", "no game was played here: there is nothing to review"));
	if (review != NULL)
		return review->can(answer, problem);
	games = g_string_new(NULL);
	for (const struct kiosk_game *const *at = kiosk_game_registry; *at != NULL; at++)
		if ((*at)->review != NULL)
			g_string_append_printf(games, "%s%s", games->len == 0 ? "" : ", ", (*at)->game->id);
	problem_set(problem, SAY("review-game", "only games of {games} are reviewed"), ARG_TEXT("games", games->str));
	g_string_free(games, TRUE);
	return false;
}
