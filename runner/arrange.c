/* arrange.c: a game made and played by statements: lines, the game and its board, actions. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "runner/run.h"
#include "text/maps.h"

enum { SEED_MAX = 999999999 };

/* ---------------------------------------------------------------- for all files */

bool holm_run_trouble(struct holm_run *run, const char *format, ...)
{
    char text[sizeof run->trouble.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return holm_trouble(&run->trouble, run->line, "%s", text);
}

bool holm_run_not(struct holm_run *run, const char *word, const char *what)
{
    return *word ? holm_run_trouble(run, "'%.40s' is not %s", word, what)
                 : holm_run_trouble(run, "%s is missing at the end", what);
}

/* The trouble of a reader that knows no lines. */
static bool in_this_line(struct holm_run *run, bool good)
{
    run->trouble.line = run->line;
    return good;
}

char *holm_run_value(struct holm_run *run, char *word)
{
    char *equals = strchr(word, '=');
    if (!equals) {
        holm_run_not(run, word, "like key=value");
        return NULL;
    }
    *equals = '\0';
    return equals + 1;
}

/* When `set hex` took the desert from under the robber, it starts on another one, if there is. */
static void move_robber(struct holm_run *run)
{
    struct holm_map map = run->map;
    struct holm_rules rules = run->rules;
    if (run->robber_set || !run->robber_lost || map.terrain[map.robber] == HOLM_DESERT)
        return;
    map.robber = HOLM_NONE;
    rules.setup = HOLM_SETUP_FIXED;
    if (!holm_deal(&map, &rules, &run->chance) && map.robber != HOLM_NONE)
        run->map.robber = map.robber;
}

/* The islands that `set hex` has made, where they are the regions. */
static void number_islands(struct holm_run *run)
{
    struct holm_map map = run->map;
    struct holm_rules rules = run->rules;
    if (!map.islands)
        return;
    map.deal_ports = 0;
    rules.setup = HOLM_SETUP_FIXED;
    if (holm_deal(&map, &rules, &run->chance))
        return;
    memcpy(run->map.region, map.region, sizeof map.region);
    memcpy(run->map.region_bonus, map.region_bonus, sizeof map.region_bonus);
}

/* With a fixed first player, the roll before harbours are placed only draws the first of them. */
static bool draw_first_port(struct holm_run *run)
{
    struct holm_action roll = { .kind = HOLM_DO_ROLL };
    if (!run->map.place_ports || run->rules.start_player != HOLM_START_FIXED)
        return true;
    int error = holm_apply(&run->state, &roll, &run->chance, NULL);
    return !error || holm_run_trouble(run, "%s", holm_reason(error)->text);
}

bool holm_run_board(struct holm_run *run)
{
    if (run->has_board)
        return true;
    move_robber(run);
    number_islands(run);
    run->refused = holm_board_make(&run->board, &run->map, &run->rules);
    if (run->refused)
        return holm_run_trouble(run, "this board cannot be played: %s",
                                holm_reason(run->refused)->text);
    holm_start(&run->state, &run->board);
    if (run->robber_set) /* also where it would wait beside the board */
        run->state.robber = run->map.robber;
    run->has_board = true;
    return draw_first_port(run);
}

/* ------------------------------------------------------------------------- game */

/* What a `game` line says besides options. */
struct game_line {
    int game, edition, players;
    char map[HOLM_LINE_MAX], scenario[HOLM_LINE_MAX];
};

/* "4", or the colours, which are always the first ones. How many can play is for the rules to say. */
static bool read_players(struct holm_run *run, const char *value, int *players)
{
    const int most = 99;
    if (holm_read_number(value, 0, most, players))
        return true;
    int seats = holm_read_seats(value);
    for (*players = 2; *players <= HOLM_SEATS; ++*players)
        if ((unsigned)seats == holm_bits_below(*players))
            return true;
    return holm_run_not(run, value, "a number of players or the first colours in their order");
}

int holm_run_option(const struct holm_option *option, const char *value)
{
    int number = option->words ? holm_word(option->words, option->high + 1, value) : -1;
    if (number < 0 && !holm_read_number(value, option->low, option->high, &number))
        return -1;
    return number;
}

static bool read_option(struct holm_run *run, const char *key, const char *value)
{
    for (int i = 0; i < holm_option_count; i++) {
        if (strcmp(holm_options[i].name, key) != 0)
            continue;
        int number = holm_run_option(&holm_options[i], value);
        if (number < 0 || holm_option_set(&run->rules, &holm_options[i], (unsigned)number))
            return holm_run_trouble(run, "'%.40s' is not a value for %s", value, key);
        return true;
    }
    return holm_run_not(run, key, "an option (see holm rules)");
}

/* One key=value; options wait for the second time round, when the rules are made. */
static bool read_game_key(struct holm_run *run, char *word, struct game_line *line, bool options)
{
    static const char *const keys[] = { "players", "edition", "map", "seed", "scenario" };
    char *value = holm_run_value(run, word);
    if (!value)
        return false;
    switch (holm_word(keys, 5, word)) {
    case 0:
        return read_players(run, value, &line->players);
    case 1:
        line->edition = holm_word(holm_edition_names, HOLM_EDITIONS, value);
        return line->edition >= 0 || holm_run_not(run, value, "an edition");
    case 2:
        strcpy(line->map, value);
        return true;
    case 3:
        if (!holm_read_number(value, 0, SEED_MAX, &run->seed))
            return holm_run_not(run, value, "a seed");
        return true;
    case 4:
        strcpy(line->scenario, value);
        return true;
    default:
        return !options || read_option(run, word, value);
    }
}

static bool read_game_keys(struct holm_run *run, const char *text, struct game_line *line,
                           bool options)
{
    struct holm_words words;
    int seed = run->seed;
    for (holm_words_start(&words, text); *words.word; holm_words_next(&words))
        if (!read_game_key(run, words.word, line, options))
            return false;
    if (run->repeat)
        run->seed = seed;
    return true;
}

static bool find_map(struct holm_run *run, const struct game_line *line)
{
    if (*line->scenario)
        return holm_scenario_find(line->scenario, line->players, &run->map, &run->trouble);
    return holm_map_find(*line->map ? line->map : holm_map_default(&run->rules), &run->map,
                         &run->trouble);
}

/* Rules, map and deal; the board waits for the first statement that needs it. */
bool holm_run_game(struct holm_run *run, struct holm_words *words)
{
    struct game_line line = { .edition = HOLM_2025, .players = 4 };
    if (run->has_game)
        return holm_run_trouble(run, "a second game in one case");
    line.game = holm_word(holm_game_names, HOLM_GAMES, words->word);
    if (line.game < 0)
        return holm_run_not(run, words->word, "a game");
    if (!read_game_keys(run, words->rest, &line, false))
        return false;
    run->refused = holm_rules_make(&run->rules, line.game, line.edition, line.players);
    if (run->refused)
        return holm_run_trouble(run, "%s", holm_reason(run->refused)->text);
    if (*line.map && *line.scenario)
        return holm_run_trouble(run, "a map and a scenario in one game");
    if (!in_this_line(run, find_map(run, &line)))
        return false;
    run->rules.setup = run->map.has_fixed ? HOLM_SETUP_FIXED : HOLM_SETUP_VARIABLE;
    run->rules.start_player = HOLM_START_FIXED;
    if (!read_game_keys(run, words->rest, &line, true))
        return false;
    holm_chance_number(&run->chance, (uint64_t)run->seed);
    int error = holm_rules_check(&run->rules);
    if (!error)
        error = holm_deal(&run->map, &run->rules, &run->chance);
    if (!error)
        error = holm_topology_make(&run->board.topology, run->map.q, run->map.r, run->map.hexes);
    run->refused = error;
    if (error)
        return holm_run_trouble(run, "%s", holm_reason(error)->text);
    run->has_game = true;
    return true;
}

/* --------------------------------------------------------------------- actions */

bool holm_run_action(struct holm_run *run, const char *text, struct holm_action *action,
                     struct holm_outcomes *outcomes)
{
    unsigned asked = holm_asked(&run->state);
    int only = holm_bits_count(asked) == 1 ? holm_bits_first(asked) : HOLM_NONE;
    if (!in_this_line(run,
                      holm_read_action(&run->board, only, text, action, outcomes, &run->trouble)))
        return false;
    holm_complete_action(&run->state, action);
    return true;
}

bool holm_run_play(struct holm_run *run, const char *text)
{
    struct holm_action action;
    struct holm_outcomes outcomes;
    if (!holm_run_board(run) || !holm_run_action(run, text, &action, &outcomes))
        return false;
    int error = holm_run_apply(run, &action, &outcomes, &run->events);
    if (error)
        return holm_run_trouble(run, "refused: %s%s%s", holm_reason(error)->text,
                                *holm_reason(error)->rule ? " " : "", holm_reason(error)->rule);
    if (outcomes.count && outcomes.count != run->chance.drawn_count)
        return holm_run_trouble(run, "%d outcomes are named, %d were drawn", outcomes.count,
                                run->chance.drawn_count);
    return true;
}

/* ----------------------------------------------------------------------- lines */

bool holm_run_next_line(struct holm_run_lines *cursor)
{
    if (!*cursor->at)
        return false;
    size_t length = strcspn(cursor->at, "\n");
    const char *start = cursor->at;
    cursor->at += length + (start[length] == '\n');
    cursor->line++;
    size_t used = strcspn(start, "#\n");
    while (used > 0 && strchr(" \t\r", *start)) {
        start++;
        used--;
    }
    while (used > 0 && strchr(" \t\r", start[used - 1]))
        used--;
    cursor->overlong = used >= sizeof cursor->text;
    if (cursor->overlong)
        used = sizeof cursor->text - 1;
    memcpy(cursor->text, start, used);
    cursor->text[used] = '\0';
    return true;
}
