/* SPDX-License-Identifier: MIT
 * The queue of prints. */
#include "kiosk/printing/print_queue.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/kit/kit.h"
#include "kiosk/http/addresses.h"

#define SECONDS      30.0 /* of waiting for a child, which works as much as PRINT_CPU_SECONDS */
#define PRINTERS_MAX 4
#define KEPT_BYTES   ((size_t)48 << 20) /* of what was made, files included */
#define KEPT_PRINTS  256
/* What the folder of prints is called, in the folder for temporary files; six random characters follow. */
#define FOLDER     "seedpress-prints-"
#define GONE       (20 * G_USEC_PER_SEC)    /* nobody has asked for it since: it is not printed, */
#define CHANGED    (3 * G_USEC_PER_SEC)     /* or sooner where the visitor asks for another one */
#define ASK_COUNTS (G_USEC_PER_SEC * 2 / 5) /* after the last that did: the page asks twice a second at most */
#define ASKS_SURE  2 /* from which only one printer is not: there may be many who never come again */

/* A print, from when it is asked for until it is forgotten. */
struct print {
	char *name;
	char *visitor; /* who asked first, */
	char *network; /* and the network of that address, or the address */
	struct print_order *order;
	gint64 asked, counted; /* when it was asked for, and when that last counted, */
	unsigned asks;         /* which was so often */
	bool running;
	struct print_made *made; /* NULL while it is under way */
	unsigned held;           /* by those who answer with it */
};

struct print_queue {
	struct print_process process;
	struct memory *memory;
	char *folder;
	int folder_lock; /* says that the folder is in use */
	GMutex lock;     /* of all below */
	GCond wake;
	GHashTable *by_name; /* all of them */
	GHashTable *by_made; /* those that are made */
	GQueue waiting;      /* the next first */
	GQueue running;
	GQueue kept;  /* the latest first */
	size_t bytes; /* of those that are kept */
	int stopping; /* atomic, too */
	int working;  /* printers that have begun; atomic */
	unsigned numbers;
	GThread *printers[PRINTERS_MAX];
};

static void
print_free(struct print *print)
{
	g_free(print->name);
	g_free(print->visitor);
	g_free(print->network);
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

/* Whether one print goes before another that is behind it in the queue: somebody still asks for it, or has for longer.
 */
static bool
goes_first(const struct print *print, const struct print *other, gint64 now)
{
	bool is_asked = now - print->asked <= CHANGED, other_is = now - other->asked <= CHANGED;

	return is_asked != other_is ? is_asked : print->asks >= other->asks;
}

/* Forgets a print that waits. With the lock held. */
static void
give_up(struct print_queue *queue, struct print *print)
{
	g_queue_remove(&queue->waiting, print);
	g_hash_table_remove(queue->by_name, print->name);
	print_free(print);
}

/* The next one of those that were asked for so often, without those that nobody wants any more; NULL where there is
 * none. With the lock held. */
static struct print *
find_next(struct print_queue *queue, unsigned asks)
{
	gint64 now = g_get_monotonic_time();
	struct print *next = NULL;

	for (GList *link = queue->waiting.head, *after; link != NULL; link = after) {
		struct print *print = link->data;

		after = link->next;
		if (now - print->asked > GONE)
			give_up(queue, print);
		else if (print->asks >= asks && (next == NULL || !goes_first(next, print, now)))
			next = print;
	}
	return next;
}

/* Takes the next one of the queue; NULL at the end. With the lock held. */
static struct print *
take(struct print_queue *queue, unsigned asks)
{
	struct print *print = NULL;

	while (!queue->stopping && (print = find_next(queue, asks)) == NULL)
		g_cond_wait(&queue->wake, &queue->lock);
	if (queue->stopping || print == NULL)
		return NULL;
	g_queue_remove(&queue->waiting, print);
	print->running = true;
	g_queue_push_tail(&queue->running, print);
	return print;
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

/* The first printer takes what comes; the others only what somebody waits for. */
static void *
work(void *data)
{
	struct print_queue *queue = data;
	unsigned asks = g_atomic_int_add(&queue->working, 1) == 0 ? 1 : ASKS_SURE;
	struct print *print;

	g_mutex_lock(&queue->lock);
	while ((print = take(queue, asks)) != NULL) {
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

/* A descriptor of a folder, locked for as long as it is open; -1 where another process has it locked, or
 * where it is not a folder of this user. */
static int
lock_folder(const char *folder)
{
	int file = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat found;

	if (file >= 0 && fstat(file, &found) == 0 && found.st_uid == geteuid() && flock(file, LOCK_EX | LOCK_NB) == 0)
		return file;
	if (file >= 0)
		close(file);
	return -1;
}

/* Removes the folders that kiosks which were killed have left: those that no running one has locked. */
static void
remove_leftovers(void)
{
	GDir *all = g_dir_open(g_get_tmp_dir(), 0, NULL);
	const char *name;

	while (all != NULL && (name = g_dir_read_name(all)) != NULL) {
		char *folder = g_build_filename(g_get_tmp_dir(), name, NULL);
		int lock = g_str_has_prefix(name, FOLDER) ? lock_folder(folder) : -1;

		if (lock >= 0) {
			kit_remove_folder(folder);
			close(lock);
		}
		g_free(folder);
	}
	if (all != NULL)
		g_dir_close(all);
}

/* A new folder for prints, to be freed, with its lock. NULL when that does not go. */
static char *
make_folder(int *lock)
{
	char *folder;

	/* Again where a kiosk that starts at the same moment takes it for a leftover. */
	for (int attempt = 0; attempt < 10; attempt++) {
		folder = g_dir_make_tmp(FOLDER "XXXXXX", NULL);
		if (folder == NULL)
			return NULL;
		*lock = lock_folder(folder);
		if (*lock >= 0 && access(folder, F_OK) == 0)
			return folder;
		if (*lock >= 0)
			close(*lock);
		rmdir(folder);
		g_free(folder);
	}
	errno = EBUSY;
	return NULL;
}

struct print_queue *
print_queue_create(const struct print_queue_options *options, char **problem)
{
	struct print_queue *queue;
	unsigned printers = options->printers;
	char *folder;
	int lock;

	remove_leftovers();
	folder = make_folder(&lock);
	if (folder == NULL) {
		*problem = g_strdup_printf(
			"cannot make a folder for prints in %s: %s", g_get_tmp_dir(), g_strerror(errno));
		return NULL;
	}
	/* Where it can be one core is left to what is stored; prints are patient anyway. */
	if (printers == 0)
		printers = MAX(g_get_num_processors(), 3) - 1;
	queue = g_new0(struct print_queue, 1);
	queue->folder = folder;
	queue->folder_lock = lock;
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
	close(queue->folder_lock);
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
		give_up(queue, print);
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

/* Makes room for one more of a network, NULL: of all together. False where all who wait have asked again. With the lock
 * held. */
static bool
make_room(struct print_queue *queue, const char *network, unsigned most)
{
	gint64 now = g_get_monotonic_time();
	struct print *last = NULL;
	unsigned waiting = 0;

	for (const GList *link = queue->waiting.head; link != NULL; link = link->next) {
		struct print *print = link->data;

		if (network != NULL && strcmp(print->network, network) != 0)
			continue;
		waiting++;
		if (last == NULL || !goes_first(print, last, now) ||
			(print->asks == last->asks && print->asked < last->asked))
			last = print;
	}
	if (last == NULL || waiting < most)
		return true;
	if (last->asks >= ASKS_SURE && now - last->asked <= CHANGED)
		return false;
	give_up(queue, last);
	return true;
}

/* How many go before it, and itself. With the lock held. */
static unsigned
place_of(const struct print_queue *queue, const struct print *print)
{
	gint64 now = g_get_monotonic_time();
	unsigned place = 1;
	bool passed = false;

	for (const GList *link = queue->waiting.head; link != NULL; link = link->next) {
		const struct print *other = link->data;

		passed = passed || other == print;
		if (other != print)
			place += passed ? !goes_first(print, other, now) : goes_first(other, print, now);
	}
	return place;
}

/* With the lock held. */
static enum print_state
begin(struct print_queue *queue, const struct print_order *order, const char *visitor, char **name, unsigned *place)
{
	char network[ADDRESS_NETWORK];
	struct print *print;

	if (has_one(queue, visitor))
		return PRINT_BUSY;
	if (!address_network(visitor, network))
		g_strlcpy(network, visitor, sizeof network);
	if (queue->stopping || !make_room(queue, network, PRINT_QUEUE_NETWORK) ||
		!make_room(queue, NULL, PRINT_QUEUE_MOST))
		return PRINT_FULL;
	print = g_new0(struct print, 1);
	print->name = g_steal_pointer(name);
	print->visitor = g_strdup(visitor);
	print->network = g_strdup(network);
	print->order = print_order_copy(order);
	print->asked = print->counted = g_get_monotonic_time();
	print->asks = 1;
	g_hash_table_insert(queue->by_name, print->name, print);
	g_queue_push_tail(&queue->waiting, print);
	g_cond_broadcast(&queue->wake);
	*place = place_of(queue, print);
	return PRINT_WAITS;
}

/* Somebody asks again. With the lock held. */
static void
count_ask(struct print_queue *queue, struct print *print)
{
	print->asked = g_get_monotonic_time();
	if (print->asked - print->counted < ASK_COUNTS)
		return;
	print->counted = print->asked;
	print->asks++;
	g_cond_broadcast(&queue->wake);
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
		count_ask(queue, print);
		*place = print->running ? 0 : place_of(queue, print);
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
