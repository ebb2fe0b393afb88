/* serve.c: `holm serve`: the game server, and where to find it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/serve_address.h"
#include "cli/serve_check.h"
#include "server/serve.h"

static const struct cli_manual manual = {
    "serve", "[OPTION...]",
    "Serves games over HTTP and WebSocket, with the page, until it is stopped (Ctrl-C). Every\n"
    "action is on disk before it is acknowledged; after a crash all games go on.",
    0, 0
};

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

/* An option for each limit, from the server's own table. */
static void list_limits(struct holm_serve_settings *settings, struct cli_option *options)
{
    static char names[HOLM_LIMITS][32], helps[HOLM_LIMITS][128];
    for (int i = 0; i < HOLM_LIMITS; i++) {
        const struct holm_limit_row *row = &holm_limits[i];
        const bool bytes = !strcmp(row->unit, "bytes");
        snprintf(names[i], sizeof *names, "--%s", row->name);
        snprintf(helps[i], sizeof *helps, "%s%s%s, %s%s (%ld)", row->help, row->seconds ? " " : "",
                 row->seconds ? row->unit : "", row->scope, row->least ? "" : "; 0: no limit",
                 row->usual);
        options[i] = (struct cli_option){ names[i],   bytes ? "BYTES" : "N", helps[i],
                                          CLI_NUMBER, &settings->limit[i],   row->least,
                                          row->most };
    }
}

/* Of a node: it stands in metrics and on the command line. */
static const char name_letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:_-";

int cli_serve(int argc, char **argv)
{
    static struct holm_serve_settings settings;
    static struct place place = { &settings, false };
    static struct cli_texts origins;
    static const struct cli_option own[] = {
        { "--port", "N", "where to listen; 0: on any free port (8080)", CLI_NUMBER, &settings.port,
          0, 65535 },
        { "--bind", "ADDRESS", "on which address (127.0.0.1)", CLI_TEXT, &settings.bind, 0, 0 },
        { "--lan", NULL, "on all addresses, so that phones nearby can play", CLI_YES, &place.lan, 0,
          0 },
        { "--db", "FILE", "the database (holm.db), or postgresql://...", CLI_TEXT,
          &settings.database, 0, 0 },
        { "--node", "NAME", "what it is called among servers that share a database", CLI_TEXT,
          &settings.node, 0, 0 },
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
        { "--keep-unstarted", "DAYS", "remove unstarted tables after so long; 0: never (30)",
          CLI_NUMBER, &settings.keep_unstarted, 0, 100000 },
        { "--new-admin-token", NULL, "make another token for the admin page, and show it", CLI_YES,
          &settings.new_admin_token, 0, 0 },
        { "--archive", "DAYS", "pack the logs of finished games after so long; 0: never (7)",
          CLI_NUMBER, &settings.archive, 0, 100000 },
        { "--reveal-seconds", "N", "how long all may take to reveal their bytes of the dice (30)",
          CLI_NUMBER, &settings.reveal_seconds, 1, 3600 },
        { "--proposal-seconds", "N", "how long a proposal waits for answers (60)", CLI_NUMBER,
          &settings.proposal_seconds, 1, 3600 },
        { "--away-seconds", "N", "after so long a bot may play for somebody who is away (120)",
          CLI_NUMBER, &settings.away_seconds, 1, 86400 },
        { "--push-trial", "FILE",
          "for tests: trust this certificate of a push service on this machine", CLI_TEXT,
          &settings.push_trial, 0, 0 },
    };
    struct holm_trouble trouble = { 0 };
    enum { OWN = sizeof own / sizeof *own };
    struct cli_option options[OWN + HOLM_LIMITS];
    settings = holm_serve_usual();
    memcpy(options, own, sizeof own);
    list_limits(&settings, options + OWN);
    cli_read(&manual, options, OWN + HOLM_LIMITS, NULL, NULL, argc, argv);
    if (!settings.certificate != !settings.key)
        cli_refuse(&manual, "--cert and --key go together");
    if (settings.node && (!*settings.node || strlen(settings.node) > 63 ||
                          settings.node[strspn(settings.node, name_letters)]))
        cli_refuse(&manual,
                   "--node is not a name of up to 63 letters, digits, '.', ':', '_' or '-'");
    if (origins.count > HOLM_ORIGINS_MAX)
        cli_refuse(&manual, "at most %d origins can be named", HOLM_ORIGINS_MAX);
    for (int i = 0; i < origins.count; i++)
        settings.origins[settings.origin_count++] = origins.at[i];
    if (!serve_check(&settings, &trouble))
        cli_refuse(&manual, "%s", trouble.text);
    if (place.lan)
        settings.bind = NULL;
    if (!geteuid())
        fputs("holm serve: better not run as root; see docs/server.md for a service of its own\n",
              stderr);
    if (!holm_serve(&settings, announce, &place, &trouble))
        cli_fail(&manual, "%s", trouble.text);
    return 0;
}
