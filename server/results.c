/* results.c: what became of a game: a row for each player, and new ratings where it counted. It is
 * written with the game's last line; where these rows alone are damaged, the game ends without them.
 * docs/people.md says what counts. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "store/people.h"
#include "text/notation.h"

enum {
    ABSENT_MOST = 3, /* so many actions in a row by a bot, at the end, and somebody has left */
    RATED_SECONDS = 20, /* of a clock, at least */
};

/* ------------------------------------------------------------------ what counts */

/* How a board is dealt and who begins changes nothing of what it takes to win. */
static bool is_free(const struct holm_option *option)
{
    return !strcmp(option->name, "setup") || !strcmp(option->name, "start_player");
}

bool results_usual(const struct holm_rules *rules)
{
    struct holm_rules usual;
    if (holm_rules_make(&usual, rules->game, rules->edition, rules->players))
        return false;
    for (int i = 0; i < holm_option_count; i++)
        if (holm_option_get(rules, &holm_options[i]) != holm_option_get(&usual, &holm_options[i]) &&
            !is_free(&holm_options[i]))
            return false;
    return true;
}

bool results_ratable(const struct settings *settings)
{
    return settings->listed && settings->usual && settings->board == BOARD_USUAL &&
           settings->shuffled;
}

/* With less, whoever thinks for a moment has left the game. */
bool results_clock(const struct settings *settings)
{
    return settings->clock != CLOCK_NONE && settings->clock_seconds >= RATED_SECONDS;
}

static bool sits_elsewhere(const struct table *table, int64_t person, int but)
{
    for (int i = 0; i < but; i++)
        if (table->chair[i].known.person == person)
            return true;
    return false;
}

/* Two people or more, all of them known and different, with a clock; or bots among themselves. */
bool results_rated(const struct table *table)
{
    int people = 0;
    if (!results_ratable(&table->settings))
        return false;
    for (int i = 0; i < table->chairs; i++) {
        const struct chair *chair = &table->chair[i];
        if (chair->kind != CHAIR_PERSON)
            continue;
        people++;
        if (!chair->known.person || sits_elsewhere(table, chair->known.person, i))
            return false;
    }
    return !people || (people >= 2 && results_clock(&table->settings));
}

/* --------------------------------------------------------------------- players */

/* Somebody who played: at most one who sits in each chair, and one who left it. */
struct player {
    uint8_t chair, seat;
    int64_t person;
    char bot[BOT_SIZE], name[NAME_SIZE]; /* "": none */
    struct holm_seat_figures figures;
    bool left, counts; /* `counts`: they were there at the start */
    int place, points;
    struct holm_standing standing; /* before, then after */
    int before, after; /* as shown; 0: unchanged */
};

/* All that is written of a game, as it was when it ended. */
struct outcome {
    struct deed deed;
    struct holm_store *store; /* the writer's */
    int64_t table, ended;
    char code[HOLM_CODE_SIZE], scenario[MAP_NAME_SIZE];
    const char *family, *why;
    bool listed, rated, lost;
    int chairs;
    struct player player[2 * HOLM_SEATS];
    int count;
    struct holm_trouble trouble; /* `lost`: for this */
};

static const char *or_null(const char *text)
{
    return text[0] ? text : NULL;
}

/* By the others, or by whoever runs the server: no token opens the chair any more. */
static bool was_removed(const struct chair *chair)
{
    return chair->kind == CHAIR_PERSON && !people_may_return(chair);
}

static bool has_left(const struct table *table, const struct chair *chair)
{
    return people_may_return(chair) &&
           (chair->resigned[0] || chair->away ||
            table->game->figures.seat[chair->seat].absent >= ABSENT_MOST);
}

/* The winner first, then by points; nobody has a place where nobody won. */
static int place_of(const struct holm_state *state, int seat)
{
    int place = 1;
    if (state->winner >= HOLM_SEATS)
        return 0;
    if (state->winner == seat)
        return 1;
    for (int other = 0; other < state->board->rules.players; other++)
        place += other == state->winner || holm_points(state, other) > holm_points(state, seat);
    return place;
}

static struct player *add_player(struct outcome *outcome, const struct table *table, int i,
                                 bool left)
{
    const struct chair *chair = &table->chair[i];
    const struct holm_state *state = &game_at(table->game)->state;
    struct player *player = &outcome->player[outcome->count++];
    *player = (struct player){
        .chair = (uint8_t)i,
        .seat = chair->seat,
        .left = left,
        .place = left ? table->chairs : place_of(state, chair->seat),
        .points = holm_points(state, chair->seat),
        .figures = table->game->figures.seat[chair->seat],
    };
    return player;
}

/* Whoever was forgotten since is nobody. */
static bool look_up(struct outcome *outcome, struct holm_trouble *trouble)
{
    for (int i = 0; i < outcome->count; i++) {
        struct player *player = &outcome->player[i];
        bool known = true;
        if (player->person && !holm_store_knows(outcome->store, player->person, &known, trouble))
            return false;
        if (!known)
            player->name[0] = '\0';
        player->person = known ? player->person : 0;
    }
    return true;
}

static void gather(struct outcome *outcome, const struct table *table)
{
    for (int i = 0; i < table->chairs; i++) {
        const struct chair *chair = &table->chair[i];
        const bool handed_over =
            chair->resigned[0] && !sodium_is_zero(chair->former, sizeof chair->former);
        if (handed_over) {
            struct player *leaver = add_player(outcome, table, i, true);
            leaver->person = chair->leaver;
            memcpy(leaver->name, chair->resigned, sizeof leaver->name);
            leaver->counts = true;
        }
        struct player *sitter =
            add_player(outcome, table, i, has_left(table, chair) && !handed_over);
        sitter->person = chair->kind == CHAIR_PERSON ? chair->known.person : 0;
        if (chair->kind == CHAIR_BOT)
            memcpy(sitter->bot, chair->bot, sizeof sitter->bot);
        if (chair->kind == CHAIR_PERSON)
            memcpy(sitter->name, chair->name, sizeof sitter->name);
        sitter->counts = !handed_over;
        if (was_removed(chair))
            sitter->place = 0; /* what a bot made of it is not theirs */
    }
}

/* --------------------------------------------------------------------- ratings */

static bool is_same(const struct player *a, const struct player *b)
{
    return a->person == b->person && !strcmp(a->bot, b->bot);
}

/* A bot may sit in several chairs: it has one rating, and gets the mean of what each would get. */
static struct holm_standing combined(struct player *const player[], const struct holm_rating *after,
                                     int count, int own)
{
    struct holm_standing standing = player[own]->standing;
    int chairs = 0;
    standing.rating = (struct holm_rating){ 0 };
    for (int i = 0; i < count; i++) {
        if (!is_same(player[i], player[own]))
            continue;
        chairs++;
        standing.rating.mu += after[i].mu;
        standing.rating.sigma += after[i].sigma;
        standing.games++;
        standing.wins += player[i]->place == 1 && !player[i]->left;
    }
    standing.rating.mu /= chairs;
    standing.rating.sigma /= chairs;
    return standing;
}

static bool read_standings(struct outcome *outcome, struct player *player[], int *count,
                           struct holm_trouble *trouble)
{
    *count = 0;
    for (int i = 0; i < outcome->count; i++) {
        struct player *one = &outcome->player[i];
        if (!one->counts)
            continue;
        if (!holm_store_rating(outcome->store, outcome->family, one->person, or_null(one->bot),
                               &one->standing, trouble))
            return false;
        player[(*count)++] = one;
    }
    return true;
}

/* For all who played, or for those alone who left. */
static bool rate(struct outcome *outcome, struct holm_trouble *trouble)
{
    struct player *player[2 * HOLM_SEATS];
    struct holm_rating after[HOLM_SEATS];
    int place[HOLM_SEATS], count;
    bool left = false, won = false;
    if (!holm_store_rate_alone(outcome->store, trouble) ||
        !read_standings(outcome, player, &count, trouble))
        return false;
    for (int i = 0; i < count; i++) {
        after[i] = player[i]->standing.rating;
        place[i] = player[i]->place;
        left |= player[i]->left;
        won |= player[i]->place == 1;
    }
    for (int i = 0; i < count; i++)
        if (player[i]->left)
            place[i] = HOLM_SEATS + 1; /* behind all who stayed */
    if (!won && !left)
        return true;
    holm_rating_update(after, place, count);
    for (int i = 0; i < count; i++) {
        struct player *one = player[i];
        if ((left && !one->left) || (!one->person && !one->bot[0]))
            continue;
        const struct holm_standing next = combined(player, after, count, i);
        one->before = holm_rating_shown(&one->standing.rating);
        one->after = holm_rating_shown(&next.rating);
        if (!holm_store_put_rating(outcome->store, outcome->family, &next, trouble))
            return false;
    }
    return true;
}

/* --------------------------------------------------------------------- writing */

static bool put_player(const struct outcome *outcome, const struct player *player,
                       struct holm_trouble *trouble)
{
    const struct holm_seat_figures *figures = &player->figures;
    char opening[HOLM_RESOURCES + 1];
    for (int i = 0; i < HOLM_RESOURCES; i++)
        opening[i] = (char)('0' + figures->opening[i]);
    opening[HOLM_RESOURCES] = '\0';
    const struct holm_result result = {
        .game = outcome->table,
        .code = outcome->code,
        .family = outcome->family,
        .scenario = or_null(outcome->scenario),
        .ended = outcome->ended,
        .listed = outcome->listed,
        .rated = outcome->rated,
        .why = outcome->why,
        .players = outcome->chairs,
        .chair = player->chair,
        .left = player->left,
        .person = player->person,
        .bot = or_null(player->bot),
        .name = or_null(player->name),
        .place = player->place,
        .points = player->points,
        .claimed = figures->claimed,
        .expected = figures->expected,
        .opening = opening,
        .before = player->before,
        .after = player->after,
    };
    return holm_store_put_result(outcome->store, &result, trouble);
}

/* Whether anybody will ask: a public game, or somebody's history. */
static bool is_kept(const struct outcome *outcome)
{
    bool kept = outcome->listed;
    for (int i = 0; i < outcome->count; i++)
        kept |= outcome->player[i].person != 0;
    return kept;
}

static bool write_outcome(void *context, struct holm_trouble *trouble)
{
    struct outcome *outcome = context;
    if (!look_up(outcome, trouble))
        return false;
    if (!is_kept(outcome))
        return true;
    if (outcome->rated && !rate(outcome, trouble))
        return false;
    for (int i = 0; i < outcome->count; i++)
        if (!put_player(outcome, &outcome->player[i], trouble))
            return false;
    return true;
}

static bool write_results(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    struct outcome *outcome = (struct outcome *)deed;
    bool written;
    outcome->store = store;
    if (!holm_store_aside(store, write_outcome, outcome, &written, &outcome->trouble)) {
        *trouble = outcome->trouble;
        return false;
    }
    outcome->lost = !written;
    return true;
}

static void end_results(struct deed *deed, bool written)
{
    const struct outcome *outcome = (struct outcome *)deed;
    if (written && outcome->lost)
        log_line("the result of table %s cannot be stored: %s", outcome->code,
                 outcome->trouble.text);
    free(deed);
}

struct deed *results_deed(const struct table *table)
{
    struct outcome *outcome = (struct outcome *)deed_new(sizeof *outcome, write_results);
    outcome->deed.end = end_results;
    outcome->table = table->id;
    outcome->ended = run_milliseconds() / 1000;
    memcpy(outcome->code, table->code, sizeof outcome->code);
    memcpy(outcome->scenario, table->settings.scenario, sizeof outcome->scenario);
    outcome->family = holm_game_names[table->settings.rules.game];
    outcome->why = ending_names[table->ended];
    outcome->listed = table->settings.listed;
    outcome->rated = table->rated;
    outcome->chairs = table->chairs;
    gather(outcome, table);
    return &outcome->deed;
}
