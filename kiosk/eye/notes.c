/* SPDX-License-Identifier: MIT
 * Lists of messages. */
#include "kiosk/eye/notes.h"

GPtrArray *
notes_create(void)
{
	return g_ptr_array_new_with_free_func(g_free);
}

void
notes_add_list(GPtrArray *notes, const struct argument *arguments)
{
	struct message *message = g_new(struct message, 1);

	message_set_list(message, arguments);
	g_ptr_array_add(notes, message);
}

void
notes_add_message(GPtrArray *notes, const struct message *message)
{
	g_ptr_array_add(notes, g_memdup2(message, sizeof *message));
}
