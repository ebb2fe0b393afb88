/* handshake.c: whether a request may become a WebSocket (RFC 6455, 4.2), and the answer to its key.
 * No other upgrade is known here. */
#include <gnutls/crypto.h>
#include <microhttpd.h>
#include <sodium.h>
#include <string.h>
#include <strings.h>

#include "server/http.h"

enum { KEY_LETTERS = 24, KEY_BYTES = 16, SHA1_BYTES = 20 };

const char subprotocol[] = "holm.2";

/* Whether a header is this word and no more, in capitals or not. */
static bool is_word(struct MHD_Connection *connection, const char *name, const char *word)
{
    const char *value = http_header(connection, name);
    return value && !strcasecmp(value, word);
}

/* Whether a list such as "keep-alive, Upgrade" has a word, in capitals or not. */
static bool has_word(struct MHD_Connection *connection, const char *name, const char *word)
{
    const char *list = http_header(connection, name);
    const size_t length = strlen(word);
    while (list && *list) {
        list += strspn(list, ", \t");
        const size_t end = strcspn(list, ",");
        size_t used = end;
        while (used && (list[used - 1] == ' ' || list[used - 1] == '\t'))
            used--;
        if (used == length && !strncasecmp(list, word, length))
            return true;
        list += end;
    }
    return false;
}

bool handshake_wanted(struct MHD_Connection *connection)
{
    const char *upgrade = http_header(connection, MHD_HTTP_HEADER_UPGRADE);
    return upgrade && *upgrade;
}

bool handshake_accept(struct MHD_Connection *connection, char accept[ACCEPT_SIZE])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    const char *key = http_header(connection, MHD_HTTP_HEADER_SEC_WEBSOCKET_KEY);
    char text[KEY_LETTERS + sizeof guid];
    uint8_t bytes[KEY_BYTES], hash[SHA1_BYTES];
    size_t count;
    if (!is_word(connection, MHD_HTTP_HEADER_UPGRADE, "websocket") ||
        !has_word(connection, MHD_HTTP_HEADER_CONNECTION, "upgrade") ||
        !is_word(connection, MHD_HTTP_HEADER_SEC_WEBSOCKET_VERSION, "13") ||
        !has_word(connection, MHD_HTTP_HEADER_SEC_WEBSOCKET_PROTOCOL, subprotocol) || !key ||
        strlen(key) != KEY_LETTERS ||
        sodium_base642bin(bytes, sizeof bytes, key, KEY_LETTERS, NULL, &count, NULL,
                          sodium_base64_VARIANT_ORIGINAL) ||
        count != KEY_BYTES)
        return false;
    snprintf(text, sizeof text, "%s%s", key, guid);
    if (gnutls_hash_fast(GNUTLS_DIG_SHA1, text, strlen(text), hash))
        return false;
    sodium_bin2base64(accept, ACCEPT_SIZE, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    return true;
}
