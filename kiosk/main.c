/* SPDX-License-Identifier: MIT
 * seedpress-kiosk: reads what was handed in and scores finished games. */
#include "gen/cli/command.h"
#include "kiosk/commands/commands.h"

int
main(int argc, char **argv)
{
	static const struct command commands[] = {
		{"backup", "what the kiosk keeps into a new file", backup_command},
		{"cuts", "a game of Coupon Clipper, checked cut by cut", cuts_command},
		{"doctor", "looks at what a kiosk needs, and says what to do", doctor_command},
		{"password", "sets the organiser's password", password_command},
		{"restore", "a backup into the database", restore_command},
		{"review", "a game of clips looked at again: where points were lost", review_command},
		{"scan", "codes, coupons and marks in photos, scans and PDFs", scan_command},
		{"score", "a finished game to its score", score_command},
		{"serve", "the kiosk: web page, phones, standings", serve_command},
		{NULL, NULL, NULL},
	};

	return command_main(
		"seedpress-kiosk", "Reads and scores what seedpress printed.", commands, argc, argv);
}
