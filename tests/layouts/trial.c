/* SPDX-License-Identifier: MIT
 * Trials that hold for every game: geometry, ids, and the run over all that is
 * printed for a seed. */
#include "tests/tools.h"

#include <stdlib.h>
#include <string.h>

#include "games.h"

/* The largest printed area that leaves a margin on A4 (210 by 297 mm) and on Letter (215.9 by
 * 279.4 mm), in hundredths of a millimetre. */
#define AREA_W 20000
#define AREA_H 26500

#define BOXES_MAX (FORM_TAGS + FORM_BUBBLES + 2)

#define GAME(name) extern const struct game_trial trial_##name;
GAMES
GAME(null)
#undef GAME

static const struct game_trial *const trials[] = {
#define GAME(name) &trial_##name,
	GAMES GAME(null)
#undef GAME
};

const struct game_trial *
trial_nth(size_t n)
{
	return n < LENGTH(trials) ? trials[n] : NULL;
}

uint64_t
trial_nth_seed(uint64_t n)
{
	uint64_t dice = n;

	if (n == 1)
		return SEED_MAX;
	return n % 2 == 0 ? n / 2 : dice_roll(&dice) & SEED_MAX;
}

/* A box on a piece and what to call it. */
struct box {
	struct rect at;
	const char *name;
	unsigned number;
};

static int
compare_boxes(const void *a, const void *b)
{
	const struct box *left = a, *right = b;

	return (left->at.x > right->at.x) - (left->at.x < right->at.x);
}

/* Sorted from the left, a box can only overlap those that start before it ends. */
static void
check_boxes(struct box *box, unsigned count, struct rect piece, struct trial *trial)
{
	qsort(box, count, sizeof *box, compare_boxes);
	for (unsigned i = 0; i < count; i++) {
		if (!rect_inside(box[i].at, piece))
			trial_fail(trial, "%s %u leaves the piece", box[i].name, box[i].number);
		for (unsigned j = i + 1; j < count && box[j].at.x < box[i].at.x + box[i].at.w; j++)
			if (rect_overlap(box[i].at, box[j].at))
				trial_fail(trial, "%s %u overlaps %s %u", box[i].name, box[i].number, box[j].name,
					box[j].number);
	}
}

/* Corners are a whole four of the reserved ids, in reading order, and no other tag is. */
static void
check_tags(const struct form *form, struct trial *trial)
{
	const struct tag *tag = form->tag;

	if (form->tags == 0)
		return;
	if (form->tags < 4 || tag[0].id % 4 != 0 || tag[0].id >= TAG_CORNERS) {
		trial_fail(trial, "the corners do not start a four");
		return;
	}
	for (int i = 1; i < 4; i++)
		if (tag[i].id != tag[0].id + i)
			trial_fail(trial, "corner %d has the id %d", i, tag[i].id);
	if (tag[0].at.x >= tag[1].at.x || tag[2].at.x >= tag[3].at.x || tag[0].at.y >= tag[2].at.y ||
		tag[1].at.y >= tag[3].at.y)
		trial_fail(trial, "the corners stand in another order");
	for (unsigned i = 4; i < form->tags; i++) {
		if (tag[i].id < TAG_CORNERS || tag[i].id >= TAG_COUNT)
			trial_fail(trial, "tag %u has the id %u", i, tag[i].id);
		for (unsigned j = 4; j < i; j++)
			if (tag[i].id == tag[j].id)
				trial_fail(trial, "tag id %u comes twice", tag[i].id);
	}
}

static int
compare_ids(const void *a, const void *b)
{
	const char *const *left = a, *const *right = b;

	return strcmp(*left, *right);
}

static void
check_bubbles(const struct form *form, struct trial *trial)
{
	const char *id[FORM_BUBBLES];

	for (unsigned i = 0; i < form->bubbles; i++) {
		size_t length = strnlen(form->bubble[i].id, sizeof form->bubble[i].id);

		if (length == 0 || length == sizeof form->bubble[i].id) {
			trial_fail(trial, "bubble %u has an id of %zu bytes", i, length);
			return;
		}
		id[i] = form->bubble[i].id;
	}
	qsort(id, form->bubbles, sizeof *id, compare_ids);
	for (unsigned i = 1; i < form->bubbles; i++)
		if (strcmp(id[i], id[i - 1]) == 0)
			trial_fail(trial, "bubble id %s comes twice", id[i]);
}

/* Whether the last form of this piece was the same but for its tags' ids: boxes and bubbles then need no other look. On
 * most forms a seed changes nothing else, and to check them again takes half of the time of a million seeds. */
static bool
is_like_the_last(const struct form *form, unsigned players, unsigned piece)
{
	static struct form last[CODE_PLAYERS_MAX + 1][GAME_PIECES_MAX];
	struct form now = *form;

	for (unsigned i = 0; i < now.tags; i++)
		now.tag[i].id = 0;
	if (memcmp(&now, &last[players][piece], sizeof now) == 0)
		return true;
	last[players][piece] = now;
	return false;
}

/* What does not depend on the tags' ids. */
static void
check_places(const struct form *form, struct trial *trial)
{
	struct box box[BOXES_MAX];
	unsigned count = 0;

	if (form->w > AREA_W || form->h > AREA_H)
		trial_fail(trial, "the area does not fit the paper");
	if (!rect_inside(form->piece, (struct rect){0, 0, form->w, form->h}))
		trial_fail(trial, "the piece leaves the area");
	box[count++] = (struct box){form->qr, "the QR", 0};
	box[count++] = (struct box){form->text, "the code's text", 0};
	for (unsigned i = 0; i < form->tags; i++)
		box[count++] = (struct box){form->tag[i].at, "tag", i};
	for (unsigned i = 0; i < form->bubbles; i++)
		box[count++] = (struct box){form->bubble[i].at, "bubble", i};
	check_boxes(box, count, form->piece, trial);
	check_bubbles(form, trial);
}

/* All pieces of one game. No two of them share a corner's id, so that two forms in one photo
 * are told apart. */
static void
check_pieces(const struct game *game, const void *layout, struct code code, struct trial *trial)
{
	unsigned pieces = game->pieces(&code);
	int corner[GAME_PIECES_MAX];
	struct form form;

	if (pieces < 1 || pieces > GAME_PIECES_MAX) {
		trial_fail(trial, "there are %u pieces", pieces);
		return;
	}
	for (unsigned i = 0; i < pieces; i++) {
		code.piece = (uint8_t)i;
		/* Zeros between and behind what is set, so that bytes can be compared. */
		memset(&form, 0, sizeof form);
		game->form(layout, &code, &form);
		if (!is_like_the_last(&form, code.players, i))
			check_places(&form, trial);
		check_tags(&form, trial);
		corner[i] = form.tags == 0 ? -1 - (int)i : form.tag[0].id;
		for (unsigned j = 0; j < i; j++)
			if (corner[i] == corner[j])
				trial_fail(trial, "pieces %u and %u share their corners", j, i);
	}
}

static void
check_code(const struct game_trial *game, const struct code *code, struct trial *trial)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct trial here = {.failed = false};

	game->game->build(layout, code);
	game->check(layout, code, &here);
	check_pieces(game->game, layout, *code, &here);
	if (here.failed)
		trial_fail(trial, "%s seed %llu players %u option %u round %u table %u: %s", game->game->id,
			(unsigned long long)code->seed, code->players, code->option, code->round, code->table,
			here.why);
}

void
trial_seed(const struct game_trial *game, uint64_t seed, struct trial *trial)
{
	static struct problems problems;
	uint64_t dice = seed;

	for (uint8_t players = 0; players <= CODE_PLAYERS_MAX; players++) {
		for (uint8_t option = 0; option <= 3; option++) {
			struct code code = {
				.seed = seed,
				.game = game->game->number,
				.version = game->game->version,
				.players = players,
				.option = option,
				.round = (uint8_t)dice_below(&dice, CODE_ROUND_MAX + 1),
				.table = (uint16_t)dice_below(&dice, CODE_TABLE_MAX + 1),
			};

			problems_init(&problems);
			game_check(game->game, &code, &problems);
			if (problems.count == 0)
				check_code(game, &code, trial);
		}
	}
}

void
assert_seeds_keep_promises(const struct game_trial *game, unsigned count)
{
	struct trial trial = {.failed = false};

	for (unsigned i = 0; i < count && !trial.failed; i++)
		trial_seed(game, trial_nth_seed(i), &trial);
	if (trial.failed)
		fail_msg("%s", trial.why);
}
