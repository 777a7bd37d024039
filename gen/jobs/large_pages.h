/* SPDX-License-Identifier: MIT
 * Memory of the fork server in pages of two megabytes, where the kernel has them: a
 * worker is forked and starts to work in a fraction of the time. Only faster:
 * nothing fails where it does not go. */
#ifndef SEEDPRESS_GEN_JOBS_LARGE_PAGES_H
#define SEEDPRESS_GEN_JOBS_LARGE_PAGES_H

/* Makes room on the heap for what a usual picture needs, not yet used. */
void large_pages_for_heap(void);

/* Moves the large tables that are there to large pages: those are not copied one by one. */
void large_pages_for_tables(void);

#endif
