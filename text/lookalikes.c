/* lookalikes.c: names that are easily taken for each other. Latin, Greek and Cyrillic letters,
 * those of Cherokee and Lisu that look Latin, and the letters that Unicode has again for
 * mathematics, wide, raised or in circles. */
#include <stdio.h>
#include <string.h>

#include "text/plain_text.h"

/* Rows of characters for rows of others, again and again: capitals for small letters. */
static const struct run {
    uint32_t first, last, to, count;
} runs[] = {
    { 'A', 'Z', 'a', 26 },
    { 0x391, 0x3A9, 0x3B1, 25 }, /* Greek */
    { 0x400, 0x40F, 0x450, 16 }, /* Cyrillic */
    { 0x410, 0x42F, 0x430, 32 },
    { 0x249C, 0x24B5, 'a', 26 }, /* in parentheses, in circles */
    { 0x24B6, 0x24E9, 'a', 26 },
    { 0xFF01, 0xFF5E, '!', 94 }, /* wide */
    { 0x1D400, 0x1D6A3, 'a', 26 }, /* of mathematics; then its Greek ones, five times */
    { 0x1D6A8, 0x1D6C0, 0x3B1, 25 },
    { 0x1D6C2, 0x1D6DA, 0x3B1, 25 },
    { 0x1D6E2, 0x1D6FA, 0x3B1, 25 },
    { 0x1D6FC, 0x1D714, 0x3B1, 25 },
    { 0x1D71C, 0x1D734, 0x3B1, 25 },
    { 0x1D736, 0x1D74E, 0x3B1, 25 },
    { 0x1D756, 0x1D76E, 0x3B1, 25 },
    { 0x1D770, 0x1D788, 0x3B1, 25 },
    { 0x1D790, 0x1D7A8, 0x3B1, 25 },
    { 0x1D7AA, 0x1D7C2, 0x3B1, 25 },
    { 0x1D7CE, 0x1D7FF, '0', 10 },
    { 0x1F110, 0x1F129, 'a', 26 }, /* in parentheses, boxes and circles */
    { 0x1F130, 0x1F149, 'a', 26 },
    { 0x1F150, 0x1F169, 'a', 26 },
    { 0x1F170, 0x1F189, 'a', 26 },
};

/* Runs of capitals each followed by its small letter. */
static const uint32_t pairs[][2] = { { 0x460, 0x481 }, { 0x48A, 0x4BF }, { 0x4D0, 0x52F } };

/* Single letters: the one, and all that look like it or have marks. */
static const struct alike {
    const char *letter, *others;
} alikes[] = {
    /* clang-format off */
    { "0", "⁰₀⓪" },
    { "1", "¹₁①⑴" },
    { "2", "²₂②⑵" },
    { "3", "³ЗзӞӟ₃③⑶" },
    { "4", "⁴₄④⑷" },
    { "5", "⁵₅⑤⑸" },
    { "6", "⁶₆⑥⑹" },
    { "7", "⁷₇⑦⑺" },
    { "8", "⁸₈⑧⑻" },
    { "9", "⁹₉⑨⑼" },
    { "a", "ªÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎǞǟǠǡǺǻȀȁȂȃȦȧɑΆΑάαАаӐӑӒӓᎪᴀᴬᵃᵅḀḁẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲ"
           "ẳẴẵẶặἀἁἂἃἄἅἆἇἈἉἊἋἌἍἎἏὰάᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾰᾱᾲᾳᾴᾶᾷᾸᾹᾺΆᾼₐÅⱭꓮ" },
    { "b", "ßƀƁƂƃɃɓʙΒβϐВЬвьᏏᏴᴮᵇᵝᵦḂḃḄḅḆḇẞℬꓐ" },
    { "c", "ÇçĆćĈĉĊċČčƇƈϲϹСсᏟᴄᶜḈḉℂℭⅭⅽꓚ" },
    { "d", "ĎďĐđƉƊɖɗԀԁᎠᏧᴅᴰᵈḊḋḌḍḎḏḐḑḒḓⅅⅆⅮⅾꓓ" },
    { "e", "ÈÉÊËèéêëĒēĔĕĖėĘęĚěȄȅȆȇȨȩΈΕέεϵЀЁЄЕеѐёєӖӗᎬᴇᴱᵉḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệἐ"
           "ἑἒἓἔἕἘἙἚἛἜἝὲέῈΈₑℯℰⅇꓰ" },
    { "f", "ƑƒᶠḞḟℱꓝꜰ" },
    { "g", "ĜĝĞğĠġĢģƓǦǧǴǵɠɡɢԌԍցᏀᏳᴳᵍᶢḠḡℊꓖ" },
    { "h", "ĤĥĦħȞȟʜʰΉΗНнҺһհᎻᏂᴴᵸḢḣḤḥḦḧḨḩḪḫẖἨἩἪἫἬἭἮἯᾘᾙᾚᾛᾜᾝᾞᾟῊΉῌₕℋℌℍℎℏꓧ" },
    { "i", "ÌÍÎÏìíîïĨĩĪīĬĭĮįİıƖƗǏǐȈȉȊȋɨɩɪΊΐΙΪίιϊІЇіїᎥᴵᵢᶤᶥᶦḬḭḮḯỈỉỊịἰἱἲἳἴἵἶἷἸἹἺἻἼἽἾἿ"
           "ὶίιῐῑῒΐῖῗῘῙῚΊⁱℐℑℹⅈⅠⅰꓲ" },
    { "j", "ĴĵǰȷʲͿϳЈјᎫᴊᴶⅉⱼꓙ" },
    { "k", "ĶķƘƙǨǩΚκϰЌКкќᏦᴋᴷᵏḰḱḲḳḴḵₖKꓗ" },
    { "l", "ĹĺĻļĽľŁłƚȽɫɭʟˡӀӏᏞᴸᶩᶫḶḷḸḹḺḻḼḽₗℒℓⅬⅼⱢꓡ" },
    { "m", "ΜМмᎷᴍᴹᵐḾḿṀṁṂṃₘℳⅯⅿꓟ" },
    { "n", "ÑñŃńŅņŇňŊŋƝǸǹɲɳɴΝήηПпոᴺᵑᶮᶯᶰṄṅṆṇṈṉṊṋἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇⁿₙℕꓠ" },
    { "o", "ºÒÓÔÕÖØòóôõöøŌōŎŏŐőƟƠơǑǒǪǫǬǭǾǿȌȍȎȏȪȫȬȭȮȯȰȱɵΌΟΣοςσόОоѲѳӦӧӨөӪӫօᴏᴼᵒᶱṌṍṎṏṐ"
           "ṑṒṓỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợὀὁὂὃὄὅὈὉὊὋὌὍὸόῸΌₒℴꓳ" },
    { "p", "ƤƥΡρϱРрᏢᴘᴾᵖᵨṔṕṖṗῤῥῬₚℙꓑ🆊" },
    { "q", "Ԛԛℚꞯ" },
    { "r", "ŔŕŖŗŘřƦȐȑȒȓɽɾʀʳΓЃГгѓᎡᏒᴿᵣṘṙṚṛṜṝṞṟℛℜℝℾⱤꓣ" },
    { "s", "ŚśŜŝŞşŠšſƩȘșʂʃˢЅѕᏕᏚᶳᶴṠṡṢṣṤṥṦṧṨṩẛₛꓢꜱ" },
    { "t", "ŢţŤťŦŧƫƬƭƮȚțʈΤτТтᎢᴛᵀᵗᶵṪṫṬṭṮṯṰṱẗₜꓔ" },
    { "u", "ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲųƯưǓǔǕǖǗǘǙǚǛǜȔȕȖȗɄʉΰυϋύԱսᴜᵁᵘᵤᶶᶸṲṳṴṵṶṷṸṹṺṻỤụỦủỨứỪừỬử"
           "ỮữỰựὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧꓴ" },
    { "v", "ƲʋνѴѵѶѷᏙᴠᵛᵥᶹṼṽṾṿⅤⅴⱽꓦ" },
    { "w", "ŴŵƜɯɰʷΏΩωώԜԝᎳᏔᴡᵂᵚᶭẀẁẂẃẄẅẆẇẈẉẘὠὡὢὣὤὥὦὧὨὩὪὫὬὭὮὯὼώᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯῲῳῴῶῷῺΏ"
           "ῼΩꓪ" },
    { "x", "ˣΧχХхᵡᵪẊẋẌẍₓⅩⅹꓫ" },
    { "y", "ÝýÿŶŷŸƳƴȲȳɎɏʏʸΎΥΫγϒϓϔЎУуўҮүӮӯӰӱӲӳᎩᎽᵞᵧẎẏẙỲỳỴỵỶỷỸỹὙὛὝὟῨῩῪΎℽꓬ" },
    { "z", "ŹźŻżŽžƵƶʐʑΖᏃᴢᶻᶼᶽẐẑẒẓẔẕℤℨꓜ" },
    { "æ", "ǢǣǼǽ" },
    { "ʒ", "Ǯǯ" },
    { "ж", "ӁӂӜӝ" },
    { "и", "ЍЙйѝӢӣӤӥ" },
    { "ч", "Ӵӵ" },
    { "ы", "Ӹӹ" },
    { "э", "Ӭӭ" },
    { "ә", "Ӛӛ" },
    /* clang-format on */
};

/* Marks that are drawn over any letter; those of one script belong to its letters. */
static const uint32_t marks[][2] = {
    { 0x300, 0x36F }, { 0x1AB0, 0x1AFF }, { 0x1DC0, 0x1DFF }, { 0x20D0, 0x20FF }, { 0xFE00, 0xFE2F }
};

static bool is_within(const uint32_t (*ranges)[2], size_t count, uint32_t character)
{
    for (size_t i = 0; i < count; i++)
        if (character >= ranges[i][0] && character <= ranges[i][1])
            return true;
    return false;
}

static uint32_t find_alike(uint32_t character)
{
    char letter[8];
    struct holm_writer writer = holm_writer(letter, sizeof letter);
    holm_put_character(&writer, character);
    for (size_t i = 0; i < sizeof alikes / sizeof *alikes; i++)
        if (strstr(alikes[i].others, letter)) {
            const char *at = alikes[i].letter;
            return holm_next_character(&at);
        }
    return character;
}

/* One step towards the plainest look; the same character where there is none. */
static uint32_t simpler(uint32_t character)
{
    if (character < 0x80 && strchr("iI1|", (int)character))
        return 'l';
    if (character == '0')
        return 'o';
    const uint32_t alike = character < 0x80 ? character : find_alike(character);
    if (alike != character)
        return alike;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        if (character >= runs[i].first && character <= runs[i].last)
            return runs[i].to + (character - runs[i].first) % runs[i].count;
    if (is_within(pairs, sizeof pairs / sizeof *pairs, character))
        return character | 1;
    return character;
}

static bool is_left_out(uint32_t character)
{
    return character == ' ' || is_within(marks, sizeof marks / sizeof *marks, character);
}

/* Two letters that together look like one. */
static void merge(char *text, const char *two, char one)
{
    for (char *at; (at = strstr(text, two));) {
        *at = one;
        memmove(at + 1, at + 2, strlen(at + 2) + 1);
    }
}

void holm_name_skeleton(const char *name, char skeleton[HOLM_SKELETON_SIZE])
{
    struct holm_writer writer = holm_writer(skeleton, HOLM_SKELETON_SIZE);
    for (uint32_t character; (character = holm_next_character(&name));) {
        for (uint32_t next; (next = simpler(character)) != character;)
            character = next;
        if (!is_left_out(character))
            holm_put_character(&writer, character == HOLM_BROKEN ? '?' : character);
    }
    merge(skeleton, "rn", 'm');
    merge(skeleton, "vv", 'w');
}

/* Where the first `most` characters end. */
static size_t bytes_of(const char *text, int most)
{
    const char *at = text;
    while (most-- && holm_next_character(&at))
        ;
    return (size_t)(at - text);
}

void holm_name_apart(char *name, size_t size, int most,
                     bool (*taken)(const void *context, const char *skeleton), const void *context)
{
    enum { TRIES = 100 };
    char skeleton[HOLM_SKELETON_SIZE], number[8];
    size_t length = strlen(name);
    holm_name_skeleton(name, skeleton);
    for (int i = 2; taken(context, skeleton) && i < TRIES; i++) {
        const int added = snprintf(number, sizeof number, " (%d)", i);
        const size_t room = bytes_of(name, most - added);
        length = length < room ? length : room;
        while (length && name[length - 1] == ' ')
            length--;
        snprintf(name + length, size - length, "%s", number);
        holm_name_skeleton(name, skeleton);
    }
}
