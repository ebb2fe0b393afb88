/* table.c: the players and the bank. */
#include "cli/table.h"

#include <string.h>

#include "cli/paint.h"
#include "cli/words.h"
#include "text/notation.h"

/* What holds for everybody: bank, deck, whose turn. */
static void print_common(FILE *out, const struct holm_state *seen)
{
    const struct holm_board *board = seen->board;
    fprintf(out, "  bank ");
    for (int card = 0; card < HOLM_RESOURCES; card++)
        fprintf(out, "%s %d  ", holm_card_names[card], seen->bank.n[card]);
    fprintf(out, " cards to buy %d", seen->deck);
    if (board->rules.neutrals)
        fprintf(out, "   tokens %d", seen->tokens);
    fprintf(out, "   turn %d\n", seen->turns);
}

void cli_print_name(FILE *out, const struct holm_state *seen, int seat, int viewer, bool colour)
{
    char name[96], mark[24];
    struct holm_writer writer = holm_writer(name, sizeof name);
    snprintf(mark, sizeof mark, " %c %-6s %-5s ", cli_seat_letter[seat], holm_seat_names[seat],
             seat == viewer ? "(you)" : "");
    cli_put_styled(&writer, &cli_seat_style[seat], colour, mark);
    fprintf(out, "%c%s", seen->active == seat ? '>' : ' ', name);
}

static void print_seat(FILE *out, const struct holm_state *seen, int seat, int viewer, bool colour)
{
    const struct holm_player *player = &seen->player[seat];
    cli_print_name(out, seen, seat, viewer, colour);
    const bool known = viewer == seat || viewer == HOLM_EVERYBODY;
    const char route = seen->route_holder == seat ? '*' : ' ';
    const char army = seen->army_holder == seat ? '*' : ' ';
    if (seat >= seen->board->rules.players) /* a neutral colour has pieces and nothing else */
        fprintf(out, "%6s%6s%6s%7s %6d%c", "-", "-", "-", "-", player->route, route);
    else
        fprintf(out, "%6d%6d%6d%7d%c%6d%c", known ? holm_points(seen, seat) : player->points,
                player->cards, player->developments, player->army, army, player->route, route);
    fprintf(out, "%6d%7d%7d", player->roads, player->settlements, player->cities);
    if (seen->board->rules.neutrals && seat < seen->board->rules.players)
        fprintf(out, "%7d", player->tokens);
    fputc('\n', out);
}

static int warships(const struct holm_state *seen, int seat)
{
    int count = 0;
    for (int edge = 0; edge < seen->board->topology.edges; edge++)
        count += (holm_edge_in(&seen->warships, edge)) && holm_piece_seat(seen->edge[edge]) == seat;
    return count;
}

/* "  red: ships 12, bonus 2, cloth 3, the Great Wall 2 of 4" */
static void print_sea(FILE *out, const struct holm_state *seen)
{
    const struct holm_board *board = seen->board;
    for (int seat = 0; board->rules.ships && seat < board->rules.players; seat++) {
        const struct holm_player *player = &seen->player[seat];
        fprintf(out, "  %-7s ships left %2d   bonus %d", holm_seat_names[seat], player->ships,
                player->bonus);
        if (board->villages)
            fprintf(out, "   cloth %d", player->cloth);
        if (board->map.lanes)
            fprintf(out, "   warships %d   lairs of the fortress %d", warships(seen, seat),
                    player->lairs);
        if (player->wonder)
            fprintf(out, "   %s, level %d of %d", cli_wonder_words[player->wonder - 1],
                    player->wonder_level, HOLM_WONDER_LEVELS);
        fputc('\n', out);
    }
    if (board->villages)
        fprintf(out, "  cloth in the supply %d\n", seen->cloth);
}

void cli_print_table(FILE *out, const struct holm_state *seen, int viewer, bool colour)
{
    const struct holm_board *board = seen->board;
    if (board->rules.knights != 0) {
        cli_print_knights(out, seen, viewer, colour);
        print_sea(out, seen);
        return;
    }
    fprintf(out, "%16s%7s%6s%6s%8s%7s%7s%7s%7s%s\n", "", "points", "hand", "cards", "knights",
            "route", "roads", "settl.", "cities", board->rules.neutrals ? " tokens" : "");
    for (int seat = 0; seat < board->seats; seat++)
        print_seat(out, seen, seat, viewer, colour);
    print_sea(out, seen);
    print_common(out, seen);
}

void cli_print_hand(FILE *out, const struct holm_state *seen, int viewer)
{
    const struct holm_player *player = &seen->player[viewer];
    char text[256];
    struct holm_writer writer = holm_writer(text, sizeof text);
    struct holm_cards left = player->hand;
    for (int card = 0; card < HOLM_CARDS; card++)
        left.n[card] -= player->pledge.n[card]; /* chosen to be discarded */
    cli_put_cards(&writer, &left);
    fprintf(out, "  your hand: %s", text);
    bool first = true;
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++) {
        if (!player->development[kind])
            continue;
        fprintf(out, "%s%d %s", first ? "   your cards: " : ", ", player->development[kind],
                holm_development_names[kind]);
        if (player->fresh[kind] && kind != HOLM_VICTORY)
            fprintf(out, " (%d new)", player->fresh[kind]);
        first = false;
    }
    fputc('\n', out);
    if (seen->board->rules.knights != 0)
        cli_print_progress(out, seen, viewer);
}
