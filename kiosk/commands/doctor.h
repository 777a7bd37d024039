/* SPDX-License-Identifier: MIT
 * The checks of `doctor`. Each one reports its finding to the person who sets the kiosk up, with advice if there is
 * something to do. */
#pragma once

#include <jansson.h>

#include "layouts/problems.h"

enum health {
	HEALTH_OK,
	HEALTH_LOOK, /* a warning: it works */
	HEALTH_BAD,
};

struct doctor {
	const char *database;            /* a file, or postgresql://... */
	const struct problem *no_folder; /* why the folder of the default database could not be made, or NULL */
	const char *const *backups;      /* folders, NULL ends */
	const char *listen;
	uint16_t port;
	const char *what; /* the name of the check that runs */
	json_t *checks;   /* the findings; NULL: they are printed at once */
	bool bad;         /* at least one of them is */
};

/* Reports a finding of the check that runs: `advice` is a SAY(), or no_advice; then come a SAY() and its arguments. */
extern const struct argument no_advice;
#define doctor_find(doctor, health, advice, ...) \
	doctor_find_list((doctor), (health), (advice), MESSAGE_LIST(__VA_ARGS__))
void doctor_find_list(
	struct doctor *doctor, enum health health, struct argument advice, const struct argument *arguments);

/* The same if all is well. */
#define doctor_praise(doctor, ...) doctor_find((doctor), HEALTH_OK, no_advice, __VA_ARGS__)

/* The checks, in their order. The last one has no name. */
struct doctor_check {
	const char *what; /* "camera" */
	void (*run)(struct doctor *doctor);
};
extern const struct doctor_check doctor_kiosk_checks[], doctor_machine_checks[];
