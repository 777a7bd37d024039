/* SPDX-License-Identifier: MIT
 * The general commands of `seedpress-kiosk`, one file each. */
#ifndef SEEDPRESS_KIOSK_COMMANDS_COMMANDS_H
#define SEEDPRESS_KIOSK_COMMANDS_COMMANDS_H

/* The file of the certificate that `serve --tls` makes, next to the database. */
#define SERVE_CERTIFICATE "kiosk-certificate.pem"
#define SERVE_KITS        "kits" /* the folder of kits that were made from the page */

int backup_command(int argc, char **argv);
int doctor_command(int argc, char **argv);
int password_command(int argc, char **argv);
int restore_command(int argc, char **argv);
int review_command(int argc, char **argv);
int scan_command(int argc, char **argv);
int score_command(int argc, char **argv);
int serve_command(int argc, char **argv);

#endif
