/* SPDX-License-Identifier: MIT
 * Travellers: after a round, how everybody played the same sheet, compared seat by seat; and files of a round's
 * results, so that other evenings that played the same seeds can be compared too. Imported results are only shown: they
 * never change the standings. */
#include <stdalign.h>
#include <string.h>

#include "gen/press/printed_game.h"
#include "kiosk/event/matchpoints.h"
#include "kiosk/event/seating.h"
#include "kiosk/routes/codes.h"
#include "kiosk/routes/event_kit.h"
#include "kiosk/routes/handlers.h"
#include "layouts/game.h"
#include "scoring/ruling.h"

/* What names a file of a round's results, and how the settings that keep imported ones begin. */
#define ROUND_FORMAT "seedpress-round"
#define KEPT         "compare/"

/* Files that can be kept: each is read for every answer. */
#define KEPT_MOST 20

/* Bytes of a file: a round of a few hundred tables. */
#define ROUND_BODY (1024 * 1024)

/* Largest total, either side of 0, in an imported file. */
#define TOTAL_MOST 1000000

/* A score of somebody at a sheet. */
struct row {
	unsigned table, seat;
	int total;
	bool out;
	char name[NAME_BYTES];
	const char *event; /* that it is imported from; NULL: this one */
};

/* Scores, and each as it is compared. */
struct travellers {
	GArray *rows;     /* struct row */
	GArray *compared; /* struct compared, of the same positions */
	GPtrArray *files; /* of imported results (json_t): own their texts */
};

static void
file_free(void *file)
{
	json_decref(file);
}

static void
travellers_init(struct travellers *all)
{
	*all = (struct travellers){g_array_new(FALSE, TRUE, sizeof(struct row)),
		g_array_new(FALSE, TRUE, sizeof(struct compared)), g_ptr_array_new_with_free_func(file_free)};
}

static void
travellers_finish(struct travellers *all)
{
	g_array_unref(all->rows);
	g_array_unref(all->compared);
	g_ptr_array_unref(all->files);
}

static void
add_row(struct travellers *all, const struct row *row, const struct code *sheet, unsigned players, bool fewer)
{
	struct compared compared = {
		matchpoints_seat(sheet, players, row->seat), fewer ? -row->total : row->total, row->out, 0, 0};

	g_array_append_vals(all->rows, row, 1);
	g_array_append_val(all->compared, compared);
}

/* Adds the results of a round of this event. */
static void
add_round(struct travellers *all, const struct event_snapshot *snapshot, unsigned round)
{
	for (unsigned i = 0; i < snapshot->played->len; i++) {
		const struct played *played = &g_array_index(snapshot->played, struct played, i);
		const char *names[PLAYERS_MAX] = {NULL};

		if (played->round != round || played->unplayed)
			continue;
		event_snapshot_names(snapshot, round, played->table, played->players, names);
		for (unsigned seat = 0; seat < played->players; seat++) {
			struct row row = {played->table, seat, played->total[seat], played->out[seat], "", NULL};

			g_strlcpy(row.name, names[seat] == NULL ? played->name[seat] : names[seat], sizeof row.name);
			add_row(all, &row, &played->sheet, played->players, played->fewer);
		}
	}
}

/* Reads a play of a file; false if it is invalid. Adds it to `all`, unless that is NULL. */
static bool
read_play(struct travellers *all, const struct game *game, json_t *play, const char *event)
{
	const char *text = json_string_value(json_object_get(play, "seed"));
	json_t *scores = json_object_get(play, "scores"), *one;
	struct code sheet = {.game = game->number};
	json_int_t version, option, table;
	guint64 seed;
	size_t i;

	if (text == NULL || !g_ascii_string_to_unsigned(text, 10, 0, SEED_MAX, &seed, NULL) ||
		json_unpack(play, "{s:I, s:I, s:I}", "version", &version, "option", &option, "table", &table) != 0 ||
		version < 0 || version > 15 || option < 0 || option > 3 || table < 0 || table > CODE_TABLE_MAX ||
		json_array_size(scores) < 1 || json_array_size(scores) > PLAYERS_MAX)
		return false;
	sheet.seed = seed;
	sheet.version = (uint8_t)version;
	sheet.option = (uint8_t)option;
	unsigned players = (unsigned)json_array_size(scores);
	bool fewer = rules_fewer_wins(rules_of(game), players);
	json_array_foreach(scores, i, one) {
		json_t *total = json_object_get(one, "total"), *name = json_object_get(one, "name");
		struct row row = {(unsigned)table, (unsigned)i, (int)json_integer_value(total),
			json_is_true(json_object_get(one, "out")), "", event};

		if (!json_is_integer(total) || ABS(json_integer_value(total)) > TOTAL_MOST ||
			(name != NULL && !json_is_string(name)))
			return false;
		g_strlcpy(row.name, name == NULL ? "" : json_string_value(name), sizeof row.name);
		if (!g_utf8_validate(row.name, -1, NULL)) /* cut inside a character */
			return false;
		if (all != NULL)
			add_row(all, &row, &sheet, players, fewer);
	}
	return true;
}

/* Reads a file of results; false if it is invalid. Adds its plays of a game to `all`, unless that is NULL. */
static bool
read_file(struct travellers *all, json_t *file, const char *wanted)
{
	const char *format, *event, *id;
	json_t *plays, *play;
	size_t i;

	if (json_unpack(file, "{s:s, s:s, s:s, s:o}", "format", &format, "event", &event, "game", &id, "plays",
		    &plays) != 0 ||
		strcmp(format, ROUND_FORMAT) != 0 || g_utf8_strlen(event, -1) > 200 || !json_is_array(plays))
		return false;
	const struct game *game = game_by_id(id);
	if (game == NULL)
		return false;
	if (wanted != NULL && strcmp(id, wanted) != 0)
		return true;
	json_array_foreach(plays, i, play)
		if (!read_play(all, game, play, event))
			return false;
	return true;
}

/* The house rules of a round as a file has them: {} if there are none. */
static json_t *
rules_json(json_t *rules)
{
	return json_is_object(rules) ? json_incref(rules) : json_object();
}

/* Adds what was imported for rounds of this game with the same house rules; false after setting the problem. */
static bool
add_imported(struct call *call, struct travellers *all, const struct event_snapshot *snapshot, unsigned round)
{
	const char *id = json_string_value(json_object_get(event_round(snapshot->state, round), "game"));
	json_auto_t *rules = rules_json(event_rules(snapshot->state, round));
	g_autoptr(GPtrArray) settings = NULL;

	if (id == NULL || store_settings(call->kiosk->store, KEPT, &settings, call->problem) != STORE_OK)
		return id == NULL;
	for (unsigned i = 0; i < settings->len; i++) {
		json_t *file = json_loads(((const struct setting *)g_ptr_array_index(settings, i))->value, 0, NULL);
		json_auto_t *others = rules_json(json_object_get(file, "rules"));

		if (file == NULL)
			continue;
		g_ptr_array_add(all->files, file);
		if (json_equal(rules, others))
			read_file(all, file, id);
	}
	return true;
}

/* Whether all tables of a round that play have their results, or another round is being played. */
static bool
is_over(const struct event_snapshot *snapshot, unsigned round)
{
	bool seated = false;

	for (unsigned i = 0; i < snapshot->seats->len && !seated; i++) {
		const struct seat *seat = &g_array_index(snapshot->seats, struct seat, i);

		seated = seat->round == round && seat->table != SEATING_BYE;
	}
	for (unsigned table = 1; table <= event_snapshot_tables(snapshot, round); table++) {
		const char *names[PLAYERS_MAX] = {NULL};
		struct snapshot_table at;
		bool anybody = !seated;

		if (!event_snapshot_table(snapshot, round, table, &at) || at.in == at.plays)
			continue;
		event_snapshot_names(snapshot, round, table, MIN(at.players, PLAYERS_MAX), names);
		for (unsigned i = 0; i < PLAYERS_MAX; i++)
			anybody |= names[i] != NULL;
		if (anybody && !(at.spare && !seated))
			return snapshot->round > round;
	}
	return true;
}

/* What the solver knows of a sheet, or null. */
static json_t *
solved_json(const struct kit *kit, unsigned round, const struct code *code)
{
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct problems ignored;
	char words[SOLVED_TEXT] = "";

	problems_init(&ignored);
	const struct game *game = game_of_code(code, &ignored);
	if (kit == NULL || game == NULL || printed_game_of(game)->solve == NULL)
		return json_null();
	game->build(layout, code);
	printed_game_of(game)->solve(layout, kit->round[round - 1].house, words);
	return *words == '\0' ? json_null() : json_string(words);
}

static int
best_first(const void *a, const void *b, void *data)
{
	const struct travellers *all = data;
	const struct compared *one = &g_array_index(all->compared, struct compared, *(const unsigned *)a);
	const struct compared *other = &g_array_index(all->compared, struct compared, *(const unsigned *)b);

	if (one->apart != other->apart)
		return one->apart ? 1 : -1;
	if (one->score != other->score)
		return one->score > other->score ? -1 : 1;
	return *(const unsigned *)a < *(const unsigned *)b ? -1 : 1;
}

/* The scores of one seat of a sheet, the best first. */
static json_t *
seat_json(struct travellers *all, uint64_t key)
{
	g_autoptr(GArray) at = g_array_new(FALSE, FALSE, sizeof(unsigned));
	json_t *scores = json_array();

	for (unsigned i = 0; i < all->compared->len; i++)
		if (g_array_index(all->compared, struct compared, i).seat == key)
			g_array_append_val(at, i);
	g_array_sort_with_data(at, best_first, all);
	for (unsigned i = 0; i < at->len; i++) {
		unsigned n = g_array_index(at, unsigned, i);
		const struct row *row = &g_array_index(all->rows, struct row, n);
		const struct compared *compared = &g_array_index(all->compared, struct compared, n);

		json_array_append_new(scores,
			json_pack("{s:i, s:s, s:i, s:o, s:b, s:s?}", "table", (int)row->table, "name", row->name,
				"total", row->total, "percent", points_json((int)compared->percent), "out", row->out,
				"event", row->event));
	}
	return scores;
}

/* The sheets that this event played in a round, with everybody's scores. */
static json_t *
sheets_json(struct travellers *all, const struct event_snapshot *snapshot, unsigned round, const struct kit *kit)
{
	g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	json_t *sheets = json_array();

	for (unsigned i = 0; i < snapshot->played->len; i++) {
		const struct played *played = &g_array_index(snapshot->played, struct played, i);
		uint64_t key = matchpoints_seat(&played->sheet, played->players, 0);

		if (played->round != round || !g_hash_table_add(seen, g_memdup2(&key, sizeof key)))
			continue;
		json_t *seats = json_array();
		for (unsigned seat = 0; seat < played->players; seat++)
			json_array_append_new(
				seats, seat_json(all, matchpoints_seat(&played->sheet, played->players, seat)));
		json_array_append_new(sheets,
			json_pack("{s:i, s:o, s:o}", "players", (int)played->players, "seats", seats, "solver",
				solved_json(kit, round, &played->sheet)));
	}
	return sheets;
}

static bool
get_travellers(struct call *call)
{
	struct problem ignored = {0};
	struct travellers all;
	struct kit kit = {0};
	unsigned round;
	held_snapshot *snapshot = handler_round(call, &round) ? handler_event(call, false) : NULL;

	if (snapshot == NULL)
		return false;
	if (round == 0)
		round = snapshot->round;
	bool over = is_over(snapshot, round), shown = over || call->organiser;
	travellers_init(&all);
	add_round(&all, snapshot, round);
	bool fine = add_imported(call, &all, snapshot, round);
	matchpoints_rank((struct compared *)(void *)all.compared->data, all.compared->len);
	bool known = event_kit_define(snapshot, round, &kit, &ignored);
	json_t *about = event_round(snapshot->state, round);
	fine = fine &&
		reply_json(call->reply, 200,
			json_pack("{s:i, s:s?, s:b, s:b, s:o}", "round", (int)round, "game",
				json_string_value(json_object_get(about, "game")), "duplicate",
				json_is_true(json_object_get(about, "duplicate")), "over", over, "sheets",
				shown ? sheets_json(&all, snapshot, round, known ? &kit : NULL) : json_array()));
	kit_finish(&kit);
	travellers_finish(&all);
	return fine;
}

/* A round's results as a file: without names, unless the organiser wants them in it. */
static bool
get_file(struct call *call)
{
	unsigned round;
	held_snapshot *snapshot = handler_round(call, &round) ? handler_event(call, true) : NULL;
	bool named = request_query(call->request, "names") != NULL;

	if (snapshot == NULL)
		return false;
	if (round == 0)
		round = snapshot->round;
	json_t *plays = json_array();
	for (unsigned i = 0; i < snapshot->played->len; i++) {
		const struct played *played = &g_array_index(snapshot->played, struct played, i);
		json_t *scores = json_array();
		const char *names[PLAYERS_MAX] = {NULL};
		char seed[24];

		event_snapshot_names(snapshot, played->round, played->table, played->players, names);
		for (unsigned seat = 0; seat < played->players; seat++) {
			const char *name = names[seat] == NULL ? played->name[seat] : names[seat];

			json_array_append_new(scores,
				json_pack("{s:i, s:b, s:s*}", "total", played->total[seat], "out", played->out[seat],
					"name", named ? name : NULL));
		}
		g_snprintf(seed, sizeof seed, "%" G_GUINT64_FORMAT, played->sheet.seed);
		json_t *play =
			json_pack("{s:s, s:i, s:i, s:i, s:o}", "seed", seed, "version", (int)played->sheet.version,
				"option", (int)played->sheet.option, "table", (int)played->table, "scores", scores);
		if (played->round == round && !played->unplayed)
			json_array_append(plays, play);
		json_decref(play);
	}
	g_autofree char *name = g_strdup_printf("round-%u.json", round);
	reply_download(call->reply, name);
	return reply_json(call->reply, 200,
		json_pack("{s:s, s:i, s:s, s:s?, s:i, s:s?, s:o, s:o}", "format", ROUND_FORMAT, "format_version", 1,
			"event", snapshot->name == NULL ? "" : snapshot->name, "date", snapshot->state->date, "round",
			(int)round, "game",
			json_string_value(json_object_get(event_round(snapshot->state, round), "game")), "rules",
			rules_json(event_rules(snapshot->state, round)), "plays", plays));
}

/* Keeps a file of another evening, to compare with; the same file again changes nothing. */
static enum store_status
import_file(struct call *call)
{
	g_autofree char *text = reply_text(call->body), *sum = NULL, *name = NULL;
	g_autoptr(GPtrArray) kept = NULL;

	if (!read_file(NULL, call->body, NULL)) {
		problem_set_status(call->problem, STATUS_BAD_JSON,
			SAY("not-a-round", "this is not a file of a round's results that Seedpress exported"));
		return STORE_REFUSED;
	}
	if (store_settings(call->kiosk->store, KEPT, &kept, call->problem) != STORE_OK)
		return STORE_TROUBLE;
	if (kept->len >= KEPT_MOST) {
		problem_set(call->problem, SAY("rounds-too-many", "at most {most} files of results can be kept"),
			ARG_NUMBER("most", KEPT_MOST));
		return STORE_REFUSED;
	}
	sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
	name = g_strdup_printf("%s%.16s", KEPT, sum);
	return store_set(call->kiosk->store, name, text, ORGANISER, call->problem);
}

const struct route traveller_routes[] = {
	ROUTE("GET", "/api/travellers", get_travellers, .cost = 5, .slow = true),
	ROUTE("GET", "/round.json", get_file, .cost = 5, .needs = NEEDS_ORGANISER),
	CHANGE_ROUTE("/api/event/compare", import_file, .body = ROUND_BODY, .cost = 2),
	{.path = NULL},
};
