/* handshake.c: whether a request may become a WebSocket (RFC 6455, 4.2), and the answer to its key.
 * No other upgrade is known here. */
#include <gnutls/crypto.h>
#include <microhttpd.h>
#include <sodium.h>
#include <string.h>
#include <strings.h>

#include "server/server.h"

enum { KEY_LETTERS = 24, KEY_BYTES = 16, SHA1_BYTES = 20 };

const char subprotocol[] = "holm.2";

static const char *header(struct MHD_Connection *connection, const char *name)
{
    const char *value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return value ? value : "";
}

/* Whether a list such as "keep-alive, Upgrade" has a word, in capitals or not. */
static bool has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    while (*list) {
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
    return *header(connection, MHD_HTTP_HEADER_UPGRADE);
}

bool handshake_accept(struct MHD_Connection *connection, char accept[ACCEPT_SIZE])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    const char *key = header(connection, MHD_HTTP_HEADER_SEC_WEBSOCKET_KEY);
    char text[KEY_LETTERS + sizeof guid];
    uint8_t bytes[KEY_BYTES], hash[SHA1_BYTES];
    size_t count;
    if (strcasecmp(header(connection, MHD_HTTP_HEADER_UPGRADE), "websocket") ||
        !has_word(header(connection, MHD_HTTP_HEADER_CONNECTION), "upgrade") ||
        strcmp(header(connection, MHD_HTTP_HEADER_SEC_WEBSOCKET_VERSION), "13") ||
        !has_word(header(connection, MHD_HTTP_HEADER_SEC_WEBSOCKET_PROTOCOL), subprotocol) ||
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
