/* forgetting.c: what tables know of a person who wants to be forgotten: the number, the name and what
 * they said. The name stays while a game is played, for the others, and in its log, which all have
 * signed. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "store/people.h"

static const char nobody[] = "–"; /* gave up a chair: that somebody did must still be seen */

void forgetting_name(struct chair *chair)
{
    if (!chair->forgotten)
        return;
    chair->name[0] = '\0';
    if (chair->resigned[0])
        memcpy(chair->resigned, nobody, sizeof nobody);
}

static void forget_at(struct table *table, int64_t person)
{
    for (int i = 0; i < table->chairs; i++) {
        struct chair *chair = &table->chair[i];
        if (chair->leaver != person && chair->known.person != person)
            continue;
        if (chair->leaver == person)
            memcpy(chair->resigned, nobody, sizeof nobody);
        if (chair->known.person == person) {
            chair->known = (struct sitter){ 0 };
            chair->forgotten = table->state != HOLM_STORE_WAITING;
        }
        chair->leaver = chair->leaver == person ? 0 : chair->leaver;
        if (table->state == HOLM_STORE_OVER)
            forgetting_name(chair);
        batch_unsay(table, i);
        screening_forget(table);
        table_mark(table);
    }
}

/* Codes of tables whose games a person finished. */
struct codes {
    char (*code)[HOLM_CODE_SIZE];
    int count, room;
};

static bool add_code(void *context, const struct holm_result *result)
{
    struct codes *codes = context;
    if (codes->count == codes->room) {
        codes->room = codes->room ? 2 * codes->room : 64;
        void *more = realloc(codes->code, (size_t)codes->room * sizeof *codes->code);
        if (!more)
            return false;
        codes->code = more;
    }
    snprintf(codes->code[codes->count++], HOLM_CODE_SIZE, "%s", result->code);
    return true;
}

bool forgetting_tables(struct server *server, int64_t person, struct holm_trouble *trouble)
{
    struct codes codes = { 0 };
    const bool fine =
        holm_store_results_by(server->store, person, INT_MAX, add_code, &codes, trouble);
    for (int i = 0; fine && i < codes.count; i++)
        table_look_up(server, codes.code[i]); /* into memory, */
    free(codes.code);
    if (reading_wants(server))
        return false; /* all of them, before any forgets */
    for (int i = 0; fine && i < TABLE_BUCKETS; i++)
        for (struct table *table = server->table[i]; table; table = table->next)
            forget_at(table, person);
    return fine;
}
