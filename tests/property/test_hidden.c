/* test_hidden.c: a seat learns what it may know and nothing else.
 *
 * Twins are two states that differ only in what a viewer may not know: the kinds of cards in other
 * hands, of their development cards and of the deck. Their views must be equal byte for byte, and
 * so must the viewer's list, its redacted events and its view after the same public action, even
 * where chance deals different hidden cards. */
#include "tests/property/play.h"

struct twins {
    const struct game *game;
    int viewer; /* a seat or HOLM_SPECTATOR */
    struct holm_state one, other;
};

/* ---------------------------------------------------------------- swapping */

/* A seat other than the viewer's. */
static int other_seat(struct twins *twins, struct dice *dice)
{
    int seat;
    do
        seat = (int)dice_below(dice, twins->game->board.rules.players);
    while (seat == twins->viewer);
    return seat;
}

static int held_kind(struct dice *dice, const uint8_t *n, int kinds)
{
    for (int tries = 0; tries < 16; tries++) {
        const unsigned kind = dice_below(dice, (unsigned)kinds);
        if (n[kind])
            return (int)kind;
    }
    return -1;
}

/* Two others exchange a card of one hand for a card of the other, unseen. */
static void swap_cards(struct twins *twins, struct dice *dice)
{
    struct holm_player *a = &twins->other.player[other_seat(twins, dice)];
    struct holm_player *b = &twins->other.player[other_seat(twins, dice)];
    const int x = held_kind(dice, a->hand.n, HOLM_RESOURCES);
    const int y = held_kind(dice, b->hand.n, HOLM_RESOURCES);
    if (a == b || x < 0 || y < 0)
        return;
    a->hand.n[x]--, a->hand.n[y]++;
    b->hand.n[y]--, b->hand.n[x]++;
}

/* A development card of somebody turns out to be another one, from the deck. */
static void swap_developments(struct twins *twins, struct dice *dice)
{
    struct holm_player *a = &twins->other.player[other_seat(twins, dice)];
    const int x = held_kind(dice, a->development, HOLM_DEVELOPMENTS);
    const int y = held_kind(dice, twins->other.deck_kind, HOLM_DEVELOPMENTS);
    if (x < 0 || y < 0)
        return;
    const bool fresh = a->fresh[x] == a->development[x];
    a->development[x]--, a->development[y]++;
    twins->other.deck_kind[y]--, twins->other.deck_kind[x]++;
    if (fresh && a->fresh[x])
        a->fresh[x]--, a->fresh[y]++;
}

/* What somebody pledged to discard is hidden as well, until all are in. */
static void swap_pledges(struct twins *twins, struct dice *dice)
{
    struct holm_player *a = &twins->other.player[other_seat(twins, dice)];
    const int x = held_kind(dice, a->pledge.n, HOLM_RESOURCES);
    const int y = held_kind(dice, a->hand.n, HOLM_RESOURCES);
    if (x >= 0 && y >= 0 && a->pledge.n[y] < a->hand.n[y])
        a->pledge.n[x]--, a->pledge.n[y]++;
}

/* An offer that stands, and a yes to one, show publicly that their maker can pay. */
static bool keeps_promises(const struct holm_state *state)
{
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        const struct holm_offer *offer = &state->offer[seat];
        for (int card = 0; card < HOLM_CARDS && offer->open; card++) {
            if (offer->give.n[card] > state->player[seat].hand.n[card])
                return false;
            for (int to = 0; to < state->board->rules.players; to++)
                if (offer->accepted >> to & 1 &&
                    offer->take.n[card] > state->player[to].hand.n[card])
                    return false;
        }
    }
    return true;
}

/* The active player's points are known to be too few for a win; all else the engine can tell. */
static bool is_possible(const struct holm_state *state)
{
    if (state->active != HOLM_NONE && !holm_over(state) &&
        holm_points(state, state->active) >= state->board->rules.target)
        return false;
    return keeps_promises(state) && !holm_invariant(state);
}

static bool make_twins(struct twins *twins, const struct game *game, int viewer, struct dice *dice)
{
    twins->game = game;
    twins->viewer = viewer;
    twins->one = game->state;
    for (int tries = 0; tries < 8; tries++) {
        twins->other = game->state;
        for (int i = 0; i < 6; i++) {
            /* between two, the only other hand follows from the bank and is no secret */
            if (game->board.rules.players > 2 || viewer == HOLM_SPECTATOR)
                swap_cards(twins, dice);
            swap_developments(twins, dice);
            swap_pledges(twins, dice);
        }
        if (is_possible(&twins->other) && memcmp(&twins->one, &twins->other, sizeof twins->one))
            return true;
    }
    return false;
}

/* ----------------------------------------------------------------- looking */

static void check_views(const struct twins *twins, const char *when)
{
    static struct holm_list one_list, other_list;
    struct holm_view one, other;
    holm_view(&twins->one, twins->viewer, &one);
    holm_view(&twins->other, twins->viewer, &other);
    game_expect(twins->game, !memcmp(&one, &other, sizeof one),
                "%s seat %d sees what it may not: ", when, twins->viewer);
    if (twins->viewer == HOLM_SPECTATOR)
        return;
    holm_legal(&twins->one, twins->viewer, &one_list);
    holm_legal(&twins->other, twins->viewer, &other_list);
    const int all = one_list.count + one_list.templates;
    game_expect(twins->game,
                one_list.count == other_list.count && one_list.templates == other_list.templates &&
                    !memcmp(one_list.at, other_list.at, (size_t)all * sizeof one_list.at[0]),
                "%s seat %d's list shows what it may not know: ", when, twins->viewer);
}

static void check_events(const struct twins *twins, const struct holm_events *one,
                         const struct holm_events *other)
{
    game_expect(twins->game, one->count == other->count, "%d events and %d: ", one->count,
                other->count);
    for (int i = 0; i < one->count; i++) {
        const struct holm_event mine = holm_event_for(&one->at[i], twins->viewer);
        const struct holm_event its = holm_event_for(&other->at[i], twins->viewer);
        game_expect(twins->game, !memcmp(&mine, &its, sizeof mine),
                    "event %d (kind %d) shows seat %d what it may not know: ", i, mine.kind,
                    twins->viewer);
    }
}

/* ------------------------------------------------------------------ acting */

/* Public by its nature: monopoly counts everybody's cards of a kind; when the last discard is in
 * all of them are shown. */
static bool shows_hands(const struct twins *twins, const struct holm_action *action)
{
    for (int seat = 0; seat < twins->game->board.rules.players; seat++) {
        const struct holm_player *one = &twins->one.player[seat];
        const struct holm_player *other = &twins->other.player[seat];
        if (action->kind == HOLM_DO_MONOPOLY &&
            one->hand.n[action->card] != other->hand.n[action->card])
            return true;
        if (action->kind == HOLM_DO_DISCARD && holm_asked(&twins->one) == 1u << action->seat &&
            memcmp(&one->pledge, &other->pledge, sizeof one->pledge))
            return true;
    }
    return false;
}

/* Whether the viewer sees the card that this action draws. */
static bool sees_draw(const struct twins *twins, const struct holm_action *action)
{
    return action->kind == HOLM_DO_ROLL || action->seat == twins->viewer ||
           (action->kind == HOLM_DO_ROBBER && action->target == twins->viewer) ||
           (action->kind == HOLM_DO_FORCE && twins->viewer != HOLM_SPECTATOR);
}

/* Which cards somebody puts down or gives back is hidden like the hand they come from: the other
 * twin chooses as many, but others. */
static void choose_again(const struct twins *twins, struct holm_action *action)
{
    const bool seen = action->seat == twins->viewer ||
                      (action->kind == HOLM_DO_GIVE && twins->viewer != HOLM_SPECTATOR);
    if ((action->kind != HOLM_DO_DISCARD && action->kind != HOLM_DO_GIVE) || seen)
        return;
    const struct holm_player *player = &twins->other.player[action->seat];
    int left = cards_total(&action->give);
    memset(&action->give, 0, sizeof action->give);
    for (int card = HOLM_RESOURCES - 1; card >= 0; card--) {
        const int held = player->hand.n[card] - player->pledge.n[card];
        action->give.n[card] = (uint8_t)(held < left ? held : left);
        left -= action->give.n[card];
    }
}

/* Chance answers the same where the viewer sees the answer, else each twin has its own. */
static int act_alike(struct twins *twins, const struct holm_action *action,
                     const struct holm_chance *chance, struct holm_events *events)
{
    struct holm_chance own;
    memset(&own, 0, sizeof own);
    if (sees_draw(twins, action) || !chance->drawn_count)
        holm_chance_dictate(&own, chance->drawn, chance->drawn_count);
    else
        holm_chance_number(&own, dice_next(&(struct dice){ chance->next }));
    return holm_apply(&twins->other, action, &own, events);
}

/* Both act. False: what happened differs in public, so there is nothing to compare. */
static bool act(struct twins *twins, const struct holm_action *action, struct holm_events *one,
                struct holm_events *other)
{
    struct holm_chance chance = twins->game->chance;
    struct holm_action again = *action;
    const bool last = holm_asked(&twins->one) == 1u << action->seat;
    if (action->kind != HOLM_DO_DISCARD || !last) /* the last discard shows all */
        choose_again(twins, &again);
    if (shows_hands(twins, action) || holm_check(&twins->other, &again))
        return false;
    if (holm_apply(&twins->one, action, &chance, one) || act_alike(twins, &again, &chance, other))
        return false;
    return !holm_over(&twins->one) && !holm_over(&twins->other);
}

static void check_twins(struct game *game, int viewer, int *compared)
{
    static struct twins twins;
    static struct holm_events one, other;
    struct holm_action action;
    if (!make_twins(&twins, game, viewer, &game->dice))
        return;
    check_views(&twins, "at first");
    const unsigned seat = dice_below(&game->dice, game->board.rules.players);
    if (holm_over(&game->state) || !game_choose(game, (int)seat, &action) ||
        !act(&twins, &action, &one, &other))
        return;
    check_events(&twins, &one, &other);
    check_views(&twins, "after an action");
    compared[action.kind]++;
}

static void twins_look_alike(void **unused)
{
    static struct game game;
    int compared[HOLM_KINDS] = { 0 };
    (void)unused;
    for (int m = 0; m < mode_count; m++)
        for (uint64_t seed = 1; seed <= game_seeds(2); seed++) {
            game_start(&game, &modes[m], seed);
            while (game_step(&game)) {
                const unsigned seats = game.board.rules.players;
                const unsigned viewer = dice_below(&game.dice, seats + 1);
                check_twins(&game, viewer == seats ? HOLM_SPECTATOR : (int)viewer, compared);
            }
        }
    /* every kind of action was compared, not just refused or different in public */
    for (int kind = 1; kind <= HOLM_DO_SELL_KNIGHT; kind++)
        if (!compared[kind])
            fail_msg("no twins did '%s'", holm_kind_info[kind].name);
}

/* ------------------------------------------------------------- other viewers */

/* Whoever may see all sees the state itself; a spectator sees no more than any seat does. */
static void viewers_see_their_share(void **unused)
{
    static struct game game;
    struct holm_view all, nobody, twice;
    (void)unused;
    for (int m = 0; m < mode_count; m++) {
        game_start(&game, &modes[m], 3);
        do {
            holm_view(&game.state, HOLM_EVERYBODY, &all);
            game_expect(&game, !memcmp(&all.seen, &game.state, sizeof game.state),
                        "not everything is seen: ");
            holm_view(&game.state, HOLM_SPECTATOR, &nobody);
            for (int seat = 0; seat < game.board.rules.players; seat++) {
                struct holm_view view;
                holm_view(&game.state, seat, &view);
                game_expect(&game,
                            !memcmp(&view.seen.player[seat], &game.state.player[seat],
                                    sizeof view.seen.player[seat]),
                            "seat %d does not see its own cards: ", seat);
                holm_view(&view.seen, HOLM_SPECTATOR, &twice);
                game_expect(&game, !memcmp(&twice, &nobody, sizeof twice),
                            "a spectator sees more than seat %d: ", seat);
            }
        } while (game_step(&game));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twins_look_alike),
        cmocka_unit_test(viewers_see_their_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
