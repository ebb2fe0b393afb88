/* log_verify.c: whether a log can be what was played. Everything is drawn again from the seed and
 * compared; in a fair game the seed must follow from what everybody gave, and every line must be
 * signed by whoever made it. */
#include <stdlib.h>
#include <string.h>

#include "text/json.h"
#include "text/log.h"

/* ----------------------------------------------------------------- the terms */

/* A fair header of version 2: what was agreed to must be what was played. */
static bool same_as_agreed(const struct holm_replay *replay, const json_t *terms,
                           struct holm_trouble *trouble)
{
    char played[HOLM_TERMS_MAX], agreed[HOLM_TERMS_MAX];
    struct holm_writer played_writer = holm_writer(played, sizeof played);
    struct holm_writer agreed_writer = holm_writer(agreed, sizeof agreed);
    struct holm_rules rules;
    char source[HOLM_SOURCE_MAX];
    if (!holm_json_read_rules(holm_value_member(terms, "rules"), &rules, trouble))
        return false;
    /* written anew, since terms of earlier versions do not name the options of today */
    holm_json_rules(&played_writer, &replay->board.rules);
    holm_json_rules(&agreed_writer, &rules);
    if (strcmp(agreed, played))
        return holm_trouble(trouble, 1, "the rules are not those that were agreed to");
    return (holm_source_read(terms, source, trouble) && !strcmp(source, replay->source)) ||
           holm_trouble(trouble, 1, "the map is not the one that was agreed to");
}

static bool check_terms(const struct holm_replay *replay, struct holm_trouble *trouble)
{
    json_t *terms = holm_json_load(replay->terms, trouble);
    const bool fine = terms && same_as_agreed(replay, terms, trouble);
    holm_value_free(terms);
    return fine;
}

/* Whoever pledged has revealed just that; nobody else's bytes are in the seed, or whoever holds the
 * game could try some for its bots until the dice please. */
static bool check_pledge(const struct holm_fair *fair, int chair, struct holm_trouble *trouble)
{
    const struct holm_share *share = &fair->share[chair];
    static const uint8_t nothing[sizeof share->entropy];
    uint8_t pledge[HOLM_HASH_BYTES];
    if (!share->pledged)
        return (!share->revealed && !memcmp(share->entropy, nothing, sizeof nothing)) ||
               holm_trouble(trouble, 1, "chair %d pledged nothing, and yet has bytes in the seed",
                            chair);
    holm_fair_pledge(share->entropy, share->key, pledge);
    return !memcmp(pledge, share->pledge, sizeof pledge) ||
           holm_trouble(trouble, 1, "the bytes and the key of chair %d are not those it pledged",
                        chair);
}

static bool check_reveal(const struct holm_fair *fair, int chair, struct holm_trouble *trouble)
{
    const struct holm_share *share = &fair->share[chair];
    return !share->pledged || (share->revealed && holm_fair_revealed(fair->round_head, share)) ||
           holm_trouble(trouble, 1, "chair %d has not signed these terms", chair);
}

static bool check_shares(const struct holm_replay *replay, struct holm_trouble *trouble)
{
    const struct holm_fair *fair = &replay->fair;
    for (int chair = 0; chair < fair->chairs; chair++)
        if (!check_pledge(fair, chair, trouble))
            return false;
    for (int chair = 0; chair < fair->chairs; chair++)
        if (!check_reveal(fair, chair, trouble))
            return false;
    return check_terms(replay, trouble);
}

/* The commitment, the seed and the seats must follow from the secret and everybody's bytes. */
static bool check_fair(const struct holm_replay *replay, struct holm_trouble *trouble)
{
    struct holm_fair fair = replay->fair;
    uint8_t seed[HOLM_HASH_BYTES];
    holm_fair_commit(&fair);
    if (memcmp(fair.commit, replay->fair.commit, sizeof fair.commit))
        return holm_trouble(trouble, 1, "the secret is not the one that was committed to");
    if (fair.version >= 2 && !check_shares(replay, trouble))
        return false;
    holm_fair_seed(&fair, seed);
    return (replay->has_seed && !memcmp(seed, replay->seed, sizeof seed)) ||
           holm_trouble(trouble, 1,
                        "the seed does not follow from the secret and the players' bytes");
}

static bool check_seats(const struct holm_replay *replay, struct holm_chance *chance,
                        struct holm_trouble *trouble)
{
    struct holm_fair fair = replay->fair;
    holm_fair_seat(&fair, chance);
    return !memcmp(fair.chair_of, replay->fair.chair_of, sizeof fair.chair_of) ||
           holm_trouble(trouble, 1, "the seed seats the players otherwise");
}

/* ------------------------------------------------------------------ the deal */

/* The map before the deal: the one given, the one that the log holds, or the one it names. */
static bool find_source(const struct holm_replay *replay, const struct holm_map *given,
                        struct holm_map *map, struct holm_trouble *trouble)
{
    struct holm_trouble found;
    if (given) {
        *map = *given;
        return true;
    }
    if (!replay->source[0])
        return holm_trouble(trouble, 1, "the log does not say from which map it was dealt");
    return holm_source_find(replay->source, map, &found) ||
           holm_trouble(trouble, 1, "its map: %s%s", found.text,
                        holm_source_is_map(replay->source) ? "" : "; give the file with --map");
}

bool holm_log_deal(const struct holm_replay *replay, const struct holm_map *given,
                   struct holm_chance *chance, struct holm_trouble *trouble)
{
    struct holm_map map;
    char logged[HOLM_LOG_LINE_MAX], dealt[HOLM_LOG_LINE_MAX];
    struct holm_writer logged_writer = holm_writer(logged, sizeof logged);
    struct holm_writer dealt_writer = holm_writer(dealt, sizeof dealt);
    if (!replay->has_seed)
        return holm_trouble(trouble, 1, "the log has no seed to verify it with");
    if ((replay->has_fair && !check_fair(replay, trouble)) ||
        !find_source(replay, given, &map, trouble))
        return false;
    holm_chance_seed(chance, replay->seed);
    int error = holm_deal(&map, &replay->board.rules, chance);
    if (error)
        return holm_trouble(trouble, 1, "the deal: %s", holm_reason(error)->text);
    map.start_rule = replay->board.map.start_rule; /* words alone, and older logs have none */
    holm_json_map(&logged_writer, &replay->board.map);
    holm_json_map(&dealt_writer, &map);
    if (strcmp(logged, dealt))
        return holm_trouble(trouble, 1, "the seed deals another map than the log has");
    return !replay->has_fair || check_seats(replay, chance, trouble);
}

/* ----------------------------------------------------------------- the draws */

static bool same_outcomes(const struct holm_chance *a, const struct holm_chance *b)
{
    return a->drawn_count == b->drawn_count && !memcmp(a->drawn, b->drawn, a->drawn_count);
}

/* Applies the latest action once more to the state before it, drawing from the seed. */
static bool same_draws(const struct holm_replay *replay, const struct holm_state *before,
                       const struct holm_past *past_before, struct holm_chance *chance,
                       struct holm_trouble *trouble)
{
    char logged[80], drawn[80];
    struct holm_writer logged_writer = holm_writer(logged, sizeof logged);
    struct holm_writer drawn_writer = holm_writer(drawn, sizeof drawn);
    struct holm_state state = *before;
    struct holm_past past = *past_before;
    if (replay->moot)
        return true;
    int error = holm_apply_past(&state, &past, &replay->action, chance, NULL);
    if (error)
        return holm_trouble(trouble, replay->line, "the action is refused: %s",
                            holm_reason(error)->text);
    if (same_outcomes(&replay->chance, chance))
        return true;
    holm_log_outcomes(&logged_writer, &replay->chance);
    holm_log_outcomes(&drawn_writer, chance);
    return holm_trouble(trouble, replay->line, "the log says it drew %s, the seed gives %s", logged,
                        drawn);
}

/* ------------------------------------------------------------- what was signed */

/* A line as it stands in the chain. */
struct link {
    uint8_t head[HOLM_HASH_BYTES];
};

struct checking {
    const struct holm_map *map;
    struct holm_replay replay;
    struct holm_chance chance;
    struct holm_state before; /* the latest line */
    struct holm_past past; /* of the state before */
    bool chained; /* a fair game of version 2 */
    struct holm_chain chain;
    struct link *links; /* of line 0, the header, and of all others */
    int link_count, link_room;
    int offered[HOLM_SEATS]; /* the line of each seat's latest offer, */
    int acted[HOLM_SEATS]; /* and of its latest action */
    struct holm_verdict *verdict;
    char line[HOLM_LOG_LINE_MAX + 1];
};

static bool add_link(struct checking *checking, struct holm_trouble *trouble)
{
    if (checking->link_count == checking->link_room) {
        const int room = checking->link_room ? 2 * checking->link_room : 512;
        struct link *links = realloc(checking->links, (size_t)room * sizeof *links);
        if (!links)
            return holm_trouble(trouble, 0, "out of memory");
        checking->links = links;
        checking->link_room = room;
    }
    struct link *link = &checking->links[checking->link_count++];
    memcpy(link->head, checking->chain.head, sizeof link->head);
    return true;
}

bool holm_may_be_late(const struct holm_action *action, int active, int saw,
                      const int offered[HOLM_SEATS])
{
    if (!(holm_kind_info[action->kind].groups & HOLM_G_LATE))
        return false;
    if (action->kind == HOLM_DO_OFFER) /* the active player's replaces what others answer to */
        return action->seat != active;
    if (action->kind == HOLM_DO_ACCEPT) /* the very offer that was seen */
        return active < HOLM_SEATS && saw >= offered[active];
    return true;
}

static bool fits_late(const struct checking *checking)
{
    const struct holm_replay *replay = &checking->replay;
    return holm_may_be_late(&replay->action, checking->before.active, replay->saw,
                            checking->offered);
}

/* What was signed before the seat's own latest action counts for nothing any more: neither can it be
 * written down twice, nor be kept back until it does harm. */
static bool is_outdated(const struct checking *checking)
{
    const struct holm_replay *replay = &checking->replay;
    return replay->saw < checking->acted[replay->action.seat];
}

static bool check_signature(const struct checking *checking, int chair,
                            struct holm_trouble *trouble)
{
    const struct holm_replay *replay = &checking->replay;
    const char *name = checking->verdict->name[chair];
    if (!replay->has_signature)
        return holm_trouble(trouble, replay->line, "chair %d (%s) has a key and did not sign this",
                            chair, name);
    if (!holm_act_signed(replay->fair.share[chair].key, checking->links[replay->saw].head,
                         replay->action_text, replay->signature))
        return holm_trouble(trouble, replay->line, "the signature of chair %d (%s) does not hold",
                            chair, name);
    if (replay->saw != checking->link_count - 1 && (!fits_late(checking) || is_outdated(checking)))
        return holm_trouble(trouble, replay->line,
                            "chair %d (%s) signed this after line %d, and not here", chair, name,
                            replay->saw);
    return true;
}

static bool check_maker(const struct checking *checking, struct holm_trouble *trouble)
{
    const struct holm_replay *replay = &checking->replay;
    const int chair = replay->fair.chair_of[replay->action.seat];
    if (!holm_bit_in(replay->people, chair))
        return (replay->bot && !replay->why) ||
               holm_trouble(trouble, replay->line,
                            "chair %d is a bot%s, and this is no bot's action", chair,
                            holm_bit_in(checking->verdict->bots, chair) ? "" : "'s by now");
    if (replay->bot) {
        checking->verdict->played_by_bot[chair]++;
        return true;
    }
    if (replay->fair.share[chair].pledged)
        return check_signature(checking, chair, trouble);
    return !replay->has_signature ||
           holm_trouble(trouble, replay->line, "chair %d has no key, and this is signed", chair);
}

static bool check_seal(const struct checking *checking, struct holm_trouble *trouble)
{
    const struct holm_replay *replay = &checking->replay;
    const int chair = replay->chair;
    return holm_end_signed(replay->fair.share[chair].key, checking->links[replay->actions].head,
                           replay->signature) ||
           holm_trouble(trouble, replay->line,
                        "the signature of chair %d (%s) under the end does not hold", chair,
                        checking->verdict->name[chair]);
}

/* ------------------------------------------------------------------- people */

/* A word may come late, but not from before the seat's own latest action: nothing that was said
 * once can be kept back. */
static bool check_word(const struct checking *checking, const struct holm_agreement *word,
                       enum holm_word said, struct holm_trouble *trouble)
{
    const struct holm_replay *replay = &checking->replay;
    const struct holm_share *share = &replay->fair.share[word->chair];
    const char *name = checking->verdict->name[word->chair];
    if (!share->pledged)
        return word->saw < 0 ||
               holm_trouble(trouble, replay->line, "chair %d has no key, and this is signed",
                            word->chair);
    if (word->saw < 0)
        return holm_trouble(trouble, replay->line, "chair %d (%s) has a key and did not sign this",
                            word->chair, name);
    if (!holm_word_signed(share->key, said, checking->links[word->saw].head, word->signature))
        return holm_trouble(trouble, replay->line, "the signature of chair %d (%s) does not hold",
                            word->chair, name);
    return word->saw >= checking->acted[holm_replay_seat(replay, word->chair)] ||
           holm_trouble(trouble, replay->line,
                        "chair %d (%s) said this after line %d, and has acted since", word->chair,
                        name, word->saw);
}

static void note_change(struct checking *checking)
{
    const struct holm_replay *replay = &checking->replay;
    struct holm_verdict *verdict = checking->verdict;
    char *name = verdict->name[replay->chair];
    struct holm_change *change = &verdict->change[verdict->change_count++];
    if (replay->kind == HOLM_LINE_CHAIR)
        strcpy(name, replay->name);
    *change = (struct holm_change){ .line = replay->line - 1,
                                    .kind = replay->kind,
                                    .chair = replay->chair,
                                    .key = replay->fair.share[replay->chair].pledged };
    strcpy(change->name, name);
}

static bool check_people(struct checking *checking, struct holm_trouble *trouble)
{
    const struct holm_replay *replay = &checking->replay;
    const bool agreed = replay->kind == HOLM_LINE_AGREED;
    for (int i = 0; i < replay->word_count; i++)
        if (!check_word(checking, &replay->word[i], agreed ? HOLM_WORD_AGREE : HOLM_WORD_RESIGN,
                        trouble))
            return false;
    if (!agreed)
        note_change(checking);
    return true;
}

/* ------------------------------------------------------------------ the whole */

static void tell_chairs(struct holm_verdict *verdict, const struct holm_replay *replay,
                        const json_t *terms)
{
    const json_t *chairs = holm_value_member(terms, "chairs");
    verdict->chairs = replay->fair.chairs;
    for (int i = 0; i < verdict->chairs; i++) {
        const json_t *chair = holm_value_item(chairs, (size_t)i);
        const bool bot = !strcmp(holm_value_text(holm_value_member(chair, "kind")), "bot");
        snprintf(verdict->name[i], sizeof verdict->name[i], "%s",
                 holm_value_text(holm_value_member(chair, "name")));
        verdict->bots |= (uint8_t)(bot << i);
        verdict->keyless |= (uint8_t)((!bot && !replay->fair.share[i].pledged) << i);
    }
    memcpy(verdict->chair_of, replay->fair.chair_of, sizeof verdict->chair_of);
}

static void tell_voids(struct holm_verdict *verdict, const struct holm_replay *replay,
                       const json_t *terms)
{
    const json_t *voids = holm_value_member(terms, "void");
    verdict->void_count = replay->fair.void_count;
    for (int i = 0; i < verdict->void_count; i++) {
        const json_t *told = holm_value_item(voids, (size_t)i);
        const json_t *chairs = holm_value_member(told, "chairs"),
                     *names = holm_value_member(told, "names");
        struct holm_void *empty = &verdict->voids[i];
        empty->round = i + 1;
        empty->count = (int)holm_value_count(chairs);
        for (size_t j = 0; j < holm_value_count(chairs); j++) {
            empty->chair[j] = (uint8_t)holm_value_number(holm_value_item(chairs, j));
            snprintf(empty->name[j], sizeof empty->name[j], "%s",
                     holm_value_text(holm_value_item(names, j)));
        }
    }
}

static bool check_header(struct checking *checking, struct holm_trouble *trouble)
{
    const struct holm_replay *replay = &checking->replay;
    struct holm_verdict *verdict = checking->verdict;
    verdict->version = replay->version;
    verdict->fair = replay->has_fair;
    if (!holm_log_deal(replay, checking->map, &checking->chance, trouble))
        return false;
    checking->chained = replay->has_fair && replay->version >= 2;
    if (!checking->chained)
        return true;
    json_t *terms = holm_json_load(replay->terms, trouble);
    if (!terms)
        return false;
    tell_chairs(verdict, replay, terms);
    tell_voids(verdict, replay, terms);
    holm_value_free(terms);
    holm_chain_start(&checking->chain, &replay->fair, replay->seed);
    return add_link(checking, trouble);
}

static bool check_chained(struct checking *checking, struct holm_trouble *trouble)
{
    struct holm_replay *replay = &checking->replay;
    const int number = replay->line - 1;
    if (!replay->compact)
        return holm_trouble(trouble, replay->line, "the line was not written like this");
    const bool fine = replay->kind == HOLM_LINE_SEAL     ? check_seal(checking, trouble)
                      : replay->kind == HOLM_LINE_ACTION ? check_maker(checking, trouble)
                                                         : check_people(checking, trouble);
    if (!fine)
        return false;
    if (replay->kind != HOLM_LINE_SEAL && replay->action.seat < HOLM_SEATS)
        checking->acted[replay->action.seat] = number;
    if (replay->kind == HOLM_LINE_ACTION && replay->action.kind == HOLM_DO_OFFER)
        checking->offered[replay->action.seat] = number;
    holm_chain_line(&checking->chain, number, checking->line);
    return add_link(checking, trouble);
}

static bool check_line(struct checking *checking, struct holm_trouble *trouble)
{
    struct holm_replay *replay = &checking->replay;
    checking->before = replay->state;
    checking->past = replay->past;
    if (!holm_replay_line(replay, checking->line, trouble))
        return false;
    if (replay->line == 1)
        return check_header(checking, trouble);
    if (replay->kind == HOLM_LINE_ACTION &&
        !same_draws(replay, &checking->before, &checking->past, &checking->chance, trouble))
        return false;
    checking->verdict->actions = replay->actions;
    return !checking->chained || check_chained(checking, trouble);
}

static bool check_end(const struct checking *checking, bool unfinished,
                      struct holm_trouble *trouble)
{
    const struct holm_replay *replay = &checking->replay;
    struct holm_verdict *verdict = checking->verdict;
    if (!replay->line)
        return holm_trouble(trouble, 0, "the log is empty");
    verdict->over = holm_over(&replay->state);
    verdict->cut_off = holm_replay_cut_off(replay);
    verdict->agreed = replay->agreed;
    verdict->winner = verdict->over ? replay->state.winner : HOLM_NONE;
    for (int chair = 0; chair < verdict->chairs; chair++)
        verdict->unsealed |=
            (uint8_t)((replay->fair.share[chair].pledged && holm_bit_in(replay->people, chair) &&
                       !holm_bit_in(replay->sealed, chair))
                      << chair);
    return verdict->over || verdict->cut_off || unfinished ||
           holm_trouble(trouble, replay->line, "the log stops before the end of the game");
}

static bool check(struct checking *checking, FILE *log, bool unfinished,
                  struct holm_trouble *trouble)
{
    struct holm_trouble found;
    int got;
    holm_replay_start(&checking->replay);
    while ((got = holm_log_next(log, checking->line, &found)) > 0)
        if (!check_line(checking, trouble))
            return false;
    if (got < 0)
        return holm_trouble(trouble, checking->replay.line + 1, "%s", found.text);
    return check_end(checking, unfinished, trouble);
}

bool holm_verify(FILE *log, const struct holm_map *map, bool unfinished,
                 struct holm_verdict *verdict, struct holm_trouble *trouble)
{
    struct checking *checking = calloc(1, sizeof *checking);
    *verdict = (struct holm_verdict){ .winner = HOLM_NONE };
    if (!checking)
        return holm_trouble(trouble, 0, "out of memory");
    checking->map = map;
    checking->verdict = verdict;
    const bool fine = check(checking, log, unfinished, trouble);
    free(checking->links);
    free(checking);
    return fine;
}
