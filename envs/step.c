/* step.c: one step of each game of a range: what happens, what it is worth, and what is written. */
#include "envs/parts.h"

/* ------------------------------------------------------------------ rewards */

void points_note(const struct holm_envs *envs, struct game *game)
{
    if (envs->config.point_reward != 0)
        for (int seat = 0; seat < HOLM_SEATS; seat++)
            game->points[seat] = (uint8_t)holm_points(&game->state, seat);
}

static void reward_points(const struct holm_envs *envs, struct game *game, float *reward)
{
    for (int seat = 0; seat < envs->players; seat++) {
        const int points = holm_points(&game->state, seat);
        reward[seat] += envs->config.point_reward * (float)(points - game->points[seat]);
        game->points[seat] = (uint8_t)points;
    }
}

/* Winners share 1 and the others -1, so that a game sums to 0; who wins with all others wins nothing, as
 * nobody does while a game goes on. One store for each seat: a block of so few is slow to clear. */
static void reward_end(const struct holm_envs *envs, const struct holm_state *state, bool won,
                       float *reward)
{
    float share[2] = { 0, 0 }; /* of the others, and of winners */
    unsigned winners = 0;
    if (won) {
        winners = state->shared ? state->shared : holm_bit(state->winner);
        const int winning = holm_bits_count(winners), losing = envs->players - winning;
        share[0] = losing ? -1.0f / (float)losing : 0;
        share[1] = losing ? 1.0f / (float)winning : 0;
    }
    for (int seat = 0; seat < envs->players; seat++)
        reward[seat] = share[holm_bit_in(winners, seat)];
}

/* ------------------------------------------------------------------ writing */

/* Room for what a step finds out on its way. */
struct scratch {
    struct holm_list list;
    uint16_t numbers[LEGAL_MOST + 1];
    uint8_t mask[NUMBERS_MOST]; /* nobody reads it */
};

static void write_legal(const struct holm_envs *envs, uint32_t index, uint64_t *set,
                        struct scratch *scratch, const struct holm_envs_out *out)
{
    uint16_t *list =
        out->legal ? out->legal + (size_t)index * envs->info.legal_most : scratch->numbers;
    uint8_t *mask = scratch->mask;
    if (out->mask) {
        mask = out->mask + (size_t)index * envs->info.actions;
        memset(mask, 0, envs->info.actions);
    }
    const uint32_t count = find_legal(envs, &envs->game[index], &scratch->list, set, list, mask);
    if (out->legal_count)
        out->legal_count[index] = (uint16_t)count;
}

/* All that is written of a position but its legal actions. */
static void write_position(const struct holm_envs *envs, uint32_t index, struct scratch *scratch,
                           const struct holm_envs_out *out)
{
    const struct game *game = &envs->game[index];
    const int observer = game->seat == HOLM_NONE ? 0 : game->seat;
    if (out->seat)
        out->seat[index] = game->seat;
    if (out->observation)
        observe(envs, game, observer, out->observation + (size_t)index * envs->info.observation);
    if (out->hidden)
        observe_hidden(envs, game, observer, out->hidden + (size_t)index * envs->info.hidden);
    if (out->action) {
        struct holm_action *row = out->action + (size_t)index * envs->info.action_most;
        const int count = whole_actions(envs, index, &scratch->list, row);
        if (out->action_count)
            out->action_count[index] = (uint16_t)count;
    }
}

/* A position that has come about: who is asked, what is legal, and the row. */
static void look_and_write(struct holm_envs *envs, uint32_t index, struct scratch *scratch,
                           const struct holm_envs_out *out)
{
    envs->game[index].seat = (uint8_t)holm_next(&envs->game[index].state);
    write_legal(envs, index, legal_set(envs, index), scratch, out);
    write_position(envs, index, scratch, out);
}

void look_as(struct holm_envs *envs, uint32_t index, int seat)
{
    static const struct holm_envs_out nothing;
    struct scratch scratch;
    envs->game[index].seat = (uint8_t)seat;
    write_legal(envs, index, legal_set(envs, index), &scratch, &nothing);
}

void look_at(struct holm_envs *envs, uint32_t index)
{
    static const struct holm_envs_out nothing;
    struct scratch scratch;
    look_and_write(envs, index, &scratch, &nothing);
}

/* A position as it stands. */
static void write_again(const struct holm_envs *envs, uint32_t index, struct scratch *scratch,
                        const struct holm_envs_out *out)
{
    uint64_t set[NUMBERS_MOST / WORD_BITS];
    write_legal(envs, index, set, scratch, out);
    write_position(envs, index, scratch, out);
}

/* What came of a step. */
struct end {
    bool terminated, truncated;
};

static void write_end(uint32_t index, struct end end, const struct holm_envs_out *out)
{
    if (out->terminated)
        out->terminated[index] = end.terminated;
    if (out->truncated)
        out->truncated[index] = end.truncated;
}

/* Where a game's rewards are written; `room` where nobody wants them. */
static float *reward_row(const struct holm_envs *envs, uint32_t index, float *room,
                         const struct holm_envs_out *out)
{
    return out->reward ? out->reward + (size_t)index * envs->players : room;
}

/* No step was taken. */
static void clear_row(const struct holm_envs *envs, uint32_t index, const struct holm_envs_out *out)
{
    float room[HOLM_SEATS];
    memset(reward_row(envs, index, room, out), 0, envs->players * sizeof *room);
    write_end(index, (struct end){ 0 }, out);
}

/* -------------------------------------------------------------------- steps */

static void count_offer(struct game *game)
{
    if (game->offers_turn != game->state.turns)
        game->offers = 0;
    game->offers_turn = game->state.turns;
    game->offers++;
}

static struct end judge(const struct holm_envs *envs, const struct game *game)
{
    const bool over = holm_over(&game->state);
    const bool undecided = over && game->state.winner == HOLM_NONE;
    const uint32_t limit = envs->config.step_limit;
    return (struct end){ over && !undecided,
                         undecided || (!over && limit && game->steps >= limit) };
}

/* After an action, or half of one: rewards, the end or the next episode, and the row. */
static void complete(struct holm_envs *envs, uint32_t index, struct scratch *scratch,
                     const struct holm_envs_out *out)
{
    struct game *game = &envs->game[index];
    float room[HOLM_SEATS];
    float *reward = reward_row(envs, index, room, out);
    game->steps++;
    const struct end end = judge(envs, game);
    reward_end(envs, &game->state, end.terminated, reward);
    if (envs->config.point_reward != 0)
        reward_points(envs, game, reward);
    if (end.terminated || end.truncated) {
        if (envs->config.auto_reset)
            episode_begin(envs, index, game->next_episode);
        else if (!holm_over(&game->state))
            holm_stop(&game->state, HOLM_NONE, NULL);
    }
    write_end(index, end, out);
    look_and_write(envs, index, scratch, out);
}

static void apply(struct holm_envs *envs, uint32_t index, const struct holm_action *action,
                  struct holm_events *wanted)
{
    struct game *game = &envs->game[index];
    if (action->kind == HOLM_DO_OFFER)
        count_offer(game);
    game->half_kind = HOLM_NO_ACTION;
    if (!envs->belief) {
        holm_apply_listed(&game->state, action, &game->chance, wanted);
        return;
    }
    struct holm_events room, *events = wanted ? wanted : &room;
    holm_apply_listed(&game->state, action, &game->chance, events);
    beliefs_follow(envs, index, events);
}

/* Where what happens is written; nothing has happened yet. */
static struct holm_events *events_of(uint32_t index, const struct holm_envs_out *out)
{
    struct holm_events *events = out->events ? out->events + index : NULL;
    if (events)
        events->count = 0;
    return events;
}

static int step_number(struct holm_envs *envs, uint32_t index, uint32_t number,
                       struct holm_events *events)
{
    struct game *game = &envs->game[index];
    struct holm_action action;
    if (!is_legal(envs, index, number))
        return game->seat == HOLM_NONE ? HOLM_ENVS_E_OVER : HOLM_ENVS_E_NUMBER;
    action_of(envs, game, number, &action);
    if (envs->row[number].seat & ROW_FIRST_HALF) {
        game->half_kind = action.kind;
        game->half_place = action.place;
    } else {
        apply(envs, index, &action, events);
    }
    return HOLM_OK;
}

static int step_action(struct holm_envs *envs, uint32_t index, const struct holm_action *action,
                       struct holm_events *events)
{
    struct game *game = &envs->game[index];
    if (game->seat == HOLM_NONE)
        return HOLM_ENVS_E_OVER;
    if (action->seat != game->seat || action->kind >= HOLM_KINDS ||
        envs->code[action->kind].form == CODE_ABSENT)
        return HOLM_ENVS_E_NUMBER;
    if (action->kind == HOLM_DO_OFFER) {
        uint32_t number;
        const int error = holm_envs_number(envs, index, action, &number);
        if (error || !is_legal(envs, index, number))
            return HOLM_ENVS_E_NUMBER;
    }
    const int error = holm_check(&game->state, action);
    if (!error)
        apply(envs, index, action, events);
    return error;
}

/* What follows a step that was taken, or refused. */
static void settle(struct holm_envs *envs, uint32_t index, int error, struct scratch *scratch,
                   const struct holm_envs_out *out)
{
    if (out->refused)
        out->refused[index] = error != HOLM_OK;
    if (!error) {
        complete(envs, index, scratch, out);
        return;
    }
    clear_row(envs, index, out);
    write_again(envs, index, scratch, out);
}

int holm_envs_step(struct holm_envs *envs, uint32_t begin, uint32_t end, const uint16_t *numbers,
                   const struct holm_envs_out *out)
{
    struct scratch scratch;
    int first = HOLM_OK;
    if (!envs || !numbers || !out)
        return HOLM_ENVS_E_NULL;
    if (!is_range(envs, begin, end))
        return HOLM_ENVS_E_RANGE;
    for (uint32_t i = begin; i < end; i++) {
        const int error = step_number(envs, i, numbers[i], events_of(i, out));
        settle(envs, i, error, &scratch, out);
        first = first ? first : error;
    }
    return first;
}

int holm_envs_act(struct holm_envs *envs, uint32_t begin, uint32_t end,
                  const struct holm_action *actions, const struct holm_envs_out *out)
{
    struct scratch scratch;
    int first = HOLM_OK;
    if (!envs || !actions || !out)
        return HOLM_ENVS_E_NULL;
    if (!is_range(envs, begin, end))
        return HOLM_ENVS_E_RANGE;
    for (uint32_t i = begin; i < end; i++) {
        const int error = step_action(envs, i, &actions[i], events_of(i, out));
        settle(envs, i, error, &scratch, out);
        first = first ? first : error;
    }
    return first;
}

int holm_envs_observe(const struct holm_envs *envs, uint32_t begin, uint32_t end,
                      const struct holm_envs_out *out)
{
    struct scratch scratch;
    if (!envs || !out)
        return HOLM_ENVS_E_NULL;
    if (!is_range(envs, begin, end))
        return HOLM_ENVS_E_RANGE;
    for (uint32_t i = begin; i < end; i++) {
        clear_row(envs, i, out);
        write_again(envs, i, &scratch, out);
    }
    return HOLM_OK;
}

int holm_envs_reset(struct holm_envs *envs, uint32_t begin, uint32_t end,
                    const struct holm_envs_out *out)
{
    if (!envs || !out)
        return HOLM_ENVS_E_NULL;
    if (!is_range(envs, begin, end))
        return HOLM_ENVS_E_RANGE;
    for (uint32_t i = begin; i < end; i++) {
        episode_begin(envs, i, envs->game[i].next_episode);
        look_at(envs, i);
    }
    return holm_envs_observe(envs, begin, end, out);
}

int holm_envs_observe_seat(const struct holm_envs *envs, uint32_t game, int seat, uint8_t *row)
{
    if (!envs || !row)
        return HOLM_ENVS_E_NULL;
    if (game >= envs->config.games)
        return HOLM_ENVS_E_RANGE;
    if (seat < 0 || seat >= envs->players)
        return HOLM_ENVS_E_SEAT;
    observe(envs, &envs->game[game], seat, row);
    return HOLM_OK;
}

/* An action whose outcomes are said. */
static int apply_dictated(struct holm_envs *envs, uint32_t index, uint32_t number,
                          const uint8_t *outcomes, uint32_t count, struct holm_events *wanted)
{
    struct game *game = &envs->game[index];
    struct holm_action action;
    struct holm_events room, *events = wanted ? wanted : &room;
    action_of(envs, game, number, &action);
    holm_chance_dictate(&game->chance, outcomes, (int)(count < UINT16_MAX ? count : UINT16_MAX));
    const int error = holm_apply(&game->state, &action, &game->chance, events);
    if (error)
        return error;
    game->half_kind = HOLM_NO_ACTION;
    if (action.kind == HOLM_DO_OFFER)
        count_offer(game);
    if (envs->belief)
        beliefs_follow(envs, index, events);
    return HOLM_OK;
}

int holm_envs_step_dictated(struct holm_envs *envs, uint32_t index, uint16_t number,
                            const uint8_t *outcomes, uint32_t count, uint8_t wanted[HOLM_OUTCOMES],
                            const struct holm_envs_out *out)
{
    struct scratch scratch;
    if (!envs || !out || (count && !outcomes))
        return HOLM_ENVS_E_NULL;
    if (index >= envs->config.games)
        return HOLM_ENVS_E_RANGE;
    uint8_t *const weights = envs->game[index].chance.wanted;
    struct holm_events *const events = events_of(index, out);
    int error;
    memset(weights, 0, HOLM_OUTCOMES);
    if (!is_legal(envs, index, number))
        error = step_number(envs, index, number, events);
    else if (envs->row[number].seat & ROW_FIRST_HALF)
        error = count ? HOLM_E_OUTCOME : step_number(envs, index, number, events);
    else
        error = apply_dictated(envs, index, number, outcomes, count, events);
    if (error && wanted)
        memcpy(wanted, weights, HOLM_OUTCOMES);
    settle(envs, index, error, &scratch, out);
    return error;
}
