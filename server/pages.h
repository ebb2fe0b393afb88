/* pages.h: the files of the page that scripts/embed-web built in. */
#ifndef SERVER_PAGES_H
#define SERVER_PAGES_H

#include <stdbool.h>
#include <stddef.h>

struct page_file {
    const char *path; /* "/assets/index-1a2b.js" */
    const char *type;
    bool packed; /* gzip */
    bool hashed; /* its name changes with its content */
    const unsigned char *bytes;
    size_t length;
};
extern const struct page_file page_files[];
extern const int page_file_count;

#endif
