/* SPDX-License-Identifier: MIT
 * The general commands of `seedpress-kiosk`, one file each. */
#pragma once

#include <glib.h>
#include <sys/types.h>

#include "scoring/json.h"

/* The file of the certificate that `serve --tls` makes, next to the database. */
#define SERVE_CERTIFICATE "kiosk-certificate.pem"

/* For commands that work on the database. */
#define DATABASE_OPTION(where) \
	{ \
		"db", 'd', 0, G_OPTION_ARG_FILENAME, where, "The database: a file, or postgresql://...", "WHERE" \
	}

int backup_command(int argc, char **argv);
int doctor_command(int argc, char **argv);
int password_command(int argc, char **argv);
int restore_command(int argc, char **argv);
int review_command(int argc, char **argv);
int scan_command(int argc, char **argv);
int score_command(int argc, char **argv);
int serve_command(int argc, char **argv);

/* One byte more than a result may have, so that a longer one is noticed. */
#define RESULT_TEXT (JSON_TEXT_MAX + 1)

/* score.c: reads a file with one result in JSON, or the standard input for `-`, as much as fits into `text`. Returns
 * its length; -1 after a message. */
ssize_t result_file_read(const char *name, char text[RESULT_TEXT]);
