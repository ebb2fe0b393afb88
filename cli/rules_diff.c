/* rules_diff.c: what two editions say differently, as a table. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/rules.h"
#include "text/names.h"
#include "text/notation.h"

/* Both editions' rules, and the rows they give. */
struct comparison {
    struct cli_differences *rows;
    const struct holm_rules *rules[2];
    const char *where;
};

/* ---------------------------------------------------------------- the rows */

static struct cli_difference *add_row(struct comparison *comparison, const char *name,
                                      const char *rule)
{
    enum { MOST = sizeof comparison->rows->at / sizeof *comparison->rows->at };
    struct cli_differences *rows = comparison->rows;
    struct cli_difference *row = &rows->at[rows->count < MOST ? rows->count++ : MOST - 1];
    snprintf(row->name, sizeof row->name, "%s", name);
    snprintf(row->rule, sizeof row->rule, "%s", rule);
    row->value[0][0] = row->value[1][0] = '\0';
    return row;
}

/* Whether an earlier row says the same, for another number of players. */
static bool is_known(const struct cli_differences *rows, const struct cli_difference *row)
{
    for (const struct cli_difference *other = rows->at; other < row; other++)
        if (!strncmp(other->name, row->name, strlen(row->name)) &&
            !strcmp(other->value[0], row->value[0]) && !strcmp(other->value[1], row->value[1]))
            return true;
    return false;
}

/* Takes the last row back when it is no difference, or no new one. */
static void keep_if_different(struct comparison *comparison)
{
    struct cli_differences *rows = comparison->rows;
    struct cli_difference *row = &rows->at[rows->count - 1];
    if (!strcmp(row->value[0], row->value[1]) || is_known(rows, row))
        rows->count--;
    else
        snprintf(row->name + strlen(row->name), sizeof row->name - strlen(row->name), "%s",
                 comparison->where);
}

static void compare_options(struct comparison *comparison)
{
    for (int i = 0; i < holm_option_count; i++) {
        const struct holm_option *option = &holm_options[i];
        if (!cli_option_applies(option, comparison->rules[0]->game))
            continue;
        struct cli_difference *row = add_row(comparison, option->name, option->rule);
        for (int side = 0; side < 2; side++) {
            char buffer[16];
            snprintf(row->value[side], sizeof row->value[side], "%s",
                     cli_option_word(comparison->rules[side], option, buffer));
        }
        keep_if_different(comparison);
    }
}

/* ------------------------------------------------ what lies in the box of C&K */

static void compare_event_die(struct comparison *comparison)
{
    struct cli_difference *row = add_row(comparison, "the event die", "CK-COMP-7");
    for (int side = 0; side < 2; side++) {
        struct holm_writer writer = holm_writer(row->value[side], sizeof row->value[side]);
        const uint8_t *faces = comparison->rules[side]->event_die;
        for (int face = 0; face < HOLM_FACES; face++)
            if (faces[face])
                holm_putf(&writer, "%s%d %s", writer.used ? ", " : "", faces[face],
                          holm_face_names[face]);
    }
    keep_if_different(comparison);
}

static void compare_tracks(struct comparison *comparison)
{
    for (int track = 0; track < HOLM_TRACKS; track++) {
        char name[48];
        snprintf(name, sizeof name, "%s is paid with", holm_track_names[track]);
        struct cli_difference *row = add_row(comparison, name, "CK-IMP-1");
        for (int side = 0; side < 2; side++)
            snprintf(row->value[side], sizeof row->value[side], "%s",
                     holm_card_names[comparison->rules[side]->track_commodity[track]]);
        keep_if_different(comparison);
    }
}

static void compare_decks(struct comparison *comparison)
{
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++) {
        char name[48];
        snprintf(name, sizeof name, "cards %s", holm_progress_names[progress]);
        struct cli_difference *row = add_row(comparison, name, "CK-COMP-2");
        for (int side = 0; side < 2; side++) {
            const struct holm_rules *rules = comparison->rules[side];
            const int copies = rules->progress_copies[progress];
            if (copies)
                snprintf(row->value[side], sizeof row->value[side], "%d in %s", copies,
                         holm_track_names[holm_progress_track(rules, progress)]);
            else
                snprintf(row->value[side], sizeof row->value[side], "none");
        }
        keep_if_different(comparison);
    }
}

/* ------------------------------------------------------------------- names */

static void compare_levels(struct comparison *comparison)
{
    for (int i = 0; i < HOLM_TRACKS * HOLM_LEVELS; i++) {
        const int track = i / HOLM_LEVELS, level = i % HOLM_LEVELS + 1;
        char name[48];
        snprintf(name, sizeof name, "name of %s %d", holm_track_names[track], level);
        struct cli_difference *row = add_row(comparison, name, "");
        for (int side = 0; side < 2; side++)
            snprintf(
                row->value[side], sizeof row->value[side], "%s",
                holm_level_title(comparison->rules[side]->edition, HOLM_ENGLISH, track, level));
        keep_if_different(comparison);
    }
}

static void compare_cards(struct comparison *comparison)
{
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++) {
        char name[48];
        snprintf(name, sizeof name, "name of %s", holm_progress_names[progress]);
        struct cli_difference *row = add_row(comparison, name, "");
        for (int side = 0; side < 2; side++)
            snprintf(row->value[side], sizeof row->value[side], "%s",
                     holm_progress_title(comparison->rules[side]->edition, HOLM_ENGLISH, progress));
        keep_if_different(comparison);
    }
}

void cli_compare(struct cli_differences *rows, const struct holm_rules *a,
                 const struct holm_rules *b, const char *where)
{
    struct comparison comparison = { rows, { a, b }, where };
    compare_options(&comparison);
    if (!a->knights)
        return;
    compare_event_die(&comparison);
    compare_tracks(&comparison);
    compare_decks(&comparison);
    compare_levels(&comparison);
    compare_cards(&comparison);
}

/* ---------------------------------------------------------------- printing */

/* The width of a column: of its longest text. */
static int widest(const struct cli_differences *rows, size_t offset, const char *title)
{
    int width = (int)strlen(title);
    for (int i = 0; i < rows->count; i++) {
        const int length = (int)strlen((const char *)&rows->at[i] + offset);
        width = length > width ? length : width;
    }
    return width;
}

void cli_print_differences(const struct cli_differences *rows, const char *title,
                           const char *const editions[2])
{
    const int name = widest(rows, offsetof(struct cli_difference, name), title);
    const int a = widest(rows, offsetof(struct cli_difference, value[0]), editions[0]);
    const int b = widest(rows, offsetof(struct cli_difference, value[1]), editions[1]);
    printf("%-*s  %-*s  %s\n", name, title, a, editions[0], editions[1]);
    for (int i = 0; i < rows->count; i++) {
        const struct cli_difference *row = &rows->at[i];
        if (*row->rule)
            printf("%-*s  %-*s  %-*s  %s\n", name, row->name, a, row->value[0], b, row->value[1],
                   row->rule);
        else
            printf("%-*s  %-*s  %s\n", name, row->name, a, row->value[0], row->value[1]);
    }
    if (!rows->count)
        puts("(no difference)");
}
