/* SPDX-License-Identifier: MIT
 * What lies on the table for one photograph, and the truth about it so far. */
#pragma once

#include "tests/cameras/paper/pens.h"
#include "tests/cameras/paper/scene.h"

#define STAGE_BODIES 160

struct stage {
	struct photo *photo;
	struct recipe recipe;
	struct luck luck;
	struct scene scene;
	struct texture texture[STAGE_BODIES];
	struct surface surface[STAGE_BODIES];
	size_t textures, surfaces;
};

/* Adds an empty texture or body, counted at once so that it is freed at the end. */
struct texture *stage_texture(struct stage *stage);
struct surface *stage_surface(struct stage *stage);

/* A texture of one colour with a little noise. */
const struct texture *stage_colour(struct stage *stage, const double colour[3]);

/* Points the camera at places of the table; scanners and apps choose the picture's size by them. */
bool stage_aim(struct stage *stage, const struct point *places, size_t count);

/* Pixels per millimetre that a texture needs. */
double stage_density(const struct stage *stage);

/* A chip or a pen that lies on a place. */
bool stage_chip(struct stage *stage, const double at[3], double radius, struct luck *luck);
bool stage_pen(struct stage *stage, const double at[3], struct luck *luck);

/* Draws and photographs it. Then scene_sees() may be asked. */
bool stage_draw(struct stage *stage);

/* Each adds one kind of piece, takes the photograph and writes down the truth. */
bool shoot_forms(struct stage *stage);
bool shoot_card(struct stage *stage);
bool shoot_coupons(struct stage *stage);
