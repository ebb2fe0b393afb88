/* script.h: runs scripts (docs/scripts.md). */
#ifndef HOLM_SCRIPT_H
#define HOLM_SCRIPT_H

#include "text/writer.h"

struct holm_script_result {
    int passed, failed; /* cases */
};
/* Told of each case as it ends: NULL trouble when it passed; `shows` are the rule IDs of its
 * `shows` and `because` words, separated by blanks. */
typedef void holm_case_told(void *context, const char *title, const char *shows,
                            const struct holm_trouble *trouble);
/* Runs all cases of one script's text. */
struct holm_script_result holm_script_run(const char *text, holm_case_told *told, void *context);

#endif
