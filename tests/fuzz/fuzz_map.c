/* fuzz_map.c: bytes as a map file. A map that can be read can be written and read again; a map that
 * a game accepts can be played. */
#include "tests/fuzz/fuzz.h"
#include "text/maps.h"

static void write_and_read(struct holm_map map)
{
    static char written[65536];
    static struct holm_map again;
    struct holm_trouble trouble;
    struct holm_writer writer = holm_writer(written, sizeof written);
    holm_map_write(&writer, &map);
    fuzz_require(!writer.full, "a map too long to write");
    fuzz_require(holm_map_read(written, &again, &trouble), "a map that was written cannot be read");
    fuzz_require(!memcmp(&map, &again, sizeof again), "a map changed on paper");
}

/* The map is copied: the deal changes it. */
static void play_on(struct holm_map map, int game, int edition, int players, int setup, int discs)
{
    static struct holm_board board;
    static struct holm_state state;
    struct holm_rules rules;
    struct holm_chance chance;
    if (holm_rules_make(&rules, game, edition, players))
        return;
    rules.setup = (uint8_t)setup;
    rules.discs = (uint8_t)discs;
    rules.robber_may_enter_desert = (uint8_t)(discs == HOLM_DISCS_LETTERS);
    holm_chance_number(&chance, (uint64_t)players);
    if (holm_deal(&map, &rules, &chance) || holm_board_make(&board, &map, &rules))
        return;
    holm_start(&state, &board);
    fuzz_play(&state, (uint64_t)players, 60);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct holm_map map;
    struct holm_trouble trouble;
    char *text = fuzz_text(data, size);
    memset(&trouble, 0, sizeof trouble);
    if (!holm_map_read(text, &map, &trouble)) {
        fuzz_check_trouble(&trouble);
    } else {
        write_and_read(map);
        for (int game = HOLM_BASE; game < HOLM_GAMES;
             game += 2) { /* without ships, and with them */
            play_on(map, game, HOLM_2025, map.players_low, HOLM_SETUP_FIXED, HOLM_DISCS_LETTERS);
            play_on(map, game, HOLM_2007, map.players_high, HOLM_SETUP_VARIABLE,
                    HOLM_DISCS_LETTERS);
            play_on(map, game, HOLM_CATAN8, map.players_low, HOLM_SETUP_VARIABLE,
                    HOLM_DISCS_RANDOM);
        }
    }
    free(text);
    return 0;
}
