/* SPDX-License-Identifier: MIT
 * Settings, and the changes of the organiser. */
#include <jansson.h>
#include <stdlib.h>

#include "kiosk/store/parts.h"

/* Prefix of the settings with the message of a change as data, "id {arguments}"; the id of the change follows. */
#define CHANGE_SAYS "change/"

void
store_change_add_list(struct db *db, const char *who, const char *why, const struct argument *what)
{
	int64_t ends[2] = {0}; /* the last id, and the number of changes that there should be */
	char words[MESSAGE_TEXT], digits[24];
	struct message message;

	/* A new change must not hide that others are missing. */
	db_numbers(db,
		"select coalesce(max(id), 0), (select value from setting where name = '" STORE_CHANGES "') from change",
		DB_NOTHING, ends, 2);
	if (ends[1] > ends[0])
		db_damage(db, SAY("damage-change-missing", "the organiser's last change is missing"));
	message_set_list(&message, what);
	message_write(&message, &audience_terminal, words, sizeof words);
	table_write(db, TABLE_CHANGE,
		(const struct db_value[]){DB_NUMBER(ends[0] + 1), DB_NUMBER(g_get_real_time() / 1000), DB_TEXT(who),
			DB_TEXT(words), DB_TEXT(why == NULL ? "" : why)});
	g_snprintf(digits, sizeof digits, "%" G_GINT64_FORMAT, ends[0] + 1);
	store_setting_write(db, STORE_CHANGES, digits);
	/* The message as data. The table of changes has no column for it, and with a new column older versions of this
	 * program could not use the database any more. */
	json_auto_t *json = json_object();
	struct argument argument;

	for (size_t at = 0; message_next(&message, &at, &argument);) {
		if (argument.type == ARGUMENT_NUMBER)
			json_object_set_new(json, argument.name, json_integer(argument.number));
		else if (argument.type == ARGUMENT_TEXT)
			json_object_set_new(json, argument.name, json_string(argument.text));
	}
	char *arguments = json_dumps(json, JSON_COMPACT);
	g_autofree char *name = g_strconcat(CHANGE_SAYS, digits, NULL);
	g_autofree char *value = g_strconcat(message_id(&message), " ", arguments, NULL);

	store_setting_write(db, name, value);
	free(arguments);
}

void
store_setting_write(struct db *db, const char *name, const char *value)
{
	if (value == NULL)
		db_run(db, "delete from setting where name = $1", DB_WITH(DB_TEXT(name)));
	else
		table_write(db, TABLE_SETTING, (const struct db_value[]){DB_TEXT(name), DB_TEXT(value)});
}

/* The version, the organiser's last change and the last entry of a round. */
static const char lasts[] = "select version, (select coalesce(max(id), 0) from change),"
			    " (select coalesce(max(id), 0) from entry where event = 1 and round_no = $1) from state";
enum { LAST_VERSION, LAST_CHANGE, LAST_ENTRY, LASTS };

enum store_status
store_basis(struct store *store, unsigned round, struct store_basis *basis, struct problem *problem)
{
	int64_t last[LASTS] = {0};

	problem_clear(problem);
	if (store_trouble(store, problem) == STORE_FAULT_LOCKED)
		return STORE_TROUBLE;
	enum store_status status = store_read(store, lasts, DB_WITH(DB_NUMBER(MIN(round, INT16_MAX))), db_take_numbers,
		&(struct db_numbers){last, LASTS}, problem);

	if (store_fault(problem) == STORE_FAULT_LOCKED)
		store_note(store, problem);
	*basis = (struct store_basis){.change = last[LAST_CHANGE], .entry = last[LAST_ENTRY], .round = round};
	/* Another kiosk may have made the change: data that is read now must not be older than the basis. */
	if (status == STORE_OK && store_saw(store, last[LAST_VERSION]))
		watch_wake(store);
	return status;
}

bool
store_check_basis(struct db *db, struct store_write *write)
{
	const struct store_basis *basis = write->basis;
	int64_t last[LASTS] = {0};

	if (basis == NULL)
		return true;
	if (!db_numbers(db, lasts, DB_WITH(DB_NUMBER(MIN(basis->round, INT16_MAX))), last, LASTS))
		return false;
	return (last[LAST_CHANGE] == basis->change && (basis->round == 0 || last[LAST_ENTRY] == basis->entry)) ||
		store_write_refuse(write, STORE_STALE,
			SAY("changed-meanwhile", "something else was changed at the same moment: try again"));
}

static void
set(struct db *db, struct store_write *write)
{
	const struct setting *settings = write->what;

	if (!store_check_basis(db, write))
		return;
	for (size_t i = 0; i < write->count; i++) {
		store_setting_write(db, settings[i].name, settings[i].value);
		if (write->who != NULL)
			store_change_add(db, write->who, NULL,
				settings[i].value == NULL ? SAY("unset", "unset {setting}")
							  : SAY("set", "set {setting}"),
				ARG_TEXT("setting", settings[i].name));
	}
}

enum store_status
store_setting(struct store *store, const char *name, char **value, struct problem *problem)
{
	*value = NULL;
	return store_read(store, "select value from setting where name = $1", DB_WITH(DB_TEXT(name)), db_take_string,
		value, problem);
}

static void
take_setting(void *data, const char *const *row)
{
	const struct setting setting = {row[0], row[1]};

	g_ptr_array_add(data, store_copy(&setting, offsetof(struct setting, name), offsetof(struct setting, value)));
}

enum store_status
store_settings(struct store *store, const char *beginning, GPtrArray **settings, struct problem *problem)
{
	g_autofree char *pattern = g_strconcat(beginning, "%", NULL);

	return store_list(store, "select name, value from setting where name like $1 order by name",
		DB_WITH(DB_TEXT(pattern)), take_setting, settings, problem);
}

static enum store_status
write_settings(struct store *store, struct store_write *write, struct problem *problem)
{
	const struct setting *settings = write->what;

	problem_clear(problem);
	for (size_t i = 0; i < write->count; i++)
		if (!store_text_fits(settings[i].name, STORE_NAME) ||
			(settings[i].value != NULL && !store_text_fits(settings[i].value, STORE_VALUE)))
			problem_set(problem, SAY("setting-too-long", "the setting is too long"));
	return store_write(store, write, problem);
}

enum store_status
store_set_all(struct store *store, const struct setting *settings, size_t count, const struct store_basis *basis,
	const char *who, struct problem *problem)
{
	struct store_write write = {.work = set, .what = settings, .count = count, .basis = basis, .who = who};

	return write_settings(store, &write, problem);
}

enum store_status
store_set(struct store *store, const char *name, const char *value, const char *who, struct problem *problem)
{
	return store_set_all(store, &(struct setting){name, value}, 1, NULL, who, problem);
}

enum store_status
store_set_soon(struct store *store, const char *name, const char *value, struct problem *problem)
{
	const struct setting setting = {name, value};
	struct store_write write = {.work = set, .what = &setting, .count = 1, .soon = true};

	return write_settings(store, &write, problem);
}

/* The message as data is "id {arguments}", or missing in an older database. */
static void
take_change(void *data, const char *const *row)
{
	g_auto(GStrv) parts = g_strsplit(row[5], " ", 2);
	bool known = g_strv_length(parts) == 2;
	const struct change change = {.id = db_number(row[0]),
		.when = db_number(row[1]),
		.who = row[2],
		.what = row[3],
		.why = row[4],
		.says = known ? parts[0] : "",
		.arguments = known ? parts[1] : ""};

	g_ptr_array_add(data,
		store_copy(&change, offsetof(struct change, who), offsetof(struct change, what),
			offsetof(struct change, why), offsetof(struct change, says),
			offsetof(struct change, arguments)));
}

enum store_status
store_changes(struct store *store, unsigned most, GPtrArray **changes, struct problem *problem)
{
	return store_list(store,
		"select c.id, c.at, c.who, c.what, c.why, coalesce(s.value, '') from change as c"
		" left join setting as s on s.name = '" CHANGE_SAYS "' || c.id order by c.id desc limit $1",
		DB_WITH(DB_NUMBER(most)), take_change, changes, problem);
}
