/* review.c: a log followed line by line: chances, luck, turning points, decisions; see review.h. */
#include "talk/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/chances.h"
#include "talk/talk.h"
#include "text/figures.h"

/* Lines that are played on for all decisions of a game, and for one of them: some seconds. */
enum { NODES_GAME = 200000, NODES_LEAST = 150, NODES_MOST = 600 };
static const double TURN_LEAST = 0.05; /* of a chance, that a turning point changes */

/* Where in the log we are. */
struct review_cursor {
    char *log;
    struct text_reader reader;
    struct holm_replay replay;
    struct holm_state before; /* the latest line */
    int line;
    bool unseen; /* the players have not been told of the latest line yet */
    struct holm_bot bots[HOLM_SEATS]; /* each knows what its seat can know */
    struct holm_view view;
    struct holm_list list;
    bool ahead; /* the decision of the latest line is judged already: */
    struct holm_judgement next;
    char text[HOLM_LOG_LINE_MAX + 1];
};

/* -------------------------------------------------------------------- cursor */

static void stop_bots(struct review_cursor *cursor)
{
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        if (cursor->bots[seat].kind)
            holm_bot_stop(&cursor->bots[seat]);
}

static void seat_bots(struct review_cursor *cursor)
{
    struct holm_bot_order order;
    holm_bot_read("expert", &order);
    for (int seat = 0; seat < cursor->replay.board.rules.players; seat++) {
        holm_bot_start(&cursor->bots[seat], &order, seat, 0);
        holm_view(&cursor->replay.state, seat, &cursor->view);
        holm_bot_join(&cursor->bots[seat], &cursor->view);
    }
}

static void tell_bots(struct review_cursor *cursor)
{
    const struct holm_replay *replay = &cursor->replay;
    if (cursor->unseen)
        holm_bots_tell(cursor->bots, replay->board.rules.players, &replay->state, &replay->events);
    cursor->unseen = false;
}

/* One more line that is of the game: 1, or 0 at the end, or -1 and the trouble. */
static int read_line(struct review_cursor *cursor, struct holm_trouble *trouble)
{
    struct holm_replay *replay = &cursor->replay;
    int got;
    tell_bots(cursor);
    do {
        got = text_next(&cursor->reader, cursor->text, trouble);
        if (got <= 0)
            return got;
        cursor->before = replay->state;
        if (!holm_replay_line(replay, cursor->text, trouble))
            return -1;
    } while (replay->kind == HOLM_LINE_SEAL);
    if (replay->line == 1)
        return 1;
    cursor->line++;
    cursor->unseen = true;
    return 1;
}

static bool start_cursor(struct review_cursor *cursor, struct holm_trouble *trouble)
{
    stop_bots(cursor);
    memset(cursor->bots, 0, sizeof cursor->bots);
    cursor->reader.at = cursor->log;
    cursor->line = 0;
    cursor->unseen = cursor->ahead = false;
    holm_replay_start(&cursor->replay);
    const int got = read_line(cursor, trouble);
    if (!got)
        holm_trouble(trouble, 0, "the log is empty");
    if (got <= 0)
        return false;
    seat_bots(cursor);
    return true;
}

/* ------------------------------------------------------------------- outline */

static bool more_room(struct review *review)
{
    enum { STEP = 256 };
    if (review->lines % STEP)
        return true;
    struct review_line *more = realloc(review->line, (size_t)(review->lines + STEP) * sizeof *more);
    review->line = more ? more : review->line;
    return more;
}

/* What the seat of the latest line could know before it, and do. */
static void look(struct review_cursor *cursor)
{
    const int seat = cursor->replay.action.seat;
    holm_view(&cursor->before, seat, &cursor->view);
    holm_legal(&cursor->view.seen, seat, &cursor->list);
}

static bool is_decision(struct review_cursor *cursor)
{
    const struct holm_replay *replay = &cursor->replay;
    if (replay->kind != HOLM_LINE_ACTION || replay->moot)
        return false;
    look(cursor);
    return holm_judge_can(&cursor->view, &cursor->list, &replay->action);
}

/* What is taken back is no decision. */
static void take_back(struct review *review)
{
    struct review_line *latest = &review->line[review->lines - 1];
    review->decisions -= latest->decision;
    latest->decision = false;
}

static void note_luck(struct review *review, const struct holm_scales *scales,
                      struct review_line *line)
{
    const struct review_cursor *cursor = review->cursor;
    const struct holm_action *action = &cursor->replay.action;
    const bool dice = action->kind == HOLM_DO_ROLL;
    line->drew = cursor->replay.kind == HOLM_LINE_ACTION && cursor->replay.chance.drawn_count &&
                 cursor->before.active != HOLM_NONE && action->kind != HOLM_DO_UNDO;
    if (!line->drew || review->order.helper)
        return;
    holm_luck(scales, &cursor->before, action, line->chance,
              review->order.seed + (uint64_t)cursor->line, line->luck);
    for (int seat = 0; seat < review->players; seat++)
        *(dice ? &review->seat[seat].dice : &review->seat[seat].cards) += line->luck[seat];
}

/* Half a set-up says little of who will win: until it is complete, all are alike. */
static void find_chances(const struct review *review, const struct holm_scales *scales,
                         double chance[HOLM_SEATS])
{
    const struct holm_state *state = &review->cursor->replay.state;
    holm_chances(scales, state, chance);
    for (int seat = 0; state->active == HOLM_NONE && seat < review->players; seat++)
        chance[seat] = 1.0 / review->players;
}

/* The latest line, or the start. */
static bool note_line(struct review *review, const struct holm_scales *scales)
{
    struct review_cursor *cursor = review->cursor;
    const struct holm_replay *replay = &cursor->replay;
    review->lines = cursor->line;
    if (!more_room(review))
        return false;
    struct review_line *line = &review->line[cursor->line];
    *line = (struct review_line){ .seat = HOLM_NONE, .turn = replay->state.turns };
    if (!review->order.helper)
        find_chances(review, scales, line->chance);
    if (!cursor->line)
        return true;
    line->turn = cursor->before.turns;
    line->seat = replay->action.seat;
    if (holm_over(&replay->state) && replay->state.winner == HOLM_NONE) /* people ended it */
        memcpy(line->chance, line[-1].chance, sizeof line->chance);
    if (replay->kind == HOLM_LINE_ACTION && replay->action.kind == HOLM_DO_UNDO)
        take_back(review);
    note_luck(review, scales, line);
    line->decision = is_decision(cursor);
    review->decisions += line->decision;
    return true;
}

/* ------------------------------------------------------------ turning points */

/* By how much the line changed the chance of the seat for whom it did most. */
static double change_by(const struct review *review, int line, uint8_t *seat)
{
    const struct review_line *now = &review->line[line];
    double most = 0;
    for (int i = 0; i < review->players; i++) {
        const double change = fabs(now->chance[i] - now[-1].chance[i]);
        if (change > most) {
            most = change;
            *seat = (uint8_t)i;
        }
    }
    return most;
}

static bool told_already(const struct review *review, int line)
{
    for (int i = 0; i < review->turnings; i++)
        if (review->line[review->turning[i].line].turn == review->line[line].turn)
            return true;
    return false;
}

/* The greatest changes, one of a turn at most; not before the first roll, nor the win itself. */
static void find_turnings(struct review *review)
{
    while (review->turnings < REVIEW_TURNING) {
        struct review_turning best = { 0 };
        double most = TURN_LEAST;
        for (int line = 1; line < review->lines; line++) {
            uint8_t seat = 0;
            const double change = change_by(review, line, &seat);
            if (change > most && review->line[line].turn && !told_already(review, line)) {
                most = change;
                best = (struct review_turning){ line, seat };
            }
        }
        if (!best.line)
            break;
        int at = review->turnings++;
        for (; at > 0 && review->turning[at - 1].line > best.line; at--)
            review->turning[at] = review->turning[at - 1];
        review->turning[at] = best;
    }
}

/* ------------------------------------------------------------------- opening */

static bool follow(struct review *review, struct holm_trouble *trouble)
{
    struct review_cursor *cursor = review->cursor;
    struct holm_replay *replay = &cursor->replay;
    struct holm_figures figures = { 0 };
    struct holm_scales scales;
    int got;
    if (!start_cursor(cursor, trouble))
        return false;
    holm_scales_start(&scales, &replay->board.rules);
    review->players = replay->board.rules.players;
    review->net = scales.use.net;
    if (!note_line(review, &scales))
        return holm_trouble(trouble, 0, "out of memory");
    while ((got = read_line(cursor, trouble)) > 0) {
        if (!note_line(review, &scales))
            return holm_trouble(trouble, 0, "out of memory");
        if (replay->kind == HOLM_LINE_ACTION)
            holm_figures_note(&figures, &cursor->before, &replay->state, &replay->action,
                              replay->chance.drawn_count, replay->why);
    }
    for (int seat = 0; seat < review->players; seat++) {
        review->seat[seat].claimed = figures.seat[seat].claimed;
        review->seat[seat].expected = figures.seat[seat].expected;
    }
    return got == 0;
}

static void settle_nodes(struct review *review)
{
    uint32_t nodes = NODES_GAME / (uint32_t)(review->decisions ? review->decisions : 1);
    nodes = nodes > NODES_LEAST ? nodes : NODES_LEAST;
    if (!review->order.nodes)
        review->order.nodes = nodes < NODES_MOST ? nodes : NODES_MOST;
}

bool review_open(struct review *review, const char *log, const struct review_order *order,
                 struct holm_trouble *trouble)
{
    memset(review, 0, sizeof *review);
    review->order = *order;
    review->cursor = calloc(1, sizeof *review->cursor);
    if (review->cursor)
        review->cursor->log = malloc(strlen(log) + 1);
    if (!review->cursor || !review->cursor->log) {
        review_close(review);
        return holm_trouble(trouble, 0, "out of memory");
    }
    strcpy(review->cursor->log, log);
    const bool fine = follow(review, trouble);
    if (fine) {
        settle_nodes(review);
        find_turnings(review);
    } else {
        review_close(review);
    }
    return fine;
}

void review_close(struct review *review)
{
    if (review->cursor) {
        stop_bots(review->cursor);
        free(review->cursor->log);
    }
    free(review->cursor);
    free(review->line);
    memset(review, 0, sizeof *review);
}

/* ------------------------------------------------------------------- judging */

static bool go_to(struct review_cursor *cursor, int line, struct holm_trouble *trouble)
{
    const bool past = line < cursor->line || (line == cursor->line && !cursor->unseen);
    if (past && !start_cursor(cursor, trouble))
        return false;
    while (cursor->line < line)
        if (read_line(cursor, trouble) <= 0)
            return false;
    return true;
}

static struct holm_judge_order judge_order(const struct review *review, int line)
{
    return (struct holm_judge_order){ .seed = review->order.seed * 1000003 + (uint64_t)line,
                                      .nodes = review->order.nodes };
}

/* The decision by itself, from where the cursor is then. */
static bool judge_alone(struct review *review, int line, struct holm_judgement *judgement,
                        struct holm_trouble *trouble)
{
    struct review_cursor *cursor = review->cursor;
    const struct holm_judge_order order = judge_order(review, line);
    if (cursor->ahead && cursor->line == line) {
        *judgement = cursor->next;
        return true;
    }
    cursor->ahead = false;
    if (!go_to(cursor, line, trouble))
        return false;
    look(cursor);
    return holm_judge(&cursor->bots[cursor->replay.action.seat], &cursor->view, &cursor->list,
                      &cursor->replay.action, &order, judgement) ||
           holm_trouble(trouble, 0, "line %d cannot be judged", line);
}

/* Whether the same player goes on at once with another decision, and nothing came between. */
static bool goes_on(const struct review *review, int line)
{
    const struct review_line *now = &review->line[line];
    return line < review->lines && !now->drew && now[1].decision && now[1].seat == now->seat;
}

/* What was chosen is worth no less than the best that could follow it: whoever plays on in a line may
 * not see that, and the loss is the next decision's. */
static bool look_ahead(struct review *review, int line, struct holm_judgement *judgement,
                       struct holm_trouble *trouble)
{
    struct review_cursor *cursor = review->cursor;
    struct holm_choice *made = &judgement->choice[judgement->made];
    cursor->ahead = judge_alone(review, line + 1, &cursor->next, trouble);
    const double best = cursor->ahead ? cursor->next.choice[0].chance : 0;
    if (best > made->chance) {
        const double left = judgement->loss - (best - made->chance);
        holm_judge_loss(judgement, left > 0 ? left : 0);
    }
    return cursor->ahead;
}

bool review_judge(struct review *review, int line, struct review_judged *judged,
                  struct holm_trouble *trouble)
{
    const struct review_cursor *cursor = review->cursor;
    memset(judged, 0, sizeof *judged);
    if (line < 1 || line > review->lines || !review->line[line].decision)
        return holm_trouble(trouble, 0, "line %d is no decision", line);
    if (!judge_alone(review, line, &judged->judgement, trouble))
        return false;
    if (judged->judgement.grade != HOLM_SOUND)
        judged->reasons =
            holm_explain(&cursor->view, &cursor->bots[cursor->replay.action.seat].belief,
                         &judged->judgement.choice[0].action, review->order.seed, judged->reason,
                         REVIEW_REASONS);
    return judged->judgement.grade == HOLM_SOUND || !goes_on(review, line) ||
           look_ahead(review, line, &judged->judgement, trouble);
}

bool review_weigh(struct review *review, int line, int seat, struct holm_judgement *judgement,
                  struct holm_trouble *trouble)
{
    struct review_cursor *cursor = review->cursor;
    const struct holm_judge_order order = judge_order(review, line + 1);
    cursor->ahead = false;
    if (!go_to(cursor, line, trouble))
        return false;
    tell_bots(cursor);
    holm_view(&cursor->replay.state, seat, &cursor->view);
    holm_legal(&cursor->view.seen, seat, &cursor->list);
    return holm_judge(&cursor->bots[seat], &cursor->view, &cursor->list, NULL, &order, judgement) ||
           holm_trouble(trouble, 0, "what follows line %d cannot be judged", line);
}

const struct holm_board *review_board(const struct review *review)
{
    return &review->cursor->replay.board;
}
