/* SPDX-License-Identifier: MIT
 * seedpress key: a key for an event, which shows that a code is the event's. */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/canvas/atomic_file.h"
#include "gen/cli/command.h"
#include "gen/commands/commands.h"

#define USUAL_FILE "event.key"

/* Writes all bytes and makes sure that they are on disk. */
static bool
write_all(int file, const char *text, size_t length)
{
	while (length > 0) {
		ssize_t written = write(file, text, length);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		text += written;
		length -= (size_t)written;
	}
	return fsync(file) == 0 || errno == EINVAL; /* a pipe has nothing to sync */
}

/* A new file that only its owner reads; one that is there is never touched: codes would die. */
static int
make_key(const char *name)
{
	unsigned char bytes[CODE_KEY_DIGITS / 2];
	char text[CODE_KEY_DIGITS + 2];
	int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	struct problem problem;

	if (file < 0 && errno == EEXIST) {
		command_tell(
			SAY("key-is-there",
				"{file} is there already, and a key that codes were printed with must not be lost"),
			ARG_TEXT("file", name));
		return EXIT_REFUSED;
	}
	randombytes_buf(bytes, sizeof bytes);
	sodium_bin2hex(text, sizeof text, bytes, sizeof bytes);
	strcat(text, "\n");
	bool fine = file >= 0 && write_all(file, text, strlen(text)) && close(file) == 0;

	if (!fine) {
		atomic_file_unwritable(name, NULL, &problem);
		if (file >= 0)
			unlink(name);
	}
	sodium_memzero(text, sizeof text);
	sodium_memzero(bytes, sizeof bytes);
	if (!fine)
		return command_fail(&problem);
	if (isatty(STDOUT_FILENO))
		printf("%s: the key of one event, readable for you alone. Keep a copy: without it none of "
		       "its codes can be read.\n"
		       "Print with it: `key = %s` in the kit file, or print --key %s. Score with it: "
		       "seedpress-kiosk serve --key %s\n",
			name, name, name, name);
	return EXIT_SUCCESS;
}

int
key_command(int argc, char **argv)
{
	g_autofree char *output = NULL;
	const GOptionEntry entries[] = {
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, USUAL_FILE " without", "FILE"},
		{0},
	};

	if (!command_options("key [OPTION]...",
		    "Makes a key for an event: a file that nobody but the organiser and the kiosk should have.",
		    entries, &argc, &argv))
		return EXIT_USAGE;
	if (argc != 1)
		return command_misuse("key", SAY("words-after-key", "no word was expected after `key`"));
	return make_key(output == NULL ? USUAL_FILE : output);
}
