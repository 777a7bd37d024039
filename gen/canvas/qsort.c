/* SPDX-License-Identifier: MIT
 * qsort() for every program that links libapriltag, in place of the C library's.
 *
 * libapriltag sorts with comparison functions that never answer "equal". glibc's quicksort, which it
 * uses when it finds little memory, then leaves its array. This is a merge sort: it stays inside the array
 * whatever the comparison answers, is stable, and needs no system call beyond malloc's.
 *
 * It must reach the linker as an object of its own or by link_whole (see `apriltag` in meson.build): a
 * member of an archive is ignored if a sanitizer's runtime has defined qsort already. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef int compare_function(const void *a, const void *b);

/* The longest run, in elements, that is sorted by insertion before runs are merged. Instructions for 2,000
 * random arrays of 4 to 63 elements of 16 bytes, by callgrind: 12.6 million with 4, 12.0 with 8, 13.6 with 16;
 * glibc's own takes 16.5. */
#define RUN_MAX 8

/* The size in bytes of the buffer to swap elements through. Larger elements are swapped in parts. */
#define SWAP_BYTES 64

/* The size in bytes of the merge buffer on the stack. Larger arrays need malloc; libapriltag sorts mostly short ones.
 */
#define HELD_BYTES 1024

/* Copies an element. The compiler inlines the usual sizes. */
static inline void
copy(char *to, const char *from, size_t size)
{
	if (size == 8)
		memcpy(to, from, 8);
	else if (size == 16)
		memcpy(to, from, 16);
	else
		memcpy(to, from, size);
}

static void
swap(char *a, char *b, size_t size)
{
	char held[SWAP_BYTES];

	while (size > 0) {
		size_t part = size < SWAP_BYTES ? size : SWAP_BYTES;

		copy(held, a, part);
		copy(a, b, part);
		copy(b, held, part);
		a += part;
		b += part;
		size -= part;
	}
}

/* Insertion sort of elements `gap` apart. With a gap of 1 it is stable; with shrinking gaps it makes a Shell sort. */
static void
insert(char *base, size_t count, size_t size, size_t gap, compare_function *compare)
{
	for (size_t i = gap; i < count; i++)
		for (size_t at = i; at >= gap && compare(base + (at - gap) * size, base + at * size) > 0; at -= gap)
			swap(base + (at - gap) * size, base + at * size, size);
}

/* Shell sort, for when there is no memory to merge: not stable, but in place and in bounds. */
static void
sort_in_place(char *base, size_t count, size_t size, compare_function *compare)
{
	size_t gap = 1;

	while (gap < count / 3)
		gap = 3 * gap + 1;
	for (; gap > 0; gap /= 3)
		insert(base, count, size, gap, compare);
}

/* Merges two sorted runs that follow each other; the first is moved to `held`. */
static void
merge(char *base, size_t left, size_t right, size_t size, compare_function *compare, char *held)
{
	const char *a = held, *a_end = held + left * size;
	const char *b = base + left * size, *b_end = b + right * size;

	if (compare(b - size, b) <= 0)
		return;
	memcpy(held, base, left * size);
	while (a < a_end && b < b_end) {
		const char **from = compare(a, b) <= 0 ? &a : &b;

		copy(base, *from, size);
		*from += size;
		base += size;
	}
	memcpy(base, a, (size_t)(a_end - a));
}

static void
sort(char *base, size_t count, size_t size, compare_function *compare, char *held)
{
	size_t left = count / 2;

	if (count <= RUN_MAX) {
		insert(base, count, size, 1, compare);
		return;
	}
	sort(base, left, size, compare, held);
	sort(base + left * size, count - left, size, compare, held);
	merge(base, left, count - left, size, compare, held);
}

void
qsort(void *base, size_t count, size_t size, compare_function *compare)
{
	char small[HELD_BYTES], *large = NULL;
	bool is_small;

	if (count < 2 || size == 0)
		return;
	/* Half of the array: its size does not overflow. */
	is_small = count <= RUN_MAX || count / 2 * size <= sizeof small;
	if (!is_small)
		large = malloc(count / 2 * size);
	if (!is_small && large == NULL)
		sort_in_place(base, count, size, compare);
	else
		sort(base, count, size, compare, is_small ? small : large);
	free(large);
}
