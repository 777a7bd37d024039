/* SPDX-License-Identifier: MIT
 * What `doctor` looks at. Each check adds what it found, in words for the person
 * who set the kiosk up, with what to do where something is to be done. */
#ifndef SEEDPRESS_KIOSK_COMMANDS_DOCTOR_H
#define SEEDPRESS_KIOSK_COMMANDS_DOCTOR_H

#include <glib.h>
#include <stdint.h>

#include "layouts/problems.h"

enum health {
	HEALTH_OK,
	HEALTH_LOOK, /* works, but somebody should know */
	HEALTH_BAD,
};

struct finding {
	const char *what; /* "camera" */
	enum health health;
	char *says;
	const char *advice; /* or NULL */
};

struct doctor {
	const char *database;            /* a file, or postgresql://... */
	const struct problem *no_folder; /* why the folder of the usual database could not be made, or NULL */
	const char *const *backups;      /* folders, NULL ends; NULL: the one beside the database */
	const char *listen;
	uint16_t port;
	GArray *findings; /* struct finding */
};

/* Adds a finding, made like printf does. */
void doctor_find(struct doctor *doctor, const char *what, enum health health, const char *advice, const char *format,
	...) G_GNUC_PRINTF(5, 6);

/* doctor_machine.c */
void doctor_check_camera(struct doctor *doctor);
void doctor_check_clock(struct doctor *doctor);
void doctor_check_sandbox(struct doctor *doctor);
void doctor_check_fonts(struct doctor *doctor);
void doctor_check_programs(struct doctor *doctor);

/* doctor_kiosk.c */
void doctor_check_disk(struct doctor *doctor);
void doctor_check_database(struct doctor *doctor);
void doctor_check_backups(struct doctor *doctor);
void doctor_check_certificate(struct doctor *doctor);
void doctor_check_port(struct doctor *doctor);

#endif
