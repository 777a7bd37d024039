/* SPDX-License-Identifier: MIT
 * Kits for the organiser: planning and making them, and their files. The work is done by kit_maker.h, which also
 * imports a kit as the event. */
#include <sodium.h>
#include <string.h>

#include "gen/press/codes.h"
#include "kiosk/making/kit_job.h"
#include "kiosk/making/kit_maker.h"
#include "kiosk/making/kit_zip.h"
#include "kiosk/prints/memory_document.h"
#include "kiosk/routes/handlers.h"

/* The name of the file with the event's key. */
#define KEY_FILE "event.key"

/* Bytes of a kit file that is sent: a quarter of what the command line accepts, and many times what an evening needs.
 */
#define KIT_TEXT_MOST (256 * 1024)

/* Bytes of a body with a kit file, some characters of which JSON escapes. */
#define KIT_BODY (2 * KIT_TEXT_MOST)

/* What making a kit costs, in tokens: as much as a photo. */
#define COST_MAKE 10

/* Bytes of the name of a download. */
#define NAME_MOST 60

/* Mistakes in a kit, with their lines, as in API.md. */
static json_t *
mistakes_json(const struct problems *problems, const struct audience *audience)
{
	json_t *list = json_array();
	char sentence[MESSAGE_TEXT];
	struct problem problem;

	for (size_t at = 0; problems_next(problems, &at, &problem);) {
		problem_write(&problem, audience, sentence, sizeof sentence);
		json_array_append_new(list,
			json_pack("{s:o, s:s, s:s}", "line",
				problem.line == 0 ? json_null() : json_integer(problem.line), "sentence", sentence,
				"id", message_id(&problem.message)));
	}
	return list;
}

/* Adds how much paper something needs to an object, which is returned. */
static json_t *
with_amount(json_t *object, const struct kit_amount *amount)
{
	json_object_update_new(object,
		json_pack("{s:i, s:i, s:i, s:i, s:i, s:b}", "files", (int)amount->files, "pages", (int)amount->pages,
			"sheets", (int)amount->sheets, "cut", (int)amount->cut, "glued", (int)amount->glued,
			"two_sided", amount->two_sided));
	return object;
}

/* What a kit will be: its rounds, tables and paper. */
static json_t *
plan_json(const struct kit *kit, const struct audience *audience)
{
	json_t *rounds = json_array();
	char warning[MESSAGE_TEXT];
	struct message weak;
	bool warned = kit_seed_warning(kit, &weak);
	struct kit_totals totals;

	if (warned)
		message_write(&weak, audience, warning, sizeof warning);
	kit_count(kit, &totals);
	for (unsigned n = 0; n < kit->rounds; n++) {
		const struct kit_round *round = &kit->round[n];
		json_t *players = json_array();

		for (unsigned i = 0; i < round->tables; i++)
			json_array_append_new(players, json_integer(round->players[i]));
		json_array_append_new(rounds,
			with_amount(json_pack("{s:i, s:s, s:s, s:o, s:i, s:b}", "round", (int)n + 1, "game",
					    round->game->id, "title", round->game->title, "players", players, "spares",
					    (int)round->spares, "duplicate", round->duplicate),
				&totals.round[n + 1]));
	}
	/* Backs are printed next to their fronts and folded, or on the other side of the sheet, which needs less paper.
	 */
	return with_amount(
		json_pack("{s:s, s:s?, s:s, s:s?, s:s?, s:s?, s:o, s:o, s:{s:i, s:i}}", "name", kit->name, "date",
			kit->date, "paper", kit->paper->name, "key", kit->key_file, "seed_warning",
			warned ? warning : NULL, "seed_warning_id", warned ? message_id(&weak) : NULL, "rounds", rounds,
			"event", with_amount(json_object(), &totals.round[0]), "backs", "fold",
			(int)kit_sheets(kit, BACKS_FOLD), "duplex", (int)kit_sheets(kit, BACKS_DUPLEX)),
		&totals.all);
}

/* Reads the kit of a body: "text" or "definition", and "bundle". False after answering: 400 if it has no kit, otherwise
 * `status` with the mistakes. kit_finish() is due either way. */
static bool
read_kit(json_t *body, struct kit *kit, unsigned status, struct reply *reply)
{
	json_t *text = json_object_get(body, "text"), *definition = json_object_get(body, "definition"), *answer;
	struct problems problems;
	struct problem first;
	size_t at = 0;

	*kit = (struct kit){0};
	problems_init(&problems);
	if (!json_is_string(text) && !json_is_object(definition))
		return reply_error(reply, 400, "bad-request",
			SAY("no-kit", "send \"text\", a kit file, or \"definition\" with \"event\" and \"rounds\""));
	if (json_string_length(text) > KIT_TEXT_MOST)
		problems_add(&problems, STATUS_REFUSED,
			SAY("kit-text-long", "a kit file that is sent has at most {most} bytes"),
			ARG_NUMBER("most", KIT_TEXT_MOST));
	else if (json_is_string(text) ? kit_parse(kit, json_string_value(text), json_string_length(text), &problems)
				      : kit_read_json(kit, definition, &problems)) {
		kit->bundled = g_strcmp0(json_string_value(json_object_get(body, "bundle")), "table") != 0;
		return true;
	}
	answer = json_pack("{s:O?, s:o}", "text", text, "mistakes", mistakes_json(&problems, &reply->audience));
	problems_next(&problems, &at, &first);
	if (status == 200)
		reply_json(reply, status, answer);
	else
		reply_problem_with(reply, status, "refused", &first, answer);
	return false;
}

static void
post_plan(void *context, const struct request *request, struct reply *reply)
{
	json_auto_t *body = request_json(request, reply);
	struct kiosk *kiosk = context;
	struct kit kit;

	if (body == NULL)
		return;
	if (read_kit(body, &kit, 200, reply)) {
		json_t *plan = plan_json(&kit, &reply->audience);
		g_autofree char *texts = g_strconcat(kit.name, kit.date, NULL);
		g_autofree char *missing = memory_document_missing(kiosk->documents, texts);
		g_autofree char *definition = kit_definition(&kit);

		/* The characters of the name and date that no installed font has. */
		json_object_set_new(plan, "missing", json_string(missing));
		if (json_object_set(plan, "text", json_object_get(body, "text")) != 0)
			json_object_set_new(plan, "text", json_string(definition));
		json_object_set_new(plan, "mistakes", json_array());
		reply_json(reply, 200, plan);
	}
	kit_finish(&kit);
}

/* What makes kits; NULL after a refusal. */
static struct kit_maker *
maker_of(struct kiosk *kiosk, struct reply *reply)
{
	if (kiosk->kits == NULL)
		reply_error(reply, 503, "trouble", SAY("no-kits-here", "no kits can be made on this kiosk"));
	return kiosk->kits;
}

/* Answers with the kit that is being made and the one that is kept. */
static void
answer(struct kiosk *kiosk, unsigned status, struct reply *reply)
{
	held_event *state = event_hold(kiosk->event, &reply->problem);
	struct kit_state made = kit_maker_state(kiosk->kits);
	json_t *kept = json_null(), *making = json_null();

	if (state == NULL)
		return;
	struct made_kit *kit = kit_maker_kit(kiosk->kits);
	if (kit != NULL) {
		const char *commitment = json_string_value(json_object_get(state->head, "commitment"));
		json_t *files = json_array();

		for (unsigned i = 0; i < kit->files->len; i++) {
			const struct made_file *file = g_ptr_array_index(kit->files, i);

			json_array_append_new(files,
				json_pack("{s:s, s:i, s:I}", "file", file->name, "pages", (int)file->pages, "bytes",
					(json_int_t)file->bytes));
		}
		kept = json_pack("{s:s, s:b, s:I, s:o}", "name", kit->name, "event",
			g_strcmp0(commitment, kit->commitment) == 0, "bytes", (json_int_t)kit->bytes, "files", files);
	}
	made_kit_release(kit);
	if (made.is_making)
		making = json_pack("{s:s, s:i, s:i}", "what", made.progress.what, "done", (int)made.progress.done,
			"all", (int)made.progress.all);
	reply_json(reply, status,
		json_pack("{s:o, s:o, s:o, s:b, s:b}", "making", making, "error",
			reply_sentence(reply, &made.problem, true), "kit", kept, "definition",
			json_is_string(json_object_get(state->head, "definition")), "keyed", event_key(state) != NULL));
}

static void
get_kit(void *context, const struct request *request, struct reply *reply)
{
	(void)request;
	if (maker_of(context, reply) != NULL)
		answer(context, 200, reply);
}

static void
post_cancel(void *context, const struct request *request, struct reply *reply)
{
	struct kit_maker *maker = maker_of(context, reply);

	(void)request;
	if (maker == NULL)
		return;
	if (kit_maker_cancel(maker))
		answer(context, 200, reply);
	else
		reply_error(reply, 409, "refused",
			SAY("kit-not-cancelled", "no kit is being made that can still be cancelled"));
}

/* Begins making a kit, and answers. */
static void
begin(struct kiosk *kiosk, const struct kit *kit, const char *key, bool is_event, struct reply *reply)
{
	if (!kit_maker_begin(kiosk->kits, kit, key, is_event)) {
		reply_error(
			reply, 409, "busy", SAY("kit-busy", "a kit is being made already: wait for it, or cancel it"));
		return;
	}
	reply->charge += COST_MAKE;
	answer(kiosk, 202, reply);
}

/* Whether another event may replace the current one; false after a refusal. The import checks this again; checking it
 * here saves minutes of work. */
static bool
may_replace(struct kiosk *kiosk, struct reply *reply)
{
	g_autoptr(GPtrArray) entries = NULL;
	struct store_walk walk;

	if (store_walk_begin(kiosk->store, &walk, &reply->problem) != STORE_OK ||
		store_walk(kiosk->store, WALK_COUNTS, 1, &walk, &entries, &reply->problem) != STORE_OK)
		return false;
	return entries->len == 0 ||
		reply_error(reply, 422, "refused",
			SAY("event-has-results",
				"there are results of the event that is there: withdraw them before "
				"another kit takes its place"));
}

/* The key of a new kit, also as text: the one in the body, or a random one. False after a refusal. */
static bool
choose_key(json_t *given, struct code_key *key, char text[CODE_KEY_DIGITS + 1], struct reply *reply)
{
	unsigned char bytes[CODE_KEY_DIGITS / 2];

	if (given != NULL && !json_is_string(given) && !json_is_null(given))
		return reply_error(reply, 400, "bad-request", SAY("key-expected", "\"key\" is the text of a key file"));
	if (json_is_string(given)) {
		g_autofree char *typed = g_strstrip(g_strdup(json_string_value(given)));

		g_strlcpy(text, strlen(typed) > CODE_KEY_DIGITS ? "" : typed, CODE_KEY_DIGITS + 1);
		sodium_memzero(typed, strlen(typed));
	} else {
		randombytes_buf(bytes, sizeof bytes);
		sodium_bin2hex(text, CODE_KEY_DIGITS + 1, bytes, sizeof bytes);
		sodium_memzero(bytes, sizeof bytes);
	}
	return code_key_read(text, key) ||
		reply_error(reply, 422, "refused",
			SAY("not-a-key", "that is not a key file: it holds {digits} hexadecimal digits"),
			ARG_NUMBER("digits", CODE_KEY_DIGITS));
}

/* Makes a new event's kit. */
static void
make(struct kiosk *kiosk, struct kit *kit, json_t *given_key, struct reply *reply)
{
	char text[CODE_KEY_DIGITS + 1];
	struct kit_totals totals;
	struct code_key key;

	kit_count(kit, &totals);
	if (totals.all.pages > KIT_PAGES_MOST) {
		reply_error(reply, 422, "too-large",
			SAY("kit-too-many-pages",
				"that is more than {most} pages: print it by `seedpress kit`, or in two kits"),
			ARG_NUMBER("most", KIT_PAGES_MOST));
		return;
	}
	if (!may_replace(kiosk, reply) || !choose_key(given_key, &key, text, reply))
		return;
	if (kit->key_file == NULL)
		kit->key_file = g_strdup(KEY_FILE);
	kit_begin(kit);
	if (!kit_take_key(kit, &key))
		reply_error(reply, 422, "refused",
			SAY("kit-other-key",
				"the kit was made with another key: choose its key file, or delete the line key_hash"));
	else
		begin(kiosk, kit, text, false, reply);
	sodium_memzero(&key, sizeof key);
	sodium_memzero(&kit->key_bytes, sizeof kit->key_bytes);
	sodium_memzero(text, sizeof text);
}

/* Makes the current event's kit again, if it would be the same: the fingerprint covers the versions of layouts and
 * filters. */
static void
make_again(struct kiosk *kiosk, struct reply *reply)
{
	held_event *state = event_hold(kiosk->event, &reply->problem);
	const char *definition, *commitment;
	char hex[KIT_COMMITMENT];
	struct problems problems;
	struct kit kit = {0};

	if (state == NULL)
		return;
	definition = json_string_value(json_object_get(state->head, "definition"));
	commitment = json_string_value(json_object_get(state->head, "commitment"));
	problems_init(&problems);
	if (definition == NULL) {
		reply_error(reply, 404, "unknown", SAY("no-event-kit", "there is no event with a kit"));
		return;
	}
	bool same = kit_parse(&kit, definition, strlen(definition), &problems);
	if (same) {
		kit_commitment(&kit, hex);
		same = g_strcmp0(hex, commitment) == 0 &&
			(event_key(state) == NULL || kit_take_key(&kit, event_key(state)));
	}
	if (same) {
		kit.bundled = g_strcmp0(json_string_value(json_object_get(state->head, "bundle")), "round") == 0;
		begin(kiosk, &kit, event_key(state) == NULL ? NULL : state->key_text, true, reply);
	} else {
		reply_error(reply, 422, "refused",
			SAY("kit-other-version",
				"this kit was made by another version of Seedpress: it would not come out the same"));
	}
	sodium_memzero(&kit.key_bytes, sizeof kit.key_bytes);
	kit_finish(&kit);
}

static void
post_kit(void *context, const struct request *request, struct reply *reply)
{
	json_auto_t *body = maker_of(context, reply) == NULL ? NULL : request_json(request, reply);
	struct kit kit;

	if (body == NULL)
		return;
	if (json_is_true(json_object_get(body, "again"))) {
		make_again(context, reply);
		return;
	}
	if (read_kit(body, &kit, 422, reply))
		make(context, &kit, json_object_get(body, "key"), reply);
	kit_finish(&kit);
}

/* The kit that is kept; NULL after a refusal. */
static struct made_kit *
kit_of(struct kiosk *kiosk, struct reply *reply)
{
	struct kit_maker *maker = maker_of(kiosk, reply);
	struct made_kit *kit = maker == NULL ? NULL : kit_maker_kit(maker);

	if (maker != NULL && kit == NULL)
		reply_error(
			reply, 404, "unknown", SAY("no-kit-kept", "no kit is kept here: make it, or make it again"));
	return kit;
}

/* "Paper Night" as "paper-night.zip"; to be freed. */
static char *
download_name(const char *event)
{
	GString *name = g_string_new(NULL);

	for (; *event != '\0' && name->len < NAME_MOST; event++) {
		if (g_ascii_isalnum(*event))
			g_string_append_c(name, g_ascii_tolower(*event));
		else if (name->len > 0 && name->str[name->len - 1] != '-')
			g_string_append_c(name, '-');
	}
	while (name->len > 0 && name->str[name->len - 1] == '-')
		g_string_truncate(name, name->len - 1);
	g_string_append(name, name->len == 0 ? "kit.zip" : ".zip");
	return g_string_free(name, FALSE);
}

static void
get_zip(void *context, const struct request *request, struct reply *reply)
{
	struct made_kit *kit = kit_of(context, reply);

	(void)request;
	if (kit == NULL)
		return;
	g_autofree char *name = download_name(kit->name);
	void *zip = kit_zip_open(kit);
	if (zip == NULL) {
		reply_error(reply, 503, "trouble",
			SAY("zip-no-memory", "there is not enough memory for a ZIP now; please try again"));
		return;
	}
	reply_download(reply, name);
	reply_stream(reply, "application/zip", &kit_zip_source, zip);
}

/* Answers with the key or the kit file of the event, which are stored with it. */
static void
answer_kept(struct kiosk *kiosk, bool key, struct reply *reply)
{
	held_event *state = event_hold(kiosk->event, &reply->problem);
	const char *text;

	if (state == NULL)
		return;
	text = key ? (event_key(state) == NULL ? NULL : state->key_text)
		   : json_string_value(json_object_get(state->head, "definition"));
	if (text == NULL) {
		reply_error(reply, 404, "unknown",
			key ? SAY("no-event-key", "the event has no key")
			    : SAY("no-event-kit", "there is no event with a kit"));
		return;
	}
	reply_download(reply, key ? KEY_FILE : KIT_FILE);
	reply_bytes(reply, 200, "text/plain; charset=utf-8", g_bytes_new(text, strlen(text)));
}

static void
get_file(void *context, const struct request *request, struct reply *reply)
{
	bool key = strcmp(request->rest, KEY_FILE) == 0;

	if (key || strcmp(request->rest, KIT_FILE) == 0) {
		answer_kept(context, key, reply);
		return;
	}
	struct made_kit *kit = kit_of(context, reply);
	if (kit == NULL)
		return;
	const struct made_file *file = made_kit_file(kit, request->rest);
	g_autofree char *path = file == NULL ? NULL : made_kit_path(kit, file);
	GMappedFile *mapped = file == NULL ? NULL : g_mapped_file_new(path, FALSE, NULL);
	if (file == NULL) {
		reply_error(reply, 404, "unknown", SAY("no-kit-file", "the kit has no such file"));
	} else if (mapped == NULL) {
		reply_error(reply, 503, "trouble",
			SAY("kit-file-unreadable", "{file} cannot be read now; please try again"),
			ARG_TEXT("file", file->name));
	} else {
		const char *type = g_str_has_suffix(file->name, ".pdf") ? "application/pdf"
			: g_str_has_suffix(file->name, ".json")         ? "application/json"
									: "text/csv; charset=utf-8";

		if (request_query(request, "download") != NULL)
			reply_download(reply, file->name);
		reply_bytes(reply, 200, type, g_mapped_file_get_bytes(mapped));
		g_mapped_file_unref(mapped);
	}
	made_kit_release(kit);
}

const struct route kit_routes[] = {
	ROUTE("POST", "/api/kit/plan", post_plan, .body = KIT_BODY, .cost = 1, .needs = NEEDS_ORGANISER, .slow = true),
	ROUTE("POST", "/api/kit/cancel", post_cancel, .body = BODY_JSON, .cost = 1, .needs = NEEDS_ORGANISER),
	ROUTE("POST", "/api/kit", post_kit, .body = KIT_BODY, .cost = 2, .needs = NEEDS_ORGANISER, .slow = true),
	ROUTE("GET", "/api/kit", get_kit, .cost = 1, .needs = NEEDS_ORGANISER),
	ROUTE("GET", "/kit/all.zip", get_zip, .cost = 10, .streams = true, .needs = NEEDS_ORGANISER),
	ROUTE("GET", "/kit/", get_file, .cost = 1, .needs = NEEDS_ORGANISER),
	{.path = NULL},
};
