/* SPDX-License-Identifier: MIT
 * Memory of the fork server in pages of two megabytes, if the kernel has them: a child is forked and starts to work in
 * a fraction of the time. Without them it is only slower. */
#ifndef SEEDPRESS_GEN_JOBS_LARGE_PAGES_H
#define SEEDPRESS_GEN_JOBS_LARGE_PAGES_H

/* Reserves what a picture of the usual size needs on the heap. */
void large_pages_for_heap(void);

/* Moves the large tables to large pages, which are not copied one by one. */
void large_pages_for_tables(void);

#endif
