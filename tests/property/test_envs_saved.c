/* test_envs_saved.c: chance by seeds and by dictation, and games that are saved, loaded and cloned. */
#include "tests/often.h"
#include "tests/property/batch.h"

/* ------------------------------------------------------------------- chance */

/* Steps of one game by the first legal action: what differs then is chance. */
static void play_first(struct batch *batch, uint32_t game, int steps)
{
    for (int i = 0; i < steps; i++) {
        batch->numbers[game] = batch->out.legal[(size_t)game * batch->info.legal_most];
        assert_int_equal(holm_envs_step(batch->envs, game, game + 1, batch->numbers, &batch->out),
                         HOLM_OK);
    }
}

/* One board, and always the first legal action: games, episodes and seeds differ by chance alone. Every
 * stream is another one, and repeats itself. */
static void test_seeds(void **unused)
{
    enum {
        SEEDS = 2,
        EPISODES_OF_EACH = 2,
        GAMES = 16,
        STREAMS = SEEDS * EPISODES_OF_EACH * GAMES
    };
    static struct batch batch;
    static uint64_t last[2][STREAMS];
    (void)unused;
    for (int run = 0; run < 2; run++) {
        uint64_t *next = last[run];
        for (uint64_t seed = 11; seed < 11 + SEEDS; seed++) {
            memset(&batch, 0, sizeof batch);
            mode_prepare(base_mode(), 5, &batch.rules, &batch.map);
            batch.rules.setup = HOLM_SETUP_FIXED;
            batch_make(&batch, &(struct holm_envs_config){ .games = GAMES, .seed = seed });
            assert_int_equal(batch.info.boards, 1);
            for (int episode = 0; episode < EPISODES_OF_EACH; episode++) {
                for (uint32_t game = 0; game < GAMES; game++) {
                    play_first(&batch, game, 90);
                    *next++ = holm_hash(holm_envs_state(batch.envs, game));
                }
                holm_envs_reset(batch.envs, 0, GAMES, &batch.out);
            }
            batch_close(&batch);
        }
    }
    assert_memory_equal(last[0], last[1], sizeof last[0]);
    for (int i = 0; i < STREAMS; i++)
        for (int j = 0; j < i; j++)
            assert_true(last[0][i] != last[0][j]);
}

/* By always taking the first legal action, games of one batch differ by chance alone. */
static void test_streams_differ(void **unused)
{
    static struct batch batch;
    (void)unused;
    batch_open(&batch, base_mode(), 5, &(struct holm_envs_config){ .games = 8, .seed = 0 });
    for (int i = 0; i < 40; i++) {
        for (uint32_t game = 0; game < 8; game++)
            batch.numbers[game] = batch.out.legal[game * batch.info.legal_most];
        holm_envs_step(batch.envs, 0, 8, batch.numbers, &batch.out);
    }
    for (uint32_t game = 1; game < 8; game++)
        assert_true(holm_hash(holm_envs_state(batch.envs, game)) !=
                    holm_hash(holm_envs_state(batch.envs, 0)));
    batch_close(&batch);
}

static uint32_t legal_of_kind(const struct batch *batch, uint32_t game, int kind)
{
    struct holm_action action;
    for (int i = 0; i < batch->out.legal_count[game]; i++) {
        const uint32_t number = batch->out.legal[(size_t)game * batch->info.legal_most + (size_t)i];
        holm_envs_action(batch->envs, game, number, &action);
        if (action.kind == kind)
            return number;
    }
    return UINT32_MAX;
}

static void test_dictated(void **unused)
{
    static struct batch batch;
    static const uint8_t dice[] = { 2, 3, 0 };
    uint8_t wanted[HOLM_OUTCOMES];
    (void)unused;
    batch_open(&batch, base_mode(), 5, &(struct holm_envs_config){ .games = 2, .seed = 2 });
    while (holm_step(holm_envs_state(batch.envs, 0))->kind != HOLM_STEP_ROLL)
        batch_step(&batch);
    const uint16_t roll = (uint16_t)legal_of_kind(&batch, 0, HOLM_DO_ROLL);
    struct holm_state before = *holm_envs_state(batch.envs, 0);
    for (uint32_t count = 0; count < 2; count++) {
        assert_int_equal(
            holm_envs_step_dictated(batch.envs, 0, roll, dice, count, wanted, &batch.out),
            HOLM_E_OUTCOME);
        for (int face = 0; face < 6; face++)
            assert_int_equal(wanted[face], 1);
        assert_int_equal(wanted[6], 0);
        assert_memory_equal(&before, holm_envs_state(batch.envs, 0), sizeof before);
    }
    assert_int_equal(holm_envs_step_dictated(batch.envs, 0, roll, dice, 3, wanted, &batch.out),
                     HOLM_E_OUTCOME);
    assert_int_equal(holm_envs_step_dictated(batch.envs, 0, roll, dice, 2, wanted, &batch.out),
                     HOLM_OK);
    assert_int_equal(holm_envs_state(batch.envs, 0)->dice[0], 3);
    assert_int_equal(holm_envs_state(batch.envs, 0)->dice[1], 4);
    batch_close(&batch);
}

/* ------------------------------------------------------- saved and repeated */

enum { REPLAYED = 40 };

static void play_and_note(struct batch *batch, uint64_t *notes)
{
    for (int i = 0; i < REPLAYED; i++) {
        batch_step(batch);
        notes[i] = batch->out.legal_count[0] + 1000u * batch->out.seat[0] +
                   100000u * holm_hash(holm_envs_state(batch->envs, 0));
    }
}

static void test_save_load_replay(void **unused)
{
    (void)unused;
    for (int i = 0; i < mode_count; i += 2) {
        static struct batch batch;
        uint64_t once[REPLAYED], again[REPLAYED];
        batch_open(&batch, &modes[i], 4,
                   &(struct holm_envs_config){ .games = 1,
                                               .seed = 5,
                                               .beliefs = i % 4 == 0,
                                               .step_limit = 333,
                                               .auto_reset = true,
                                               .offers = 2 });
        uint8_t *saved = malloc(batch.info.save_bytes);
        for (int round = 0; round < often(100, 12); round++) {
            assert_int_equal(holm_envs_save(batch.envs, 0, saved), HOLM_OK);
            const struct dice dice = batch.dice;
            play_and_note(&batch, once);
            const int error = holm_envs_load(batch.envs, 0, saved, batch.info.save_bytes);
            if (error)
                fail_msg("%s: %s", batch.name, holm_envs_reason(error));
            holm_envs_observe(batch.envs, 0, 1, &batch.out);
            batch.dice = dice;
            play_and_note(&batch, again);
            assert_memory_equal(once, again, sizeof once);
        }
        free(saved);
        batch_close(&batch);
    }
}

enum { EPISODE = 90 }; /* steps of one */

/* How an episode looks before its last step, by which the next one begins. */
static uint64_t play_to_end(struct batch *batch, uint32_t game, int steps)
{
    play_first(batch, game, steps - 1);
    const uint64_t hash = holm_hash(holm_envs_state(batch->envs, game));
    play_first(batch, game, 1);
    assert_true(batch->out.truncated[game]);
    return hash;
}

/* A game that is loaded ends as it would have. Under its own number it goes on to the same episodes;
 * under another one to those that this one has not had yet. */
static void test_load_past_the_end(void **unused)
{
    enum { SAVED_AT = 20, EPISODES = 4 };
    static struct batch batch;
    const struct holm_envs_config config = {
        .games = 2, .seed = 5, .boards = 1, .step_limit = EPISODE, .auto_reset = true
    };
    uint64_t whole[2][EPISODES];
    (void)unused;
    batch_open(&batch, base_mode(), 4, &config);
    for (uint32_t game = 0; game < 2; game++)
        for (int i = 0; i < EPISODES; i++)
            whole[game][i] = play_to_end(&batch, game, EPISODE);
    batch_close(&batch);

    batch_open(&batch, base_mode(), 4, &config);
    uint8_t *saved = malloc(batch.info.save_bytes);
    play_first(&batch, 0, SAVED_AT);
    assert_int_equal(holm_envs_save(batch.envs, 0, saved), HOLM_OK);
    assert_true(play_to_end(&batch, 0, EPISODE - SAVED_AT) == whole[0][0]);
    for (int i = 0; i < 2; i++)
        assert_true(play_to_end(&batch, 1, EPISODE) == whole[1][i]);
    for (uint32_t game = 0; game < 2; game++) {
        assert_int_equal(holm_envs_load(batch.envs, game, saved, batch.info.save_bytes), HOLM_OK);
        assert_int_equal(holm_envs_observe(batch.envs, game, game + 1, &batch.out), HOLM_OK);
        assert_true(play_to_end(&batch, game, EPISODE - SAVED_AT) == whole[0][0]);
    }
    assert_true(play_to_end(&batch, 0, EPISODE) == whole[0][1]);
    assert_true(play_to_end(&batch, 1, EPISODE) == whole[1][3]); /* 2 had begun */
    assert_true(whole[1][3] != whole[1][1]);
    free(saved);
    batch_close(&batch);
}

/* Bytes that are not a saved game of this batch are refused, and nothing changes. */
static void test_load_refuses(void **unused)
{
    static struct batch batch, other;
    (void)unused;
    batch_open(&batch, base_mode(), 4, &(struct holm_envs_config){ .games = 1, .seed = 5 });
    batch_open(&other, base_mode(), 4, &(struct holm_envs_config){ .games = 1, .seed = 6 });
    for (int i = 0; i < 40; i++)
        batch_step(&batch);
    const size_t bytes = batch.info.save_bytes;
    uint8_t *saved = malloc(bytes);
    holm_envs_save(batch.envs, 0, saved);
    assert_int_equal(holm_envs_load(other.envs, 0, saved, bytes), HOLM_ENVS_E_SAVED);
    assert_int_equal(holm_envs_load(batch.envs, 0, saved, bytes - 1), HOLM_ENVS_E_SAVED);
    const struct holm_state before = *holm_envs_state(batch.envs, 0);
    for (size_t i = 0; i < bytes; i++) {
        saved[i] ^= 1;
        assert_int_equal(holm_envs_load(batch.envs, 0, saved, bytes), HOLM_ENVS_E_SAVED);
        saved[i] ^= 1;
    }
    assert_memory_equal(&before, holm_envs_state(batch.envs, 0), sizeof before);
    assert_int_equal(holm_envs_load(batch.envs, 0, saved, bytes), HOLM_OK);
    free(saved);
    batch_close(&batch);
    batch_close(&other);
}

static void test_clone(void **unused)
{
    static struct batch batch;
    (void)unused;
    batch_open(&batch, mode_called("knights, 4 players"), 4,
               &(struct holm_envs_config){ .games = 2, .seed = 5, .auto_reset = true });
    for (int i = 0; i < 300; i++) {
        batch_step(&batch);
        if (i % 20 == 0)
            assert_int_equal(holm_envs_clone(batch.envs, 0, 1), HOLM_OK);
        holm_envs_observe(batch.envs, 0, 2, &batch.out);
        if (i % 20 == 0) {
            batch_choose(&batch);
            batch.numbers[1] = batch.numbers[0];
            holm_envs_step(batch.envs, 0, 2, batch.numbers, &batch.out);
            assert_memory_equal(holm_envs_state(batch.envs, 0), holm_envs_state(batch.envs, 1),
                                sizeof(struct holm_state));
        }
    }
    batch_close(&batch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_streams_differ),
        cmocka_unit_test(test_dictated),
        cmocka_unit_test(test_save_load_replay),
        cmocka_unit_test(test_load_past_the_end),
        cmocka_unit_test(test_load_refuses),
        cmocka_unit_test(test_clone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
