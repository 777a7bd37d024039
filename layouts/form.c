/* SPDX-License-Identifier: MIT
 * Builds the geometry of a piece. The bounds are our own tables'. */
#include "layouts/form.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

void
form_init(struct form *form, int32_t w, int32_t h)
{
	form->w = w;
	form->h = h;
	form->piece = (struct rect){0, 0, w, h};
	form->qr = form->text = (struct rect){0};
	form->tags = form->bubbles = 0;
}

void
form_tag(struct form *form, uint16_t id, int32_t x, int32_t y)
{
	assert(form->tags < FORM_TAGS);
	form->tag[form->tags++] = (struct tag){id, {x, y, TAG_SIZE, TAG_SIZE}};
}

void
form_corners(struct form *form, unsigned four, struct rect around)
{
	uint16_t first = (uint16_t)(four % CORNER_FOURS * 4);
	int32_t right = around.x + around.w - TAG_SIZE;
	int32_t bottom = around.y + around.h - TAG_SIZE;

	form_tag(form, first, around.x, around.y);
	form_tag(form, first + 1, right, around.y);
	form_tag(form, first + 2, around.x, bottom);
	form_tag(form, first + 3, right, bottom);
}

void
form_bubble(struct form *form, int32_t x, int32_t y, int32_t size, const char *id, ...)
{
	struct bubble *bubble = &form->bubble[form->bubbles++];
	va_list args;

	assert(form->bubbles <= FORM_BUBBLES);
	bubble->at = (struct rect){x, y, size, size};
	va_start(args, id);
	vsnprintf(bubble->id, sizeof bubble->id, id, args);
	va_end(args);
}
