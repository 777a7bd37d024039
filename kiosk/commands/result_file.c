/* SPDX-License-Identifier: MIT
 * Files of results. */
#include "kiosk/commands/result_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "gen/cli/command.h"

ssize_t
result_file_read(const char *name, char text[RESULT_TEXT])
{
	bool input = strcmp(name, "-") == 0;
	int file = input ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	size_t length = 0;
	ssize_t got = -1;
	char *shown;

	if (file >= 0) {
		while ((got = read(file, text + length, RESULT_TEXT - length)) > 0)
			length += (size_t)got;
	}
	if (got < 0) {
		shown = command_shown(name);
		command_tell(SAY("result-unreadable", "{file} cannot be read: {detail}"), ARG_PRIVATE("file", shown),
			ARG_PRIVATE("detail", strerror(errno)));
		g_free(shown);
	}
	if (file >= 0 && !input)
		close(file);
	return got < 0 ? -1 : (ssize_t)length;
}
