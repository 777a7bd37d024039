/* SPDX-License-Identifier: MIT
 * Tables with piles of coupons, laid in many ways: who owns each coupon is known, so that what was read can be judged.
 * A table can be photographed, which takes a second, or be turned directly into what a perfect eye would see of it,
 * which takes a millisecond: where its tags and codes are, without those that something lies on.
 *
 *	while (!laid_table_make(&table, TABLE_TWO, WAY_ROWS, LEVEL_MILD, &dice))
 *		;
 *	laid_table_sight(&table, &dice, &sight); */
#pragma once

#include "kiosk/eye/eye.h"
#include "kiosk/games/kiosk_game.h"
#include "layouts/coupons.h"
#include "tests/kiosk/eye/scene.h"

/* How the coupons of a pile lie. */
enum pile_way {
	WAY_SCATTER,             /* thrown down next to the strip, none on another */
	WAY_ROWS,                /* in rows */
	WAY_HEAP,                /* on each other, perhaps on the strip or below it */
	WAY_FAN,                 /* as cards in a hand */
	WAYS_TUNED,              /* the constants of piles.c were chosen on those above, and measured on those below */
	WAY_GROUPS = WAYS_TUNED, /* sorted by something, with room between the groups */
	WAY_AROUND,              /* on all sides of the strip */
	WAY_COLUMNS,             /* each overlapping the one above it */
	WAYS,
};

enum table_kind {
	TABLE_ONE,       /* a pile with its strip */
	TABLE_NEIGHBOUR, /* and some coupons of another player, whose strip is not in the picture, 35 to 70 mm away */
	TABLE_TWO,       /* two piles with their strips, 35 to 70 mm apart */
	TABLE_FIVE_CM,   /* 50 mm apart */
	TABLE_CLOSE,     /* 15 to 35 mm apart */
	TABLE_STRAY,     /* with a coupon in the middle between them */
	TABLE_THREE,     /* three piles with their strips */
	TABLE_THREE_TWO, /* three piles, one of whose strips is face down */
	TABLE_NEAR,      /* a pile with its strip, and a neighbour's without one, 15 to 35 mm away */
	TABLE_KINDS,
};

extern const char *const pile_way_name[WAYS], *const table_kind_name[TABLE_KINDS];

struct laid_part {
	bool is_strip;
	unsigned piece; /* the sheet of a strip, the number of a coupon */
	struct rect part;
	struct lie lie;
};

struct laid_table {
	struct code code;
	struct coupons_layout layout;
	struct conditions conditions;
	unsigned parts;
	struct laid_part part[COUPONS_MAX + COUPONS_SHEETS_MAX]; /* each over those before it */
	int8_t holder[COUPONS_MAX];                              /* HELD_BY_SOMEBODY: nobody can tell */
};

/* Lays a table for a picture of this height (16:9). False if something does not fit: try again. */
bool laid_table_make(struct laid_table *table, enum table_kind kind, enum pile_way way, enum level level,
	int32_t height, uint64_t *dice);

/* What there is to be seen in a picture of it; to be ended with sight_finish(). */
void laid_table_sight(const struct laid_table *table, uint64_t *dice, struct sight *sight);

/* Takes the picture; ended with scene_finish(). False if JPEG fails. */
bool laid_table_shoot(const struct laid_table *table, struct shaper *shaper, uint64_t *dice, struct scene *scene);
