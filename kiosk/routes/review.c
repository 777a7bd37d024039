/* SPDX-License-Identifier: MIT
 * Reviews as JSON, and what the page asks about them: a card takes the brain a
 * few milliseconds, so that nothing is kept. */
#include "kiosk/routes/review.h"

#include <string.h>

#include "gen/games/clips/review_picture.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/prints/memory_document.h"

const char *
review_refuses(const struct answer *answer)
{
	const struct clips_result *result = (const void *)answer->result;

	if (answer->rules != &rules_clips)
		return "only games of clips are reviewed";
	if (result->base.players.count != 2)
		return "only games for two are reviewed";
	return NULL;
}

static json_t *
value_json(const struct clips_duel *value)
{
	if (value->least == value->most)
		return json_integer(value->least);
	return json_pack("{s:b,s:i,s:i}", "exact", false, "least", value->least, "most", value->most);
}

static json_t *
clip_json(const struct clip *clip)
{
	char text[CLIP_TEXT];

	return clip->edge == '\0' ? json_null() : json_string(clip_write(clip, text));
}

json_t *
review_json(const struct clips_review *review, const struct players *players, const char *code)
{
	bool known = review->value.least == review->value.most;
	int bid = clips_winning_bid(review->value.least);
	json_t *moves = json_array();
	char words[REVIEW_WORDS];

	for (unsigned i = 0; i < CLIPS_IN_ALL; i++) {
		const struct clips_reviewed *move = &review->move[i];

		json_array_append_new(moves,
			json_pack("{s:i,s:o,s:o,s:o,s:o,s:s}", "player", move->player, "clip",
				clip_json(&move->clip), "value", value_json(&move->after), "best",
				clip_json(&move->best), "lost",
				move->lost < 0 ? json_null() : json_integer(move->lost), "words",
				clips_review_move(review, players, i, words)));
	}
	return json_pack("{s:s,s:s,s:b,s:i,s:i,s:o,s:o,s:s,s:o,s:[i,i]}", "game", "clips", "code", code,
		"exact", review->exact, "first", review->first, "bid", review->bid, "value",
		value_json(&review->value), "winning_bid",
		known && bid >= 0 ? json_integer(bid) : json_null(), "words",
		clips_review_card(review, players, words), "clips", moves, "lost", review->lost[0],
		review->lost[1]);
}

/* Judges and reviews a result; NULL after answering. To be freed with g_free(). */
static struct judged *
review_result(struct kiosk *kiosk, const struct event_state *state, json_t *result,
	struct clips_review *review, struct reply *reply)
{
	char *problem = NULL;
	struct judged *judged = handler_judge(kiosk, state, result, &problem);

	if (judged == NULL) {
		handler_trouble(reply, problem);
		return NULL;
	}
	if (!judged->scored)
		handler_refuse(reply, &judged->answer.problems);
	else if (review_refuses(&judged->answer) != NULL)
		reply_refuse(reply, 422, "bad-result", "%s", review_refuses(&judged->answer));
	else if (!clips_review_make((const void *)judged->answer.layout,
			 (const void *)judged->answer.result, NULL, review))
		reply_refuse(reply, 503, "trouble", "there is not enough memory for a review just now");
	else
		return judged;
	g_free(judged);
	return NULL;
}

static void
post_review(struct kiosk *kiosk, const struct request *request, struct reply *reply)
{
	json_t *body = request_json(request, reply);
	const struct event_state *state = body == NULL ? NULL : handler_event(kiosk, reply);
	struct judged *judged = NULL;
	struct clips_review review;
	char code[CODE_TEXT];

	if (state != NULL)
		judged = review_result(kiosk, state, body, &review, reply);
	if (judged != NULL) {
		code_write(&judged->answer.code, event_key(state), code);
		reply_json(reply, 200,
			review_json(&review, (const void *)judged->answer.result, code));
	}
	g_free(judged);
	event_release(state);
	json_decref(body);
}

static void
draw(void *data, unsigned page, struct canvas *canvas)
{
	(void)page;
	draw_review(canvas, data);
}

/* The reviewed card of a stored game, drawn. */
static void
answer_drawing(struct kiosk *kiosk, const struct event_state *state, const struct entry *entry,
	enum format format, struct reply *reply)
{
	json_t *result = *entry->result == '\0' ? NULL : json_loads(entry->result, 0, NULL);
	struct clips_review review;
	struct judged *judged;
	char code[CODE_TEXT], *problem = NULL;
	GBytes *bytes;

	if (result == NULL) {
		reply_refuse(reply, 404, "unknown", "this result was withdrawn");
		return;
	}
	judged = review_result(kiosk, state, result, &review, reply);
	json_decref(result);
	if (judged == NULL)
		return;
	code_write(&judged->answer.code, event_key(state), code);
	bytes = memory_document_draw(kiosk->memory,
		&(struct memory_pages){.format = format, .title = "Review", .subject = code,
			.paper = format == FORMAT_PDF ? paper_a4
						      : (struct paper){"picture", DRAW_REVIEW_W, DRAW_REVIEW_H},
			.pages = 1, .w = DRAW_REVIEW_W, .h = DRAW_REVIEW_H, .draw = draw,
			.data = &(struct review_picture){(const void *)judged->answer.layout,
				(const void *)judged->answer.result, &review, code}},
		&problem);
	if (bytes == NULL)
		reply_refuse(reply, 503, "trouble", "%s", problem);
	else
		reply_bytes(reply, 200,
			format == FORMAT_PDF ? "application/pdf" : "image/svg+xml", bytes);
	g_free(problem);
	g_free(judged);
}

/* /review/12.svg or .pdf */
static void
get_review(struct kiosk *kiosk, const struct request *request, struct reply *reply)
{
	const char *dot = strrchr(request->rest, '.');
	char *number = dot == NULL ? NULL : g_strndup(request->rest, (gsize)(dot - request->rest));
	const struct event_state *state = NULL;
	struct entry *entry = NULL;
	enum store_status status;
	char *problem = NULL;
	guint64 id = 0;

	if (dot == NULL || (strcmp(dot, ".svg") != 0 && strcmp(dot, ".pdf") != 0) ||
		!g_ascii_string_to_unsigned(number, 10, 1, INT64_MAX, &id, NULL)) {
		reply_refuse(reply, 404, "unknown", "a review is asked for as /review/12.svg or .pdf");
	} else if ((status = store_entry(kiosk->store, (int64_t)id, &entry, &problem)) == STORE_OK) {
		state = handler_event(kiosk, reply);
		if (state != NULL)
			answer_drawing(kiosk, state, entry,
				strcmp(dot, ".pdf") == 0 ? FORMAT_PDF : FORMAT_SVG, reply);
	} else if (status == STORE_UNKNOWN) {
		reply_refuse(reply, 404, "unknown", "%s", problem);
	} else {
		handler_trouble(reply, g_steal_pointer(&problem));
	}
	event_release(state);
	entry_free(entry);
	g_free(problem);
	g_free(number);
}

const struct route review_routes[] = {
	{.method = "POST", .path = "/api/review", .handle = post_review, .body = BODY_JSON, .cost = 3},
	{.method = "GET", .path = "/review/", .handle = get_review, .cost = 3},
	{.path = NULL},
};
