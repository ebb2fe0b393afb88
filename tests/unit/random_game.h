/* random_game.h: games of random actions in every edition, for the tests of what is written and
 * read. In Cities & Knights everybody is dealt cards and levels now and then, so that all that can
 * be asked is asked in few actions. */
#ifndef HOLM_RANDOM_GAME_H
#define HOLM_RANDOM_GAME_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/holm.h"
#include "tests/often.h"
#include "text/maps.h"

struct table {
    int game, edition, players;
    unsigned variants; /* as bits, in the order of holm_rules */
};

struct game {
    struct holm_chance chance;
    struct holm_rules rules;
    struct holm_map map;
    struct holm_board board;
    struct holm_state state;
    struct holm_events events;
    uint64_t random;
    uint8_t seed[32];
    const char *source;
    int actions;
    bool treats; /* whether cards are dealt now and then */
    int treated; /* after how many actions, the latest time */
    bool step_seen[HOLM_STEP_KINDS], event_seen[HOLM_EV_KINDS]; /* see game_to_be_looked_at */
};

static inline unsigned below(struct game *game, unsigned limit)
{
    game->random = game->random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(game->random >> 33) % limit;
}

static inline void set_variants(struct holm_rules *rules, unsigned variants)
{
    uint8_t *const fields[] = { &rules->var_city_choice,      &rules->var_aggressive_robber,
                                &rules->var_easy_start,       &rules->var_knight_errant,
                                &rules->var_activation_phase, &rules->var_commit_knights,
                                &rules->var_wall_defense,     &rules->balanced_dice };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        *fields[i] = variants >> i & 1;
}

/* On a map of this name, or on the usual one; false: the map is not for this game. */
static inline bool game_start_on(struct game *game, const struct table *table, const char *map,
                                 uint64_t number)
{
    struct holm_trouble trouble;
    memset(game, 0, sizeof *game);
    game->random = number * 77 + (uint64_t)table->players;
    assert_int_equal(holm_rules_make(&game->rules, table->game, table->edition, table->players),
                     HOLM_OK);
    if (game->rules.knights)
        set_variants(&game->rules, table->variants);
    game->source = map ? map : holm_map_default(&game->rules);
    assert_true(holm_map_find(game->source, &game->map, &trouble));
    holm_chance_number(&game->chance, number);
    memcpy(game->seed, game->chance.seed, sizeof game->seed);
    if (map && !game->map.pool[0].terrains)
        game->rules.setup = HOLM_SETUP_FIXED;
    else if (map && game->map.has_fixed)
        game->rules.setup = number % 2 ? HOLM_SETUP_FIXED : HOLM_SETUP_VARIABLE;
    assert_int_equal(holm_deal(&game->map, &game->rules, &game->chance), HOLM_OK);
    int error = holm_board_make(&game->board, &game->map, &game->rules);
    if (map && error == HOLM_E_MAP_KNIGHTS)
        return false;
    assert_int_equal(error, HOLM_OK);
    holm_start(&game->state, &game->board);
    return true;
}

static inline void game_start(struct game *game, const struct table *table, uint64_t number)
{
    game_start_on(game, table, NULL, number);
}

/* ---------------------------------------------------------------- scenarios */

/* Every scenario of Seafarers, with and without Cities & Knights, for every number of players. */
struct scenario {
    const char *map;
    struct table table;
};
enum { SCENARIOS_MAX = 256 };
static inline int find_scenarios(struct scenario *scenarios)
{
    int count = 0;
    for (int i = 0; i < holm_map_file_count; i++) {
        const char *name = holm_map_files[i].name;
        struct holm_trouble trouble;
        static struct holm_map map;
        assert_true(holm_map_find(name, &map, &trouble));
        if (!strncmp(name, "base-", 5))
            continue;
        for (int players = map.players_low; players <= map.players_high; players++)
            for (int game = HOLM_SEAFARERS; game <= HOLM_SEA_KNIGHTS; game++) {
                assert_true(count < SCENARIOS_MAX);
                scenarios[count] = (struct scenario){
                    name, { game, (count / 2) % HOLM_EDITIONS, players, count % 3 ? 0 : 123 }
                };
                count++;
            }
    }
    return count;
}

/* ------------------------------------------------------------------ treats */

static inline void treat_cards(struct game *game, struct holm_player *player)
{
    for (int card = 0; card < HOLM_CARDS; card++) {
        uint8_t *bank = &game->state.bank.n[card];
        int more = (int)below(game, 4);
        more = more < *bank ? more : *bank;
        *bank = (uint8_t)(*bank - more);
        player->hand.n[card] = (uint8_t)(player->hand.n[card] + more);
        player->cards = (uint8_t)(player->cards + more);
    }
}

static inline void treat_progress(struct game *game, struct holm_player *player)
{
    struct holm_state *state = &game->state;
    int progress = (int)below(game, HOLM_PROGRESS_KINDS);
    int track = holm_progress_track(&game->rules, progress);
    if (!state->pool[progress] || holm_progress_info[progress].kind == HOLM_NO_ACTION)
        return;
    state->pool[progress]--;
    state->deck_left[track]--;
    player->progress[progress]++;
    player->backs[track]++;
}

/* A settlement becomes a city. */
static inline void treat_city(struct game *game, int seat)
{
    struct holm_player *player = &game->state.player[seat];
    for (int corner = 0; corner < game->board.topology.corners; corner++)
        if (game->state.corner[corner] == holm_piece_byte(HOLM_SETTLEMENT, seat) &&
            player->cities) {
            game->state.corner[corner] = holm_piece_byte(HOLM_CITY, seat);
            player->cities--;
            player->settlements++;
            player->points++;
            return;
        }
}

/* For all players: cards from the bank and the decks, a level, now and then a point or a city; and
 * the barbarians come sooner. */
static inline void treat(struct game *game)
{
    game->treated = game->actions;
    if (game->rules.knights && below(game, 3) == 0)
        game->state.barbarians = (uint8_t)(game->rules.barbarian_steps - 1);
    if (below(game, 3) == 0)
        game->state.active_knights = game->state.knights;
    for (int seat = 0; seat < game->rules.players; seat++) {
        struct holm_player *player = &game->state.player[seat];
        treat_cards(game, player);
        if (!game->rules.knights)
            continue;
        for (int i = 0; i < 3; i++)
            treat_progress(game, player);
        uint8_t *level = &player->level[below(game, HOLM_TRACKS)];
        *level = (uint8_t)(*level < 3 ? *level + 1 : *level);
        if (below(game, 4) == 0)
            treat_city(game, seat);
        if (below(game, 4) == 0) {
            player->defender++;
            player->points++;
        }
    }
}

/* ------------------------------------------------------------------ actions */

/* Makes an offer of a template: one card for another; false: not these two. */
static inline bool fill_offer(struct game *game, struct holm_action *offer)
{
    unsigned kinds = game->state.board->card_kinds;
    unsigned give = below(game, kinds), take = below(game, kinds);
    bool fine = offer->kind == HOLM_DO_OFFER && offer->give.n[give] && give != take;
    memset(&offer->give, 0, sizeof offer->give);
    memset(&offer->take, 0, sizeof offer->take);
    offer->give.n[give] = offer->take.n[take] = 1;
    return fine;
}

/* A random action of one of the seats that may act; false: the game is over. */
static inline bool game_step(struct game *game, struct holm_action *action)
{
    static struct holm_list list;
    if (holm_over(&game->state))
        return false;
    if (game->treats && game->rules.game != HOLM_BASE && game->actions - game->treated >= 20 &&
        holm_step(&game->state)->kind == HOLM_STEP_ROLL)
        treat(game);
    holm_legal(&game->state, holm_next(&game->state), &list);
    if (!list.count)
        fail_msg("%s, %d players, action %d: nothing to do at step %d", game->source,
                 game->rules.players, game->actions, holm_step(&game->state)->kind);
    *action = list.at[below(game, (unsigned)list.count)];
    for (int i = 0; game->rules.ships && i < 2 && action->kind != HOLM_DO_SHIP; i++)
        *action = list.at[below(game, (unsigned)list.count)]; /* ships lead somewhere */
    if (list.templates && below(game, 3) == 0) {
        struct holm_action offer = list.at[list.count];
        if (fill_offer(game, &offer))
            *action = offer;
    }
    assert_int_equal(holm_apply(&game->state, action, &game->chance, &game->events), HOLM_OK);
    game->actions++;
    return true;
}

/* Whether a test looks closely at where the game is now: wherever a kind of step or event is new in
 * this game, and at one position in four of the others. `make soak` looks at every position. */
static inline bool game_to_be_looked_at(struct game *game)
{
    bool look = game->actions % often(1, 8) == 0;
    for (int i = 0; i < game->state.depth; i++) {
        bool *seen = &game->step_seen[game->state.agenda[i].kind];
        look |= !*seen;
        *seen = true;
    }
    for (int i = 0; i < game->events.count; i++) {
        bool *seen = &game->event_seen[game->events.at[i].kind];
        look |= !*seen;
        *seen = true;
    }
    return look;
}

#endif
