/* names.c: names by edition and language, as tables. ORDER: the enums of engine/holm.h. */
#include "text/names.h"

/* Editions share their names: those of 2025, and the older ones that all others use. */
enum set { NEW, OLD, SETS };

static const uint8_t set_of[HOLM_EDITIONS] = {
    [HOLM_2025] = NEW,
    [HOLM_2015] = OLD,
    [HOLM_2007] = OLD,
    [HOLM_CATAN8] = OLD,
};

static const char *const titles[HOLM_LANGUAGES][SETS][HOLM_TITLES] = {
    [HOLM_ENGLISH] = {
        [NEW] = { "Longest Route", "Largest Army", "Defender of the Island", "Merchant", "Robber",
                  "Barbarian Ship" },
        [OLD] = { "Longest Road", "Largest Army", "Defender of the Island", "Merchant", "Robber",
                  "Barbarian Ship" },
    },
    [HOLM_SPANISH] = {
        [NEW] = { "Ruta más larga", "Mayor ejército", "Campeador de la isla", "Comerciante",
                  "Ladrón", "Barco bárbaro" },
        [OLD] = { "Mayor ruta comercial", "Mayor ejército", "Campeador de la isla", "Comerciante",
                  "Ladrón", "Flota bárbara" },
    },
};

static const char *const pieces[HOLM_LANGUAGES][HOLM_PIECES] = {
    [HOLM_ENGLISH] = { "Empty", "Settlement", "City", "Road", "Reduced City", "Metropolis",
                       "Basic Knight", "Strong Knight", "Mighty Knight", "Ship", "City Wall" },
    [HOLM_SPANISH] = { "Vacío", "Poblado", "Ciudad", "Carretera", "Ciudad reducida", "Metrópoli",
                       "Caballero simple", "Caballero fuerte", "Caballero poderoso", "Barco",
                       "Muralla" },
};

static const char *const tracks[HOLM_LANGUAGES][HOLM_TRACKS] = {
    [HOLM_ENGLISH] = { "Trade", "Politics", "Science" },
    [HOLM_SPANISH] = { "Comercio", "Política", "Ciencia" },
};

static const char *const plain_city[HOLM_LANGUAGES] = {
    [HOLM_ENGLISH] = "Basic City",
    [HOLM_SPANISH] = "Ciudad sencilla",
};

static const char *const levels[HOLM_LANGUAGES][SETS][HOLM_TRACKS][HOLM_LEVELS] = {
    [HOLM_ENGLISH] = {
        [NEW] = {
            { "Market", "Trading House", "Merchant Guild", "Bank", "Great Exchange" },
            { "Town Hall", "Embassy", "Fortress", "Courthouse", "High Assembly" },
            { "School", "Library", "Aqueduct", "Theater", "University" },
        },
        [OLD] = {
            { "Market", "Trading House", "Counting House", "Bank", "Great Exchange" },
            { "Town Hall", "Church", "Fortress", "Cathedral", "High Assembly" },
            { "Abbey", "Library", "Aqueduct", "Theater", "University" },
        },
    },
    [HOLM_SPANISH] = {
        [NEW] = {
            { "Mercado", "Casa de comercio", "Gremio de mercaderes", "Banco", "Gran Lonja" },
            { "Ayuntamiento", "Embajada", "Fortaleza", "Tribunal", "Alta Asamblea" },
            { "Escuela", "Biblioteca", "Acueducto", "Teatro", "Universidad" },
        },
        [OLD] = {
            { "Mercado", "Cofradía", "Gremio", "Banco", "Centro de Comercio" },
            { "Ayuntamiento", "Iglesia", "Fortaleza", "Catedral", "Gran Consejo" },
            { "Monasterio", "Biblioteca", "Acueducto", "Teatro", "Universidad" },
        },
    },
};

static const char *const cards[HOLM_LANGUAGES][SETS][HOLM_PROGRESS_KINDS] = {
    [HOLM_ENGLISH] = {
        [NEW] = {
            "Alchemy", "Crane", "Engineering", "Invention", "Irrigation", "Medicine", "Mining",
            "Printing", "Road Building", "Smithing",
            "Commercial Harbor", "Guild Dues", "Merchant", "Merchant Fleet", "Resource Monopoly",
            "Trade Monopoly",
            "Taxation", "Constitution", "Treason", "Diplomacy", "Intrigue", "Sabotage",
            "Espionage", "Encouragement", "Wedding",
        },
        [OLD] = {
            "Alchemist", "Crane", "Engineer", "Inventor", "Irrigation", "Medicine", "Mining",
            "Printer", "Road Building", "Smith",
            "Commercial Harbor", "Master Merchant", "Merchant", "Merchant Fleet",
            "Resource Monopoly", "Trade Monopoly",
            "Bishop", "Constitution", "Deserter", "Diplomat", "Intrigue", "Saboteur", "Spy",
            "Warlord", "Wedding",
        },
    },
    [HOLM_SPANISH] = {
        [NEW] = {
            "Alquimia", "Grúa", "Ingeniería", "Invención", "Irrigación", "Medicina", "Minería",
            "Imprenta", "Carreteras", "Herrería",
            "Puerto de mercancías", "Cuotas del gremio", "Comerciante", "Flota mercante",
            "Monopolio de materias primas", "Monopolio de mercancías",
            "Tributo", "Constitución", "Traición", "Diplomacia", "Intriga", "Sabotaje",
            "Espionaje", "Arenga", "Boda",
        },
        [OLD] = {
            "Alquimista", "Grúa", "Ingeniero", "Inventor", "Irrigación", "Medicina", "Minería",
            "Imprenta", "Carreteras", "Fragua",
            "Puerto de mercancías", "Maestro comerciante", "Comerciante", "Flota mercante",
            "Monopolio de materias primas", "Monopolio de mercancías",
            "Obispo", "Constitución", "Desertor", "Diplomático", "Intriga", "Saboteador", "Espía",
            "Estratega", "Boda",
        },
    },
};

/* What a card does, in our own words. */
static const char *const texts[HOLM_LANGUAGES][HOLM_PROGRESS_KINDS] = {
    [HOLM_ENGLISH] = {
        [HOLM_ALCHEMIST] = "Before you roll, set the two dice to any numbers you like. Only the "
                           "event die is still rolled.",
        [HOLM_CRANE] = "Improve one of your tracks now, for one commodity less than it costs.",
        [HOLM_ENGINEER] = "Put a wall under one of your cities for free.",
        [HOLM_INVENTOR] = "Swap two number discs on the island. As a rule 2, 6, 8 and 12 stay "
                          "where they are.",
        [HOLM_IRRIGATION] = "Take two grain for every fields hex that one of your buildings "
                            "touches.",
        [HOLM_MEDICINE] = "Turn one of your settlements into a city for two ore and one grain.",
        [HOLM_MINING] = "Take two ore for every mountains hex that one of your buildings touches.",
        [HOLM_PRINTER] = "A victory point. It is never played, and nobody can take it.",
        [HOLM_ROADS] = "Lay two roads for free.",
        [HOLM_SMITH] = "Up to two of your knights go up one rank for free.",
        [HOLM_COMMERCIAL_HARBOR] = "In this turn you may turn to every opponent once: you hand "
                                   "over a resource you choose and get a commodity they choose.",
        [HOLM_MASTER_MERCHANT] = "Look through the hand of an opponent who has more points than "
                                 "you, and pick two cards.",
        [HOLM_MERCHANT] = "Put the merchant on a hex beside one of your buildings. As long as it "
                          "is yours it is worth a point, and the bank takes two of that "
                          "resource for any card.",
        [HOLM_MERCHANT_FLEET] = "Name a kind of card. For the rest of your turn the bank takes two "
                                "of it for any other card.",
        [HOLM_RESOURCE_MONOPOLY] = "Name a resource. Every opponent hands you two of it, or the "
                                   "only one they have.",
        [HOLM_TRADE_MONOPOLY] = "Name a commodity. Every opponent who holds it hands you one.",
        [HOLM_BISHOP] = "Move the robber, and draw a card at random from every opponent who has a "
                        "building at its new hex.",
        [HOLM_CONSTITUTION] = "A victory point. It is never played, and nobody can take it.",
        [HOLM_DESERTER] = "An opponent of your choice loses a knight. For it you may set up one of "
                          "your own for free, no stronger than the one that left and just as "
                          "active.",
        [HOLM_DIPLOMAT] = "Take up a road with an open end. If it is your own you may lay it "
                          "somewhere else at once.",
        [HOLM_INTRIGUE] = "Drive off an opponent's knight of any rank that stands at one of your "
                          "roads.",
        [HOLM_SABOTEUR] = "Every opponent with at least as many points as you discards half of "
                          "their hand.",
        [HOLM_SPY] = "Look at the progress cards of an opponent, and take one if you like.",
        [HOLM_WARLORD] = "All your knights become active for free.",
        [HOLM_WEDDING] = "Every opponent with more points than you gives you two cards they can "
                         "spare.",
    },
    [HOLM_SPANISH] = {
        [HOLM_ALCHEMIST] = "Antes de tirar, pon los dos dados en los números que quieras. Solo se "
                           "tira el dado de acontecimientos.",
        [HOLM_CRANE] = "Mejora ahora una de tus ramas por una mercancía menos de lo que cuesta.",
        [HOLM_ENGINEER] = "Pon gratis una muralla bajo una de tus ciudades.",
        [HOLM_INVENTOR] = "Intercambia dos números de la isla. Por regla general, el 2, "
                          "el 6, el 8 y el 12 se quedan donde están.",
        [HOLM_IRRIGATION] = "Toma dos cereales por cada hexágono de sembrados que toque uno de tus "
                            "edificios.",
        [HOLM_MEDICINE] = "Convierte uno de tus poblados en ciudad por dos minerales y un cereal.",
        [HOLM_MINING] = "Toma dos minerales por cada hexágono de montaña que toque uno de tus "
                        "edificios.",
        [HOLM_PRINTER] = "Un punto de victoria. No se juega nunca y nadie te lo puede quitar.",
        [HOLM_ROADS] = "Construye gratis dos carreteras.",
        [HOLM_SMITH] = "Hasta dos de tus caballeros suben gratis un rango.",
        [HOLM_COMMERCIAL_HARBOR] = "En este turno puedes acudir una vez a cada rival: le entregas "
                                   "una materia prima que tú eliges y te da una mercancía que "
                                   "elige él.",
        [HOLM_MASTER_MERCHANT] = "Mira la mano de un rival que tenga más puntos que tú y elige dos "
                                 "cartas.",
        [HOLM_MERCHANT] = "Pon al comerciante en un hexágono junto a uno de tus edificios. "
                          "Mientras sea tuyo vale un punto, y la banca te cambia dos de esa "
                          "materia prima por cualquier carta.",
        [HOLM_MERCHANT_FLEET] = "Nombra un tipo de carta. Durante el resto de tu turno la banca te "
                                "cambia dos de ese tipo por cualquier otra.",
        [HOLM_RESOURCE_MONOPOLY] = "Nombra una materia prima. Cada rival te entrega dos, o la "
                                   "única que tenga.",
        [HOLM_TRADE_MONOPOLY] = "Nombra una mercancía. Cada rival que la tenga te entrega una.",
        [HOLM_BISHOP] = "Mueve al ladrón y roba una carta al azar a cada rival que tenga un "
                        "edificio en su nuevo hexágono.",
        [HOLM_CONSTITUTION] = "Un punto de victoria. No se juega nunca y nadie te lo puede quitar.",
        [HOLM_DESERTER] = "El rival que elijas pierde un caballero. A cambio puedes poner gratis "
                          "uno tuyo, no más fuerte que el que se fue e igual de activo.",
        [HOLM_DIPLOMAT] = "Retira una carretera que tenga un extremo abierto. Si es tuya, puedes "
                          "colocarla enseguida en otro sitio.",
        [HOLM_INTRIGUE] = "Expulsa a un caballero rival de cualquier rango que esté junto a una de "
                          "tus carreteras.",
        [HOLM_SABOTEUR] = "Cada rival que tenga al menos tantos puntos como tú descarta la mitad "
                          "de su mano.",
        [HOLM_SPY] = "Mira las cartas de progreso de un rival y, si quieres, quédate una.",
        [HOLM_WARLORD] = "Todos tus caballeros se activan gratis.",
        [HOLM_WEDDING] = "Cada rival que tenga más puntos que tú te regala dos cartas que elige él.",
    },
};

/* -------------------------------------------------------------- looking up */

static bool known(int edition, int language)
{
    return edition >= 0 && edition < HOLM_EDITIONS && language >= 0 && language < HOLM_LANGUAGES;
}

static bool within(int index, int count)
{
    return index >= 0 && index < count;
}

const char *holm_title(int edition, int language, int title)
{
    if (!known(edition, language) || !within(title, HOLM_TITLES))
        return "?";
    return titles[language][set_of[edition]][title];
}

const char *holm_piece_title(int edition, int language, int piece)
{
    return known(edition, language) && within(piece, HOLM_PIECES) ? pieces[language][piece] : "?";
}

const char *holm_track_title(int language, int track)
{
    return known(HOLM_2025, language) && within(track, HOLM_TRACKS) ? tracks[language][track] : "?";
}

const char *holm_level_title(int edition, int language, int track, int level)
{
    if (!known(edition, language) || !within(track, HOLM_TRACKS) || !within(level, HOLM_LEVELS + 1))
        return "?";
    return level ? levels[language][set_of[edition]][track][level - 1] : plain_city[language];
}

const char *holm_progress_title(int edition, int language, int progress)
{
    if (!known(edition, language) || !within(progress, HOLM_PROGRESS_KINDS))
        return "?";
    return cards[language][set_of[edition]][progress];
}

const char *holm_progress_text(int language, int progress)
{
    return known(HOLM_2025, language) && within(progress, HOLM_PROGRESS_KINDS)
               ? texts[language][progress]
               : "?";
}
