"""Checks messages against text/protocol.schema.json: as much of JSON Schema as that file uses."""
import json
import pathlib
import re

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / 'text/protocol.schema.json').read_text('utf-8'))
DEFINITIONS = SCHEMA['$defs']
# Refusals that are the server's own, not the rules'.
REFUSALS = {'stale', 'not-your-seat', 'storage', 'too-fast', 'not-playing', 'form'}
ERRORS = set(DEFINITIONS['errorName']['enum']) | REFUSALS
TYPES = {'object': dict, 'array': list, 'string': str, 'boolean': bool, 'null': type(None)}


def has_type(value, name):
    if name in ('integer', 'number'):
        return isinstance(value, int if name == 'integer' else (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def fault(value, name):
    """Why a value is not a `name` of the schema, or ''."""
    return mismatch(value, DEFINITIONS[name], name)


def mismatch(value, rule, path):
    if isinstance(rule, bool):
        return '' if rule else f'{path} is not allowed'
    if '$ref' in rule:
        if found := mismatch(value, DEFINITIONS[rule['$ref'].rsplit('/', 1)[1]], path):
            return found
    if 'type' in rule:
        names = rule['type'] if isinstance(rule['type'], list) else [rule['type']]
        if not any(has_type(value, one) for one in names):
            return f'{path}: {value!r} is no {"/".join(names)}'[:300]
    if 'const' in rule and value != rule['const']:
        return f'{path}: {value!r} is not {rule["const"]!r}'[:300]
    if 'enum' in rule and value not in rule['enum']:
        return f'{path}: {value!r} is not one of {rule["enum"]}'[:300]
    for word, join in (('oneOf', 'one'), ('anyOf', 'any')):
        if word in rule:
            fits = [not mismatch(value, option, path) for option in rule[word]]
            if (sum(fits) != 1) if join == 'one' else (not any(fits)):
                return f'{path}: {value!r} fits {sum(fits)} forms'[:300]
    for option in rule.get('allOf', ()):
        if found := mismatch(value, option, path):
            return found
    if isinstance(value, str) and 'pattern' in rule and not re.search(rule['pattern'], value):
        return f'{path}: {value!r} does not look like {rule["pattern"]}'
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if value < rule.get('minimum', value) or value > rule.get('maximum', value):
            return f'{path}: {value} is out of range'
    if isinstance(value, list):
        return list_mismatch(value, rule, path)
    if isinstance(value, dict):
        return object_mismatch(value, rule, path)
    return ''


def list_mismatch(value, rule, path):
    if not rule.get('minItems', 0) <= len(value) <= rule.get('maxItems', len(value)):
        return f'{path} has {len(value)} items'
    if rule.get('uniqueItems') and any(value[i] in value[:i] for i in range(len(value))):
        return f'{path} has an item twice'
    if 'items' in rule:
        return next((found for i, item in enumerate(value) if (found := mismatch(item, rule['items'], f'{path}[{i}]'))), '')
    return ''


def object_mismatch(value, rule, path):
    for name in rule.get('required', ()):
        if name not in value:
            return f'{path} lacks {name}'
    known = rule.get('properties', {})
    for name, member in value.items():
        if name in known:
            found = mismatch(member, known[name], f'{path}.{name}')
        else:
            found = mismatch(member, rule.get('additionalProperties', True), f'{path}.{name}')
        if found:
            return found
        if 'propertyNames' in rule and (found := mismatch(name, rule['propertyNames'], f'{path}: name {name}')):
            return found
    return ''
