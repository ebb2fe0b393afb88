/* fuzz_log.c: bytes as a log: read line by line, and verified as a whole. */
#include "tests/fuzz/fuzz.h"
#include "text/log.h"

/* A line that is refused leaves the replay as it was; a seal leaves the game as it was. */
static void replay_lines(const uint8_t *data, size_t size)
{
    static struct holm_replay replay, before;
    struct holm_trouble trouble;
    char *text = fuzz_text(data, size);
    holm_replay_start(&replay);
    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        before = replay;
        memset(&trouble, 0, sizeof trouble);
        if (!holm_replay_line(&replay, line, &trouble)) {
            fuzz_check_trouble(&trouble);
            fuzz_require(!memcmp(&replay.state, &before.state, sizeof replay.state) &&
                             replay.actions == before.actions && replay.line == before.line &&
                             replay.sealed == before.sealed,
                         "a refused line changed the replay");
            break;
        }
        if (replay.kind == HOLM_LINE_SEAL)
            fuzz_require(!memcmp(&replay.state, &before.state, sizeof replay.state) &&
                             replay.actions == before.actions && holm_over(&replay.state),
                         "a seal changed the game");
        const char *wrong = replay.state.board ? holm_invariant(&replay.state) : NULL;
        fuzz_require(!wrong, wrong);
    }
    free(text);
}

static void verify_log(const uint8_t *data, size_t size)
{
    struct holm_trouble trouble;
    struct holm_verdict verdict;
    FILE *log = size ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    if (!log)
        return;
    memset(&trouble, 0, sizeof trouble);
    if (!holm_verify(log, NULL, size % 2, &verdict, &trouble))
        fuzz_check_trouble(&trouble);
    fclose(log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    replay_lines(data, size);
    verify_log(data, size);
    return 0;
}
