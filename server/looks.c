/* looks.c: the colours and marks that people choose for themselves at a table. No two have the same;
 * who chooses none gets what is left, and so do bots: whoever draws a game sees to that. */
#include "server/message.h"
#include "server/server.h"
#include "text/json.h"
#include "text/notation.h"

int looks_refusal(const struct table *table, int own, const struct look *wanted)
{
    for (int i = 0; i < table->chairs; i++) {
        const struct look *look = &table->chair[i].look;
        if (i == own || table->chair[i].kind != CHAIR_PERSON)
            continue;
        if (wanted->colour && look->colour == wanted->colour)
            return REFUSE_COLOUR_TAKEN;
        if (wanted->mark && look->mark == wanted->mark)
            return REFUSE_MARK_TAKEN;
    }
    return -1;
}

void looks_choose(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    if (connection->chair < 0) {
        connection_error(connection, REFUSE_NO_CHAIR_TO_LOOK);
        return;
    }
    if (!round_gathering(connection))
        return;
    /* What is left out stays, so that two quick choices do not undo each other. */
    struct look look = table->chair[connection->chair].look;
    if (json_object_get(message->json, "colour"))
        look.colour = message->look.colour;
    if (json_object_get(message->json, "mark"))
        look.mark = message->look.mark;
    const int refusal = looks_refusal(table, connection->chair, &look);
    if (refusal >= 0) {
        connection_error(connection, refusal);
        return;
    }
    table->chair[connection->chair].look = look;
    table_mark(table);
}

void looks_put(struct holm_writer *writer, const struct look *look)
{
    holm_json_put_word(writer, "colour", look->colour ? holm_seat_names[look->colour - 1] : NULL);
    holm_json_put_word(writer, "mark", look->mark ? mark_names[look->mark - 1] : NULL);
}
