/* phrases.h: sentences and names for people in several languages: cards, terrains, scenarios,
 * options and errors. names.h has those that differ from edition to edition. English sentences of
 * options and errors are the engine's own. */
#ifndef HOLM_PHRASES_H
#define HOLM_PHRASES_H

#include "engine/holm.h"
#include "text/names.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const char *const holm_language_codes[HOLM_LANGUAGES]; /* "en", "es" */

const char *holm_card_title(int language, int card);
const char *holm_terrain_title(int language, int terrain);
const char *holm_wonder_title(int language, int wonder);
const char *holm_game_title(int language, int game);
const char *holm_edition_title(int language, int edition);
const char *holm_development_title(int language, int development);
const char *holm_development_text(int language, int development);
/* Scenarios by their place in holm_scenarios. */
const char *holm_scenario_title(int language, int scenario);
const char *holm_scenario_text(int language, int scenario);
/* Options by their place in holm_options. */
const char *holm_option_text(int language, int option);
/* A value of an option that is a choice, by its word. */
const char *holm_value_title(int language, const char *word);
const char *holm_error_text(int language, int error);

/* phrases_es.c: the Spanish of options and errors; NULL where there is none. */
const char *holm_spanish_option(const char *name);
const char *holm_spanish_error(int error);

#ifdef __cplusplus
}
#endif

#endif
