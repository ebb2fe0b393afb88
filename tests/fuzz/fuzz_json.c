/* fuzz_json.c: bytes as the protocol's JSON: as a position, and as an action in a game. */
#include "tests/fuzz/fuzz.h"
#include "text/json.h"

enum { TEXT_MAX = 65536 };

/* An accepted position is a possible one: it can be written, read again and played on. */
static void read_position(const char *text)
{
    static struct holm_board board, board_again;
    static struct holm_state state, again;
    static char written[TEXT_MAX];
    struct holm_trouble trouble;
    memset(&trouble, 0, sizeof trouble);
    if (!holm_json_read_position(text, &board, &state, &trouble)) {
        fuzz_check_trouble(&trouble);
        return;
    }
    struct holm_writer writer = holm_writer(written, sizeof written);
    holm_json_position(&writer, &state);
    fuzz_require(!writer.full, "a position too long to write");
    fuzz_require(holm_json_read_position(written, &board_again, &again, &trouble),
                 "a position that was written cannot be read");
    again.board = &board;
    fuzz_require(!memcmp(&state, &again, sizeof state), "a position changed on paper");
    fuzz_play(&state, strlen(text), 40);
}

static void read_action(const char *text)
{
    const struct holm_board *board = fuzz_board();
    struct holm_trouble trouble;
    struct holm_action action, again;
    char written[1024];
    memset(&trouble, 0, sizeof trouble);
    json_t *json = holm_json_load(text, &trouble);
    if (!json) {
        fuzz_check_trouble(&trouble);
        return;
    }
    const bool good = holm_json_read_action(json, board, &action, &trouble);
    holm_value_free(json);
    if (!good) {
        fuzz_check_trouble(&trouble);
        return;
    }
    struct holm_writer writer = holm_writer(written, sizeof written);
    holm_json_action(&writer, board, &action);
    json = holm_json_load(written, &trouble);
    fuzz_require(json && holm_json_read_action(json, board, &again, &trouble),
                 "an action that was written cannot be read");
    holm_value_free(json);
    fuzz_require(!memcmp(&action, &again, sizeof action), "an action changed on paper");
    struct holm_state state = *fuzz_middle_game();
    struct holm_chance chance;
    holm_chance_number(&chance, 1);
    if (!holm_apply(&state, &action, &chance, NULL))
        fuzz_require(!holm_invariant(&state), "an action broke the position");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    read_position(text);
    read_action(text);
    free(text);
    return 0;
}
