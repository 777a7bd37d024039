/* SPDX-License-Identifier: MIT
 * Kits for the organiser: planning and making them, and their files. The work is done by kit_maker.h, which also
 * imports a kit as the event. */
#include <sodium.h>
#include <string.h>

#include "kiosk/making/kit_job.h"
#include "kiosk/making/kit_maker.h"
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
read_kit(struct call *call, struct kit *kit, unsigned status)
{
	json_t *text = json_object_get(call->body, "text"), *definition = json_object_get(call->body, "definition");
	struct problems problems;
	struct problem problem;

	*kit = (struct kit){0};
	problems_init(&problems);
	if (!json_is_string(text) && !json_is_object(definition))
		return refuse(call, 400, "bad-request",
			SAY("no-kit", "send \"text\", a kit file, or \"definition\" with \"event\" and \"rounds\""));
	if (json_string_length(text) > KIT_TEXT_MOST)
		problems_add(&problems, STATUS_REFUSED,
			SAY("kit-text-long", "a kit file that is sent has at most {most} bytes"),
			ARG_NUMBER("most", KIT_TEXT_MOST));
	else if (json_is_string(text) ? kit_parse(kit, json_string_value(text), json_string_length(text), &problems)
				      : kit_read_json(kit, definition, &problems)) {
		kit->bundled = g_strcmp0(json_string_value(json_object_get(call->body, "bundle")), "table") != 0;
		return true;
	}
	json_t *mistakes = json_array();
	for (size_t at = 0; problems_next(&problems, &at, &problem);)
		json_array_append_new(mistakes,
			json_pack("{s:o, s:o, s:s}", "line",
				problem.line == 0 ? json_null() : json_integer(problem.line), "sentence",
				reply_sentence(call->reply, &problem, false), "id", message_id(&problem.message)));
	json_t *answer = json_pack("{s:O?, s:o}", "text", text, "mistakes", mistakes);
	problems_first(&problems, &problem);
	if (status != 200)
		return reply_problem_with(call->reply, status, "refused", &problem, answer);
	reply_json(call->reply, status, answer);
	return false;
}

static bool
post_plan(struct call *call)
{
	struct kit kit;
	bool fine = read_kit(call, &kit, 200);

	if (fine) {
		json_t *plan = plan_json(&kit, &call->reply->audience);
		g_autofree char *texts = g_strconcat(kit.name, kit.date, NULL);
		g_autofree char *missing = memory_document_missing(call->kiosk->documents, texts);
		g_autofree char *definition = kit_definition(&kit);

		/* The characters of the name and date that no installed font has. */
		json_object_set_new(plan, "missing", json_string(missing));
		if (json_object_set(plan, "text", json_object_get(call->body, "text")) != 0)
			json_object_set_new(plan, "text", json_string(definition));
		json_object_set_new(plan, "mistakes", json_array());
		reply_json(call->reply, 200, plan);
	}
	kit_finish(&kit);
	return fine;
}

/* What makes kits; NULL after a refusal. */
static struct kit_maker *
maker_of(struct call *call)
{
	if (call->kiosk->kits == NULL)
		refuse(call, 503, "trouble", SAY("no-kits-here", "no kits can be made on this kiosk"));
	return call->kiosk->kits;
}

/* Answers with the kit that is being made and the one that is kept. */
static bool
answer(struct call *call, unsigned status)
{
	const json_t *head = call->state->head;
	struct kit_state made = kit_maker_state(call->kiosk->kits);
	json_t *kept = json_null(), *making = json_null();

	struct made_kit *kit = kit_maker_kit(call->kiosk->kits);

	if (kit != NULL) {
		const char *commitment = json_string_value(json_object_get(head, "commitment"));
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
	return reply_json(call->reply, status,
		json_pack("{s:o, s:o, s:o, s:b, s:b}", "making", making, "error",
			reply_sentence(call->reply, &made.problem, true), "kit", kept, "definition",
			json_is_string(json_object_get(head, "definition")), "keyed", event_key(call->state) != NULL));
}

static bool
get_kit(struct call *call)
{
	return maker_of(call) != NULL && answer(call, 200);
}

static bool
post_cancel(struct call *call)
{
	struct kit_maker *maker = maker_of(call);

	if (maker == NULL)
		return false;
	if (kit_maker_cancel(maker))
		return answer(call, 200);
	return refuse(
		call, 409, "refused", SAY("kit-not-cancelled", "no kit is being made that can still be cancelled"));
}

/* Begins making a kit, and answers. */
static bool
begin(struct call *call, const struct kit *kit, const char *key, bool is_event)
{
	if (!kit_maker_begin(call->kiosk->kits, kit, key, is_event))
		return refuse(
			call, 409, "busy", SAY("kit-busy", "a kit is being made already: wait for it, or cancel it"));
	call->reply->charge += COST_MAKE;
	return answer(call, 202);
}

/* The key of a new kit, also as text: the one in the body, or a random one. False after a refusal. */
static bool
choose_key(struct call *call, json_t *given, struct code_key *key, char text[CODE_KEY_DIGITS + 1])
{
	unsigned char bytes[CODE_KEY_DIGITS / 2];

	if (given != NULL && !json_is_string(given) && !json_is_null(given))
		return refuse(call, 400, "bad-request", SAY("key-expected", "\"key\" is the text of a key file"));
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
		refuse(call, 422, "refused",
			SAY("not-a-key", "that is not a key file: it holds {digits} hexadecimal digits"),
			ARG_NUMBER("digits", CODE_KEY_DIGITS));
}

/* Makes a new event's kit. */
static bool
make(struct call *call, struct kit *kit)
{
	char text[CODE_KEY_DIGITS + 1];
	g_autoptr(GPtrArray) entries = NULL;
	struct kit_totals totals;
	struct store_walk walk;
	struct code_key key;

	kit_count(kit, &totals);
	if (totals.all.pages > KIT_PAGES_MOST)
		return refuse(call, 422, "too-large",
			SAY("kit-too-many-pages",
				"that is more than {most} pages: print it by `seedpress kit`, or in two kits"),
			ARG_NUMBER("most", KIT_PAGES_MOST));
	/* The import checks this again; checking it here saves minutes of work. */
	if (store_walk_begin(call->kiosk->store, &walk, call->problem) != STORE_OK ||
		store_walk(call->kiosk->store, WALK_COUNTS, 1, &walk, &entries, call->problem) != STORE_OK)
		return false;
	if (entries->len > 0)
		return refuse(call, 422, "refused",
			SAY("event-has-results",
				"there are results of the event that is there: withdraw them before "
				"another kit takes its place"));
	if (!choose_key(call, json_object_get(call->body, "key"), &key, text))
		return false;
	if (kit->key_file == NULL)
		kit->key_file = g_strdup(KEY_FILE);
	kit_begin(kit);
	bool fine = kit_take_key(kit, &key) ||
		refuse(call, 422, "refused",
			SAY("kit-other-key",
				"the kit was made with another key: choose its key file, or delete the line key_hash"));
	fine = fine && begin(call, kit, text, false);
	sodium_memzero(&key, sizeof key);
	sodium_memzero(&kit->key_bytes, sizeof kit->key_bytes);
	sodium_memzero(text, sizeof text);
	return fine;
}

/* Makes the current event's kit again, if it would be the same: the fingerprint covers the versions of layouts and
 * filters. */
static bool
make_again(struct call *call)
{
	const struct event_state *state = call->state;
	const char *definition = json_string_value(json_object_get(state->head, "definition"));
	const char *commitment = json_string_value(json_object_get(state->head, "commitment"));
	char hex[KIT_COMMITMENT];
	struct problems problems;
	struct kit kit = {0};

	problems_init(&problems);
	if (definition == NULL)
		return refuse(call, 404, "unknown", SAY("no-event-kit", "there is no event with a kit"));
	bool same = kit_parse(&kit, definition, strlen(definition), &problems);
	if (same) {
		kit_commitment(&kit, hex);
		same = g_strcmp0(hex, commitment) == 0 &&
			(event_key(state) == NULL || kit_take_key(&kit, event_key(state)));
	}
	if (same) {
		kit.bundled = g_strcmp0(json_string_value(json_object_get(state->head, "bundle")), "round") == 0;
		same = begin(call, &kit, event_key(state) == NULL ? NULL : state->key_text, true);
	} else {
		refuse(call, 422, "refused",
			SAY("kit-other-version",
				"this kit was made by another version of Seedpress: it would not come out the same"));
	}
	sodium_memzero(&kit.key_bytes, sizeof kit.key_bytes);
	kit_finish(&kit);
	return same;
}

static bool
post_kit(struct call *call)
{
	struct kit kit;

	if (maker_of(call) == NULL || !request_json(call->request, call->reply, &call->body))
		return false;
	if (json_is_true(json_object_get(call->body, "again")))
		return make_again(call);
	bool fine = read_kit(call, &kit, 422) && make(call, &kit);
	kit_finish(&kit);
	return fine;
}

/* The kit that is kept; NULL after a refusal. */
static struct made_kit *
kit_of(struct call *call)
{
	struct kit_maker *maker = maker_of(call);
	struct made_kit *kit = maker == NULL ? NULL : kit_maker_kit(maker);

	if (maker != NULL && kit == NULL)
		refuse(call, 404, "unknown", SAY("no-kit-kept", "no kit is kept here: make it, or make it again"));
	return kit;
}

/* The kit of "Paper Night" as "paper-night.zip". */
static bool
get_zip(struct call *call)
{
	struct made_kit *kit = kit_of(call);

	if (kit == NULL)
		return false;
	g_autoptr(GString) name = g_string_new(NULL);
	for (const char *at = kit->name; *at != '\0' && name->len < NAME_MOST; at++) {
		if (g_ascii_isalnum(*at))
			g_string_append_c(name, g_ascii_tolower(*at));
		else if (name->len > 0 && name->str[name->len - 1] != '-')
			g_string_append_c(name, '-');
	}
	while (name->len > 0 && name->str[name->len - 1] == '-')
		g_string_truncate(name, name->len - 1);
	g_string_append(name, name->len == 0 ? "kit.zip" : ".zip");
	void *zip = kit_zip_open(kit);
	if (zip == NULL)
		return refuse(call, 503, "trouble",
			SAY("zip-no-memory", "there is not enough memory for a ZIP now; please try again"));
	reply_download(call->reply, name->str);
	return reply_stream(call->reply, "application/zip", &kit_zip_source, zip);
}

/* A file of the kit; or the key or the kit file of the event, which are stored with it. */
static bool
get_file(struct call *call)
{
	bool key = strcmp(call->request->rest, KEY_FILE) == 0;

	if (key || strcmp(call->request->rest, KIT_FILE) == 0) {
		const struct event_state *state = call->state;
		const char *text = key ? (event_key(state) == NULL ? NULL : state->key_text)
				       : json_string_value(json_object_get(state->head, "definition"));

		if (text == NULL)
			return refuse(call, 404, "unknown",
				key ? SAY("no-event-key", "the event has no key")
				    : SAY("no-event-kit", "there is no event with a kit"));
		reply_download(call->reply, key ? KEY_FILE : KIT_FILE);
		return reply_bytes(call->reply, 200, "text/plain; charset=utf-8", g_bytes_new(text, strlen(text)));
	}
	struct made_kit *kit = kit_of(call);
	if (kit == NULL)
		return false;
	const struct made_file *file = made_kit_file(kit, call->request->rest);
	g_autofree char *path = file == NULL ? NULL : g_build_filename(kit->folder, file->name, NULL);
	GMappedFile *mapped = file == NULL ? NULL : g_mapped_file_new(path, FALSE, NULL);
	if (file == NULL) {
		refuse(call, 404, "unknown", SAY("no-kit-file", "the kit has no such file"));
	} else if (mapped == NULL) {
		refuse(call, 503, "trouble", SAY("kit-file-unreadable", "{file} cannot be read now; please try again"),
			ARG_TEXT("file", file->name));
	} else {
		const char *type = g_str_has_suffix(file->name, ".pdf") ? "application/pdf"
			: g_str_has_suffix(file->name, ".json")         ? "application/json"
									: "text/csv; charset=utf-8";

		if (request_query(call->request, "download") != NULL)
			reply_download(call->reply, file->name);
		reply_bytes(call->reply, 200, type, g_mapped_file_get_bytes(mapped));
		g_mapped_file_unref(mapped);
	}
	made_kit_release(kit);
	return true;
}

const struct route kit_routes[] = {
	ROUTE("POST", "/api/kit/plan", post_plan, .body = KIT_BODY, .cost = 1, .needs = NEEDS_ORGANISER | NEEDS_JSON,
		.slow = true),
	ROUTE("POST", "/api/kit/cancel", post_cancel, .body = BODY_JSON, .cost = 1,
		.needs = NEEDS_ORGANISER | NEEDS_EVENT),
	ROUTE("POST", "/api/kit", post_kit, .body = KIT_BODY, .cost = 2, .needs = NEEDS_ORGANISER | NEEDS_EVENT,
		.slow = true),
	ROUTE("GET", "/api/kit", get_kit, .cost = 1, .needs = NEEDS_ORGANISER | NEEDS_EVENT),
	ROUTE("GET", "/kit/all.zip", get_zip, .cost = 10, .streams = true, .needs = NEEDS_ORGANISER),
	ROUTE("GET", "/kit/", get_file, .cost = 1, .needs = NEEDS_ORGANISER | NEEDS_EVENT),
	{.path = NULL},
};
