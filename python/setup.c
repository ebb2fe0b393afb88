/* setup.c: rules and a map by their names, batches made of them, and what went wrong. */
#include "python/native.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "text/json.h"
#include "text/log.h"

/* ------------------------------------------------------------------ trouble */

static _Thread_local char trouble_text[512];

const char *native_trouble(void)
{
    return trouble_text;
}

bool native_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(trouble_text, sizeof trouble_text, format, arguments);
    va_end(arguments);
    return false;
}

const char *native_reason(int error)
{
    switch (error) {
    case NATIVE_E_FORKED:
        return "the threads of this batch stayed in the process that made it: make it after "
               "forking";
    case NATIVE_E_NEVER_ASKED:
        return "episodes end before a learner is asked: `step_limit` or `turn_limit` is too small";
    }
    return holm_envs_reason(error);
}

void native_free(void *handle)
{
    free(handle);
}

/* -------------------------------------------------------------------- setup */

struct native_setup {
    struct cli_game game;
};

/* Lines of settings become the words that --option would have. */
static void split_settings(char *text, struct cli_texts *settings)
{
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line && settings->count < CLI_TEXTS_MAX;
         line = strtok_r(NULL, "\n", &rest))
        settings->at[settings->count++] = line;
}

struct native_setup *native_setup_make(const char *game, const char *edition, int players,
                                       const char *map, const char *scenario, const char *settings)
{
    struct cli_setup asked = cli_setup_start();
    struct holm_trouble trouble = { 0 };
    struct native_setup *setup = calloc(1, sizeof *setup);
    char *lines = strdup(settings ? settings : "");
    bool made = setup && lines;
    if (made) {
        split_settings(lines, &asked.settings);
        asked.game = game;
        asked.edition = edition ? edition : asked.edition;
        asked.players = players;
        asked.map = map;
        asked.scenario = scenario;
        made = cli_try_resolve(&asked, &setup->game, &trouble) || native_fail("%s", trouble.text);
    }
    free(lines);
    if (made)
        return setup;
    free(setup);
    return NULL;
}

static bool read_setup(const char *text, struct holm_board *board, struct holm_trouble *trouble)
{
    struct holm_replay *replay = calloc(1, sizeof *replay);
    struct holm_state state;
    if (!replay)
        return holm_trouble(trouble, 0, "out of memory");
    holm_replay_start(replay);
    const bool is_log = holm_replay_line(replay, text, trouble);
    if (is_log)
        *board = replay->board;
    free(replay);
    return is_log || holm_json_read_position(text, board, &state, trouble);
}

struct native_setup *native_setup_read(const char *text)
{
    struct holm_trouble trouble = { 0 };
    struct native_setup *setup = calloc(1, sizeof *setup);
    struct holm_board board;
    if (!setup || !read_setup(text, &board, &trouble)) {
        native_fail("%s", setup ? trouble.text : "out of memory");
        free(setup);
        return NULL;
    }
    setup->game.rules = board.rules;
    setup->game.map = board.map;
    setup->game.rules.setup = HOLM_SETUP_FIXED;
    holm_map_freeze(&setup->game.map);
    snprintf(setup->game.source, sizeof setup->game.source, "%s", board.map.name);
    snprintf(setup->game.logged, sizeof setup->game.logged, "%s", board.map.name);
    return setup;
}

char *native_setup_text(const struct native_setup *setup)
{
    enum { SIZE = 16384 };
    char *text = malloc(SIZE);
    if (!text)
        return NULL;
    struct holm_writer writer = holm_writer(text, SIZE);
    holm_put(&writer, "{\"rules\":");
    holm_json_rules(&writer, &setup->game.rules);
    holm_put(&writer, ",\"map\":");
    holm_json_string(&writer, setup->game.source);
    holm_put(&writer, "}");
    return text;
}

const struct holm_rules *native_setup_rules(const struct native_setup *setup)
{
    return &setup->game.rules;
}

const struct holm_map *native_setup_map(const struct native_setup *setup)
{
    return &setup->game.map;
}

const char *native_setup_source(const struct native_setup *setup)
{
    return setup->game.logged;
}

/* ------------------------------------------------------------------ batches */

struct holm_envs *native_envs_make(const struct native_setup *setup,
                                   const struct holm_envs_config *config)
{
    const struct holm_rules *rules = &setup->game.rules;
    const struct holm_map *map = &setup->game.map;
    int error = holm_envs_check(rules, map, config);
    const size_t bytes = error ? 0 : holm_envs_bytes(rules, map, config);
    struct holm_envs *envs = NULL;
    void *memory = bytes ? aligned_alloc(HOLM_ENVS_ALIGNMENT, bytes) : NULL;
    if (!error && !memory)
        native_fail("there is no memory for a batch of %zu bytes", bytes);
    else
        error = error ? error : holm_envs_make(memory, bytes, rules, map, config, &envs);
    if (error) {
        native_fail("%s", holm_envs_reason(error));
        free(memory);
        return NULL;
    }
    return envs; /* the start of its memory */
}

char *native_bot_names(void)
{
    enum { SIZE = 4096 };
    char *text = malloc(SIZE);
    if (!text)
        return NULL;
    struct holm_writer writer = holm_writer(text, SIZE);
    for (int i = 0; i < holm_bot_kind_count; i++)
        holm_putf(&writer, "%s\t%s\n", holm_bot_kinds[i].name, holm_bot_kinds[i].help);
    return text;
}
