/* serve_check.h: whether what `holm serve` was told can be served, before anything is opened. */
#ifndef CLI_SERVE_CHECK_H
#define CLI_SERVE_CHECK_H

#include "server/serve.h"

/* The certificate and its key, the folder of the page, and other pages' origins; false: the trouble
 * says what is wrong with which. */
bool serve_check(const struct holm_serve_settings *settings, struct holm_trouble *trouble);

#endif
