/* test_replay.c: a game is a pure function of its board, its actions and what chance answered.
 *
 * Dictating the recorded outcomes gives the live state byte for byte; a copy goes on as the
 * original does; one seed is one game; and draw number n can be had from the seed and n alone. */
#include "tests/property/play.h"

enum { LONGEST = 20000 };

/* What a log keeps of a game. */
struct record {
    int actions;
    struct holm_action action[LONGEST];
    uint8_t drawn[LONGEST][HOLM_DRAWS_MAX];
    uint8_t drawn_count[LONGEST];
    uint64_t hash[LONGEST];
};
static struct record record;

static void record_game(struct game *game, const struct mode *mode, uint64_t seed)
{
    game_start(game, mode, seed);
    record.actions = 0;
    while (game_step(game)) {
        const int n = record.actions++;
        game_expect(game, n < LONGEST, "an endless game: ");
        record.action[n] = game->action;
        record.drawn_count[n] = (uint8_t)game->chance.drawn_count;
        memcpy(record.drawn[n], game->chance.drawn, sizeof record.drawn[n]);
        record.hash[n] = holm_hash(&game->state);
    }
}

/* The state of a game without the address of its board. */
static bool same_state(const struct holm_state *one, const struct holm_state *other)
{
    struct holm_state moved = *other;
    moved.board = one->board;
    return !memcmp(one, &moved, sizeof moved);
}

/* ------------------------------------------------------------- by dictation */

static void dictation_is_the_game(void **unused)
{
    static struct game game;
    (void)unused;
    for (int m = 0; m < mode_count; m++)
        for (uint64_t seed = 1; seed <= mode_seeds(&modes[m], 2); seed++) {
            struct holm_state state;
            struct holm_chance chance;
            record_game(&game, &modes[m], seed);
            memset(&chance, 0, sizeof chance);
            holm_start(&state, &game.board);
            for (int i = 0; i < record.actions; i++) {
                holm_chance_dictate(&chance, record.drawn[i], record.drawn_count[i]);
                const int error = holm_apply(&state, &record.action[i], &chance, NULL);
                game_expect(&game, !error, "replay of action %d: %s: ", i,
                            holm_reason(error)->name);
                game_expect(&game, chance.dictated_at == record.drawn_count[i],
                            "action %d used %d of %d outcomes: ", i, chance.dictated_at,
                            record.drawn_count[i]);
                game_expect(&game, holm_hash(&state) == record.hash[i],
                            "the replay leaves the game at action %d: ", i);
            }
            game_expect(&game, same_state(&state, &game.state), "another end: ");
        }
}

/* ---------------------------------------------------------- seeds and copies */

static void one_seed_is_one_game(void **unused)
{
    static struct game one, other;
    (void)unused;
    for (int m = 0; m < mode_count; m++) {
        game_start(&one, &modes[m], 11);
        game_start(&other, &modes[m], 11);
        game_expect(&one, !memcmp(&one.board.map, &other.board.map, sizeof one.board.map),
                    "two deals: ");
        while (game_step(&one) && game_step(&other)) {
            game_expect(&one, !memcmp(&one.action, &other.action, sizeof one.action),
                        "another action: ");
            game_expect(&one, same_state(&one.state, &other.state), "another state: ");
            game_expect(&one, one.chance.next == other.chance.next, "other draws: ");
        }
        /* and another seed another game */
        game_start(&other, &modes[m], 12);
        while (game_step(&other))
            ;
        game_expect(&one, !same_state(&one.state, &other.state), "two seeds, one game: ");
    }
}

/* Nothing is kept outside the structs: a copy in other memory, on a copy of the board and with a
 * chance that knows only the seed and the number of the next draw, goes the same way. */
static void a_copy_goes_the_same_way(void **unused)
{
    static struct game game;
    static struct holm_board board;
    (void)unused;
    for (int m = 0; m < mode_count; m++) {
        struct holm_state copy;
        struct holm_chance fresh;
        game_start(&game, &modes[m], 5);
        board = game.board;
        copy = game.state;
        copy.board = &board;
        while (game_step(&game)) {
            const uint64_t used = game.chance.drawn_count;
            holm_chance_seed(&fresh, game.chance.seed);
            fresh.next = game.chance.next - used;
            game_expect(&game, !holm_apply(&copy, &game.action, &fresh, NULL), "refused: ");
            game_expect(&game,
                        fresh.drawn_count == used && !memcmp(fresh.drawn, game.chance.drawn, used),
                        "draw %llu depends on more than its number: ",
                        (unsigned long long)(game.chance.next - used));
            game_expect(&game, same_state(&game.state, &copy), "the copy differs: ");
        }
    }
}

/* A listed action needs no check: both ways to apply it do the same. */
static void listed_is_applied_alike(void **unused)
{
    static struct game game;
    static struct holm_events events;
    (void)unused;
    for (int m = 0; m < mode_count; m++) {
        game_start(&game, &modes[m], 6);
        struct holm_chance chance = game.chance;
        while (game_step(&game)) {
            struct holm_state state = game.before;
            holm_apply_listed(&state, &game.action, &chance, &events);
            game_expect(&game, same_state(&state, &game.state), "another state: ");
            game_expect(
                &game,
                events.count == game.events.count &&
                    !memcmp(events.at, game.events.at, (size_t)events.count * sizeof events.at[0]),
                "other events: ");
            game_expect(&game, chance.next == game.chance.next, "other draws: ");
        }
    }
}

/* Every byte of a position counts in its hash. */
static void hashes_tell_states_apart(void **unused)
{
    static struct game game;
    (void)unused;
    for (int m = 0; m < mode_count; m++) {
        game_start(&game, &modes[m], 9);
        for (int i = 0; i < 100 && game_step(&game); i++)
            ;
        const uint64_t hash = holm_hash(&game.state);
        for (size_t at = sizeof game.state.board; at < sizeof game.state; at++) {
            struct holm_state other = game.state;
            ((uint8_t *)&other)[at] ^= (uint8_t)(1u << dice_below(&game.dice, 8));
            game_expect(&game, holm_hash(&other) != hash, "byte %zu does not count: ", at);
        }
    }
}

/* ------------------------------------------------------------------ ChaCha8 */

#define QUARTER(a, b, c, d)                                                                        \
    a += b, d ^= a, d = d << 16 | d >> 16, c += d, b ^= c, b = b << 12 | b >> 20, a += b, d ^= a,  \
                    d = d << 8 | d >> 24, c += d, b ^= c, b = b << 7 | b >> 25

/* The cipher as its author describes it, with eight rounds; eight 64-bit draws a block. */
static uint64_t chacha_draw(const uint8_t seed[32], uint64_t n)
{
    uint32_t in[16] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 }, x[16];
    for (int i = 0; i < 8; i++)
        in[4 + i] = (uint32_t)seed[4 * i] | (uint32_t)seed[4 * i + 1] << 8 |
                    (uint32_t)seed[4 * i + 2] << 16 | (uint32_t)seed[4 * i + 3] << 24;
    in[12] = (uint32_t)(n / 8);
    in[13] = (uint32_t)(n / 8 >> 32);
    memcpy(x, in, sizeof x);
    for (int round = 0; round < 8; round += 2) {
        QUARTER(x[0], x[4], x[8], x[12]);
        QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]);
        QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]);
        QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);
        QUARTER(x[3], x[4], x[9], x[14]);
    }
    const int at = 2 * (int)(n % 8);
    return (uint64_t)(x[at] + in[at]) | (uint64_t)(x[at + 1] + in[at + 1]) << 32;
}

static void draws_are_chacha8(void **unused)
{
    static struct game game;
    uint8_t seed[32];
    struct dice dice = { 7 };
    (void)unused;
    for (int i = 0; i < 2000; i++) {
        for (int j = 0; j < 32; j++)
            seed[j] = i ? (uint8_t)dice_below(&dice, 256) : 0;
        const uint64_t n = dice_next(&dice) >> dice_below(&dice, 64);
        assert_int_equal(holm_draw_number(seed, n), chacha_draw(seed, n));
    }
    /* A die is the upper part of its draw times six, so that anybody can work a game's dice out. */
    game_start(&game, &modes[0], 8);
    while (game_step(&game)) {
        const uint64_t first = game.chance.next - game.chance.drawn_count;
        if (game.action.kind != HOLM_DO_ROLL)
            continue;
        for (uint64_t i = 0; i < game.chance.drawn_count; i++) {
            const uint64_t draw = chacha_draw(game.chance.seed, first + i);
            const unsigned face = (unsigned)(((draw >> 32) * 6) >> 32);
            game_expect(&game, face == game.chance.drawn[i],
                        "a die shows %d instead of %u: ", game.chance.drawn[i], face);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dictation_is_the_game),    cmocka_unit_test(one_seed_is_one_game),
        cmocka_unit_test(a_copy_goes_the_same_way), cmocka_unit_test(listed_is_applied_alike),
        cmocka_unit_test(hashes_tell_states_apart), cmocka_unit_test(draws_are_chacha8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
