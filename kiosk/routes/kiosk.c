/* SPDX-License-Identifier: MIT
 * The parts of a kiosk that its handlers share, and all that it serves. */
#include "kiosk/routes/kiosk.h"

#include "gen/jobs/job_queue.h"
#include "kiosk/event/event.h"
#include "kiosk/http/rate_limit.h"
#include "kiosk/making/kit_maker.h"
#include "kiosk/prints/memory_document.h"
#include "kiosk/prints/piece_picture.h"
#include "kiosk/reading/eye_pool.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/standings_cache.h"
#include "kiosk/visits/code_guesses.h"
#include "kiosk/visits/shared_drafts.h"

/* Photos that are read at once: each may take a gigabyte at its worst. */
#define EYES 2

/* Photos of the kiosk's own camera that are read at once in addition. */
#define EYES_HERE 1

/* Casual results that an address may store at once, and per hour. They cost nothing to make up and are kept forever. An
 * IPv6 network may store eight times as many, the kiosk itself and the organiser any number. */
#define CASUAL_RESULTS_HOUR 60.0

/* Times that a table may call the organiser at once, and seconds until it may once more: a call that was answered or
 * taken back is not repeated for fun. A visitor may have the codes of several tables, and a club one address. */
#define TABLE_CALLS    3.0
#define TABLE_CALL_S   120
#define VISITOR_CALLS  30.0
#define VISITOR_CALL_S 20

/* Every table of routes. Nothing is served that is not in one of them. */
const struct route *const kiosk_routes[] = {pages_routes, about_routes, login_routes, piece_routes, rules_routes,
	photo_routes, print_routes, draft_routes, call_routes, result_routes, entry_routes, review_routes, event_routes,
	people_routes, check_in_routes, seats_routes, attendance_routes, traveller_routes, kit_routes, standings_routes,
	export_routes, event_print_routes, NULL};

/* The memory of job results counts as promised to handlers. */
static bool
reserve_memory(void *data, size_t size)
{
	return memory_promise(data, size, true);
}

static void
release_memory(void *data, size_t size)
{
	memory_return(data, size);
}

bool
kiosk_open(struct kiosk *kiosk, struct problem *problem)
{
	const struct job_queue_options printing = {
		.reserve = reserve_memory, .release = release_memory, .data = &kiosk->memory};

	kiosk->documents = memory_document_create(problem);
	if (kiosk->documents == NULL)
		return false;
	kiosk->prints = job_queue_create(&printing, problem);
	if (kiosk->prints == NULL)
		return false;
	if (kiosk->kits_folder != NULL)
		kiosk->kits = kit_maker_create(&(struct kit_maker_options){.folder = kiosk->kits_folder,
			.store = kiosk->store,
			.memory = &kiosk->memory,
			.who = ORGANISER});
	kiosk->pictures = piece_pictures_create(kiosk->documents);
	kiosk->eye_pool = eye_pool_create(EYES, EYES_HERE);
	kiosk->event = event_create(kiosk->store);
	kiosk->standings_cache = standings_cache_create(kiosk);
	kiosk->drafts = shared_drafts_create();
	kiosk->casual_results = rate_limit_create(&(struct rate_limit_options){
		.capacity = CASUAL_RESULTS_HOUR, .per_second = CASUAL_RESULTS_HOUR / 3600, .networks = 8});
	kiosk->table_calls = rate_limit_create(
		&(struct rate_limit_options){.capacity = TABLE_CALLS, .per_second = 1.0 / TABLE_CALL_S});
	kiosk->visitor_calls = rate_limit_create(&(struct rate_limit_options){
		.capacity = VISITOR_CALLS, .per_second = 1.0 / VISITOR_CALL_S, .networks = 8});
	kiosk->code_guesses = code_guesses_create(NULL);
	return true;
}

void
kiosk_close(struct kiosk *kiosk)
{
	code_guesses_destroy(kiosk->code_guesses);
	rate_limit_destroy(kiosk->visitor_calls);
	rate_limit_destroy(kiosk->table_calls);
	rate_limit_destroy(kiosk->casual_results);
	shared_drafts_destroy(kiosk->drafts);
	standings_cache_destroy(kiosk->standings_cache);
	event_destroy(kiosk->event);
	eye_pool_destroy(kiosk->eye_pool);
	piece_pictures_destroy(kiosk->pictures);
	kit_maker_destroy(kiosk->kits);
	job_queue_destroy(kiosk->prints);
	memory_document_destroy(kiosk->documents);
}

bool
call_hold_event(struct call *call)
{
	event_release(call->state);
	call->state = event_hold(call->kiosk->event, call->problem);
	return call->state != NULL;
}

void
call_run(struct call *call)
{
	const struct route *route = call->route;
	bool fine = !(route->needs & NEEDS_EVENT) || call_hold_event(call);

	if (fine && route->needs & NEEDS_JSON)
		fine = request_json(call->request, call->reply, &call->body);
	fine = fine && route->handle(call);
	event_release(call->state);
	json_decref(call->body);
	json_decref(call->answer);
	if (!fine && !call->reply->done && call->problem->status != STATUS_OK)
		reply_problem(call->reply, 503, "trouble", call->problem);
}

void
kiosk_authorise(void *kiosk, const struct route *route, struct request *request, struct reply *reply)
{
	struct call call = {
		.kiosk = kiosk, .route = route, .request = request, .reply = reply, .problem = &reply->problem};

	call_authorise(&call);
	request->trusted = call.organiser;
}

void
kiosk_run(void *context, const struct route *route, struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	struct call call = {
		.kiosk = kiosk, .route = route, .request = request, .reply = reply, .problem = &reply->problem};

	if (kiosk->sessions != NULL && !route->quick)
		organiser_refresh(kiosk->sessions, route->needs & NEEDS_STORE);
	call_authorise(&call);
	if (!reply->done)
		call_run(&call);
}

enum store_status
kiosk_key(struct kiosk *kiosk, const char *file, struct problem *problem)
{
	g_autofree char *text = NULL, *now = NULL;
	g_autoptr(GError) error = NULL;
	struct code_key key;

	if (!g_file_get_contents(file, &text, NULL, &error)) {
		problem_set(problem, SAY("key-unreadable", "{detail}"), ARG_PRIVATE("detail", error->message));
		return STORE_REFUSED;
	}
	g_strstrip(text);
	if (!code_key_read(text, &key)) {
		problem_set(
			problem, SAY("not-an-event-key", "{file} is not a key of an event"), ARG_PRIVATE("file", file));
		return STORE_REFUSED;
	}
	enum store_status status = store_setting(kiosk->store, EVENT_KEY, &now, problem);
	if (status == STORE_OK && g_strcmp0(now, text) != 0)
		status = store_set(kiosk->store, EVENT_KEY, text, NULL, problem);
	return status;
}
