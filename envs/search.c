/* search.c: games copied, completed from a seat's knowledge, saved and loaded. */
#include "envs/parts.h"

#include "envs/saved.h"

static int check_pair(const struct holm_envs *envs, uint32_t from, uint32_t to)
{
    if (!envs)
        return HOLM_ENVS_E_NULL;
    return from < envs->config.games && to < envs->config.games ? HOLM_OK : HOLM_ENVS_E_RANGE;
}

/* What comes after this episode stays the copy's own. */
static void copy_game(struct game *to, const struct game *from)
{
    const uint64_t next = to->next_episode;
    *to = *from;
    to->next_episode = next;
}

static size_t belief_bytes(const struct holm_envs *envs)
{
    return envs->belief ? envs->players * sizeof *envs->belief : 0;
}

int holm_envs_clone(struct holm_envs *envs, uint32_t from, uint32_t to)
{
    const int error = check_pair(envs, from, to);
    if (error || from == to)
        return error;
    const size_t words = envs->words;
    copy_game(&envs->game[to], &envs->game[from]);
    memcpy(envs->legal + to * words, envs->legal + from * words, words * sizeof *envs->legal);
    if (envs->belief)
        memcpy(belief_of(envs, to, 0), belief_of(envs, from, 0), belief_bytes(envs));
    return HOLM_OK;
}

/* Whether anything is legal; half a move must have another half. */
static bool has_moves(const struct holm_envs *envs, uint32_t index)
{
    const uint64_t *legal = legal_set(envs, index);
    for (uint32_t i = 0; i < envs->words; i++)
        if (legal[i])
            return true;
    return false;
}

/* That somebody is asked can say what they hold: a commodity for the commercial harbor. A deal in
 * which they hold none could not go on, and is dealt again. */
enum { DEALS_MOST = 1000 };

/* The seat that was asked before goes on being asked, where the position asks it. */
static void look_as_before(struct holm_envs *envs, uint32_t index, int seat)
{
    if (seat < envs->players && holm_bit_in(holm_asked(&envs->game[index].state), seat))
        look_as(envs, index, seat);
    else
        look_at(envs, index);
}

static int deal_twin(struct holm_envs *envs, uint32_t to, const struct holm_view *view,
                     const struct holm_belief *belief, uint64_t random)
{
    struct game *game = &envs->game[to];
    const int seat = game->seat;
    for (int deal = 0; deal < DEALS_MOST; deal++) {
        const int error = holm_determinize(view, belief, random + (uint64_t)deal, &game->state);
        if (error)
            return error;
        look_as_before(envs, to, seat);
        if (game->seat == HOLM_NONE || has_moves(envs, to))
            return HOLM_OK;
    }
    return HOLM_E_VIEW;
}

/* The seat goes on with what it knows; what the others know is not known to it. */
static void take_beliefs(struct holm_envs *envs, uint32_t to, int seat,
                         const struct holm_belief *belief)
{
    beliefs_start(envs, to);
    if (envs->belief)
        *belief_of(envs, to, seat) = *belief;
}

int holm_envs_determinize(struct holm_envs *envs, uint32_t from, uint32_t to, int seat,
                          uint64_t random)
{
    struct holm_belief belief = { 0 };
    struct holm_view view;
    uint8_t key[32];
    int error = check_pair(envs, from, to);
    if (error)
        return error;
    if (seat < 0 || seat >= envs->players)
        return HOLM_ENVS_E_SEAT;
    if (envs->belief)
        belief = *belief_of(envs, from, seat);
    struct game *game = &envs->game[to];
    const struct game before = *game;
    holm_view(&envs->game[from].state, seat, &view);
    copy_game(game, &envs->game[from]);
    if (game->seat != seat)
        game->half_kind = HOLM_NO_ACTION; /* what another seat has begun is not seen */
    error = deal_twin(envs, to, &view, envs->belief ? &belief : NULL, random);
    if (error) {
        *game = before;
        look_as(envs, to, before.seat);
        return error;
    }
    stream_seed(key, envs->config.seed, to, random, STREAM_SEARCH);
    holm_chance_seed(&game->chance, key);
    points_note(envs, game);
    take_beliefs(envs, to, seat, &belief);
    return HOLM_OK;
}

/* -------------------------------------------------------------------- saved */

static uint64_t check_of(const struct saved *saved, const void *beliefs, size_t bytes)
{
    const uint64_t hash = hash_bytes(0xCBF29CE484222325u, saved, offsetof(struct saved, check));
    return hash_bytes(hash, beliefs, bytes);
}

int holm_envs_save(const struct holm_envs *envs, uint32_t index, void *bytes)
{
    struct saved saved;
    if (!envs || !bytes)
        return HOLM_ENVS_E_NULL;
    if (index >= envs->config.games)
        return HOLM_ENVS_E_RANGE;
    const struct game *game = &envs->game[index];
    memset(&saved, 0, sizeof saved);
    saved.fingerprint = envs->fingerprint;
    saved.next_episode = game->next_episode;
    memcpy(saved.seed, game->chance.seed, sizeof saved.seed);
    saved.next = game->chance.next;
    saved.board = game->board;
    saved.steps = game->steps;
    saved.game = index;
    saved.half_place = game->half_place;
    saved.half_kind = game->half_kind;
    saved.seat = game->seat;
    saved.offers_turn = game->offers_turn;
    saved.offers = game->offers;
    memcpy(&saved.state, &game->state, sizeof saved.state);
    saved.state.board = NULL;
    const void *beliefs = envs->belief ? belief_of(envs, index, 0) : NULL;
    saved.check = check_of(&saved, beliefs, belief_bytes(envs));
    memcpy(bytes, &saved, sizeof saved);
    if (envs->belief)
        memcpy((char *)bytes + sizeof saved, beliefs, belief_bytes(envs));
    return HOLM_OK;
}

/* An offer stands; a batch without offers has no numbers for what follows. */
static bool has_offer(const struct holm_state *state)
{
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        if (state->offer[seat].open)
            return true;
    return false;
}

static bool is_half(const struct holm_envs *envs, int kind)
{
    return kind < HOLM_KINDS && envs->code[kind].form == CODE_SOURCE;
}

int holm_envs_load(struct holm_envs *envs, uint32_t index, const void *bytes, size_t size)
{
    struct saved saved;
    if (!envs || !bytes)
        return HOLM_ENVS_E_NULL;
    if (index >= envs->config.games)
        return HOLM_ENVS_E_RANGE;
    if (size != envs->info.save_bytes)
        return HOLM_ENVS_E_SAVED;
    memcpy(&saved, bytes, sizeof saved);
    const void *beliefs = (const char *)bytes + sizeof saved;
    if (saved.fingerprint != envs->fingerprint ||
        saved.check != check_of(&saved, beliefs, belief_bytes(envs)) ||
        saved.board >= envs->info.boards || saved.state.viewer != HOLM_EVERYBODY ||
        (saved.half_kind && !is_half(envs, saved.half_kind)))
        return HOLM_ENVS_E_SAVED;
    saved.state.board = &envs->board[saved.board];
    if (holm_impossible(&saved.state))
        return HOLM_ENVS_E_SAVED;
    if (!envs->offer_count && has_offer(&saved.state))
        return HOLM_ENVS_E_OFFERS;
    struct game *game = &envs->game[index], before = *game;
    memset(game, 0, sizeof *game);
    game->state = saved.state;
    holm_chance_seed(&game->chance, saved.seed);
    game->chance.next = saved.next;
    /* another game goes on to episodes of its own, or it would play old ones again */
    game->next_episode = saved.game == index ? saved.next_episode : before.next_episode;
    game->steps = saved.steps;
    game->board = saved.board;
    game->half_place = saved.half_place;
    game->half_kind = saved.half_kind;
    game->offers_turn = saved.offers_turn;
    game->offers = saved.offers;
    points_note(envs, game);
    look_as_before(envs, index, saved.seat);
    if (game->half_kind && !has_moves(envs, index)) {
        *game = before;
        look_as(envs, index, before.seat);
        return HOLM_ENVS_E_SAVED;
    }
    if (envs->belief)
        memcpy(belief_of(envs, index, 0), beliefs, belief_bytes(envs));
    return HOLM_OK;
}

/* ----------------------------------------------------------------- positions */

/* Rules that play alike; how a board was dealt no longer matters. */
static bool same_rules(const struct holm_rules *rules, const struct holm_rules *other)
{
    struct holm_rules played = *rules;
    played.setup = other->setup;
    played.discs = other->discs;
    played.harbours = other->harbours;
    return !memcmp(&played, other, sizeof played);
}

/* The board of the batch that is like this one, or info.boards. */
static uint32_t same_board(const struct holm_envs *envs, const struct holm_board *other)
{
    uint32_t i = 0;
    for (; i < envs->info.boards; i++) {
        const struct holm_board *board = &envs->board[i];
        if (same_rules(&board->rules, &other->rules) &&
            !memcmp(&board->topology, &other->topology, sizeof other->topology) &&
            !memcmp(board->map.terrain, other->map.terrain, sizeof other->map.terrain) &&
            !memcmp(board->map.disc, other->map.disc, sizeof other->map.disc) &&
            !memcmp(board->corner_port, other->corner_port, sizeof other->corner_port))
            break;
    }
    return i;
}

/* Whether a seat is asked about an offer; without offers nobody could answer it. */
static bool is_offered(const struct holm_state *state, int seat)
{
    for (int other = 0; other < state->board->rules.players; other++)
        if (state->offer[other].open && holm_bit_in(state->offer[other].pending, seat))
            return true;
    return false;
}

int holm_envs_put(struct holm_envs *envs, uint32_t index, const struct holm_state *state, int seat)
{
    if (!envs || !state || !state->board)
        return HOLM_ENVS_E_NULL;
    if (index >= envs->config.games)
        return HOLM_ENVS_E_RANGE;
    const uint32_t board = same_board(envs, state->board);
    if (board == envs->info.boards || state->viewer != HOLM_EVERYBODY || holm_impossible(state))
        return HOLM_ENVS_E_POSITION;
    const int next = seat == HOLM_NONE ? holm_next(state) : seat;
    if (next != HOLM_NONE && (next >= envs->players || !holm_bit_in(holm_asked(state), next)))
        return HOLM_ENVS_E_SEAT;
    if (next != HOLM_NONE && !envs->offer_count && is_offered(state, next))
        return HOLM_ENVS_E_OFFERS;
    struct game *game = &envs->game[index];
    game->state = *state;
    game->state.board = &envs->board[board];
    game->board = board;
    game->steps = 0;
    game->half_kind = HOLM_NO_ACTION;
    game->offers = 0;
    points_note(envs, game);
    beliefs_start(envs, index);
    look_as(envs, index, next);
    return HOLM_OK;
}
