/* SPDX-License-Identifier: MIT
 * Where the kiosk keeps its database; see place.h. */
#include "kiosk/place.h"

#include <errno.h>
#include <glib.h>
#include <string.h>

char *
place_of_database(char **problem)
{
	const char *state = g_getenv("STATE_DIRECTORY");
	char *folder, *file = NULL;

	/* systemd names several with colons between them; the first is ours. */
	if (state != NULL && *state == '/')
		folder = g_strndup(state, strcspn(state, ":"));
	else
		folder = g_build_filename(g_get_user_data_dir(), "seedpress", NULL);
	if (g_mkdir_with_parents(folder, 0700) == 0)
		file = g_build_filename(folder, "kiosk.db", NULL);
	else
		*problem = g_strdup_printf(
			"the folder %s cannot be made: %s", folder, g_strerror(errno));
	g_free(folder);
	return file;
}
