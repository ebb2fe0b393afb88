/* rules_cmd.c: lists the options of a game and where editions differ. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/rules.h"
#include "cli/rules_text.h"
#include "cli/table.h"
#include "text/notation.h"

static const struct cli_manual manual = {
    "rules", "[OPTION...] [ID...]",
    "Lists every option of a game with its value, the rule behind it and what it may be. With an\n"
    "ID, such as BASE-DEV-4: what that rule says; with BASE-DEV: all rules of that group. With\n"
    "--diff A B: a table of all in which two editions differ, in every game or in the one that\n"
    "--game names. Set options with --option KEY=VALUE.",
    0, CLI_TEXTS_MAX
};

/* -------------------------------------------------------------------- list */

static void print_values(const struct holm_option *option)
{
    if (!option->words)
        printf("%d to %d", option->low, option->high);
    for (int i = option->low; option->words && i <= option->high; i++)
        printf("%s%s", i > option->low ? ", " : "", option->words[i]);
}

/* Options of Cities & Knights or Seafarers mean nothing without them; their rules' names tell them.
 */
bool cli_option_applies(const struct holm_option *option, int game)
{
    static const char *const prefixes[] = { "CK", "C8-CK", "VAR-" };
    const bool knights = game == HOLM_KNIGHTS || game == HOLM_SEA_KNIGHTS;
    const bool ships = game == HOLM_SEAFARERS || game == HOLM_SEA_KNIGHTS;
    for (size_t i = 0; !knights && i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(option->rule, prefixes[i], strlen(prefixes[i])))
            return false;
    if (!ships && (!strncmp(option->rule, "CKSEA", 5) || !strncmp(option->rule, "SEA", 3)))
        return false;
    return true;
}

static void print_all(const struct holm_rules *rules)
{
    char buffer[16];
    printf("game %s, edition %s, %d players\n", holm_game_names[rules->game],
           holm_edition_names[rules->edition], rules->players);
    for (int i = 0; i < holm_option_count; i++) {
        const struct holm_option *option = &holm_options[i];
        if (!cli_option_applies(option, rules->game))
            continue;
        printf("\n%s=%s   (", option->name, cli_option_word(rules, option, buffer));
        print_values(option);
        printf(") %s\n", option->rule);
        cli_print_wrapped(stdout, "   ", 4, option->help);
    }
}

/* ----------------------------------------------------------------- command */

/* One table for a game: for so many players, or (0) for the usual number and what else differs
 * with more and with two. */
static void print_difference(const struct cli_setup *asked, const char *game,
                             const char *const editions[2], long players)
{
    static const struct {
        int players;
        const char *where;
    } counts[] = { { 4, "" }, { 6, " (5 to 8 players)" }, { 2, " (2 players)" } };
    static struct cli_differences differences;
    struct cli_setup setup = *asked;
    struct cli_game both[2];
    setup.game = game;
    memset(&differences, 0, sizeof differences);
    for (int i = 0; i < (players ? 1 : 3); i++) {
        for (int side = 0; side < 2; side++) {
            setup.edition = editions[side];
            setup.players = players ? players : counts[i].players;
            cli_resolve(&manual, &setup, &both[side]);
        }
        cli_compare(&differences, &both[0].rules, &both[1].rules, counts[i].where);
    }
    cli_print_differences(&differences, game, editions);
}

static void print_rule(const char *id)
{
    if (cli_print_rule(id))
        return;
    if (holm_word(holm_edition_names, HOLM_EDITIONS, id) >= 0)
        cli_refuse(&manual, "what is '%s'? Perhaps --edition %s", id, id);
    const char *near = cli_nearest_rule(id);
    cli_refuse(&manual, "there is no rule '%s'%s%s%s", id, near ? "; did you mean " : "",
               near ? near : "", near ? "?" : "; docs/rules has them all");
}

static void print_rules(const struct cli_texts *ids)
{
    for (int i = 0; i < ids->count; i++) {
        if (i)
            putchar('\n');
        print_rule(ids->at[i]);
    }
}

int cli_rules(int argc, char **argv)
{
    static struct cli_texts words; /* two editions, or rules */
    struct cli_setup setup = cli_setup_start();
    struct cli_game game;
    bool diff = false;
    const struct cli_option options[] = {
        { "--diff", NULL, "compare the two editions A and B", CLI_YES, &diff, 0, 0 },
    };
    setup.game = NULL;
    setup.players = 0;
    setup.without =
        1u << CLI_MAP | 1u << CLI_SEED | 1u << CLI_BOTS | 1u << CLI_LIMIT | 1u << CLI_BOT_SEED;
    cli_read(&manual, options, sizeof options / sizeof *options, &setup, &words, argc, argv);
    if (diff && words.count != 2)
        cli_refuse(&manual, "--diff compares two editions: holm rules --diff 2025 catan8");
    if (!diff && words.count) {
        print_rules(&words);
        return 0;
    }
    if (!diff) {
        setup.game = setup.game ? setup.game : "base";
        setup.players = setup.players ? setup.players : 4;
        cli_resolve(&manual, &setup, &game);
        print_all(&game.rules);
        return 0;
    }
    const char *const pair[2] = { words.at[0], words.at[1] };
    if (setup.game)
        print_difference(&setup, setup.game, pair, setup.players);
    for (int i = 0; !setup.game && i < HOLM_GAMES; i++) {
        if (i)
            putchar('\n');
        print_difference(&setup, holm_game_names[i], pair, setup.players);
    }
    return 0;
}
