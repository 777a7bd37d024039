/* SPDX-License-Identifier: MIT
 * Documents. */
#include "gen/canvas/document.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <malloc.h>
#include <math.h>
#include <string.h>

#include "gen/canvas/atomic_file.h"
#include "gen/canvas/signature.h"

#define POINTS(units) ((units) * (72.0 / 2540.0))

/* Bytes of freed memory that stay with the process. */
#define KEPT_MEMORY (64 << 20)

/* The date of creation in every PDF: a fixed one, so that the same pages give the same bytes. */
#define CREATED "2026-01-01T00:00:00Z"

struct document {
	struct document_options options;
	struct shaper *shaper;
	cairo_surface_t *surface;
	struct canvas *canvas;
	GArray *trims;              /* of the pages of a PDF, in points */
	bool trimmed;               /* any of them is not 0 */
	struct atomic_file *atomic; /* the PDF, or the page that is open */
	unsigned pages;
	struct problem problem; /* the first one; STATUS_OK while there is none */
};

const struct paper paper_a4 = {"a4", 21000, 29700};
const struct paper paper_letter = {"letter", 21590, 27940};

const struct paper *
paper_by_name(const char *name)
{
	if (strcmp(name, paper_a4.name) == 0)
		return &paper_a4;
	return strcmp(name, paper_letter.name) == 0 ? &paper_letter : NULL;
}

static void
fail(struct document *document)
{
	if (document->problem.status == STATUS_OK)
		atomic_file_unwritable(
			document->options.bytes != NULL ? document->options.title : document->options.file,
			errno != 0 ? NULL : "the drawing failed", &document->problem);
}

static cairo_status_t
write_bytes(void *closure, const unsigned char *bytes, unsigned length)
{
	struct document *document = closure;

	if (document->options.bytes != NULL) {
		g_byte_array_append(document->options.bytes, bytes, length);
		return CAIRO_STATUS_SUCCESS;
	}
	if (document->atomic == NULL || fwrite(bytes, 1, length, document->atomic->file) != length) {
		fail(document);
		return CAIRO_STATUS_WRITE_ERROR;
	}
	return CAIRO_STATUS_SUCCESS;
}

static bool
open_atomic(struct document *document, const char *file)
{
	struct problem problem;

	errno = 0;
	if (document->options.bytes != NULL)
		return true;
	document->atomic = atomic_file_open(file, document->options.force, &problem);
	if (document->atomic == NULL && document->problem.status == STATUS_OK)
		document->problem = problem;
	return document->atomic != NULL;
}

static void
destroy(struct document *document)
{
	canvas_destroy(document->canvas);
	if (document->surface != NULL) {
		cairo_surface_finish(document->surface);
		cairo_surface_destroy(document->surface);
	}
	atomic_file_abandon(document->atomic);
	g_array_free(document->trims, TRUE);
	g_free(document);
}

struct document *
document_create(const struct document_options *options, struct shaper *shaper, struct problem *problem)
{
	struct document *document = g_new0(struct document, 1);

	problem_clear(&document->problem);
	document->options = *options;
	document->shaper = shaper;
	document->trims = g_array_new(FALSE, TRUE, sizeof(double));
	if (options->format != FORMAT_PDF)
		return document;
	if (!open_atomic(document, options->file)) {
		*problem = document->problem;
		destroy(document);
		return NULL;
	}
	cairo_surface_t *surface =
		cairo_pdf_surface_create_for_stream(write_bytes, document, POINTS(21000), POINTS(29700));
	/* Later versions compress objects, and pdf_preferences() reads only plain ones. */
	cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, options->title);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, options->subject);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, "Seedpress");
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, SIGNATURE_PDF);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, CREATED);
	document->surface = surface;
	document->canvas = canvas_create(surface, shaper, options->ink);
	return document;
}

/* The second page of `picture.png` is `picture-2.png`, or `picture-02.png` of ten pages, so that the names sort like
 * the pages. */
char *
document_page_file(const struct document_options *options, unsigned n)
{
	const char *file = options->file, *dot = strrchr(file, '.');
	int digits = snprintf(NULL, 0, "%u", options->pages);

	if (options->alone)
		return g_strdup(file);
	if (dot == NULL || strchr(dot, '/') != NULL)
		dot = file + strlen(file);
	return g_strdup_printf("%.*s-%0*u%s", (int)(dot - file), file, digits, n, dot);
}

static void
start_picture(struct document *document, const struct paper *paper)
{
	const struct document_options *options = &document->options;
	g_autofree char *file = options->bytes != NULL ? NULL : document_page_file(options, document->pages);
	double w = POINTS(paper->w), h = POINTS(paper->h), scale = options->dpi / 72.0;

	if (!open_atomic(document, file))
		return;
	if (options->format == FORMAT_SVG) {
		document->surface = cairo_svg_surface_create_for_stream(write_bytes, document, w, h);
	} else {
		document->surface =
			cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)lround(w * scale), (int)lround(h * scale));
		cairo_surface_set_device_scale(document->surface, scale, scale);
	}
	document->canvas = canvas_create(document->surface, document->shaper, options->ink);
}

/* Gives the file that is open its name, unless something went wrong. */
static void
commit(struct document *document)
{
	struct atomic_file *atomic = g_steal_pointer(&document->atomic);

	if (document->problem.status != STATUS_OK)
		atomic_file_abandon(atomic);
	else if (atomic != NULL)
		atomic_file_commit(atomic, &document->problem);
}

/* Ends the current page. A page that is a file of its own is completed here, so that a later failure cannot spoil it,
 * and a thousand pages need only one open file at a time. */
static void
end_page(struct document *document)
{
	enum format format = document->options.format;

	errno = 0;
	if (document->canvas == NULL)
		return;
	canvas_flush(document->canvas);
	if (format == FORMAT_PDF) {
		if (document->pages > 0)
			cairo_surface_show_page(document->surface);
		return;
	}
	if (format == FORMAT_PNG)
		signature_png(document->surface, document->options.dpi, write_bytes, document);
	g_clear_pointer(&document->canvas, canvas_destroy);
	cairo_surface_finish(document->surface);
	if (cairo_surface_status(document->surface) != CAIRO_STATUS_SUCCESS)
		fail(document);
	else if (format == FORMAT_SVG)
		write_bytes(document, (const unsigned char *)SIGNATURE_SVG, strlen(SIGNATURE_SVG));
	g_clear_pointer(&document->surface, cairo_surface_destroy);
	commit(document);
}

struct canvas *
document_page(struct document *document, const struct paper *paper, int32_t w, int32_t h, const char *title)
{
	char where[48], label[16];

	end_page(document);
	document->pages++;
	if (document->options.format == FORMAT_PDF) {
		cairo_pdf_surface_set_size(document->surface, POINTS(paper->w), POINTS(paper->h));
		g_snprintf(label, sizeof label, "%u", document->pages);
		cairo_pdf_surface_set_page_label(document->surface, label);
		g_snprintf(where, sizeof where, "page=%u pos=[0 0]", document->pages);
		if (title != NULL)
			cairo_pdf_surface_add_outline(document->surface, CAIRO_PDF_OUTLINE_ROOT, title, where, 0);
	} else {
		start_picture(document, paper);
	}
	if (document->canvas != NULL) {
		/* Paper under everything: Cairo then keeps one region for the page instead of the
		 * union of all that is drawn, and a page of many operations takes far less time. */
		canvas_origin(document->canvas, 0, 0);
		canvas_paint(document->canvas, COLOUR_PAPER);
		canvas_origin(document->canvas, (paper->w - w) / 2, (paper->h - h) / 2);
	}
	return document->canvas;
}

void
document_trim(struct document *document, int32_t trim)
{
	double points = POINTS(trim);

	g_array_set_size(document->trims, document->pages - 1);
	g_array_append_val(document->trims, points);
	document->trimmed |= trim > 0 && document->options.bytes == NULL;
}

/* Appends the viewer preferences. */
static void
add_preferences(struct document *document)
{
	GByteArray *bytes = document->options.bytes;
	FILE *pdf = bytes != NULL ? fmemopen(bytes->data, bytes->len, "r+b") : document->atomic->file;
	g_autofree char *update = NULL;

	errno = 0;
	if (pdf != NULL && fflush(pdf) == 0)
		update = pdf_preferences(pdf, document->options.sides);
	if (bytes != NULL && pdf != NULL)
		fclose(pdf);
	if (update == NULL || (bytes == NULL && fseek(pdf, 0, SEEK_END) != 0))
		fail(document);
	else
		write_bytes(document, (const unsigned char *)update, (unsigned)strlen(update));
}

/* Replaces what Cairo wrote by a copy with page boxes. */
static void
add_boxes(struct document *document)
{
	struct atomic_file *plain = document->atomic;

	errno = 0;
	if (fflush(plain->file) != 0) {
		fail(document);
		return;
	}
	if (open_atomic(document, document->options.file))
		pdf_boxes_add(plain->hidden, document->atomic->hidden, (const double *)(void *)document->trims->data,
			document->trims->len, &document->problem);
	atomic_file_abandon(plain);
}

bool
document_finish(struct document *document, struct problem *problem)
{
	end_page(document);
	if (document->options.format == FORMAT_PDF) {
		if (!canvas_status(document->canvas))
			fail(document);
		g_clear_pointer(&document->canvas, canvas_destroy);
		cairo_surface_finish(document->surface);
		if (cairo_surface_status(document->surface) != CAIRO_STATUS_SUCCESS)
			fail(document);
		if (document->problem.status == STATUS_OK)
			add_preferences(document);
		if (document->trimmed && document->problem.status == STATUS_OK)
			add_boxes(document);
		commit(document);
	}
	bool fine = document->problem.status == STATUS_OK;
	if (!fine)
		*problem = document->problem;
	destroy(document);
	return fine;
}

void
document_keep_memory(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, KEPT_MEMORY);
	mallopt(M_TRIM_THRESHOLD, KEPT_MEMORY);
	mallopt(M_TOP_PAD, KEPT_MEMORY / 16);
#endif
}
