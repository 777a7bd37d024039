/* SPDX-License-Identifier: MIT
 * Faces and shaped text. */
#include "gen/canvas/shaping.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <string.h>
#include <unistd.h>

/* The size, in points, at which Pango shapes. */
#define NOMINAL 1000

/* An em at that size, in Pango's units. */
#define EM ((double)NOMINAL * PANGO_SCALE)

/* The most shaped texts in the cache. The cache is emptied when it is full: every page has new codes. */
#define KEPT_MAX 3000

/* The code point of the first symbol: the start of the private use area. */
#define FIRST_CODEPOINT 0xE000

/* The most code points of symbols and their layers. */
#define CODEPOINTS 0x400

static const struct {
	const char *name, *family, *package;
} faces[FACES] = {
	/* a comma ends the family: "Condensed" is part of it */
	[FACE_TEXT] = {"Roboto,", "Roboto", "fonts-roboto-unhinted"},
	[FACE_BOLD] = {"Roboto, Bold", "Roboto", "fonts-roboto-unhinted"},
	[FACE_CONDENSED] = {"Roboto Condensed,", "Roboto Condensed", "fonts-roboto-unhinted"},
	[FACE_CONDENSED_BOLD] = {"Roboto Condensed, Bold", "Roboto Condensed", "fonts-roboto-unhinted"},
};

struct shaper {
	FcConfig *config;
	PangoFontMap *map;
	PangoContext *context;
	PangoLayout *layout;
	PangoFontDescription *face[FACES];
	cairo_font_face_t *symbols;
	unsigned long symbol_glyph[CODEPOINTS];
	GHashTable *kept; /* texts with how they were shaped -> struct shaped */
};

static void
shaped_free(gpointer data)
{
	struct shaped *shaped = data;

	g_free(shaped->glyph);
	for (size_t i = 0; i < shaped->stretches; i++)
		cairo_font_face_destroy(shaped->stretch[i].face);
	g_free(shaped->stretch);
	g_free(shaped);
}

/* The font for a description, in the nominal size; NULL if Pango offers another family instead. */
static PangoFont *
load(struct shaper *shaper, PangoFontDescription *wanted, const char *family)
{
	pango_font_description_set_absolute_size(wanted, EM);
	PangoFont *font = pango_context_load_font(shaper->context, wanted);
	if (font == NULL)
		return NULL;
	PangoFontDescription *got = pango_font_describe(font);
	const char *name = pango_font_description_get_family(got);
	if (name == NULL || g_ascii_strcasecmp(name, family) != 0)
		g_clear_object(&font);
	pango_font_description_free(got);
	return font;
}

static bool
load_faces(struct shaper *shaper, struct problem *problem)
{
	for (int i = 0; i < FACES; i++) {
		shaper->face[i] = pango_font_description_from_string(faces[i].name);
		g_autoptr(PangoFont) font = load(shaper, shaper->face[i], faces[i].family);
		if (font == NULL)
			return problem_set(problem,
				SAY("face-missing", "the face {face} is missing: install the package {package}"),
				ARG_TEXT("face", faces[i].family), ARG_TEXT("package", faces[i].package));
	}
	return true;
}

/* Looks up the glyph of every symbol and layer once. */
static bool
load_symbols(struct shaper *shaper, struct problem *problem)
{
	PangoFontDescription *wanted = pango_font_description_from_string(SYMBOL_FAMILY);
	g_autoptr(PangoFont) font = load(shaper, wanted, SYMBOL_FAMILY);

	pango_font_description_free(wanted);
	if (font == NULL)
		return problem_set(problem,
			SAY("symbols-missing", "the font of our symbols is missing: build or install Seedpress again"));
	cairo_scaled_font_t *scaled = pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font));
	shaper->symbols = cairo_font_face_reference(cairo_scaled_font_get_font_face(scaled));
	for (unsigned i = 0; i < CODEPOINTS; i++) {
		cairo_glyph_t *glyph = NULL;
		char text[8] = "";
		int count = 0;

		g_unichar_to_utf8(FIRST_CODEPOINT + i, text);
		if (cairo_scaled_font_text_to_glyphs(scaled, 0, 0, text, -1, &glyph, &count, NULL, NULL, NULL) ==
				CAIRO_STATUS_SUCCESS &&
			count == 1)
			shaper->symbol_glyph[i] = glyph[0].index;
		cairo_glyph_free(glyph);
	}
	return true;
}

struct shaper *
shaper_create(struct problem *problem)
{
	struct shaper *shaper = g_new0(struct shaper, 1);
	cairo_font_options_t *options = cairo_font_options_create();

	shaper->kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, shaped_free);
	/* Load the configuration of the build directory if this program is there, else the installed one. An installed
	 * program must not look into the build directory: anyone who owns that path by now could choose its fonts. */
	g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
	bool is_built = self != NULL && g_str_has_prefix(self, BUILD_ROOT "/");
	const char *file = is_built ? FONTS_CONF_BUILT : FONTS_CONF_INSTALLED;
	FcConfig *config = FcConfigCreate();

	if (config != NULL &&
		(!FcConfigParseAndLoad(config, (const FcChar8 *)file, FcTrue) || !FcConfigBuildFonts(config)))
		g_clear_pointer(&config, FcConfigDestroy);
	shaper->config = config;
	shaper->map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
	if (shaper->config != NULL)
		pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(shaper->map), shaper->config);
	pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(shaper->map), 72);
	shaper->context = pango_font_map_create_context(shaper->map);
	cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
	pango_cairo_context_set_font_options(shaper->context, options);
	cairo_font_options_destroy(options);
	pango_context_set_round_glyph_positions(shaper->context, FALSE);
	pango_context_set_language(shaper->context, pango_language_from_string("en"));
	shaper->layout = pango_layout_new(shaper->context);
	if (shaper->config == NULL)
		problem_set(problem,
			SAY("fonts-unreadable", "the list of fonts cannot be read: build or install Seedpress again"));
	if (shaper->config == NULL || !load_faces(shaper, problem) || !load_symbols(shaper, problem)) {
		shaper_destroy(shaper);
		return NULL;
	}
	return shaper;
}

void
shaper_destroy(struct shaper *shaper)
{
	if (shaper == NULL)
		return;
	g_hash_table_destroy(shaper->kept);
	cairo_font_face_destroy(shaper->symbols);
	for (int i = 0; i < FACES; i++)
		if (shaper->face[i] != NULL)
			pango_font_description_free(shaper->face[i]);
	g_object_unref(shaper->layout);
	g_object_unref(shaper->context);
	g_object_unref(shaper->map);
	if (shaper->config != NULL)
		FcConfigDestroy(shaper->config);
	g_free(shaper);
}

/* `{name}` becomes the symbol's own character. */
static char *
with_symbols(const char *text)
{
	GString *out = g_string_new(NULL);

	while (*text != '\0') {
		const char *end = *text == '{' ? strchr(text, '}') : NULL;
		int found = -1;

		for (int i = 0; end != NULL && i < SYMBOL_COUNT; i++)
			if (strlen(symbols[i].name) == (size_t)(end - text - 1) &&
				memcmp(symbols[i].name, text + 1, (size_t)(end - text - 1)) == 0)
				found = i;
		if (found >= 0) {
			g_string_append_unichar(out, symbols[found].inline_codepoint);
			text = end + 1;
		} else {
			g_string_append_c(out, *text++);
		}
	}
	return g_string_free(out, FALSE);
}

/* Takes the glyphs of one run at (x, y), both in ems. */
static void
take_run(GArray *glyphs, GArray *stretches, const PangoGlyphItem *item, double x, double y)
{
	cairo_scaled_font_t *scaled = pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(item->item->analysis.font));
	struct stretch stretch = {
		.face = cairo_font_face_reference(cairo_scaled_font_get_font_face(scaled)), .first = glyphs->len};

	for (int i = 0; i < item->glyphs->num_glyphs; i++) {
		const PangoGlyphInfo *info = &item->glyphs->glyphs[i];
		/* A character that no face has: the empty box of the face at hand. */
		cairo_glyph_t glyph = {
			.index = info->glyph & PANGO_GLYPH_UNKNOWN_FLAG ? 0 : info->glyph,
			.x = x + info->geometry.x_offset / EM,
			.y = y + info->geometry.y_offset / EM,
		};

		x += info->geometry.width / EM;
		if (info->glyph != PANGO_GLYPH_EMPTY)
			g_array_append_val(glyphs, glyph);
	}
	stretch.count = glyphs->len - stretch.first;
	g_array_append_val(stretches, stretch);
}

/* Keeps what the layout has shaped. */
static struct shaped *
take_layout(PangoLayout *layout)
{
	GArray *glyphs = g_array_new(FALSE, FALSE, sizeof(cairo_glyph_t));
	GArray *stretches = g_array_new(FALSE, FALSE, sizeof(struct stretch));
	struct shaped *shaped = g_new0(struct shaped, 1);
	PangoLayoutIter *iter = pango_layout_get_iter(layout);
	int first = pango_layout_get_baseline(layout);
	PangoRectangle ink, logical;

	do {
		PangoLayoutRun *run = pango_layout_iter_get_run_readonly(iter);
		PangoRectangle at;

		if (run == NULL)
			continue;
		pango_layout_iter_get_run_extents(iter, NULL, &at);
		take_run(glyphs, stretches, run, at.x / EM, (pango_layout_iter_get_baseline(iter) - first) / EM);
	} while (pango_layout_iter_next_run(iter));
	pango_layout_iter_free(iter);
	pango_layout_get_extents(layout, &ink, &logical);
	shaped->width = (logical.x + logical.width) / EM;
	shaped->height = logical.height / EM;
	shaped->top = (ink.y - first) / EM;
	shaped->bottom = (ink.y + ink.height - first) / EM;
	shaped->left = ink.x / EM;
	shaped->right = (ink.x + ink.width) / EM;
	shaped->cut = pango_layout_is_ellipsized(layout);
	shaped->glyphs = glyphs->len;
	shaped->glyph = (cairo_glyph_t *)(void *)g_array_free(glyphs, FALSE);
	shaped->stretches = stretches->len;
	shaped->stretch = (struct stretch *)(void *)g_array_free(stretches, FALSE);
	return shaped;
}

/* Sets a text with a question mark for each character that no installed font has. Pango would draw boxes whose font
 * and width depend on what was drawn before, and the same print would not have the same bytes. */
static void
replace_missing(PangoLayout *layout, const char *text)
{
	GString *shown = g_string_new(NULL);

	for (const char *next; *text != '\0'; text = next) {
		next = text + g_utf8_skip[(unsigned char)*text];
		pango_layout_set_text(layout, text, (int)(next - text));
		if (pango_layout_get_unknown_glyphs_count(layout) > 0)
			g_string_append_c(shown, '?');
		else
			g_string_append_len(shown, text, next - text);
	}
	pango_layout_set_text(layout, shown->str, -1);
	g_string_free(shown, TRUE);
}

/* Shapes a text, or finds it among those that were shaped before. A width of 0 never cuts or breaks a line. */
static const struct shaped *
shape(struct shaper *shaper, enum face face, enum align align, double width, bool line, const char *text)
{
	/* In the order of enum align. */
	static const PangoAlignment alignment[] = {PANGO_ALIGN_LEFT, PANGO_ALIGN_CENTER, PANGO_ALIGN_RIGHT};
	g_autofree char *key = g_strdup_printf("%d%d%d%.3f:%s", (int)line, (int)face, (int)align, width, text);
	struct shaped *shaped = g_hash_table_lookup(shaper->kept, key);

	if (shaped != NULL)
		return shaped;
	g_autofree char *full = with_symbols(text);
	pango_layout_set_font_description(shaper->layout, shaper->face[face]);
	pango_layout_set_single_paragraph_mode(shaper->layout, line);
	pango_layout_set_alignment(shaper->layout, alignment[align]);
	pango_layout_set_wrap(shaper->layout, PANGO_WRAP_WORD_CHAR);
	pango_layout_set_ellipsize(shaper->layout, line && width > 0 ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
	pango_layout_set_width(shaper->layout, width > 0 ? (int)(width * NOMINAL * PANGO_SCALE) : -1);
	/* A line starts at its position, whatever the direction of its script. */
	pango_layout_set_auto_dir(shaper->layout, !line);
	pango_layout_set_text(shaper->layout, full, -1);
	if (pango_layout_get_unknown_glyphs_count(shaper->layout) > 0)
		replace_missing(shaper->layout, full);
	shaped = take_layout(shaper->layout);
	if (g_hash_table_size(shaper->kept) >= KEPT_MAX)
		g_hash_table_remove_all(shaper->kept);
	g_hash_table_insert(shaper->kept, g_steal_pointer(&key), shaped);
	return shaped;
}

const struct shaped *
shaper_line(struct shaper *shaper, enum face face, double width, const char *text)
{
	return shape(shaper, face, ALIGN_LEFT, width, true, text);
}

const struct shaped *
shaper_paragraph(struct shaper *shaper, enum face face, enum align align, double width, const char *text)
{
	return shape(shaper, face, align, width, false, text);
}

char *
shaper_missing(struct shaper *shaper, const char *text)
{
	GString *missing = g_string_new(NULL);
	GHashTable *seen = g_hash_table_new(NULL, NULL); /* characters: a list of names has each many times */

	pango_layout_set_font_description(shaper->layout, shaper->face[FACE_TEXT]);
	pango_layout_set_width(shaper->layout, -1);
	for (const char *next; *text != '\0' && missing->len < MISSING_MAX; text = next) {
		char character[8] = "";

		next = text + g_utf8_skip[(unsigned char)*text];
		memcpy(character, text, (size_t)(next - text));
		/* Every face has ASCII. */
		if (next - text == 1 || !g_hash_table_add(seen, GUINT_TO_POINTER(g_utf8_get_char(text))))
			continue;
		pango_layout_set_text(shaper->layout, character, -1);
		if (pango_layout_get_unknown_glyphs_count(shaper->layout) > 0)
			g_string_append(missing, character);
	}
	g_hash_table_destroy(seen);
	return g_string_free(missing, FALSE);
}

cairo_font_face_t *
shaper_symbol(const struct shaper *shaper, uint32_t codepoint, unsigned long *glyph)
{
	*glyph = shaper->symbol_glyph[codepoint - FIRST_CODEPOINT];
	return shaper->symbols;
}
