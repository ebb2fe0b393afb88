/* test_envs_moves.c: whole actions become the steps of a batch, positions are put into it, and what
 * happens is told; in every mode. */
#include "envs/envs.h"
#include "tests/often.h"
#include "tests/property/play.h"

/* Two games: in one whole actions are played, in its clone their parts. */
enum { WHOLE, PARTS, GAMES };

struct pair {
    struct holm_rules rules;
    struct holm_map map;
    void *memory;
    struct holm_envs *envs;
    struct holm_envs_info info;
    struct holm_events events[GAMES];
    struct holm_list list;
    struct dice dice;
};

static void pair_open(struct pair *pair, const struct mode *mode, uint32_t offers)
{
    const struct holm_envs_config config = { .seed = 5, .games = GAMES, .offers = offers };
    memset(pair, 0, sizeof *pair);
    mode_prepare(mode, 5, &pair->rules, &pair->map);
    pair->rules.turn_limit = 400;
    const size_t bytes = holm_envs_bytes(&pair->rules, &pair->map, &config);
    pair->memory = aligned_alloc(HOLM_ENVS_ALIGNMENT, bytes);
    assert_non_null(pair->memory);
    assert_int_equal(
        holm_envs_make(pair->memory, bytes, &pair->rules, &pair->map, &config, &pair->envs),
        HOLM_OK);
    holm_envs_info(pair->envs, &pair->info);
}

/* As many cards at one go as a template allows. */
static void fill_in(struct holm_action *action)
{
    struct holm_cards *cards = action->kind == HOLM_DO_TAKE ? &action->take : &action->give;
    int left = action->card;
    for (int card = 0; card < HOLM_CARDS; card++) {
        cards->n[card] = (uint8_t)(cards->n[card] < left ? cards->n[card] : left);
        left -= cards->n[card];
    }
    action->card = 0;
}

static bool together(int kind)
{
    return kind == HOLM_DO_DISCARD || kind == HOLM_DO_TAKE || kind == HOLM_DO_GIVE;
}

/* Any listed action; where several cards may go together, they do. */
static struct holm_action any_action(struct pair *pair)
{
    const struct holm_state *state = holm_envs_state(pair->envs, WHOLE);
    holm_legal(state, holm_envs_asked(pair->envs, WHOLE), &pair->list);
    for (int i = pair->list.count; i < pair->list.count + pair->list.templates; i++) {
        struct holm_action action = pair->list.at[i];
        if (!together(action.kind))
            continue;
        fill_in(&action);
        if (!holm_check(state, &action))
            return action;
    }
    assert_true(pair->list.count > 0);
    return pair->list.at[dice_below(&pair->dice, (unsigned)pair->list.count)];
}

/* Plays an action by its parts; returns how many there were. */
static int play_parts(struct pair *pair, struct holm_action left)
{
    const struct holm_envs_out out = { .events = pair->events };
    int parts = 0;
    while (left.kind) {
        uint16_t numbers[GAMES] = { 0 };
        uint32_t number;
        assert_int_equal(holm_envs_part(pair->envs, PARTS, &left, &number), HOLM_OK);
        numbers[PARTS] = (uint16_t)number;
        assert_int_equal(holm_envs_step(pair->envs, PARTS, PARTS + 1, numbers, &out), HOLM_OK);
        parts++;
    }
    return parts;
}

static void assert_same_games(const struct pair *pair)
{
    struct holm_state whole = *holm_envs_state(pair->envs, WHOLE);
    struct holm_state parts = *holm_envs_state(pair->envs, PARTS);
    whole.board = parts.board = NULL;
    assert_memory_equal(&whole, &parts, sizeof whole);
}

/* The position goes into the other game, and is the same there. */
static void put_over(struct pair *pair)
{
    const struct holm_state *state = holm_envs_state(pair->envs, WHOLE);
    const int seat = holm_envs_asked(pair->envs, WHOLE);
    assert_int_equal(holm_envs_put(pair->envs, PARTS, state, seat), HOLM_OK);
    assert_int_equal(holm_envs_asked(pair->envs, PARTS), seat);
    assert_same_games(pair);
    assert_int_equal(holm_envs_clone(pair->envs, WHOLE, PARTS), HOLM_OK); /* with its future */
}

static int play_pair(struct pair *pair, int actions)
{
    const struct holm_envs_out out = { .events = pair->events };
    int most = 0, told = 0;
    for (int i = 0; i < actions && holm_envs_asked(pair->envs, WHOLE) != HOLM_NONE; i++) {
        if (i % 4 == 0)
            put_over(pair);
        const struct holm_action action = any_action(pair);
        const struct holm_action actions_of_all[GAMES] = { action };
        assert_int_equal(holm_envs_act(pair->envs, WHOLE, WHOLE + 1, actions_of_all, &out),
                         HOLM_OK);
        const int parts = play_parts(pair, action);
        most = parts > most ? parts : most;
        assert_same_games(pair);
        told += pair->events[WHOLE].count;
        if (parts == 1)
            assert_memory_equal(&pair->events[WHOLE], &pair->events[PARTS],
                                offsetof(struct holm_events, at) +
                                    sizeof(struct holm_event) * (size_t)pair->events[0].count);
    }
    assert_true(told > 0);
    return most;
}

static void test_parts(void **unused)
{
    (void)unused;
    int most = 0;
    for (int i = 0; i < mode_count; i++) {
        struct pair pair;
        pair_open(&pair, &modes[i], 2);
        const int parts = play_pair(&pair, often(4000, 100));
        most = parts > most ? parts : most;
        free(pair.memory);
    }
    assert_true(most >= 3); /* discards at one go */
}

static void test_part_refuses(void **unused)
{
    (void)unused;
    struct pair pair;
    uint32_t number;
    pair_open(&pair, &modes[0], 2);
    struct holm_action action = any_action(&pair);
    assert_int_equal(holm_envs_part(pair.envs, GAMES, &action, &number), HOLM_ENVS_E_RANGE);
    assert_int_equal(holm_envs_part(pair.envs, 0, NULL, &number), HOLM_ENVS_E_NULL);
    action.kind = HOLM_KINDS;
    assert_int_equal(holm_envs_part(pair.envs, 0, &action, &number), HOLM_ENVS_E_NUMBER);
    action = (struct holm_action){ .kind = HOLM_DO_DISCARD,
                                   .seat = (uint8_t)holm_envs_asked(pair.envs, 0) };
    assert_int_equal(holm_envs_part(pair.envs, 0, &action, &number), HOLM_ENVS_E_NUMBER);
    action.give.n[HOLM_ORE] = 1; /* nobody discards now */
    const struct holm_action before = action;
    assert_int_equal(holm_envs_part(pair.envs, 0, &action, &number), HOLM_ENVS_E_NUMBER);
    assert_memory_equal(&action, &before, sizeof action);
    free(pair.memory);
}

static void test_put_refuses(void **unused)
{
    (void)unused;
    struct pair pair;
    pair_open(&pair, &modes[0], 2);
    struct holm_state state = *holm_envs_state(pair.envs, WHOLE);
    const struct holm_board *own = state.board;
    assert_int_equal(holm_envs_put(pair.envs, GAMES, &state, HOLM_NONE), HOLM_ENVS_E_RANGE);
    assert_int_equal(holm_envs_put(pair.envs, 0, NULL, HOLM_NONE), HOLM_ENVS_E_NULL);
    assert_int_equal(holm_envs_put(pair.envs, 0, &state, HOLM_SEATS - 1), HOLM_ENVS_E_SEAT);
    state.player[0].hand.n[HOLM_ORE] = 99;
    assert_int_equal(holm_envs_put(pair.envs, 0, &state, HOLM_NONE), HOLM_ENVS_E_POSITION);
    state = *holm_envs_state(pair.envs, WHOLE);
    struct holm_board other = *own;
    state.board = &other; /* a copy is the same board */
    assert_int_equal(holm_envs_put(pair.envs, 1, &state, HOLM_NONE), HOLM_OK);
    other.rules.target++;
    assert_int_equal(holm_envs_put(pair.envs, 1, &state, HOLM_NONE), HOLM_ENVS_E_POSITION);
    struct holm_view view;
    state.board = own;
    holm_view(&state, 0, &view);
    assert_int_equal(holm_envs_put(pair.envs, 1, &view.seen, HOLM_NONE), HOLM_ENVS_E_POSITION);
    free(pair.memory);
}

/* Without offers there is no number for an answer: the game would stand still. */
static void test_put_refuses_offers(void **unused)
{
    (void)unused;
    static struct pair with, without;
    uint16_t legal[HOLM_LIST_MAX], count;
    const struct holm_envs_out out = { .legal = legal, .legal_count = &count };
    pair_open(&with, &modes[0], 2);
    pair_open(&without, &modes[0], 0);
    const struct holm_state *state = holm_envs_state(with.envs, 0);
    holm_envs_observe(with.envs, 0, 1, &out);
    while (!state->offers || !state->offer[state->active].pending) {
        const uint16_t number = legal[dice_below(&with.dice, count)];
        assert_int_equal(holm_envs_step(with.envs, 0, 1, &number, &out), HOLM_OK);
    }
    assert_int_equal(holm_envs_put(with.envs, 1, state, HOLM_NONE), HOLM_OK);
    assert_int_equal(holm_envs_put(without.envs, 0, state, HOLM_NONE), HOLM_ENVS_E_OFFERS);
    assert_int_equal(holm_envs_put(without.envs, 0, state, state->active), HOLM_OK);
    free(with.memory);
    free(without.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_part_refuses),
        cmocka_unit_test(test_put_refuses),
        cmocka_unit_test(test_put_refuses_offers),
    };
    return cmocka_run_group_tests_name("envs: whole actions and positions", tests, NULL, NULL);
}
