/* test_envs_twins.c: in every mode a twin, in which all that is hidden was dealt anew, gives the same
 * observation, and can be played on. */
#include "tests/often.h"
#include "tests/property/batch.h"

/* A game that a seat cannot tell from the real one looks the same to it, byte for byte. */
static void compare_twin(struct batch *batch, int seat, uint64_t random)
{
    const size_t bytes = batch->info.observation;
    uint8_t *real = malloc(bytes), *twin = malloc(bytes);
    assert_int_equal(holm_envs_determinize(batch->envs, 0, 1, seat, random), HOLM_OK);
    assert_int_equal(holm_envs_observe_seat(batch->envs, 0, seat, real), HOLM_OK);
    assert_int_equal(holm_envs_observe_seat(batch->envs, 1, seat, twin), HOLM_OK);
    const struct holm_envs_block *blocks = holm_envs_blocks(batch->envs);
    for (uint32_t i = 0; i < batch->info.blocks; i++)
        if (memcmp(real + blocks[i].offset, twin + blocks[i].offset, blocks[i].count))
            fail_msg("%s: seat %d is shown %s", batch->name, seat, blocks[i].name);
    if (seat == batch->out.seat[0]) {
        holm_envs_observe(batch->envs, 1, 2, &batch->out);
        assert_memory_equal(batch->out.mask, batch->out.mask + batch->info.actions,
                            batch->info.actions);
    }
    free(real);
    free(twin);
}

static void test_twins(void **unused)
{
    const int steps = often(4000, 160);
    int differ = 0;
    (void)unused;
    for (int i = 0; i < mode_count; i++) {
        static struct batch batch;
        batch_open(&batch, &modes[i], (uint64_t)i + 1,
                   &(struct holm_envs_config){ .games = 2,
                                               .seed = (uint64_t)i,
                                               .auto_reset = true,
                                               .offers = i % 2 ? 3 : 0,
                                               .beliefs = i % 3 == 1 });
        for (int j = 0; j < steps; j++) {
            for (int seat = 0; seat < (int)batch.info.players; seat++) {
                compare_twin(&batch, seat, (uint64_t)j);
                differ += memcmp(holm_envs_state(batch.envs, 0), holm_envs_state(batch.envs, 1),
                                 sizeof(struct holm_state)) != 0;
            }
            holm_envs_observe(batch.envs, 0, 2, &batch.out);
            batch_step(&batch);
        }
        batch_close(&batch);
    }
    assert_true(differ > 1000); /* twins that are the same game would prove nothing */
}

/* Somebody who is asked for a commodity holds one, in every world (CK-TRA-HARBOR). */
static void test_twins_can_go_on(void **unused)
{
    static struct batch batch;
    int found = 0;
    (void)unused;
    batch_open(&batch, mode_called("knights, 4 players, 2015, rich"), 1,
               &(struct holm_envs_config){ .games = 2, .seed = 1, .auto_reset = true });
    for (int i = 0; i < 100000 && found < 3; i++) {
        batch.numbers[0] = batch_any_legal(&batch, 0);
        assert_int_equal(holm_envs_step(batch.envs, 0, 1, batch.numbers, &batch.out), HOLM_OK);
        if (holm_step(holm_envs_state(batch.envs, 0))->kind != HOLM_STEP_HARBOR)
            continue;
        found++;
        for (int seat = 0; seat < (int)batch.info.players; seat++)
            for (uint64_t random = 0; random < 30; random++) {
                compare_twin(&batch, seat, random);
                holm_envs_observe(batch.envs, 1, 2, &batch.out);
                assert_true(batch.out.legal_count[1] > 0);
            }
    }
    assert_int_equal(found, 3);
    batch_close(&batch);
}

/* A critic sees what differs. */
static void test_hidden(void **unused)
{
    static struct batch batch;
    int differ = 0;
    (void)unused;
    batch_open(&batch, base_mode(), 1,
               &(struct holm_envs_config){ .games = 2, .seed = 4, .auto_reset = true });
    for (int i = 0; i < 300; i++) {
        holm_envs_determinize(batch.envs, 0, 1, batch.out.seat[0], (uint64_t)i);
        holm_envs_observe(batch.envs, 0, 2, &batch.out);
        differ +=
            memcmp(batch.out.hidden, batch.out.hidden + batch.info.hidden, batch.info.hidden) != 0;
        batch_step(&batch);
    }
    assert_true(differ > 50);
    batch_close(&batch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twins),
        cmocka_unit_test(test_twins_can_go_on),
        cmocka_unit_test(test_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
