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
 * follows: anyone who sends costly ones has to wait for longer than they take. Costly is what takes so much
 * of a processor: on a busy machine an honest photo takes long, too. */
#define SECONDS_FREE 2
#define SECOND_PRICE 240

/* Codes of other events in a photo before no more are looked at. An honest one has those of a game, or
 * of a page of cards; and an address owes no more at once than it can make up for, see visitors.c. */
#define GUESSES_MOST 16

/* A code that the page knows already, or a pass. */
struct given {
	int64_t game; /* -1: none */
	struct table_pass pass;
};

/* What this visitor sees of a known game. Tags are in everybody's sight: of a keyed game that was found by them alone
 * the answer has a pass in place of each code, and a name in place of the play. So it has for a visitor who came with a
 * pass. A table whose result was withdrawn is not entered by its tags again: all that is said is which table it is. */
struct shown_game {
	char play[MAX(CODE_TEXT, TABLE_PASS_PLAY)];
	bool hidden, withdrawn;
	char (*pass)[TABLE_PASS_TEXT]; /* of each piece, if it is hidden */
};

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

/* False also if the store does not answer: then nothing is entered. */
static bool
is_withdrawn(struct kiosk *kiosk, const struct event_play *at)
{
	struct problem problem = {0};
	bool withdrawn;

	table_pass_withdrawn(kiosk->store, at, &withdrawn, &problem);
	return withdrawn;
}

static void
show_game(struct kiosk *kiosk, struct pooled_eye *pooled, unsigned game, const struct given *given,
	const struct request *request, struct shown_game *shown)
{
	const struct known_game *known = KNOWN_GAME(&pooled->set.known, game);
	const struct event_state *state = pooled->state;
	const struct event_play *at;
	struct table_pass pass;
	unsigned pieces;

	*shown = (struct shown_game){0};
	handler_play(&known->code, event_key(state), shown->play);
	at = event_play(state, shown->play);
	if (given->game == game && given->pass.play != NULL)
		pass = given->pass;
	else if (!known->code.keyed || at == NULL || given->game == game || shows_code(&pooled->set, game))
		return;
	else
		pass = table_pass_new(at);
	if (is_organiser(request))
		return;
	shown->hidden = true;
	shown->withdrawn = given->game != game && known->met && is_withdrawn(kiosk, at);
	table_pass_name(state, pass.play, shown->play);
	pieces = known->game->pieces(&known->code);
	shown->pass = g_malloc0_n(pieces, sizeof *shown->pass);
	for (unsigned i = 0; i < pieces; i++) {
		pass.piece = (uint8_t)i;
		if (shown->withdrawn)
			g_strlcpy(shown->pass[i], shown->play, sizeof shown->pass[i]);
		else
			table_pass_write(state, &pass, request->address, shown->pass[i]);
	}
	if (shown->withdrawn)
		notes_add(pooled->problems,
			SAY("photo-withdrawn", "round {round}, table {table}: " TABLE_PASS_WITHDRAWN),
			ARG_NUMBER("round", at->round), ARG_NUMBER("table", at->table));
}

/* What stands for a code: see struct photo_view. */
static const char *
shown_code(void *data, unsigned game, unsigned piece)
{
	const struct shown_game *shown = data;

	return shown[game].hidden ? shown[game].pass[piece] : NULL;
}

static void
add_piece(json_t *pieces, GHashTable *seen, const char *text, const struct game *game, const struct code *code)
{
	if (!g_hash_table_add(seen, g_strdup(text)))
		return;
	json_array_append_new(pieces,
		json_pack("{s:s, s:s, s:i, s:i}", "code", text, "game", game->id, "round", code->round, "table",
			code->table));
}

/* The codes in the pictures, then the games that were met without one. */
static json_t *
pieces_json(const struct pooled_eye *pooled, const struct shown_game *shown)
{
	GHashTable *texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	const struct photo_set *set = &pooled->set;
	json_t *pieces = json_array();

	for (unsigned i = 0; i < set->pictures->len; i++) {
		const struct picture *picture = PICTURE(set, i);

		for (unsigned n = 0; picture->error == NULL && n < picture->sight.codes->len; n++) {
			const struct seen_code *code = SEEN_CODE(&picture->sight, n);
			const struct shown_game *of = &shown[known_games_find(&set->known, &code->code)];

			add_piece(pieces, texts, of->hidden ? of->pass[code->code.piece] : code->text, code->game,
				&code->code);
		}
	}
	for (unsigned i = 0; i < set->known.games->len; i++) {
		const struct known_game *known = KNOWN_GAME(&set->known, i);

		if (known->met && !shown[i].withdrawn && !shows_code(set, i))
			add_piece(pieces, texts, shown[i].hidden ? shown[i].pass[0] : shown[i].play, known->game,
				&known->code);
	}
	g_hash_table_destroy(texts);
	return pieces;
}

static json_t *
crop_json(const struct crop *crop)
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
					crop_json(pooled_eye_crop(pooled, form->text, mark->id))));
		}
	}
	return list;
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
		struct problem problem;
		size_t at = 0;

		if (problems_next(&problems, &at, &problem))
			notes_add_message(pooled->problems, &problem.message);
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
		notes_add(pooled->problems,
			SAY("photo-many-codes",
				"there are many codes of other events in this picture: the rest of it was not looked at"));
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

/* The answer, made of what was read with what this visitor may see of it. */
static json_t *
answer_json(struct kiosk *kiosk, struct pooled_eye *pooled, const struct given *given, const struct request *request,
	const struct audience *audience)
{
	const struct photo_set *set = &pooled->set;
	struct shown_game *shown = g_new0(struct shown_game, set->known.games->len + 1);
	const struct photo_view view = {.audience = audience, .code = shown_code, .data = shown};
	json_t *images = json_array(), *hands = json_array(), *drafts = json_array(), *json;

	for (unsigned i = 0; i < set->known.games->len; i++)
		show_game(kiosk, pooled, i, given, request, &shown[i]);
	for (unsigned i = 0; i < set->pictures->len; i++)
		json_array_append_new(images, photo_set_picture(set, PICTURE(set, i), &view));
	for (unsigned i = 0; i < set->known.games->len; i++) {
		const struct outcome *outcome = &set->outcome[i];
		json_t *hand = shown[i].withdrawn ? NULL : photo_set_merged_hand(set, i), *draft;

		if (hand != NULL) {
			json_object_set_new(hand, "play", json_string(shown[i].play));
			json_array_append_new(hands, hand);
		}
		if (outcome->missing == NULL || shown[i].withdrawn)
			continue;
		draft = json_pack("{s:s, s:s, s:o, s:o}", "play", shown[i].play, "game",
			KNOWN_GAME(&set->known, i)->game->id, "result", photo_set_result(set, i, &view), "unsure",
			unsure_json(pooled, outcome));
		notes_set_json(draft, "missing", outcome->missing, view.audience);
		json_array_append_new(drafts, draft);
	}
	json = json_pack("{s:o, s:o, s:o, s:o}", "images", images, "pieces", pieces_json(pooled, shown), "hands", hands,
		"drafts", drafts);
	notes_set_json(json, "problems", pooled->problems, view.audience);
	for (unsigned i = 0; i < set->known.games->len; i++)
		g_free(shown[i].pass);
	g_free(shown);
	return json;
}

static json_t *
look(struct kiosk *kiosk, struct pooled_eye *pooled, const struct request *request, struct reply *reply)
{
	struct sender sender = {kiosk, pooled->state, request};
	const char *code = request_query(request, "code");
	struct given given = {.game = -1};

	if (code != NULL && *code != '\0')
		given = expect(kiosk, pooled, code, request, reply);
	pooled->set.codes.guesses_most = is_organiser(request) ? UINT_MAX : GUESSES_MOST;
	pooled->set.codes.read = read_code;
	pooled->set.codes.reader = &sender;
	look_in_time(pooled, request, reply);
	pooled->set.codes.read = NULL;
	charge(pooled, reply);
	return answer_json(kiosk, pooled, &given, request, reply_audience(reply));
}

void
photo_handle(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const struct turn turn = {.visitor = request->address,
		.is_local = request->local,
		.left = request->left,
		.most = request->local ? AT_ONCE_HERE : AT_ONCE,
		.arrived = request->arrived};
	const struct event_state *state;
	struct pooled_eye *pooled;
	bool has_most;

	if (g_bytes_get_size(request->body) == 0) {
		reply_error(reply, 400, "bad-request", SAY("photo-missing", "there is no photo in what was sent"));
		return;
	}
	state = handler_event(kiosk, reply);
	if (state == NULL)
		return;
	pooled = eye_pool_take(kiosk->eye_pool, state, &turn, &has_most);
	event_release(state);
	if (pooled == NULL) {
		if (has_most)
			reply_slow_down(reply, COME_AGAIN,
				SAY("photo-busy", "your last photo is still being read: send this one when it is"));
		else
			reply_slow_down(reply, COME_AGAIN,
				SAY("photos-busy", "many photos are being read: send it again in a few seconds"));
		return;
	}
	reply_json(reply, 200, look(kiosk, pooled, request, reply));
	eye_pool_give(kiosk->eye_pool, pooled);
}
