/* play_menu.c: asks the person what to do. First the kinds of action, each with a number; where a
 * kind has several places or cards, those are numbered next, places on the board itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"
#include "cli/table.h"
#include "text/notation.h"

enum { LISTED_CORNERS = 12 }; /* described in words; all of them have their number on the board */

/* ORDER: as the choices appear. */
static const struct heading {
    uint8_t kind;
    const char *text;   /* in the list of kinds */
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
    { HOLM_DO_BUY, "buy a development card", NULL },
    { HOLM_DO_KNIGHT, "play a knight", NULL },
    { HOLM_DO_ROAD_BUILDING, "play road building", NULL },
    { HOLM_DO_PLENTY, "play year of plenty", NULL },
    { HOLM_DO_MONOPOLY, "play monopoly", "Which resource?" },
    { HOLM_DO_ROBBER, "move the robber", "Where does the robber go?" },
    { HOLM_DO_DISCARD, "discard", "Which card? Several at once: 2 wood 1 ore" },
    { HOLM_DO_TAKE, "take a card", "Which card? Two at once: wood ore" },
    { HOLM_DO_GIVE, "give a card back", "Which card? Two at once: wood ore" },
    { HOLM_DO_NEUTRAL_SETTLEMENT, "place a neutral settlement", "Where does it go?" },
    { HOLM_DO_NEUTRAL_ROAD, "place a neutral road", "Where does it go?" },
    { HOLM_DO_FORCE, "trade token: force a trade", NULL },
    { HOLM_DO_SEND_ROBBER, "trade token: send the robber to the desert", "To which desert?" },
    { HOLM_DO_SELL_KNIGHT, "give up a knight for two trade tokens", NULL },
    { HOLM_DO_BANK, "trade with the bank", "Which trade?" },
    { HOLM_DO_OFFER, "offer a trade", NULL },
    { HOLM_DO_END, "end your turn", NULL },
};
enum { HEADINGS = sizeof headings / sizeof *headings };

/* Some of the listed actions, by their index. */
struct choices {
    int count;
    int at[HOLM_LIST_MAX];
};

static const struct holm_action *chosen(const struct cli_session *session,
                                        const struct choices *choices, int i)
{
    return &session->list.at[choices->at[i]];
}

static void choose_kind(const struct cli_session *session, int kind, struct choices *choices)
{
    choices->count = 0;
    for (int i = 0; i < session->list.count; i++)
        if (session->list.at[i].kind == kind)
            choices->at[choices->count++] = i;
}

static bool has_template(const struct cli_session *session, int kind)
{
    const struct holm_list *list = &session->list;
    for (int i = list->count; i < list->count + list->templates; i++)
        if (list->at[i].kind == kind)
            return true;
    return false;
}

/* ------------------------------------------------------- one of several ... */

static void put_victim(struct holm_writer *writer, const struct cli_session *session, int seat)
{
    if (seat == HOLM_NONE) {
        holm_put(writer, "nobody");
        return;
    }
    cli_put_seat(writer, seat, session->listener.colour);
    holm_putf(writer, " (%d cards, %d points)", session->view.seen.player[seat].cards,
              session->view.seen.player[seat].points);
}

/* The terms with a partner: of the own offer, or of that player's proposal. */
static void put_terms(struct holm_writer *writer, const struct cli_session *session, int partner)
{
    const struct holm_state *seen = &session->view.seen;
    const struct holm_offer *own = &seen->offer[session->person];
    const bool accepted = own->open && own->accepted >> partner & 1;
    const struct holm_offer *offer = accepted ? own : &seen->offer[partner];
    cli_put_seat(writer, partner, session->listener.colour);
    holm_put(writer, ": you give ");
    cli_put_cards(writer, accepted ? &offer->give : &offer->take);
    holm_put(writer, " and get ");
    cli_put_cards(writer, accepted ? &offer->take : &offer->give);
}

static void put_choice(struct holm_writer *writer, const struct cli_session *session,
                       const struct holm_action *action)
{
    const struct holm_board *board = &session->board;
    const unsigned fields = holm_kind_info[action->kind].fields;
    if (action->kind == HOLM_DO_CONCLUDE) {
        put_terms(writer, session, action->target);
    } else if (fields & HOLM_F_HEX) {
        cli_put_hex(writer, board, action->place);
    } else if (fields & HOLM_F_CORNER) {
        const size_t start = writer->used;
        holm_put_corner(writer, &board->topology, action->place);
        holm_putf(writer, "%*s", 8 - (int)(writer->used - start), "");
        cli_put_surroundings(writer, board, action->place);
        holm_putf(writer, " (%d pips)", cli_pips(board, action->place));
    } else if (fields & HOLM_F_EDGE) {
        holm_put_edge(writer, &board->topology, action->place);
    } else if (fields & HOLM_F_CARD) {
        holm_put(writer, holm_card_names[action->card]);
    } else {
        cli_put_cards(writer, fields & HOLM_F_GIVE ? &action->give : &action->take);
        if (action->kind == HOLM_DO_BANK) {
            holm_put(writer, " for ");
            cli_put_cards(writer, &action->take);
        }
    }
}

/* Numbers for the places, the same as in the list. */
static void mark_places(const struct cli_session *session, const struct choices *choices,
                        struct cli_marks *marks)
{
    memset(marks, 0, sizeof *marks);
    for (int i = 0; i < choices->count; i++) {
        const struct holm_action *action = chosen(session, choices, i);
        const unsigned fields = holm_kind_info[action->kind].fields;
        uint16_t *mark = fields & HOLM_F_HEX      ? marks->hex
                         : fields & HOLM_F_CORNER ? marks->corner
                                                  : marks->edge;
        mark[action->place] = (uint16_t)(i + 1);
    }
}

static void print_choices(struct cli_session *session, const struct choices *choices)
{
    const unsigned fields = holm_kind_info[chosen(session, choices, 0)->kind].fields;
    const bool corners = fields & HOLM_F_CORNER, narrow = fields & (HOLM_F_EDGE | HOLM_F_HEX);
    const bool short_ones = fields & (HOLM_F_GIVE | HOLM_F_TAKE | HOLM_F_CARD);
    const int columns = narrow || short_ones ? 3 : 1;
    int shown = choices->count;
    if (corners && shown > LISTED_CORNERS)
        shown = LISTED_CORNERS;
    for (int i = 0; i < shown; i++) {
        char text[300];
        struct holm_writer writer = holm_writer(text, sizeof text);
        put_choice(&writer, session, chosen(session, choices, i));
        printf("  %3d  %-*s", i + 1, columns == 1 ? 0 : 18, text);
        if (i % columns == columns - 1 || i == shown - 1)
            putchar('\n');
    }
    if (shown < choices->count)
        printf("       ... and %d more; their numbers are on the board\n", choices->count - shown);
}

/* The best corners first. */
static void sort_corners(const struct cli_session *session, struct choices *choices)
{
    for (int i = 1; i < choices->count; i++) {
        const int moved = choices->at[i];
        const int pips = cli_pips(&session->board, session->list.at[moved].place);
        int j = i;
        for (; j && cli_pips(&session->board, chosen(session, choices, j - 1)->place) < pips; j--)
            choices->at[j] = choices->at[j - 1];
        choices->at[j] = moved;
    }
}

/* Of the actions at one place: whom it concerns. */
static enum cli_said ask_target(struct cli_session *session, const struct holm_action *first,
                                struct holm_action *action)
{
    struct choices same = { .count = 0 };
    int number;
    for (int i = 0; i < session->list.count; i++)
        if (session->list.at[i].kind == first->kind && session->list.at[i].place == first->place)
            same.at[same.count++] = i;
    *action = *first;
    if (same.count == 1)
        return CLI_SAID_ACTION;
    puts(first->kind == HOLM_DO_ROBBER ? "\nWhom do you rob?" : "\nOf which colour?");
    for (int i = 0; i < same.count; i++) {
        char text[128];
        struct holm_writer writer = holm_writer(text, sizeof text);
        if (first->kind == HOLM_DO_ROBBER)
            put_victim(&writer, session, chosen(session, &same, i)->target);
        else
            cli_put_seat(&writer, chosen(session, &same, i)->target, session->listener.colour);
        printf("  %3d  %s\n", i + 1, text);
    }
    const enum cli_said said = cli_listen(session, "> ", same.count, &number, action);
    if (said != CLI_SAID_NUMBER)
        return said;
    *action = *chosen(session, &same, number - 1);
    return CLI_SAID_ACTION;
}

/* One choice for each place, where a kind has several actions at one. */
static void merge_places(const struct cli_session *session, struct choices *choices)
{
    int count = 0;
    for (int i = 0; i < choices->count; i++) {
        bool seen = false;
        for (int j = 0; j < count; j++)
            seen = seen || chosen(session, choices, j)->place == chosen(session, choices, i)->place;
        if (!seen)
            choices->at[count++] = choices->at[i];
    }
    choices->count = count;
}

static enum cli_said ask_which(struct cli_session *session, const struct heading *heading,
                               struct holm_action *action)
{
    static struct cli_marks marks;
    struct choices choices;
    int number;
    choose_kind(session, heading->kind, &choices);
    const unsigned fields = holm_kind_info[heading->kind].fields;
    const bool places = fields & (HOLM_F_HEX | HOLM_F_CORNER | HOLM_F_EDGE);
    if (places)
        merge_places(session, &choices);
    if (fields & HOLM_F_CORNER)
        sort_corners(session, &choices);
    if (places) {
        mark_places(session, &choices, &marks);
        cli_print_board(session, &marks, false);
    }
    printf("%s", heading->prompt);
    if (heading->kind == HOLM_DO_DISCARD)
        printf(" (%d to go)", session->view.seen.player[session->person].owed);
    putchar('\n');
    if (!(fields & HOLM_F_HEX))
        print_choices(session, &choices);
    const enum cli_said said = cli_listen(session, "> ", choices.count, &number, action);
    if (said != CLI_SAID_NUMBER)
        return said;
    if (places)
        return ask_target(session, chosen(session, &choices, number - 1), action);
    *action = *chosen(session, &choices, number - 1);
    return CLI_SAID_ACTION;
}

/* --------------------------------------------------------------- ... kinds */

/* The kinds that are possible now. */
static int possible_kinds(const struct cli_session *session, int possible[HEADINGS],
                          int count[HEADINGS])
{
    int kinds = 0;
    for (int i = 0; i < HEADINGS; i++) {
        struct choices choices;
        choose_kind(session, headings[i].kind, &choices);
        if (headings[i].kind == HOLM_DO_OFFER)
            choices.count = has_template(session, HOLM_DO_OFFER);
        if (!choices.count)
            continue;
        possible[kinds] = i;
        count[kinds++] = choices.count;
    }
    return kinds;
}

static void print_kinds(const struct cli_session *session, const int *possible, const int *count,
                        int kinds)
{
    const struct holm_state *seen = &session->view.seen;
    for (int i = 0; i < kinds; i++) {
        const struct heading *heading = &headings[possible[i]];
        const char *text = heading->text;
        if (heading->kind == HOLM_DO_END && holm_step(seen)->kind == HOLM_STEP_SPECIAL_BUILD)
            text = "build nothing more";
        if (heading->kind == HOLM_DO_OFFER && seen->active != session->person)
            text = "make a counter-offer";
        printf("  %3d  %s", i + 1, text);
        if (count[i] > 1)
            printf(" (%d)", count[i]);
        putchar('\n');
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
        if (!offer->open || seat == session->person || !(offer->to >> session->person & 1))
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
    if (step != HOLM_STEP_START_ROLL && step != HOLM_STEP_SETUP_SETTLEMENT &&
        step != HOLM_STEP_SETUP_ROAD)
        cli_print_hand(stdout, &session->view.seen, session->person);
}

/* Where nothing can be decided, nobody need be asked: nor about an offer one cannot pay. */
static bool is_foregone(const struct cli_session *session)
{
    const int kind = session->list.at[0].kind;
    if (session->list.count == 1 && kind == HOLM_DO_DECLINE)
        return true;
    return session->list.count == 1 && session->list.templates == 0 &&
           holm_step(&session->view.seen)->kind != HOLM_STEP_ACTIONS && kind != HOLM_DO_ROLL &&
           kind != HOLM_DO_ROBBER;
}

/* One kind was chosen: its only action, or one of several. */
static enum cli_said ask_kind(struct cli_session *session, int heading, int count,
                              struct holm_action *action)
{
    struct choices choices;
    int number = 0;
    if (headings[heading].kind == HOLM_DO_OFFER) {
        puts("\nWhat for what? (offer 2 wood for ore · offer wood for ore to blue)");
        const enum cli_said said = cli_listen(session, "> ", 0, &number, action);
        return said == CLI_SAID_NUMBER ? CLI_SAID_BACK : said;
    }
    if (count > 1 || headings[heading].kind == HOLM_DO_CONCLUDE)
        return ask_which(session, &headings[heading], action);
    choose_kind(session, headings[heading].kind, &choices);
    *action = *chosen(session, &choices, 0);
    return CLI_SAID_ACTION;
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
    const bool only = kinds == 1 && count[0] > 1;
    const bool rolls = headings[possible[0]].kind == HOLM_DO_ROLL;
    for (;;) {
        enum cli_said said = CLI_SAID_NUMBER;
        if (!only) {
            print_kinds(session, possible, count, kinds);
            said = cli_listen(session, rolls ? "Your choice (Enter rolls)> " : "Your choice> ",
                              kinds, &number, action);
            if (said == CLI_SAID_BACK && rolls) {
                number = 1;
                said = CLI_SAID_NUMBER;
            }
        }
        if (said == CLI_SAID_NUMBER)
            said = ask_kind(session, possible[number - 1], count[number - 1], action);
        if (said == CLI_SAID_QUIT)
            return false;
        if (said == CLI_SAID_ACTION)
            return true;
    }
}
