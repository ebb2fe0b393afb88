/* test_legal.c: the lists are exactly what the checks accept.
 *
 * In states sampled from games of every mode each action of the whole action space is checked:
 * every kind, seat, place (both, where there are two), target and card, track, rank, progress card,
 * die or choice; bank trades at all rates; sets of cards and offers
 * sampled inside and outside the bounds of their templates. And a seat's view shows the same list,
 * and refuses for the same reasons, as the state does. */
#include "tests/often.h"
#include "tests/property/play.h"

/* A state with all the lists that belong to it. */
struct sample {
    const struct game *game;
    const struct holm_state *state;
    struct holm_view view[HOLM_SEATS];
    struct holm_list list[HOLM_SEATS];
    bool lists[HOLM_SEATS][HOLM_KINDS + 1]; /* whether a kind is listed at all */
    struct dice *dice;
};

/* ------------------------------------------------------------- one action */

static bool is_listed(const struct holm_list *list, const struct holm_action *action)
{
    for (int i = 0; i < list->count; i++)
        if (!memcmp(&list->at[i], action, sizeof *action))
            return true;
    return false;
}

static const struct holm_action *find_template(const struct holm_list *list, int kind)
{
    for (int i = list->count; i < list->count + list->templates; i++)
        if (list->at[i].kind == kind)
            return &list->at[i];
    return NULL;
}

static bool within(const struct holm_cards *cards, const struct holm_cards *bounds)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        if (cards->n[card] > bounds->n[card])
            return false;
    return true;
}

static bool share_a_kind(const struct holm_cards *one, const struct holm_cards *other)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        if (one->n[card] && other->n[card])
            return true;
    return false;
}

/* BASE-TRADE-4 and 5, and the bounds of the template. */
static bool offer_fits(const struct holm_rules *rules, const struct holm_action *bounds,
                       const struct holm_action *offer)
{
    const int given = holm_cards_total(&offer->give), taken = holm_cards_total(&offer->take);
    if (!within(&offer->give, &bounds->give) || !within(&offer->take, &bounds->take))
        return false;
    if (!offer->seats || offer->seats & ~bounds->seats)
        return false;
    if (!given && !taken)
        return false;
    return !rules->trade_restrictions ||
           (given && taken && !share_a_kind(&offer->give, &offer->take));
}

/* BASE-HARBOR-4: one template for each kind and rate. */
static bool bank_fits(const struct holm_list *list, const struct holm_action *trade)
{
    for (int i = list->count; i < list->count + list->templates; i++)
        if (list->at[i].kind == HOLM_DO_BANK &&
            !memcmp(&list->at[i].give, &trade->give, sizeof trade->give) &&
            within(&trade->take, &list->at[i].take) && holm_cards_total(&trade->take) == 1)
            return true;
    return false;
}

/* What holm.h says of templates. */
static bool template_allows(const struct holm_rules *rules, const struct holm_list *list,
                            const struct holm_action *action)
{
    const struct holm_action *bounds = find_template(list, action->kind);
    if (!bounds)
        return false;
    if (action->kind == HOLM_DO_OFFER)
        return offer_fits(rules, bounds, action);
    if (action->kind == HOLM_DO_BANK)
        return !action->card && bank_fits(list, action);
    const bool takes = holm_kind_info[action->kind].fields & HOLM_F_TAKE;
    const struct holm_cards *cards = takes ? &action->take : &action->give;
    const int total = holm_cards_total(cards);
    return total && total <= bounds->card && within(cards, takes ? &bounds->take : &bounds->give);
}

static void check_action(const struct sample *sample, const struct holm_action *action)
{
    const int found = holm_check(sample->state, action);
    const int seat = action->seat;
    bool expected = false;
    if (seat < sample->game->board.rules.players) {
        expected = action->kind < HOLM_KINDS && sample->lists[seat][action->kind] &&
                   (is_listed(&sample->list[seat], action) ||
                    template_allows(&sample->game->board.rules, &sample->list[seat], action));
        game_expect(sample->game, holm_check(&sample->view[seat].seen, action) == found,
                    "the view of seat %d says %s to kind %d at %d, the state %s: ", seat,
                    holm_reason(holm_check(&sample->view[seat].seen, action))->name, action->kind,
                    action->place, holm_reason(found)->name);
    }
    game_expect(sample->game, expected == !found,
                "seat %d kind %d place %d to %d target %d card %d give %d take %d is %s, but %s: ",
                seat, action->kind, action->place, action->to, action->target, action->card,
                holm_cards_total(&action->give), holm_cards_total(&action->take),
                expected ? "listed" : "not listed", holm_reason(found)->name);
}

/* --------------------------------------------------------- the whole space */

static int place_limit(const struct holm_topology *topology, int fields)
{
    return fields & HOLM_F_HEX      ? topology->hexes
           : fields & HOLM_F_CORNER ? topology->corners
           : fields & HOLM_F_EDGE   ? topology->edges
                                    : 0;
}

/* Values of `card`, by what it means; one more than there are. */
static int card_limit(int fields)
{
    return fields & HOLM_F_CARD       ? HOLM_CARDS + 1
           : fields & HOLM_F_TRACK    ? HOLM_TRACKS + 1
           : fields & HOLM_F_PROGRESS ? HOLM_PROGRESS_KINDS + 1
           : fields & HOLM_F_RANK     ? HOLM_RANKS + 1
           : fields & HOLM_F_WONDER   ? HOLM_WONDERS + 1
           : fields & HOLM_F_CHOICE   ? 3
                                      : 1;
}

/* Every place (and the ones just past the last, and none at all), target and card. */
static void check_plain(const struct sample *sample, int kind, int seat)
{
    const int fields = holm_kind_info[kind].fields;
    const int places = place_limit(&sample->game->board.topology, fields);
    const int targets = fields & HOLM_F_TARGET ? HOLM_SEATS + 2 : 1;
    for (int place = 0; place < (places ? places + 3 : 1); place++)
        for (int target = 0; target < targets; target++)
            for (int card = 0; card < card_limit(fields); card++) {
                struct holm_action action = { .kind = (uint8_t)kind,
                                              .seat = (uint8_t)seat,
                                              .place = (uint16_t)place,
                                              .card = (uint8_t)card,
                                              .target = (uint8_t)target };
                if (place == places + 1)
                    action.place = HOLM_NO_EDGE;
                if (place == places + 2)
                    action.place = HOLM_NONE; /* the pirate to the frame */
                if (target == HOLM_SEATS + 1)
                    action.target = HOLM_NONE;
                check_action(sample, &action);
            }
}

/* Two corners: all pairs from where somebody's knight stands, and some others. */
static void check_pairs(const struct sample *sample, int kind, int seat)
{
    const int corners = sample->game->board.topology.corners;
    for (int place = 0; place <= corners; place++) {
        const bool knight = place < corners && holm_is_knight(sample->state->corner[place]);
        for (int to = 0; to <= corners; to++)
            if (knight || dice_one_in(sample->dice, 256))
                check_action(sample, &(struct holm_action){ .kind = (uint8_t)kind,
                                                            .seat = (uint8_t)seat,
                                                            .place = (uint16_t)place,
                                                            .to = (uint16_t)to });
    }
}

/* Two edges: all pairs from where somebody's ship lies, and some others. */
static void check_edges(const struct sample *sample, int kind, int seat)
{
    const int edges = sample->game->board.topology.edges;
    for (int place = 0; place <= edges; place++) {
        const uint8_t byte = place < edges ? sample->state->edge[place] : 0;
        const bool own = holm_piece_kind(byte) == HOLM_SHIP && holm_piece_seat(byte) == seat;
        for (int to = 0; to <= edges; to++)
            if (own || dice_one_in(sample->dice, holm_piece_kind(byte) == HOLM_SHIP ? 16 : 256))
                check_action(sample, &(struct holm_action){ .kind = (uint8_t)kind,
                                                            .seat = (uint8_t)seat,
                                                            .place = (uint16_t)place,
                                                            .to = (uint16_t)to });
    }
}

static void check_dice(const struct sample *sample, int kind, int seat)
{
    for (int first = 0; first <= 7; first++)
        for (int second = 0; second <= 7; second++)
            check_action(sample, &(struct holm_action){ .kind = (uint8_t)kind,
                                                        .seat = (uint8_t)seat,
                                                        .place = (uint16_t)first,
                                                        .to = (uint16_t)second });
}

/* One to five of a kind for none to two of a kind: all rates and what is near them. */
static void check_bank(const struct sample *sample, int seat)
{
    for (int give = 0; give < HOLM_CARDS; give++)
        for (int take = 0; take < HOLM_CARDS; take++)
            for (int n = 0; n < 6; n++)
                for (int m = 0; m < 3; m++) {
                    struct holm_action action = { .kind = HOLM_DO_BANK, .seat = (uint8_t)seat };
                    action.give.n[give] = (uint8_t)n;
                    action.take.n[take] = (uint8_t)m;
                    check_action(sample, &action);
                    if (n && m && dice_one_in(sample->dice, 32)) {
                        /* a mixed set is no trade with the bank */
                        action.give.n[dice_below(sample->dice, HOLM_CARDS)]++;
                        check_action(sample, &action);
                    }
                }
}

/* Sets of cards around a template's bounds, or small ones where there is no template. */
static void random_cards(struct dice *dice, const struct holm_cards *bounds,
                         struct holm_cards *cards)
{
    memset(cards, 0, sizeof *cards);
    for (int left = (int)dice_below(dice, 5); left; left--) {
        const unsigned card = dice_below(dice, dice_one_in(dice, 3) ? HOLM_CARDS : HOLM_RESOURCES);
        if (!bounds || cards->n[card] < bounds->n[card] || dice_one_in(dice, 4))
            cards->n[card]++;
    }
    if (bounds && dice_one_in(dice, 8))
        *cards = *bounds;
    if (dice_one_in(dice, 16))
        cards->n[dice_below(dice, HOLM_CARDS)] = (uint8_t)dice_below(dice, 256);
}

/* Discards, takes, picks and gives: every single card, every pair, and larger sets at random. */
static void check_several(const struct sample *sample, int kind, int seat)
{
    const struct holm_action *bounds =
        seat < sample->game->board.rules.players ? find_template(&sample->list[seat], kind) : NULL;
    const bool takes = holm_kind_info[kind].fields & HOLM_F_TAKE;
    for (int i = 0; i < 160; i++) {
        struct holm_action action = { .kind = (uint8_t)kind, .seat = (uint8_t)seat };
        struct holm_cards *cards = takes ? &action.take : &action.give;
        if (i < HOLM_CARDS * HOLM_CARDS) {
            cards->n[i / HOLM_CARDS]++;
            if (i % HOLM_CARDS != HOLM_CARDS - 1)
                cards->n[i % HOLM_CARDS]++;
        } else if (bounds) {
            random_cards(sample->dice, takes ? &bounds->take : &bounds->give, cards);
        } else {
            random_cards(sample->dice, NULL, cards);
            i += 8; /* no template: a few are enough */
        }
        check_action(sample, &action);
    }
}

static void check_offers(const struct sample *sample, int seat)
{
    const struct holm_action *bounds = seat < sample->game->board.rules.players
                                           ? find_template(&sample->list[seat], HOLM_DO_OFFER)
                                           : NULL;
    for (int i = 0; i < (bounds ? 100 : 10); i++) {
        struct holm_action action = { .kind = HOLM_DO_OFFER, .seat = (uint8_t)seat };
        if (bounds && dice_one_in(sample->dice, 2)) {
            action = *bounds;
            game_fill(sample->dice, &sample->game->board.rules, &action);
        } else {
            random_cards(sample->dice, bounds ? &bounds->give : NULL, &action.give);
            random_cards(sample->dice, bounds ? &bounds->take : NULL, &action.take);
        }
        if (!bounds || dice_one_in(sample->dice, 2))
            action.seats = (uint8_t)dice_below(sample->dice, 1u << sample->game->board.seats);
        if (dice_one_in(sample->dice, 8))
            action.seats = (uint8_t)dice_below(sample->dice, 256);
        check_action(sample, &action);
    }
}

/* A field that a kind does not use must be 0, whatever else is right. */
static void check_unused(const struct sample *sample, int seat)
{
    const struct holm_list *list = &sample->list[seat];
    if (!list->count)
        return;
    for (int i = 0; i < 12; i++) {
        struct holm_action action = list->at[dice_below(sample->dice, (unsigned)list->count)];
        uint8_t *bytes = (uint8_t *)&action;
        bytes[dice_below(sample->dice, sizeof action)] ^=
            (uint8_t)(1 + dice_below(sample->dice, 255));
        if (action.kind == HOLM_DO_BANK ||
            !(holm_kind_info[action.kind % HOLM_KINDS].fields & (HOLM_F_GIVE | HOLM_F_TAKE)))
            check_action(sample, &action);
    }
}

static void check_kind(const struct sample *sample, int kind, int seat)
{
    const int fields = kind < HOLM_KINDS ? holm_kind_info[kind].fields : 0;
    if (kind == HOLM_DO_OFFER)
        check_offers(sample, seat);
    else if (kind == HOLM_DO_BANK)
        check_bank(sample, seat);
    else if (fields & (HOLM_F_GIVE | HOLM_F_TAKE))
        check_several(sample, kind, seat);
    else if (fields & HOLM_F_TO)
        check_pairs(sample, kind, seat);
    else if (fields & HOLM_F_TO_EDGE)
        check_edges(sample, kind, seat);
    else if (fields & HOLM_F_DICE)
        check_dice(sample, kind, seat);
    else if (kind < HOLM_KINDS)
        check_plain(sample, kind, seat);
    else
        check_action(sample, &(struct holm_action){ .kind = HOLM_KINDS, .seat = (uint8_t)seat });
}

/* Kinds of another game: the largest part of the space, and refused with one word. */
static bool is_foreign(const struct holm_rules *rules, int kind)
{
    const bool neutral = kind == HOLM_DO_NEUTRAL_ROAD || kind == HOLM_DO_NEUTRAL_SETTLEMENT ||
                         kind == HOLM_DO_NEUTRAL_KNIGHT || kind == HOLM_DO_NEUTRAL_PROMOTE;
    const int groups = kind < HOLM_KINDS ? holm_kind_info[kind].groups : HOLM_G_KNIGHTS;
    const bool sea = groups & HOLM_G_SEA && rules->ships;
    const bool knights = groups & HOLM_G_KNIGHTS && rules->knights;
    return (neutral && !rules->neutrals) ||
           (groups & (HOLM_G_SEA | HOLM_G_KNIGHTS) && !sea && !knights);
}

static void check_space(const struct sample *sample)
{
    const struct holm_rules *rules = &sample->game->board.rules;
    const unsigned asked = holm_asked(sample->state);
    for (int seat = 0; seat <= HOLM_SEATS; seat++)
        for (int kind = 0; kind <= HOLM_KINDS; kind++) {
            if ((is_foreign(rules, kind) || seat > rules->players) &&
                !dice_one_in(sample->dice, 16))
                continue;
            if (!holm_bit_in(asked, seat) && !dice_one_in(sample->dice, (unsigned)often(1, 3)))
                continue;
            check_kind(sample, kind, seat);
        }
}

/* ------------------------------------------------------------------- lists */

static void check_list(const struct sample *sample, int seat)
{
    static struct holm_list seen;
    const struct holm_list *list = &sample->list[seat];
    const size_t size = (size_t)(list->count + list->templates) * sizeof list->at[0];
    holm_legal(&sample->view[seat].seen, seat, &seen);
    game_expect(sample->game,
                seen.count == list->count && seen.templates == list->templates &&
                    !memcmp(seen.at, list->at, size),
                "seat %d's view has another list than the state: ", seat);
    for (int i = 0; i < list->count; i++)
        for (int j = 0; j < i; j++)
            game_expect(sample->game, memcmp(&list->at[i], &list->at[j], sizeof list->at[i]),
                        "seat %d's actions %d and %d are the same: ", seat, i, j);
    /* An empty template would be a promise that nothing keeps. */
    for (int i = list->count; i < list->count + list->templates; i++) {
        struct holm_action action = list->at[i];
        game_fill(sample->dice, &sample->game->board.rules, &action);
        game_expect(sample->game, !holm_check(sample->state, &action),
                    "seat %d: a filled template of kind %d is refused: ", seat, action.kind);
    }
    if (holm_bit_in(holm_asked(sample->state), seat))
        game_expect(sample->game, list->count + list->templates > 0,
                    "seat %d is asked and can do nothing: ", seat);
}

static void check_state(struct sample *sample)
{
    const int players = sample->game->board.rules.players;
    for (int seat = 0; seat < players; seat++) {
        holm_view(sample->state, seat, &sample->view[seat]);
        holm_legal(sample->state, seat, &sample->list[seat]);
        memset(sample->lists[seat], 0, sizeof sample->lists[seat]);
        for (int i = 0; i < sample->list[seat].count + sample->list[seat].templates; i++)
            sample->lists[seat][sample->list[seat].at[i].kind] = true;
    }
    for (int seat = 0; seat < players; seat++) {
        check_list(sample, seat);
        check_unused(sample, seat);
    }
    check_space(sample);
}

/* How often something was looked at in this mode. */
struct tally {
    int step[HOLM_STEP_KINDS];
    int kind[HOLM_KINDS];
};

/* Each kind of step and of action is looked at as often as any other, however rare it is in play.
 */
static bool is_rare(const struct game *game, struct tally *tally)
{
    static struct holm_list list;
    const int enough = game->mode->scenario                     ? 1
                       : game->board.rules.game == HOLM_KNIGHTS ? often(2, 1)
                                                                : often(6, 2);
    bool rare = tally->step[holm_step(&game->state)->kind]++ < enough;
    for (int seat = 0; seat < game->board.rules.players; seat++) {
        holm_legal(&game->state, seat, &list);
        for (int i = 0; i < list.count; i++)
            if (i == 0 || list.at[i].kind != list.at[i - 1].kind)
                rare |= tally->kind[list.at[i].kind]++ < enough;
    }
    return rare;
}

static void lists_are_what_is_accepted(void **unused)
{
    static struct game game;
    static struct sample sample;
    (void)unused;
    for (int m = 0; m < mode_count; m++) {
        struct tally tally = { { 0 }, { 0 } };
        for (uint64_t seed = 1; seed <= mode_seeds(&modes[m], often(4, modes[m].game ? 1 : 2));
             seed++) {
            game_start(&game, &modes[m], seed);
            sample = (struct sample){ .game = &game, .state = &game.state, .dice = &game.dice };
            do
                if (is_rare(&game, &tally) ||
                    dice_one_in(&game.dice, modes[m].scenario ? 1000 : 200))
                    check_state(&sample);
            while (game_step(&game));
            check_state(&sample);
        }
    }
}

/* -------------------------------------------------------------- at the edge */

/* All cards of the bank are in one hand. */
static void empty_bank(struct holm_state *state, int seat)
{
    for (int card = 0; card < HOLM_CARDS; card++) {
        state->player[seat].hand.n[card] += state->bank.n[card];
        state->player[seat].cards += state->bank.n[card];
        state->bank.n[card] = 0;
    }
}

/* One of each kind of development card that is not worth points, or all that are left. */
static void draw_developments(struct holm_state *state, int seat, bool all)
{
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++) {
        const int wanted = kind == HOLM_VICTORY ? 0
                           : all                ? state->deck_kind[kind]
                                                : !!state->deck_kind[kind];
        const int n =
            wanted < state->deck ? wanted : state->deck; /* some lie on edges (SC-TRIBE) */
        state->deck_kind[kind] -= (uint8_t)n;
        state->deck -= (uint8_t)n;
        state->player[seat].development[kind] += (uint8_t)n;
        state->player[seat].developments += (uint8_t)n;
    }
}

/* Victory cards are left in the deck only where somebody may hold them without winning. */
static void empty_deck(struct holm_state *state, int seat)
{
    draw_developments(state, seat, true);
    if (seat == state->active)
        return;
    const uint8_t n =
        state->deck_kind[HOLM_VICTORY] < state->deck ? state->deck_kind[HOLM_VICTORY] : state->deck;
    state->deck_kind[HOLM_VICTORY] -= n;
    state->deck -= n;
    state->player[seat].development[HOLM_VICTORY] += n;
    state->player[seat].developments += n;
}

/* Progress cards of all kinds, or all there are. Points stay where they are. */
static void draw_progress(struct holm_state *state, int seat, bool all)
{
    for (int kind = 0; kind < HOLM_PROGRESS_KINDS; kind++) {
        const int track = holm_progress_track(&state->board->rules, kind);
        const bool point = holm_progress_info[kind].kind == HOLM_NO_ACTION;
        const int n = point ? 0 : all ? state->pool[kind] : !!state->pool[kind];
        state->pool[kind] -= (uint8_t)n;
        state->deck_left[track] -= (uint8_t)n;
        state->player[seat].progress[kind] += (uint8_t)n;
        state->player[seat].backs[track] += (uint8_t)n;
    }
}

static void set_corner(struct holm_corner_set *set, int corner, bool in)
{
    if (in)
        holm_corner_add(set, corner);
    else
        holm_corner_remove(set, corner);
}

/* Some knights of everybody's on the ways of everybody, in all conditions; and walls. */
static void muster(struct holm_state *state, struct dice *dice)
{
    const struct holm_topology *topology = &state->board->topology;
    for (int i = 0; i < 60; i++) {
        const unsigned corner = dice_below(dice, topology->corners);
        const unsigned seat = dice_below(dice, state->board->seats);
        const unsigned rank = dice_below(dice, HOLM_RANKS);
        const int piece = holm_piece_kind(state->corner[corner]);
        const bool player = seat < state->board->rules.players;
        const uint8_t owner = (uint8_t)holm_piece_seat(state->corner[corner]);
        bool touched = false;
        for (int j = 0; j < 3; j++) {
            const int edge = topology->corner_edge[corner][j];
            touched |= edge != HOLM_NO_EDGE && state->edge[edge];
        }
        if (piece == HOLM_CITY && owner < state->board->rules.players &&
            state->player[owner].walls && !holm_corner_in(&state->walls, (int)corner)) {
            set_corner(&state->walls, (int)corner, true);
            state->player[owner].walls--;
        }
        if (piece || !touched || !state->player[seat].knights[rank] || (!player && rank == 2))
            continue;
        state->corner[corner] = holm_piece_byte(HOLM_BASIC + rank, seat);
        state->player[seat].knights[rank]--;
        set_corner(&state->active_knights, (int)corner, player && !dice_one_in(dice, 3));
        set_corner(&state->tired, (int)corner, dice_one_in(dice, 4));
        set_corner(&state->promoted, (int)corner, dice_one_in(dice, 4));
    }
    holm_refresh(state);
}

/* The robber about, the barbarians close, some levels, a commercial harbor and a fleet at work. */
static void stir(struct holm_state *state, struct dice *dice, int seat)
{
    const struct holm_board *board = state->board;
    do
        state->robber = (uint8_t)dice_below(dice, board->topology.hexes);
    while (!holm_is_land(state->terrain[state->robber]));
    state->attacked = (uint8_t)dice_below(dice, 2);
    state->harbor = (uint8_t)dice_below(dice, 2);
    state->harbor_asked = (uint8_t)dice_below(dice, holm_bit(board->rules.players));
    state->player[seat].fleet = (uint8_t)dice_below(dice, 256);
    for (int track = 0; track < HOLM_TRACKS; track++)
        if (state->player[seat].level[track] < 3)
            state->player[seat].level[track] = (uint8_t)dice_below(dice, 4);
    draw_progress(state, seat, false);
    if (dice_one_in(dice, 4))
        draw_progress(state, (int)dice_below(dice, board->rules.players), true);
    muster(state, dice);
}

static bool own_at(const struct holm_state *state, unsigned seat, int corner)
{
    const struct holm_topology *topology = &state->board->topology;
    const uint8_t ship = holm_piece_byte(HOLM_SHIP, seat);
    bool own = holm_piece_kind(state->corner[corner]) &&
               holm_piece_seat(state->corner[corner]) == (int)seat;
    for (int i = 0; i < 3; i++) {
        const int edge = topology->corner_edge[corner][i];
        own |= edge != HOLM_NO_EDGE && state->edge[edge] == ship;
    }
    return own;
}

/* More ships of everybody's, some of them new, where they lead on; lanes know only their own. */
static void launch(struct holm_state *state, struct dice *dice)
{
    const struct holm_topology *topology = &state->board->topology;
    for (int i = 0; i < 200 && !state->board->map.lanes; i++) {
        const unsigned edge = dice_below(dice, topology->edges);
        const unsigned seat = dice_below(dice, state->board->rules.players);
        const uint8_t *ends = topology->edge_corner[edge];
        bool gift = false;
        for (int j = 0; j < state->board->gifts; j++)
            gift |= state->board->gift_edge[j] == edge;
        if (gift || state->edge[edge] || !state->player[seat].ships ||
            !holm_edge_in(&state->sea_edges, (int)edge) ||
            !(own_at(state, seat, ends[0]) || own_at(state, seat, ends[1])))
            continue;
        state->edge[edge] = holm_piece_byte(HOLM_SHIP, seat);
        state->player[seat].ships--;
        if (dice_one_in(dice, 3))
            holm_edge_add(&state->new_ships, edge);
    }
    for (int edge = 0; edge < topology->edges && state->board->map.lanes; edge++)
        if (holm_piece_kind(state->edge[edge]) == HOLM_SHIP && dice_one_in(dice, 2))
            holm_edge_add(&state->warships, edge);
}

/* The pirate about, villages that trade with anybody, wonders under way, lairs that have fallen. */
static void embark(struct holm_state *state, struct dice *dice)
{
    const struct holm_board *board = state->board;
    launch(state, dice);
    state->sailed = (uint8_t)dice_below(dice, 2);
    if (board->map.has_pirate && !board->map.lanes) {
        state->pirate = (uint8_t)dice_below(dice, board->topology.hexes);
        if (state->terrain[state->pirate] != HOLM_SEA || dice_one_in(dice, 6))
            state->pirate = HOLM_NONE;
    }
    for (int seat = 0; seat < board->rules.players; seat++) {
        struct holm_player *player = &state->player[seat];
        const unsigned wonder = dice_below(dice, HOLM_WONDERS);
        player->relations |= (uint16_t)dice_below(dice, 1u << board->villages);
        if (player->lairs)
            player->lairs = (uint8_t)(1 + dice_below(dice, 3));
        if (!board->map.wonders || player->wonder || state->wonder_owner[wonder])
            continue;
        state->wonder_owner[wonder] = (uint8_t)(seat + 1);
        player->wonder = (uint8_t)(wonder + 1);
        player->wonder_level = (uint8_t)dice_below(dice, HOLM_WONDER_LEVELS);
    }
    holm_refresh(state);
}

/* What play hardly ever reaches: an empty bank, an empty deck, all kinds of cards in hand, knights
 * all over the island, ships all over the sea. */
static void lists_hold_at_the_edge(void **unused)
{
    static struct game game;
    static struct sample sample;
    (void)unused;
    for (int m = 0; m < mode_count; m++) {
        game_start(&game, &modes[m], 21);
        const int enough = modes[m].scenario ? 2 : modes[m].game ? often(12, 4) : often(24, 8);
        for (int checked = 0; checked < enough && game_step(&game);) {
            const int step = holm_step(&game.state)->kind;
            if ((step != HOLM_STEP_ROLL && step != HOLM_STEP_ACTIONS &&
                 step != HOLM_STEP_SPECIAL_BUILD) ||
                !dice_one_in(&game.dice, 8))
                continue;
            struct holm_state state = game.state;
            const int seat = (int)dice_below(&game.dice, game.board.rules.players);
            if (state.active != HOLM_NONE && state.board->rules.deck[HOLM_KNIGHT])
                draw_developments(&state, state.active, false);
            if (game.board.rules.ships)
                embark(&state, &game.dice);
            if (game.board.rules.knights)
                stir(&state, &game.dice, state.active == HOLM_NONE ? seat : state.active);
            if (dice_one_in(&game.dice, 2))
                empty_bank(&state, dice_one_in(&game.dice, 2) ? seat : holm_next(&state));
            if (dice_one_in(&game.dice, 2))
                empty_deck(&state, seat);
            game_expect(&game, !holm_invariant(&state), "%s: ", holm_invariant(&state));
            sample = (struct sample){ .game = &game, .state = &state, .dice = &game.dice };
            check_state(&sample);
            checked++;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_what_is_accepted),
        cmocka_unit_test(lists_hold_at_the_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
