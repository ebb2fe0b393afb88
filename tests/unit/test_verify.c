/* test_verify.c: a fair game of version 2 holds; and whatever a dishonest server changes in it is
 * found out, with the right sentence, or at least told. */
#include "tests/unit/fair_game.h"

static const struct fair_cheat honest;

/* ------------------------------------------------------------------ helpers */

/* Replaces a line's first `from`. */
static void change(struct fair_game *made, int line, const char *from, const char *to)
{
    char *old = made->line[line], *at = strstr(old, from);
    char *changed = malloc(strlen(old) + strlen(to) + 1);
    assert_non_null(at);
    assert_non_null(changed);
    sprintf(changed, "%.*s%s%s", (int)(at - old), old, to, at + strlen(from));
    free(old);
    made->line[line] = changed;
}

/* Replaces a digit after the nth `key` of a line. */
static void change_digit(struct fair_game *made, int line, const char *key, int nth)
{
    char *at = made->line[line];
    for (int i = 0; i <= nth; i++) {
        at = strstr(at, key);
        assert_non_null(at);
        at += strlen(key);
    }
    *at = *at == '1' ? '2' : '1';
}

static void drop(struct fair_game *made, int line, int count)
{
    for (int i = 0; i < count; i++)
        free(made->line[line + i]);
    made->lines -= count;
    memmove(&made->line[line], &made->line[line + count],
            (size_t)(made->lines - line) * sizeof *made->line);
}

/* The numbers of all lines, once more in order. */
static void renumber(struct fair_game *made)
{
    for (int i = 1; i < made->lines; i++) {
        char *rest = strdup(strchr(made->line[i], ','));
        made->line[i] = realloc(made->line[i], strlen(rest) + 32);
        sprintf(made->line[i], "{\"n\":%d%s", i, rest);
        free(rest);
    }
}

/* The first line from `start` on that holds the first text and not the second (or NULL). */
static int find(const struct fair_game *made, int start, const char *text, const char *without)
{
    for (int i = start; i < made->lines; i++)
        if (strstr(made->line[i], text) && !(without && strstr(made->line[i], without)))
            return i;
    fail_msg("no line has %s", text);
    return 0;
}

/* ---------------------------------------------------------- changed afterwards */

static void entropy_replaced(struct fair_game *made)
{
    change_digit(made, 0, "\"entropy\":[\"", 0);
}
static void pledge_replaced(struct fair_game *made)
{
    change_digit(made, 0, "\"pledge\":\"", 0);
}
static void key_replaced(struct fair_game *made)
{
    change_digit(made, 0, "\"key\":\"", 1);
}
static void secret_wrong(struct fair_game *made)
{
    change_digit(made, 0, "\"secret\":\"", 0);
}
static void commit_wrong(struct fair_game *made)
{
    change_digit(made, 0, "\"commit\":\"", 0);
}
static void seed_wrong(struct fair_game *made)
{
    change_digit(made, 0, "\"seed\":\"", 0);
}
static void reveal_forged(struct fair_game *made)
{
    change_digit(made, 0, "\"signatures\":[\"", 0);
}
static void reveal_dropped(struct fair_game *made)
{
    char *at = strstr(made->line[0], "\"signatures\":[\"") + strlen("\"signatures\":[");
    memcpy(at, "null", 4);
    memmove(at + 4, at + 130, strlen(at + 130) + 1);
}
static void bot_in_the_seed(struct fair_game *made)
{
    change(made, 0, ",\"0000", ",\"0100");
}
static void target_in_terms(struct fair_game *made)
{
    change(made, 0, "\"target\":5", "\"target\":6");
}
static void target_in_both(struct fair_game *made)
{
    change(made, 0, "\"target\":5", "\"target\":6");
    change(made, 0, "\"target\":5", "\"target\":6");
}
/* The first one stays. */
static void target_in_header(struct fair_game *made)
{
    target_in_both(made);
    change(made, 0, "\"target\":6", "\"target\":5");
}
static void source_in_terms(struct fair_game *made)
{
    change(made, 0, "\"base-4\"", "\"base-6\"");
}
static void source_in_both(struct fair_game *made)
{
    source_in_terms(made);
    source_in_terms(made);
}
static void source_in_header(struct fair_game *made)
{
    source_in_both(made);
    change(made, 0, "\"base-6\"", "\"base-4\"");
}
static void name_replaced(struct fair_game *made)
{
    change(made, 0, "\"Ada\"", "\"Eve\"");
}
static void voids_erased(struct fair_game *made)
{
    change(made, 0, "\"round\":2,\"void\":" FAIR_VOIDS, "\"round\":1,\"void\":[]");
}
static void voids_without_round(struct fair_game *made)
{
    change(made, 0, FAIR_VOIDS, "[]");
}
static void seats_swapped(struct fair_game *made)
{
    char from[32], to[32];
    const uint8_t *chair = made->fair.chair_of;
    sprintf(from, "\"chairs\":[%d,%d,%d,%d]", chair[0], chair[1], chair[2], chair[3]);
    sprintf(to, "\"chairs\":[%d,%d,%d,%d]", chair[1], chair[0], chair[2], chair[3]);
    change(made, 0, from, to);
}
static void draw_dropped(struct fair_game *made)
{
    char *at = strstr(made->line[find(made, 20, "\"kind\":\"roll\"", NULL)], "\"drew\":[") + 9;
    memmove(at, at + 1, strlen(at)); /* of [0,1]: [,1], then [1] */
    memmove(at, at + 1, strlen(at));
}
static void draw_changed(struct fair_game *made)
{
    change_digit(made, find(made, 20, "\"kind\":\"roll\"", NULL), "\"drew\":[", 0);
}
/* Somebody with a key placed a settlement, and finds it at the other end of the hex: also allowed.
 */
static void action_changed(struct fair_game *made)
{
    int line = find(made, 1, "\"kind\":\"settlement\"", "\"bot\"");
    while (!strstr(made->line[line], "\"signature\""))
        line = find(made, line + 1, "\"kind\":\"settlement\"", "\"bot\"");
    char *end = strchr(strstr(made->line[line], "\"at\":\"") + strlen("\"at\":\""), '"');
    char *side = end[-2] == 'N' || end[-2] == 'S' ? end - 2 : end - 1; /* of NE, say */
    *side = *side == 'N' ? 'S' : 'N';
}
static void signature_dropped(struct fair_game *made)
{
    char *line = made->line[find(made, 1, "\"signature\"", NULL)];
    strcpy(strstr(line, ",\"saw\""), "}");
}
static void signature_forged(struct fair_game *made)
{
    change_digit(made, find(made, 30, "\"signature\"", NULL), "\"signature\":\"", 0);
}
/* Afterwards it no longer helps: the next signature is over another chain. */
static void marked_as_bot(struct fair_game *made)
{
    char *line = made->line[find(made, 1, "\"signature\"", NULL)];
    strcpy(strstr(line, ",\"saw\""), ",\"bot\":true}");
}
static void saw_changed(struct fair_game *made)
{
    const int line = find(made, 30, "\"saw\":", NULL);
    char from[32], to[32];
    const int saw = atoi(strstr(made->line[line], "\"saw\":") + 6);
    sprintf(from, "\"saw\":%d", saw);
    sprintf(to, "\"saw\":%d", saw - 1);
    change(made, line, from, to);
}
/* Two declined offers, say: what was done in another order stays possible. */
static void reorder(struct fair_game *made)
{
    for (int i = 2; i + 1 < made->lines; i++)
        if (strstr(made->line[i], "\"drew\":[]") && strstr(made->line[i + 1], "\"decline\"") &&
            strstr(made->line[i], "\"decline\"")) {
            char *line = made->line[i];
            made->line[i] = made->line[i + 1];
            made->line[i + 1] = line;
            return;
        }
    fail_msg("choose another game: nobody declines after another");
}
static void reordered_renumbered(struct fair_game *made)
{
    reorder(made);
    renumber(made);
}
/* What a line says was seen; -1: it is not signed. */
static int saw(const struct fair_game *made, int line)
{
    const char *found = strstr(made->line[line], "\"saw\":");
    return found ? atoi(found + strlen("\"saw\":")) : -1;
}

/* The first to sign with the dropped line in sight is not the one right after what was seen: then it
 * is the signature that tells, and not the number. */
static void line_dropped(struct fair_game *made)
{
    int dropped = 29, later;
    do {
        dropped = find(made, dropped + 1, "\"decline\"", NULL);
        for (later = dropped + 1; saw(made, later) < dropped; later++)
            continue;
    } while (saw(made, later) >= later - 1);
    drop(made, dropped, 1);
    renumber(made);
}
static void end_cut_off(struct fair_game *made)
{
    drop(made, made->lines - 3, 3); /* the seals and the last action */
}
static void void_blames_another(struct fair_game *made)
{
    change(made, 0, "\"names\":[\"Eve\"]", "\"names\":[\"Dan\"]");
}
static void void_without_names(struct fair_game *made)
{
    change(made, 0, "\"names\":[\"Eve\"]", "\"names\":[]");
}
static void void_with_control(struct fair_game *made)
{
    change(made, 0, "\"names\":[\"Eve\"]", "\"names\":[\"\\u001b[2J\"]");
}
static void only_the_header(struct fair_game *made)
{
    drop(made, 1, made->lines - 1);
}
static void seal_forged(struct fair_game *made)
{
    change_digit(made, made->lines - 1, "\"signature\":\"", 0);
}
static void seal_of_another(struct fair_game *made)
{
    drop(made, made->lines - 2, 1);
    change(made, made->lines - 1, "\"seal\":0", "\"seal\":2");
    renumber(made);
}
static void seal_twice(struct fair_game *made)
{
    change(made, made->lines - 1, "\"seal\":0", "\"seal\":2");
}
static void seal_without_key(struct fair_game *made)
{
    change(made, made->lines - 1, "\"seal\":0", "\"seal\":3");
}
static void seal_of_nobody(struct fair_game *made)
{
    change(made, made->lines - 1, "\"seal\":0", "\"seal\":4");
}
static void blank_in_a_line(struct fair_game *made)
{
    change(made, 40, "\"drew\":", "\"drew\": ");
}
static void blank_after_the_seal(struct fair_game *made)
{
    change(made, made->lines - 1, "}", "} ");
}
static void letter_escaped(struct fair_game *made)
{
    change(made, 40, "\"action\"", "\"\\u0061ction\"");
}
static void unknown_line(struct fair_game *made)
{
    free(made->line[40]);
    made->line[40] = strdup("{\"n\":40,\"undo\":39}");
}
static void bot_with_signature(struct fair_game *made)
{
    change(made, find(made, 1, "\"signature\"", NULL), ",\"saw\"", ",\"bot\":true,\"saw\"");
}
static void signed_without_key(struct fair_game *made)
{
    const int dan = find(made, 1, "\"drew\"", "\"bot\""), other = find(made, 1, "\"saw\"", NULL);
    int line = dan;
    while (strstr(made->line[line], "\"saw\""))
        line = find(made, line + 1, "\"drew\"", "\"bot\"");
    char *tail = strstr(made->line[other], ",\"saw\":");
    char *changed = malloc(strlen(made->line[line]) + strlen(tail) + 1);
    sprintf(changed, "%.*s,\"saw\":0%s", (int)strlen(made->line[line]) - 1, made->line[line],
            strchr(tail + 1, ','));
    free(made->line[line]);
    made->line[line] = changed;
}

static const struct {
    const char *name;
    void (*change)(struct fair_game *made);
    const char *sentence;
} changes[] = {
    { "replaced entropy", entropy_replaced, "chair 0 are not those it pledged" },
    { "replaced pledge", pledge_replaced, "chair 0 are not those it pledged" },
    { "replaced key", key_replaced, "chair 2 are not those it pledged" },
    { "wrong secret", secret_wrong, "secret is not the one that was committed to" },
    { "wrong commit", commit_wrong, "secret is not the one that was committed to" },
    { "wrong seed", seed_wrong, "seed does not follow" },
    { "forged reveal", reveal_forged, "chair 0 has not signed these terms" },
    { "dropped reveal", reveal_dropped, "chair 0 has not signed these terms" },
    { "a bot's bytes", bot_in_the_seed, "chair 1 pledged nothing" },
    { "target in terms", target_in_terms, "chair 0 has not signed these terms" },
    { "target in both", target_in_both, "chair 0 has not signed these terms" },
    { "target in header", target_in_header, "rules are not those that were agreed to" },
    { "source in terms", source_in_terms, "chair 0 has not signed these terms" },
    { "source in both", source_in_both, "chair 0 has not signed these terms" },
    { "source in header", source_in_header, "map is not the one that was agreed to" },
    { "another name", name_replaced, "chair 0 has not signed these terms" },
    { "void rounds erased", voids_erased, "chair 0 has not signed these terms" },
    { "another is blamed", void_blames_another, "chair 0 has not signed these terms" },
    { "nobody is blamed", void_without_names, "\"names\"" },
    { "names with control bytes", void_with_control, "not plain text" },
    { "voids without round", voids_without_round, "round 2 follows 0 void rounds" },
    { "swapped seats", seats_swapped, "seats the players otherwise" },
    { "dropped draw", draw_dropped, "an outcome is missing" },
    { "changed draw", draw_changed, "the seed gives" },
    { "changed action", action_changed, "does not hold" },
    { "dropped signature", signature_dropped, "has a key and did not sign this" },
    { "forged signature", signature_forged, "does not hold" },
    { "marked as bot afterwards", marked_as_bot, "does not hold" },
    { "another position", saw_changed, "does not hold" },
    { "reordered", reorder, "follows line" },
    { "reordered and renumbered", reordered_renumbered, "does not hold" },
    { "line dropped", line_dropped, "does not hold" },
    { "end cut off", end_cut_off, "stops before the end of the game" },
    { "only the header", only_the_header, "stops before the end of the game" },
    { "forged seal", seal_forged, "chair 0 (Ada) under the end does not hold" },
    { "seal of another", seal_of_another, "under the end does not hold" },
    { "seal twice", seal_twice, "chair 2 signs the end twice" },
    { "seal without a key", seal_without_key, "chair 3 signs the end and has no key" },
    { "seal of nobody", seal_of_nobody, "\"seal\"" },
    { "blank in a line", blank_in_a_line, "not written like this" },
    { "blank after a seal", blank_after_the_seal, "not written like this" },
    { "escaped letter", letter_escaped, "not written like this" },
    { "unknown line", unknown_line, "no \"undo\"" },
    { "bot with a signature", bot_with_signature, "\"bot\" is true and unsigned" },
    { "signed without a key", signed_without_key, "chair 3 has no key, and this is signed" },
};

static void refuse(const struct fair_game *made, const char *name, const char *sentence)
{
    struct holm_trouble trouble = { 0 };
    struct holm_verdict verdict;
    if (fair_verify(made, false, &verdict, &trouble))
        fail_msg("%s: verified", name);
    if (!strstr(trouble.text, sentence))
        fail_msg("%s: \"%s\" in line %d, not \"%s\"", name, trouble.text, trouble.line, sentence);
}

static void whatever_is_changed_is_found(void **unused)
{
    static struct fair_game made;
    (void)unused;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        fair_play(&made, &honest, 2);
        changes[i].change(&made);
        refuse(&made, changes[i].name, changes[i].sentence);
        fair_free(&made);
    }
}

/* --------------------------------------------------------- cheated in the game */

static void replace_entropy(struct fair_game *made)
{
    made->fair.share[ADA].entropy[5] ^= 1;
}
/* All of the server's making, but Ada signed other terms. */
static void replace_share(struct fair_game *made)
{
    struct holm_share *share = &made->fair.share[ADA];
    share->entropy[5] ^= 1;
    holm_fair_pledge(share->entropy, share->key, share->pledge);
    fair_write_terms(made);
}
static void replace_secret(struct fair_game *made)
{
    made->fair.secret[0] ^= 1;
}
static void replace_secret_and_commit(struct fair_game *made)
{
    made->fair.secret[0] ^= 1;
    holm_fair_commit(&made->fair);
    fair_write_terms(made);
}
static void give_the_bot_bytes(struct fair_game *made)
{
    made->fair.share[BOT].entropy[0] = 1;
}
/* A third round is played as if it were the second. */
static void hide_a_void_round(struct fair_game *made)
{
    made->fair.void_count = 0;
    made->fair.round = 1;
    fair_write_terms(made);
}
static void play_to_six(struct fair_game *made)
{
    made->game.rules.target = 6;
}
static void seat_in_order(struct fair_game *made)
{
    made->fair.shuffled = 0;
}

static void a_server_that_cheats_is_found(void **unused)
{
    static const struct {
        const char *name;
        struct fair_cheat cheat;
        const char *sentence;
    } cheats[] = {
        { "entropy", { .after_reveal = replace_entropy }, "chair 0 are not those it pledged" },
        { "share", { .after_reveal = replace_share }, "chair 0 has not signed these terms" },
        { "secret", { .after_reveal = replace_secret }, "committed to" },
        { "secret and commit",
          { .after_reveal = replace_secret_and_commit },
          "chair 0 has not signed these terms" },
        { "bot's bytes", { .after_reveal = give_the_bot_bytes }, "chair 1 pledged nothing" },
        { "void round",
          { .after_reveal = hide_a_void_round },
          "chair 0 has not signed these terms" },
        { "target", { .after_reveal = play_to_six }, "rules are not those" },
        { "seats", { .after_reveal = seat_in_order }, "seats the players otherwise" },
        { "old roll", { .old_kind = HOLM_DO_ROLL }, "and not here" },
        { "old answer", { .old_kind = HOLM_DO_ACCEPT }, "and not here" },
        { "kept back", { .kept_back = true }, "and not here" },
        { "repeated", { .repeat = true }, "and not here" },
        { "bot unmarked", { .unmarked = true }, "chair 1 is a bot, and this is no bot's action" },
        { "early seal", { .early_seal = true }, "chair 0 signs the end before the end" },
    };
    static struct fair_game made;
    (void)unused;
    for (size_t i = 0; i < sizeof cheats / sizeof *cheats; i++) {
        fair_play(&made, &cheats[i].cheat, 2);
        refuse(&made, cheats[i].name, cheats[i].sentence);
        fair_free(&made);
    }
}

/* ------------------------------------------------------------------ it is told */

static void honest_games_hold(void **unused)
{
    static struct fair_game made;
    int late = 0, by_bot = 0;
    (void)unused;
    for (uint64_t number = 1; number <= 8; number++) {
        struct holm_trouble trouble = { 0 };
        struct holm_verdict verdict;
        fair_play(&made, &honest, number);
        if (!fair_verify(&made, false, &verdict, &trouble))
            fail_msg("game %d, line %d: %s", (int)number, trouble.line, trouble.text);
        assert_int_equal(verdict.version, 2);
        assert_int_equal(verdict.actions, made.lines - 3);
        assert_true(verdict.fair && verdict.over);
        assert_int_equal(verdict.winner, made.game.state.winner);
        assert_int_equal(verdict.chairs, CHAIRS);
        assert_memory_equal(verdict.chair_of, made.fair.chair_of, sizeof verdict.chair_of);
        assert_int_equal(verdict.bots, holm_bit(BOT));
        assert_int_equal(verdict.keyless, holm_bit(DAN));
        assert_int_equal(verdict.unsealed, 0);
        assert_string_equal(verdict.name[CLEO], made.sitter[CLEO].name);
        assert_int_equal(verdict.void_count, 1);
        assert_int_equal(verdict.voids[0].round, 1);
        assert_int_equal(verdict.voids[0].count, 1);
        assert_int_equal(verdict.voids[0].chair[0], DAN);
        assert_string_equal(verdict.voids[0].name[0], "Eve");
        assert_int_equal(verdict.played_by_bot[ADA], made.for_ada);
        assert_int_equal(verdict.played_by_bot[BOT], 0);
        late += made.late;
        by_bot += made.for_ada;
        fair_free(&made);
    }
    assert_true(late > 10 && by_bot > 2);
}

static void missing_seals_are_told(void **unused)
{
    static struct fair_game made;
    struct holm_trouble trouble = { 0 };
    struct holm_verdict verdict;
    (void)unused;
    fair_play(&made, &honest, 2);
    drop(&made, made.lines - 1, 1);
    assert_true(fair_verify(&made, false, &verdict, &trouble));
    assert_int_equal(verdict.unsealed, holm_bit(ADA));
    drop(&made, made.lines - 1, 1);
    assert_true(fair_verify(&made, false, &verdict, &trouble));
    assert_int_equal(verdict.unsealed, holm_bit(ADA) | holm_bit(CLEO));
    fair_free(&made);
}

static void unfinished_logs_may_hold(void **unused)
{
    static struct fair_game made;
    struct holm_trouble trouble = { 0 };
    struct holm_verdict verdict;
    (void)unused;
    fair_play(&made, &honest, 2);
    drop(&made, 60, made.lines - 60);
    assert_false(fair_verify(&made, false, &verdict, &trouble));
    assert_int_equal(trouble.line, 60);
    assert_true(fair_verify(&made, true, &verdict, &trouble));
    assert_false(verdict.over);
    assert_int_equal(verdict.winner, HOLM_NONE);
    assert_int_equal(verdict.actions, 59);
    fair_free(&made);
}

/* A game that came to the length in its terms ended properly; one line less or more did not. */
static void games_may_be_cut_off(void **unused)
{
    const struct fair_cheat cut = { .length = 60 };
    static struct fair_game made;
    struct holm_trouble trouble = { 0 };
    struct holm_verdict verdict;
    (void)unused;
    fair_play(&made, &cut, 2);
    if (!fair_verify(&made, false, &verdict, &trouble))
        fail_msg("line %d: %s", trouble.line, trouble.text);
    assert_true(verdict.cut_off && !verdict.over);
    assert_int_equal(verdict.actions, 60);
    assert_int_equal(verdict.winner, HOLM_NONE);
    assert_int_equal(verdict.unsealed, 0);
    change_digit(&made, made.lines - 1, "\"signature\":\"", 0);
    refuse(&made, "forged seal", "under the end does not hold");
    drop(&made, made.lines - 2, 2);
    assert_true(fair_verify(&made, false, &verdict, &trouble));
    assert_int_equal(verdict.unsealed, holm_bit(ADA) | holm_bit(CLEO));
    fair_add_line(&made, "{\"n\":61,\"action\":{\"seat\":\"red\",\"kind\":\"end\"},\"drew\":[]}");
    refuse(&made, "one more", "goes on after the 60 actions its terms allow");
    drop(&made, made.lines - 2, 2);
    refuse(&made, "one less", "stops before the end of the game");
    fair_free(&made);
    fair_play(&made, &honest, 2);
    change(&made, 0, "\"length\":0", "\"length\":60");
    drop(&made, 61, made.lines - 61);
    refuse(&made, "another length", "chair 0 has not signed these terms");
    fair_free(&made);
}

/* A server that puts its own bytes and key in Ada's place from the start makes a log in which all
 * fits: only Ada's page, which knows its own key, can tell. docs/fairness.md says so. */
static void impersonate(struct fair_game *made)
{
    fair_pledge(made, ADA, 4711);
    fair_write_terms(made);
}

static void only_its_owner_knows_a_key(void **unused)
{
    const struct fair_cheat cheat = { .with_terms = impersonate };
    static struct fair_game made;
    struct holm_trouble trouble = { 0 };
    struct holm_verdict verdict;
    (void)unused;
    fair_play(&made, &cheat, 2);
    assert_true(fair_verify(&made, false, &verdict, &trouble));
    fair_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_games_hold),
        cmocka_unit_test(whatever_is_changed_is_found),
        cmocka_unit_test(a_server_that_cheats_is_found),
        cmocka_unit_test(missing_seals_are_told),
        cmocka_unit_test(unfinished_logs_may_hold),
        cmocka_unit_test(games_may_be_cut_off),
        cmocka_unit_test(only_its_owner_knows_a_key),
    };
    return cmocka_run_group_tests_name("verify", tests, NULL, NULL);
}
