"""Makes tests/server/fixtures/NAME: a database as one version of the server left it, and the tokens of its seats.

    HOLM=/path/to/that/version python3 tests/server/make_fixture.py v1

Every later version must go on with it (test_storage.py), so a fixture is made once and never again.
"""
import json
import pathlib
import random
import shutil
import sys

import fixture
import players

TABLES = {
    'base': dict(rules={'game': 'base', 'players': 3}, actions=60),
    'knights': dict(rules={'game': 'knights', 'players': 3}, actions=60),
    'seafarers': dict(rules={'game': 'seafarers', 'players': 3}, scenario='fog-islands', actions=60),
    'clock': dict(rules={'game': 'base', 'players': 3}, clock={'mode': 'turn', 'seconds': 600}, actions=40),
    'correspondence': dict(rules={'game': 'base', 'players': 3}, clock={'mode': 'decision', 'seconds': 14 * 86400}, actions=40),
    'delay': dict(rules={'game': 'base', 'players': 3}, delay=3600, actions=40),
    'bots': dict(rules={'game': 'base', 'players': 3}, seats=['me', 'open', 'easy'], actions=20),
    'finished': dict(rules={'game': 'base', 'players': 3, 'turn_limit': 8}, actions=100000),
    'finished-knights': dict(rules={'game': 'knights', 'players': 2, 'neutrals': 2, 'turn_limit': 4}, actions=100000),
}


def own(player):
    return next(one for one in player.mirror.view['players'] if one['seat'] == player.seat)


def play(server, name, body):
    chance = random.Random(name)
    actions = body.pop('actions')
    count = body['rules']['players'] if 'seats' not in body else body['seats'].count('open') + 1
    code, people = players.seat_people(server, count, chance, **body)
    players.play(people, limit=actions)
    players.settle(people)
    kept = {'code': code, 'seq': people[0].mirror.seq, 'over': people[0].mirror.over,
            'seats': [{'token': p.token, 'seat': p.seat, 'own': own(p), 'share': p.share.kept()} for p in people]}
    for one in people:
        one.drop()
    return kept


def main(name):
    folder = pathlib.Path(__file__).resolve().parent / 'fixtures' / name
    folder.mkdir(parents=True)
    server = fixture.Server()
    kept = {name: play(server, name, body) for name, body in TABLES.items()}
    made = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base'}, 'seats': ['me', 'open', 'open'], 'public': True})
    joined = server.post(f'/api/tables/{made.json["code"]}/join', {'name': 'Bob'})
    kept['waiting'] = {'code': made.json['code'], 'seats': [{'token': made.json['token']}, {'token': joined.json['token']}]}
    for one in kept.values():
        if one.get('over'):
            (folder / f'{one["code"]}.jsonl').write_bytes(server.get(f'/api/tables/{one["code"]}/log').body)
    assert server.stop() == 0
    shutil.copy(server.database, folder / 'holm.db')
    (folder / 'tables.json').write_text(json.dumps(kept, indent=1) + '\n')
    server.end()


main(*sys.argv[1:])
