/* SPDX-License-Identifier: MIT
 * The organiser's password and sessions. */
#include "kiosk/routes/organiser_session.h"

#include <glib.h>
#include <sodium.h>
#include <string.h>

#include "kiosk/routes/lockout.h"
#include "kiosk/store/store.h"

#define SESSIONS_MAX 256
#define LIFE         (12 * 3600 * (gint64)G_USEC_PER_SEC)
#define IDLE         (2 * 3600 * (gint64)G_USEC_PER_SEC)
#define SAVED        (5 * 60 * (gint64)G_USEC_PER_SEC) /* how often it is stored that they are used */
#define SETTING      "password"
#define STORED       "session/" /* and the table's key: when it began and was used, and for which password */
#define KNOWN_ID     33 /* bytes of a known browser's id: 128 bits in hexadecimal */
#define KNOWN_MAC    32 /* bytes of its signature */

_Static_assert(ORGANISER_KNOWN == KNOWN_ID + 2 * KNOWN_MAC + 1, "an id, a dot and a signature");

/* The table's key is a hash of the session's id: looking it up tells nothing by its time. */
struct session {
	gint64 begun, used, saved; /* monotonic microseconds */
};

struct organiser_sessions {
	struct store *store;
	struct lockout *lockout;
	int stale;        /* atomic: the store changed */
	GMutex hashing;   /* one at a time: a hash takes 64 MB and a tenth of a second */
	char code[ORGANISER_CODE]; /* for the first password */
	int code_used;    /* atomic */
	GMutex changing;  /* held while the password becomes another one */
	char *hash;       /* that the sessions were opened with; with `changing` */
	GMutex lock;
	GHashTable *sessions; /* with `lock` */
	gint64 saved;     /* when it was last looked for what to store; with `lock` */
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
organiser_free(struct organiser_sessions *sessions)
{
	if (sessions == NULL)
		return;
	lockout_free(sessions->lockout);
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
draw(char text[ORGANISER_ID])
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

	crypto_generichash(bytes, sizeof bytes, (const unsigned char *)id, strlen(id), purpose,
		sizeof purpose);
	sodium_bin2hex(token, ORGANISER_ID, bytes, sizeof bytes);
}

static char *
key_of(const char *session)
{
	return g_compute_checksum_for_string(G_CHECKSUM_SHA256, session, -1);
}

static bool
is_over(const char *key, const struct session *session, const void *data)
{
	gint64 now = *(const gint64 *)data;

	(void)key;
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
	known = session != NULL && !is_over(key, session, &now);
	if (known) {
		session->used = now;
		derive_token(id, token);
	}
	g_mutex_unlock(&sessions->lock);
	g_free(key);
	return known;
}

static struct session *
copy(const struct session *session)
{
	struct session *copied = g_new(struct session, 1);

	*copied = *session;
	return copied;
}

/* Stores when a session began and was used, on the clock of the wall. Where that fails it ends with the
 * program. */
static void
store_session(struct organiser_sessions *sessions, const char *hash, const char *key,
	const struct session *session)
{
	gint64 wall = g_get_real_time() - g_get_monotonic_time();
	char *name = g_strconcat(STORED, key, NULL), *problem = NULL;
	char *mark = g_compute_checksum_for_string(G_CHECKSUM_SHA256, hash, -1);
	char *value = g_strdup_printf("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s",
		wall + session->begun, wall + session->used, mark);

	store_set(sessions->store, name, value, NULL, &problem);
	g_free(problem);
	g_free(value);
	g_free(mark);
	g_free(name);
}

static void
unstore_session(struct organiser_sessions *sessions, const char *key)
{
	char *name = g_strconcat(STORED, key, NULL), *problem = NULL;

	store_set(sessions->store, name, NULL, NULL, &problem);
	g_free(problem);
	g_free(name);
}

/* Takes keys out of the table, with the lock held, for unstore_all() without it. */
static GPtrArray *
take_out(struct organiser_sessions *sessions, bool (*chosen)(const char *key,
	const struct session *session, const void *data), const void *data)
{
	GPtrArray *keys = g_ptr_array_new_with_free_func(g_free);
	GHashTableIter iter;
	gpointer key, value;

	g_hash_table_iter_init(&iter, sessions->sessions);
	while (g_hash_table_iter_next(&iter, &key, &value)) {
		if (!chosen(key, value, data))
			continue;
		g_ptr_array_add(keys, g_strdup(key));
		g_hash_table_iter_remove(&iter);
	}
	return keys;
}

static void
unstore_all(struct organiser_sessions *sessions, GPtrArray *keys)
{
	for (unsigned i = 0; i < keys->len; i++)
		unstore_session(sessions, g_ptr_array_index(keys, i));
	g_ptr_array_unref(keys);
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

/* Opens a session for the password of this hash. With too many, the one that was not used for longest
 * ends. */
static void
open_session(struct organiser_sessions *sessions, const char *hash, char id[ORGANISER_ID])
{
	gint64 now = g_get_monotonic_time();
	struct session fresh = {.begun = now, .used = now, .saved = now};
	GPtrArray *over;
	char *key;

	draw(id);
	key = key_of(id);
	g_mutex_lock(&sessions->lock);
	over = take_out(sessions, is_over, &now);
	if (g_hash_table_size(sessions->sessions) >= SESSIONS_MAX) {
		const char *oldest = least_used(sessions);

		g_ptr_array_add(over, g_strdup(oldest));
		g_hash_table_remove(sessions->sessions, oldest);
	}
	g_hash_table_insert(sessions->sessions, g_strdup(key), copy(&fresh));
	g_mutex_unlock(&sessions->lock);
	store_session(sessions, hash, key, &fresh);
	unstore_all(sessions, over);
	g_free(key);
}

void
organiser_logout(struct organiser_sessions *sessions, const char *id)
{
	char *key = key_of(id);

	g_mutex_lock(&sessions->lock);
	g_hash_table_remove(sessions->sessions, key);
	g_mutex_unlock(&sessions->lock);
	unstore_session(sessions, key);
	g_free(key);
}

static bool
is_other(const char *key, const struct session *session, const void *data)
{
	(void)session;
	return data == NULL || strcmp(key, data) != 0;
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
	others = take_out(sessions, is_other, key);
	found = key == NULL ? NULL : g_hash_table_lookup(sessions->sessions, key);
	if (found != NULL)
		kept = *found;
	g_mutex_unlock(&sessions->lock);
	unstore_all(sessions, others);
	if (kept.begun != 0)
		store_session(sessions, hash, key, &kept);
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
		good = session.begun <= now && session.used <= now && !is_over(key, &session, &now);
	}
	if (good)
		g_hash_table_insert(sessions->sessions, g_strdup(key), copy(&session));
	g_strfreev(parts);
	g_free(mark);
	return good;
}

/* Sessions that were open when the program ended, before anybody asks. */
static void
revive_all(struct organiser_sessions *sessions)
{
	GPtrArray *stored = NULL;
	char *problem = NULL;

	if (store_setting(sessions->store, SETTING, &sessions->hash, &problem) == STORE_OK &&
		store_settings(sessions->store, STORED, &stored, &problem) == STORE_OK) {
		for (unsigned i = 0; i + 1 < stored->len; i += 2) {
			const char *key = (const char *)g_ptr_array_index(stored, i) + strlen(STORED);

			if (sessions->hash == NULL || g_hash_table_size(sessions->sessions) >= SESSIONS_MAX ||
				!revive(sessions, sessions->hash, key, g_ptr_array_index(stored, i + 1)))
				unstore_session(sessions, key);
		}
		g_ptr_array_unref(stored);
	}
	g_free(problem);
}

struct organiser_sessions *
organiser_new(struct store *store)
{
	struct organiser_sessions *sessions = g_new0(struct organiser_sessions, 1);

	sessions->store = store;
	sessions->lockout = lockout_new();
	draw_code(sessions->code);
	sessions->sessions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	g_mutex_init(&sessions->hashing);
	g_mutex_init(&sessions->changing);
	g_mutex_init(&sessions->lock);
	revive_all(sessions);
	return sessions;
}

/* Stores now and then that sessions are used, so that they do not look idle after a restart. */
static void
save_used(struct organiser_sessions *sessions)
{
	gint64 now = g_get_monotonic_time();
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
			g_hash_table_insert(due, g_strdup(key), copy(session));
		}
	}
	g_mutex_unlock(&sessions->lock);
	if (due == NULL)
		return;
	g_mutex_lock(&sessions->changing);
	g_hash_table_iter_init(&iter, due);
	while (g_hash_table_iter_next(&iter, &key, &value))
		if (sessions->hash != NULL)
			store_session(sessions, sessions->hash, key, value);
	g_mutex_unlock(&sessions->changing);
	g_hash_table_unref(due);
}

void
organiser_changed(struct organiser_sessions *sessions)
{
	g_atomic_int_set(&sessions->stale, 1);
}

void
organiser_refresh(struct organiser_sessions *sessions)
{
	char *hash = NULL, *problem = NULL;

	save_used(sessions);
	if (!g_atomic_int_compare_and_exchange(&sessions->stale, 1, 0))
		return;
	g_mutex_lock(&sessions->changing);
	if (store_setting(sessions->store, SETTING, &hash, &problem) != STORE_OK) {
		g_atomic_int_set(&sessions->stale, 1);
		g_free(problem);
	} else if (sessions->hash != NULL && g_strcmp0(hash, sessions->hash) != 0) {
		g_clear_pointer(&sessions->hash, g_free);
		end_others(sessions, NULL, NULL);
	}
	g_mutex_unlock(&sessions->changing);
	g_free(hash);
}

bool
organiser_is_set(struct organiser_sessions *sessions)
{
	char *hash = NULL, *problem = NULL;
	bool set = store_setting(sessions->store, SETTING, &hash, &problem) == STORE_OK && hash != NULL;

	g_free(hash);
	g_free(problem);
	return set;
}

char *
organiser_hash(const char *password, char **problem)
{
	char *hash = g_malloc0(crypto_pwhash_STRBYTES);

	if (!g_utf8_validate(password, -1, NULL) || strlen(password) > PASSWORD_MOST)
		*problem = g_strdup("the password is too long, or no text");
	else if (g_utf8_strlen(password, -1) < PASSWORD_LEAST)
		*problem = g_strdup_printf("a password has at least %d characters", PASSWORD_LEAST);
	else if (crypto_pwhash_str(hash, password, strlen(password),
			 crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
		*problem = g_strdup("there is not enough memory for a password");
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
	crypto_generichash(
		mac, sizeof mac, (const unsigned char *)id, KNOWN_ID - 1, key, sizeof key);
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

	draw(id);
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

/* By what name the lockout counts somebody. One who is known, and the kiosk itself, wait for their own
 * mistakes alone. */
static const char *
name_of(const struct organiser_asker *asker, bool known)
{
	return known ? asker->known : asker->local ? "the kiosk itself" : asker->address;
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
verify(struct organiser_sessions *sessions, const char *hash, const char *password,
	const struct organiser_asker *asker, unsigned *seconds)
{
	bool known = is_known(hash, asker->known), right;
	const char *name = name_of(asker, known);

	*seconds = lockout_wait(sessions->lockout, name, known || asker->local);
	if (*seconds > 0)
		return ORGANISER_WAIT;
	if (!take_turn(sessions, known || asker->local)) {
		*seconds = 1;
		return ORGANISER_WAIT;
	}
	right = strlen(password) <= PASSWORD_MOST &&
		crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
	g_mutex_unlock(&sessions->hashing);
	lockout_count(sessions->lockout, name, asker->local, right);
	return right ? ORGANISER_OK : ORGANISER_WRONG;
}

static void
remember(struct organiser_sessions *sessions, const char *hash)
{
	char *copy = g_strdup(hash);

	g_free(sessions->hash);
	sessions->hash = copy;
}

enum organiser_status
organiser_login(struct organiser_sessions *sessions, const char *password,
	const struct organiser_asker *asker, char session[ORGANISER_ID], unsigned *seconds,
	char **problem)
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
replace(struct organiser_sessions *sessions, const char *password, bool local, const char *session,
	unsigned *seconds, char **problem)
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

/* Takes the one-time code, so that two who know it cannot both use it. */
static enum organiser_status
take_code(struct organiser_sessions *sessions, const char *typed, const char *address,
	unsigned *seconds)
{
	if (typed[0] == '\0')
		return ORGANISER_NONE;
	*seconds = lockout_wait(sessions->lockout, address, false);
	if (*seconds > 0)
		return ORGANISER_WAIT;
	if (is_code(typed, sessions->code) &&
		g_atomic_int_compare_and_exchange(&sessions->code_used, 0, 1))
		return ORGANISER_OK;
	lockout_count(sessions->lockout, address, false, false);
	return ORGANISER_BAD_CODE;
}

/* The first password from elsewhere. The code stays good where nothing was stored. */
static enum organiser_status
set_first(struct organiser_sessions *sessions, const char *code, const char *password,
	const char *address, unsigned *seconds, char **problem)
{
	enum organiser_status status = take_code(sessions, code, address, seconds);

	if (status != ORGANISER_OK)
		return status;
	status = replace(sessions, password, false, NULL, seconds, problem);
	if (status != ORGANISER_OK)
		g_atomic_int_set(&sessions->code_used, 0);
	return status;
}

enum organiser_status
organiser_change(struct organiser_sessions *sessions, const char *old, const char *code,
	const char *password, const struct organiser_asker *asker, const char *session,
	unsigned *seconds, char **problem)
{
	enum organiser_status status = ORGANISER_OK;
	char *hash = NULL;
	bool first;

	if (store_setting(sessions->store, SETTING, &hash, problem) != STORE_OK)
		return ORGANISER_TROUBLE;
	first = hash == NULL;
	if (!first)
		status = verify(sessions, hash, old, asker, seconds);
	g_free(hash);
	if (first && !asker->local)
		return set_first(sessions, code, password, asker->address, seconds, problem);
	if (status != ORGANISER_OK)
		return status;
	return replace(sessions, password, asker->local, session, seconds, problem);
}
