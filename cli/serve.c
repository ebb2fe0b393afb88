/* serve.c: `holm serve`: the game server, and where to find it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/serve_address.h"
#include "server/serve.h"

static const struct cli_manual manual = {
    "serve", "[OPTION...]",
    "Serves games over HTTP and WebSocket, with the page, until it is stopped (Ctrl-C). Every\n"
    "action is on disk before it is acknowledged; after a crash all games go on.",
    0, 0
};

enum { MANY = 1000000 };

struct place {
    const struct holm_serve_settings *settings;
    bool lan;
};

static void announce(void *context, int port)
{
    const struct place *place = context;
    const struct holm_serve_settings *settings = place->settings;
    const char *scheme = settings->certificate ? "https" : "http";
    char address[64], url[96];
    const char *host = settings->bind ? settings->bind : "localhost";
    const bool brackets = strchr(host, ':');
    printf("Holm is at %s://%s%s%s:%d/\n", scheme, brackets ? "[" : "", host, brackets ? "]" : "",
           port);
    if (place->lan && serve_lan_address(address, sizeof address)) {
        snprintf(url, sizeof url, "%s://%s:%d/", scheme, address, port);
        printf("For phones on this network: %s\n", url);
        if (isatty(STDOUT_FILENO))
            serve_print_code(url);
    } else if (place->lan) {
        puts("This machine has no address on a local network.");
    }
    fflush(stdout);
}

int cli_serve(int argc, char **argv)
{
    static struct holm_serve_settings settings;
    static struct place place = { &settings, false };
    static struct cli_texts origins;
    static const struct cli_option options[] = {
        { "--port", "N", "where to listen; 0: on any free port (8080)", CLI_NUMBER, &settings.port,
          0, 65535 },
        { "--bind", "ADDRESS", "on which address (127.0.0.1)", CLI_TEXT, &settings.bind, 0, 0 },
        { "--lan", NULL, "on all addresses, so that phones nearby can play", CLI_YES, &place.lan, 0,
          0 },
        { "--db", "FILE", "the database (holm.db)", CLI_TEXT, &settings.database, 0, 0 },
        { "--web", "FOLDER", "the page, instead of the one built in", CLI_TEXT, &settings.web, 0,
          0 },
        { "--cert", "FILE", "TLS certificate chain (PEM)", CLI_TEXT, &settings.certificate, 0, 0 },
        { "--key", "FILE", "TLS private key (PEM)", CLI_TEXT, &settings.key, 0, 0 },
        { "--origin", "URL", "a page elsewhere that may connect, such as https://example.org",
          CLI_TEXTS, &origins, 0, 0 },
        { "--proxy", NULL, "behind a reverse proxy: believe its X-Forwarded-For", CLI_YES,
          &settings.behind_proxy, 0, 0 },
        { "--workers", "N", "threads for bots (2)", CLI_NUMBER, &settings.workers, 1, 64 },
        { "--keep", "DAYS", "remove finished and unstarted tables after so long; 0: never (0)",
          CLI_NUMBER, &settings.keep, 0, 100000 },
        { "--connections", "N", "WebSockets in all; 0: no limit (20000)", CLI_NUMBER,
          &settings.connections, 0, MANY },
        { "--connections-each", "N", "WebSockets of one address; 0: no limit (64)", CLI_NUMBER,
          &settings.connections_each, 0, MANY },
        { "--tables", "N", "tables at once; 0: no limit (10000)", CLI_NUMBER, &settings.tables, 0,
          MANY },
        { "--tables-each", "N", "new tables an hour from one address; 0: no limit (60)", CLI_NUMBER,
          &settings.tables_each, 0, MANY },
        { "--requests", "N", "HTTP requests a second from one address (20)", CLI_NUMBER,
          &settings.request_rate, 1, MANY },
        { "--messages", "N", "messages a second on one WebSocket (20)", CLI_NUMBER,
          &settings.message_rate, 1, MANY },
        { "--chats", "N", "lines of chat a minute (30)", CLI_NUMBER, &settings.chat_rate, 1, MANY },
        { "--unsent", "BYTES", "what may wait for a slow reader (4194304)", CLI_NUMBER,
          &settings.unsent, 65536, 1 << 30 },
        { "--errors", "N", "messages not understood, before a socket is closed (20)", CLI_NUMBER,
          &settings.errors, 1, MANY },
        { "--reveal-seconds", "N", "how long all may take to reveal their bytes of the dice (30)",
          CLI_NUMBER, &settings.reveal_seconds, 1, 3600 },
    };
    struct holm_trouble trouble = { 0 };
    settings = holm_serve_usual();
    cli_read(&manual, options, sizeof options / sizeof *options, NULL, NULL, argc, argv);
    if (!settings.certificate != !settings.key)
        cli_refuse(&manual, "--cert and --key go together");
    if (origins.count > HOLM_ORIGINS_MAX)
        cli_refuse(&manual, "at most %d origins can be named", HOLM_ORIGINS_MAX);
    for (int i = 0; i < origins.count; i++)
        settings.origins[settings.origin_count++] = origins.at[i];
    if (place.lan)
        settings.bind = NULL;
    if (!geteuid())
        fputs("holm serve: better not run as root; see docs/server.md for a service of its own\n",
              stderr);
    if (!holm_serve(&settings, announce, &place, &trouble))
        cli_fail(&manual, "%s", trouble.text);
    return 0;
}
