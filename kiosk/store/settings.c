/* SPDX-License-Identifier: MIT
 * Settings, and who changed what. */
#include <jansson.h>
#include <stdlib.h>

#include "kiosk/store/parts.h"
#include "scoring/printable.h"

/* The names of settings that say what a change was, as an id and its arguments, end with the change's number. */
#define CHANGE_SAYS "change/"

/* The arguments of a message as JSON, to be freed by free(). */
static char *
arguments_json(const struct message *message)
{
	json_t *json = json_object();
	struct argument argument;
	char *text;

	for (size_t at = 0; message_next(message, &at, &argument);) {
		if (argument.type == ARGUMENT_NUMBER)
			json_object_set_new(json, argument.name, json_integer(argument.number));
		else if (argument.type == ARGUMENT_TEXT)
			json_object_set_new(json, argument.name, json_string(argument.text));
	}
	text = json_dumps(json, JSON_COMPACT);
	json_decref(json);
	return text;
}

void
store_change_add_list(struct db *db, const char *who, const char *why, const struct argument *what)
{
	int64_t ends[2] = {0}; /* the last one, and how many there should be */
	char words[MESSAGE_TEXT], digits[24], *arguments, *name, *value;
	struct message message;

	/* A new one must not hide that others are gone. */
	db_numbers(db,
		"select coalesce(max(id), 0), (select value from setting where name = '" STORE_CHANGES "') from change",
		DB_NOTHING, ends, 2);
	if (ends[1] > ends[0])
		db_damage(db, SAY("damage-change-missing", "the organiser's last change is missing"));
	message_set_list(&message, what);
	message_write(&message, &audience_terminal, words, sizeof words);
	table_write(db, TABLE_CHANGE,
		(const struct db_value[]){DB_OF_NUMBER(ends[0] + 1), DB_OF_NUMBER(g_get_real_time() / 1000),
			DB_OF_TEXT(who), DB_OF_TEXT(words), DB_OF_TEXT(why == NULL ? "" : why)});
	g_snprintf(digits, sizeof digits, "%" G_GINT64_FORMAT, ends[0] + 1);
	store_setting_write(db, STORE_CHANGES, digits);
	/* What the words say as data. The table of changes has no column for it, and adding one would lock out the
	 * programs of before. */
	arguments = arguments_json(&message);
	name = g_strconcat(CHANGE_SAYS, digits, NULL);
	value = g_strconcat(message_id(&message), " ", arguments, NULL);
	store_setting_write(db, name, value);
	g_free(value);
	g_free(name);
	free(arguments);
}

bool
store_is_signed(const char *who, const char *why, struct problem *problem)
{
	if (who != NULL && !store_text_fits(who, ENTRY_WHO))
		return problem_set(problem, SAY("who-too-long", "the name of who changes this is too long"));
	if (why != NULL && (!store_text_fits(why, ENTRY_WHY) || !printable(why)))
		return problem_set(problem,
			SAY("why-not-printable", "the reason is too long, or has characters that cannot be shown"));
	return true;
}

void
store_setting_write(struct db *db, const char *name, const char *value)
{
	if (value == NULL)
		db_run(db, "delete from setting where name = $1", DB_WITH(DB_OF_TEXT(name)), NULL, NULL);
	else
		table_write(db, TABLE_SETTING, (const struct db_value[]){DB_OF_TEXT(name), DB_OF_TEXT(value)});
}

/* The version, the organiser's last change and the last entry of a round. */
static const char lasts[] = "select version, (select coalesce(max(id), 0) from change),"
			    " (select coalesce(max(id), 0) from entry where event = 1 and round_no = $1) from state";

struct last {
	int64_t version, change, entry;
};

static void
take_last(void *data, const struct db_row *row)
{
	*(struct last *)data = (struct last){db_number(row, 0), db_number(row, 1), db_number(row, 2)};
}

enum store_status
store_basis(struct store *store, unsigned round, struct store_basis *basis, struct problem *problem)
{
	struct last last = {0};
	bool fine;

	problem_clear(problem);
	if (store_trouble(store, problem) == STORE_FAULT_LOCKED)
		return STORE_TROUBLE;
	fine = store_read(store, lasts, DB_WITH(DB_OF_NUMBER(MIN(round, INT16_MAX))), take_last, &last, problem);
	if (store_fault(problem) == STORE_FAULT_LOCKED)
		store_note(store, problem);
	*basis = (struct store_basis){.change = last.change, .entry = last.entry, .round = round};
	/* Who looks now must not see less than this: another kiosk may have changed it. */
	if (fine && store_saw(store, last.version))
		watch_wake(store);
	return fine ? STORE_OK : STORE_TROUBLE;
}

bool
store_check_basis(struct db *db, struct store_write *write)
{
	const struct store_basis *basis = write->basis;
	struct last last = {0};

	if (basis == NULL)
		return true;
	if (!db_run(db, lasts, DB_WITH(DB_OF_NUMBER(MIN(basis->round, INT16_MAX))), take_last, &last))
		return false;
	return (last.change == basis->change && (basis->round == 0 || last.entry == basis->entry)) ||
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
		const struct setting *setting = &settings[i];

		store_setting_write(db, setting->name, setting->value);
		if (write->who != NULL && setting->value == NULL)
			store_change_add(db, write->who, NULL, SAY("unset", "unset {setting}"),
				ARG_TEXT("setting", setting->name));
		else if (write->who != NULL)
			store_change_add(
				db, write->who, NULL, SAY("set", "set {setting}"), ARG_TEXT("setting", setting->name));
	}
}

static void
take_text(void *data, const struct db_row *row)
{
	*(char **)data = g_strdup(db_text(row, 0));
}

enum store_status
store_setting(struct store *store, const char *name, char **value, struct problem *problem)
{
	*value = NULL;
	return store_read(store, "select value from setting where name = $1", DB_WITH(DB_OF_TEXT(name)), take_text,
		       value, problem)
		? STORE_OK
		: STORE_TROUBLE;
}

static void
take_setting(void *data, const struct db_row *row)
{
	static const size_t texts[] = {offsetof(struct setting, name), offsetof(struct setting, value)};
	const struct setting setting = {db_text(row, 0), db_text(row, 1)};

	g_ptr_array_add(data, store_copy(&setting, sizeof setting, texts, G_N_ELEMENTS(texts)));
}

enum store_status
store_settings(struct store *store, const char *beginning, GPtrArray **settings, struct problem *problem)
{
	char *pattern = g_strconcat(beginning, "%", NULL);
	enum store_status status = store_list(store, "select name, value from setting where name like $1 order by name",
		DB_WITH(DB_OF_TEXT(pattern)), take_setting, settings, problem);

	g_free(pattern);
	return status;
}

static enum store_status
write_settings(struct store *store, struct store_write *write, struct problem *problem)
{
	const struct setting *settings = write->what;

	problem_clear(problem);
	for (size_t i = 0; i < write->count; i++)
		if (!store_text_fits(settings[i].name, STORE_NAME) ||
			(settings[i].value != NULL && !store_text_fits(settings[i].value, STORE_VALUE))) {
			problem_set(problem, SAY("setting-too-long", "the setting is too long"));
			return STORE_REFUSED;
		}
	return store_is_signed(write->who, NULL, problem) ? store_write(store, write, problem) : STORE_REFUSED;
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

/* What a change says as data is "id {arguments}", or nothing in a database of before. */
static void
take_change(void *data, const struct db_row *row)
{
	static const size_t texts[] = {offsetof(struct change, who), offsetof(struct change, what),
		offsetof(struct change, why), offsetof(struct change, says), offsetof(struct change, arguments)};
	char **parts = g_strsplit(db_text(row, 5), " ", 2);
	bool known = parts[0] != NULL && parts[1] != NULL;
	const struct change change = {.id = db_number(row, 0),
		.when = db_number(row, 1),
		.who = db_text(row, 2),
		.what = db_text(row, 3),
		.why = db_text(row, 4),
		.says = known ? parts[0] : "",
		.arguments = known ? parts[1] : ""};

	g_ptr_array_add(data, store_copy(&change, sizeof change, texts, G_N_ELEMENTS(texts)));
	g_strfreev(parts);
}

enum store_status
store_changes(struct store *store, unsigned most, GPtrArray **changes, struct problem *problem)
{
	return store_list(store,
		"select c.id, c.at, c.who, c.what, c.why, coalesce(s.value, '') from change as c"
		" left join setting as s on s.name = '" CHANGE_SAYS "' || c.id order by c.id desc limit $1",
		DB_WITH(DB_OF_NUMBER(most)), take_change, changes, problem);
}
