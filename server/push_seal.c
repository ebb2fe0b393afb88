/* push_seal.c: the codes of Web Push, by OpenSSL: a message is sealed for one browser (RFC 8291,
 * aes128gcm of RFC 8188), and signed by this server (RFC 8292, a JWT with ES256). */
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/push.h"

enum { SALT = 16, KEY = 16, NONCE = 12, TAG = 16, HASH = 32, RECORD = 4096, SIGNATURE = 64 };

static const char curve[] = "prime256v1";

/* ---------------------------------------------------------------------- points */

/* The public point of a secret, where there is one; else the point that was given, if it lies on
 * the curve. */
static bool work_out_point(const uint8_t *secret, uint8_t point[HOLM_PUSH_POINT])
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *at = group ? EC_POINT_new(group) : NULL;
    BIGNUM *number = secret ? BN_bin2bn(secret, HOLM_PUSH_SECRET, NULL) : NULL;
    bool fine = false;
    if (at && secret)
        fine = number && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
               EC_POINT_mul(group, at, number, NULL, NULL, NULL) &&
               EC_POINT_point2oct(group, at, POINT_CONVERSION_UNCOMPRESSED, point, HOLM_PUSH_POINT,
                                  NULL) == HOLM_PUSH_POINT;
    else if (at)
        fine = point[0] == POINT_CONVERSION_UNCOMPRESSED &&
               EC_POINT_oct2point(group, at, point, HOLM_PUSH_POINT, NULL) &&
               !EC_POINT_is_at_infinity(group, at);
    BN_clear_free(number);
    EC_POINT_free(at);
    EC_GROUP_free(group);
    return fine;
}

bool push_point(const uint8_t secret[HOLM_PUSH_SECRET], uint8_t point[HOLM_PUSH_POINT])
{
    return work_out_point(secret, point);
}

bool push_is_point(const uint8_t point[HOLM_PUSH_POINT])
{
    uint8_t copy[HOLM_PUSH_POINT];
    memcpy(copy, point, sizeof copy);
    return work_out_point(NULL, copy);
}

bool push_make_secret(uint8_t secret[HOLM_PUSH_SECRET])
{
    uint8_t point[HOLM_PUSH_POINT];
    for (int i = 0; i < 8; i++) /* all but one of 2^32 numbers are below the order */
        if (RAND_priv_bytes(secret, HOLM_PUSH_SECRET) == 1 && push_point(secret, point))
            return true;
    return false;
}

/* A key of OpenSSL's: without a secret, one that others have. */
static EVP_PKEY *make_key(const uint8_t *secret, const uint8_t point[HOLM_PUSH_POINT])
{
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    BIGNUM *number = secret ? BN_bin2bn(secret, HOLM_PUSH_SECRET, NULL) : NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM *parts = NULL;
    EVP_PKEY *key = NULL;
    if (build && context && !secret == !number &&
        OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0) &&
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, HOLM_PUSH_POINT) &&
        (!number || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number)) &&
        (parts = OSSL_PARAM_BLD_to_param(build)) && EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parts) != 1)
        key = NULL;
    OSSL_PARAM_free(parts);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(number);
    OSSL_PARAM_BLD_free(build);
    return key;
}

/* What two keys have in common (ECDH). */
static bool agree(const uint8_t secret[HOLM_PUSH_SECRET], const uint8_t own[HOLM_PUSH_POINT],
                  const uint8_t other[HOLM_PUSH_POINT], uint8_t common[HASH])
{
    size_t length = HASH;
    EVP_PKEY *mine = make_key(secret, own), *theirs = make_key(NULL, other);
    EVP_PKEY_CTX *context = mine && theirs ? EVP_PKEY_CTX_new(mine, NULL) : NULL;
    const bool fine = context && EVP_PKEY_derive_init(context) == 1 &&
                      EVP_PKEY_derive_set_peer(context, theirs) == 1 &&
                      EVP_PKEY_derive(context, common, &length) == 1 && length == HASH;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(theirs);
    EVP_PKEY_free(mine);
    return fine;
}

/* --------------------------------------------------------------------- sealing */

/* HKDF (RFC 5869) with SHA-256, for what fits into one block of it. */
static bool derive(const uint8_t *salt, size_t salt_length, const uint8_t secret[HASH],
                   const uint8_t *purpose, size_t purpose_length, uint8_t *out, size_t length)
{
    uint8_t middle[HASH], block[HASH], text[256];
    unsigned got = 0;
    if (purpose_length >= sizeof text)
        return false;
    memcpy(text, purpose, purpose_length);
    text[purpose_length] = 1;
    const bool fine = HMAC(EVP_sha256(), salt, (int)salt_length, secret, HASH, middle, &got) &&
                      HMAC(EVP_sha256(), middle, HASH, text, purpose_length + 1, block, &got);
    if (fine)
        memcpy(out, block, length);
    sodium_memzero(middle, sizeof middle);
    sodium_memzero(block, sizeof block);
    return fine;
}

/* What both sides know and nobody else (RFC 8291, 3.3): then what the message is sealed with. */
static bool derive_keys(const uint8_t common[HASH], const uint8_t shared[HOLM_PUSH_SHARED],
                        const uint8_t receiver[HOLM_PUSH_POINT],
                        const uint8_t sender[HOLM_PUSH_POINT], const uint8_t salt[SALT],
                        uint8_t key[KEY], uint8_t nonce[NONCE])
{
    static const char start[] = "WebPush: info", of_key[] = "Content-Encoding: aes128gcm",
                      of_nonce[] = "Content-Encoding: nonce"; /* each with its zero */
    uint8_t purpose[sizeof start + 2 * HOLM_PUSH_POINT], input[HASH];
    memcpy(purpose, start, sizeof start);
    memcpy(purpose + sizeof start, receiver, HOLM_PUSH_POINT);
    memcpy(purpose + sizeof start + HOLM_PUSH_POINT, sender, HOLM_PUSH_POINT);
    const bool fine =
        derive(shared, HOLM_PUSH_SHARED, common, purpose, sizeof purpose, input, HASH) &&
        derive(salt, SALT, input, (const uint8_t *)of_key, sizeof of_key, key, KEY) &&
        derive(salt, SALT, input, (const uint8_t *)of_nonce, sizeof of_nonce, nonce, NONCE);
    sodium_memzero(input, sizeof input);
    return fine;
}

/* The only record of a message: its text, an end mark, and zeros. */
static bool encrypt(const char *message, const uint8_t key[KEY], const uint8_t nonce[NONCE],
                    uint8_t out[PUSH_PADDED + 1 + TAG])
{
    uint8_t plain[PUSH_PADDED + 1] = { 0 };
    int count = 0, rest = 0;
    memcpy(plain, message, strlen(message));
    plain[strlen(message)] = 2;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    const bool fine =
        context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
        EVP_EncryptUpdate(context, out, &count, plain, sizeof plain) == 1 &&
        EVP_EncryptFinal_ex(context, out + count, &rest) == 1 &&
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, out + sizeof plain) == 1;
    EVP_CIPHER_CTX_free(context);
    return fine && count + rest == (int)sizeof plain;
}

size_t push_seal(const char *message, const uint8_t point[HOLM_PUSH_POINT],
                 const uint8_t shared[HOLM_PUSH_SHARED], uint8_t sealed[PUSH_SEALED_MAX])
{
    uint8_t secret[HOLM_PUSH_SECRET], common[HASH], key[KEY], nonce[NONCE];
    uint8_t *salt = sealed, *size = salt + SALT, *own = size + 5, *text = own + HOLM_PUSH_POINT;
    size[0] = size[1] = 0;
    size[2] = RECORD >> 8;
    size[3] = RECORD & 255;
    size[4] = HOLM_PUSH_POINT;
    const bool fine = strlen(message) <= PUSH_PADDED && RAND_bytes(salt, SALT) == 1 &&
                      push_make_secret(secret) && push_point(secret, own) &&
                      agree(secret, own, point, common) &&
                      derive_keys(common, shared, point, own, salt, key, nonce) &&
                      encrypt(message, key, nonce, text);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(common, sizeof common);
    sodium_memzero(key, sizeof key);
    return fine ? PUSH_SEALED_MAX : 0;
}

/* --------------------------------------------------------------------- signing */

/* OpenSSL writes a signature as two numbers of any length, a JWT as two of 32 bytes. */
static bool flatten(const uint8_t *der, size_t length, uint8_t signature[SIGNATURE])
{
    ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &der, (long)length);
    const bool fine = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), signature, 32) == 32 &&
                      BN_bn2binpad(ECDSA_SIG_get0_s(pair), signature + 32, 32) == 32;
    ECDSA_SIG_free(pair);
    return fine;
}

static bool sign(const uint8_t secret[HOLM_PUSH_SECRET], const char *text,
                 uint8_t signature[SIGNATURE])
{
    uint8_t point[HOLM_PUSH_POINT], der[128];
    size_t length = sizeof der;
    EVP_PKEY *key = push_point(secret, point) ? make_key(secret, point) : NULL;
    EVP_MD_CTX *context = key ? EVP_MD_CTX_new() : NULL;
    const bool fine =
        context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
        EVP_DigestSign(context, der, &length, (const uint8_t *)text, strlen(text)) == 1 &&
        flatten(der, length, signature);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return fine;
}

static bool add_base64(char *text, size_t size, const void *bytes, size_t length)
{
    const size_t used = strlen(text);
    if (used + sodium_base64_encoded_len(length, sodium_base64_VARIANT_URLSAFE_NO_PADDING) > size)
        return false;
    sodium_bin2base64(text + used, size - used, bytes, length,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return true;
}

bool push_sign(const uint8_t secret[HOLM_PUSH_SECRET], const char *origin, const char *contact,
               int64_t expires, char token[PUSH_TOKEN_MAX])
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[512];
    uint8_t signature[SIGNATURE];
    const int length =
        snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}", origin,
                 (long long)expires, contact);
    token[0] = '\0';
    if (length < 0 || length >= (int)sizeof claims ||
        !add_base64(token, PUSH_TOKEN_MAX, head, strlen(head)))
        return false;
    strcat(token, ".");
    return add_base64(token, PUSH_TOKEN_MAX - 1, claims, (size_t)length) &&
           sign(secret, token, signature) && strcat(token, ".") &&
           add_base64(token, PUSH_TOKEN_MAX, signature, SIGNATURE);
}
