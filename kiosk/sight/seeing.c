/* SPDX-License-Identifier: MIT
 * Listens to a worker that looks at a page, and answers it. */
#include "kiosk/sight/seeing.h"

#include "kiosk/sight/sight_reader.h"

/* One packet and its answer. */
static enum sight_step
step(struct worker *worker, struct sight_reader *reader, uint8_t packet[SIGHT_PACKET_MAX])
{
	struct sight_answer answer;
	ssize_t size = worker_listen(worker, packet, SIGHT_PACKET_MAX);
	enum sight_step taken;

	if (size < 0)
		return SIGHT_WRONG;
	taken = sight_reader_take(reader, packet, (size_t)size, &answer);
	if (taken == SIGHT_WRONG)
		worker_distrust(worker);
	if (taken == SIGHT_ANSWER && !worker_answer(worker, &answer, sizeof answer))
		return SIGHT_WRONG;
	if (taken == SIGHT_ANSWER_LAYOUT) {
		struct sight_layout answer_layout = {0};
		int game = code_list_layout(reader->list, reader->layout_of, answer_layout.layout);

		answer_layout.known = game >= 0;
		answer_layout.game = (uint32_t)MAX(game, 0);
		if (!worker_answer(worker, &answer_layout, sizeof answer_layout))
			return SIGHT_WRONG;
	}
	return taken;
}

bool
seeing_next(struct worker *worker, struct code_list *list, struct sight *sight)
{
	enum sight_step taken = SIGHT_WRONG;
	struct sight_reader reader;
	int32_t width, height;
	uint8_t *packet;

	packet = g_malloc(SIGHT_PACKET_MAX);
	do {
		*sight = (struct sight){0};
		if (!worker_page(worker, &width, &height))
			break;
		sight_reader_init(&reader, list, width, height, sight);
		for (taken = SIGHT_MORE; taken != SIGHT_DONE && taken != SIGHT_WRONG;)
			taken = step(worker, &reader, packet);
		sight_reader_finish(&reader);
		if (taken == SIGHT_WRONG)
			sight_finish(sight);
	} while (taken == SIGHT_WRONG && worker_resumes(worker));
	g_free(packet);
	return taken == SIGHT_DONE;
}
