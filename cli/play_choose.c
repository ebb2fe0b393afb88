/* play_choose.c: which of several actions of one kind the person means. An action has up to five
 * aspects (a place, a second place, a seat, a card, a set of cards); each is asked for where more
 * than one answer is possible, places on the board itself. */
#include <stdio.h>
#include <string.h>

#include "cli/play.h"
#include "cli/table.h"
#include "text/names.h"
#include "text/notation.h"

enum { LISTED_CORNERS = 12 }; /* described in words; all of them have their number on the board */
enum { PLACES = HOLM_F_HEX | HOLM_F_CORNER | HOLM_F_EDGE };

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

/* ----------------------------------------------------------------- aspects */

typedef void put_choice(struct holm_writer *writer, const struct cli_session *session,
                        const struct holm_action *action);

static bool same_place(const struct holm_action *a, const struct holm_action *b)
{
    return a->place == b->place;
}

static bool same_to(const struct holm_action *a, const struct holm_action *b)
{
    return a->to == b->to;
}

static bool same_target(const struct holm_action *a, const struct holm_action *b)
{
    return a->target == b->target;
}

static bool same_card(const struct holm_action *a, const struct holm_action *b)
{
    return a->card == b->card;
}

static bool same_cards(const struct holm_action *a, const struct holm_action *b)
{
    return !memcmp(&a->give, &b->give, sizeof a->give) &&
           !memcmp(&a->take, &b->take, sizeof a->take);
}

/* "0,2N    strong knight, active   forest 8, hills 5 (9 pips)" */
static void put_corner(struct holm_writer *writer, const struct cli_session *session, int corner)
{
    const struct holm_state *seen = &session->view.seen;
    const uint8_t byte = seen->corner[corner];
    const size_t start = writer->used;
    holm_put_corner(writer, &seen->board->topology, corner);
    holm_putf(writer, "%*s", 8 - (int)(writer->used - start), "");
    if (holm_piece_seat(byte) != session->person && byte)
        holm_putf(writer, "%s's ", holm_seat_names[holm_piece_seat(byte)]);
    if (holm_knight_rank(byte))
        holm_putf(writer, "%s (%s)  ", cli_piece_words[holm_piece_kind(byte)],
                  holm_corner_in(&seen->active_knights, corner) ? "active" : "resting");
    cli_put_surroundings(writer, seen, corner);
    if (!holm_knight_rank(byte)) /* which matter little to it */
        holm_putf(writer, " (%d pips)", cli_pips(seen, corner));
}

static void put_place(struct holm_writer *writer, const struct cli_session *session,
                      const struct holm_action *action)
{
    const unsigned fields = holm_kind_info[action->kind].fields;
    if (fields & HOLM_F_HEX)
        cli_put_hex(writer, &session->view.seen, action->place);
    else if (fields & HOLM_F_CORNER)
        put_corner(writer, session, action->place);
    else if (fields & HOLM_F_EDGE)
        holm_put_edge(writer, &session->board.topology, action->place);
    else
        holm_put_number(writer, action->place);
}

static void put_to(struct holm_writer *writer, const struct cli_session *session,
                   const struct holm_action *action)
{
    if (holm_kind_info[action->kind].fields & HOLM_F_TO)
        put_corner(writer, session, action->to);
    else if (holm_kind_info[action->kind].fields & HOLM_F_TO_EDGE)
        holm_put_edge(writer, &session->board.topology, action->to);
    else
        holm_put_number(writer, action->to);
}

/* The terms with a partner: of one's own offer, or of that player's proposal. */
static void put_terms(struct holm_writer *writer, const struct cli_session *session, int partner)
{
    const struct holm_state *seen = &session->view.seen;
    const struct holm_offer *own = &seen->offer[session->person];
    const bool accepted = own->open && holm_bit_in(own->accepted, partner);
    const struct holm_offer *offer = accepted ? own : &seen->offer[partner];
    holm_put(writer, ": you give ");
    cli_put_cards(writer, accepted ? &offer->give : &offer->take);
    holm_put(writer, " and get ");
    cli_put_cards(writer, accepted ? &offer->take : &offer->give);
}

static void put_target(struct holm_writer *writer, const struct cli_session *session,
                       const struct holm_action *action)
{
    const int seat = action->target;
    if (seat == HOLM_NONE) {
        holm_put(writer, "nobody");
        return;
    }
    const struct holm_player *player = &session->view.seen.player[seat];
    cli_put_seat(writer, seat, session->listener.colour);
    if (action->kind == HOLM_DO_CONCLUDE)
        put_terms(writer, session, seat);
    else if (action->kind == HOLM_DO_SPY)
        holm_putf(writer, " (%d progress cards)", holm_progress_count(player));
    else if (seat < session->board.rules.players)
        holm_putf(writer, " (%d cards, %d points)", player->cards, player->points);
}

/* "trade: Market (trade 1) for 1 cloth" */
static void put_track(struct holm_writer *writer, const struct cli_session *session,
                      const struct holm_action *action)
{
    const struct holm_rules *rules = &session->board.rules;
    const int level = session->view.seen.player[session->person].level[action->card] + 1;
    const struct holm_step *step = holm_step(&session->view.seen);
    if (step->kind == HOLM_STEP_TRACK && step->n == HOLM_FACE_PIPS) {
        holm_putf(writer, "%s: 1 %s", holm_track_names[action->card],
                  holm_card_names[rules->track_commodity[action->card]]);
        return;
    }
    if (action->kind == HOLM_DO_DRAW) {
        holm_putf(writer, "%s (%d cards left)", holm_track_names[action->card],
                  session->view.seen.deck_left[action->card]);
        return;
    }
    cli_put_level(writer, rules, action->card, level);
    holm_putf(writer, " for %d %s", level - (action->kind == HOLM_DO_CRANE),
              holm_card_names[rules->track_commodity[action->card]]);
}

static void put_card(struct holm_writer *writer, const struct cli_session *session,
                     const struct holm_action *action)
{
    const unsigned fields = holm_kind_info[action->kind].fields;
    if (fields & HOLM_F_TRACK)
        put_track(writer, session, action);
    else if (fields & HOLM_F_PROGRESS)
        holm_putf(writer, "%s: %s", cli_progress_word(&session->board.rules, action->card),
                  holm_progress_text(HOLM_ENGLISH, action->card));
    else if (fields & HOLM_F_RANK)
        holm_put(writer, cli_piece_words[HOLM_BASIC + action->card]);
    else if (fields & HOLM_F_WONDER)
        holm_put(writer, cli_wonder_words[action->card]);
    else if (fields & HOLM_F_CHOICE)
        cli_put_either(writer, session, action);
    else
        holm_put(writer, holm_card_names[action->card]);
}

static void put_cards(struct holm_writer *writer, const struct cli_session *session,
                      const struct holm_action *action)
{
    (void)session;
    const bool gives = holm_kind_info[action->kind].fields & HOLM_F_GIVE;
    cli_put_cards(writer, gives ? &action->give : &action->take);
    if (action->kind == HOLM_DO_BANK) {
        holm_put(writer, " for ");
        cli_put_cards(writer, &action->take);
    }
}

/* In this order; each for the kinds that use one of these fields. */
static const struct aspect {
    unsigned fields;
    bool (*same)(const struct holm_action *a, const struct holm_action *b);
    put_choice *put;
} aspects[] = {
    { PLACES | HOLM_F_DICE, same_place, put_place },
    { HOLM_F_TO | HOLM_F_TO_EDGE | HOLM_F_DICE, same_to, put_to },
    { HOLM_F_TARGET, same_target, put_target },
    { HOLM_F_CARD | HOLM_F_TRACK | HOLM_F_PROGRESS | HOLM_F_RANK | HOLM_F_CHOICE | HOLM_F_WONDER,
      same_card, put_card },
    { HOLM_F_GIVE | HOLM_F_TAKE, same_cards, put_cards },
};
enum { PLACE, TO, TARGET, CARD, CARDS, ASPECTS };

/* --------------------------------------------------------------- questions */

/* What is asked for a second aspect, when the first is settled. */
static const char *further_prompt(int kind, int aspect)
{
    static const struct {
        uint8_t kind, aspect;
        const char *text;
    } prompts[] = {
        { HOLM_DO_ROBBER, TARGET, "Whom do you rob?" },
        { HOLM_DO_PIRATE, TARGET, "Whom do you rob?" },
        { HOLM_DO_PIRATE, CARD, "Of what?" },
        { HOLM_DO_CHASE, CARD, "Whom does it chase?" },
        { HOLM_DO_SAIL, TO, "Where does it go?" },
        { HOLM_DO_MOVE, TO, "Where does it go?" },
        { HOLM_DO_DISPLACE, TO, "Which knight does it drive off?" },
        { HOLM_DO_ALCHEMIST, TO, "And the other die?" },
        { HOLM_DO_ENLIST, CARD, "Of which rank?" },
        { HOLM_DO_HARBOR, CARD, "Which resource do you give?" },
    };
    for (size_t i = 0; i < sizeof prompts / sizeof *prompts; i++)
        if (prompts[i].kind == kind && prompts[i].aspect == aspect)
            return prompts[i].text;
    return aspect == TARGET ? "Of which colour?" : "Which?";
}

/* Numbers for the places, the same as in the list. */
static void mark_places(const struct cli_session *session, const struct choices *choices,
                        int aspect, struct cli_marks *marks)
{
    memset(marks, 0, sizeof *marks);
    for (int i = 0; i < choices->count; i++) {
        const struct holm_action *action = chosen(session, choices, i);
        const unsigned fields = holm_kind_info[action->kind].fields;
        uint16_t *mark = fields & HOLM_F_HEX      ? marks->hex
                         : fields & HOLM_F_CORNER ? marks->corner
                                                  : marks->edge;
        const int place = aspect == TO ? action->to : action->place;
        if (!(fields & HOLM_F_HEX) || place < HOLM_HEXES) /* not the frame */
            mark[place] = (uint16_t)(i + 1);
    }
}

/* The pirate may also leave the board. */
static void print_frame(const struct cli_session *session, const struct choices *choices,
                        int aspect)
{
    for (int i = 0; aspect == PLACE && i < choices->count; i++) {
        const struct holm_action *action = chosen(session, choices, i);
        if (action->kind == HOLM_DO_PIRATE && action->place >= HOLM_HEXES)
            printf("  %3d  off the board, to the frame\n", i + 1);
    }
}

/* The best corners first. */
static void sort_corners(const struct cli_session *session, struct choices *choices, int aspect)
{
    const struct holm_state *seen = &session->view.seen;
    for (int i = 1; i < choices->count; i++) {
        const int moved = choices->at[i];
        const struct holm_action *one = &session->list.at[moved];
        const int pips = cli_pips(seen, aspect == TO ? one->to : one->place);
        int j = i;
        for (; j; j--) {
            const struct holm_action *other = chosen(session, choices, j - 1);
            if (cli_pips(seen, aspect == TO ? other->to : other->place) >= pips)
                break;
            choices->at[j] = choices->at[j - 1];
        }
        choices->at[j] = moved;
    }
}

/* Edges, dice and cards are short: three of them in a line. */
static int columns(unsigned fields, int aspect)
{
    const bool narrow = aspect == PLACE || aspect == TO ? !(fields & (HOLM_F_CORNER | HOLM_F_HEX))
                                                        : aspect == CARDS;
    return narrow || (aspect == CARD && fields & HOLM_F_CARD) ? 3 : 1;
}

static void print_choices(struct cli_session *session, const struct choices *choices, int aspect)
{
    const unsigned fields = holm_kind_info[chosen(session, choices, 0)->kind].fields;
    const bool corners = fields & HOLM_F_CORNER && (aspect == PLACE || aspect == TO);
    const int in_line = columns(fields, aspect);
    const int shown = corners && choices->count > LISTED_CORNERS ? LISTED_CORNERS : choices->count;
    for (int i = 0; i < shown; i++) {
        char text[400], head[16];
        struct holm_writer writer = holm_writer(text, sizeof text);
        aspects[aspect].put(&writer, session, chosen(session, choices, i));
        snprintf(head, sizeof head, "  %3d ", i + 1);
        if (in_line == 1)
            cli_print_wrapped(stdout, head, 7, text);
        else
            printf("%s %-18s%s", head, text,
                   i % in_line == in_line - 1 || i == shown - 1 ? "\n" : "");
    }
    if (shown < choices->count)
        printf("       ... and %d more; their numbers are on the board\n", choices->count - shown);
}

/* Cards still to be put down, given or taken. */
static int cards_due(const struct cli_session *session)
{
    const struct holm_state *seen = &session->view.seen;
    const struct holm_step *step = holm_step(seen);
    return step->kind == HOLM_STEP_DISCARD || step->kind == HOLM_STEP_WEDDING ||
                   step->kind == HOLM_STEP_GOLD
               ? seen->player[session->person].owed
               : step->n;
}

/* One answer of each kind. */
static void find_answers(const struct cli_session *session, const struct choices *choices,
                         const struct aspect *aspect, struct choices *answers)
{
    answers->count = 0;
    for (int i = 0; i < choices->count; i++) {
        bool known = false;
        for (int j = 0; j < answers->count && !known; j++)
            known = aspect->same(chosen(session, answers, j), chosen(session, choices, i));
        if (!known)
            answers->at[answers->count++] = choices->at[i];
    }
}

/* Asks for one aspect and leaves the choices that have it. */
static enum cli_said ask_aspect(struct cli_session *session, struct choices *choices, int aspect,
                                const char *prompt, struct holm_action *action)
{
    static struct cli_marks marks;
    struct choices answers;
    int number, left = 0;
    const unsigned fields = holm_kind_info[chosen(session, choices, 0)->kind].fields;
    const bool places = fields & PLACES && (aspect == PLACE || aspect == TO);
    find_answers(session, choices, &aspects[aspect], &answers);
    if (places && fields & HOLM_F_CORNER)
        sort_corners(session, &answers, aspect);
    if (places) {
        mark_places(session, &answers, aspect, &marks);
        cli_print_board(session, &marks, false);
        print_frame(session, &answers, aspect);
    }
    printf("%s", prompt);
    const bool due = aspect == CARDS && !(fields & HOLM_F_GIVE && fields & HOLM_F_TAKE);
    if (due && cards_due(session) > 1)
        printf(" (%d to go; several at once: 2 wood 1 ore)", cards_due(session));
    putchar('\n');
    if (!places || !(fields & HOLM_F_HEX))
        print_choices(session, &answers, aspect);
    const enum cli_said said = cli_listen(session, "> ", answers.count, &number, action);
    if (said != CLI_SAID_NUMBER)
        return said;
    const struct holm_action *answer = chosen(session, &answers, number - 1);
    for (int i = 0; i < choices->count; i++)
        if (aspects[aspect].same(chosen(session, choices, i), answer))
            choices->at[left++] = choices->at[i];
    choices->count = left;
    return CLI_SAID_NUMBER;
}

static bool differ(const struct cli_session *session, const struct choices *choices, int aspect)
{
    for (int i = 1; i < choices->count; i++)
        if (!aspects[aspect].same(chosen(session, choices, 0), chosen(session, choices, i)))
            return true;
    return false;
}

void cli_put_only(struct holm_writer *writer, const struct cli_session *session, int kind)
{
    const unsigned fields = holm_kind_info[kind].fields;
    const struct holm_action *action = session->list.at;
    while (action->kind != kind)
        action++;
    if (fields & (HOLM_F_CORNER | HOLM_F_EDGE)) {
        holm_put(writer, " at ");
        (fields & HOLM_F_CORNER ? holm_put_corner : holm_put_edge)(writer, &session->board.topology,
                                                                   action->place);
    }
    if (fields & HOLM_F_PROGRESS)
        holm_putf(writer, ": %s", cli_progress_word(&session->board.rules, action->card));
    for (int aspect = TARGET; aspect <= CARD; aspect++)
        if (fields & aspects[aspect].fields && !(fields & (HOLM_F_PROGRESS | HOLM_F_CHOICE))) {
            holm_put(writer, ": ");
            aspects[aspect].put(writer, session, action);
        }
}

enum cli_said cli_choose(struct cli_session *session, int kind, const char *prompt,
                         struct holm_action *action)
{
    struct choices choices = { .count = 0 };
    unsigned settled = 0; /* aspects that the kind has and that came before */
    for (int i = 0; i < session->list.count; i++)
        if (session->list.at[i].kind == kind)
            choices.at[choices.count++] = i;
    for (int aspect = 0; aspect < ASPECTS; aspect++) {
        if (!(holm_kind_info[kind].fields & aspects[aspect].fields))
            continue;
        /* the terms of a trade are shown even where there is but one */
        if (differ(session, &choices, aspect) || kind == HOLM_DO_CONCLUDE) {
            const enum cli_said said = ask_aspect(
                session, &choices, aspect, settled ? further_prompt(kind, aspect) : prompt, action);
            if (said != CLI_SAID_NUMBER)
                return said;
        }
        settled |= 1u << aspect;
    }
    *action = *chosen(session, &choices, 0);
    return CLI_SAID_ACTION;
}
