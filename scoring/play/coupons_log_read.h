/* SPDX-License-Identifier: MIT
 * What reads lines of a log and what reads their cuts share. For coupons_log.c
 * and coupons_log_cut.c. */
#ifndef SEEDPRESS_SCORING_PLAY_COUPONS_LOG_READ_H
#define SEEDPRESS_SCORING_PLAY_COUPONS_LOG_READ_H

#include "scoring/play/coupons_log.h"

#define LOG_LINE_BYTES 4096

/* A log while it is read. */
struct reader {
	struct coupons_log *log;
	struct problems *problems;
	unsigned line;
	bool begun;     /* the first turn has */
	unsigned moved; /* players who have cut in this turn, as a set */
	char *word;     /* the rest of the line */
	char text[LOG_LINE_BYTES];
};

/* Adds the sentence with the line it is about; always false. */
bool log_refuse(struct reader *reader, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The cut that a word stands for, along lines that there are; false after a sentence. */
bool log_read_cut(struct reader *reader, const struct cuts_sheet *lines, const char *word,
	struct cut *cut);

/* Says why a cut is against the rules. Always false. */
bool log_refuse_cut(struct reader *reader, const struct cuts_sheet *lines, const struct cut *cut,
	const char *word, enum cut_fault fault, unsigned step);

/* A blank and the word of a cut. */
void log_write_cut(const struct cut *cut, const struct cuts_sheet *lines, struct text *text);

#endif
