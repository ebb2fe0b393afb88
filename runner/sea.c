/* sea.c: the facts of `expect` that only Seafarers has; those that are plain numbers are in
 * numbers.c. */
#include <string.h>

#include "runner/run.h"

enum { CLOTH_MAX = 255 };

/* -------------------------------------------------------------- the pirates */

static enum holm_verdict fact_pirate(struct holm_fact *fact)
{
    return holm_fact_stands(fact, fact->seen->pirate, "frame");
}

static enum holm_verdict fact_fleet(struct holm_fact *fact)
{
    return holm_fact_number(fact, fact->seen->fleet);
}

static enum holm_verdict fact_warship(struct holm_fact *fact)
{
    int edge = holm_run_edge(fact->run, fact->words);
    if (edge < 0)
        return HOLM_UNCLEAR;
    holm_put(&fact->found, " none");
    return holm_verdict(holm_edge_in(&fact->seen->warships, edge));
}

/* ---------------------------------------------------------- what lies there */

static enum holm_verdict fact_gift(struct holm_fact *fact)
{
    const struct holm_board *board = fact->seen->board;
    const struct holm_gift *gift = NULL;
    int kind = -1, port = -1, edge = holm_run_edge(fact->run, fact->words);
    if (edge < 0)
        return HOLM_UNCLEAR;
    if (*fact->words->word) {
        kind = holm_run_word(fact->run, fact->words, holm_gift_names, HOLM_GIFT_KINDS,
                             "point, card or port");
        if (kind < 0)
            return HOLM_UNCLEAR;
    }
    if (kind == HOLM_GIFT_PORT) {
        port = holm_run_word(fact->run, fact->words, holm_port_names, HOLM_PORT_KINDS, "a port");
        if (port < 0)
            return HOLM_UNCLEAR;
    }
    for (int i = 0; i < board->map.gifts; i++)
        if (board->gift_edge[i] == edge && holm_bit_in(fact->seen->gifts, i))
            gift = &board->map.gift[i];
    holm_putf(&fact->found, " %s", gift ? holm_gift_names[gift->kind] : "none");
    if (gift && gift->kind == HOLM_GIFT_PORT)
        holm_putf(&fact->found, " %s", holm_port_names[gift->n]);
    return holm_verdict(gift && (kind < 0 || kind == gift->kind) && (port < 0 || port == gift->n));
}

/* "12", or the numbers of the stacks. */
static enum holm_verdict fact_fog(struct holm_fact *fact)
{
    int count = 0;
    if (strchr(fact->words->word, '='))
        return holm_fact_numbers(fact, "fog");
    for (int hex = 0; hex < fact->seen->board->map.hexes; hex++)
        count += fact->seen->terrain[hex] == HOLM_FOG;
    return holm_fact_number(fact, count);
}

/* One "PLACE=N" split: its number, or -1 and a trouble. */
static int read_value(struct holm_fact *fact)
{
    int number;
    char *value = holm_run_value(fact->run, fact->words->word);
    if (!value)
        return -1;
    if (holm_read_number(value, 0, CLOTH_MAX, &number))
        return number;
    holm_run_not(fact->run, value, "a number");
    return -1;
}

static enum holm_verdict fact_region(struct holm_fact *fact)
{
    const struct holm_board *board = fact->seen->board;
    int number = read_value(fact);
    if (number < 0)
        return HOLM_UNCLEAR;
    int hex = holm_run_hex(fact->run, fact->words);
    if (hex < 0)
        return HOLM_UNCLEAR;
    holm_putf(&fact->found, " %d", board->map.region[hex]);
    return holm_verdict(board->map.region[hex] == number);
}

/* ---------------------------------------------------------------- villages */

static enum holm_verdict fact_village(struct holm_fact *fact)
{
    int number = read_value(fact);
    int village = number < 0 ? -1 : holm_run_village(fact->run, fact->words);
    if (village < 0)
        return HOLM_UNCLEAR;
    holm_putf(&fact->found, " %d", fact->seen->village[village]);
    return holm_verdict(fact->seen->village[village] == number);
}

static enum holm_verdict fact_relation(struct holm_fact *fact)
{
    int seat = holm_run_seat(fact->run, fact->words);
    int village = seat < 0 ? -1 : holm_run_village(fact->run, fact->words);
    if (village < 0)
        return HOLM_UNCLEAR;
    holm_put(&fact->found, " none");
    return holm_verdict(holm_bit_in(fact->seen->player[seat].relations, village));
}

/* ----------------------------------------------------------------- wonders */

/* "SEAT NAME=LEVEL" or "SEAT none". */
static enum holm_verdict fact_wonder(struct holm_fact *fact)
{
    int seat = holm_run_seat(fact->run, fact->words);
    if (seat < 0)
        return HOLM_UNCLEAR;
    const struct holm_player *player = &fact->seen->player[seat];
    if (player->wonder)
        holm_putf(&fact->found, " %s=%d", holm_wonder_names[player->wonder - 1],
                  player->wonder_level);
    else
        holm_put(&fact->found, " none");
    if (holm_words_skip(fact->words, "none"))
        return holm_verdict(!player->wonder);
    int level = read_value(fact);
    if (level < 0)
        return HOLM_UNCLEAR;
    int wonder = holm_word(holm_wonder_names, HOLM_WONDERS, fact->words->word);
    if (wonder < 0)
        return holm_unclear(holm_run_not(fact->run, fact->words->word, "a wonder"));
    holm_words_next(fact->words);
    return holm_verdict(player->wonder == wonder + 1 && player->wonder_level == level);
}

const struct holm_fact_row holm_sea_facts[] = {
    { "fleet", fact_fleet },     { "fog", fact_fog },
    { "gift", fact_gift },       { "pirate", fact_pirate },
    { "region", fact_region },   { "relation", fact_relation },
    { "village", fact_village }, { "warship", fact_warship },
    { "wonder", fact_wonder },   { 0 },
};
