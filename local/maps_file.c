/* maps_file.c: a browser has no files that maps could come from. */
#include "text/maps.h"

bool holm_map_from_file(const char *path, struct holm_map *map, struct holm_trouble *trouble)
{
    (void)map;
    return holm_trouble(trouble, 0, "there is no map '%.80s'", path);
}
