/* expect.c: `expect`, which checks facts of a state or of somebody's view of it
 * (docs/scripts.md). A fact reads its words to the end, says what it found, and is true or not. */
#include <stdio.h>
#include <string.h>

#include "runner/run.h"
#include "text/shown.h"

enum { NUMBER_MAX = 65535 };

enum holm_verdict holm_verdict(bool holds)
{
    return holds ? HOLM_TRUE : HOLM_FALSE;
}

enum holm_verdict holm_unclear(bool good)
{
    (void)good;
    return HOLM_UNCLEAR;
}

static void put_seat(struct holm_writer *writer, int seat)
{
    holm_put(writer, seat < HOLM_SEATS ? holm_seat_names[seat] : "nobody");
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
    return holm_verdict(same_cards(&cards, found));
}

enum holm_verdict holm_fact_hidden(struct holm_fact *fact, bool shown, const uint8_t *kinds,
                                   int count)
{
    bool none = true;
    for (int i = 0; i < count; i++)
        none = none && kinds[i] == 0;
    holm_put(&fact->found, " them shown");
    return holm_verdict(none && !shown);
}

static enum holm_verdict fact_hand(struct holm_fact *fact)
{
    int seat = holm_run_seat(fact->run, fact->words);
    if (seat < 0)
        return HOLM_UNCLEAR;
    const struct holm_player *player = &fact->seen->player[seat];
    bool shown = holm_shown_hand(fact->seen, seat);
    if (holm_words_skip(fact->words, "hidden"))
        return holm_fact_hidden(fact, shown, player->hand.n, HOLM_CARDS);
    enum holm_verdict same = compare_cards(fact, &player->hand);
    if (same == HOLM_TRUE && !shown && player->cards > 0) {
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
    return holm_fact_hidden(fact, holm_shown_secrets(fact->seen, seat),
                            fact->seen->player[seat].development, HOLM_DEVELOPMENTS);
}

/* A plain number behind the fact's name. */
enum holm_verdict holm_fact_number(struct holm_fact *fact, int found)
{
    int number;
    if (!holm_read_number(fact->words->word, 0, NUMBER_MAX, &number))
        return holm_unclear(holm_run_not(fact->run, fact->words->word, "a number"));
    holm_words_next(fact->words);
    holm_putf(&fact->found, " %d", found);
    return holm_verdict(number == found);
}

static enum holm_verdict fact_deck(struct holm_fact *fact)
{
    if (holm_words_skip(fact->words, "hidden"))
        return holm_fact_hidden(fact, holm_shown_decks(fact->seen), fact->seen->deck_kind,
                                HOLM_DEVELOPMENTS);
    if (strchr(fact->words->word, '='))
        return holm_fact_numbers(fact, "deck");
    return holm_fact_number(fact, fact->seen->deck);
}

static enum holm_verdict fact_cost(struct holm_fact *fact)
{
    static const char *const purchases[HOLM_PURCHASES] = {
        "road",   "settlement", "city",       "development", "wall",
        "knight", "promotion",  "activation", "medicine",    "ship",
    };
    int purchase = holm_word(purchases, HOLM_PURCHASES, fact->words->word);
    if (purchase < 0)
        return holm_unclear(holm_run_not(fact->run, fact->words->word, "a thing to buy"));
    holm_words_next(fact->words);
    return compare_cards(fact, &fact->seen->board->rules.cost[purchase]);
}

/* ------------------------------------------------------------- seats and turns */

enum holm_verdict holm_fact_seat(struct holm_fact *fact, int found)
{
    int seat = holm_run_seat_or_nobody(fact->run, fact->words);
    if (seat < 0)
        return HOLM_UNCLEAR;
    holm_put_char(&fact->found, ' ');
    put_seat(&fact->found, found);
    return holm_verdict(seat == found);
}

static enum holm_verdict compare_seats(struct holm_fact *fact, unsigned found)
{
    bool nobody = strcmp(fact->words->word, "nobody") == 0;
    int seats = nobody ? 0 : holm_read_seats(fact->words->word);
    if (seats < 0)
        return holm_unclear(holm_run_not(fact->run, fact->words->word, "a list of seats"));
    holm_words_next(fact->words);
    holm_put_char(&fact->found, ' ');
    holm_put_seats(&fact->found, found);
    if (!found)
        put_seat(&fact->found, HOLM_NONE);
    return holm_verdict((unsigned)seats == found);
}

static enum holm_verdict fact_asked(struct holm_fact *fact)
{
    return compare_seats(fact, holm_asked(fact->seen));
}

static enum holm_verdict fact_turn(struct holm_fact *fact)
{
    return holm_fact_seat(fact, fact->seen->active);
}

static enum holm_verdict fact_winner(struct holm_fact *fact)
{
    unsigned shared = fact->seen->shared;
    if (holm_bits_count(shared) > 1 || strchr(fact->words->word, ','))
        return compare_seats(fact, shared);
    return holm_fact_seat(fact, fact->seen->winner);
}

static enum holm_verdict fact_holder(struct holm_fact *fact)
{
    if (holm_words_skip(fact->words, "route"))
        return holm_fact_seat(fact, fact->seen->route_holder);
    if (holm_words_skip(fact->words, "army"))
        return holm_fact_seat(fact, fact->seen->army_holder);
    return holm_unclear(holm_run_not(fact->run, fact->words->word, "route or army"));
}

static enum holm_verdict fact_step(struct holm_fact *fact)
{
    int step = holm_word(holm_step_names, HOLM_STEP_KINDS, fact->words->word);
    int found = holm_step(fact->seen)->kind;
    if (step < 0)
        return holm_unclear(holm_run_not(fact->run, fact->words->word, "a step"));
    holm_words_next(fact->words);
    holm_putf(&fact->found, " %s", holm_step_names[found]);
    return holm_verdict(step == found);
}

static enum holm_verdict fact_over(struct holm_fact *fact)
{
    holm_putf(&fact->found, " step %s", holm_step_names[holm_step(fact->seen)->kind]);
    return holm_verdict(holm_over(fact->seen));
}

static enum holm_verdict fact_rolls(struct holm_fact *fact)
{
    return holm_fact_number(fact, holm_rolls_left(fact->seen));
}

static enum holm_verdict fact_dice(struct holm_fact *fact)
{
    bool same = true;
    for (int i = 0; i < 2; i++, holm_words_next(fact->words)) {
        int face;
        if (!holm_read_number(fact->words->word, 1, 6, &face))
            return holm_unclear(holm_run_not(fact->run, fact->words->word, "the face of a die"));
        same = same && face == fact->seen->dice[i];
    }
    holm_putf(&fact->found, " %d %d", fact->seen->dice[0], fact->seen->dice[1]);
    return holm_verdict(same);
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
        return holm_verdict(!offer->open);
    }
    if (!read_cards(fact, &give))
        return HOLM_UNCLEAR;
    if (!holm_words_skip(fact->words, "for"))
        return holm_unclear(holm_run_not(fact->run, fact->words->word, "'for'"));
    if (!read_cards(fact, &take))
        return HOLM_UNCLEAR;
    return holm_verdict(offer->open && same_cards(&give, &offer->give) &&
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
            return holm_unclear(holm_run_not(fact->run, value, "a value of this option"));
        holm_words_next(fact->words);
        holm_putf(&fact->found, " %d%s%s", found, option->words ? " " : "",
                  option->words ? option->words[found] : "");
        return holm_verdict(number == found);
    }
    return holm_unclear(holm_run_not(fact->run, word, "an option"));
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
    if (action->kind == HOLM_DO_BANK)
        return holm_cards_total(&action->give) == holm_cards_total(&bounds->give) &&
               holm_cards_total(&action->take) == 1;
    int cards = holm_cards_total(&action->give) + holm_cards_total(&action->take);
    return 1 <= cards && cards <= bounds->card;
}

static bool is_listed(const struct holm_fact *fact, const struct holm_action *action)
{
    struct holm_list list;
    holm_legal_past(fact->seen, &fact->run->past, action->seat, &list);
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
    int error = holm_check_past(fact->seen, &fact->run->past, &action);
    bool listed = is_listed(fact, &action);
    holm_putf(&fact->found, " %s, and it is %s", error ? holm_reason(error)->text : "it is allowed",
              listed ? "listed" : "not listed");
    /* A template bounds offers but does not exclude gifts and the like: only the check does. */
    if (listed == !error || (error && action.kind == HOLM_DO_OFFER))
        return holm_verdict(!error);
    return holm_unclear(holm_run_trouble(fact->run, "%s", fact->found.buffer));
}

static enum holm_verdict fact_valid(struct holm_fact *fact)
{
    const char *wrong = holm_invariant(&fact->run->state);
    holm_putf(&fact->found, " %s", wrong ? wrong : "all invariants kept");
    return holm_verdict(!wrong);
}

/* --------------------------------------------------------------------- the table */

static const struct holm_fact_row facts[] = {
    { "accepted", fact_accepted }, { "asked", fact_asked },
    { "cards", fact_cards },       { "cost", fact_cost },
    { "deck", fact_deck },         { "dice", fact_dice },
    { "rolls", fact_rolls },       { "event", holm_fact_event },
    { "hand", fact_hand },         { "holder", fact_holder },
    { "legal", fact_legal },       { "offer", fact_offer },
    { "option", fact_option },     { "over", fact_over },
    { "pending", fact_pending },   { "step", fact_step },
    { "turn", fact_turn },         { "valid", fact_valid },
    { "winner", fact_winner },     { 0 },
};

static enum holm_verdict check_fact(struct holm_fact *fact)
{
    static const struct holm_fact_row *const tables[] = { facts, holm_board_facts,
                                                          holm_knights_facts, holm_sea_facts };
    char name[HOLM_LINE_MAX];
    strcpy(name, fact->words->word);
    holm_words_next(fact->words);
    for (int i = 0; i < 4; i++)
        for (const struct holm_fact_row *row = tables[i]; row->name; row++)
            if (strcmp(row->name, name) == 0)
                return row->check(fact);
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
    if (result == holm_verdict(wanted))
        return true;
    return wanted ? holm_run_trouble(run, "expected %.80s, found%s", expected, found)
                  : holm_run_trouble(run, "expected %.80s, but it is so", expected);
}
