/* ledger.c: see ledger.h. */
#include "tests/property/ledger.h"

static void ledger_move(struct ledger *ledger, int seat, const struct holm_cards *cards, int sign)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        ledger->hand[seat][card] += sign * cards->n[card];
}

static void ledger_hand_over(struct ledger *ledger, int from, int to, int card, int n)
{
    ledger->hand[from][card] -= n;
    ledger->hand[to][card] += n;
}

/* The cards that only Cities & Knights knows. */
static void ledger_progress(struct ledger *ledger, const struct holm_event *event)
{
    switch (event->kind) {
    case HOLM_EV_DRAW:
        if (event->n) /* CK-CARD-2 */
            ledger->revealed[event->seat]++;
        else
            ledger->progress[event->seat][event->progress]++;
        break;
    case HOLM_EV_DROP:
    case HOLM_EV_PROGRESS:
        ledger->progress[event->seat][event->progress]--;
        break;
    case HOLM_EV_SPY:
        ledger->progress[event->seat][event->progress] += event->n;
        ledger->progress[event->target][event->progress] -= event->n;
        break;
    case HOLM_EV_DEFENDER:
        ledger->defender[event->seat]++;
        break;
    case HOLM_EV_IMPROVE:
        ledger->level[event->seat][event->track] = event->n;
        break;
    case HOLM_EV_MERCHANT:
        ledger->merchant = event->place;
        ledger->merchant_owner = event->seat;
        break;
    case HOLM_EV_SWAP: {
        const uint8_t disc = ledger->disc[event->place];
        ledger->disc[event->place] = ledger->disc[event->to];
        ledger->disc[event->to] = disc;
        break;
    }
    default:
        break;
    }
}

static bool is_segment(const struct holm_event *event)
{
    return event->piece == HOLM_ROAD || event->piece == HOLM_SHIP;
}

/* What stands on the corners and edges, by what is told of it. */
static void ledger_pieces(struct ledger *ledger, const struct holm_event *event)
{
    const uint8_t piece = holm_piece_byte(event->piece, event->seat);
    switch (event->kind) {
    case HOLM_EV_BUILD:
        if (is_segment(event))
            ledger->edge[event->place] = piece;
        else if (event->piece != HOLM_WALL)
            ledger->corner[event->place] = piece;
        break;
    case HOLM_EV_PILLAGE:
    case HOLM_EV_PROMOTE:
        ledger->corner[event->place] = piece;
        break;
    case HOLM_EV_METROPOLIS:
        if (ledger->metropolis[event->track] != HOLM_NONE) /* CK-METRO-8 */
            ledger->corner[ledger->metropolis[event->track]] += HOLM_CITY - HOLM_METROPOLIS;
        ledger->metropolis[event->track] = event->place;
        ledger->corner[event->place] = piece;
        break;
    case HOLM_EV_MOVE:
        ledger->corner[event->place] = 0;
        ledger->corner[event->to] = piece;
        break;
    case HOLM_EV_DISPLACE:
        ledger->corner[event->place] = 0;
        break;
    case HOLM_EV_RETREAT:
        ledger->corner[event->to] = piece;
        break;
    case HOLM_EV_SAIL:
        ledger->edge[event->to] = ledger->edge[event->place];
        ledger->warship[event->to] = ledger->warship[event->place];
        ledger->edge[event->place] = ledger->warship[event->place] = 0;
        break;
    case HOLM_EV_WARSHIP:
        ledger->warship[event->place] = true;
        break;
    case HOLM_EV_LOST: /* a displaced knight is off its corner already */
        if (is_segment(event))
            ledger->edge[event->place] = ledger->warship[event->place] = 0;
        else if (ledger->corner[event->place] == piece)
            ledger->corner[event->place] = 0;
        break;
    default:
        break;
    }
}

static void ledger_event(struct ledger *ledger, const struct holm_event *event, bool knights)
{
    switch (event->kind) {
    case HOLM_EV_PRODUCE:
    case HOLM_EV_TAKE:
    case HOLM_EV_AQUEDUCT:
        ledger_move(ledger, event->seat, &event->cards, 1);
        break;
    case HOLM_EV_DISCARDED:
    case HOLM_EV_PAY:
    case HOLM_EV_LOSS:
        ledger_move(ledger, event->seat, &event->cards, -1);
        break;
    case HOLM_EV_BANK:
        ledger_move(ledger, event->seat, &event->cards, -1);
        ledger_move(ledger, event->seat, &event->more, 1);
        break;
    case HOLM_EV_TRADE:
        ledger_move(ledger, event->seat, &event->cards, -1);
        ledger_move(ledger, event->target, &event->cards, 1);
        ledger_move(ledger, event->seat, &event->more, 1);
        ledger_move(ledger, event->target, &event->more, -1);
        break;
    case HOLM_EV_STEAL:
    case HOLM_EV_MONOPOLY:
        ledger_hand_over(ledger, event->target, event->seat, event->card, event->n);
        break;
    case HOLM_EV_HARBOR:
        if (!event->n) /* nothing changed hands */
            break;
        ledger_move(ledger, event->seat, &event->cards, -1);
        ledger_move(ledger, event->target, &event->cards, 1);
        ledger_move(ledger, event->seat, &event->more, 1);
        ledger_move(ledger, event->target, &event->more, -1);
        break;
    case HOLM_EV_FORCE:
    case HOLM_EV_PICK:
        ledger_move(ledger, event->seat, &event->cards, 1);
        ledger_move(ledger, event->target, &event->cards, -1);
        break;
    case HOLM_EV_GIVE:
    case HOLM_EV_GIFT:
        ledger_move(ledger, event->seat, &event->cards, -1);
        ledger_move(ledger, event->target, &event->cards, 1);
        break;
    case HOLM_EV_BUY:
        ledger->developments[event->seat]++;
        break;
    case HOLM_EV_PLAY:
        ledger->developments[event->seat]--;
        break;
    case HOLM_EV_REVEAL: /* they are shown, no longer held */
        if (!knights) {
            ledger->developments[event->seat] -= event->n;
            ledger->revealed[event->seat] += event->n;
        }
        break;
    case HOLM_EV_TOKENS:
        ledger->tokens[event->seat] = event->n;
        break;
    default:
        break;
    }
}

/* Who holds what, and who stands where. */
static void ledger_table(struct ledger *ledger, const struct holm_event *event)
{
    switch (event->kind) {
    case HOLM_EV_ROUTE:
        ledger->route_holder = event->seat;
        break;
    case HOLM_EV_ARMY:
        ledger->army_holder = event->seat;
        break;
    case HOLM_EV_ROBBER:
    case HOLM_EV_SEND_ROBBER:
        ledger->robber = event->place;
        break;
    case HOLM_EV_PIRATE:
        ledger->pirate = event->n ? HOLM_NONE : event->place;
        break;
    case HOLM_EV_FLEET_MOVE:
        ledger->pirate = event->place;
        break;
    case HOLM_EV_FLEET_GONE:
        ledger->pirate = HOLM_NONE;
        break;
    case HOLM_EV_DISCOVER:
        ledger->terrain[event->place] = event->n;
        ledger->disc[event->place] = event->m;
        break;
    default:
        break;
    }
}

/* What the scenarios count. */
static void ledger_scenario(struct ledger *ledger, const struct holm_event *event)
{
    switch (event->kind) {
    case HOLM_EV_BONUS:
        ledger->bonus[event->seat] += event->n;
        break;
    case HOLM_EV_GIFT_POINT:
        ledger->bonus[event->seat]++;
        break;
    case HOLM_EV_RELATION:
        ledger->relations[event->seat]++;
        break;
    case HOLM_EV_CLOTH: /* m: gained; one less is 255 */
        ledger->cloth[event->seat] = (uint8_t)(ledger->cloth[event->seat] + event->m);
        break;
    case HOLM_EV_CLAIM:
        ledger->wonder[event->seat] = event->n + 1;
        break;
    case HOLM_EV_WONDER:
        ledger->wonder_level[event->seat]++;
        break;
    case HOLM_EV_LAIR:
        ledger->lairs[event->seat]--;
        break;
    case HOLM_EV_PORT:
        ledger->port_edge[ledger->placed_ports] = event->place;
        ledger->port_kind[ledger->placed_ports++] = event->n;
        break;
    default:
        break;
    }
}

/* What all of it is worth, in the open. */
static int ledger_points(const struct ledger *ledger, int seat, bool knights)
{
    static const int worth[HOLM_PIECES] = {
        [HOLM_SETTLEMENT] = 1, [HOLM_CITY] = 2, [HOLM_REDUCED] = 1, [HOLM_METROPOLIS] = 4
    };
    int points = 2 * (ledger->route_holder == seat) + 2 * (ledger->army_holder == seat) +
                 ledger->bonus[seat] + ledger->cloth[seat] / 2;
    for (int corner = 0; corner < HOLM_CORNERS; corner++)
        if (holm_piece_seat(ledger->corner[corner]) == seat)
            points += worth[holm_piece_kind(ledger->corner[corner])];
    if (knights)
        points +=
            ledger->defender[seat] + ledger->revealed[seat] + (ledger->merchant_owner == seat);
    return points;
}

static void check_knights_ledger(const struct game *game, const struct ledger *ledger, int seat)
{
    const struct holm_player *player = &game->state.player[seat];
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS && !holm_over(&game->state); progress++)
        game_expect(game, ledger->progress[seat][progress] == player->progress[progress],
                    "by the events seat %d holds %d progress cards of kind %d instead of %d: ",
                    seat, ledger->progress[seat][progress], progress, player->progress[progress]);
    for (int track = 0; track < HOLM_TRACKS; track++)
        game_expect(game, ledger->level[seat][track] == player->level[track],
                    "by the events seat %d has level %d instead of %d: ", seat,
                    ledger->level[seat][track], player->level[track]);
    game_expect(game, ledger->defender[seat] == player->defender,
                "by the events seat %d defended %d times, not %d: ", seat, ledger->defender[seat],
                player->defender);
    game_expect(game, holm_over(&game->state) || ledger->revealed[seat] == player->revealed,
                "by the events seat %d has laid open %d cards, not %d: ", seat,
                ledger->revealed[seat], player->revealed);
}

static void check_sea_ledger(const struct game *game, const struct ledger *ledger, int seat)
{
    const struct holm_player *player = &game->state.player[seat];
    game_expect(game, ledger->bonus[seat] == player->bonus,
                "by the events seat %d has a bonus of %d, not %d: ", seat, ledger->bonus[seat],
                player->bonus);
    game_expect(game, ledger->cloth[seat] == player->cloth,
                "by the events seat %d has %d cloth, not %d: ", seat, ledger->cloth[seat],
                player->cloth);
    game_expect(game, ledger->relations[seat] == holm_bits_count(player->relations),
                "by the events seat %d trades with %d villages: ", seat, ledger->relations[seat]);
    game_expect(game, ledger->lairs[seat] == player->lairs,
                "by the events seat %d's fortress has %d lairs: ", seat, ledger->lairs[seat]);
    game_expect(game,
                ledger->wonder[seat] == player->wonder &&
                    ledger->wonder_level[seat] == player->wonder_level,
                "by the events seat %d has level %d of wonder %d: ", seat,
                ledger->wonder_level[seat], ledger->wonder[seat]);
}

static void check_edges_ledger(const struct game *game, const struct ledger *ledger)
{
    const struct holm_state *state = &game->state;
    for (int edge = 0; edge < game->board.topology.edges; edge++)
        game_expect(game,
                    ledger->edge[edge] == state->edge[edge] &&
                        ledger->warship[edge] == holm_edge_in(&state->warships, edge),
                    "by the events edge %d has piece %x%s instead of %x: ", edge,
                    ledger->edge[edge], ledger->warship[edge] ? " (armed)" : "", state->edge[edge]);
    game_expect(game, ledger->placed_ports == state->placed_ports,
                "by the events there are %d placed harbours: ", ledger->placed_ports);
    for (int i = 0; i < state->placed_ports; i++)
        game_expect(game,
                    ledger->port_edge[i] == state->port_edge[i] &&
                        ledger->port_kind[i] == state->port_kind[i],
                    "by the events a harbour of kind %d lies on %d: ", ledger->port_kind[i],
                    ledger->port_edge[i]);
}

static void check_table_ledger(const struct game *game, const struct ledger *ledger)
{
    game_expect(game, ledger->robber == game->state.robber,
                "by the events the robber is on %d, not %d: ", ledger->robber, game->state.robber);
    game_expect(game, ledger->pirate == game->state.pirate,
                "by the events the pirate is on %d, not %d: ", ledger->pirate, game->state.pirate);
    game_expect(game,
                ledger->route_holder == game->state.route_holder &&
                    ledger->army_holder == game->state.army_holder,
                "by the events the awards are with %d and %d: ", ledger->route_holder,
                ledger->army_holder);
    game_expect(game, ledger->merchant == game->state.merchant,
                "by the events the merchant is on %d: ", ledger->merchant);
    for (int hex = 0; hex < game->board.topology.hexes; hex++)
        game_expect(game,
                    ledger->disc[hex] == game->state.disc[hex] &&
                        ledger->terrain[hex] == game->state.terrain[hex],
                    "by the events hex %d has disc %d and terrain %d: ", hex, ledger->disc[hex],
                    ledger->terrain[hex]);
    for (int corner = 0; corner < game->board.topology.corners; corner++)
        game_expect(game, ledger->corner[corner] == game->state.corner[corner],
                    "by the events corner %d has piece %x instead of %x: ", corner,
                    ledger->corner[corner], game->state.corner[corner]);
}

void ledger_follow(struct ledger *ledger, const struct game *game)
{
    const bool knights = game->board.rules.knights;
    for (int i = 0; i < game->events.count; i++) {
        ledger_event(ledger, &game->events.at[i], knights);
        ledger_progress(ledger, &game->events.at[i]);
        ledger_pieces(ledger, &game->events.at[i]);
        ledger_table(ledger, &game->events.at[i]);
        ledger_scenario(ledger, &game->events.at[i]);
    }
    check_table_ledger(game, ledger);
    check_edges_ledger(game, ledger);
    for (int seat = 0; seat < game->board.rules.players; seat++) {
        const struct holm_player *player = &game->state.player[seat];
        check_knights_ledger(game, ledger, seat);
        check_sea_ledger(game, ledger, seat);
        game_expect(
            game, holm_over(&game->state) || ledger_points(ledger, seat, knights) == player->points,
            "by the events seat %d has %d points instead of %d: ", seat,
            ledger_points(ledger, seat, knights), player->points);
        for (int card = 0; card < HOLM_CARDS; card++)
            game_expect(game, ledger->hand[seat][card] == player->hand.n[card],
                        "by the events seat %d holds %d of kind %d instead of %d: ", seat,
                        ledger->hand[seat][card], card, player->hand.n[card]);
        game_expect(game, ledger->developments[seat] == player->developments,
                    "by the events seat %d holds %d development cards instead of %d: ", seat,
                    ledger->developments[seat], player->developments);
        game_expect(game, ledger->tokens[seat] == player->tokens,
                    "by the events seat %d has %d tokens instead of %d: ", seat,
                    ledger->tokens[seat], player->tokens);
    }
}

void ledger_open(struct ledger *ledger, const struct game *game)
{
    const struct holm_state *state = &game->state;
    memset(ledger, 0, sizeof *ledger);
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        ledger->tokens[seat] = state->player[seat].tokens; /* DUO-SETUP-2: 5 each */
        ledger->lairs[seat] = state->player[seat].lairs;
    }
    ledger->route_holder = ledger->army_holder = HOLM_NONE;
    ledger->merchant = ledger->merchant_owner = HOLM_NONE;
    for (int track = 0; track < HOLM_TRACKS; track++)
        ledger->metropolis[track] = HOLM_NONE;
    ledger->robber = state->robber;
    ledger->pirate = state->pirate;
    /* the neutral colours, and what a scenario lays out */
    memcpy(ledger->corner, state->corner, sizeof ledger->corner);
    memcpy(ledger->edge, state->edge, sizeof ledger->edge);
    memcpy(ledger->disc, game->board.map.disc, sizeof ledger->disc);
    memcpy(ledger->terrain, game->board.map.terrain, sizeof ledger->terrain);
}
