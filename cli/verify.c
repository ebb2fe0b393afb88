/* verify.c: recomputes logs from their seeds, and says what is proven and what is not. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "text/log.h"
#include "text/maps.h"
#include "text/notation.h"

static const struct cli_manual manual = {
    "verify", "[OPTION...] LOG...",
    "Replays each log to its end and recomputes the deal and every draw from its seed. In a log\n"
    "of a server's game it also checks how the seed came about, what everybody agreed to, and\n"
    "every signature. Says for each log what it found, and exits 1 when one does not hold. Where\n"
    "a log was not dealt from a built-in map, --map names the file.",
    1, CLI_TEXTS_MAX
};

/* ------------------------------------------------------------------ sentences */

static void tell_end(const struct holm_verdict *verdict)
{
    if (verdict->cut_off) {
        printf("  the game was cut off after %d actions, as its terms say: nobody won\n",
               verdict->actions);
    } else if (verdict->agreed) {
        puts("  all agreed to end the game: nobody won");
    } else if (!verdict->over) {
        puts("  the log stops before the end of the game");
    } else if (verdict->winner >= HOLM_SEATS) {
        puts("  the game ended without a winner");
    } else if (verdict->chairs) {
        const int chair = verdict->chair_of[verdict->winner];
        printf("  %s won: chair %d (%s)\n", holm_seat_names[verdict->winner], chair,
               verdict->name[chair]);
    } else {
        printf("  %s won\n", holm_seat_names[verdict->winner]);
    }
}

static void tell_scheme(const struct holm_verdict *verdict)
{
    if (verdict->version == 1)
        puts("  proven by the old scheme: the draws only");
    else if (!verdict->fair)
        puts("  a local game: its draws follow from its seed; nobody signed anything");
    else if (!(holm_bits_below(verdict->chairs) & ~(unsigned)(verdict->bots | verdict->keyless)))
        puts("  nobody had a key: the dice and the log are the server's word alone");
}

static void tell_voids(const struct holm_verdict *verdict)
{
    for (int i = 0; i < verdict->void_count; i++) {
        const struct holm_void *empty = &verdict->voids[i];
        printf("  round %d was void: ", empty->round);
        for (int j = 0; j < empty->count; j++)
            printf("%s%s (chair %d)", j ? ", " : "", empty->name[j], empty->chair[j]);
        puts(" did not reveal");
    }
}

static void tell_changes(const struct holm_verdict *verdict)
{
    for (int i = 0; i < verdict->change_count; i++) {
        const struct holm_change *change = &verdict->change[i];
        if (change->kind == HOLM_LINE_RESIGN)
            printf("  chair %d (%s) gave up in line %d\n", change->chair, change->name,
                   change->line);
        else
            printf("  chair %d was taken over in line %d by %s, %s\n", change->chair, change->line,
                   change->name,
                   change->key ? "with a key that the server vouches for"
                               : "without a key: what followed is the server's word");
    }
}

static void tell_chair(const struct holm_verdict *verdict, int chair)
{
    const char *name = verdict->name[chair];
    const int played = verdict->played_by_bot[chair];
    if (holm_bit_in(verdict->keyless, chair))
        printf("  chair %d (%s) had no key: it gave nothing to the dice and signed nothing, and "
               "nothing is proven to %s\n",
               chair, name, name);
    if (played)
        printf("  a bot played %d action%s for chair %d (%s)\n", played, played == 1 ? "" : "s",
               chair, name);
    if ((verdict->over || verdict->cut_off) && holm_bit_in(verdict->unsealed, chair))
        printf("  chair %d (%s) did not sign the end\n", chair, name);
}

static void tell(const char *path, const struct holm_verdict *verdict)
{
    printf("%s: verified, %d actions\n", path, verdict->actions);
    tell_end(verdict);
    tell_scheme(verdict);
    tell_voids(verdict);
    tell_changes(verdict);
    for (int chair = 0; chair < verdict->chairs; chair++)
        tell_chair(verdict, chair);
}

/* ------------------------------------------------------------------- command */

static bool verify(const char *path, const struct holm_map *map, bool unfinished)
{
    struct holm_trouble trouble = { 0 };
    struct holm_verdict verdict;
    FILE *log = strcmp(path, "-") ? fopen(path, "r") : stdin;
    if (!log)
        holm_trouble(&trouble, 0, "cannot read it: %s", strerror(errno));
    const bool fine = log && holm_verify(log, map, unfinished, &verdict, &trouble);
    if (log && log != stdin)
        fclose(log);
    if (fine)
        tell(path, &verdict);
    else if (trouble.line)
        printf("%s:%d: %s\n", path, trouble.line, trouble.text);
    else
        printf("%s: %s\n", path, trouble.text);
    return fine;
}

int cli_verify(int argc, char **argv)
{
    static struct cli_texts files;
    static struct holm_map map;
    struct holm_trouble wrong = { 0 };
    const char *name = NULL;
    bool unfinished = false;
    int status = 0;
    const struct cli_option options[] = {
        { "--map", "NAME|FILE", "the map that the logs were dealt from", CLI_TEXT, &name, 0, 0 },
        { "--unfinished", NULL, "let a log stop before the end of its game", CLI_YES, &unfinished,
          0, 0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, NULL, &files, argc, argv);
    if (name && !holm_map_find(name, &map, &wrong))
        cli_fail_file(&manual, name, &wrong);
    for (int i = 0; i < files.count; i++)
        if (!verify(files.at[i], name ? &map : NULL, unfinished))
            status = 1;
    return status;
}
