/* invitation.c: what a link to a table shows where it is shared: tags in the head of its page (Open
 * Graph), which the programs of others read. They tell what the lobby would: whose table it is, the
 * game, and how many seats are taken. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "text/maps.h"
#include "text/phrases.h"

enum { TAGS_MAX = 4096, TITLE_MAX = 512 };

/* ORDER: enum holm_language; in each: whose table, nobody's table, then by enum holm_store_state
 * what is to be said of the seats. */
static const struct {
    const char *of, *bots, *state[3];
} words[] = {
    { "%s’s table",
      "A table of bots",
      { "%d of %d seats are taken. Open the link to sit down.",
        "The game is under way, with %d of %d seats taken.", "This game has ended." } },
    { "Mesa de %s",
      "Mesa de bots",
      { "%d de %d asientos ocupados. Abre el enlace para sentarte.",
        "La partida está en marcha, con %d de %d asientos ocupados.",
        "La partida ha terminado." } },
};

static void put_escaped(struct holm_writer *writer, const char *text)
{
    static const char special[] = "&<>\"'";
    for (; *text; text++)
        if (strchr(special, *text))
            holm_putf(writer, "&#%d;", *text);
        else
            holm_put_char(writer, *text);
}

static void put_tag(struct holm_writer *writer, const char *name, const char *content)
{
    holm_putf(writer, "<meta property=\"%s\" content=\"", name);
    put_escaped(writer, content);
    holm_put(writer, "\" />\n");
}

static const char *scenario_title(int language, const char *name)
{
    for (int i = 0; i < holm_scenario_count; i++)
        if (!strcmp(holm_scenarios[i].name, name))
            return holm_scenario_title(language, i);
    return NULL;
}

static void put_title(struct holm_writer *writer, const struct table *table, int language)
{
    const char *scenario = scenario_title(language, table->settings.scenario);
    if (table->host < table->chairs && table->chair[table->host].kind == CHAIR_PERSON &&
        table->chair[table->host].name[0])
        holm_putf(writer, words[language].of, table->chair[table->host].name);
    else
        holm_put(writer, words[language].bots);
    holm_putf(writer, " · %s", holm_game_title(language, table->settings.rules.game));
    if (scenario)
        holm_putf(writer, " · %s", scenario);
}

static void put_seats(struct holm_writer *writer, const struct table *table, int language)
{
    int taken = 0;
    for (int i = 0; i < table->chairs; i++)
        taken += table->chair[i].kind != CHAIR_OPEN;
    holm_putf(writer, words[language].state[table->state], taken, table->chairs);
}

/* Where people find this server; false: nobody knows. */
static bool find_site(const struct server *server, const struct request *request, char *site,
                      size_t size)
{
    const struct holm_serve_settings *settings = &server->settings;
    if (settings->origin_count)
        return snprintf(site, size, "%s", settings->origins[0]) < (int)size;
    return request->host && is_host(request->host) &&
           snprintf(site, size, "%s://%s", settings->certificate ? "https" : "http",
                    request->host) < (int)size;
}

static void put_tags(struct holm_writer *writer, const struct table *table,
                     const struct request *request, int language)
{
    char text[TITLE_MAX], site[256];
    struct holm_writer at = holm_writer(text, sizeof text);
    put_title(&at, table, language);
    put_tag(writer, "og:site_name", "Holm");
    put_tag(writer, "og:type", "website");
    put_tag(writer, "og:title", text);
    at = holm_writer(text, sizeof text);
    put_seats(&at, table, language);
    put_tag(writer, "og:description", text);
    if (!find_site(table->server, request, site, sizeof site))
        return;
    snprintf(text, sizeof text, "%s/t/%s", site, table->code);
    put_tag(writer, "og:url", text);
    snprintf(text, sizeof text, "%s/preview.png", site);
    put_tag(writer, "og:image", text);
    put_tag(writer, "og:image:width", "1200");
    put_tag(writer, "og:image:height", "630");
    holm_put(writer, "<meta name=\"twitter:card\" content=\"summary_large_image\" />\n");
}

/* A table as the store has it. */
struct glimpse {
    struct server *server;
    struct table *table; /* NULL: it does not have it */
};

static bool take_glimpse(void *context, const struct holm_stored_table *stored)
{
    struct glimpse *glimpse = context;
    glimpse->table = table_peek(glimpse->server, stored);
    return false;
}

/* The table of "/t/CODE", or NULL. */
static struct table *find_table(struct server *server, const char *path)
{
    char code[HOLM_CODE_SIZE];
    const size_t length = strcspn(path + 3, "/");
    if (strncmp(path, "/t/", 3) || !length || length >= sizeof code)
        return NULL;
    memcpy(code, path + 3, length);
    code[length] = '\0';
    return table_look_up(server, code);
}

static const char *find_end_of_head(const char *page, size_t length)
{
    static const char end[] = "</head>";
    for (size_t i = 0; i + strlen(end) <= length; i++)
        if (!memcmp(page + i, end, strlen(end)))
            return page + i;
    return NULL;
}

static void add_tags(const struct table *table, const struct request *request,
                     struct answer *answer)
{
    const char *page = (const char *)answer->bytes;
    const char *at = find_end_of_head(page, answer->length);
    char *text = at ? malloc(answer->length + TAGS_MAX) : NULL;
    if (!text)
        return;
    const size_t before = (size_t)(at - page), rest = answer->length - before;
    struct holm_writer writer = holm_writer(text + before, TAGS_MAX);
    memcpy(text, page, before);
    holm_put(&writer, "<meta name=\"robots\" content=\"noindex\" />\n"); /* links are for friends */
    put_tags(&writer, table, request, request->spanish);
    const size_t used = writer.full ? 0 : writer.used;
    memcpy(text + before + used, at, rest);
    free(answer->owned);
    answer->owned = text;
    answer->bytes = (unsigned char *)text;
    answer->length = before + used + rest;
}

/* What a table does and is not on disk yet is told to nobody. */
void invitation_add(struct server *server, const struct request *request, struct answer *answer)
{
    const struct table *table = find_table(server, request->path);
    struct glimpse glimpse = { server, NULL };
    if (table && batch_pending(table)) {
        holm_store_find(server->store, table->code, take_glimpse, &glimpse, NULL);
        table = glimpse.table;
    }
    if (table)
        add_tags(table, request, answer);
    if (glimpse.table)
        table_peek_end(glimpse.table);
}
