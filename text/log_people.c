/* log_people.c: lines about people in the log of a fair game: somebody gives up, all agree to end
 * the game, somebody takes a chair that was given up. docs/logs.md */
#include "text/log_people.h"

#include <string.h>

#include "text/json.h"

/* ORDER: enum holm_line_kind */
const char *const holm_line_names[HOLM_LINE_KINDS] = {
    "header", "action", "seal", "resign", "agreed", "chair",
};
/* ORDER: enum holm_why */
const char *const holm_why_names[HOLM_WHYS] = { "own", "clock", "away" };

/* What a line says, before it is applied. */
struct people {
    int chair;
    int count;
    struct holm_agreement word[HOLM_SEATS];
    char name[HOLM_CHAIR_NAME_MAX];
    bool has_key;
    uint8_t key[HOLM_KEY_BYTES];
};

/* ------------------------------------------------------------------- reading */

static bool read_chair(const struct holm_replay *replay, const json_t *json, const char *key,
                       int *chair, struct holm_trouble *trouble)
{
    return holm_json_get_number(json, key, 0, replay->fair.chairs - 1, chair, trouble);
}

/* Who gives a word is a person who has not given up, and has signed it or not. */
static bool read_word(const struct holm_replay *replay, const json_t *json, int chair,
                      struct holm_agreement *word, struct holm_trouble *trouble)
{
    word->chair = (uint8_t)chair;
    word->saw = -1;
    if (!holm_bit_in(replay->people, chair))
        return holm_trouble(trouble, 0, "nobody sits in chair %d who could say that", chair);
    if (!holm_value_member(json, "saw") && !holm_value_member(json, "signature"))
        return true;
    return holm_json_get_number(json, "saw", 0, replay->line - 1, &word->saw, trouble) &&
           holm_json_get_bytes(json, "signature", word->signature, HOLM_SIGNATURE_BYTES, trouble);
}

static bool read_resign(const struct holm_replay *replay, const json_t *json, struct people *said,
                        struct holm_trouble *trouble)
{
    static const char *const keys[] = { "n", "resign", "saw", "signature", NULL };
    said->count = 1;
    return holm_json_only(json, "the line", keys, trouble) &&
           read_chair(replay, json, "resign", &said->chair, trouble) &&
           read_word(replay, json, said->chair, &said->word[0], trouble);
}

/* Everybody, in the order of their chairs. */
static bool read_agreed(const struct holm_replay *replay, const json_t *json, struct people *said,
                        struct holm_trouble *trouble)
{
    static const char *const keys[] = { "n", "agreed", NULL };
    static const char *const word_keys[] = { "chair", "saw", "signature", NULL };
    const json_t *list;
    unsigned agreed = 0;
    if (!holm_json_only(json, "the line", keys, trouble) ||
        !holm_json_get_list(json, "agreed", 1, HOLM_SEATS, &list, trouble))
        return false;
    said->count = (int)holm_value_count(list);
    for (int i = 0; i < said->count; i++) {
        const json_t *word = holm_value_item(list, (size_t)i);
        int chair;
        if (!holm_json_only(word, "a word", word_keys, trouble) ||
            !read_chair(replay, word, "chair", &chair, trouble) ||
            !read_word(replay, word, chair, &said->word[i], trouble))
            return false;
        if (agreed >> chair)
            return holm_trouble(trouble, 0, "chair %d agrees twice, or out of turn", chair);
        agreed |= holm_bit(chair);
    }
    return agreed == replay->people ||
           holm_trouble(trouble, 0, "chair %d has not agreed to end the game",
                        holm_bits_first(replay->people & ~agreed));
}

static bool read_name(const json_t *json, char name[HOLM_CHAIR_NAME_MAX],
                      struct holm_trouble *trouble)
{
    const char *text;
    if (!holm_json_get_text(json, "name", &text, trouble))
        return false;
    if (!holm_is_plain_name(text))
        return holm_trouble(trouble, 0, "the name is too long or not plain text");
    strcpy(name, text);
    return true;
}

/* Chairs of bots are nobody's to take: bots sit there by the terms. */
static bool read_taken(const struct holm_replay *replay, const json_t *json, struct people *said,
                       struct holm_trouble *trouble)
{
    static const char *const keys[] = { "n", "chair", "name", "key", NULL };
    if (!holm_json_only(json, "the line", keys, trouble) ||
        !read_chair(replay, json, "chair", &said->chair, trouble) ||
        !read_name(json, said->name, trouble))
        return false;
    said->has_key = !holm_value_is_null(holm_value_member(json, "key"));
    if (said->has_key && !holm_json_get_bytes(json, "key", said->key, HOLM_KEY_BYTES, trouble))
        return false;
    if (!holm_bit_in(replay->fair.people & ~(unsigned)replay->people, said->chair))
        return holm_trouble(trouble, 0, "chair %d was not given up", said->chair);
    return replay->taken < HOLM_TAKEN_MAX ||
           holm_trouble(trouble, 0, "more than %d chairs are taken over", HOLM_TAKEN_MAX);
}

/* ------------------------------------------------------------------ applying */

int holm_replay_seat(const struct holm_replay *replay, int chair)
{
    int seat = 0;
    while (replay->fair.chair_of[seat] != chair)
        seat++;
    return seat;
}

/* Of two players the other has won; where no person is left, nobody. */
static void apply_resign(struct holm_replay *replay, const struct people *said)
{
    const int seat = holm_replay_seat(replay, said->chair);
    replay->people &= (uint8_t)~holm_bit(said->chair);
    if (replay->board.rules.players == 2)
        holm_stop(&replay->state, !seat, &replay->events);
    else if (!replay->people)
        holm_stop(&replay->state, HOLM_NONE, &replay->events);
}

static void apply_agreed(struct holm_replay *replay, const struct people *said)
{
    (void)said;
    replay->agreed = true;
    holm_stop(&replay->state, HOLM_NONE, &replay->events);
}

/* From here on the chair's key is that of whoever took it. */
static void apply_taken(struct holm_replay *replay, const struct people *said)
{
    struct holm_share *share = &replay->fair.share[said->chair];
    replay->people |= (uint8_t)holm_bit(said->chair);
    replay->taken++;
    share->pledged = said->has_key;
    memcpy(share->key, said->key, sizeof share->key);
    strcpy(replay->name, said->name);
}

static const struct {
    bool (*read)(const struct holm_replay *replay, const json_t *json, struct people *said,
                 struct holm_trouble *trouble);
    void (*apply)(struct holm_replay *replay, const struct people *said);
} rows[HOLM_LINE_KINDS] = {
    [HOLM_LINE_RESIGN] = { read_resign, apply_resign },
    [HOLM_LINE_AGREED] = { read_agreed, apply_agreed },
    [HOLM_LINE_CHAIR] = { read_taken, apply_taken },
};

static int kind_of(const json_t *json)
{
    int kind = HOLM_LINE_RESIGN;
    while (kind < HOLM_LINE_KINDS && !holm_value_member(json, holm_line_names[kind]))
        kind++;
    return kind;
}

bool holm_people_line(const json_t *json)
{
    return kind_of(json) < HOLM_LINE_KINDS;
}

bool holm_people_read(struct holm_replay *replay, const json_t *json, struct holm_trouble *trouble)
{
    const int kind = kind_of(json);
    struct people said = { .chair = HOLM_NONE };
    if (!rows[kind].read(replay, json, &said, trouble))
        return false;
    replay->kind = (uint8_t)kind;
    replay->events.count = 0;
    replay->chance.drawn_count = 0;
    replay->action = (struct holm_action){ .seat = HOLM_NONE };
    if (said.chair != HOLM_NONE)
        replay->action.seat = (uint8_t)holm_replay_seat(replay, said.chair);
    replay->moot = replay->bot = replay->has_signature = false;
    replay->why = HOLM_WHY_NONE;
    replay->saw = -1;
    replay->action_text[0] = '\0';
    replay->chair = (uint8_t)said.chair;
    replay->word_count = (uint8_t)said.count;
    memcpy(replay->word, said.word, sizeof said.word);
    rows[kind].apply(replay, &said);
    replay->actions++;
    return true;
}
