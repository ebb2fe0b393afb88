/* determinize.c: completes a view to a possible full state, for bots that search. Hands are dealt at
 * random within what is believed; where a deal gets stuck, cards already dealt are moved along a path
 * to a seat that still has room, so a deal that exists is always found. */
#include "engine/engine.h"

static uint64_t next_random(uint64_t *random)
{
    uint64_t z = *random += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static int random_below(uint64_t *random, int limit)
{
    return (int)((next_random(random) >> 32) * (uint64_t)limit >> 32);
}

struct hands {
    const struct holm_belief *belief;
    int players;
    int dealt[HOLM_SEATS][HOLM_CARDS];
    int room[HOLM_SEATS]; /* cards a seat still gets */
};

/* Gives a card of one kind to a seat with room, moving others on where needed: `tried` marks the
 * seats on the way. */
static bool push_card(struct hands *hands, int kind, unsigned *tried)
{
    for (int seat = 0; seat < hands->players; seat++) {
        if (*tried & seat_bit(seat) || hands->dealt[seat][kind] >= hands->belief->high[seat][kind])
            continue;
        *tried |= seat_bit(seat);
        if (hands->room[seat]) {
            hands->room[seat]--;
            hands->dealt[seat][kind]++;
            return true;
        }
        for (int other = 0; other < HOLM_CARDS; other++)
            if (other != kind && hands->dealt[seat][other] > hands->belief->low[seat][other] &&
                push_card(hands, other, tried)) {
                hands->dealt[seat][other]--;
                hands->dealt[seat][kind]++;
                return true;
            }
    }
    return false;
}

/* A seat drawn by the room it has left, among those who may hold the kind. */
static bool deal_card(struct hands *hands, int kind, uint64_t *random)
{
    int weight = 0;
    unsigned tried = 0;
    for (int seat = 0; seat < hands->players; seat++)
        if (hands->dealt[seat][kind] < hands->belief->high[seat][kind])
            weight += hands->room[seat];
    if (!weight)
        return push_card(hands, kind, &tried);
    int at = random_below(random, weight);
    for (int seat = 0; seat < hands->players; seat++) {
        if (hands->dealt[seat][kind] >= hands->belief->high[seat][kind])
            continue;
        at -= hands->room[seat];
        if (at >= 0)
            continue;
        hands->room[seat]--;
        hands->dealt[seat][kind]++;
        return true;
    }
    return false;
}

static int deal_hands(struct holm_state *state, const struct holm_belief *belief, uint64_t *random)
{
    struct hands hands = { .belief = belief, .players = state->board->rules.players };
    uint8_t cards[255];
    int count = 0;
    for (int seat = 0; seat < hands.players; seat++) {
        hands.room[seat] = state->player[seat].cards;
        for (int kind = 0; kind < HOLM_CARDS; kind++) {
            hands.dealt[seat][kind] = belief->low[seat][kind];
            hands.room[seat] -= belief->low[seat][kind];
        }
        if (hands.room[seat] < 0)
            return HOLM_E_VIEW;
    }
    for (int kind = 0; kind < HOLM_CARDS; kind++) {
        int out = state->board->rules.bank.n[kind] - state->bank.n[kind];
        for (int seat = 0; seat < hands.players; seat++)
            out -= hands.dealt[seat][kind];
        for (int i = 0; i < out && count < (int)sizeof cards; i++)
            cards[count++] = (uint8_t)kind;
    }
    for (int i = count - 1; i >= 0; i--) {
        int j = random_below(random, i + 1);
        uint8_t card = cards[j];
        cards[j] = cards[i];
        if (!deal_card(&hands, card, random))
            return HOLM_E_VIEW;
    }
    for (int seat = 0; seat < hands.players; seat++) {
        if (hands.room[seat])
            return HOLM_E_VIEW;
        for (int kind = 0; kind < HOLM_CARDS; kind++)
            state->player[seat].hand.n[kind] = (uint8_t)hands.dealt[seat][kind];
    }
    return HOLM_OK;
}

/* The same, where somebody is asked for a commodity: whoever is has one. */
static int deal_hands_asked(struct holm_state *state, const struct holm_belief *belief,
                            uint64_t *random)
{
    const struct holm_step *step = holm_step(state);
    if (step->kind != HOLM_STEP_HARBOR || !step->seats)
        return deal_hands(state, belief, random);
    int seat = holm_bits_first(step->seats);
    for (int kind = HOLM_RESOURCES; kind < HOLM_CARDS; kind++)
        if (belief->low[seat][kind])
            return deal_hands(state, belief, random);
    for (int kind = HOLM_RESOURCES; kind < HOLM_CARDS; kind++) {
        struct holm_belief holds = *belief;
        holds.low[seat][kind] = 1;
        if (holds.high[seat][kind] && !deal_hands(state, &holds, random))
            return HOLM_OK;
    }
    return HOLM_E_VIEW;
}

/* Cards that others have put down to discard: the number is public, the kinds are guessed. */
static void deal_pledges(struct holm_state *state, int viewer, uint64_t *random)
{
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        struct holm_player *player = &state->player[seat];
        if (seat == viewer || holm_step(state)->kind == HOLM_STEP_CITY_YIELD)
            continue;
        struct holm_cards left = player->hand;
        for (int count = player->pledged; count > 0; count--) {
            int at = random_below(random, cards_total(&left)), kind = 0;
            while (at >= left.n[kind])
                at -= left.n[kind++];
            left.n[kind]--;
            player->pledge.n[kind]++;
        }
    }
}

/* Unseen development cards to the other hands; the rest is the deck. The active player cannot hold
 * so many victory cards that the game would be over. */
static int deal_developments(struct holm_state *state, int viewer, uint64_t *random)
{
    const struct holm_rules *rules = &state->board->rules;
    int players = rules->players, unseen[HOLM_DEVELOPMENTS], count = 0;
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++) {
        unseen[kind] = rules->deck[kind] - state->spent[kind];
        for (int seat = 0; seat < players; seat++)
            unseen[kind] -=
                state->player[seat].development[kind] +
                (kind == HOLM_VICTORY && !with_knights(state) ? state->player[seat].revealed : 0);
        count += unseen[kind];
    }
    for (int i = 0; i < players; i++) {
        int seat = (i + (state->active == HOLM_NONE ? 0 : state->active)) % players;
        struct holm_player *player = &state->player[seat];
        for (int card = 0; seat != viewer && card < player->developments; card++) {
            bool full = seat == state->active && has_won(state, seat, 1);
            int choices = count - (full ? unseen[HOLM_VICTORY] : 0), kind = 0;
            if (choices <= 0)
                return HOLM_E_VIEW;
            int at = random_below(random, choices);
            while ((full && kind == HOLM_VICTORY) || at >= unseen[kind]) {
                at -= full && kind == HOLM_VICTORY ? 0 : unseen[kind];
                kind++;
            }
            unseen[kind]--;
            count--;
            player->development[kind]++;
            if (card < player->bought)
                player->fresh[kind]++;
        }
    }
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++)
        state->deck_kind[kind] = (uint8_t)unseen[kind];
    for (int i = 0; i < state->board->map.gifts; i++)
        if (state->gifts >> i & 1 && state->board->map.gift[i].kind == HOLM_GIFT_CARD)
            count--; /* unseen on an edge */
    return count == state->deck ? HOLM_OK : HOLM_E_VIEW;
}

struct unseen {
    uint8_t cards[64];
    int count;
};

/* The cards of a deck that the viewer cannot place anywhere. */
static void collect_unseen(const struct holm_state *state, int track, struct unseen *unseen)
{
    const struct holm_rules *rules = &state->board->rules;
    unseen->count = 0;
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++) {
        int left = rules->progress_copies[progress] - (state->laid_open[progress] != 0);
        if (holm_progress_track(rules, progress) != track)
            continue;
        for (int seat = 0; seat < rules->players; seat++)
            left -= state->player[seat].progress[progress];
        for (int i = 0; i < HOLM_UNDER_MAX; i++)
            left -= state->under[track][i] == progress + 1;
        for (; left > 0 && unseen->count < (int)sizeof unseen->cards; left--)
            unseen->cards[unseen->count++] = (uint8_t)progress;
    }
}

enum wanted { ANY_CARD, NO_POINT, POINT };

/* One unseen card at random, or HOLM_NONE. */
static int next_unseen(struct unseen *unseen, enum wanted wanted, uint64_t *random)
{
    if (!unseen->count)
        return HOLM_NONE;
    int at = random_below(random, unseen->count);
    for (int tries = 0; tries < unseen->count; tries++, at = (at + 1) % unseen->count) {
        int progress = unseen->cards[at];
        bool point = holm_progress_info[progress].kind == HOLM_NO_ACTION;
        if (wanted != ANY_CARD && point != (wanted == POINT))
            continue;
        unseen->cards[at] = unseen->cards[--unseen->count];
        return progress;
    }
    return HOLM_NONE;
}

/* What a seat's unknown cards may be: no points where those lie open, or where one more would have
 * won; nothing but points beside what a spy sees. */
static enum wanted wanted_of(const struct holm_state *state, int viewer, int seat)
{
    const struct holm_step *step = holm_step(state);
    bool full = seat == state->active && has_won(state, seat, 1);
    if (step->kind == HOLM_STEP_SPY && viewer == state->active && seat == step->n)
        return POINT;
    return full || state->board->rules.progress_points_open ? NO_POINT : ANY_CARD;
}

/* Who is dealt to first: whose cards cannot be just any. */
static int pickiest(const struct holm_state *state, int viewer)
{
    if (holm_step(state)->kind == HOLM_STEP_SPY && viewer == state->active)
        return holm_step(state)->n;
    return state->active == HOLM_NONE ? 0 : state->active;
}

/* One deck: the other hands, what lies hidden underneath, and the rest on top. */
static int deal_progress(struct holm_state *state, int viewer, int track, uint64_t *random)
{
    struct unseen unseen;
    int players = state->board->rules.players;
    collect_unseen(state, track, &unseen);
    for (int i = 0; i < players; i++) {
        int seat = (i + pickiest(state, viewer)) % players;
        struct holm_player *player = &state->player[seat];
        int known = 0;
        for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
            if (holm_progress_track(&state->board->rules, progress) == track)
                known += player->progress[progress];
        for (; seat != viewer && known < player->backs[track]; known++) {
            int progress = next_unseen(&unseen, wanted_of(state, viewer, seat), random);
            if (progress == HOLM_NONE)
                return HOLM_E_VIEW;
            player->progress[progress]++;
        }
    }
    for (int i = 0; i < HOLM_UNDER_MAX; i++)
        if (state->under[track][i] == HOLM_HIDDEN_CARD) {
            int progress = next_unseen(&unseen, NO_POINT, random);
            if (progress == HOLM_NONE)
                return HOLM_E_VIEW;
            state->under[track][i] = (uint8_t)(progress + 1);
        }
    while (unseen.count)
        state->pool[unseen.cards[--unseen.count]]++;
    return HOLM_OK;
}

/* A commercial harbor's resource that the viewer does not know is any that the active player holds. */
static void deal_harbor(struct holm_state *state, int viewer)
{
    struct holm_step *step = top_step(state);
    if (step->kind != HOLM_STEP_HARBOR || viewer == state->active)
        return;
    step->place = 0;
    while (step->place + 1 < HOLM_RESOURCES && !state->player[state->active].hand.n[step->place])
        step->place++;
}

/* Cities that others have chosen to lose: any of them will do. */
static void deal_pillage(struct holm_state *state, int viewer)
{
    uint8_t corners[HOLM_CORNERS];
    const struct holm_step *step = holm_step(state);
    unsigned chosen = step->kind == HOLM_STEP_PILLAGE ? step->place & ~step->seats : 0;
    for (int seat = 0; seat < state->board->rules.players; seat++)
        if (seat != viewer && chosen & seat_bit(seat) && plain_cities(state, seat, corners))
            state->player[seat].chosen = (uint8_t)(corners[0] + 1);
}

int holm_determinize(const struct holm_view *view, const struct holm_belief *belief,
                     uint64_t random, struct holm_state *state)
{
    struct holm_belief wide;
    int viewer = view->seen.viewer;
    *state = view->seen;
    if (viewer == HOLM_EVERYBODY)
        return HOLM_OK;
    if (!belief) {
        holm_belief_start(&wide, view);
        belief = &wide;
    }
    state->viewer = HOLM_EVERYBODY;
    int error = deal_hands_asked(state, belief, &random);
    if (!error)
        error = deal_developments(state, viewer, &random);
    for (int track = 0; !error && track < HOLM_TRACKS; track++)
        error = deal_progress(state, viewer, track, &random);
    if (error)
        return error;
    deal_pledges(state, viewer, &random);
    deal_harbor(state, viewer);
    deal_pillage(state, viewer);
    return HOLM_OK;
}
