/* no_postgresql.c: in the place of postgresql.c where the program was built without libpq. Nothing
 * but the first two is ever called. */
#include <stdlib.h>
#include <string.h>

#include "store/postgresql.h"

bool pg_is_address(const char *path)
{
    return !strncmp(path, "postgresql://", 13) || !strncmp(path, "postgres://", 11);
}

struct pg *pg_open(const char *address, bool reader, struct holm_trouble *trouble)
{
    (void)address;
    (void)reader;
    holm_trouble(trouble, 0,
                 "this program was built without PostgreSQL: install libpq-dev, and build it anew");
    return NULL;
}
