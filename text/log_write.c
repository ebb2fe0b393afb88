/* log_write.c: the lines of a log. */
#include "text/json.h"
#include "text/log.h"

void holm_log_header(struct holm_writer *writer, const struct holm_board *board,
                     const uint8_t seed[32], const char *source)
{
    holm_log_header_fair(writer, board, seed, NULL, NULL, source);
}

void holm_log_header_fair(struct holm_writer *writer, const struct holm_board *board,
                          const uint8_t seed[32], const struct holm_fair *fair, const char *terms,
                          const char *source)
{
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "holm", fair ? fair->version : HOLM_LOG_VERSION);
    if (seed)
        holm_json_put_bytes(writer, "seed", seed, 32);
    if (fair) {
        holm_json_key(writer, "fair");
        holm_fair_put(writer, fair, terms);
    }
    if (source)
        holm_source_put(writer, source);
    holm_json_key(writer, "rules");
    holm_json_rules(writer, &board->rules);
    holm_json_key(writer, "map");
    holm_json_map(writer, &board->map);
    holm_put_char(writer, '}');
}

void holm_log_outcomes(struct holm_writer *writer, const struct holm_chance *chance)
{
    holm_put_char(writer, '[');
    for (int i = 0; i < chance->drawn_count; i++) {
        holm_json_next(writer);
        holm_put_number(writer, chance->drawn[i]);
    }
    holm_put_char(writer, ']');
}

void holm_log_action_by(struct holm_writer *writer, const struct holm_board *board, int number,
                        const struct holm_action *action, const struct holm_chance *chance,
                        const struct holm_log_maker *maker)
{
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "n", number);
    holm_json_key(writer, "action");
    if (maker->text)
        holm_put(writer, maker->text);
    else
        holm_json_action(writer, board, action);
    holm_json_key(writer, "drew");
    holm_log_outcomes(writer, chance);
    if (maker->bot) {
        holm_json_put_flag(writer, "bot", true);
        if (maker->why)
            holm_json_put_word(writer, "why", holm_why_names[maker->why]);
    } else if (maker->signature) {
        holm_json_put_number(writer, "saw", maker->saw);
        holm_json_put_bytes(writer, "signature", maker->signature, HOLM_SIGNATURE_BYTES);
    }
    holm_put_char(writer, '}');
}

void holm_log_action(struct holm_writer *writer, const struct holm_board *board, int number,
                     const struct holm_action *action, const struct holm_chance *chance)
{
    const struct holm_log_maker nobody = { 0 };
    holm_log_action_by(writer, board, number, action, chance, &nobody);
}

void holm_log_seal(struct holm_writer *writer, int number, int chair,
                   const uint8_t signature[HOLM_SIGNATURE_BYTES])
{
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "n", number);
    holm_json_put_number(writer, "seal", chair);
    holm_json_put_bytes(writer, "signature", signature, HOLM_SIGNATURE_BYTES);
    holm_put_char(writer, '}');
}

/* What somebody signed, or nothing. */
static void put_signature(struct holm_writer *writer, const struct holm_agreement *word)
{
    if (word->saw < 0)
        return;
    holm_json_put_number(writer, "saw", word->saw);
    holm_json_put_bytes(writer, "signature", word->signature, HOLM_SIGNATURE_BYTES);
}

void holm_log_resign(struct holm_writer *writer, int number, const struct holm_agreement *word)
{
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "n", number);
    holm_json_put_number(writer, "resign", word->chair);
    put_signature(writer, word);
    holm_put_char(writer, '}');
}

void holm_log_agreed(struct holm_writer *writer, int number, const struct holm_agreement *words,
                     int count)
{
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "n", number);
    holm_json_key(writer, "agreed");
    holm_put_char(writer, '[');
    for (int i = 0; i < count; i++) {
        holm_json_next(writer);
        holm_put_char(writer, '{');
        holm_json_put_number(writer, "chair", words[i].chair);
        put_signature(writer, &words[i]);
        holm_put_char(writer, '}');
    }
    holm_put(writer, "]}");
}

void holm_log_chair(struct holm_writer *writer, int number, int chair, const char *name,
                    const uint8_t *key)
{
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "n", number);
    holm_json_put_number(writer, "chair", chair);
    holm_json_key(writer, "name");
    holm_json_string(writer, name);
    holm_json_put_bytes(writer, "key", key, HOLM_KEY_BYTES);
    holm_put_char(writer, '}');
}
