/* observe.c: what a seat may know of a position, as bytes: the whole of it, and what it leaves out. */
#include "envs/pen.h"

/* -------------------------------------------------------------------- focus */

static unsigned step_seats(const struct eyes *eyes, unsigned seats)
{
    unsigned turned = 0;
    for (unsigned left = seats; left; left = holm_bits_rest(left))
        turned |= holm_bit((int)owner(eyes, (unsigned)holm_bits_first(left)) - 1);
    return turned;
}

static struct focus find_focus(const struct eyes *eyes)
{
    const struct holm_step *step = eyes->step;
    struct focus focus = { HOLM_NO_EDGE, HOLM_NO_EDGE, HOLM_NO_EDGE, 0, 0 };
    const struct game *game = eyes->game;
    const int form = holm_step_info[step->kind].part[HOLM_PART_PLACE].form;
    /* no switch: it would jump anew for each game, and be guessed wrong */
    if (form == HOLM_FORM_CORNER)
        focus.corner = step->place;
    else if (form == HOLM_FORM_EDGE)
        focus.edge = step->place;
    else if (form == HOLM_FORM_HEX)
        focus.hex = step->place;
    else if (form == HOLM_FORM_SEATS)
        focus.seats = step_seats(eyes, step->place);
    else if (form == HOLM_FORM_SEAT)
        focus.number = owner(eyes, step->place);
    else if (form != HOLM_FORM_CARD || eyes->seat == eyes->state->active)
        focus.number =
            step->place & UINT8_MAX; /* INFO-21: what goes through the commercial harbor */
    if (game->half_kind && eyes->seat == game->seat) {
        const bool corner = holm_kind_info[game->half_kind].fields & HOLM_F_CORNER;
        *(corner ? &focus.corner : &focus.edge) = game->half_place;
    }
    return focus;
}

static void walk(struct pen *pen, const struct eyes *eyes)
{
    const struct focus focus = find_focus(eyes);
    walk_map(pen, eyes, &focus);
    walk_seats(pen, eyes);
    walk_game(pen, eyes, &focus);
}

/* ------------------------------------------------------------------- hidden */

/* All that the observation leaves out: cards of the other seats, and the decks. */
WALK walk_hidden(struct pen *pen, const struct eyes *eyes)
{
    const struct holm_state *state = eyes->state;
    const struct holm_envs *envs = eyes->envs;
    for (int slot = 1; slot < envs->players; slot++) {
        const struct holm_player *player = &state->player[envs->seat_at[eyes->seat][slot]];
        SEAT_BYTES("hand", player->hand.n, HOLM_CARDS, CARDS_MOST);
        SEAT_BYTES("pledge", player->pledge.n, HOLM_CARDS, CARDS_MOST);
        if (envs->knights) {
            SEAT_BYTES("progress", player->progress, HOLM_PROGRESS_KINDS, CARDS_MOST);
            SEAT("chosen", player->chosen, UINT8_MAX);
        } else {
            SEAT_BYTES("development", player->development, HOLM_DEVELOPMENTS, CARDS_MOST);
            SEAT_BYTES("fresh", player->fresh, HOLM_DEVELOPMENTS, CARDS_MOST);
        }
    }
    if (envs->knights)
        bytes(pen, "pool", state->pool, HOLM_PROGRESS_KINDS, CARDS_MOST);
    else
        bytes(pen, "deck_kinds", state->deck_kind, HOLM_DEVELOPMENTS, CARDS_MOST);
}

/* --------------------------------------------------------------- both ways */

static struct eyes eyes_of(const struct holm_envs *envs, const struct game *game, int seat)
{
    return (struct eyes){
        .envs = envs,
        .game = game,
        .state = &game->state,
        .rules = &game->state.board->rules,
        .step = holm_step(&game->state),
        .belief = envs->belief ? belief_of(envs, (uint32_t)(game - envs->game), seat) : NULL,
        .seat = seat,
        .seats = envs->seats,
        .hexes = envs->hexes,
        .corners = envs->corners,
        .edges = envs->edges,
    };
}

/* From one seat's first block to the next one's. */
static uint32_t seat_bytes(const struct holm_envs *envs)
{
    uint32_t first = 0, next = 0;
    for (uint32_t i = 0; i < envs->blocks; i++) {
        if (!strcmp(envs->block[i].name, "seat0.asked"))
            first = envs->block[i].offset;
        if (!strcmp(envs->block[i].name, "seat1.asked"))
            next = envs->block[i].offset;
    }
    return next - first;
}

/* From the start of any game: the blocks follow from rules and map alone. */
void blocks_make(struct holm_envs *envs)
{
    struct game *game = &envs->game[0];
    memset(game, 0, sizeof *game);
    holm_start(&game->state, &envs->board[0]);
    const struct eyes eyes = eyes_of(envs, game, 0);
    struct pen pen = { .table = envs->block };
    walk(&pen, &eyes);
    envs->blocks = pen.blocks;
    envs->seat_bytes = seat_bytes(envs);
    envs->info.observation = pen.offset;
    struct pen hidden = { .table = envs->hidden_block };
    walk_hidden(&hidden, &eyes);
    envs->hidden_blocks = hidden.blocks;
    envs->info.hidden = hidden.offset;
}

void observe(const struct holm_envs *envs, const struct game *game, int seat, uint8_t *row)
{
    const struct eyes eyes = eyes_of(envs, game, seat);
    struct pen pen = { .at = row };
    walk(&pen, &eyes);
}

void observe_hidden(const struct holm_envs *envs, const struct game *game, int seat, uint8_t *row)
{
    const struct eyes eyes = eyes_of(envs, game, seat);
    struct pen pen = { .at = row };
    walk_hidden(&pen, &eyes);
}
