/* value.h: a JSON text, read into a value. This header is all that text and bots know of the library
 * that reads JSON: value.c asks jansson, and where there is none, another value.c can stand in. */
#ifndef HOLM_VALUE_H
#define HOLM_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include "text/writer.h"

/* The name is jansson's own: the server, which uses jansson too, hands its values over as they are. */
typedef struct json_t json_t;

/* The caller's, to holm_value_free; or NULL and the trouble. A key may not stand twice in an object. */
json_t *holm_value_read(const char *text, struct holm_trouble *trouble);
void holm_value_free(json_t *value);
/* As the compact text that is hashed and signed, in the order in which it was read; false: it does not
 * fit. */
bool holm_value_write(const json_t *value, char *text, size_t size);

/* What follows takes any value, and NULL for one that is missing. */
bool holm_value_is_object(const json_t *value);
bool holm_value_is_list(const json_t *value);
bool holm_value_is_text(const json_t *value);
bool holm_value_is_number(const json_t *value); /* a whole one */
bool holm_value_is_flag(const json_t *value);
bool holm_value_is_null(const json_t *value);

/* NULL, 0 or false where the value is of another kind. */
json_t *holm_value_member(const json_t *object, const char *key);
size_t holm_value_count(const json_t *list);
json_t *holm_value_item(const json_t *list, size_t number);
const char *holm_value_text(const json_t *value);
long long holm_value_number(const json_t *value);
bool holm_value_flag(const json_t *value);

/* The members of an object, one after the other; NULL: there are no more. */
void *holm_value_first(const json_t *object);
void *holm_value_next(const json_t *object, void *at);
const char *holm_value_key(void *at);
json_t *holm_value_at(void *at);

#endif
