/* SPDX-License-Identifier: MIT
 * A list of messages (layouts/message.h) to people: what a photo lacks, why a code was refused, how to hold the camera.
 * They become sentences only when they are shown. */
#pragma once

#include <glib.h>

#include "layouts/problems.h"

/* An empty list, of struct message; to be freed with g_ptr_array_free(). */
GPtrArray *notes_create(void);

/* SAY() and its arguments, as for message_set(). */
#define notes_add(notes, ...) notes_add_list((notes), (const struct argument[]){__VA_ARGS__, {.type = ARGUMENT_END}})
void notes_add_list(GPtrArray *notes, const struct argument *arguments);
void notes_add_message(GPtrArray *notes, const struct message *message);

#define NOTE(notes, i) ((const struct message *)g_ptr_array_index((notes), i))
