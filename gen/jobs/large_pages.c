/* SPDX-License-Identifier: MIT
 * Memory in large pages. */
#define _GNU_SOURCE
#include "gen/jobs/large_pages.h"

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Bytes of a large page. */
#define PAGE ((uintptr_t)2 << 20)

/* Bytes of an allocation that malloc still takes from the heap: glibc always maps those of 32 MB. */
#define PIECE (30 << 20)

/* Number of allocations that are made and freed to reserve the heap: together a picture of the usual size fits. */
#define PIECES 4

/* Bytes of the smallest mapping that counts as a table. */
#define TABLE_MIN ((uintptr_t)16 << 20)

/* Bytes of the largest mapping that counts as a table: the shadow of a sanitizer is larger. */
#define TABLE_MAX ((uintptr_t)1 << 30)

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25 /* since Linux 6.1 */
#endif

/* Advises on the whole pages from one address to another. */
static void
advise(uintptr_t from, uintptr_t to, int advice)
{
	from = (from + PAGE - 1) & ~(PAGE - 1);
	to &= ~(PAGE - 1);
	if (from < to)
		madvise((void *)from, to - from, advice);
}

void
large_pages_for_heap(void)
{
	void *piece[PIECES];
	uintptr_t from = (uintptr_t)sbrk(0);

	/* Freed memory is kept and reused, without system calls. */
	mallopt(M_MMAP_THRESHOLD, PIECE + (1 << 20));
	mallopt(M_TRIM_THRESHOLD, INT32_MAX);
	mallopt(M_TOP_PAD, PIECE);
	for (int i = 0; i < PIECES; i++)
		piece[i] = malloc(PIECE);
	advise(from, (uintptr_t)sbrk(0), MADV_HUGEPAGE);
	for (int i = 0; i < PIECES; i++)
		free(piece[i]);
}

void
large_pages_for_tables(void)
{
	FILE *file = fopen("/proc/self/maps", "re");
	char line[600];

	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		unsigned long from, to, inode;

		/* Private memory without a file; the heap has a name. */
		if (sscanf(line, "%lx-%lx rw-p %*x %*s %lu", &from, &to, &inode) == 3 && inode == 0 &&
			strchr(line, '[') == NULL && to - from >= TABLE_MIN && to - from <= TABLE_MAX)
			advise(from, to, MADV_COLLAPSE);
	}
	if (file != NULL)
		fclose(file);
}
