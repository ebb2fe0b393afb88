/* show.c: draws a map, a position or the end of a log. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/board.h"
#include "cli/cli.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/paint.h"
#include "cli/table.h"
#include "text/json.h"
#include "text/maps.h"

static const struct cli_manual manual = {
    "show", "[OPTION...] [MAP|FILE]",
    "Draws a map by name or file (.map), the map of a --scenario, a position (.json) or\n"
    "the end of a log (.jsonl). Without one: the map for the number of players. A map with a "
    "printed board shows it; with --seed or\n"
    "--setup variable, or where there is none, it is dealt.",
    0, 1
};

struct picture {
    struct holm_board board;
    struct holm_state state;
};

/* Sea, or what only Seafarers knows: such a map is shown with its ships. */
static bool wants_ships(const struct holm_map *map)
{
    bool sea = map->lanes || map->islands || map->wonders || map->start_regions;
    for (int hex = 0; hex < map->hexes; hex++)
        sea = sea || map->terrain[hex] == HOLM_SEA || map->terrain[hex] == HOLM_FOG;
    return sea;
}

static bool is_game_file(const char *name)
{
    const char *dot = strrchr(name, '.');
    return !strcmp(name, "-") || (dot && (!strcmp(dot, ".json") || !strcmp(dot, ".jsonl")));
}

/* A map is drawn for as many players as it is meant for. */
static void show_map(struct cli_setup *setup, const char *name, bool players_given,
                     struct picture *picture)
{
    struct cli_game game;
    struct holm_chance chance;
    struct holm_map map;
    struct holm_trouble trouble = { 0 };
    if (name) {
        setup->map = name;
        const bool found = holm_map_find(name, &map, &trouble);
        if (!players_given && found && map.players_high >= 2)
            setup->players = map.players_high;
        if (!setup->game && found && wants_ships(&map))
            setup->game = "seafarers";
    }
    cli_resolve(&manual, setup, &game);
    cli_prefer_fixed(setup, &game);
    holm_chance_number(&chance, setup->seed < 0 ? 1 : (uint64_t)setup->seed);
    if (!cli_deal(&game, &chance, &picture->board, &trouble))
        cli_fail(&manual, "%s", trouble.text);
    holm_start(&picture->state, &picture->board);
}

static int print_json(const struct holm_state *state)
{
    const size_t size = 1 << 18;
    char *text = malloc(size);
    if (!text)
        return 1;
    struct holm_writer writer = holm_writer(text, size);
    holm_json_position(&writer, state);
    puts(text);
    free(text);
    return 0;
}

int cli_show(int argc, char **argv)
{
    static struct cli_texts files;
    static struct picture picture;
    struct cli_setup setup = cli_setup_start();
    struct holm_trouble trouble = { 0 };
    struct cli_drawing drawing = { 0 };
    bool svg = false, json = false;
    const struct cli_option options[] = {
        { "--svg", NULL, "as an SVG picture", CLI_YES, &svg, 0, 0 },
        { "--ids", NULL, "with the names of the places", CLI_YES, &drawing.ids, 0, 0 },
        { "--json", NULL, "as a position (JSON), for --position and other programs", CLI_YES, &json,
          0, 0 },
    };
    setup.players = 0;
    setup.without = 1u << CLI_BOTS | 1u << CLI_LIMIT | 1u << CLI_BOT_SEED;
    cli_read(&manual, options, sizeof options / sizeof *options, &setup, &files, argc, argv);
    const bool players_given = setup.players != 0;
    setup.players = players_given ? setup.players : 4;
    const char *name = files.count ? files.at[0] : NULL;
    const bool is_map = !name || !is_game_file(name);
    if (is_map)
        show_map(&setup, name, players_given, &picture);
    else if (!cli_load_position(name, &picture.board, &picture.state, &trouble))
        cli_fail_file(&manual, name, &trouble);
    if (json)
        return print_json(&picture.state);
    if (svg) {
        cli_draw_svg(stdout, &picture.state, &drawing);
        return 0;
    }
    drawing.colour = cli_colour_wanted(stdout);
    drawing.columns = cli_columns();
    cli_draw_text(stdout, &picture.state, &drawing);
    if (!is_map)
        cli_print_table(stdout, &picture.state, HOLM_EVERYBODY, drawing.colour);
    return 0;
}
