/* fuzz_script.c: bytes as a script (docs/scripts.md). */
#include "runner/script.h"
#include "tests/fuzz/fuzz.h"

struct told {
    int passed, failed;
};

static void told_case(void *context, const char *title, const char *shows,
                      const struct holm_trouble *trouble)
{
    struct told *told = context;
    fuzz_require(title && shows, "a case without a title");
    if (!trouble) {
        told->passed++;
        return;
    }
    told->failed++;
    fuzz_check_trouble(trouble);
    fuzz_require(trouble->line > 0, "a failure without a line");
}

/* A script may name a map by its path: the fuzzer shall not read files of the machine it runs on.
 */
static bool names_file(const char *text)
{
    for (const char *at = text; (at = strstr(at, "map=")); at += 4)
        if (strncmp(at + 4, "base-", 5))
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    if (!names_file(text)) {
        struct told told = { 0, 0 };
        const struct holm_script_result result = holm_script_run(text, told_case, &told);
        fuzz_require(result.passed == told.passed && result.failed == told.failed,
                     "cases were told wrongly");
    }
    free(text);
    return 0;
}
