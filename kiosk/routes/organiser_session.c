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
#define SETTING      "password"
#define KNOWN_ID     33 /* bytes of a known browser's id: 128 bits in hexadecimal */
#define KNOWN_MAC    32 /* bytes of its signature */

_Static_assert(ORGANISER_KNOWN == KNOWN_ID + 2 * KNOWN_MAC + 1, "an id, a dot and a signature");

/* The table's key is a hash of the session's id: looking it up tells nothing by its time. */
struct session {
	char token[ORGANISER_ID];
	gint64 begun, used;
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
	return sessions;
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

static char *
key_of(const char *session)
{
	return g_compute_checksum_for_string(G_CHECKSUM_SHA256, session, -1);
}

static gboolean
is_over(gpointer key, gpointer value, gpointer data)
{
	const struct session *session = value;
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
		memcpy(token, session->token, ORGANISER_ID);
	}
	g_mutex_unlock(&sessions->lock);
	g_free(key);
	return known;
}

/* Opens a session. With too many, the one that was not used for longest ends. */
static void
open_session(struct organiser_sessions *sessions, char id[ORGANISER_ID])
{
	struct session *session = g_new0(struct session, 1), *other;
	gint64 now = g_get_monotonic_time(), least = G_MAXINT64;
	const char *oldest = NULL;
	GHashTableIter iter;
	gpointer key, value;

	draw(id);
	draw(session->token);
	session->begun = session->used = now;
	g_mutex_lock(&sessions->lock);
	g_hash_table_foreach_remove(sessions->sessions, is_over, &now);
	g_hash_table_iter_init(&iter, sessions->sessions);
	while (g_hash_table_iter_next(&iter, &key, &value)) {
		other = value;
		if (other->used < least) {
			least = other->used;
			oldest = key;
		}
	}
	if (g_hash_table_size(sessions->sessions) >= SESSIONS_MAX)
		g_hash_table_remove(sessions->sessions, oldest);
	g_hash_table_insert(sessions->sessions, key_of(id), session);
	g_mutex_unlock(&sessions->lock);
}

void
organiser_logout(struct organiser_sessions *sessions, const char *id)
{
	char *key = key_of(id);

	g_mutex_lock(&sessions->lock);
	g_hash_table_remove(sessions->sessions, key);
	g_mutex_unlock(&sessions->lock);
	g_free(key);
}

static gboolean
is_other(gpointer key, gpointer value, gpointer data)
{
	(void)value;
	return data == NULL || strcmp(key, data) != 0;
}

/* Ends all sessions but one (may be NULL). */
static void
end_others(struct organiser_sessions *sessions, const char *id)
{
	char *key = id == NULL ? NULL : key_of(id);

	g_mutex_lock(&sessions->lock);
	g_hash_table_foreach_remove(sessions->sessions, is_other, key);
	g_mutex_unlock(&sessions->lock);
	g_free(key);
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

	if (!g_atomic_int_compare_and_exchange(&sessions->stale, 1, 0))
		return;
	g_mutex_lock(&sessions->changing);
	if (store_setting(sessions->store, SETTING, &hash, &problem) != STORE_OK) {
		g_atomic_int_set(&sessions->stale, 1);
		g_free(problem);
	} else if (sessions->hash != NULL && g_strcmp0(hash, sessions->hash) != 0) {
		g_clear_pointer(&sessions->hash, g_free);
		end_others(sessions, NULL);
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
		open_session(sessions, session);
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
		end_others(sessions, session);
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
