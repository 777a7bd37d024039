/* SPDX-License-Identifier: MIT
 * What a child process is to print: the words of the command line, and what is
 * not for its arguments, which everybody on the machine can see. */
#ifndef SEEDPRESS_KIOSK_PRINTING_PRINT_ORDER_H
#define SEEDPRESS_KIOSK_PRINTING_PRINT_ORDER_H

#include <glib.h>

/* What is asked for. Each answers a line of JSON, and what follows it. */
enum print_kind {
	PRINT_PAGES, /* what is known of the pages; then each as SVG, packed */
	PRINT_FIRST, /* the same with its first page alone, which is there sooner */
	PRINT_PDF,   /* nothing but the file */
	PRINT_SEED,  /* a seed that is worth printing */
	PRINT_KNOWN, /* what `analyse` says of the first game; then its picture as SVG */
	PRINT_KINDS,
};

/* The first line says how long what follows is: "parts":[bytes of each]. */
#define PRINT_PARTS "parts"

struct print_order {
	enum print_kind kind;
	char **arguments; /* of `print`: the game and its options; NULL ends */
	char *event;      /* printed on the pieces, or NULL */
	char *key;        /* of the event, in hexadecimal, or NULL */
};

/* A copy, to be freed; NULL is fine. */
struct print_order *print_order_copy(const struct print_order *order);
void print_order_free(struct print_order *order);

/* The same print has the same name, to be freed. */
char *print_order_name(const struct print_order *order);

/* As bytes for the child, and back: NULL where they make no sense. `file` is where a PDF goes. */
GByteArray *print_order_write(const struct print_order *order, const char *file);
struct print_order *print_order_read(const char *bytes, size_t size, char **file);

#endif
