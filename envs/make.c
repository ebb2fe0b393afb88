/* make.c: a batch in the caller's memory: its boards, its seeds, and how an episode begins. */
#include "envs/parts.h"

/* -------------------------------------------------------------------- seeds */

static void put_word(uint8_t *bytes, uint64_t word)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

/* Four words are the whole key of a stream of draws, so that no two of them are the same stream. */
void stream_seed(uint8_t key[32], uint64_t seed, uint64_t index, uint64_t number, uint64_t purpose)
{
    put_word(key, seed);
    put_word(key + 8, index);
    put_word(key + 16, number);
    put_word(key + 24, purpose);
}

/* Picks the board of an episode: a draw that no game reaches. */
static uint32_t pick_board(const struct holm_envs *envs, const uint8_t key[32])
{
    return (uint32_t)(holm_draw_number(key, UINT64_MAX) % envs->info.boards);
}

void episode_begin(struct holm_envs *envs, uint32_t index, uint64_t episode)
{
    struct game *game = &envs->game[index];
    uint8_t key[32];
    stream_seed(key, envs->config.seed, index, episode, STREAM_GAMES);
    memset(game, 0, sizeof *game);
    game->next_episode = episode + 1;
    game->board = pick_board(envs, key);
    holm_chance_seed(&game->chance, key);
    holm_start(&game->state, &envs->board[game->board]);
    points_note(envs, game);
    beliefs_start(envs, index);
}

/* ------------------------------------------------------------------- checks */

static uint32_t boards_wanted(const struct holm_rules *rules, const struct holm_map *map,
                              const struct holm_envs_config *config)
{
    const bool dealt = rules->setup == HOLM_SETUP_VARIABLE || map->deal_ports;
    return config->boards ? config->boards : dealt ? HOLM_ENVS_BOARDS : 1;
}

static int deal_board(const struct holm_rules *rules, const struct holm_map *map, uint64_t seed,
                      uint32_t number, struct holm_board *board)
{
    uint8_t key[32];
    struct holm_chance chance;
    struct holm_map dealt = *map;
    stream_seed(key, seed, number, 0, STREAM_BOARDS);
    holm_chance_seed(&chance, key);
    const int error = holm_deal(&dealt, rules, &chance);
    memset(board, 0, sizeof *board);
    return error ? error : holm_board_make(board, &dealt, rules);
}

int holm_envs_check(const struct holm_rules *rules, const struct holm_map *map,
                    const struct holm_envs_config *config)
{
    struct holm_board board;
    if (!rules || !map || !config)
        return HOLM_ENVS_E_NULL;
    if (!config->games || config->games > HOLM_ENVS_GAMES_MOST)
        return HOLM_ENVS_E_GAMES;
    if (config->boards > HOLM_ENVS_BOARDS_MOST)
        return HOLM_ENVS_E_BOARDS;
    if (!(config->point_reward > -1e6f && config->point_reward < 1e6f))
        return HOLM_ENVS_E_REWARD;
    const int error = holm_rules_check(rules);
    return error ? error : deal_board(rules, map, config->seed, 0, &board);
}

/* ------------------------------------------------------------------- memory */

/* Where the parts lie in the block. */
struct plan {
    size_t row, board, game, legal, belief, end;
};

static size_t aligned(size_t bytes)
{
    return (bytes + HOLM_ENVS_ALIGNMENT - 1) / HOLM_ENVS_ALIGNMENT * HOLM_ENVS_ALIGNMENT;
}

static void make_plan(const struct holm_envs *envs, struct plan *plan)
{
    const size_t games = envs->config.games;
    plan->row = aligned(sizeof *envs);
    plan->board = aligned(plan->row + envs->info.actions * sizeof *envs->row);
    plan->game = aligned(plan->board + envs->info.boards * sizeof *envs->board);
    plan->legal = aligned(plan->game + games * sizeof *envs->game);
    plan->belief = aligned(plan->legal + games * envs->words * sizeof *envs->legal);
    plan->end = plan->belief;
    if (envs->config.beliefs)
        plan->end += aligned(games * envs->players * sizeof *envs->belief);
}

/* All that is known before there is memory for it. */
static void describe(struct holm_envs *envs, const struct holm_board *board,
                     const struct holm_map *map, const struct holm_envs_config *config)
{
    memset(envs, 0, sizeof *envs);
    envs->config = *config;
    envs->knights = board->rules.knights;
    envs->ships = board->rules.ships;
    envs->players = board->rules.players;
    envs->seats = board->seats;
    envs->hexes = board->topology.hexes;
    envs->corners = board->topology.corners;
    envs->edges = board->topology.edges;
    envs->info.boards = boards_wanted(&board->rules, map, config);
    seats_make(envs);
    envs->info.actions = numbers_make(envs, board, NULL);
    envs->words = envs->info.actions / WORD_BITS + 1;
}

size_t holm_envs_bytes(const struct holm_rules *rules, const struct holm_map *map,
                       const struct holm_envs_config *config)
{
    struct holm_board board;
    struct holm_envs envs;
    struct plan plan;
    if (holm_envs_check(rules, map, config) ||
        deal_board(rules, map, config->seed, 0, &board) != HOLM_OK)
        return 0;
    describe(&envs, &board, map, config);
    make_plan(&envs, &plan);
    return envs.info.actions <= NUMBERS_MOST ? plan.end : 0;
}

/* --------------------------------------------------------------------- make */

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * 0x100000001B3u;
    return hash;
}

static uint64_t fingerprint(const struct holm_envs *envs)
{
    uint64_t hash = hash_bytes(0xCBF29CE484222325u, HOLM_VERSION, sizeof HOLM_VERSION);
    hash = hash_bytes(hash, &envs->config.seed, sizeof envs->config.seed);
    for (uint32_t i = 0; i < envs->info.boards; i++) {
        const struct holm_board *board = &envs->board[i];
        hash = hash_bytes(hash, &board->rules, sizeof board->rules);
        hash = hash_bytes(hash, board->map.terrain, sizeof board->map.terrain);
        hash = hash_bytes(hash, board->map.disc, sizeof board->map.disc);
        hash = hash_bytes(hash, board->corner_port, sizeof board->corner_port);
    }
    return hash;
}

static void place_parts(struct holm_envs *envs, const struct plan *plan)
{
    uint8_t *const memory = (uint8_t *)envs;
    envs->row = (struct holm_action *)(memory + plan->row);
    envs->board = (struct holm_board *)(memory + plan->board);
    envs->game = (struct game *)(memory + plan->game);
    envs->legal = (uint64_t *)(memory + plan->legal);
    if (envs->config.beliefs)
        envs->belief = (struct holm_belief *)(memory + plan->belief);
}

int holm_envs_make(void *memory, size_t bytes, const struct holm_rules *rules,
                   const struct holm_map *map, const struct holm_envs_config *config,
                   struct holm_envs **made)
{
    struct holm_board board;
    struct holm_envs *envs = memory;
    struct plan plan;
    int error = memory && made ? holm_envs_check(rules, map, config) : HOLM_ENVS_E_NULL;
    if (error)
        return error;
    const size_t wanted = holm_envs_bytes(rules, map, config);
    if (!wanted || (uintptr_t)memory % HOLM_ENVS_ALIGNMENT || bytes < wanted)
        return HOLM_ENVS_E_MEMORY;
    error = deal_board(rules, map, config->seed, 0, &board);
    if (error)
        return error;
    describe(envs, &board, map, config);
    make_plan(envs, &plan);
    place_parts(envs, &plan);
    numbers_make(envs, &board, envs->row);
    for (uint32_t i = 0; i < envs->info.boards; i++) {
        error = deal_board(rules, map, config->seed, i, &envs->board[i]);
        if (error)
            return error;
    }
    blocks_make(envs);
    envs->fingerprint = fingerprint(envs);
    info_make(envs);
    for (uint32_t i = 0; i < config->games; i++) {
        episode_begin(envs, i, 0);
        look_at(envs, i);
    }
    *made = envs;
    return HOLM_OK;
}
