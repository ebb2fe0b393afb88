/* play_request.c: says what Cities & Knights and Seafarers ask of the person, and why. */
#include <stdio.h>

#include "cli/play.h"
#include "cli/table.h"
#include "text/notation.h"

typedef void put_request(struct holm_writer *writer, const struct cli_session *session);

static const struct holm_step *top(const struct cli_session *session)
{
    return holm_step(&session->view.seen);
}

static void put_corner(struct holm_writer *writer, const struct cli_session *session, int corner)
{
    holm_put_corner(writer, &session->board.topology, corner);
}

static void put_seat(struct holm_writer *writer, const struct cli_session *session, int seat)
{
    cli_put_seat(writer, seat, session->listener.colour);
}

static const char *card_name(const struct cli_session *session, int progress)
{
    return cli_progress_word(&session->board.rules, progress);
}

/* ----------------------------------------------------------- the barbarians */

static void put_pillage(struct holm_writer *writer, const struct cli_session *session)
{
    const bool least = session->board.rules.barbarian_victims == HOLM_VICTIMS_LOWEST;
    holm_putf(writer, "The barbarians have won, and %s: you lose a city.",
              least ? "you gave least for the defence" : "no knight of yours was active");
    if (session->board.rules.var_wall_defense)
        holm_put(writer, " A wall may go instead.");
}

static void put_limit(struct holm_writer *writer, const struct cli_session *session)
{
    holm_putf(writer,
              "You hold more than %d progress cards. One goes under its deck; the others see its "
              "back alone.",
              session->board.rules.progress_limit);
}

/* ------------------------------------------------------------------- cities */

/* VAR-PROD-2: cities are asked one after the other, in the order of the hexes and their corners.
 * The hex and, through `corner`, the city that come next; -1: none. */
static int yielding_hex(const struct cli_session *session, int *corner)
{
    const struct holm_state *seen = &session->view.seen;
    const struct holm_topology *topology = &session->board.topology;
    int skip = seen->player[session->person].pledged;
    for (int hex = 0; hex < topology->hexes; hex++) {
        const int terrain = session->view.seen.terrain[hex];
        if (seen->disc[hex] != top(session)->place || hex == seen->robber ||
            (terrain != HOLM_FOREST && terrain != HOLM_PASTURE && terrain != HOLM_MOUNTAINS))
            continue;
        for (int i = 0; i < 6; i++) {
            *corner = topology->hex_corner[hex][i];
            const int piece = holm_piece_kind(seen->corner[*corner]);
            if (holm_piece_seat(seen->corner[*corner]) == session->person &&
                (piece == HOLM_CITY || piece == HOLM_METROPOLIS) && !skip--)
                return hex;
        }
    }
    return -1;
}

static void put_yield(struct holm_writer *writer, const struct cli_session *session)
{
    int corner;
    const int hex = yielding_hex(session, &corner);
    holm_put(writer, "Your city at ");
    put_corner(writer, session, corner);
    holm_put(writer, " yields for ");
    if (hex >= 0)
        cli_put_hex(writer, &session->view.seen, hex);
    holm_put(writer, ": as a rule a resource and a commodity, or two resources.");
}

void cli_put_either(struct holm_writer *writer, const struct cli_session *session,
                    const struct holm_action *action)
{
    static const char *const commodities[HOLM_TERRAINS] = {
        [HOLM_FOREST] = "paper", [HOLM_PASTURE] = "cloth", [HOLM_MOUNTAINS] = "coin"
    };
    int corner;
    if (action->kind == HOLM_DO_FORCE) {
        holm_put(writer,
                 action->card ? "with commodities, at double the price" : "resources alone");
        return;
    }
    if (action->kind == HOLM_DO_CHASE) {
        holm_put(writer, action->card ? "the pirate" : "the robber");
        return;
    }
    if (action->kind == HOLM_DO_PIRATE) {
        holm_put(writer, action->card ? "a piece of cloth" : "a card of the hand");
        return;
    }
    const int hex = yielding_hex(session, &corner);
    if (hex < 0)
        return;
    const int terrain = session->view.seen.terrain[hex];
    const char *resource = holm_card_names[holm_yield(terrain)];
    if (action->card)
        holm_putf(writer, "2 %s", resource);
    else
        holm_putf(writer, "1 %s and 1 %s", resource, commodities[terrain]);
}

static void put_track(struct holm_writer *writer, const struct cli_session *session)
{
    holm_putf(writer, "Several of your tracks are equally high. Which one brings you %s?",
              top(session)->n == HOLM_FACE_CARD ? "the card" : "the commodity");
}

static void put_metropolis(struct holm_writer *writer, const struct cli_session *session)
{
    holm_putf(writer,
              "You have earned the metropolis of %s: two points, and its city is never pillaged.",
              holm_track_names[top(session)->n]);
}

/* ------------------------------------------------------------------ knights */

static void put_retreat(struct holm_writer *writer, const struct cli_session *session)
{
    const struct holm_step *step = top(session);
    const int seat = step->data[0];
    if (seat != session->person) {
        put_seat(writer, session, seat);
        holm_put(writer, "'s ");
    }
    holm_putf(writer, "%s%s at ", seat == session->person ? "Your " : "",
              cli_piece_words[HOLM_BASIC + step->n - 1]);
    put_corner(writer, session, step->place);
    holm_put(writer, " was driven off. It goes to a free corner along its roads.");
}

static void put_deserter(struct holm_writer *writer, const struct cli_session *session)
{
    const int victim = top(session)->n;
    if (victim == session->person) {
        put_seat(writer, session, session->view.seen.active);
        holm_putf(writer, " has played %s: one of your knights goes over.",
                  card_name(session, HOLM_DESERTER));
        return;
    }
    holm_put(writer, "One knight of ");
    put_seat(writer, session, victim);
    holm_put(writer, " goes over; the choice is yours.");
}

static void put_enlist(struct holm_writer *writer, const struct cli_session *session)
{
    const struct holm_step *step = top(session);
    holm_putf(writer, "A %s has deserted. Place a knight of yours for it, %s, or none.",
              cli_piece_words[HOLM_BASIC + step->n - 1], step->data[0] ? "active" : "resting");
}

static void put_smith(struct holm_writer *writer, const struct cli_session *session)
{
    holm_putf(writer, "%s: promotions free of charge, %d left.", card_name(session, HOLM_SMITH),
              top(session)->n);
}

static void put_neutral_knight(struct holm_writer *writer, const struct cli_session *session)
{
    holm_putf(writer, "A knight of yours brings a %s for a neutral colour.",
              cli_piece_words[HOLM_BASIC + top(session)->n - 1]);
}

/* -------------------------------------------------------------------- cards */

static void put_replace(struct holm_writer *writer, const struct cli_session *session)
{
    const struct holm_step *step = top(session);
    holm_put(writer, "The road from ");
    holm_put_edge(writer, &session->board.topology, step->place);
    holm_put(writer, " goes elsewhere");
    holm_put(writer, step->data[0] ? ", or stays off the board." : ".");
}

static void put_inventor(struct holm_writer *writer, const struct cli_session *session)
{
    const struct holm_step *step = top(session);
    holm_put(writer, "Two discs change places. ");
    if (step->n == 2) {
        holm_put(writer, "Choose the first.");
        return;
    }
    holm_put(writer, "With which one does ");
    cli_put_hex(writer, &session->view.seen, step->place);
    holm_put(writer, " swap?");
}

static void put_spy(struct holm_writer *writer, const struct cli_session *session)
{
    const int seat = top(session)->n;
    const char *between = " holds ";
    put_seat(writer, session, seat);
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
        for (int i = 0; i < session->view.seen.player[seat].progress[progress]; i++) {
            holm_putf(writer, "%s%s", between, card_name(session, progress));
            between = ", ";
        }
    holm_put(writer, ". You may take one of these.");
}

static void put_master(struct holm_writer *writer, const struct cli_session *session)
{
    const int seat = top(session)->place;
    put_seat(writer, session, seat);
    holm_put(writer, " holds ");
    cli_put_cards(writer, &session->view.seen.player[seat].hand);
    holm_putf(writer, ". You take %d of them.", top(session)->n);
}

static void put_harbor(struct holm_writer *writer, const struct cli_session *session)
{
    put_seat(writer, session, session->view.seen.active);
    holm_putf(writer, " has played %s: you get a resource and give a commodity of your choice.",
              card_name(session, HOLM_COMMERCIAL_HARBOR));
}

static void put_wedding(struct holm_writer *writer, const struct cli_session *session)
{
    put_seat(writer, session, session->view.seen.active);
    holm_putf(writer, " has played %s, and you have more points: two cards are due.",
              card_name(session, HOLM_WEDDING));
}

/* ---------------------------------------------------------------------- sea */

static void put_port(struct holm_writer *writer, const struct cli_session *session)
{
    const int kind = top(session)->n;
    holm_putf(writer, "A harbour (%s) is yours to place%s.",
              kind == HOLM_PORT_ANY ? "3:1" : holm_port_names[kind],
              top(session)->place ? ", on any coast" : ", at a building of yours");
}

static void put_gold(struct holm_writer *writer, const struct cli_session *session)
{
    holm_putf(writer, "Resources of your choice: %d.",
              session->view.seen.player[session->person].owed);
}

/* ---------------------------------------------------------------- the table */

/* A row for every step that asks somebody; where the menu says it all, there is nothing to add. */
#define MENU_SAYS_IT                                                                               \
    {                                                                                              \
        NULL, NULL, false                                                                          \
    }
static const struct request {
    const char *text; /* NULL: `put` says it */
    put_request *put;
    bool barbarians; /* how they stand is of interest */
} requests[HOLM_STEP_KINDS] = {
    [HOLM_STEP_ACTIVATION] = { "The barbarians are here. Knights that you activate now still "
                               "fight.",
                               NULL, true },
    [HOLM_STEP_COMMIT] = { "The barbarians are here. Only knights that you send count, and they "
                           "rest afterwards.",
                           NULL, true },
    [HOLM_STEP_PILLAGE] = { NULL, put_pillage, true },
    [HOLM_STEP_REWARD] = { "The barbarians are beaten, and nobody gave more than you: a progress "
                           "card from the deck of your choice.",
                           NULL, true },
    [HOLM_STEP_ROBBER_DESERT] = { "After the first attack the robber comes to a desert.", NULL,
                                  false },
    [HOLM_STEP_PROGRESS_LIMIT] = { NULL, put_limit, false },
    [HOLM_STEP_AQUEDUCT] = { "The roll brought you nothing; the aqueduct gives you a resource of "
                             "your choice.",
                             NULL, false },
    [HOLM_STEP_CITY_YIELD] = { NULL, put_yield, false },
    [HOLM_STEP_TRACK] = { NULL, put_track, false },
    [HOLM_STEP_METROPOLIS] = { NULL, put_metropolis, false },
    [HOLM_STEP_RETREAT] = { NULL, put_retreat, false },
    [HOLM_STEP_DESERTER] = { NULL, put_deserter, false },
    [HOLM_STEP_ENLIST] = { NULL, put_enlist, false },
    [HOLM_STEP_REPLACE_ROAD] = { NULL, put_replace, false },
    [HOLM_STEP_INVENTOR] = { NULL, put_inventor, false },
    [HOLM_STEP_SMITH] = { NULL, put_smith, false },
    [HOLM_STEP_SPY] = { NULL, put_spy, false },
    [HOLM_STEP_MASTER_MERCHANT] = { NULL, put_master, false },
    [HOLM_STEP_HARBOR] = { NULL, put_harbor, false },
    [HOLM_STEP_WEDDING] = { NULL, put_wedding, false },
    [HOLM_STEP_NEUTRAL_KNIGHT] = { NULL, put_neutral_knight, false },
    [HOLM_STEP_ROB] = { "A seven: you take a card from a player of your choice.", NULL, false },
    [HOLM_STEP_PORT] = { NULL, put_port, false },
    [HOLM_STEP_DISCOVER] = { "Several hexes come out of the fog, one after the other.", NULL,
                             false },
    [HOLM_STEP_GOLD] = { NULL, put_gold, false },
    [HOLM_STEP_NEUTRAL_PROMOTE] = { "A knight of yours went up: so does a neutral one.", NULL,
                                    false },
    /* the base game */
    [HOLM_STEP_START_ROLL] = MENU_SAYS_IT,
    [HOLM_STEP_SETUP_SETTLEMENT] = MENU_SAYS_IT,
    [HOLM_STEP_SETUP_ROAD] = MENU_SAYS_IT,
    [HOLM_STEP_ROLL] = MENU_SAYS_IT,
    [HOLM_STEP_DISCARD] = MENU_SAYS_IT,
    [HOLM_STEP_ROBBER] = MENU_SAYS_IT,
    [HOLM_STEP_ACTIONS] = MENU_SAYS_IT,
    [HOLM_STEP_FREE_ROADS] = MENU_SAYS_IT,
    [HOLM_STEP_TAKE] = MENU_SAYS_IT,
    [HOLM_STEP_NEUTRAL_ROAD] = MENU_SAYS_IT,
    [HOLM_STEP_NEUTRAL_SETTLEMENT] = MENU_SAYS_IT,
    [HOLM_STEP_GIVE] = MENU_SAYS_IT,
    [HOLM_STEP_SPECIAL_BUILD] = MENU_SAYS_IT,
};

void cli_print_request(const struct cli_session *session)
{
    const struct request *request = &requests[top(session)->kind];
    char text[400] = "";
    struct holm_writer writer = holm_writer(text, sizeof text);
    if (request->barbarians)
        cli_print_barbarians(stdout, &session->view.seen, session->person);
    if (request->text)
        holm_put(&writer, request->text);
    if (request->put)
        request->put(&writer, session);
    if (writer.used)
        cli_print_wrapped(stdout, " ", 2, text);
}
