/* SPDX-License-Identifier: MIT
 * The organiser's sessions: opened, used, stored, ended. */
#include "kiosk/routes/organiser_parts.h"

#include <glib.h>
#include <sodium.h>
#include <string.h>

#define SESSIONS_MAX 256
#define LIFE         (12 * 3600 * (gint64)G_USEC_PER_SEC)
#define IDLE         (2 * 3600 * (gint64)G_USEC_PER_SEC)
#define SAVED        (5 * 60 * (gint64)G_USEC_PER_SEC) /* how often it is stored that they are used */
#define STORED       "session/" /* and the table's key: when it began and was used, and for which password */

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
organiser_free(struct organiser_sessions *sessions)
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

void
organiser_draw(char text[ORGANISER_ID])
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
static bool
store_session(struct organiser_sessions *sessions, const char *hash, const char *key, const struct session *session)
{
	gint64 wall = g_get_real_time() - g_get_monotonic_time();
	char *name = g_strconcat(STORED, key, NULL);
	struct problem problem = {0};
	char *mark = g_compute_checksum_for_string(G_CHECKSUM_SHA256, hash, -1);
	char *value = g_strdup_printf(
		"%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s", wall + session->begun, wall + session->used, mark);
	bool stored;

	stored = store_set_soon(sessions->store, name, value, &problem) == STORE_OK;
	g_free(value);
	g_free(mark);
	g_free(name);
	return stored;
}

static void
unstore_session(struct organiser_sessions *sessions, const char *key)
{
	char *name = g_strconcat(STORED, key, NULL);
	struct problem problem = {0};

	store_set(sessions->store, name, NULL, NULL, &problem);
	g_free(name);
}

/* Takes keys out of the table, with the lock held, for unstore_all() without it. */
static GPtrArray *
take_out(struct organiser_sessions *sessions,
	bool (*chosen)(const char *key, const struct session *session, const void *data), const void *data)
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

/* Of sessions that are over, at a login, which does not wait for it: those that are left are removed when
 * the program starts next. */
static void
unstore_soon(struct organiser_sessions *sessions, GPtrArray *keys)
{
	bool fine = true;

	for (unsigned i = 0; i < keys->len && fine; i++) {
		char *name = g_strconcat(STORED, (const char *)g_ptr_array_index(keys, i), NULL);
		struct problem problem = {0};

		fine = store_set_soon(sessions->store, name, NULL, &problem) == STORE_OK;
		g_free(name);
	}
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

void
organiser_open(struct organiser_sessions *sessions, const char *hash, char id[ORGANISER_ID])
{
	gint64 now = g_get_monotonic_time();
	struct session fresh = {.begun = now, .used = now, .saved = now};
	GPtrArray *over;
	char *key;

	organiser_draw(id);
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
	if (store_session(sessions, hash, key, &fresh))
		unstore_soon(sessions, over);
	else
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
	unstore_session(sessions, key);
	g_free(key);
}

static bool
is_other(const char *key, const struct session *session, const void *data)
{
	(void)session;
	return data == NULL || strcmp(key, data) != 0;
}

void
organiser_end_others(struct organiser_sessions *sessions, const char *id, const char *hash)
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
	struct problem problem = {0};

	if (store_setting(sessions->store, ORGANISER_SETTING, &sessions->hash, &problem) == STORE_OK &&
		store_settings(sessions->store, STORED, &stored, &problem) == STORE_OK) {
		for (unsigned i = 0; i < stored->len; i++) {
			const struct setting *setting = g_ptr_array_index(stored, i);
			const char *key = setting->name + strlen(STORED);

			if (sessions->hash == NULL || g_hash_table_size(sessions->sessions) >= SESSIONS_MAX ||
				!revive(sessions, sessions->hash, key, setting->value))
				unstore_session(sessions, key);
		}
		g_ptr_array_unref(stored);
	}
}

struct organiser_sessions *
organiser_new(struct store *store)
{
	struct organiser_sessions *sessions = g_new0(struct organiser_sessions, 1);

	sessions->store = store;
	sessions->wrong = rate_limit_create(&organiser_limits.each);
	sessions->wrong_all = rate_limit_create(&organiser_limits.all);
	sessions->wrong_known = rate_limit_create(&organiser_limits.known);
	sessions->wrong_local = rate_limit_create(&organiser_limits.local);
	sessions->wrong_codes = rate_limit_create(&organiser_limits.each);
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
			g_hash_table_insert(due, g_strdup(key), copy(session));
		}
	}
	g_mutex_unlock(&sessions->lock);
	if (due == NULL)
		return;
	g_mutex_lock(&sessions->changing);
	g_hash_table_iter_init(&iter, due);
	while (fine && sessions->hash != NULL && g_hash_table_iter_next(&iter, &key, &value))
		fine = store_session(sessions, sessions->hash, key, value);
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
	if (store_setting(sessions->store, ORGANISER_SETTING, &hash, &problem) != STORE_OK) {
		g_atomic_int_set(&sessions->stale, 1);
	} else {
		g_atomic_int_set(&sessions->is_set, hash != NULL);
		if (sessions->hash != NULL && g_strcmp0(hash, sessions->hash) != 0) {
			g_clear_pointer(&sessions->hash, g_free);
			organiser_end_others(sessions, NULL, NULL);
		}
	}
	g_mutex_unlock(&sessions->changing);
	g_free(hash);
}
