/* SPDX-License-Identifier: MIT
 * Hands of tagged pieces. */
#include "kiosk/reading/hands.h"

#include <string.h>

/* Tags of a picture that must agree on a game that is only listed. In a large event any one tag is in several games by
 * chance; three together are not. */
#define VOTES_MIN 3

struct known_piece {
	uint8_t piece;
	uint32_t game;
	uint32_t next; /* the number + 1 of another known piece with the same tag; 0: the last */
};

void
known_games_init(struct known_games *known, const struct code_key *key)
{
	*known = (struct known_games){
		.games = g_array_new(FALSE, TRUE, sizeof(struct known_game)),
		.by_id = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
		.pieces = g_array_new(FALSE, FALSE, sizeof(struct known_piece)),
		.by_tag = g_hash_table_new(NULL, NULL),
		.key = key,
	};
}

void
known_games_finish(struct known_games *known)
{
	g_array_free(known->games, TRUE);
	g_hash_table_destroy(known->by_id);
	g_array_free(known->pieces, TRUE);
	g_hash_table_destroy(known->by_tag);
}

/* The key of a game in `by_id`: the code of its first piece. */
static void
name_game(const struct known_games *known, const struct code *code, char id[CODE_TEXT])
{
	struct code first = *code;

	first.piece = 0;
	code_write(&first, known->key, id);
}

int64_t
known_games_find(const struct known_games *known, const struct code *code)
{
	char id[CODE_TEXT];

	name_game(known, code, id);
	return (int64_t)GPOINTER_TO_UINT(g_hash_table_lookup(known->by_id, id)) - 1;
}

unsigned
known_games_add(struct known_games *known, const struct code *code, const char *text, bool met)
{
	struct known_game fresh = {.code = *code, .text_piece = code->piece, .met = met};
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	uint16_t tag[TAGGED_MAX];
	struct problems problems;
	char id[CODE_TEXT];

	name_game(known, code, id);
	unsigned number = GPOINTER_TO_UINT(g_hash_table_lookup(known->by_id, id));

	if (number > 0) {
		KNOWN_GAME(known, number - 1)->met |= met;
		return number - 1;
	}
	number = known->games->len;
	problems_init(&problems);
	fresh.game = game_of_code(code, &problems);
	fresh.tagged = kiosk_game_of(fresh.game)->tagged;
	fresh.code.piece = 0;
	g_strlcpy(fresh.text, text, sizeof fresh.text);
	g_array_append_val(known->games, fresh);
	g_hash_table_insert(known->by_id, g_strdup(id), GUINT_TO_POINTER(number + 1));
	if (fresh.tagged == NULL)
		return number;
	fresh.game->build(layout, &fresh.code);
	unsigned tags = fresh.tagged->tags(layout, tag);

	for (unsigned i = 0; i < tags; i++) {
		void *key = GUINT_TO_POINTER(tag[i]), *next = g_hash_table_lookup(known->by_tag, key);
		struct known_piece piece = {(uint8_t)i, number, GPOINTER_TO_UINT(next)};

		g_array_append_val(known->pieces, piece);
		g_hash_table_insert(known->by_tag, key, GUINT_TO_POINTER(known->pieces->len));
	}
	return number;
}

/* A known piece with a tag, or the next one after it; NULL after the last. */
static const struct known_piece *
next_piece(const struct known_games *known, uint16_t tag, const struct known_piece *after)
{
	unsigned next = after != NULL ? after->next
				      : GPOINTER_TO_UINT(g_hash_table_lookup(known->by_tag, GUINT_TO_POINTER(tag)));

	return next == 0 ? NULL : &g_array_index(known->pieces, struct known_piece, next - 1);
}

static int
by_id(const void *a, const void *b)
{
	return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* Sorts tags and removes duplicates. */
static void
keep_each_once(GArray *ids)
{
	uint16_t *id = (uint16_t *)(void *)ids->data;
	unsigned kept = 0;

	g_array_sort(ids, by_id);
	for (unsigned i = 0; i < ids->len; i++)
		if (i == 0 || id[i] != id[kept - 1])
			id[kept++] = id[i];
	g_array_set_size(ids, kept);
}

/* The tags of pieces in a picture, sorted, without duplicates. */
static GArray *
piece_tags(const struct sight *sight)
{
	GArray *ids = g_array_new(FALSE, FALSE, sizeof(uint16_t));

	for (unsigned i = 0; i < sight->tags->len; i++)
		if (SEEN_TAG(sight, i)->id >= TAG_CORNERS)
			g_array_append_val(ids, SEEN_TAG(sight, i)->id);
	keep_each_once(ids);
	return ids;
}

/* The game that most of the tags belong to, with `votes` of them; -1 if there is none. Counts `all` games or only those
 * that were met. A tie between met games goes to the first, one between all games to none. */
static int64_t
vote(const struct known_games *known, const GArray *ids, bool all, unsigned *votes)
{
	const uint16_t *id = (const void *)ids->data;
	g_autofree unsigned *count = g_new0(unsigned, known->games->len + 1);
	int64_t best = -1;
	bool tied = false;

	*votes = 0;
	for (unsigned i = 0; i < ids->len; i++)
		for (const struct known_piece *piece = NULL; (piece = next_piece(known, id[i], piece)) != NULL;)
			count[piece->game] += all || KNOWN_GAME(known, piece->game)->met;
	for (unsigned game = 0; game < known->games->len; game++) {
		tied |= *votes > 0 && count[game] == *votes;
		if (count[game] > *votes) {
			best = game;
			*votes = count[game];
			tied = false;
		}
	}
	return all && tied ? -1 : best;
}

void
hand_init(struct hand *hand, unsigned game)
{
	*hand = (struct hand){.game = game, .strangers = g_array_new(FALSE, FALSE, sizeof(uint16_t))};
	memset(hand->holder, HELD_BY_NOBODY, sizeof hand->holder);
}

void
hand_finish(struct hand *hand)
{
	g_array_free(hand->strangers, TRUE);
}

/* Removes the tags of a game from `ids`, and tells which pieces they are. */
static void
take_tags(const struct known_games *known, unsigned game, GArray *ids, bool has[TAGGED_MAX])
{
	const uint16_t *id = (const void *)ids->data;

	memset(has, 0, TAGGED_MAX * sizeof *has);
	for (unsigned i = ids->len; i-- > 0;)
		for (const struct known_piece *piece = NULL; (piece = next_piece(known, id[i], piece)) != NULL;)
			if (piece->game == game) {
				has[piece->piece] = true;
				g_array_remove_index(ids, i);
				break;
			}
}

/* Adds the games of a list that the tags of a picture vote for, and removes their tags from `ids`. In a shared list a
 * game also needs at least as many votes as tags are left over: anyone may send random tags to find games in it. */
static void
meet_games(struct known_games *known, const struct known_games *list, GArray *ids)
{
	struct voted {
		int64_t game;
		unsigned votes;
	} voted;
	g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof voted);
	bool shared = list == known->listed, has[TAGGED_MAX];

	while ((voted.game = vote(list, ids, true, &voted.votes)) >= 0 && voted.votes >= VOTES_MIN) {
		g_array_append_val(all, voted);
		take_tags(list, (unsigned)voted.game, ids, has);
	}
	for (unsigned i = 0; i < all->len; i++) {
		const struct known_game *met = KNOWN_GAME(list, g_array_index(all, struct voted, i).game);

		if (!shared || g_array_index(all, struct voted, i).votes >= ids->len)
			known_games_add(known, &met->code, met->text, true);
	}
	if (shared && ids->len >= VOTES_MIN)
		known->guesses++;
}

void
hands_meet(struct known_games *known, const struct sight *sight)
{
	g_autoptr(GArray) ids = piece_tags(sight);

	for (unsigned i = 0; i < sight->codes->len; i++)
		known_games_add(known, &SEEN_CODE(sight, i)->code, SEEN_CODE(sight, i)->text, true);
	/* A form may be known by what is printed on it, its code being covered. */
	for (unsigned i = 0; i < sight->forms->len; i++)
		known_games_add(known, &SEEN_FORM(sight, i)->code, SEEN_FORM(sight, i)->text, true);
	meet_games(known, known, ids);
	if (known->listed != NULL)
		meet_games(known, known->listed, ids);
}

/* Asks the game who holds the pieces of a hand in a picture. */
static void
find_holders(const struct known_games *known, const struct sight *sight, const struct hand *others, struct hand *hand)
{
	const struct known_game *of = KNOWN_GAME(known, hand->game);
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	int8_t holder[TAGGED_MAX];

	of->game->build(layout, &of->code);
	of->tagged->holders(layout, &of->code, sight, others->holder, holder);
	for (unsigned i = 0; i < TAGGED_MAX; i++)
		if (HAND_HAS(hand, i) && holder[i] != HELD_BY_NOBODY) /* otherwise it has no size in the picture */
			hand->holder[i] = holder[i];
}

GArray *
hands_of(struct known_games *known, const struct sight *sight)
{
	GArray *hands = g_array_new(FALSE, FALSE, sizeof(struct hand));
	g_autoptr(GArray) ids = piece_tags(sight);
	bool has[TAGGED_MAX];
	struct hand hand;
	unsigned votes;
	int64_t game;

	while ((game = vote(known, ids, false, &votes)) >= 0) {
		struct hand nothing;

		hand_init(&hand, (unsigned)game);
		hand_init(&nothing, (unsigned)game);
		take_tags(known, (unsigned)game, ids, has);
		for (unsigned i = 0; i < TAGGED_MAX; i++) {
			hand.pieces += has[i];
			hand.holder[i] = has[i] ? HELD_BY_SOMEBODY : HELD_BY_NOBODY;
		}
		find_holders(known, sight, &nothing, &hand);
		hand_finish(&nothing);
		g_array_append_val(hands, hand);
	}
	/* A picture without a piece of any game lists its strangers in a hand of the game of a code in it, or of the
	 * first game. */
	if (ids->len > 0 && hands->len == 0) {
		for (unsigned i = 0; i < sight->codes->len && game < 0; i++)
			if (kiosk_game_of(SEEN_CODE(sight, i)->game)->tagged != NULL)
				game = known_games_add(
					known, &SEEN_CODE(sight, i)->code, SEEN_CODE(sight, i)->text, true);
		for (unsigned i = 0; i < known->games->len && game < 0; i++)
			if (KNOWN_GAME(known, i)->met && KNOWN_GAME(known, i)->tagged != NULL)
				game = i;
		if (game >= 0) {
			hand_init(&hand, (unsigned)game);
			g_array_append_val(hands, hand);
		}
	}
	if (ids->len > 0 && hands->len > 0)
		g_array_append_vals(g_array_index(hands, struct hand, 0).strangers, ids->data, ids->len);
	return hands;
}

void
hand_ask_others(
	const struct known_games *known, const struct sight *sight, const struct hand *others, struct hand *hand)
{
	find_holders(known, sight, others, hand);
}

bool
hand_name(const struct known_games *known, const struct hand *hand, uint16_t tag, char name[TAGGED_NAME])
{
	for (const struct known_piece *piece = NULL; (piece = next_piece(known, tag, piece)) != NULL;)
		if (piece->game == hand->game && HAND_HAS(hand, piece->piece)) {
			KNOWN_GAME(known, hand->game)->tagged->name(piece->piece, name);
			return true;
		}
	return false;
}

void
hands_free(GArray *hands)
{
	for (unsigned i = 0; i < hands->len; i++)
		hand_finish(&g_array_index(hands, struct hand, i));
	g_array_free(hands, TRUE);
}

void
hand_merge(struct hand *into, const struct hand *from)
{
	static const int8_t weak[] = {HELD_BY_NOBODY, HELD_BY_SHEET, HELD_BY_SOMEBODY};

	g_array_append_vals(into->strangers, from->strangers->data, from->strangers->len);
	keep_each_once(into->strangers);
	into->pieces = 0;
	for (unsigned i = 0; i < TAGGED_MAX; i++) {
		/* The more specific of two holders; two different players are a contradiction. */
		int8_t one = into->holder[i], other = from->holder[i], merged = one == other ? one : HELD_BY_TWO;

		for (unsigned n = G_N_ELEMENTS(weak); n-- > 0;)
			merged = one == weak[n] ? other : other == weak[n] ? one : merged;
		into->holder[i] = merged;
		into->pieces += HAND_HAS(into, i);
	}
}
