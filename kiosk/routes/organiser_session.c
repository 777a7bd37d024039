/* SPDX-License-Identifier: MIT
 * The organiser's sessions: opened, used, stored, ended; the password: tried, changed, and set for the first time; and
 * the browsers that are known because somebody logged in there before. */
#include "kiosk/routes/organiser_session.h"

#include <glib.h>
#include <sodium.h>
#include <string.h>

#include "kiosk/http/rate_limit.h"
#include "kiosk/routes/kiosk.h"

/* Bytes of the one-time code: "K7QM-3XPA". */
#define ORGANISER_CODE 10

/* The setting with the password's hash. */
#define SETTING "password"

/* Prefix of the name of a session's setting, followed by its key. The value says when the session began and was last
 * used, and for which password. */
#define STORED "session/"

/* Sessions at once; one more ends the least recently used one. */
#define SESSIONS_MAX 256

/* Microseconds after login after which a session ends: an evening. */
#define LIFE (12 * 3600 * (gint64)G_USEC_PER_SEC)

/* Microseconds without use after which a session ends: a long break. */
#define IDLE (2 * 3600 * (gint64)G_USEC_PER_SEC)

/* Microseconds between two times that the last use of sessions is stored. After a restart a session can look idle for
 * this much longer than it was. */
#define SAVED (5 * 60 * (gint64)G_USEC_PER_SEC)

/* Bytes of a known browser's id: 128 bits in hexadecimal. */
#define KNOWN_ID 33

/* Bytes of the signature of such an id. */
#define KNOWN_MAC 32

/* Limits of wrong passwords. An address has 10 tries, a network 15 and all together 30; then there is one in 15
 * minutes, about 100 a day. A browser that was logged in before, and the kiosk itself, only wait for their own
 * mistakes; at the kiosk itself nobody waits longer than 5 s, because the next person may be someone else. The one-time
 * code has a limit of its own, so that guessing it locks nobody out. */
enum { WRONG, WRONG_OF_ALL, WRONG_KNOWN, WRONG_LOCAL, WRONG_CODES, LIMITS };

/* Tries that come back per second: one in 15 minutes, about 100 a day. */
#define PER_SECOND (1 / 900.0)

static const struct rate_limit_options limits[LIMITS] = {
	[WRONG] = {.capacity = 10, .per_second = PER_SECOND, .networks = 1.5},
	[WRONG_OF_ALL] = {.capacity = 30, .per_second = PER_SECOND},
	[WRONG_KNOWN] = {.capacity = 10, .per_second = PER_SECOND},
	[WRONG_LOCAL] = {.capacity = 5, .per_second = 0.2},
	[WRONG_CODES] = {.capacity = 10, .per_second = PER_SECOND, .networks = 1.5},
};

struct organiser_sessions {
	struct store *store;
	struct rate_limit *limits[LIMITS];
	int stale;                 /* atomic: the store changed */
	GMutex hashing;            /* one at a time: a hash takes 64 MB and a tenth of a second */
	char code[ORGANISER_CODE]; /* for the first password */
	int code_used;             /* atomic */
	int is_set;                /* atomic: whether there was a password at the last look */
	GMutex changing;           /* held while the password changes */
	char *hash;                /* that the sessions were opened with; with `changing` */
	GMutex lock;
	GHashTable *sessions; /* with `lock`; by a hash of their ids: looking one up tells nothing by its time */
	gint64 saved;         /* when it was last stored which sessions are used; with `lock` */
};

struct session {
	gint64 begun, used; /* monotonic microseconds */
};

bool
organiser_same(const char *a, const char *b)
{
	size_t length = strlen(a);

	return length == strlen(b) && sodium_memcmp(a, b, length) == 0;
}

static void
draw_id(char text[ORGANISER_ID])
{
	unsigned char bytes[ORGANISER_ID / 2];

	randombytes_buf(bytes, sizeof bytes);
	sodium_bin2hex(text, ORGANISER_ID, bytes, sizeof bytes);
}

/* The key of a session in the table; and of a password's hash, to compare it with a stored session's. */
static char *
digest(const char *text)
{
	return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

static bool
is_over(const struct session *session, gint64 now)
{
	return now - session->begun > LIFE || now - session->used > IDLE;
}

bool
organiser_knows(struct organiser_sessions *sessions, const char *id, char token[ORGANISER_ID])
{
	static const unsigned char purpose[crypto_generichash_KEYBYTES] = "token of a session";
	gint64 now = g_get_monotonic_time();
	unsigned char bytes[ORGANISER_ID / 2];

	if (strlen(id) != ORGANISER_ID - 1)
		return false;
	g_autofree char *key = digest(id);
	g_mutex_lock(&sessions->lock);
	struct session *session = g_hash_table_lookup(sessions->sessions, key);
	bool known = session != NULL && !is_over(session, now);
	if (known)
		session->used = now;
	g_mutex_unlock(&sessions->lock);
	/* The token follows from the id, so that only a hash of the id has to be stored. */
	if (known) {
		crypto_generichash(bytes, sizeof bytes, (const unsigned char *)id, strlen(id), purpose, sizeof purpose);
		sodium_bin2hex(token, ORGANISER_ID, bytes, sizeof bytes);
	}
	return known;
}

/* Stores when a session began and was last used, in wall-clock time, for the password with this hash; without waiting
 * for the disk. A session that is not stored ends when the program does. */
static bool
save_session(struct organiser_sessions *sessions, const char *key, const struct session *session, const char *hash)
{
	gint64 wall = g_get_real_time() - g_get_monotonic_time();
	g_autofree char *mark = digest(hash), *name = g_strconcat(STORED, key, NULL);
	g_autofree char *value = g_strdup_printf(
		"%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s", wall + session->begun, wall + session->used, mark);
	struct problem problem;

	return store_set_soon(sessions->store, name, value, &problem) == STORE_OK;
}

/* Removes a stored session; `soon`: without waiting for the disk. One that stays is removed when the program starts
 * again. */
static bool
forget_session(struct organiser_sessions *sessions, const char *key, bool soon)
{
	g_autofree char *name = g_strconcat(STORED, key, NULL);
	struct problem problem;

	return soon ? store_set_soon(sessions->store, name, NULL, &problem) == STORE_OK
		    : store_set(sessions->store, name, NULL, NULL, &problem) == STORE_OK;
}

/* Ends sessions: those that are over, the one with this key, or all but that one (NULL: all). */
enum ending { END_OVER, END_ONE, END_OTHERS };
static void
end_sessions(struct organiser_sessions *sessions, enum ending ending, const char *key)
{
	g_autoptr(GPtrArray) ended = g_ptr_array_new_with_free_func(g_free);
	gint64 now = g_get_monotonic_time();
	bool soon = ending == END_OVER, fine = true;
	GHashTableIter iter;
	gpointer each, session;

	g_mutex_lock(&sessions->lock);
	g_hash_table_iter_init(&iter, sessions->sessions);
	while (g_hash_table_iter_next(&iter, &each, &session)) {
		bool is_it = g_strcmp0(each, key) == 0;

		if (ending == END_OVER ? !is_over(session, now) : is_it != (ending == END_ONE))
			continue;
		g_ptr_array_add(ended, g_strdup(each));
		g_hash_table_iter_remove(&iter);
	}
	g_mutex_unlock(&sessions->lock);
	/* If one cannot be removed without waiting, the others will not be either. */
	for (unsigned i = 0; i < ended->len && (fine || !soon); i++)
		fine = forget_session(sessions, g_ptr_array_index(ended, i), soon);
}

/* Opens a session for the password with this hash. If there are too many, the least recently used one ends. */
static void
open_session(struct organiser_sessions *sessions, const char *hash, char id[ORGANISER_ID])
{
	gint64 now = g_get_monotonic_time();
	struct session fresh = {.begun = now, .used = now}, *oldest = &fresh;
	GHashTableIter iter;
	gpointer session;

	draw_id(id);
	g_autofree char *key = digest(id);
	g_mutex_lock(&sessions->lock);
	g_hash_table_iter_init(&iter, sessions->sessions);
	while (g_hash_table_iter_next(&iter, NULL, &session))
		if (((const struct session *)session)->used < oldest->used)
			oldest = session;
	/* It counts as idle from now on, so that end_sessions() removes it. */
	if (g_hash_table_size(sessions->sessions) >= SESSIONS_MAX)
		oldest->used = now - IDLE - 1;
	g_hash_table_insert(sessions->sessions, g_strdup(key), g_memdup2(&fresh, sizeof fresh));
	g_mutex_unlock(&sessions->lock);
	if (save_session(sessions, key, &fresh, hash))
		end_sessions(sessions, END_OVER, NULL);
}

void
organiser_logout(struct organiser_sessions *sessions, const char *id)
{
	g_autofree char *key = digest(id);

	end_sessions(sessions, END_ONE, key);
}

/* Restores the sessions that were open when the program ended, unless they are over or were for another password. */
static void
restore_sessions(struct organiser_sessions *sessions)
{
	gint64 now = g_get_monotonic_time(), wall = g_get_real_time() - now;
	g_autoptr(GPtrArray) stored = NULL;
	struct problem problem = {0};

	if (store_setting(sessions->store, SETTING, &sessions->hash, &problem) == STORE_OK)
		store_settings(sessions->store, STORED, &stored, &problem);
	g_autofree char *mark = sessions->hash == NULL ? NULL : digest(sessions->hash);
	for (unsigned i = 0; stored != NULL && i < stored->len; i++) {
		const struct setting *setting = g_ptr_array_index(stored, i);
		const char *key = setting->name + strlen(STORED);
		g_auto(GStrv) parts = g_strsplit(setting->value, " ", 3);
		struct session session = {0};
		bool good = mark != NULL && g_hash_table_size(sessions->sessions) < SESSIONS_MAX &&
			g_strv_length(parts) == 3 && organiser_same(parts[2], mark);

		if (good) {
			session.begun = g_ascii_strtoll(parts[0], NULL, 10) - wall;
			session.used = g_ascii_strtoll(parts[1], NULL, 10) - wall;
			/* Times in the future come from a clock that was put back: they say nothing. */
			good = session.begun <= now && session.used <= now && !is_over(&session, now);
		}
		if (good)
			g_hash_table_insert(sessions->sessions, g_strdup(key), g_memdup2(&session, sizeof session));
		else
			forget_session(sessions, key, false);
	}
	sessions->saved = now;
}

struct organiser_sessions *
organiser_create(struct store *store)
{
	/* Eight characters that are hard to confuse: 40 bits, enough because guessing is rate-limited. */
	static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
	struct organiser_sessions *sessions = g_new0(struct organiser_sessions, 1);

	sessions->store = store;
	for (int i = 0; i < LIMITS; i++)
		sessions->limits[i] = rate_limit_create(&limits[i]);
	for (int i = 0; i < ORGANISER_CODE - 1; i++)
		sessions->code[i] = i == 4 ? '-' : letters[randombytes_uniform(sizeof letters - 1)];
	sessions->sessions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	g_mutex_init(&sessions->hashing);
	g_mutex_init(&sessions->changing);
	g_mutex_init(&sessions->lock);
	restore_sessions(sessions);
	sessions->is_set = sessions->hash != NULL;
	sessions->stale = 1; /* reading may have failed: the first request tries again */
	return sessions;
}

void
organiser_destroy(struct organiser_sessions *sessions)
{
	if (sessions == NULL)
		return;
	for (int i = 0; i < LIMITS; i++)
		rate_limit_destroy(sessions->limits[i]);
	g_hash_table_destroy(sessions->sessions);
	g_free(sessions->hash);
	g_mutex_clear(&sessions->hashing);
	g_mutex_clear(&sessions->changing);
	g_mutex_clear(&sessions->lock);
	g_free(sessions);
}

/* Stores when sessions were last used, so that they do not look idle after a restart: those that were used since the
 * last time, or `all`, if they belong to a new password. With `changing` held. */
static void
save_used(struct organiser_sessions *sessions, bool all)
{
	g_autoptr(GHashTable) due = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	GHashTableIter iter;
	gpointer key, value;

	g_mutex_lock(&sessions->lock);
	g_hash_table_iter_init(&iter, sessions->sessions);
	while (g_hash_table_iter_next(&iter, &key, &value))
		if (all || ((const struct session *)value)->used > sessions->saved)
			g_hash_table_insert(due, g_strdup(key), g_memdup2(value, sizeof(struct session)));
	sessions->saved = g_get_monotonic_time();
	g_mutex_unlock(&sessions->lock);
	bool fine = sessions->hash != NULL;
	g_hash_table_iter_init(&iter, due);
	while (fine && g_hash_table_iter_next(&iter, &key, &value))
		fine = save_session(sessions, key, value, sessions->hash);
}

void
organiser_changed(struct organiser_sessions *sessions)
{
	g_atomic_int_set(&sessions->stale, 1);
}

void
organiser_refresh(struct organiser_sessions *sessions, bool writes)
{
	g_autofree char *hash = NULL;
	struct problem problem = {0};

	g_mutex_lock(&sessions->lock);
	bool is_due = writes && g_get_monotonic_time() - sessions->saved > SAVED;
	g_mutex_unlock(&sessions->lock);
	if (is_due) {
		g_mutex_lock(&sessions->changing);
		save_used(sessions, false);
		g_mutex_unlock(&sessions->changing);
	}
	if (!g_atomic_int_compare_and_exchange(&sessions->stale, 1, 0))
		return;
	/* While another thread stores the password or a session, this is left to the next request. */
	if (writes) {
		g_mutex_lock(&sessions->changing);
	} else if (!g_mutex_trylock(&sessions->changing)) {
		organiser_changed(sessions);
		return;
	}
	if (store_setting(sessions->store, SETTING, &hash, &problem) != STORE_OK) {
		organiser_changed(sessions);
	} else {
		g_atomic_int_set(&sessions->is_set, hash != NULL);
		if (sessions->hash != NULL && g_strcmp0(hash, sessions->hash) != 0) {
			g_clear_pointer(&sessions->hash, g_free);
			end_sessions(sessions, END_OTHERS, NULL);
		}
	}
	g_mutex_unlock(&sessions->changing);
}

bool
organiser_is_set(struct organiser_sessions *sessions)
{
	return g_atomic_int_get(&sessions->is_set) != 0;
}

char *
organiser_hash(const char *password, struct problem *problem)
{
	g_autofree char *hash = g_malloc0(crypto_pwhash_STRBYTES);

	if (!g_utf8_validate(password, -1, NULL) || strlen(password) > PASSWORD_MOST)
		problem_set(problem, SAY("password-not-text", "the password is too long, or not text"));
	else if (g_utf8_strlen(password, -1) < PASSWORD_LEAST)
		problem_set(problem, SAY("password-short", "a password has at least {least} characters"),
			ARG_NUMBER("least", PASSWORD_LEAST));
	else if (crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
			 crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
		problem_set(problem, SAY("password-memory", "there is not enough memory for a password"));
	else
		return g_steal_pointer(&hash);
	return NULL;
}

/* Signs a browser's id (KNOWN_ID - 1 characters) with the hash of the password: no other secret has to be kept, and a
 * new password makes all signatures invalid. */
static void
sign(const char *hash, const char *id, char known[ORGANISER_KNOWN])
{
	unsigned char key[crypto_generichash_KEYBYTES], mac[KNOWN_MAC];

	_Static_assert(ORGANISER_KNOWN == KNOWN_ID + 2 * KNOWN_MAC + 1, "an id, a dot and a signature");
	crypto_generichash(key, sizeof key, (const unsigned char *)hash, strlen(hash), NULL, 0);
	crypto_generichash(mac, sizeof mac, (const unsigned char *)id, KNOWN_ID - 1, key, sizeof key);
	memcpy(known, id, KNOWN_ID - 1);
	known[KNOWN_ID - 1] = '.';
	sodium_bin2hex(known + KNOWN_ID, ORGANISER_KNOWN - KNOWN_ID, mac, sizeof mac);
	sodium_memzero(key, sizeof key);
}

bool
organiser_remember(struct organiser_sessions *sessions, char known[ORGANISER_KNOWN])
{
	G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&sessions->changing);
	char id[ORGANISER_ID];

	draw_id(id);
	if (sessions->hash != NULL)
		sign(sessions->hash, id, known);
	return sessions->hash != NULL;
}

static bool
refuse_for_now(struct call *call, unsigned seconds)
{
	return reply_slow_down(call->reply, seconds,
		SAY_COUNT("wait-before-try", "wait {count} second before the next try",
			"wait {count} seconds before the next try", seconds));
}

/* Waits for the turn to hash; false after answering that it is taken. The kiosk itself and known browsers wait here;
 * others have to try again, so that they cannot hold up the threads that answer everybody. */
static bool
take_turn(struct call *call, bool waits)
{
	GMutex *hashing = &call->kiosk->sessions->hashing;

	if (waits)
		g_mutex_lock(hashing);
	return waits || g_mutex_trylock(hashing) || refuse_for_now(call, 1);
}

/* Compares a password with the one that is set; false after answering. */
static bool
verify(struct call *call, const char *hash, const char *password)
{
	struct organiser_sessions *sessions = call->kiosk->sessions;
	const char *browser = request_cookie(call->request, KNOWN_COOKIE(call));
	bool known = false, local = call->request->local;
	char signature[ORGANISER_KNOWN];

	/* Whether the browser was logged in with this password before. */
	if (browser != NULL && strlen(browser) == ORGANISER_KNOWN - 1) {
		sign(hash, browser, signature);
		known = organiser_same(signature, browser);
	}
	bool own = known || local;
	struct rate_limit *limit = sessions->limits[known ? WRONG_KNOWN : local ? WRONG_LOCAL : WRONG];
	struct rate_limit *all = sessions->limits[WRONG_OF_ALL];
	const char *key = known ? browser : call->request->address;
	unsigned seconds = rate_limit_wait(limit, key, 1);
	if (!own)
		seconds = MAX(seconds, rate_limit_wait(all, "all", 1));
	if (seconds > 0)
		return refuse_for_now(call, seconds);
	if (!take_turn(call, own))
		return false;
	bool right =
		strlen(password) <= PASSWORD_MOST && crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
	g_mutex_unlock(&sessions->hashing);
	if (right) {
		rate_limit_reset(limit, key);
		return true;
	}
	rate_limit_take(limit, key, 1);
	if (!own)
		rate_limit_take(all, "all", 1);
	return refuse(call, 401, "organiser", SAY("wrong-password", "this is not the password"));
}

static bool
refuse_unset(struct call *call)
{
	return refuse(call, 403, "forbidden",
		SAY("no-password",
			"no password is set yet; the first one is set on the kiosk itself, or with the code on its terminal"));
}

/* The password is the one of this hash. With `changing` held. */
static void
remember(struct organiser_sessions *sessions, const char *hash)
{
	g_free(sessions->hash);
	sessions->hash = g_strdup(hash);
	g_atomic_int_set(&sessions->is_set, 1);
}

bool
organiser_login(struct call *call, const char *password, char session[ORGANISER_ID])
{
	struct organiser_sessions *sessions = call->kiosk->sessions;
	g_autofree char *hash = NULL;

	if (store_setting(sessions->store, SETTING, &hash, call->problem) != STORE_OK)
		return false;
	if (hash == NULL)
		return refuse_unset(call);
	if (!verify(call, hash, password))
		return false;
	g_mutex_lock(&sessions->changing);
	remember(sessions, hash);
	open_session(sessions, hash, session);
	g_mutex_unlock(&sessions->changing);
	organiser_changed(sessions); /* the password may have been changed meanwhile */
	return true;
}

/* Stores the new password; the sessions of the old one end, but for that of this call. */
static bool
replace(struct call *call, const char *password)
{
	struct organiser_sessions *sessions = call->kiosk->sessions;
	g_autofree char *own = call->organiser ? digest(request_cookie(call->request, SESSION_COOKIE(call))) : NULL;

	if (!take_turn(call, call->request->local))
		return false;
	g_autofree char *hash = organiser_hash(password, call->problem);
	g_mutex_unlock(&sessions->hashing);
	if (hash == NULL)
		return reply_problem(call->reply, 400, "bad-request", call->problem);
	G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&sessions->changing);
	if (store_set(sessions->store, SETTING, hash, "organiser", call->problem) != STORE_OK)
		return false;
	remember(sessions, hash);
	end_sessions(sessions, END_OTHERS, own);
	save_used(sessions, true);
	return true;
}

const char *
organiser_first_code(const struct organiser_sessions *sessions)
{
	return sessions->code;
}

bool
organiser_change(struct call *call, const char *old, const char *code, const char *password)
{
	struct organiser_sessions *sessions = call->kiosk->sessions;
	struct rate_limit *wrong = sessions->limits[WRONG_CODES];
	const char *address = call->request->address;
	g_autofree char *hash = NULL;

	if (store_setting(sessions->store, SETTING, &hash, call->problem) != STORE_OK)
		return false;
	if (hash != NULL)
		return verify(call, hash, old) && replace(call, password);
	if (call->request->local)
		return replace(call, password);
	/* From elsewhere the first password needs the one-time code, in any case, with or without its hyphen, with an O
	 * for a zero. It is used up first, so that two people who know it cannot both use it, and becomes valid again
	 * if nothing was stored. */
	if (code[0] == '\0')
		return refuse_unset(call);
	unsigned seconds = rate_limit_wait(wrong, address, 1);
	if (seconds > 0)
		return refuse_for_now(call, seconds);
	char typed[ORGANISER_CODE] = "";
	size_t length = 0;
	for (; *code != '\0' && length < ORGANISER_CODE - 1; code++) {
		char letter = g_ascii_toupper(*code);

		if (letter == '-' || letter == ' ')
			continue;
		if (length == 4)
			typed[length++] = '-';
		typed[length++] = letter == 'O' ? '0' : letter == 'I' || letter == 'L' ? '1' : letter;
	}
	if (*code != '\0' || !organiser_same(typed, sessions->code) ||
		!g_atomic_int_compare_and_exchange(&sessions->code_used, 0, 1)) {
		rate_limit_take(wrong, address, 1);
		return refuse(call, 401, "organiser",
			SAY("wrong-first-code", "this is not the code on the kiosk's terminal"));
	}
	bool fine = replace(call, password);
	if (!fine)
		g_atomic_int_set(&sessions->code_used, 0);
	return fine;
}
