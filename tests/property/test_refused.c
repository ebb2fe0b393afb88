/* test_refused.c: a refused action changes nothing, and says why.
 *
 * Actions of every sort (a mixture of real ones, spoiled ones and plain noise) are thrown at states
 * of every mode. Whatever is refused must leave each byte of the state and the chance as it was,
 * with a reason for people and a rule where one is behind it. */
#include "tests/property/play.h"

static bool needs_no_rule(int error)
{
    return error == HOLM_E_KIND || error == HOLM_E_SEAT || error == HOLM_E_FIELD ||
           error == HOLM_E_PLACE || error == HOLM_E_VIEW || error == HOLM_E_OUTCOME;
}

static void expect_reason(const struct game *game, int error)
{
    const struct holm_reason *reason = holm_reason(error);
    game_expect(game, error > HOLM_OK && error < HOLM_ERRORS, "error %d: ", error);
    game_expect(game, reason->name && *reason->name, "error %d has no name: ", error);
    game_expect(game, reason->text && *reason->text && !strchr(reason->text, '\n'),
                "error %d has no line of text: ", error);
    game_expect(game, reason->rule && (needs_no_rule(error) || *reason->rule),
                "%s has no rule: ", reason->name);
}

/* Returns whether it was refused. The state is a copy, so that accepted noise does no harm. */
static bool try_action(const struct game *game, const struct holm_action *action)
{
    static struct holm_events events;
    struct holm_state state = game->state;
    struct holm_chance chance = game->chance;
    const int checked = holm_check(&state, action);
    game_expect(game, !memcmp(&state, &game->state, sizeof state), "a check changed something: ");
    const int error = holm_apply(&state, action, &chance, &events);
    game_expect(game, checked == error, "check says %s, apply %s: ", holm_reason(checked)->name,
                holm_reason(error)->name);
    if (!error) {
        game_expect(game, !holm_invariant(&state), "kind %d: %s: ", action->kind,
                    holm_invariant(&state));
        return false;
    }
    expect_reason(game, error);
    game_expect(game, !memcmp(&state, &game->state, sizeof state),
                "kind %d was refused (%s) and changed the state: ", action->kind,
                holm_reason(error)->name);
    game_expect(game, chance.next == game->chance.next,
                "kind %d was refused (%s) and used up a draw: ", action->kind,
                holm_reason(error)->name);
    return true;
}

/* ------------------------------------------------------------------- noise */

static void random_bytes(struct dice *dice, void *to, size_t size)
{
    uint8_t *bytes = to;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)dice_below(dice, 256);
}

/* Kinds of another game. */
static bool is_foreign(const struct holm_rules *rules, int kind)
{
    const int groups = holm_kind_info[kind].groups;
    const bool sea = groups & HOLM_G_SEA && rules->ships;
    const bool knights = groups & HOLM_G_KNIGHTS && rules->knights;
    return groups & (HOLM_G_SEA | HOLM_G_KNIGHTS) && !sea && !knights;
}

/* Right in form, so that it is refused late: fields that the kind uses, in or near their range. */
static void plausible_action(struct game *game, struct holm_action *action)
{
    const struct holm_topology *topology = &game->board.topology;
    struct dice *dice = &game->dice;
    const unsigned kinds = game->board.card_kinds;
    memset(action, 0, sizeof *action);
    do
        action->kind = (uint8_t)dice_below(dice, HOLM_KINDS);
    while (is_foreign(&game->board.rules, action->kind) && !dice_one_in(dice, 8));
    action->seat = (uint8_t)dice_below(dice, game->board.seats);
    const int fields = holm_kind_info[action->kind].fields;
    if (fields & (HOLM_F_HEX | HOLM_F_CORNER | HOLM_F_EDGE))
        action->place = (uint16_t)dice_below(dice, fields & HOLM_F_HEX      ? topology->hexes + 1u
                                                   : fields & HOLM_F_CORNER ? topology->corners + 1u
                                                                            : topology->edges + 1u);
    if (fields & HOLM_F_TARGET)
        action->target = (uint8_t)(dice_one_in(dice, 3) ? HOLM_NONE : dice_below(dice, HOLM_SEATS));
    if (fields & HOLM_F_SEATS)
        action->seats = (uint8_t)dice_below(dice, 256);
    if (fields & HOLM_F_TO)
        action->to = (uint16_t)dice_below(dice, topology->corners + 1u);
    if (fields & HOLM_F_TO_EDGE)
        action->to = (uint16_t)dice_below(dice, topology->edges + 1u);
    if (fields & HOLM_F_WONDER)
        action->card = (uint8_t)dice_below(dice, HOLM_WONDERS + 1);
    if (fields & HOLM_F_DICE) {
        action->place = (uint16_t)dice_below(dice, 8);
        action->to = (uint16_t)dice_below(dice, 8);
    }
    if (fields & HOLM_F_CARD)
        action->card = (uint8_t)dice_below(dice, kinds + 1);
    if (fields & HOLM_F_PROGRESS)
        action->card = (uint8_t)dice_below(dice, HOLM_PROGRESS_KINDS + 1);
    if (fields & (HOLM_F_TRACK | HOLM_F_RANK | HOLM_F_CHOICE))
        action->card = (uint8_t)dice_below(dice, 4);
    if (fields & HOLM_F_GIVE)
        action->give.n[dice_below(dice, kinds)] = (uint8_t)dice_below(dice, 5);
    if (fields & HOLM_F_TAKE)
        action->take.n[dice_below(dice, kinds)] = (uint8_t)dice_below(dice, 3);
}

static void noise(struct game *game, struct holm_action *action)
{
    switch (dice_below(&game->dice, 4)) {
    case 0:
        random_bytes(&game->dice, action, sizeof *action);
        break;
    case 1: /* small numbers get past the first checks more often */
        random_bytes(&game->dice, action, sizeof *action);
        for (size_t i = 0; i < sizeof *action; i++)
            ((uint8_t *)action)[i] &= 7;
        break;
    case 2:
        plausible_action(game, action);
        break;
    default: /* a real one, spoiled in one byte */
        if (holm_over(&game->state) || !game_choose(game, holm_next(&game->state), action))
            plausible_action(game, action);
        ((uint8_t *)action)[dice_below(&game->dice, sizeof *action)] ^=
            (uint8_t)(1u << dice_below(&game->dice, 8));
    }
}

static void refused_is_unchanged(void **unused)
{
    static struct game game;
    (void)unused;
    for (int m = 0; m < mode_count; m++) {
        int refused = 0, accepted = 0;
        game_start(&game, &modes[m], 1);
        do {
            for (int i = 0; i < 24; i++) {
                struct holm_action action;
                noise(&game, &action);
                *(try_action(&game, &action) ? &refused : &accepted) += 1;
            }
        } while (game_step(&game));
        /* the games of scenarios are cut short, and their boards are larger */
        game_expect(&game, refused > 1000 && accepted > (modes[m].scenario ? 3 : 20),
                    "%d refused, %d accepted: ", refused, accepted);
    }
}

/* ---------------------------------------------------------------- dictation */

/* Impossible and missing outcomes are refused like anything else that is wrong. */
static void check_dictation(const struct game *game, struct dice *dice)
{
    struct holm_state state = game->state, lived = game->state;
    struct holm_chance chance = game->chance, dictated;
    uint8_t outcomes[HOLM_DRAWS_MAX];
    holm_apply(&lived, &game->action, &chance, NULL);
    memcpy(outcomes, chance.drawn, sizeof outcomes);
    if (!chance.drawn_count)
        return;
    memset(&dictated, 0, sizeof dictated);
    /* one is missing */
    const int some = (int)dice_below(dice, chance.drawn_count);
    holm_chance_dictate(&dictated, outcomes, some);
    game_expect(game, holm_apply(&state, &game->action, &dictated, NULL) == HOLM_E_OUTCOME,
                "%d of %d outcomes are enough: ", some, chance.drawn_count);
    game_expect(game, dictated.failed == 2, "failed is %d: ", dictated.failed);
    game_expect(game, !memcmp(&state, &game->state, sizeof state), "a missing outcome: ");
    /* one is impossible: no die has so many faces, and there are not so many kinds of cards */
    outcomes[dice_below(dice, chance.drawn_count)] = HOLM_PROGRESS_KINDS;
    holm_chance_dictate(&dictated, outcomes, chance.drawn_count);
    game_expect(game, holm_apply(&state, &game->action, &dictated, NULL) == HOLM_E_OUTCOME,
                "an impossible outcome is taken: ");
    game_expect(game, dictated.failed == 1, "failed is %d: ", dictated.failed);
    game_expect(game, !memcmp(&state, &game->state, sizeof state), "an impossible outcome: ");
}

static void wrong_outcomes_are_refused(void **unused)
{
    static struct game game;
    (void)unused;
    for (int m = 0; m < mode_count; m++) {
        game_start(&game, &modes[m], 2);
        while (!holm_over(&game.state)) {
            if (game_choose(&game, holm_next(&game.state), &game.action))
                check_dictation(&game, &game.dice);
            if (!game_step(&game))
                break;
        }
    }
}

/* ------------------------------------------------------------------- views */

/* A view is for looking: nothing can be played on it, and nobody else's choices show in it. */
static void views_are_not_played_on(void **unused)
{
    static struct game game;
    static struct holm_list list;
    struct holm_view view, before;
    (void)unused;
    for (int m = 0; m < mode_count; m++) {
        game_start(&game, &modes[m], 3);
        for (int i = 0; i < 200 && !holm_over(&game.state); i++) {
            const int seat = holm_next(&game.state), players = game.board.rules.players;
            struct holm_action action;
            if (game_choose(&game, seat, &action)) {
                struct holm_chance chance = game.chance;
                holm_view(&game.state, (seat + (int)dice_below(&game.dice, 2)) % players, &view);
                before = view;
                game_expect(&game, holm_apply(&view.seen, &action, &chance, NULL) != HOLM_OK,
                            "a view was played on: ");
                game_expect(&game, !memcmp(&view, &before, sizeof view), "a view changed: ");
                holm_view(&game.state, (seat + 1) % players, &view);
                holm_legal(&view.seen, seat, &list);
                game_expect(&game, !list.count && !list.templates,
                            "seat %d's view lists what seat %d may do: ", view.seen.viewer, seat);
                game_expect(&game, holm_check(&view.seen, &action) == HOLM_E_VIEW,
                            "seat %d's view judges what seat %d does: ", view.seen.viewer, seat);
            }
            game_step(&game);
        }
    }
}

/* After the end nothing more happens (BASE-VP-4). */
static void the_end_is_the_end(void **unused)
{
    static struct game game;
    static struct holm_list list;
    (void)unused;
    for (int m = 0; m < mode_count; m++) {
        game_start(&game, &modes[m], 4);
        while (game_step(&game))
            ;
        game_expect(&game, !holm_asked(&game.state) && holm_next(&game.state) == HOLM_NONE,
                    "somebody is asked after the end: ");
        for (int seat = 0; seat < game.board.rules.players; seat++) {
            holm_legal(&game.state, seat, &list);
            game_expect(&game, !list.count && !list.templates, "seat %d may act: ", seat);
        }
        for (int i = 0; i < 2000; i++) {
            struct holm_action action;
            plausible_action(&game, &action);
            game_expect(&game, try_action(&game, &action), "something happens: ");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_is_unchanged),
        cmocka_unit_test(wrong_outcomes_are_refused),
        cmocka_unit_test(views_are_not_played_on),
        cmocka_unit_test(the_end_is_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
