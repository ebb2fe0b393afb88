/* test_bytes.c: the words of holm.h for bytes and bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/holm.h"

static void test_pieces(void **unused)
{
    (void)unused;
    for (int piece = HOLM_SETTLEMENT; piece < HOLM_PIECES; piece++)
        for (int seat = 0; seat < HOLM_SEATS; seat++) {
            const uint8_t byte = holm_piece_byte(piece, seat);
            assert_int_equal(holm_piece_kind(byte), piece);
            assert_int_equal(holm_piece_seat(byte), seat);
        }
    assert_int_equal(holm_piece_kind(0), HOLM_EMPTY);
    assert_int_equal(holm_piece_seat(0), HOLM_NONE);
}

/* Every piece is a building, a knight or something else; only upright cities are cities. */
static void test_sorts_of_pieces(void **unused)
{
    (void)unused;
    static const struct {
        bool building, city;
        int rank;
    } sorts[HOLM_PIECES] = {
        [HOLM_SETTLEMENT] = { .building = true },
        [HOLM_CITY] = { .building = true, .city = true },
        [HOLM_REDUCED] = { .building = true },
        [HOLM_METROPOLIS] = { .building = true, .city = true },
        [HOLM_BASIC] = { .rank = 1 },
        [HOLM_STRONG] = { .rank = 2 },
        [HOLM_MIGHTY] = { .rank = 3 },
    };
    for (int piece = HOLM_EMPTY; piece < HOLM_PIECES; piece++) {
        const uint8_t byte = holm_piece_byte(piece, HOLM_SEATS - 1);
        assert_int_equal(holm_is_building(byte), sorts[piece].building);
        assert_int_equal(holm_is_city(byte), sorts[piece].city);
        assert_int_equal(holm_is_knight(byte), sorts[piece].rank > 0);
        assert_int_equal(holm_knight_rank(byte), sorts[piece].rank);
    }
}

static void test_dice(void **unused)
{
    (void)unused;
    for (int first = 1; first <= 6; first++)
        for (int second = 1; second <= 6; second++) {
            const uint8_t byte = holm_dice_byte(first, second);
            assert_int_equal(holm_dice_at(byte, 0), first);
            assert_int_equal(holm_dice_at(byte, 1), second);
        }
}

static void test_small_sets(void **unused)
{
    (void)unused;
    const unsigned set = holm_bit(0) | holm_bit(5) | holm_bit(31);
    static const int members[] = { 0, 5, 31 };
    int count = 0;
    for (unsigned left = set; left; left = holm_bits_rest(left))
        assert_int_equal(holm_bits_first(left), members[count++]);
    assert_int_equal(count, 3);
    assert_int_equal(holm_bits_count(set), 3);
    assert_true(holm_bit_in(set, 31));
    assert_false(holm_bit_in(set, 30));
    assert_int_equal(holm_bits_below(3), 7);
    assert_int_equal(holm_bits_below(0), 0);
}

/* Corners around the ends of the words a set is made of. */
static void test_corner_sets(void **unused)
{
    (void)unused;
    static const int corners[] = { 0, 63, 64, 127, 128, HOLM_CORNERS - 1 };
    enum { COUNT = sizeof corners / sizeof corners[0] };
    struct holm_corner_set set = { { 0 } };
    for (int i = COUNT - 1; i >= 0; i--)
        holm_corner_add(&set, corners[i]);
    holm_corner_add(&set, 1);
    holm_corner_remove(&set, 1);
    for (int i = 0; i < COUNT; i++) {
        assert_true(holm_corner_in(&set, corners[i]));
        assert_int_equal(holm_corner_take(&set), corners[i]);
        assert_false(holm_corner_in(&set, corners[i]));
    }
    assert_int_equal(holm_corner_take(&set), HOLM_NONE);
}

static void test_edge_sets(void **unused)
{
    (void)unused;
    struct holm_edge_set set = { { 0 } };
    for (int edge = 0; edge < HOLM_EDGES; edge += 3)
        holm_edge_add(&set, edge);
    holm_edge_remove(&set, 3);
    for (int edge = 0; edge < HOLM_EDGES; edge++)
        assert_int_equal(holm_edge_in(&set, edge), edge % 3 == 0 && edge != 3);
}

static void test_totals(void **unused)
{
    (void)unused;
    struct holm_cards cards;
    for (int card = 0; card < HOLM_CARDS; card++)
        cards.n[card] = 255;
    assert_int_equal(holm_cards_total(&cards), 255 * HOLM_CARDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),      cmocka_unit_test(test_sorts_of_pieces),
        cmocka_unit_test(test_dice),        cmocka_unit_test(test_small_sets),
        cmocka_unit_test(test_corner_sets), cmocka_unit_test(test_edge_sets),
        cmocka_unit_test(test_totals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
