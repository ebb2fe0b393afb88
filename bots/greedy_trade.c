/* greedy_trade.c: greedy's trades with the bank and with the others. */
#include <string.h>

#include "bots/greedy.h"

/* Somebody who is helped to win, or who leads anyway. */
static bool dangerous(const struct greedy *greedy, int seat)
{
    const struct holm_state *seen = greedy->seen;
    const int points = seen->player[seat].points;
    return points + greedy->prefers[PREFER_NEAR_END] >= seen->board->rules.target ||
           points > seen->player[greedy->seat].points + greedy->prefers[PREFER_FAR_AHEAD];
}

/* ------------------------------------------------------------------- bank */

/* Gives what the goal does not need for what it lacks; what comes in slowest first. */
bool holm_greedy_bank(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    int best = -1;
    (void)bot;
    for (int i = 0; greedy->best && i < greedy->list->count; i++) {
        const struct holm_action *trade = &greedy->list->at[i];
        if (trade->kind != HOLM_DO_BANK)
            continue;
        int merit = 0;
        for (int card = 0; card < greedy->kinds; card++) {
            const int lack = holm_greedy_lack(greedy, greedy->best, card);
            if (trade->give.n[card])
                merit += lack + trade->give.n[card] > 0 ? -100000 : -lack;
            if (trade->take.n[card])
                merit += lack < trade->take.n[card] ? -100000 : 10000 - 10 * greedy->speed[card];
        }
        if (merit > best) {
            best = merit;
            *action = *trade;
        }
    }
    return best >= 0;
}

/* ---------------------------------------------------------------- answers */

/* Whether getting and giving these cards helps. */
static bool helps(const struct greedy *greedy, const struct holm_cards *get,
                  const struct holm_cards *give)
{
    struct holm_cards after = greedy->hand;
    for (int card = 0; card < HOLM_CARDS; card++) {
        if (after.n[card] < give->n[card])
            return false;
        after.n[card] += get->n[card];
        after.n[card] -= give->n[card];
    }
    return holm_greedy_prospect(greedy, &after) * 100 >
           holm_greedy_prospect(greedy, &greedy->hand) * (100 + greedy->prefers[PREFER_TRADE]);
}

static bool good_partner(const struct greedy *greedy, int seat)
{
    const struct holm_state *seen = greedy->seen;
    const struct holm_offer *own = &seen->offer[greedy->seat];
    if (own->open && holm_bit_in(own->accepted, seat))
        return true; /* the seat's own terms; whom to ask was decided then */
    const struct holm_offer *proposal = &seen->offer[seat];
    return !dangerous(greedy, seat) && helps(greedy, &proposal->give, &proposal->take);
}

/* The active player: concludes with whoever has the fewest points, else takes the offer back. */
static bool settle_offer(const struct greedy *greedy, struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    bool found = false;
    for (int i = 0; i < greedy->list->count; i++) {
        const struct holm_action *one = &greedy->list->at[i];
        if (one->kind == HOLM_DO_CONCLUDE && good_partner(greedy, one->target) &&
            (!found || seen->player[one->target].points < seen->player[action->target].points)) {
            *action = *one;
            found = true;
        }
    }
    for (int i = 0; !found && i < greedy->list->count; i++)
        if (greedy->list->at[i].kind == HOLM_DO_WITHDRAW) {
            *action = greedy->list->at[i];
            found = true;
        }
    return found;
}

bool holm_greedy_answer(struct holm_bot *bot, const struct greedy *greedy,
                        struct holm_action *action)
{
    const int active = greedy->seen->active;
    (void)bot;
    if (active == greedy->seat)
        return settle_offer(greedy, action);
    if (active == HOLM_NONE || !holm_bit_in(greedy->seen->offer[active].pending, greedy->seat))
        return false;
    const struct holm_offer *offer = &greedy->seen->offer[active];
    const bool yes = !dangerous(greedy, active) && helps(greedy, &offer->give, &offer->take);
    for (int pass = 0; pass < 2; pass++) { /* where yes is not allowed, no is */
        const int kind = yes && !pass ? HOLM_DO_ACCEPT : HOLM_DO_DECLINE;
        for (int i = 0; i < greedy->list->count; i++)
            if (greedy->list->at[i].kind == kind) {
                *action = greedy->list->at[i];
                return true;
            }
    }
    return false;
}

/* ----------------------------------------------------------------- offers */

/* The card to give: the most spare ones, and of those what comes in fastest. -1: none is spare. */
static int card_to_give(const struct greedy *greedy)
{
    int best = -1, most = 0;
    for (int card = 0; card < greedy->kinds; card++) {
        const int over = -holm_greedy_lack(greedy, greedy->best, card);
        if (over > 0 && over * 1000 + greedy->speed[card] > most) {
            best = card;
            most = over * 1000 + greedy->speed[card];
        }
    }
    return best;
}

/* The card to ask for: what the goal lacks and what comes in slowest. -1: too much is missing. */
static int card_to_take(const struct greedy *greedy)
{
    int best = -1, lacking = 0;
    for (int card = 0; card < greedy->kinds; card++) {
        const int lack = holm_greedy_lack(greedy, greedy->best, card);
        if (lack <= 0)
            continue;
        lacking += lack;
        if (best < 0 || greedy->speed[card] < greedy->speed[best])
            best = card;
    }
    return lacking <= greedy->prefers[PREFER_OFFER_LACK] ? best : -1;
}

/* One for one, to all but the dangerous; once a turn, since a refusal stays a refusal. */
bool holm_greedy_offer(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    const struct holm_list *list = greedy->list;
    const struct holm_action *bounds = NULL;
    for (int i = list->count; i < list->count + list->templates; i++)
        if (list->at[i].kind == HOLM_DO_OFFER)
            bounds = &list->at[i];
    const bool offered = bot->refused.kind && bot->refused.place == greedy->seen->turns;
    if (!bounds || !greedy->best || offered)
        return false;

    const int give = card_to_give(greedy), take = card_to_take(greedy);
    if (give < 0 || take < 0 || !bounds->give.n[give] || !bounds->take.n[take])
        return false;
    *action = *bounds;
    memset(&action->give, 0, sizeof action->give);
    memset(&action->take, 0, sizeof action->take);
    action->give.n[give] = 1;
    action->take.n[take] = 1;
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        if (holm_bit_in(action->seats, seat) && dangerous(greedy, seat))
            action->seats &= (uint8_t)~holm_bit(seat);
    bot->refused = *action;
    bot->refused.place = greedy->seen->turns; /* an offer has no place: this notes when it was */
    return action->seats != 0;
}
