/* review_json.c: a review as JSON; docs/review.md describes it. */
#include "talk/review.h"
#include "text/json.h"
#include "text/notation.h"

/* [0.25,0.25,0.5] */
static void put_numbers(struct holm_writer *writer, const double *number, int count)
{
    holm_put_char(writer, '[');
    for (int i = 0; i < count; i++)
        holm_putf(writer, "%s%.4f", i ? "," : "", number[i]);
    holm_put_char(writer, ']');
}

static void put_chances(struct holm_writer *writer, const struct review *review)
{
    holm_json_key(writer, "chances");
    holm_put_char(writer, '[');
    for (int i = 0; i <= review->lines; i++) {
        holm_json_next(writer);
        put_numbers(writer, review->line[i].chance, review->players);
    }
    holm_put_char(writer, ']');
}

static void put_luck(struct holm_writer *writer, const struct review *review)
{
    holm_json_key(writer, "luck");
    holm_put_char(writer, '[');
    for (int i = 1; i <= review->lines; i++) {
        if (!review->line[i].drew)
            continue;
        holm_json_next(writer);
        holm_putf(writer, "{\"at\":%d", i);
        holm_json_key(writer, "by");
        put_numbers(writer, review->line[i].luck, review->players);
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, ']');
}

static void put_seats(struct holm_writer *writer, const struct review *review)
{
    holm_json_key(writer, "seats");
    holm_put_char(writer, '[');
    for (int i = 0; i < review->players; i++) {
        const struct review_seat *seat = &review->seat[i];
        holm_json_next(writer);
        holm_putf(writer, "{\"seat\":\"%s\",\"dice\":%.4f,\"draws\":%.4f,\"got\":%d,",
                  holm_seat_names[i], seat->dice, seat->cards, seat->claimed);
        holm_putf(writer, "\"expected\":%.1f}", seat->expected / 1000.0);
    }
    holm_put_char(writer, ']');
}

static void put_decisions(struct holm_writer *writer, const struct review *review)
{
    holm_json_key(writer, "decisions");
    holm_put_char(writer, '[');
    for (int i = 1; i <= review->lines; i++) {
        if (!review->line[i].decision)
            continue;
        holm_json_next(writer);
        holm_putf(writer, "%d", i);
    }
    holm_put_char(writer, ']');
}

static void put_turnings(struct holm_writer *writer, const struct review *review)
{
    holm_json_key(writer, "turning");
    holm_put_char(writer, '[');
    for (int i = 0; i < review->turnings; i++) {
        const struct review_turning *turning = &review->turning[i];
        const struct review_line *line = &review->line[turning->line];
        holm_json_next(writer);
        holm_putf(writer, "{\"at\":%d,\"seat\":\"%s\",\"from\":%.4f,\"to\":%.4f}", turning->line,
                  holm_seat_names[turning->seat], line[-1].chance[turning->seat],
                  line->chance[turning->seat]);
    }
    holm_put_char(writer, ']');
}

void review_put(struct holm_writer *writer, const struct review *review)
{
    holm_putf(writer, "{\"lines\":%d", review->lines);
    holm_json_put_number(writer, "seed", (long long)review->order.seed);
    holm_json_put_number(writer, "nodes", review->order.nodes);
    holm_json_put_flag(writer, "net", review->net);
    put_seats(writer, review);
    put_turnings(writer, review);
    put_decisions(writer, review);
    put_luck(writer, review);
    put_chances(writer, review);
    holm_put_char(writer, '}');
}

/* ----------------------------------------------------------------- decisions */

void review_put_judged(struct holm_writer *writer, const struct review *review, int line,
                       const struct review_judged *judged)
{
    const struct holm_judgement *judgement = &judged->judgement;
    holm_putf(writer, "{\"at\":%d", line);
    holm_json_put_seat(writer, "seat", judgement->choice[judgement->made].action.seat);
    holm_json_put_number(writer, "options", judgement->options);
    holm_json_put_number(writer, "made", judgement->made);
    holm_putf(writer, ",\"loss\":%.4f", judgement->loss);
    holm_json_put_word(writer, "grade", holm_grade_names[judgement->grade]);
    holm_json_key(writer, "choices");
    holm_put_char(writer, '[');
    for (int i = 0; i < judgement->count; i++) {
        holm_json_next(writer);
        holm_put(writer, "{\"action\":");
        holm_json_action(writer, review_board(review), &judgement->choice[i].action);
        holm_putf(writer, ",\"chance\":%.4f}", judgement->choice[i].chance);
    }
    holm_put_char(writer, ']');
    if (judgement->grade != HOLM_SOUND) {
        holm_json_key(writer, "reasons");
        holm_reasons_put(writer, judged->reason, judged->reasons);
    }
    holm_put_char(writer, '}');
}
