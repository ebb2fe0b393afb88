/* play_talk.c: understands what is typed in a game. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/paint.h"
#include "cli/play.h"
#include "cli/table.h"
#include "text/notation.h"

/* ---------------------------------------------------------------- questions */

static void print_help(const struct cli_session *session)
{
    puts("\n  Type the number of a choice, or an action:\n"
         "    roll                          end\n"
         "    road 0,2NE                    settlement 0,2N          city 0,2N\n"
         "    bank 4 wood for ore           robber 0,2 from blue\n"
         "    offer 2 wood for ore          offer wood for ore to blue,white\n"
         "    accept · decline              conclude with blue · withdraw\n"
         "    discard 2 wood 1 ore          take wood ore            undo");
    if (session->board.rules.knights != 0)
        puts("    improve trade                 wall 0,2N\n"
             "    recruit 0,2N                  activate 0,2N            promote 0,2N\n"
             "    move 0,2N to 0,1S             displace 0,2N to 0,1S    chase 0,2N\n"
             "    merchant 0,2 · spy at blue · crane trade · wedding: progress cards");
    if (session->board.rules.ships)
        puts("    ship 0,2NE                    sail 0,2NE to 0,1E       pirate 0,2 from blue\n"
             "    claim great-wall · wonder");
    if (!session->board.rules.knights)
        puts("    buy                           knight · road-building · plenty · monopoly ore");
    puts("  A hex is named by q,r; a corner is a hex and N NE SE S SW NW; a side is a hex and\n"
         "  NE E SE SW W NW. `ids` shows the names on the board.\n"
         "  Also: board · ids · players · costs · log · help · quit (r rolls, e ends the turn)\n");
}

static bool can_be_bought(const struct holm_rules *rules, enum holm_purchase purchase)
{
    switch (purchase) {
    case HOLM_BUY_ROAD:
    case HOLM_BUY_SETTLEMENT:
    case HOLM_BUY_CITY:
        return true;
    case HOLM_BUY_DEVELOPMENT:
        return !rules->knights;
    case HOLM_BUY_WALL:
        return rules->knights && rules->walls;
    case HOLM_BUY_KNIGHT:
    case HOLM_BUY_PROMOTION:
    case HOLM_BUY_ACTIVATION:
    case HOLM_BUY_MEDICINE:
        return rules->knights;
    case HOLM_BUY_SHIP:
        return rules->ships;
    case HOLM_PURCHASES:
        break;
    }
    return false;
}

static void print_costs(const struct cli_session *session)
{
    /* ORDER: enum holm_purchase */
    static const char *const names[HOLM_PURCHASES] = {
        "road",   "settlement", "city",       "development card",    "wall",
        "knight", "promotion",  "activation", "city, with its card", "ship",
    };
    const struct holm_rules *rules = &session->board.rules;
    const bool knights = rules->knights != 0;
    for (int i = 0; i < HOLM_PURCHASES; i++) {
        char text[128];
        struct holm_writer writer = holm_writer(text, sizeof text);
        if (!can_be_bought(rules, (enum holm_purchase)i))
            continue;
        cli_put_cards(&writer, &rules->cost[i]);
        printf("  %-19s %s\n", names[i], text);
    }
    for (int track = 0; knights && track < HOLM_TRACKS; track++)
        printf("  %s 1 to 5%*s 1 to 5 %s\n", holm_track_names[track],
               12 - (int)strlen(holm_track_names[track]), "",
               holm_card_names[rules->track_commodity[track]]);
    printf("  bank:");
    for (int card = 0; card < session->board.card_kinds; card++)
        printf(" %s%d %s", card ? " " : "", holm_rate(&session->view.seen, session->person, card),
               holm_card_names[card]);
    puts(knights ? "\n        for 1 other" : "  for 1 other");
}

static void print_told(const struct cli_session *session)
{
    const int first = session->told_count > CLI_TOLD ? session->told_count - CLI_TOLD : 0;
    for (int i = first; i < session->told_count; i++)
        printf("  %s\n", session->told[i % CLI_TOLD]);
}

/* Answers a question about the game; false: it was none. */
static bool answered(struct cli_session *session, const char *word)
{
    if (!strcmp(word, "help") || !strcmp(word, "?") || !strcmp(word, "h"))
        print_help(session);
    else if (!strcmp(word, "board") || !strcmp(word, "b"))
        cli_print_board(session, NULL, false);
    else if (!strcmp(word, "ids"))
        cli_print_board(session, NULL, true);
    else if (!strcmp(word, "players") || !strcmp(word, "p"))
        cli_print_table(stdout, &session->view.seen, session->person, session->listener.colour);
    else if (!strcmp(word, "costs"))
        print_costs(session);
    else if (!strcmp(word, "log"))
        print_told(session);
    else
        return false;
    return true;
}

/* ------------------------------------------------------------------ actions */

/* At these steps cards alone say enough: "2 wood ore" is then "discard 2 wood ore". */
static const char *implied_kind(const struct cli_session *session, const char *line)
{
    static const uint8_t kinds[] = { HOLM_DO_DISCARD, HOLM_DO_TAKE, HOLM_DO_GIVE, HOLM_DO_PICK };
    const char *word = line + strspn(line, "0123456789 ");
    char first[16];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(word, " "), word);
    if (holm_word(holm_card_names, HOLM_CARDS, first) < 0)
        return NULL;
    for (size_t i = 0; i < sizeof kinds; i++)
        for (int j = 0; j < session->list.count; j++)
            if (session->list.at[j].kind == kinds[i])
                return holm_kind_info[kinds[i]].name;
    return NULL;
}

/* An action in notation that the game accepts; otherwise says why not. */
static bool read_action(struct cli_session *session, const char *line, struct holm_action *action)
{
    struct holm_outcomes outcomes;
    struct holm_trouble trouble = { 0 };
    char whole[300];
    const char *implied = implied_kind(session, line);
    snprintf(whole, sizeof whole, "%s%s%.200s", implied ? implied : "", implied ? " " : "", line);
    if (!holm_read_action(&session->board, session->person, whole, action, &outcomes, &trouble)) {
        printf("  %s (`help` shows what can be typed)\n", trouble.text);
        return false;
    }
    if (outcomes.count || action->seat != session->person) {
        puts(outcomes.count ? "  Chance decides that, not you." : "  That is not your seat.");
        return false;
    }
    holm_complete_action(&session->view.seen, action);
    const int error = holm_check_past(&session->view.seen, &session->past, action);
    if (!error)
        return true;
    const struct holm_reason *reason = holm_reason(error);
    printf("  No: %s%s%s%s\n", reason->text, *reason->rule ? " [" : "", reason->rule,
           *reason->rule ? "]" : "");
    return false;
}

/* ---------------------------------------------------------------- listening */

/* A line without blanks around it and in small letters, but for places: 0,2ne is 0,2NE. */
static bool read_line(const char *prompt, char *line, size_t size)
{
    printf("%s", prompt);
    fflush(stdout);
    if (!fgets(line, (int)size, stdin))
        return false;
    const bool whole = strchr(line, '\n') || feof(stdin);
    for (int c = whole ? '\n' : getchar(); c != '\n' && c != EOF;) /* the rest of an endless line */
        c = getchar();
    size_t length = strcspn(line, "\r\n");
    while (length && isspace((unsigned char)line[length - 1]))
        length--;
    line[length] = '\0';
    memmove(line, line + strspn(line, " \t"), strlen(line + strspn(line, " \t")) + 1);
    for (size_t i = 0; line[i]; i++) {
        const bool in_place =
            i && (isdigit((unsigned char)line[i - 1]) || (isupper((unsigned char)line[i - 1])));
        line[i] =
            (char)(in_place ? toupper((unsigned char)line[i]) : tolower((unsigned char)line[i]));
    }
    return true;
}

/* A whole number; false: it is something else. */
static bool read_number(const char *line, int *number)
{
    char *end;
    const long value = strtol(line, &end, 10);
    if (end == line || *end)
        return false;
    *number = value < 0 || value > 100000 ? 100000 : (int)value;
    return true;
}

enum cli_said cli_listen(struct cli_session *session, const char *prompt, int most, int *number,
                         struct holm_action *action)
{
    char line[256];
    while (read_line(prompt, line, sizeof line)) {
        if (!strcmp(line, "quit") || !strcmp(line, "q") || !strcmp(line, "exit"))
            return CLI_SAID_QUIT;
        if (!*line)
            return CLI_SAID_NOTHING;
        if (!strcmp(line, "0") || !strcmp(line, "back"))
            return CLI_SAID_BACK;
        if (answered(session, line))
            continue;
        if (!strcmp(line, "r") || !strcmp(line, "e"))
            strcpy(line, *line == 'r' ? "roll" : "end");
        if (!read_number(line, number)) {
            if (read_action(session, line, action))
                return CLI_SAID_ACTION;
        } else if (*number >= 1 && *number <= most) {
            return CLI_SAID_NUMBER;
        } else if (most) {
            printf("  There is no choice %s; take 1 to %d.\n", line, most);
        } else {
            puts("  There are no numbers here: type an offer, such as `offer 2 wood for ore`; "
                 "Enter goes back.");
        }
    }
    putchar('\n');
    return CLI_SAID_QUIT;
}
