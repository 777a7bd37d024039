/* SPDX-License-Identifier: MIT
 * Reviews of finished games. Making one is quick, so they are not cached. */
#include <stdlib.h>
#include <string.h>

#include "kiosk/games/kiosk_game.h"
#include "kiosk/prints/memory_document.h"
#include "kiosk/routes/codes.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/judging.h"

/* A result with its review. */
struct reviewed {
	struct judged *judged;
	const struct game_review *table;
	void *review;
	char code[TABLE_PASS_TEXT]; /* or the pass that was sent instead; "" if it is secret */
};

static void
reviewed_finish(struct reviewed *reviewed)
{
	free(reviewed->review);
	g_free(reviewed->judged);
}

/* Judges and reviews a result; false after answering. `stored` is its entry, or NULL. reviewed_finish() is due either
 * way. */
static bool
review_result(struct kiosk *kiosk, const struct event_state *state, const struct request *request,
	const struct entry *stored, const struct node *result, struct reviewed *reviewed, struct reply *reply)
{
	struct judged *judged = reviewed->judged;
	struct problem problem;
	bool exact;

	judged->looks = true;
	if (result != NULL &&
		!handler_judge(kiosk, state, stored == NULL ? request : NULL, judged, result, &reply->problem))
		return false;
	if (!judged->scored) {
		handler_refuse(reply, &judged->answer.problems);
	} else if (!kiosk_game_can_review(&judged->answer, &problem)) {
		reply_problem(reply, 422, "bad-result", &problem);
	} else {
		reviewed->table = kiosk_game_of(judged->answer.game)->review;
		reviewed->review = reviewed->table->make(&judged->answer, NULL, &exact);
		if (judged->pass.play != NULL)
			table_pass_write(state, &judged->pass, request->address, reviewed->code);
		else if (stored == NULL || is_organiser(request) || !handler_secret(stored))
			code_write(&judged->answer.code, event_key(state), reviewed->code);
		if (reviewed->review == NULL)
			reply_error(reply, 503, "trouble",
				SAY("review-memory", "there is not enough memory for a review just now"));
	}
	return reviewed->review != NULL;
}

static void
answer_json(const struct reviewed *reviewed, struct reply *reply)
{
	reply_json(reply, 200,
		reviewed->table->json(&reviewed->judged->answer, reviewed->review, reviewed->code, &reply->audience));
}

static void
post_review(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	held_event *state = event_hold(kiosk->event, &reply->problem);
	const struct node *result;
	struct reviewed reviewed = {.judged = handler_parse_body(request, &result, reply)};

	if (state != NULL && result != NULL && review_result(kiosk, state, request, NULL, result, &reviewed, reply))
		answer_json(&reviewed, reply);
	reviewed_finish(&reviewed);
}

static void
draw(void *data, unsigned page, struct canvas *canvas)
{
	const struct reviewed *reviewed = data;

	(void)page;
	reviewed->table->draw(&reviewed->judged->answer, reviewed->review, reviewed->code, canvas);
}

static void
answer_drawing(struct kiosk *kiosk, struct reviewed *reviewed, enum format format, struct reply *reply)
{
	int32_t w = reviewed->table->w, h = reviewed->table->h;
	GBytes *bytes = memory_document_draw(kiosk->documents,
		&(struct memory_pages){.format = format,
			.title = "Review",
			.subject = reviewed->code,
			.paper = format == FORMAT_PDF ? paper_a4 : (struct paper){"picture", w, h},
			.pages = 1,
			.w = w,
			.h = h,
			.draw = draw,
			.data = reviewed},
		&reply->problem);

	if (bytes != NULL)
		reply_bytes(reply, 200, format == FORMAT_PDF ? "application/pdf" : "image/svg+xml", bytes);
}

/* The review of a stored game: /review/12.svg, .pdf or .json */
static void
get_review(void *context, const struct request *request, struct reply *reply)
{
	static const char *const endings[] = {".svg", ".pdf", ".json", NULL};
	struct kiosk *kiosk = context;
	const char *dot = strrchr(request->rest, '.');
	g_autofree char *number = dot == NULL ? NULL : g_strndup(request->rest, (gsize)(dot - request->rest));
	g_autofree struct entry *entry = NULL;
	guint64 id = 0;

	if (dot == NULL || !g_strv_contains(endings, dot) ||
		!g_ascii_string_to_unsigned(number, 10, 1, INT64_MAX, &id, NULL)) {
		reply_error(reply, 404, "unknown",
			SAY("review-path", "a review is asked for as /review/12.svg, .pdf or .json"));
		return;
	}
	enum store_status status = store_entry(kiosk->store, (int64_t)id, &entry, &reply->problem);
	if (status == STORE_UNKNOWN)
		reply_problem(reply, 404, "unknown", &reply->problem);
	if (status != STORE_OK)
		return;
	held_event *state = event_hold(kiosk->event, &reply->problem);
	if (state == NULL)
		return;
	if (*entry->result == '\0') {
		reply_error(reply, 404, "unknown", SAY("review-withdrawn", "this result was withdrawn"));
		return;
	}
	const struct node *result;
	struct reviewed reviewed = {.judged = handler_parse(entry->result, strlen(entry->result), &result)};
	if (review_result(kiosk, state, request, entry, result, &reviewed, reply)) {
		if (strcmp(dot, ".json") == 0)
			answer_json(&reviewed, reply);
		else
			answer_drawing(kiosk, &reviewed, strcmp(dot, ".pdf") == 0 ? FORMAT_PDF : FORMAT_SVG, reply);
	}
	reviewed_finish(&reviewed);
}

const struct route review_routes[] = {
	ROUTE("POST", "/api/review", post_review, .body = BODY_JSON, .cost = 3),
	ROUTE("GET", "/review/", get_review, .cost = 3, .slow = true),
	{.path = NULL},
};
