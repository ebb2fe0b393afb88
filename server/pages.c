/* pages.c: the page: built in, or from a folder. */
#include "server/pages.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/server.h"

enum { FILE_MOST = 8 << 20 };

static const char forever[] = "public, max-age=31536000, immutable";
static const char each_time[] = "no-cache";

/* The page finds its way by itself from /t/CODE and the like. */
static bool is_route(const char *path)
{
    return !strchr(path, '.');
}

static void answer_file(const struct page_file *file, const struct request *request,
                        struct answer *answer)
{
    if (file->packed && !request->gzip) {
        answer_error(answer, REFUSE_GZIP_ONLY);
        return;
    }
    answer->page = true;
    answer->type = file->type;
    answer->encoding = file->packed ? "gzip" : NULL;
    answer->cache = file->hashed ? forever : each_time;
    answer->bytes = file->bytes;
    answer->length = file->length;
}

/* The words are a file of their own, for which the page asks only when it runs: a browser that is
 * told of it at once has them a round trip sooner. */
static void announce_words(const struct request *request, struct answer *answer)
{
    const char *words = request->spanish ? "/assets/es-" : "/assets/en-";
    for (int i = 0; i < page_file_count; i++)
        if (!strncmp(page_files[i].path, words, strlen(words)))
            snprintf(answer->link, sizeof answer->link, "<%s>; rel=modulepreload",
                     page_files[i].path);
}

static bool answer_built_in(const struct request *request, const char *path, struct answer *answer)
{
    for (int i = 0; i < page_file_count; i++)
        if (!strcmp(page_files[i].path, path)) {
            answer_file(&page_files[i], request, answer);
            if (!strcmp(path, "/index.html"))
                announce_words(request, answer);
            return true;
        }
    return false;
}

/* ------------------------------------------------------------------- a folder */

static const char *type_of(const char *path)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        { ".html", "text/html; charset=utf-8" },
        { ".js", "text/javascript; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" },
        { ".svg", "image/svg+xml" },
        { ".json", "application/json" },
        { ".webmanifest", "application/manifest+json" },
        { ".png", "image/png" },
        { ".ico", "image/x-icon" },
        { ".woff2", "font/woff2" },
        { ".wasm", "application/wasm" },
        { ".net", "application/octet-stream" },
        { ".txt", "text/plain; charset=utf-8" },
        { ".mp3", "audio/mpeg" },
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (!strcmp(dot, types[i].ending))
            return types[i].type;
    return "application/octet-stream";
}

/* Plain names only: nothing climbs out of the folder. */
static bool is_plain(const char *path)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
    return path[0] == '/' && strspn(path, allowed) == strlen(path) && !strstr(path, "/.");
}

static char *read_whole(const char *path, size_t *length)
{
    struct stat found;
    char *text = NULL;
    /* A pipe must not make everybody wait until somebody writes to it. */
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
        return NULL;
    if (!fstat(file, &found) && S_ISREG(found.st_mode) && found.st_size <= FILE_MOST &&
        (text = malloc((size_t)found.st_size + 1))) {
        const ssize_t got = read(file, text, (size_t)found.st_size);
        *length = got > 0 ? (size_t)got : 0;
    }
    close(file);
    return text;
}

static bool answer_from(const char *folder, const char *path, struct answer *answer)
{
    char name[512];
    if (!is_plain(path) || snprintf(name, sizeof name, "%s%s", folder, path) >= (int)sizeof name)
        return false;
    answer->owned = read_whole(name, &answer->length);
    if (!answer->owned)
        return false;
    answer->bytes = (unsigned char *)answer->owned;
    answer->page = true;
    answer->type = type_of(path);
    answer->cache = strstr(path, "/assets/") ? forever : each_time;
    return true;
}

void pages_answer(const struct server *server, const struct request *request, struct answer *answer)
{
    const char *folder = server->settings.web;
    const char *path = is_route(request->path) ? "/index.html" : request->path;
    if (request->post) {
        answer->allow = "GET";
        answer_error(answer, REFUSE_PAGES_ARE_READ);
    } else if (!(folder ? answer_from(folder, path, answer)
                        : answer_built_in(request, path, answer))) {
        answer_error(answer, REFUSE_NOT_FOUND);
    }
}
