/* SPDX-License-Identifier: MIT
 * Reading what nobody wants. */
#include "kiosk/http/drain.h"

#include <fcntl.h>
#include <glib.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <unistd.h>

#define KEPT_MAX 64
#define ROUND    (10 * 1000)    /* microseconds between two looks */
#define QUIET    G_USEC_PER_SEC /* nothing came for so long: it has ended */
#define LONGEST  (20 * G_USEC_PER_SEC)
#define PIECES   64 /* of a buffer, from one socket in a round */

struct kept {
	int socket;
	gint64 begun, heard;
};

struct drain {
	GMutex lock;
	GCond wake;
	GArray *kept; /* struct kept */
	bool stopping;
	GThread *thread;
};

/* The reading half may have been shut by the library: then nothing and the end look alike, and
 * only time tells. False when it is over. */
static bool
pour(struct kept *kept, gint64 now)
{
	static char nowhere[65536]; /* one thread writes, nobody reads */

	for (int i = 0; i < PIECES; i++) {
		if (recv(kept->socket, nowhere, sizeof nowhere, MSG_DONTWAIT) <= 0)
			break;
		kept->heard = now;
	}
	return now - kept->heard < QUIET && now - kept->begun < LONGEST;
}

static void *
keep_draining(void *data)
{
	struct drain *drain = data;

	g_mutex_lock(&drain->lock);
	while (!drain->stopping) {
		gint64 now = g_get_monotonic_time();

		for (guint i = drain->kept->len; i-- > 0;) {
			struct kept *kept = &g_array_index(drain->kept, struct kept, i);

			if (pour(kept, now))
				continue;
			close(kept->socket);
			g_array_remove_index_fast(drain->kept, i);
		}
		if (drain->kept->len == 0)
			g_cond_wait(&drain->wake, &drain->lock);
		else
			g_cond_wait_until(&drain->wake, &drain->lock, now + ROUND);
	}
	g_mutex_unlock(&drain->lock);
	return NULL;
}

struct drain *
drain_start(void)
{
	struct drain *drain = g_new0(struct drain, 1);

	g_mutex_init(&drain->lock);
	g_cond_init(&drain->wake);
	drain->kept = g_array_new(FALSE, FALSE, sizeof(struct kept));
	drain->thread = g_thread_new("drain", keep_draining, drain);
	return drain;
}

void
drain_stop(struct drain *drain)
{
	if (drain == NULL)
		return;
	g_mutex_lock(&drain->lock);
	drain->stopping = true;
	g_cond_signal(&drain->wake);
	g_mutex_unlock(&drain->lock);
	g_thread_join(drain->thread);
	for (guint i = 0; i < drain->kept->len; i++)
		close(g_array_index(drain->kept, struct kept, i).socket);
	g_array_unref(drain->kept);
	g_cond_clear(&drain->wake);
	g_mutex_clear(&drain->lock);
	g_free(drain);
}

void
drain_keep(struct drain *drain, int socket)
{
	gint64 now = g_get_monotonic_time();
	struct kept kept = {.begun = now, .heard = now};

	g_mutex_lock(&drain->lock);
	if (drain->kept->len < KEPT_MAX) {
		kept.socket = fcntl(socket, F_DUPFD_CLOEXEC, 0);
		if (kept.socket >= 0)
			g_array_append_val(drain->kept, kept);
		g_cond_signal(&drain->wake);
	}
	g_mutex_unlock(&drain->lock);
}
