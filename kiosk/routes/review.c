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
review_result(struct call *call, const struct entry *stored, const struct node *result, struct reviewed *reviewed)
{
	struct judged *judged = reviewed->judged;
	struct problem problem;
	bool exact;

	judged->looks = true;
	judged->stored = stored != NULL;
	if (result != NULL && !handler_judge(call, judged, result))
		return false;
	if (!judged->scored)
		return handler_refuse(call, &judged->answer.problems);
	if (!kiosk_game_can_review(&judged->answer, &problem))
		return reply_problem(call->reply, 422, "bad-result", &problem);
	reviewed->table = kiosk_game_of(judged->answer.game)->review;
	reviewed->review = reviewed->table->make(&judged->answer, NULL, &exact);
	if (judged->pass.play != NULL)
		table_pass_write(call->state, &judged->pass, call->request->address, reviewed->code);
	else if (stored == NULL || call->organiser || !handler_secret(stored))
		code_write(&judged->answer.code, event_key(call->state), reviewed->code);
	return reviewed->review != NULL ||
		refuse(call, 503, "trouble", SAY("review-memory", "there is not enough memory for a review just now"));
}

static bool
answer_json(struct call *call, const struct reviewed *reviewed)
{
	return reply_json(call->reply, 200,
		reviewed->table->json(
			&reviewed->judged->answer, reviewed->review, reviewed->code, &call->reply->audience));
}

static bool
post_review(struct call *call)
{
	const struct node *result;
	struct reviewed reviewed = {.judged = handler_parse_body(call, &result)};

	bool fine = result != NULL && review_result(call, NULL, result, &reviewed) && answer_json(call, &reviewed);

	reviewed_finish(&reviewed);
	return fine;
}

static void
draw(void *data, unsigned page, struct canvas *canvas)
{
	const struct reviewed *reviewed = data;

	(void)page;
	reviewed->table->draw(&reviewed->judged->answer, reviewed->review, reviewed->code, canvas);
}

/* The review of a stored game: /review/12.svg, .pdf or .json */
static bool
get_review(struct call *call)
{
	static const char *const endings[] = {".svg", ".pdf", ".json", NULL};
	const char *rest = call->request->rest, *dot = strrchr(rest, '.');
	g_autofree char *number = dot == NULL ? NULL : g_strndup(rest, (gsize)(dot - rest));
	g_autofree struct entry *entry = NULL;
	guint64 id = 0;

	if (dot == NULL || !g_strv_contains(endings, dot) ||
		!g_ascii_string_to_unsigned(number, 10, 1, INT64_MAX, &id, NULL))
		return refuse(call, 404, "unknown",
			SAY("review-path", "a review is asked for as /review/12.svg, .pdf or .json"));
	enum store_status status = store_entry(call->kiosk->store, (int64_t)id, &entry, call->problem);
	if (status == STORE_UNKNOWN)
		reply_problem(call->reply, 404, "unknown", call->problem);
	if (status != STORE_OK)
		return false;
	if (*entry->result == '\0')
		return refuse(call, 404, "unknown", SAY("review-withdrawn", "this result was withdrawn"));
	const struct node *result;
	struct reviewed reviewed = {.judged = handler_parse(entry->result, strlen(entry->result), &result)};
	bool is_pdf = strcmp(dot, ".pdf") == 0, fine = review_result(call, entry, result, &reviewed);
	if (fine && strcmp(dot, ".json") == 0) {
		answer_json(call, &reviewed);
	} else if (fine) {
		struct memory_pages pages = {.title = "Review", .subject = reviewed.code, .pages = 1};

		pages.format = is_pdf ? FORMAT_PDF : FORMAT_SVG;
		pages.w = reviewed.table->w;
		pages.h = reviewed.table->h;
		pages.paper = is_pdf ? paper_a4 : (struct paper){"picture", pages.w, pages.h};
		pages.draw = draw;
		pages.data = &reviewed;
		GBytes *bytes = memory_document_draw(call->kiosk->documents, &pages, call->problem);
		fine = bytes != NULL &&
			reply_bytes(call->reply, 200, is_pdf ? "application/pdf" : "image/svg+xml", bytes);
	}
	reviewed_finish(&reviewed);
	return fine;
}

const struct route review_routes[] = {
	ROUTE("POST", "/api/review", post_review, .body = BODY_JSON, .cost = 3, .needs = NEEDS_EVENT),
	ROUTE("GET", "/review/", get_review, .cost = 3, .slow = true, .needs = NEEDS_EVENT),
	{.path = NULL},
};
