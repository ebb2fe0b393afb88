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
    "Exits 1 when a case fails, or when a file has none.",
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

/* Whether a line begins a case, and where its title stands. */
static bool is_case(const char *line, const char **title)
{
    const char *word = line + strspn(line, " \t\r");
    *title = word + 4;
    return !strncmp(word, "case", 4) && strchr(" \t\r\n", **title);
}

/* Cases whose title does not have the text become blank lines, so that the others keep their line
 * numbers. Says whether any is left. */
static bool keep_only(char *text, const char *only)
{
    bool keeps = true, any = false; /* what stands before the first case is not passed over */
    for (char *line = text, *next; *line; line = next) {
        const char *title;
        char *end = line + strcspn(line, "\n");
        const char last = *end;
        *end = '\0';
        if (is_case(line, &title)) {
            keeps = strstr(title, only);
            any = any || keeps;
        }
        if (!keeps)
            memset(line, ' ', (size_t)(end - line));
        *end = last;
        next = end + (last != '\0');
    }
    return any;
}

/* What came of one file; a file without cases is a mistake, unless others were asked for. */
static struct holm_script_result run_file(struct report *report, const char *only)
{
    struct holm_script_result result = { 0 };
    struct holm_trouble trouble = { 0 };
    char *text = cli_slurp(report->path, &trouble);
    if (!text)
        printf("%s: %s\n", report->path, trouble.text);
    else if (!only || keep_only(text, only))
        result = holm_script_run(text, tell, report);
    if (text && !only && !result.passed && !result.failed)
        printf("%s: there is no case in it\n", report->path);
    result.failed += !text || (!only && !result.passed && !result.failed);
    free(text);
    return result;
}

int cli_run(int argc, char **argv)
{
    static struct cli_texts files;
    struct report report = { 0 };
    const char *only = NULL;
    int passed = 0, failed = 0;
    const struct cli_option options[] = {
        { "--only", "NAME", "the cases whose title contains this", CLI_TEXT, &only, 0, 0 },
        { "--shows", NULL, "also print `shown ID` for every rule that a passed case proves",
          CLI_YES, &report.shows, 0, 0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, NULL, &files, argc, argv);
    for (int i = 0; i < files.count; i++) {
        report.path = files.at[i];
        const struct holm_script_result result = run_file(&report, only);
        passed += result.passed;
        failed += result.failed;
    }
    if (only && !passed && !failed)
        cli_refuse(&manual, "no case has '%s' in its title", only);
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}
