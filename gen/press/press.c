/* SPDX-License-Identifier: MIT
 * Plans of pages and what the drawings of all games share. */
#include "gen/press/press.h"

#include <string.h>

/* The longest address in a QR, in characters. */
#define URL_MAX 100

/* Least height of a box in which a code may be on two lines, in hundredths of a millimetre. In a lower one it is on one
 * line, even if that is smaller: two lines would be less than 1.9 mm high. */
#define TWO_LINES_MIN 380

/* Characters of a code on each of two lines: two groups of five with a dash. The dash between the lines is left out. */
#define CODE_HALF (CODE_TEXT / 2 - 1)

void
page_plan_init(struct page_plan *plan)
{
	plan->pages = g_array_new(FALSE, FALSE, sizeof(struct page));
}

void
page_plan_finish(struct page_plan *plan)
{
	g_array_free(plan->pages, TRUE);
}

void
page_plan_add(struct page_plan *plan, const struct page *page)
{
	g_array_append_vals(plan->pages, page, 1);
}

static void
draw_nothing(const struct page *page, struct canvas *canvas)
{
	(void)page;
	(void)canvas;
}

void
page_plan_add_white(struct page_plan *plan, const struct page *front)
{
	page_plan_add_new(plan, .job = front->job, .draw = draw_nothing, .w = front->w, .h = front->h, .back = true,
		.card = front->card);
}

bool
page_plan_has_backs(const struct page_plan *plan)
{
	for (unsigned i = 0; i < plan->pages->len; i++)
		if (g_array_index(plan->pages, struct page, i).back)
			return true;
	return false;
}

void
page_plan_two_sided(struct page_plan *plan)
{
	GArray *one_sided = plan->pages;

	if (!page_plan_has_backs(plan))
		return;
	page_plan_init(plan);
	for (unsigned i = 0; i < one_sided->len; i++) {
		const struct page *page = &g_array_index(one_sided, struct page, i);
		bool has_back = i + 1 < one_sided->len && page[1].back;

		page_plan_add(plan, page);
		if (!page->back && !has_back)
			page_plan_add_white(plan, page);
	}
	g_array_free(one_sided, TRUE);
}

bool
page_plan_run(const struct page_plan *plan, unsigned after, struct page_run *run)
{
	const struct page *page = (const struct page *)(const void *)plan->pages->data;

	if (after >= plan->pages->len)
		return false;
	*run = (struct page_run){after + 1, after + 1, page[after].card ? "card stock" : "plain paper"};
	while (run->last < plan->pages->len && page[run->last].card == page[after].card)
		run->last++;
	return true;
}

GPtrArray *
page_plan_titles(const struct page_plan *plan)
{
	GPtrArray *titles = g_ptr_array_new_with_free_func(g_free);

	for (unsigned i = 0; i < plan->pages->len; i++) {
		const char *title = g_array_index(plan->pages, struct page, i).title;

		if (title != NULL && !g_ptr_array_find_with_equal_func(titles, title, g_str_equal, NULL))
			g_ptr_array_add(titles, g_strdup(title));
	}
	return titles;
}

bool
page_plan_pick(struct page_plan *plan, const char *title)
{
	GArray *picked = g_array_new(FALSE, FALSE, sizeof(struct page));
	bool under = false;

	for (unsigned i = 0; i < plan->pages->len; i++) {
		const struct page *page = &g_array_index(plan->pages, struct page, i);

		if (page->title != NULL)
			under = g_ascii_strcasecmp(page->title, title) == 0;
		if (under)
			g_array_append_vals(picked, page, 1);
	}
	bool found = picked->len > 0;
	g_array_free(found ? plan->pages : picked, TRUE);
	if (found)
		plan->pages = picked;
	return found;
}

struct paper
page_paper(const struct page *page)
{
	if (page->job->single && page->bleed > 0)
		return (struct paper){"card", page->w + 2 * page->bleed, page->h + 2 * page->bleed};
	return *page->job->paper;
}

cairo_surface_t *
page_picture(const struct page *page, int w, int h, double scale, enum ink ink, struct shaper *shaper)
{
	const struct paper paper = page_paper(page);
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h);

	cairo_surface_set_device_scale(surface, scale, scale);
	struct canvas *canvas = canvas_create(surface, shaper, ink);

	canvas_paint(canvas, COLOUR_PAPER);
	canvas_origin(canvas, (paper.w - page->w) / 2, (paper.h - page->h) / 2);
	page->draw(page, canvas);
	canvas_flush(canvas);
	canvas_destroy(canvas);
	cairo_surface_flush(surface);
	return surface;
}

bool
page_plan_print(const struct page_plan *plan, const struct document_options *options, struct shaper *shaper,
	void (*progress)(void *data, unsigned done, unsigned all), void *data, struct problem *problem)
{
	struct document_options sided = *options;

	sided.sides = page_plan_has_backs(plan) ? SIDES_TWO : SIDES_ONE;
	struct document *document = document_create(&sided, shaper, problem);

	if (document == NULL)
		return false;
	for (unsigned i = 0; i < plan->pages->len; i++) {
		const struct page *page = &g_array_index(plan->pages, struct page, i);
		struct paper paper = page_paper(page);
		struct canvas *canvas = document_page(document, &paper, page->w, page->h, page->title);

		if (page->job->single)
			document_trim(document, page->bleed);
		/* The first failure ends it: document_finish() has the problem. */
		if (canvas == NULL || !canvas_status(canvas))
			break;
		page->draw(page, canvas);
		if (progress != NULL)
			progress(data, i + 1, plan->pages->len);
	}
	return document_finish(document, problem);
}

char *
print_job_url(const char *address)
{
	static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789$%*+-./:";
	size_t scheme = g_ascii_strncasecmp(address, "http://", 7) == 0 ? 7
		: g_ascii_strncasecmp(address, "https://", 8) == 0      ? 8
									: 0;

	if (scheme == 0 || !g_ascii_isalnum(address[scheme]) || strlen(address) > URL_MAX ||
		strspn(address, allowed) != strlen(address))
		return NULL;
	g_autofree char *upper = g_ascii_strup(address, -1);

	if (g_str_has_suffix(upper, "/C/"))
		return g_steal_pointer(&upper);
	return g_strconcat(upper, g_str_has_suffix(upper, "/") ? "C/" : "/C/", NULL);
}

/* The width of the first `length` bytes of a text. */
static int32_t
start_width(struct canvas *canvas, const struct font *font, const char *text, size_t length)
{
	g_autofree char *line = g_strndup(text, length);

	return canvas_text_width(canvas, font, line);
}

/* How many bytes of a text go on the first of two lines. It is broken at the blank that makes the longer line
 * shortest, or inside of a word if not even the first word fits. */
static size_t
line_end(struct canvas *canvas, const struct font *font, int32_t w, const char *text)
{
	int32_t longest = INT32_MAX;
	size_t end = 0, next;

	for (const char *blank = strchr(text, ' '); blank != NULL; blank = strchr(blank + 1, ' ')) {
		int32_t first = start_width(canvas, font, text, (size_t)(blank - text));
		int32_t longer = MAX(first, canvas_text_width(canvas, font, blank + 1));

		if (first > w)
			break;
		if (longer < longest) {
			longest = longer;
			end = (size_t)(blank - text);
		}
	}
	if (end > 0)
		return end;
	for (; text[end] != '\0'; end = next) {
		next = end + (size_t)g_utf8_skip[(unsigned char)text[end]];
		if (start_width(canvas, font, text, next) > w)
			break;
	}
	return end;
}

void
print_two_lines(struct canvas *canvas, const struct font *font, struct rect box, const char *text)
{
	size_t end = line_end(canvas, font, box.w, text);
	g_autofree char *first = g_strndup(text, end);

	box.h /= 2;
	canvas_text(canvas, font, box, first);
	box.y += box.h;
	canvas_text(canvas, font, box, text + end + (text[end] == ' '));
}

void
print_job_build(
	const struct print_job *job, uint32_t n, uint8_t piece, void *layout, struct code *code, struct form *form)
{
	codes_make(&job->codes, n, piece, code);
	job->codes.game->build(layout, code);
	job->codes.game->form(layout, code, form);
}

/* The characters of a code: on one line if it fits, else on two lines of the same size, in the widest face that keeps
 * them readable. */
static void
show_code(const char text[CODE_TEXT], struct rect box, struct canvas *canvas)
{
	static const enum face faces[] = {FACE_BOLD, FACE_CONDENSED_BOLD, FACE_CONDENSED};
	struct font font = {FACE_BOLD, 300, COLOUR_INK, ALIGN_CENTRE};
	const int32_t wanted = font.size;
	char line[2][CODE_TEXT];

	if (canvas_text_width(canvas, &font, text) <= box.w || box.h < TWO_LINES_MIN) {
		canvas_text(canvas, &font, box, text);
		return;
	}
	for (int i = 0; i < 2; i++)
		g_snprintf(line[i], sizeof line[i], "%.*s", CODE_HALF, text + (CODE_HALF + 1) * i);
	for (size_t i = 0; i == 0 || (i < G_N_ELEMENTS(faces) && font.size < SIZE_LEAST); i++) {
		font.face = faces[i];
		font.size = wanted;
		int32_t first = canvas_text_width(canvas, &font, line[0]);
		int32_t widest = MAX(first, canvas_text_width(canvas, &font, line[1]));

		if (widest > box.w)
			font.size = font.size * box.w / widest;
	}
	box.h /= 2;
	for (int i = 0; i < 2; i++, box.y += box.h)
		canvas_text(canvas, &font, box, line[i]);
}

void
print_job_mark(const struct print_job *job, const struct code *code, const struct form *form, struct canvas *canvas)
{
	char text[CODE_TEXT];

	for (unsigned i = 0; i < form->tags; i++)
		canvas_tag(canvas, form->tag[i].id, form->tag[i].at);
	if (job->unmarked)
		return;
	if (job->marked != NULL)
		job->marked(job->marked_data, code);
	code_write(code, job->codes.key, text);
	/* In a QR the code has no dashes: twenty characters make the smallest one. */
	g_autoptr(GString) in_qr = g_string_new(job->url);

	for (const char *at = text; *at != '\0'; at++)
		if (*at != '-')
			g_string_append_c(in_qr, *at);
	canvas_qr(canvas, form->qr, in_qr->str);
	show_code(text, form->text, canvas);
}
