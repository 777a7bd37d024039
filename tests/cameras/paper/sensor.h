/* SPDX-License-Identifier: MIT
 * From light to a file: blur, noise, colours, tone, what apps do, JPEG. */
#pragma once

#include "tests/cameras/paper/scene.h"

/* Takes the picture of a scene, whose light is used up: sets size, pixels and file of the photo. */
bool sensor_take(struct scene *scene, struct photo *photo, struct luck luck);
