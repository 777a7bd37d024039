/* SPDX-License-Identifier: MIT
 * Our qsort stays inside its array whatever a comparison answers, keeps equal elements in order, and sorts
 * without memory too. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gen/jobs/process.h"
#include "tests/tools.h"

#define COUNT 1000
#define GUARD 0x5EED5EEDu /* before and after the array */

struct element {
	uint32_t key, order;
	char more[61]; /* odd, and larger than what is swapped at once */
};

static uint32_t
next(uint32_t *random)
{
	return *random = *random * 1664525 + 1013904223;
}

static int
by_key(const void *a, const void *b)
{
	const struct element *one = a, *other = b;

	return (one->key > other->key) - (one->key < other->key);
}

/* As libapriltag's do: never 0. */
static int
never_equal(const void *a, const void *b)
{
	return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : 1;
}

static int
always_larger(const void *a, const void *b)
{
	(void)a;
	(void)b;
	return 1;
}

static int
at_random(const void *a, const void *b)
{
	static uint32_t random = 1;

	(void)a;
	(void)b;
	return (int)(next(&random) >> 30) - 1;
}

static void
equal_elements_keep_their_order(void **state)
{
	static struct element list[COUNT];
	uint32_t random = 7;

	(void)state;
	for (unsigned count = 0; count <= COUNT; count += count < 40 ? 1 : 137) {
		for (unsigned i = 0; i < count; i++) {
			list[i] = (struct element){.key = next(&random) >> 28, .order = i};
			memset(list[i].more, (int)(list[i].key + i), sizeof list[i].more);
		}
		qsort(list, count, sizeof *list, by_key);
		for (unsigned i = 0; i < count; i++) {
			if (i > 0)
				assert_true(list[i - 1].key < list[i].key ||
					(list[i - 1].key == list[i].key && list[i - 1].order < list[i].order));
			assert_int_equal((uint8_t)list[i].more[60], (uint8_t)(list[i].key + list[i].order));
		}
	}
}

/* No element is lost, made up or written outside. */
static void
a_wrong_comparison_stays_inside_the_array(void **state)
{
	static int (*const compares[])(const void *, const void *) = {never_equal, always_larger, at_random};
	uint32_t random = 3;

	(void)state;
	for (unsigned count = 1; count <= COUNT; count += 1 + count / 5)
		for (size_t c = 0; c < LENGTH(compares); c++) {
			/* Exactly as long as it is, for the sanitizers. */
			uint32_t *list = malloc((count + 2) * sizeof *list), sum = 0;

			assert_non_null(list);
			list[0] = list[count + 1] = GUARD;
			for (unsigned i = 1; i <= count; i++)
				sum += list[i] = next(&random) >> 27;
			qsort(list + 1, count, sizeof *list, compares[c]);
			for (unsigned i = 1; i <= count; i++)
				sum -= list[i];
			assert_int_equal(sum, 0);
			assert_int_equal(list[0], GUARD);
			assert_int_equal(list[count + 1], GUARD);
			free(list);
		}
}

static void
it_sorts_without_memory(void **state)
{
	const struct rlimit none = {0, 0};
	const size_t count = 1 << 20;
	uint32_t *list, random = 5;
	int how = 0;
	pid_t pid;

	(void)state;
	if (PROCESS_SANITIZED)
		skip(); /* its allocator ends the process instead */
	list = mmap(NULL, count * sizeof *list, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(list != MAP_FAILED);
	for (size_t i = 0; i < count; i++)
		list[i] = next(&random);
	pid = fork();
	if (pid == 0) {
		/* Volatile, since a compiler may leave out an allocation that nothing uses and take it for granted. */
		void *volatile memory = setrlimit(RLIMIT_AS, &none) == 0 ? malloc(count) : list;

		if (memory != NULL)
			_exit(2);
		qsort(list, count, sizeof *list, never_equal);
		for (size_t i = 1; i < count; i++)
			if (list[i - 1] > list[i])
				_exit(1);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &how, 0), pid);
	assert_int_equal(how, 0);
	munmap(list, count * sizeof *list);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_elements_keep_their_order),
		cmocka_unit_test(a_wrong_comparison_stays_inside_the_array),
		cmocka_unit_test(it_sorts_without_memory),
	};

	return cmocka_run_group_tests_name("qsort", tests, NULL, NULL);
}
