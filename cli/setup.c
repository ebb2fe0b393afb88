/* setup.c: makes a game of the options that were given: rules, map, board, bots. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "text/maps.h"
#include "text/notation.h"

struct cli_setup cli_setup_start(void)
{
    return (struct cli_setup){ .game = "base", .edition = "2025", .players = 4, .seed = -1 };
}

/* ------------------------------------------------------------------- rules */

const char *cli_option_word(const struct holm_rules *rules, const struct holm_option *option,
                            char buffer[16])
{
    const unsigned value = holm_option_get(rules, option);
    if (option->words && value <= option->high)
        return option->words[value];
    snprintf(buffer, 16, "%u", value);
    return buffer;
}

static const struct holm_option *find_option(const char *name, struct holm_trouble *trouble)
{
    enum { MOST = 128 }; /* more options than there will ever be */
    const char *names[MOST];
    const int count = holm_option_count < MOST ? holm_option_count : MOST;
    for (int i = 0; i < count; i++) {
        names[i] = holm_options[i].name;
        if (!strcmp(name, names[i]))
            return &holm_options[i];
    }
    const char *near = cli_nearest(name, names, count);
    holm_trouble(trouble, 0, "there is no option '%.40s'%s%s%s; `holm rules` lists them all", name,
                 near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
    return NULL;
}

bool cli_set_option(struct holm_rules *rules, const char *setting, struct holm_trouble *trouble)
{
    char name[48];
    const char *value = strchr(setting, '=');
    if (!value || value - setting >= (ptrdiff_t)sizeof name)
        return holm_trouble(trouble, 0, "'%.40s' should read KEY=VALUE, such as target=12",
                            setting);
    memcpy(name, setting, (size_t)(value - setting));
    name[value++ - setting] = '\0';
    const struct holm_option *option = find_option(name, trouble);
    long number = 0;
    if (!option)
        return false;
    if (option->words) {
        number = holm_word(option->words, option->high + 1, value);
        char known[160];
        struct holm_writer writer = holm_writer(known, sizeof known);
        for (int i = option->low; i <= option->high; i++)
            holm_putf(&writer, "%s%s", i > option->low ? ", " : "", option->words[i]);
        if (number < option->low)
            return holm_trouble(trouble, 0, "%s cannot be '%.40s'; it is one of %s", name, value,
                                known);
    } else if (!cli_number(value, option->low, option->high, &number)) {
        return holm_trouble(trouble, 0, "%s cannot be '%.40s'; it is a number from %d to %d", name,
                            value, option->low, option->high);
    }
    holm_option_set(rules, option, (unsigned)number);
    return true;
}

static bool resolve_rules(const struct cli_setup *setup, struct holm_rules *rules,
                          struct holm_trouble *trouble)
{
    char setting[64];
    const int game = holm_word(holm_game_names, HOLM_GAMES, setup->game);
    const int edition = holm_word(holm_edition_names, HOLM_EDITIONS, setup->edition);
    if (game < 0)
        return holm_trouble(trouble, 0, "there is no game '%.40s'; there are base and knights",
                            setup->game);
    if (edition < 0)
        return holm_trouble(trouble, 0,
                            "there is no edition '%.40s'; take 2025, 2015, 2007 or "
                            "catan8",
                            setup->edition);
    int error = holm_rules_make(rules, game, edition, (int)setup->players);
    if (!error && setup->setup) {
        snprintf(setting, sizeof setting, "setup=%.40s", setup->setup);
        if (!cli_set_option(rules, setting, trouble))
            return false;
    }
    for (int i = 0; !error && i < setup->settings.count; i++)
        if (!cli_set_option(rules, setup->settings.at[i], trouble))
            return false;
    if (!error)
        error = holm_rules_check(rules);
    return !error || holm_trouble(trouble, 0, "%s", holm_reason(error)->text);
}

bool cli_try_resolve(const struct cli_setup *setup, struct cli_game *game,
                     struct holm_trouble *trouble)
{
    if (!resolve_rules(setup, &game->rules, trouble))
        return false;
    const char *source = setup->map ? setup->map : holm_map_default(&game->rules);
    if (strlen(source) >= sizeof game->source) /* a log could not name it */
        return holm_trouble(trouble, 0, "the path of the map is too long");
    snprintf(game->source, sizeof game->source, "%s", source);
    if (holm_map_find(source, &game->map, trouble))
        return true;
    if (!trouble->line && !strchr(source, '/') && !strchr(source, '.')) { /* meant as a name */
        char known[128];
        struct holm_writer writer = holm_writer(known, sizeof known);
        for (int i = 0; i < holm_map_file_count; i++)
            holm_putf(&writer, "%s%s", i ? ", " : "", holm_map_files[i].name);
        holm_trouble(trouble, 0, "there is no map '%.60s'; built in are %s", source, known);
    }
    return false;
}

void cli_resolve(const struct cli_manual *manual, const struct cli_setup *setup,
                 struct cli_game *game)
{
    struct holm_trouble trouble = { 0 };
    if (cli_try_resolve(setup, game, &trouble))
        return;
    if (trouble.line)
        cli_refuse(manual, "%s:%d: %s", game->source, trouble.line, trouble.text);
    cli_refuse(manual, "%s", trouble.text);
}

void cli_prefer_fixed(const struct cli_setup *setup, struct cli_game *game)
{
    bool asked = setup->setup || setup->seed >= 0;
    for (int i = 0; i < setup->settings.count; i++)
        asked = asked || !strncmp(setup->settings.at[i], "setup=", 6);
    if (!asked && game->map.has_fixed)
        game->rules.setup = HOLM_SETUP_FIXED;
}

bool cli_deal(const struct cli_game *game, struct holm_chance *chance, struct holm_board *board,
              struct holm_trouble *trouble)
{
    struct holm_map map = game->map;
    int error = holm_deal(&map, &game->rules, chance);
    if (!error)
        error = holm_board_make(board, &map, &game->rules);
    return !error || holm_trouble(trouble, 0, "map %s: %s", game->source, holm_reason(error)->text);
}

void cli_bots(const struct cli_manual *manual, const char *names, int players,
              const struct holm_bot_kind **kinds)
{
    char copy[256], known[256];
    struct holm_writer writer = holm_writer(known, sizeof known);
    int count = 0;
    for (int i = 0; i < holm_bot_kind_count; i++)
        holm_putf(&writer, "%s%s", i ? ", " : "", holm_bot_kinds[i].name);
    snprintf(copy, sizeof copy, "%s", names);
    for (char *rest = copy, *name; (name = strsep(&rest, ",")); count++) {
        const struct holm_bot_kind *kind = holm_bot_find(name);
        if (!kind)
            cli_refuse(manual, "there is no bot '%s'; take one of %s", name, known);
        if (count < players)
            kinds[count] = kind;
    }
    for (int seat = 1; count == 1 && seat < players; seat++)
        kinds[seat] = kinds[0];
    if (count != 1 && count != players)
        cli_refuse(manual, "--bots names %d bots for %d seats; name one, or one for each seat",
                   count, players);
}
