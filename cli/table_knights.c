/* table_knights.c: what Cities & Knights adds to the table: improvements, knights, the barbarians,
 * progress cards. */
#include <ctype.h>
#include <string.h>

#include "cli/paint.h"
#include "cli/table.h"
#include "cli/words.h"
#include "text/names.h"
#include "text/notation.h"

enum { COLUMNS = 80 };

void cli_print_wrapped(FILE *out, const char *head, int indent, const char *text)
{
    int column = fprintf(out, "%s", head);
    int blanks = 1;
    while (*text) {
        const int length = (int)strcspn(text, " ");
        if (column + blanks + length >= COLUMNS)
            column = fprintf(out, "\n%*s%.*s", indent, "", length, text) - 1;
        else
            column += fprintf(out, "%*s%.*s", blanks, "", length, text);
        text += length;
        blanks = (int)strspn(text, " ");
        text += blanks;
    }
    fputc('\n', out);
}

/* ---------------------------------------------------------------- the seats */

/* "1R 1r 2R": the knights of a seat as the board shows them, the weakest first. */
static void put_knights(struct holm_writer *writer, const struct holm_state *seen, int seat)
{
    for (int rank = 1; rank <= HOLM_RANKS; rank++)
        for (int corner = 0; corner < seen->board->topology.corners; corner++) {
            if (holm_knight_rank(seen->corner[corner]) != rank ||
                holm_piece_seat(seen->corner[corner]) != seat)
                continue;
            const bool active = holm_corner_in(&seen->active_knights, corner);
            const int letter = (unsigned char)cli_seat_letter[seat];
            holm_putf(writer, "%s%d%c", writer->used ? " " : "", rank,
                      active ? toupper(letter) : letter);
        }
}

static void print_seat(FILE *out, const struct holm_state *seen, int seat, int viewer, bool colour)
{
    const struct holm_player *player = &seen->player[seat];
    const bool known = viewer == seat || viewer == HOLM_EVERYBODY;
    const uint8_t *level = player->level, *back = player->backs;
    char knights[32] = "";
    struct holm_writer writer = holm_writer(knights, sizeof knights);
    put_knights(&writer, seen, seat);
    cli_print_name(out, seen, seat, viewer, colour);
    if (seat >= seen->board->rules.players) /* a neutral colour has pieces and nothing else */
        fprintf(out, "%4s %4s  %-7s %-7s%-18s%3s", "-", "-", "", "", knights, "-");
    else
        fprintf(out, "%4d %4d  %d %d %d   %d %d %d  %-18s%3d",
                known ? holm_points(seen, seat) : player->points, player->cards, level[0], level[1],
                level[2], back[0], back[1], back[2], knights, holm_defence(seen, seat));
    fprintf(out, "%5d%c %3d%2d%2d%2d\n", player->route, seen->route_holder == seat ? '*' : ' ',
            player->roads, player->settlements, player->cities, player->walls);
}

static void print_seats(FILE *out, const struct holm_state *seen, int viewer, bool colour)
{
    fprintf(out, "%17s%4s %4s  %-7s %-7s%-18s%3s%6s  %s\n", "", "pts", "hand", "levels", "cards",
            "knights", "def", "route", "left");
    fprintf(out, "%17s%4s %4s  %-7s %-7s%-18s%3s%6s  %s\n", "", "", "", "T P S", "T P S", "", "",
            "", " r s c w");
    for (int seat = 0; seat < seen->board->seats; seat++)
        print_seat(out, seen, seat, viewer, colour);
}

/* --------------------------------------------------------------- the cities */

/* "  red: Market (trade 1), Town Hall (politics 1)" */
static void print_levels(FILE *out, const struct holm_state *seen)
{
    for (int seat = 0; seat < seen->board->rules.players; seat++) {
        char text[200] = "", head[16];
        struct holm_writer writer = holm_writer(text, sizeof text);
        for (int track = 0; track < HOLM_TRACKS; track++) {
            const int level = seen->player[seat].level[track];
            if (!level)
                continue;
            holm_put(&writer, writer.used ? ", " : "");
            cli_put_level(&writer, &seen->board->rules, track, level);
        }
        snprintf(head, sizeof head, "  %s:", holm_seat_names[seat]);
        if (writer.used)
            cli_print_wrapped(out, head, 4, text);
    }
}

static void print_metropolises(FILE *out, const struct holm_state *seen)
{
    char text[200] = "";
    struct holm_writer writer = holm_writer(text, sizeof text);
    for (int track = 0; track < HOLM_TRACKS; track++) {
        const int corner = seen->metropolis[track];
        if (corner == HOLM_NONE)
            continue;
        holm_putf(&writer, "%s%s, %s at ", writer.used ? "; " : "", holm_track_names[track],
                  holm_seat_names[holm_piece_seat(seen->corner[corner])]);
        holm_put_corner(&writer, &seen->board->topology, corner);
    }
    if (writer.used)
        cli_print_wrapped(out, "  metropolises:", 4, text);
}

static void print_defenders(FILE *out, const struct holm_state *seen)
{
    const char *between = "  points for defending: ";
    for (int seat = 0; seat < seen->board->rules.players; seat++)
        if (seen->player[seat].defender) {
            fprintf(out, "%s%s %d", between, holm_seat_names[seat], seen->player[seat].defender);
            between = ", ";
        }
    if (*between == ',')
        fputc('\n', out);
}

/* ---------------------------------------------------------- the barbarians */

void cli_print_barbarians(FILE *out, const struct holm_state *seen, int viewer)
{
    const struct holm_rules *rules = &seen->board->rules;
    const int left = rules->barbarian_steps - seen->barbarians;
    int defence = 0;
    for (int seat = 0; seat < rules->players; seat++)
        defence += holm_defence(seen, seat);
    fprintf(out, "  barbarians at step %d of %d, %d to go: strength %d against %d",
            seen->barbarians, rules->barbarian_steps, left, holm_barbarian_strength(seen), defence);
    if (viewer < rules->players)
        fprintf(out, ", %d of it yours", holm_defence(seen, viewer));
    fputc('\n', out);
}

/* -------------------------------------------------------------- all the rest */

static void print_common(FILE *out, const struct holm_state *seen)
{
    const struct holm_rules *rules = &seen->board->rules;
    char text[100];
    struct holm_writer writer = holm_writer(text, sizeof text);
    if (seen->merchant_owner < HOLM_SEATS) {
        holm_putf(&writer, "%s's, on ", holm_seat_names[seen->merchant_owner]);
        cli_put_hex(&writer, seen, seen->merchant);
    } else {
        holm_put(&writer, "nobody's");
    }
    fprintf(out, "  merchant %s   event die %s", text,
            seen->face ? holm_face_names[seen->face - 1] : "not rolled");
    if (seen->robber == HOLM_NONE)
        fputs("   the robber comes with the first attack", out);
    fprintf(out, "\n  bank");
    for (int card = 0; card < HOLM_CARDS; card++)
        fprintf(out, " %s %d", holm_card_names[card], seen->bank.n[card]);
    fprintf(out, "\n  decks");
    for (int track = 0; track < HOLM_TRACKS; track++)
        fprintf(out, " %s %d", holm_track_names[track], seen->deck_left[track]);
    if (rules->neutrals)
        fprintf(out, "   tokens red %d, blue %d, left %d", seen->player[0].tokens,
                seen->player[1].tokens, seen->tokens);
    fprintf(out, "   turn %d\n", seen->turns);
}

void cli_print_knights(FILE *out, const struct holm_state *seen, int viewer, bool colour)
{
    print_seats(out, seen, viewer, colour);
    print_levels(out, seen);
    print_metropolises(out, seen);
    print_defenders(out, seen);
    cli_print_barbarians(out, seen, viewer);
    print_common(out, seen);
}

/* ------------------------------------------------------------ progress cards */

void cli_print_progress(FILE *out, const struct holm_state *seen, int viewer)
{
    const struct holm_rules *rules = &seen->board->rules;
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++) {
        const int count = seen->player[viewer].progress[progress];
        char head[80];
        if (!count)
            continue;
        snprintf(head, sizeof head,
                 count > 1 ? "  %s (%s, %d):" : "  %s (%s):", cli_progress_word(rules, progress),
                 holm_track_names[holm_progress_track(rules, progress)], count);
        cli_print_wrapped(out, head, 4, holm_progress_text(HOLM_ENGLISH, progress));
    }
}
