/* catalogue.c: all that a form for a new table needs, from the engine's own tables. */
#include <string.h>

#include "bots/bots.h"
#include "talk/talk.h"
#include "text/json.h"
#include "text/maps.h"
#include "text/notation.h"
#include "text/phrases.h"
#include "text/presets.h"
#include "text/setup.h"

/* {"en":...,"es":...} */
static void put_both(struct holm_writer *writer, const char *key, const char *(*text)(int, int),
                     int index)
{
    holm_json_key(writer, key);
    holm_put_char(writer, '{');
    for (int language = 0; language < HOLM_LANGUAGES; language++) {
        holm_json_key(writer, holm_language_codes[language]);
        holm_json_string(writer, text(language, index));
    }
    holm_put_char(writer, '}');
}

static void put_list(struct holm_writer *writer, const char *key, const char *const *names,
                     int count, const char *(*title)(int, int))
{
    holm_json_key(writer, key);
    holm_put_char(writer, '[');
    for (int i = 0; i < count; i++) {
        holm_json_next(writer);
        holm_put_char(writer, '{');
        holm_json_put_word(writer, "name", names[i]);
        put_both(writer, "title", title, i);
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, ']');
}

/* ------------------------------------------------------------------ scenarios */

/* What can be said of a scenario over all its maps. */
struct summary {
    int low, high; /* players */
    bool fixed, variable, advised_against, impossible;
    int target;
};

static struct summary summarize(const char *scenario)
{
    struct summary summary = { 0 };
    struct holm_map map;
    for (int players = 2; players <= HOLM_SEATS; players++) {
        struct holm_rules rules;
        struct holm_board board;
        struct holm_chance chance;
        if (!holm_scenario_find(scenario, players, &map, NULL) ||
            holm_rules_make(&rules, HOLM_SEA_KNIGHTS, HOLM_2025, players) ||
            !holm_setup_settle(&rules, &map, 0, NULL))
            continue;
        summary.low = summary.low ? summary.low : players;
        summary.high = players;
        summary.fixed |= map.has_fixed;
        summary.variable |= holm_setup_variable(&map);
        summary.advised_against |= map.explores;
        summary.target = map.target;
        holm_chance_number(&chance, 1);
        int error = holm_deal(&map, &rules, &chance);
        error = error ? error : holm_board_make(&board, &map, &rules);
        summary.impossible |= error == HOLM_E_MAP_KNIGHTS;
    }
    return summary;
}

static const char *advice_text(int language, int impossible)
{
    static const char *const advice[HOLM_LANGUAGES] = {
        "the rules advise against it; it can be played anyway",
        "las reglas lo desaconsejan; aun así se puede jugar",
    };
    return impossible ? holm_error_text(language, HOLM_E_MAP_KNIGHTS) : advice[language];
}

static void put_scenario(struct holm_writer *writer, int i)
{
    const struct summary summary = summarize(holm_scenarios[i].name);
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "name", holm_scenarios[i].name);
    put_both(writer, "title", holm_scenario_title, i);
    put_both(writer, "text", holm_scenario_text, i);
    holm_json_key(writer, "games");
    holm_put(writer,
             summary.impossible ? "[\"seafarers\"]" : "[\"seafarers\",\"seafarers+knights\"]");
    holm_json_key(writer, "players");
    holm_putf(writer, "[%d,%d]", summary.low, summary.high);
    holm_json_key(writer, "setups");
    holm_putf(writer, "[%s%s%s]", summary.fixed ? "\"fixed\"" : "",
              summary.fixed && summary.variable ? "," : "", summary.variable ? "\"variable\"" : "");
    holm_json_put_word(writer, "knights",
                       summary.impossible        ? "no"
                       : summary.advised_against ? "advised-against"
                                                 : "yes");
    if (summary.impossible || summary.advised_against)
        put_both(writer, "why", advice_text, summary.impossible);
    holm_json_put_number(writer, "target", summary.target);
    holm_put_char(writer, '}');
}

/* -------------------------------------------------------------------- options */

static void put_value(struct holm_writer *writer, const struct holm_option *option, unsigned value)
{
    if (holm_json_is_flag(option))
        holm_put(writer, value ? "true" : "false");
    else if (option->words)
        holm_json_string(writer, option->words[value]);
    else
        holm_put_number(writer, value);
}

static void put_choices(struct holm_writer *writer, const struct holm_option *option)
{
    holm_json_key(writer, "values");
    holm_put_char(writer, '[');
    for (int value = option->low; value <= option->high; value++) {
        holm_json_next(writer);
        holm_put_char(writer, '{');
        holm_json_put_word(writer, "value", option->words[value]);
        holm_json_key(writer, "title");
        holm_put_char(writer, '{');
        for (int language = 0; language < HOLM_LANGUAGES; language++) {
            holm_json_key(writer, holm_language_codes[language]);
            holm_json_string(writer, holm_value_title(language, option->words[value]));
        }
        holm_put(writer, "}}");
    }
    holm_put_char(writer, ']');
}

/* Game by game and edition by edition, for four players. */
static void put_defaults(struct holm_writer *writer, const struct holm_option *option)
{
    holm_json_key(writer, "default");
    holm_put_char(writer, '{');
    for (int game = 0; game < HOLM_GAMES; game++) {
        struct holm_rules rules;
        holm_rules_make(&rules, game, HOLM_2025, 4);
        if (!holm_json_option_of(&rules, option))
            continue;
        holm_json_key(writer, holm_game_names[game]);
        holm_put_char(writer, '{');
        for (int edition = 0; edition < HOLM_EDITIONS; edition++) {
            holm_rules_make(&rules, game, edition, 4);
            holm_json_key(writer, holm_edition_names[edition]);
            put_value(writer, option, holm_option_get(&rules, option));
        }
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, '}');
}

static void put_games(struct holm_writer *writer, const struct holm_option *option)
{
    holm_json_key(writer, "games");
    holm_put_char(writer, '[');
    for (int game = 0; game < HOLM_GAMES; game++) {
        struct holm_rules rules;
        holm_rules_make(&rules, game, HOLM_2025, 4);
        if (!holm_json_option_of(&rules, option))
            continue;
        holm_json_next(writer);
        holm_json_string(writer, holm_game_names[game]);
    }
    holm_put_char(writer, ']');
}

/* When it says something: for so many players, where other options have a value. */
static void put_needs(struct holm_writer *writer, const struct holm_option *option)
{
    for (int i = 0; i < holm_option_need_count; i++) {
        const struct holm_option_need *need = &holm_option_needs[i];
        if (strcmp(need->option, option->name))
            continue;
        holm_json_key(writer, "needs");
        holm_put_char(writer, '{');
        if (need->low) {
            holm_json_key(writer, "players");
            holm_putf(writer, "[%d,%d]", need->low, need->high);
        }
        if (need->other) {
            holm_json_put_word(writer, "option", need->other);
            holm_json_key(writer, "value");
            put_value(writer, holm_option_named(need->other), need->value);
        }
        holm_put_char(writer, '}');
    }
}

static void put_option(struct holm_writer *writer, int i)
{
    const struct holm_option *option = &holm_options[i];
    const bool flag = holm_json_is_flag(option);
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "name", option->name);
    holm_json_put_word(writer, "rule", option->rule);
    holm_json_put_word(writer, "kind", flag ? "flag" : option->words ? "choice" : "number");
    if (!flag && option->words)
        put_choices(writer, option);
    if (!option->words) {
        holm_json_key(writer, "range");
        holm_putf(writer, "[%d,%d]", option->low, option->high);
    }
    put_games(writer, option);
    put_defaults(writer, option);
    put_needs(writer, option);
    put_both(writer, "text", holm_option_text, i);
    holm_put_char(writer, '}');
}

/* -------------------------------------------------------------------- presets */

static const char *preset_title(int language, int preset)
{
    return holm_presets[preset].title[language];
}

static const char *preset_text(int language, int preset)
{
    return holm_presets[preset].text[language];
}

static void put_preset(struct holm_writer *writer, int i)
{
    const struct holm_preset *preset = &holm_presets[i];
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "name", preset->name);
    put_both(writer, "title", preset_title, i);
    put_both(writer, "text", preset_text, i);
    if (preset->players)
        holm_json_put_number(writer, "players", preset->players);
    if (preset->seats)
        holm_json_put_word(writer, "seats", preset->seats);
    if (preset->pace) {
        holm_json_key(writer, "pace");
        holm_putf(writer, "%.1f", preset->pace / 10.0);
    }
    holm_json_key(writer, "options");
    holm_put_char(writer, '{');
    for (int j = 0; j < HOLM_PRESET_OPTIONS && preset->set[j].option; j++) {
        holm_json_key(writer, preset->set[j].option);
        put_value(writer, holm_option_named(preset->set[j].option), preset->set[j].value);
    }
    holm_put(writer, "}}");
}

static void put_presets(struct holm_writer *writer)
{
    holm_json_key(writer, "presets");
    holm_put_char(writer, '[');
    for (int i = 0; i < holm_preset_count; i++)
        put_preset(writer, i);
    holm_put_char(writer, ']');
}

/* ---------------------------------------------------------------------- whole */

const char *usual_bot(void)
{
    static const char *const preferred[] = { "medium", "greedy" };
    struct holm_bot_order order;
    for (int i = 0; i < 2; i++)
        if (holm_bot_read(preferred[i], &order))
            return preferred[i];
    return holm_bot_kinds[0].name;
}

static void put_bots(struct holm_writer *writer)
{
    holm_json_key(writer, "bots");
    holm_put_char(writer, '[');
    for (int i = 0; i < holm_bot_kind_count; i++) {
        holm_json_next(writer);
        holm_put_char(writer, '{');
        holm_json_put_word(writer, "name", holm_bot_kinds[i].name);
        holm_json_put_word(writer, "help", holm_bot_kinds[i].help);
        if (holm_bot_kinds[i].rating)
            holm_json_put_number(writer, "rating", holm_bot_kinds[i].rating);
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, ']');
    holm_json_put_word(writer, "usual_bot", usual_bot());
}

static void put_limits(struct holm_writer *writer)
{
    holm_json_key(writer, "limits");
    holm_putf(writer,
              "{\"players\":[2,%d],\"name\":%d,\"chat\":%d,\"clock\":[1,%d],\"delay\":[0,%d],"
              "\"pace\":[0,4],\"message\":%d}",
              HOLM_SEATS, NAME_CHARACTERS, CHAT_CHARACTERS, CLOCK_MOST, DELAY_MOST, MESSAGE_MAX);
}

void catalogue_put(struct holm_writer *writer)
{
    holm_put_char(writer, '{');
    put_list(writer, "games", holm_game_names, HOLM_GAMES, holm_game_title);
    put_list(writer, "editions", holm_edition_names, HOLM_EDITIONS, holm_edition_title);
    holm_json_key(writer, "scenarios");
    holm_put_char(writer, '[');
    for (int i = 0; i < holm_scenario_count; i++)
        put_scenario(writer, i);
    holm_put_char(writer, ']');
    holm_json_key(writer, "options");
    holm_put_char(writer, '[');
    for (int i = 0; i < holm_option_count; i++)
        put_option(writer, i);
    holm_put_char(writer, ']');
    put_presets(writer);
    put_bots(writer);
    put_limits(writer);
    holm_put_char(writer, '}');
}
