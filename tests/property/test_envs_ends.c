/* test_envs_ends.c: rewards sum up, and episodes end and begin as documented. */
#include "tests/often.h"
#include "tests/property/batch.h"

/* ------------------------------------------------------------------ rewards */

static void rewards_sum(const struct batch *batch, uint32_t game)
{
    const float *reward = batch->out.reward + (size_t)game * batch->info.players;
    float sum = 0, most = 0;
    for (uint32_t seat = 0; seat < batch->info.players; seat++) {
        sum += reward[seat];
        most = reward[seat] > most ? reward[seat] : most;
    }
    assert_true(sum > -1e-5f && sum < 1e-5f);
    assert_true(batch->out.terminated[game] ? most > 0.1f : most == 0);
    assert_false(batch->out.terminated[game] && batch->out.truncated[game]);
}

static void test_rewards(void **unused)
{
    int ends = 0;
    (void)unused;
    for (int i = 0; i < mode_count; i += 3) {
        static struct batch batch;
        batch_open(&batch, &modes[i], 2,
                   &(struct holm_envs_config){ .games = 8, .seed = 7, .auto_reset = true });
        for (int j = 0; j < often(20000, 500); j++) {
            batch_step(&batch);
            for (uint32_t game = 0; game < batch.config.games; game++) {
                rewards_sum(&batch, game);
                ends += batch.out.terminated[game];
            }
        }
        batch_close(&batch);
    }
    assert_true(ends > 0);
}

/* With a reward for points, what a seat gets in an episode is what it has at the end. */
static void test_point_rewards(void **unused)
{
    static struct batch batch;
    float sum[HOLM_SEATS] = { 0 };
    (void)unused;
    batch_open(&batch, base_mode(), 5,
               &(struct holm_envs_config){ .games = 1, .seed = 3, .point_reward = 0.5f });
    while (batch.out.seat[0] != HOLM_NONE) {
        batch_step(&batch);
        for (uint32_t seat = 0; seat < batch.info.players; seat++)
            sum[seat] += batch.out.reward[seat];
    }
    assert_true(batch.out.terminated[0]);
    const struct holm_state *state = holm_envs_state(batch.envs, 0);
    for (int seat = 0; seat < 4; seat++) {
        const float end = seat == state->winner ? 1.0f : -1.0f / 3;
        const float expected = 0.5f * (float)holm_points(state, seat) + end;
        assert_true(sum[seat] > expected - 1e-4f && sum[seat] < expected + 1e-4f);
    }
    batch_close(&batch);
}

/* --------------------------------------------------------------------- ends */

static void test_waits_for_reset(void **unused)
{
    static struct batch batch;
    (void)unused;
    batch_open(&batch, base_mode(), 5,
               &(struct holm_envs_config){ .games = 2, .seed = 3, .step_limit = 30 });
    for (int i = 0; i < 30; i++) {
        assert_false(batch.out.truncated[0]);
        batch_step(&batch);
    }
    assert_true(batch.out.truncated[0] && batch.out.truncated[1] && !batch.out.terminated[0]);
    assert_int_equal(batch.out.seat[0], HOLM_NONE);
    assert_int_equal(batch.out.legal_count[0], 0);
    batch.numbers[0] = 0;
    assert_int_equal(holm_envs_step(batch.envs, 0, 1, batch.numbers, &batch.out), HOLM_ENVS_E_OVER);
    assert_true(batch.out.refused[0]);
    assert_int_equal(holm_envs_reset(batch.envs, 0, 1, &batch.out), HOLM_OK);
    assert_int_equal(holm_envs_state(batch.envs, 0)->turns, 0);
    batch.numbers[0] = batch_any_legal(&batch, 0);
    assert_int_equal(holm_envs_step(batch.envs, 0, 1, batch.numbers, &batch.out), HOLM_OK);
    assert_false(batch.out.truncated[0] || batch.out.refused[0]);
    batch_close(&batch);
}

static void test_auto_reset(void **unused)
{
    static struct batch batch;
    int ends = 0;
    (void)unused;
    batch_open(
        &batch, base_mode(), 5,
        &(struct holm_envs_config){ .games = 3, .seed = 3, .step_limit = 50, .auto_reset = true });
    for (int i = 1; i <= 200; i++) {
        batch_step(&batch);
        for (uint32_t game = 0; game < 3; game++) {
            assert_int_equal(batch.out.truncated[game], i % 50 == 0);
            if (!batch.out.truncated[game])
                continue;
            ends++;
            assert_int_equal(holm_envs_state(batch.envs, game)->rounds, 0);
            assert_int_not_equal(batch.out.seat[game], HOLM_NONE);
        }
    }
    assert_int_equal(ends, 12);
    batch_close(&batch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rewards),
        cmocka_unit_test(test_point_rewards),
        cmocka_unit_test(test_waits_for_reset),
        cmocka_unit_test(test_auto_reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
