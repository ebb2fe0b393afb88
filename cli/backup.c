/* backup.c: `holm backup` and `holm restore`: copies of a server's database, also while it runs. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "store/store.h"

static void print_sum(const struct holm_store_sum *sum)
{
    printf("games: %lld finished, %lld being played, %lld not started.\n", (long long)sum->over,
           (long long)sum->playing, (long long)sum->waiting);
}

int cli_backup(int argc, char **argv)
{
    static const struct cli_manual manual = {
        "backup", "[OPTION...] FILE",
        "Copies a server's database to a new file, also while the server runs. The file is there\n"
        "when it is whole. Keep it as private as the database: it holds the secrets behind games.",
        1, 1
    };
    static const char *database = "holm.db";
    static const struct cli_option options[] = {
        { "--db", "FILE", "the database (holm.db)", CLI_TEXT, &database, 0, 0 },
    };
    static struct cli_texts files;
    struct holm_store_sum sum;
    struct holm_trouble trouble = { 0 };
    cli_read(&manual, options, 1, NULL, &files, argc, argv);
    if (!holm_store_backup(database, files.at[0], &sum, &trouble))
        cli_fail(&manual, "%s", trouble.text);
    printf("%s is a copy of %s; ", files.at[0], database);
    print_sum(&sum);
    return 0;
}

int cli_restore(int argc, char **argv)
{
    static const struct cli_manual manual = {
        "restore", "[OPTION...] FILE",
        "Puts a copy that `holm backup` made in the place of a server's database, after a look at\n"
        "every page and every log in it. The database that was there is kept as DATABASE.before.",
        1, 1
    };
    static const char *database = "holm.db";
    static bool running;
    static const struct cli_option options[] = {
        { "--db", "FILE", "the database (holm.db)", CLI_TEXT, &database, 0, 0 },
        { "--running", NULL, "also while a server uses it: it starts afresh with what is restored",
          CLI_YES, &running, 0, 0 },
    };
    static struct cli_texts files;
    struct holm_store_sum sum;
    struct holm_trouble trouble = { 0 };
    cli_read(&manual, options, 2, NULL, &files, argc, argv);
    if (!holm_store_restore(files.at[0], database, running, &sum, &trouble))
        cli_fail(&manual, "%s", trouble.text);
    printf("%s is restored from %s; ", database, files.at[0]);
    print_sum(&sum);
    return 0;
}
