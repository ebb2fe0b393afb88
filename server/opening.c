/* opening.c: what a host asks for, read strictly and completed with sensible defaults. */
#include <string.h>

#include "server/message.h"
#include "server/server.h"
#include "text/json.h"
#include "text/maps.h"
#include "text/maps_trial.h"
#include "text/notation.h"
#include "text/plain_text.h"
#include "text/setup.h"

const char *const clock_mode_names[CLOCK_MODES] = { "none", "turn", "decision" };
const char *const board_choice_names[BOARD_CHOICES] = { "usual", "kept", "own" };

enum { DEFAULT_PLAYERS = 4, DEFAULT_SECONDS = 60 };
enum { DEAL_TRIES = 20000 }; /* a map that takes more of the loop's time is not dealt */

/* -------------------------------------------------------------------- rules */

static void copy_default(json_t *object, const char *key, json_t *value)
{
    if (!json_object_get(object, key))
        json_object_set(object, key, value);
    json_decref(value);
}

/* Only the game is needed, and not even that with a scenario: it asks for ships. */
static bool read_rules(const json_t *json, int chairs, bool scenario, struct holm_rules *rules,
                       struct holm_trouble *trouble)
{
    json_t *given = json_object_get(json, "rules");
    if (given && !json_is_object(given))
        return holm_trouble(trouble, 0, "\"rules\" is not an object");
    json_t *whole = given ? json_copy(given) : json_object();
    if (scenario)
        copy_default(whole, "game", json_string("seafarers"));
    copy_default(whole, "edition", json_string(holm_edition_names[HOLM_2025]));
    copy_default(whole, "players", json_integer(chairs ? chairs : DEFAULT_PLAYERS));
    const bool fine = holm_json_read_rules(whole, rules, trouble);
    json_decref(whole);
    return fine;
}

/* {"text":"map my-island\n..."}, with a name that others can be shown */
static bool read_own_map(const json_t *given, struct opening *opening, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "text", NULL };
    char plain[2 * MAP_NAME_SIZE];
    struct holm_trouble found;
    const char *text;
    opening->board = BOARD_OWN;
    if (!holm_json_only(given, "\"map\"", keys, trouble) ||
        !holm_json_get_text(given, "text", &text, trouble) ||
        !holm_map_read(text, &opening->map, trouble))
        return false;
    return holm_plain_name(opening->map.name, MAP_NAME_SIZE, plain, sizeof plain, &found) ||
           holm_trouble(trouble, 0, "the map's name: %s", found.text) ||
           holm_trouble_because(trouble, 0, found.option);
}

static bool find_map(const json_t *json, struct opening *opening, struct holm_trouble *trouble)
{
    const char *scenario = NULL, *map = NULL;
    const json_t *named = json_object_get(json, "scenario"), *wanted = json_object_get(json, "map");
    if (named && !json_is_null(named) && !holm_json_get_text(json, "scenario", &scenario, trouble))
        return false;
    if (wanted && !json_is_null(wanted) && !json_is_object(wanted) &&
        !holm_json_get_text(json, "map", &map, trouble))
        return false;
    if (scenario && (map || json_is_object(wanted)))
        return holm_trouble(trouble, 0,
                            "\"map\" and \"scenario\" both name a map; take one of them");
    if (scenario && !opening->rules.ships)
        return holm_trouble(trouble, 0, "\"scenario\" is for seafarers and seafarers+knights");
    if (json_is_object(wanted))
        return read_own_map(wanted, opening, trouble);
    if (!scenario)
        return holm_map_built_in(map ? map : holm_map_default(&opening->rules), &opening->map,
                                 trouble);
    if (!holm_scenario_find(scenario, opening->rules.players, &opening->map, trouble))
        return false;
    snprintf(opening->scenario, sizeof opening->scenario, "%s", scenario);
    return true;
}

static bool read_opening(const json_t *json, int chairs, struct opening *opening,
                         struct holm_trouble *trouble)
{
    const json_t *scenario = json_object_get(json, "scenario");
    const unsigned given = holm_json_given(json_object_get(json, "rules"));
    opening->scenario[0] = '\0';
    opening->board = BOARD_USUAL;
    return read_rules(json, chairs, json_is_string(scenario), &opening->rules, trouble) &&
           find_map(json, opening, trouble) &&
           holm_setup_settle(&opening->rules, &opening->map, given, trouble);
}

bool opening_read(const json_t *json, struct opening *opening, struct holm_trouble *trouble)
{
    return read_opening(json, 0, opening, trouble);
}

/* One deal: what is dealt is the same for any number of players, and the loop has others to serve. */
bool opening_try(const struct opening *opening, char source[HOLM_SOURCE_MAX],
                 struct holm_trouble *trouble)
{
    return holm_map_try(&opening->map, 1, DEAL_TRIES, trouble) &&
           holm_source_write(&opening->map, source, trouble);
}

int opening_deal(const struct opening *opening, uint64_t seed, struct holm_board *board)
{
    struct holm_map map = opening->map;
    struct holm_chance chance;
    holm_chance_number(&chance, seed);
    const int error = holm_deal_within(&map, &opening->rules, &chance, DEAL_TRIES);
    return error ? error : holm_board_make(board, &map, &opening->rules);
}

/* "deal": the number of the previewed deal that is to be kept; without it any deal shows whether
 * the map can be played. */
static bool read_deal(const json_t *json, uint64_t *seed, bool *kept, struct holm_trouble *trouble)
{
    const json_t *deal = json_object_get(json, "deal");
    *kept = deal && !json_is_null(deal);
    *seed = *kept ? (uint64_t)json_integer_value(deal) : 1;
    return !*kept || json_is_integer(deal) ||
           holm_trouble(trouble, 0, "\"deal\" is not a whole number");
}

static bool refuse_map(struct holm_trouble *trouble, const char *name, int error)
{
    holm_trouble(trouble, 0, "map %s: %s", name, holm_reason(error)->text);
    return holm_trouble_because(trouble, error, NULL);
}

/* Deals it once: it can be played, or not. A scenario may have a target of its own; a deal that is
 * kept leaves nothing to deal. */
static bool try_deal(const json_t *json, struct opening *opening, struct holm_trouble *trouble)
{
    struct holm_board board;
    uint64_t seed;
    bool kept;
    if (!read_deal(json, &seed, &kept, trouble))
        return false;
    const int error = opening_deal(opening, seed, &board);
    if (error)
        return refuse_map(trouble, opening->map.name, error);
    opening->rules.target = board.rules.target;
    if (!kept)
        return true;
    opening->map = board.map;
    holm_map_freeze(&opening->map);
    opening->rules.setup = HOLM_SETUP_FIXED;
    opening->board = opening->board == BOARD_OWN ? BOARD_OWN : BOARD_KEPT;
    return true;
}

/* The map as the table keeps it. Who chose the board may know it too well for a game of strangers. */
static bool note_board(const struct opening *opening, struct table_request *request,
                       struct holm_trouble *trouble)
{
    struct settings *settings = &request->settings;
    settings->rules = opening->rules;
    settings->board = opening->board;
    snprintf(settings->map, sizeof settings->map, "%s", opening->map.name);
    memcpy(settings->scenario, opening->scenario, sizeof opening->scenario);
    return opening->board == BOARD_USUAL ||
           holm_source_write(&opening->map, request->source, trouble);
}

/* ------------------------------------------------------------------- chairs */

bool opening_name(const char *text, char name[NAME_SIZE], struct holm_trouble *trouble)
{
    return holm_plain_name(text, NAME_CHARACTERS, name, NAME_SIZE, trouble);
}

/* Whose names are to be told apart. */
struct company {
    const struct chair *chair;
    int chairs, own;
    bool host; /* whether the asker's own chair is the host's */
};

static bool is_called(const char *name, const char *skeleton)
{
    char other[HOLM_SKELETON_SIZE];
    holm_name_skeleton(name, other);
    return !strcmp(skeleton, other);
}

/* By somebody else at the table, by a bot that may yet come to it, or by the house. */
static bool name_taken(const void *context, const char *skeleton)
{
    static const char *const house[] = { "server", "servidor", "holm" };
    static const char *const hosts[] = { "host", "anfitrión", "anfitriona" };
    const struct company *company = context;
    for (size_t i = 0; i < sizeof house / sizeof *house; i++)
        if (is_called(house[i], skeleton) || (!company->host && is_called(hosts[i], skeleton)))
            return true;
    for (int i = 0; i < holm_bot_kind_count; i++)
        if (is_called(holm_bot_kinds[i].name, skeleton))
            return true;
    for (int i = 0; i < company->chairs; i++)
        if (i != company->own && (is_called(company->chair[i].name, skeleton) ||
                                  is_called(company->chair[i].bot, skeleton)))
            return true;
    return false;
}

void opening_tell_apart(struct chair *chair, int chairs, int own, bool host)
{
    const struct company company = { chair, chairs, own, host };
    holm_name_apart(chair[own].name, NAME_SIZE, NAME_CHARACTERS, name_taken, &company);
}

bool opening_bot(const char *word, char bot[BOT_SIZE], struct holm_trouble *trouble)
{
    struct holm_bot_order order;
    if (strlen(word) >= BOT_SIZE || strchr(word, ':') || !holm_bot_read(word, &order))
        return holm_trouble(trouble, 0, "there is no bot \"%.20s\"; /api/catalogue lists them",
                            word);
    snprintf(bot, BOT_SIZE, "%s", word);
    return true;
}

static bool read_chair(const json_t *value, int i, struct table_request *request,
                       struct holm_trouble *trouble)
{
    const char *word = json_string_value(value);
    struct chair *chair = &request->chair[i];
    if (!word)
        return holm_trouble(trouble, 0, "\"seats\" holds something that is no word");
    if (!strcmp(word, "me")) {
        if (request->host >= 0)
            return holm_trouble(trouble, 0, "\"seats\" has \"me\" twice");
        request->host = i;
        chair->kind = CHAIR_PERSON;
        return true;
    }
    if (!strcmp(word, "open"))
        return true;
    chair->kind = CHAIR_BOT;
    return opening_bot(word, chair->bot, trouble);
}

/* Without "seats" the host sits down first and the other chairs are open. */
static bool read_chairs(const json_t *json, struct table_request *request,
                        struct holm_trouble *trouble)
{
    const json_t *seats = json_object_get(json, "seats");
    const int players = request->settings.rules.players;
    request->chairs = players;
    if (!seats) {
        request->host = 0;
        request->chair[0].kind = CHAIR_PERSON;
        return true;
    }
    if (!holm_json_get_list(json, "seats", players, players, &seats, trouble))
        return holm_trouble(trouble, 0, "\"seats\" is not a list of %d, as many as players",
                            players);
    request->host = -1;
    for (int i = 0; i < players; i++)
        if (!read_chair(json_array_get(seats, (size_t)i), i, request, trouble))
            return false;
    return true;
}

/* ------------------------------------------------------------------ options */

static bool get_flag_or(const json_t *json, const char *key, bool usual, bool *flag,
                        struct holm_trouble *trouble)
{
    *flag = usual;
    return !json_object_get(json, key) || holm_json_get_flag(json, key, flag, trouble);
}

static bool read_clock(const json_t *json, struct settings *settings, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "mode", "seconds", "reserve", NULL };
    const json_t *clock = json_object_get(json, "clock");
    int mode = CLOCK_NONE;
    settings->clock_seconds = DEFAULT_SECONDS;
    if (clock &&
        (!holm_json_only(clock, "\"clock\"", keys, trouble) ||
         !holm_json_get_word(clock, "mode", clock_mode_names, CLOCK_MODES, &mode, trouble) ||
         (json_object_get(clock, "seconds") &&
          !holm_json_get_number(clock, "seconds", 1, CLOCK_MOST, &settings->clock_seconds,
                                trouble)) ||
         (json_object_get(clock, "reserve") &&
          !holm_json_get_number(clock, "reserve", 0, CLOCK_MOST, &settings->clock_reserve,
                                trouble))))
        return false;
    settings->clock = (uint8_t)mode;
    return true;
}

/* Whether others than the host may sit down. */
static bool awaits_people(const struct table_request *request)
{
    for (int i = 0; i < request->chairs; i++)
        if (request->chair[i].kind == CHAIR_OPEN)
            return request->host >= 0;
    return false;
}

static bool read_switches(const json_t *json, struct table_request *request,
                          struct holm_trouble *trouble)
{
    static const char *const orders[] = { "random", "fixed" }, *const starts[] = { "full", "now",
                                                                                   "ready" };
    struct settings *settings = &request->settings;
    const json_t *pace = json_object_get(json, "pace");
    int order = 0, start = awaits_people(request) ? 2 : 0;
    request->pace = pace ? json_number_value(pace) : 1;
    if (pace && (!json_is_number(pace) || request->pace < 0 || request->pace > 4))
        return holm_trouble(trouble, 0, "\"pace\" is not a number from 0 to 4");
    if (!get_flag_or(json, "public", false, &settings->listed, trouble) ||
        !get_flag_or(json, "spectators", true, &settings->spectators, trouble) ||
        !get_flag_or(json, "counts", true, &settings->counts, trouble) ||
        (json_object_get(json, "delay") &&
         !holm_json_get_number(json, "delay", 0, DELAY_MOST, &settings->delay, trouble)) ||
        (json_object_get(json, "order") &&
         !holm_json_get_word(json, "order", orders, 2, &order, trouble)) ||
        (json_object_get(json, "start") &&
         !holm_json_get_word(json, "start", starts, 2, &start, trouble)))
        return false;
    if (settings->listed && settings->board != BOARD_USUAL)
        return holm_trouble(trouble, 0, "a table is not public where the host chose the board");
    settings->shuffled = order == 0;
    settings->on_ready = start == 2;
    request->now = start == 1;
    return true;
}

bool opening_pledge(const json_t *json, struct holm_share *share, struct holm_trouble *trouble)
{
    const bool pledge = json_object_get(json, "pledge"), key = json_object_get(json, "key");
    memset(share, 0, sizeof *share);
    if (!pledge && !key)
        return true;
    share->pledged = true;
    return ((pledge && key) || holm_trouble(trouble, 0, "\"pledge\" and \"key\" go together")) &&
           holm_json_get_bytes(json, "pledge", share->pledge, HOLM_HASH_BYTES, trouble) &&
           holm_json_get_bytes(json, "key", share->key, HOLM_KEY_BYTES, trouble);
}

bool opening_table(const json_t *json, struct table_request *request, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "name",   "rules",  "scenario", "map",        "seats",
                                        "public", "order",  "clock",    "spectators", "delay",
                                        "counts", "pace",   "start",    "pledge",     "key",
                                        "deal",   "colour", "mark",     "person",     NULL };
    struct opening opening;
    const char *name = "Host";
    memset(request, 0, sizeof *request);
    request->host = -1;
    if (!holm_json_only(json, "a table", keys, trouble) ||
        !read_opening(json, (int)json_array_size(json_object_get(json, "seats")), &opening,
                      trouble))
        return false;
    const bool usual = results_usual(&opening.rules); /* a deal settles the target */
    if (!try_deal(json, &opening, trouble) || !note_board(&opening, request, trouble))
        return false;
    request->settings.usual = usual;
    if (!read_chairs(json, request, trouble) || !read_clock(json, &request->settings, trouble) ||
        !read_switches(json, request, trouble) || !opening_pledge(json, &request->share, trouble) ||
        (json_object_get(json, "name") && !holm_json_get_text(json, "name", &name, trouble)))
        return false;
    if (request->host < 0)
        return true;
    if (!opening_name(name, request->chair[request->host].name, trouble) ||
        !message_look(json, &request->chair[request->host].look, trouble))
        return false;
    opening_tell_apart(request->chair, request->chairs, request->host, true);
    return true;
}
