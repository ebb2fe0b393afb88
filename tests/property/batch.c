/* batch.c: batches of games for tests. */
#include "tests/property/batch.h"

static void *room(size_t bytes)
{
    void *memory = aligned_alloc(HOLM_ENVS_ALIGNMENT, (bytes + 63) / 64 * 64 + 64);
    assert_non_null(memory);
    memset(memory, 0xA5, (bytes + 63) / 64 * 64 + 64);
    return memory;
}

static void open_arrays(struct batch *batch)
{
    const size_t games = batch->config.games;
    const struct holm_envs_info *info = &batch->info;
    batch->out = (struct holm_envs_out){
        .observation = malloc(games * info->observation),
        .hidden = malloc(games * info->hidden),
        .mask = malloc(games * info->actions),
        .legal = malloc(games * info->legal_most * sizeof(uint16_t)),
        .legal_count = malloc(games * sizeof(uint16_t)),
        .action = malloc(games * info->action_most * sizeof(struct holm_action)),
        .action_count = malloc(games * sizeof(uint16_t)),
        .seat = malloc(games),
        .reward = malloc(games * info->players * sizeof(float)),
        .terminated = malloc(games),
        .truncated = malloc(games),
        .refused = calloc(games, 1),
    };
    batch->numbers = malloc(games * sizeof(uint16_t));
}

void batch_make(struct batch *batch, const struct holm_envs_config *config)
{
    batch->config = *config;
    assert_true(config->games <= GAMES_MOST);
    const int why = holm_envs_check(&batch->rules, &batch->map, config);
    if (why)
        fail_msg("%s: %s", batch->name, holm_envs_reason(why));
    const size_t bytes = holm_envs_bytes(&batch->rules, &batch->map, config);
    assert_true(bytes > 0);
    batch->memory = room(bytes);
    assert_int_equal(
        holm_envs_make(batch->memory, bytes, &batch->rules, &batch->map, config, &batch->envs),
        HOLM_OK);
    holm_envs_info(batch->envs, &batch->info);
    open_arrays(batch);
    batch->dice.state = config->seed;
    assert_int_equal(holm_envs_observe(batch->envs, 0, config->games, &batch->out), HOLM_OK);
}

void batch_open(struct batch *batch, const struct mode *mode, uint64_t seed,
                const struct holm_envs_config *config)
{
    memset(batch, 0, sizeof *batch);
    snprintf(batch->name, sizeof batch->name, "%s",
             mode_prepare(mode, seed, &batch->rules, &batch->map));
    batch->rules.turn_limit = 400;
    batch_make(batch, config);
}

void batch_close(struct batch *batch)
{
    void *const arrays[] = { batch->memory,      batch->out.observation,  batch->out.hidden,
                             batch->out.mask,    batch->out.legal,        batch->out.legal_count,
                             batch->out.action,  batch->out.action_count, batch->out.seat,
                             batch->out.reward,  batch->out.terminated,   batch->out.truncated,
                             batch->out.refused, batch->numbers };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
}

uint16_t batch_any_legal(struct batch *batch, uint32_t game)
{
    const unsigned count = batch->out.legal_count[game];
    if (!count)
        fail_msg("%s: game %u: nothing is legal", batch->name, game);
    return batch->out
        .legal[(size_t)game * batch->info.legal_most + dice_below(&batch->dice, count)];
}

void batch_choose(struct batch *batch)
{
    for (uint32_t i = 0; i < batch->config.games; i++)
        batch->numbers[i] = batch_any_legal(batch, i);
}

void batch_note_offer(struct batch *batch, uint32_t game, int kind)
{
    struct offers *offers = &batch->offers[game];
    const uint32_t turn = holm_envs_state(batch->envs, game)->turns;
    if (offers->turn != turn)
        *offers = (struct offers){ .turn = turn };
    offers->made += kind == HOLM_DO_OFFER;
    batch->offered += kind == HOLM_DO_OFFER;
    batch->concluded += kind == HOLM_DO_CONCLUDE;
}

void batch_forget_offers(struct batch *batch)
{
    for (uint32_t i = 0; i < batch->config.games; i++)
        if (batch->out.terminated[i] || batch->out.truncated[i])
            batch->offers[i] = (struct offers){ 0 };
}

void batch_step(struct batch *batch)
{
    struct holm_action action;
    batch_choose(batch);
    for (uint32_t i = 0; i < batch->config.games; i++) {
        holm_envs_action(batch->envs, i, batch->numbers[i], &action);
        batch_note_offer(batch, i, action.kind);
    }
    assert_int_equal(
        holm_envs_step(batch->envs, 0, batch->config.games, batch->numbers, &batch->out), HOLM_OK);
    batch_forget_offers(batch);
}

const struct mode *base_mode(void)
{
    return &modes[0];
}

const struct mode *mode_called(const char *name)
{
    for (int i = 0; i < mode_count; i++)
        if (!strcmp(modes[i].name, name))
            return &modes[i];
    fail_msg("no mode is called %s", name);
    return NULL;
}
