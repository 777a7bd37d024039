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
	struct message says, advice; /* advice: what to do; cleared if nothing is to be done */
};

struct doctor {
	const char *database;            /* a file, or postgresql://... */
	const struct problem *no_folder; /* why the folder of the usual database could not be made, or NULL */
	const char *const *backups;      /* folders, NULL ends; NULL: the one next to the database */
	const char *listen;
	uint16_t port;
	GArray *findings; /* struct finding */
};

/* Adds a finding, SAY() and its arguments; and what to do about the last one that was added. */
#define doctor_find(doctor, what, health, ...) \
	doctor_find_list((doctor), (what), (health), (const struct argument[]){__VA_ARGS__, {.type = ARGUMENT_END}})
#define doctor_advise(doctor, ...) \
	doctor_advise_list((doctor), (const struct argument[]){__VA_ARGS__, {.type = ARGUMENT_END}})
void doctor_find_list(struct doctor *doctor, const char *what, enum health health, const struct argument *arguments);
void doctor_advise_list(struct doctor *doctor, const struct argument *arguments);

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
