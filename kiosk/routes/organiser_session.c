/* SPDX-License-Identifier: MIT
 * The organiser's sessions: opened, used, stored, ended; the password: tried, changed, and set for the first time; and
 * the browsers that are known because somebody logged in there before. */
#include "kiosk/routes/organiser_session.h"

#include <glib.h>
#include <sodium.h>
#include <string.h>

#include "kiosk/http/rate_limit.h"
#include "kiosk/store/store.h"

/* Where the store has the password's hash, and before the key of each session: when it began and was used, and for
 * which password. */
#define SETTING "password"
#define STORED  "session/"

/* Sessions at once; with more, the one that was not used for longest ends. */
#define SESSIONS_MAX 256

/* Microseconds after which a session ends, after login and without use, and after which it is stored that it is used.
 */
#define LIFE  (12 * 3600 * (gint64)G_USEC_PER_SEC)
#define IDLE  (2 * 3600 * (gint64)G_USEC_PER_SEC)
#define SAVED (5 * 60 * (gint64)G_USEC_PER_SEC)

/* Bytes of a known browser's id, 128 bits in hexadecimal, and of its signature. */
#define KNOWN_ID  33
#define KNOWN_MAC 32

/* Wrong passwords: an address has 10, a network 15, and all together 30, then one in 15 minutes: about 100 a day. A
 * browser that was logged in before, and the kiosk itself, wait for their own mistakes alone; nobody waits for longer
 * than 5 s at the kiosk itself, where the next person may be someone else. */
#define PER_SECOND (1 / 900.0)
static const struct {
	struct rate_limit_options each, all, known, local;
} limits = {
	.each = {.capacity = 10, .per_second = PER_SECOND, .networks = 1.5},
	.all = {.capacity = 30, .per_second = PER_SECOND},
	.known = {.capacity = 10, .per_second = PER_SECOND},
	.local = {.capacity = 5, .per_second = 0.2},
};

struct organiser_sessions {
	struct store *store;
	struct rate_limit *wrong;       /* passwords, by address and network, */
	struct rate_limit *wrong_all;   /* and of all of these together; */
	struct rate_limit *wrong_known; /* by browsers that were logged in before, which wait for their own alone; */
	struct rate_limit *wrong_local; /* at the kiosk itself */
	struct rate_limit *wrong_codes; /* the one-time code: guessing it locks nobody out of logging in */
	int stale;                      /* atomic: the store changed */
	GMutex hashing;                 /* one at a time: a hash takes 64 MB and a tenth of a second */
	char code[ORGANISER_CODE];      /* for the first password */
	int code_used;                  /* atomic */
	int is_set;                     /* atomic: whether there was a password when it was last looked for */
	GMutex changing;                /* held while the password becomes another one */
	char *hash;                     /* that the sessions were opened with; with `changing` */
	GMutex lock;
	GHashTable *sessions; /* with `lock` */
	gint64 saved;         /* when it was last looked for what to store; with `lock` */
};

/* The table's key is a hash of the session's id: looking it up tells nothing by its time. */
struct session {
	gint64 begun, used, saved; /* monotonic microseconds */
};

/* Eight characters that nobody mixes up when reading them aloud: 40 bits, for guessers who wait. */
static void
draw_code(char code[ORGANISER_CODE])
{
	static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

	for (int i = 0; i < ORGANISER_CODE - 1; i++)
		code[i] = i == 4 ? '-' : letters[randombytes_uniform(sizeof letters - 1)];
	code[ORGANISER_CODE - 1] = '\0';
}

void
organiser_destroy(struct organiser_sessions *sessions)
{
	if (sessions == NULL)
		return;
	rate_limit_destroy(sessions->wrong);
	rate_limit_destroy(sessions->wrong_all);
	rate_limit_destroy(sessions->wrong_known);
	rate_limit_destroy(sessions->wrong_local);
	rate_limit_destroy(sessions->wrong_codes);
	g_hash_table_destroy(sessions->sessions);
	g_free(sessions->hash);
	g_mutex_clear(&sessions->hashing);
	g_mutex_clear(&sessions->changing);
	g_mutex_clear(&sessions->lock);
	g_free(sessions);
}

const char *
organiser_cookie(bool secure)
{
	return secure ? "__Host-seedpress" : "seedpress";
}

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

/* The token follows from the id, so that only a hash of the id has to be stored. */
static void
derive_token(const char *id, char token[ORGANISER_ID])
{
	static const unsigned char purpose[crypto_generichash_KEYBYTES] = "token of a session";
	unsigned char bytes[ORGANISER_ID / 2];

	crypto_generichash(bytes, sizeof bytes, (const unsigned char *)id, strlen(id), purpose, sizeof purpose);
	sodium_bin2hex(token, ORGANISER_ID, bytes, sizeof bytes);
}

static char *
key_of(const char *session)
{
	return g_compute_checksum_for_string(G_CHECKSUM_SHA256, session, -1);
}

static bool
is_over(const struct session *session, gint64 now)
{
	return now - session->begun > LIFE || now - session->used > IDLE;
}

bool
organiser_knows(struct organiser_sessions *sessions, const char *id, char token[ORGANISER_ID])
{
	gint64 now = g_get_monotonic_time();
	struct session *session;
	bool known;
	char *key;

	if (strlen(id) != ORGANISER_ID - 1)
		return false;
	key = key_of(id);
	g_mutex_lock(&sessions->lock);
	session = g_hash_table_lookup(sessions->sessions, key);
	known = session != NULL && !is_over(session, now);
	if (known) {
		session->used = now;
		derive_token(id, token);
	}
	g_mutex_unlock(&sessions->lock);
	g_free(key);
	return known;
}

/* Stores when a session began and was used, on the clock of the wall, or removes it (NULL). `soon`: without waiting for
 * the disk. What fails ends, or is removed, with the next start of the program. */
static bool
store_session(struct organiser_sessions *sessions, const char *key, const struct session *session, const char *hash,
	bool soon)
{
	gint64 wall = g_get_real_time() - g_get_monotonic_time();
	char *name = g_strconcat(STORED, key, NULL), *value = NULL;
	struct problem problem;
	enum store_status status;

	if (session != NULL) {
		char *mark = g_compute_checksum_for_string(G_CHECKSUM_SHA256, hash, -1);

		value = g_strdup_printf("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s", wall + session->begun,
			wall + session->used, mark);
		g_free(mark);
	}
	status = soon ? store_set_soon(sessions->store, name, value, &problem)
		      : store_set(sessions->store, name, value, NULL, &problem);
	g_free(value);
	g_free(name);
	return status == STORE_OK;
}

/* Takes the sessions that are over out of the table, or all but the one of `kept` if `all`; their keys are to be
 * removed from the store without the lock. With the lock held. */
static GPtrArray *
take_out(struct organiser_sessions *sessions, bool all, const char *kept)
{
	GPtrArray *keys = g_ptr_array_new_with_free_func(g_free);
	gint64 now = g_get_monotonic_time();
	GHashTableIter iter;
	gpointer key, value;

	g_hash_table_iter_init(&iter, sessions->sessions);
	while (g_hash_table_iter_next(&iter, &key, &value)) {
		if (all ? g_strcmp0(key, kept) == 0 : !is_over(value, now))
			continue;
		g_ptr_array_add(keys, g_strdup(key));
		g_hash_table_iter_remove(&iter);
	}
	return keys;
}

/* With the lock held; NULL where there is none. */
static const char *
least_used(const struct organiser_sessions *sessions)
{
	gint64 least = G_MAXINT64;
	const char *oldest = NULL;
	GHashTableIter iter;
	gpointer key, value;

	g_hash_table_iter_init(&iter, sessions->sessions);
	while (g_hash_table_iter_next(&iter, &key, &value)) {
		const struct session *session = value;

		if (session->used < least) {
			least = session->used;
			oldest = key;
		}
	}
	return oldest;
}

/* Opens a session for the password of this hash. With too many, the one that was not used for longest ends. */
static void
open_session(struct organiser_sessions *sessions, const char *hash, char id[ORGANISER_ID])
{
	gint64 now = g_get_monotonic_time();
	struct session fresh = {.begun = now, .used = now, .saved = now};
	GPtrArray *over;
	char *key;

	draw_id(id);
	key = key_of(id);
	g_mutex_lock(&sessions->lock);
	over = take_out(sessions, false, NULL);
	if (g_hash_table_size(sessions->sessions) >= SESSIONS_MAX) {
		const char *oldest = least_used(sessions);

		g_ptr_array_add(over, g_strdup(oldest));
		g_hash_table_remove(sessions->sessions, oldest);
	}
	g_hash_table_insert(sessions->sessions, g_strdup(key), g_memdup2(&fresh, sizeof fresh));
	g_mutex_unlock(&sessions->lock);
	bool fine = store_session(sessions, key, &fresh, hash, true);
	for (unsigned i = 0; i < over->len && fine; i++)
		fine = store_session(sessions, g_ptr_array_index(over, i), NULL, NULL, true);
	g_ptr_array_unref(over);
	g_free(key);
}

void
organiser_logout(struct organiser_sessions *sessions, const char *id)
{
	char *key = key_of(id);

	g_mutex_lock(&sessions->lock);
	g_hash_table_remove(sessions->sessions, key);
	g_mutex_unlock(&sessions->lock);
	store_session(sessions, key, NULL, NULL, false);
	g_free(key);
}

/* Ends all sessions but one (may be NULL), which is for the password of this hash from now on. */
static void
end_others(struct organiser_sessions *sessions, const char *id, const char *hash)
{
	char *key = id == NULL ? NULL : key_of(id);
	const struct session *found;
	struct session kept = {0};
	GPtrArray *others;

	g_mutex_lock(&sessions->lock);
	others = take_out(sessions, true, key);
	found = key == NULL ? NULL : g_hash_table_lookup(sessions->sessions, key);
	if (found != NULL)
		kept = *found;
	g_mutex_unlock(&sessions->lock);
	for (unsigned i = 0; i < others->len; i++)
		store_session(sessions, g_ptr_array_index(others, i), NULL, NULL, false);
	g_ptr_array_unref(others);
	if (kept.begun != 0)
		store_session(sessions, key, &kept, hash, true);
	g_free(key);
}

/* A stored session becomes one again, unless it is over or was for another password. */
static bool
revive(struct organiser_sessions *sessions, const char *hash, const char *key, const char *value)
{
	gint64 now = g_get_monotonic_time(), wall = g_get_real_time() - now;
	char *mark = g_compute_checksum_for_string(G_CHECKSUM_SHA256, hash, -1);
	char **parts = g_strsplit(value, " ", 3);
	struct session session;
	bool good = g_strv_length(parts) == 3 && organiser_same(parts[2], mark);

	if (good) {
		session.begun = g_ascii_strtoll(parts[0], NULL, 10) - wall;
		session.used = session.saved = g_ascii_strtoll(parts[1], NULL, 10) - wall;
		/* A clock that went back says nothing. */
		good = session.begun <= now && session.used <= now && !is_over(&session, now);
	}
	if (good)
		g_hash_table_insert(sessions->sessions, g_strdup(key), g_memdup2(&session, sizeof session));
	g_strfreev(parts);
	g_free(mark);
	return good;
}

/* Sessions that were open when the program ended, before anybody asks. */
static void
revive_all(struct organiser_sessions *sessions)
{
	GPtrArray *stored = NULL;
	struct problem problem = {0};

	if (store_setting(sessions->store, SETTING, &sessions->hash, &problem) == STORE_OK &&
		store_settings(sessions->store, STORED, &stored, &problem) == STORE_OK) {
		for (unsigned i = 0; i < stored->len; i++) {
			const struct setting *setting = g_ptr_array_index(stored, i);
			const char *key = setting->name + strlen(STORED);

			if (sessions->hash == NULL || g_hash_table_size(sessions->sessions) >= SESSIONS_MAX ||
				!revive(sessions, sessions->hash, key, setting->value))
				store_session(sessions, key, NULL, NULL, false);
		}
		g_ptr_array_unref(stored);
	}
}

struct organiser_sessions *
organiser_create(struct store *store)
{
	struct organiser_sessions *sessions = g_new0(struct organiser_sessions, 1);

	sessions->store = store;
	sessions->wrong = rate_limit_create(&limits.each);
	sessions->wrong_all = rate_limit_create(&limits.all);
	sessions->wrong_known = rate_limit_create(&limits.known);
	sessions->wrong_local = rate_limit_create(&limits.local);
	sessions->wrong_codes = rate_limit_create(&limits.each);
	draw_code(sessions->code);
	sessions->sessions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	g_mutex_init(&sessions->hashing);
	g_mutex_init(&sessions->changing);
	g_mutex_init(&sessions->lock);
	revive_all(sessions);
	sessions->is_set = sessions->hash != NULL;
	sessions->stale = 1; /* that may have failed: the first request looks again */
	return sessions;
}

/* Stores now and then that sessions are used, so that they do not look idle after a restart. */
static void
save_used(struct organiser_sessions *sessions)
{
	gint64 now = g_get_monotonic_time();
	bool fine = true;
	GHashTable *due = NULL;
	GHashTableIter iter;
	gpointer key, value;

	g_mutex_lock(&sessions->lock);
	if (now - sessions->saved > SAVED) {
		sessions->saved = now;
		due = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
		g_hash_table_iter_init(&iter, sessions->sessions);
		while (g_hash_table_iter_next(&iter, &key, &value)) {
			struct session *session = value;

			if (session->used <= session->saved)
				continue;
			session->saved = session->used;
			g_hash_table_insert(due, g_strdup(key), g_memdup2(session, sizeof *session));
		}
	}
	g_mutex_unlock(&sessions->lock);
	if (due == NULL)
		return;
	g_mutex_lock(&sessions->changing);
	g_hash_table_iter_init(&iter, due);
	while (fine && sessions->hash != NULL && g_hash_table_iter_next(&iter, &key, &value))
		fine = store_session(sessions, key, value, sessions->hash, true);
	g_mutex_unlock(&sessions->changing);
	g_hash_table_unref(due);
}

void
organiser_changed(struct organiser_sessions *sessions)
{
	g_atomic_int_set(&sessions->stale, 1);
}

void
organiser_refresh(struct organiser_sessions *sessions, bool writes)
{
	char *hash = NULL;
	struct problem problem = {0};

	if (writes)
		save_used(sessions);
	if (!g_atomic_int_compare_and_exchange(&sessions->stale, 1, 0))
		return;
	/* While another thread stores the password or a session: the next request looks. */
	if (!writes && !g_mutex_trylock(&sessions->changing)) {
		g_atomic_int_set(&sessions->stale, 1);
		return;
	}
	if (writes)
		g_mutex_lock(&sessions->changing);
	if (store_setting(sessions->store, SETTING, &hash, &problem) != STORE_OK) {
		g_atomic_int_set(&sessions->stale, 1);
	} else {
		g_atomic_int_set(&sessions->is_set, hash != NULL);
		if (sessions->hash != NULL && g_strcmp0(hash, sessions->hash) != 0) {
			g_clear_pointer(&sessions->hash, g_free);
			end_others(sessions, NULL, NULL);
		}
	}
	g_mutex_unlock(&sessions->changing);
	g_free(hash);
}

_Static_assert(ORGANISER_KNOWN == KNOWN_ID + 2 * KNOWN_MAC + 1, "an id, a dot and a signature");

bool
organiser_is_set(struct organiser_sessions *sessions)
{
	return g_atomic_int_get(&sessions->is_set) != 0;
}

char *
organiser_hash(const char *password, struct problem *problem)
{
	char *hash = g_malloc0(crypto_pwhash_STRBYTES);

	if (!g_utf8_validate(password, -1, NULL) || strlen(password) > PASSWORD_MOST)
		problem_set(problem, SAY("password-not-text", "the password is too long, or not text"));
	else if (g_utf8_strlen(password, -1) < PASSWORD_LEAST)
		problem_set(problem, SAY("password-short", "a password has at least {least} characters"),
			ARG_NUMBER("least", PASSWORD_LEAST));
	else if (crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
			 crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
		problem_set(problem, SAY("password-memory", "there is not enough memory for a password"));
	else
		return hash;
	g_free(hash);
	return NULL;
}

const char *
organiser_known_cookie(bool secure)
{
	return secure ? "__Host-seedpress-known" : "seedpress-known";
}

/* Signs a browser's id with the hash of the password: no other secret has to be kept, and with another
 * password nobody is known any more. */
static void
sign(const char *hash, const char id[KNOWN_ID], char known[ORGANISER_KNOWN])
{
	unsigned char key[crypto_generichash_KEYBYTES], mac[KNOWN_MAC];

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
	char id[ORGANISER_ID];
	bool done;

	draw_id(id);
	id[KNOWN_ID - 1] = '\0';
	g_mutex_lock(&sessions->changing);
	done = sessions->hash != NULL;
	if (done)
		sign(sessions->hash, id, known);
	g_mutex_unlock(&sessions->changing);
	return done;
}

/* Whether the browser was logged in with the password of this hash. */
static bool
is_known(const char *hash, const char *known)
{
	char id[KNOWN_ID], right[ORGANISER_KNOWN];

	if (known == NULL || strlen(known) != ORGANISER_KNOWN - 1)
		return false;
	memcpy(id, known, KNOWN_ID - 1);
	id[KNOWN_ID - 1] = '\0';
	sign(hash, id, right);
	return organiser_same(right, known);
}

/* The slot for hashing. The kiosk itself and those who are known wait for it; others come again, so that
 * they cannot hold up the threads that answer everybody. */
static bool
take_turn(struct organiser_sessions *sessions, bool waits)
{
	if (!waits)
		return g_mutex_trylock(&sessions->hashing);
	g_mutex_lock(&sessions->hashing);
	return true;
}

/* Compares a password with the one that is set, in its turn. */
static enum organiser_status
verify(struct organiser_sessions *sessions, const char *hash, const char *password, const struct organiser_asker *asker,
	unsigned *seconds)
{
	bool known = is_known(hash, asker->known), own = known || asker->local, right;
	struct rate_limit *limit = known ? sessions->wrong_known
		: asker->local           ? sessions->wrong_local
					 : sessions->wrong;
	const char *key = known ? asker->known : asker->address;

	*seconds = rate_limit_wait(limit, key, 1);
	if (!own)
		*seconds = MAX(*seconds, rate_limit_wait(sessions->wrong_all, "all", 1));
	if (*seconds > 0)
		return ORGANISER_WAIT;
	if (!take_turn(sessions, own)) {
		*seconds = 1;
		return ORGANISER_WAIT;
	}
	right = strlen(password) <= PASSWORD_MOST && crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
	g_mutex_unlock(&sessions->hashing);
	if (right) {
		rate_limit_reset(limit, key);
	} else {
		rate_limit_take(limit, key, 1);
		if (!own)
			rate_limit_take(sessions->wrong_all, "all", 1);
	}
	return right ? ORGANISER_OK : ORGANISER_WRONG;
}

static void
remember(struct organiser_sessions *sessions, const char *hash)
{
	char *copy = g_strdup(hash);

	g_free(sessions->hash);
	sessions->hash = copy;
	g_atomic_int_set(&sessions->is_set, 1);
}

enum organiser_status
organiser_login(struct organiser_sessions *sessions, const char *password, const struct organiser_asker *asker,
	char session[ORGANISER_ID], unsigned *seconds, struct problem *problem)
{
	enum organiser_status status;
	char *hash = NULL;

	if (store_setting(sessions->store, SETTING, &hash, problem) != STORE_OK)
		return ORGANISER_TROUBLE;
	if (hash == NULL)
		return ORGANISER_NONE;
	status = verify(sessions, hash, password, asker, seconds);
	if (status == ORGANISER_OK) {
		g_mutex_lock(&sessions->changing);
		remember(sessions, hash);
		open_session(sessions, hash, session);
		g_mutex_unlock(&sessions->changing);
		organiser_changed(sessions); /* it may have become another one meanwhile */
	}
	g_free(hash);
	return status;
}

/* Stores the new one; the sessions of the old one end. */
static enum organiser_status
replace(struct organiser_sessions *sessions, const char *password, bool local, const char *session, unsigned *seconds,
	struct problem *problem)
{
	enum organiser_status status = ORGANISER_OK;
	char *hash;

	if (!take_turn(sessions, local)) {
		*seconds = 1;
		return ORGANISER_WAIT;
	}
	hash = organiser_hash(password, problem);
	g_mutex_unlock(&sessions->hashing);
	if (hash == NULL)
		return ORGANISER_REFUSED;
	g_mutex_lock(&sessions->changing);
	if (store_set(sessions->store, SETTING, hash, "organiser", problem) == STORE_OK) {
		remember(sessions, hash);
		end_others(sessions, session, hash);
	} else {
		status = ORGANISER_TROUBLE;
	}
	g_mutex_unlock(&sessions->changing);
	g_free(hash);
	return status;
}

void
organiser_first_code(struct organiser_sessions *sessions, char code[ORGANISER_CODE])
{
	memcpy(code, sessions->code, ORGANISER_CODE);
}

/* As it was typed: in small letters, without its hyphen, with an O for a zero. */
static bool
is_code(const char *typed, const char *code)
{
	char plain[ORGANISER_CODE] = "";
	size_t length = 0;

	for (; *typed != '\0' && length < ORGANISER_CODE - 1; typed++) {
		char letter = g_ascii_toupper(*typed);

		if (letter == '-' || letter == ' ')
			continue;
		if (length == 4)
			plain[length++] = '-';
		plain[length++] = letter == 'O' ? '0' : letter == 'I' || letter == 'L' ? '1' : letter;
	}
	return *typed == '\0' && organiser_same(plain, code);
}

enum organiser_status
organiser_change(struct organiser_sessions *sessions, const char *old, const char *code, const char *password,
	const struct organiser_asker *asker, const char *session, unsigned *seconds, struct problem *problem)
{
	char *hash = NULL;

	if (store_setting(sessions->store, SETTING, &hash, problem) != STORE_OK)
		return ORGANISER_TROUBLE;
	if (hash != NULL) {
		enum organiser_status status = verify(sessions, hash, old, asker, seconds);

		g_free(hash);
		if (status != ORGANISER_OK)
			return status;
		return replace(sessions, password, asker->local, session, seconds, problem);
	}
	if (asker->local)
		return replace(sessions, password, true, session, seconds, problem);
	/* The first password from elsewhere, with the one-time code, which is taken so that two who know it cannot both
	 * use it. It stays good if nothing was stored. */
	if (code[0] == '\0')
		return ORGANISER_NONE;
	*seconds = rate_limit_wait(sessions->wrong_codes, asker->address, 1);
	if (*seconds > 0)
		return ORGANISER_WAIT;
	if (!is_code(code, sessions->code) || !g_atomic_int_compare_and_exchange(&sessions->code_used, 0, 1)) {
		rate_limit_take(sessions->wrong_codes, asker->address, 1);
		return ORGANISER_BAD_CODE;
	}
	enum organiser_status status = replace(sessions, password, false, NULL, seconds, problem);
	if (status != ORGANISER_OK)
		g_atomic_int_set(&sessions->code_used, 0);
	return status;
}
