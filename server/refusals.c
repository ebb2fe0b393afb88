/* refusals.c: the rows of refusals.def. */
#include "server/refusals.h"

#include <stddef.h>

const struct refusal_row refusal_rows[REFUSALS] = {
#define REFUSAL(name, code, status, text) [REFUSE_##name] = { code, status, text },
#include "server/refusals.def"
#undef REFUSAL
};

bool refusal_tell(struct holm_trouble *trouble, enum refusal refusal)
{
    return holm_trouble(trouble, 0, "%s", refusal_rows[refusal].text);
}
