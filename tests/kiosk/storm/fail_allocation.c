/* SPDX-License-Identifier: MIT
 * To be loaded before a program (LD_PRELOAD): the n-th time from now on that it asks for memory it gets
 * none. The file that FAIL_ALLOCATION names holds n, as the machine writes an int64_t, and may be written
 * any time; it counts down to 0, and from 0 on all is as usual. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* What glibc itself is called by when it is not replaced. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static int64_t *left;

__attribute__((constructor)) static void
begin(void)
{
	const char *name = getenv("FAIL_ALLOCATION");
	int file = name == NULL ? -1 : open(name, O_RDWR | O_CLOEXEC);
	void *map = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

	if (file >= 0)
		close(file);
	if (map != MAP_FAILED)
		left = map;
}

static bool
fails(void)
{
	if (left == NULL || __atomic_load_n(left, __ATOMIC_SEQ_CST) <= 0 ||
		__atomic_sub_fetch(left, 1, __ATOMIC_SEQ_CST) != 0)
		return false;
	errno = ENOMEM;
	return true;
}

void *
malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *
calloc(size_t count, size_t size)
{
	return fails() ? NULL : __libc_calloc(count, size);
}

void *
realloc(void *old, size_t size)
{
	return fails() ? NULL : __libc_realloc(old, size);
}
