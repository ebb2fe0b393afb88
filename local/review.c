/* review.c: a game looked at afterwards, for the page: the whole of it, then decision by decision. */
#include "local/review.h"

#include "talk/review.h"
#include "text/json.h"

static struct review review;

bool ask_review(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    struct review_order order = { .seed = 1 };
    const char *log;
    int nodes = 0;
    review_close(&review);
    if (!holm_json_get_text(json, "log", &log, trouble) ||
        (holm_value_member(json, "nodes") &&
         !holm_json_get_number(json, "nodes", 1, 1 << 20, &nodes, trouble)))
        return false;
    order.nodes = (uint32_t)nodes;
    order.helper = holm_value_flag(holm_value_member(json, "helper"));
    if (!review_open(&review, log, &order, trouble))
        return false;
    review_put(writer, &review);
    return true;
}

bool ask_judge(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    struct review_judged judged;
    int at;
    if (!review.cursor)
        return holm_trouble(trouble, 0, "no game is being reviewed");
    if (!holm_json_get_number(json, "at", 1, 1 << 30, &at, trouble) ||
        !review_judge(&review, at, &judged, trouble))
        return false;
    review_put_judged(writer, &review, at, &judged);
    return true;
}
