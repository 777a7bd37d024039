/* SPDX-License-Identifier: MIT
 * A layer above SQLite's files of Unix. */
#include "tests/kiosk/store/faulty_disk.h"

#include <glib.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/prctl.h>

struct faulty_file {
	sqlite3_file base;
	sqlite3_file *real; /* in the memory behind this */
};

static sqlite3_vfs *below;
static sqlite3_vfs here;

/* Several threads may use the store. */
static GMutex lock;
static struct {
	enum disk_fault fault;
	unsigned n, calls;
	const char *failed;
} armed;

static bool
is_watcher(void)
{
	char name[16] = "";

	return prctl(PR_GET_NAME, name) == 0 && strcmp(name, "store-watch") == 0;
}

/* Counts a call; true when it has to fail. */
static bool
fails(const char *call, bool fills)
{
	bool now;

	if (is_watcher())
		return false;
	g_mutex_lock(&lock);
	armed.calls++;
	now = armed.fault == DISK_ONCE ? armed.calls == armed.n : armed.calls >= armed.n;
	now = now && armed.fault != DISK_NEVER && (armed.fault != DISK_FULL || fills);
	if (now && armed.failed == NULL)
		armed.failed = call;
	g_mutex_unlock(&lock);
	return now;
}

static sqlite3_file *
real(sqlite3_file *file)
{
	return ((struct faulty_file *)file)->real;
}

static int
close_file(sqlite3_file *file)
{
	return real(file)->pMethods->xClose(real(file));
}

static int
read_file(sqlite3_file *file, void *data, int size, sqlite3_int64 at)
{
	return fails("read", false) ? SQLITE_IOERR_READ : real(file)->pMethods->xRead(real(file), data, size, at);
}

/* What fails is half done. */
static int
write_file(sqlite3_file *file, const void *data, int size, sqlite3_int64 at)
{
	bool broken = fails("write", true);
	int code = real(file)->pMethods->xWrite(real(file), data, broken ? size / 2 : size, at);

	if (!broken || code != SQLITE_OK)
		return code;
	return armed.fault == DISK_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int
truncate_file(sqlite3_file *file, sqlite3_int64 size)
{
	return fails("truncate", false) ? SQLITE_IOERR_TRUNCATE : real(file)->pMethods->xTruncate(real(file), size);
}

static int
sync_file(sqlite3_file *file, int flags)
{
	(void)file;
	(void)flags;
	return fails("sync", false) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int
file_size(sqlite3_file *file, sqlite3_int64 *size)
{
	return fails("size", false) ? SQLITE_IOERR_FSTAT : real(file)->pMethods->xFileSize(real(file), size);
}

static int
lock_file(sqlite3_file *file, int level)
{
	return fails("lock", false) ? SQLITE_IOERR_LOCK : real(file)->pMethods->xLock(real(file), level);
}

static int
unlock_file(sqlite3_file *file, int level)
{
	return real(file)->pMethods->xUnlock(real(file), level);
}

static int
is_reserved(sqlite3_file *file, int *reserved)
{
	return fails("lock", false) ? SQLITE_IOERR_CHECKRESERVEDLOCK
				    : real(file)->pMethods->xCheckReservedLock(real(file), reserved);
}

static int
control_file(sqlite3_file *file, int what, void *data)
{
	return real(file)->pMethods->xFileControl(real(file), what, data);
}

static int
sector_size(sqlite3_file *file)
{
	return real(file)->pMethods->xSectorSize(real(file));
}

static int
characteristics(sqlite3_file *file)
{
	return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int
map_shared(sqlite3_file *file, int page, int size, int extend, void volatile **memory)
{
	return fails("map", true) ? SQLITE_IOERR_SHMMAP
				  : real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}

static int
lock_shared(sqlite3_file *file, int at, int count, int flags)
{
	if ((flags & SQLITE_SHM_LOCK) != 0 && fails("lock", false))
		return SQLITE_IOERR_SHMLOCK;
	return real(file)->pMethods->xShmLock(real(file), at, count, flags);
}

static void
order_shared(sqlite3_file *file)
{
	real(file)->pMethods->xShmBarrier(real(file));
}

static int
unmap_shared(sqlite3_file *file, int forget)
{
	return real(file)->pMethods->xShmUnmap(real(file), forget);
}

/* Without those that map the file itself: everything is read and written by calls. */
static const sqlite3_io_methods methods = {
	.iVersion = 2,
	.xClose = close_file,
	.xRead = read_file,
	.xWrite = write_file,
	.xTruncate = truncate_file,
	.xSync = sync_file,
	.xFileSize = file_size,
	.xLock = lock_file,
	.xUnlock = unlock_file,
	.xCheckReservedLock = is_reserved,
	.xFileControl = control_file,
	.xSectorSize = sector_size,
	.xDeviceCharacteristics = characteristics,
	.xShmMap = map_shared,
	.xShmLock = lock_shared,
	.xShmBarrier = order_shared,
	.xShmUnmap = unmap_shared,
};

static int
open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given)
{
	struct faulty_file *faulty = (struct faulty_file *)file;
	int code;

	(void)vfs;
	faulty->base.pMethods = NULL;
	faulty->real = (sqlite3_file *)(faulty + 1);
	if (fails("open", false))
		return SQLITE_CANTOPEN;
	code = below->xOpen(below, name, faulty->real, flags, given);
	if (faulty->real->pMethods != NULL)
		faulty->base.pMethods = &methods;
	return code;
}

static int
delete_file(sqlite3_vfs *vfs, const char *name, int sync)
{
	(void)vfs;
	return fails("delete", false) ? SQLITE_IOERR_DELETE : below->xDelete(below, name, sync);
}

static int
look_for_file(sqlite3_vfs *vfs, const char *name, int flags, int *there)
{
	(void)vfs;
	return fails("look", false) ? SQLITE_IOERR_ACCESS : below->xAccess(below, name, flags, there);
}

bool
faulty_disk_use(void)
{
	below = sqlite3_vfs_find(NULL);
	if (below == NULL)
		return false;
	here = *below;
	here.pNext = NULL;
	here.zName = "faulty";
	here.szOsFile = (int)sizeof(struct faulty_file) + below->szOsFile;
	here.xOpen = open_file;
	here.xDelete = delete_file;
	here.xAccess = look_for_file;
	return sqlite3_vfs_register(&here, 1) == SQLITE_OK;
}

void
faulty_disk_arm(enum disk_fault fault, unsigned n)
{
	g_mutex_lock(&lock);
	armed.fault = fault;
	armed.n = n;
	armed.calls = 0;
	armed.failed = NULL;
	g_mutex_unlock(&lock);
}

const char *
faulty_disk_failed(void)
{
	const char *failed;

	g_mutex_lock(&lock);
	failed = armed.failed;
	g_mutex_unlock(&lock);
	return failed;
}
