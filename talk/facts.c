/* facts.c: what a client would otherwise have to know the rules for: scores by their sources, the
 * next attack, what can be known of the others' hands, rates, prices. */
#include "talk/talk.h"
#include "text/json.h"
#include "text/notation.h"

/* -------------------------------------------------------------------- score */

/* ORDER: enum holm_source. */
static const char *const source_names[HOLM_SOURCES] = {
    "settlement", "city",     "metropolis", "route", "army",
    "defender",   "merchant", "bonus",      "cloth", "victory",
};

static void put_score(struct holm_writer *writer, const struct holm_state *seen, int seat)
{
    int points[HOLM_SOURCES];
    holm_score(seen, seat, points);
    holm_put_char(writer, '[');
    for (int source = 0; source < HOLM_SOURCES; source++) {
        if (!points[source])
            continue;
        holm_json_next(writer);
        holm_put(writer, "[\"");
        holm_put(writer, source_names[source]);
        holm_put(writer, "\",");
        holm_put_number(writer, points[source]);
        holm_put_char(writer, ']');
    }
    holm_put_char(writer, ']');
}

/* ------------------------------------------------------------------- others */

static void put_attack(struct holm_writer *writer, const struct holm_state *seen)
{
    int defence = 0;
    holm_json_key(writer, "attack");
    if (!seen->board->rules.knights) {
        holm_put(writer, "null");
        return;
    }
    for (int seat = 0; seat < seen->board->seats; seat++)
        defence += holm_defence(seen, seat);
    holm_putf(writer, "{\"strength\":%d,\"defence\":%d,\"by\":{", holm_barbarian_strength(seen),
              defence);
    for (int seat = 0; seat < seen->board->seats; seat++)
        holm_json_put_number(writer, holm_seat_names[seat], holm_defence(seen, seat));
    holm_put(writer, "}}");
}

static void put_belief(struct holm_writer *writer, const struct holm_state *seen,
                       const struct holm_belief *belief, int viewer)
{
    holm_json_key(writer, "belief");
    if (!belief) {
        holm_put(writer, "null");
        return;
    }
    holm_put_char(writer, '{');
    for (int seat = 0; seat < seen->board->rules.players; seat++) {
        if (seat == viewer)
            continue;
        holm_json_key(writer, holm_seat_names[seat]);
        holm_put_char(writer, '{');
        for (int card = 0; card < seen->board->card_kinds; card++) {
            if (!belief->high[seat][card])
                continue;
            holm_json_key(writer, holm_card_names[card]);
            holm_put_char(writer, '[');
            holm_put_pair(writer, belief->low[seat][card], belief->high[seat][card]);
            holm_put_char(writer, ']');
        }
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, '}');
}

static void put_rates(struct holm_writer *writer, const struct holm_state *seen, int viewer)
{
    holm_json_key(writer, "rates");
    if (viewer >= seen->board->rules.players) {
        holm_put(writer, "null");
        return;
    }
    holm_put_char(writer, '{');
    for (int card = 0; card < seen->board->card_kinds; card++)
        holm_json_put_number(writer, holm_card_names[card], holm_rate(seen, viewer, card));
    holm_put_char(writer, '}');
}

void facts_put(struct holm_writer *writer, const struct holm_state *seen,
               const struct holm_belief *belief, int viewer)
{
    holm_put(writer, "{\"score\":{");
    for (int seat = 0; seat < seen->board->rules.players; seat++) {
        holm_json_key(writer, holm_seat_names[seat]);
        put_score(writer, seen, seat);
    }
    holm_put_char(writer, '}');
    put_attack(writer, seen);
    put_belief(writer, seen, belief, viewer);
    put_rates(writer, seen, viewer);
    holm_put_char(writer, '}');
}

/* ------------------------------------------------------------------- prices */

static void put_improvements(struct holm_writer *writer, const struct holm_rules *rules)
{
    holm_json_key(writer, "improve");
    holm_put_char(writer, '{');
    for (int track = 0; track < HOLM_TRACKS; track++) {
        holm_json_key(writer, holm_track_names[track]);
        holm_put_char(writer, '[');
        for (int level = 1; level <= HOLM_LEVELS; level++)
            holm_putf(writer, "%s{\"%s\":%d}", level > 1 ? "," : "",
                      holm_card_names[rules->track_commodity[track]], level);
        holm_put_char(writer, ']');
    }
    holm_put_char(writer, '}');
    holm_json_key(writer, "ranges");
    holm_put_char(writer, '[');
    for (int level = 1; level <= HOLM_LEVELS; level++)
        holm_putf(writer, "%s%d", level > 1 ? "," : "", holm_draw_range(level));
    holm_put_char(writer, ']');
}

void prices_put(struct holm_writer *writer, const struct holm_rules *rules,
                const struct holm_map *map)
{
    /* ORDER: enum holm_purchase */
    static const struct {
        const char *name;
        bool knights, ships;
    } purchases[HOLM_PURCHASES] = {
        { "road", 0, 0 },     { "settlement", 0, 0 }, { "city", 0, 0 },    { "buy", 0, 0 },
        { "wall", 1, 0 },     { "recruit", 1, 0 },    { "promote", 1, 0 }, { "activate", 1, 0 },
        { "medicine", 1, 0 }, { "ship", 0, 1 },
    };
    holm_put_char(writer, '{');
    for (int i = 0; i < HOLM_PURCHASES; i++) {
        const bool bought = i != HOLM_BUY_DEVELOPMENT || !rules->knights;
        if (bought && (!purchases[i].knights || rules->knights) &&
            (!purchases[i].ships || rules->ships))
            holm_json_put_cards(writer, purchases[i].name, &rules->cost[i]);
    }
    if (rules->knights)
        put_improvements(writer, rules);
    if (map->wonders) {
        holm_json_key(writer, "wonders");
        holm_put_char(writer, '{');
        for (int i = 0; i < HOLM_WONDERS; i++)
            holm_json_put_cards(writer, holm_wonder_names[i], &holm_wonder_cost[i]);
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, '}');
}
