/* play_menu.c: asks the person what to do. First the kinds of action, each with a number; which of
 * one kind is meant is asked next (play_choose.c). */
#include <stdio.h>

#include "cli/play.h"
#include "cli/table.h"
#include "text/notation.h"

/* ORDER: as the choices appear. */
static const struct heading {
    uint8_t kind;
    const char *text; /* in the list of kinds; NULL: the name of a progress card */
    const char *prompt; /* when one of several is to be chosen */
} headings[] = {
    { HOLM_DO_ACCEPT, "accept the offer", NULL },
    { HOLM_DO_DECLINE, "decline it", NULL },
    { HOLM_DO_CONCLUDE, "conclude the trade", "With whom?" },
    { HOLM_DO_WITHDRAW, "take your offer back", NULL },
    { HOLM_DO_ROLL, "roll the dice", NULL },
    { HOLM_DO_SETTLEMENT, "build a settlement", "Where does the settlement go?" },
    { HOLM_DO_CITY, "build a city", "Which settlement becomes a city?" },
    { HOLM_DO_ROAD, "build a road", "Where does the road go?" },
    { HOLM_DO_SHIP, "build a ship", "Where does the ship go?" },
    { HOLM_DO_SAIL, "move a ship", "Which ship?" },
    { HOLM_DO_CLAIM, "claim a wonder", "Which wonder?" },
    { HOLM_DO_WONDER, "build a level of your wonder", NULL },
    { HOLM_DO_IMPROVE, "improve a city", "Which track?" },
    { HOLM_DO_WALL, "build a wall", "Under which city?" },
    { HOLM_DO_RECRUIT, "recruit a knight", "Where does the knight stand?" },
    { HOLM_DO_ACTIVATE, "activate a knight", "Which knight?" },
    { HOLM_DO_PROMOTE, "promote a knight", "Which knight?" },
    { HOLM_DO_COMMIT, "send a knight into the fight", "Which knight?" },
    { HOLM_DO_MOVE, "move a knight", "Which knight?" },
    { HOLM_DO_DISPLACE, "drive off another's knight", "With which knight?" },
    { HOLM_DO_CHASE, "chase the robber away", "With which knight?" },
    { HOLM_DO_RAID, "move the robber with a knight", "With which knight?" },
    { HOLM_DO_BUY, "buy a development card", NULL },
    { HOLM_DO_KNIGHT, "play a knight", NULL },
    { HOLM_DO_ROAD_BUILDING, "play road building", NULL },
    { HOLM_DO_PLENTY, "play year of plenty", NULL },
    { HOLM_DO_MONOPOLY, "play monopoly", "Which resource?" },
    { HOLM_DO_ALCHEMIST, NULL, "Which number does the red die show?" },
    { HOLM_DO_CRANE, NULL, "Which track?" },
    { HOLM_DO_ENGINEER, NULL, "Under which city does the wall go?" },
    { HOLM_DO_INVENTOR, NULL, NULL },
    { HOLM_DO_IRRIGATION, NULL, NULL },
    { HOLM_DO_MEDICINE, NULL, "Which settlement becomes a city?" },
    { HOLM_DO_MINING, NULL, NULL },
    { HOLM_DO_SMITH, NULL, NULL },
    { HOLM_DO_COMMERCIAL_HARBOR, NULL, NULL },
    { HOLM_DO_MASTER_MERCHANT, NULL, "Whose hand?" },
    { HOLM_DO_MERCHANT, NULL, "Where does the merchant stand?" },
    { HOLM_DO_MERCHANT_FLEET, NULL, "Which cards, two for one?" },
    { HOLM_DO_RESOURCE_MONOPOLY, NULL, "Which resource?" },
    { HOLM_DO_TRADE_MONOPOLY, NULL, "Which commodity?" },
    { HOLM_DO_BISHOP, NULL, "Where does the robber go?" },
    { HOLM_DO_DESERTER, NULL, "Whose knight?" },
    { HOLM_DO_DIPLOMAT, NULL, "Which road?" },
    { HOLM_DO_INTRIGUE, NULL, "Which knight?" },
    { HOLM_DO_SABOTEUR, NULL, NULL },
    { HOLM_DO_SPY, NULL, "Whose cards?" },
    { HOLM_DO_WARLORD, NULL, NULL },
    { HOLM_DO_WEDDING, NULL, NULL },
    { HOLM_DO_HARBOR, "commercial harbor: a resource for a commodity", "From whom?" },
    { HOLM_DO_ROBBER, "move the robber", "Where does the robber go?" },
    { HOLM_DO_PIRATE, "move the pirate", "Where does the pirate go?" },
    { HOLM_DO_ROB, "take a card", "From whom?" },
    { HOLM_DO_PORT, "place the harbour", "Where does the harbour go?" },
    { HOLM_DO_DISCOVER, "lift the fog", "Which hex first?" },
    { HOLM_DO_DISCARD, "discard", "Which card?" },
    { HOLM_DO_TAKE, "take a card", "Which card?" },
    { HOLM_DO_GIVE, "give a card", "Which card?" },
    { HOLM_DO_PICK, "take a card", "Which card?" },
    { HOLM_DO_BREACH, "give up a wall instead", "Which wall?" },
    { HOLM_DO_PILLAGE, "lose a city", "Which city?" },
    { HOLM_DO_DRAW, "draw a progress card", "Which one?" },
    { HOLM_DO_DROP, "put a card away", "Which card?" },
    { HOLM_DO_METROPOLIS, "place the metropolis", "On which city?" },
    { HOLM_DO_YIELD, "choose what the city yields", "What does it yield?" },
    { HOLM_DO_STEAL_CARD, "take a card", "Which card?" },
    { HOLM_DO_RETREAT, "retreat", "Where does it go?" },
    { HOLM_DO_REMOVE, "let a knight go", "Which knight?" },
    { HOLM_DO_ENLIST, "place a knight", "Where does it stand?" },
    { HOLM_DO_DISC, "choose a disc", "Which disc?" },
    { HOLM_DO_NEUTRAL_SETTLEMENT, "place a neutral settlement", "Where does it go?" },
    { HOLM_DO_NEUTRAL_ROAD, "place a neutral road", "Where does it go?" },
    { HOLM_DO_NEUTRAL_KNIGHT, "place a neutral knight", "Where does it go?" },
    { HOLM_DO_NEUTRAL_PROMOTE, "promote a neutral knight", "Which one?" },
    { HOLM_DO_FORCE, "trade token: force a trade", "With which cards?" },
    { HOLM_DO_SEND_ROBBER, "trade token: send the robber to the desert", "To which desert?" },
    { HOLM_DO_SELL_KNIGHT, "give up a knight for two trade tokens", NULL },
    { HOLM_DO_DISMISS, "dismiss a knight for trade tokens", "Which knight?" },
    { HOLM_DO_BANK, "trade with the bank", "Which trade?" },
    { HOLM_DO_OFFER, "offer a trade", NULL },
    { HOLM_DO_UNDO, "take your latest action back", NULL },
    { HOLM_DO_PASS, "nothing (more)", NULL },
    { HOLM_DO_END, "end your turn", NULL },
};
enum { HEADINGS = sizeof headings / sizeof *headings };

/* Progress cards are headed by the name they have in the edition that is played. */
static int progress_of(int kind)
{
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
        if (holm_progress_info[progress].kind == kind)
            return progress;
    return -1;
}

static int count_kind(const struct cli_session *session, int kind)
{
    int count = 0;
    for (int i = 0; i < session->list.count; i++)
        count += session->list.at[i].kind == kind;
    return count;
}

static bool has_template(const struct cli_session *session, int kind)
{
    const struct holm_list *list = &session->list;
    for (int i = list->count; i < list->count + list->templates; i++)
        if (list->at[i].kind == kind)
            return true;
    return false;
}

/* ------------------------------------------------------------------- kinds */

/* The kinds that are possible now. */
static int possible_kinds(const struct cli_session *session, int possible[HEADINGS],
                          int count[HEADINGS])
{
    int kinds = 0;
    for (int i = 0; i < HEADINGS; i++) {
        const int kind = headings[i].kind;
        const int listed = kind == HOLM_DO_OFFER ? has_template(session, HOLM_DO_OFFER)
                                                 : count_kind(session, kind);
        if (!listed)
            continue;
        possible[kinds] = i;
        count[kinds++] = listed;
    }
    return kinds;
}

static void print_kind(const struct cli_session *session, const struct heading *heading)
{
    const struct holm_state *seen = &session->view.seen;
    const struct holm_rules *rules = &session->board.rules;
    const int progress = progress_of(heading->kind);
    const bool by_card = rules->merchant_source == HOLM_MERCHANT_BY_CARD;
    const char *text = heading->text;
    if (heading->kind == HOLM_DO_END && holm_step(seen)->kind == HOLM_STEP_SPECIAL_BUILD)
        text = "build nothing more";
    if (heading->kind == HOLM_DO_OFFER && seen->active != session->person)
        text = "make a counter-offer";
    if (heading->kind == HOLM_DO_MERCHANT && !by_card)
        text = "move the merchant";
    if (!text || (rules->knights != 0 && progress == HOLM_ROADS))
        printf("play %s", cli_progress_word(rules, progress));
    else
        printf("%s", text);
}

static void print_kinds(const struct cli_session *session, const int *possible, const int *count,
                        int kinds)
{
    for (int i = 0; i < kinds; i++) {
        printf("  %3d  ", i + 1);
        print_kind(session, &headings[possible[i]]);
        char text[200] = "";
        struct holm_writer writer = holm_writer(text, sizeof text);
        if (count[i] > 1)
            holm_putf(&writer, " (%d)", count[i]);
        else if (headings[possible[i]].kind != HOLM_DO_OFFER)
            cli_put_only(&writer, session, headings[possible[i]].kind);
        puts(text);
    }
}

/* What lies on the table, for whoever is asked about it. */
static void print_offers(const struct cli_session *session)
{
    const struct holm_state *seen = &session->view.seen;
    for (int seat = 0; seat < session->board.rules.players; seat++) {
        const struct holm_offer *offer = &seen->offer[seat];
        char text[300];
        struct holm_writer writer = holm_writer(text, sizeof text);
        if (!offer->open || seat == session->person || !holm_bit_in(offer->to, session->person))
            continue;
        cli_put_seat(&writer, seat, session->listener.colour);
        holm_put(&writer, " offers you ");
        cli_put_cards(&writer, &offer->give);
        holm_put(&writer, " for your ");
        cli_put_cards(&writer, &offer->take);
        printf("  %s.\n", text);
    }
}

static void print_situation(struct cli_session *session)
{
    const int step = holm_step(&session->view.seen)->kind;
    const bool own = session->view.seen.active == session->person;
    if (own && session->drawn_turn != session->view.seen.turns && step == HOLM_STEP_ROLL)
        cli_print_board(session, NULL, false);
    putchar('\n');
    print_offers(session);
    if (!holm_step_info[step].setup)
        cli_print_hand(stdout, &session->view.seen, session->person);
    cli_print_request(session);
}

/* Where nothing can be decided, nobody need be asked: nor about an offer one cannot pay. */
static bool is_foregone(const struct cli_session *session)
{
    const int kind = session->list.at[0].kind;
    if (session->list.count != 1 || session->list.templates)
        return false; /* where one cannot pay, one may still make a counter-offer */
    return kind == HOLM_DO_DECLINE || (holm_step(&session->view.seen)->kind != HOLM_STEP_ACTIONS &&
                                       kind != HOLM_DO_ROLL && kind != HOLM_DO_ROBBER);
}

/* CK-SETUP-3: the second starting piece is a city, where the rules say so. */
static const char *prompt_of(const struct cli_session *session, const struct heading *heading)
{
    const struct holm_step *step = holm_step(&session->view.seen);
    const struct holm_rules *rules = &session->board.rules;
    return step->kind == HOLM_STEP_SETUP_SETTLEMENT && step->n >= rules->players &&
                   rules->second_building == HOLM_CITY
               ? "Where does your city go?"
               : heading->prompt;
}

/* One kind was chosen: its only action, or one of several. */
static enum cli_said ask_kind(struct cli_session *session, const struct heading *heading,
                              struct holm_action *action)
{
    int number = 0;
    if (heading->kind != HOLM_DO_OFFER)
        return cli_choose(session, heading->kind, prompt_of(session, heading), action);
    puts("\nWhat for what? (offer 2 wood for ore · offer wood for ore to blue)");
    const enum cli_said said = cli_listen(session, "> ", 0, &number, action);
    return said;
}

bool cli_ask(struct cli_session *session, struct holm_action *action)
{
    int possible[HEADINGS], count[HEADINGS], number = 1;
    if (is_foregone(session)) {
        *action = session->list.at[0];
        return true;
    }
    print_situation(session);
    const int kinds = possible_kinds(session, possible, count);
    const int besides = count_kind(session, HOLM_DO_UNDO); /* that can be typed, too */
    const bool only = kinds == 1 + besides && count[0] > 1;
    const bool rolls = headings[possible[0]].kind == HOLM_DO_ROLL;
    for (;;) {
        enum cli_said said = CLI_SAID_NUMBER;
        if (!only) {
            print_kinds(session, possible, count, kinds);
            said = cli_listen(session, rolls ? "Your choice (Enter rolls)> " : "Your choice> ",
                              kinds, &number, action);
            if (said == CLI_SAID_NOTHING && rolls) {
                number = 1;
                said = CLI_SAID_NUMBER;
            }
        }
        if (said == CLI_SAID_NUMBER)
            said = ask_kind(session, &headings[possible[number - 1]], action);
        if (said == CLI_SAID_QUIT)
            return false;
        if (said == CLI_SAID_ACTION)
            return true;
    }
}
