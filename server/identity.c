/* identity.c: who somebody is. A person is an Ed25519 key that their browser made; there are no
 * passwords. To prove it they sign a challenge: it is fresh, is good for a minute, for one purpose
 * and for the name by which they reached us, and is taken once. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "store/people.h"
#include "text/digest.h"
#include "text/json.h"
#include "text/notation.h"

static const char *const purpose_names[PURPOSES] = { "sit", "read", "forget" };

enum { IDLE_DAYS = 30 }; /* for which a key without a finished game is kept */

/* ---------------------------------------------------------------- challenges */

struct challenge {
    uint8_t nonce[NONCE_BYTES];
    int64_t until;
    uint8_t seal[SEAL_BYTES];
};

/* Where nodes share a database, a challenge of one is good at all of them. */
bool identity_open(struct server *server, struct holm_trouble *trouble)
{
    struct challenges *challenges = &server->challenges;
    randombytes_buf(challenges->secret, sizeof challenges->secret);
    return !server->node || holm_store_keep_value(server->store, "challenges", challenges->secret,
                                                  sizeof challenges->secret, trouble);
}

/* By which challenges grow old: all nodes have the same. */
static int64_t time_of(const struct server *server)
{
    return server->node ? run_milliseconds() : monotonic_milliseconds();
}

static void seal(struct server *server, const struct challenge *challenge, int purpose,
                 uint8_t seal[SEAL_BYTES])
{
    const struct challenges *challenges = &server->challenges;
    uint8_t text[NONCE_BYTES + sizeof challenge->until + 1];
    memcpy(text, challenge->nonce, NONCE_BYTES);
    memcpy(text + NONCE_BYTES, &challenge->until, sizeof challenge->until);
    text[sizeof text - 1] = (uint8_t)purpose;
    crypto_generichash(seal, SEAL_BYTES, text, sizeof text, challenges->secret,
                       sizeof challenges->secret);
}

void identity_challenge(struct server *server, const struct request *request, struct answer *answer)
{
    static const char *const keys[] = { "purpose", NULL };
    struct holm_trouble trouble;
    struct challenge challenge;
    uint8_t bytes[CHALLENGE_BYTES];
    int purpose;
    json_t *json = holm_json_load(request->body, &trouble);
    const bool fine =
        json && holm_json_only(json, "asking for a challenge", keys, &trouble) &&
        holm_json_get_word(json, "purpose", purpose_names, PURPOSES, &purpose, &trouble);
    json_decref(json);
    if (!fine) {
        answer_error_because(answer, REFUSE_BAD_FORM, trouble.text);
        return;
    }
    randombytes_buf(challenge.nonce, sizeof challenge.nonce);
    challenge.until = time_of(server) + 1000LL * CHALLENGE_SECONDS;
    seal(server, &challenge, purpose, challenge.seal);
    memcpy(bytes, challenge.nonce, NONCE_BYTES);
    memcpy(bytes + NONCE_BYTES, &challenge.until, sizeof challenge.until);
    memcpy(bytes + NONCE_BYTES + sizeof challenge.until, challenge.seal, SEAL_BYTES);
    holm_put_char(&answer->body, '{');
    holm_json_put_bytes(&answer->body, "challenge", bytes, sizeof bytes);
    holm_json_put_number(&answer->body, "seconds", CHALLENGE_SECONDS);
    holm_put_char(&answer->body, '}');
}

static struct challenge challenge_from(const uint8_t bytes[CHALLENGE_BYTES])
{
    struct challenge challenge;
    memcpy(challenge.nonce, bytes, NONCE_BYTES);
    memcpy(&challenge.until, bytes + NONCE_BYTES, sizeof challenge.until);
    memcpy(challenge.seal, bytes + NONCE_BYTES + sizeof challenge.until, SEAL_BYTES);
    return challenge;
}

/* Whether a challenge is one of ours, for this purpose, and its time is not over. */
static bool is_fresh(struct server *server, const struct challenge *challenge, int purpose)
{
    uint8_t own[SEAL_BYTES];
    seal(server, challenge, purpose, own);
    return !sodium_memcmp(own, challenge->seal, sizeof own) && challenge->until > time_of(server);
}

/* Notes that a challenge is used; false: it was before, or too many are. */
static bool use_up(struct server *server, const struct challenge *challenge)
{
    struct challenges *challenges = &server->challenges;
    const int64_t now = time_of(server);
    struct holm_trouble trouble;
    bool before;
    const int64_t made = challenge->until - 1000LL * CHALLENGE_SECONDS;
    if (server->node) /* what was over when this one was made is forgotten */
        return holm_store_use_up(server->store, challenge->nonce, NONCE_BYTES, challenge->until,
                                 made, &before, &trouble) &&
               !before;
    int room = -1;
    for (int i = 0; i < CHALLENGES_MOST; i++) {
        const struct used_challenge *used = &challenges->used[i];
        if (used->until <= now)
            room = i;
        else if (!memcmp(used->nonce, challenge->nonce, NONCE_BYTES))
            return false;
    }
    if (room < 0)
        return false;
    memcpy(challenges->used[room].nonce, challenge->nonce, NONCE_BYTES);
    challenges->used[room].until = challenge->until;
    return true;
}

/* ---------------------------------------------------------------------- proofs */

struct proof {
    uint8_t key[HOLM_KEY_BYTES];
    uint8_t challenge[CHALLENGE_BYTES];
    uint8_t signature[HOLM_SIGNATURE_BYTES];
};

static bool read_proof(const json_t *json, struct proof *proof, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "key", "challenge", "signature", NULL };
    return holm_json_only(json, "\"person\"", keys, trouble) &&
           holm_json_get_bytes(json, "key", proof->key, sizeof proof->key, trouble) &&
           holm_json_get_bytes(json, "challenge", proof->challenge, sizeof proof->challenge,
                               trouble) &&
           holm_json_get_bytes(json, "signature", proof->signature, sizeof proof->signature,
                               trouble);
}

/* "holm/2 person", then "sit", "example.org:8080" and the challenge, a line each. */
static bool is_signed_at(const char *host, const struct proof *proof, int purpose)
{
    char text[512];
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_putf(&writer, "%s\n%s\n", purpose_names[purpose], host);
    holm_put_hex_bytes(&writer, proof->challenge, sizeof proof->challenge);
    const struct holm_part part = { text, writer.used };
    return !writer.full && holm_signed(proof->key, "holm/2 person\n", &part, 1, proof->signature);
}

/* By the name that was asked for, where it is ours, or one by which people know us behind a proxy. */
static bool is_signed(const struct server *server, const struct request *request,
                      const struct proof *proof, int purpose)
{
    const struct holm_serve_settings *settings = &server->settings;
    if (known_as(server, request) && is_signed_at(request->host, proof, purpose))
        return true;
    for (int i = 0; i < settings->origin_count; i++) {
        const char *name = strstr(settings->origins[i], "://");
        if (name && is_signed_at(name + 3, proof, purpose))
            return true;
    }
    return false;
}

/* The key that was proven, or the answer says why not. A challenge whose signature does not hold is
 * not used up: whoever reads one on its way cannot spoil it. */
static bool prove(struct server *server, const struct request *request, const json_t *json,
                  int purpose, uint8_t key[HOLM_KEY_BYTES], struct answer *answer)
{
    struct holm_trouble trouble;
    struct proof proof;
    if (!read_proof(json, &proof, &trouble)) {
        answer_error_because(answer, REFUSE_BAD_FORM, trouble.text);
        return false;
    }
    const struct challenge challenge = challenge_from(proof.challenge);
    if (!is_fresh(server, &challenge, purpose)) {
        answer_error(answer, REFUSE_STALE_PROOF);
        return false;
    }
    if (!is_signed(server, request, &proof, purpose)) {
        answer_error(answer, REFUSE_FORGED_PROOF);
        return false;
    }
    if (!request->again && !use_up(server, &challenge)) {
        answer_error(answer, REFUSE_STALE_PROOF);
        return false;
    }
    memcpy(key, proof.key, HOLM_KEY_BYTES);
    return true;
}

/* ------------------------------------------------------------------- sitting down */

/* Somebody whom the store does not have yet, or who is about to sit down. */
struct newcomer {
    int64_t person;
    uint8_t key[HOLM_KEY_BYTES];
    uint64_t batch;
};

static struct newcomer *find_newcomer(const struct server *server,
                                      const uint8_t key[HOLM_KEY_BYTES])
{
    for (int i = 0; i < server->newcomer_count; i++)
        if (!memcmp(server->newcomers[i].key, key, HOLM_KEY_BYTES))
            return &server->newcomers[i];
    return NULL;
}

/* Their number, if they have one: it is theirs until this batch is written, too. 0: none. */
static int64_t number_again(struct server *server, const uint8_t key[HOLM_KEY_BYTES])
{
    struct newcomer *newcomer = find_newcomer(server, key);
    if (!newcomer)
        return 0;
    newcomer->batch = batch_number(server);
    return newcomer->person;
}

static bool note_newcomer(struct server *server, const uint8_t key[HOLM_KEY_BYTES], int64_t *person,
                          struct holm_trouble *trouble)
{
    if (server->newcomer_count == server->newcomer_room) {
        const int room = server->newcomer_room ? 2 * server->newcomer_room : 16;
        void *more = realloc(server->newcomers, (size_t)room * sizeof *server->newcomers);
        if (!more)
            return refusal_tell(trouble, REFUSE_NO_MEMORY);
        server->newcomers = more;
        server->newcomer_room = room;
    }
    struct holm_numbers *numbers = &server->person_numbers;
    if (numbers->next == numbers->end &&
        !holm_store_numbers(server->store, "people", numbers, trouble))
        return false;
    *person = numbers->next++;
    struct newcomer *newcomer = &server->newcomers[server->newcomer_count++];
    newcomer->person = *person;
    newcomer->batch = batch_number(server);
    memcpy(newcomer->key, key, HOLM_KEY_BYTES);
    return true;
}

void identity_settle(struct server *server, uint64_t batch)
{
    int kept = 0;
    for (int i = 0; i < server->newcomer_count; i++)
        if (server->newcomers[i].batch > batch)
            server->newcomers[kept++] = server->newcomers[i];
    server->newcomer_count = kept;
}

/* The number that somebody has, or will have: it is written with the table where they sit down. */
static bool meet(struct server *server, const uint8_t key[HOLM_KEY_BYTES], const char *name,
                 int family, struct sitter *sitter, struct holm_trouble *trouble)
{
    struct meeting *meeting = &server->meeting;
    struct holm_standing standing;
    if (!holm_store_person(server->store, key, &sitter->person, trouble))
        return false;
    if (!sitter->person)
        sitter->person = number_again(server, key);
    if (!sitter->person && !note_newcomer(server, key, &sitter->person, trouble))
        return false;
    if (!holm_store_rating(server->store, holm_game_names[family], sitter->person, NULL, &standing,
                           trouble))
        return false;
    sitter->rating = holm_rating_shown(&standing.rating);
    meeting->person = sitter->person;
    memcpy(meeting->key, key, HOLM_KEY_BYTES);
    snprintf(meeting->name, sizeof meeting->name, "%s", name);
    return true;
}

void identity_met(struct table *table)
{
    struct meeting *meeting = &table->server->meeting;
    if (meeting->person)
        batch_add(
            table->server, table,
            deed_meet(meeting->person, meeting->key, meeting->name, run_milliseconds() / 1000));
    meeting->person = 0;
}

bool identity_sit(struct server *server, const struct request *request, const json_t *json,
                  const char *name, int family, struct sitter *sitter, struct answer *answer)
{
    const json_t *person = json_object_get(json, "person");
    uint8_t key[HOLM_KEY_BYTES];
    struct holm_trouble trouble;
    *sitter = (struct sitter){ 0 };
    if (!person || json_is_null(person))
        return true;
    if (!prove(server, request, person, PURPOSE_SIT, key, answer))
        return false;
    if (meet(server, key, name, family, sitter, &trouble))
        return true;
    answer_error(answer, REFUSE_NOT_STORED);
    return false;
}

bool identity_read(struct server *server, const struct request *request, enum purpose purpose,
                   int64_t *person, struct answer *answer)
{
    static const char *const keys[] = { "person", NULL };
    uint8_t key[HOLM_KEY_BYTES];
    struct holm_trouble trouble;
    if (!request_take_heavy(server, request, answer))
        return false;
    json_t *json = holm_json_load(request->body, &trouble);
    bool fine = json && holm_json_only(json, "a proof", keys, &trouble);
    if (!fine)
        answer_error_because(answer, REFUSE_BAD_FORM, trouble.text);
    else
        fine = prove(server, request, json_object_get(json, "person"), purpose, key, answer);
    json_decref(json);
    if (fine && !holm_store_person(server->store, key, person, &trouble)) {
        answer_error_because(answer, REFUSE_STORE_UNREAD, trouble.text);
        return false;
    }
    if (fine && !*person && purpose == PURPOSE_FORGET)
        *person = number_again(server, key); /* who has just come */
    return fine;
}

struct pruning {
    struct deed deed;
    int64_t before;
};

static bool write_pruning(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    return holm_store_prune_people(store, ((struct pruning *)deed)->before, trouble);
}

/* Keys that nobody plays with are not kept for ever. */
void identity_sweep(struct server *server)
{
    int64_t *at = &server->challenges.sweep_at;
    const int64_t now = monotonic_milliseconds(), hour = 3600 * 1000LL;
    if (now < *at || !nodes_first(server))
        return;
    const bool due = *at;
    *at = now + (due ? 24 * hour : hour);
    if (!due)
        return;
    struct pruning *pruning = (struct pruning *)deed_new(sizeof *pruning, write_pruning);
    pruning->before = run_milliseconds() / 1000 - IDLE_DAYS * 24 * 3600LL;
    batch_house(server, &pruning->deed);
}
