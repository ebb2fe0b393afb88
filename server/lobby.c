/* lobby.c: the public tables that people may join or watch. Where there are more than are listed, the
 * newest that wait and the strongest that are played come first. */
#include <stdlib.h>

#include "server/server.h"
#include "text/json.h"

enum { LISTED_MOST = 200 };

/* The mean of those who are known, where it counts and may be watched; as the page has it. */
static int strength(const struct table *table)
{
    int sum = 0, count = 0;
    for (int i = 0; i < table->chairs; i++) {
        const struct chair *chair = &table->chair[i];
        if (chair->kind != CHAIR_PERSON || !chair->known.person)
            continue;
        sum += chair->known.rating;
        count++;
    }
    return count && table->rated && table->settings.spectators ? sum / count : 0;
}

static int newest_first(const void *a, const void *b)
{
    const struct table *one = *(struct table *const *)a, *other = *(struct table *const *)b;
    return one->created != other->created ? (one->created < other->created) * 2 - 1
                                          : (one->id < other->id) - (one->id > other->id);
}

static int strongest_first(const void *a, const void *b)
{
    const int one = strength(*(struct table *const *)a),
              other = strength(*(struct table *const *)b);
    return one != other ? other - one : newest_first(a, b);
}

static bool is_listed(const struct table *table)
{
    return table->settings.listed && table->state != HOLM_STORE_OVER && !table->forgotten &&
           table->shown;
}

/* All that wait, then all that are played; how many wait. */
static int gather(struct server *server, struct table **list, int *count)
{
    int waiting = 0;
    *count = 0;
    for (int state = HOLM_STORE_WAITING; state <= HOLM_STORE_PLAYING; state++) {
        for (int i = 0; i < TABLE_BUCKETS; i++)
            for (struct table *table = server->table[i]; table; table = table->next)
                if (table->state == state && is_listed(table))
                    list[(*count)++] = table;
        if (state == HOLM_STORE_WAITING)
            waiting = *count;
    }
    qsort(list, (size_t)waiting, sizeof *list, newest_first);
    qsort(list + waiting, (size_t)(*count - waiting), sizeof *list, strongest_first);
    return waiting;
}

/* Whether one of them has what the store does not have yet. */
static bool put_tables(struct holm_writer *writer, struct table *const *list, int count)
{
    bool pending = false;
    for (int i = 0; i < count; i++) {
        holm_json_next(writer);
        table_put(writer, list[i]);
        pending |= batch_pending(list[i]);
    }
    return pending;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Each kind has half of the room, and what the other leaves. */
void lobby_list(struct server *server, const struct request *request, struct answer *answer)
{
    news_list(server);
    struct table **list = calloc((size_t)server->tables + 1, sizeof *list);
    int count;
    if (!list) {
        answer_error(answer, REFUSE_NO_MEMORY);
        return;
    }
    const int waiting = gather(server, list, &count), playing = count - waiting;
    const int half = LISTED_MOST / 2, first = least(waiting, LISTED_MOST - least(playing, half));
    holm_put(&answer->body, "{\"tables\":[");
    bool pending = put_tables(&answer->body, list, first);
    pending |= put_tables(&answer->body, list + waiting, least(playing, LISTED_MOST - first));
    holm_put(&answer->body, "]}");
    free(list);
    if (pending)
        answer_when_stored(server, request->address, NULL, answer);
}
