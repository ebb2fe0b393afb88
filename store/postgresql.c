/* postgresql.c: a connection to PostgreSQL by libpq, which several servers may share. Writes of a transaction are sent one after the
 * other without waiting (libpq's pipeline), so that a batch takes two round trips, however much is
 * in it: one for all that is written, one for the commit. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/libpq.h"

enum {
    LOCK = 0x484f4c4d,
    START_TENTHS = 50, /* of a second, for another server to go */
    AGAIN_MILLISECONDS = 3000, /* until a database that did not answer in time is asked again */
};

/* ORDER: enum pg_kind; from PostgreSQL's pg_type */
static const Oid kinds[] = { 0, 20, 25, 17, 16, 701 };
enum { OID_BYTES = 17 };

/* -------------------------------------------------------------------- trouble */

bool pg_is_address(const char *path)
{
    return !strncmp(path, "postgresql://", 13) || !strncmp(path, "postgres://", 11);
}

const char *pg_error(const struct pg *pg)
{
    return pg->message;
}

int pg_code(const struct pg *pg)
{
    return pg->code;
}

/* The first line: what follows may quote what was sent. */
int pg_fail(struct pg *pg, int code, const char *text)
{
    pg->code = code;
    snprintf(pg->message, sizeof pg->message, "%.*s", (int)strcspn(text, "\n"), text);
    return code;
}

/* libpq may notice the end of a connection later than its user. */
bool pg_is_alive(const struct pg *pg)
{
    return PQstatus(pg->connection) == CONNECTION_OK && pg->code != SQLITE_CANTOPEN;
}

/* SQLITE_OK where a result is what it should be. */
int pg_judge(struct pg *pg, const PGresult *result, int rows)
{
    if (!result && pg->code == SQLITE_CANTOPEN)
        return pg->code; /* it is known why */
    const ExecStatusType status = PQresultStatus(result);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (status == PGRES_TUPLES_OK)
        return SQLITE_OK;
    if (status == PGRES_COMMAND_OK)
        return rows < 0 || atoi(PQcmdTuples((PGresult *)result)) == rows
                   ? SQLITE_OK
                   : pg_fail(pg, SQLITE_NOTFOUND, "the row is not there any more");
    return pg_fail(pg,
                   !state || !strncmp(state, "57P", 3) || !strncmp(state, "08", 2) ||
                           !strcmp(state, "25P03")
                       ? SQLITE_CANTOPEN
                   : !strncmp(state, "23", 2)                            ? SQLITE_CONSTRAINT
                   : !strncmp(state, "40", 2) || !strcmp(state, "55P03") ? SQLITE_BUSY
                   : !strcmp(state, "53100")                             ? SQLITE_FULL
                                                                         : SQLITE_IOERR,
                   PQresultErrorMessage(result));
}

/* ---------------------------------------------------------------------- waiting */

static int64_t monotonic_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits for the connection; false: it took too long. */
static bool wait_for(struct pg *pg, short events, int64_t until)
{
    struct pollfd file = { .fd = PQsocket(pg->connection), .events = events };
    const int64_t left = until - monotonic_now();
    return left > 0 && poll(&file, 1, (int)left) != 0;
}

/* Whoever is in a hurry does without it for a while: a database that hangs is asked seldom. */
static void give_up(struct pg *pg)
{
    pg->again_at = monotonic_now() + AGAIN_MILLISECONDS;
    pg_fail(pg, SQLITE_CANTOPEN, "it does not answer");
}

static bool is_in_time(struct pg *pg, int64_t until)
{
    while (pg->patience && PQisBusy(pg->connection)) {
        if (!wait_for(pg, POLLIN, until)) {
            give_up(pg);
            return false;
        }
        if (!PQconsumeInput(pg->connection))
            break; /* which PQgetResult tells */
    }
    return true;
}

/* The last answer to what was sent; NULL: the connection is lost. */
PGresult *pg_take_last(struct pg *pg, int sent)
{
    const int64_t until = monotonic_now() + pg->patience;
    PGresult *last = NULL, *next = NULL;
    if (!sent) {
        pg_fail(pg, SQLITE_CANTOPEN, PQerrorMessage(pg->connection));
        return NULL;
    }
    while (is_in_time(pg, until) && (next = PQgetResult(pg->connection))) {
        PQclear(last);
        last = next;
        if (PQstatus(pg->connection) != CONNECTION_OK)
            return last;
    }
    if (pg->code == SQLITE_CANTOPEN) {
        PQclear(last);
        last = NULL;
    }
    return last;
}

void pg_pass_end(struct pg *pg)
{
    if (is_in_time(pg, monotonic_now() + pg->patience))
        PQclear(PQgetResult(pg->connection));
}

/* ------------------------------------------------------------------ connecting */

/* Servers share it; one of a version that must be alone has it alone. */
static bool try_lock(struct pg *pg)
{
    char text[64];
    snprintf(text, sizeof text, "SELECT pg_try_advisory_lock_shared(%d)", LOCK);
    PGresult *result = PQexec(pg->connection, text);
    const bool asked = PQresultStatus(result) == PGRES_TUPLES_OK;
    const bool taken = asked && !strcmp(PQgetvalue(result, 0, 0), "t");
    pg->code = SQLITE_OK;
    if (!asked)
        pg_fail(pg, SQLITE_CANTOPEN, PQerrorMessage(pg->connection));
    else if (!taken)
        pg_fail(pg, SQLITE_BUSY, "an older server is using this database alone; stop it first");
    PQclear(result);
    return taken;
}

/* Whoever had it may have been killed a moment ago, which PostgreSQL notices when it has time. */
static bool take_lock(struct pg *pg, int patience)
{
    while (!try_lock(pg) && pg->code == SQLITE_BUSY && patience-- > 0)
        usleep(100000);
    return !pg->code;
}

/* Who is stopped, or cut off, in the middle of a transaction must not hold up others for long. */
static bool bound_waits(struct pg *pg)
{
    PGresult *result = PQexec(
        pg->connection, "SET idle_in_transaction_session_timeout = 3000; SET lock_timeout = 5000");
    const bool fine = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (!fine)
        pg_fail(pg, SQLITE_CANTOPEN, PQerrorMessage(pg->connection));
    PQclear(result);
    return fine;
}

static bool greet(struct pg *pg, int patience)
{
    pg->generation++;
    pg->begun = pg->piped = false;
    pg->sent = 0;
    pg->code = SQLITE_OK;
    if (!pg_is_alive(pg)) {
        pg_fail(pg, SQLITE_CANTOPEN, PQerrorMessage(pg->connection));
        return false;
    }
    return pg->reader || (take_lock(pg, patience) && bound_waits(pg));
}

/* False: it took too long. */
static bool reset_in_time(struct pg *pg)
{
    const int64_t until = monotonic_now() + pg->patience;
    PostgresPollingStatusType wants = PGRES_POLLING_WRITING;
    if (!PQresetStart(pg->connection))
        return true;
    while (wants == PGRES_POLLING_READING || wants == PGRES_POLLING_WRITING) {
        if (!wait_for(pg, wants == PGRES_POLLING_READING ? POLLIN : POLLOUT, until))
            return false;
        wants = PQresetPoll(pg->connection);
    }
    return true;
}

static bool connect_again(struct pg *pg)
{
    if (monotonic_now() < pg->again_at)
        return false;
    if (!pg->patience) {
        PQreset(pg->connection);
    } else if (!reset_in_time(pg)) {
        give_up(pg);
        return false;
    }
    return greet(pg, 0);
}

bool pg_connected(struct pg *pg)
{
    return pg_is_alive(pg) || connect_again(pg);
}

void pg_hurry(struct pg *pg, int milliseconds)
{
    pg->patience = milliseconds;
}

static void say_nothing(void *context, const char *text)
{
    (void)context;
    (void)text;
}

struct pg *pg_open(const char *address, bool reader, struct holm_trouble *trouble)
{
    /* Whoever does not answer is gone: a network that is cut must not hold us for hours. */
    static const char *const keys[] = { "dbname",          "application_name", "client_encoding",
                                        "connect_timeout", "tcp_user_timeout", NULL };
    const char *const values[] = { address, "holm", "UTF8", "5", "10000", NULL };
    struct pg *pg = calloc(1, sizeof *pg);
    if (!pg) {
        holm_trouble(trouble, 0, "out of memory");
        return NULL;
    }
    pg->reader = reader;
    pg->connection = PQconnectdbParams(keys, values, 1);
    PQsetNoticeProcessor(pg->connection, say_nothing, NULL);
    if (greet(pg, START_TENTHS) && (reader || pg_bring_up(pg, trouble)))
        return pg;
    if (pg->code)
        holm_trouble(trouble, 0, "the database: %s", pg->message);
    pg_close(pg);
    return NULL;
}

void pg_close(struct pg *pg)
{
    if (!pg)
        return;
    PQfinish(pg->connection);
    free(pg);
}

/* ----------------------------------------------------------------------- news */

int pg_listen(struct pg *pg, const char *channel)
{
    char text[64];
    if (!pg_connected(pg))
        return pg->code;
    snprintf(text, sizeof text, "LISTEN %s", channel);
    const int code = pg_execute(pg, text);
    pg->listening = code ? 0 : pg->generation;
    return code;
}

bool pg_await(struct pg *pg, int milliseconds, int stop)
{
    struct pollfd files[] = { { .fd = PQsocket(pg->connection), .events = POLLIN },
                              { .fd = stop, .events = POLLIN } };
    if (pg->listening != pg->generation)
        return false; /* a statement has connected anew since */
    poll(files, 2, milliseconds);
    if (files[0].revents && !PQconsumeInput(pg->connection))
        pg_fail(pg, SQLITE_CANTOPEN, PQerrorMessage(pg->connection));
    return pg_is_alive(pg);
}

bool pg_heard(struct pg *pg, char *text, size_t size)
{
    PGnotify *news = PQnotifies(pg->connection);
    if (!news)
        return false;
    snprintf(text, size, "%s", news->extra);
    PQfreemem(news);
    return true;
}

/* --------------------------------------------------------------- transactions */

int pg_execute(struct pg *pg, const char *text)
{
    const int code = pg_flush(pg);
    if (code)
        return code;
    PGresult *result = pg_take_last(pg, PQsendQuery(pg->connection, text));
    const int got = pg_judge(pg, result, -1);
    PQclear(result);
    if (!pg_is_alive(pg))
        pg->begun = false;
    return got;
}

static int begin_as(struct pg *pg, const char *how)
{
    if (!pg_connected(pg))
        return pg->code;
    int code = pg_execute(pg, how);
    if (code && !pg_is_alive(pg) && connect_again(pg)) /* it was restarted since */
        code = pg_execute(pg, how);
    pg->begun = !code;
    return code;
}

int pg_begin(struct pg *pg)
{
    return begin_as(pg, "BEGIN");
}

int pg_begin_reading(struct pg *pg)
{
    if (pg->recall) {
        recall_moment(pg->recall, true);
        return SQLITE_OK;
    }
    return begin_as(pg, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

/* The answer to one write. */
static int take_answer(struct pg *pg, int rows)
{
    PGresult *result;
    int code = SQLITE_OK;
    while ((result = PQgetResult(pg->connection))) {
        const int got = PQresultStatus(result) == PGRES_PIPELINE_ABORTED
                            ? SQLITE_OK
                            : pg_judge(pg, result, rows);
        code = code ? code : got;
        PQclear(result);
        if (!pg_is_alive(pg))
            return code ? code : pg_fail(pg, SQLITE_CANTOPEN, "the connection is lost");
    }
    return code;
}

int pg_flush(struct pg *pg)
{
    int code = SQLITE_OK;
    if (!pg->piped)
        return SQLITE_OK;
    if (!PQpipelineSync(pg->connection))
        code = pg_fail(pg, SQLITE_CANTOPEN, PQerrorMessage(pg->connection));
    for (int i = 0; i < pg->sent && pg_is_alive(pg); i++) {
        const int got = take_answer(pg, pg->rows[i]);
        code = code ? code : got;
    }
    if (pg_is_alive(pg))
        PQclear(PQgetResult(pg->connection)); /* the end of the pipeline */
    PQexitPipelineMode(pg->connection);
    pg->piped = false;
    pg->sent = 0;
    if (code) {
        const struct pg was = *pg;
        pg_rollback(pg);
        pg_fail(pg, was.code, was.message);
    }
    return code;
}

int pg_commit(struct pg *pg)
{
    if (pg->recall) { /* which has read, and nothing else */
        recall_moment(pg->recall, false);
        return SQLITE_OK;
    }
    int code = pg_flush(pg);
    if (code)
        return code;
    code = pg_execute(pg, "COMMIT");
    pg->begun = false;
    return code;
}

void pg_rollback(struct pg *pg)
{
    if (pg->piped)
        pg_flush(pg);
    if (pg->begun && pg_is_alive(pg))
        PQclear(PQexec(pg->connection, "ROLLBACK"));
    pg->begun = false;
}

bool pg_begun(const struct pg *pg)
{
    return pg->begun;
}

void pg_set_careful(struct pg *pg, bool careful)
{
    pg->careful = careful;
}

bool pg_is_careful(const struct pg *pg)
{
    return pg->careful;
}

/* ----------------------------------------------------------------- statements */

/* ?7 becomes $7, and a plain ? the place behind the last one; what helps SQLite alone is left out. */
static int translate(const char *text, char *to)
{
    static const char hint[] = " INDEXED BY ";
    int last = 0;
    bool quoted = false;
    for (; *text; text++) {
        if (*text == '\'')
            quoted = !quoted;
        if (!quoted && !strncmp(text, hint, sizeof hint - 1)) {
            text += sizeof hint - 1;
            text += strcspn(text, " ") - 1;
            continue;
        }
        if (quoted || *text != '?') {
            *to++ = *text;
            continue;
        }
        char *end;
        const long given = strtol(text + 1, &end, 10);
        const int place = end == text + 1 ? last + 1 : (int)given;
        to += sprintf(to, "$%d", place);
        last = place > last ? place : last;
        text = end - 1;
    }
    *to = '\0';
    return last;
}

struct pg_statement *pg_prepare(struct pg *pg, const char *text, bool kept)
{
    struct pg_statement *statement = calloc(1, sizeof *statement);
    char *own = statement ? malloc(2 * strlen(text) + 1) : NULL;
    if (!own) {
        free(statement);
        pg_fail(pg, SQLITE_NOMEM, "out of memory");
        return NULL;
    }
    statement->pg = pg;
    statement->text = own;
    statement->kept = kept;
    statement->places = translate(text, own);
    snprintf(statement->name, sizeof statement->name, "s%u", pg->names++);
    if (kept) {
        statement->next = pg->kept;
        pg->kept = statement;
    }
    return statement;
}

static void forget_row(struct pg_statement *statement)
{
    for (int i = 0; i < COLUMNS_MOST; i++) {
        free(statement->decoded[i]);
        statement->decoded[i] = NULL;
    }
}

void pg_reset(struct pg_statement *statement)
{
    forget_row(statement);
    if (!statement->lent)
        PQclear(statement->result);
    statement->result = NULL;
    statement->lent = false;
}

void pg_clear(struct pg_statement *statement)
{
    for (int i = 0; i < PLACES_MOST; i++) {
        free(statement->value[i]);
        statement->value[i] = NULL;
    }
}

void pg_end(struct pg_statement *statement)
{
    struct pg_statement **at = &statement->pg->kept;
    while (*at && *at != statement)
        at = &(*at)->next;
    if (*at)
        *at = statement->next;
    pg_reset(statement);
    pg_clear(statement);
    free(statement->text);
    free(statement);
}

static char *room(struct pg_statement *statement, int at, enum pg_kind kind, size_t size)
{
    free(statement->value[at - 1]);
    statement->type[at - 1] = kinds[kind];
    statement->value[at - 1] = size ? malloc(size) : NULL;
    if (size && !statement->value[at - 1])
        abort(); /* rather than write that there is nothing */
    return statement->value[at - 1];
}

void pg_bind_none(struct pg_statement *statement, int at, enum pg_kind kind)
{
    room(statement, at, kind, 0);
}

void pg_bind_number(struct pg_statement *statement, int at, int64_t number)
{
    snprintf(room(statement, at, PG_NUMBER, 24), 24, "%lld", (long long)number);
}

void pg_bind_flag(struct pg_statement *statement, int at, bool flag)
{
    strcpy(room(statement, at, PG_FLAG, 2), flag ? "t" : "f");
}

void pg_bind_real(struct pg_statement *statement, int at, double number)
{
    snprintf(room(statement, at, PG_REAL, 40), 40, "%.17g", number);
}

void pg_bind_text(struct pg_statement *statement, int at, const char *text)
{
    strcpy(room(statement, at, PG_TEXT, strlen(text) + 1), text);
}

void pg_bind_bytes(struct pg_statement *statement, int at, const void *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    char *to = room(statement, at, PG_BYTES, 2 * count + 3);
    *to++ = '\\';
    *to++ = 'x';
    for (size_t i = 0; i < count; i++) {
        *to++ = digits[((const uint8_t *)bytes)[i] / 16];
        *to++ = digits[((const uint8_t *)bytes)[i] % 16];
    }
    *to = '\0';
}

int pg_places(const struct pg_statement *statement)
{
    return statement->places;
}

/* --------------------------------------------------------------------- running */

/* Types are known once it is bound. */
int pg_make_ready(struct pg_statement *statement)
{
    struct pg *pg = statement->pg;
    if (!statement->kept || statement->prepared == pg->generation)
        return SQLITE_OK;
    int code = pg_flush(pg);
    if (code)
        return code;
    PGresult *result =
        pg_take_last(pg, PQsendPrepare(pg->connection, statement->name, statement->text,
                                       statement->places, statement->type));
    code = pg_judge(pg, result, -1);
    PQclear(result);
    if (!code)
        statement->prepared = pg->generation;
    return code;
}

int pg_send(struct pg_statement *statement)
{
    PGconn *connection = statement->pg->connection;
    const char *const *values = (const char *const *)statement->value;
    return statement->kept ? PQsendQueryPrepared(connection, statement->name, statement->places,
                                                 values, NULL, NULL, 0)
                           : PQsendQueryParams(connection, statement->text, statement->places,
                                               statement->type, values, NULL, NULL, 0);
}

/* Runs it and waits for the answer. */
static int run_now(struct pg_statement *statement, int rows)
{
    struct pg *pg = statement->pg;
    int code = pg_flush(pg);
    if (!code)
        code = pg_make_ready(statement);
    if (code)
        return code;
    PQclear(statement->result);
    statement->result = pg_take_last(pg, pg_send(statement));
    code = pg_judge(pg, statement->result, rows);
    if (!pg_is_alive(pg))
        pg->begun = false;
    return code;
}

static int run_first(struct pg_statement *statement)
{
    struct pg *pg = statement->pg;
    const bool alone = !pg->begun; /* it may be tried again on another connection */
    if (pg->recall)
        return recall_run(statement);
    pg->waited++;
    if (alone && !pg_connected(pg))
        return pg->code;
    int code = run_now(statement, -1);
    if (code && alone && !pg_is_alive(pg) && connect_again(pg))
        code = run_now(statement, -1);
    statement->row = -1;
    if (pg->record)
        recall_keep(pg->record, statement, code);
    return code;
}

int pg_step(struct pg_statement *statement)
{
    const int code = statement->result ? SQLITE_OK : run_first(statement);
    forget_row(statement);
    if (code) {
        pg_reset(statement);
        return code;
    }
    return ++statement->row < PQntuples(statement->result) ? SQLITE_ROW : SQLITE_DONE;
}

static int send(struct pg_statement *statement, int rows)
{
    struct pg *pg = statement->pg;
    int code = pg_make_ready(statement);
    if (!code && pg->sent == SENT_MOST)
        code = pg_flush(pg);
    if (code)
        return code;
    if (!pg->piped && !PQenterPipelineMode(pg->connection))
        return pg_fail(pg, SQLITE_CANTOPEN, PQerrorMessage(pg->connection));
    pg->piped = true;
    if (!pg_send(statement))
        return pg_fail(pg, SQLITE_CANTOPEN, PQerrorMessage(pg->connection));
    pg->rows[pg->sent++] = rows;
    return SQLITE_OK;
}

int pg_write(struct pg_statement *statement, int rows)
{
    struct pg *pg = statement->pg;
    if (!pg->begun)
        return pg_fail(pg, SQLITE_MISUSE, "nothing was begun");
    const int code = pg->careful ? run_now(statement, rows) : send(statement, rows);
    pg_reset(statement);
    return code ? code : SQLITE_DONE;
}

/* --------------------------------------------------------------------- reading */

bool pg_is_null(const struct pg_statement *statement, int column)
{
    return !statement->result || statement->row < 0 ||
           statement->row >= PQntuples(statement->result) ||
           PQgetisnull(statement->result, statement->row, column);
}

static const char *value_at(const struct pg_statement *statement, int column)
{
    return PQgetvalue(statement->result, statement->row, column);
}

int64_t pg_number(struct pg_statement *statement, int column)
{
    if (pg_is_null(statement, column))
        return 0;
    const char *text = value_at(statement, column);
    return *text == 't' ? 1 : strtoll(text, NULL, 10);
}

double pg_real(struct pg_statement *statement, int column)
{
    return pg_is_null(statement, column) ? 0 : strtod(value_at(statement, column), NULL);
}

static int digit(char hex)
{
    return hex <= '9' ? hex - '0' : hex - 'a' + 10;
}

static const unsigned char *decode(struct pg_statement *statement, int column)
{
    const char *text = value_at(statement, column);
    const size_t count = strlen(text) / 2 - 1; /* "\\x00ff" */
    if (statement->decoded[column])
        return statement->decoded[column];
    unsigned char *to = statement->decoded[column] = malloc(count + 1);
    if (!to)
        abort(); /* rather than take it for nothing */
    for (size_t i = 0; i < count; i++)
        to[i] = (unsigned char)(16 * digit(text[2 * i + 2]) + digit(text[2 * i + 3]));
    to[count] = '\0'; /* as it may be read as text */
    statement->decoded_count[column] = count;
    return to;
}

const char *pg_text(struct pg_statement *statement, int column)
{
    if (pg_is_null(statement, column))
        return NULL;
    return PQftype(statement->result, column) == OID_BYTES ? (const char *)decode(statement, column)
                                                           : value_at(statement, column);
}

const void *pg_bytes(struct pg_statement *statement, int column, int *count)
{
    *count = 0;
    if (pg_is_null(statement, column))
        return NULL;
    if (PQftype(statement->result, column) != OID_BYTES) {
        *count = PQgetlength(statement->result, statement->row, column);
        return value_at(statement, column);
    }
    const void *bytes = decode(statement, column);
    *count = (int)statement->decoded_count[column];
    return bytes;
}
