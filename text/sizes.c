/* sizes.c: the structs that programs in other languages make room for. */
#include <string.h>

#include "engine/holm.h"
#include "text/sizes.h"
#include "text/writer.h"

#define SIZE(name)                                                                                 \
    {                                                                                              \
#name, sizeof(struct holm_##name)                                                          \
    }
static const struct {
    const char *name;
    size_t size;
} sizes[] = {
    SIZE(rules),  SIZE(map),   SIZE(board), SIZE(state),  SIZE(view),   SIZE(chance),  SIZE(list),
    SIZE(action), SIZE(cards), SIZE(event), SIZE(events), SIZE(writer), SIZE(trouble),
};

size_t holm_size_of(const char *name)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!strcmp(name, sizes[i].name))
            return sizes[i].size;
    return 0;
}
