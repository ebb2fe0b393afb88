/* maps_file.c: maps out of files; where there are no files, another maps_file.c takes its place. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/maps.h"

enum { FILE_MAX = 32768 }; /* bytes of a map file */

/* Opens a plain file; a pipe or a device, which may never end or never begin, is refused. */
static FILE *open_plain(const char *path, struct holm_trouble *trouble)
{
    struct stat found;
    int number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (number < 0) {
        holm_trouble(trouble, 0, "there is no map and no file '%.80s'", path);
        return NULL;
    }
    FILE *file = fstat(number, &found) || !S_ISREG(found.st_mode) ? NULL : fdopen(number, "rb");
    if (!file) {
        close(number);
        holm_trouble(trouble, 0, "'%.80s' is no plain file", path);
    }
    return file;
}

bool holm_map_from_file(const char *path, struct holm_map *map, struct holm_trouble *trouble)
{
    char text[FILE_MAX + 1];
    FILE *file = open_plain(path, trouble);
    if (!file)
        return false;
    size_t length = fread(text, 1, sizeof text, file);
    bool failed = ferror(file);
    fclose(file);
    if (failed)
        return holm_trouble(trouble, 0, "'%.80s' cannot be read", path);
    if (length > FILE_MAX)
        return holm_trouble(trouble, 0, "'%.80s' is longer than %d bytes", path, FILE_MAX);
    text[length] = '\0';
    if (strlen(text) < length)
        return holm_trouble(trouble, 0, "'%.80s' is not text: it holds a zero byte", path);
    return holm_map_read(text, map, trouble);
}
