/* fuzz.c: see fuzz.h. */
#include "tests/fuzz/fuzz.h"

#include "text/maps.h"

_Noreturn void fuzz_stop(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        abort();
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

void fuzz_check_trouble(const struct holm_trouble *trouble)
{
    fuzz_require(memchr(trouble->text, '\0', sizeof trouble->text), "a reason without an end");
    fuzz_require(trouble->text[0], "refused without a reason");
    fuzz_require(!strchr(trouble->text, '\n'), "a reason of several lines");
    fuzz_require(trouble->line >= 0, "refused in no line");
}

/* ------------------------------------------------------------------- games */

const struct holm_board *fuzz_board(void)
{
    static struct holm_board board;
    struct holm_rules rules;
    struct holm_map map;
    struct holm_chance chance;
    struct holm_trouble trouble;
    if (board.seats)
        return &board;
    holm_chance_number(&chance, 1);
    fuzz_require(!holm_rules_make(&rules, HOLM_BASE, HOLM_2025, 4), "the rules");
    fuzz_require(holm_map_find("base-4", &map, &trouble), "the map");
    fuzz_require(!holm_deal(&map, &rules, &chance), "the deal");
    fuzz_require(!holm_board_make(&board, &map, &rules), "the board");
    return &board;
}

const struct holm_state *fuzz_middle_game(void)
{
    static struct holm_state state;
    if (!state.board) {
        holm_start(&state, fuzz_board());
        fuzz_play(&state, 3, 150);
    }
    return &state;
}

static uint64_t next_random(uint64_t *seed)
{
    uint64_t z = *seed += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* Templates without bounds worth trying are left alone: somebody who is asked can do something
 * concrete. */
static void require_choices(const struct holm_state *state, struct holm_list *list)
{
    for (int seat = 0; seat < state->board->rules.players; seat++)
        if (holm_bit_in(holm_asked(state), seat)) {
            holm_legal(state, seat, list);
            fuzz_require(list->count > 0, "a player is asked and can do nothing");
        }
}

void fuzz_play(struct holm_state *state, uint64_t seed, int actions)
{
    static struct holm_list list;
    struct holm_chance chance;
    holm_chance_number(&chance, seed);
    for (int i = 0; i <= actions; i++) {
        const char *wrong = holm_invariant(state);
        fuzz_require(!wrong, wrong);
        if (holm_over(state) || i == actions)
            return;
        require_choices(state, &list);
        holm_legal(state, holm_next(state), &list);
        const uint64_t at = next_random(&seed) % (uint64_t)list.count;
        fuzz_require(!holm_apply(state, &list.at[at], &chance, NULL), "a listed action is refused");
    }
}
