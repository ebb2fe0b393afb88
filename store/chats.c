/* chats.c: what people say at a table, in SQLite: numbered lines, of which the latest
 * stay. What was taken back keeps its number, so that none is given twice. */
#include "store/database.h"

bool holm_store_say(struct holm_store *store, int64_t table, int number, int chair,
                    const char *line, struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, INSERT_CHAT);
    sql_bind_number(statement, 1, table);
    sql_bind_number(statement, 2, number);
    sql_bind_number(statement, 3, chair);
    sql_bind_text(statement, 4, line);
    return store_write_found(store, INSERT_CHAT, trouble) &&
           store_write_number(store, CUT_CHATS, table, number - HOLM_CHATS_KEPT, trouble);
}

bool holm_store_unsay(struct holm_store *store, int64_t table, int chair,
                      struct holm_trouble *trouble)
{
    return store_write_number(store, EMPTY_CHATS, table, chair, trouble);
}

bool holm_store_chats(struct holm_store *store, int64_t table, int after,
                      holm_store_chat_visit *visit, void *context, struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, EACH_CHAT);
    int got;
    sql_bind_number(statement, 1, table);
    sql_bind_number(statement, 2, after);
    while ((got = sql_step(statement)) == SQLITE_ROW) {
        const char *line = sql_text(statement, 1);
        if (line && *line)
            visit(context, (int)sql_number(statement, 0), (int)sql_number(statement, 2), line);
    }
    const bool fine = got == SQLITE_DONE || store_complain(store, trouble);
    sql_reset(statement);
    return fine;
}

bool holm_store_latest_chat(struct holm_store *store, int64_t table, int *number,
                            struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, LATEST_CHAT);
    sql_bind_number(statement, 1, table);
    const bool fine = sql_step(statement) == SQLITE_ROW || store_complain(store, trouble);
    *number = fine ? (int)sql_number(statement, 0) : 0;
    sql_reset(statement);
    return fine;
}
