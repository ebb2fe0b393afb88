/* events.c: what happened, and which seats may see which part of it (INFO). ORDER: holm_event_kind. */
#include "engine/engine.h"

enum {
    SEAT = HOLM_EF_SEAT,
    TARGET = HOLM_EF_TARGET,
    N = HOLM_EF_N,
    CARD = HOLM_EF_CARD,
    CARDS = HOLM_EF_CARDS,
    MORE = HOLM_EF_MORE,
    DICE = HOLM_EF_DICE,
    DEVELOPMENT = HOLM_EF_DEVELOPMENT,
    PIECE = HOLM_EF_PIECE,
    HEX = HOLM_EF_HEX,
    TRACK = HOLM_EF_TRACK,
    PROGRESS = HOLM_EF_PROGRESS
};

const struct holm_event_info holm_event_info[HOLM_EV_KINDS] = {
    [HOLM_EV_NONE] = { "none", 0, HOLM_PUBLIC, 0 },
    [HOLM_EV_START_ROLL] = { "start-roll", SEAT | DICE, HOLM_PUBLIC, 0 },
    [HOLM_EV_START_PLAYER] = { "start-player", SEAT, HOLM_PUBLIC, 0 },
    [HOLM_EV_TURN] = { "turn", SEAT | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_SPECIAL_BUILD] = { "special-build", SEAT, HOLM_PUBLIC, 0 },
    [HOLM_EV_ROLL] = { "roll", SEAT | DICE, HOLM_PUBLIC, 0 },
    [HOLM_EV_REROLL] = { "reroll", SEAT | DICE, HOLM_PUBLIC, 0 },
    [HOLM_EV_PRODUCE] = { "produce", SEAT | CARDS, HOLM_PUBLIC, 0 },
    [HOLM_EV_SHORTAGE] = { "shortage", CARD | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_DISCARD] = { "discard", SEAT | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_DISCARDED] = { "discarded", SEAT | CARDS, HOLM_PUBLIC, 0 },
    [HOLM_EV_ROBBER] = { "robber", SEAT | HOLM_EF_HEX, HOLM_PUBLIC, 0 },
    [HOLM_EV_STEAL] = { "steal", SEAT | TARGET | CARD | N, HOLM_SEAT_AND_TARGET, HOLM_EH_CARD },
    [HOLM_EV_BUILD] = { "build", SEAT | HOLM_EF_PIECE | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_PAY] = { "pay", SEAT | CARDS, HOLM_PUBLIC, 0 },
    [HOLM_EV_BUY] = { "buy", SEAT | DEVELOPMENT, HOLM_SEAT_ONLY, HOLM_EH_DEVELOPMENT },
    [HOLM_EV_PLAY] = { "play", SEAT | DEVELOPMENT, HOLM_PUBLIC, 0 },
    [HOLM_EV_TAKE] = { "take", SEAT | CARDS, HOLM_PUBLIC, 0 },
    [HOLM_EV_MONOPOLY] = { "monopoly", SEAT | TARGET | CARD | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_BANK] = { "bank", SEAT | CARDS | MORE, HOLM_PUBLIC, 0 },
    [HOLM_EV_OFFER] = { "offer", SEAT | CARDS | MORE | HOLM_EF_SEATS, HOLM_PUBLIC, 0 },
    [HOLM_EV_ACCEPT] = { "accept", SEAT, HOLM_PUBLIC, 0 },
    [HOLM_EV_DECLINE] = { "decline", SEAT, HOLM_PUBLIC, 0 },
    [HOLM_EV_WITHDRAW] = { "withdraw", SEAT, HOLM_PUBLIC, 0 },
    [HOLM_EV_TRADE] = { "trade", SEAT | TARGET | CARDS | MORE, HOLM_PUBLIC, 0 },
    [HOLM_EV_ROUTE] = { "route", SEAT | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_ARMY] = { "army", SEAT | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_TOKENS] = { "tokens", SEAT | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_FORCE] = { "force", SEAT | TARGET | CARDS | N, HOLM_SEAT_AND_TARGET, HOLM_EH_CARDS },
    [HOLM_EV_GIVE] = { "give", SEAT | TARGET | CARDS | N, HOLM_SEAT_AND_TARGET, HOLM_EH_CARDS },
    [HOLM_EV_SEND_ROBBER] = { "send-robber", SEAT | HOLM_EF_HEX, HOLM_PUBLIC, 0 },
    [HOLM_EV_SELL_KNIGHT] = { "sell-knight", SEAT, HOLM_PUBLIC, 0 },
    [HOLM_EV_END] = { "end", SEAT, HOLM_PUBLIC, 0 },
    [HOLM_EV_REVEAL] = { "reveal", SEAT | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_WIN] = { "win", SEAT | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_SKIP] = { "skip", SEAT, HOLM_PUBLIC, 0 },
    [HOLM_EV_UNDECIDED] = { "undecided", HOLM_EF_SEATS | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_FACE] = { "face", SEAT | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_SHIP] = { "ship", N, HOLM_PUBLIC, 0 },
    [HOLM_EV_ATTACK] = { "attack", N | HOLM_EF_M, HOLM_PUBLIC, 0 },
    [HOLM_EV_PILLAGE] = { "pillage", SEAT | PIECE, HOLM_PUBLIC, 0 },
    [HOLM_EV_BREACH] = { "breach", SEAT | PIECE, HOLM_PUBLIC, 0 },
    [HOLM_EV_DEFENDER] = { "defender", SEAT, HOLM_PUBLIC, 0 },
    [HOLM_EV_ATTACK_OVER] = { "attack-over", 0, HOLM_PUBLIC, 0 },
    [HOLM_EV_DRAW] = { "draw", SEAT | TRACK | PROGRESS | N, HOLM_SEAT_ONLY, HOLM_EH_PROGRESS },
    [HOLM_EV_DROP] = { "drop", SEAT | TRACK | PROGRESS, HOLM_SEAT_ONLY, HOLM_EH_PROGRESS },
    [HOLM_EV_PROGRESS] = { "progress", SEAT | PROGRESS, HOLM_PUBLIC, 0 },
    [HOLM_EV_AQUEDUCT] = { "aqueduct", SEAT | CARDS, HOLM_PUBLIC, 0 },
    [HOLM_EV_IMPROVE] = { "improve", SEAT | TRACK | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_METROPOLIS] = { "metropolis", SEAT | TRACK | PIECE, HOLM_PUBLIC, 0 },
    [HOLM_EV_ACTIVATE] = { "activate", SEAT | PIECE, HOLM_PUBLIC, 0 },
    [HOLM_EV_PROMOTE] = { "promote", SEAT | PIECE, HOLM_PUBLIC, 0 },
    [HOLM_EV_MOVE] = { "move", SEAT | PIECE | HOLM_EF_TO, HOLM_PUBLIC, 0 },
    [HOLM_EV_DISPLACE] = { "displace", SEAT | TARGET | PIECE, HOLM_PUBLIC, 0 },
    [HOLM_EV_RETREAT] = { "retreat", SEAT | PIECE | HOLM_EF_TO, HOLM_PUBLIC, 0 },
    [HOLM_EV_LOST] = { "lost", SEAT | PIECE, HOLM_PUBLIC, 0 },
    [HOLM_EV_CHASE] = { "chase", SEAT | PIECE | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_COMMIT] = { "commit", SEAT | PIECE, HOLM_PUBLIC, 0 },
    [HOLM_EV_DICE_SET] = { "dice-set", SEAT | DICE, HOLM_PUBLIC, 0 },
    [HOLM_EV_SWAP] = { "swap", SEAT | HEX | HOLM_EF_TO_HEX, HOLM_PUBLIC, 0 },
    [HOLM_EV_MERCHANT] = { "merchant", SEAT | HEX, HOLM_PUBLIC, 0 },
    [HOLM_EV_FLEET] = { "fleet", SEAT | CARD, HOLM_PUBLIC, 0 },
    [HOLM_EV_HARBOR] = { "harbor", SEAT | TARGET | CARDS | MORE | N, HOLM_SEAT_AND_TARGET,
                         HOLM_EH_CARDS },
    [HOLM_EV_PICK] = { "pick", SEAT | TARGET | CARDS | N, HOLM_SEAT_AND_TARGET, HOLM_EH_CARDS },
    [HOLM_EV_SPY] = { "spy", SEAT | TARGET | PROGRESS | TRACK | N, HOLM_SEAT_AND_TARGET,
                      HOLM_EH_PROGRESS },
    [HOLM_EV_GIFT] = { "gift", SEAT | TARGET | CARDS | N, HOLM_SEAT_AND_TARGET, HOLM_EH_CARDS },
    [HOLM_EV_PASS] = { "pass", SEAT, HOLM_PUBLIC, 0 },
    [HOLM_EV_SAIL] = { "sail", SEAT | HOLM_EF_TO_EDGE, HOLM_PUBLIC, 0 },
    [HOLM_EV_PIRATE] = { "pirate", SEAT | HEX, HOLM_PUBLIC, 0 },
    [HOLM_EV_GIFT_POINT] = { "gift-point", SEAT, HOLM_PUBLIC, 0 },
    [HOLM_EV_GIFT_PORT] = { "gift-port", SEAT | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_PORT] = { "port", SEAT | HOLM_EF_EDGE | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_RELATION] = { "relation", SEAT | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_CLOTH] = { "cloth", SEAT | N | HOLM_EF_M, HOLM_PUBLIC, 0 },
    [HOLM_EV_CLAIM] = { "claim", SEAT | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_WONDER] = { "wonder", SEAT | N | HOLM_EF_M, HOLM_PUBLIC, 0 },
    [HOLM_EV_SHARED] = { "shared", HOLM_EF_SEATS | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_FLEET_MOVE] = { "fleet-move", HEX, HOLM_PUBLIC, 0 },
    [HOLM_EV_FLEET_ATTACK] = { "fleet-attack", SEAT | N | HOLM_EF_M, HOLM_PUBLIC, 0 },
    [HOLM_EV_LOSS] = { "loss", SEAT | CARDS, HOLM_PUBLIC, 0 }, /* INFO-34 */
    [HOLM_EV_WARSHIP] = { "warship", SEAT | HOLM_EF_EDGE, HOLM_PUBLIC, 0 },
    [HOLM_EV_SIEGE] = { "siege", SEAT | N | HOLM_EF_M, HOLM_PUBLIC, 0 },
    [HOLM_EV_LAIR] = { "lair", SEAT | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_FLEET_GONE] = { "fleet-gone", 0, HOLM_PUBLIC, 0 },
    [HOLM_EV_DISCOVER] = { "discover", SEAT | HEX | N | HOLM_EF_M, HOLM_PUBLIC, 0 },
    [HOLM_EV_BONUS] = { "bonus", SEAT | N | HOLM_EF_M, HOLM_PUBLIC, 0 },
    [HOLM_EV_UNDO] = { "undo", SEAT | PIECE | CARDS | MORE, HOLM_PUBLIC, 0 },
    [HOLM_EV_START_TIE] = { "start-tie", HOLM_EF_SEATS | N, HOLM_PUBLIC, 0 },
    [HOLM_EV_FLEET_TIE] = { "fleet-tie", SEAT, HOLM_PUBLIC, 0 },
};

struct holm_event *event_record(struct context *context, int kind, int seat)
{
    struct holm_events *events = context->events;
    if (events->count == HOLM_EVENTS_MAX)
        return NULL;
    struct holm_event *event = &events->at[events->count++];
    memset(event, 0, sizeof *event);
    event->kind = (uint8_t)kind;
    event->seat = (uint8_t)seat;
    return event;
}

void event_cards(struct context *context, int kind, int seat, const struct holm_cards *cards)
{
    struct holm_event *event = event_next(context, kind, seat);
    if (event)
        event->cards = *cards;
}

void event_n(struct context *context, int kind, int seat, int n)
{
    struct holm_event *event = event_next(context, kind, seat);
    if (event)
        event->n = (uint8_t)n;
}

static bool may_see(const struct holm_event *event, int audience, int viewer)
{
    return viewer == HOLM_EVERYBODY || audience == HOLM_PUBLIC || viewer == event->seat ||
           (audience == HOLM_SEAT_AND_TARGET && viewer == event->target);
}

struct holm_event holm_event_for(const struct holm_event *event, int viewer)
{
    const struct holm_event_info *info = &holm_event_info[event->kind];
    struct holm_event seen = *event;
    bool laid_open = event->kind == HOLM_EV_DRAW && event->n; /* INFO-17: a victory card */
    if (may_see(event, info->audience, viewer) || laid_open)
        return seen;
    seen.hidden = info->secret;
    if (info->secret & HOLM_EH_CARD)
        seen.card = 0;
    if (info->secret & HOLM_EH_DEVELOPMENT)
        seen.development = 0;
    if (info->secret & HOLM_EH_PROGRESS)
        seen.progress = 0;
    if (info->secret & HOLM_EH_CARDS)
        seen.cards = seen.more = cards_of(0);
    return seen;
}
