"""As much of JSON Schema as text/protocol.schema.json uses, and no more: an unknown word fails."""
import json
import pathlib
import re

SCHEMA = json.loads((pathlib.Path(__file__).parents[2] / 'text/protocol.schema.json').read_text('utf-8'))
TYPES = {'object': dict, 'array': list, 'string': str, 'integer': int, 'boolean': bool, 'null': type(None)}


def is_type(value, name):
    return isinstance(value, TYPES[name]) and not (name == 'integer' and isinstance(value, bool))


def fits_one(value, schemas, wanted):
    fitting = [schema for schema in schemas if not list(troubles(value, schema, ''))]
    return len(fitting) >= 1 if wanted == 'anyOf' else len(fitting) == 1


CHECKS = {
    'type': lambda v, t: any(is_type(v, each) for each in ([t] if isinstance(t, str) else t)),
    'const': lambda v, const: v == const,
    'enum': lambda v, words: v in words,
    'minimum': lambda v, least: not isinstance(v, int) or v >= least,
    'maximum': lambda v, most: not isinstance(v, int) or v <= most,
    'minItems': lambda v, least: not isinstance(v, list) or len(v) >= least,
    'maxItems': lambda v, most: not isinstance(v, list) or len(v) <= most,
    'uniqueItems': lambda v, _: not isinstance(v, list) or len(v) == len({json.dumps(each) for each in v}),
    'maxLength': lambda v, most: not isinstance(v, str) or len(v) <= most,
    'pattern': lambda v, pattern: not isinstance(v, str) or re.search(pattern, v),
    'required': lambda v, keys: not isinstance(v, dict) or all(key in v for key in keys),
    'anyOf': lambda v, schemas: fits_one(v, schemas, 'anyOf'),
    'oneOf': lambda v, schemas: fits_one(v, schemas, 'oneOf'),
    'description': lambda v, _: True,
}


def troubles(value, schema, path):
    """Where and in what a value differs from the schema."""
    for word, said in schema.items():
        if word == '$ref':
            yield from troubles(value, SCHEMA['$defs'][said.removeprefix('#/$defs/')], path)
        elif word == 'properties' and isinstance(value, dict):
            for key in value.keys() & said.keys():
                yield from troubles(value[key], said[key], f'{path}.{key}')
        elif word == 'items' and isinstance(value, list):
            for i, each in enumerate(value):
                yield from troubles(each, said, f'{path}[{i}]')
        elif word == 'additionalProperties' and isinstance(value, dict):
            for key in value.keys() - schema.get('properties', {}).keys():
                if said is False:
                    yield f'{path}.{key} is unknown'
                elif isinstance(said, dict):
                    yield from troubles(value[key], said, f'{path}.{key}')
        elif word not in ('properties', 'items', 'additionalProperties') and not CHECKS[word](value, said):
            yield f'{path}: {word} {json.dumps(said)[:80]} is not {json.dumps(value)[:80]}'


def check(value, name):
    """Fails unless the value is what the schema calls by this name."""
    found = list(troubles(value, SCHEMA['$defs'][name], name))
    if found and 'oneOf' in SCHEMA['$defs'][name]:  # say what is wrong with the alternative meant
        for shape in SCHEMA['$defs'][name]['oneOf']:
            if shape['properties']['type'] == {'const': value.get('type')}:
                found += troubles(value, shape, name)
    assert not found, found[:5]
