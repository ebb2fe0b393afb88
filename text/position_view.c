/* position_view.c: what one seat sees, read back from JSON. A view has no more to check than a full
 * position that agrees with it: one is made, and must be possible and look the same. */
#include <string.h>

#include "text/position.h"
#include "text/shown.h"

/* Cards chosen for a discard: elsewhere than in Cities & Knights they are not said, but follow. */
static void count_pledges(struct holm_state *view)
{
    for (int seat = 0; seat < view->board->rules.players; seat++) {
        struct holm_player *player = &view->player[seat];
        if (!holm_position_knights(view->board) && !holm_shown_secrets(view, seat) &&
            holm_step(view)->kind == HOLM_STEP_DISCARD &&
            player->cards > holm_hand_limit(view, seat))
            player->pledged =
                (uint8_t)(player->owed < player->cards / 2 ? player->cards / 2 - player->owed : 0);
    }
}

/* What follows from hidden cards is taken as it is said. */
static void keep_hidden(const struct holm_state *said, struct holm_state *found)
{
    for (int seat = 0; seat < said->board->seats; seat++) {
        found->player[seat].cards = said->player[seat].cards;
        found->player[seat].developments = said->player[seat].developments;
        found->player[seat].bought = said->player[seat].bought;
    }
    found->deck = said->deck;
    memcpy(found->spent, said->spent, sizeof found->spent);
}

/* A view leaves nothing out: of what is hidden nothing follows. */
static bool says_all(const json_t *json, const struct holm_board *board,
                     struct holm_trouble *trouble)
{
    const json_t *players = holm_value_member(json, "players");
    if (!holm_value_member(json, "spent"))
        return holm_trouble(trouble, 0, "\"spent\" is missing");
    if (!holm_fields_all(json, holm_state_fields, trouble))
        return false;
    for (int seat = 0; seat < board->seats; seat++)
        if (!holm_fields_all(holm_value_item(players, (size_t)seat), holm_player_fields, trouble))
            return false;
    return true;
}

/* Numbers that no cards could make: dealing the hidden ones relies on there being enough. */
static bool is_countable(const struct holm_state *view)
{
    const struct holm_rules *rules = &view->board->rules;
    for (int seat = 0; seat < rules->players; seat++)
        if (view->player[seat].pledged > view->player[seat].cards)
            return false;
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++) {
        int seen = view->spent[kind];
        for (int seat = 0; seat < rules->players; seat++)
            seen += view->player[seat].development[kind] +
                    (kind == HOLM_VICTORY ? view->player[seat].revealed : 0);
        if (seen > rules->deck[kind] && !holm_position_knights(view->board))
            return false;
    }
    return holm_step(view)->kind != HOLM_STEP_HARBOR || view->active < rules->players;
}

static bool agrees(const struct holm_view *view, struct holm_trouble *trouble)
{
    struct holm_state twin;
    struct holm_view seen;
    if (!is_countable(&view->seen) || holm_determinize(view, NULL, 1, &twin))
        return holm_trouble(trouble, 0, "no position agrees with this view");
    const char *wrong = holm_impossible(&twin);
    if (wrong)
        return holm_trouble(trouble, 0, "the position is impossible: %s", wrong);
    holm_view(&twin, view->seen.viewer, &seen);
    return !memcmp(&seen, view, sizeof seen) ||
           holm_trouble(trouble, 0, "this shows what its viewer cannot see, or hides what it can");
}

static bool read_view(const json_t *json, struct holm_board *board, struct holm_view *view,
                      struct holm_trouble *trouble)
{
    const json_t *said = holm_value_member(json, "view");
    struct holm_board made;
    struct holm_state state;
    if (!holm_position_board(json, &made, trouble) || !says_all(said, &made, trouble) ||
        !holm_position_members(said, &made, &state, trouble))
        return false;
    if (state.viewer >= made.rules.players)
        return holm_trouble(trouble, 0, "\"viewer\" is no player");
    count_pledges(&state);
    struct holm_view found = { holm_position_refreshed(&state) };
    keep_hidden(&state, &found.seen);
    if (!holm_position_same(&state, &found.seen, trouble) || !agrees(&found, trouble) ||
        !holm_position_conveniences(said, &found.seen, trouble))
        return false;
    *board = made;
    *view = found;
    view->seen.board = board;
    return true;
}

bool holm_json_read_view(const char *text, struct holm_board *board, struct holm_view *view,
                         struct holm_trouble *trouble)
{
    json_t *json = holm_json_load(text, trouble);
    const bool fine = json && read_view(json, board, view, trouble);
    holm_value_free(json);
    return fine;
}

bool holm_json_is_view(const char *text)
{
    struct holm_trouble trouble;
    json_t *json = holm_json_load(text, &trouble);
    const bool view = holm_value_member(json, "view");
    holm_value_free(json);
    return view;
}
