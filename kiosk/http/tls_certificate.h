/* SPDX-License-Identifier: MIT
 * Certificates for TLS: from files, or self-signed for this machine and kept. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "layouts/problems.h"

/* PEM texts, or NULL. */
struct tls_certificate {
	char *chain, *secret;
};

void tls_certificate_finish(struct tls_certificate *certificate);

/* From two files; false with a problem. */
bool tls_certificate_read(
	const char *chain_file, const char *secret_file, struct tls_certificate *certificate, struct problem *problem);

/* A self-signed one for this machine, kept in a file. It is made if there is none, if it expires within two weeks, or
 * if the machine has another address or name (`given` adds names; NULL, or ended by NULL). False with a problem. */
bool tls_certificate_keep(
	const char *file, const char *const *given, struct tls_certificate *certificate, struct problem *problem);

/* The validity of a kept certificate. */
struct tls_certificate_state {
	int64_t ends; /* seconds since 1970 */
	char *lacks;  /* a name or address of this machine that it does not cover, or NULL; to be freed */
};

/* Reads it from the file of a kept certificate; false if there is none. */
bool tls_certificate_look(const char *file, const char *const *given, struct tls_certificate_state *state);
