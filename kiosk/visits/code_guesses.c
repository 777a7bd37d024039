/* SPDX-License-Identifier: MIT
 * Rate limits for wrong codes. */
#include "kiosk/visits/code_guesses.h"

#include <glib.h>
#include <string.h>

#include "kiosk/http/rate_limit.h"
#include "layouts/code.h"

/* Slots for the wrong codes that were counted last, found by their hash. A code that is overwritten by another may be
 * counted again. */
#define REMEMBERED 256

struct code_guesses {
	struct rate_limit *tables, *all, *local;
	GMutex lock;
	char remembered[REMEMBERED][CODE_TEXT]; /* locked */
};

/* A limit of wrong codes per hour that, once it is used up, stays closed until it has filled up again. */
static struct rate_limit *
hourly_limit(double codes, int64_t (*clock)(void))
{
	return rate_limit_create(&(struct rate_limit_options){
		.capacity = codes, .per_second = codes / 3600, .resume = codes, .clock = clock});
}

struct code_guesses *
code_guesses_create(int64_t (*clock)(void))
{
	struct code_guesses *guesses = g_new0(struct code_guesses, 1);

	guesses->tables = hourly_limit(CODE_GUESSES_TABLE, clock);
	guesses->all = hourly_limit(CODE_GUESSES_ALL, clock);
	guesses->local = rate_limit_create(&(struct rate_limit_options){
		.capacity = CODE_GUESSES_LOCAL, .per_second = 1, .debt = CODE_GUESSES_LOCAL, .clock = clock});
	g_mutex_init(&guesses->lock);
	return guesses;
}

void
code_guesses_destroy(struct code_guesses *guesses)
{
	if (guesses == NULL)
		return;
	rate_limit_destroy(guesses->tables);
	rate_limit_destroy(guesses->all);
	rate_limit_destroy(guesses->local);
	g_mutex_clear(&guesses->lock);
	g_free(guesses);
}

unsigned
code_guesses_wait(struct code_guesses *guesses, const char *play)
{
	return MAX(rate_limit_wait(guesses->tables, play, 1), rate_limit_wait(guesses->all, "all", 1));
}

unsigned
code_guesses_guarded(struct code_guesses *guesses)
{
	return rate_limit_closed(guesses->tables) + rate_limit_closed(guesses->all);
}

void
code_guesses_count(struct code_guesses *guesses, const char *play, const char *code, bool known)
{
	g_mutex_lock(&guesses->lock);
	char *slot = guesses->remembered[g_str_hash(code) % REMEMBERED];
	bool again = strcmp(slot, code) == 0;
	g_strlcpy(slot, code, CODE_TEXT);
	g_mutex_unlock(&guesses->lock);
	if (again || rate_limit_wait(guesses->tables, play, 1) > 0)
		return;
	rate_limit_take(guesses->tables, play, 1);
	if (!known)
		rate_limit_take(guesses->all, "all", 1);
}

unsigned
code_guesses_wait_local(struct code_guesses *guesses)
{
	return rate_limit_wait(guesses->local, "local", 1);
}

void
code_guesses_count_local(struct code_guesses *guesses)
{
	rate_limit_take(guesses->local, "local", 1);
}
