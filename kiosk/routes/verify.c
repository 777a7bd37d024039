/* SPDX-License-Identifier: MIT
 * The organiser asks whether all that is stored is as it was stored: the same
 * look that `doctor` and `restore` take. */
#include "kiosk/routes/event_parts.h"

#define AGAIN 5 /* seconds after which one that is under way may be over */

static json_t *
findings_json(const struct store_findings *findings)
{
	struct audience organiser = {.language = "en", .medium = MEDIUM_PAGE, .is_operator = true};
	char says[MESSAGE_TEXT];
	struct message contents;
	json_t *damage = json_array();

	for (unsigned i = 0; findings->damage != NULL && i < findings->damage->len; i++)
		json_array_append_new(damage, handler_problem_json(g_ptr_array_index(findings->damage, i), true));
	store_findings_say(findings, &contents);
	message_write(&contents, &organiser, says, sizeof says);
	return json_pack("{s:b, s:s, s:I, s:i, s:o}", "sound", findings->damaged == 0, "says", says, "unscored",
		(json_int_t)findings->unscored, "damaged", (int)findings->damaged, "damage", damage);
}

void
verify_post(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	struct store_findings findings = {0};
	struct problem problem = {0};

	(void)request;
	/* It reads everything there is: one look is enough at a time. */
	if (!g_atomic_int_compare_and_exchange(&kiosk->verifying, 0, 1)) {
		handler_slow_down(reply, AGAIN, "somebody is looking already: ask again in a moment");
		return;
	}
	if (store_verify(kiosk->store, &findings, &problem) == STORE_OK)
		reply_json(reply, 200, findings_json(&findings));
	else
		handler_trouble(reply, &problem);
	g_atomic_int_set(&kiosk->verifying, 0);
	store_findings_clear(&findings);
}
