/* load_cmd.c: `holm load`: many tables of random players on real WebSockets, to see how a server
 * holds up. Players read what they are sent and answer from their lists, like any client. */
#include "cli/load_cmd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "bots/bots.h"
#include "cli/cli.h"
#include "cli/load_wire.h"
#include "cli/options.h"

static const struct cli_manual manual = {
    "load", "[OPTION...]",
    "Plays many games at once against a running server, with random players on WebSockets, and\n"
    "prints actions a second, the time from sending an action to its acknowledgement, errors, and\n"
    "the server's memory. Start the server with limits that allow it, such as\n"
    "`holm serve --connections-each 0 --sockets-each 0 --tables-each 0 --tables 0 --disk-each 0\n"
    "--chairs-each 0 --unsent-each 0 --requests 100000 --heavy 100000 --messages 100000`.",
    0, 0
};

enum {
    ACTION_MAX = 512,
    TOKEN_MAX = 64,
    CODE_MAX = 16,
    MESSAGE_MAX = ACTION_MAX + 256,
    CONNECTING_MOST = 64,
    TICK = 2
};

struct load;

struct player {
    struct load *load;
    struct load_wire *wire;
    int table;
    char token[TOKEN_MAX];
    char seat[12];
    bool greeted, asked;
    int seq, id;
    int64_t sent; /* when the action under way was sent; 0: none is */
    char action[ACTION_MAX]; /* one of the list, chosen at random; "" : none */
    struct load_signer signer;
};

struct game {
    char code[CODE_MAX];
    int64_t due;
    bool news; /* since it was last looked who could act */
    bool over;
};

struct load {
    const char *host;
    struct cli_texts also; /* ports of further nodes */
    bool sticky; /* all players of a table go to the same */
    long port, games, seconds, players;
    double rate;
    uv_loop_t loop;
    uv_timer_t timer;
    struct game *game;
    struct player *player;
    struct holm_random random;
    long next_connect, ready, closed;
    bool running;
    int64_t start, end;
    float *samples; /* milliseconds */
    long sample_count, sample_room;
    long sent, refused, errors, over;
};

static int64_t now_microseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* ------------------------------------------------------------------- reading */

/* Behind the object that starts here. */
static const char *skip_object(const char *at)
{
    int depth = 0;
    do {
        depth += *at == '{';
        depth -= *at == '}';
        at++;
    } while (*at && depth);
    return at;
}

/* Takes one of the listed actions, all alike, in one pass. */
static void choose(struct player *player, const char *message)
{
    const char *at = strstr(message, "\"list\":{\"actions\":[");
    uint32_t seen = 0;
    player->action[0] = '\0';
    if (!at)
        return;
    for (at = strchr(at, '[') + 1; *at == '{' || *at == ',';) {
        at += *at == ',';
        const char *end = skip_object(at);
        const size_t length = (size_t)(end - at);
        if (length < ACTION_MAX && !holm_random_below(&player->load->random, ++seen)) {
            memcpy(player->action, at, length);
            player->action[length] = '\0';
        }
        at = end;
    }
}

static bool is_waited_for(const struct player *player, const char *message)
{
    char quoted[16];
    const char *at = strstr(message, "\"waiting\":{\"for\":[");
    if (!at)
        return false;
    snprintf(quoted, sizeof quoted, "\"%s\"", player->seat);
    const char *found = strstr(at, quoted), *end = strchr(strchr(at, '['), ']');
    return found && end && found < end;
}

static int number_after(const char *message, const char *key)
{
    const char *at = strstr(message, key);
    return at ? atoi(at + strlen(key)) : -1;
}

static void note_sample(struct load *load, int64_t microseconds)
{
    if (load->sample_count == load->sample_room) {
        load->sample_room = load->sample_room ? 2 * load->sample_room : 65536;
        load->samples = realloc(load->samples, (size_t)load->sample_room * sizeof(float));
        if (!load->samples)
            abort();
    }
    load->samples[load->sample_count++] = (float)microseconds / 1000;
}

static void take_message(struct player *player, const char *message)
{
    struct load *load = player->load;
    static const char played[] = "{\"type\":\"played\"", position[] = "{\"type\":\"position\"";
    static const char ack[] = "{\"type\":\"ack\"", refused[] = "{\"type\":\"refused\"";
    const bool first = !strncmp(message, position, sizeof position - 1);
    char answer[MESSAGE_MAX];
    load->game[player->table].news = true;
    if (first)
        load_member(message, "viewer", player->seat, sizeof player->seat);
    if (first || !strncmp(message, played, sizeof played - 1)) {
        player->seq = number_after(message, "\"seq\":");
        load_take_head(&player->signer, message);
        choose(player, message);
        player->asked = is_waited_for(player, message);
        load->ready += !player->greeted && first;
        player->greeted = player->greeted || first;
    } else if (!strncmp(message, ack, sizeof ack - 1)) {
        if (player->sent)
            note_sample(load, now_microseconds() - player->sent);
        player->sent = 0;
    } else if (!strncmp(message, refused, sizeof refused - 1)) {
        load->refused++;
        player->sent = 0;
    } else if (!strncmp(message, "{\"type\":\"welcome\"", 17)) {
        load_say_pledge(answer, sizeof answer, &player->signer);
        load_wire_send(player->wire, answer, strlen(answer));
    } else if (!strncmp(message, "{\"type\":\"round\"", 15)) {
        load_say_reveal(answer, sizeof answer, &player->signer, message);
        load_wire_send(player->wire, answer, strlen(answer));
    } else if (!strncmp(message, "{\"type\":\"over\"", 14)) {
        load->over += !load->game[player->table].over;
        load->game[player->table].over = true;
    } else if (!strncmp(message, "{\"type\":\"error\"", 15)) {
        if (!load->errors++)
            fprintf(stderr, "holm load: the first error: %.200s\n", message);
    }
}

static void hear(void *user, const char *text)
{
    struct player *player = user;
    if (text)
        take_message(player, text);
    else
        player->load->closed++;
}

/* -------------------------------------------------------------------- writing */

static void say_hello(struct player *player)
{
    char message[MESSAGE_MAX];
    load_signer_make(&player->signer);
    load_say_hello(message, sizeof message, player->load->game[player->table].code, player->token);
    load_wire_send(player->wire, message, strlen(message));
}

static void act(struct player *player)
{
    char message[MESSAGE_MAX];
    load_say_act(message, sizeof message, &player->signer, ++player->id, player->seq,
                 player->action);
    player->asked = false;
    player->sent = now_microseconds();
    player->load->sent++;
    load_wire_send(player->wire, message, strlen(message));
}

/* ---------------------------------------------------------------------- nodes */

/* Where a player of a table goes, of several servers that share a database. */
static int port_of(const struct load *load, long table, long seat)
{
    const long node = (table + (load->sticky ? 0 : seat)) % (load->also.count + 1);
    return (int)(node ? atol(load->also.at[node - 1]) : load->port);
}

/* -------------------------------------------------------------------- driving */

/* A few at a time, so that the server is not asked for thousands at once. */
static void connect_next(struct load *load)
{
    const long all = load->games * load->players;
    for (int i = 0; i < CONNECTING_MOST && load->next_connect < all; i++) {
        const long next = load->next_connect++;
        struct player *player = &load->player[next];
        player->wire =
            load_wire_open(&load->loop, load->host,
                           port_of(load, next / load->players, next % load->players), hear, player);
        if (player->wire)
            say_hello(player);
        else if (!load->errors++)
            fprintf(stderr, "holm load: cannot connect\n");
    }
}

/* One of the players a table waits for; nobody while an answer is due or news has not reached all.
 */
static struct player *next_player(struct load *load, long table)
{
    const struct player *first = &load->player[table * load->players];
    struct player *found = NULL;
    uint32_t seen = 0;
    for (long i = 0; i < load->players; i++) {
        struct player *player = &load->player[table * load->players + i];
        if (player->sent || player->seq != first->seq)
            return NULL;
        if (player->wire && player->asked && player->action[0] &&
            !holm_random_below(&load->random, ++seen))
            found = player;
    }
    return found;
}

static void on_tick(uv_timer_t *timer)
{
    struct load *load = timer->data;
    const int64_t now = now_microseconds();
    const int64_t step = (int64_t)(1e6 / load->rate);
    connect_next(load);
    for (long i = 0; load->running && i < load->games; i++) {
        struct game *game = &load->game[i];
        if (game->due > now || !game->news || game->over)
            continue;
        struct player *player = next_player(load, i);
        game->news = false;
        if (!player)
            continue;
        game->due = now - game->due > step ? now + step : game->due + step;
        act(player);
    }
}

/* --------------------------------------------------------------------- tables */

static bool make_table(struct load *load, long i)
{
    char body[128], path[64], name[48];
    snprintf(body, sizeof body,
             "{\"name\":\"p0\",\"rules\":{\"game\":\"base\",\"players\":%ld},\"start\":\"full\"}",
             load->players);
    for (long p = 0; p < load->players; p++) {
        struct player *player = &load->player[i * load->players + p];
        snprintf(path, sizeof path, "/api/tables/%s/join", load->game[i].code);
        snprintf(name, sizeof name, "{\"name\":\"p%ld\"}", p);
        char *answer = load_request(load->host, port_of(load, i, p), "POST",
                                    p ? path : "/api/tables", p ? name : body);
        const bool fine = load_member(answer, "code", load->game[i].code, CODE_MAX) &&
                          load_member(answer, "token", player->token, TOKEN_MAX);
        if (!fine)
            fprintf(stderr, "holm load: no table: %.200s\n", answer ? answer : "no answer");
        free(answer);
        if (!fine)
            return false;
        player->load = load;
        player->table = (int)i;
    }
    return true;
}

static void progress(const char *what, long done, long all)
{
    fprintf(stderr, "\r%s: %ld of %ld%s", what, done, all, done == all ? "\n" : "");
}

static bool make_tables(struct load *load)
{
    for (long i = 0; i < load->games; i++) {
        if (!make_table(load, i))
            return false;
        if (i % 50 == 49 || i + 1 == load->games)
            progress("tables", i + 1, load->games);
    }
    return true;
}

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double quantile(const struct load *load, double share)
{
    const long at = (long)((double)load->sample_count * share);
    return load->sample_count ? load->samples[at < load->sample_count ? at : at - 1] : 0;
}

static void report(struct load *load, long empty, long full)
{
    const double seconds = (double)(now_microseconds() - load->start) / 1e6;
    qsort(load->samples, (size_t)load->sample_count, sizeof(float), by_size);
    printf("tables %ld  sockets %ld  seconds %.1f\n", load->games, load->ready, seconds);
    printf("actions %ld  a second %.1f\n", load->sample_count,
           (double)load->sample_count / seconds);
    printf("acknowledged after ms: p50 %.2f  p99 %.2f  p999 %.2f  most %.2f\n", quantile(load, 0.5),
           quantile(load, 0.99), quantile(load, 0.999), quantile(load, 1));
    printf("refused %ld  errors %ld  closed %ld  games over %ld\n", load->refused, load->errors,
           load->closed, load->over);
    printf("server memory: %.1f MiB, %.1f KiB a table (%.1f MiB before)\n", (double)full / 1048576,
           (double)(full - empty) / 1024 / (double)load->games, (double)empty / 1048576);
}

static void run(struct load *load)
{
    const long sockets = load->games * load->players;
    int64_t shown = 0;
    uv_timer_start(&load->timer, on_tick, 0, TICK);
    while (load->ready < sockets && !load->errors && uv_run(&load->loop, UV_RUN_ONCE))
        if (now_microseconds() - shown > 200000) {
            shown = now_microseconds();
            fprintf(stderr, "\rsockets: %ld of %ld", load->ready, sockets);
        }
    fputc('\n', stderr);
    load->start = now_microseconds();
    load->end = load->start + load->seconds * 1000000;
    for (long i = 0; i < load->games; i++)
        load->game[i].due = load->start + (int64_t)holm_random_below(&load->random, 1000000);
    load->running = true;
    while (now_microseconds() < load->end && uv_run(&load->loop, UV_RUN_ONCE))
        ;
    load->running = false;
}

static void raise_limit(void)
{
    struct rlimit limit;
    if (!getrlimit(RLIMIT_NOFILE, &limit)) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static void open_loop(struct load *load)
{
    uv_loop_init(&load->loop);
    uv_timer_init(&load->loop, &load->timer);
    load->timer.data = load;
}

static void close_loop(struct load *load)
{
    for (long i = 0; i < load->games * load->players; i++)
        if (load->player[i].wire)
            load_wire_close(load->player[i].wire);
    uv_close((uv_handle_t *)&load->timer, NULL);
    uv_run(&load->loop, UV_RUN_DEFAULT);
    uv_loop_close(&load->loop);
}

int cli_load(int argc, char **argv)
{
    struct load load = {
        .host = "127.0.0.1", .port = 8080, .games = 100, .seconds = 30, .players = 4
    };
    const char *rate = "1";
    const struct cli_option options[] = {
        { "--host", "NAME", "the server (127.0.0.1)", CLI_TEXT, &load.host, 0, 0 },
        { "--port", "N", "its port (8080)", CLI_NUMBER, &load.port, 1, 65535 },
        { "--also", "PORT", "of another node that shares its database; players are spread over all",
          CLI_TEXTS, &load.also, 0, 0 },
        { "--sticky", NULL, "all players of a table go to the same node", CLI_YES, &load.sticky, 0,
          0 },
        { "--games", "N", "tables (100)", CLI_NUMBER, &load.games, 1, 100000 },
        { "--players", "N", "at each (4)", CLI_NUMBER, &load.players, 2, 8 },
        { "--seconds", "N", "how long (30)", CLI_NUMBER, &load.seconds, 1, 86400 },
        { "--rate", "N", "actions a second at each table, such as 0.5 (1)", CLI_TEXT, &rate, 0, 0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, NULL, NULL, argc, argv);
    load.rate = atof(rate);
    if (load.rate <= 0 || load.rate > 1000)
        cli_refuse(&manual, "--rate is a number above 0, up to 1000");
    raise_limit();
    holm_random_seed(&load.random, (uint64_t)now_microseconds());
    load.game = calloc((size_t)load.games, sizeof *load.game);
    load.player = calloc((size_t)(load.games * load.players), sizeof *load.player);
    if (!load.game || !load.player)
        cli_fail(&manual, "out of memory");
    open_loop(&load);
    const long empty = load_server_bytes(load.host, (int)load.port);
    if (!empty)
        cli_fail(&manual, "no server answers at %s, port %ld", load.host, load.port);
    if (!make_tables(&load))
        cli_fail(&manual, "the server refuses tables; see holm load --help for its limits");
    run(&load);
    report(&load, empty, load_server_bytes(load.host, (int)load.port));
    close_loop(&load);
    free(load.samples);
    free(load.player);
    free(load.game);
    return load.errors || load.refused || load.closed ? 1 : 0;
}
