/* verify.c: recomputes logs from their seeds. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "text/log.h"
#include "text/maps.h"

static const struct cli_manual manual = {
    "verify", "[OPTION...] LOG...",
    "Replays each log and recomputes the deal and every draw from its seed. Says for each what it\n"
    "found, and exits 1 when one does not hold. Where a log was not dealt from a built-in map, "
    "--map\n"
    "names the file.",
    1, CLI_TEXTS_MAX
};

int cli_verify(int argc, char **argv)
{
    static struct cli_texts files;
    static struct holm_map map;
    struct holm_trouble wrong = { 0 };
    const char *name = NULL;
    int status = 0;
    const struct cli_option options[] = {
        { "--map", "NAME|FILE", "the map that the logs were dealt from", CLI_TEXT, &name, 0, 0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, NULL, &files, argc, argv);
    if (name && !holm_map_find(name, &map, &wrong))
        cli_fail_file(&manual, name, &wrong);
    for (int i = 0; i < files.count; i++) {
        struct holm_trouble trouble = { 0 };
        int actions = 0;
        FILE *log = strcmp(files.at[i], "-") ? fopen(files.at[i], "r") : stdin;
        if (log && holm_verify_on(log, name ? &map : NULL, &actions, &trouble)) {
            printf("%s: verified, %d actions\n", files.at[i], actions);
        } else {
            status = 1;
            if (!log)
                holm_trouble(&trouble, 0, "cannot read it: %s", strerror(errno));
            if (trouble.line)
                printf("%s:%d: %s\n", files.at[i], trouble.line, trouble.text);
            else
                printf("%s: %s\n", files.at[i], trouble.text);
        }
        if (log && log != stdin)
            fclose(log);
    }
    return status;
}
