/* play.c: a game at the terminal. Every action is in the log before the next one is asked for, so
 * that nothing is lost however the game is left. */
#include "cli/play.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/bot_seed.h"
#include "cli/cli.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/paint.h"
#include "cli/table.h"
#include "text/log.h"
#include "text/maps.h"
#include "text/notation.h"

static const struct cli_manual manual = {
    "play", "[OPTION...]",
    "A game in the terminal: you against bots. Choices are numbered; actions can also be typed.\n"
    "Every action goes into a log at once; `quit` leaves, and --resume goes on.",
    0, 0
};

/* ---------------------------------------------------------------- the log */

/* The folder for games: $XDG_STATE_HOME/holm or ~/.local/state/holm; else the present one. */
static void make_folder(char *folder, size_t size)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    struct stat found;
    int length = -1;
    if (state && *state == '/')
        length = snprintf(folder, size, "%s/holm/", state);
    else if (home && *home == '/')
        length = snprintf(folder, size, "%s/.local/state/holm/", home);
    if (length < 0 || (size_t)length >= size) {
        *folder = '\0';
        return;
    }
    for (char *slash = folder + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(folder, 0777);
        *slash = '/';
    }
    if (stat(folder, &found) || !S_ISDIR(found.st_mode))
        *folder = '\0';
}

static void keep_path(struct cli_session *session, const char *path)
{
    if (strlen(path) >= sizeof session->path)
        cli_fail(&manual, "the path of the log is too long");
    strcpy(session->path, path);
}

static void open_log(struct cli_session *session, const char *path)
{
    char folder[300], day[64];
    const time_t now = time(NULL);
    if (path) {
        keep_path(session, path);
        session->log = cli_open_log(session->path);
    } else {
        make_folder(folder, sizeof folder);
        strftime(day, sizeof day, "%Y-%m-%d-%H%M%S", localtime(&now));
        for (int i = 1; !session->log && i < 100; i++) {
            snprintf(session->path, sizeof session->path, i == 1 ? "%s%s.jsonl" : "%s%s-%d.jsonl",
                     folder, day, i);
            session->log = fopen(session->path, "wx");
            if (!session->log && errno != EEXIST)
                break;
        }
    }
    if (!session->log)
        cli_fail(&manual, "cannot write the log %s: %s%s", session->path, strerror(errno),
                 errno == EEXIST ? " (to go on with it: --resume)" : "");
}

/* One line: the header, or an action with what it drew. */
static void write_log(struct cli_session *session, const struct holm_action *action,
                      const char *source)
{
    static char line[HOLM_LOG_LINE_MAX + 1];
    struct holm_writer writer = holm_writer(line, sizeof line);
    if (action)
        holm_log_action(&writer, &session->board, session->actions, action, &session->chance);
    else
        holm_log_header(&writer, &session->board, session->chance.seed, source);
    if (fprintf(session->log, "%s\n", line) < 0 || fflush(session->log))
        cli_fail(&manual, "cannot write the log %s: %s", session->path, strerror(errno));
}

/* ----------------------------------------------------------------- telling */

void cli_print_board(struct cli_session *session, const struct cli_marks *marks, bool ids)
{
    const struct cli_drawing drawing = {
        .colour = session->listener.colour, .ids = ids, .columns = cli_columns(), .marks = marks
    };
    struct holm_view view;
    const int viewer = session->person == HOLM_NONE ? HOLM_SPECTATOR : session->person;
    holm_view(&session->state, viewer, &view);
    putchar('\n');
    cli_draw_text(stdout, &view.seen, &drawing);
    if (!marks)
        cli_print_table(stdout, &view.seen, viewer, drawing.colour);
    session->drawn_turn = view.seen.turns;
}

static void tell(struct cli_session *session, const struct holm_events *events)
{
    for (int i = 0; i < events->count; i++) {
        char *text = session->told[session->told_count % CLI_TOLD];
        struct holm_writer writer = holm_writer(text, CLI_TOLD_LENGTH);
        const struct holm_event event = holm_event_for(&events->at[i], session->listener.viewer);
        if (!cli_put_event(&writer, &session->state, &event, &session->listener))
            continue;
        session->told_count++;
        printf("%s  %s\n", event.kind == HOLM_EV_TURN ? "\n" : "", text);
    }
}

/* ----------------------------------------------------------------- playing */

static void apply(struct cli_session *session, const struct holm_action *action)
{
    struct holm_events events = { .count = 0 };
    const int error =
        holm_apply_past(&session->state, &session->past, action, &session->chance, &events);
    if (error) /* of a bot, or of the engine: the log is good up to here */
        cli_fail(&manual, "%s: action %d was refused: %s", session->path, session->actions + 1,
                 holm_reason(error)->text);
    session->actions++;
    write_log(session, action, NULL);
    holm_bots_tell(session->bots, session->board.rules.players, &session->state, &events);
    tell(session, &events);
}

static bool let_act(struct cli_session *session, int seat)
{
    struct holm_action action;
    struct holm_bot *bot = &session->bots[seat];
    holm_view(&session->state, seat, &session->view);
    if (seat == session->person)
        holm_legal_past(&session->view.seen, &session->past, seat, &session->list);
    else
        holm_legal(&session->view.seen, seat, &session->list); /* bots take nothing back */
    if (seat != session->person)
        holm_bot_choose(bot, &session->view, &session->list, &action);
    else if (!cli_ask(session, &action))
        return false;
    apply(session, &action);
    return true;
}

static void print_end(struct cli_session *session)
{
    session->person = session->person == HOLM_NONE ? HOLM_SPECTATOR : session->person;
    const struct cli_drawing drawing = { .colour = session->listener.colour,
                                         .columns = cli_columns() };
    putchar('\n');
    cli_draw_text(stdout, &session->state, &drawing);
    cli_print_table(stdout, &session->state, HOLM_EVERYBODY, drawing.colour);
    printf("\nThe game is over after %d turns. To see it again: holm replay %s\n",
           session->state.turns, session->path);
}

/* A word that the shell reads as it stands. */
static void print_quoted(const char *text)
{
    putchar('\'');
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text);
    putchar('\'');
}

static void print_farewell(const struct cli_session *session)
{
    if (!strcmp(session->path, "-"))
        return; /* whoever reads it has it */
    printf("\nSaved. To go on: holm play --resume %s", session->path);
    if (session->person != 0)
        printf(" --seat %s",
               session->person == HOLM_NONE ? "none" : holm_seat_names[session->person]);
    if (strcmp(session->bot_names, "greedy")) {
        printf(" --bots ");
        print_quoted(session->bot_names);
    }
    if (session->map_name)
        printf(" --map %s", session->map_name);
    putchar('\n');
}

static void play(struct cli_session *session)
{
    while (!holm_over(&session->state))
        if (!let_act(session, holm_next(&session->state))) {
            print_farewell(session);
            return;
        }
    print_end(session);
}

/* ---------------------------------------------------------------- starting */

static void start_new(struct cli_session *session, const struct cli_setup *setup, const char *path)
{
    struct cli_game game;
    struct holm_trouble trouble = { 0 };
    uint8_t seed[32];
    cli_resolve(&manual, setup, &game);
    if (setup->seed >= 0)
        holm_chance_number(&session->chance, (uint64_t)setup->seed);
    else if (getrandom(seed, sizeof seed, 0) == sizeof seed)
        holm_chance_seed(&session->chance, seed);
    else
        holm_chance_number(&session->chance, (uint64_t)time(NULL));
    if (!cli_deal(&game, &session->chance, &session->board, &trouble))
        cli_fail(&manual, "%s", trouble.text);
    holm_start(&session->state, &session->board);
    open_log(session, path);
    write_log(session, NULL, game.logged);
}

static bool count_draws(void *context, const struct holm_replay *replay)
{
    uint64_t *draws = context;
    *draws += replay->chance.drawn_count;
    return true;
}

/* The draws go on where they stopped: after those of the deal and of all actions. */
static void resume_chance(struct cli_session *session, const struct holm_replay *replay,
                          uint64_t draws)
{
    struct holm_map map;
    struct holm_trouble trouble = { 0 };
    const char *name = session->map_name;
    if (!replay->has_seed)
        cli_fail(&manual, "%s: it has no seed, so the game cannot go on; `holm replay` tells it",
                 session->path);
    if (name && !holm_map_find(name, &map, &trouble))
        cli_fail_file(&manual, name, &trouble);
    if (!holm_log_deal(replay, name ? &map : NULL, &session->chance, &trouble))
        cli_fail_file(&manual, session->path, &trouble);
    session->chance.next += draws;
}

static void start_again(struct cli_session *session, const char *path)
{
    static struct holm_replay replay;
    struct holm_trouble trouble = { 0 };
    uint64_t draws = 0;
    size_t whole = 0;
    char *text = cli_slurp(path, &trouble);
    keep_path(session, path);
    if (!text || !cli_replay_text(text, &replay, count_draws, &draws, &whole, &trouble))
        cli_fail_file(&manual, path, &trouble);
    resume_chance(session, &replay, draws);
    session->board = replay.board;
    session->state = replay.state;
    session->state.board = &session->board;
    session->past = replay.past;
    session->actions = replay.actions;
    const bool ends = whole && text[whole - 1] == '\n';
    if (text[whole])
        cli_warn_cut(path);
    free(text);
    if (truncate(path, (off_t)whole) || !(session->log = fopen(path, "a")))
        cli_fail(&manual, "cannot go on with %s: %s", path, strerror(errno));
    if (!ends)
        fputc('\n', session->log);
    printf("The game goes on after %d actions. Log: %s\n", session->actions, session->path);
}

static void seat_bots(struct cli_session *session, const struct cli_setup *setup)
{
    struct holm_bot_order orders[HOLM_SEATS];
    struct cli_bot_seed bot_seed;
    const int players = session->board.rules.players;
    cli_bots(&manual, setup, players, orders);
    cli_bot_seed_start(&bot_seed, setup, orders, players);
    for (int seat = 0; seat < players; seat++) {
        uint64_t seed;
        if (seat == session->person)
            continue;
        memcpy(&seed, session->chance.seed, sizeof seed);
        holm_bot_start(&session->bots[seat], &orders[seat], seat,
                       cli_bot_seed(&bot_seed, seed + (uint64_t)session->actions, seat));
        holm_view(&session->state, seat, &session->view);
        holm_bot_join(&session->bots[seat], &session->view);
    }
}

static int find_person(const char *word, int players)
{
    const int seat = holm_word(holm_seat_names, HOLM_SEATS, word);
    if (!strcmp(word, "none"))
        return HOLM_NONE;
    if (seat < 0 || seat >= players)
        cli_refuse(&manual,
                   "--seat wants one of the first %d of red, blue, white, orange, green, "
                   "brown, violet, black; or none, to watch; not '%s'",
                   players, word);
    return seat;
}

/* A game that goes on keeps its rules, its seed and its log. */
static void check_resumed(const struct cli_setup *setup, const char *path)
{
    const struct cli_setup start = cli_setup_start();
    if (path || setup->setup || setup->seed >= 0 || setup->settings.count ||
        setup->players != start.players || setup->game || strcmp(setup->edition, start.edition))
        cli_refuse(&manual, "--resume goes on with the game as its log has it; with it go only "
                            "--seat, --bots, --bot-seed and --map");
}

int cli_play(int argc, char **argv)
{
    static struct cli_session session;
    struct cli_setup setup = cli_setup_start();
    const char *resumed = NULL, *seat = "red", *path = NULL;
    setup.bots = "greedy";
    const struct cli_option options[] = {
        { "--seat", "COLOUR", "your seat (default red); none: watch the bots", CLI_TEXT, &seat, 0,
          0 },
        { "--log", "FILE",
          "where the log goes; - is standard output (default ~/.local/state/holm/DATE.jsonl)",
          CLI_TEXT, &path, 0, 0 },
        { "--resume", "FILE", "go on with a game from its log", CLI_TEXT, &resumed, 0, 0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, &setup, NULL, argc, argv);
    if (resumed)
        check_resumed(&setup, path);
    session.bot_names = setup.bots;
    session.map_name = setup.map;
    session.drawn_turn = -1;
    session.listener.colour = cli_colour_wanted(stdout);
    if (!resumed)
        find_person(seat, (int)setup.players); /* before a log is begun */
    if (resumed)
        start_again(&session, resumed);
    else
        start_new(&session, &setup, path);
    session.person = find_person(seat, session.board.rules.players);
    session.listener.viewer = session.person == HOLM_NONE ? HOLM_SPECTATOR : session.person;
    seat_bots(&session, &setup);
    if (!resumed)
        printf("holm: %d players on the map %s, first to %d points. `help` helps, `quit` saves.\n"
               "Log: %s\n",
               session.board.rules.players, session.board.map.name, session.board.rules.target,
               session.path);
    else if (session.person != HOLM_NONE)
        cli_print_board(&session, NULL, false);
    play(&session);
    for (int i = 0; i < HOLM_SEATS; i++)
        holm_bot_stop(&session.bots[i]);
    return 0;
}
