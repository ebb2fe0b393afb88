/* fuzz_action.c: bytes as a game. The first byte picks the way to play, the rest are actions: a
 * byte below 128 picks a listed one, a byte above is followed by the bytes of an action as they
 * are. What is refused changes nothing; what is accepted keeps the position whole. */
#include "tests/fuzz/fuzz.h"
#include "text/maps.h"

static const struct {
    uint8_t edition, players;
} ways[] = {
    { HOLM_2025, 4 }, { HOLM_2025, 2 },   { HOLM_CATAN8, 2 }, { HOLM_2015, 3 },   { HOLM_2007, 5 },
    { HOLM_2025, 6 }, { HOLM_CATAN8, 7 }, { HOLM_2007, 8 },   { HOLM_CATAN8, 4 },
};
enum { WAYS = sizeof ways / sizeof *ways };

static const struct holm_board *board_of(unsigned way)
{
    static struct holm_board boards[WAYS];
    struct holm_board *board = &boards[way];
    struct holm_rules rules;
    struct holm_map map;
    struct holm_chance chance;
    struct holm_trouble trouble;
    if (board->seats)
        return board;
    holm_chance_number(&chance, way);
    fuzz_require(!holm_rules_make(&rules, HOLM_BASE, ways[way].edition, ways[way].players),
                 "the rules");
    fuzz_require(holm_map_find(holm_map_default(&rules), &map, &trouble), "the map");
    fuzz_require(!holm_deal(&map, &rules, &chance), "the deal");
    fuzz_require(!holm_board_make(board, &map, &rules), "the board");
    return board;
}

static void require_whole(const struct holm_state *state)
{
    const char *wrong = holm_invariant(state);
    fuzz_require(!wrong, wrong);
}

static void apply_raw(struct holm_state *state, const struct holm_action *action,
                      struct holm_chance *chance)
{
    static struct holm_events events;
    const struct holm_state before = *state;
    const int checked = holm_check(state, action);
    const int error = holm_apply(state, action, chance, &events);
    fuzz_require(checked == error, "check and apply disagree");
    if (error) {
        fuzz_require(!memcmp(state, &before, sizeof before), "a refused action changed something");
        fuzz_require(holm_reason(error)->text[0], "refused without a reason");
        return;
    }
    fuzz_require(events.count >= 0 && events.count <= HOLM_EVENTS_MAX, "too many events");
}

static void apply_listed(struct holm_state *state, unsigned pick, struct holm_chance *chance)
{
    static struct holm_list list;
    const int seat = holm_next(state);
    holm_legal(state, seat, &list);
    fuzz_require(list.count + list.templates <= HOLM_LIST_MAX, "too long a list");
    fuzz_require(list.count > 0, "a player is asked and can do nothing");
    const struct holm_action action = list.at[pick % (unsigned)list.count];
    fuzz_require(!holm_check(state, &action), "a listed action is refused");
    apply_raw(state, &action, chance);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct holm_state state;
    struct holm_chance chance;
    if (size < 1)
        return 0;
    holm_start(&state, board_of(data[0] % WAYS));
    holm_chance_number(&chance, data[0] / WAYS);
    for (size_t at = 1; at < size && !holm_over(&state);) {
        const uint8_t byte = data[at++];
        struct holm_action action;
        if (byte < 128) {
            apply_listed(&state, byte, &chance);
        } else if (size - at >= sizeof action) {
            memcpy(&action, data + at, sizeof action);
            at += sizeof action;
            apply_raw(&state, &action, &chance);
            require_whole(&state);
        } else {
            break;
        }
    }
    require_whole(&state); /* after listed ones only now and then: it takes long */
    return 0;
}
