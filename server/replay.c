/* replay.c: a finished game once more: its log, frame by frame for one viewer, and the proof that
 * nobody chose its draws. All of it runs on workers. */
#include <stdlib.h>
#include <string.h>

#include "server/cheat.h"
#include "server/server.h"
#include "text/json.h"
#include "text/log.h"
#include "text/maps.h"
#include "text/notation.h"

enum { LOG_MOST = 24 << 20, DEAL_DRAWS_MOST = 2000 };

/* ----------------------------------------------------------------------- log */

struct log_reading {
    struct log_text *log;
    struct holm_trouble *trouble;
    int64_t table; /* 0: there is none */
    int lines; /* so far */
    bool fine;
};

static bool add_line(struct log_reading *reading, const char *line)
{
    struct log_text *log = reading->log;
    const size_t length = strlen(line);
    if (log->used + length + 1 > LOG_MOST)
        return holm_trouble(reading->trouble, 0, "the log is too long");
    if (log->used + length + 1 > log->room) {
        const size_t room = 2 * (log->used + length + 1);
        char *more = realloc(log->text, room);
        if (!more)
            return refusal_tell(reading->trouble, REFUSE_NO_MEMORY);
        log->text = more;
        log->room = room;
    }
    memcpy(log->text + log->used, line, length);
    log->used += length;
    log->text[log->used++] = '\n';
    return true;
}

/* Only what the store itself calls finished: until then a log is nobody's to see. */
static bool read_header(void *context, const struct holm_stored_table *stored)
{
    struct log_reading *reading = context;
    if (stored->state != HOLM_STORE_OVER || !stored->header)
        return false;
    reading->table = stored->id;
    reading->fine = add_line(reading, stored->header);
    return false;
}

static bool read_line(void *context, int number, int64_t at, const char *line, const uint8_t *head)
{
    struct log_reading *reading = context;
    (void)at;
    (void)head;
    if (number != reading->lines + 1)
        return false;
    reading->lines = number;
    reading->fine = add_line(reading, line);
    return reading->fine;
}

/* All lines that the log must have; who signs the end meanwhile adds to them. */
static bool read_lines(struct log_reading *reading, struct holm_store *store)
{
    int must;
    if (!holm_store_length(store, reading->table, &must, reading->trouble) ||
        !holm_store_lines(store, reading->table, 1, read_line, reading, reading->trouble) ||
        !reading->fine)
        return false;
    return (must >= 0 && reading->lines >= must) ||
           holm_trouble(reading->trouble, 0, "line %d of the log is missing", reading->lines + 1);
}

bool log_read(struct desk *desk, const char *code, struct log_text *log,
              struct holm_trouble *trouble)
{
    struct log_reading reading = { .log = log, .trouble = trouble };
    struct holm_store *store = desk_store(desk, trouble);
    if (!store)
        return false;
    refusal_tell(trouble, REFUSE_LOG_UNREAD);
    const bool fine = holm_store_find(store, code, read_header, &reading, trouble) &&
                      reading.fine && read_lines(&reading, store);
    if (!fine)
        desk_clear(desk);
    CHEAT_WITH_LOG(log);
    return fine;
}

/* --------------------------------------------------------------------- proof */

struct proof {
    struct holm_writer *writer;
    int seq;
    bool silent; /* the deal's draws are too many to list */
    uint64_t count;
};

static void put_draw(void *context, const uint8_t *weight, int kinds, int outcome)
{
    struct proof *proof = context;
    struct holm_writer *writer = proof->writer;
    proof->count++;
    if (proof->silent || CHEAT_HIDES_DRAW(proof->count))
        return;
    holm_json_next(writer);
    holm_putf(writer, "{\"seq\":%d,", proof->seq);
    if (weight) {
        holm_put(writer, "\"weights\":[");
        for (int i = 0; i < kinds; i++)
            holm_putf(writer, "%s%d", i ? "," : "", weight[i]);
        holm_put(writer, "],");
    } else {
        holm_putf(writer, "\"of\":%d,", kinds);
    }
    holm_putf(writer, "\"outcome\":%d}", outcome);
}

/* Deals and seats again, as told to the witness. */
static bool prove_deal(const struct holm_replay *replay, struct holm_chance *chance,
                       struct holm_trouble *trouble)
{
    struct holm_map map;
    struct holm_fair fair = replay->fair;
    if (!replay->has_seed || !holm_source_find(replay->source, &map, trouble))
        return false;
    const struct holm_chance told = *chance;
    holm_chance_seed(chance, replay->seed);
    chance->witness = told.witness;
    chance->witness_context = told.witness_context;
    if (holm_deal(&map, &replay->board.rules, chance))
        return false;
    if (replay->has_fair)
        holm_fair_seat(&fair, chance);
    return true;
}

static void put_old_fair(struct holm_writer *writer, const struct holm_fair *fair)
{
    holm_json_key(writer, "fair");
    holm_fair_put(writer, fair, NULL);
    holm_json_put_bytes(writer, "commit", fair->commit, HOLM_HASH_BYTES);
    holm_json_put_bytes(writer, "secret", fair->secret, HOLM_HASH_BYTES);
    holm_json_key(writer, "entropy");
    holm_put_char(writer, '[');
    for (int i = 0; i < fair->chairs; i++) {
        holm_put(writer, i ? ",\"" : "\"");
        holm_put_hex_bytes(writer, fair->share[i].entropy, HOLM_HASH_BYTES);
        holm_put_char(writer, '"');
    }
    holm_put_char(writer, ']');
}

/* What there is to check in a log of version 1 besides its lines. */
static void put_old_proof(struct holm_writer *writer, const struct holm_replay *replay)
{
    if (replay->has_fair)
        put_old_fair(writer, &replay->fair);
    holm_json_put_bytes(writer, "seed", replay->seed, HOLM_HASH_BYTES);
}

static void put_proof_head(struct holm_writer *writer, const struct holm_replay *replay,
                           uint64_t first)
{
    holm_put_char(writer, '{');
    if (replay->version == 1)
        put_old_proof(writer, replay);
    holm_json_put_number(writer, "first", (long long)first);
    holm_json_key(writer, "draws");
    holm_put_char(writer, '[');
}

/* How many draws the deal took: usually few, but a map with many bans is dealt again and again. */
static uint64_t count_deal(const struct holm_replay *replay, struct holm_trouble *trouble)
{
    struct holm_writer nowhere = holm_writer(NULL, 0);
    struct proof counting = { .writer = &nowhere, .silent = true };
    struct holm_chance chance = { .witness = put_draw, .witness_context = &counting };
    return prove_deal(replay, &chance, trouble) ? counting.count : 0;
}

static bool put_lines(struct holm_writer *writer, FILE *log, char *line,
                      struct holm_trouble *trouble)
{
    int got;
    rewind(log);
    holm_json_key(writer, "log");
    holm_put_char(writer, '[');
    while ((got = holm_log_next(log, line, trouble)) > 0) {
        holm_json_next(writer);
        holm_json_string(writer, line);
    }
    holm_put_char(writer, ']');
    return got == 0;
}

/* Plays a log from its seed; every draw is told what it was of. */
bool proof_put(struct holm_writer *writer, FILE *log, struct holm_trouble *trouble)
{
    struct proof proof = { .writer = writer };
    struct holm_chance chance = { .witness = put_draw, .witness_context = &proof };
    struct holm_replay *replay = malloc(sizeof *replay);
    char *line = malloc(HOLM_LOG_LINE_MAX + 1);
    bool fine = (replay && line) || refusal_tell(trouble, REFUSE_NO_MEMORY);
    if (fine)
        holm_replay_start(replay);
    while (fine && holm_log_next(log, line, trouble) > 0) {
        const bool header = replay->line == 0;
        struct holm_state before = replay->state;
        struct holm_past past = replay->past;
        fine = holm_replay_line(replay, line, trouble);
        if (fine && header) {
            const uint64_t deal = count_deal(replay, trouble);
            proof.silent = deal > DEAL_DRAWS_MOST;
            put_proof_head(writer, replay, proof.silent ? deal : 0);
            fine = prove_deal(replay, &chance, trouble);
            proof.silent = false;
        } else if (fine && replay->kind == HOLM_LINE_ACTION) {
            proof.seq = replay->actions;
            fine = !holm_apply_past(&before, &past, &replay->action, &chance, NULL);
        }
    }
    holm_put_char(writer, ']');
    fine = fine && put_lines(writer, log, line, trouble);
    holm_put_char(writer, '}');
    free(line);
    free(replay);
    return fine;
}

/* -------------------------------------------------------------------- replay */

static int next_line(void *context, char line[HOLM_LOG_LINE_MAX + 1], struct holm_trouble *trouble)
{
    return holm_log_next(context, line, trouble);
}

bool replay_put(struct holm_writer *writer, FILE *log, int viewer, const char (*names)[NAME_SIZE],
                struct holm_trouble *trouble)
{
    const struct lines lines = { next_line, log };
    struct holm_trouble none;
    bool has_seed;
    if (!film_put(writer, &lines, viewer, names, &has_seed, trouble))
        return false;
    holm_json_key(writer, "proof");
    const size_t mark = writer->used;
    rewind(log);
    if (!has_seed || !proof_put(writer, log, &none)) {
        writer->used = mark;
        holm_put(writer, "null");
    }
    holm_put_char(writer, '}');
    return true;
}
