/* preview.c: boards and maps before there is a game on them. */
#include "talk/talk.h"
#include "text/json.h"
#include "text/maps_trial.h"
#include "text/notation.h"
#include "text/setup.h"

void board_put(struct holm_writer *writer, const struct holm_board *board)
{
    holm_json_key(writer, "rules");
    holm_json_rules(writer, &board->rules);
    holm_json_key(writer, "map");
    holm_json_map(writer, &board->map);
    holm_json_key(writer, "prices");
    prices_put(writer, &board->rules, &board->map);
}

void preview_put(struct holm_writer *writer, const struct holm_board *board)
{
    struct holm_state state;
    struct holm_view view;
    holm_start(&state, board);
    holm_view(&state, HOLM_SPECTATOR, &view);
    holm_put_char(writer, '{');
    board_put(writer, board);
    holm_json_key(writer, "start");
    holm_json_state(writer, &view.seen);
    holm_put_char(writer, '}');
}

void map_put(struct holm_writer *writer, const struct holm_map *map, const char *source)
{
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "game", holm_game_names[holm_map_game(map)]);
    holm_putf(writer, ",\"players\":[%d,%d],\"setups\":[%s%s%s]", map->players_low,
              map->players_high, map->has_fixed ? "\"fixed\"" : "",
              map->has_fixed && holm_setup_variable(map) ? "," : "",
              holm_setup_variable(map) ? "\"variable\"" : "");
    holm_json_key(writer, "text");
    holm_json_string(writer, source);
    holm_put_char(writer, '}');
}
