/* review.h: questions of the page about a game that is over. */
#ifndef LOCAL_REVIEW_H
#define LOCAL_REVIEW_H

#include "text/value.h"
#include "text/writer.h"

/* {"log":"...","nodes":200,"helper":true}: all but the worth of decisions. Without "nodes" as many as
 * a short wait allows; a helper only judges, and another has the rest. */
bool ask_review(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble);
/* {"at":12}: the decision of a line of that game. */
bool ask_judge(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble);

#endif
