/* run.c: runs scripts (docs/scripts.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "runner/script.h"

static const struct cli_manual manual = {
    "run", "[OPTION...] FILE...",
    "Runs scripts (docs/scripts.md): every case arranges a position, plays, and checks what came\n"
    "of it. Prints each case that fails, with file and line, and closes with the count.\n"
    "Exits 1 when a case fails.",
    1, CLI_TEXTS_MAX
};

struct report {
    const char *path;
    bool shows;
};

static void tell(void *context, const char *title, const char *shows,
                 const struct holm_trouble *trouble)
{
    const struct report *report = context;
    char copy[4096];
    if (trouble) {
        printf("%s:%d: %s: %s\n", report->path, trouble->line, title, trouble->text);
        return;
    }
    if (!report->shows)
        return;
    snprintf(copy, sizeof copy, "%s", shows ? shows : "");
    for (char *rest = copy, *id; (id = strsep(&rest, " ,"));)
        if (*id)
            printf("shown %s\n", id);
}

int cli_run(int argc, char **argv)
{
    static struct cli_texts files;
    struct report report = { 0 };
    int passed = 0, failed = 0;
    const struct cli_option options[] = {
        { "--shows", NULL, "also print `shown ID` for every rule that a passed case proves",
          CLI_YES, &report.shows, 0, 0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, NULL, &files, argc, argv);
    for (int i = 0; i < files.count; i++) {
        struct holm_trouble trouble = { 0 };
        char *text = cli_slurp(files.at[i], &trouble);
        report.path = files.at[i];
        if (!text) {
            printf("%s: %s\n", files.at[i], trouble.text);
            failed++;
            continue;
        }
        const struct holm_script_result result = holm_script_run(text, tell, &report);
        passed += result.passed;
        failed += result.failed;
        free(text);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}
