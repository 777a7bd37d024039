/* SPDX-License-Identifier: MIT
 * seedpress key: makes a key for an event, which proves that a code belongs to the event. */
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

/* Writes a new key to a file that only its owner can read, without a buffer, so that no copy of the key stays in
 * memory. An existing file is never overwritten, because the codes of a lost key cannot be read. */
static int
make_key(const char *name)
{
	unsigned char bytes[CODE_KEY_DIGITS / 2];
	char text[CODE_KEY_DIGITS + 2];
	int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	FILE *stream = file < 0 ? NULL : fdopen(file, "w");
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
	bool fine = stream != NULL && setvbuf(stream, NULL, _IONBF, 0) == 0 && fputs(text, stream) >= 0 &&
		(fsync(file) == 0 || errno == EINVAL); /* some file systems cannot sync */

	sodium_memzero(text, sizeof text);
	sodium_memzero(bytes, sizeof bytes);
	if (stream != NULL)
		fine = fclose(stream) == 0 && fine;
	else if (file >= 0)
		close(file);
	if (!fine) {
		atomic_file_unwritable(name, NULL, &problem);
		if (file >= 0)
			unlink(name);
		return command_fail(&problem);
	}
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
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "output file (default: " USUAL_FILE ")", "FILE"},
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
