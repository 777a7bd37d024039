/* SPDX-License-Identifier: MIT
 * Photos from the page: what they show, as drafts that a person confirms. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "kiosk/reading/eye_pool.h"
#include "kiosk/routes/handlers.h"

#define COME_AGAIN   5 /* seconds */
#define AT_ONCE      1 /* photos from one address; */
#define AT_ONCE_HERE 2 /* the kiosk's own screen may send one beside its camera */

/* Seconds that a photo may take for its price, more than honest ones do, and the price of each that
 * follows: whoever sends costly ones has to wait for longer than they take. Costly is what takes so much
 * of a processor: on a busy machine an honest photo takes long, too. */
#define SECONDS_FREE 2
#define SECOND_PRICE 240

/* Codes of other events in a photo before no more are looked at. An honest one has those of a game, or
 * of a page of cards; and an address owes no more at once than it can make up for, see visitors.c. */
#define GUESSES_MOST 16

/* As `scan --json` has them, without the name of a file that nobody knows. */
static json_t *
images_json(const json_t *scan)
{
	json_t *images = json_object_get(scan, "images"), *image;
	size_t i;

	json_array_foreach(images, i, image)
		json_object_del(image, "file");
	return json_incref(images);
}

static void
play_of(const struct pooled_eye *pooled, unsigned game, char play[CODE_TEXT])
{
	handler_play(&KNOWN_GAME(&pooled->set.known, game)->code, event_key(pooled->state), play);
}

static void
add_piece(json_t *pieces, GHashTable *seen, const char *text, const struct game *game, const struct code *code)
{
	if (game == NULL || !g_hash_table_add(seen, g_strdup(text)))
		return;
	json_array_append_new(pieces,
		json_pack("{s:s, s:s, s:i, s:i}", "code", text, "game", game->id, "round", code->round, "table",
			code->table));
}

/* The codes in the pictures, then the games that were met without one. */
static json_t *
pieces_json(const struct pooled_eye *pooled)
{
	GHashTable *texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	GHashTable *games = g_hash_table_new(NULL, NULL);
	const struct photo_set *set = &pooled->set;
	json_t *pieces = json_array();

	for (unsigned i = 0; i < set->pictures->len; i++) {
		const struct picture *picture = PICTURE(set, i);

		for (unsigned n = 0; picture->error == NULL && n < picture->sight.codes->len; n++) {
			const struct seen_code *code = SEEN_CODE(&picture->sight, n);

			add_piece(pieces, texts, code->text, code->game, &code->code);
			g_hash_table_add(games, GINT_TO_POINTER(known_games_find(&set->known, &code->code) + 1));
		}
	}
	for (unsigned i = 0; i < set->known.games->len; i++) {
		const struct known_game *known = KNOWN_GAME(&set->known, i);
		char play[CODE_TEXT];

		if (!known->met || g_hash_table_contains(games, GINT_TO_POINTER((int)i + 1)))
			continue;
		play_of(pooled, i, play);
		add_piece(pieces, texts, play, known->game, &known->code);
	}
	g_hash_table_destroy(texts);
	g_hash_table_destroy(games);
	return pieces;
}

/* The hands of all pages together, by play. */
static json_t *
hands_json(const struct pooled_eye *pooled, const json_t *scan)
{
	json_t *hands = json_object_get(scan, "hands"), *hand;
	size_t i;

	json_array_foreach(hands, i, hand) {
		const char *text = json_string_value(json_object_get(hand, "code"));
		char play[CODE_TEXT] = "";

		for (unsigned game = 0; game < pooled->set.known.games->len; game++)
			if (strcmp(KNOWN_GAME(&pooled->set.known, game)->text, text) == 0)
				play_of(pooled, game, play);
		json_object_set_new(hand, "play", json_string(play));
		json_object_del(hand, "code");
	}
	return json_incref(hands);
}

static json_t *
picture_json(const struct crop *crop)
{
	char *base, *uri;
	json_t *json;
	size_t size;
	const void *bytes;

	if (crop == NULL)
		return json_null();
	bytes = g_bytes_get_data(crop->png, &size);
	base = g_base64_encode(bytes, size);
	uri = g_strconcat("data:image/png;base64,", base, NULL);
	json = json_string(uri);
	g_free(uri);
	g_free(base);
	return json;
}

/* Every mark that is still unsure when all pages are put together. */
static json_t *
unsure_json(const struct pooled_eye *pooled, const struct outcome *outcome)
{
	json_t *list = json_array();

	for (int piece = 0; piece < GAME_PIECES_MAX; piece++) {
		const struct seen_form *form = outcome->form[piece];

		for (unsigned i = 0; form != NULL && i < form->marks; i++) {
			const struct seen_mark *mark = &form->mark[i];

			if (mark->state != MARK_UNSURE)
				continue;
			json_array_append_new(list,
				json_pack("{s:i, s:s, s:f, s:o}", "piece", piece, "id", mark->id, "darkness",
					round(mark->darkness * 1000) / 1000, "picture",
					picture_json(pooled_eye_crop(pooled, form->text, mark->id))));
		}
	}
	return list;
}

static json_t *
drafts_json(const struct pooled_eye *pooled)
{
	json_t *drafts = json_array();

	for (unsigned i = 0; i < pooled->set.known.games->len; i++) {
		const struct outcome *outcome = &pooled->set.outcome[i];
		char play[CODE_TEXT];

		if (outcome->missing == NULL)
			continue;
		play_of(pooled, i, play);
		json_array_append_new(drafts,
			json_pack("{s:s, s:s, s:O?, s:o, s:o}", "play", play, "game",
				KNOWN_GAME(&pooled->set.known, i)->game->id, "result", outcome->result, "missing",
				photo_set_sentences(outcome->missing), "unsure", unsure_json(pooled, outcome)));
	}
	return drafts;
}

/* What an answer says in place of codes that were not in the picture: a pass in place of each, and
 * where it is a play a name of it. */
struct hidden {
	GHashTable *codes, *plays; /* text to text */
};

static struct hidden
hidden_new(void)
{
	return (struct hidden){g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)};
}

static void
hidden_finish(struct hidden *hidden)
{
	g_hash_table_destroy(hidden->codes);
	g_hash_table_destroy(hidden->plays);
}

/* Without an address there is no pass: the name stands for all. */
static void
hide_game(const struct event_state *state, const struct known_game *known, struct table_pass pass, const char *address,
	struct hidden *hidden)
{
	char text[CODE_TEXT], shown[TABLE_PASS_TEXT], name[TABLE_PASS_PLAY];
	struct code code = known->code;

	table_pass_name(state, pass.play, name);
	for (unsigned i = 0; i < known->game->pieces(&code); i++) {
		pass.piece = code.piece = (uint8_t)i;
		code_write(&code, event_key(state), text);
		if (address != NULL)
			table_pass_write(state, &pass, address, shown);
		g_hash_table_insert(hidden->codes, g_strdup(text), g_strdup(address == NULL ? name : shown));
	}
	g_hash_table_insert(hidden->plays, g_strdup(pass.play->code), g_strdup(name));
}

/* Puts what stands for them in the place of codes, wherever they are. */
static void
hide_in(json_t *json, const char *member, const struct hidden *hidden)
{
	const char *text = json_string_value(json), *shown, *name;
	json_t *part;
	size_t i;

	json_array_foreach(json, i, part)
		hide_in(part, member, hidden);
	json_object_foreach(json, name, part)
		hide_in(part, name, hidden);
	if (text == NULL)
		return;
	shown = g_hash_table_lookup(strcmp(member, "play") == 0 ? hidden->plays : hidden->codes, text);
	if (shown != NULL)
		json_string_set(json, shown);
}

/* Takes those out of a list whose member is one of `these`. */
static void
leave_out(json_t *list, const char *member, GHashTable *these)
{
	for (size_t i = json_array_size(list); i-- > 0;) {
		const char *text = json_string_value(json_object_get(json_array_get(list, i), member));

		if (text != NULL && g_hash_table_contains(these, text))
			json_array_remove(list, i);
	}
}

/* A table whose result was withdrawn is not entered by its tags again: all that is said is which
 * table it is. */
static void
hide_withdrawn(
	const struct event_state *state, const struct known_game *known, const struct event_play *at, json_t *json)
{
	struct hidden hidden = hidden_new();
	char *sentence = g_strdup_printf("round %u, table %u: %s", at->round, at->table, TABLE_PASS_WITHDRAWN);

	hide_game(state, known, (struct table_pass){.play = at}, NULL, &hidden);
	leave_out(json_object_get(json, "pieces"), "code", hidden.codes);
	leave_out(json_object_get(json, "hands"), "play", hidden.plays);
	leave_out(json_object_get(json, "drafts"), "play", hidden.plays);
	hide_in(json, "", &hidden);
	json_array_append_new(json_object_get(json, "problems"), json_string(sentence));
	hidden_finish(&hidden);
	g_free(sentence);
}

/* False also where the store does not answer: then nothing is entered. */
static bool
is_withdrawn(struct kiosk *kiosk, const struct event_play *at)
{
	bool withdrawn;
	struct problem problem = {0};

	table_pass_withdrawn(kiosk->store, at, &withdrawn, &problem);
	return withdrawn;
}

/* Whether the code of a game is in one of the pictures. */
static bool
shows_code(const struct photo_set *set, unsigned game)
{
	for (unsigned i = 0; i < set->pictures->len; i++) {
		const struct picture *picture = PICTURE(set, i);

		for (unsigned n = 0; picture->error == NULL && n < picture->sight.codes->len; n++)
			if (known_games_find(&set->known, &SEEN_CODE(&picture->sight, n)->code) == game)
				return true;
	}
	return false;
}

/* A code that the page knows already, or a pass. */
struct given {
	int64_t game; /* -1: none */
	struct table_pass pass;
};

/* Tags are in everybody's sight: of a keyed game that was found by them alone the answer has a pass
 * and not the code. Whoever came with a pass is answered by it. */
static void
hide_codes(struct kiosk *kiosk, const struct pooled_eye *pooled, const struct given *given,
	const struct request *request, json_t *json)
{
	struct hidden hidden = hidden_new();

	for (unsigned i = 0; i < pooled->set.known.games->len && !is_organiser(request); i++) {
		const struct known_game *known = KNOWN_GAME(&pooled->set.known, i);
		const struct event_play *at;
		char play[CODE_TEXT];

		play_of(pooled, i, play);
		at = event_play(pooled->state, play);
		if (given->game == i && given->pass.play != NULL)
			hide_game(pooled->state, known, given->pass, request->address, &hidden);
		else if (!known->code.keyed || at == NULL || given->game == i || shows_code(&pooled->set, i))
			continue;
		else if (known->met && is_withdrawn(kiosk, at))
			hide_withdrawn(pooled->state, known, at, json);
		else
			hide_game(pooled->state, known, table_pass_new(at), request->address, &hidden);
	}
	hide_in(json, "", &hidden);
	hidden_finish(&hidden);
}

static struct given
expect(struct kiosk *kiosk, struct pooled_eye *pooled, const char *text, const struct request *request,
	struct reply *reply)
{
	struct given given = {.game = -1};
	struct problems problems;
	char plain[CODE_TEXT];
	struct code code;

	problems_init(&problems);
	if (handler_piece(kiosk, pooled->state, request, text, &code, &given.pass, &problems) == NULL) {
		char sentence[MESSAGE_TEXT];

		problems_write_first(&problems, &audience_public, sentence, sizeof sentence);
		g_ptr_array_add(pooled->problems, g_strdup(sentence));
		handler_charge(reply, &problems);
		return given;
	}
	code_write(&code, event_key(pooled->state), plain);
	photo_set_expect(&pooled->set, &code, plain);
	given.game = known_games_find(&pooled->set.known, &code);
	return given;
}

/* Whose photo it is. */
struct sender {
	struct kiosk *kiosk;
	const struct event_state *state;
	const struct request *request;
};

/* A code in the photo is tried as a typed one is. */
static const struct game *
read_code(void *data, const char *text, struct code *code, struct problems *problems)
{
	const struct sender *sender = data;

	return handler_read_code(sender->kiosk, sender->state, sender->request, text, code, problems);
}

/* Trying codes and tags by photo costs what typing them does. */
static void
charge(struct pooled_eye *pooled, struct reply *reply)
{
	const struct photo_set *set = &pooled->set;

	handler_charge_guesses(reply, g_hash_table_size(set->codes.guesses));
	if (event_key(pooled->state) != NULL)
		handler_charge_guesses(reply, set->known.guesses);
	if (set->codes.guessed_out)
		g_ptr_array_add(pooled->problems,
			g_strdup("there are many codes of other events in this picture: the rest of it was not "
				 "looked at"));
}

/* Looks at the photo. Its sender pays for the time that this took from others. */
static void
look_in_time(struct pooled_eye *pooled, const struct request *request, struct reply *reply)
{
	gint64 started = g_get_monotonic_time();
	double seconds;

	pooled_eye_look(pooled, request->body);
	seconds = (double)(g_get_monotonic_time() - started) / G_USEC_PER_SEC - SECONDS_FREE;
	if (seconds > 0 && (pooled->work < 0 || pooled->work > SECONDS_FREE))
		reply_charge(reply, (unsigned)(seconds * SECOND_PRICE));
}

static json_t *
look(struct kiosk *kiosk, struct pooled_eye *pooled, const struct request *request, struct reply *reply)
{
	struct sender sender = {kiosk, pooled->state, request};
	const char *code = request_query(request, "code");
	struct given given = {.game = -1};
	json_t *scan, *json;

	if (code != NULL && *code != '\0')
		given = expect(kiosk, pooled, code, request, reply);
	pooled->set.codes.guesses_most = is_organiser(request) ? UINT_MAX : GUESSES_MOST;
	pooled->set.codes.read = read_code;
	pooled->set.codes.reader = &sender;
	look_in_time(pooled, request, reply);
	pooled->set.codes.read = NULL;
	charge(pooled, reply);
	scan = photo_set_json(&pooled->set, false);
	json = json_pack("{s:o, s:o, s:o, s:o, s:o}", "images", images_json(scan), "pieces", pieces_json(pooled),
		"hands", hands_json(pooled, scan), "drafts", drafts_json(pooled), "problems",
		photo_set_sentences(pooled->problems));
	json_decref(scan);
	hide_codes(kiosk, pooled, &given, request, json);
	return json;
}

void
photo_handle(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const struct eye_turn turn = {request->address, request->local, request->left, request->arrived};
	const struct event_state *state;
	struct pooled_eye *pooled;
	bool has_most;

	if (g_bytes_get_size(request->body) == 0) {
		reply_refuse(reply, 400, "bad-request", "there is no photo in what was sent");
		return;
	}
	state = handler_event(kiosk, reply);
	if (state == NULL)
		return;
	pooled = eye_pool_take(kiosk->eye_pool, state, &turn, request->local ? AT_ONCE_HERE : AT_ONCE, &has_most);
	event_release(state);
	if (pooled == NULL) {
		reply_header(reply, "Retry-After", G_STRINGIFY(COME_AGAIN));
		reply_json(reply, 429,
			json_pack("{s:s, s:s, s:i}", "error",
				has_most ? "your last photo is still being read: send this one when it is"
					 : "many photos are being read: send it again in a few seconds",
				"kind", "slow-down", "seconds", COME_AGAIN));
		return;
	}
	reply_json(reply, 200, look(kiosk, pooled, request, reply));
	eye_pool_give(kiosk->eye_pool, pooled);
}
