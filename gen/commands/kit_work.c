/* SPDX-License-Identifier: MIT
 * The long work of `seedpress kit`. */
#include "gen/commands/kit_work.h"

#include <sodium.h>

#include "gen/cli/command.h"
#include "gen/cli/deadline.h"
#include "gen/cli/progress.h"

bool
kit_work_key(struct kit *kit, const char *file, const char *folder)
{
	char *found = kit_key_path(kit, folder);
	bool fine = true;

	if (found != NULL) {
		const char *named = file != NULL ? file : found;
		struct code_key key;

		fine = command_key(named, &key);
		if (fine && !kit_take_key(kit, &key)) {
			command_say("%s is not the key of this kit: it belongs to another event", named);
			fine = false;
		}
		sodium_memzero(&key, sizeof key);
	}
	g_free(found);
	return fine;
}

/* Ctrl-C and other signals that end a program end the work, and nothing is left behind. */
static bool
begin(struct deadline *deadline)
{
	if (deadline_init_tidy(deadline))
		return true;
	command_say("there is not enough memory");
	return false;
}

bool
kit_work_seeds(struct kit *kit, unsigned count)
{
	struct deadline deadline;
	struct progress progress;
	const struct kit_work work = {count, &deadline.limit, progress_step, &progress, false};
	bool fine = begin(&deadline);

	if (!fine)
		return false;
	progress_init(&progress, "tables");
	fine = kit_choose_seeds(kit, &work);
	progress_finish(&progress);
	if (!fine)
		command_say("%s", deadline_why(&deadline));
	deadline_finish(&deadline);
	return fine;
}

bool
kit_work_make(struct kit *kit, const char *folder, unsigned count, bool force)
{
	struct deadline deadline;
	struct progress progress;
	const struct kit_work work = {count, &deadline.limit, progress_step, &progress, force};
	struct problem problem;
	bool fine = begin(&deadline);

	if (!fine)
		return false;
	progress_init(&progress, "layouts");
	fine = kit_solve(kit, &work);
	progress_finish(&progress);
	if (!fine)
		problem_set(&problem, SAY("interrupted", "interrupted"));
	if (fine) {
		progress_init(&progress, "pages");
		fine = kit_make(kit, folder, &work, &problem);
		progress_finish(&progress);
	}
	if (!fine)
		command_fail(&problem);
	deadline_finish(&deadline);
	return fine;
}
