/* set_knights.c: what `set` arranges in Cities & Knights: knights, walls and metropolises,
 * levels, progress cards and their decks, the barbarians and the merchant (docs/scripts.md). */
#include <string.h>

#include "runner/run.h"

enum { MANY = 99, ROUNDS_MAX = 3 };

static int read_track(struct holm_run *run, struct holm_words *words)
{
    return holm_run_word(run, words, holm_track_names, HOLM_TRACKS, "a track");
}

/* ------------------------------------------------------------------ pieces */

/* On an empty corner, or on a city of one's own that stands there already. */
static bool set_metropolis(struct holm_run *run, struct holm_words *words, int seat)
{
    struct holm_state *state = &run->state;
    int corner = holm_run_corner(run, words);
    int track = corner < 0 ? -1 : read_track(run, words);
    if (track < 0)
        return false;
    if (state->metropolis[track] != HOLM_NONE)
        return holm_run_trouble(run, "there is a metropolis of %s already",
                                holm_track_names[track]);
    if (state->corner[corner] == holm_piece_byte(HOLM_CITY, seat)) {
        state->corner[corner] = holm_piece_byte(HOLM_METROPOLIS, seat);
        holm_refresh(state);
    } else if (!holm_run_put(run, seat, HOLM_METROPOLIS, corner)) {
        return false;
    }
    state->metropolis[track] = (uint8_t)corner;
    return true;
}

static bool set_reduced(struct holm_run *run, struct holm_words *words, int seat)
{
    int corner = holm_run_corner(run, words);
    return corner >= 0 && holm_run_put(run, seat, HOLM_REDUCED, corner);
}

static bool set_wall(struct holm_run *run, struct holm_words *words, int seat)
{
    struct holm_state *state = &run->state;
    int corner = holm_run_corner(run, words);
    if (corner < 0)
        return false;
    if (state->corner[corner] != holm_piece_byte(HOLM_CITY, seat) &&
        state->corner[corner] != holm_piece_byte(HOLM_METROPOLIS, seat))
        return holm_run_trouble(run, "%s has no city there for a wall", holm_seat_names[seat]);
    if (holm_corner_in(&state->walls, corner))
        return holm_run_trouble(run, "there is a wall already");
    if (!state->player[seat].walls)
        return holm_run_trouble(run, "%s has no wall left", holm_seat_names[seat]);
    holm_corner_add(&state->walls, corner);
    holm_refresh(state);
    return true;
}

static bool set_knight(struct holm_run *run, struct holm_words *words, int seat)
{
    int corner = holm_run_corner(run, words);
    int rank = corner < 0 ? -1
                          : holm_run_word(run, words, holm_piece_names + HOLM_BASIC, HOLM_RANKS,
                                          "a rank of a knight");
    if (rank < 0 || !holm_run_put(run, seat, HOLM_BASIC + rank, corner))
        return false;
    if (holm_words_skip(words, "active"))
        holm_corner_add(&run->state.active_knights, corner);
    if (holm_words_skip(words, "tired")) {
        holm_corner_add(&run->state.tired, corner);
        holm_corner_add(&run->tired, corner);
    }
    return true;
}

static bool set_level(struct holm_run *run, struct holm_words *words, int seat)
{
    int level, track = read_track(run, words);
    if (track < 0 || !holm_run_number(run, words, HOLM_LEVELS, &level))
        return false;
    run->state.player[seat].level[track] = (uint8_t)level;
    return true;
}

static bool set_defender(struct holm_run *run, struct holm_words *words, int seat)
{
    int points;
    if (!holm_run_number(run, words, MANY, &points))
        return false;
    run->state.player[seat].defender = (uint8_t)points;
    holm_run_refresh(&run->state);
    return true;
}

static bool set_fleet(struct holm_run *run, struct holm_words *words, int seat)
{
    int card = holm_run_word(run, words, holm_card_names, HOLM_CARDS, "a kind of card");
    if (card < 0)
        return false;
    run->state.player[seat].fleet |= (uint8_t)holm_bit(card);
    return true;
}

/* ---------------------------------------------------------- progress cards */

/* The sizes of the decks and the backs in the hands, anew. */
static void count_decks(struct holm_run *run)
{
    struct holm_state *state = &run->state;
    memset(state->deck_left, 0, sizeof state->deck_left);
    for (int seat = 0; seat < run->rules.players; seat++)
        memset(state->player[seat].backs, 0, sizeof state->player[seat].backs);
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++) {
        int track = holm_progress_track(&run->rules, progress);
        state->deck_left[track] = (uint8_t)(state->deck_left[track] + state->pool[progress]);
        for (int seat = 0; seat < run->rules.players; seat++)
            state->player[seat].backs[track] += state->player[seat].progress[progress];
    }
    for (int track = 0; track < HOLM_TRACKS; track++)
        for (int i = 0; i < HOLM_UNDER_MAX && state->under[track][i]; i++)
            state->deck_left[track]++;
    holm_run_refresh(state);
}

/* Takes cards out of the deck, but first of those that `set top` has put out of the game: what it
 * left on top stays there. The copies of the board are those in the game. */
static bool take_cards(struct holm_run *run, int progress, int count)
{
    uint8_t *copies = &run->board.rules.progress_copies[progress];
    int outside = run->rules.progress_copies[progress] - *copies;
    int back = outside < count ? outside : count;
    if (count - back > run->state.pool[progress])
        return holm_run_trouble(run, "the deck has only %d %s", outside + run->state.pool[progress],
                                holm_progress_names[progress]);
    *copies = (uint8_t)(*copies + back);
    run->state.pool[progress] = (uint8_t)(run->state.pool[progress] - (count - back));
    return true;
}

static bool is_progress(const struct holm_words *words)
{
    return holm_word(holm_progress_names, HOLM_PROGRESS_KINDS, words->word) >= 0;
}

/* One "CARD [N]". */
static bool read_progress(struct holm_run *run, struct holm_words *words, int *progress, int *count)
{
    *progress =
        holm_run_word(run, words, holm_progress_names, HOLM_PROGRESS_KINDS, "a progress card");
    *count = 1;
    if (*progress < 0)
        return false;
    if (*words->word < '0' || *words->word > '9')
        return true;
    return holm_run_number(run, words, MANY, count);
}

/* Exactly these cards in the hand. */
static bool set_progress(struct holm_run *run, struct holm_words *words, int seat)
{
    uint8_t *held = run->state.player[seat].progress;
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++) {
        run->state.pool[progress] = (uint8_t)(run->state.pool[progress] + held[progress]);
        held[progress] = 0;
    }
    if (!holm_words_skip(words, "none"))
        do {
            int progress, count;
            if (!read_progress(run, words, &progress, &count) || !take_cards(run, progress, count))
                return false;
            held[progress] = (uint8_t)(held[progress] + count);
        } while (is_progress(words));
    count_decks(run);
    return true;
}

/* A card that is a point, laid open. */
static bool set_laid(struct holm_run *run, struct holm_words *words, int seat)
{
    int progress =
        holm_run_word(run, words, holm_progress_names, HOLM_PROGRESS_KINDS, "a progress card");
    if (progress < 0)
        return false;
    if (holm_progress_info[progress].kind != HOLM_NO_ACTION)
        return holm_run_trouble(run, "%s is not laid open", holm_progress_names[progress]);
    if (!take_cards(run, progress, 1))
        return false;
    run->state.laid_open[progress]++;
    run->state.player[seat].revealed++;
    count_decks(run);
    return true;
}

static bool in_deck(struct holm_run *run, int track, int progress)
{
    return holm_progress_track(&run->rules, progress) == track ||
           holm_run_trouble(run, "%s is not in the deck of %s", holm_progress_names[progress],
                            holm_track_names[track]);
}

/* Exactly these are on top; what is neither there nor elsewhere is out of the game. */
static bool set_top(struct holm_run *run, struct holm_words *words)
{
    struct holm_state *state = &run->state;
    uint8_t *copies = run->board.rules.progress_copies;
    int track = read_track(run, words);
    if (track < 0)
        return false;
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
        if (holm_progress_track(&run->rules, progress) == track) {
            copies[progress] = (uint8_t)(copies[progress] - state->pool[progress]);
            state->pool[progress] = 0;
        }
    if (!holm_words_skip(words, "none"))
        do {
            int progress, count;
            if (!read_progress(run, words, &progress, &count) || !in_deck(run, track, progress) ||
                !take_cards(run, progress, count))
                return false;
            state->pool[progress] = (uint8_t)(state->pool[progress] + count);
        } while (is_progress(words));
    count_decks(run);
    return true;
}

/* Exactly these lie underneath, the next one first. */
static bool set_under(struct holm_run *run, struct holm_words *words)
{
    struct holm_state *state = &run->state;
    int track = read_track(run, words), at = 0;
    if (track < 0)
        return false;
    for (int i = 0; i < HOLM_UNDER_MAX && state->under[track][i]; i++)
        state->pool[state->under[track][i] - 1]++;
    memset(state->under[track], 0, sizeof state->under[track]);
    memset(state->under_known[track], 0, sizeof state->under_known[track]);
    if (!holm_words_skip(words, "none"))
        do {
            int progress = holm_run_word(run, words, holm_progress_names, HOLM_PROGRESS_KINDS,
                                         "a progress card");
            if (progress < 0 || !in_deck(run, track, progress) || !take_cards(run, progress, 1))
                return false;
            state->under[track][at] = (uint8_t)(progress + 1);
            state->under_known[track][at++] = HOLM_EVERYBODY;
        } while (*words->word);
    count_decks(run);
    return true;
}

/* ----------------------------------------------------------------- the rest */

static bool set_barbarians(struct holm_run *run, struct holm_words *words)
{
    int steps;
    if (!holm_run_number(run, words, run->rules.barbarian_steps - 1, &steps))
        return false;
    run->state.barbarians = (uint8_t)steps;
    return true;
}

/* The first attack brings the robber, unless the script has put it somewhere. */
static bool set_attacked(struct holm_run *run, struct holm_words *words)
{
    bool yes = holm_words_skip(words, "yes");
    if (!yes && !holm_words_skip(words, "no"))
        return holm_run_not(run, words->word, "yes or no");
    run->state.attacked = yes;
    if (yes && run->state.robber == HOLM_NONE)
        run->state.robber = run->board.robber;
    return true;
}

static bool set_merchant(struct holm_run *run, struct holm_words *words)
{
    struct holm_state *state = &run->state;
    int hex = HOLM_NONE, seat = HOLM_NONE;
    if (!holm_words_skip(words, "nobody")) {
        hex = holm_run_hex(run, words);
        seat = hex < 0 ? -1 : holm_run_seat(run, words);
        if (seat < 0)
            return false;
        if (seat >= run->rules.players)
            return holm_run_trouble(run, "%s is neutral: no merchant", holm_seat_names[seat]);
    }
    state->merchant = (uint8_t)hex;
    state->merchant_owner = (uint8_t)seat;
    holm_run_refresh(state);
    return true;
}

static bool set_rounds(struct holm_run *run, struct holm_words *words)
{
    int rounds;
    if (!holm_run_number(run, words, ROUNDS_MAX, &rounds))
        return false;
    run->state.rounds = (uint8_t)rounds;
    return true;
}

const struct holm_run_seat_thing holm_run_knights_seat_things[] = {
    { "metropolis", set_metropolis, false },
    { "reduced", set_reduced, false },
    { "wall", set_wall, false },
    { "knight", set_knight, true },
    { "level", set_level, false },
    { "progress", set_progress, false },
    { "laid", set_laid, false },
    { "defender", set_defender, false },
    { "fleet", set_fleet, false },
    { 0 },
};

const struct holm_run_thing holm_run_knights_things[] = {
    { "barbarians", set_barbarians, false },
    { "attacked", set_attacked, false },
    { "merchant", set_merchant, false },
    { "rounds", set_rounds, false },
    { "top", set_top, false },
    { "under", set_under, false },
    { 0 },
};
