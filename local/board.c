/* board.c: the analysis board: a position that is set up, played on and weighed; see board.h. */
#include "local/board.h"

#include <stdlib.h>
#include <string.h>

#include "bots/chances.h"
#include "bots/judge.h"
#include "local/opening.h"
#include "runner/arrange.h"
#include "talk/talk.h"
#include "text/fair.h"
#include "text/json.h"
#include "text/notation.h"

enum { NODES_MOST = 20000 };

static struct {
    bool open;
    struct holm_board board;
    struct holm_state state;
    struct holm_known known;
    struct holm_view view;
    struct holm_belief belief;
    struct holm_list list;
} table;

static bool is_open(struct holm_trouble *trouble)
{
    return table.open || holm_trouble(trouble, 0, "there is no position yet");
}

/* ----------------------------------------------------------------- answering */

/* What everybody who is asked may do. */
static void put_actions(struct holm_writer *writer)
{
    holm_json_key(writer, "actions");
    holm_put_char(writer, '[');
    for (unsigned left = holm_over(&table.state) ? 0 : holm_asked(&table.state); left;
         left = holm_bits_rest(left)) {
        holm_legal(&table.state, holm_bits_first(left), &table.list);
        for (int i = 0; i < table.list.count; i++) {
            holm_json_next(writer);
            holm_json_action(writer, &table.board, &table.list.at[i]);
        }
    }
    holm_put_char(writer, ']');
}

static bool judged_by_one(void)
{
    return table.known.viewer != HOLM_EVERYBODY;
}

static void look(void)
{
    holm_known_look(&table.known, &table.state, &table.view, &table.belief);
}

static bool put_chances(struct holm_writer *writer, struct holm_trouble *trouble)
{
    struct holm_scales scales;
    double chance[HOLM_SEATS];
    holm_scales_start(&scales, &table.board.rules);
    if (!holm_chances_known(&scales, &table.state, &table.known, chance))
        return holm_trouble(trouble, 0, "no position agrees with what is known");
    holm_json_key(writer, "chances");
    holm_put_char(writer, '[');
    for (int seat = 0; seat < table.board.rules.players; seat++)
        holm_putf(writer, "%s%.4f", seat ? "," : "", chance[seat]);
    holm_put_char(writer, ']');
    return true;
}

/* How many cards of each hand the viewer is sure of: what was said, and what follows from it. */
static void put_sure(struct holm_writer *writer)
{
    holm_json_key(writer, "sure");
    holm_put_char(writer, '[');
    for (int seat = 0; judged_by_one() && seat < table.board.rules.players; seat++) {
        int sure = 0;
        for (int card = 0; card < HOLM_CARDS; card++)
            sure += table.belief.low[seat][card];
        holm_putf(writer, "%s%d", seat ? "," : "", sure);
    }
    holm_put_char(writer, ']');
}

static bool answer(struct holm_writer *writer, struct holm_trouble *trouble)
{
    if (judged_by_one())
        look();
    holm_put(writer, "{\"position\":");
    holm_json_position_known(writer, &table.state, &table.known);
    holm_json_key(writer, "facts");
    facts_put(writer, &table.state, NULL, HOLM_EVERYBODY);
    put_actions(writer);
    put_sure(writer);
    if (!put_chances(writer, trouble))
        return false;
    holm_put_char(writer, '}');
    return true;
}

/* ------------------------------------------------------------------- opening */

/* The first turn on an empty board, whoever would have begun. */
static bool make_empty(const json_t *json, struct holm_board *board, struct holm_state *state,
                       struct holm_trouble *trouble)
{
    static struct opening opening;
    struct holm_chance chance;
    uint8_t seed[32];
    const char *digits;
    if (!holm_json_get_text(json, "seed", &digits, trouble))
        return false;
    if (!holm_read_hex_bytes(digits, seed, sizeof seed))
        return holm_trouble(trouble, 0, "\"seed\" is not 64 hexadecimal digits");
    holm_chance_seed(&chance, seed);
    if (!opening_read(json, &opening, trouble) || !opening_deal(&opening, &chance, board, trouble))
        return false;
    holm_start(state, board);
    const int error = holm_arrange(state, 0, HOLM_STEP_ROLL, 0);
    return !error || holm_trouble(trouble, 0, "%s", holm_reason(error)->text);
}

/* One that is refused leaves the position before it. */
bool ask_board(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    static struct holm_board board;
    struct holm_state state;
    struct holm_known known = { .viewer = HOLM_EVERYBODY };
    const char *position = holm_value_text(holm_value_member(json, "position"));
    if (position ? !holm_json_read_position_known(position, &board, &state, &known, trouble)
                 : !make_empty(json, &board, &state, trouble))
        return false;
    table.open = true;
    table.board = board;
    table.state = state;
    table.state.board = &table.board;
    table.known = known;
    return answer(writer, trouble);
}

/* ------------------------------------------------------------------- setting */

static bool on_edge(int piece)
{
    return piece == HOLM_ROAD || piece == HOLM_SHIP;
}

static bool read_place(const json_t *json, bool edge, int *place, struct holm_trouble *trouble)
{
    const char *word;
    if (!holm_json_get_text(json, "at", &word, trouble))
        return false;
    *place = edge ? holm_read_edge(&table.board.topology, word)
                  : holm_read_corner(&table.board.topology, word);
    return *place >= 0 || holm_trouble(trouble, 0, "there is no place \"%.20s\"", word);
}

static bool read_player(const json_t *json, uint8_t *seat, struct holm_trouble *trouble)
{
    return holm_json_get_seat(json, "seat", seat, trouble) &&
           (*seat < table.board.rules.players || holm_trouble(trouble, 0, "nobody sits there"));
}

/* With all that belongs to a piece: its wall, what its knight is at, its being a metropolis. */
static void clear_corner(struct holm_state *state, int corner)
{
    struct holm_corner_set *const marks[] = { &state->walls,    &state->active_knights,
                                              &state->tired,    &state->acted,
                                              &state->promoted, &state->fighting };
    state->corner[corner] = 0;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        holm_corner_remove(marks[i], corner);
    for (int track = 0; track < HOLM_TRACKS; track++)
        if (state->metropolis[track] == corner)
            state->metropolis[track] = HOLM_NONE;
}

static void clear_edge(struct holm_state *state, int edge)
{
    state->edge[edge] = 0;
    holm_edge_remove(&state->new_ships, edge);
    holm_edge_remove(&state->warships, edge);
}

/* {"at":"0,1N","edge":false} */
static bool set_nothing(const json_t *json, struct holm_trouble *trouble)
{
    bool edge;
    int place;
    if (!holm_json_get_flag(json, "edge", &edge, trouble) ||
        !read_place(json, edge, &place, trouble))
        return false;
    if (edge)
        clear_edge(&table.state, place);
    else
        clear_corner(&table.state, place);
    return true;
}

/* {"seat":"red","piece":"city","at":"0,1N"}; in the place of whatever stands there. */
static bool set_piece(const json_t *json, struct holm_trouble *trouble)
{
    int piece, place;
    uint8_t seat;
    if (!holm_json_get_word(json, "piece", holm_piece_names, HOLM_PIECES, &piece, trouble) ||
        !read_player(json, &seat, trouble) || !read_place(json, on_edge(piece), &place, trouble))
        return false;
    if (piece == HOLM_EMPTY || piece == HOLM_WALL)
        return holm_trouble(trouble, 0, "that is no piece to set");
    if (on_edge(piece)) {
        clear_edge(&table.state, place);
        table.state.edge[place] = holm_piece_byte(piece, seat);
    } else {
        clear_corner(&table.state, place);
        table.state.corner[place] = holm_piece_byte(piece, seat);
    }
    return true;
}

/* {"line":"red knight 0,1N strong active"}: whatever scripts can arrange (docs/scripts.md), in
 * their words. */
static bool set_line(const json_t *json, struct holm_trouble *trouble)
{
    static struct holm_run run;
    struct holm_words words;
    const char *line;
    if (!holm_json_get_text(json, "line", &line, trouble))
        return false;
    if (strlen(line) >= HOLM_LINE_MAX || strpbrk(line, "\r\n"))
        return holm_trouble(trouble, 0, "\"line\" is not one line");
    memset(&run, 0, sizeof run);
    run.rules = table.board.rules;
    run.map = table.board.map;
    run.board = table.board;
    run.state = table.state;
    run.state.board = &run.board;
    run.has_game = run.has_board = true;
    holm_words_start(&words, line);
    if (!holm_run_set(&run, &words)) {
        *trouble = run.trouble;
        return false;
    }
    table.state = run.state;
    table.state.board = &table.board;
    return true;
}

/* {"at":"0,1"} */
static bool set_robber(const json_t *json, struct holm_trouble *trouble)
{
    const char *word;
    if (!holm_json_get_text(json, "at", &word, trouble))
        return false;
    const int hex = holm_read_hex(&table.board.topology, word);
    if (hex < 0)
        return holm_trouble(trouble, 0, "there is no hex \"%.20s\"", word);
    table.state.robber = (uint8_t)hex;
    return true;
}

/* {"seat":"red","cards":{"ore":3}}: the rest of them is the bank's. */
static bool set_hand(const json_t *json, struct holm_trouble *trouble)
{
    struct holm_cards hand;
    uint8_t seat;
    if (!read_player(json, &seat, trouble) || !holm_json_get_cards(json, "cards", &hand, trouble))
        return false;
    struct holm_player *player = &table.state.player[seat];
    for (int card = 0; card < HOLM_CARDS; card++) {
        const int all = table.state.bank.n[card] + player->hand.n[card];
        if (hand.n[card] > all)
            return holm_trouble(trouble, 0, "there are only %d %s for %s", all,
                                holm_card_names[card], holm_seat_names[seat]);
        table.state.bank.n[card] = (uint8_t)(all - hand.n[card]);
    }
    player->hand = hand;
    return true;
}

/* {"seat":"red","card":"knight","n":2,"played":false}: bought in earlier turns, or played. */
static bool set_development(const json_t *json, struct holm_trouble *trouble)
{
    int kind, count;
    bool played;
    uint8_t seat;
    if (!read_player(json, &seat, trouble) ||
        !holm_json_get_word(json, "card", holm_development_names, HOLM_DEVELOPMENTS, &kind,
                            trouble) ||
        !holm_json_get_number(json, "n", 0, UINT8_MAX, &count, trouble) ||
        !holm_json_get_flag(json, "played", &played, trouble))
        return false;
    if (played && kind != HOLM_KNIGHT)
        return holm_trouble(trouble, 0, "of cards that were played, only knights stay");
    struct holm_player *player = &table.state.player[seat];
    uint8_t *held = played ? &player->army : &player->development[kind];
    const int all = table.state.deck_kind[kind] + *held;
    if (count > all)
        return holm_trouble(trouble, 0, "there are only %d of these cards for %s", all,
                            holm_seat_names[seat]);
    table.state.deck_kind[kind] = (uint8_t)(all - count);
    *held = (uint8_t)count;
    if (!played && player->fresh[kind] > count)
        player->fresh[kind] = (uint8_t)count;
    return true;
}

/* {"seat":"red","step":"roll"}: or "actions". */
static bool set_turn(const json_t *json, struct holm_trouble *trouble)
{
    static const char *const names[] = { "roll", "actions" };
    static const int steps[] = { HOLM_STEP_ROLL, HOLM_STEP_ACTIONS };
    int step;
    uint8_t seat;
    if (!read_player(json, &seat, trouble) ||
        !holm_json_get_word(json, "step", names, 2, &step, trouble))
        return false;
    const int error = holm_arrange(&table.state, seat, steps[step], 0);
    return !error || holm_trouble(trouble, 0, "%s", holm_reason(error)->text);
}

/* {"viewer":"red"}, or null: what lies open to all; without it each seat is judged by its own view. */
static bool set_viewer(const json_t *json, struct holm_trouble *trouble)
{
    struct holm_known known = { .viewer = HOLM_EVERYBODY };
    if (holm_value_member(json, "viewer")) {
        if (!holm_json_get_seat(json, "viewer", &known.viewer, trouble))
            return false;
        if (known.viewer == HOLM_NONE)
            known.viewer = HOLM_SPECTATOR;
        else if (known.viewer >= table.board.rules.players)
            return holm_trouble(trouble, 0, "nobody sits there");
    }
    table.known = known;
    return true;
}

/* {"seat":"blue","all":true}: whether the viewer knows that hand. */
static bool set_known(const json_t *json, struct holm_trouble *trouble)
{
    bool all;
    uint8_t seat;
    if (!read_player(json, &seat, trouble) || !holm_json_get_flag(json, "all", &all, trouble))
        return false;
    if (!judged_by_one() || seat == table.known.viewer)
        return holm_trouble(trouble, 0, "there is nobody who could know that hand");
    table.known.hand[seat] = all ? table.state.player[seat].hand : (struct holm_cards){ { 0 } };
    return true;
}

/* Who knew a whole hand knows what it has become, and nobody a card that is gone. */
static void keep_known(const struct holm_state *was)
{
    for (int seat = 0; seat < table.board.rules.players; seat++) {
        struct holm_cards *known = &table.known.hand[seat];
        const struct holm_cards *hand = &table.state.player[seat].hand;
        const bool whole = holm_cards_total(known) &&
                           holm_cards_total(known) == holm_cards_total(&was->player[seat].hand);
        for (int card = 0; card < HOLM_CARDS; card++)
            if (whole || known->n[card] > hand->n[card])
                known->n[card] = hand->n[card];
    }
}

static const struct setting {
    const char *name;
    bool (*set)(const json_t *json, struct holm_trouble *trouble);
} settings[] = {
    { "piece", set_piece }, { "nothing", set_nothing },         { "robber", set_robber },
    { "hand", set_hand },   { "development", set_development }, { "turn", set_turn },
    { "line", set_line },   { "viewer", set_viewer },           { "known", set_known },
};

static bool set(const json_t *json, struct holm_trouble *trouble)
{
    const char *name = holm_value_text(holm_value_member(json, "set"));
    for (size_t i = 0; name && i < sizeof settings / sizeof *settings; i++)
        if (!strcmp(settings[i].name, name))
            return settings[i].set(json, trouble);
    return holm_trouble(trouble, 0, "there is no such thing to set");
}

static bool back_to(const struct holm_state *was, const struct holm_known *knew)
{
    table.state = *was;
    table.known = *knew;
    return false;
}

/* What cannot be is refused, and the position stays as it was. */
bool ask_board_set(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    if (!is_open(trouble))
        return false;
    const struct holm_state was = table.state;
    const struct holm_known knew = table.known;
    bool fine = set(json, trouble);
    if (fine) {
        holm_refresh(&table.state);
        keep_known(&was);
        const char *wrong = holm_impossible(&table.state);
        fine = !wrong || holm_trouble(trouble, 0, "the position is impossible: %s", wrong);
    }
    return (fine && answer(writer, trouble)) || back_to(&was, &knew);
}

/* ------------------------------------------------------------------- playing */

static bool read_outcomes(const json_t *json, uint8_t outcome[HOLM_DRAWS_MAX], int *count,
                          struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(json, "drew", 0, HOLM_DRAWS_MAX, &list, trouble))
        return false;
    *count = (int)holm_value_count(list);
    for (int i = 0; i < *count; i++) {
        const long long number = holm_value_number(holm_value_item(list, (size_t)i));
        if (number < 0 || number >= HOLM_OUTCOMES)
            return holm_trouble(trouble, 0, "\"drew\" has an impossible outcome");
        outcome[i] = (uint8_t)number;
    }
    return true;
}

/* Applies it with these outcomes first, and others behind them as far as it draws more. */
static int apply(const struct holm_action *action, uint8_t outcome[HOLM_DRAWS_MAX], int count,
                 struct holm_random *random, struct holm_events *events)
{
    for (;; count++) {
        struct holm_chance chance = { 0 };
        holm_chance_dictate(&chance, outcome, count);
        const int error = holm_apply(&table.state, action, &chance, events);
        if (error != HOLM_E_OUTCOME || chance.failed != 2 || count == HOLM_DRAWS_MAX)
            return error;
        outcome[count] = holm_outcome_sample(random, chance.wanted);
    }
}

/* What the viewer can see of what happened adds to what it knew, or takes from it. */
static void follow(const struct holm_events *events)
{
    holm_view(&table.state, table.known.viewer, &table.view);
    holm_belief_follow(&table.belief, &table.view, events);
    for (int seat = 0; seat < table.board.rules.players; seat++)
        if (seat != table.known.viewer)
            memcpy(table.known.hand[seat].n, table.belief.low[seat], HOLM_CARDS);
}

bool ask_board_do(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    static struct holm_events events;
    struct holm_action action;
    struct holm_random random;
    uint8_t outcome[HOLM_DRAWS_MAX];
    int count, seed;
    if (!is_open(trouble) || !read_outcomes(json, outcome, &count, trouble) ||
        !holm_json_get_number(json, "seed", 0, 1 << 30, &seed, trouble) ||
        !holm_json_read_action(holm_value_member(json, "action"), &table.board, &action, trouble))
        return false;
    holm_random_seed(&random, (uint64_t)seed);
    const struct holm_state was = table.state;
    const struct holm_known knew = table.known;
    if (judged_by_one())
        look();
    const int error = apply(&action, outcome, count, &random, &events);
    if (error)
        return holm_trouble(trouble, 0, "%s", holm_reason(error)->text);
    if (judged_by_one())
        follow(&events);
    return answer(writer, trouble) || back_to(&was, &knew);
}

/* ------------------------------------------------------------------ weighing */

static void put_choices(struct holm_writer *writer, const struct holm_judgement *judgement)
{
    holm_put(writer, "{\"choices\":[");
    for (int i = 0; i < judgement->count; i++) {
        holm_json_next(writer);
        holm_put(writer, "{\"action\":");
        holm_json_action(writer, &table.board, &judgement->choice[i].action);
        holm_putf(writer, ",\"chance\":%.4f}", judgement->choice[i].chance);
    }
    holm_put(writer, "]}");
}

bool ask_board_weigh(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    struct holm_judgement judgement = { 0 };
    uint8_t seat;
    int nodes;
    if (!is_open(trouble) || !read_player(json, &seat, trouble) ||
        !holm_json_get_number(json, "nodes", 1, NODES_MOST, &nodes, trouble))
        return false;
    /* Whoever chooses is judged by what it knows itself. */
    const struct holm_known own = { .viewer = seat };
    holm_known_look(seat == table.known.viewer ? &table.known : &own, &table.state, &table.view,
                    &table.belief);
    holm_legal(&table.view.seen, seat, &table.list);
    if (holm_over(&table.state) || table.list.count < 2)
        return holm_trouble(trouble, 0, "%s has nothing to choose", holm_seat_names[seat]);
    const struct holm_judge_order order = { .seed = 1, .nodes = (uint32_t)nodes };
    if (!holm_judge_view(&table.view, &table.belief, &table.list, &order, &judgement))
        return holm_trouble(trouble, 0, "this cannot be weighed");
    put_choices(writer, &judgement);
    return true;
}
