/* explain.c: the terms of the evaluation that an action changes most. */
#include "bots/explain.h"

#include <math.h>
#include <string.h>

#include "bots/evaluator.h"
#include "text/json.h"
#include "text/phrases.h"

enum { SAMPLES = 8 }; /* of what may be drawn */

static const char *const titles[HOLM_TERMS][HOLM_LANGUAGES] = {
    [HOLM_W_POINTS] = { "victory points", "puntos de victoria" },
    [HOLM_W_LAST_POINT] = { "one point to go", "a un punto de ganar" },
    [HOLM_W_LAST_TWO] = { "two points to go", "a dos puntos de ganar" },
    [HOLM_W_LAST_THREE] = { "three points to go", "a tres puntos de ganar" },
    [HOLM_W_VARIETY] = { "more kinds of cards come in", "entran más clases de cartas" },
    [HOLM_W_PIPS + HOLM_WOOD] = { "income of wood", "ingresos de madera" },
    [HOLM_W_PIPS + HOLM_BRICK] = { "income of brick", "ingresos de arcilla" },
    [HOLM_W_PIPS + HOLM_WOOL] = { "income of wool", "ingresos de lana" },
    [HOLM_W_PIPS + HOLM_GRAIN] = { "income of grain", "ingresos de cereales" },
    [HOLM_W_PIPS + HOLM_ORE] = { "income of ore", "ingresos de mineral" },
    [HOLM_W_PIPS + HOLM_CLOTH] = { "income of cloth", "ingresos de tela" },
    [HOLM_W_PIPS + HOLM_COIN] = { "income of coin", "ingresos de monedas" },
    [HOLM_W_PIPS + HOLM_PAPER] = { "income of paper", "ingresos de papel" },
    [HOLM_W_TEMPO_SETTLEMENT] = { "how fast settlements come", "ritmo de los poblados" },
    [HOLM_W_TEMPO_CITY] = { "how fast cities come", "ritmo de las ciudades" },
    [HOLM_W_TEMPO_CARD] = { "how fast development cards come",
                            "ritmo de las cartas de desarrollo" },
    [HOLM_W_TRADES] = { "trade with the bank", "comercio con la banca" },
    [HOLM_W_BLOCKED] = { "what the robber blocks", "lo que bloquea el ladrón" },
    [HOLM_W_SITE] = { "a place to settle now", "un lugar donde poblar ya" },
    [HOLM_W_SITE + 1] = { "a place to settle, one road away", "un lugar a un camino" },
    [HOLM_W_SITE + 2] = { "a place to settle, two roads away", "un lugar a dos caminos" },
    [HOLM_W_SITE + 3] = { "a place to settle, three roads away", "un lugar a tres caminos" },
    [HOLM_W_CITY_SITE] = { "a settlement worth building up", "un poblado que merece ser ciudad" },
    [HOLM_W_ROUTE] = { "the length of the route", "la longitud de la ruta" },
    [HOLM_W_ROUTE_NEAR] = { "the longest route within reach", "la ruta más larga al alcance" },
    [HOLM_W_ROUTE_LEAD] = { "the lead in the longest route", "la ventaja en la ruta más larga" },
    [HOLM_W_ARMY] = { "knights played", "caballeros jugados" },
    [HOLM_W_ARMY_NEAR] = { "the largest army within reach", "el ejército más grande al alcance" },
    [HOLM_W_ARMY_LEAD] = { "the lead in the largest army", "la ventaja en el ejército" },
    [HOLM_W_TURN] = { "whose turn it is", "de quién es el turno" },
    [HOLM_W_CARDS] = { "cards in the hand", "cartas en la mano" },
    [HOLM_W_EXCESS] = { "cards that a seven would halve", "cartas que un siete partiría" },
    [HOLM_W_DEVELOPMENTS] = { "development cards", "cartas de desarrollo" },
    [HOLM_W_OWN_EXCESS] = { "cards that a seven would halve", "cartas que un siete partiría" },
    [HOLM_W_OWN_KNIGHTS] = { "knights in the hand", "caballeros en la mano" },
    [HOLM_W_OWN_DEVELOPMENTS] = { "development cards in the hand",
                                  "cartas de desarrollo en la mano" },
    [HOLM_W_SOON] = { "what can be bought soon", "lo que pronto se podrá comprar" },
    [HOLM_W_LATER] = { "what can be bought later", "lo que se podrá comprar después" },
    [HOLM_W_LEVELS] = { "the trade track", "la mejora del comercio" },
    [HOLM_W_LEVELS + 1] = { "the politics track", "la mejora de la política" },
    [HOLM_W_LEVELS + 2] = { "the science track", "la mejora de la ciencia" },
    [HOLM_W_ABILITIES] = { "an ability of the third level", "una ventaja del tercer nivel" },
    [HOLM_W_METROPOLIS_NEAR] = { "a metropolis within reach", "una metrópolis al alcance" },
    [HOLM_W_METROPOLIS_LOOSE] = { "a metropolis that may be lost",
                                  "una metrópolis que se puede perder" },
    [HOLM_W_ACTIVE] = { "active knights", "caballeros activos" },
    [HOLM_W_RESTING] = { "knights that rest", "caballeros inactivos" },
    [HOLM_W_SAVED] = { "a reward for the defence", "un premio por la defensa" },
    [HOLM_W_PILLAGE] = { "a city that may be pillaged", "una ciudad que puede ser saqueada" },
    [HOLM_W_WALLS] = { "city walls", "murallas" },
    [HOLM_W_PROGRESS] = { "progress cards", "cartas de progreso" },
    [HOLM_W_OWN_PROGRESS] = { "progress cards in the hand", "cartas de progreso en la mano" },
    [HOLM_W_GOLD] = { "income of gold", "ingresos de oro" },
    [HOLM_W_SHIPS] = { "ships", "barcos" },
    [HOLM_W_VOYAGE] = { "a goal across the sea", "una meta al otro lado del mar" },
    [HOLM_W_VILLAGES] = { "trade with villages", "comercio con las aldeas" },
    [HOLM_W_WARSHIPS] = { "warships", "barcos de guerra" },
    [HOLM_W_LAIRS] = { "the pirates' fortress", "la fortaleza de los piratas" },
    [HOLM_W_WONDER] = { "the wonder", "la maravilla" },
    [HOLM_TERM_OTHERS] = { "what it does to the others", "lo que les hace a los demás" },
};

const char *holm_term_title(int language, int term)
{
    return titles[term][language];
}

const char *holm_term_name(int term)
{
    return term == HOLM_TERM_OTHERS ? "others" : holm_feature_names[term];
}

/* Adds `by` times the terms of a position. */
static void add_terms(struct holm_evaluator *evaluator, const struct holm_state *state, double by,
                      double sum[HOLM_TERMS])
{
    double feature[HOLM_FEATURES];
    holm_features(state, evaluator->viewer, evaluator->viewer, feature);
    for (int i = 0; i < HOLM_FEATURES; i++)
        sum[i] += by * feature[i] * evaluator->weight[i];
    holm_evaluate_others(evaluator, state);
    sum[HOLM_TERM_OTHERS] -= by * log(evaluator->others.sum);
}

static int choose_weightiest(const double sum[HOLM_TERMS], struct holm_term *terms, int most)
{
    static const double NOTHING = 0.005;
    bool taken[HOLM_TERMS] = { false };
    int count = 0;
    for (; count < most; count++) {
        int best = -1;
        for (int i = 0; i < HOLM_TERMS; i++)
            if (!taken[i] && fabs(sum[i]) > (best < 0 ? NOTHING : fabs(sum[best])))
                best = i;
        if (best < 0)
            break;
        taken[best] = true;
        terms[count] = (struct holm_term){ best, sum[best] };
    }
    return count;
}

int holm_explain(const struct holm_view *view, const struct holm_belief *belief,
                 const struct holm_action *action, uint64_t seed, struct holm_term *terms, int most)
{
    struct holm_state root;
    struct holm_weights weights;
    struct holm_evaluator evaluator;
    struct holm_chance chance;
    double sum[HOLM_TERMS] = { 0 };
    if (holm_determinize(view, belief, seed, &root))
        return 0;
    holm_weights_built_in(&root.board->rules, &weights);
    holm_evaluator_start(&evaluator, &weights, NULL, &root, action->seat);
    holm_chance_number(&chance, seed);
    add_terms(&evaluator, &root, -1, sum);
    for (int i = 0; i < SAMPLES; i++) {
        struct holm_state after = root;
        holm_apply_listed(&after, action, &chance, NULL);
        add_terms(&evaluator, &after, 1.0 / SAMPLES, sum);
    }
    return choose_weightiest(sum, terms, most);
}

void holm_reasons_put(struct holm_writer *writer, const struct holm_term *terms, int count)
{
    holm_put_char(writer, '[');
    for (int i = 0; i < count; i++) {
        holm_json_next(writer);
        holm_put_char(writer, '{');
        holm_json_put_word(writer, "term", holm_term_name(terms[i].term));
        holm_json_put_flag(writer, "good", terms[i].weight > 0);
        for (int language = 0; language < HOLM_LANGUAGES; language++) {
            holm_json_key(writer, holm_language_codes[language]);
            holm_json_string(writer, holm_term_title(language, terms[i].term));
        }
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, ']');
}
