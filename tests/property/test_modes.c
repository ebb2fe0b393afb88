/* test_modes.c: the games of the property tests are played with every option, so that what an
 * option does is looked at by all of them. */
#include "tests/property/play.h"

/* Words of an option that modes have, as bits; of a number: 1 where it is another than usual. */
static unsigned values_played(const struct holm_option *option)
{
    unsigned played = 0;
    for (int i = 0; i < mode_count; i++)
        for (uint64_t seed = 1; seed <= (modes[i].scenario ? ALL_FORMS : 1); seed++) {
            struct holm_rules rules, usual;
            struct holm_map map;
            mode_prepare(&modes[i], seed, &rules, &map);
            holm_rules_make(&usual, rules.game, HOLM_2025, rules.players);
            const unsigned value = holm_option_get(&rules, option);
            if (option->words)
                played |= holm_bit((int)value);
            else
                played |= value != holm_option_get(&usual, option);
        }
    return played;
}

static void every_option_is_played(void **unused)
{
    (void)unused;
    int missing = 0;
    for (int i = 0; i < holm_option_count; i++) {
        const struct holm_option *option = &holm_options[i];
        const unsigned played = values_played(option);
        const int low = option->words ? option->low : 0, high = option->words ? option->high : 0;
        for (int value = low; value <= high; value++)
            if (!holm_bit_in(played, value)) {
                print_error("no mode of play.c has %s=%s\n", option->name,
                            option->words ? option->words[value] : "another number than usual");
                missing++;
            }
    }
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_option_is_played) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
