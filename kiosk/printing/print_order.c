/* SPDX-License-Identifier: MIT
 * Orders as bytes: strings, each with its end. */
#include "kiosk/printing/print_order.h"

#include <string.h>

#define WORDS_FIRST 4 /* kind, file, event, key */

static const char *const kinds[PRINT_KINDS] = {
	[PRINT_PAGES] = "pages",
	[PRINT_FIRST] = "first",
	[PRINT_PDF] = "pdf",
	[PRINT_SEED] = "seed",
	[PRINT_KNOWN] = "known",
};

struct print_order *
print_order_copy(const struct print_order *order)
{
	struct print_order *copy = g_new(struct print_order, 1);

	*copy = (struct print_order){
		order->kind, g_strdupv(order->arguments), g_strdup(order->event), g_strdup(order->key)};
	return copy;
}

void
print_order_free(struct print_order *order)
{
	if (order == NULL)
		return;
	g_strfreev(order->arguments);
	g_free(order->event);
	g_free(order->key);
	g_free(order);
}

char *
print_order_name(const struct print_order *order)
{
	char *words = g_strjoinv("\n", order->arguments);
	char *name = g_strjoin("\n", kinds[order->kind], order->event == NULL ? "" : order->event,
		order->key == NULL ? "" : order->key, words, NULL);

	g_free(words);
	return name;
}

static void
write_word(GByteArray *bytes, const char *word)
{
	if (word == NULL)
		word = "";
	g_byte_array_append(bytes, (const guint8 *)word, (guint)strlen(word) + 1);
}

GByteArray *
print_order_write(const struct print_order *order, const char *file)
{
	GByteArray *bytes = g_byte_array_new();

	write_word(bytes, kinds[order->kind]);
	write_word(bytes, file);
	write_word(bytes, order->event);
	write_word(bytes, order->key);
	for (char **at = order->arguments; *at != NULL; at++)
		write_word(bytes, *at);
	return bytes;
}

/* NULL for an empty one. */
static char *
word_or_none(const char *word)
{
	return *word == '\0' ? NULL : g_strdup(word);
}

struct print_order *
print_order_read(const char *bytes, size_t size, char **file)
{
	GPtrArray *words = g_ptr_array_new();
	struct print_order *order = NULL;
	int kind = 0;

	for (const char *at = bytes; at < bytes + size; at += strlen(at) + 1) {
		if (memchr(at, '\0', (size_t)(bytes + size - at)) == NULL)
			break;
		g_ptr_array_add(words, g_strdup(at));
	}
	g_ptr_array_add(words, NULL);
	while (words->len > WORDS_FIRST && kind < PRINT_KINDS && strcmp(kinds[kind], g_ptr_array_index(words, 0)) != 0)
		kind++;
	if (words->len > WORDS_FIRST && kind < PRINT_KINDS) {
		char **all = (char **)words->pdata;

		order = g_new(struct print_order, 1);
		*order = (struct print_order){(enum print_kind)kind, g_strdupv(all + WORDS_FIRST), word_or_none(all[2]),
			word_or_none(all[3])};
		*file = word_or_none(all[1]);
	}
	g_strfreev((char **)g_ptr_array_free(words, FALSE));
	return order;
}
