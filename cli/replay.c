/* replay.c: tells a log in words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/board.h"
#include "cli/cli.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/paint.h"
#include "cli/table.h"
#include "cli/words.h"
#include "text/json.h"
#include "text/notation.h"

static const struct cli_manual manual = {
    "replay", "[OPTION...] LOG",
    "Tells what happened in a log, action by action, and draws the last position.", 1, 1
};

struct telling {
    struct cli_listener listener;
    long to;
    bool json, positions;
};

static void put_position(struct holm_writer *writer, const struct holm_state *state, int viewer)
{
    struct holm_view view;
    holm_view(state, viewer, &view);
    holm_put(writer, "\"state\":");
    holm_json_state(writer, &view.seen);
}

/* {"n":3,"action":{...},"events":[...]}; where somebody gave up, "line":"resign" for the action */
static void tell_json(const struct telling *telling, const struct holm_replay *replay)
{
    static char text[1 << 18];
    struct holm_writer writer = holm_writer(text, sizeof text);
    const struct holm_action *action = &replay->action;
    const int viewer = telling->listener.viewer;
    holm_putf(&writer, "{\"n\":%d", replay->actions);
    if (replay->kind != HOLM_LINE_ACTION) {
        holm_putf(&writer, ",\"line\":\"%s\"", holm_line_names[replay->kind]);
        if (replay->action.seat < HOLM_SEATS)
            holm_putf(&writer, ",\"by\":\"%s\"", holm_seat_names[replay->action.seat]);
    } else if (viewer == HOLM_EVERYBODY || viewer == action->seat) {
        holm_put(&writer, ",\"action\":"); /* another's action may tell what is hidden */
        holm_json_action(&writer, &replay->board, action);
    }
    holm_put(&writer, ",\"events\":[");
    for (int i = 0; i < replay->events.count; i++) {
        const struct holm_event event = holm_event_for(&replay->events.at[i], viewer);
        if (i)
            holm_put_char(&writer, ',');
        holm_json_event(&writer, &replay->board, &event);
    }
    holm_put_char(&writer, ']');
    if (telling->positions) {
        holm_put_char(&writer, ',');
        put_position(&writer, &replay->state, viewer);
    }
    holm_put_char(&writer, '}');
    puts(text);
}

/* What people did besides playing. */
static void tell_people(const struct telling *telling, const struct holm_replay *replay)
{
    char text[256];
    struct holm_writer writer = holm_writer(text, sizeof text);
    if (replay->kind == HOLM_LINE_AGREED) {
        holm_put(&writer, "All agree to end the game: nobody has won.");
    } else {
        cli_put_seat(&writer, replay->action.seat, telling->listener.colour);
        holm_put(&writer, replay->kind == HOLM_LINE_RESIGN ? " gives up." : " is played by ");
        if (replay->kind == HOLM_LINE_CHAIR)
            holm_putf(&writer, "%s from here on.", replay->name);
    }
    printf("%5d  %s\n", replay->actions, text);
}

static void tell_words(const struct telling *telling, const struct holm_replay *replay)
{
    if (replay->kind != HOLM_LINE_ACTION)
        tell_people(telling, replay);
    for (int i = 0; i < replay->events.count; i++) {
        char text[512];
        struct holm_writer writer = holm_writer(text, sizeof text);
        const struct holm_event event =
            holm_event_for(&replay->events.at[i], telling->listener.viewer);
        if (event.kind == HOLM_EV_TURN)
            putchar('\n');
        if (cli_put_event(&writer, &replay->state, &event, &telling->listener))
            printf("%5d  %s\n", replay->actions, text);
    }
}

static void check_viewer(const struct telling *telling, const struct holm_replay *replay)
{
    const int viewer = telling->listener.viewer, players = replay->board.rules.players;
    if (viewer < HOLM_SEATS && viewer >= players)
        cli_refuse(&manual, "--view %s: the game has %d players", holm_seat_names[viewer], players);
}

static bool tell(void *context, const struct holm_replay *replay)
{
    const struct telling *telling = context;
    check_viewer(telling, replay);
    if (telling->json)
        tell_json(telling, replay);
    else
        tell_words(telling, replay);
    return replay->actions < telling->to;
}

static void print_state(const struct holm_state *state, const struct telling *telling)
{
    static char text[1 << 17];
    struct holm_view view;
    struct holm_writer writer = holm_writer(text, sizeof text);
    const struct cli_drawing drawing = { .colour = telling->listener.colour,
                                         .columns = cli_columns() };
    if (telling->json) {
        put_position(&writer, state, telling->listener.viewer);
        printf("{%s}\n", text);
        return;
    }
    holm_view(state, telling->listener.viewer, &view);
    putchar('\n');
    cli_draw_text(stdout, &view.seen, &drawing);
    cli_print_table(stdout, &view.seen, telling->listener.viewer, drawing.colour);
}

int cli_replay(int argc, char **argv)
{
    static struct cli_texts files;
    static struct holm_replay replay;
    struct telling telling = { .listener = { .viewer = HOLM_EVERYBODY }, .to = 1 << 30 };
    struct holm_trouble trouble = { 0 };
    const char *viewer = NULL;
    size_t whole = 0;
    const struct cli_option options[] = {
        { "--to", "N", "stop after action N", CLI_NUMBER, &telling.to, 0, 1 << 30 },
        { "--view", "SEAT", "only what that seat (or `spectator`) could know", CLI_TEXT, &viewer, 0,
          0 },
        { "--json", NULL, "as JSON, a line for each action, the position last", CLI_YES,
          &telling.json, 0, 0 },
        { "--positions", NULL, "with --json: the position after each action, too", CLI_YES,
          &telling.positions, 0, 0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, NULL, &files, argc, argv);
    if (viewer)
        telling.listener.viewer = !strcmp(viewer, "spectator")
                                      ? HOLM_SPECTATOR
                                      : holm_word(holm_seat_names, HOLM_SEATS, viewer);
    if (telling.listener.viewer < 0)
        cli_refuse(&manual, "--view wants a seat such as red, or spectator, not '%s'", viewer);
    if (telling.positions && !telling.json)
        cli_refuse(&manual, "--positions goes with --json");
    telling.listener.colour = !telling.json && cli_colour_wanted(stdout);
    char *text = cli_slurp(files.at[0], &trouble);
    if (!text)
        cli_fail_file(&manual, files.at[0], &trouble);
    if (telling.to == 0) /* the position before the first action */
        text[strcspn(text, "\n")] = '\0';
    if (!cli_replay_text(text, &replay, tell, &telling, &whole, &trouble))
        cli_fail_file(&manual, files.at[0], &trouble);
    check_viewer(&telling, &replay);
    if (text[whole] && replay.actions < telling.to)
        cli_warn_cut(files.at[0]);
    free(text);
    print_state(&replay.state, &telling);
    return 0;
}
