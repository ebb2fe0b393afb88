/* serve_check.c: --cert, --key, --web and --origin, with the true reason where they do not serve. */
#include "cli/serve_check.h"

#include <arpa/inet.h>
#include <errno.h>
#include <gnutls/x509.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/options.h"

/* --------------------------------------------------------------- certificates */

/* To be freed; NULL: the trouble says why. */
static char *read_pem(const char *option, const char *path, struct holm_trouble *trouble)
{
    struct holm_trouble why = { 0 };
    char *text = cli_slurp(path, &why);
    if (!text)
        holm_trouble(trouble, 0, "%s %.100s: %s", option, path, why.text);
    return text;
}

static gnutls_datum_t datum(char *text)
{
    return (gnutls_datum_t){ (unsigned char *)text, (unsigned)strlen(text) };
}

/* A certificate that has ended is served: only browsers can say whether they mind. */
static bool check_certificate(const char *path, char *text, struct holm_trouble *trouble)
{
    gnutls_x509_crt_t *chain;
    unsigned count;
    const gnutls_datum_t pem = datum(text);
    const int error = gnutls_x509_crt_list_import2(&chain, &count, &pem, GNUTLS_X509_FMT_PEM, 0);
    if (error < 0)
        return holm_trouble(trouble, 0, "--cert %.80s: no certificate in PEM is in it (%s)", path,
                            gnutls_strerror(error));
    if (gnutls_x509_crt_get_expiration_time(chain[0]) < time(NULL))
        fprintf(stderr, "holm serve: --cert %s: the certificate has expired\n", path);
    for (unsigned i = 0; i < count; i++)
        gnutls_x509_crt_deinit(chain[i]);
    gnutls_free(chain);
    return true;
}

static bool check_key(const char *path, char *text, struct holm_trouble *trouble)
{
    gnutls_x509_privkey_t key;
    const gnutls_datum_t pem = datum(text);
    if (gnutls_x509_privkey_init(&key))
        return holm_trouble(trouble, 0, "out of memory");
    const int error = gnutls_x509_privkey_import2(key, &pem, GNUTLS_X509_FMT_PEM, NULL, 0);
    gnutls_x509_privkey_deinit(key);
    return !error ||
           holm_trouble(trouble, 0,
                        "--key %.80s: no private key in PEM without a password is in it (%s)", path,
                        gnutls_strerror(error));
}

static bool check_pair(const struct holm_serve_settings *settings, char *certificate, char *key,
                       struct holm_trouble *trouble)
{
    gnutls_certificate_credentials_t both;
    const gnutls_datum_t pem = datum(certificate), key_pem = datum(key);
    if (gnutls_certificate_allocate_credentials(&both))
        return holm_trouble(trouble, 0, "out of memory");
    const int error =
        gnutls_certificate_set_x509_key_mem(both, &pem, &key_pem, GNUTLS_X509_FMT_PEM);
    gnutls_certificate_free_credentials(both);
    if (error == GNUTLS_E_CERTIFICATE_KEY_MISMATCH)
        return holm_trouble(trouble, 0,
                            "--key %.60s is not the key of the first certificate in %.60s",
                            settings->key, settings->certificate);
    return error >= 0 || holm_trouble(trouble, 0, "--cert %.60s and --key %.60s: %s",
                                      settings->certificate, settings->key, gnutls_strerror(error));
}

static bool check_tls(const struct holm_serve_settings *settings, struct holm_trouble *trouble)
{
    if (!settings->certificate)
        return true;
    char *certificate = read_pem("--cert", settings->certificate, trouble);
    char *key = certificate ? read_pem("--key", settings->key, trouble) : NULL;
    const bool fine =
        certificate && key && check_certificate(settings->certificate, certificate, trouble) &&
        check_key(settings->key, key, trouble) && check_pair(settings, certificate, key, trouble);
    free(certificate);
    free(key);
    return fine;
}

/* -------------------------------------------------------------------- pages */

static bool check_web(const char *folder, struct holm_trouble *trouble)
{
    char page[4096];
    struct stat found;
    if (!folder)
        return true;
    if (stat(folder, &found))
        return holm_trouble(trouble, 0, "--web %.80s: %s", folder, strerror(errno));
    if (!S_ISDIR(found.st_mode))
        return holm_trouble(trouble, 0, "--web %.80s: it is no folder", folder);
    snprintf(page, sizeof page, "%s/index.html", folder);
    FILE *file = fopen(page, "r");
    if (!file)
        return holm_trouble(trouble, 0, "--web %.80s: its index.html cannot be read: %s", folder,
                            strerror(errno));
    fclose(file);
    return true;
}

/* A name or an address of version 4: parts of small letters, digits and hyphens between dots; or one
 * of version 6 in brackets. */
static bool is_host(const char *host, size_t length)
{
    char address[INET6_ADDRSTRLEN];
    struct in6_addr ignored;
    if (*host == '[') {
        snprintf(address, sizeof address, "%.*s", (int)length - 2, host + 1);
        return length > 2 && length < sizeof address && host[length - 1] == ']' &&
               inet_pton(AF_INET6, address, &ignored) == 1;
    }
    for (size_t i = 0; i < length; i++)
        if (host[i] == '.' && (!i || i + 1 == length || host[i + 1] == '.'))
            return false;
    return length > 0 && strspn(host, "abcdefghijklmnopqrstuvwxyz0123456789.-_") >= length;
}

/* 1 to 65535, in digits and without zeros before them; 0: it is none. */
static int read_port(const char *text)
{
    const size_t digits = strspn(text, "0123456789");
    const long port = digits && digits <= 5 && !text[digits] && *text != '0' ? atol(text) : 0;
    return port <= UINT16_MAX ? (int)port : 0;
}

/* Browsers write an origin in one way only: scheme, host in small letters, and the port where it is
 * not the usual one. */
static bool check_origin(const char *origin, struct holm_trouble *trouble)
{
    static const struct {
        const char *start;
        int usual;
    } schemes[] = { { "https://", 443 }, { "http://", 80 } };
    const char *host = NULL;
    int usual = 0;
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (!strncmp(origin, schemes[i].start, strlen(schemes[i].start))) {
            host = origin + strlen(schemes[i].start);
            usual = schemes[i].usual;
        }
    if (!host || !*host || *host == ':')
        return holm_trouble(trouble, 0,
                            "--origin %.60s: it should be http:// or https:// and a host, such as "
                            "https://example.org",
                            origin);
    const int whole = (int)(host - origin) + (int)strcspn(host, "/?#");
    if (origin[whole])
        return holm_trouble(
            trouble, 0,
            "--origin %.60s: an origin ends with the host or the port; without what "
            "stands behind, it is %.*s",
            origin, whole > 60 ? 60 : whole, origin);
    const char *colon = strchr(*host == '[' ? host + strcspn(host, "]") : host, ':');
    const int length = colon ? (int)(colon - origin) : whole;
    if (!is_host(host, (size_t)(origin + length - host)))
        return holm_trouble(
            trouble, 0,
            "--origin %.60s: a host has small letters, digits and hyphens between single dots, as "
            "browsers write it",
            origin);
    if (colon && !read_port(colon + 1))
        return holm_trouble(trouble, 0, "--origin %.60s: a port is a number from 1 to 65535",
                            origin);
    if (colon && read_port(colon + 1) == usual)
        return holm_trouble(trouble, 0,
                            "--origin %.60s: browsers leave out port %d, the usual one; then it is "
                            "%.*s",
                            origin, usual, length > 60 ? 60 : length, origin);
    return true;
}

bool serve_check(const struct holm_serve_settings *settings, struct holm_trouble *trouble)
{
    for (int i = 0; i < settings->origin_count; i++)
        if (!check_origin(settings->origins[i], trouble))
            return false;
    return check_web(settings->web, trouble) && check_tls(settings, trouble);
}
