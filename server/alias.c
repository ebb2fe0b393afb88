/* alias.c: what stands for somebody, where nobody may learn who they are: a short hash under a
 * secret of this server. A person is the same at all its tables, and nothing else follows from it. */
#include <sodium.h>
#include <string.h>

#include "server/server.h"
#include "text/json.h"

static const char stored_as[] = "alias"; /* in the store's house */

/* Where it cannot be kept, it is good for this run of the server. */
void alias_open(struct server *server)
{
    struct holm_trouble trouble;
    uint8_t value[HOLM_STORE_VALUE_MOST];
    uint8_t *secret = server->alias;
    struct holm_store *store = server->store; /* nobody else writes yet */
    int length;
    if (holm_store_value(store, stored_as, value, &length, &trouble) &&
        length == ALIAS_SECRET_BYTES) {
        memcpy(secret, value, ALIAS_SECRET_BYTES);
        return;
    }
    randombytes_buf(secret, ALIAS_SECRET_BYTES);
    if (holm_store_keep_value(store, stored_as, secret, ALIAS_SECRET_BYTES, &trouble))
        return;
    holm_store_rollback(store);
    fprintf(stderr, "holm serve: people at tables get other aliases at the next start: %s\n",
            trouble.text);
}

static void make(const struct server *server, char what, const void *bytes, size_t size,
                 uint8_t alias[ALIAS_BYTES])
{
    uint8_t hash[HOLM_HASH_BYTES];
    crypto_generichash_state state;
    crypto_generichash_init(&state, server->alias, ALIAS_SECRET_BYTES, sizeof hash);
    crypto_generichash_update(&state, (const uint8_t *)&what, 1);
    crypto_generichash_update(&state, bytes, size);
    crypto_generichash_final(&state, hash, sizeof hash);
    memcpy(alias, hash, ALIAS_BYTES);
}

/* Nobody can choose addresses that collide; tables know whom they do not want after a restart, too. */
uint64_t alias_of_address(const struct server *server, const char *text)
{
    uint8_t alias[ALIAS_BYTES];
    uint64_t key;
    _Static_assert(sizeof key == ALIAS_BYTES, "an alias as a number");
    make(server, 'a', text, strlen(text), alias);
    memcpy(&key, alias, sizeof key);
    return key ? key : 1;
}

void alias_of_person(const struct server *server, int64_t person, uint8_t alias[ALIAS_BYTES])
{
    make(server, 'p', &person, sizeof person, alias);
}

/* By their number, which their key has for good; without a key by the token. */
void alias_put(struct holm_writer *writer, const struct server *server, const struct chair *chair)
{
    uint8_t alias[ALIAS_BYTES];
    const int64_t person = chair->known.person;
    const bool there = chair->kind == CHAIR_PERSON && (person || people_may_return(chair));
    if (there && person)
        alias_of_person(server, person, alias);
    else if (there)
        make(server, 't', chair->token, sizeof chair->token, alias);
    holm_json_put_bytes(writer, "person", there ? alias : NULL, ALIAS_BYTES);
}
