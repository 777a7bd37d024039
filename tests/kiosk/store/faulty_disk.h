/* SPDX-License-Identifier: MIT
 * A disk that fails at the call it is told to: SQLite's own way to the files,
 * with every read, write, sync, truncation, lock and opening counted. */
#pragma once

#include <stdbool.h>

enum disk_fault {
	DISK_NEVER,
	DISK_ONCE, /* this call alone */
	DISK_GONE, /* this call and every one after it */
	DISK_FULL, /* every write from this call on: the disk is full */
};

/* From now on SQLite goes this way by default. Nothing is synced for real: what is tested is what
 * is answered, not the disk. */
bool faulty_disk_use(void);

/* Counts from 1 again and fails at call `n`. Calls of the store's watching thread, which come when
 * they like, neither count nor fail. */
void faulty_disk_arm(enum disk_fault fault, unsigned n);

/* Since then: what failed first ("sync"), NULL where nothing did. */
const char *faulty_disk_failed(void);
