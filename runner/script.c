/* script.c: scripts (docs/scripts.md): cases and lines, the game, actions and refusals. */
#include "runner/script.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "runner/run.h"
#include "text/maps.h"

enum { REPEAT_MAX = 100000, SEED_MAX = 999999999 };

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

/* "4", or the colours, which are always the first ones. */
static bool read_players(struct holm_run *run, const char *value, int *players)
{
    if (holm_read_number(value, 2, HOLM_SEATS, players))
        return true;
    int seats = holm_read_seats(value);
    for (*players = 2; *players <= HOLM_SEATS; ++*players)
        if ((unsigned)seats == holm_bits_below(*players))
            return true;
    return holm_run_not(run, value, "2 to 8 or the first colours in their order");
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
static bool do_game(struct holm_run *run, struct holm_words *words)
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

static bool do_action(struct holm_run *run, const char *text)
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

/* Collects the rules that a case shows, each once. */
static void add_shown(struct holm_run *run, const char *rule)
{
    struct holm_words words;
    struct holm_writer writer = { .buffer = run->shows,
                                  .size = sizeof run->shows,
                                  .used = strlen(run->shows) };
    for (words.rest = run->shows; *words.rest;) {
        holm_words_next(&words);
        if (strcmp(words.word, rule) == 0)
            return;
    }
    if (writer.used + 1 + strlen(rule) >= writer.size)
        return; /* rather one too few than half an ID */
    if (writer.used)
        holm_put_char(&writer, ' ');
    holm_put(&writer, rule);
}

/* Splits "ACTION because ID" where it stands; the ID, or NULL when none is asked for. */
static char *split_because(char *text)
{
    static const char because[] = " because ";
    char *found = strstr(text, because);
    if (!found)
        return NULL;
    *found = '\0';
    return found + strlen(because);
}

static bool check_refusal(struct holm_run *run, const struct holm_action *action,
                          struct holm_outcomes *outcomes, const char *rule)
{
    struct holm_state before = run->state;
    struct holm_chance chance = run->chance;
    struct holm_events events;
    memcpy(&before, &run->state, sizeof before); /* padding too: compared by bytes */
    int checked = holm_check_past(&run->state, &run->past, action);
    int error = holm_run_apply(run, action, outcomes, &events);
    bool changed = memcmp(&before, &run->state, sizeof before) != 0;
    run->chance = chance;
    if (!error)
        return holm_run_trouble(run, "it was accepted");
    if (changed)
        return holm_run_trouble(run, "it was refused, but the position changed");
    if (checked != error && error != HOLM_E_OUTCOME)
        return holm_run_trouble(run, "check says '%s', apply says '%s'", holm_reason(checked)->name,
                                holm_reason(error)->name);
    if (rule && strcmp(rule, holm_reason(error)->rule) != 0)
        return holm_run_trouble(run, "expected a refusal because %.40s, found %s: %s", rule,
                                holm_reason(error)->rule, holm_reason(error)->text);
    return true;
}

/* A game that may not be; another one may follow in the same case. */
static bool refuse_game(struct holm_run *run, const char *text, const char *rule)
{
    struct holm_words words;
    const int seed = run->seed;
    if (run->has_game)
        return holm_run_trouble(run, "a second game in one case");
    run->refused = HOLM_OK;
    holm_words_start(&words, text);
    holm_words_next(&words);
    const bool good = do_game(run, &words) && holm_run_board(run);
    run->has_game = run->has_board = false;
    run->seed = seed;
    if (good)
        return holm_run_trouble(run, "it was accepted");
    const struct holm_reason *reason = holm_reason(run->refused);
    return !rule || (run->refused && !strcmp(rule, reason->rule)) ||
           holm_run_trouble(run, "expected a refusal because %.40s, found %s%s%.100s", rule,
                            reason->rule, *reason->rule ? ": " : "",
                            run->refused ? reason->text : run->trouble.text);
}

static bool do_refuse(struct holm_run *run, struct holm_words *words)
{
    char text[HOLM_LINE_MAX];
    struct holm_action action;
    struct holm_outcomes outcomes;
    const bool game = !strcmp(words->word, "game");
    if (!run->has_game && !game)
        return holm_run_trouble(run, "'refuse' comes before the game");
    snprintf(text, sizeof text, "%s%s", words->word, words->rest);
    char *because = split_because(text);
    struct holm_words rule = { .rest = because ? because : "" };
    holm_words_next(&rule);
    if (because && (!*rule.word || rule.rest[strspn(rule.rest, " \t")]))
        return holm_run_trouble(run, "one rule belongs behind 'because'");
    if (because)
        add_shown(run, rule.word);
    if (game)
        return refuse_game(run, text, because ? rule.word : NULL);
    return holm_run_board(run) && holm_run_action(run, text, &action, &outcomes) &&
           check_refusal(run, &action, &outcomes, because ? rule.word : NULL);
}

/* ------------------------------------------------------------------ statements */

static bool do_shows(struct holm_run *run, struct holm_words *words)
{
    if (!*words->word)
        return holm_run_not(run, "", "a rule");
    for (; *words->word; holm_words_next(words))
        add_shown(run, words->word);
    return true;
}

static bool do_repeat(struct holm_run *run, struct holm_words *words)
{
    if (run->statements > 0)
        return holm_run_trouble(run, "repeat belongs right behind the case");
    if (!holm_read_number(words->word, 1, REPEAT_MAX, &run->repeat))
        return holm_run_not(run, words->word, "a number of seeds");
    holm_words_next(words);
    return !*words->word || holm_run_not(run, words->word, "expected here");
}

static const struct {
    const char *name;
    bool (*run)(struct holm_run *, struct holm_words *);
    bool before_game;
    bool tries; /* the rules may say otherwise than it does; so does every action */
} statements[] = {
    { "shows", do_shows, true, false },  { "repeat", do_repeat, true, false },
    { "game", do_game, true, false },    { "set", holm_run_set, false, false },
    { "refuse", do_refuse, true, true }, { "expect", holm_run_expect, false, true },
};
enum { STATEMENTS = sizeof statements / sizeof statements[0] };

static bool run_statement(struct holm_run *run, const char *text)
{
    struct holm_words words;
    int i = 0;
    holm_words_start(&words, text);
    while (i < STATEMENTS && strcmp(statements[i].name, words.word) != 0)
        i++;
    if (!run->has_game && (i == STATEMENTS || !statements[i].before_game))
        return holm_run_trouble(run, "'%.40s' comes before the game", words.word);
    run->tried |= i == STATEMENTS || statements[i].tries;
    if (i == STATEMENTS)
        return do_action(run, text);
    holm_words_next(&words);
    return statements[i].run(run, &words);
}

/* ----------------------------------------------------------------------- lines */

/* A place in a script. */
struct cursor {
    const char *at;
    int line;
    char text[HOLM_LINE_MAX]; /* the line just read, without comment and blanks around it */
    bool overlong;
};

/* The next line; false at the end. */
static bool next_line(struct cursor *cursor)
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

/* The title when this line begins a case, or NULL. */
static const char *case_title(const struct cursor *cursor)
{
    const char *text = cursor->text;
    if (strncmp(text, "case", 4) != 0 || (text[4] && text[4] != ' ' && text[4] != '\t'))
        return NULL;
    return text + 4 + strspn(text + 4, " \t");
}

/* Runs a case once, from the line behind its title. */
static bool run_once(struct holm_run *run, struct cursor cursor)
{
    run->has_game = run->has_board = run->robber_set = run->robber_lost = run->tried = false;
    run->line = cursor.line;
    run->statements = 0;
    run->events.count = 0;
    memset(&run->tired, 0, sizeof run->tired);
    while (next_line(&cursor) && !case_title(&cursor)) {
        run->line = cursor.line;
        if (cursor.overlong)
            return holm_run_trouble(run, "the line is longer than %d characters",
                                    HOLM_LINE_MAX - 1);
        if (!*cursor.text)
            continue;
        if (!run_statement(run, cursor.text))
            return false;
        run->statements++;
    }
    return run->tried || holm_run_trouble(run, "it tries nothing: no action, no refuse, no expect");
}

static bool run_case(struct holm_run *run, const struct cursor *cursor)
{
    memset(run, 0, sizeof *run);
    for (int seed = 1; seed == 1 || seed <= run->repeat; seed++) {
        run->seed = seed;
        if (run_once(run, *cursor))
            continue;
        size_t used = strlen(run->trouble.text);
        if (run->repeat)
            snprintf(run->trouble.text + used, sizeof run->trouble.text - used, " (seed %d)", seed);
        return false;
    }
    return true;
}

struct holm_script_result holm_script_run(const char *text, holm_case_told *told, void *context)
{
    struct holm_script_result result = { 0 };
    struct cursor cursor = { .at = text };
    bool in_case = false;
    while (next_line(&cursor)) {
        const char *title = case_title(&cursor);
        if (title) {
            struct holm_run run;
            bool good = run_case(&run, &cursor);
            result.passed += good;
            result.failed += !good;
            in_case = true; /* the lines that follow belong to it */
            told(context, title, run.shows, good ? NULL : &run.trouble);
        } else if (*cursor.text && !in_case) {
            struct holm_trouble trouble;
            holm_trouble(&trouble, cursor.line, "a case should begin before this");
            in_case = true;
            result.failed++;
            told(context, "(no case)", "", &trouble);
        }
    }
    return result;
}
