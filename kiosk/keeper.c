/* SPDX-License-Identifier: MIT
 * The organiser's password and sessions; see keeper.h. */
#include "kiosk/keeper.h"

#include <glib.h>
#include <sodium.h>
#include <string.h>

#include "kiosk/lockout.h"
#include "kiosk/store.h"

#define SESSIONS_MAX 256
#define LIFE         (12 * 3600 * (gint64)G_USEC_PER_SEC)
#define IDLE         (2 * 3600 * (gint64)G_USEC_PER_SEC)
#define SETTING      "password"

/* The table's key is a hash of the session's id: looking it up tells nothing by its time. */
struct session {
	char token[KEEPER_ID];
	gint64 begun, used;
};

struct keeper {
	struct store *store;
	struct lockout *lockout;
	int stale;        /* atomic: the store changed */
	GMutex hashing;   /* one at a time: a hash takes 64 MB and a tenth of a second */
	GMutex changing;  /* held while the password becomes another one */
	char *hash;       /* that the sessions were opened with; with `changing` */
	GMutex lock;
	GHashTable *sessions; /* with `lock` */
};

struct keeper *
keeper_new(struct store *store)
{
	struct keeper *keeper = g_new0(struct keeper, 1);

	keeper->store = store;
	keeper->lockout = lockout_new();
	keeper->sessions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	g_mutex_init(&keeper->hashing);
	g_mutex_init(&keeper->changing);
	g_mutex_init(&keeper->lock);
	return keeper;
}

void
keeper_free(struct keeper *keeper)
{
	if (keeper == NULL)
		return;
	lockout_free(keeper->lockout);
	g_hash_table_destroy(keeper->sessions);
	g_free(keeper->hash);
	g_mutex_clear(&keeper->hashing);
	g_mutex_clear(&keeper->changing);
	g_mutex_clear(&keeper->lock);
	g_free(keeper);
}

const char *
keeper_cookie(bool secure)
{
	return secure ? "__Host-seedpress" : "seedpress";
}

bool
keeper_same(const char *a, const char *b)
{
	size_t length = strlen(a);

	return length == strlen(b) && sodium_memcmp(a, b, length) == 0;
}

static void
draw(char text[KEEPER_ID])
{
	unsigned char bytes[KEEPER_ID / 2];

	randombytes_buf(bytes, sizeof bytes);
	sodium_bin2hex(text, KEEPER_ID, bytes, sizeof bytes);
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
keeper_knows(struct keeper *keeper, const char *id, char token[KEEPER_ID])
{
	gint64 now = g_get_monotonic_time();
	struct session *session;
	bool known;
	char *key;

	if (strlen(id) != KEEPER_ID - 1)
		return false;
	key = key_of(id);
	g_mutex_lock(&keeper->lock);
	session = g_hash_table_lookup(keeper->sessions, key);
	known = session != NULL && !is_over(key, session, &now);
	if (known) {
		session->used = now;
		memcpy(token, session->token, KEEPER_ID);
	}
	g_mutex_unlock(&keeper->lock);
	g_free(key);
	return known;
}

/* Opens a session. With too many, the one that was not used for longest ends. */
static void
open_session(struct keeper *keeper, char id[KEEPER_ID])
{
	struct session *session = g_new0(struct session, 1), *other;
	gint64 now = g_get_monotonic_time(), least = G_MAXINT64;
	const char *oldest = NULL;
	GHashTableIter iter;
	gpointer key, value;

	draw(id);
	draw(session->token);
	session->begun = session->used = now;
	g_mutex_lock(&keeper->lock);
	g_hash_table_foreach_remove(keeper->sessions, is_over, &now);
	g_hash_table_iter_init(&iter, keeper->sessions);
	while (g_hash_table_iter_next(&iter, &key, &value)) {
		other = value;
		if (other->used < least) {
			least = other->used;
			oldest = key;
		}
	}
	if (g_hash_table_size(keeper->sessions) >= SESSIONS_MAX)
		g_hash_table_remove(keeper->sessions, oldest);
	g_hash_table_insert(keeper->sessions, key_of(id), session);
	g_mutex_unlock(&keeper->lock);
}

void
keeper_logout(struct keeper *keeper, const char *id)
{
	char *key = key_of(id);

	g_mutex_lock(&keeper->lock);
	g_hash_table_remove(keeper->sessions, key);
	g_mutex_unlock(&keeper->lock);
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
end_others(struct keeper *keeper, const char *id)
{
	char *key = id == NULL ? NULL : key_of(id);

	g_mutex_lock(&keeper->lock);
	g_hash_table_foreach_remove(keeper->sessions, is_other, key);
	g_mutex_unlock(&keeper->lock);
	g_free(key);
}

void
keeper_changed(struct keeper *keeper)
{
	g_atomic_int_set(&keeper->stale, 1);
}

void
keeper_refresh(struct keeper *keeper)
{
	char *hash = NULL, *problem = NULL;

	if (!g_atomic_int_compare_and_exchange(&keeper->stale, 1, 0))
		return;
	g_mutex_lock(&keeper->changing);
	if (store_setting(keeper->store, SETTING, &hash, &problem) != STORE_OK) {
		g_atomic_int_set(&keeper->stale, 1);
		g_free(problem);
	} else if (keeper->hash != NULL && g_strcmp0(hash, keeper->hash) != 0) {
		g_clear_pointer(&keeper->hash, g_free);
		end_others(keeper, NULL);
	}
	g_mutex_unlock(&keeper->changing);
	g_free(hash);
}

bool
keeper_is_set(struct keeper *keeper)
{
	char *hash = NULL, *problem = NULL;
	bool set = store_setting(keeper->store, SETTING, &hash, &problem) == STORE_OK && hash != NULL;

	g_free(hash);
	g_free(problem);
	return set;
}

char *
keeper_hash(const char *password, char **problem)
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

/* The slot for hashing. The kiosk itself waits for it; others come again, so that they cannot
 * hold up the threads that answer everybody. */
static bool
take_turn(struct keeper *keeper, bool local)
{
	if (!local)
		return g_mutex_trylock(&keeper->hashing);
	g_mutex_lock(&keeper->hashing);
	return true;
}

/* Compares a password with the one that is set, in its turn. */
static enum keeper_status
verify(struct keeper *keeper, const char *hash, const char *password, const char *address,
	bool local, unsigned *seconds)
{
	bool right;

	*seconds = lockout_wait(keeper->lockout, address, local);
	if (*seconds > 0)
		return KEEPER_WAIT;
	if (!take_turn(keeper, local)) {
		*seconds = 1;
		return KEEPER_WAIT;
	}
	right = strlen(password) <= PASSWORD_MOST &&
		crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
	g_mutex_unlock(&keeper->hashing);
	lockout_count(keeper->lockout, address, right);
	return right ? KEEPER_OK : KEEPER_WRONG;
}

static void
remember(struct keeper *keeper, const char *hash)
{
	char *copy = g_strdup(hash);

	g_free(keeper->hash);
	keeper->hash = copy;
}

enum keeper_status
keeper_login(struct keeper *keeper, const char *password, const char *address, bool local,
	char session[KEEPER_ID], unsigned *seconds, char **problem)
{
	enum keeper_status status;
	char *hash = NULL;

	if (store_setting(keeper->store, SETTING, &hash, problem) != STORE_OK)
		return KEEPER_TROUBLE;
	if (hash == NULL)
		return KEEPER_NONE;
	status = verify(keeper, hash, password, address, local, seconds);
	if (status == KEEPER_OK) {
		g_mutex_lock(&keeper->changing);
		remember(keeper, hash);
		open_session(keeper, session);
		g_mutex_unlock(&keeper->changing);
		keeper_changed(keeper); /* it may have become another one meanwhile */
	}
	g_free(hash);
	return status;
}

/* Stores the new one; the sessions of the old one end. */
static enum keeper_status
replace(struct keeper *keeper, const char *password, bool local, const char *session,
	unsigned *seconds, char **problem)
{
	enum keeper_status status = KEEPER_OK;
	char *hash;

	if (!take_turn(keeper, local)) {
		*seconds = 1;
		return KEEPER_WAIT;
	}
	hash = keeper_hash(password, problem);
	g_mutex_unlock(&keeper->hashing);
	if (hash == NULL)
		return KEEPER_REFUSED;
	g_mutex_lock(&keeper->changing);
	if (store_set(keeper->store, SETTING, hash, "organiser", problem) == STORE_OK) {
		remember(keeper, hash);
		end_others(keeper, session);
	} else {
		status = KEEPER_TROUBLE;
	}
	g_mutex_unlock(&keeper->changing);
	g_free(hash);
	return status;
}

enum keeper_status
keeper_change(struct keeper *keeper, const char *old, const char *password, const char *address,
	bool local, const char *session, unsigned *seconds, char **problem)
{
	enum keeper_status status = KEEPER_OK;
	char *hash = NULL;

	if (store_setting(keeper->store, SETTING, &hash, problem) != STORE_OK)
		return KEEPER_TROUBLE;
	if (hash != NULL)
		status = verify(keeper, hash, old, address, local, seconds);
	else if (!local)
		status = KEEPER_NONE;
	g_free(hash);
	if (status != KEEPER_OK)
		return status;
	return replace(keeper, password, local, session, seconds, problem);
}
