"""Makes tests/server/fixtures/NAME: a database as one version of the server left it, and the tokens of its seats.

    HOLM=/path/to/that/version python3 tests/server/make_fixture.py v11 [TABLE...]

Every later version must go on with it (test_storage.py), so a fixture is made once and never again.
"""
import contextlib
import json
import pathlib
import random
import re
import sqlite3
import sys

import fixture
import players
import push_service
import test_identity

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


def hide_names(server):
    """Whoever is on the leaderboard stands there without a name."""
    token = re.search(rb'shown this once: (\S+)', server.log())[1].decode()
    for one in server.get('/api/ratings').json['ratings']:
        assert server.post('/api/admin', {'token': token, 'do': 'hide-name', 'person': one['person']}).status == 200


def add_device(server, player):
    """The token of a further device that has come."""
    player.say(type='device')
    player.until(lambda: any(m['type'] == 'device' for m in player.other))
    code = next(m['code'] for m in player.other if m['type'] == 'device')
    token = server.post(f'/api/tables/{player.code}/device', {'code': code, 'move': False}).json['token']
    other = players.Player(server, player.code, token)
    other.until(lambda: other.welcomed)
    other.drop()
    return token


def archive(server, games):
    """Days pass, and what is over is packed."""
    assert server.stop() == 0
    server.days = 2
    server.start()
    assert fixture.until(lambda: server.metric('holm_games_archived_total') == games, 60)


def known(server):
    """Two people with keys: a game that Bob gave up, and one of days in which they chat and want news, paused. Ada has a further device, Bob's name is hidden."""
    keys = [test_identity.Person(server) for _ in range(2)]
    body = {'rules': {'game': 'base', 'players': 2}, 'seats': ['me', 'open'], 'pace': 0, 'public': True, 'clock': {'mode': 'decision', 'seconds': 7 * 86400}}

    def seat():
        made = server.post('/api/tables', dict(body, name='Ada', person=keys[0].proof('sit'))).json
        joined = server.post(f'/api/tables/{made["code"]}/join', {'name': 'Bob', 'person': keys[1].proof('sit')}).json
        there = [players.Player(server, made['code'], token, random.Random(9)) for token in (made['token'], joined['token'])]
        players.pump(there, lambda: all(one.mirror.seq is not None for one in there))
        players.play(there, limit=12)
        players.settle(there)
        return made['code'], there
    over, (ada, bob) = seat()
    bob.resign()
    ada.until(lambda: ada.mirror.over)
    code, there = seat()
    there[0].say(type='chat', text='See you tomorrow')
    there[0].until(lambda: there[0].chat)
    wish = push_service.Browser().wish('https://push.example.org/ada', server.get('/api/push').json['key'])
    assert server.post(f'/api/tables/{code}/push', {'token': there[0].token, **wish}).status == 200
    device = add_device(server, there[0])
    hide_names(server)
    there[0].propose('pause')  # so that no clock runs out before it is read
    there[1].until(lambda: there[1].table['proposal'])
    there[1].vote(True)
    players.pump(there, lambda: all(one.table['paused'] for one in there))
    return {'over': over, 'code': code, 'device': device, 'keys': [one.share.kept() for one in keys], 'seq': there[0].mirror.seq,
            'seats': [{'token': p.token, 'seat': p.seat, 'own': own(p), 'share': p.share.kept()} for p in there]}


def main(name, *wanted):
    folder = pathlib.Path(__file__).resolve().parent / 'fixtures' / name
    folder.mkdir(parents=True)
    server = fixture.Server(archive=1)
    kept = {name: play(server, name, body) for name, body in TABLES.items() if not wanted or name in wanted}
    people = known(server)
    made = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base'}, 'seats': ['me', 'open', 'open'], 'public': True})
    joined = server.post(f'/api/tables/{made.json["code"]}/join', {'name': 'Bob'})
    kept['waiting'] = {'code': made.json['code'], 'seats': [{'token': made.json['token']}, {'token': joined.json['token']}]}
    for one in kept.values():
        if one.get('over'):
            (folder / f'{one["code"]}.jsonl').write_bytes(server.get(f'/api/tables/{one["code"]}/log').body)
    people['frames'] = len(server.get(f'/api/tables/{people["over"]}/replay').json['frames'])
    archive(server, 1 + sum(one.get('over', False) for one in kept.values()))
    assert server.stop() == 0
    with contextlib.closing(sqlite3.connect(server.database)) as database:  # as text: a database in bytes says nothing in a diff
        version, = database.execute('PRAGMA user_version').fetchone()
        (folder / 'holm.sql').write_text('\n'.join(database.iterdump()) + f'\nPRAGMA user_version={version};\n')
    (folder / 'tables.json').write_text(json.dumps(kept, indent=1) + '\n')
    (folder / 'people.json').write_text(json.dumps(people, indent=1) + '\n')
    server.end()


main(*sys.argv[1:])
