/* belief.c: what one seat can know of the others' hands, as bounds for each seat and kind. Bank,
 * purchases, production and trades are public; only thefts and forced trades blur the picture. */
#include "engine/engine.h"

static void add_known(struct holm_belief *belief, int seat, const struct holm_cards *cards)
{
    for (int kind = 0; kind < HOLM_CARDS; kind++) {
        belief->low[seat][kind] = (uint8_t)(belief->low[seat][kind] + cards->n[kind]);
        belief->high[seat][kind] = (uint8_t)(belief->high[seat][kind] + cards->n[kind]);
    }
}

static uint8_t less(int a, int b)
{
    return (uint8_t)(a > b ? a - b : 0);
}

static void remove_known(struct holm_belief *belief, int seat, const struct holm_cards *cards)
{
    for (int kind = 0; kind < HOLM_CARDS; kind++) {
        belief->low[seat][kind] = less(belief->low[seat][kind], cards->n[kind]);
        belief->high[seat][kind] = less(belief->high[seat][kind], cards->n[kind]);
    }
}

/* Cards of unknown kinds went from one seat to another. */
static void move_unknown(struct holm_belief *belief, int from, int to, int count)
{
    for (int kind = 0; kind < HOLM_CARDS; kind++) {
        int most = belief->high[from][kind] < count ? belief->high[from][kind] : count;
        belief->high[to][kind] = (uint8_t)(belief->high[to][kind] + most);
        belief->low[from][kind] = less(belief->low[from][kind], count);
    }
}

static void move_known(struct holm_belief *belief, int from, int to, const struct holm_cards *cards)
{
    remove_known(belief, from, cards);
    add_known(belief, to, cards);
}

static void follow_monopoly(struct holm_belief *belief, const struct holm_event *event)
{
    struct holm_cards cards = { { 0 } };
    cards.n[event->card] = event->n;
    move_known(belief, event->target, event->seat, &cards);
    if (event->n < event->m || !event->m) /* gave all there was */
        belief->low[event->target][event->card] = belief->high[event->target][event->card] = 0;
}

/* Through the commercial harbor a resource went one way and a commodity the other. */
static void follow_harbor(struct holm_belief *belief, const struct holm_event *event)
{
    if (!event->n) { /* INFO-24 */
        for (int card = HOLM_RESOURCES; card < HOLM_CARDS; card++)
            belief->low[event->target][card] = belief->high[event->target][card] = 0;
    } else if (event->hidden) {
        move_unknown(belief, event->seat, event->target, 1);
        move_unknown(belief, event->target, event->seat, 1);
    } else {
        move_known(belief, event->seat, event->target, &event->cards);
        move_known(belief, event->target, event->seat, &event->more);
    }
}

static void follow_event(struct holm_belief *belief, const struct holm_event *event)
{
    struct holm_cards stolen = { { 0 } };
    switch (event->kind) {
    case HOLM_EV_PRODUCE:
    case HOLM_EV_TAKE:
    case HOLM_EV_AQUEDUCT:
        add_known(belief, event->seat, &event->cards);
        break;
    case HOLM_EV_PAY:
    case HOLM_EV_DISCARDED:
    case HOLM_EV_LOSS:
        remove_known(belief, event->seat, &event->cards);
        break;
    case HOLM_EV_BANK:
        remove_known(belief, event->seat, &event->cards);
        add_known(belief, event->seat, &event->more);
        break;
    case HOLM_EV_UNDO:
        remove_known(belief, event->seat, &event->more);
        add_known(belief, event->seat, &event->cards);
        break;
    case HOLM_EV_TRADE:
        move_known(belief, event->seat, event->target, &event->cards);
        move_known(belief, event->target, event->seat, &event->more);
        break;
    case HOLM_EV_MONOPOLY:
        follow_monopoly(belief, event);
        break;
    case HOLM_EV_STEAL:
        stolen.n[event->card] = event->n;
        if (event->hidden)
            move_unknown(belief, event->target, event->seat, event->n);
        else
            move_known(belief, event->target, event->seat, &stolen);
        break;
    case HOLM_EV_HARBOR:
        follow_harbor(belief, event);
        break;
    case HOLM_EV_FORCE:
    case HOLM_EV_PICK:
        if (event->hidden)
            move_unknown(belief, event->target, event->seat, event->n);
        else
            move_known(belief, event->target, event->seat, &event->cards);
        break;
    case HOLM_EV_GIVE:
    case HOLM_EV_GIFT:
        if (event->hidden)
            move_unknown(belief, event->seat, event->target, event->n);
        else
            move_known(belief, event->seat, event->target, &event->cards);
        break;
    default:
        break;
    }
}

/* Narrows one line of bounds by its sum: what the others cannot hold, this one must. `stride` walks
 * along a row (a seat's kinds) or a column (a kind's seats). */
static bool narrow(uint8_t *low, uint8_t *high, int count, int stride, int sum)
{
    int lows = 0, highs = 0;
    bool changed = false;
    for (int i = 0; i < count; i++) {
        lows += low[i * stride];
        highs += high[i * stride];
    }
    for (int i = 0; i < count; i++) {
        uint8_t *l = &low[i * stride], *h = &high[i * stride];
        int least = sum - (highs - *h), most = sum - (lows - *l);
        if (least > *l && least <= *h) {
            lows += least - *l;
            *l = (uint8_t)least;
            changed = true;
        }
        if (most >= *l && most < *h) {
            highs -= *h - most;
            *h = (uint8_t)most;
            changed = true;
        }
    }
    return changed;
}

/* Words given are public: whoever accepted or proposed holds the cards. */
static void believe_offers(struct holm_belief *belief, const struct holm_state *seen)
{
    for (int seat = 0; seat < seen->board->rules.players; seat++) {
        const struct holm_offer *offer = &seen->offer[seat];
        for (int kind = 0; offer->open && kind < HOLM_CARDS; kind++) {
            if (seat != seen->active && offer->give.n[kind] > belief->low[seat][kind])
                belief->low[seat][kind] = offer->give.n[kind];
            for (unsigned left = offer->accepted; left; left &= left - 1) {
                uint8_t *low = &belief->low[__builtin_ctz(left)][kind];
                if (offer->take.n[kind] > *low)
                    *low = offer->take.n[kind];
            }
        }
    }
}

/* Everybody's number of cards and the bank are public, the viewer's own hand is known. */
static void tighten(struct holm_belief *belief, const struct holm_state *seen)
{
    int players = seen->board->rules.players;
    bool changed = true;
    for (int seat = 0; seat < players; seat++) /* the viewer's own hand, or one that is looked at */
        if (seat == belief->viewer || !cards_none(&seen->player[seat].hand)) {
            memcpy(belief->low[seat], seen->player[seat].hand.n, HOLM_CARDS);
            memcpy(belief->high[seat], seen->player[seat].hand.n, HOLM_CARDS);
        }
    believe_offers(belief, seen);
    for (int round = 0; round < 16 && changed; round++) {
        changed = false;
        for (int seat = 0; seat < players; seat++)
            changed |= narrow(belief->low[seat], belief->high[seat], HOLM_CARDS, 1,
                              seen->player[seat].cards);
        for (int kind = 0; kind < HOLM_CARDS; kind++)
            changed |= narrow(&belief->low[0][kind], &belief->high[0][kind], players, HOLM_CARDS,
                              seen->board->rules.bank.n[kind] - seen->bank.n[kind]);
    }
}

void holm_belief_start(struct holm_belief *belief, const struct holm_view *view)
{
    const struct holm_state *seen = &view->seen;
    memset(belief, 0, sizeof *belief);
    belief->viewer = seen->viewer;
    for (int seat = 0; seat < seen->board->rules.players; seat++)
        for (int kind = 0; kind < HOLM_CARDS; kind++) {
            int out = seen->board->rules.bank.n[kind] - seen->bank.n[kind];
            belief->high[seat][kind] =
                (uint8_t)(out < seen->player[seat].cards ? out : seen->player[seat].cards);
        }
    tighten(belief, seen);
}

void holm_belief_tell(struct holm_belief *belief, const struct holm_view *view, int seat,
                      const struct holm_cards *cards)
{
    for (int kind = 0; kind < HOLM_CARDS; kind++)
        if (cards->n[kind] > belief->low[seat][kind])
            belief->low[seat][kind] = cards->n[kind];
    tighten(belief, &view->seen);
}

void holm_belief_follow(struct holm_belief *belief, const struct holm_view *view,
                        const struct holm_events *events)
{
    for (int i = 0; i < events->count; i++) {
        struct holm_event event = holm_event_for(&events->at[i], belief->viewer);
        follow_event(belief, &event);
    }
    tighten(belief, &view->seen);
}
