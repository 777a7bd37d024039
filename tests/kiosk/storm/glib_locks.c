/* SPDX-License-Identifier: MIT
 * Tells the thread sanitizer what GLib's locks, queues, thread pools and counted things
 * promise: GLib is not built with it, and makes its locks of futexes that nobody
 * sees. Loaded before GLib, so that these are called in place of its functions.
 * Each calls GLib's own and says what that has done. */
#include <dlfcn.h>
#include <glib.h>
#include <sanitizer/tsan_interface.h>
#include <stdlib.h>

/* GLib's function of this name; threads that look for it at once find the same. */
#define REAL(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

struct pool_work {
	GFunc work;
	gpointer data;
};

/* Programs that this one starts have no sanitizer to tell. */
static void __attribute__((constructor)) leave_children_alone(void)
{
	unsetenv("LD_PRELOAD");
}

static void
say_locked(GMutex *mutex)
{
	__tsan_mutex_pre_lock(mutex, 0);
	__tsan_mutex_post_lock(mutex, 0, 0);
}

static void
say_unlocked(GMutex *mutex)
{
	__tsan_mutex_pre_unlock(mutex, 0);
	__tsan_mutex_post_unlock(mutex, 0);
}

void
g_mutex_clear(GMutex *mutex)
{
	__tsan_mutex_destroy(mutex, 0);
	REAL(g_mutex_clear)(mutex);
}

void
g_mutex_lock(GMutex *mutex)
{
	REAL(g_mutex_lock)(mutex);
	say_locked(mutex);
}

gboolean
g_mutex_trylock(GMutex *mutex)
{
	if (!REAL(g_mutex_trylock)(mutex))
		return FALSE;
	say_locked(mutex);
	return TRUE;
}

void
g_mutex_unlock(GMutex *mutex)
{
	say_unlocked(mutex);
	REAL(g_mutex_unlock)(mutex);
}

void
g_cond_wait(GCond *cond, GMutex *mutex)
{
	say_unlocked(mutex);
	REAL(g_cond_wait)(cond, mutex);
	say_locked(mutex);
}

gboolean
g_cond_wait_until(GCond *cond, GMutex *mutex, gint64 end_time)
{
	gboolean signalled;

	say_unlocked(mutex);
	signalled = REAL(g_cond_wait_until)(cond, mutex, end_time);
	say_locked(mutex);
	return signalled;
}

/* What was done before a push is seen by the work. */
static void
work(gpointer item, gpointer data)
{
	const struct pool_work *pool = data;

	__tsan_acquire(item);
	pool->work(item, pool->data);
}

GThreadPool *
g_thread_pool_new(GFunc func, gpointer user_data, gint max_threads, gboolean exclusive, GError **error)
{
	struct pool_work *pool = g_new(struct pool_work, 1); /* for as long as the program runs */

	*pool = (struct pool_work){func, user_data};
	return REAL(g_thread_pool_new)(work, pool, max_threads, exclusive, error);
}

gboolean
g_thread_pool_push(GThreadPool *pool, gpointer data, GError **error)
{
	__tsan_release(data);
	return REAL(g_thread_pool_push)(pool, data, error);
}

/* What was done to an item before it was pushed is seen by the one who pops it. */
void
g_async_queue_push(GAsyncQueue *queue, gpointer data)
{
	__tsan_release(data);
	REAL(g_async_queue_push)(queue, data);
}

void
g_async_queue_push_front(GAsyncQueue *queue, gpointer item)
{
	__tsan_release(item);
	REAL(g_async_queue_push_front)(queue, item);
}

gpointer
g_async_queue_pop(GAsyncQueue *queue)
{
	gpointer item = REAL(g_async_queue_pop)(queue);

	__tsan_acquire(item);
	return item;
}

gpointer
g_async_queue_try_pop(GAsyncQueue *queue)
{
	gpointer item = REAL(g_async_queue_try_pop)(queue);

	if (item != NULL)
		__tsan_acquire(item);
	return item;
}

/* The last to let go, which clears, sees what the others did before they let go. */
static _Thread_local GDestroyNotify clear_box;

static void
clear(gpointer box)
{
	__tsan_acquire(box);
	if (clear_box != NULL)
		clear_box(box);
}

void
g_atomic_rc_box_release_full(gpointer mem_block, GDestroyNotify clear_func)
{
	GDestroyNotify outer = clear_box;

	__tsan_release(mem_block);
	clear_box = clear_func;
	REAL(g_atomic_rc_box_release_full)(mem_block, clear);
	clear_box = outer;
}

/* Which of them is the last is not told: each sees what those before it did. */
void
g_bytes_unref(GBytes *bytes)
{
	if (bytes != NULL) {
		__tsan_release(bytes);
		__tsan_acquire(bytes);
	}
	REAL(g_bytes_unref)(bytes);
}
