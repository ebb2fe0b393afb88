/* sizes.h: how many bytes the structs have, for programs that cannot read the headers (Python). */
#ifndef HOLM_SIZES_H
#define HOLM_SIZES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The size of a struct by its name without "holm_": "state", "board". 0: there is no such struct. */
size_t holm_size_of(const char *name);

#ifdef __cplusplus
}
#endif

#endif
