/* SPDX-License-Identifier: MIT
 * Coupon Clipper's rule book: every coupon of every sheet accounted for once,
 * then dollars kind by kind. Pure. */
#include "scoring/coupons.h"

#include "scoring/coupons_hand.h"
#include "scoring/read.h"

/* The numbers of a player that must match: one discard for each grill. */
struct hand {
	int grills; /* collected, kept or discarded */
	int discards;
};

/* The game while it is being added up. */
struct tally {
	const struct coupons_layout *layout;
	const struct coupons_result *result;
	struct problems *problems;
	struct hand hand[PLAYERS_MAX];
	struct coupons_hand kept[PLAYERS_MAX];
	int pool;                    /* discards that are not assigned to a player ... */
	int pool_grills;             /* ... and how many of them are grills */
	int lost;                    /* unassigned by the organiser's ruling; any may have been a discard ... */
	int lost_grills;             /* ... and these a grill for which one is among the discards */
	uint16_t claim[COUPONS_MAX]; /* the first claim on a coupon and 1, or 0 */
};

/* Who claims it, as an argument. */
#define ARG_CLAIMANT(key, tally, by) \
	((by)->player == COUPONS_NOBODY ? ARG_PHRASE(key, SAY("the-discards", "the discards")) \
			: (by)->player == COUPONS_LOST \
			? ARG_PHRASE(key, SAY("the-lost", "the lost coupons")) \
			: ARG_PLAYER(key, &(tally)->result->base.players, (by)->player))

/* Counts a claim, if it is a coupon of this game that was not claimed before. */
static void
take_claim(struct tally *tally, const struct coupons_claim *claim)
{
	const struct coupons_layout *layout = tally->layout;
	char id[4];

	coupon_id(claim->sheet, claim->number - 1u, id);
	if (claim->sheet >= layout->sheets || claim->number - 1u >= COUPONS_A_SHEET) {
		char last[4];

		coupon_id(layout->sheets - 1u, COUPONS_A_SHEET - 1, last);
		refuse(tally->problems,
			SAY("coupon-of-no-sheet",
				"{coupon} ({who}) is not a coupon of this game: it has A01 to {last}"),
			ARG_TEXT("coupon", id), ARG_CLAIMANT("who", tally, claim), ARG_TEXT("last", last));
		return;
	}
	unsigned at = claim->sheet * COUPONS_A_SHEET + claim->number - 1u;
	if (tally->claim[at] != 0) {
		const struct coupons_claim *before = &tally->result->claim[tally->claim[at] - 1];

		refuse(tally->problems,
			before->player != claim->player
				? SAY("claimed-twice", "{coupon} is claimed by {one} and by {other}")
				: SAY("claimed-twice-by-one", "{coupon} is claimed twice by {one}"),
			ARG_TEXT("coupon", id), ARG_CLAIMANT("one", tally, before),
			ARG_CLAIMANT("other", tally, claim));
		return;
	}
	tally->claim[at] = (uint16_t)(claim - tally->result->claim + 1);
	const struct coupon *coupon = &layout->coupon[claim->sheet][claim->number - 1];
	bool grill = coupon->kind == COUPON_GRILL;

	if (claim->player == COUPONS_LOST) {
		tally->lost++;
		tally->lost_grills += grill;
		return;
	}
	if (claim->discarded && coupon->kind == COUPON_COLESLAW)
		refuse(tally->problems,
			SAY("coleslaw-discarded", "{coupon} is coleslaw, which cannot be discarded ({who})"),
			ARG_TEXT("coupon", id), ARG_CLAIMANT("who", tally, claim));
	if (claim->player == COUPONS_NOBODY) {
		tally->pool++;
		tally->pool_grills += grill;
		return;
	}
	tally->hand[claim->player].grills += grill;
	tally->hand[claim->player].discards += claim->discarded;
	if (!claim->discarded)
		coupons_hand_add(&tally->kept[claim->player], coupon);
}

/* Adds one problem that names all coupons that were not claimed. */
static void
name_missing(const struct tally *tally)
{
	char list[5 * COUPONS_MAX + 8];
	size_t length = 0;
	unsigned missing = 0;

	for (unsigned at = 0; at < tally->layout->sheets * COUPONS_A_SHEET; at++) {
		if (tally->claim[at] != 0)
			continue;
		if (missing++ > 0) {
			list[length++] = ',';
			list[length++] = ' ';
		}
		coupon_id(at / COUPONS_A_SHEET, at % COUPONS_A_SHEET, list + length);
		length += 3;
	}
	if (missing > 0)
		refuse(tally->problems,
			SAY_COUNT("coupons-missing", "{coupons} is missing: nobody collected or discarded it",
				"{count} coupons are missing, nobody collected or discarded them: {coupons}", missing),
			ARG_TEXT("coupons", list));
}

#define ARG_GRILLS(n) \
	ARG_PHRASE("grills", \
		SAY_COUNT("grills-collected", "{count} grill was collected", "{count} grills were collected", n))
#define ARG_DISCARDS(n) \
	ARG_PHRASE("discards", \
		SAY_COUNT("coupons-discarded", "{count} coupon discarded", "{count} coupons discarded", n))

/* Checks that there is one discard for each grill. A discard in the pool may belong to any player: a grill there is its
 * own discard, and every other coupon there pays for a grill that a player kept or discarded. Each lost coupon may have
 * been a discard, or a grill for which another coupon was discarded, so they allow that much difference and no more. */
static void
check_discards(const struct tally *tally)
{
	int grills = tally->pool_grills, discards = tally->pool;

	for (unsigned i = 0; i < tally->result->base.players.count; i++) {
		const struct hand *hand = &tally->hand[i];

		grills += hand->grills;
		discards += hand->discards;
		if (tally->lost == 0 &&
			(hand->discards > hand->grills || (tally->pool == 0 && hand->discards < hand->grills)))
			refuse(tally->problems,
				SAY("discards-of-player",
					"{who} collected {grills} and discarded {coupons}: one is discarded for each grill"),
				ARG_PLAYER("who", &tally->result->base.players, i),
				ARG_PHRASE(
					"grills", SAY_COUNT("grills", "{count} grill", "{count} grills", hand->grills)),
				ARG_PHRASE("coupons",
					SAY_COUNT("coupons", "{count} coupon", "{count} coupons", hand->discards)));
	}
	if (tally->lost > 0 && (discards > grills + tally->lost_grills || grills > discards + tally->lost))
		refuse(tally->problems,
			SAY("discards-with-lost",
				"{grills} and {discards}, and {lost}: one is discarded for each grill"),
			ARG_GRILLS(grills), ARG_DISCARDS(discards),
			ARG_PHRASE("lost", SAY_COUNT("lost", "{count} is lost", "{count} are lost", tally->lost)));
	if (tally->lost == 0 && tally->pool > 0 && grills != discards)
		refuse(tally->problems, SAY("discards", "{grills} and {discards}: one is discarded for each grill"),
			ARG_GRILLS(grills), ARG_DISCARDS(discards));
}

static const struct phrase most_fireworks = PHRASE("most-fireworks", "most fireworks"),
			   second_most_fireworks = PHRASE("second-most-fireworks", "second most fireworks");

static void
score(const void *layout, const void *result, struct score *score, struct problems *problems)
{
	struct tally tally = {.layout = layout, .result = result, .problems = problems};
	const struct coupons_result *played = result;
	unsigned players = played->base.players.count;
	int award[PLAYERS_MAX];

	if (players != tally.layout->sheets) {
		refuse(problems,
			SAY("coupons-players",
				"this game has a sheet for each of {sheets} players, the result has {players}"),
			ARG_NUMBER("sheets", tally.layout->sheets), ARG_NUMBER("players", players));
		return;
	}
	for (int i = 0; i < played->claims; i++)
		take_claim(&tally, &played->claim[i]);
	name_missing(&tally);
	check_discards(&tally);
	if (problems->count > 0)
		return;
	coupons_awards(tally.kept, players, award);
	score_init(score, players);
	for (unsigned i = 0; i < players; i++) {
		const struct coupons_hand *kept = &tally.kept[i];
		const struct coupons_worth worth = coupons_hand_worth(kept, played->base.house[COUPONS_BURGER_PAIR]);

		for (enum hand_part part = 0; part < HAND_PARTS; part++)
			score_add(&score->player[i], coupons_part_name(part), worth.part[part].dollars,
				worth.part[part].count);
		score_add(&score->player[i], award[i] > (int)players ? most_fireworks : second_most_fireworks, award[i],
			award[i] > 0 ? kept->icons : 0);
	}
	score_places(score, true, NULL);
}

static void
read_claims(const struct node *object, const char *name, uint8_t player, bool discarded, struct coupons_result *result,
	struct problems *problems)
{
	const struct argument whose =
		player >= COUPONS_LOST ? WHOSE_RESULT : ARG_PLAYER("whose", &result->base.players, player);
	const struct node *list = read_array(object,
		&(struct read_array){
			whose, name, .optional = discarded, .most = (size_t)(COUPONS_CLAIMS - result->claims)},
		problems);
	const struct node *entry = node_first(list);

	for (uint32_t i = 0; i < node_count(list); i++, entry = node_next(entry)) {
		struct coupons_claim claim = {.player = player, .discarded = discarded};
		const char *id = node_string(entry);

		if (id == NULL)
			refuse(problems, SAY("coupon-not-string", "{whose}: a coupon must be a string like \"B07\""),
				whose);
		else if (!coupon_id_read(id, &claim.sheet, &claim.number))
			refuse(problems,
				SAY("coupon-bad",
					"{whose}: \"{coupon}\" is not a coupon, they are called like \"B07\""),
				whose, ARG_SHOWN("coupon", id));
		else
			result->claim[result->claims++] = claim;
	}
}

static void
read_result(const struct node *json, void *out, struct problems *problems)
{
	static const char *const known[] = {"game", "code", "rules", "players", "ruling", "discarded", "lost", NULL};
	static const char *const player_known[] = {"name", "coupons", "discarded", NULL};
	struct coupons_result *result = out;
	const struct node *player = node_first(node_member(json, "players"));

	result->claims = 0;
	read_known(json, &WHOSE_RESULT, known, problems);
	for (uint8_t i = 0; i < result->base.players.count; i++, player = node_next(player)) {
		const struct argument whose = ARG_PLAYER("whose", &result->base.players, i);

		read_known(player, &whose, player_known, problems);
		read_claims(player, "coupons", i, false, result, problems);
		read_claims(player, "discarded", i, true, result, problems);
	}
	read_claims(json, "discarded", COUPONS_NOBODY, true, result, problems);
	unsigned claimed = result->claims;

	read_claims(json, "lost", COUPONS_LOST, true, result, problems);
	result->base.ruling.lost =
		(uint8_t)(result->claims - claimed < UINT8_MAX ? result->claims - claimed : UINT8_MAX);
}

static void
write_claims(const struct coupons_result *result, const char *name, uint8_t player, bool discarded, struct text *text)
{
	text_member_raw(text, name, "[");
	for (int i = 0; i < result->claims; i++) {
		const struct coupons_claim *claim = &result->claim[i];
		char id[4];

		if (claim->player != player || claim->discarded != discarded)
			continue;
		coupon_id(claim->sheet, claim->number - 1u, id);
		text_string(text, id);
	}
	text_raw(text, "]");
}

static void
write_result(const void *result, struct text *text)
{
	const struct coupons_result *played = result;

	write_claims(result, "discarded", COUPONS_NOBODY, true, text);
	if (played->base.ruling.lost > 0)
		write_claims(result, "lost", COUPONS_LOST, true, text);
}

static void
write_player(const void *result, unsigned player, struct text *text)
{
	write_claims(result, "coupons", (uint8_t)player, false, text);
	write_claims(result, "discarded", (uint8_t)player, true, text);
}

RULES_RESULT_FITS(struct coupons_result);

const struct rules rules_coupons = {
	.game = &game_coupons,
	.needs_code = true,
	.house = {{.name = "burger_pair", .integer = true, .value = {"5", "4"}, .option = COUPONS_PRINTED_PAIR_4}},
	.read = read_result,
	.write = write_result,
	.write_player = write_player,
	.score = score,
	.reason = coupons_reason,
};
