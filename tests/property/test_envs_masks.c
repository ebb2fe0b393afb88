/* test_envs_masks.c: in every mode the mask is the list, and numbers of actions stay what they are. */
#include "tests/often.h"
#include "tests/property/batch.h"

static bool is_half(const struct holm_action *action)
{
    return holm_kind_info[action->kind].fields & (HOLM_F_TO | HOLM_F_TO_EDGE);
}

/* How many numbers a list makes, each of which is legal and means the same action. */
static int numbers_of_list(struct batch *batch, uint32_t game, const struct holm_list *list)
{
    const uint8_t *mask = batch->out.mask + (size_t)game * batch->info.actions;
    uint8_t *seen = calloc(batch->info.actions, 1);
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        uint32_t number;
        const int error = holm_envs_number(batch->envs, game, &list->at[i], &number);
        if (error == HOLM_ENVS_E_NUMBER && batch->out.action_count[game] < list->count)
            continue; /* half a move has been made, and this is another one */
        if (error || !mask[number])
            fail_msg("%s: game %u: a listed %s is not legal", batch->name, game,
                     holm_kind_info[list->at[i].kind].name);
        count += !seen[number];
        seen[number] = 1;
    }
    free(seen);
    return count;
}

/* Offers of the menu that the gate lets through, where one more may be made in this turn. */
static int offers_allowed(struct batch *batch, uint32_t game)
{
    const struct holm_state *state = holm_envs_state(batch->envs, game);
    const struct holm_envs_action_block *block = holm_envs_action_blocks(batch->envs);
    const struct offers *offers = &batch->offers[game];
    struct holm_action action;
    uint32_t blocks = batch->info.action_blocks;
    int count = 0;
    while (blocks && block->kind != HOLM_DO_OFFER)
        block++, blocks--;
    if (!blocks || (offers->turn == state->turns && offers->made >= batch->config.offers))
        return 0;
    for (uint32_t i = 0; i < block->count; i++) {
        assert_int_equal(holm_envs_action(batch->envs, game, block->offset + i, &action), HOLM_OK);
        bool same = false; /* like for like is not on the menu, whatever the rules say */
        for (int card = 0; card < HOLM_CARDS; card++)
            same |= action.give.n[card] && action.take.n[card];
        count += !same && !holm_check(state, &action);
    }
    return count;
}

/* Offers of the menu that are legal, each checked by the gate. */
static int offers_in_mask(struct batch *batch, uint32_t game)
{
    const struct holm_state *state = holm_envs_state(batch->envs, game);
    const uint16_t *legal = batch->out.legal + (size_t)game * batch->info.legal_most;
    int count = 0;
    for (int i = 0; i < batch->out.legal_count[game]; i++) {
        struct holm_action action;
        assert_int_equal(holm_envs_action(batch->envs, game, legal[i], &action), HOLM_OK);
        if (!is_half(&action) && holm_check(state, &action))
            fail_msg("%s: game %u: %s is in the mask and not allowed", batch->name, game,
                     holm_kind_info[action.kind].name);
        count += action.kind == HOLM_DO_OFFER;
    }
    return count;
}

static void packed_is_mask(struct batch *batch, uint32_t game)
{
    const uint8_t *mask = batch->out.mask + (size_t)game * batch->info.actions;
    const uint16_t *legal = batch->out.legal + (size_t)game * batch->info.legal_most;
    uint8_t *packed = calloc(batch->info.actions, 1);
    assert_true(batch->out.legal_count[game] <= batch->info.legal_most);
    for (int i = 0; i < batch->out.legal_count[game]; i++) {
        assert_int_equal(packed[legal[i]], 0);
        packed[legal[i]] = 1;
    }
    assert_memory_equal(mask, packed, batch->info.actions);
    free(packed);
}

/* What the seat that is asked sees is listed, no more and no less. */
static void mask_is_list(struct batch *batch, uint32_t game)
{
    static struct holm_view view;
    static struct holm_list list;
    const struct holm_state *state = holm_envs_state(batch->envs, game);
    const int seat = batch->out.seat[game];
    assert_int_equal(seat, holm_next(state));
    holm_view(state, seat, &view);
    holm_legal(&view.seen, seat, &list);
    packed_is_mask(batch, game);
    const int listed = numbers_of_list(batch, game, &list);
    const int offers = offers_in_mask(batch, game);
    const bool half = batch->out.action_count[game] < list.count;
    if (!half && offers != offers_allowed(batch, game))
        fail_msg("%s: game %u: %d offers are legal, %d are allowed", batch->name, game, offers,
                 offers_allowed(batch, game));
    if (listed + offers != batch->out.legal_count[game])
        fail_msg("%s: game %u: %d numbers are listed, %d are legal", batch->name, game, listed,
                 batch->out.legal_count[game]);
}

static void values_in_bounds(const struct batch *batch, uint32_t game)
{
    const uint8_t *row = batch->out.observation + (size_t)game * batch->info.observation;
    const struct holm_envs_block *blocks = holm_envs_blocks(batch->envs);
    for (uint32_t i = 0; i < batch->info.blocks; i++)
        for (uint32_t j = 0; j < blocks[i].count; j++)
            if (row[blocks[i].offset + j] > blocks[i].maximum)
                fail_msg("%s: %s is %d", batch->name, blocks[i].name, row[blocks[i].offset + j]);
}

static void test_masks(void **unused)
{
    const struct holm_envs_config config = { .games = 4, .auto_reset = true };
    const int steps = often(40000, 120);
    int offered = 0, concluded = 0;
    (void)unused;
    for (int i = 0; i < mode_count; i++) {
        static struct batch batch;
        struct holm_envs_config own = config;
        own.seed = (uint64_t)i + 1;
        own.offers = i % 3 ? 0 : 4;
        batch_open(&batch, &modes[i], (uint64_t)i, &own);
        for (int j = 0; j < steps; j++) {
            for (uint32_t game = 0; game < own.games; game++) {
                mask_is_list(&batch, game);
                values_in_bounds(&batch, game);
            }
            batch_step(&batch);
        }
        offered += batch.offered;
        concluded += batch.concluded;
        batch_close(&batch);
    }
    assert_true(offered > 0 && concluded > 0);
}

/* Numbers depend on rules and map alone, and each means one action. */
static void test_numbers_are_stable(void **unused)
{
    static struct batch one, other;
    (void)unused;
    for (int i = 0; i < mode_count; i += 5) {
        batch_open(&one, &modes[i], 3, &(struct holm_envs_config){ .games = 1, .seed = 1 });
        batch_open(&other, &modes[i], 3, &(struct holm_envs_config){ .games = 2, .seed = 9 });
        assert_int_equal(one.info.actions, other.info.actions);
        assert_int_equal(one.info.observation, other.info.observation);
        assert_memory_equal(holm_envs_blocks(one.envs), holm_envs_blocks(other.envs),
                            one.info.blocks * sizeof(struct holm_envs_block));
        assert_memory_equal(holm_envs_action_blocks(one.envs), holm_envs_action_blocks(other.envs),
                            one.info.action_blocks * sizeof(struct holm_envs_action_block));
        const struct holm_envs_action_block *blocks = holm_envs_action_blocks(one.envs);
        uint32_t next = 0;
        for (uint32_t j = 0; j < one.info.action_blocks; j++) {
            assert_int_equal(blocks[j].offset, next);
            assert_int_equal(blocks[j].count, blocks[j].places * blocks[j].tos * blocks[j].targets *
                                                  blocks[j].cards);
            next += blocks[j].count;
        }
        assert_int_equal(next, one.info.actions);
        batch_close(&one);
        batch_close(&other);
    }
}

/* Steps by whole actions lead where steps by numbers lead. */
static void test_act(void **unused)
{
    const char *const names[] = { "4 players", "knights, 4 players, 2015, rich", "new-shores" };
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        static struct batch batch;
        batch_open(
            &batch, mode_called(names[i]), 4,
            &(struct holm_envs_config){ .games = 2, .seed = 5, .auto_reset = true, .offers = 2 });
        struct holm_action actions[2];
        for (int j = 0; j < 2000; j++) {
            for (uint32_t game = 0; game < 2; game++)
                actions[game] =
                    batch.out.action[game * batch.info.action_most +
                                     dice_below(&batch.dice, batch.out.action_count[game])];
            for (uint32_t game = 0; game < 2; game++)
                batch_note_offer(&batch, game, actions[game].kind);
            assert_int_equal(holm_envs_act(batch.envs, 0, 2, actions, &batch.out), HOLM_OK);
            batch_forget_offers(&batch);
            mask_is_list(&batch, 0);
        }
        batch_close(&batch);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_masks),
        cmocka_unit_test(test_numbers_are_stable),
        cmocka_unit_test(test_act),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
