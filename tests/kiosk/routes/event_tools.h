/* SPDX-License-Identifier: MIT
 * A club night without its network: a kit to import, people to enter and seat,
 * and results of its tables. */
#pragma once

#include "tests/kiosk/routes/handler_tools.h"

/* A piece as a manifest lists it. */
json_t *event_piece(const char *game, unsigned round, unsigned table, unsigned side, uint8_t number);

/* Coupons for two at tables 1 and 2 and a spare one, then clips with two sides at one table. */
json_t *event_manifest(void);

/* Sends a manifest (taken over). */
unsigned event_send(json_t *kit, const char *key);

/* For cmocka: opens with this event; handler_first is the play of round 1, table 1. */
int event_open(void **state);

/* People: a list, or one of them by hand. Seats of round 1, drawn as `how` says. */
unsigned event_enter(const char *csv);
unsigned event_enter_one(int id, const char *name, bool gone);
unsigned event_seat(const char *how);

/* By hand: person after person, two a table, from table 1. */
unsigned event_seat_by_hand(unsigned round, const int *people, unsigned count);

/* Sends the result of a table of round 1, which is answered with this status. */
void event_coupons(unsigned table, unsigned status);

/* A game of clips for two on one of the card's sides. */
void event_clips(unsigned side);

/* A member of the last answer that is a number; see handler_member(). */
int event_number(const char *path);

/* The standings, which are kept as bytes; they become the tree of the last answer. */
json_t *event_standings(const char *path);

/* For tables of tests: without an event, and with the club's. */
#define EMPTY(name) cmocka_unit_test_setup_teardown(name, handler_open, handler_close)
#define CLUB(name)  cmocka_unit_test_setup_teardown(name, event_open, handler_close)

/* tests/seats.c; returns how many failed. */
int test_event_seats(void);

/* tests/event_attendance.c; likewise. */
int test_event_attendance(void);
