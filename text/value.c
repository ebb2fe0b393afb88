/* value.c: JSON texts, read by jansson. */
#include "text/value.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

json_t *holm_value_read(const char *text, struct holm_trouble *trouble)
{
    json_error_t error;
    json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!value)
        holm_trouble(trouble, error.line > 0 ? error.line : 0, "not JSON: %s", error.text);
    return value;
}

void holm_value_free(json_t *value)
{
    json_decref(value);
}

bool holm_value_write(const json_t *value, char *text, size_t size)
{
    char *dumped = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    const bool fits = dumped && strlen(dumped) < size;
    if (fits)
        strcpy(text, dumped);
    free(dumped);
    return fits;
}

bool holm_value_is_object(const json_t *value)
{
    return json_is_object(value);
}

bool holm_value_is_list(const json_t *value)
{
    return json_is_array(value);
}

bool holm_value_is_text(const json_t *value)
{
    return json_is_string(value);
}

bool holm_value_is_number(const json_t *value)
{
    return json_is_integer(value);
}

bool holm_value_is_flag(const json_t *value)
{
    return json_is_boolean(value);
}

bool holm_value_is_null(const json_t *value)
{
    return json_is_null(value);
}

json_t *holm_value_member(const json_t *object, const char *key)
{
    return json_object_get(object, key);
}

size_t holm_value_count(const json_t *list)
{
    return json_array_size(list);
}

json_t *holm_value_item(const json_t *list, size_t number)
{
    return json_array_get(list, number);
}

const char *holm_value_text(const json_t *value)
{
    return json_string_value(value);
}

long long holm_value_number(const json_t *value)
{
    return json_integer_value(value);
}

bool holm_value_flag(const json_t *value)
{
    return json_is_true(value);
}

/* jansson wants an object that may change, and does not change it. */
void *holm_value_first(const json_t *object)
{
    return json_object_iter((json_t *)object);
}

void *holm_value_next(const json_t *object, void *at)
{
    return json_object_iter_next((json_t *)object, at);
}

const char *holm_value_key(void *at)
{
    return json_object_iter_key(at);
}

json_t *holm_value_at(void *at)
{
    return json_object_iter_value(at);
}
