/* SPDX-License-Identifier: MIT
 * The queue of jobs. */
#include "gen/jobs/job_queue.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/jobs/folder.h"

/* Most jobs at once, for any number of cores: each may take hundreds of megabytes of memory. */
#define THREADS_MAX 4

/* Most bytes of results in the cache, including mapped files: about a hundred prints. */
#define CACHE_BYTES ((size_t)48 << 20)

/* Most results in the cache. */
#define CACHE_RESULTS 256

/* The folder of a queue has this name, followed by random characters. */
#define FOLDER_PREFIX "seedpress-prints-"

/* Microseconds without an ask after which a job is dropped. */
#define FORGOTTEN_US (20 * G_TIME_SPAN_SECOND)

/* Microseconds without an ask after which a job may be dropped for another job. A page asks at least every two seconds.
 */
#define UNWANTED_US (3 * G_TIME_SPAN_SECOND)

/* Microseconds between two asks that both count. A page asks at most twice a second, and asking faster gains nothing.
 */
#define ASK_COUNTS_US (G_TIME_SPAN_SECOND * 2 / 5)

/* Number of asks after which somebody is certainly waiting for a job. All threads but one run only such jobs, because
 * there may be many visitors who never ask again. */
#define ASKS_SURE 2

/* A job from when it is asked for until its result is dropped. */
struct queued_job {
	char *name; /* of kind and request */
	const struct job_kind *kind;
	char *request;
	char *visitor, *network; /* of the visitor who asked first */
	gint64 asked, counted;   /* times of the last ask, and of the last one that counted */
	unsigned asks;           /* number of asks that counted */
	bool is_running;
	struct job_result *result; /* NULL until it is done */
	unsigned held;             /* number of answers that use the result */
};

struct job_queue {
	struct job_queue_options options;
	char *folder;    /* with a folder for each thread */
	int folder_lock; /* marks the folder as in use */
	GMutex lock;     /* of all below */
	GCond wake;
	GHashTable *by_name; /* struct queued_job, except those with a result that is delivered only once */
	GQueue waiting;      /* the next one first */
	GQueue cached;       /* the latest first */
	size_t bytes;        /* of those in the cache */
	int is_stopping;     /* also read without the lock, atomically */
	unsigned started;
	GThread *thread[THREADS_MAX];
};

static void
job_destroy(struct queued_job *job)
{
	g_free(job->name);
	g_free(job->request);
	g_free(job->visitor);
	g_free(job->network);
	job_result_destroy(job->result);
	g_free(job);
}

/* Whether a job goes before one that was added after it: it is still asked for and the other is not, or it has at least
 * as many asks. */
static bool
goes_first(const struct queued_job *job, const struct queued_job *other, gint64 now)
{
	bool is_asked = now - job->asked <= UNWANTED_US, other_is = now - other->asked <= UNWANTED_US;

	return is_asked != other_is ? is_asked : job->asks >= other->asks;
}

/* Drops a job that waits. With the lock held. */
static void
drop_waiting(struct job_queue *queue, struct queued_job *job)
{
	g_queue_remove(&queue->waiting, job);
	g_hash_table_remove(queue->by_name, job->name);
	job_destroy(job);
}

/* Drops the oldest unused results of the cache until it is within its limits. With the lock held. */
static void
trim_cache(struct job_queue *queue)
{
	GList *link = queue->cached.tail;

	while (link != NULL && (queue->bytes > CACHE_BYTES || queue->cached.length > CACHE_RESULTS)) {
		struct queued_job *job = link->data;
		GList *newer = link->prev;

		if (job->held == 0 && newer != NULL) {
			queue->bytes -= job->result->bytes;
			if (g_hash_table_lookup(queue->by_name, job->name) == job)
				g_hash_table_remove(queue->by_name, job->name);
			g_queue_delete_link(&queue->cached, link);
			job_destroy(job);
		}
		link = newer;
	}
}

/* Takes the next job with at least this number of asks, and drops those that are no longer asked for. NULL if there is
 * none. With the lock held. */
static struct queued_job *
take_next(struct job_queue *queue, unsigned asks)
{
	gint64 now = g_get_monotonic_time();
	struct queued_job *next = NULL;

	for (GList *link = queue->waiting.head, *after; link != NULL; link = after) {
		struct queued_job *job = link->data;

		after = link->next;
		if (now - job->asked > FORGOTTEN_US)
			drop_waiting(queue, job);
		else if (job->asks >= asks && (next == NULL || !goes_first(next, job, now)))
			next = job;
	}
	if (next != NULL) {
		g_queue_remove(&queue->waiting, next);
		next->is_running = true;
	}
	return next;
}

/* Runs a job, in the folder of this thread. */
static struct job_result *
run(struct job_queue *queue, const struct queued_job *job, const char *folder)
{
	const struct job_queue_options *options = &queue->options;
	const struct job_order order = {
		.kind = job->kind, .folder = folder, .request = job->request, .stop = &queue->is_stopping};
	size_t size = job->kind->limits.answer;

	if (options->reserve != NULL && !options->reserve(options->data, size)) {
		struct job_result *refused = g_new0(struct job_result, 1);

		refused->outcome = JOB_FAILED;
		refused->parts = g_ptr_array_new();
		problem_set(
			&refused->problem, SAY("job-no-memory", "there is not enough memory now; please try again"));
		return refused;
	}
	struct job_result *result = job_run(&order);
	if (options->release != NULL)
		options->release(options->data, size);
	return result;
}

/* A thread. The first one runs any job; the others only those with enough asks. */
static void *
work(void *data)
{
	struct job_queue *queue = data;
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&queue->lock);
	unsigned number = queue->started++, asks = number == 0 ? 1 : ASKS_SURE;
	g_autofree char *folder = g_strdup_printf("%s/%u", queue->folder, number);

	(void)mkdir(folder, 0700); /* without the folder, jobs fail */
	while (!queue->is_stopping) {
		struct queued_job *job = take_next(queue, asks);

		if (job == NULL) {
			g_cond_wait(&queue->wake, &queue->lock);
			continue;
		}
		g_mutex_unlock(&queue->lock);
		struct job_result *result = run(queue, job, folder);
		g_mutex_lock(&queue->lock);
		job->result = result;
		job->is_running = false;
		g_queue_push_head(&queue->cached, job);
		queue->bytes += job->result->bytes;
		trim_cache(queue);
	}
	return NULL;
}

struct job_queue *
job_queue_create(const struct job_queue_options *options, struct problem *problem)
{
	/* One core is left for the database. */
	unsigned threads = options->threads > 0 ? options->threads : MAX(g_get_num_processors(), 3) - 1;
	int lock;
	char *folder = folder_create_temporary(FOLDER_PREFIX, &lock, problem);

	if (folder == NULL)
		return NULL;
	struct job_queue *queue = g_new0(struct job_queue, 1);
	queue->options = *options;
	queue->folder = folder;
	queue->folder_lock = lock;
	g_mutex_init(&queue->lock);
	g_cond_init(&queue->wake);
	queue->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	for (unsigned i = 0; i < MIN(threads, THREADS_MAX); i++)
		queue->thread[i] = g_thread_new("job", work, queue);
	return queue;
}

void
job_queue_stop(struct job_queue *queue)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&queue->lock);

	g_atomic_int_set(&queue->is_stopping, 1);
	g_cond_broadcast(&queue->wake);
}

void
job_queue_destroy(struct job_queue *queue)
{
	if (queue == NULL)
		return;
	job_queue_stop(queue);
	for (unsigned i = 0; i < THREADS_MAX; i++)
		if (queue->thread[i] != NULL)
			g_thread_join(queue->thread[i]);
	g_queue_clear_full(&queue->waiting, (GDestroyNotify)job_destroy);
	g_queue_clear_full(&queue->cached, (GDestroyNotify)job_destroy);
	g_hash_table_destroy(queue->by_name);
	g_mutex_clear(&queue->lock);
	g_cond_clear(&queue->wake);
	folder_remove(queue->folder);
	close(queue->folder_lock);
	g_free(queue->folder);
	g_free(queue);
}

/* Whether a visitor has a job already. A waiting one that is no longer asked for is dropped. With the lock held. */
static bool
has_job(struct job_queue *queue, const char *visitor)
{
	GHashTableIter jobs;
	struct queued_job *job;

	g_hash_table_iter_init(&jobs, queue->by_name);
	while (g_hash_table_iter_next(&jobs, NULL, (gpointer *)&job)) {
		if (job->result != NULL || strcmp(job->visitor, visitor) != 0)
			continue;
		if (job->is_running || g_get_monotonic_time() - job->asked <= UNWANTED_US)
			return true;
		drop_waiting(queue, job);
		return false;
	}
	return false;
}

/* Makes space for one more job of a network, or of all networks (NULL). False if all waiting jobs are still asked for.
 * With the lock held. */
static bool
make_space(struct job_queue *queue, const char *network, unsigned most)
{
	gint64 now = g_get_monotonic_time();
	struct queued_job *last = NULL;
	unsigned waiting = 0;

	for (const GList *link = queue->waiting.head; link != NULL; link = link->next) {
		struct queued_job *job = link->data;

		if (network != NULL && strcmp(job->network, network) != 0)
			continue;
		waiting++;
		if (last == NULL || !goes_first(job, last, now) ||
			(job->asks == last->asks && job->asked < last->asked))
			last = job;
	}
	if (last == NULL || waiting < most)
		return true;
	if (last->asks >= ASKS_SURE && now - last->asked <= UNWANTED_US)
		return false;
	drop_waiting(queue, last);
	return true;
}

/* The place of a waiting job: 1 is the next. With the lock held. */
static unsigned
place_of(const struct job_queue *queue, const struct queued_job *job)
{
	gint64 now = g_get_monotonic_time();
	unsigned place = 1;
	bool is_behind = false;

	for (const GList *link = queue->waiting.head; link != NULL; link = link->next) {
		const struct queued_job *other = link->data;

		if (other == job)
			is_behind = true;
		else
			place += is_behind ? !goes_first(job, other, now) : goes_first(other, job, now);
	}
	return place;
}

/* Adds a new job to the queue. With the lock held. */
static struct job_answer
add(struct job_queue *queue, const struct job_ask *ask, const char *name)
{
	if (has_job(queue, ask->visitor))
		return (struct job_answer){.state = JOB_BUSY};
	if (queue->is_stopping || !make_space(queue, ask->network, JOB_QUEUE_NETWORK) ||
		!make_space(queue, NULL, JOB_QUEUE_MOST))
		return (struct job_answer){.state = JOB_FULL};
	struct queued_job *job = g_new0(struct queued_job, 1);
	job->name = g_strdup(name);
	job->kind = ask->kind;
	job->request = g_strdup(ask->request);
	job->visitor = g_strdup(ask->visitor);
	job->network = g_strdup(ask->network);
	job->asked = job->counted = g_get_monotonic_time();
	job->asks = 1;
	g_hash_table_insert(queue->by_name, job->name, job);
	g_queue_push_tail(&queue->waiting, job);
	g_cond_broadcast(&queue->wake);
	return (struct job_answer){.state = JOB_WAITING, .place = place_of(queue, job), .is_new = true};
}

/* Whether a result is delivered only once: a failure, so that the next ask tries again, or that of a kind whose results
 * must be new. */
static bool
is_delivered_once(const struct queued_job *job)
{
	return job->kind->is_fresh || job->result->outcome >= JOB_STOPPED;
}

struct job_answer
job_queue_ask(struct job_queue *queue, const struct job_ask *ask)
{
	g_autofree char *name = g_strconcat(ask->kind->name, "\n", ask->request, NULL);
	struct job_answer answer = {.state = JOB_WAITING};
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&queue->lock);
	struct queued_job *job = g_hash_table_lookup(queue->by_name, name);

	if (job == NULL) {
		answer = add(queue, ask, name);
	} else if (job->result != NULL) {
		answer = (struct job_answer){.state = JOB_READY, .result = job->result, .job = job};
		job->held++;
		g_queue_remove(&queue->cached, job);
		g_queue_push_head(&queue->cached, job);
		if (is_delivered_once(job))
			g_hash_table_remove(queue->by_name, name);
	} else {
		job->asked = g_get_monotonic_time();
		if (job->asked - job->counted >= ASK_COUNTS_US) {
			job->counted = job->asked;
			job->asks++;
			g_cond_broadcast(&queue->wake);
		}
		answer.place = job->is_running ? 0 : place_of(queue, job);
	}
	return answer;
}

void
job_queue_release(struct job_queue *queue, struct job_answer *answer)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&queue->lock);
	struct queued_job *job = g_steal_pointer(&answer->job);

	job->held--;
	if (job->held == 0 && is_delivered_once(job)) {
		g_queue_remove(&queue->cached, job);
		queue->bytes -= job->result->bytes;
		job_destroy(job);
	} else {
		trim_cache(queue);
	}
}
