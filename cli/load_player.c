/* load_player.c: what the players of `holm load` say: like those of the page they pledge bytes for
 * the dice, reveal them, and sign every action. Knows no sockets. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/load_cmd.h"
#include "text/chain.h"

enum { HEX_HASH = 2 * HOLM_HASH_BYTES + 1, HEX_SIGNATURE = 2 * HOLM_SIGNATURE_BYTES + 1 };

void load_signer_make(struct load_signer *signer)
{
    if (sodium_init() < 0)
        abort(); /* no random numbers can be had */
    randombytes_buf(signer->entropy, sizeof signer->entropy);
    crypto_sign_keypair(signer->key, signer->secret_key);
}

void load_say_hello(char *text, size_t size, const char *code, const char *token)
{
    snprintf(text, size,
             "{\"type\":\"hello\",\"protocol\":2,\"table\":\"%s\",\"token\":\"%s\",\"seq\":null}",
             code, token);
}

void load_say_pledge(char *text, size_t size, const struct load_signer *signer)
{
    uint8_t pledge[HOLM_HASH_BYTES];
    char pledge_hex[HEX_HASH], key_hex[HEX_HASH];
    holm_fair_pledge(signer->entropy, signer->key, pledge);
    sodium_bin2hex(pledge_hex, sizeof pledge_hex, pledge, sizeof pledge);
    sodium_bin2hex(key_hex, sizeof key_hex, signer->key, sizeof signer->key);
    snprintf(text, size, "{\"type\":\"pledge\",\"round\":1,\"pledge\":\"%s\",\"key\":\"%s\"}",
             pledge_hex, key_hex);
}

/* The terms are hashed as they came: the server writes them compactly. */
static bool hash_terms(const char *message, uint8_t round[HOLM_HASH_BYTES])
{
    char terms[HOLM_TERMS_MAX];
    const char *start = strstr(message, "\"terms\":"), *end = strstr(message, ",\"left\":");
    if (!start || !end)
        return false;
    start += strlen("\"terms\":");
    if (end <= start || (size_t)(end - start) >= sizeof terms)
        return false;
    memcpy(terms, start, (size_t)(end - start));
    terms[end - start] = '\0';
    holm_fair_round(terms, round);
    return true;
}

bool load_say_reveal(char *text, size_t size, const struct load_signer *signer, const char *message)
{
    uint8_t round[HOLM_HASH_BYTES], signature[HOLM_SIGNATURE_BYTES];
    char entropy_hex[HEX_HASH], signature_hex[HEX_SIGNATURE];
    if (!hash_terms(message, round))
        return false;
    holm_fair_sign_reveal(signer->secret_key, round, signer->entropy, signature);
    sodium_bin2hex(entropy_hex, sizeof entropy_hex, signer->entropy, sizeof signer->entropy);
    sodium_bin2hex(signature_hex, sizeof signature_hex, signature, sizeof signature);
    snprintf(text, size,
             "{\"type\":\"reveal\",\"round\":1,\"entropy\":\"%s\",\"signature\":\"%s\"}",
             entropy_hex, signature_hex);
    return true;
}

void load_take_head(struct load_signer *signer, const char *message)
{
    load_member(message, "head", signer->head, sizeof signer->head);
}

void load_say_act(char *text, size_t size, const struct load_signer *signer, int id, int seq,
                  const char *action)
{
    uint8_t head[HOLM_HASH_BYTES] = { 0 }, signature[HOLM_SIGNATURE_BYTES];
    char hex[HEX_SIGNATURE];
    holm_read_hex_bytes(signer->head, head, HOLM_HASH_BYTES);
    holm_sign_act(signer->secret_key, head, action, signature);
    sodium_bin2hex(hex, sizeof hex, signature, sizeof signature);
    snprintf(text, size,
             "{\"type\":\"act\",\"id\":%d,\"seq\":%d,\"action\":%s,\"signature\":\"%s\"}", id, seq,
             action, hex);
}
