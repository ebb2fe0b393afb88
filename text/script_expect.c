/* script_expect.c: `expect`, which checks facts of a state or of somebody's view of it
 * (docs/scripts.md). A fact reads its words to the end, says what it found, and is true or not. */
#include <stdio.h>
#include <string.h>

#include "text/script_run.h"

enum { NUMBER_MAX = 65535 };

static enum holm_verdict verdict(bool holds)
{
    return holds ? HOLM_TRUE : HOLM_FALSE;
}

/* For troubles, which return false. */
static enum holm_verdict unclear(bool good)
{
    (void)good;
    return HOLM_UNCLEAR;
}

static void put_seat(struct holm_writer *writer, int seat)
{
    holm_put(writer, seat < HOLM_SEATS ? holm_seat_names[seat] : "nobody");
}

bool holm_fact_hidden(const struct holm_fact *fact, int seat)
{
    return fact->seen->viewer != HOLM_EVERYBODY && fact->seen->viewer != seat;
}

/* -------------------------------------------------------------- cards and hands */

static bool read_cards(struct holm_fact *fact, struct holm_cards *cards)
{
    if (holm_read_cards(fact->words, cards, NULL, &fact->run->trouble))
        return true;
    return holm_run_trouble(fact->run, "%s", fact->run->trouble.text);
}

static bool same_cards(const struct holm_cards *one, const struct holm_cards *other)
{
    return memcmp(one->n, other->n, sizeof one->n) == 0;
}

static enum holm_verdict compare_cards(struct holm_fact *fact, const struct holm_cards *found)
{
    struct holm_cards cards;
    if (!read_cards(fact, &cards))
        return HOLM_UNCLEAR;
    holm_put_char(&fact->found, ' ');
    holm_put_cards(&fact->found, found);
    return verdict(same_cards(&cards, found));
}

/* Hidden is what this viewer may not see and is not in the view either. */
static enum holm_verdict check_hidden(struct holm_fact *fact, int seat, const uint8_t *kinds,
                                      int count)
{
    bool none = true;
    for (int i = 0; i < count; i++)
        none = none && kinds[i] == 0;
    holm_put(&fact->found, " them shown");
    return verdict(none && holm_fact_hidden(fact, seat));
}

static enum holm_verdict fact_hand(struct holm_fact *fact)
{
    int seat = holm_run_seat(fact->run, fact->words);
    if (seat < 0)
        return HOLM_UNCLEAR;
    const struct holm_player *player = &fact->seen->player[seat];
    if (holm_words_skip(fact->words, "hidden"))
        return check_hidden(fact, seat, player->hand.n, HOLM_CARDS);
    enum holm_verdict same = compare_cards(fact, &player->hand);
    if (same == HOLM_TRUE && holm_fact_hidden(fact, seat) && player->cards > 0) {
        holm_put(&fact->found, ", for it is hidden");
        return HOLM_FALSE;
    }
    return same;
}

static enum holm_verdict fact_cards(struct holm_fact *fact)
{
    struct holm_words words = *fact->words;
    holm_words_next(&words);
    if (strcmp(words.word, "hidden") != 0)
        return holm_fact_numbers(fact, "cards");
    int seat = holm_run_seat(fact->run, fact->words);
    if (seat < 0)
        return HOLM_UNCLEAR;
    holm_words_next(fact->words);
    return check_hidden(fact, seat, fact->seen->player[seat].development, HOLM_DEVELOPMENTS);
}

/* A plain number behind the fact's name. */
static enum holm_verdict compare_number(struct holm_fact *fact, int found)
{
    int number;
    if (!holm_read_number(fact->words->word, 0, NUMBER_MAX, &number))
        return unclear(holm_run_not(fact->run, fact->words->word, "a number"));
    holm_words_next(fact->words);
    holm_putf(&fact->found, " %d", found);
    return verdict(number == found);
}

static enum holm_verdict fact_deck(struct holm_fact *fact)
{
    if (holm_words_skip(fact->words, "hidden"))
        return check_hidden(fact, HOLM_NONE, fact->seen->deck_kind, HOLM_DEVELOPMENTS);
    if (strchr(fact->words->word, '='))
        return holm_fact_numbers(fact, "deck");
    return compare_number(fact, fact->seen->deck);
}

static enum holm_verdict fact_cost(struct holm_fact *fact)
{
    static const char *const purchases[HOLM_PURCHASES] = { "road", "settlement", "city",
                                                           "development" };
    int purchase = holm_word(purchases, HOLM_PURCHASES, fact->words->word);
    if (purchase < 0)
        return unclear(holm_run_not(fact->run, fact->words->word, "a thing to buy"));
    holm_words_next(fact->words);
    return compare_cards(fact, &fact->seen->board->rules.cost[purchase]);
}

/* ------------------------------------------------------------- seats and turns */

static enum holm_verdict compare_seat(struct holm_fact *fact, int found)
{
    int seat = holm_run_seat_or_nobody(fact->run, fact->words);
    if (seat < 0)
        return HOLM_UNCLEAR;
    holm_put_char(&fact->found, ' ');
    put_seat(&fact->found, found);
    return verdict(seat == found);
}

static enum holm_verdict compare_seats(struct holm_fact *fact, unsigned found)
{
    bool nobody = strcmp(fact->words->word, "nobody") == 0;
    int seats = nobody ? 0 : holm_read_seats(fact->words->word);
    if (seats < 0)
        return unclear(holm_run_not(fact->run, fact->words->word, "a list of seats"));
    holm_words_next(fact->words);
    holm_put_char(&fact->found, ' ');
    holm_put_seats(&fact->found, found);
    if (!found)
        put_seat(&fact->found, HOLM_NONE);
    return verdict((unsigned)seats == found);
}

static enum holm_verdict fact_asked(struct holm_fact *fact)
{
    return compare_seats(fact, holm_asked(fact->seen));
}

static enum holm_verdict fact_turn(struct holm_fact *fact)
{
    return compare_seat(fact, fact->seen->active);
}

static enum holm_verdict fact_winner(struct holm_fact *fact)
{
    return compare_seat(fact, fact->seen->winner);
}

static enum holm_verdict fact_holder(struct holm_fact *fact)
{
    if (holm_words_skip(fact->words, "route"))
        return compare_seat(fact, fact->seen->route_holder);
    if (holm_words_skip(fact->words, "army"))
        return compare_seat(fact, fact->seen->army_holder);
    return unclear(holm_run_not(fact->run, fact->words->word, "route or army"));
}

static enum holm_verdict fact_step(struct holm_fact *fact)
{
    int step = holm_word(holm_step_names, HOLM_STEP_KINDS, fact->words->word);
    int found = holm_step(fact->seen)->kind;
    if (step < 0)
        return unclear(holm_run_not(fact->run, fact->words->word, "a step"));
    holm_words_next(fact->words);
    holm_putf(&fact->found, " %s", holm_step_names[found]);
    return verdict(step == found);
}

static enum holm_verdict fact_over(struct holm_fact *fact)
{
    holm_putf(&fact->found, " step %s", holm_step_names[holm_step(fact->seen)->kind]);
    return verdict(holm_over(fact->seen));
}

static enum holm_verdict fact_dice(struct holm_fact *fact)
{
    bool same = true;
    for (int i = 0; i < 2; i++, holm_words_next(fact->words)) {
        int face;
        if (!holm_read_number(fact->words->word, 1, 6, &face))
            return unclear(holm_run_not(fact->run, fact->words->word, "the face of a die"));
        same = same && face == fact->seen->dice[i];
    }
    holm_putf(&fact->found, " %d %d", fact->seen->dice[0], fact->seen->dice[1]);
    return verdict(same);
}

/* ---------------------------------------------------------------------- offers */

static enum holm_verdict fact_offer(struct holm_fact *fact)
{
    struct holm_cards give, take;
    int seat = holm_run_seat(fact->run, fact->words);
    if (seat < 0)
        return HOLM_UNCLEAR;
    const struct holm_offer *offer = &fact->seen->offer[seat];
    if (offer->open) {
        holm_put_char(&fact->found, ' ');
        holm_put_cards(&fact->found, &offer->give);
        holm_put(&fact->found, " for ");
        holm_put_cards(&fact->found, &offer->take);
    } else {
        holm_put(&fact->found, " none");
    }
    struct holm_words words = *fact->words;
    if (holm_words_skip(&words, "none") && !*words.word) {
        *fact->words = words;
        return verdict(!offer->open);
    }
    if (!read_cards(fact, &give))
        return HOLM_UNCLEAR;
    if (!holm_words_skip(fact->words, "for"))
        return unclear(holm_run_not(fact->run, fact->words->word, "'for'"));
    if (!read_cards(fact, &take))
        return HOLM_UNCLEAR;
    return verdict(offer->open && same_cards(&give, &offer->give) &&
                   same_cards(&take, &offer->take));
}

/* Answers to the active player's offer; nobody's turn, no answers. */
static enum holm_verdict fact_accepted(struct holm_fact *fact)
{
    int active = fact->seen->active;
    return compare_seats(fact, active < HOLM_SEATS ? fact->seen->offer[active].accepted : 0);
}

static enum holm_verdict fact_pending(struct holm_fact *fact)
{
    int active = fact->seen->active;
    return compare_seats(fact, active < HOLM_SEATS ? fact->seen->offer[active].pending : 0);
}

/* ------------------------------------------------------------------- the board */

static int read_hex(struct holm_fact *fact)
{
    int hex = holm_read_hex(&fact->seen->board->topology, fact->words->word);
    if (hex < 0)
        holm_run_not(fact->run, fact->words->word, "a hex");
    else
        holm_words_next(fact->words);
    return hex;
}

static void put_piece(struct holm_writer *writer, int byte)
{
    holm_put_char(writer, ' ');
    if (byte)
        holm_putf(writer, "%s ", holm_seat_names[byte >> 4 & 7]);
    holm_put(writer, holm_piece_names[byte & 3]);
}

/* A name such as 0,1NE can mean a corner or an edge: the piece tells, and `empty` means both. */
static enum holm_verdict fact_piece(struct holm_fact *fact)
{
    const struct holm_topology *topology = &fact->seen->board->topology;
    int corner = holm_read_corner(topology, fact->words->word);
    int edge = holm_read_edge(topology, fact->words->word);
    int on_corner = corner < 0 ? 0 : fact->seen->corner[corner];
    int on_edge = edge < 0 ? 0 : fact->seen->edge[edge];
    if (corner < 0 && edge < 0)
        return unclear(holm_run_not(fact->run, fact->words->word, "a corner or an edge"));
    holm_words_next(fact->words);
    if (holm_words_skip(fact->words, "empty")) {
        put_piece(&fact->found, on_corner ? on_corner : on_edge);
        return verdict(!on_corner && !on_edge);
    }
    int seat = holm_run_seat(fact->run, fact->words);
    if (seat < 0)
        return HOLM_UNCLEAR;
    int piece = holm_word(holm_piece_names, HOLM_PIECES, fact->words->word);
    if (piece <= HOLM_EMPTY || (piece == HOLM_ROAD ? edge : corner) < 0)
        return unclear(holm_run_not(fact->run, fact->words->word, "a piece for this place"));
    holm_words_next(fact->words);
    int found = piece == HOLM_ROAD ? on_edge : on_corner;
    put_piece(&fact->found, found);
    return verdict(found == (piece | seat << 4));
}

static enum holm_verdict fact_robber(struct holm_fact *fact)
{
    int hex = read_hex(fact);
    holm_put_char(&fact->found, ' ');
    holm_put_hex(&fact->found, &fact->seen->board->topology, fact->seen->robber);
    return hex < 0 ? HOLM_UNCLEAR : verdict(hex == fact->seen->robber);
}

static enum holm_verdict fact_terrain(struct holm_fact *fact)
{
    int hex = read_hex(fact);
    if (hex < 0)
        return HOLM_UNCLEAR;
    int terrain = holm_word(holm_terrain_names, HOLM_TERRAINS, fact->words->word);
    int found = fact->seen->board->map.terrain[hex];
    if (terrain < 0)
        return unclear(holm_run_not(fact->run, fact->words->word, "a terrain"));
    holm_words_next(fact->words);
    holm_putf(&fact->found, " %s", holm_terrain_names[found]);
    return verdict(terrain == found);
}

static enum holm_verdict fact_disc(struct holm_fact *fact)
{
    int hex = read_hex(fact);
    if (hex < 0)
        return HOLM_UNCLEAR;
    int found = fact->seen->board->map.disc[hex];
    if (!holm_words_skip(fact->words, "none"))
        return compare_number(fact, found);
    holm_putf(&fact->found, " %d", found);
    return verdict(found == 0);
}

static enum holm_verdict fact_port(struct holm_fact *fact)
{
    const struct holm_board *board = fact->seen->board;
    int edge = holm_read_edge(&board->topology, fact->words->word), found = -1;
    if (edge < 0)
        return unclear(holm_run_not(fact->run, fact->words->word, "an edge"));
    holm_words_next(fact->words);
    for (int i = 0; i < board->map.ports; i++) {
        const struct holm_port *port = &board->map.port[i];
        if (board->topology.hex_edge[port->hex][port->side] == edge)
            found = port->kind;
    }
    int kind = holm_word(holm_port_names, HOLM_PORT_KINDS, fact->words->word);
    if (kind < 0 && strcmp(fact->words->word, "none") != 0)
        return unclear(holm_run_not(fact->run, fact->words->word, "a kind of port"));
    holm_words_next(fact->words);
    holm_putf(&fact->found, " %s", found < 0 ? "none" : holm_port_names[found]);
    return verdict(kind == found);
}

static enum holm_verdict fact_corners(struct holm_fact *fact)
{
    return compare_number(fact, fact->seen->board->topology.corners);
}

static enum holm_verdict fact_edges(struct holm_fact *fact)
{
    return compare_number(fact, fact->seen->board->topology.edges);
}

static bool is_red(int disc)
{
    return disc == 6 || disc == 8; /* VOC-NUM-1 */
}

static enum holm_verdict fact_reds_apart(struct holm_fact *fact)
{
    const struct holm_board *board = fact->seen->board;
    for (int hex = 0; hex < board->map.hexes; hex++)
        for (int side = 0; side < 6 && is_red(board->map.disc[hex]); side++) {
            int next = board->topology.hex_neighbour[hex][side];
            if (next == HOLM_NONE || !is_red(board->map.disc[next]))
                continue;
            holm_put(&fact->found, " reds on ");
            holm_put_hex(&fact->found, &board->topology, hex);
            holm_put(&fact->found, " and ");
            holm_put_hex(&fact->found, &board->topology, next);
            return HOLM_FALSE;
        }
    return HOLM_TRUE;
}

/* ------------------------------------------------------------ rules and actions */

static enum holm_verdict fact_option(struct holm_fact *fact)
{
    char *word = fact->words->word, *value = holm_run_value(fact->run, word);
    if (!value)
        return HOLM_UNCLEAR;
    for (int i = 0; i < holm_option_count; i++) {
        const struct holm_option *option = &holm_options[i];
        if (strcmp(option->name, word) != 0)
            continue;
        int number = holm_run_option(option, value);
        int found = (int)holm_option_get(&fact->seen->board->rules, option);
        if (number < 0)
            return unclear(holm_run_not(fact->run, value, "a value of this option"));
        holm_words_next(fact->words);
        holm_putf(&fact->found, " %d%s%s", found, option->words ? " " : "",
                  option->words ? option->words[found] : "");
        return verdict(number == found);
    }
    return unclear(holm_run_not(fact->run, word, "an option"));
}

static int total(const struct holm_cards *cards)
{
    int sum = 0;
    for (int card = 0; card < HOLM_CARDS; card++)
        sum += cards->n[card];
    return sum;
}

static bool within(const struct holm_cards *cards, const struct holm_cards *bound)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        if (cards->n[card] > bound->n[card])
            return false;
    return true;
}

/* Whether an action is one of those that a template stands for. */
static bool fits(const struct holm_action *action, const struct holm_action *bounds)
{
    if (action->kind != bounds->kind || !within(&action->give, &bounds->give) ||
        !within(&action->take, &bounds->take) || action->seats & ~bounds->seats)
        return false;
    if (action->kind == HOLM_DO_OFFER)
        return true;
    int cards = total(&action->give) + total(&action->take);
    return 1 <= cards && cards <= bounds->card;
}

static bool is_listed(const struct holm_state *seen, const struct holm_action *action)
{
    struct holm_list list;
    holm_legal(seen, action->seat, &list);
    for (int i = 0; i < list.count + list.templates; i++)
        if (i < list.count ? memcmp(&list.at[i], action, sizeof *action) == 0
                           : fits(action, &list.at[i]))
            return true;
    return false;
}

static enum holm_verdict fact_legal(struct holm_fact *fact)
{
    char text[HOLM_LINE_MAX];
    struct holm_action action;
    struct holm_outcomes outcomes;
    snprintf(text, sizeof text, "%s%s", fact->words->word, fact->words->rest);
    while (*fact->words->word)
        holm_words_next(fact->words);
    if (!holm_run_action(fact->run, text, &action, &outcomes))
        return HOLM_UNCLEAR;
    int error = holm_check(fact->seen, &action);
    bool listed = is_listed(fact->seen, &action);
    holm_putf(&fact->found, " %s, and it is %s", error ? holm_reason(error)->text : "it is allowed",
              listed ? "listed" : "not listed");
    /* A template bounds offers but does not exclude gifts and the like: only the check does. */
    if (listed == !error || (error && action.kind == HOLM_DO_OFFER))
        return verdict(!error);
    return unclear(holm_run_trouble(fact->run, "%s", fact->found.buffer));
}

static enum holm_verdict fact_valid(struct holm_fact *fact)
{
    const char *wrong = holm_invariant(&fact->run->state);
    holm_putf(&fact->found, " %s", wrong ? wrong : "all invariants kept");
    return verdict(!wrong);
}

/* --------------------------------------------------------------------- the table */

static const struct {
    const char *name;
    enum holm_verdict (*check)(struct holm_fact *);
} facts[] = {
    {"accepted",    fact_accepted  },
    { "asked",      fact_asked     },
    { "cards",      fact_cards     },
    { "corners",    fact_corners   },
    { "cost",       fact_cost      },
    { "deck",       fact_deck      },
    { "dice",       fact_dice      },
    { "disc",       fact_disc      },
    { "edges",      fact_edges     },
    { "event",      holm_fact_event},
    { "hand",       fact_hand      },
    { "holder",     fact_holder    },
    { "legal",      fact_legal     },
    { "offer",      fact_offer     },
    { "option",     fact_option    },
    { "over",       fact_over      },
    { "pending",    fact_pending   },
    { "piece",      fact_piece     },
    { "port",       fact_port      },
    { "reds-apart", fact_reds_apart},
    { "robber",     fact_robber    },
    { "step",       fact_step      },
    { "terrain",    fact_terrain   },
    { "turn",       fact_turn      },
    { "valid",      fact_valid     },
    { "winner",     fact_winner    },
};
enum { FACTS = sizeof facts / sizeof facts[0] };

static enum holm_verdict check_fact(struct holm_fact *fact)
{
    char name[HOLM_LINE_MAX];
    strcpy(name, fact->words->word);
    holm_words_next(fact->words);
    for (int i = 0; i < FACTS; i++)
        if (strcmp(facts[i].name, name) == 0)
            return facts[i].check(fact);
    return holm_fact_numbers(fact, name);
}

/* `sees VIEWER`: the viewer, or -1 and a trouble. */
static int read_viewer(struct holm_run *run, struct holm_words *words)
{
    return holm_words_skip(words, "spectator") ? HOLM_SPECTATOR : holm_run_seat(run, words);
}

bool holm_run_expect(struct holm_run *run, struct holm_words *words)
{
    char found[120], expected[HOLM_LINE_MAX];
    struct holm_view view;
    bool wanted = true;
    if (!holm_run_board(run))
        return false;
    snprintf(expected, sizeof expected, "%s%s", words->word, words->rest);
    struct holm_fact fact = { .run = run, .seen = &run->state, .words = words };
    fact.found = holm_writer(found, sizeof found);
    for (;;) {
        if (holm_words_skip(words, "not")) {
            wanted = !wanted;
        } else if (holm_words_skip(words, "sees")) {
            int viewer = read_viewer(run, words);
            if (viewer < 0)
                return false;
            holm_view(&run->state, viewer, &view);
            fact.seen = &view.seen;
        } else {
            break;
        }
    }
    enum holm_verdict result = check_fact(&fact);
    if (result == HOLM_UNCLEAR)
        return false;
    if (*words->word)
        return holm_run_not(run, words->word, "expected here");
    if (result == verdict(wanted))
        return true;
    return wanted ? holm_run_trouble(run, "expected %.80s, found%s", expected, found)
                  : holm_run_trouble(run, "expected %.80s, but it is so", expected);
}
