/* fair_game.h: whole fair games of version 2, played at random by people with keys, one without,
 * and a bot, as an honest server would hold them; or one that is not honest in one way. */
#ifndef HOLM_FAIR_GAME_H
#define HOLM_FAIR_GAME_H

#include <sodium.h>
#include <stdio.h>

#include "tests/unit/random_game.h"
#include "text/json.h"
#include "text/log.h"

enum { ADA, BOT, CLEO, DAN, CHAIRS }; /* Dan has no key */
enum { FAIR_LINES_MAX = 4000 };
/* In the first round another sat on Dan's chair. */
#define FAIR_VOIDS "[{\"round\":1,\"chairs\":[3],\"names\":[\"Eve\"]}]"

struct fair_game {
    struct game game;
    struct holm_fair fair;
    struct holm_chain chain;
    struct holm_sitter sitter[CHAIRS];
    uint8_t secret_key[CHAIRS][64];
    char terms[HOLM_TERMS_MAX];
    uint8_t heads[FAIR_LINES_MAX][HOLM_HASH_BYTES];
    char *line[FAIR_LINES_MAX];
    int lines;
    int acted[HOLM_SEATS]; /* the line of the latest action of each seat */
    int late, for_ada; /* actions signed for an earlier position; played by a bot for Ada */
};

/* How a server cheats; all zero: it does not. */
struct fair_cheat {
    int length; /* no cheating yet: the most actions of the game, in its terms */
    void (*with_terms)(struct fair_game *made); /* after all have pledged */
    void (*after_reveal)(struct fair_game *made);
    int old_kind; /* actions of this kind are signed for the first position */
    bool repeat; /* what was signed once is played twice */
    bool kept_back; /* answers are signed for a position before the seat's own latest action */
    bool unmarked; /* the bot's actions are not marked as a bot's */
    bool early_seal; /* Ada signs the end after the tenth action */
};

/* From a number, so that every run plays the same. */
static inline void fill_bytes(uint8_t *bytes, size_t size, uint64_t number)
{
    uint8_t seed[randombytes_SEEDBYTES] = { 0 };
    memcpy(seed, &number, sizeof number);
    randombytes_buf_deterministic(bytes, size, seed);
}

static inline void fair_pledge(struct fair_game *made, int chair, uint64_t number)
{
    struct holm_share *share = &made->fair.share[chair];
    uint8_t seed[32];
    share->pledged = true;
    fill_bytes(seed, sizeof seed, number + 1000);
    crypto_sign_ed25519_seed_keypair(share->key, made->secret_key[chair], seed);
    fill_bytes(share->entropy, sizeof share->entropy, number + 2000);
    holm_fair_pledge(share->entropy, share->key, share->pledge);
}

static inline void fair_write_terms(struct fair_game *made)
{
    struct holm_writer writer = holm_writer(made->terms, sizeof made->terms);
    holm_terms_put(&writer, &made->fair, "abcdefghijkm", made->fair.void_count ? FAIR_VOIDS : "[]",
                   "base-4", &made->game.rules, made->sitter);
    assert_false(writer.full);
    holm_fair_round(made->terms, made->fair.round_head);
}

static inline void fair_reveal(struct fair_game *made, int chair)
{
    struct holm_share *share = &made->fair.share[chair];
    share->revealed = true;
    holm_fair_sign_reveal(made->secret_key[chair], made->fair.round_head, share->entropy,
                          share->signature);
}

/* The second round of a table. */
static inline void fair_gather(struct fair_game *made, const struct fair_cheat *cheat,
                               uint64_t number)
{
    static const struct holm_sitter sitter[CHAIRS] = {
        { false, "Ada" }, { true, "medium" }, { false, "Cleo \"Z\" \xc3\x98" }, { false, "Dan" }
    };
    struct holm_fair *fair = &made->fair;
    memcpy(made->sitter, sitter, sizeof sitter);
    *fair = (struct holm_fair){ .version = 2,
                                .chairs = CHAIRS,
                                .shuffled = 1,
                                .round = 2,
                                .void_count = 1,
                                .length = cheat->length };
    fill_bytes(fair->secret, sizeof fair->secret, number + 3000);
    holm_fair_commit(fair);
    fair_pledge(made, ADA, number * 2);
    fair_pledge(made, CLEO, number * 2 + 1);
    fair_write_terms(made);
    if (cheat->with_terms)
        cheat->with_terms(made);
    fair_reveal(made, ADA);
    fair_reveal(made, CLEO);
    if (cheat->after_reveal)
        cheat->after_reveal(made);
}

static inline void fair_add_line(struct fair_game *made, const char *line)
{
    assert_true(made->lines < FAIR_LINES_MAX);
    made->line[made->lines] = strdup(line);
    if (made->lines)
        holm_chain_line(&made->chain, made->lines, line);
    memcpy(made->heads[made->lines++], made->chain.head, HOLM_HASH_BYTES);
}

static inline void fair_deal(struct fair_game *made)
{
    static char line[HOLM_LOG_LINE_MAX + 1];
    struct holm_writer writer = holm_writer(line, sizeof line);
    struct game *game = &made->game;
    struct holm_trouble trouble;
    uint8_t seed[HOLM_HASH_BYTES];
    assert_true(holm_map_built_in("base-4", &game->map, &trouble));
    holm_fair_seed(&made->fair, seed);
    holm_chance_seed(&game->chance, seed);
    assert_int_equal(holm_deal(&game->map, &game->rules, &game->chance), HOLM_OK);
    assert_int_equal(holm_board_make(&game->board, &game->map, &game->rules), HOLM_OK);
    holm_fair_seat(&made->fair, &game->chance);
    holm_start(&game->state, &game->board);
    holm_chain_start(&made->chain, &made->fair, seed);
    holm_log_header_fair(&writer, &game->board, seed, &made->fair, made->terms, "base-4");
    assert_false(writer.full);
    fair_add_line(made, line);
}

/* Some answers come when something else has happened already. */
static inline int fair_saw(struct fair_game *made, const struct holm_action *action,
                           const struct fair_cheat *cheat)
{
    const bool late = (action->kind == HOLM_DO_DECLINE || action->kind == HOLM_DO_DISCARD) &&
                      made->acted[action->seat] < made->lines - 1;
    if (cheat->old_kind && action->kind == cheat->old_kind)
        return 0;
    if (cheat->kept_back && action->kind == HOLM_DO_DECLINE && made->acted[action->seat])
        return made->acted[action->seat] - 1;
    made->late += late;
    return made->lines - 1 - late;
}

static inline void fair_add_action(struct fair_game *made, const struct holm_action *action,
                                   const struct fair_cheat *cheat)
{
    static char line[HOLM_LOG_LINE_MAX + 1], text[HOLM_ACTION_TEXT_MAX];
    struct holm_writer writer = holm_writer(line, sizeof line);
    struct holm_writer text_writer = holm_writer(text, sizeof text);
    struct game *game = &made->game;
    uint8_t signature[HOLM_SIGNATURE_BYTES];
    struct holm_log_maker maker = { .saw = -1, .text = text };
    const int chair = made->fair.chair_of[action->seat];
    holm_json_action(&text_writer, &game->board, action);
    maker.bot = (chair == BOT && !cheat->unmarked) || (chair == ADA && made->lines % 40 == 20);
    made->for_ada += maker.bot && chair == ADA;
    if (!maker.bot && made->fair.share[chair].pledged) {
        maker.saw = fair_saw(made, action, cheat);
        holm_sign_act(made->secret_key[chair], made->heads[maker.saw], text, signature);
        maker.signature = signature;
    }
    holm_log_action_by(&writer, &game->board, made->lines, action, &game->chance, &maker);
    made->acted[action->seat] = made->lines;
    fair_add_line(made, line);
    const struct holm_state state = game->state;
    writer = holm_writer(line, sizeof line);
    if (cheat->repeat && maker.signature && action->kind == HOLM_DO_OFFER &&
        action->seat != state.active && !holm_apply(&game->state, action, &game->chance, NULL)) {
        holm_log_action_by(&writer, &game->board, made->lines, action, &game->chance, &maker);
        fair_add_line(made, line);
        game->actions++;
    }
}

static inline void fair_seal(struct fair_game *made, int chair, int last)
{
    char line[512];
    struct holm_writer writer = holm_writer(line, sizeof line);
    uint8_t signature[HOLM_SIGNATURE_BYTES];
    holm_sign_end(made->secret_key[chair], made->heads[last], signature);
    holm_log_seal(&writer, made->lines, chair, signature);
    fair_add_line(made, line);
}

static inline void fair_free(struct fair_game *made)
{
    for (int i = 0; i < made->lines; i++)
        free(made->line[i]);
    made->lines = 0;
}

/* Plays a game to its end, sealed by both who can. */
static inline void fair_play_to(struct fair_game *made, const struct fair_cheat *cheat,
                                uint64_t number, int target)
{
    struct holm_action action;
    memset(made, 0, sizeof *made);
    assert_true(sodium_init() >= 0);
    made->game.random = number;
    made->game.source = "base-4";
    assert_int_equal(holm_rules_make(&made->game.rules, HOLM_BASE, HOLM_2025, CHAIRS), HOLM_OK);
    made->game.rules.target = (uint8_t)target;
    fair_gather(made, cheat, number);
    fair_deal(made);
    while ((!cheat->length || made->lines <= cheat->length) && game_step(&made->game, &action)) {
        fair_add_action(made, &action, cheat);
        if (cheat->early_seal && made->lines == 11)
            fair_seal(made, ADA, 10);
    }
    const int last = made->lines - 1;
    fair_seal(made, CLEO, last);
    fair_seal(made, ADA, last);
}

static inline void fair_play(struct fair_game *made, const struct fair_cheat *cheat,
                             uint64_t number)
{
    fair_play_to(made, cheat, number, 5);
}

static inline bool fair_verify(const struct fair_game *made, bool unfinished,
                               struct holm_verdict *verdict, struct holm_trouble *trouble)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    for (int i = 0; i < made->lines; i++)
        fprintf(file, "%s\n", made->line[i]);
    rewind(file);
    const bool fine = holm_verify(file, NULL, unfinished, verdict, trouble);
    fclose(file);
    return fine;
}

#endif
