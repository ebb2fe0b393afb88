/* known_as.c: whether a name by which somebody reached us is ours. Clients may say any name: what
 * they signed for another server must not serve here because that one passes it on with its own. */
#include <arpa/inet.h>
#include <gnutls/x509.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/push.h"
#include "server/server.h"

enum { NAME_MOST = 256 };

/* "name", "name:8080" or "[::1]:8080"; false: not with our port. */
static bool split(const struct server *server, const char *host, char name[NAME_MOST])
{
    const bool bracket = *host == '[';
    const size_t length = strcspn(host += bracket, bracket ? "]" : ":");
    const char *rest = host + length;
    const int usual = server->settings.certificate ? 443 : 80;
    if (length >= NAME_MOST || (bracket && *rest++ != ']'))
        return false;
    memcpy(name, host, length);
    name[length] = '\0';
    return (*rest == ':' ? atoi(rest + 1) : usual) == http_port(server);
}

/* An address as text, in the form of a socket's; false: it is none. */
static bool read_address(const char *text, struct sockaddr_storage *address)
{
    struct sockaddr_in *four = (struct sockaddr_in *)address;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
    *address = (struct sockaddr_storage){ .ss_family = AF_INET };
    if (inet_pton(AF_INET, text, &four->sin_addr) == 1)
        return true;
    address->ss_family = AF_INET6;
    return inet_pton(AF_INET6, text, &six->sin6_addr) == 1;
}

static bool is_loopback(const char *name)
{
    return !strcasecmp(name, "localhost") || !strcmp(name, "::1") ||
           (!strncmp(name, "127.", 4) && !name[strspn(name, "0123456789.")]);
}

/* Whether they reached us at this address. */
static bool is_socket_at(int file, const char *name)
{
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    char text[48], ours[48], theirs[48];
    if (file < 0 || getsockname(file, (struct sockaddr *)&own, &size) ||
        !address_text((struct sockaddr *)&own, text, sizeof text))
        return false;
    const char *mapped = strncmp(text, "::ffff:", 7) ? text : text + 7; /* IPv4 */
    snprintf(ours, sizeof ours, "%s", mapped);
    return read_address(name, &own) &&
           address_text((struct sockaddr *)&own, theirs, sizeof theirs) && !strcmp(ours, theirs);
}

/* Where no name was given to us, friends at home use an address, or what the machine is called. */
static bool is_of_home(const char *name)
{
    struct sockaddr_storage address;
    char own[NAME_MOST];
    if (read_address(name, &address))
        return !push_is_public((struct sockaddr *)&address);
    if (gethostname(own, sizeof own))
        return false;
    own[sizeof own - 1] = '\0';
    const size_t label = strcspn(own, ".");
    return !strcasecmp(name, own) || (!strncasecmp(name, own, label) &&
                                      (!name[label] || !strcasecmp(name + label, ".local")));
}

static bool is_certified(const char *file, const char *name)
{
    gnutls_datum_t text;
    gnutls_x509_crt_t certificate;
    if (!file || gnutls_load_file(file, &text))
        return false;
    bool found = false;
    if (!gnutls_x509_crt_init(&certificate)) {
        found = !gnutls_x509_crt_import(certificate, &text, GNUTLS_X509_FMT_PEM) &&
                gnutls_x509_crt_check_hostname(certificate, name);
        gnutls_x509_crt_deinit(certificate);
    }
    gnutls_free(text.data);
    return found;
}

bool known_as(const struct server *server, const struct request *request)
{
    const struct holm_serve_settings *settings = &server->settings;
    char name[NAME_MOST];
    return request->host && split(server, request->host, name) &&
           (is_loopback(name) || is_socket_at(request->file, name) ||
            is_certified(settings->certificate, name) ||
            (!settings->origin_count && is_of_home(name)));
}
