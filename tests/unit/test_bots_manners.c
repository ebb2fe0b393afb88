/* test_bots_manners.c: the levels pester nobody, hoard nothing, take their wins and finish their lines. */
#include "tests/often.h"
#include "tests/unit/bot_table.h"

enum { OFFERS_MOST = 2048, PATIENCE = 3 };

/* All offers of a game. */
struct offers {
    struct holm_action made[OFFERS_MOST];
    int turn[OFFERS_MOST];
    unsigned refused[OFFERS_MOST]; /* by these seats */
    int count;
};

/* Who has refused these terms of late. */
static unsigned refused_lately(const struct offers *offers, const struct table *table)
{
    unsigned seats = 0;
    for (int i = 0; i < offers->count; i++) {
        const struct holm_action *one = &offers->made[i];
        if (one->seat == table->action.seat &&
            table->state.turns - offers->turn[i] <= PATIENCE * table->rules.players &&
            !memcmp(&one->give, &table->action.give, sizeof one->give) &&
            !memcmp(&one->take, &table->action.take, sizeof one->take))
            seats |= offers->refused[i];
    }
    return seats;
}

static int made_this_turn(const struct offers *offers, const struct table *table)
{
    int made = 0;
    for (int i = 0; i < offers->count; i++)
        made += offers->made[i].seat == table->action.seat && offers->turn[i] == table->state.turns;
    return made;
}

static void note_offer(struct offers *offers, const struct table *table)
{
    const struct holm_action *action = &table->action;
    const unsigned asked =
        action->seat == table->state.active ? action->seats : holm_bit(table->state.active);
    assert_true(offers->count < OFFERS_MOST);
    assert_false(asked & refused_lately(offers, table));
    offers->made[offers->count] = *action;
    offers->turn[offers->count] = table->state.turns;
    offers->refused[offers->count++] = asked;
}

/* Who has agreed to the bot's offer may be asked for it again. */
static void note_deal(struct offers *offers, const struct holm_offer *own,
                      const struct holm_action *deal)
{
    for (int i = 0; i < offers->count; i++)
        if (offers->made[i].seat == deal->seat && holm_bit_in(own->accepted, deal->target) &&
            !memcmp(&offers->made[i].give, &own->give, sizeof own->give) &&
            !memcmp(&offers->made[i].take, &own->take, sizeof own->take))
            offers->refused[i] &= ~holm_bit(deal->target);
}

/* No level makes many offers in a turn, nor asks anybody soon again for what that one has refused. */
static void no_pestering(int game, int level, int most)
{
    static struct table table;
    static struct offers offers;
    struct holm_offer own[HOLM_SEATS];
    offers.count = 0;
    start(&table, game, 4, levels[level], 3);
    memcpy(own, table.state.offer, sizeof own);
    for (int i = 0; i < often(100000, 200) && step(&table); i++) {
        if (table.action.kind == HOLM_DO_OFFER) {
            note_offer(&offers, &table);
            assert_true(made_this_turn(&offers, &table) <= most);
        } else if (table.action.kind == HOLM_DO_CONCLUDE) {
            note_deal(&offers, &own[table.action.seat], &table.action);
        }
        memcpy(own, table.state.offer, sizeof own);
    }
    stop(&table);
    assert_true(offers.count > 10);
}

/* Who haggles also asks for two cards, or offers cards of several kinds; who does not never does. */
static void test_haggling(void **unused)
{
    static struct table table;
    static const char *const bots[] = { "hard:40", "expert:10" };
    (void)unused;
    for (int haggles = 0; haggles < 2; haggles++) {
        int offers = 0, bold = 0;
        start(&table, HOLM_BASE, 4, bots[haggles], 3);
        for (int i = 0; i < often(1000, 300) && step(&table); i++) {
            const struct holm_action *action = &table.action;
            if (action->kind != HOLM_DO_OFFER)
                continue;
            int kinds = 0;
            for (int card = 0; card < HOLM_CARDS; card++) {
                kinds += action->give.n[card] > 0;
                assert_false(action->give.n[card] && action->take.n[card]);
            }
            offers++;
            bold += holm_cards_total(&action->take) > 1 || kinds > 1;
        }
        stop(&table);
        assert_true(offers > 10);
        assert_int_equal(bold > 0, haggles);
    }
}

static void test_no_pestering(void **unused)
{
    static const int most[LEVELS] = { 2, 2, 4, 6, 2 };
    (void)unused;
    for (int level = 0; level < LEVELS; level++) {
        no_pestering(HOLM_BASE, level, most[level]);
        if (level == LEVELS - 2 || often(1, 0))
            no_pestering(HOLM_KNIGHTS, level, most[level]);
    }
}

/* Whether a settlement or a city would win the game for the seat that is asked. */
static bool can_win(const struct table *table)
{
    static struct holm_list list;
    static struct holm_state after;
    const int seat = holm_next(&table->state);
    if (seat == HOLM_NONE)
        return false;
    holm_legal(&table->state, seat, &list);
    for (int i = 0; i < list.count; i++) {
        struct holm_chance chance = table->chance;
        if (list.at[i].kind != HOLM_DO_SETTLEMENT && list.at[i].kind != HOLM_DO_CITY)
            continue;
        after = table->state;
        holm_apply_listed(&after, &list.at[i], &chance, NULL);
        if (holm_over(&after) && after.winner == seat)
            return true;
    }
    return false;
}

static bool somebody_is_near(const struct table *table)
{
    for (int seat = 0; seat < table->rules.players; seat++)
        if (table->state.player[seat].points >= table->rules.target - 1)
            return true;
    return false;
}

/* All levels take a win when they can, at least within the turn. */
static void test_wins_are_taken(void **unused)
{
    static struct table table;
    int taken = 0;
    (void)unused;
    for (int level = 0; level < LEVELS; level++)
        for (uint64_t seed = 1; seed <= (uint64_t)often(8, 2); seed++) {
            start(&table, HOLM_BASE, 4, levels[level], seed);
            while (!somebody_is_near(&table) && step_quickly(&table))
                continue;
            while (!can_win(&table) && step(&table))
                continue;
            const int seat = holm_next(&table.state), turn = table.state.turns;
            taken += !holm_over(&table.state);
            while (step(&table))
                continue;
            assert_true(seat == HOLM_NONE || table.state.winner == seat);
            assert_int_equal(table.state.turns, turn);
            stop(&table);
        }
    assert_true(taken > often(8, 2));
}

/* Whether the action could build something worth having. */
static bool builds(const struct table *table)
{
    for (int i = 0; i < table->list.count; i++) {
        const int kind = table->list.at[i].kind;
        if (kind == HOLM_DO_SETTLEMENT || kind == HOLM_DO_CITY || kind == HOLM_DO_BUY ||
            kind == HOLM_DO_IMPROVE)
            return true;
    }
    return false;
}

/* No level ends its turn with more than ten cards and something worth building. */
static void test_no_hoarding(void **unused)
{
    static struct table table;
    int large = 0;
    (void)unused;
    for (int level = 0; level < LEVELS; level++)
        for (int game = 0; game < 2; game++) {
            start(&table, game, 4, levels[level], 23);
            for (int i = 0; i < often(0, 150); i++)
                assert_true(step_quickly(&table));
            for (int i = 0; i < often(2000, 70) && step(&table); i++) {
                const int cards = table.view.seen.player[table.action.seat].cards;
                large += cards > 10;
                assert_false(table.action.kind == HOLM_DO_END && cards > 10 && builds(&table));
            }
            stop(&table);
        }
    assert_true(large > 10);
}

/* Who refuses everything is soon left in peace, and the others are still asked. */
static void test_refusers_are_left_in_peace(void **unused)
{
    enum { MOST = 8 };
    static const char *const traders[] = { "easy", "medium" };
    static struct table table;
    struct holm_bot_order order;
    int asked[4] = { 0 };
    (void)unused;
    for (uint64_t seed = 0; seed < 2 * (uint64_t)often(2, 1); seed++) {
        int refusals = 0;
        start(&table, HOLM_BASE, 4, traders[seed % 2], seed);
        assert_true(holm_bot_read("alphabeta", &order));
        holm_bot_stop(&table.bots[2]);
        holm_bot_start(&table.bots[2], &order, 2, seed);
        while (step(&table)) {
            refusals += table.action.kind == HOLM_DO_DECLINE && table.action.seat == 2;
            for (int seat = 0; table.action.kind == HOLM_DO_OFFER && seat < 4; seat++)
                asked[seat] += holm_bit_in(table.action.seats, seat);
        }
        assert_in_range(refusals, 1, MOST);
        stop(&table);
    }
    assert_true(asked[1] > MOST);
}

/* In The Pirate Islands ships that lie about at home are sailed to where the line goes on. */
static void test_lines_are_finished(void **unused)
{
    static struct table table;
    int sailed = 0;
    (void)unused;
    for (uint64_t seed = 1; seed <= (uint64_t)often(4, 1); seed++) {
        start_scenario(&table, HOLM_SEAFARERS, "pirate-islands", 4, "medium", seed);
        while (step(&table)) {
            const struct holm_action *action = &table.action;
            if (action->kind != HOLM_DO_SAIL)
                continue;
            sailed++;
            assert_true(table.board.lane_depth[action->seat][action->to] ||
                        holm_edge_in(&table.board.home_edges, action->to));
        }
        stop(&table);
    }
    assert_true(sailed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_pestering),
        cmocka_unit_test(test_haggling),
        cmocka_unit_test(test_wins_are_taken),
        cmocka_unit_test(test_no_hoarding),
        cmocka_unit_test(test_refusers_are_left_in_peace),
        cmocka_unit_test(test_lines_are_finished),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
