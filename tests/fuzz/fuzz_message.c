/* fuzz_message.c: bytes as what a client sends: a message on its socket, the action in it, and a
 * request for a table. */
#include "server/message.h"

#include "server/server.h"
#include "tests/fuzz/fuzz.h"
#include "text/json.h"

static void read_action(const json_t *json)
{
    struct holm_trouble trouble = { 0 };
    struct holm_action action;
    struct holm_state state = *fuzz_middle_game();
    if (!holm_json_read_action(json, state.board, &action, &trouble)) {
        fuzz_check_trouble(&trouble);
        return;
    }
    fuzz_require(action.kind > HOLM_NO_ACTION && action.kind < HOLM_KINDS, "no kind");
    fuzz_require(holm_reason(holm_check(&state, &action))->text[0], "refused without a reason");
}

static void read_message(const char *text)
{
    struct holm_trouble trouble = { 0 };
    struct message message;
    if (!message_read(text, &message, &trouble)) {
        fuzz_check_trouble(&trouble);
        fuzz_require(!message.json, "a refused message holds memory");
        return;
    }
    if (message.type == MESSAGE_ACT)
        read_action(message.action);
    fuzz_require(message.seq >= -1 && message.id >= 0, "numbers out of range");
    fuzz_require(message.chair >= 0 && message.chair < HOLM_SEATS, "a chair out of range");
    fuzz_require(message.factor >= 0 && message.factor <= 4, "a pace out of range");
    message_free(&message);
}

static void read_request(const char *text)
{
    struct holm_trouble trouble = { 0 };
    static struct table_request request;
    json_t *json = holm_json_load(text, &trouble);
    if (json && opening_table(json, &request, &trouble)) {
        fuzz_require(request.chairs >= 2 && request.chairs <= HOLM_SEATS, "chairs");
        fuzz_require(request.host >= -1 && request.host < request.chairs, "a host without a chair");
        fuzz_require(!holm_rules_check(&request.settings.rules), "rules that do not fit");
    } else {
        fuzz_check_trouble(&trouble);
    }
    json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size < MESSAGE_MAX ? size : MESSAGE_MAX);
    read_message(text);
    read_request(text);
    free(text);
    return 0;
}
