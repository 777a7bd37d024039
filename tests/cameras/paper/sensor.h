/* SPDX-License-Identifier: MIT
 * From light to a file: blur, noise, colours, tone, what apps do, JPEG. */
#ifndef SEEDPRESS_TESTS_CAMERAS_PAPER_SENSOR_H
#define SEEDPRESS_TESTS_CAMERAS_PAPER_SENSOR_H

#include "tests/cameras/paper/scene.h"

/* Takes the picture of a scene, whose light is used up: sets size, pixels and file of the photo. */
bool sensor_take(struct scene *scene, struct photo *photo, struct luck luck);

#endif
