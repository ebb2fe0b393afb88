"""The games that the tests play: small targets, so that random players reach them."""

MODES = {
    'base': {'rules': {'game': 'base', 'players': 4, 'target': 4, 'turn_limit': 60}},
    'knights': {'rules': {'game': 'knights', 'players': 4, 'target': 5, 'turn_limit': 50}},
    'seafarers': {'rules': {'game': 'seafarers', 'players': 4, 'target': 5, 'turn_limit': 50}, 'scenario': 'new-shores'},
}

# More ways to play, for prompts that the three above do not have.
VARIED = {
    'base with five, special building': {
        'rules': {'game': 'base', 'players': 5, 'turn_mode': 'special_build', 'hand_limit': 4, 'turn_limit': 60}},
    'base with six, pairs': {'rules': {'game': 'base', 'players': 6, 'turn_mode': 'paired', 'hand_limit': 4, 'turn_limit': 60}},
    'base with two': {'rules': {'game': 'base', 'players': 2, 'neutrals': 2, 'turn_limit': 60}},
    'knights of 2007 with variants': {
        'rules': {'game': 'knights', 'edition': '2007', 'players': 3, 'hand_limit': 5, 'turn_limit': 70,
                  'var_activation_phase': True, 'var_commit_knights': True, 'var_city_choice': True}},
    'knights with two': {'rules': {'game': 'knights', 'edition': '2007', 'players': 2, 'neutrals': 2, 'turn_limit': 60}},
    'knights of catan8': {'rules': {'game': 'knights', 'edition': 'catan8', 'players': 4, 'turn_limit': 60}},
    'fog islands': {'rules': {'game': 'seafarers', 'players': 4, 'turn_limit': 60}, 'scenario': 'fog-islands'},
    'forgotten tribe': {'rules': {'game': 'seafarers', 'players': 4, 'turn_limit': 50}, 'scenario': 'forgotten-tribe'},
    'cloth trade': {'rules': {'game': 'seafarers', 'players': 4, 'turn_limit': 50}, 'scenario': 'cloth-trade'},
    'pirate islands': {'rules': {'game': 'seafarers', 'players': 4, 'turn_limit': 50}, 'scenario': 'pirate-islands'},
    'wonders': {'rules': {'game': 'seafarers', 'players': 4, 'turn_limit': 50}, 'scenario': 'wonders'},
    'new world': {'rules': {'game': 'seafarers', 'players': 4, 'turn_limit': 40}, 'scenario': 'new-world'},
    'new shores with knights': {
        'rules': {'game': 'seafarers+knights', 'players': 4, 'turn_limit': 50}, 'scenario': 'new-shores'},
}


def mode(name, **rules):
    """A copy of a mode's table, with rules changed."""
    body = MODES.get(name) or VARIED[name]
    return dict(body, rules=dict(body['rules'], **rules))
