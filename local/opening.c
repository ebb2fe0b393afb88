/* opening.c: rules and a map out of what the page asks for; see opening.h. */
#include "local/opening.h"

#include <string.h>

#include "talk/talk.h"
#include "text/json.h"
#include "text/maps.h"
#include "text/maps_trial.h"
#include "text/plain_text.h"
#include "text/setup.h"

enum { MAP_NAME_CHARACTERS = 31, DEALS = 1, DEAL_TRIES = 20000 };

/* Others see its name in lists and logs. */
static bool read_own_map(const json_t *given, struct opening *opening, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "text", NULL };
    char plain[2 * sizeof opening->map.name];
    const char *text;
    opening->own = true;
    return holm_json_only(given, "\"map\"", keys, trouble) &&
           holm_json_get_text(given, "text", &text, trouble) &&
           holm_map_read(text, &opening->map, trouble) &&
           holm_plain_name(opening->map.name, MAP_NAME_CHARACTERS, plain, sizeof plain, trouble) &&
           holm_source_write(&opening->map, opening->source, trouble);
}

static bool find_map(const json_t *json, struct opening *opening, struct holm_trouble *trouble)
{
    const json_t *own = holm_value_member(json, "map");
    const char *scenario = holm_value_text(holm_value_member(json, "scenario"));
    if (holm_value_is_object(own))
        return read_own_map(own, opening, trouble);
    const bool found =
        scenario ? holm_scenario_find(scenario, opening->rules.players, &opening->map, trouble)
                 : holm_map_built_in(holm_map_default(&opening->rules), &opening->map, trouble);
    if (found)
        strcpy(opening->source, opening->map.name);
    return found;
}

bool opening_read(const json_t *json, struct opening *opening, struct holm_trouble *trouble)
{
    const json_t *given = holm_value_member(json, "rules");
    opening->own = false;
    return holm_json_read_rules(given, &opening->rules, trouble) &&
           find_map(json, opening, trouble) &&
           holm_setup_settle(&opening->rules, &opening->map, holm_json_given(given), trouble);
}

bool opening_deal(const struct opening *opening, struct holm_chance *chance,
                  struct holm_board *board, struct holm_trouble *trouble)
{
    struct holm_map map = opening->map;
    int error = holm_deal_within(&map, &opening->rules, chance, DEAL_TRIES);
    error = error ? error : holm_board_make(board, &map, &opening->rules);
    return !error || holm_trouble(trouble, 0, "map %s: %s", map.name, holm_reason(error)->text) ||
           holm_trouble_because(trouble, error, NULL);
}

/* With "seed": the number of the deal. */
bool ask_preview(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    static struct opening opening;
    static struct holm_board board;
    struct holm_chance chance;
    const json_t *seed = holm_value_member(json, "seed");
    if (!holm_value_is_number(seed))
        return holm_trouble(trouble, 0, "\"seed\" is not a whole number");
    holm_chance_number(&chance, (uint64_t)holm_value_number(seed));
    if (!opening_read(json, &opening, trouble) || !opening_deal(&opening, &chance, &board, trouble))
        return false;
    preview_put(writer, &board);
    return true;
}

bool ask_map(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    static struct opening opening;
    if (!opening_read(json, &opening, trouble) ||
        !holm_map_try(&opening.map, DEALS, DEAL_TRIES, trouble) ||
        !holm_source_write(&opening.map, opening.source, trouble))
        return false;
    map_put(writer, &opening.map, opening.source);
    return true;
}
