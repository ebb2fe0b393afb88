/* Names and chat: nothing that cannot be seen, and nobody taken for somebody else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "text/plain_text.h"

enum { MOST = 24, SIZE = 100 };

/* -------------------------------------------------------------------- names */

static void names_that_are_fine(void **unused)
{
    static const char *const rows[][2] = {
        { "Ada", "Ada" },
        { "  Ada  ", "Ada" },
        { "Ada   Lovelace", "Ada Lovelace" },
        { "José Ñandú", "José Ñandú" },
        { "Jose\u0301", "Jose\u0301" }, /* the mark on its own */
        { "Việt Nguyễn", "Việt Nguyễn" },
        { "Αθηνά", "Αθηνά" },
        { "Борис", "Борис" },
        { "דוד", "דוד" },
        { "محمد", "محمد" },
        { "नीलम", "नीलम" },
        { "ก็ดี", "ก็ดี" },
        { "李小龍", "李小龍" },
        { "ガンダム", "ガンダム" },
        { "김철수", "김철수" },
        { "Ada 🎲", "Ada 🎲" },
        { "I ❤\uFE0F Holm", "I ❤\uFE0F Holm" }, /* shown as an emoji */
        { "No 1\uFE0F\u20E3", "No 1\uFE0F\u20E3" }, /* a keycap */
        { "o'Neill-Smith_2 <b>", "o'Neill-Smith_2 <b>" },
        { "123456789012345678901234", "123456789012345678901234" },
        { "𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞", "𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞" },
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[SIZE];
        struct holm_trouble trouble = { 0 };
        if (!holm_plain_name(rows[i][0], MOST, name, sizeof name, &trouble))
            fail_msg("'%s': %s", rows[i][0], trouble.text);
        assert_string_equal(name, rows[i][1]);
    }
}

static void names_that_are_refused(void **unused)
{
    static const struct {
        const char *name, *said;
    } rows[] = {
        { "", "1 to 24" },
        { "    ", "1 to 24" },
        { "1234567890123456789012345", "1 to 24" },
        { "1 2 3 4 5 6 7 8 9 0 1 2 3", "1 to 24" },
        { "A\tda", "a control character (U+0009)" },
        { "Ada\n", "a control character (U+000A)" },
        { "\x1b[31mAda", "a control character (U+001B)" },
        { "Ada\x7f", "a control character (U+007F)" },
        { "A\xC2\x85"
          "da",
          "a control character (U+0085)" },
        { "A\xC2\x9B"
          "da",
          "a control character (U+009B)" },
        { "A\u2028da", "a control character (U+2028)" },
        { "A\u202Eda", "turns the direction of writing (U+202E)" },
        { "\u200FAda", "turns the direction of writing (U+200F)" },
        { "A\u2066da\u2069", "turns the direction of writing (U+2066)" },
        { "A\u061Cda", "turns the direction of writing (U+061C)" },
        { "A\u00ADda", "an invisible character (U+00AD)" },
        { "A\u034Fda", "an invisible character (U+034F)" },
        { "\u115F", "an invisible character (U+115F)" },
        { "A\u180Eda", "an invisible character (U+180E)" },
        { "A\u200Bda", "an invisible character (U+200B)" },
        { "A\u200Cda", "an invisible character that joins others (U+200C)" },
        { "👩\u200D🚀", "an invisible character that joins others (U+200D)" },
        { "A\u2060da", "an invisible character (U+2060)" },
        { "A\u2064da", "an invisible character (U+2064)" },
        { "\u3164", "an invisible character (U+3164)" },
        { "\uFFA0", "an invisible character (U+FFA0)" },
        { "Ada\uFE00", "an invisible character (U+FE00)" },
        { "Ada\uFE0F", "changes how others look (U+FE0F)" },
        { "\uFEFFAda", "an invisible character (U+FEFF)" },
        { "A\uFFF9da", "an invisible character (U+FFF9)" },
        { "A\U0001D173da", "an invisible character (U+1D173)" },
        { "🏴\U000E0067\U000E007F", "an invisible character (U+E0067)" },
        { "A\u00A0da", "an unusual blank (U+00A0)" },
        { "A\u3000da", "an unusual blank (U+3000)" },
        { "\u2800", "an unusual blank (U+2800)" },
        { "A\u2003da", "an unusual blank (U+2003)" },
        { "\uE000", "means nothing here (U+E000)" },
        { "\uFDD0", "means nothing here (U+FDD0)" },
        { "\U0001FFFF", "means nothing here (U+1FFFF)" },
        { "\U0010FFFD", "means nothing here (U+10FFFD)" },
        { "A\xff", "means nothing here" },
        { "A\xc3", "means nothing here" },
        { "\xed\xa0\x80", "means nothing here (U+D800)" },
        { "\xc0\xaf", "means nothing here" },
        { "\u0301Ada", "a mark without a letter" },
        { "Ada \u0301", "a mark without a letter" },
        { "A\u0301\u0302\u0303\u0304", "one of too many (U+0304)" },
        { "ก็็็็", "one of too many" },
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[SIZE];
        struct holm_trouble trouble = { 0 };
        if (holm_plain_name(rows[i].name, MOST, name, sizeof name, &trouble))
            fail_msg("row %zu was taken: %s", i, rows[i].said);
        if (!strstr(trouble.text, rows[i].said))
            fail_msg("row %zu: '%s' does not say '%s'", i, trouble.text, rows[i].said);
    }
}

/* Whatever comes, a plain name stays as it is, and every character comes out as it went in. */
static void every_character(void **unused)
{
    (void)unused;
    for (uint32_t character = 1; character < 0x110000; character += character < 0x20000 ? 1 : 97) {
        char text[16], name[SIZE], again[SIZE], skeleton[HOLM_SKELETON_SIZE];
        const char *at = text;
        struct holm_trouble trouble;
        struct holm_writer writer = holm_writer(text, sizeof text);
        holm_put_character(&writer, character);
        assert_int_equal(holm_next_character(&at), character);
        assert_int_equal(*at, 0);
        holm_put(&writer, "x");
        holm_name_skeleton(text, skeleton); /* ends */
        assert_true(skeleton[0]);
        if (!holm_plain_name(text, MOST, name, sizeof name, &trouble))
            continue;
        assert_true(holm_plain_name(name, MOST, again, sizeof again, &trouble));
        assert_string_equal(name, again);
    }
}

/* --------------------------------------------------------------------- chat */

static void chat_shows_what_is_hidden(void **unused)
{
    static const char *const rows[][2] = {
        { "hello  there ", "hello  there " },
        { "¿qué tal? 🙂", "¿qué tal? 🙂" },
        { "safe\u202Egpj.exe", "safe\uFFFDgpj.exe" },
        { "a\u200Bb\u2060c\uFEFFd", "a\uFFFDb\uFFFDc\uFFFDd" },
        { "bonjour\u00A0! \u202F?", "bonjour !  ?" },
        { "👩\u200D🚀 ❤\uFE0F\u200D🔥", "👩\u200D🚀 ❤\uFE0F\u200D🔥" }, /* emoji stay whole */
        { "👩🏽\u200D🚀", "👩🏽\u200D🚀" },
        { "1\uFE0F\u20E3", "1\uFE0F\u20E3" },
        { "a\u200Db", "a\uFFFDb" },
        { "👩\u200D", "👩\uFFFD" },
        { "می\u200Cخواهم", "می\u200Cخواهم" }, /* Persian needs it */
        { "क्\u200Dष", "क्\u200Dष" },
        { "x\uFE0F", "x\uFFFD" },
        { "\uE000", "\uFFFD" },
        { "\u0301a", "\uFFFDa" },
        { "a\u0301\u0302\u0303\u0304\u0305", "a\u0301\u0302\u0303\uFFFD\uFFFD" },
        { "\x07", "\uFFFD" },
        { "\xff", "\uFFFD" },
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char plain[200];
        holm_plain_chat(rows[i][0], plain, sizeof plain);
        assert_string_equal(plain, rows[i][1]);
    }
}

/* -------------------------------------------------------------- look-alikes */

static bool alike(const char *a, const char *b)
{
    char one[HOLM_SKELETON_SIZE], other[HOLM_SKELETON_SIZE];
    holm_name_skeleton(a, one);
    holm_name_skeleton(b, other);
    return !strcmp(one, other);
}

static void look_alikes(void **unused)
{
    static const char *const rows[][2] = {
        { "Ada", "ADA" },
        { "Ada", "A d a" },
        { "Ada", "Аda" }, /* Cyrillic A */
        { "Ada", "Αda" }, /* Greek Alpha */
        { "Ada", "Ａｄａ" }, /* wide */
        { "Ada", "𝐀𝐝𝐚" }, /* mathematical */
        { "Ada", "𝔸𝕕𝕒" },
        { "Ada", "𝒜𝒹𝒶" },
        { "Ada", "Ⓐⓓⓐ" },
        { "Ada", "🄰🄳🄰" },
        { "Ada", "ᴬᵈᵃ" },
        { "Ada", "ꓮdɑ" },
        { "Ada", "Ádä" },
        { "Ada", "A\u0301da\u0308" },
        { "José", "Jose\u0301" },
        { "José", "Jose" },
        { "Bill", "BiII" },
        { "Bill", "B1l|" },
        { "Bob", "B0b" },
        { "Bob", "ВоЬ" },
        { "peace", "реасе" },
        { "PEACE", "РЕАСЕ" },
        { "xy", "ху" },
        { "Kamala", "Кaмala" },
        { "TOM", "ТОМ" },
        { "Maria", "Μαrιa" },
        { "amen", "arnen" },
        { "waltz", "vvaltz" },
        { "Борис", "БОРИС" },
        { "Алёна", "Алена" },
        { "Йод", "И\u0306од" },
        { "Ѡ", "ѡ" },
        { "ΑΘΗΝΑ", "AΘHNA" },
        { "42", "𝟜𝟚" },
        { "I ❤ Holm", "I ❤\uFE0F Holm" },
        { "server", "ѕеrvеr" },
        { "Ωmega", "ωmega" },
        { "𝚨da", "Ada" },
    };
    static const char *const apart[][2] = {
        { "Ada", "Eda" },     { "Ada", "Adam" }, { "Bob", "Rob" },     { "李", "王" },
        { "नीलम", "नीलिमा" }, { "🎲", "🎯" },      { "Ada (2)", "Ada" }, { "Борис", "Барис" },
        { "5am", "Sam" },     { "김", "박" },
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!alike(rows[i][0], rows[i][1]))
            fail_msg("'%s' and '%s' look alike", rows[i][0], rows[i][1]);
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (alike(apart[i][0], apart[i][1]))
            fail_msg("'%s' and '%s' do not look alike", apart[i][0], apart[i][1]);
}

/* ---------------------------------------------------------------- told apart */

struct guests {
    const char *name[8];
};

static bool taken(const void *context, const char *skeleton)
{
    const struct guests *guests = context;
    char other[HOLM_SKELETON_SIZE];
    for (int i = 0; guests->name[i]; i++) {
        holm_name_skeleton(guests->name[i], other);
        if (!strcmp(skeleton, other))
            return true;
    }
    return false;
}

static bool always_taken(const void *context, const char *skeleton)
{
    (void)context;
    (void)skeleton;
    return true;
}

static void later_names_get_a_number(void **unused)
{
    static const struct {
        struct guests guests;
        const char *name, *becomes;
    } rows[] = {
        { { { "Ada" } }, "Bob", "Bob" },
        { { { "Ada" } }, "Ada", "Ada (2)" },
        { { { "Ada" } }, "аda", "аda (2)" },
        { { { "Ada", "Ada (2)" } }, "ADA", "ADA (3)" },
        { { { "Ada", "Ada (3)" } }, "Ada", "Ada (2)" },
        { { { "Ada (2)" } }, "Ada", "Ada" },
        { { { "123456789012345678901234" } },
          "123456789012345678901234",
          "12345678901234567890 (2)" },
        { { { "1234567890123456789 1234" } },
          "1234567890123456789 1234",
          "1234567890123456789 (2)" },
        { { { "𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞" } },
          "𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞",
          "𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞 (2)" },
    };
    char name[SIZE];
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(name, sizeof name, "%s", rows[i].name);
        holm_name_apart(name, sizeof name, MOST, taken, &rows[i].guests);
        assert_string_equal(name, rows[i].becomes);
    }
    snprintf(name, sizeof name, "123456789012345678901234");
    holm_name_apart(name, sizeof name, MOST, always_taken, NULL); /* ends */
    assert_string_equal(name, "1234567890123456789 (99)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_are_fine), cmocka_unit_test(names_that_are_refused),
        cmocka_unit_test(every_character),     cmocka_unit_test(chat_shows_what_is_hidden),
        cmocka_unit_test(look_alikes),         cmocka_unit_test(later_names_get_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
