/* test_notation.c: every place of every built-in map by every name, every action there and back,
 * and what is no notation refused with a reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "text/maps.h"
#include "text/notation.h"

enum { TEXT = 512 };

static bool at_sea(const char *map)
{
    return strncmp(map, "base-", 5) != 0;
}

static void make_game(struct holm_board *board, int game, const char *name, int players,
                      struct holm_chance *chance)
{
    struct holm_trouble trouble;
    struct holm_rules rules;
    struct holm_map map;
    holm_chance_number(chance, 7);
    assert_true(holm_map_find(name, &map, &trouble));
    assert_int_equal(holm_rules_make(&rules, game, HOLM_2025, players ? players : map.players_low),
                     HOLM_OK);
    if (at_sea(name)) /* some have but one of the two */
        rules.setup = map.has_fixed ? HOLM_SETUP_FIXED : HOLM_SETUP_VARIABLE;
    assert_int_equal(holm_deal(&map, &rules, chance), HOLM_OK);
    assert_int_equal(holm_board_make(board, &map, &rules), HOLM_OK);
}

static void make_board(struct holm_board *board, const char *name, int players,
                       struct holm_chance *chance)
{
    make_game(board, at_sea(name) ? HOLM_SEAFARERS : HOLM_BASE, name, players, chance);
}

/* ------------------------------------------------------------------ places */

/* What a place is called by one of its hexes must be read as that place, and printed by its first
 * hex. */
static void check_names(const struct holm_topology *topology, bool corners, int *first_hex)
{
    for (int hex = 0; hex < topology->hexes; hex++)
        for (int i = 0; i < 6; i++) {
            char name[TEXT], printed[TEXT], expected[TEXT];
            int place = corners ? topology->hex_corner[hex][i] : topology->hex_edge[hex][i];
            struct holm_writer writer = holm_writer(printed, sizeof printed);
            snprintf(name, sizeof name, "%d,%d%s", topology->q[hex], topology->r[hex],
                     corners ? holm_corner_names[i] : holm_side_names[i]);
            assert_int_equal(
                corners ? holm_read_corner(topology, name) : holm_read_edge(topology, name), place);
            if (first_hex[place] < 0)
                first_hex[place] = hex;
            if (corners)
                holm_put_corner(&writer, topology, place);
            else
                holm_put_edge(&writer, topology, place);
            snprintf(expected, sizeof expected, "%d,%d", topology->q[first_hex[place]],
                     topology->r[first_hex[place]]);
            assert_int_equal(strncmp(printed, expected, strlen(expected)), 0);
            assert_non_null(strchr("NESW", printed[strlen(expected)]));
            assert_int_equal(corners ? holm_read_corner(topology, printed)
                                     : holm_read_edge(topology, printed),
                             place);
        }
}

static void every_place_by_every_name(void **unused)
{
    (void)unused;
    for (int file = 0; file < holm_map_file_count; file++) {
        struct holm_chance chance;
        struct holm_board board;
        int corner_hex[HOLM_CORNERS], edge_hex[HOLM_EDGES];
        memset(corner_hex, -1, sizeof corner_hex);
        memset(edge_hex, -1, sizeof edge_hex);
        make_board(&board, holm_map_files[file].name, 0, &chance);
        check_names(&board.topology, true, corner_hex);
        check_names(&board.topology, false, edge_hex);
        for (int corner = 0; corner < board.topology.corners; corner++)
            assert_true(corner_hex[corner] >= 0);
        for (int edge = 0; edge < board.topology.edges; edge++)
            assert_true(edge_hex[edge] >= 0);
        for (int hex = 0; hex < board.topology.hexes; hex++) {
            char name[TEXT];
            struct holm_writer writer = holm_writer(name, sizeof name);
            holm_put_hex(&writer, &board.topology, hex);
            assert_int_equal(holm_read_hex(&board.topology, name), hex);
        }
    }
}

static void places_that_do_not_exist(void **unused)
{
    static const char *const words[] = {
        "",
        "0",
        "0,",
        ",0",
        "0,0X",
        "0,0n",
        "0,0 N",
        " 0,0N",
        "0,0N ",
        "00,0N",
        "-0,0N",
        "0,-0N",
        "+0,0N",
        "0,0NN",
        "0,0NEE",
        "99,99N",
        "100,0N",
        "0,100N",
        "-1,0N",
        "0,-1N",
        "0,5N",
        "3,0N",
        "0.0N",
        "0;0N",
        "0,0N,0N",
        "--1,1N",
        "1-,1N",
        "0,0\xff",
        "x,yN",
        "0,0N\x01",
        "999999999999999999999,0N",
        "0,00000000000000000000000000N",
    };
    struct holm_chance chance;
    struct holm_board board;
    (void)unused;
    make_board(&board, "base-4", 4, &chance);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_int_equal(holm_read_corner(&board.topology, words[i]), -1);
        assert_int_equal(holm_read_edge(&board.topology, words[i]), -1);
        assert_int_equal(holm_read_hex(&board.topology, words[i]), -1);
    }
    assert_int_equal(holm_read_corner(&board.topology, "0,0E"), -1);
    assert_int_equal(holm_read_edge(&board.topology, "0,0N"), -1);
    assert_int_equal(holm_read_hex(&board.topology, "0,0N"), -1);
    assert_int_equal(holm_read_corner(&board.topology, "0,0"), -1);
}

/* Numbers that are no places are printed, not followed. */
static void places_out_of_range(void **unused)
{
    static const int places[] = { -1, 54, 72, 255, 65535, 1 << 30 };
    struct holm_chance chance;
    struct holm_board board;
    (void)unused;
    make_board(&board, "base-4", 4, &chance);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char text[TEXT];
        struct holm_writer writer = holm_writer(text, sizeof text);
        holm_put_hex(&writer, &board.topology, places[i]);
        holm_put_edge(&writer, &board.topology, places[i] == 54 ? 72 : places[i]);
        holm_put_corner(&writer, &board.topology, places[i]);
        assert_string_equal(text, "???");
    }
}

/* ------------------------------------------------------- words and numbers */

static void numbers_are_plain(void **unused)
{
    static const char *const bad[] = { "",   "-1",  "+1",  " 1",  "1 ",  "01",
                                       "1x", "0x1", "1.0", "100", "1e1", "99999999999999999999" };
    int number = -1;
    (void)unused;
    assert_true(holm_read_number("0", 0, 99, &number) && number == 0);
    assert_true(holm_read_number("99", 0, 99, &number) && number == 99);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(holm_read_number(bad[i], 0, 99, &number));
}

static void seats_in_a_list(void **unused)
{
    static const char *const bad[] = { "",         ",",         "red,",
                                       ",red",     "red,,blue", "Red",
                                       "red,red",  "red blue",  "red,pink",
                                       "red;blue", "redd",      "redredredredredredredred" };
    char text[TEXT];
    struct holm_writer writer = holm_writer(text, sizeof text);
    (void)unused;
    for (unsigned seats = 1; seats < 256; seats++) {
        writer = holm_writer(text, sizeof text);
        holm_put_seats(&writer, seats);
        assert_int_equal(holm_read_seats(text), seats);
    }
    assert_int_equal(holm_read_seats("blue,red"), 3);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(holm_read_seats(bad[i]), -1);
}

static void cards_there_and_back(void **unused)
{
    (void)unused;
    for (int mix = 0; mix < 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3; mix++) {
        struct holm_cards cards = { { 0 } }, read;
        struct holm_words words;
        struct holm_trouble trouble;
        char text[TEXT];
        struct holm_writer writer = holm_writer(text, sizeof text);
        for (int card = 0, rest = mix; card < HOLM_CARDS; card++, rest /= 3)
            cards.n[card] = (uint8_t)(rest % 3 * (card == 2 ? 49 : 1));
        holm_put_cards(&writer, &cards);
        holm_words_start(&words, text);
        assert_true(holm_read_cards(&words, &read, NULL, &trouble));
        assert_string_equal(words.word, "");
        assert_memory_equal(read.n, cards.n, sizeof cards.n);
    }
}

/* The plain table says what the engine says, and no name is left out anywhere. */
/* A table that is shorter than its enum compiles, and has NULL where names are missing. */
static void every_table_is_full(void **unused)
{
    static const struct {
        const char *table;
        const char *const *names;
        int count;
    } tables[] = {
        { "holm_card_names", holm_card_names, HOLM_CARDS },
        { "holm_terrain_names", holm_terrain_names, HOLM_TERRAINS },
        { "holm_development_names", holm_development_names, HOLM_DEVELOPMENTS },
        { "holm_piece_names", holm_piece_names, HOLM_PIECES },
        { "holm_track_names", holm_track_names, HOLM_TRACKS },
        { "holm_progress_names", holm_progress_names, HOLM_PROGRESS_KINDS },
        { "holm_face_names", holm_face_names, HOLM_FACES },
        { "holm_wonder_names", holm_wonder_names, HOLM_WONDERS },
        { "holm_port_names", holm_port_names, HOLM_PORT_KINDS },
        { "holm_game_names", holm_game_names, HOLM_GAMES },
        { "holm_edition_names", holm_edition_names, HOLM_EDITIONS },
    };
    (void)unused;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (int n = 0; n < tables[i].count; n++)
            if (!tables[i].names[n])
                fail_msg("%s (text/notation.c) has no name for number %d", tables[i].table, n);
    for (int i = 0; i < HOLM_PROGRESS_KINDS; i++)
        if (!holm_progress_info[i].copies)
            fail_msg("progress card %s has no row in engine/progress.c", holm_progress_names[i]);
}

static void names_of_everything(void **unused)
{
    (void)unused;
    for (int i = 0; i < HOLM_PROGRESS_KINDS; i++) /* the page finds the one by the other */
        if (holm_progress_info[i].kind != HOLM_NO_ACTION)
            assert_string_equal(holm_progress_names[i],
                                holm_kind_info[holm_progress_info[i].kind].name);
    for (int i = 0; i < HOLM_STEP_KINDS; i++)
        assert_non_null(holm_step_names[i]);
    for (int i = 0; i < HOLM_PIECES; i++)
        assert_non_null(holm_piece_names[i]);
    for (int i = 0; i < HOLM_TERRAINS; i++)
        assert_non_null(holm_terrain_names[i]);
    for (int i = 0; i < HOLM_GAMES; i++)
        assert_non_null(holm_game_names[i]);
    for (int i = 0; i < HOLM_WONDERS; i++)
        assert_non_null(holm_wonder_names[i]);
    assert_string_equal(holm_terrain_names[HOLM_GOLD], "gold");
    assert_string_equal(holm_terrain_names[HOLM_DESERT], "desert");
    assert_string_equal(holm_terrain_names[HOLM_FOG], "fog");
    for (int i = HOLM_NO_ACTION; i < HOLM_KINDS; i++) {
        assert_non_null(holm_kind_info[i].name);
        if (holm_kind_info[i].fields & HOLM_F_CHOICE)
            assert_non_null(holm_choice_names[i][1]);
    }
}

static void cards_named_as_zero(void **unused)
{
    struct holm_words words;
    struct holm_cards cards;
    struct holm_trouble trouble;
    unsigned named;
    (void)unused;
    holm_words_start(&words, "0 wood 2 ore rest");
    assert_true(holm_read_cards(&words, &cards, &named, &trouble));
    assert_int_equal(named, holm_bit(HOLM_WOOD) | holm_bit(HOLM_ORE));
    assert_int_equal(cards.n[HOLM_ORE], 2);
    assert_string_equal(words.word, "rest");
    holm_words_start(&words, "0 wood");
    assert_false(holm_read_cards(&words, &cards, NULL, &trouble));
}

/* A text that does not fit is cut, ended, and said to be. */
static void a_full_writer(void **unused)
{
    char text[8];
    struct holm_writer writer = holm_writer(text, sizeof text);
    (void)unused;
    holm_put(&writer, "12345");
    assert_false(writer.full);
    holm_put_number(&writer, -678);
    assert_true(writer.full);
    assert_string_equal(text, "12345-6");
    holm_put_char(&writer, 'x');
    holm_putf(&writer, "%d", 9);
    assert_string_equal(text, "12345-6");
    writer = holm_writer(text, sizeof text);
    holm_putf(&writer, "%s", "123456789");
    assert_true(writer.full);
    assert_string_equal(text, "1234567");
    writer = holm_writer(text, 0);
    holm_put(&writer, "1");
    holm_put_char(&writer, '1');
    holm_putf(&writer, "1");
    assert_true(writer.full);
    char digits[32];
    writer = holm_writer(digits, sizeof digits);
    holm_put_number(&writer, INT64_MIN);
    assert_string_equal(digits, "-9223372036854775808");
}

/* ----------------------------------------------------------------- actions */

/* Written, and what it is printed as again. */
static const struct {
    const char *written, *printed;
} actions[] = {
    { "red roll", "red roll" },
    { "roll", "orange roll" },
    { "red end", "red end" },
    { "red settlement 0,2N", "red settlement 0,1SE" },
    { "red city 0,2N", "red city 0,1SE" },
    { "red road 0,2NE", "red road 1,1SW" },
    { "red buy", "red buy" },
    { "red knight", "red knight" },
    { "red road-building", "red road-building" },
    { "red plenty", "red plenty" },
    { "red monopoly ore", "red monopoly ore" },
    { "red robber 0,2 from blue", "red robber 0,2 from blue" },
    { "red robber 0,2", "red robber 0,2" },
    { "red discard 2 wood 1 ore", "red discard 2 wood ore" },
    { "red take wood ore", "red take wood ore" },
    { "red take ore wood ore", "red take wood 2 ore" },
    { "red bank 4 wood for ore", "red bank 4 wood for ore" },
    { "red offer 2 wood for ore", "red offer 2 wood for ore" },
    { "red offer wood for ore to white,blue", "red offer wood for ore to blue,white" },
    { "red offer none for 3 ore to blue", "red offer none for 3 ore to blue" },
    { "blue offer ore for 3 wood", "blue offer ore for 3 wood" },
    { "blue accept", "blue accept" },
    { "\tblue \t decline  ", "blue decline" },
    { "red withdraw", "red withdraw" },
    { "red conclude with blue", "red conclude with blue" },
    { "red neutral-road 0,2NE for white", "red neutral-road 1,1SW for white" },
    { "red neutral-settlement -1,2NE for orange", "red neutral-settlement 0,1S for orange" },
    { "red force", "red force" },
    { "red give wood ore", "red give wood ore" },
    { "red send-robber 0,2", "red send-robber 0,2" },
    { "red sell-knight", "red sell-knight" },
    { "red pass", "red pass" },
    { "red wall 0,2N", "red wall 0,1SE" },
    { "red improve trade", "red improve trade" },
    { "red recruit 0,2N", "red recruit 0,1SE" },
    { "red move 0,2N to 0,2S", "red move 0,1SE to 0,2S" },
    { "red displace 0,2S to 0,2N", "red displace 0,2S to 0,1SE" },
    { "blue retreat 0,2S", "blue retreat 0,2S" },
    { "red draw politics", "red draw politics" },
    { "red drop road-building", "red drop road-building" },
    { "red yield commodity", "red yield commodity" },
    { "red yield resources", "red yield resources" },
    { "red harbor wood at blue", "red harbor wood at blue" },
    { "blue give cloth", "blue give cloth" },
    { "red steal-card spy", "red steal-card spy" },
    { "red pick 2 ore paper", "red pick 2 ore paper" },
    { "red enlist 0,2N strong", "red enlist 0,1SE strong" },
    { "red disc 0,2", "red disc 0,2" },
    { "red force commodities", "red force commodities" },
    { "red neutral-knight 0,2N for white", "red neutral-knight 0,1SE for white" },
    { "red alchemist 3 4", "red alchemist 3 4" },
    { "red crane science", "red crane science" },
    { "red master-merchant at blue", "red master-merchant at blue" },
    { "red merchant 0,2", "red merchant 0,2" },
    { "red merchant-fleet cloth", "red merchant-fleet cloth" },
    { "red trade-monopoly coin", "red trade-monopoly coin" },
    { "red bishop 0,2", "red bishop 0,2" },
    { "red deserter at white", "red deserter at white" },
    { "red diplomat 0,2NE", "red diplomat 1,1SW" },
    { "red intrigue 0,2N", "red intrigue 0,1SE" },
    { "red spy at orange", "red spy at orange" },
    { "red wedding", "red wedding" },
    { "red ship 0,2NE", "red ship 1,1SW" },
    { "red sail 0,2NE to 0,2E", "red sail 1,1SW to 0,2E" },
    { "red pirate 0,2 from blue", "red pirate 0,2 from blue" },
    { "red pirate 0,2 from blue cloth", "red pirate 0,2 from blue cloth" },
    { "red pirate 0,2", "red pirate 0,2" },
    { "red pirate frame", "red pirate frame" },
    { "red discover 0,2", "red discover 0,2" },
    { "red port 0,2NE", "red port 1,1SW" },
    { "red claim great-wall", "red claim great-wall" },
    { "red wonder", "red wonder" },
    { "red rob blue", "red rob blue" },
    { "red chase 0,2N", "red chase 0,1SE" },
    { "red chase 0,2N pirate", "red chase 0,1SE pirate" },
};

static void actions_there_and_back(void **unused)
{
    struct holm_chance chance;
    struct holm_board board;
    (void)unused;
    make_board(&board, "base-4", 4, &chance);
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        struct holm_action action, again;
        struct holm_outcomes outcomes;
        struct holm_trouble trouble;
        char text[TEXT];
        struct holm_writer writer = holm_writer(text, sizeof text);
        if (!holm_read_action(&board, 3, actions[i].written, &action, &outcomes, &trouble))
            fail_msg("%s: %s", actions[i].written, trouble.text);
        assert_int_equal(outcomes.count, 0);
        holm_put_action(&writer, &board, &action);
        assert_string_equal(text, actions[i].printed);
        assert_true(holm_read_action(&board, HOLM_NONE, text, &again, &outcomes, &trouble));
        assert_memory_equal(&action, &again, sizeof action);
    }
}

static void outcomes_behind_actions(void **unused)
{
    static const struct {
        const char *text;
        int count;
        uint8_t at[5];
    } rows[] = {
        { "red roll 3 5", 2, { 2, 4 } },
        { "red roll 1 1 6 6", 4, { 0, 0, 5, 5 } },
        { "red buy gets road-building", 1, { HOLM_ROAD_BUILDING } },
        { "red robber 0,2 from blue gets wool", 1, { HOLM_WOOL } },
        { "red force gets wool ore", 2, { HOLM_WOOL, HOLM_ORE } },
        { "red force gets ore wool", 2, { HOLM_ORE, HOLM_WOOL } },
        { "red roll 1 4 ship", 3, { 0, 3, HOLM_FACE_SHIP } },
        { "red roll 1 4 trade gets merchant merchant-fleet",
          5,
          { 0, 3, HOLM_FACE_TRADE, HOLM_MERCHANT, HOLM_MERCHANT_FLEET } },
        { "red roll 3 4 2 2 pips", 5, { 2, 3, 1, 1, HOLM_FACE_PIPS } },
        { "red roll science gets crane", 2, { HOLM_FACE_SCIENCE, HOLM_CRANE } },
        { "red draw politics gets spy", 1, { HOLM_SPY } },
        { "red bishop 0,2 gets wool paper", 2, { HOLM_WOOL, HOLM_PAPER } },
    };
    struct holm_chance chance;
    struct holm_board board;
    (void)unused;
    make_game(&board, HOLM_KNIGHTS, "base-4", 4, &chance);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct holm_action action;
        struct holm_outcomes outcomes;
        struct holm_trouble trouble;
        assert_true(
            holm_read_action(&board, HOLM_NONE, rows[i].text, &action, &outcomes, &trouble));
        assert_int_equal(outcomes.count, rows[i].count);
        assert_memory_equal(outcomes.at, rows[i].at, (size_t)rows[i].count);
    }
}

/* What ships find, fleets take and fortresses roll. */
static void outcomes_at_sea(void **unused)
{
    static const struct {
        const char *map, *text;
        int count;
        uint8_t at[4];
    } rows[] = {
        { "fog-islands-4", "red ship 0,2NE gets fields 8", 2, { HOLM_FIELDS, 8 } },
        { "fog-islands-4", "red road 0,2NE gets sea", 1, { HOLM_SEA } },
        { "fog-islands-4", "red sail 0,2NE to 0,2E gets gold 12", 2, { HOLM_GOLD, 12 } },
        { "fog-islands-4", "red discover 0,2 gets sea hills 5", 3, { HOLM_SEA, HOLM_HILLS, 5 } },
        { "fog-islands-4", "red take wood gets hills 5", 2, { HOLM_HILLS, 5 } },
        { "forgotten-tribe", "red ship 0,2NE gets knight", 1, { HOLM_KNIGHT } },
        { "new-shores-4", "red pirate 0,2 from blue gets wool", 1, { HOLM_WOOL } },
        { "pirate-islands", "red rob blue gets ore", 1, { HOLM_ORE } },
        { "pirate-islands", "red end gets 4", 1, { 3 } },
        { "pirate-islands", "red roll 2 3 gets wool ore", 4, { 1, 2, HOLM_WOOL, HOLM_ORE } },
        { "pirate-islands", "red roll 2 3", 2, { 1, 2 } },
        { "new-world", "red port 0,2NE gets any", 1, { HOLM_PORT_ANY } },
        { "new-world", "red roll 2 3 gets any", 3, { 1, 2, HOLM_PORT_ANY } },
    };
    static const char *const wrong[] = {
        "red rob",
        "red rob from blue",
        "red sail 0,2NE",
        "red sail 0,2NE 0,2E",
        "red sail 0,2NE to 0,2N",
        "red claim",
        "red claim wall",
        "red ship 0,2NE gets",
        "red ship 0,2NE gets wood",
        "red ship 0,2NE gets fields 13",
        "red end gets 7",
        "red end gets 3 4",
        "red robber frame",
        "red pirate cloth",
        "red port 0,2NE gets cloth",
        "red roll 2 3 gets wool",
    };
    struct holm_chance chance;
    struct holm_board board;
    struct holm_action action;
    struct holm_outcomes outcomes;
    struct holm_trouble trouble;
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        make_board(&board, rows[i].map, 4, &chance);
        if (!holm_read_action(&board, HOLM_NONE, rows[i].text, &action, &outcomes, &trouble))
            fail_msg("%s: %s", rows[i].text, trouble.text);
        assert_int_equal(outcomes.count, rows[i].count);
        assert_memory_equal(outcomes.at, rows[i].at, (size_t)rows[i].count);
    }
    make_board(&board, "new-shores-4", 4, &chance);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (holm_read_action(&board, HOLM_NONE, wrong[i], &action, &outcomes, &trouble))
            fail_msg("'%s' was read", wrong[i]);
}

static void actions_that_are_none(void **unused)
{
    static const char *const texts[] = {
        "",
        " ",
        "red",
        "roll",
        "red dance",
        "pink roll",
        "green roll",
        "red red roll",
        "red roll 3",
        "red roll 3 7",
        "red roll 0 3",
        "red roll -1 3",
        "red roll 3 5 gets wood",
        "red roll three five",
        "red end now",
        "red none",
        "red settlement",
        "red settlement 9,9N",
        "red settlement 0,2E",
        "red settlement 0,2N 0,2S",
        "red road 0,2N",
        "red road 0,2NE because",
        "red monopoly",
        "red monopoly gold",
        "red monopoly 2 ore",
        "red robber",
        "red robber 0,2N",
        "red robber 0,2 from",
        "red robber 0,2 from green",
        "red robber 0,2 from blue gets",
        "red robber 0,2 from blue gets knight",
        "red robber 0,2 gets wool wool from blue",
        "red buy gets wool",
        "red buy knight",
        "red discard",
        "red discard 0 wood",
        "red discard -1 wood",
        "red discard 100 wood",
        "red discard 256 wood",
        "red discard 4294967297 wood",
        "red discard 99999999999999999999999 wood",
        "red discard 99 wood 1 wood",
        "red discard 2",
        "red discard 2 2 wood",
        "red discard wood 2",
        "red discard 1.5 wood",
        "red discard 2wood",
        "red discard 2 knight",
        "red bank 4 wood",
        "red bank 4 wood ore",
        "red bank for ore",
        "red bank 4 wood for",
        "red bank 4 wood for ore to blue",
        "red offer wood for ore to",
        "red offer wood for ore to green",
        "red offer wood for ore to blue,blue",
        "red offer wood for ore to blue white",
        "red offer wood for ore with blue",
        "red conclude",
        "red conclude blue",
        "red conclude with",
        "red neutral-road 0,2NE",
        "red neutral-road 0,2NE for green",
        "red accept blue",
        "red force gets knight",
        "red force blue",
        "red \xff\xfe",
        "red settlement 0,2N\x01",
        "red roll 3 5 ship", /* there is no event die here */
        "red move 0,2N 0,2S",
        "red move 0,2N to",
        "red move 0,2N to 0,2",
        "red improve",
        "red improve war",
        "red drop",
        "red drop knight",
        "red yield",
        "red yield wood",
        "red harbor wood",
        "red harbor at blue",
        "red harbor wood with blue",
        "red enlist 0,2N",
        "red enlist 0,2N weak",
        "red alchemist",
        "red alchemist 3",
        "red alchemist 3 7",
        "red alchemist 0 3",
        "red merchant-fleet",
        "red draw trade gets wood",
        "red bishop 0,2 gets spy",
        "red force commodity",
        "red roll\n",
    };
    struct holm_chance chance;
    struct holm_board board;
    (void)unused;
    make_board(&board, "base-4", 4, &chance);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct holm_action action;
        struct holm_outcomes outcomes;
        struct holm_trouble trouble = { 0 };
        if (holm_read_action(&board, HOLM_NONE, texts[i], &action, &outcomes, &trouble))
            fail_msg("'%s' was read", texts[i]);
        assert_true(strlen(trouble.text) > 5);
    }
}

static void overlong_actions(void **unused)
{
    static char text[100000];
    struct holm_chance chance;
    struct holm_board board;
    struct holm_action action;
    struct holm_outcomes outcomes;
    struct holm_trouble trouble;
    (void)unused;
    make_board(&board, "base-4", 4, &chance);
    memset(text, 'x', sizeof text - 1);
    assert_false(holm_read_action(&board, 0, text, &action, &outcomes, &trouble));
    for (int rolls = HOLM_DRAWS_MAX / 2; rolls <= HOLM_DRAWS_MAX / 2 + 1; rolls++) {
        strcpy(text, "red roll");
        for (int i = 0; i < rolls; i++)
            strcat(text, " 3 4");
        assert_int_equal(holm_read_action(&board, 0, text, &action, &outcomes, &trouble),
                         rolls <= HOLM_DRAWS_MAX / 2);
    }
}

/* Plays a game by the lists and sends every listed action through the notation. */
static void play_through_notation(int game, const char *map, int players)
{
    struct holm_chance chance;
    struct holm_board board;
    struct holm_state state;
    struct holm_list list;
    uint64_t random = 1;
    make_game(&board, game, map, players, &chance);
    holm_start(&state, &board);
    for (int step = 0; step < 600 && !holm_over(&state); step++) {
        int seat = holm_next(&state);
        holm_legal(&state, seat, &list);
        assert_true(list.count > 0);
        for (int i = 0; i < list.count; i++) {
            struct holm_action action;
            struct holm_outcomes outcomes;
            struct holm_trouble trouble;
            char text[TEXT];
            struct holm_writer writer = holm_writer(text, sizeof text);
            holm_put_action(&writer, &board, &list.at[i]);
            if (!holm_read_action(&board, HOLM_NONE, text, &action, &outcomes, &trouble))
                fail_msg("%s: %s", text, trouble.text);
            assert_memory_equal(&action, &list.at[i], sizeof action);
        }
        random = random * 6364136223846793005u + 1442695040888963407u;
        struct holm_action chosen = list.at[(random >> 33) % (unsigned)list.count];
        assert_int_equal(holm_apply(&state, &chosen, &chance, NULL), HOLM_OK);
    }
}

static void every_listed_action(void **unused)
{
    (void)unused;
    for (int file = 0; file < holm_map_file_count; file++)
        if (at_sea(holm_map_files[file].name))
            play_through_notation(HOLM_SEAFARERS, holm_map_files[file].name, 0);
    play_through_notation(HOLM_SEA_KNIGHTS, "new-shores-4", 4);
    play_through_notation(HOLM_SEA_KNIGHTS, "cloth-trade", 4);
    for (int game = 0; game < HOLM_SEAFARERS; game++) {
        play_through_notation(game, "base-4", 2);
        play_through_notation(game, "base-4", 4);
        play_through_notation(game, "base-6", 6);
        play_through_notation(game, "base-8", 8);
    }
}

static void offers_are_completed(void **unused)
{
    struct holm_chance chance;
    struct holm_board board;
    struct holm_state state;
    struct holm_action offer = { .kind = HOLM_DO_OFFER, .seat = 1 };
    (void)unused;
    make_board(&board, "base-4", 4, &chance);
    holm_start(&state, &board);
    state.active = 1;
    holm_complete_action(&state, &offer);
    assert_int_equal(offer.seats, 0xD); /* all but blue */
    offer = (struct holm_action){ .kind = HOLM_DO_OFFER, .seat = 2 };
    holm_complete_action(&state, &offer);
    assert_int_equal(offer.seats, 2);
    offer = (struct holm_action){ .kind = HOLM_DO_OFFER, .seat = 1, .seats = 4 };
    holm_complete_action(&state, &offer);
    assert_int_equal(offer.seats, 4);
    offer = (struct holm_action){ .kind = HOLM_DO_ROLL, .seat = 1 };
    holm_complete_action(&state, &offer);
    assert_int_equal(offer.seats, 0);
}

/* Any bytes at all are read or refused, and nothing else. */
static void random_bytes(void **unused)
{
    static const char *const words[] = { "red",   "blue",  "offer", "for",    "to",   "wood",
                                         "2",     "0,2",   "0,2N",  "gets",   "from", "robber",
                                         "\xff",  "-1",    "none",  "buy",    "roll", "6",
                                         "ore",   "with",  ",",     "move",   "at",   "spy",
                                         "ship",  "trade", "coin",  "enlist", "drop", "draw",
                                         "strong" };
    struct holm_chance chance;
    struct holm_board board;
    uint64_t random = 3;
    (void)unused;
    make_board(&board, "base-4", 4, &chance);
    for (int round = 0; round < 50000; round++) {
        struct holm_action action;
        struct holm_outcomes outcomes;
        struct holm_trouble trouble;
        char text[TEXT] = "", printed[TEXT];
        int count = 0;
        do {
            random = random * 6364136223846793005u + 1442695040888963407u;
            strcat(text, words[(random >> 40) % (sizeof words / sizeof words[0])]);
            if (random >> 39 & 7)
                strcat(text, " ");
        } while (++count < 12 && random >> 33 & 15);
        struct holm_writer writer = holm_writer(printed, sizeof printed);
        if (holm_read_action(&board, 0, text, &action, &outcomes, &trouble)) {
            struct holm_action again;
            holm_put_action(&writer, &board, &action);
            assert_true(holm_read_action(&board, 0, printed, &again, &outcomes, &trouble));
            assert_memory_equal(&action, &again, sizeof action);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_is_full),      cmocka_unit_test(every_place_by_every_name),
        cmocka_unit_test(places_that_do_not_exist), cmocka_unit_test(places_out_of_range),
        cmocka_unit_test(numbers_are_plain),        cmocka_unit_test(seats_in_a_list),
        cmocka_unit_test(cards_there_and_back),     cmocka_unit_test(names_of_everything),
        cmocka_unit_test(cards_named_as_zero),      cmocka_unit_test(a_full_writer),
        cmocka_unit_test(actions_there_and_back),   cmocka_unit_test(outcomes_behind_actions),
        cmocka_unit_test(outcomes_at_sea),          cmocka_unit_test(actions_that_are_none),
        cmocka_unit_test(overlong_actions),         cmocka_unit_test(every_listed_action),
        cmocka_unit_test(offers_are_completed),     cmocka_unit_test(random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
