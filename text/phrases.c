/* phrases.c: names and sentences in English and Spanish, as tables. ORDER: the enums of
 * engine/holm.h and the table of text/maps.c. */
#include "text/phrases.h"

#include <stddef.h>
#include <string.h>

#include "text/maps.h"

enum { SCENARIOS = 9 };

const char *const holm_language_codes[HOLM_LANGUAGES] = { "en", "es" };

static const char *const cards[HOLM_LANGUAGES][HOLM_CARDS] = {
    { "Wood", "Brick", "Wool", "Grain", "Ore", "Cloth", "Coin", "Paper" },
    { "Madera", "Ladrillo", "Lana", "Cereal", "Mineral", "Tela", "Moneda", "Papel" },
};
static const char *const terrains[HOLM_LANGUAGES][HOLM_TERRAINS] = {
    { "Forest", "Hills", "Pasture", "Fields", "Mountains", "Gold", "Desert", "Sea", "Fog" },
    { "Bosque", "Colinas", "Pastos", "Sembrados", "Montañas", "Oro", "Desierto", "Mar", "Niebla" },
};
static const char *const wonders[HOLM_LANGUAGES][HOLM_WONDERS] = {
    { "Grand Theater", "Great Bridge", "Grand Monument", "Great Wall", "Grand Castle" },
    { "Gran Teatro", "Gran Puente", "Gran Monumento", "Gran Muralla", "Gran Castillo" },
};
static const char *const games[HOLM_LANGUAGES][HOLM_GAMES] = {
    { "Base game", "Cities & Knights", "Seafarers", "Seafarers with Cities & Knights" },
    { "Juego básico", "Ciudades y Caballeros", "Navegantes",
      "Navegantes con Ciudades y Caballeros" },
};
static const char *const editions[HOLM_LANGUAGES][HOLM_EDITIONS] = {
    { "2025", "2015", "2007", "House rules for eight" },
    { "2025", "2015", "2007", "Reglas caseras para ocho" },
};
static const char *const developments[HOLM_LANGUAGES][HOLM_DEVELOPMENTS] = {
    { "Knight", "Victory Point", "Road Building", "Year of Plenty", "Monopoly" },
    { "Caballero", "Punto de victoria", "Construcción de carreteras", "Año de abundancia",
      "Monopolio" },
};
static const char *const development_texts[HOLM_LANGUAGES][HOLM_DEVELOPMENTS] = {
    { "Move the robber and take a card from a player next to its new hex.",
      "Counts one point; it stays hidden until it wins the game.", "Place two roads for free.",
      "Take any two resource cards from the bank.",
      "Name a resource; every other player hands over all cards of it." },
    { "Mueve al ladrón y toma una carta de un jugador junto a su nuevo hexágono.",
      "Vale un punto; queda oculta hasta que gana la partida.", "Coloca dos carreteras gratis.",
      "Toma de la banca dos materias primas cualesquiera.",
      "Nombra una materia prima; los demás jugadores te entregan todas las que tengan." },
};
static const char *const scenarios[HOLM_LANGUAGES][SCENARIOS] = {
    { "New Shores", "The Four Islands", "The Fog Islands", "Through the Desert",
      "The Forgotten Tribe", "Cloth Trade", "The Pirate Islands", "The Wonders", "New World" },
    { "Nuevas costas", "Las cuatro islas", "Las islas de la niebla", "A través del desierto",
      "La tribu olvidada", "Comercio de telas", "Las islas piratas", "Las maravillas",
      "Nuevo mundo" },
};
static const char *const spanish_scenarios[SCENARIOS] = {
    "Puebla la isla principal y después navega: el primer poblado en cada isla pequeña da dos "
    "puntos.",
    "Elige una o dos islas como hogar; cada una de las demás está sin explorar y da dos puntos.",
    "Carreteras y barcos disipan la niebla; quien descubre tierra toma una carta de ella.",
    "Más allá de una franja de desierto y al otro lado del mar hay tierra nueva: dos puntos por "
    "cada parte.",
    "Los barcos que llegan a las islas pequeñas recogen los puntos, cartas y puertos que hay allí.",
    "Las líneas de barcos hasta las aldeas traen tela, y dos piezas valen un punto.",
    "Una flota pirata da vueltas; arma barcos, toma tu fortaleza y llega a diez puntos.",
    "Termina antes que nadie una maravilla, o reúne los puntos con la más alta.",
    "Un mapa nuevo en cada partida: los jugadores colocan los puertos y exploran las islas que "
    "haya.",
};

/* Values of options that are choices. */
static const struct {
    const char *word, *title[HOLM_LANGUAGES];
} values[] = {
    { "fixed", { "fixed", "fijo" } },
    { "variable", { "dealt anew", "al azar" } },
    { "letters", { "in letter order", "en orden de letras" } },
    { "random", { "at random", "al azar" } },
    { "shuffled", { "shuffled", "mezclados" } },
    { "roll", { "rolled for", "por tirada" } },
    { "single", { "one after the other", "uno tras otro" } },
    { "special_build", { "with special building", "con fase especial de construcción" } },
    { "paired", { "in pairs", "por parejas" } },
    { "two_per_turn", { "two in a turn", "dos por turno" } },
    { "free", { "in any order", "en cualquier orden" } },
    { "trade_build_extras", { "trade, build, then the rest", "comerciar, construir y el resto" } },
    { "desert", { "on the desert", "en el desierto" } },
    { "off_board", { "off the board", "fuera del tablero" } },
    { "action_phase", { "in the action phase", "en la fase de acciones" } },
    { "any_time_own_turn",
      { "at any time in your own turn", "en cualquier momento del propio turno" } },
    { "equal_or_lower", { "of equal or lower rank", "de igual o menor rango" } },
    { "equal_else_basic", { "of equal rank, else basic", "de igual rango o, si no, simple" } },
    { "equal", { "of equal rank", "de igual rango" } },
    { "victim", { "its owner", "su dueño" } },
    { "active_player", { "the active player", "el jugador activo" } },
    { "open_end", { "with an open end", "con un extremo libre" } },
    { "any_road", { "any road", "cualquier carretera" } },
    { "unlinked",
      { "with an open end, and linking nothing", "con un extremo libre y sin unir nada" } },
    { "resource_or_commodity", { "resources and commodities", "materias primas y mercancías" } },
    { "resource", { "resources only", "solo materias primas" } },
    { "this_turn", { "this turn", "este turno" } },
    { "until_own_next_turn", { "until your next turn", "hasta el próximo turno propio" } },
    { "card", { "a card", "una carta" } },
    { "own_turn", { "your own turn", "el turno propio" } },
    { "one_plus_one", { "a resource and a commodity", "una materia prima y una mercancía" } },
    { "two_plus_one", { "two resources and a commodity", "dos materias primas y una mercancía" } },
    { "first_to_5", { "the first to reach level five", "quien llega primero al nivel cinco" } },
    { "level5_and_more_improvements",
      { "level five with more improvements", "nivel cinco con más mejoras" } },
    { "any_roll", { "on any roll", "en cualquier tirada" } },
    { "own_roll", { "on your own roll", "en la propia tirada" } },
    { "active_at_start",
      { "active since the start of the turn", "activos desde el inicio del turno" } },
    { "not_activated_this_turn", { "not activated this turn", "no activados este turno" } },
    { "active", { "any active one", "cualquiera activo" } },
    { "retreat_else_removed", { "it retreats, or is removed", "se retira o se elimina" } },
    { "removed", { "it is removed", "se elimina" } },
    { "any_other_land", { "to any other land", "a cualquier otra tierra" } },
    { "numbered_only", { "to a number only", "solo a un número" } },
    { "lowest_with_plain_city",
      { "the weakest with a plain city", "el más débil con ciudad sencilla" } },
    { "no_active_knight", { "whoever has no active knight", "quien no tiene caballero activo" } },
    { "vp", { "a victory point", "un punto de victoria" } },
    { "progress_choice", { "a progress card of choice", "una carta de progreso a elegir" } },
    { "settlement", { "a settlement", "un poblado" } },
    { "city", { "a city", "una ciudad" } },
};

/* ------------------------------------------------------------------- look up */

static const char *named(const char *const *table, int index, int count, int language)
{
    const bool known = language >= 0 && language < HOLM_LANGUAGES && index >= 0 && index < count;
    return known ? table[language * count + index] : "?";
}

const char *holm_card_title(int language, int card)
{
    return named(cards[0], card, HOLM_CARDS, language);
}

const char *holm_terrain_title(int language, int terrain)
{
    return named(terrains[0], terrain, HOLM_TERRAINS, language);
}

const char *holm_wonder_title(int language, int wonder)
{
    return named(wonders[0], wonder, HOLM_WONDERS, language);
}

const char *holm_game_title(int language, int game)
{
    return named(games[0], game, HOLM_GAMES, language);
}

const char *holm_edition_title(int language, int edition)
{
    return named(editions[0], edition, HOLM_EDITIONS, language);
}

const char *holm_development_title(int language, int development)
{
    return named(developments[0], development, HOLM_DEVELOPMENTS, language);
}

const char *holm_development_text(int language, int development)
{
    return named(development_texts[0], development, HOLM_DEVELOPMENTS, language);
}

const char *holm_scenario_title(int language, int scenario)
{
    return named(scenarios[0], scenario, SCENARIOS, language);
}

const char *holm_scenario_text(int language, int scenario)
{
    if (scenario < 0 || scenario >= SCENARIOS)
        return "?";
    return language == HOLM_SPANISH ? spanish_scenarios[scenario] : holm_scenarios[scenario].help;
}

const char *holm_option_text(int language, int option)
{
    if (option < 0 || option >= holm_option_count)
        return "?";
    const char *spanish =
        language == HOLM_SPANISH ? holm_spanish_option(holm_options[option].name) : NULL;
    return spanish ? spanish : holm_options[option].help;
}

const char *holm_value_title(int language, const char *word)
{
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (!strcmp(values[i].word, word))
            return values[i].title[language == HOLM_SPANISH];
    return word;
}

const char *holm_error_text(int language, int error)
{
    const char *spanish = language == HOLM_SPANISH ? holm_spanish_error(error) : NULL;
    return spanish ? spanish : holm_reason(error)->text;
}
