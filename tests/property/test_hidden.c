/* test_hidden.c: a seat learns what it may know and nothing else.
 *
 * Twins are two states that differ only in what a viewer may not know: the kinds of cards in other
 * hands, of their development and progress cards and of the decks, and what others have chosen in
 * secret. Their views must be equal byte for byte, and
 * so must the viewer's list, its redacted events and its view after the same public action, even
 * where chance deals different hidden cards, and after it was taken back. */
#include "tests/property/play.h"

struct twins {
    const struct game *game;
    int viewer; /* a seat or HOLM_SPECTATOR */
    struct holm_state one, other;
    struct holm_past one_past, other_past;
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

/* The seat whose cards the viewer is looking at (INFO-20, 21), or HOLM_NONE. */
static int looked_at(const struct twins *twins, int step, int seat)
{
    const bool looks = holm_step(&twins->one)->kind == step && twins->viewer == twins->one.active;
    return looks ? seat : HOLM_NONE;
}

/* Two others exchange a card of one hand for a card of the other, unseen. */
static void swap_cards(struct twins *twins, struct dice *dice)
{
    const int kinds = twins->game->board.card_kinds;
    const int one = other_seat(twins, dice), other = other_seat(twins, dice);
    const int shown = looked_at(twins, HOLM_STEP_MASTER_MERCHANT, holm_step(&twins->one)->place);
    struct holm_player *a = &twins->other.player[one], *b = &twins->other.player[other];
    const int x = held_kind(dice, a->hand.n, kinds), y = held_kind(dice, b->hand.n, kinds);
    if (a == b || x < 0 || y < 0 || one == shown || other == shown)
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
    const int kinds = twins->game->board.card_kinds;
    const int x = held_kind(dice, a->pledge.n, kinds), y = held_kind(dice, a->hand.n, kinds);
    if (x >= 0 && y >= 0 && a->pledge.n[y] < a->hand.n[y])
        a->pledge.n[x]--, a->pledge.n[y]++;
}

/* ------------------------------------------------- hidden in Cities & Knights */

static bool is_point(int progress)
{
    return holm_progress_info[progress].kind == HOLM_NO_ACTION;
}

/* A place where a progress card lies that the viewer cannot see: a hand, the top of a deck, or
 * under it. Returns its kind, or -1; `take` and `put` find it again. */
struct spot {
    int seat; /* whose hand; HOLM_NONE: a deck */
    int under; /* place under the deck; -1: on top */
    int track;
    int progress;
};

static int any_held(const uint8_t *counts, const struct holm_rules *rules, int track,
                    struct dice *dice)
{
    int found = -1;
    unsigned count = 0;
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
        if (counts[progress] && holm_progress_track(rules, progress) == track &&
            !(is_point(progress) && rules->progress_points_open) && dice_one_in(dice, ++count))
            found = progress;
    return found;
}

static bool find_spot(const struct twins *twins, struct dice *dice, int track, struct spot *spot)
{
    const struct holm_state *state = &twins->other;
    const struct holm_rules *rules = &state->board->rules;
    *spot = (struct spot){ .seat = HOLM_NONE, .under = -1, .track = track, .progress = -1 };
    switch (dice_below(dice, 3)) {
    case 0: {
        const unsigned seat = dice_below(dice, rules->players);
        if ((int)seat == twins->viewer ||
            (int)seat == looked_at(twins, HOLM_STEP_SPY, holm_step(&twins->one)->n))
            return false;
        spot->seat = (int)seat;
        spot->progress = any_held(state->player[seat].progress, rules, track, dice);
        break;
    }
    case 1:
        spot->progress = any_held(state->pool, rules, track, dice);
        break;
    default:
        spot->under = (int)dice_below(dice, HOLM_UNDER_MAX);
        if (state->under_known[track][spot->under] != HOLM_EVERYBODY &&
            state->under_known[track][spot->under] != twins->viewer)
            spot->progress = state->under[track][spot->under] - 1;
    }
    return spot->progress >= 0;
}

static void put_card(struct holm_state *state, const struct spot *spot, int progress)
{
    if (spot->under >= 0) {
        state->under[spot->track][spot->under] = (uint8_t)(progress + 1);
        return;
    }
    uint8_t *counts = spot->seat == HOLM_NONE ? state->pool : state->player[spot->seat].progress;
    counts[spot->progress]--;
    counts[progress]++;
}

/* INFO-15, 16, 19: two cards with the same back change places. */
static void swap_progress(struct twins *twins, struct dice *dice)
{
    struct spot one, other;
    const int track = (int)dice_below(dice, HOLM_TRACKS);
    if (!find_spot(twins, dice, track, &one) || !find_spot(twins, dice, track, &other) ||
        one.progress == other.progress)
        return;
    put_card(&twins->other, &one, other.progress);
    put_card(&twins->other, &other, one.progress);
}

/* A plain city of a seat, any of them. */
static int any_city(const struct holm_state *state, int seat, struct dice *dice)
{
    int found = -1;
    unsigned count = 0;
    for (int corner = 0; corner < state->board->topology.corners; corner++)
        if (state->corner[corner] == holm_piece_byte(HOLM_CITY, seat) && dice_one_in(dice, ++count))
            found = corner;
    return found;
}

/* What was chosen and is not yet carried out: the city to lose, what cities yield, and the resource
 * on its way through a commercial harbor. */
static void swap_choices(struct twins *twins, struct dice *dice)
{
    struct holm_state *state = &twins->other;
    struct holm_step *step = &state->agenda[state->depth - 1];
    const int seat = other_seat(twins, dice);
    struct holm_player *player = &state->player[seat];
    if (step->kind == HOLM_STEP_PILLAGE && player->chosen && !player->breach)
        player->chosen = (uint8_t)(any_city(state, seat, dice) + 1);
    if (step->kind == HOLM_STEP_CITY_YIELD && player->pledged)
        player->yields ^= (uint16_t)(1u << dice_below(dice, player->pledged));
    const int card =
        held_kind(dice, state->player[state->active % HOLM_SEATS].hand.n, HOLM_RESOURCES);
    if (step->kind == HOLM_STEP_HARBOR && twins->viewer != state->active && card >= 0)
        step->place = (uint16_t)card;
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
                if (holm_bit_in(offer->accepted, to) &&
                    offer->take.n[card] > state->player[to].hand.n[card])
                    return false;
        }
    }
    return true;
}

static int commodities(const struct holm_state *state, int seat)
{
    const uint8_t *n = state->player[seat].hand.n;
    return n[HOLM_CLOTH] + n[HOLM_COIN] + n[HOLM_PAPER];
}

/* The active player's points are known to be too few for a win; all else the engine can tell. */
static bool is_possible(const struct holm_state *state)
{
    if (state->active != HOLM_NONE && !holm_over(state) &&
        holm_points(state, state->active) >= state->board->rules.target)
        return false;
    if (holm_step(state)->kind == HOLM_STEP_HARBOR && /* both have what they are asked for */
        (!state->player[state->active].hand.n[holm_step(state)->place] ||
         !commodities(state, holm_next(state))))
        return false;
    return keeps_promises(state) && !holm_invariant(state);
}

static bool make_twins(struct twins *twins, const struct game *game, int viewer, struct dice *dice)
{
    twins->game = game;
    twins->viewer = viewer;
    twins->one = game->state;
    twins->one_past = twins->other_past = (struct holm_past){ 0 };
    for (int tries = 0; tries < 8; tries++) {
        twins->other = game->state;
        for (int i = 0; i < 6; i++) {
            /* between two, the only other hand follows from the bank and is no secret */
            if (game->board.rules.players > 2 || viewer == HOLM_SPECTATOR)
                swap_cards(twins, dice);
            swap_pledges(twins, dice);
            if (game->board.rules.game == HOLM_BASE) {
                swap_developments(twins, dice);
                continue;
            }
            swap_progress(twins, dice);
            swap_choices(twins, dice);
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
    holm_legal_past(&twins->one, &twins->one_past, twins->viewer, &one_list);
    holm_legal_past(&twins->other, &twins->other_past, twins->viewer, &other_list);
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

/* How many cards of a kind everybody must hand over, or 0. */
static int monopoly_of(int kind)
{
    return kind == HOLM_DO_MONOPOLY            ? 255
           : kind == HOLM_DO_RESOURCE_MONOPOLY ? 2
           : kind == HOLM_DO_TRADE_MONOPOLY    ? 1
                                               : 0;
}

static int at_most(int n, int most)
{
    return n < most ? n : most;
}

/* What is chosen all at once is shown when the last one has chosen: discards, cities and walls
 * lost, what cities yield, and gifts to the one who gets them. */
static bool shows_choices(const struct twins *twins, const struct holm_action *action,
                          const struct holm_player *one, const struct holm_player *other)
{
    const int step = holm_step(&twins->one)->kind;
    if (holm_asked(&twins->one) != holm_bit(action->seat))
        return false;
    if (step == HOLM_STEP_DISCARD ||
        (step == HOLM_STEP_WEDDING && twins->viewer == twins->one.active))
        return memcmp(&one->pledge, &other->pledge, sizeof one->pledge);
    return one->chosen != other->chosen || one->breach != other->breach ||
           one->yields != other->yields;
}

/* Public by its nature: monopolies count everybody's cards of a kind; the commercial harbor and the forced
 * trade show whether there was anything to give; and whoever looks at cards sees them. */
static bool shows_hands(const struct twins *twins, const struct holm_action *action)
{
    const int most = monopoly_of(action->kind);
    const bool own = action->seat == twins->viewer;
    for (int seat = 0; seat < twins->game->board.rules.players; seat++) {
        const struct holm_player *one = &twins->one.player[seat];
        const struct holm_player *other = &twins->other.player[seat];
        if (most &&
            at_most(one->hand.n[action->card], most) != at_most(other->hand.n[action->card], most))
            return true;
        if (shows_choices(twins, action, one, other))
            return true;
        if (action->kind == HOLM_DO_HARBOR && seat == action->target &&
            !commodities(&twins->one, seat) != !commodities(&twins->other, seat))
            return true;
        if (action->kind == HOLM_DO_FORCE && /* INFO-4 */
            commodities(&twins->one, seat) != commodities(&twins->other, seat))
            return true;
        if (own && action->kind == HOLM_DO_MASTER_MERCHANT && seat == action->target &&
            memcmp(&one->hand, &other->hand, sizeof one->hand))
            return true;
        if (own && action->kind == HOLM_DO_SPY && seat == action->target &&
            memcmp(one->progress, other->progress, sizeof one->progress))
            return true;
    }
    /* who answers sees the resource that comes for the commodity */
    return own && holm_step(&twins->one)->kind == HOLM_STEP_HARBOR &&
           holm_step(&twins->one)->place != holm_step(&twins->other)->place;
}

/* ----------------------------------------------------------- acting: choices */

/* As many cards from that seat's hand, the highest kinds first. */
static void other_cards(const struct twins *twins, struct holm_cards *cards, int seat,
                        bool resources)
{
    const struct holm_player *player = &twins->other.player[seat];
    int left = holm_cards_total(cards);
    memset(cards, 0, sizeof *cards);
    for (int card = (resources ? HOLM_RESOURCES : HOLM_CARDS) - 1; card >= 0; card--) {
        const int held = player->hand.n[card] - player->pledge.n[card];
        cards->n[card] = (uint8_t)at_most(held, left);
        left -= cards->n[card];
    }
}

/* Whoever gets the cards sees them as well as whoever gives them. */
static int receiver(const struct twins *twins, const struct holm_action *action)
{
    const struct holm_step *step = holm_step(&twins->one);
    return action->kind == HOLM_DO_HARBOR       ? action->target
           : step->kind == HOLM_STEP_GIVE       ? (int)step->place
           : step->kind == HOLM_STEP_HARBOR     ? twins->one.active
           : step->kind == HOLM_STEP_WEDDING    ? twins->one.active
           : action->kind == HOLM_DO_PICK       ? (int)step->place
           : action->kind == HOLM_DO_STEAL_CARD ? step->n
                                                : HOLM_NONE;
}

/* What somebody puts down, gives, picks or drops is hidden like the hand it comes from: the other
 * twin chooses as much, but something else. */
static void choose_again(const struct twins *twins, struct holm_action *action, struct dice *dice)
{
    const struct holm_step *step = holm_step(&twins->one);
    const struct holm_rules *rules = &twins->game->board.rules;
    const bool last = holm_asked(&twins->one) == holm_bit(action->seat);
    const int to = receiver(twins, action);
    if (action->seat == twins->viewer || to == twins->viewer)
        return;
    switch (action->kind) {
    case HOLM_DO_DISCARD:
        if (!last) /* the last discard shows all */
            other_cards(twins, &action->give, action->seat, false);
        break;
    case HOLM_DO_GIVE:
        other_cards(twins, &action->give, action->seat,
                    step->kind == HOLM_STEP_GIVE && !step->data[0]);
        break;
    case HOLM_DO_PICK:
        other_cards(twins, &action->take, to, false);
        break;
    case HOLM_DO_HARBOR:
        action->card =
            (uint8_t)held_kind(dice, twins->other.player[action->seat].hand.n, HOLM_RESOURCES);
        break;
    case HOLM_DO_DROP:
    case HOLM_DO_STEAL_CARD: {
        const int seat = action->kind == HOLM_DO_DROP ? action->seat : to;
        action->card = (uint8_t)any_held(twins->other.player[seat].progress, rules,
                                         holm_progress_track(rules, action->card), dice);
        break;
    }
    case HOLM_DO_PILLAGE:
        if (!last)
            action->place = (uint16_t)any_city(&twins->other, action->seat, dice);
        break;
    case HOLM_DO_YIELD:
        if (!last)
            action->card ^= 1;
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------------ acting: chance */

/* Which draws of an action the viewer saw, as its events tell. */
struct seen_draws {
    int count;
    bool seen[HOLM_DRAWS_MAX];
};

static void add_draws(struct seen_draws *draws, int count, bool seen)
{
    for (int i = 0; i < count && draws->count < HOLM_DRAWS_MAX; i++)
        draws->seen[draws->count++] = seen;
}

static void find_draws(const struct twins *twins, const struct holm_state *before,
                       const struct holm_events *events, struct seen_draws *draws)
{
    int pool[HOLM_TRACKS] = { 0 };
    draws->count = 0;
    for (int kind = 0; kind < HOLM_PROGRESS_KINDS; kind++)
        pool[holm_progress_track(&before->board->rules, kind)] += before->pool[kind];
    for (int i = 0; i < events->count; i++) {
        const struct holm_event *event = &events->at[i];
        const bool own = event->seat == twins->viewer;
        const bool target = event->target == twins->viewer;
        switch (event->kind) {
        case HOLM_EV_ROLL:
        case HOLM_EV_REROLL:
        case HOLM_EV_START_ROLL:
            add_draws(draws, event->kind == HOLM_EV_ROLL && before->alchemy ? 0 : 2, true);
            break;
        case HOLM_EV_FACE:
            add_draws(draws, 1, true);
            break;
        case HOLM_EV_DRAW: /* what lies underneath comes without chance */
            if (pool[event->track]-- > 0)
                add_draws(draws, 1, own || event->n);
            break;
        case HOLM_EV_BUY:
            add_draws(draws, 1, own);
            break;
        case HOLM_EV_DISCOVER: /* the terrain, and the disc where there is one */
            add_draws(draws, 1 + !!event->m, true);
            break;
        case HOLM_EV_LOSS: /* INFO-34: shown to all */
            add_draws(draws, holm_cards_total(&event->cards), true);
            break;
        case HOLM_EV_SIEGE:
            add_draws(draws, 1, true);
            break;
        case HOLM_EV_STEAL:
        case HOLM_EV_FORCE:
            add_draws(draws, event->n, own || target);
            break;
        default:
            break;
        }
    }
}

/* One of the possible outcomes; a victory card would be laid open. */
static int any_outcome(const struct twins *twins, const uint8_t *wanted, bool progress,
                       struct dice *dice)
{
    int found = -1;
    unsigned count = 0;
    for (int outcome = 0; outcome < HOLM_OUTCOMES; outcome++) {
        const bool open = progress && twins->game->board.rules.progress_points_open &&
                          outcome < HOLM_PROGRESS_KINDS && is_point(outcome);
        if (wanted[outcome] && !open && dice_one_in(dice, ++count))
            found = outcome;
    }
    return found;
}

/* Chance answers the same where the viewer sees the answer, else the twin has its own. */
static int act_alike(struct twins *twins, const struct holm_action *action,
                     const struct holm_chance *chance, const struct seen_draws *draws,
                     struct holm_events *events)
{
    struct holm_chance own;
    struct dice dice = { chance->next };
    uint8_t outcomes[HOLM_DRAWS_MAX];
    int count = 0, error;
    const bool robs = action->kind == HOLM_DO_ROBBER || action->kind == HOLM_DO_BISHOP ||
                      action->kind == HOLM_DO_FORCE || action->kind == HOLM_DO_BUY;
    for (;;) {
        memset(&own, 0, sizeof own);
        holm_chance_dictate(&own, outcomes, count);
        error = holm_apply_past(&twins->other, &twins->other_past, action, &own, events);
        if (error != HOLM_E_OUTCOME || own.failed != 2 || count == draws->count)
            return error;
        const int next = draws->seen[count] ? chance->drawn[count]
                                            : any_outcome(twins, own.wanted, !robs, &dice);
        if (next < 0)
            return HOLM_E_OUTCOME;
        outcomes[count++] = (uint8_t)next;
    }
}

/* The viewer may draw what lies under a deck, and learn what it is: then the twins part. */
static bool draws_from_under(const struct twins *twins, const struct holm_events *one,
                             const struct holm_events *other)
{
    for (int i = 0; i < one->count && i < other->count; i++) {
        const struct holm_event *a = &one->at[i], *b = &other->at[i];
        if (a->kind == HOLM_EV_DRAW && b->kind == HOLM_EV_DRAW && a->progress != b->progress &&
            a->seat == twins->viewer)
            return true;
    }
    return false;
}

/* Both act. False: what happened differs in public, so there is nothing to compare. */
static bool act(struct twins *twins, const struct holm_action *action, struct holm_events *one,
                struct holm_events *other)
{
    const struct holm_state before = twins->one;
    struct holm_chance chance = twins->game->chance;
    struct holm_action again = *action;
    struct seen_draws draws;
    struct dice dice = { chance.next + 1 };
    choose_again(twins, &again, &dice);
    if (holm_cards_total(&again.give) != holm_cards_total(&action->give))
        return false; /* not as many of those kinds */
    if (shows_hands(twins, action) || holm_check(&twins->other, &again) ||
        holm_apply_past(&twins->one, &twins->one_past, action, &chance, one))
        return false;
    find_draws(twins, &before, one, &draws);
    game_expect(twins->game, draws.count == chance.drawn_count,
                "the events of kind %d tell of %d draws, not %d: ", action->kind, draws.count,
                chance.drawn_count);
    if (act_alike(twins, &again, &chance, &draws, other))
        return false;
    return !holm_over(&twins->one) && !holm_over(&twins->other) &&
           !draws_from_under(twins, one, other);
}

/* What one can take back, the other can. False: none of them can. */
static bool take_back(struct twins *twins, int seat, struct holm_events *one,
                      struct holm_events *other)
{
    const struct holm_action undo = { .kind = HOLM_DO_UNDO, .seat = (uint8_t)seat };
    struct holm_chance chance = twins->game->chance;
    const int error = holm_apply_past(&twins->one, &twins->one_past, &undo, &chance, one);
    game_expect(twins->game,
                error == holm_apply_past(&twins->other, &twins->other_past, &undo, &chance, other),
                "only one of the twins can take it back: ");
    return !error;
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
    if (!take_back(&twins, (int)seat, &one, &other))
        return;
    check_events(&twins, &one, &other);
    check_views(&twins, "after taking back");
    compared[HOLM_DO_UNDO]++;
}

/* Random players seldom get as far as wonders, or between two hexes in the fog; all about these is
 * public. */
static bool is_seldom(int kind)
{
    return kind == HOLM_DO_CLAIM || kind == HOLM_DO_WONDER || kind == HOLM_DO_DISCOVER;
}

static void twins_look_alike(void **unused)
{
    static struct game game;
    int compared[HOLM_KINDS] = { 0 };
    (void)unused;
    for (int m = 0; m < mode_count; m++)
        for (uint64_t seed = 1; seed <= mode_seeds(&modes[m], 2); seed++) {
            game_start(&game, &modes[m], seed);
            while (game_step(&game)) {
                const unsigned seats = game.board.rules.players;
                const unsigned viewer = dice_below(&game.dice, seats + 1);
                check_twins(&game, viewer == seats ? HOLM_SPECTATOR : (int)viewer, compared);
            }
        }
    /* every kind of action was compared, not just refused or different in public */
    for (int kind = 1; kind < HOLM_KINDS; kind++)
        if (!compared[kind] && !is_seldom(kind))
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
