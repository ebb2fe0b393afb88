/* thinking.c: a bot's move, thought about by several workers; see thinking.h. */
#include "local/thinking.h"

#include <stdlib.h>

#include "text/json.h"

struct thinking {
    struct holm_view view;
    struct holm_list list;
    struct search *search;
    struct search_batch *batch; /* whose lines are being played */
    struct search_brief brief;
    bool told; /* of the brief */
};

static void end(struct local *local)
{
    free(local->thinking);
    local->thinking = NULL;
}

/* False: the action is chosen already. */
static bool begin(struct local *local, struct holm_bot *bot, struct holm_action *action)
{
    struct thinking *thinking = local->thinking;
    thinking->view = local->view;
    thinking->list = local->list;
    bot->budget.threads = SEARCH_BATCH; /* so many lines at once, also where time is limited */
    thinking->search = bot->kind->search(bot, &thinking->view, &thinking->list, action);
    if (thinking->search)
        holm_search_brief(thinking->search, &thinking->brief);
    return thinking->search;
}

static bool go_on(struct thinking *thinking)
{
    thinking->batch = holm_search_due(thinking->search);
    return thinking->batch;
}

bool thinking_choose(struct local *local, struct holm_bot *bot, struct holm_action *action)
{
    if (local->thinking) {
        holm_search_note(local->thinking->search);
    } else {
        local->thinking = calloc(1, sizeof *local->thinking);
        if (!local->thinking)
            holm_bot_choose(bot, &local->view, &local->list, action);
        if (!local->thinking || !begin(local, bot, action)) {
            end(local);
            return true;
        }
    }
    if (go_on(local->thinking))
        return false;
    holm_search_end(local->thinking->search, action);
    end(local);
    return true;
}

void thinking_stop(struct local *local)
{
    if (local->thinking)
        holm_search_drop(local->thinking->search);
    end(local);
}

void thinking_put(struct local *local, struct holm_writer *writer)
{
    holm_json_key(writer, "thinks");
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "brief",
                         local->thinking->told ? 0 : (int)sizeof local->thinking->brief);
    holm_json_put_number(writer, "batch", (int)sizeof *local->thinking->batch);
    holm_put_char(writer, '}');
    local->thinking->told = true;
}

const struct search_brief *thinking_brief(const struct local *local)
{
    return local->thinking ? &local->thinking->brief : NULL;
}

struct search_batch *thinking_batch(const struct local *local)
{
    return local->thinking ? local->thinking->batch : NULL;
}

void thinking_take(struct local *local, const struct search_batch *played, int first, int step)
{
    struct search_batch *batch = local->thinking->batch;
    for (int line = first; line < batch->lines; line += step) {
        batch->played[line] = played->played[line];
        for (int i = 0; i < batch->candidates; i++)
            batch->chance[line][i] = played->chance[line][i];
    }
}
