/* plain_text.c: characters that names and chat may not hold, because nobody sees them, because they
 * turn or stack the writing, or because they mean nothing. */
#include "text/plain_text.h"

#include <string.h>

enum { MARKS_MOST = 3, REPLACEMENT = 0xFFFD, KEYCAP = 0x20E3 };

/* What a character is; the last three are fine in their place. */
enum kind {
    PLAIN,
    CONTROL,
    DIRECTION,
    INVISIBLE,
    BLANK,
    NOTHING,
    MARK,
    JOINER,
    STYLE,
    EMOJI,
    KINDS
};

/* ORDER: enum kind. What a name holds that has one of them where it may not be. */
static const char *const flaws[KINDS] = {
    NULL,
    "a control character",
    "an invisible character that turns the direction of writing",
    "an invisible character",
    "an unusual blank",
    "a character that means nothing here",
    "a mark without a letter, or one of too many",
    "an invisible character that joins others",
    "an invisible character that changes how others look",
    NULL,
};

/* In order, by Unicode 14: controls and ends of lines; controls of direction; what is not drawn
 * (soft hyphens, fillers, selectors, tags); blanks; surrogates, private use and what is never
 * assigned; marks that are drawn over others (of the basic plane, and a few); what may be emoji. */
static const struct range {
    uint32_t first, last;
    enum kind kind;
} ranges[] = {
    /* clang-format off */
    { 0x0, 0x1F, CONTROL }, { 0x7F, 0x9F, CONTROL }, { 0xA0, 0xA0, BLANK }, { 0xA9, 0xA9, EMOJI },
    { 0xAD, 0xAD, INVISIBLE }, { 0xAE, 0xAE, EMOJI }, { 0x300, 0x34E, MARK },
    { 0x34F, 0x34F, INVISIBLE }, { 0x350, 0x36F, MARK }, { 0x483, 0x489, MARK },
    { 0x591, 0x5BD, MARK }, { 0x5BF, 0x5BF, MARK }, { 0x5C1, 0x5C2, MARK }, { 0x5C4, 0x5C5, MARK },
    { 0x5C7, 0x5C7, MARK }, { 0x610, 0x61A, MARK }, { 0x61C, 0x61C, DIRECTION },
    { 0x64B, 0x65F, MARK }, { 0x670, 0x670, MARK }, { 0x6D6, 0x6DC, MARK }, { 0x6DF, 0x6E4, MARK },
    { 0x6E7, 0x6E8, MARK }, { 0x6EA, 0x6ED, MARK }, { 0x711, 0x711, MARK }, { 0x730, 0x74A, MARK },
    { 0x7A6, 0x7B0, MARK }, { 0x7EB, 0x7F3, MARK }, { 0x7FD, 0x7FD, MARK }, { 0x816, 0x819, MARK },
    { 0x81B, 0x823, MARK }, { 0x825, 0x827, MARK }, { 0x829, 0x82D, MARK }, { 0x859, 0x85B, MARK },
    { 0x898, 0x89F, MARK }, { 0x8CA, 0x8E1, MARK }, { 0x8E3, 0x902, MARK }, { 0x93A, 0x93A, MARK },
    { 0x93C, 0x93C, MARK }, { 0x941, 0x948, MARK }, { 0x94D, 0x94D, MARK }, { 0x951, 0x957, MARK },
    { 0x962, 0x963, MARK }, { 0x981, 0x981, MARK }, { 0x9BC, 0x9BC, MARK }, { 0x9C1, 0x9C4, MARK },
    { 0x9CD, 0x9CD, MARK }, { 0x9E2, 0x9E3, MARK }, { 0x9FE, 0xA02, MARK }, { 0xA3C, 0xA3C, MARK },
    { 0xA41, 0xA51, MARK }, { 0xA70, 0xA71, MARK }, { 0xA75, 0xA75, MARK }, { 0xA81, 0xA82, MARK },
    { 0xABC, 0xABC, MARK }, { 0xAC1, 0xAC8, MARK }, { 0xACD, 0xACD, MARK }, { 0xAE2, 0xAE3, MARK },
    { 0xAFA, 0xB01, MARK }, { 0xB3C, 0xB3C, MARK }, { 0xB3F, 0xB3F, MARK }, { 0xB41, 0xB44, MARK },
    { 0xB4D, 0xB56, MARK }, { 0xB62, 0xB63, MARK }, { 0xB82, 0xB82, MARK }, { 0xBC0, 0xBC0, MARK },
    { 0xBCD, 0xBCD, MARK }, { 0xC00, 0xC00, MARK }, { 0xC04, 0xC04, MARK }, { 0xC3C, 0xC3C, MARK },
    { 0xC3E, 0xC40, MARK }, { 0xC46, 0xC56, MARK }, { 0xC62, 0xC63, MARK }, { 0xC81, 0xC81, MARK },
    { 0xCBC, 0xCBC, MARK }, { 0xCBF, 0xCBF, MARK }, { 0xCC6, 0xCC6, MARK }, { 0xCCC, 0xCCD, MARK },
    { 0xCE2, 0xCE3, MARK }, { 0xD00, 0xD01, MARK }, { 0xD3B, 0xD3C, MARK }, { 0xD41, 0xD44, MARK },
    { 0xD4D, 0xD4D, MARK }, { 0xD62, 0xD63, MARK }, { 0xD81, 0xD81, MARK }, { 0xDCA, 0xDCA, MARK },
    { 0xDD2, 0xDD6, MARK }, { 0xE31, 0xE31, MARK }, { 0xE34, 0xE3A, MARK }, { 0xE47, 0xE4E, MARK },
    { 0xEB1, 0xEB1, MARK }, { 0xEB4, 0xEBC, MARK }, { 0xEC8, 0xECD, MARK }, { 0xF18, 0xF19, MARK },
    { 0xF35, 0xF35, MARK }, { 0xF37, 0xF37, MARK }, { 0xF39, 0xF39, MARK }, { 0xF71, 0xF7E, MARK },
    { 0xF80, 0xF84, MARK }, { 0xF86, 0xF87, MARK }, { 0xF8D, 0xFBC, MARK }, { 0xFC6, 0xFC6, MARK },
    { 0x102D, 0x1030, MARK }, { 0x1032, 0x1037, MARK }, { 0x1039, 0x103A, MARK },
    { 0x103D, 0x103E, MARK }, { 0x1058, 0x1059, MARK }, { 0x105E, 0x1060, MARK },
    { 0x1071, 0x1074, MARK }, { 0x1082, 0x1082, MARK }, { 0x1085, 0x1086, MARK },
    { 0x108D, 0x108D, MARK }, { 0x109D, 0x109D, MARK }, { 0x115F, 0x1160, INVISIBLE },
    { 0x135D, 0x135F, MARK }, { 0x1680, 0x1680, BLANK }, { 0x1712, 0x1714, MARK },
    { 0x1732, 0x1733, MARK }, { 0x1752, 0x1753, MARK }, { 0x1772, 0x1773, MARK },
    { 0x17B4, 0x17B5, INVISIBLE }, { 0x17B7, 0x17BD, MARK }, { 0x17C6, 0x17C6, MARK },
    { 0x17C9, 0x17D3, MARK }, { 0x17DD, 0x17DD, MARK }, { 0x180B, 0x180F, INVISIBLE },
    { 0x1885, 0x1886, MARK }, { 0x18A9, 0x18A9, MARK }, { 0x1920, 0x1922, MARK },
    { 0x1927, 0x1928, MARK }, { 0x1932, 0x1932, MARK }, { 0x1939, 0x193B, MARK },
    { 0x1A17, 0x1A18, MARK }, { 0x1A1B, 0x1A1B, MARK }, { 0x1A56, 0x1A56, MARK },
    { 0x1A58, 0x1A60, MARK }, { 0x1A62, 0x1A62, MARK }, { 0x1A65, 0x1A6C, MARK },
    { 0x1A73, 0x1A7F, MARK }, { 0x1AB0, 0x1ACE, MARK }, { 0x1B00, 0x1B03, MARK },
    { 0x1B34, 0x1B34, MARK }, { 0x1B36, 0x1B3A, MARK }, { 0x1B3C, 0x1B3C, MARK },
    { 0x1B42, 0x1B42, MARK }, { 0x1B6B, 0x1B73, MARK }, { 0x1B80, 0x1B81, MARK },
    { 0x1BA2, 0x1BA5, MARK }, { 0x1BA8, 0x1BA9, MARK }, { 0x1BAB, 0x1BAD, MARK },
    { 0x1BE6, 0x1BE6, MARK }, { 0x1BE8, 0x1BE9, MARK }, { 0x1BED, 0x1BED, MARK },
    { 0x1BEF, 0x1BF1, MARK }, { 0x1C2C, 0x1C33, MARK }, { 0x1C36, 0x1C37, MARK },
    { 0x1CD0, 0x1CD2, MARK }, { 0x1CD4, 0x1CE0, MARK }, { 0x1CE2, 0x1CE8, MARK },
    { 0x1CED, 0x1CED, MARK }, { 0x1CF4, 0x1CF4, MARK }, { 0x1CF8, 0x1CF9, MARK },
    { 0x1DC0, 0x1DFF, MARK }, { 0x2000, 0x200A, BLANK }, { 0x200B, 0x200B, INVISIBLE },
    { 0x200C, 0x200D, JOINER }, { 0x200E, 0x200F, DIRECTION }, { 0x2028, 0x2029, CONTROL },
    { 0x202A, 0x202E, DIRECTION }, { 0x202F, 0x202F, BLANK }, { 0x203C, 0x203C, EMOJI },
    { 0x2049, 0x2049, EMOJI }, { 0x205F, 0x205F, BLANK }, { 0x2060, 0x2065, INVISIBLE },
    { 0x2066, 0x2069, DIRECTION }, { 0x206A, 0x206F, INVISIBLE }, { 0x20D0, 0x20F0, MARK },
    { 0x2122, 0x2122, EMOJI }, { 0x2139, 0x2139, EMOJI }, { 0x2190, 0x21FF, EMOJI },
    { 0x2300, 0x23FF, EMOJI }, { 0x2460, 0x24FF, EMOJI }, { 0x25A0, 0x27BF, EMOJI },
    { 0x2800, 0x2800, BLANK }, { 0x2900, 0x297F, EMOJI }, { 0x2B00, 0x2BFF, EMOJI },
    { 0x2CEF, 0x2CF1, MARK }, { 0x2D7F, 0x2D7F, MARK }, { 0x2DE0, 0x2DFF, MARK },
    { 0x3000, 0x3000, BLANK }, { 0x302A, 0x302D, MARK }, { 0x3030, 0x3030, EMOJI },
    { 0x303D, 0x303D, EMOJI }, { 0x3099, 0x309A, MARK }, { 0x3164, 0x3164, INVISIBLE },
    { 0x3297, 0x3297, EMOJI }, { 0x3299, 0x3299, EMOJI }, { 0xA66F, 0xA672, MARK },
    { 0xA674, 0xA67D, MARK }, { 0xA69E, 0xA69F, MARK }, { 0xA6F0, 0xA6F1, MARK },
    { 0xA802, 0xA802, MARK }, { 0xA806, 0xA806, MARK }, { 0xA80B, 0xA80B, MARK },
    { 0xA825, 0xA826, MARK }, { 0xA82C, 0xA82C, MARK }, { 0xA8C4, 0xA8C5, MARK },
    { 0xA8E0, 0xA8F1, MARK }, { 0xA8FF, 0xA8FF, MARK }, { 0xA926, 0xA92D, MARK },
    { 0xA947, 0xA951, MARK }, { 0xA980, 0xA982, MARK }, { 0xA9B3, 0xA9B3, MARK },
    { 0xA9B6, 0xA9B9, MARK }, { 0xA9BC, 0xA9BD, MARK }, { 0xA9E5, 0xA9E5, MARK },
    { 0xAA29, 0xAA2E, MARK }, { 0xAA31, 0xAA32, MARK }, { 0xAA35, 0xAA36, MARK },
    { 0xAA43, 0xAA43, MARK }, { 0xAA4C, 0xAA4C, MARK }, { 0xAA7C, 0xAA7C, MARK },
    { 0xAAB0, 0xAAB0, MARK }, { 0xAAB2, 0xAAB4, MARK }, { 0xAAB7, 0xAAB8, MARK },
    { 0xAABE, 0xAABF, MARK }, { 0xAAC1, 0xAAC1, MARK }, { 0xAAEC, 0xAAED, MARK },
    { 0xAAF6, 0xAAF6, MARK }, { 0xABE5, 0xABE5, MARK }, { 0xABE8, 0xABE8, MARK },
    { 0xABED, 0xABED, MARK }, { 0xD800, 0xF8FF, NOTHING }, { 0xFB1E, 0xFB1E, MARK },
    { 0xFDD0, 0xFDEF, NOTHING }, { 0xFE00, 0xFE0E, INVISIBLE }, { 0xFE0F, 0xFE0F, STYLE },
    { 0xFE20, 0xFE2F, MARK }, { 0xFEFF, 0xFEFF, INVISIBLE }, { 0xFFA0, 0xFFA0, INVISIBLE },
    { 0xFFF0, 0xFFFB, INVISIBLE }, { 0xFFFE, 0xFFFF, NOTHING }, { 0x1BCA0, 0x1BCA3, INVISIBLE },
    { 0x1D165, 0x1D169, MARK }, { 0x1D16D, 0x1D172, MARK }, { 0x1D173, 0x1D17A, INVISIBLE },
    { 0x1D17B, 0x1D182, MARK }, { 0x1D185, 0x1D18B, MARK }, { 0x1D1AA, 0x1D1AD, MARK },
    { 0x1DA00, 0x1DAAF, MARK }, { 0x1E000, 0x1E02A, MARK }, { 0x1E8D0, 0x1E8D6, MARK },
    { 0x1E944, 0x1E94A, MARK }, { 0x1F000, 0x1FAFF, EMOJI }, { 0x1FFFE, 0x1FFFF, NOTHING },
    { 0x2FFFE, 0x2FFFF, NOTHING }, { 0x3FFFE, 0x3FFFF, NOTHING }, { 0x4FFFE, 0x4FFFF, NOTHING },
    { 0x5FFFE, 0x5FFFF, NOTHING }, { 0x6FFFE, 0x6FFFF, NOTHING }, { 0x7FFFE, 0x7FFFF, NOTHING },
    { 0x8FFFE, 0x8FFFF, NOTHING }, { 0x9FFFE, 0x9FFFF, NOTHING }, { 0xAFFFE, 0xAFFFF, NOTHING },
    { 0xBFFFE, 0xBFFFF, NOTHING }, { 0xCFFFE, 0xCFFFF, NOTHING }, { 0xDFFFE, 0xDFFFF, NOTHING },
    { 0xE0000, 0xE0FFF, INVISIBLE }, { 0xEFFFE, 0xEFFFF, NOTHING }, { 0xF0000, 0x10FFFF, NOTHING },
    /* clang-format on */
};

static enum kind kind_of(uint32_t character)
{
    size_t low = 0, high = sizeof ranges / sizeof *ranges;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const struct range *range = &ranges[middle];
        if (character < range->first)
            high = middle;
        else if (character > range->last)
            low = middle + 1;
        else
            return range->kind;
    }
    return character == HOLM_BROKEN ? NOTHING : PLAIN;
}

/* --------------------------------------------------------------- characters */

uint32_t holm_next_character(const char **at)
{
    static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
    const unsigned char *bytes = (const unsigned char *)*at;
    const int more = *bytes < 0xC0 ? 0 : *bytes < 0xE0 ? 1 : *bytes < 0xF0 ? 2 : 3;
    uint32_t character = more ? *bytes & (0x3F >> more) : *bytes;
    if (!*bytes)
        return 0;
    ++*at;
    if ((*bytes >= 0x80 && *bytes < 0xC0) || *bytes >= 0xF8)
        return HOLM_BROKEN;
    for (int i = 1; i <= more; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return HOLM_BROKEN;
        character = character << 6 | (bytes[i] & 0x3F);
    }
    if (character < least[more] || character > 0x10FFFF)
        return HOLM_BROKEN;
    *at += more;
    return character;
}

void holm_put_character(struct holm_writer *writer, uint32_t character)
{
    static const uint32_t above[] = { 0x80, 0x800, 0x10000 };
    static const uint8_t lead[] = { 0, 0xC0, 0xE0, 0xF0 };
    int more = 0;
    while (more < 3 && character >= above[more])
        more++;
    holm_put_char(writer, (char)(lead[more] | character >> 6 * more));
    while (more--)
        holm_put_char(writer, (char)(0x80 | (character >> 6 * more & 0x3F)));
}

/* ------------------------------------------------------------------ reading */

/* A walk along a text. */
struct walk {
    const char *at;
    uint32_t before, now;
    enum kind kind_before, kind;
    int marks; /* in a row, with this one */
};

static bool step(struct walk *walk)
{
    walk->before = walk->now;
    walk->kind_before = walk->kind;
    walk->now = holm_next_character(&walk->at);
    walk->kind = kind_of(walk->now);
    walk->marks = walk->kind == MARK ? walk->marks + 1 : 0;
    return walk->now;
}

static uint32_t peek(const struct walk *walk)
{
    const char *at = walk->at;
    return holm_next_character(&at);
}

/* Arabic to Myanmar, Khmer and Mongolian: there joiners decide how letters are written. */
static bool joins_letters(uint32_t character)
{
    return (character >= 0x600 && character < 0x10A0) ||
           (character >= 0x1780 && character < 0x18B0);
}

static bool joins_well(const struct walk *walk)
{
    const uint32_t next = peek(walk);
    if (walk->kind_before == EMOJI || walk->kind_before == STYLE)
        return kind_of(next) == EMOJI;
    return joins_letters(walk->before) && joins_letters(next);
}

/* Whether the character may stand where it stands. In names joiners never may: two names would look
 * the same. */
static bool is_fine(const struct walk *walk, bool name)
{
    switch (walk->kind) {
    case PLAIN:
    case EMOJI:
        return true;
    case MARK:
        return walk->before && walk->before != ' ' && walk->marks <= MARKS_MOST;
    case STYLE:
        return walk->kind_before == EMOJI || peek(walk) == KEYCAP;
    case JOINER:
        return !name && joins_well(walk);
    case CONTROL:
    case DIRECTION:
    case INVISIBLE:
    case BLANK:
    case NOTHING:
    case KINDS:
        break;
    }
    return false;
}

static bool read_name(const char *text, int most, char *name, size_t size,
                      struct holm_trouble *trouble)
{
    struct holm_writer writer = holm_writer(name, size);
    struct walk walk = { .at = text };
    int count = 0;
    bool blank = false; /* is due before the next character */
    while (step(&walk)) {
        if (!is_fine(&walk, true))
            return holm_trouble(trouble, 0, "the name holds %s (U+%04X); take it out",
                                flaws[walk.kind], (unsigned)walk.now);
        if (walk.now == ' ') {
            blank = count;
            continue;
        }
        if (blank)
            holm_put_char(&writer, ' ');
        holm_put_character(&writer, walk.now);
        count += 1 + blank;
        blank = false;
    }
    return (count >= 1 && count <= most && !writer.full) ||
           holm_trouble(trouble, 0, "a name has 1 to %d characters", most);
}

bool holm_plain_name(const char *text, int most, char *name, size_t size,
                     struct holm_trouble *trouble)
{
    return read_name(text, most, name, size, trouble) || holm_trouble_because(trouble, 0, "name");
}

void holm_plain_chat(const char *text, char *plain, size_t size)
{
    struct holm_writer writer = holm_writer(plain, size);
    struct walk walk = { .at = text };
    while (step(&walk))
        holm_put_character(&writer, walk.kind == BLANK      ? ' '
                                    : is_fine(&walk, false) ? walk.now
                                                            : REPLACEMENT);
}
