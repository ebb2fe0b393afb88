/* match.c: a quick match: the public table of that game with the fewest open chairs, or a new one
 * where there is none. One turn of the loop decides, so that two who ask at once meet. */
#include <string.h>

#include "server/server.h"
#include "store/people.h"
#include "text/json.h"
#include "text/notation.h"

/* What somebody would play. */
struct wish {
    int game, low, high; /* players */
    const struct address *address; /* whose it is */
    int64_t person; /* 0: not known */
};

static bool read_wish(const json_t *json, struct wish *wish, struct holm_trouble *trouble)
{
    static const char *const keys[] = {
        "game", "players", "name", "pledge", "key", "person", NULL
    };
    const json_t *players;
    if (!holm_json_only(json, "a match", keys, trouble) ||
        !holm_json_get_word(json, "game", holm_game_names, HOLM_GAMES, &wish->game, trouble) ||
        !holm_json_get_list(json, "players", 2, 2, &players, trouble))
        return false;
    wish->low = (int)json_integer_value(json_array_get(players, 0));
    wish->high = (int)json_integer_value(json_array_get(players, 1));
    return (wish->low >= 2 && wish->low <= wish->high && wish->high <= HOLM_SEATS) ||
           holm_trouble(trouble, 0, "\"players\" is not a range from 2 to %d", HOLM_SEATS);
}

static int open_chairs(const struct table *table)
{
    int open = 0;
    for (int i = 0; i < table->chairs; i++)
        open += table->chair[i].kind == CHAIR_OPEN;
    return open;
}

/* Whether somebody is there who waits. */
static bool is_awaited(const struct table *table)
{
    for (int i = 0; i < table->chairs; i++)
        if (table->chair[i].kind == CHAIR_PERSON && seats_here(&table->chair[i]))
            return true;
    return false;
}

/* Whose wish it is says so; whether that is true shows when they sit down. */
static int64_t named_person(struct server *server, const json_t *json)
{
    uint8_t key[HOLM_KEY_BYTES];
    struct holm_trouble trouble;
    int64_t person = 0;
    const json_t *proof = json_object_get(json, "person");
    if (json_is_object(proof) && holm_json_get_bytes(proof, "key", key, sizeof key, &trouble) &&
        !holm_store_person(server->store, key, &person, &trouble))
        person = 0;
    return person;
}

static bool fits(const struct table *table, const struct wish *wish)
{
    const struct settings *settings = &table->settings;
    return table->state == HOLM_STORE_WAITING && !table->revealing && !table->forgotten &&
           results_ratable(settings) && results_clock(settings) && !table_is_slow(settings) &&
           settings->rules.game == wish->game && table->chairs >= wish->low &&
           table->chairs <= wish->high && open_chairs(table) && is_awaited(table) &&
           people_would_fit(table, wish->address, wish->person);
}

static struct table *find(struct server *server, const struct wish *wish)
{
    struct table *best = NULL;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = server->table[i]; table; table = table->next)
            if (fits(table, wish) &&
                (!best || open_chairs(table) < open_chairs(best) ||
                 (open_chairs(table) == open_chairs(best) && table->created < best->created)))
                best = table;
    return best;
}

/* A table as others would like to find it: public, with a clock, for as many as may come. */
static json_t *new_table(const json_t *json, const struct wish *wish)
{
    static const char *const same[] = { "name", "pledge", "key", "person" };
    json_t *table = json_pack("{s:{s:s,s:i},s:b,s:{s:s,s:i,s:i}}", "rules", "game",
                              holm_game_names[wish->game], "players", wish->high, "public", 1,
                              "clock", "mode", "decision", "seconds", 90, "reserve", 300);
    for (size_t i = 0; table && i < sizeof same / sizeof *same; i++)
        if (json_object_get(json, same[i]))
            json_object_set(table, same[i], json_object_get(json, same[i]));
    return table;
}

void match_any(struct server *server, const struct request *request, struct answer *answer)
{
    struct holm_trouble trouble;
    struct wish wish;
    json_t *json = holm_json_load(request->body, &trouble);
    if (!json || !read_wish(json, &wish, &trouble)) {
        answer_error_because(answer, REFUSE_BAD_FORM, trouble.text);
        json_decref(json);
        return;
    }
    wish.address = request->address;
    wish.person = named_person(server, json);
    news_list(server);
    if (reading_wants(server)) { /* nobody sits down before all is known */
        json_decref(json);
        return;
    }
    struct table *table = find(server, &wish);
    json_t *wanted = table ? NULL : new_table(json, &wish);
    if (table && people_may_sit(server, table, request->address, answer))
        tables_join(server, table, request, json, answer);
    else if (!table && !wanted)
        answer_error(answer, REFUSE_NO_MEMORY);
    else if (!table && tables_may_open(server, request->address, answer))
        tables_open(server, request, wanted, answer);
    if (table)
        answer_when_stored(server, request->address, table, answer);
    json_decref(wanted);
    json_decref(json);
}
