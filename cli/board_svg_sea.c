/* board_svg_sea.c: what Seafarers puts on the board, drawn. */
#include "cli/svg.h"
#include "cli/words.h"
#include "text/notation.h"

static struct svg_point middle_of(const struct svg_picture *picture, int edge)
{
    const struct holm_topology *topology = &picture->state->board->topology;
    const struct svg_point a = svg_corner_point(topology, topology->edge_corner[edge][0]);
    const struct svg_point b = svg_corner_point(topology, topology->edge_corner[edge][1]);
    return (struct svg_point){ (a.x + b.x) / 2, (a.y + b.y) / 2 };
}

/* A hull with a sail; a warship's sail is red and has a black flag. */
void svg_put_ship(const struct svg_picture *picture, int edge, const char *fill, const char *line)
{
    const struct svg_point at = middle_of(picture, edge);
    const bool armed = holm_edge_in(&picture->state->warships, edge);
    fprintf(picture->out,
            "<g transform='translate(%.1f %.1f)' stroke='%s' stroke-width='1.8' "
            "stroke-linejoin='round'><title>%s %s</title>"
            "<path d='M-16 4h32q-3 9-10 9h-12q-7 0-10-9z' fill='%s'/>"
            "<path d='M-1 2v-19l13 17z' fill='%s'/>%s</g>\n",
            at.x, at.y, line, holm_seat_names[holm_piece_seat(picture->state->edge[edge])],
            armed ? "warship" : "ship", fill, armed ? "#b3261e" : "#fbf3dc",
            armed ? "<path d='M-1-17l-9 3 9 3z' fill='#111111'/>" : "");
}

static void put_pirate(const struct svg_picture *picture)
{
    const struct holm_state *state = picture->state;
    if (!state->board->rules.ships || state->pirate >= state->board->topology.hexes)
        return;
    const struct svg_point at = svg_hex_centre(&state->board->topology, state->pirate);
    fprintf(picture->out,
            "<g transform='translate(%.1f %.1f)' fill='#1d1d22' stroke='#f2f2f2' "
            "stroke-width='1.6' stroke-linejoin='round'><title>%s</title>"
            "<path d='M-26 8h52q-5 14-16 14h-20q-11 0-16-14z'/><path d='M-3 5v-34l24 30z'/>"
            "<path d='M-6 4v-26l-15 24z'/></g>\n",
            at.x, at.y, state->board->map.lanes ? "pirate fleet" : "pirate");
}

static void put_badge(const struct svg_picture *picture, struct svg_point at, const char *fill,
                      const char *text, const char *title)
{
    fprintf(picture->out,
            "<g transform='translate(%.1f %.1f)'><title>%s</title><rect x='-13' y='-13' width='26' "
            "height='26' rx='6' fill='%s' stroke='#2b2417' stroke-width='2'/><text y='5' "
            "font-size='13' font-weight='bold' fill='#2b2417'>%s</text></g>\n",
            at.x, at.y, title, fill, text);
}

static void put_gifts(const struct svg_picture *picture)
{
    static const char *const fills[] = { "#f7d84a", "#c9a6e8", "#fbf3dc" };
    static const char *const titles[] = { "a victory point", "a development card", "a harbour" };
    const struct holm_state *state = picture->state;
    for (int i = 0; i < state->board->map.gifts; i++) {
        const struct holm_gift *gift = &state->board->map.gift[i];
        if (!holm_bit_in(state->gifts, i))
            continue;
        const char *text = gift->kind == HOLM_GIFT_POINT  ? "+1"
                           : gift->kind == HOLM_GIFT_CARD ? "?"
                           : gift->n == HOLM_PORT_ANY     ? "3:1"
                                                          : "2:1";
        put_badge(picture, middle_of(picture, state->board->gift_edge[i]), fills[gift->kind], text,
                  titles[gift->kind]);
    }
}

static void put_corners(const struct svg_picture *picture)
{
    const struct holm_state *state = picture->state;
    const struct holm_board *board = state->board;
    char text[16], title[64];
    for (int i = 0; i < board->villages; i++) {
        snprintf(text, sizeof text, "%d", board->village_disc[i]);
        snprintf(title, sizeof title, "village of %d, cloth %d", board->village_disc[i],
                 state->village[i]);
        put_badge(picture, svg_corner_point(&board->topology, board->village[i]),
                  state->village[i] ? "#f3e3b3" : "#a8a294", text, title);
    }
    for (int seat = 0; seat < board->map.lanes && seat < board->rules.players; seat++) {
        if (state->corner[board->fortress[seat]])
            continue;
        snprintf(text, sizeof text, "F%d", state->player[seat].lairs);
        snprintf(title, sizeof title, "fortress for %s, lairs %d", holm_seat_names[seat],
                 state->player[seat].lairs);
        put_badge(picture, svg_corner_point(&board->topology, board->fortress[seat]), "#d9534f",
                  text, title);
    }
}

static void put_marks(const struct svg_picture *picture)
{
    static const struct {
        uint8_t kind;
        const char *fill, *title;
    } marks[] = { { HOLM_MARK_WALL, "#c98bdb", "a place for the Great Wall" },
                  { HOLM_MARK_BRIDGE, "#7fd6d0", "a place for the Great Bridge" },
                  { HOLM_MARK_NO_START, "#999999", "no starting settlement" } };
    const struct holm_board *board = picture->state->board;
    for (int i = 0; i < 3; i++)
        for (int corner = 0; corner < board->topology.corners; corner++) {
            const struct svg_point at = svg_corner_point(&board->topology, corner);
            if (holm_corner_in(&board->marked[marks[i].kind], corner) &&
                !picture->state->corner[corner])
                fprintf(picture->out,
                        "<circle cx='%.1f' cy='%.1f' r='8' fill='%s' stroke='#2b2417'>"
                        "<title>%s</title></circle>\n",
                        at.x, at.y, marks[i].fill, marks[i].title);
        }
}

void svg_put_sea(const struct svg_picture *picture)
{
    put_pirate(picture);
    put_gifts(picture);
    put_marks(picture);
    put_corners(picture);
}
