/* rules_cmd.c: lists the options of a game and where editions differ. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "text/notation.h"

static const struct cli_manual manual = {
    "rules", "[OPTION...] [--diff A B]",
    "Lists every option of a game with its value, the rule behind it and what it may be. With\n"
    "--diff A B: only those in which two editions differ. Set them with --option KEY=VALUE.",
    0, 2
};

/* Lines of at most 76 characters, four blanks in front. */
static void print_wrapped(const char *text)
{
    int column = 0;
    while (*text) {
        const int length = (int)strcspn(text, " ");
        if (!column || column + 1 + length > 76)
            column = printf("%s    %.*s", column ? "\n" : "", length, text) - 4 - !!column;
        else
            column += printf(" %.*s", length, text);
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static void print_values(const struct holm_option *option)
{
    if (!option->words)
        printf("%d to %d", option->low, option->high);
    for (int i = 0; option->words && i <= option->high; i++)
        printf("%s%s", i ? ", " : "", option->words[i]);
}

static void print_all(const struct holm_rules *rules)
{
    char buffer[16];
    printf("game %s, edition %s, %d players\n", holm_game_names[rules->game],
           holm_edition_names[rules->edition], rules->players);
    for (int i = 0; i < holm_option_count; i++) {
        const struct holm_option *option = &holm_options[i];
        printf("\n%s=%s   (", option->name, cli_option_word(rules, option, buffer));
        print_values(option);
        printf(") %s\n", option->rule);
        print_wrapped(option->help);
    }
}

static void print_difference(const struct holm_rules *a, const struct holm_rules *b)
{
    char first[16], second[16];
    int differences = 0;
    printf("%-26s %-20s %-20s\n", "", holm_edition_names[a->edition],
           holm_edition_names[b->edition]);
    for (int i = 0; i < holm_option_count; i++) {
        const struct holm_option *option = &holm_options[i];
        if (holm_option_get(a, option) == holm_option_get(b, option))
            continue;
        differences++;
        printf("%-26s %-20s %-20s %s\n", option->name, cli_option_word(a, option, first),
               cli_option_word(b, option, second), option->rule);
    }
    if (!differences)
        puts("(no difference for this number of players)");
}

int cli_rules(int argc, char **argv)
{
    static struct cli_texts editions;
    struct cli_setup setup = cli_setup_start();
    struct cli_game a, b;
    bool diff = false;
    const struct cli_option options[] = {
        { "--diff", NULL, "compare the two editions A and B", CLI_YES, &diff, 0, 0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, &setup, &editions, argc, argv);
    if (diff && editions.count != 2)
        cli_refuse(&manual, "--diff compares two editions: holm rules --diff 2025 catan8");
    if (!diff && editions.count)
        cli_refuse(&manual, "what is '%s'? Perhaps --edition %s", editions.at[0], editions.at[0]);
    if (!diff) {
        cli_resolve(&manual, &setup, &a);
        print_all(&a.rules);
        return 0;
    }
    setup.edition = editions.at[0];
    cli_resolve(&manual, &setup, &a);
    setup.edition = editions.at[1];
    cli_resolve(&manual, &setup, &b);
    print_difference(&a.rules, &b.rules);
    return 0;
}
