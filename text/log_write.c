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
