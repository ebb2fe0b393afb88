/* knights.c: the facts of `expect` that only Cities & Knights has; those that are numbers
 * are in numbers.c. */
#include <string.h>

#include "runner/run.h"
#include "text/shown.h"

static int read_track(struct holm_fact *fact)
{
    return holm_run_word(fact->run, fact->words, holm_track_names, HOLM_TRACKS, "a track");
}

/* ------------------------------------------------------------------ pieces */

static void put_knight(struct holm_writer *writer, uint8_t byte, bool active)
{
    if (holm_is_knight(byte))
        holm_putf(writer, " %s %s %s", holm_seat_names[holm_piece_seat(byte)],
                  holm_piece_names[holm_piece_kind(byte)], active ? "active" : "inactive");
    else
        holm_put(writer, " none");
}

/* "CORNER SEAT RANK [active|inactive]" or "CORNER none". */
static enum holm_verdict fact_knight(struct holm_fact *fact)
{
    struct holm_words *words = fact->words;
    int corner = holm_run_corner(fact->run, fact->words);
    if (corner < 0)
        return HOLM_UNCLEAR;
    int byte = fact->seen->corner[corner];
    bool active = holm_corner_in(&fact->seen->active_knights, corner);
    put_knight(&fact->found, byte, active);
    if (holm_words_skip(words, "none"))
        return holm_verdict(!holm_is_knight(byte));
    int seat = holm_run_seat(fact->run, words);
    if (seat < 0)
        return HOLM_UNCLEAR;
    int rank = holm_word(holm_piece_names + HOLM_BASIC, HOLM_RANKS, words->word);
    if (rank < 0)
        return holm_unclear(holm_run_not(fact->run, words->word, "a rank of a knight"));
    holm_words_next(words);
    bool same = byte == holm_piece_byte(HOLM_BASIC + rank, seat);
    if (holm_words_skip(words, "active"))
        return holm_verdict(same && active);
    if (holm_words_skip(words, "inactive"))
        return holm_verdict(same && !active);
    return holm_verdict(same);
}

static enum holm_verdict fact_wall(struct holm_fact *fact)
{
    int corner = holm_run_corner(fact->run, fact->words);
    if (corner < 0)
        return HOLM_UNCLEAR;
    holm_put(&fact->found, " none");
    return holm_verdict(holm_corner_in(&fact->seen->walls, corner));
}

/* "TRACK SEAT", "TRACK nobody" or "TRACK CORNER". */
static enum holm_verdict fact_metropolis(struct holm_fact *fact)
{
    const struct holm_topology *topology = &fact->seen->board->topology;
    int track = read_track(fact);
    if (track < 0)
        return HOLM_UNCLEAR;
    int found = fact->seen->metropolis[track];
    int corner = holm_read_corner(topology, fact->words->word);
    if (corner < 0)
        return holm_fact_seat(
            fact, found == HOLM_NONE ? HOLM_NONE : holm_piece_seat(fact->seen->corner[found]));
    holm_words_next(fact->words);
    holm_put_char(&fact->found, ' ');
    if (found == HOLM_NONE)
        holm_put(&fact->found, "nobody");
    else
        holm_put_corner(&fact->found, topology, found);
    return holm_verdict(corner == found);
}

static enum holm_verdict fact_merchant(struct holm_fact *fact)
{
    const struct holm_state *seen = fact->seen;
    if (seen->merchant != HOLM_NONE) {
        holm_put_char(&fact->found, ' ');
        holm_put_hex(&fact->found, &seen->board->topology, seen->merchant);
    }
    if (strcmp(fact->words->word, "nobody") == 0)
        return holm_fact_seat(fact, seen->merchant_owner);
    int hex = holm_run_hex(fact->run, fact->words);
    if (hex < 0)
        return HOLM_UNCLEAR;
    enum holm_verdict owner = holm_fact_seat(fact, seen->merchant_owner);
    return owner == HOLM_TRUE ? holm_verdict(hex == seen->merchant) : owner;
}

/* ---------------------------------------------------------- progress cards */

static void put_progress(struct holm_writer *writer, const uint8_t *held)
{
    bool none = true;
    for (int i = 0; i < HOLM_PROGRESS_KINDS; i++) {
        if (held[i])
            holm_putf(writer, " %s=%d", holm_progress_names[i], held[i]);
        none = none && !held[i];
    }
    if (none)
        holm_put(writer, " none");
}

/* "SEAT hidden" and "SEAT none"; numbers are compared elsewhere. */
static enum holm_verdict fact_progress(struct holm_fact *fact)
{
    struct holm_words words = *fact->words;
    holm_words_next(&words);
    bool hidden = strcmp(words.word, "hidden") == 0;
    if (!hidden && strcmp(words.word, "none") != 0)
        return holm_fact_numbers(fact, "progress");
    int seat = holm_run_seat(fact->run, fact->words);
    if (seat < 0)
        return HOLM_UNCLEAR;
    holm_words_next(fact->words);
    const struct holm_player *player = &fact->seen->player[seat];
    if (hidden)
        return holm_fact_hidden(fact, holm_shown_progress(fact->seen, seat), player->progress,
                                HOLM_PROGRESS_KINDS);
    put_progress(&fact->found, player->progress);
    return holm_verdict(holm_progress_count(player) == 0);
}

/* A card under a deck as a word; 0: none. */
static const char *under_name(int card)
{
    return card == 0 ? "none" : card == HOLM_HIDDEN_CARD ? "hidden" : holm_progress_names[card - 1];
}

/* "TRACK CARD..." with `hidden` for a card that the viewer does not know; or "TRACK none". */
static enum holm_verdict fact_under(struct holm_fact *fact)
{
    struct holm_words *words = fact->words;
    int track = read_track(fact), count = 0;
    if (track < 0)
        return HOLM_UNCLEAR;
    const uint8_t *under = fact->seen->under[track];
    bool same = true, none = holm_words_skip(words, "none");
    for (int i = 0; i < HOLM_UNDER_MAX && (under[i] || i == 0); i++)
        holm_putf(&fact->found, " %s", under_name(under[i]));
    if (!none && !*words->word)
        return holm_unclear(holm_run_not(fact->run, "", "a progress card"));
    for (; !none && *words->word; holm_words_next(words), count++) {
        if (holm_word(holm_progress_names, HOLM_PROGRESS_KINDS, words->word) < 0 &&
            strcmp(words->word, "hidden") != 0)
            return holm_unclear(holm_run_not(fact->run, words->word, "a progress card"));
        same = same && count < HOLM_UNDER_MAX && strcmp(words->word, under_name(under[count])) == 0;
    }
    return holm_verdict(same && (count == HOLM_UNDER_MAX || !under[count]));
}

/* -------------------------------------------------------------- barbarians */

static enum holm_verdict fact_barbarians(struct holm_fact *fact)
{
    return holm_fact_number(fact, fact->seen->barbarians);
}

static enum holm_verdict fact_attacked(struct holm_fact *fact)
{
    holm_put(&fact->found, " no attack yet");
    return holm_verdict(fact->seen->attacked);
}

static enum holm_verdict fact_strength(struct holm_fact *fact)
{
    return holm_fact_number(fact, holm_barbarian_strength(fact->seen));
}

/* The event die; `none` when it was not rolled. */
static enum holm_verdict fact_face(struct holm_fact *fact)
{
    int found = fact->seen->face - 1;
    int face = holm_word(holm_face_names, HOLM_FACES, fact->words->word);
    if (face < 0 && strcmp(fact->words->word, "none") != 0)
        return holm_unclear(holm_run_not(fact->run, fact->words->word, "a face of the event die"));
    holm_words_next(fact->words);
    holm_putf(&fact->found, " %s", found < 0 ? "none" : holm_face_names[found]);
    return holm_verdict(face == found);
}

const struct holm_fact_row holm_knights_facts[] = {
    { "attacked", fact_attacked },
    { "barbarians", fact_barbarians },
    { "face", fact_face },
    { "knight", fact_knight },
    { "merchant", fact_merchant },
    { "metropolis", fact_metropolis },
    { "progress", fact_progress },
    { "strength", fact_strength },
    { "under", fact_under },
    { "wall", fact_wall },
    { 0 },
};
