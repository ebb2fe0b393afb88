/* setup.c: makes a game of the options that were given: rules, map, board, bots. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/external.h"
#include "bots/net.h"
#include "cli/options.h"
#include "text/maps.h"
#include "text/notation.h"
#include "text/presets.h"
#include "text/setup.h"

struct cli_setup cli_setup_start(void)
{
    return (struct cli_setup){
        .edition = "2025", .players = 4, .seed = -1, .limit = HOLM_PROGRAM_LIMIT, .bot_seed = -1
    };
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
    int64_t number = 0;
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

/* A duel is for two, unless another number than the usual one was named. */
static int resolve_players(const struct cli_setup *setup, const struct holm_preset *preset)
{
    const bool usual = setup->players == cli_setup_start().players;
    return preset && preset->players && usual ? preset->players : (int)setup->players;
}

/* A scenario asks for ships, unless another game was named. */
static int resolve_game(const struct cli_setup *setup)
{
    if (!setup->game)
        return setup->scenario ? HOLM_SEAFARERS : HOLM_BASE;
    return holm_word(holm_game_names, HOLM_GAMES, setup->game);
}

static bool resolve_rules(const struct cli_setup *setup, struct holm_rules *rules,
                          struct holm_trouble *trouble)
{
    char setting[64];
    const int game = resolve_game(setup);
    const int edition = holm_word(holm_edition_names, HOLM_EDITIONS, setup->edition);
    if (game < 0)
        return holm_trouble(trouble, 0,
                            "there is no game '%.40s'; there are base, knights, seafarers and "
                            "seafarers+knights",
                            setup->game);
    if (edition < 0)
        return holm_trouble(trouble, 0,
                            "there is no edition '%.40s'; take 2025, 2015, 2007 or "
                            "catan8",
                            setup->edition);
    const struct holm_preset *preset = setup->preset ? holm_preset_find(setup->preset) : NULL;
    if (setup->preset && !preset)
        return holm_trouble(trouble, 0,
                            "there is no preset '%.40s'; take quick, classic, friends or duel",
                            setup->preset);
    int error = holm_rules_make(rules, game, edition, resolve_players(setup, preset));
    if (!error && preset && !holm_preset_apply(preset, rules, trouble))
        return false;
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

/* -------------------------------------------------------------------- map */

/* HOLM_GIVEN_ */
static unsigned given_options(const struct cli_setup *setup)
{
    unsigned given = setup->setup ? HOLM_GIVEN_SETUP : 0;
    for (int i = 0; i < setup->settings.count; i++) {
        given |= strncmp(setup->settings.at[i], "setup=", 6) ? 0 : HOLM_GIVEN_SETUP;
        given |= strncmp(setup->settings.at[i], "discs=", 6) ? 0 : HOLM_GIVEN_DISCS;
    }
    return given;
}

static bool find_scenario(const struct cli_setup *setup, struct cli_game *game,
                          struct holm_trouble *trouble)
{
    bool known = false;
    if (!game->rules.ships)
        return holm_trouble(trouble, 0, "--scenario is for seafarers and seafarers+knights");
    if (setup->map)
        return holm_trouble(trouble, 0, "--map and --scenario both name a map; take one of them");
    for (int i = 0; i < holm_scenario_count; i++)
        known = known || !strcmp(holm_scenarios[i].name, setup->scenario);
    if (!known) {
        char names[256];
        struct holm_writer writer = holm_writer(names, sizeof names);
        for (int i = 0; i < holm_scenario_count; i++)
            holm_putf(&writer, "%s%s", i ? ", " : "", holm_scenarios[i].name);
        return holm_trouble(trouble, 0, "there is no scenario '%.40s'; there are %s",
                            setup->scenario, names);
    }
    if (!holm_scenario_find(setup->scenario, game->rules.players, &game->map, trouble))
        return false;
    snprintf(game->source, sizeof game->source, "%s", game->map.name);
    strcpy(game->logged, game->source);
    return true;
}

static bool find_map(const struct cli_setup *setup, struct cli_game *game,
                     struct holm_trouble *trouble)
{
    const char *source = setup->map ? setup->map : holm_map_default(&game->rules);
    if (strlen(source) >= sizeof game->source) /* a log could not name it */
        return holm_trouble(trouble, 0, "the path of the map is too long");
    snprintf(game->source, sizeof game->source, "%s", source);
    if (holm_map_built_in(source, &game->map, NULL)) {
        strcpy(game->logged, source);
        return true;
    }
    if (holm_map_find(source, &game->map, trouble)) {
        if (!holm_source_write(&game->map, game->logged, NULL)) /* then the file is asked for */
            strcpy(game->logged, source);
        return true;
    }
    if (!trouble->line && !strchr(source, '/') && !strchr(source, '.')) { /* meant as a name */
        char known[512];
        struct holm_writer writer = holm_writer(known, sizeof known);
        for (int i = 0; i < holm_map_file_count; i++)
            holm_putf(&writer, "%s%s", i ? ", " : "", holm_map_files[i].name);
        holm_trouble(trouble, 0, "there is no map '%.60s'; built in are %s", source, known);
    }
    return false;
}

bool cli_try_resolve(const struct cli_setup *setup, struct cli_game *game,
                     struct holm_trouble *trouble)
{
    if (!resolve_rules(setup, &game->rules, trouble))
        return false;
    if (setup->scenario ? !find_scenario(setup, game, trouble) : !find_map(setup, game, trouble))
        return false;
    return holm_setup_settle(&game->rules, &game->map, given_options(setup), trouble);
}

/* CKSEA-24: what the rules advise against may be played anyway; what cannot work is refused. */
static void judge_knights(const struct cli_manual *manual, const struct cli_game *game)
{
    if (game->rules.game != HOLM_SEA_KNIGHTS)
        return;
    if (game->map.explores)
        fprintf(stderr, "holm %s: the rules advise against %s with knights; it is played anyway\n",
                manual->name, game->map.name);
    struct holm_board board;
    struct holm_chance chance;
    struct holm_map map = game->map;
    holm_chance_number(&chance, 1);
    int error = holm_deal(&map, &game->rules, &chance);
    error = error ? error : holm_board_make(&board, &map, &game->rules);
    if (error == HOLM_E_MAP_KNIGHTS)
        cli_refuse(manual, "map %s: %s", game->source, holm_reason(error)->text);
}

void cli_resolve(const struct cli_manual *manual, const struct cli_setup *setup,
                 struct cli_game *game)
{
    struct holm_trouble trouble = { 0 };
    if (cli_try_resolve(setup, game, &trouble)) {
        judge_knights(manual, game);
        return;
    }
    if (trouble.line)
        cli_refuse(manual, "%s:%d: %s", game->source, trouble.line, trouble.text);
    cli_refuse(manual, "%s", trouble.text);
}

void cli_prefer_fixed(const struct cli_setup *setup, struct cli_game *game)
{
    if (!(given_options(setup) & HOLM_GIVEN_SETUP) && setup->seed < 0 && game->map.has_fixed)
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

/* Cuts the next name off a list. Quotes and backslashes are the shell's, which reads commands. */
static char *cut_name(char **rest)
{
    char *name = *rest, quote = 0;
    char *at = name;
    for (; at && *at && (quote || *at != ','); at++) {
        if (*at == '\\' && quote != '\'' && at[1])
            at++;
        else if (quote ? *at == quote : *at == '"' || *at == '\'')
            quote = quote ? 0 : *at;
    }
    *rest = at && *at ? at + 1 : NULL;
    if (*rest)
        *at = '\0';
    return name;
}

/* A program is started at once: a wrong command is found before the first game. */
static void try_program(const struct cli_manual *manual, struct holm_bot_order *order, long limit)
{
    struct holm_trouble trouble = { 0 };
    order->budget.milliseconds = (uint32_t)limit;
    if (!holm_external_try(order, &trouble))
        cli_refuse(manual, "the bot '%s' does not work: %s", order->command, trouble.text);
}

static void read_chair(const struct cli_manual *manual, const struct cli_setup *setup,
                       const char *name, struct holm_bot_order *order)
{
    char known[256];
    struct holm_writer writer = holm_writer(known, sizeof known);
    if (holm_bot_read(name, order))
        return;
    if (holm_external_read(name, order)) {
        try_program(manual, order, setup->limit);
        return;
    }
    for (int i = 0; i < holm_bot_kind_count; i++)
        holm_putf(&writer, "%s, ", holm_bot_kinds[i].name);
    cli_refuse(manual, "there is no bot '%s'; take one of %sor a program: 'cmd:./my-bot'", name,
               known);
}

void cli_name_chairs(const struct cli_manual *manual, const struct cli_setup *setup,
                     struct cli_chairs *chairs)
{
    chairs->count = 0;
    if (strlen(setup->bots) >= sizeof chairs->text)
        cli_refuse(manual, "--bots is too long: %zu characters, and %zu at most",
                   strlen(setup->bots), sizeof chairs->text - 1);
    strcpy(chairs->text, setup->bots);
    for (char *rest = chairs->text; rest; chairs->count++) {
        if (chairs->count == HOLM_SEATS)
            cli_refuse(manual, "--bots names more than %d bots", HOLM_SEATS);
        chairs->name[chairs->count] = cut_name(&rest);
        read_chair(manual, setup, chairs->name[chairs->count], &chairs->order[chairs->count]);
    }
}

void cli_bots(const struct cli_manual *manual, const struct cli_setup *setup, int players,
              struct holm_bot_order *orders)
{
    static struct cli_chairs chairs; /* its text stays: orders point to it */
    cli_name_chairs(manual, setup, &chairs);
    if (chairs.count != 1 && chairs.count != players)
        cli_refuse(manual, "--bots names %d bots for %d seats; name one, or one for each seat",
                   chairs.count, players);
    for (int seat = 0; seat < players; seat++)
        orders[seat] = chairs.order[chairs.count == 1 ? 0 : seat];
}

void cli_use_net(const struct cli_manual *manual, const char *path, const struct holm_rules *rules)
{
    static struct holm_net net;
    struct holm_trouble trouble = { 0 };
    size_t length;
    char *bytes = cli_slurp_bytes(path, &length, &trouble);
    if (!bytes || !holm_net_read(bytes, length, &net, &trouble))
        cli_fail_file(manual, path, &trouble);
    free(bytes);
    holm_net_replace(rules->game, &net);
}
