/* SPDX-License-Identifier: MIT
 * Memory of the fork server in pages of two megabytes, if the kernel supports them: forking a child, and its first
 * accesses to memory, take a fraction of the time. Without them it is only slower. */
#pragma once

/* Reserves the heap memory that a picture of the usual size needs. */
void large_pages_for_heap(void);

/* Moves large tables to large pages, so that a fork copies fewer page table entries. */
void large_pages_for_tables(void);
