/* SPDX-License-Identifier: MIT
 * The sandboxed end of a worker (sight_message.h): looks at each image and sends what was seen. Called by the
 * handler of a WORKER_KIND. */
#pragma once

#include "kiosk/eye/eye.h"

/* Creates the eye in the fork server, before the first image. `games` may be NULL. */
void sight_sender_prepare(eye_game_list *games);

/* Looks at an image and sends its sight; `wish` is an enum sight_wish. */
void sight_sender_look(const struct image *image, uint32_t wish, eye_game_list *games);
