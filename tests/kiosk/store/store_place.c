/* SPDX-License-Identifier: MIT
 * Databases for tests of the store. */
#include "tests/kiosk/store/store_place.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/store/parts.h"
#include "scoring/answer.h"

static const char *remote;
static char folder[64];
static char names[4][128];

struct problem said;

static bool
holds(const struct message *message, const char *bytes, size_t size)
{
	for (size_t at = 0; at + size <= message->used; at++)
		if (memcmp(message->record + at, bytes, size) == 0)
			return true;
	return false;
}

bool
says(const struct message *message, const char *what)
{
	char **words = g_strsplit(what == NULL ? "" : what, " ", -1);
	bool all = message->used > 1;

	for (char **word = words; *word != NULL && all; word++) {
		char bytes[128];
		size_t size = (size_t)g_snprintf(
			bytes, sizeof bytes, "%c%s", strchr(*word, '=') == NULL ? ARGUMENT_SAY : ' ', *word);
		char *value = strchr(bytes, '=');

		if (value != NULL)
			*value = '\0';
		all = holds(message, bytes + (value != NULL), size + 1 - (value != NULL));
	}
	g_strfreev(words);
	return all;
}

const char *
sentence_of(const struct problem *problem)
{
	static char sentence[MESSAGE_TEXT];

	problem_write(problem, &audience_terminal, sentence, sizeof sentence);
	return sentence;
}

void
assert_says(const struct problem *problem, const char *what)
{
	if (!says(&problem->message, what))
		fail_msg("\"%s\" does not say %s", sentence_of(problem), what);
}

void
assert_stored(enum store_status status)
{
	if (status != STORE_OK)
		fail_msg("%d: %s", status, sentence_of(&said));
	assert_int_equal(said.status, STATUS_OK);
}

void
assert_refused(enum store_status status, enum store_status wanted, const char *what)
{
	if (status != wanted)
		fail_msg("%d: %s", status, sentence_of(&said));
	assert_says(&said, what);
	problem_clear(&said);
}

bool
place_init(int argc, char **argv)
{
	signal(SIGXFSZ, SIG_IGN);
	if (argc < 2 || strcmp(argv[1], "postgres") != 0)
		return true;
	remote = g_getenv("SEEDPRESS_POSTGRES");
	if (remote == NULL)
		fprintf(stderr, "run this by tests/kiosk/store/with-postgres\n");
	return remote != NULL;
}

bool
place_is_remote(void)
{
	return remote != NULL;
}

const char *
place_file(const char *name)
{
	static unsigned next;
	char *file = names[next++ % LENGTH(names)];

	g_snprintf(file, sizeof names[0], "%s/%s", folder, name);
	return file;
}

const char *
place_where(void)
{
	return remote != NULL ? remote : place_file("kiosk.db");
}

int
place_make(void **state)
{
	struct problem problem = {0};
	struct db *db;

	(void)state;
	g_strlcpy(folder, "/tmp/seedpress-store.XXXXXX", sizeof folder);
	if (g_mkdtemp(folder) == NULL)
		return -1;
	if (remote == NULL)
		return 0;
	db = db_create(remote, NULL, &problem);
	if (db == NULL || !db_script(db, "drop schema if exists seedpress cascade"))
		print_error("%s\n", sentence_of(&problem));
	db_destroy(db);
	return problem.status == STATUS_OK ? 0 : -1;
}

unsigned
place_remove_folder(const char *path)
{
	GDir *dir = g_dir_open(path, 0, NULL);
	unsigned count = 0;
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		char *file = g_build_filename(path, name, NULL);

		g_unlink(file);
		g_free(file);
		count++;
	}
	g_clear_pointer(&dir, g_dir_close);
	g_rmdir(path);
	return count;
}

int
place_remove(void **state)
{
	(void)state;
	place_remove_folder(place_file("backups"));
	place_remove_folder(folder);
	return g_file_test(folder, G_FILE_TEST_EXISTS) ? -1 : 0;
}

struct store *
place_open(void)
{
	struct problem problem = {0};
	struct store *store = store_create(place_where(), &problem);

	if (store == NULL)
		fail_msg("%s", sentence_of(&problem));
	assert_int_equal(problem.status, STATUS_OK);
	return store;
}

void
assert_not_opened(const char *where, const char *what)
{
	struct problem problem = {0};

	assert_null(store_create(where, &problem));
	assert_says(&problem, what);
}

/* A result with the score it is worth: checking a store scores it again. */
static const char played[] =
	"{\"game\":\"laundry\",\"players\":[{\"name\":\"Zo\xc3\xab\",\"values\":{\"underwear\":1,\"bra\":1,"
	"\"pants\":2,\"shirt\":2,\"bedsheet\":3,\"pillowcase\":3},\"score_dryer\":[\"sock\",\"sock\"],"
	"\"no_score_dryer\":[]},{\"values\":{\"underwear\":1,\"bra\":1,\"pants\":2,\"shirt\":2,\"bedsheet\":3,"
	"\"pillowcase\":3},\"score_dryer\":[\"sock\"],\"no_score_dryer\":[]}]}";

static char *
played_score(void)
{
	static char written[ANSWER_TEXT];
	static gsize done;

	if (g_once_init_enter(&done)) {
		struct answer *answer = g_new0(struct answer, 1);
		struct text text;

		if (!answer_text(answer, played, strlen(played), NULL))
			fail_msg("%s", first_sentence(&answer->problems));
		text_init(&text, written, sizeof written);
		answer_write(answer, &audience_public, &text);
		g_free(answer);
		g_once_init_leave(&done, 1);
	}
	return written;
}

struct entry
sample_entry(const char *submission, const char *play)
{
	return (struct entry){
		.kind = ENTRY_RESULT,
		.submission = submission,
		.play = play,
		.game = "coupons",
		.round = 1,
		.table = 3,
		.event = true,
		.who = "table 3 (Ana, Bo)",
		.why = "",
		.result = played,
		.score = played_score(),
	};
}

void
assert_add(struct store *store, const struct entry *entry, enum store_status status)
{
	struct problem problem = {0};
	enum store_status answer = store_add(store, entry, NULL, NULL, &problem);

	if (answer != status)
		fail_msg("%s: %d: %s", entry->submission, answer, sentence_of(&problem));
	assert_int_equal(problem.status == STATUS_OK, status == STORE_OK);
}

unsigned
count_entries(struct store *store, const char *play)
{
	GPtrArray *entries;
	unsigned count;

	assert_stored(store_history(store, play, 1000000, &entries, &said));
	count = entries->len;
	g_ptr_array_unref(entries);
	return count;
}

GPtrArray *
place_pieces(void)
{
	GPtrArray *pieces = g_ptr_array_new_with_free_func(g_free);

	for (unsigned i = 0; i < 2 * PLACE_TABLES; i++) {
		char code[16], play[16];

		g_snprintf(code, sizeof code, "C%u-%u", i / 2 + 1, i % 2);
		g_snprintf(play, sizeof play, "P%u", i / 2 + 1);
		g_ptr_array_add(pieces,
			printed_copy(&(struct printed){.code = code,
				.play = play,
				.game = "coupons",
				.round = 1,
				.table = i / 2 + 1,
				.seat = i % 2 == 0 ? -1 : 1,
				.spare = i / 2 + 1 == PLACE_TABLES}));
	}
	return pieces;
}

enum store_status
add_numbered(struct store *store, unsigned number)
{
	char name[32] = "";
	struct entry entry = sample_entry(name, name);

	g_snprintf(name, sizeof name, "f%u", number);
	return store_add(store, &entry, NULL, NULL, &said);
}

unsigned
add_until_trouble(struct store *store, unsigned from, const char *what)
{
	for (unsigned i = from; i < from + 100000; i++) {
		enum store_status status = add_numbered(store, i);

		if (status != STORE_OK) {
			assert_refused(status, STORE_TROUBLE, what);
			return i;
		}
	}
	fail_msg("it never fails");
	return 0;
}

bool
place_restore(struct store *store, const char *file, bool force, struct problem *problem)
{
	struct store_findings findings = {0};
	struct db *copy;
	bool fine;

	problem_clear(problem);
	copy = restore_read(file, &findings, problem);
	fine = copy != NULL && restore_put(store, copy, force, problem);
	db_destroy(copy);
	store_findings_clear(&findings);
	return fine;
}

void
place_fill(struct store *store)
{
	GPtrArray *pieces = place_pieces(), *people = g_ptr_array_new();
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat));
	const struct seat seat = {1, 1, 0, 1};
	struct entry entry = sample_entry("s1", "P1"), fixed = sample_entry("s2", "P1");
	char club[] = "Club", zoe[] = "Zo\xc3\xab";
	struct person person = {.name = zoe, .club = club};

	fixed.kind = ENTRY_CORRECTION;
	g_ptr_array_add(people, &person);
	g_array_append_val(seats, seat);
	assert_stored(store_import(store, "{}", NULL, pieces, "organiser", &said));
	assert_stored(store_people_set(store, people, NULL, "organiser", &said));
	assert_stored(store_seats_set(store, 1, seats, NULL, "organiser", "why", &said));
	assert_stored(store_set(store, "round", "1", "organiser", &said));
	assert_add(store, &entry, STORE_OK);
	assert_add(store, &fixed, STORE_OK);
	g_array_unref(seats);
	g_ptr_array_unref(people);
	g_ptr_array_unref(pieces);
}
