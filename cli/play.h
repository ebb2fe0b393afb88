/* play.h: a game at the terminal. play.c keeps the game and its log, play_menu.c asks the person
 * what to do and play_choose.c where and with whom, play_request.c says why something is asked,
 * play_talk.c understands what is typed. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include <stdio.h>

#include "bots/bots.h"
#include "cli/board.h"
#include "cli/words.h"
#include "engine/holm.h"

enum { CLI_TOLD = 60, CLI_TOLD_LENGTH = 400 };

struct cli_session {
    struct holm_board board;
    struct holm_state state;
    struct holm_past past;
    struct holm_chance chance;
    struct holm_bot bots[HOLM_SEATS];
    int person; /* the seat at the terminal; HOLM_NONE: bots only */
    struct cli_listener listener;
    FILE *log;
    char path[512]; /* of the log */
    const char *bot_names, *map_name; /* as they were given; the map may be NULL */
    int actions;
    int drawn_turn; /* the turn for which the board was drawn last */
    char told[CLI_TOLD][CLI_TOLD_LENGTH]; /* the latest sentences, in a ring */
    int told_count;
    /* while the person is asked: */
    struct holm_view view;
    struct holm_list list;
};

/* What the person said. */
enum cli_said {
    CLI_SAID_NUMBER, /* one of the choices */
    CLI_SAID_ACTION, /* an action in notation */
    CLI_SAID_NOTHING, /* an empty line: goes back, too, where it does not roll */
    CLI_SAID_BACK, /* 0, or back */
    CLI_SAID_QUIT /* quit, or the end of the input */
};
/* Waits for a number up to `most` or an action; answers everything else by itself. */
enum cli_said cli_listen(struct cli_session *session, const char *prompt, int most, int *number,
                         struct holm_action *action);
/* Asks the person for an action until there is one. False: the person quits. */
bool cli_ask(struct cli_session *session, struct holm_action *action);

/* Asks which of the listed actions of a kind is meant, where there is more than one. */
enum cli_said cli_choose(struct cli_session *session, int kind, const char *prompt,
                         struct holm_action *action);
/* " at 0,2N", ": Market (trade 1) for 1 cloth": what the only action of a kind would do. */
void cli_put_only(struct holm_writer *writer, const struct cli_session *session, int kind);
/* What is asked and why, where the rules interrupt the turn. */
void cli_print_request(const struct cli_session *session);
/* One of two: what the variant's city yields, what a forced trade is about. */
void cli_put_either(struct holm_writer *writer, const struct cli_session *session,
                    const struct holm_action *action);

/* The board with the players and one's own hand; `marks` or NULL. */
void cli_print_board(struct cli_session *session, const struct cli_marks *marks, bool ids);

#endif
