/* SPDX-License-Identifier: MIT
 * Promised memory. A mapping that is unmapped at once finds out how much is available: it respects all limits of the
 * process (RLIMIT_AS, strict accounting), and its pages are never touched. */
#include "kiosk/http/memory.h"

#include <sys/mman.h>

static bool
is_there(size_t size)
{
	void *trial = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return trial != MAP_FAILED && munmap(trial, size) == 0;
}

bool
memory_has(const struct memory *memory, size_t size, bool large)
{
	return is_there(
		__atomic_load_n(&memory->promised, __ATOMIC_SEQ_CST) + size + MEMORY_KEPT + (large ? MEMORY_LEFT : 0));
}

bool
memory_promise(struct memory *memory, size_t size, bool large)
{
	size_t all = __atomic_add_fetch(&memory->promised, size, __ATOMIC_SEQ_CST);

	if (is_there(all + MEMORY_KEPT + (large ? MEMORY_LEFT : 0)))
		return true;
	memory_return(memory, size);
	return false;
}

void
memory_return(struct memory *memory, size_t size)
{
	__atomic_sub_fetch(&memory->promised, size, __ATOMIC_SEQ_CST);
}

bool
memory_admits(void)
{
	return is_there(MEMORY_KEPT / 2);
}
