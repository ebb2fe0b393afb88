/* words.c: places, pieces and cards in words. */
#include "cli/words.h"

#include "cli/paint.h"
#include "text/names.h"
#include "text/notation.h"

void cli_put_seat(struct holm_writer *writer, int seat, bool colour)
{
    char name[32];
    struct holm_writer text = holm_writer(name, sizeof name);
    if (colour)
        holm_putf(&text, " %s ", holm_seat_names[seat]);
    else
        holm_put(&text, holm_seat_names[seat]);
    cli_put_styled(writer, &cli_seat_style[seat], colour, name);
}

/* ------------------------------------------------------------------ places */

/* "fields 6"; the discs of Cities & Knights can change places, so the position has them. */
static void put_ground(struct holm_writer *writer, const struct holm_state *seen, int hex)
{
    holm_put(writer, holm_terrain_names[seen->terrain[hex]]);
    if (seen->disc[hex])
        holm_putf(writer, " %d", seen->disc[hex]);
}

void cli_put_hex(struct holm_writer *writer, const struct holm_state *seen, int hex)
{
    if (hex >= seen->board->topology.hexes) {
        holm_put(writer, "the frame");
        return;
    }
    put_ground(writer, seen, hex);
    holm_put(writer, " (");
    holm_put_hex(writer, &seen->board->topology, hex);
    holm_put(writer, ")");
}

void cli_put_surroundings(struct holm_writer *writer, const struct holm_state *seen, int corner)
{
    bool first = true;
    for (int i = 0; i < 3; i++) {
        const int hex = seen->board->topology.corner_hex[corner][i];
        if (hex == HOLM_NONE)
            continue;
        holm_put(writer, first ? "" : ", ");
        put_ground(writer, seen, hex);
        first = false;
    }
    const int placed = cli_placed_port(seen, corner);
    const int port = placed >= 0 ? placed : seen->board->corner_port[corner];
    if (port == HOLM_PORT_ANY)
        holm_put(writer, ", 3:1 harbour");
    else if (port != HOLM_NO_PORT)
        holm_putf(writer, ", %s harbour", holm_port_names[port]);
}

int cli_placed_port(const struct holm_state *seen, int corner)
{
    for (int i = 0; i < seen->placed_ports; i++) {
        const uint8_t *ends = seen->board->topology.edge_corner[seen->port_edge[i]];
        if (ends[0] == corner || ends[1] == corner)
            return seen->port_kind[i];
    }
    return -1;
}

bool cli_edge_side(const struct holm_state *seen, int edge, uint8_t *hex, uint8_t *side)
{
    const struct holm_topology *topology = &seen->board->topology;
    for (int i = 0; i < 2; i++) {
        *hex = topology->edge_hex[edge][i];
        if (*hex == HOLM_NONE || !holm_is_land(seen->terrain[*hex]))
            continue;
        for (*side = 0; *side < 6; ++*side)
            if (topology->hex_edge[*hex][*side] == edge)
                return true;
    }
    return false;
}

int cli_pips(const struct holm_state *seen, int corner)
{
    static const uint8_t pips[13] = { 0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1 };
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        const int hex = seen->board->topology.corner_hex[corner][i];
        sum += hex == HOLM_NONE ? 0 : pips[seen->disc[hex]];
    }
    return sum;
}

/* ----------------------------------------------------------- cards, pieces */

void cli_put_cards(struct holm_writer *writer, const struct holm_cards *cards)
{
    bool first = true;
    for (int card = 0; card < HOLM_CARDS; card++)
        if (cards->n[card]) {
            holm_putf(writer, "%s%d %s", first ? "" : ", ", cards->n[card], holm_card_names[card]);
            first = false;
        }
    if (first)
        holm_put(writer, "nothing");
}

/* ORDER: enum holm_piece */
const char *const cli_piece_words[HOLM_PIECES] = {
    "nothing",          "settlement", "city",         "road",
    "city on its side", "metropolis", "basic knight", "strong knight",
    "mighty knight",    "ship",       "wall",
};

const char *const cli_wonder_words[HOLM_WONDERS] = {
    "the Grand Theater", "the Great Bridge", "the Grand Monument",
    "the Great Wall",    "the Grand Castle",
};

const char *cli_progress_word(const struct holm_rules *rules, int progress)
{
    return holm_progress_title(rules->edition, HOLM_ENGLISH, progress);
}

void cli_put_level(struct holm_writer *writer, const struct holm_rules *rules, int track, int level)
{
    holm_putf(writer, "%s (%s %d)", holm_level_title(rules->edition, HOLM_ENGLISH, track, level),
              holm_track_names[track], level);
}
