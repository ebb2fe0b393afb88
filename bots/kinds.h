/* kinds.h: the bots' functions, for the table in bots.c. */
#ifndef HOLM_KINDS_H
#define HOLM_KINDS_H

#include "bots/bots.h"

void holm_choose_random(struct holm_bot *bot, const struct holm_view *view,
                        const struct holm_list *list, struct holm_action *action);
void holm_choose_random_trader(struct holm_bot *bot, const struct holm_view *view,
                               const struct holm_list *list, struct holm_action *action);
void holm_choose_greedy(struct holm_bot *bot, const struct holm_view *view,
                        const struct holm_list *list, struct holm_action *action);
void holm_choose_alphabeta(struct holm_bot *bot, const struct holm_view *view,
                           const struct holm_list *list, struct holm_action *action);
void holm_choose_beginner(struct holm_bot *bot, const struct holm_view *view,
                          const struct holm_list *list, struct holm_action *action);
void holm_choose_easy(struct holm_bot *bot, const struct holm_view *view,
                      const struct holm_list *list, struct holm_action *action);
void holm_choose_medium(struct holm_bot *bot, const struct holm_view *view,
                        const struct holm_list *list, struct holm_action *action);
void holm_choose_searching(struct holm_bot *bot, const struct holm_view *view,
                           const struct holm_list *list, struct holm_action *action);
struct search *holm_search_hard(struct holm_bot *bot, const struct holm_view *view,
                                const struct holm_list *list, struct holm_action *action);
struct search *holm_search_expert(struct holm_bot *bot, const struct holm_view *view,
                                  const struct holm_list *list, struct holm_action *action);
/* What the levels note of what happens, and what frees what they remember. */
void holm_level_watch(struct holm_bot *bot, const struct holm_view *view,
                      const struct holm_events *events);
void holm_level_stop(struct holm_bot *bot);

#endif
