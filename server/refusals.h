/* refusals.h: all that the server itself refuses, a row each in refusals.def. Programs go by the
 * code, which several rows may share; people read the sentence, which no two rows share. */
#ifndef SERVER_REFUSALS_H
#define SERVER_REFUSALS_H

#include "text/writer.h"

enum refusal {
#define REFUSAL(name, code, status, text) REFUSE_##name,
#include "server/refusals.def"
#undef REFUSAL
    REFUSALS
};

struct refusal_row {
    const char *code;
    int status; /* of HTTP; 0: said on sockets only */
    const char *text; /* NULL: whoever looks closer says what is wrong */
};
extern const struct refusal_row refusal_rows[REFUSALS];

/* The sentence of a row as a trouble; returns false, as holm_trouble does. */
bool refusal_tell(struct holm_trouble *trouble, enum refusal refusal);

#endif
