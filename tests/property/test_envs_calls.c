/* test_envs_calls.c: threads and ranges change nothing, bad arguments are refused, and the graph and
 * floats fit the board. */
#include <pthread.h>

#include "tests/property/batch.h"

/* ------------------------------------------------------------------ threads */

struct share {
    struct batch *batch;
    uint32_t begin, end;
};

static void *step_share(void *argument)
{
    const struct share *share = argument;
    const int error = holm_envs_step(share->batch->envs, share->begin, share->end,
                                     share->batch->numbers, &share->batch->out);
    return error ? argument : NULL;
}

static void step_with_threads(struct batch *batch, uint32_t threads)
{
    pthread_t thread[4];
    struct share shares[4];
    const uint32_t games = batch->config.games;
    for (uint32_t i = 0; i < threads; i++) {
        shares[i] = (struct share){ batch, games * i / threads, games * (i + 1) / threads };
        assert_int_equal(pthread_create(&thread[i], NULL, step_share, &shares[i]), 0);
    }
    for (uint32_t i = 0; i < threads; i++) {
        void *failed;
        pthread_join(thread[i], &failed);
        assert_null(failed);
    }
}

static void test_threads(void **unused)
{
    static struct batch one, many;
    const struct holm_envs_config config = {
        .games = 37, .seed = 5, .auto_reset = true, .step_limit = 90
    };
    (void)unused;
    batch_open(&one, mode_called("knights, 4 players"), 4, &config);
    batch_open(&many, mode_called("knights, 4 players"), 4, &config);
    for (int i = 0; i < 300; i++) {
        batch_step(&one);
        memcpy(many.numbers, one.numbers, config.games * sizeof *one.numbers);
        step_with_threads(&many, 3);
        const size_t games = config.games;
        assert_memory_equal(one.out.observation, many.out.observation,
                            games * one.info.observation);
        assert_memory_equal(one.out.hidden, many.out.hidden, games * one.info.hidden);
        assert_memory_equal(one.out.mask, many.out.mask, games * one.info.actions);
        assert_memory_equal(one.out.seat, many.out.seat, games);
        assert_memory_equal(one.out.reward, many.out.reward,
                            games * one.info.players * sizeof(float));
        assert_memory_equal(one.out.truncated, many.out.truncated, games);
        assert_memory_equal(one.out.terminated, many.out.terminated, games);
    }
    batch_close(&one);
    batch_close(&many);
}

/* A range writes its own rows and no others. */
static void test_ranges(void **unused)
{
    static struct batch batch;
    (void)unused;
    batch_open(&batch, base_mode(), 4, &(struct holm_envs_config){ .games = 5, .seed = 5 });
    batch_choose(&batch);
    const size_t bytes = batch.info.observation;
    memset(batch.out.observation, 0xEE, 5 * bytes);
    memset(batch.out.mask, 0xEE, 5 * batch.info.actions);
    assert_int_equal(holm_envs_step(batch.envs, 2, 3, batch.numbers, &batch.out), HOLM_OK);
    for (size_t i = 0; i < 5 * bytes; i++)
        assert_true((batch.out.observation[i] == 0xEE) == (i / bytes != 2));
    for (size_t i = 0; i < 5 * batch.info.actions; i++)
        assert_true((batch.out.mask[i] == 0xEE) == (i / batch.info.actions != 2));
    batch_close(&batch);
}

/* ----------------------------------------------------------------- refusals */

static void test_refusals(void **unused)
{
    static struct batch batch;
    struct holm_envs_config config = { .games = 2, .seed = 1 };
    uint32_t number;
    struct holm_action action;
    (void)unused;
    batch_open(&batch, base_mode(), 1, &config);
    struct holm_envs *envs = batch.envs;
    const struct holm_envs_out *out = &batch.out;
    batch_choose(&batch);
    const uint16_t good = batch.numbers[1];
    batch.numbers[1] = UINT16_MAX;
    assert_int_equal(holm_envs_step(envs, 0, 2, batch.numbers, out), HOLM_ENVS_E_NUMBER);
    assert_true(batch.out.refused[1] && !batch.out.refused[0]);
    assert_int_equal(batch.out.seat[1], holm_next(holm_envs_state(envs, 1)));
    batch.numbers[1] = good;
    assert_int_equal(holm_envs_step(envs, 1, 2, batch.numbers, out), HOLM_OK);
    assert_int_equal(holm_envs_step(envs, 0, 3, batch.numbers, out), HOLM_ENVS_E_RANGE);
    assert_int_equal(holm_envs_step(envs, 2, 1, batch.numbers, out), HOLM_ENVS_E_RANGE);
    assert_int_equal(holm_envs_step(envs, 0, 2, NULL, out), HOLM_ENVS_E_NULL);
    assert_int_equal(holm_envs_observe(envs, 0, 3, out), HOLM_ENVS_E_RANGE);
    assert_int_equal(holm_envs_reset(envs, 0, 3, out), HOLM_ENVS_E_RANGE);
    assert_int_equal(holm_envs_observe_seat(envs, 0, 4, batch.out.observation), HOLM_ENVS_E_SEAT);
    assert_int_equal(holm_envs_clone(envs, 0, 2), HOLM_ENVS_E_RANGE);
    assert_int_equal(holm_envs_determinize(envs, 0, 1, -1, 0), HOLM_ENVS_E_SEAT);
    assert_int_equal(holm_envs_action(envs, 0, batch.info.actions, &action), HOLM_ENVS_E_NUMBER);
    memset(&action, 0xFF, sizeof action);
    assert_int_equal(holm_envs_number(envs, 0, &action, &number), HOLM_ENVS_E_NUMBER);
    assert_null(holm_envs_state(envs, 2));

    assert_int_equal(holm_envs_make(batch.memory, 100, &batch.rules, &batch.map, &config, &envs),
                     HOLM_ENVS_E_MEMORY);
    assert_int_equal(holm_envs_make((char *)batch.memory + 8, 1u << 30, &batch.rules, &batch.map,
                                    &config, &envs),
                     HOLM_ENVS_E_MEMORY);
    config.games = 0;
    assert_int_equal(holm_envs_check(&batch.rules, &batch.map, &config), HOLM_ENVS_E_GAMES);
    assert_int_equal(holm_envs_bytes(&batch.rules, &batch.map, &config), 0);
    config.games = 1;
    config.boards = HOLM_ENVS_BOARDS_MOST + 1;
    assert_int_equal(holm_envs_check(&batch.rules, &batch.map, &config), HOLM_ENVS_E_BOARDS);
    config.boards = 0;
    config.point_reward = 1e30f;
    assert_int_equal(holm_envs_check(&batch.rules, &batch.map, &config), HOLM_ENVS_E_REWARD);
    config.point_reward = 0;
    batch.rules.players = 9;
    assert_true(holm_envs_check(&batch.rules, &batch.map, &config) > 0);
    for (int error = -20; error < HOLM_ERRORS + 3; error++)
        assert_true(strlen(holm_envs_reason(error)) > 0 || error == HOLM_OK);
    batch_close(&batch);
}

/* ------------------------------------------------------------ graph, floats */

static void test_graph(void **unused)
{
    static struct batch batch;
    int16_t hex_corners[HOLM_HEXES * 6], corner_hexes[HOLM_CORNERS * 3];
    (void)unused;
    batch_open(&batch, base_mode(), 1, &(struct holm_envs_config){ .games = 1, .seed = 1 });
    holm_envs_graph(batch.envs, &(struct holm_envs_graph){ .hex_corners = hex_corners,
                                                           .corner_hexes = corner_hexes });
    int pairs = 0;
    for (uint32_t hex = 0; hex < batch.info.hexes; hex++)
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 3; j++)
                pairs += corner_hexes[3 * hex_corners[6 * hex + (uint32_t)i] + j] == (int)hex;
    assert_int_equal(pairs, 6 * batch.info.hexes);

    float *floats = malloc(batch.info.observation * sizeof *floats);
    holm_envs_floats(batch.envs, batch.out.observation, 1, floats);
    for (uint32_t i = 0; i < batch.info.observation; i++)
        assert_true(floats[i] >= 0 && floats[i] <= 1 &&
                    (floats[i] > 0) == (batch.out.observation[i] > 0));
    free(floats);
    batch_close(&batch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
