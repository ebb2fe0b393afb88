/* weights.c: files of weights: one line for each feature, its early and its late weight. */
#include <stdlib.h>
#include <string.h>

#include "bots/evaluate.h"

/* ORDER: enum holm_feature. */
const char *const holm_feature_names[HOLM_FEATURES] = {
    "points", "last_point", "last_two", "last_three",
    "variety", "wood", "brick", "wool", "grain", "ore", "cloth", "coin", "paper",
    "tempo_settlement", "tempo_city", "tempo_card", "trades", "blocked",
    "site_0", "site_1", "site_2", "site_3", "city_site",
    "route", "route_near", "route_lead", "army", "army_near", "army_lead", "turn",
    "cards", "excess", "developments",
    "own_excess", "own_knights", "own_developments", "soon", "later",
    "level_trade", "level_politics", "level_science", "abilities", "metropolis_near",
    "metropolis_loose", "active", "resting", "saved", "pillage", "walls", "progress",
    "own_progress",
    "gold", "ships", "voyage", "villages", "warships", "lairs", "wonder",
};

static int find_feature(const char *name)
{
    for (int i = 0; i < HOLM_FEATURES; i++)
        if (!strcmp(holm_feature_names[i], name))
            return i;
    return -1;
}

/* One number at `*at`, up to the next blank. */
static bool read_number(const char **at, double *number)
{
    char *end;
    *at += strspn(*at, " \t");
    *number = strtod(*at, &end);
    const bool fine = end != *at && (!*end || strchr(" \t\r", *end)) && *number > -1e6 &&
                      *number < 1e6; /* which also refuses what is no number */
    *at = end;
    return fine;
}

static bool read_line(const char *text, int line, struct holm_weights *weights, bool *seen,
                      struct holm_trouble *trouble)
{
    char name[32];
    const char *at = text + strspn(text, " \t\r");
    const size_t length = strcspn(at, " \t\r");
    if (!*at)
        return true;
    if (length >= sizeof name)
        return holm_trouble(trouble, line, "'%.40s...' is no feature", at);
    memcpy(name, at, length);
    name[length] = '\0';
    const int feature = find_feature(name);
    if (feature < 0)
        return holm_trouble(trouble, line, "'%s' is no feature", name);
    if (seen[feature])
        return holm_trouble(trouble, line, "'%s' has weights already", name);
    at += length;
    if (!read_number(&at, &weights->early[feature]) || !read_number(&at, &weights->late[feature]) ||
        at[strspn(at, " \t\r")])
        return holm_trouble(trouble, line,
                            "behind '%s' there should be two numbers: its early and its late "
                            "weight",
                            name);
    seen[feature] = true;
    return true;
}

bool holm_weights_read(const char *text, struct holm_weights *weights,
                       struct holm_trouble *trouble)
{
    bool seen[HOLM_FEATURES] = { false };
    char buffer[160];
    memset(weights, 0, sizeof *weights);
    for (int line = 1; *text; line++) {
        const size_t length = strcspn(text, "\n");
        const size_t used = strcspn(text, "#\n");
        if (used >= sizeof buffer)
            return holm_trouble(trouble, line, "the line is too long");
        memcpy(buffer, text, used);
        buffer[used] = '\0';
        if (!read_line(buffer, line, weights, seen, trouble))
            return false;
        text += length + (text[length] == '\n');
    }
    return true;
}

/* --------------------------------------------------------------- built in */

void holm_weights_built_in(const struct holm_rules *rules, struct holm_weights *weights)
{
    struct holm_trouble trouble;
    holm_weights_read(holm_weights_files[rules->game].text, weights, &trouble);
}
