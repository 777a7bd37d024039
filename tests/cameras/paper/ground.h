/* SPDX-License-Identifier: MIT
 * What lies below the pieces. */
#pragma once

#include "tests/cameras/paper/print.h"

/* A texture about `size` millimetres wide, which repeats, and the gloss of its surface. */
bool ground_texture(struct texture *texture, enum ground ground, double size, struct luck luck, double *gloss);
