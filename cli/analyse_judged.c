/* analyse_judged.c: what is best, by the same lines and numbers as in a review of the game. */
#include <string.h>

#include "bots/chances.h"
#include "cli/analyse.h"
#include "talk/review.h"
#include "text/json.h"
#include "text/notation.h"

/* What is said of a decision, or where nothing has been chosen yet. */
struct judged {
    const struct analysis *analysis;
    struct holm_judgement judgement;
    uint32_t nodes;
    bool chosen;
    double chance[HOLM_SEATS]; /* of all seats; a review has those of a log */
};

/* The next line of the log is the choice of this seat. */
static bool is_chosen(const struct analysis *analysis, const struct review *review)
{
    const int next = analysis->at + 1;
    return next <= review->lines && review->line[next].decision &&
           review->line[next].seat == analysis->seat;
}

static void judge_log(struct judged *judged)
{
    const struct analysis *analysis = judged->analysis;
    struct holm_trouble trouble = { 0 };
    struct review review;
    struct review_judged one;
    const struct review_order order = { .seed = analysis->seed,
                                        .nodes = analysis->nodes,
                                        .helper = true };
    bool fine = review_open(&review, analysis->log, &order, &trouble);
    if (fine) {
        judged->nodes = review.order.nodes;
        judged->chosen = is_chosen(analysis, &review);
        fine = judged->chosen
                   ? review_judge(&review, analysis->at + 1, &one, &trouble)
                   : review_weigh(&review, analysis->at, analysis->seat, &one.judgement, &trouble);
        judged->judgement = one.judgement;
        review_close(&review);
    }
    if (!fine)
        cli_fail(&cli_analyse_manual, "%s", trouble.text);
}

static void judge_position(struct judged *judged)
{
    enum { NODES = 1200 }; /* as many as the page's analysis board plays on */
    const struct analysis *analysis = judged->analysis;
    judged->nodes = analysis->nodes ? analysis->nodes : NODES;
    const struct holm_judge_order order = { .seed = analysis->seed, .nodes = judged->nodes };
    const struct holm_belief *belief = analysis->believes ? &analysis->belief : NULL;
    struct holm_scales scales;
    holm_scales_start(&scales, &analysis->board.rules);
    if (!holm_chances_known(&scales, &analysis->state, &analysis->known, judged->chance) ||
        !holm_judge_view(&analysis->view, belief, &analysis->list, &order, &judged->judgement))
        cli_fail(&cli_analyse_manual, "no position agrees with what %s can see",
                 holm_seat_names[analysis->seat]);
}

/* ------------------------------------------------------------------ printing */

/* "chances as seen by red: red 24.1 %, blue 75.9 %" */
static void print_chances(const struct judged *judged)
{
    const struct analysis *analysis = judged->analysis;
    const int viewer = analysis->known.viewer;
    printf("chances %s%s:",
           viewer == HOLM_EVERYBODY   ? "by what each sees"
           : viewer == HOLM_SPECTATOR ? "by what all see"
                                      : "as seen by ",
           viewer < HOLM_SEATS ? holm_seat_names[viewer] : "");
    for (int seat = 0; seat < analysis->board.rules.players; seat++)
        printf("%s %s %.1f %%", seat ? "," : "", holm_seat_names[seat], 100 * judged->chance[seat]);
    putchar('\n');
}

static void print_table(const struct judged *judged)
{
    const struct analysis *analysis = judged->analysis;
    const struct holm_judgement *judgement = &judged->judgement;
    printf("%s, turn %d: %d choice(s), %u lines played on\n", holm_seat_names[analysis->seat],
           analysis->state.turns, judgement->options, judged->nodes);
    if (!analysis->log)
        print_chances(judged);
    printf("\n%7s  action\n", "% wins");
    for (int i = 0; i < judgement->count && i < analysis->rows; i++) {
        char text[256];
        struct holm_writer writer = holm_writer(text, sizeof text);
        holm_put_action(&writer, &analysis->board, &judgement->choice[i].action);
        printf("%7.1f  %s", 100 * judgement->choice[i].chance, text);
        if (judged->chosen && i == judgement->made) {
            fputs("  <- chosen", stdout);
            if (judgement->grade != HOLM_SOUND)
                printf(": a %s, -%.1f %%", holm_grade_names[judgement->grade],
                       100 * judgement->loss);
        }
        putchar('\n');
        cli_print_terms(analysis, &judgement->choice[i].action, 9);
    }
}

static void print_json(const struct judged *judged)
{
    const struct analysis *analysis = judged->analysis;
    const struct holm_judgement *judgement = &judged->judgement;
    char text[1024];
    printf("{\"seat\":\"%s\",\"turn\":%d,\"nodes\":%u,\"options\":%d",
           holm_seat_names[analysis->seat], analysis->state.turns, judged->nodes,
           judgement->options);
    if (judged->chosen)
        printf(",\"made\":%d,\"loss\":%.4f,\"grade\":\"%s\"", judgement->made, judgement->loss,
               holm_grade_names[judgement->grade]);
    for (int seat = 0; !analysis->log && seat < analysis->board.rules.players; seat++)
        printf("%s%.4f", seat ? "," : ",\"chances\":[", judged->chance[seat]);
    fputs(analysis->log ? ",\"choices\":[" : "],\"choices\":[", stdout);
    for (int i = 0; i < judgement->count; i++) {
        struct holm_writer writer = holm_writer(text, sizeof text);
        holm_json_action(&writer, &analysis->board, &judgement->choice[i].action);
        printf("%s{\"action\":%s,\"chance\":%.4f", i ? "," : "", text, judgement->choice[i].chance);
        cli_print_terms_json(analysis, &judgement->choice[i].action);
        putchar('}');
    }
    puts("]}");
}

void cli_analyse_judged(const struct analysis *analysis)
{
    struct judged judged = { .analysis = analysis };
    if (analysis->log)
        judge_log(&judged);
    else
        judge_position(&judged);
    if (analysis->json)
        print_json(&judged);
    else
        print_table(&judged);
}
