/* test_names.c: everything has a name in every edition and language, none of them a brand's. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

#include "text/names.h"

/* A name is there, begins with a capital, and bears no brand. */
static void check(const char *name, const char *what, int index)
{
    if (!name || !*name || strcmp(name, "?") == 0)
        fail_msg("%s %d has no name", what, index);
    if (!isupper((unsigned char)name[0]) && (unsigned char)name[0] < 0x80)
        fail_msg("%s %d: %s", what, index, name);
    for (const char *at = name; *at; at++)
        if (strncasecmp(at, "cat\xc3\xa1n", 6) == 0 || strncasecmp(at, "catan", 5) == 0)
            fail_msg("a brand: %s", name);
}

static void everything_has_a_name(void **unused)
{
    (void)unused;
    for (int edition = 0; edition < HOLM_EDITIONS; edition++)
        for (int language = 0; language < HOLM_LANGUAGES; language++) {
            for (int i = 0; i < HOLM_PROGRESS_KINDS; i++)
                check(holm_progress_title(edition, language, i), "card", i);
            for (int i = 0; i < HOLM_PIECES; i++)
                check(holm_piece_title(edition, language, i), "piece", i);
            for (int i = 0; i < HOLM_TITLES; i++)
                check(holm_title(edition, language, i), "title", i);
            for (int i = 0; i < HOLM_TRACKS * (HOLM_LEVELS + 1); i++)
                check(holm_level_title(edition, language, i % HOLM_TRACKS, i / HOLM_TRACKS),
                      "level", i);
        }
    for (int language = 0; language < HOLM_LANGUAGES; language++)
        for (int i = 0; i < HOLM_TRACKS; i++)
            check(holm_track_title(language, i), "track", i);
}

static void every_card_is_explained(void **unused)
{
    (void)unused;
    for (int language = 0; language < HOLM_LANGUAGES; language++)
        for (int i = 0; i < HOLM_PROGRESS_KINDS; i++) {
            const char *text = holm_progress_text(language, i);
            int sentences = 0;
            check(text, "text", i);
            assert_true(strlen(text) > 20 && strlen(text) < 250);
            assert_int_equal(text[strlen(text) - 1], '.');
            for (const char *at = text; *at; at++)
                sentences += *at == '.';
            assert_in_range(sentences, 1, 2);
        }
}

/* Cards of one deck, and levels of one track, are told apart by their names. */
static void names_differ(void **unused)
{
    (void)unused;
    for (int edition = 0; edition < HOLM_EDITIONS; edition++)
        for (int language = 0; language < HOLM_LANGUAGES; language++) {
            for (int i = 0; i < HOLM_PROGRESS_KINDS; i++)
                for (int j = 0; j < i; j++)
                    assert_string_not_equal(holm_progress_title(edition, language, i),
                                            holm_progress_title(edition, language, j));
            for (int track = 0; track < HOLM_TRACKS; track++)
                for (int level = 1; level <= HOLM_LEVELS; level++)
                    assert_string_not_equal(holm_level_title(edition, language, track, level),
                                            holm_level_title(edition, language, track, level - 1));
        }
}

static void names_as_published(void **unused)
{
    (void)unused;
    assert_string_equal(holm_progress_title(HOLM_2025, HOLM_ENGLISH, HOLM_BISHOP), "Taxation");
    assert_string_equal(holm_progress_title(HOLM_2007, HOLM_ENGLISH, HOLM_BISHOP), "Bishop");
    assert_string_equal(holm_progress_title(HOLM_2015, HOLM_SPANISH, HOLM_BISHOP), "Obispo");
    assert_string_equal(holm_progress_title(HOLM_2025, HOLM_ENGLISH, HOLM_WEDDING), "Wedding");
    assert_string_equal(holm_level_title(HOLM_2025, HOLM_ENGLISH, HOLM_SCIENCE, 1), "School");
    assert_string_equal(holm_level_title(HOLM_2007, HOLM_ENGLISH, HOLM_SCIENCE, 1), "Abbey");
    assert_string_equal(holm_level_title(HOLM_2015, HOLM_SPANISH, HOLM_TRADE, 5),
                        "Centro de Comercio");
    assert_string_equal(holm_piece_title(HOLM_2015, HOLM_SPANISH, HOLM_MIGHTY),
                        "Caballero poderoso");
    assert_string_equal(holm_title(HOLM_2007, HOLM_ENGLISH, HOLM_TITLE_ROUTE), "Longest Road");
}

static void what_does_not_exist(void **unused)
{
    (void)unused;
    assert_string_equal(holm_progress_title(HOLM_EDITIONS, HOLM_ENGLISH, 0), "?");
    assert_string_equal(holm_progress_title(HOLM_2025, HOLM_LANGUAGES, 0), "?");
    assert_string_equal(holm_progress_title(HOLM_2025, HOLM_ENGLISH, HOLM_HIDDEN_CARD), "?");
    assert_string_equal(holm_level_title(HOLM_2025, HOLM_ENGLISH, HOLM_TRADE, 6), "?");
    assert_string_equal(holm_progress_text(-1, 0), "?");
    assert_string_equal(holm_title(HOLM_2025, HOLM_ENGLISH, -1), "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_has_a_name), cmocka_unit_test(every_card_is_explained),
        cmocka_unit_test(names_differ),          cmocka_unit_test(names_as_published),
        cmocka_unit_test(what_does_not_exist),
    };
    return cmocka_run_group_tests_name("names", tests, NULL, NULL);
}
