/* tables.c: what a learner asks once: sizes, tables, the graph of the map, and reasons. */
#include "envs/parts.h"

#include "envs/saved.h"

void info_make(struct holm_envs *envs)
{
    struct holm_envs_info *info = &envs->info;
    const bool halves = envs->knights || envs->ships;
    info->version = HOLM_ENVS_VERSION;
    info->games = envs->config.games;
    info->players = envs->players;
    info->seats = envs->seats;
    info->legal_most = (info->actions < LEGAL_MOST ? info->actions : LEGAL_MOST) + 1;
    info->action_most = halves ? LEGAL_MOST : info->legal_most;
    info->blocks = envs->blocks;
    info->hidden_blocks = envs->hidden_blocks;
    info->action_blocks = envs->action_blocks;
    info->hexes = envs->hexes;
    info->corners = envs->corners;
    info->edges = envs->edges;
    info->save_bytes = sizeof(struct saved);
    if (envs->belief)
        info->save_bytes += envs->players * (uint32_t)sizeof(struct holm_belief);
}

void holm_envs_info(const struct holm_envs *envs, struct holm_envs_info *info)
{
    *info = envs->info;
}

const struct holm_envs_block *holm_envs_blocks(const struct holm_envs *envs)
{
    return envs->block;
}

const struct holm_envs_block *holm_envs_hidden_blocks(const struct holm_envs *envs)
{
    return envs->hidden_block;
}

const struct holm_envs_action_block *holm_envs_action_blocks(const struct holm_envs *envs)
{
    return envs->action_block;
}

const struct holm_state *holm_envs_state(const struct holm_envs *envs, uint32_t game)
{
    return game < envs->config.games ? &envs->game[game].state : NULL;
}

int holm_envs_asked(const struct holm_envs *envs, uint32_t game)
{
    return game < envs->config.games ? envs->game[game].seat : HOLM_NONE;
}

void holm_envs_floats(const struct holm_envs *envs, const uint8_t *observation, uint32_t rows,
                      float *floats)
{
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t i = 0; i < envs->blocks; i++) {
            const struct holm_envs_block *block = &envs->block[i];
            const float scale = 1.0f / (float)block->maximum;
            for (uint32_t j = 0; j < block->count; j++)
                *floats++ = (float)*observation++ * scale;
        }
}

/* -------------------------------------------------------------------- graph */

static void put_small(int16_t *to, const uint8_t *from, size_t count)
{
    for (size_t i = 0; to && i < count; i++)
        to[i] = from[i] == HOLM_NONE ? -1 : from[i];
}

static void put_wide(int16_t *to, const uint16_t *from, size_t count)
{
    for (size_t i = 0; to && i < count; i++)
        to[i] = from[i] == HOLM_NO_EDGE ? -1 : (int16_t)from[i];
}

void holm_envs_graph(const struct holm_envs *envs, const struct holm_envs_graph *graph)
{
    const struct holm_topology *map = &envs->board[0].topology;
    put_small(graph->hex_corners, map->hex_corner[0], 6u * map->hexes);
    put_wide(graph->hex_edges, map->hex_edge[0], 6u * map->hexes);
    put_small(graph->hex_neighbours, map->hex_neighbour[0], 6u * map->hexes);
    put_small(graph->corner_hexes, map->corner_hex[0], 3u * map->corners);
    put_wide(graph->corner_edges, map->corner_edge[0], 3u * map->corners);
    put_small(graph->corner_neighbours, map->corner_neighbour[0], 3u * map->corners);
    put_small(graph->edge_corners, map->edge_corner[0], 2u * map->edges);
    put_small(graph->edge_hexes, map->edge_hex[0], 2u * map->edges);
    for (int hex = 0; graph->hex_axial && hex < map->hexes; hex++) {
        graph->hex_axial[2 * hex] = map->q[hex];
        graph->hex_axial[2 * hex + 1] = map->r[hex];
    }
}

/* ------------------------------------------------------------------ reasons */

const char *holm_envs_reason(int error)
{
    switch (error) {
    case HOLM_ENVS_E_GAMES:
        return "a batch has 1 to 1048576 games";
    case HOLM_ENVS_E_BOARDS:
        return "a batch has at most 65536 boards";
    case HOLM_ENVS_E_MEMORY:
        return "the block of memory is smaller than holm_envs_bytes() says, or not aligned to 64";
    case HOLM_ENVS_E_RANGE:
        return "the batch has no such games";
    case HOLM_ENVS_E_SEAT:
        return "there is no such seat";
    case HOLM_ENVS_E_NUMBER:
        return "this action is not legal now; the mask says what is";
    case HOLM_ENVS_E_OVER:
        return "the game is over; reset it first";
    case HOLM_ENVS_E_SAVED:
        return "this is not a saved game of a batch with the same rules, map, seed and boards";
    case HOLM_ENVS_E_REWARD:
        return "the reward for a point is a number between -1000000 and 1000000";
    case HOLM_ENVS_E_NULL:
        return "an argument that is needed is missing";
    case HOLM_ENVS_E_POSITION:
        return "this is not a position of a batch with the same rules and one of its boards";
    case HOLM_ENVS_E_OFFERS:
        return "an offer waits for an answer in this position: make the batch with `offers`";
    }
    return error >= 0 && error < HOLM_ERRORS ? holm_reason(error)->text : "there is no such error";
}
