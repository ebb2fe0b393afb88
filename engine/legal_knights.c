/* legal_knights.c: the lists of Cities & Knights. Candidates come from small sets; the rule of each
 * kind decides. */
#include "engine/engine.h"

typedef void visitor(const struct holm_state *state, int seat, int corner, struct holm_list *list);

/* Every own corner of a set. */
static void each_own(const struct holm_state *state, int seat, const struct holm_corner_set *set,
                     visitor *visit, struct holm_list *list)
{
    for (int i = 0; i < state->board->corner_words; i++)
        for (uint64_t left = set->w[i]; left; left &= left - 1) {
            int corner = 64 * i + __builtin_ctzll(left);
            if (state->corner[corner] && piece_seat(state->corner[corner]) == seat)
                visit(state, seat, corner, list);
        }
}

static void try_place(const struct holm_state *state, int seat, int kind, int place,
                      struct holm_list *list)
{
    struct holm_action action = { .kind = (uint8_t)kind,
                                  .seat = (uint8_t)seat,
                                  .place = (uint16_t)place };
    list_if(state, list, &action);
}

static void try_card(const struct holm_state *state, int seat, int kind, int card,
                     struct holm_list *list)
{
    struct holm_action action = { .kind = (uint8_t)kind,
                                  .seat = (uint8_t)seat,
                                  .card = (uint8_t)card };
    list_if(state, list, &action);
}

/* --------------------------------------------------------------- purchases */

static void visit_wall(const struct holm_state *state, int seat, int corner, struct holm_list *list)
{
    if (wall_site(state, seat, corner) == HOLM_OK)
        list_place(list, HOLM_DO_WALL, seat, corner, 0);
}

static void visit_activate(const struct holm_state *state, int seat, int corner,
                           struct holm_list *list)
{
    if (!corner_in(&state->active_knights, corner))
        list_place(list, HOLM_DO_ACTIVATE, seat, corner, 0);
}

static void list_recruits(const struct holm_state *state, int seat, struct holm_list *list)
{
    for (int i = 0; i < state->board->corner_words; i++)
        for (uint64_t left = state->network[seat].w[i] | state->sea_network[seat].w[i]; left;
             left &= left - 1) {
            int corner = 64 * i + __builtin_ctzll(left);
            if (knight_site(state, seat, corner) == HOLM_OK)
                list_place(list, HOLM_DO_RECRUIT, seat, corner, 0);
        }
}

static bool pays(const struct holm_state *state, int seat, int purchase)
{
    return cards_cover(&state->player[seat].hand, &state->board->rules.cost[purchase]);
}

static void visit_promote(const struct holm_state *state, int seat, int corner,
                          struct holm_list *list)
{
    if (promotion(state, seat, corner) == HOLM_OK)
        list_place(list, HOLM_DO_PROMOTE, seat, corner, 0);
}

/* Promotions are extras in an ordered action phase, but building in special building. */
static void list_promotions(const struct holm_state *state, int seat, struct holm_list *list)
{
    if (pays(state, seat, HOLM_BUY_PROMOTION))
        each_own(state, seat, &state->knights, visit_promote, list);
}

void list_knights_purchases(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_player *player = &state->player[seat];
    if (player->walls && pays(state, seat, HOLM_BUY_WALL))
        each_own(state, seat, &state->network[seat], visit_wall, list);
    if (player->knights[0] && pays(state, seat, HOLM_BUY_KNIGHT))
        list_recruits(state, seat, list);
    if (pays(state, seat, HOLM_BUY_ACTIVATION))
        each_own(state, seat, &state->knights, visit_activate, list);
    for (int track = 0; track < HOLM_TRACKS; track++)
        if (player->hand.n[state->board->rules.track_commodity[track]] > player->level[track] &&
            improvement(state, seat, track, 0) == HOLM_OK)
            list_action(list, HOLM_DO_IMPROVE, seat)->card = (uint8_t)track;
    if (state->active == HOLM_NONE)
        list_promotions(state, seat, list);
}

/* ----------------------------------------------------------------- knights */

static void list_moves(const struct holm_state *state, int seat, int from, struct holm_list *list)
{
    const struct holm_rules *rules = &state->board->rules;
    int reach = knight_rank(state->corner[from]) + rules->displace_equal;
    struct holm_corner_set set;
    reachable(state, seat, from, &set);
    for (int i = 0; i < state->board->corner_words; i++)
        for (uint64_t left = set.w[i]; left; left &= left - 1) {
            int corner = 64 * i + __builtin_ctzll(left);
            uint8_t byte = state->corner[corner];
            bool displaces =
                is_knight(byte) && piece_seat(byte) != seat && knight_rank(byte) < reach;
            if (byte ? !displaces : !rules->knight_moves)
                continue;
            struct holm_action *action =
                list_action(list, byte ? HOLM_DO_DISPLACE : HOLM_DO_MOVE, seat);
            action->place = (uint16_t)from;
            action->to = (uint16_t)corner;
        }
}

static void visit_chase(const struct holm_state *state, int seat, int corner,
                        struct holm_list *list)
{
    struct holm_action action = { .kind = HOLM_DO_CHASE,
                                  .seat = (uint8_t)seat,
                                  .place = (uint16_t)corner };
    list_if(state, list, &action);
    action.card = 1; /* the pirate */
    list_if(state, list, &action);
}

static void visit_acting(const struct holm_state *state, int seat, int corner,
                         struct holm_list *list)
{
    if (corner_in(&state->tired, corner))
        return;
    list_moves(state, seat, corner, list);
    visit_chase(state, seat, corner, list);
    if (state->board->rules.distant_robber)
        try_place(state, seat, HOLM_DO_RAID, corner, list);
}

static void visit_dismiss(const struct holm_state *state, int seat, int corner,
                          struct holm_list *list)
{
    try_place(state, seat, HOLM_DO_DISMISS, corner, list);
}

/* ----------------------------------------------------------- progress cards */

static void list_dice(const struct holm_state *state, int seat, struct holm_list *list)
{
    struct holm_action action = { .kind = HOLM_DO_ALCHEMIST, .seat = (uint8_t)seat };
    for (int first = 1; first <= 6; first++)
        for (int second = 1; second <= 6; second++) {
            action.place = (uint16_t)first;
            action.to = (uint16_t)second;
            list_if(state, list, &action);
        }
}

static void list_targets(const struct holm_state *state, int seat, int kind, struct holm_list *list)
{
    for (int target = 0; target < state->board->seats; target++) {
        struct holm_action action = { .kind = (uint8_t)kind,
                                      .seat = (uint8_t)seat,
                                      .target = (uint8_t)target };
        list_if(state, list, &action);
    }
}

static void list_hexes(const struct holm_state *state, int seat, int kind, struct holm_list *list)
{
    for (int hex = 0; hex < state->board->topology.hexes; hex++)
        try_place(state, seat, kind, hex, list);
}

/* The merchant goes next to a building of one's own. */
static void list_merchant(const struct holm_state *state, int seat, struct holm_list *list)
{
    uint8_t own[HOLM_HEXES] = { 0 };
    mark_hexes(state, seat, own);
    for (int hex = 0; hex < state->board->topology.hexes; hex++)
        if (own[hex])
            try_place(state, seat, HOLM_DO_MERCHANT, hex, list);
}

/* Cards for a corner: intrigue is for others' knights, the rest for one's own buildings. */
static void list_card_corners(const struct holm_state *state, int seat, int kind,
                              struct holm_list *list)
{
    const struct holm_corner_set *set =
        kind == HOLM_DO_INTRIGUE ? &state->knights : &state->network[seat];
    if (kind == HOLM_DO_MEDICINE && !pays(state, seat, HOLM_BUY_MEDICINE))
        return;
    for (int i = 0; i < state->board->corner_words; i++)
        for (uint64_t left = set->w[i]; left; left &= left - 1) {
            int corner = 64 * i + __builtin_ctzll(left);
            if (state->corner[corner])
                try_place(state, seat, kind, corner, list);
        }
}

/* A card's choices follow from the fields its action uses. */
static void list_card_choices(const struct holm_state *state, int seat, int kind,
                              struct holm_list *list)
{
    int fields = holm_kind_info[kind].fields;
    const struct holm_topology *topology = &state->board->topology;
    if (fields & HOLM_F_DICE)
        list_dice(state, seat, list);
    else if (fields & HOLM_F_TARGET)
        list_targets(state, seat, kind, list);
    else if (kind == HOLM_DO_MERCHANT)
        list_merchant(state, seat, list);
    else if (fields & HOLM_F_HEX)
        list_hexes(state, seat, kind, list);
    else if (fields & HOLM_F_CORNER)
        list_card_corners(state, seat, kind, list);
    else if (fields & HOLM_F_EDGE) {
        for (int edge = 0; edge < topology->edges; edge++)
            if (state->edge[edge])
                try_place(state, seat, kind, edge, list);
    } else {
        int values = fields & HOLM_F_CARD ? HOLM_CARDS : fields & HOLM_F_TRACK ? HOLM_TRACKS : 1;
        for (int card = 0; card < values; card++)
            try_card(state, seat, kind, card, list);
    }
}

static void list_progress(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_player *player = &state->player[seat];
    if (!holm_progress_count(player))
        return;
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
        if (player->progress[progress] && holm_progress_info[progress].kind != HOLM_NO_ACTION &&
            check_progress(state, seat, progress) == HOLM_OK &&
            (progress != HOLM_MERCHANT ||
             state->board->rules.merchant_source == HOLM_MERCHANT_BY_CARD))
            list_card_choices(state, seat, holm_progress_info[progress].kind, list);
}

static void list_harbor(const struct holm_state *state, int seat, struct holm_list *list)
{
    for (int target = 0; state->harbor && target < state->board->rules.players; target++)
        for (int card = 0; card < HOLM_RESOURCES; card++) {
            struct holm_action action = { .kind = HOLM_DO_HARBOR,
                                          .seat = (uint8_t)seat,
                                          .target = (uint8_t)target,
                                          .card = (uint8_t)card };
            list_if(state, list, &action);
        }
}

void list_knights_actions(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_rules *rules = &state->board->rules;
    list_promotions(state, seat, list);
    each_own(state, seat, &state->active_knights, visit_acting, list);
    list_progress(state, seat, list);
    list_harbor(state, seat, list);
    if (rules->merchant_source == HOLM_MERCHANT_BY_TURN && !state->merchant_moved)
        list_merchant(state, seat, list);
    if (rules->neutrals)
        each_own(state, seat, &state->knights, visit_dismiss, list);
}

void list_before_roll(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_rules *rules = &state->board->rules;
    list_progress(state, seat, list);
    if (rules->var_knight_errant)
        each_own(state, seat, &state->active_knights, visit_chase, list);
    if (rules->merchant_source == HOLM_MERCHANT_BY_TURN && !state->merchant_moved &&
        rules->progress_window == HOLM_WINDOW_OWN_TURN)
        list_merchant(state, seat, list);
}

/* ------------------------------------------------------------------- steps */

static void visit_commit(const struct holm_state *state, int seat, int corner,
                         struct holm_list *list)
{
    try_place(state, seat, HOLM_DO_COMMIT, corner, list);
}

static void visit_pillage(const struct holm_state *state, int seat, int corner,
                          struct holm_list *list)
{
    try_place(state, seat, HOLM_DO_PILLAGE, corner, list);
    if (state->board->rules.var_wall_defense)
        try_place(state, seat, HOLM_DO_BREACH, corner, list);
}

static void visit_metropolis(const struct holm_state *state, int seat, int corner,
                             struct holm_list *list)
{
    try_place(state, seat, HOLM_DO_METROPOLIS, corner, list);
}

static void visit_remove(const struct holm_state *state, int seat, int corner,
                         struct holm_list *list)
{
    try_place(state, step_seat(holm_step(state)), HOLM_DO_REMOVE, corner, list);
    (void)seat;
}

static void list_corners(const struct holm_state *state, int seat, int kind, struct holm_list *list)
{
    for (int corner = 0; corner < state->board->topology.corners; corner++)
        try_place(state, seat, kind, corner, list);
}

void list_enlist(const struct holm_state *state, int seat, struct holm_list *list)
{
    for (int corner = 0; corner < state->board->topology.corners; corner++)
        for (int rank = 0; rank < HOLM_RANKS && !state->corner[corner]; rank++) {
            struct holm_action action = { .kind = HOLM_DO_ENLIST,
                                          .seat = (uint8_t)seat,
                                          .place = (uint16_t)corner,
                                          .card = (uint8_t)rank };
            list_if(state, list, &action);
        }
}

void list_replacements(const struct holm_state *state, int seat, struct holm_list *list)
{
    for (int edge = 0; edge < state->board->topology.edges; edge++)
        if (replacement_site(state, edge) == HOLM_OK)
            list_place(list, holm_step(state)->data[1] ? HOLM_DO_SHIP : HOLM_DO_ROAD, seat, edge,
                       0);
}

void list_gifts(const struct holm_state *state, int seat, struct holm_list *list)
{
    struct holm_cards free = state->player[seat].hand;
    cards_subtract(&free, &state->player[seat].pledge);
    list_choice(list, HOLM_DO_GIVE, seat, &free, state->player[seat].owed);
}

void list_commodities(const struct holm_state *state, int seat, struct holm_list *list)
{
    struct holm_cards from = state->player[seat].hand;
    memset(from.n, 0, HOLM_RESOURCES);
    list_choice(list, HOLM_DO_GIVE, seat, &from, 1);
}

void list_aqueduct(const struct holm_state *state, int seat, struct holm_list *list)
{
    struct holm_cards from = state->bank;
    memset(from.n + HOLM_RESOURCES, 0, HOLM_CARDS - HOLM_RESOURCES);
    list_choice(list, HOLM_DO_TAKE, seat, &from, 1);
}

void list_neutral_knights(const struct holm_state *state, int seat, struct holm_list *list)
{
    for (int neutral = state->board->rules.players; neutral < state->board->seats; neutral++)
        for (int corner = 0; corner < state->board->topology.corners; corner++) {
            struct holm_action action = { .kind = HOLM_DO_NEUTRAL_KNIGHT,
                                          .seat = (uint8_t)seat,
                                          .place = (uint16_t)corner,
                                          .target = (uint8_t)neutral };
            list_if(state, list, &action);
        }
}

void list_robber_deserts(const struct holm_state *state, int seat, struct holm_list *list)
{
    for (int hex = 0; hex < state->board->topology.hexes; hex++)
        if (robber_desert_site(state, hex) == HOLM_OK)
            list_place(list, HOLM_DO_ROBBER, seat, hex, HOLM_NONE);
}

static void list_values(const struct holm_state *state, int seat, int kind, int values,
                        struct holm_list *list)
{
    for (int card = 0; card < values; card++)
        try_card(state, seat, kind, card, list);
}

void list_activations(const struct holm_state *state, int seat, struct holm_list *list)
{
    if (pays(state, seat, HOLM_BUY_ACTIVATION))
        each_own(state, seat, &state->knights, visit_activate, list);
}

void list_commits(const struct holm_state *state, int seat, struct holm_list *list)
{
    each_own(state, seat, &state->active_knights, visit_commit, list);
}

void list_pillages(const struct holm_state *state, int seat, struct holm_list *list)
{
    each_own(state, seat, &state->network[seat], visit_pillage, list);
}

void list_decks(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_values(state, seat, HOLM_DO_DRAW, HOLM_TRACKS, list);
}

void list_drops(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_values(state, seat, HOLM_DO_DROP, HOLM_PROGRESS_KINDS, list);
}

void list_yields(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_values(state, seat, HOLM_DO_YIELD, 2, list);
}

void list_metropolises(const struct holm_state *state, int seat, struct holm_list *list)
{
    each_own(state, seat, &state->network[seat], visit_metropolis, list);
}

void list_retreats(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_corners(state, seat, HOLM_DO_RETREAT, list);
}

void list_deserters(const struct holm_state *state, int seat, struct holm_list *list)
{
    (void)seat; /* the one asked, perhaps not the owner: visit_remove knows */
    each_own(state, holm_step(state)->n, &state->knights, visit_remove, list);
}

void list_discs(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_hexes(state, seat, HOLM_DO_DISC, list);
}

void list_smith(const struct holm_state *state, int seat, struct holm_list *list)
{
    each_own(state, seat, &state->knights, visit_promote, list);
}

void list_spy(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_values(state, seat, HOLM_DO_STEAL_CARD, HOLM_PROGRESS_KINDS, list);
}

void list_picks(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_step *step = holm_step(state);
    list_choice(list, HOLM_DO_PICK, seat, &state->player[step->place].hand, step->n);
}

void list_neutral_promotions(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_corners(state, seat, HOLM_DO_NEUTRAL_PROMOTE, list);
}
