/* words.c: the names of things in a language, and sentences for what the rules refuse. */
#include "talk/talk.h"
#include "text/json.h"
#include "text/maps.h"
#include "text/names.h"
#include "text/notation.h"
#include "text/phrases.h"

/* Names by key. */
static void put_names(struct holm_writer *writer, const char *key, const char *const *keys,
                      int count, const char *(*title)(int, int), int language)
{
    holm_json_key(writer, key);
    holm_put_char(writer, '{');
    for (int i = 0; i < count; i++) {
        holm_json_key(writer, keys[i]);
        holm_json_string(writer, title(language, i));
    }
    holm_put_char(writer, '}');
}

static void put_entry(struct holm_writer *writer, const char *key, const char *title,
                      const char *text)
{
    holm_json_key(writer, key);
    holm_put(writer, "{\"title\":");
    holm_json_string(writer, title);
    holm_json_key(writer, "text");
    holm_json_string(writer, text);
    holm_put_char(writer, '}');
}

static void put_edition_names(struct holm_writer *writer, int edition, int language)
{
    /* ORDER: enum holm_title */
    static const char *const titles[HOLM_TITLES] = { "route",    "army",   "defender",
                                                     "merchant", "robber", "barbarians" };
    holm_json_key(writer, "pieces");
    holm_put_char(writer, '{');
    for (int i = HOLM_SETTLEMENT; i < HOLM_PIECES; i++) {
        holm_json_key(writer, holm_piece_names[i]);
        holm_json_string(writer, holm_piece_title(edition, language, i));
    }
    holm_put_char(writer, '}');
    holm_json_key(writer, "titles");
    holm_put_char(writer, '{');
    for (int i = 0; i < HOLM_TITLES; i++) {
        holm_json_key(writer, titles[i]);
        holm_json_string(writer, holm_title(edition, language, i));
    }
    holm_put_char(writer, '}');
    holm_json_key(writer, "levels");
    holm_put_char(writer, '{');
    for (int track = 0; track < HOLM_TRACKS; track++) {
        holm_json_key(writer, holm_track_names[track]);
        holm_put_char(writer, '[');
        for (int level = 0; level <= HOLM_LEVELS; level++) {
            holm_json_next(writer);
            holm_json_string(writer, holm_level_title(edition, language, track, level));
        }
        holm_put_char(writer, ']');
    }
    holm_put_char(writer, '}');
}

static void put_explained(struct holm_writer *writer, int edition, int language)
{
    holm_json_key(writer, "progress");
    holm_put_char(writer, '{');
    for (int i = 0; i < HOLM_PROGRESS_KINDS; i++)
        put_entry(writer, holm_progress_names[i], holm_progress_title(edition, language, i),
                  holm_progress_text(language, i));
    holm_put_char(writer, '}');
    holm_json_key(writer, "developments");
    holm_put_char(writer, '{');
    for (int i = 0; i < HOLM_DEVELOPMENTS; i++)
        put_entry(writer, holm_development_names[i], holm_development_title(language, i),
                  holm_development_text(language, i));
    holm_put_char(writer, '}');
    holm_json_key(writer, "scenarios");
    holm_put_char(writer, '{');
    for (int i = 0; i < holm_scenario_count; i++)
        put_entry(writer, holm_scenarios[i].name, holm_scenario_title(language, i),
                  holm_scenario_text(language, i));
    holm_put_char(writer, '}');
}

static void put_sentences(struct holm_writer *writer, int language)
{
    holm_json_key(writer, "options");
    holm_put_char(writer, '{');
    for (int i = 0; i < holm_option_count; i++) {
        holm_json_key(writer, holm_options[i].name);
        holm_json_string(writer, holm_option_text(language, i));
    }
    holm_put_char(writer, '}');
    holm_json_key(writer, "errors");
    holm_put_char(writer, '{');
    for (int i = 1; i < HOLM_ERRORS; i++) {
        holm_json_key(writer, holm_reason(i)->name);
        holm_json_string(writer, holm_error_text(language, i));
    }
    holm_put_char(writer, '}');
}

bool words_put(struct holm_writer *writer, const char *edition_word, const char *language_code,
               struct holm_trouble *trouble)
{
    const int edition = holm_word(holm_edition_names, HOLM_EDITIONS, edition_word);
    const int language = holm_word(holm_language_codes, HOLM_LANGUAGES, language_code);
    if (edition < 0)
        return holm_trouble(trouble, 0, "there is no edition \"%.16s\"", edition_word);
    if (language < 0)
        return holm_trouble(trouble, 0, "there is no language \"%.16s\"; take en or es",
                            language_code);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "edition", holm_edition_names[edition]);
    holm_json_put_word(writer, "lang", holm_language_codes[language]);
    put_names(writer, "cards", holm_card_names, HOLM_CARDS, holm_card_title, language);
    put_names(writer, "terrains", holm_terrain_names, HOLM_TERRAINS, holm_terrain_title, language);
    put_names(writer, "tracks", holm_track_names, HOLM_TRACKS, holm_track_title, language);
    put_names(writer, "wonders", holm_wonder_names, HOLM_WONDERS, holm_wonder_title, language);
    put_names(writer, "games", holm_game_names, HOLM_GAMES, holm_game_title, language);
    put_edition_names(writer, edition, language);
    put_explained(writer, edition, language);
    put_sentences(writer, language);
    holm_put_char(writer, '}');
    return true;
}
