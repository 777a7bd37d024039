/* SPDX-License-Identifier: MIT
 * A ZIP by libarchive. */
#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kiosk/making/kit_maker.h"

/* Size of the read buffer for files, in bytes. */
#define BLOCK 65536

/* The fastest compression: PDFs are compressed already. */
#define QUICK "compression-level=1"

struct kit_zip {
	struct made_kit *kit;
	struct archive *archive;
	GString *piece; /* that is being filled; NULL before the first one and after the last */
	unsigned next;  /* index in the kit's files; the kit file comes after them */
	int file;       /* that is being read, or -1 */
	bool ended;
};

/* Called by libarchive with the next bytes of the ZIP. It also writes when an archive is freed before its end: these
 * bytes are dropped. */
static la_ssize_t
pass_on(struct archive *archive, void *data, const void *bytes, size_t size)
{
	struct kit_zip *zip = data;

	(void)archive;
	if (zip->piece != NULL)
		g_string_append_len(zip->piece, bytes, (gssize)size);
	return (la_ssize_t)size;
}

static void
finish(void *data)
{
	struct kit_zip *zip = data;

	zip->piece = NULL;
	archive_write_free(zip->archive);
	if (zip->file >= 0)
		close(zip->file);
	made_kit_release(zip->kit);
	g_free(zip);
}

void *
kit_zip_open(struct made_kit *kit)
{
	struct kit_zip *zip = g_new0(struct kit_zip, 1);

	zip->kit = kit;
	zip->file = -1;
	zip->archive = archive_write_new();
	if (zip->archive == NULL || archive_write_set_format_zip(zip->archive) != ARCHIVE_OK ||
		archive_write_set_options(zip->archive, QUICK) != ARCHIVE_OK ||
		archive_write_set_bytes_per_block(zip->archive, 0) != ARCHIVE_OK ||
		archive_write_open2(zip->archive, zip, NULL, pass_on, NULL, NULL) != ARCHIVE_OK) {
		finish(zip);
		return NULL;
	}
	return zip;
}

static bool
begin(struct kit_zip *zip, const char *name, int64_t size, time_t made)
{
	struct archive_entry *entry = archive_entry_new();
	bool fine = entry != NULL;

	if (fine) {
		archive_entry_set_pathname(entry, name);
		archive_entry_set_size(entry, size);
		archive_entry_set_mtime(entry, made, 0);
		archive_entry_set_filetype(entry, AE_IFREG);
		archive_entry_set_perm(entry, 0644);
		fine = archive_write_header(zip->archive, entry) == ARCHIVE_OK;
	}
	archive_entry_free(entry);
	return fine;
}

/* Writes the files block by block, then the kit file and the central directory. */
static bool
next(void *data, GString *piece)
{
	struct kit_zip *zip = data;
	const char *text = zip->kit->definition;
	size_t size = strlen(text);
	char block[BLOCK];
	struct stat info;
	bool fine = true;

	zip->piece = piece;
	while (fine && piece->len == 0 && !zip->ended) {
		ssize_t got = zip->file >= 0 ? read(zip->file, block, sizeof block) : 0;

		if (got > 0) {
			fine = archive_write_data(zip->archive, block, (size_t)got) == got;
		} else if (zip->file >= 0) {
			close(zip->file);
			zip->file = -1;
			fine = got == 0 && archive_write_finish_entry(zip->archive) == ARCHIVE_OK;
		} else if (zip->next < zip->kit->files->len) {
			const struct made_file *file = g_ptr_array_index(zip->kit->files, zip->next++);
			g_autofree char *path = g_build_filename(zip->kit->folder, file->name, NULL);

			zip->file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
			fine = zip->file >= 0 && fstat(zip->file, &info) == 0 && info.st_size == file->bytes &&
				begin(zip, file->name, info.st_size, info.st_mtime);
		} else {
			time_t made = stat(zip->kit->folder, &info) == 0 ? info.st_mtime : 0;

			zip->ended = true;
			fine = begin(zip, KIT_FILE, (int64_t)size, made) &&
				archive_write_data(zip->archive, text, size) == (la_ssize_t)size &&
				archive_write_close(zip->archive) == ARCHIVE_OK;
		}
	}
	return fine;
}

const struct reply_source kit_zip_source = {next, finish};
