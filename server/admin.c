/* admin.c: what whoever runs the server may ask for, with a token that was shown once: how busy it
 * is, who sits where; to remove a person or a table, announce a restart, make a backup. It shows
 * what the lobby would show of any table, and nothing of what is hidden in a game. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/server.h"
#include "store/people.h"
#include "text/json.h"
#include "text/notation.h"

static const char stored_as[] = "admin"; /* in the store's house */

/* --------------------------------------------------------------------- token */

static bool keep_token(struct server *server, struct holm_trouble *trouble)
{
    struct holm_store *store = batch_finish(server);
    uint8_t kept[HOLM_HASH_BYTES];
    memcpy(kept, server->admin.token, sizeof kept);
    if (server->node && !server->settings.new_admin_token) /* another may start at this moment */
        return holm_store_keep_value(store, stored_as, kept, sizeof kept, trouble) &&
               (!memcmp(kept, server->admin.token, sizeof kept) ||
                holm_trouble(trouble, 0, "another node has made one"));
    return holm_store_begin(store, trouble) &&
           holm_store_set_value(store, stored_as, server->admin.token, HOLM_HASH_BYTES, trouble) &&
           holm_store_commit(store, trouble);
}

void admin_open(struct server *server)
{
    struct admin *admin = &server->admin;
    struct holm_trouble trouble;
    uint8_t value[HOLM_STORE_VALUE_MOST];
    char token[64];
    int length;
    admin->since = monotonic_milliseconds();
    admin->open = holm_store_value(server->store, stored_as, value, &length, &trouble) &&
                  length == HOLM_HASH_BYTES;
    if (admin->open)
        memcpy(admin->token, value, HOLM_HASH_BYTES);
    if (admin->open && !server->settings.new_admin_token)
        return;
    table_make_token(token, sizeof token, admin->token);
    admin->open = keep_token(server, &trouble);
    if (admin->open)
        printf("Admin token, shown this once: %s\n"
               "It opens the page with #admin behind its address.\n",
               token);
    else
        fprintf(stderr, "holm serve: no admin token can be kept: %s\n", trouble.text);
    fflush(stdout);
    sodium_memzero(token, sizeof token);
}

/* In constant time, also where there is none. */
static bool is_token(const struct admin *admin, const char *token)
{
    uint8_t hash[HOLM_HASH_BYTES];
    table_hash_token(token, hash);
    return !sodium_memcmp(hash, admin->token, sizeof hash) && admin->open;
}

/* -------------------------------------------------------------------- orders */

/* A request, read. */
struct order {
    struct server *server;
    struct address *by;
    const char *code; /* of a table, or NULL */
    int chair, minutes; /* -1: not given */
    const struct table *table; /* to which something was done that is not written yet; or NULL */
    bool waits; /* the same of what is nobody's */
    bool named; /* somebody on a leaderboard is: */
    uint8_t person[ALIAS_BYTES];
};

static void note(const struct order *order, const char *what)
{
    fprintf(stderr, "holm serve: admin at %s: %s\n", order->by->text, what);
}

static void note_table(const struct order *order, const char *what)
{
    char text[96];
    snprintf(text, sizeof text, "%s %s", what, order->code);
    note(order, text);
}

/* NULL: the answer says why. */
static struct table *find_table(const struct order *order, struct answer *answer)
{
    const char *code = order->code ? order->code : "";
    struct table *table = table_look_up(order->server, code);
    if (!table)
        answer_error(answer, table_absence(order->server, code)->refusal);
    return table;
}

static bool look(struct order *order, struct answer *answer)
{
    (void)order;
    (void)answer;
    return true;
}

/* Does something to a table, and waits until it is written: a database elsewhere may take its time, so
 * that there the answer does. */
static bool carry_through(struct order *order, struct answer *answer,
                          bool (*act)(const struct order *order, struct table *table,
                                      struct answer *answer))
{
    struct table *table = find_table(order, answer);
    if (!table || !act(order, table, answer))
        return false;
    order->table = order->server->node ? table : NULL;
    if (order->table || batch_finish_table(order->server, table))
        return true;
    answer_error(answer, REFUSE_NOT_STORED);
    return false;
}

static bool close_table(const struct order *order, struct table *table, struct answer *answer)
{
    (void)answer;
    note_table(order, "removes table");
    batch_table(table); /* before anybody is told */
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello)
            connection_error(at, REFUSE_CLOSED_BY_ADMIN);
    table->forgotten = true;
    return true;
}

static bool remove_table(struct order *order, struct answer *answer)
{
    return carry_through(order, answer, close_table);
}

/* Before the start the chair is free again; in a game a bot plays on, and the token opens nothing. */
static void take_chair(struct table *table, int chair)
{
    if (table->state == HOLM_STORE_WAITING) {
        people_cut_off(table, chair, REFUSE_REMOVED_BY_ADMIN);
        seats_free(table, chair);
    } else {
        people_expel(table, chair, REFUSE_REMOVED_BY_ADMIN);
        if (!table->game && table->state == HOLM_STORE_PLAYING)
            keeping_wake_again(table->server, table->id);
    }
    table_mark(table);
}

static bool cut_off(const struct order *order, struct table *table, struct answer *answer)
{
    char what[64];
    if (table->revealing || table->state == HOLM_STORE_OVER || order->chair < 0 ||
        order->chair >= table->chairs || table->chair[order->chair].kind != CHAIR_PERSON) {
        answer_error(answer, table->revealing ? REFUSE_REVEALING : REFUSE_NOBODY_TO_REMOVE);
        return false;
    }
    snprintf(what, sizeof what, "removes who sits in chair %d of table", order->chair);
    note_table(order, what);
    take_chair(table, order->chair);
    return true;
}

static bool remove_person(struct order *order, struct answer *answer)
{
    return carry_through(order, answer, cut_off);
}

/* Who is meant, of those on the leaderboards. */
struct sought {
    const struct order *order;
    int64_t person; /* 0: nobody yet */
};

static bool compare(void *context, const char *family, const struct holm_standing *standing)
{
    struct sought *sought = context;
    uint8_t alias[ALIAS_BYTES];
    (void)family;
    alias_of_person(sought->order->server, standing->person, alias);
    if (standing->person && !memcmp(alias, sought->order->person, sizeof alias))
        sought->person = standing->person;
    return !sought->person;
}

struct hiding {
    struct deed deed;
    int64_t person;
    bool hidden;
};

static bool write_hiding(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    const struct hiding *hiding = (struct hiding *)deed;
    return holm_store_hide_name(store, hiding->person, hiding->hidden, trouble);
}

static bool set_name_hidden(struct order *order, bool hidden, struct answer *answer)
{
    struct server *server = order->server;
    struct sought sought = { order, 0 };
    struct holm_trouble trouble;
    for (int i = 0; i < HOLM_GAMES && order->named && !sought.person; i++)
        holm_store_standings(server->store, holm_game_names[i], HOLM_STANDINGS_MOST, compare,
                             &sought, &trouble);
    if (!sought.person || reading_wants(server)) {
        answer_error(answer, REFUSE_NOBODY_ON_BOARD);
        return false;
    }
    note(order, hidden ? "hides a name on the leaderboards" : "shows a name again");
    struct hiding *hiding = (struct hiding *)deed_new(sizeof *hiding, write_hiding);
    hiding->person = sought.person;
    hiding->hidden = hidden;
    batch_add(server, NULL, &hiding->deed);
    order->waits = true;
    return true;
}

static bool hide_name(struct order *order, struct answer *answer)
{
    return set_name_hidden(order, true, answer);
}

static bool show_name(struct order *order, struct answer *answer)
{
    return set_name_hidden(order, false, answer);
}

static bool announce(struct order *order, struct answer *answer)
{
    char text[64];
    if (order->minutes < 0) {
        answer_error_because(answer, REFUSE_BAD_FORM, "\"minutes\" is missing");
        return false;
    }
    snprintf(text, sizeof text, "announces a restart in %d min", order->minutes);
    note(order, text);
    notice_set(order->server, monotonic_milliseconds() + (int64_t)order->minutes * 60000);
    return true;
}

static bool recall(struct order *order, struct answer *answer)
{
    (void)answer;
    note(order, "takes the announcement back");
    notice_set(order->server, 0);
    return true;
}

/* -------------------------------------------------------------------- backup */

struct copying {
    struct job job;
    char *to;
    struct holm_store_sum sum;
    struct holm_trouble trouble;
    bool fine;
};

static void copy(struct job *job, struct desk *desk)
{
    struct copying *copying = (struct copying *)job;
    copying->fine =
        holm_store_backup(desk->database, copying->to, &copying->sum, &copying->trouble);
}

static void drop(struct job *job)
{
    free(((struct copying *)job)->to);
    free(job);
}

static void copied(struct server *server, struct job *job)
{
    const struct copying *copying = (struct copying *)job;
    server->admin.backup = copying->fine ? BACKUP_DONE : BACKUP_FAILED;
    if (!copying->fine)
        holm_trouble(&server->admin.why, 0, "%s", copying->trouble.text);
    if (copying->fine)
        fprintf(stderr, "holm serve: the backup %s is there\n", copying->to);
    else
        fprintf(stderr, "holm serve: the backup failed: %s\n", copying->trouble.text);
    drop(job);
}

/* "holm.db-20261116-150405.backup", beside the database. */
static char *name_copy(const char *database)
{
    const time_t now = time(NULL);
    struct tm parts;
    const size_t size = strlen(database) + 32;
    char *name = malloc(size), when[20];
    gmtime_r(&now, &parts);
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &parts);
    if (name)
        snprintf(name, size, "%s-%s.backup", database, when);
    return name;
}

static bool back_up(struct order *order, struct answer *answer)
{
    struct admin *admin = &order->server->admin;
    if (admin->backup == BACKUP_RUNNING) {
        answer_error(answer, REFUSE_BACKUP_RUNNING);
        return false;
    }
    if (!holm_store_is_file(order->server->settings.database)) {
        answer_error(answer, REFUSE_BACKUP_ELSEWHERE);
        return false;
    }
    struct copying *copying = calloc(1, sizeof *copying);
    char *to = name_copy(order->server->settings.database);
    if (!copying || !to) {
        free(copying);
        free(to);
        answer_error(answer, REFUSE_NO_MEMORY);
        return false;
    }
    note(order, "makes a backup");
    copying->job = (struct job){ .work = copy, .done = copied, .drop = drop };
    copying->to = to;
    const char *slash = strrchr(to, '/');
    snprintf(admin->file, sizeof admin->file, "%s", slash ? slash + 1 : to);
    admin->backup = BACKUP_RUNNING;
    workers_give(order->server->replays, &copying->job);
    return true;
}

/* ------------------------------------------------------------------- answering */

static const struct {
    const char *name;
    bool (*act)(struct order *order, struct answer *answer); /* false: refused */
} orders[] = {
    { "look", look },
    { "remove-table", remove_table },
    { "remove-person", remove_person },
    { "hide-name", hide_name },
    { "show-name", show_name },
    { "announce", announce },
    { "recall", recall },
    { "back-up", back_up },
};
enum { ORDERS = sizeof orders / sizeof *orders, MINUTES_MOST = 120 };

static bool read_order(const json_t *json, struct order *order, const char **token, int *what,
                       struct holm_trouble *trouble)
{
    static const char *const keys[] = {
        "token", "do", "table", "chair", "minutes", "person", NULL
    };
    const char *word;
    if (!holm_json_only(json, "an order", keys, trouble) ||
        !holm_json_get_text(json, "token", token, trouble) ||
        !holm_json_get_text(json, "do", &word, trouble))
        return false;
    for (*what = 0; *what < ORDERS && strcmp(orders[*what].name, word);)
        ++*what;
    if (*what == ORDERS)
        return holm_trouble(trouble, 0, "\"do\" is none of what can be done");
    order->named = json_object_get(json, "person");
    if (order->named && !holm_json_get_bytes(json, "person", order->person, ALIAS_BYTES, trouble))
        return false;
    return (!json_object_get(json, "table") ||
            holm_json_get_text(json, "table", &order->code, trouble)) &&
           (!json_object_get(json, "chair") ||
            holm_json_get_number(json, "chair", 0, HOLM_SEATS - 1, &order->chair, trouble)) &&
           (!json_object_get(json, "minutes") ||
            holm_json_get_number(json, "minutes", 1, MINUTES_MOST, &order->minutes, trouble));
}

/* What the answer shows is read before anything is done. */
static bool has_overview(const struct order *order, struct answer *answer)
{
    if (order->server->node)
        overview_put(&answer->body, order->server);
    return !reading_wants(order->server);
}

static void carry_out(const json_t *json, struct order *order, struct answer *answer)
{
    struct holm_trouble trouble;
    const char *token;
    int what;
    if (!read_order(json, order, &token, &what, &trouble)) {
        answer_error_because(answer, REFUSE_BAD_FORM, trouble.text);
    } else if (!is_token(&order->server->admin, token)) {
        log_line("a wrong admin token came from %s", order->by->text);
        answer_error(answer, REFUSE_ADMIN_TOKEN);
    } else if (has_overview(order, answer) && orders[what].act(order, answer)) {
        answer->body.used = 0; /* what was settled has used the same room */
        overview_put(&answer->body, order->server);
        if (order->table || order->waits)
            answer_when_stored(order->server, order->by, order->table, answer);
    }
}

void admin_answer(struct server *server, const struct request *request, struct answer *answer)
{
    struct order order = { .server = server, .by = request->address, .chair = -1, .minutes = -1 };
    struct holm_trouble trouble;
    if (!limit_take(server, HOLM_LIMIT_ADMIN, &request->address->admin)) {
        answer_error(answer, REFUSE_REQUESTS_TOO_FAST);
        return;
    }
    json_t *json = holm_json_load(request->body, &trouble);
    if (json)
        carry_out(json, &order, answer);
    else
        answer_error_because(answer, REFUSE_BAD_FORM, trouble.text);
    json_decref(json);
}
