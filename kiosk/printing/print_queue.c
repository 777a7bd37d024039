/* SPDX-License-Identifier: MIT
 * The queue of prints. */
#include "kiosk/printing/print_queue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECONDS      30.0 /* of waiting for a child, which works as much as PRINT_CPU_SECONDS */
#define PRINTERS_MAX 4
#define KEPT_BYTES   ((size_t)48 << 20) /* of what was made, files included */
#define KEPT_PRINTS  256
#define GONE         (20 * G_USEC_PER_SEC) /* nobody has asked for it since: it is not printed, */
#define CHANGED      (3 * G_USEC_PER_SEC)  /* or sooner where the visitor asks for another one */

/* A print, from when it is asked for until it is forgotten. */
struct print {
	char *name;
	char *visitor; /* who asked first */
	struct print_order *order;
	gint64 asked;
	bool running;
	struct print_made *made; /* NULL while it is under way */
	unsigned held;           /* by those who answer with it */
};

struct print_queue {
	struct print_process process;
	struct memory *memory;
	char *folder;
	GMutex lock; /* of all below */
	GCond wake;
	GHashTable *by_name; /* all of them */
	GHashTable *by_made; /* those that are made */
	GQueue waiting;      /* the next first */
	GQueue running;
	GQueue kept;         /* the latest first */
	size_t bytes;        /* of those that are kept */
	int stopping;        /* atomic, too */
	unsigned numbers;
	GThread *printers[PRINTERS_MAX];
};

static void
print_free(struct print *print)
{
	g_free(print->name);
	g_free(print->visitor);
	print_order_free(print->order);
	print_made_free(print->made);
	g_free(print);
}

/* Forgets the oldest ones that nobody answers with. With the lock held. */
static void
forget_some(struct print_queue *queue)
{
	GList *link = queue->kept.tail;

	while (link != NULL && (queue->bytes > KEPT_BYTES || queue->kept.length > KEPT_PRINTS)) {
		struct print *print = link->data;
		GList *newer = link->prev;

		if (print->held == 0 && newer != NULL) {
			queue->bytes -= print->made->bytes;
			g_hash_table_remove(queue->by_made, print->made);
			g_hash_table_remove(queue->by_name, print->name);
			g_queue_delete_link(&queue->kept, link);
			print_free(print);
		}
		link = newer;
	}
}

/* Takes the next one of the queue, without those that nobody wants any more; NULL at the end. With the
 * lock held. */
static struct print *
take(struct print_queue *queue)
{
	for (;;) {
		struct print *print;

		while (!queue->stopping && g_queue_is_empty(&queue->waiting))
			g_cond_wait(&queue->wake, &queue->lock);
		if (queue->stopping)
			return NULL;
		print = g_queue_pop_head(&queue->waiting);
		if (g_get_monotonic_time() - print->asked <= GONE) {
			print->running = true;
			g_queue_push_tail(&queue->running, print);
			return print;
		}
		g_hash_table_remove(queue->by_name, print->name);
		print_free(print);
	}
}

static struct print_made *
make(struct print_queue *queue, const struct print_order *order, unsigned number)
{
	struct print_made *made;

	if (queue->memory != NULL && !memory_promise(queue->memory, PRINT_ANSWER, true)) {
		made = g_new0(struct print_made, 1);
		made->outcome = PRINT_TROUBLE;
		made->sentence = g_strdup("there is no memory for printing just now; try it again");
		made->parts = g_ptr_array_new();
		return made;
	}
	made = print_process_run(&queue->process, order, number);
	if (queue->memory != NULL)
		memory_return(queue->memory, PRINT_ANSWER);
	return made;
}

static void *
work(void *data)
{
	struct print_queue *queue = data;
	struct print *print;

	g_mutex_lock(&queue->lock);
	while ((print = take(queue)) != NULL) {
		unsigned number = queue->numbers++;
		struct print_made *made;

		g_mutex_unlock(&queue->lock);
		made = make(queue, print->order, number);
		g_mutex_lock(&queue->lock);
		print->running = false;
		print->made = made;
		g_queue_remove(&queue->running, print);
		g_queue_push_head(&queue->kept, print);
		g_hash_table_insert(queue->by_made, made, print);
		queue->bytes += made->bytes;
		forget_some(queue);
	}
	g_mutex_unlock(&queue->lock);
	return NULL;
}

struct print_queue *
print_queue_create(const struct print_queue_options *options, char **problem)
{
	struct print_queue *queue;
	char *folder = g_dir_make_tmp("seedpress-XXXXXX", NULL);
	unsigned printers = options->printers;

	if (folder == NULL) {
		*problem = g_strdup_printf(
			"prints have no place in %s: %s", g_get_tmp_dir(), g_strerror(errno));
		return NULL;
	}
	/* One core is left to what is stored. */
	if (printers == 0)
		printers = MAX(g_get_num_processors(), 2) - 1;
	queue = g_new0(struct print_queue, 1);
	queue->folder = folder;
	queue->memory = options->memory;
	queue->process = (struct print_process){.program = options->program,
		.folder = folder,
		.seconds = options->seconds > 0 ? options->seconds : SECONDS,
		.stop = &queue->stopping};
	g_mutex_init(&queue->lock);
	g_cond_init(&queue->wake);
	queue->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	queue->by_made = g_hash_table_new(NULL, NULL);
	for (unsigned i = 0; i < MIN(printers, PRINTERS_MAX); i++)
		queue->printers[i] = g_thread_new("print", work, queue);
	return queue;
}

void
print_queue_stop(struct print_queue *queue)
{
	g_mutex_lock(&queue->lock);
	g_atomic_int_set(&queue->stopping, 1);
	g_cond_broadcast(&queue->wake);
	g_mutex_unlock(&queue->lock);
}

void
print_queue_destroy(struct print_queue *queue)
{
	GHashTableIter iter;
	gpointer print;

	if (queue == NULL)
		return;
	print_queue_stop(queue);
	for (unsigned i = 0; i < PRINTERS_MAX; i++)
		if (queue->printers[i] != NULL)
			g_thread_join(queue->printers[i]);
	g_hash_table_iter_init(&iter, queue->by_name);
	while (g_hash_table_iter_next(&iter, NULL, &print))
		print_free(print);
	g_hash_table_destroy(queue->by_name);
	g_hash_table_destroy(queue->by_made);
	g_queue_clear(&queue->waiting);
	g_queue_clear(&queue->running);
	g_queue_clear(&queue->kept);
	g_mutex_clear(&queue->lock);
	g_cond_clear(&queue->wake);
	rmdir(queue->folder);
	g_free(queue->folder);
	g_free(queue);
}

/* The visitor's print in a list, or NULL. With the lock held. */
static struct print *
find(const GQueue *list, const char *visitor)
{
	for (const GList *link = list->head; link != NULL; link = link->next)
		if (strcmp(((const struct print *)link->data)->visitor, visitor) == 0)
			return link->data;
	return NULL;
}

/* Whether a visitor has a print under way. One that waits and is not asked for any more is given up.
 * With the lock held. */
static bool
has_one(struct print_queue *queue, const char *visitor)
{
	struct print *print = find(&queue->waiting, visitor);

	if (print != NULL && g_get_monotonic_time() - print->asked > CHANGED) {
		g_queue_remove(&queue->waiting, print);
		g_hash_table_remove(queue->by_name, print->name);
		print_free(print);
		print = NULL;
	}
	return print != NULL || find(&queue->running, visitor) != NULL;
}

/* Trouble is told once: the next one who asks has it tried again. So is a seed: each gets another. */
static bool
is_told_once(const struct print *print)
{
	return print->made->outcome >= PRINT_STOPPED || print->order->kind == PRINT_SEED;
}

/* What was made, for the caller. With the lock held. */
static const struct print_made *
hand_out(struct print_queue *queue, struct print *print)
{
	print->held++;
	g_queue_remove(&queue->kept, print);
	g_queue_push_head(&queue->kept, print);
	if (is_told_once(print))
		g_hash_table_remove(queue->by_name, print->name);
	return print->made;
}

/* With the lock held. */
static enum print_state
begin(struct print_queue *queue, const struct print_order *order, const char *visitor, char **name,
	unsigned *place)
{
	struct print *print;

	if (has_one(queue, visitor))
		return PRINT_BUSY;
	if (queue->waiting.length >= PRINT_QUEUE_MOST || queue->stopping)
		return PRINT_FULL;
	print = g_new0(struct print, 1);
	print->name = g_steal_pointer(name);
	print->visitor = g_strdup(visitor);
	print->order = print_order_copy(order);
	print->asked = g_get_monotonic_time();
	g_hash_table_insert(queue->by_name, print->name, print);
	g_queue_push_tail(&queue->waiting, print);
	g_cond_signal(&queue->wake);
	*place = queue->waiting.length;
	return PRINT_WAITS;
}

enum print_state
print_queue_ask(struct print_queue *queue, const struct print_order *order, const char *visitor,
	const struct print_made **made, unsigned *place, bool *fresh)
{
	char *name = print_order_name(order);
	enum print_state state = PRINT_WAITS;
	struct print *print;

	*made = NULL;
	g_mutex_lock(&queue->lock);
	print = g_hash_table_lookup(queue->by_name, name);
	*fresh = print == NULL;
	if (print == NULL) {
		state = begin(queue, order, visitor, &name, place);
	} else if (print->made != NULL) {
		*made = hand_out(queue, print);
		state = PRINT_DONE;
	} else {
		print->asked = g_get_monotonic_time();
		*place = print->running ? 0 : (unsigned)g_queue_index(&queue->waiting, print) + 1;
	}
	g_mutex_unlock(&queue->lock);
	g_free(name);
	return state;
}

void
print_queue_release(struct print_queue *queue, const struct print_made *made)
{
	struct print *print;

	g_mutex_lock(&queue->lock);
	print = g_hash_table_lookup(queue->by_made, made);
	print->held--;
	if (print->held == 0 && is_told_once(print)) {
		g_hash_table_remove(queue->by_made, made);
		g_queue_remove(&queue->kept, print);
		queue->bytes -= made->bytes;
		print_free(print);
	} else {
		forget_some(queue);
	}
	g_mutex_unlock(&queue->lock);
}
