/* bot.c: a bot for Holm in C; docs/bots.md explains it. It needs jansson, which reads JSON:
 *
 *     cc -O2 -o my-bot examples/bot.c -ljansson
 *     holm match --bots 'cmd:./my-bot,random,random,random' --games 40
 *
 * Every listed action gets a value from the table below, corners also for what they yield, and the
 * best one is played. That is all: a place to start from. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a kind of action is worth; what is not named is worth a little. */
static const struct {
    const char *kind;
    int worth;
} worths[] = {
    { "roll", 1000 },         { "city", 900 },   { "settlement", 800 }, { "improve", 700 },
    { "buy", 500 },           { "knight", 400 }, { "monopoly", 350 },   { "plenty", 350 },
    { "road-building", 350 }, { "ship", 310 },   { "road", 300 },       { "activate", 250 },
    { "recruit", 200 },       { "decline", 50 }, { "end", 40 },         { "bank", 45 },
    { "accept", 0 },
};

/* The hexes of the map, with how often they yield in 36 rolls. */
enum { HEXES_MOST = 96 };
static struct {
    int q, r, ways;
} hexes[HEXES_MOST];
static int hex_count;

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void read_map(const json_t *map)
{
    size_t i;
    json_t *hex;
    hex_count = 0;
    json_array_foreach(json_object_get(map, "hexes"), i, hex)
    {
        const int disc = (int)json_integer_value(json_object_get(hex, "disc"));
        if (hex_count == HEXES_MOST ||
            sscanf(text_of(hex, "at"), "%d,%d", &hexes[hex_count].q, &hexes[hex_count].r) != 2)
            continue;
        hexes[hex_count++].ways = disc ? 6 - abs(7 - disc) : 0;
    }
}

static int ways_of(int q, int r)
{
    for (int i = 0; i < hex_count; i++)
        if (hexes[i].q == q && hexes[i].r == r)
            return hexes[i].ways;
    return 0; /* off the map */
}

/* How often the three hexes around a corner, such as "-1,2NE", yield. */
static int richness(const char *corner)
{
    static const struct {
        const char *name;
        int step[2][2]; /* to the other two hexes */
    } corners[] = {
        { "N", { { 0, -1 }, { 1, -1 } } },  { "NE", { { 1, -1 }, { 1, 0 } } },
        { "SE", { { 1, 0 }, { 0, 1 } } },   { "S", { { 0, 1 }, { -1, 1 } } },
        { "SW", { { -1, 1 }, { -1, 0 } } }, { "NW", { { -1, 0 }, { 0, -1 } } },
    };
    int q, r;
    char name[3];
    if (sscanf(corner, "%d,%d%2[NESW]", &q, &r, name) != 3)
        return 0;
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
        if (!strcmp(corners[i].name, name))
            return ways_of(q, r) + ways_of(q + corners[i].step[0][0], r + corners[i].step[0][1]) +
                   ways_of(q + corners[i].step[1][0], r + corners[i].step[1][1]);
    return 0;
}

/* Whether a way of one's own leads on: three roads or ships for each building are enough. */
static bool wants_road(const json_t *view, const char *seat)
{
    int roads = 0, buildings = 0;
    size_t i;
    json_t *piece;
    json_array_foreach(json_object_get(view, "pieces"), i, piece)
    {
        const char *what = text_of(piece, "piece");
        const bool own = !strcmp(text_of(piece, "seat"), seat);
        roads += own && (!strcmp(what, "road") || !strcmp(what, "ship"));
        buildings += own && (!strcmp(what, "settlement") || !strcmp(what, "city"));
    }
    return roads < 3 * buildings;
}

static int value(const json_t *view, const json_t *action)
{
    const char *kind = text_of(action, "kind");
    int worth = 100;
    for (size_t i = 0; i < sizeof worths / sizeof *worths; i++)
        if (!strcmp(worths[i].kind, kind))
            worth = worths[i].worth;
    if (!strcmp(kind, "settlement") || !strcmp(kind, "city"))
        worth += richness(text_of(action, "at"));
    if ((!strcmp(kind, "road") || !strcmp(kind, "ship")) &&
        !wants_road(view, text_of(action, "seat")))
        worth = 10;
    return worth;
}

/* The number of the best action; among equals any, so that the bot never goes in circles. */
static size_t choose(const json_t *view, const json_t *actions)
{
    size_t i, best = 0;
    json_t *action;
    int best_value = -1;
    json_array_foreach(actions, i, action)
    {
        const int found = value(view, action) * 64 + rand() % 64;
        if (found > best_value) {
            best_value = found;
            best = i;
        }
    }
    return best;
}

static void answer(const json_t *message)
{
    const char *type = text_of(message, "type");
    if (!strcmp(type, "position")) { /* a game begins */
        read_map(json_object_get(message, "map"));
        srand((unsigned)json_integer_value(json_object_get(message, "seed")));
    } else if (!strcmp(type, "choose")) {
        const json_t *list = json_object_get(message, "list");
        printf("{\"type\":\"act\",\"seq\":%d,\"index\":%zu}\n",
               (int)json_integer_value(json_object_get(message, "seq")),
               choose(json_object_get(message, "view"), json_object_get(list, "actions")));
    } else if (!strcmp(type, "refused") || !strcmp(type, "error")) { /* to mend in this bot */
        fprintf(stderr, "%s\n", text_of(message, "text"));
    }
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* every line must go out at once */
    puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"example in C\"}");
    while (getline(&line, &size, stdin) > 0) {
        json_t *message = json_loads(line, 0, NULL);
        if (message)
            answer(message);
        json_decref(message);
    }
    free(line);
    return 0;
}
