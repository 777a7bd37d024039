/* SPDX-License-Identifier: MIT
 * Photos from the page: what they show, as drafts that a person confirms. A photo is added to the set of earlier photos
 * that the page names. */
#include <limits.h>
#include <math.h>

#include "kiosk/reading/eye_pool.h"
#include "kiosk/reading/questions.h"
#include "kiosk/routes/codes.h"
#include "kiosk/routes/handlers.h"

/* Seconds after which a photo that was refused because others are being read may be sent again. */
#define RETRY_S 5

/* Photos that are read at once for one address. */
#define AT_ONCE 1

/* The same for the kiosk's own screen, which may send a photo while its camera is on. */
#define AT_ONCE_HERE 2

/* Seconds of work that the cost of the route pays for; honest photos take less. */
#define SECONDS_FREE 2

/* Tokens for each further second, enough that anyone who sends slow photos waits longer than they take. They are
 * charged only if the processor time is over SECONDS_FREE, too: on a busy machine honest photos also take long. */
#define SECOND_PRICE 240

/* Codes of other events in a photo after which the rest is not looked at. An honest photo has those of one game, or of
 * a page of cards. Larger lets one photo try more codes than its address can pay for, see visitors.c. */
#define GUESSES_MOST 16

/* What this visitor sees of a known game. Tags are visible to everybody. If only tags showed a keyed game, or the
 * visitor came with a pass, the answer has a pass instead of each code and a name instead of the play. If the table's
 * result was withdrawn its tags do not open it again: the answer only says which table it is. */
struct shown_game {
	char play[MAX(CODE_TEXT, TABLE_PASS_PLAY)];
	bool hidden, withdrawn;
	char (*pass)[TABLE_PASS_TEXT]; /* of each piece, if it is hidden */
};

/* A photo on its way to an answer. */
struct photo {
	struct call *call;
	struct pooled_eye *pooled;
	const struct photo_set *set; /* that of `pooled` */
	int64_t given;               /* the known game whose code or pass was sent with it; -1: none */
	struct table_pass pass;
	struct shown_game *shown; /* of each known game */
};

/* Adds the game whose code or pass the page sent. A wrong code is among the problems, and is charged for. */
static void
expect_game(struct photo *photo)
{
	struct call *call = photo->call;
	const char *text = request_query(call->request, "code");
	struct pooled_eye *pooled = photo->pooled;
	struct problems problems;
	struct problem problem;
	struct named_piece piece;
	char plain[CODE_TEXT];
	size_t at = 0;

	if (text == NULL || *text == '\0')
		return;
	problems_init(&problems);
	if (!handler_read_piece(call, text, &piece, &problems)) {
		if (problems_next(&problems, &at, &problem))
			notes_add_message(pooled->problems, &problem.message);
		handler_charge(call, &problems);
		return;
	}
	photo->pass = piece.pass;
	code_write(&piece.code, event_key(call->state), plain);
	photo_set_expect(&pooled->set, &piece.code, plain);
	photo->given = known_games_find(&pooled->set.known, &piece.code);
}

/* A code in the photo is tried like a typed one. */
static const struct game *
read_code(void *data, const char *text, struct code *code, struct problems *problems)
{
	const struct photo *photo = data;

	return handler_read_code(photo->call, text, code, problems);
}

/* Looks at the photo, and charges for a slow one and for wrong codes: a code in a photo costs as much as a typed
 * one. */
static void
look(struct photo *photo)
{
	struct call *call = photo->call;
	struct code_list *codes = &photo->pooled->set.codes;
	gint64 started = g_get_monotonic_time();
	double work, seconds;

	codes->guesses_most = call->organiser ? UINT_MAX : GUESSES_MOST;
	codes->read = read_code;
	codes->reader = photo;
	work = pooled_eye_look(photo->pooled, call->request->body);
	codes->read = NULL;
	seconds = (double)(g_get_monotonic_time() - started) / G_USEC_PER_SEC - SECONDS_FREE;
	if (seconds > 0 && (work < 0 || work > SECONDS_FREE))
		call->reply->charge += (unsigned)(seconds * SECOND_PRICE);
	call->reply->charge += HANDLER_GUESS * g_hash_table_size(codes->guesses);
	if (event_key(call->state) != NULL)
		call->reply->charge += HANDLER_GUESS * photo->set->known.guesses;
	if (codes->guessed_out)
		notes_add(photo->pooled->problems,
			SAY("photo-many-codes",
				"there are many codes of other events in this picture: the rest of it was not looked at"));
}

/* Whether one of the pictures from `first` on shows the code of a game. */
static bool
shows_code(const struct photo_set *set, unsigned game, unsigned first)
{
	for (unsigned i = first; i < set->pictures->len; i++) {
		const struct picture *picture = PICTURE(set, i);

		for (unsigned n = 0; picture->error == NULL && n < picture->sight.codes->len; n++)
			if (known_games_find(&set->known, &SEEN_CODE(&picture->sight, n)->code) == game)
				return true;
	}
	return false;
}

static void
show_game(const struct photo *photo, unsigned game, struct shown_game *shown)
{
	const struct known_game *known = KNOWN_GAME(&photo->set->known, game);
	const struct event_state *state = photo->call->state;
	bool given = photo->given == game;
	struct problem problem = {0};
	struct table_pass pass;

	handler_play(&known->code, event_key(state), shown->play);
	const struct event_play *at = event_play(state, shown->play);
	if (given && photo->pass.play != NULL)
		pass = photo->pass;
	else if (!known->code.keyed || at == NULL || given || shows_code(photo->set, game, 0))
		return;
	else
		pass = table_pass_new(at);
	if (photo->call->organiser)
		return;
	shown->hidden = true;
	/* If the store does not answer this stays false: nothing can be entered then. */
	if (!given && known->met)
		table_pass_withdrawn(photo->call->kiosk->store, at, &shown->withdrawn, &problem);
	table_pass_name(state, pass.play, shown->play);
	unsigned pieces = known->game->pieces(&known->code);
	shown->pass = g_malloc0_n(pieces, sizeof *shown->pass);
	for (unsigned i = 0; i < pieces; i++) {
		pass.piece = (uint8_t)i;
		if (shown->withdrawn)
			g_strlcpy(shown->pass[i], shown->play, sizeof shown->pass[i]);
		else
			table_pass_write(state, &pass, photo->call->request->address, shown->pass[i]);
	}
	if (shown->withdrawn)
		notes_add(photo->pooled->problems,
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
	if (g_hash_table_add(seen, g_strdup(text)))
		json_array_append_new(pieces,
			json_pack("{s:s, s:s, s:i, s:i}", "code", text, "game", game->id, "round", code->round, "table",
				code->table));
}

/* The codes in the pictures from `first` on, then the games that were found there without a code. */
static json_t *
pieces_json(const struct photo *photo, unsigned first)
{
	g_autoptr(GHashTable) texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	const struct photo_set *set = photo->set;
	json_t *pieces = json_array();

	for (unsigned i = first; i < set->pictures->len; i++) {
		const struct picture *picture = PICTURE(set, i);

		for (unsigned n = 0; picture->error == NULL && n < picture->sight.codes->len; n++) {
			const struct seen_code *code = SEEN_CODE(&picture->sight, n);
			const struct shown_game *shown = &photo->shown[known_games_find(&set->known, &code->code)];

			add_piece(pieces, texts, shown->hidden ? shown->pass[code->code.piece] : code->text, code->game,
				&code->code);
		}
	}
	for (unsigned i = 0; i < set->known.games->len; i++) {
		const struct known_game *known = KNOWN_GAME(&set->known, i);
		const struct shown_game *shown = &photo->shown[i];
		bool is_here = first == 0 || photo->given == i;

		for (unsigned n = first; n < set->pictures->len && !is_here; n++)
			is_here = picture_shows(set, PICTURE(set, n), i);
		if (is_here && known->met && !shown->withdrawn && !shows_code(set, i, first))
			add_piece(
				pieces, texts, shown->hidden ? shown->pass[0] : shown->play, known->game, &known->code);
	}
	return pieces;
}

/* The tagged pieces in the pictures from `first` on, per game. */
static json_t *
hands_json(const struct photo *photo, unsigned first)
{
	json_t *hands = json_array();

	for (unsigned i = 0; i < photo->set->known.games->len; i++) {
		json_t *hand = photo->shown[i].withdrawn ? NULL : photo_set_merged_hand(photo->set, i, first);

		if (hand == NULL)
			continue;
		json_object_set_new(hand, "play", json_string(photo->shown[i].play));
		json_array_append_new(hands, hand);
	}
	return hands;
}

/* The marks that are still unclear after all pictures were combined. */
static json_t *
unsure_json(const struct pooled_eye *pooled, const struct outcome *outcome)
{
	json_t *list = json_array();

	for (int piece = 0; piece < GAME_PIECES_MAX; piece++) {
		const struct seen_form *form = outcome->form[piece];

		for (unsigned i = 0; form != NULL && i < form->marks; i++) {
			const struct seen_mark *mark = &form->mark[i];
			const struct crop *crop = pooled_eye_crop(pooled, form->text, mark->id);
			g_autofree char *picture = NULL;

			if (mark->state != MARK_UNSURE)
				continue;
			if (crop != NULL) {
				size_t size;
				const void *bytes = g_bytes_get_data(crop->png, &size);
				g_autofree char *base = g_base64_encode(bytes, size);

				picture = g_strconcat("data:image/png;base64,", base, NULL);
			}
			json_array_append_new(list,
				json_pack("{s:i, s:s, s:f, s:s?}", "piece", piece, "id", mark->id, "darkness",
					round(mark->darkness * 1000) / 1000, "picture", picture));
		}
	}
	return list;
}

/* What this photo and earlier ones show together: pieces, hands, forms and tags. */
static json_t *
together_json(const struct photo *photo, const struct photo_view *view)
{
	json_t *forms = json_array(), *tags = json_array();
	const struct photo_set *set = photo->set;

	for (unsigned i = 0; i < set->known.games->len; i++)
		if (!photo->shown[i].withdrawn)
			photo_set_add_forms(set, i, view, forms);
	for (unsigned i = 0; i < set->pictures->len; i++)
		for (unsigned n = 0; PICTURE(set, i)->error == NULL && n < PICTURE(set, i)->sight.tags->len; n++)
			json_array_append_new(tags, json_integer(SEEN_TAG(&PICTURE(set, i)->sight, n)->id));
	return json_pack("{s:o, s:o, s:o, s:o}", "pieces", pieces_json(photo, 0), "hands", hands_json(photo, 0),
		"forms", forms, "tags", tags);
}

/* The answer: what was read, as far as this visitor may see it. */
static json_t *
answer_json(struct photo *photo, const struct audience *audience)
{
	const struct photo_set *set = photo->set;
	unsigned games = set->known.games->len;
	json_t *images = json_array(), *drafts = json_array(), *json;

	photo->shown = g_new0(struct shown_game, games + 1);
	const struct photo_view view = {.audience = audience, .code = shown_code, .data = photo->shown};
	for (unsigned i = 0; i < games; i++)
		show_game(photo, i, &photo->shown[i]);
	for (unsigned i = set->fresh; i < set->pictures->len; i++)
		json_array_append_new(images, photo_set_picture(set, PICTURE(set, i), &view));
	for (unsigned i = 0; i < games; i++) {
		const struct outcome *outcome = &set->outcome[i];
		json_t *draft;

		if (outcome->missing == NULL || photo->shown[i].withdrawn)
			continue;
		draft = json_pack("{s:s, s:s, s:o, s:o, s:o}", "play", photo->shown[i].play, "game",
			KNOWN_GAME(&set->known, i)->game->id, "result", photo_set_result(set, i, &view), "unsure",
			unsure_json(photo->pooled, outcome), "questions", questions_json(outcome->form));
		notes_set_json(draft, "missing", outcome->missing, audience);
		json_array_append_new(drafts, draft);
	}
	json = json_pack("{s:o, s:o, s:o, s:o, s:s}", "images", images, "pieces", pieces_json(photo, set->fresh),
		"hands", hands_json(photo, set->fresh), "drafts", drafts, "set", photo->pooled->id);
	if (set->fresh > 0)
		json_object_set_new(json, "together", together_json(photo, &view));
	notes_set_json(json, "problems", photo->pooled->problems, audience);
	for (unsigned i = 0; i < games; i++)
		g_free(photo->shown[i].pass);
	g_free(photo->shown);
	return json;
}

static bool
post_photo(struct call *call)
{
	const struct turn turn = {.visitor = call->request->address,
		.is_local = call->request->local,
		.left = call->request->left,
		.most = call->request->local ? AT_ONCE_HERE : AT_ONCE,
		.arrived = call->request->arrived};
	struct photo photo = {.call = call, .given = -1};
	struct eye_pool *pool = call->kiosk->eye_pool;
	bool has_most;

	if (g_bytes_get_size(call->request->body) == 0)
		return refuse(call, 400, "bad-request", SAY("photo-missing", "there is no photo in what was sent"));
	photo.pooled = eye_pool_take(pool, call->state, &turn, request_query(call->request, "set"), &has_most);
	if (photo.pooled == NULL)
		return reply_slow_down(call->reply, RETRY_S,
			has_most ? SAY("photo-busy", "your last photo is still being read: send this one when it is")
				 : SAY("photos-busy", "many photos are being read: send it again in a few seconds"));
	photo.set = &photo.pooled->set;
	expect_game(&photo);
	look(&photo);
	bool fine = reply_json(call->reply, 200, answer_json(&photo, &call->reply->audience));
	eye_pool_give(pool, photo.pooled);
	return fine;
}

const struct route photo_routes[] = {
	ROUTE("POST", "/api/photo", post_photo, .body = BODY_PHOTO, .memory = MEMORY_PHOTO, .cost = 10,
		.needs = NEEDS_EVENT, .slow = true),
	{0},
};
