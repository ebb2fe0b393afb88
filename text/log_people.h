/* log_people.h: lines of a log about people, read by log.c alone. */
#ifndef TEXT_LOG_PEOPLE_H
#define TEXT_LOG_PEOPLE_H

#include "text/log.h"

bool holm_people_line(const json_t *json); /* whether a line is one of them */
/* Reads and applies it; on a trouble the replay stays as it was. */
bool holm_people_read(struct holm_replay *replay, const json_t *json, struct holm_trouble *trouble);

#endif
