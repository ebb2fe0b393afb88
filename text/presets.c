/* presets.c: the tables of presets, and of what options need to say something. */
#include "text/presets.h"

#include <string.h>

const struct holm_preset holm_presets[] = {
    { .name = "quick",
      .title = { "Quick", "Rápida" },
      .text = { "eight points against swift bots", "ocho puntos contra bots rápidos" },
      .seats = "bots",
      .pace = 4,
      .set = { { "target", 8 } } },
    { .name = "classic",
      .title = { "Classic", "Clásica" },
      .text = { "every rule as the edition has it", "todas las reglas como en la edición" } },
    { .name = "friends",
      .title = { "With friends", "Con amigos" },
      .text = { "open seats, and a robber that spares whoever has two points or fewer",
                "asientos libres y un ladrón que respeta a quien tiene dos puntos o menos" },
      .seats = "open",
      .set = { { "friendly_robber", 1 } } },
    { .name = "duel",
      .title = { "Duel", "Duelo" },
      .text = { "two players to 15 points: hand limit 9, friendly robber, balanced dice, no "
                "neutral "
                "colours",
                "dos jugadores a 15 puntos: límite de mano 9, ladrón amable, dados equilibrados, "
                "sin colores neutrales" },
      .players = 2,
      .seats = "open",
      .set = { { "target", 15 },
               { "hand_limit", 9 },
               { "friendly_robber", 1 },
               { "balanced_dice", 1 },
               { "neutrals", 0 } } },
};
const int holm_preset_count = sizeof holm_presets / sizeof *holm_presets;

const struct holm_option_need holm_option_needs[] = {
    { "discs", 0, 0, "setup", HOLM_SETUP_VARIABLE },
    { "harbours", 0, 0, "setup", HOLM_SETUP_VARIABLE },
    { "turn_mode", 5, HOLM_SEATS, NULL, 0 },
    { "trade_restrictions", 0, 0, "bank_trade_only", 0 },
    { "offer_by_others", 0, 0, "bank_trade_only", 0 },
    { "neutrals", 2, 2, NULL, 0 },
    { "token_actions", 2, 2, "neutrals", 2 },
};
const int holm_option_need_count = sizeof holm_option_needs / sizeof *holm_option_needs;

const struct holm_option *holm_option_named(const char *name)
{
    for (int i = 0; i < holm_option_count; i++)
        if (!strcmp(holm_options[i].name, name))
            return &holm_options[i];
    return NULL;
}

const struct holm_preset *holm_preset_find(const char *name)
{
    for (int i = 0; i < holm_preset_count; i++)
        if (!strcmp(holm_presets[i].name, name))
            return &holm_presets[i];
    return NULL;
}

bool holm_preset_apply(const struct holm_preset *preset, struct holm_rules *rules,
                       struct holm_trouble *trouble)
{
    if (preset->players && rules->players != preset->players)
        return holm_trouble(trouble, 0, "the preset '%s' is for %d players", preset->name,
                            preset->players);
    for (int i = 0; i < HOLM_PRESET_OPTIONS && preset->set[i].option; i++)
        holm_option_set(rules, holm_option_named(preset->set[i].option), preset->set[i].value);
    return true;
}
