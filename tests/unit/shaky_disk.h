/* shaky_disk.h: a disk that fails under SQLite, from any moment on, or reads nonsense. Needs
 * _GNU_SOURCE. */
#ifndef TESTS_SHAKY_DISK_H
#define TESTS_SHAKY_DISK_H

#include <errno.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

static int calls_left = -1; /* until the disk fails, and goes on failing; -1: it never does */
static bool disk_lies; /* instead: what is read is nonsense */

static bool disk_fails(void)
{
    const bool now = calls_left >= 0 && (!calls_left || !calls_left--);
    errno = ESTALE; /* it may pass; EIO is damage, as SQLite sees it */
    return now;
}

static ssize_t shaky_read(int file, void *bytes, size_t count)
{
    const bool fails = disk_fails();
    const ssize_t got = fails && !disk_lies ? -1 : read(file, bytes, count);
    if (fails && got > 0)
        memset(bytes, 0xee, (size_t)got);
    return got;
}

static ssize_t shaky_write(int file, const void *bytes, size_t count)
{
    return disk_fails() && !disk_lies ? -1 : write(file, bytes, count);
}

static ssize_t shaky_pread(int file, void *bytes, size_t count, off64_t at)
{
    const bool fails = disk_fails();
    const ssize_t got = fails && !disk_lies ? -1 : pread64(file, bytes, count, at);
    if (fails && got > 0)
        memset(bytes, 0xee, (size_t)got);
    return got;
}

static ssize_t shaky_pwrite(int file, const void *bytes, size_t count, off64_t at)
{
    return disk_fails() && !disk_lies ? -1 : pwrite64(file, bytes, count, at);
}

/* SQLite lets its calls to the system be replaced. */
static inline void make_disk_shaky(bool shaky)
{
    static const struct {
        const char *name;
        sqlite3_syscall_ptr call;
    } calls[] = {
        { "read", (sqlite3_syscall_ptr)shaky_read },
        { "write", (sqlite3_syscall_ptr)shaky_write },
        { "pread", (sqlite3_syscall_ptr)shaky_pread },
        { "pwrite", (sqlite3_syscall_ptr)shaky_pwrite },
        { "pread64", (sqlite3_syscall_ptr)shaky_pread },
        { "pwrite64", (sqlite3_syscall_ptr)shaky_pwrite },
    };
    sqlite3_vfs *files = sqlite3_vfs_find(NULL);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        files->xSetSystemCall(files, calls[i].name, shaky ? calls[i].call : NULL);
    calls_left = -1;
    disk_lies = false;
}

#endif
