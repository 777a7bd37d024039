/* SPDX-License-Identifier: MIT
 * Settings, and who changed what. */
#include "kiosk/store/parts.h"
#include "scoring/printable.h"

static void
change_free(struct change *change)
{
	if (change == NULL)
		return;
	g_free(change->who);
	g_free(change->what);
	g_free(change->why);
	g_free(change);
}

struct change_end {
	int64_t last, due;
};

static void
take_change_end(void *data, const struct db_row *row)
{
	*(struct change_end *)data = (struct change_end){db_number(row, 0), g_ascii_strtoll(db_text(row, 1), NULL, 10)};
}

enum db_status
store_change_add(struct db *db, const char *who, const char *what, const char *why, struct problem *problem)
{
	static const char ends[] =
		"select coalesce(max(id), 0), (select value from setting where name = '" STORE_CHANGES "')"
		" from change";
	struct change_end end = {0};
	enum db_status status = db_run(db, ends, NULL, 0, take_change_end, &end, problem);
	int64_t id = end.last + 1;
	const struct db_value values[] = {
		DB_OF_NUMBER(id),
		DB_OF_NUMBER(g_get_real_time() / 1000),
		DB_OF_TEXT(who),
		DB_OF_TEXT(what),
		DB_OF_TEXT(why == NULL ? "" : why),
	};

	char digits[24];

	/* A new one must not hide that others are gone. */
	if (status == DB_OK && end.due > end.last) {
		struct message lost;

		message_set(&lost, SAY("damage-change-missing", "the organiser's last change is missing"));
		db_damaged(problem, &lost);
		status = DB_TROUBLE;
	}
	if (status == DB_OK)
		status = table_write(db, TABLE_CHANGE, values, problem);
	g_snprintf(digits, sizeof digits, "%" G_GINT64_FORMAT, id);
	return status == DB_OK ? store_setting_write(db, STORE_CHANGES, digits, problem) : status;
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

enum db_status
store_setting_write(struct db *db, const char *name, const char *value, struct problem *problem)
{
	static const char unset[] = "delete from setting where name = $1";
	const struct db_value values[] = {DB_OF_TEXT(name), DB_OF_TEXT(value)};

	return value == NULL ? db_run(db, unset, values, 1, NULL, NULL, problem)
			     : table_write(db, TABLE_SETTING, values, problem);
}

struct last {
	int64_t version, change, entry;
};

static void
take_last(void *data, const struct db_row *row)
{
	*(struct last *)data = (struct last){db_number(row, 0), db_number(row, 1), db_number(row, 2)};
}

static const char lasts[] = "select version, (select coalesce(max(id), 0) from change),"
			    " (select coalesce(max(id), 0) from entry where event = 1 and round_no = $1) from state";

enum store_status
store_basis(struct store *store, unsigned round, struct store_basis *basis, struct problem *problem)
{
	const struct db_value value = DB_OF_NUMBER(MIN(round, INT16_MAX));
	struct last last = {0};
	enum db_status status;

	problem_clear(problem);
	if (store_is_locked(store, problem))
		return STORE_TROUBLE;
	status = store_ask(store, lasts, &value, 1, take_last, &last, problem);
	if (status == DB_LOCKED)
		store_stuck(store, status, problem);
	*basis = (struct store_basis){.change = last.change, .entry = last.entry, .round = round};
	/* Whoever looks now must not see less than this: another kiosk may have changed it. */
	if (status == DB_OK && store_saw(store, last.version))
		watch_wake(store);
	return status == DB_OK ? STORE_OK : STORE_TROUBLE;
}

enum db_status
store_check_basis(struct db *db, struct store_write *write)
{
	const struct store_basis *basis = write->basis;
	struct last last = {0};
	struct db_value value;
	enum db_status status;

	if (basis == NULL)
		return DB_OK;
	value = DB_OF_NUMBER(MIN(basis->round, INT16_MAX));
	status = db_run(db, lasts, &value, 1, take_last, &last, &write->problem);
	if (status == DB_OK && (last.change != basis->change || (basis->round != 0 && last.entry != basis->entry)))
		store_write_refuse(write, STORE_STALE,
			SAY("changed-meanwhile", "something else was changed at the same moment: try again"));
	return status;
}

static enum db_status
set(struct db *db, struct store_write *write)
{
	const GPtrArray *settings = write->what;
	enum db_status status = store_check_basis(db, write);

	for (unsigned i = 0; i < settings->len && status == DB_OK && write->status == STORE_OK; i += 2) {
		const char *name = g_ptr_array_index(settings, i);
		const char *value = g_ptr_array_index(settings, i + 1);
		char *what = g_strconcat(value == NULL ? "unset " : "set ", name, NULL);

		status = store_setting_write(db, name, value, &write->problem);
		if (status == DB_OK && write->who != NULL)
			status = store_change_add(db, write->who, what, NULL, &write->problem);
		g_free(what);
	}
	return status;
}

enum store_status
store_setting(struct store *store, const char *name, char **value, struct problem *problem)
{
	static const char sql[] = "select value from setting where name = $1";
	const struct db_value key = DB_OF_TEXT(name);
	enum store_status status;

	*value = NULL;
	problem_clear(problem);
	status = store_read(store, sql, &key, 1, db_take_text, value, problem);
	if (status != STORE_OK)
		g_clear_pointer(value, g_free);
	return status;
}

static void
take_setting(void *data, const struct db_row *row)
{
	g_ptr_array_add(data, g_strdup(db_text(row, 0)));
	g_ptr_array_add(data, g_strdup(db_text(row, 1)));
}

enum store_status
store_settings(struct store *store, const char *beginning, GPtrArray **settings, struct problem *problem)
{
	static const char sql[] = "select name, value from setting where name like $1 order by name";
	char *pattern = g_strconcat(beginning, "%", NULL);
	const struct db_value value = DB_OF_TEXT(pattern);
	enum store_status status = store_list(store, sql, &value, 1, take_setting, g_free, settings, problem);

	g_free(pattern);
	return status;
}

static enum store_status
write_settings(struct store *store, struct store_write *write, struct problem *problem)
{
	const GPtrArray *settings = write->what;

	problem_clear(problem);
	for (unsigned i = 0; i < settings->len && problem->status == STATUS_OK; i += 2)
		if (!store_text_fits(g_ptr_array_index(settings, i), STORE_NAME) ||
			(g_ptr_array_index(settings, i + 1) != NULL &&
				!store_text_fits(g_ptr_array_index(settings, i + 1), STORE_VALUE)))
			problem_set(problem, SAY("setting-too-long", "the setting is too long"));
	if (problem->status != STATUS_OK || !store_is_signed(write->who, NULL, problem))
		return STORE_REFUSED;
	return store_write(store, write, problem);
}

enum store_status
store_set_all(struct store *store, const GPtrArray *settings, const struct store_basis *basis, const char *who,
	struct problem *problem)
{
	struct store_write write = {.work = set, .what = settings, .basis = basis, .who = who};

	return write_settings(store, &write, problem);
}

static enum store_status
set_one(struct store *store, const char *name, const char *value, struct store_write *write, struct problem *problem)
{
	GPtrArray *settings = g_ptr_array_new();
	enum store_status status;

	g_ptr_array_add(settings, (void *)(uintptr_t)name);
	g_ptr_array_add(settings, (void *)(uintptr_t)value);
	write->what = settings;
	status = write_settings(store, write, problem);
	g_ptr_array_unref(settings);
	return status;
}

enum store_status
store_set(struct store *store, const char *name, const char *value, const char *who, struct problem *problem)
{
	struct store_write write = {.work = set, .who = who};

	return set_one(store, name, value, &write, problem);
}

enum store_status
store_set_soon(struct store *store, const char *name, const char *value, struct problem *problem)
{
	struct store_write write = {.work = set, .soon = true};

	return set_one(store, name, value, &write, problem);
}

static void
take_change(void *data, const struct db_row *row)
{
	struct change *change = g_new0(struct change, 1);

	change->id = db_number(row, 0);
	change->when = db_number(row, 1);
	change->who = g_strdup(db_text(row, 2));
	change->what = g_strdup(db_text(row, 3));
	change->why = g_strdup(db_text(row, 4));
	g_ptr_array_add(data, change);
}

enum store_status
store_changes(struct store *store, unsigned most, GPtrArray **changes, struct problem *problem)
{
	static const char sql[] = "select id, at, who, what, why from change order by id desc limit $1";
	const struct db_value value = DB_OF_NUMBER(most);

	return store_list(store, sql, &value, 1, take_change, (GDestroyNotify)change_free, changes, problem);
}
