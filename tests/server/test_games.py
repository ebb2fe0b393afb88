#!/usr/bin/env python3
"""Whole games of people over sockets: views, logs, replays and the proof of fairness."""
import copy
import json
import pathlib
import random
import re
import subprocess
import tempfile

import fixture
import players
import proof
import schema
from modes import MODES, VARIED, mode


class Load(fixture.Case):
    def test_load_plays(self):
        """`holm load`, with which the server is measured, still speaks its language."""
        server = self.serve()
        run = subprocess.run([fixture.HOLM, 'load', '--port', str(server.port), '--games', '2', '--seconds', '2', '--rate', '5'],
                             capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn('tables 2  sockets 8', run.stdout)
        self.assertIn('refused 0  errors 0  closed 0', run.stdout)
        self.assertGreater(int(re.search(r'actions (\d+)', run.stdout)[1]), 5, run.stdout)
        self.assertEqual(server.metric('holm_refused_total'), 0)


class Recorded(fixture.Case):
    def test_exchange_in_the_docs(self):
        """The recorded game is in the words of the schema, from the first word to the last."""
        path = pathlib.Path(__file__).parents[2] / 'docs' / 'exchange.jsonl'
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        for line in lines:
            if 'message' in line:
                self.assertEqual(schema.fault(line['message'], line['from'] + 'Message'), '')
        kinds = [line['message']['type'] for line in lines if 'message' in line]
        self.assertEqual(kinds[:3], ['hello', 'welcome', 'pledge'])
        self.assertEqual(kinds[-2:], ['over', 'seal'])
        server = self.serve()  # and what is recorded of a table is what it says today: if not, make_exchange.py
        now = server.get('/api/tables/' + server.post('/api/tables', lines[0]['body']).json['code']).json['table']
        then = next(line['message']['table'] for line in lines if line.get('message', {}).get('type') == 'welcome')
        self.assertEqual(set(then), set(now))
        self.assertEqual(set(then['rules']), set(now['rules']))


class Games(fixture.Case):
    def whole_game(self, name, body, seed):
        server = self.serve()
        chance = random.Random(seed)
        count = body['rules']['players']
        code, people = players.seat_people(server, count, chance, **body)
        watcher = players.Player(server, code, None)
        checked = self.watch_schema(people)
        players.play(people, limit=25, watchers=[watcher])
        players.settle([*people, watcher])
        self.refused_before_the_end(server, code)
        while not all(one.mirror.over for one in people):  # every few actions, what was mirrored must be what is
            players.play(people, limit=chance.randrange(1, 7), watchers=[watcher])
            players.settle([*people, watcher])
            one = chance.choice([*people, watcher])
            self.assertEqual(players.divergence(one), '', f'{name}: the mirror of {one.seat} differs')
        players.pump([*people, watcher], lambda: all(p.mirror.over for p in (*people, watcher)))
        self.assertGreater(checked['played'], 50, 'too short a game to prove anything')
        for one in (*people, watcher):
            self.assertEqual(players.divergence(one), '', f'{name}: the mirror of {one.seat} differs')
            self.assertEqual(one.mirror.winner, one.mirror.view['winner'])
            self.assertEqual(one.errors, [])
            late = one.fresh().until(lambda: True)
            late.until(lambda: late.mirror.over)
            self.assertEqual(late.mirror.winner, one.mirror.winner, 'who comes after the end is told as well')
            late.drop()
        self.fair(server, code, people, watcher)
        self.histories(people, watcher)
        self.replays(server, code, people, watcher)

    def watch_schema(self, people):
        """Every view, list and event is in the words of the schema."""
        counts = {'played': 0}
        for one in people:
            def take(message, old=one.take):
                kind = message['type']
                if kind == 'position':
                    for member, word in (('view', 'state'), ('rules', 'rules'), ('map', 'map')):
                        self.assertEqual(schema.fault(message[member], word), '')
                if kind in ('position', 'played') and message['list'] is not None:
                    self.assertEqual(schema.fault(message['list'], 'list'), '')
                if kind == 'played':
                    counts['played'] += 1
                    for event in message['events']:
                        self.assertEqual(schema.fault(event, 'event'), '')
                if kind == 'refused' and message['error'] not in schema.ERRORS:
                    self.fail(f'an unknown error: {message}')
                old(message)
            one.take = take
        return counts

    def refused_before_the_end(self, server, code):
        for path in ('log', 'proof', 'replay?viewer=everybody', 'replay?viewer=red', 'replay?viewer=spectator'):
            answer = server.get(f'/api/tables/{code}/{path}')
            self.assertEqual(answer.status, 403, path)
            self.assertNotIn(b'seed', answer.body)
        self.assertEqual(server.get(f'/api/tables/{code}').json['table']['state'], 'playing')

    def fair(self, server, code, people, watcher):
        answer = server.get(f'/api/tables/{code}/log')
        self.assertEqual(answer.status, 200)
        with tempfile.NamedTemporaryFile(suffix='.jsonl') as log:
            log.write(answer.body)
            log.flush()
            run = subprocess.run([fixture.HOLM, 'verify', log.name], capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        told = people[0].proof()
        self.assertEqual(schema.fault(told, 'proof'), '')
        self.assertEqual(told['log'], answer.body.decode().splitlines())
        for one in (*people, watcher):
            self.assertEqual(proof.faults(told, answer.body.decode(), one), [])
        self.assertGreater(len(told['draws']), 20)
        spoiled = copy.deepcopy(told)
        spoiled['draws'][7]['outcome'] = (spoiled['draws'][7]['outcome'] + 1) % 6
        self.assertNotEqual(proof.faults(spoiled, answer.body.decode()), [])
        self.same_actions(answer.body.decode(), people)

    def same_actions(self, log, people):
        lines = [players.wire.json.loads(line) for line in log.splitlines()]
        self.assertEqual([line['n'] for line in lines[1:]], list(range(1, people[0].mirror.seq + 1)))
        for one in people:
            for seq, action in one.acked.values():
                told = {key: value for key, value in lines[seq]['action'].items() if value is not None}
                self.assertEqual(told['kind'], action['kind'])
                self.assertEqual(told['seat'], action['seat'])

    def histories(self, people, watcher):
        for one in (*people, watcher):
            entries, start = [], 1
            while True:
                one.say(type='history', **{'from': start})
                one.until(lambda: any(m['type'] == 'history' for m in one.other))
                message = next(m for m in one.other if m['type'] == 'history')
                one.other.clear()
                self.assertEqual(message['from'], start)
                entries += message['entries']
                if not message['more']:
                    break
                start = message['to'] + 1
            told = {entry['seq']: entry['events'] for entry in entries}
            self.assertEqual(sorted(told), list(range(1, one.mirror.seq + 1)))
            for seq, events in one.mirror.history.items():
                self.assertEqual(told[seq], events, f'{one.seat} at {seq}')
            self.views_from(one, one.mirror.seq // 2 + 1)

    def views_from(self, one, start):
        """The view of then, and what changed it, make the view of now."""
        then = players.Mirror()
        while start <= one.mirror.seq:
            one.say(type='history', changes=True, **{'from': start})
            one.until(lambda: any(m['type'] == 'history' for m in one.other))
            message = next(m for m in one.other if m['type'] == 'history')
            one.other.clear()
            self.assertEqual(schema.fault(message, 'serverMessage'), '')
            self.assertEqual(players.difference(then.view or message['start'], message['start'], 'start'), '')
            then.view, then.seq = message['start'], start - 1
            for entry in message['entries']:
                then.take_played({**entry, 'list': None, 'waiting': None})
            start = message['to'] + 1
        self.assertEqual(players.difference(then.view, one.mirror.view, 'view'), '')

    def replays(self, server, code, people, watcher):
        log = server.get(f'/api/tables/{code}/log').body
        for one in (people[0], people[-1], watcher):
            viewer = one.seat or 'spectator'
            answer = server.get(f'/api/tables/{code}/replay?viewer={viewer}')
            self.assertEqual(answer.status, 200, answer.body[:300])
            replay = answer.json
            for member in ('rules', 'map', 'prices', 'seats', 'start', 'frames', 'proof'):
                self.assertIn(member, replay)
            mirror = players.Mirror()
            mirror.seq, mirror.view, mirror.facts = 0, replay['start'], {}
            for frame in replay['frames']:
                mirror.take_played(dict(frame, list=None, waiting=None))
                if frame['seq'] in one.mirror.history:
                    self.assertEqual(frame['events'], one.mirror.history[frame['seq']])
            self.assertEqual(players.difference(mirror.view, one.mirror.view, 'view'), '')
            sent = server.http('POST', f'/api/replay?viewer={viewer}', log)
            self.assertEqual(sent.status, 200, sent.body[:300])
            self.assertEqual(sent.json['frames'], replay['frames'])
        everything = server.get(f'/api/tables/{code}/replay?viewer=everybody')
        self.assertEqual(everything.status, 200)
        self.assertEqual(everything.json['start']['viewer'], 'everybody')
        for bad in ('nobody', '', 'RED', 'pink', 'red%20', 'everybodyx'):
            answer = server.get(f'/api/tables/{code}/replay?viewer={bad}')
            self.assertIsNotNone(answer, bad)
            self.assertEqual(answer.status, 400, bad)


class Bots(fixture.Case):
    def test_table_of_bots(self):
        """Nobody sits there; anybody may watch, and the log proves itself."""
        server = self.serve()
        made = server.post('/api/tables', {'rules': {'game': 'base', 'players': 3, 'target': 4, 'turn_limit': 40}, 'name': 'Ada',
                                           'seats': ['random', 'greedy', 'random'], 'pace': 0})
        self.assertEqual(made.status, 201, made.body)
        self.assertEqual((made.json['token'], made.json['chair']), (None, None))
        watcher = players.Player(server, made.json['code'], None)
        watcher.until(lambda: watcher.mirror.over, timeout=60)
        log = server.get(f'/api/tables/{made.json["code"]}/log').body.decode()
        self.assertEqual(proof.faults(watcher.proof(), log, watcher), [])

    def test_start_now_without_a_pledge(self):
        """Who pledges nothing takes no part in the dice, and plays at once."""
        server = self.serve()
        made = server.post('/api/tables', {'rules': {'game': 'base', 'players': 2, 'turn_limit': 1}, 'name': 'Ada',
                                           'seats': ['me', 'random'], 'start': 'now', 'pace': 0})
        self.assertEqual(made.status, 201, made.body)
        ada = players.Player(server, made.json['code'], made.json['token'], random.Random(1))
        ada.until(lambda: ada.mirror.seq is not None)
        players.play([ada])
        log = server.get(f'/api/tables/{made.json["code"]}/log').body.decode()
        self.assertEqual(proof.faults(ada.proof(), log, ada), [])
        self.assertEqual(proof.Log(log.splitlines()).fair['entropy'], ['0' * 64] * 2)


def add(name, body, seed):
    setattr(Games, 'test_' + name.replace(' ', '_').replace(',', ''), lambda self: self.whole_game(name, body, seed))


for number, kind in enumerate(MODES):
    add(kind, mode(kind), number)
if fixture.HEAVY:
    for number, kind in enumerate(VARIED):
        add(kind, mode(kind, turn_limit=120), 100 + number)
    for kind in MODES:
        add(kind + ' to the full target', {key: value if key != 'rules' else
            {k: v for k, v in value.items() if k not in ('target', 'turn_limit')} for key, value in MODES[kind].items()}, 7)

if __name__ == '__main__':
    fixture.main()
