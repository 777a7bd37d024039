/* SPDX-License-Identifier: MIT
 * Page boxes by qpdf. */
#include "gen/canvas/pdf_boxes.h"

#include <qpdf/qpdf-c.h>

#include "gen/canvas/atomic_file.h"

static void
add_boxes(qpdf_data pdf, qpdf_oh page, double trim)
{
	qpdf_oh media = qpdf_oh_get_key(pdf, page, "/MediaBox");
	double w = qpdf_oh_get_numeric_value(pdf, qpdf_oh_get_array_item(pdf, media, 2));
	double h = qpdf_oh_get_numeric_value(pdf, qpdf_oh_get_array_item(pdf, media, 3));
	double corner[] = {trim, trim, w - trim, h - trim};
	qpdf_oh box = qpdf_oh_new_array(pdf);

	for (int i = 0; i < 4; i++)
		qpdf_oh_append_item(pdf, box, qpdf_oh_new_real_from_double(pdf, corner[i], 3));
	qpdf_oh_replace_key(pdf, page, "/TrimBox", box);
	qpdf_oh_replace_key(pdf, page, "/BleedBox", media);
}

bool
pdf_boxes_add(const char *from, const char *to, const double *trim, unsigned pages, struct problem *problem)
{
	qpdf_data pdf = qpdf_init();
	bool fine = (qpdf_read(pdf, from, NULL) & QPDF_ERRORS) == 0;

	for (unsigned i = 0; fine && i < pages; i++)
		if (trim[i] > 0)
			add_boxes(pdf, qpdf_get_page_n(pdf, i), trim[i]);
	if (fine)
		fine = (qpdf_init_write(pdf, to) & QPDF_ERRORS) == 0;
	if (fine) {
		qpdf_set_deterministic_ID(pdf, QPDF_TRUE);
		fine = (qpdf_write(pdf) & QPDF_ERRORS) == 0;
	}
	if (!fine)
		atomic_file_unwritable(to,
			qpdf_has_error(pdf) ? qpdf_get_error_full_text(pdf, qpdf_get_error(pdf))
					    : "the page boxes failed",
			problem);
	qpdf_cleanup(&pdf);
	return fine;
}
