#!/usr/bin/env python3
"""Boards that the host chose: a deal that was kept, or a map of one's own. They are in the terms and in the log, never public, and
hostile ones do no harm."""
import json
import os
import pathlib
import random
import subprocess
import tempfile
import time

import fixture
import players
import proof
import schema
from test_fair import verify

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE.parent / 'fuzz' / 'corpus' / 'map'
QUICK = {'game': 'base', 'players': 2, 'target': 3, 'turn_limit': 12, 'neutrals': 0}
GAME = {'game': 'base'}
ISLAND = """# a small one
map ring
players 2-3

hexes
    Fo6     Hi8
Pa5     De      Fi9
    Mo4     Fo10

port 0,0NW any
port -1,2SW ore
"""
DEALT = """map lots
players 2-4
hexes
    ??      ??
??      ??      ??
    ??      ??

pool forest 2 hills 1 pasture 1 fields 1 mountains 1 desert 1
discs 4 5 6 8 9 10
"""
# Every disc is red and none may touch another: no deal will ever do.
IMPOSSIBLE = 'map never\nplayers 2-4\nhexes\n' + '\n'.join(
    ' ' * (4 * (row % 2)) + '??      ' * 9 for row in range(10)) + '\n\npool forest 90\ndiscs' + ' 6' * 90 + '\n'


def holm(*words, log):
    with tempfile.NamedTemporaryFile('w', suffix='.jsonl') as file:
        file.write(log)
        file.flush()
        return subprocess.run([fixture.HOLM, *words, file.name], capture_output=True, text=True)


class Boards(fixture.Case):
    def setUp(self):
        super().setUp()
        self.server = self.serve(limits={'heavy': 100000, 'tables_each': 100000, 'requests': 100000})

    def open(self, status=201, rules=None, **body):
        body.setdefault('seats', ['me', 'greedy'])
        made = self.server.post('/api/tables', dict(body, name='Ada', rules=rules or QUICK, pace=0))
        self.assertEqual(made.status, status, made.body)
        return made.json

    def sit(self, made):
        return players.Player(self.server, made['code'], made['token'], random.Random(1), seals=True)

    def preview(self, status=200, rules=None, **body):
        answer = self.server.post('/api/preview', dict(body, rules=rules or QUICK))
        self.assertEqual(answer.status, status, answer.body)
        return answer.json

    def finish(self, person):
        players.play([person])
        players.pump([person], lambda: person.mirror.over)
        return self.server.get(f'/api/tables/{person.code}/log').body.decode()

    def holds(self, person, log):
        """By `holm verify`, and by the check in Python that shares no code with it."""
        self.assertEqual(verify(log)[0], 0, verify(log)[1])
        told = self.server.get(f'/api/tables/{person.code}/proof').json
        self.assertEqual(proof.faults(told, log, person), [])
        for command in (['replay'], ['show']):
            ran = holm(*command, log=log)
            self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual(self.server.http('POST', '/api/replay', log.encode()).status, 200)

    def test_a_map_of_ones_own(self):
        made = self.open(map={'text': ISLAND})
        person = self.sit(made)
        table = person.table
        self.assertFalse(schema.fault(table, 'table'))
        self.assertEqual((table['map'], table['board'], table['public']), ('ring', 'own', False))
        log = self.finish(person)
        header = json.loads(log.split('\n')[0])
        self.assertFalse(schema.fault(header, 'logHeader'))
        self.assertTrue(header['source']['text'].startswith('map ring\n'))
        self.assertNotIn('#', header['source']['text'])  # written as maps are, whatever the file had
        self.assertEqual(header['fair']['terms']['source'], header['source'])
        self.holds(person, log)

    def test_a_map_that_is_dealt(self):
        person = self.sit(self.open(rules=dict(QUICK, discs='random'), map={'text': DEALT}))
        log = self.finish(person)
        self.assertIn('??', json.loads(log.split('\n')[0])['source']['text'])
        self.holds(person, log)

    def test_a_deal_that_is_kept(self):
        for game, scenario in (('base', None), ('seafarers', 'new-shores'), ('seafarers', 'new-world'), ('seafarers', 'pirate-islands')):
            rules = dict(QUICK) if game == 'base' else {'game': game, 'players': 3, 'turn_limit': 12}
            if scenario != 'pirate-islands':
                rules['setup'] = 'variable'
            asked = {'rules': rules, **({'scenario': scenario} if scenario else {})}
            seen = self.preview(seed=7, **asked)
            self.assertNotEqual((scenario or '') + str(self.preview(seed=8, **asked)['map']),
                                (scenario if scenario == 'pirate-islands' else '') or str(seen['map']))
            person = self.sit(self.open(deal=7, seats=['me'] + ['greedy'] * (seen['rules']['players'] - 1), **asked))
            person.until(lambda: person.mirror.seq is not None)
            self.assertEqual(person.table['board'], 'kept')
            self.assertEqual(person.table['scenario'], scenario)
            log = self.finish(person)
            dealt = json.loads(log.split('\n')[0])['map']
            if dealt.get('robber_off'):  # nobody sees where it would have stood
                dealt['robber'] = seen['map']['robber']
            self.assertEqual(dealt, seen['map'])
            self.holds(person, log)

    def test_a_changed_board_is_found_out(self):
        person = self.sit(self.open(deal=7))
        log = self.finish(person)
        self.assertEqual(verify(log)[0], 0)
        header = json.loads(log.split('\n')[0])
        text = header['source']['text']
        header['source']['text'] = text.replace('any', 'ore', 1)
        for changed in (header, dict(header, source='base-4')):
            status, said = verify('\n'.join([json.dumps(changed, separators=(',', ':')), *log.split('\n')[1:]]))
            self.assertEqual(status, 1)
            self.assertIn('the map is not the one that was agreed to', said)
        header['fair']['terms']['source'] = header['source']
        status, said = verify('\n'.join([json.dumps(header, separators=(',', ':')), *log.split('\n')[1:]]))
        self.assertEqual(status, 1)
        self.assertIn('has not signed these terms', said)

    def test_it_is_never_public(self):
        for chosen in ({'map': {'text': ISLAND}}, {'deal': 3}):
            self.assertIn('not public', self.open(400, public=True, **chosen)['text'])

    def test_it_outlasts_the_server_and_the_game(self):
        made = self.open(map={'text': ISLAND}, seats=['me', 'open'])
        playing = self.sit(self.open(map={'text': ISLAND}))
        playing.until(lambda: playing.mirror.seq is not None)
        self.server.restart()
        waiting = self.sit(made)
        self.assertEqual(waiting.table['board'], 'own')
        self.assertTrue(waiting.table['source']['text'].startswith('map ring\n'))
        playing = self.sit({'code': playing.code, 'token': playing.token})
        log = self.finish(playing)
        self.assertEqual(verify(log, '--unfinished')[0], 0)
        playing.wire.send({'type': 'rematch'})
        playing.until(lambda: playing.table['rematch'])
        again = self.sit({'code': playing.table['rematch'], 'token': playing.token})
        self.assertEqual(again.table['source'], playing.table['source'])

    def test_whose_turn_it_is(self):
        made = self.open()
        person = self.sit(made)
        person.until(lambda: person.mirror.seq is not None and person.mirror.list)
        self.assertIn(person.chair, self.server.get(f'/api/tables/{person.code}').json['table']['asked'])
        self.assertIsNone(self.server.get(f'/api/tables/{self.open(seats=["me", "open"])["code"]}').json['table']['asked'])

    def test_whose_turn_it_is_in_a_game_that_is_not_in_memory(self):
        person = self.sit(self.open(clock={'mode': 'decision', 'seconds': 86400}))
        person.until(lambda: person.mirror.seq is not None and person.mirror.list['actions'])
        person.drop()
        self.server.restart()
        self.assertIn(person.chair, self.server.get(f'/api/tables/{person.code}').json['table']['asked'])

    def test_errors_have_their_lines(self):
        for text, line, said in ((ISLAND.replace('Fo6', 'Fo7'), 6, '7'), (ISLAND.replace('port 0,0NW any', 'port 9,9NW any'), 10, ''),
                                 (ISLAND + 'nonsense 1\n', 12, 'nonsense')):
            for answer in (self.preview(400, map={'text': text}), self.open(400, map={'text': text})):
                self.assertEqual(answer['line'], line, answer)
                self.assertIn(said, answer['text'])
            with tempfile.NamedTemporaryFile('w', suffix='.map') as file:
                file.write(text)
                file.flush()
                check = subprocess.run([fixture.HOLM, 'map', 'check', file.name], capture_output=True, text=True)
                self.assertEqual(check.stdout, f'{file.name}:{line}: {answer["text"]}\n')

    def check(self, text):
        """What `holm map check` says of it."""
        with tempfile.NamedTemporaryFile('w', suffix='.map') as file:
            file.write(text)
            file.flush()
            return subprocess.run([fixture.HOLM, 'map', 'check', file.name], capture_output=True, text=True).stdout.replace(f'{file.name}:', '')

    def test_a_map_is_checked_as_by_the_command(self):
        for text, error, at in ((ISLAND.replace('port 0,0NW', 'port 0,0E'), 'map_port', '0,0E'), (ISLAND.replace('De', 'Fo3'), 'map_robber', None),
                                (ISLAND + 'port 0,0NE any\n', 'map_ports_touch', '0,0NE'), (ISLAND + 'robber 0,0\nneutral 0,0N\nneutral 0,0N\n', 'map_neutral', None),
                                (ISLAND.replace('Fi9', 'Fi'), 'map_disc', '1,1'), (ISLAND.replace('Fo6', 'Fo7'), 'form', None)):
            answer = self.server.post('/api/map', {'rules': GAME, 'map': {'text': text}})
            self.assertEqual((answer.status, answer.json['error'], answer.json.get('at')), (400, error, at), answer.body)
            self.assertIn(answer.json['text'], self.check(text))
        answer = self.server.post('/api/map', {'rules': GAME, 'map': {'text': ISLAND.replace('2-3', '3-4')}})
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual((answer.json['game'], answer.json['players'], answer.json['setups']), ('base', [3, 4], ['fixed']))
        self.assertTrue(self.check(answer.json['text']).startswith('ring: fine.'))

    def test_the_maps_there_are_can_be_had_as_text(self):
        for asked, name, game in (({'rules': {'game': 'base', 'players': 6}}, 'base-6', 'base'), ({'rules': GAME, 'map': 'base-4'}, 'base-4', 'base'),
                                  ({'rules': {'players': 4}, 'scenario': 'fog-islands'}, 'fog-islands-4', 'seafarers')):
            answer = self.server.post('/api/map', asked)
            self.assertEqual(answer.status, 200, answer.body)
            self.assertEqual((answer.json['text'].split('\n')[0], answer.json['game']), (f'map {name}', game))
            again = self.server.post('/api/map', {'rules': GAME, 'map': {'text': answer.json['text']}})
            self.assertEqual(again.json, answer.json)
        for body in ({'map': 'nowhere'}, {'map': 5}, {'seed': 1}, {'map': {'text': ''}}, {'map': {'text': IMPOSSIBLE}}, {'rules': {}}):
            self.assertEqual(self.server.post('/api/map', dict({'rules': GAME}, **body)).status, 400, body)
        self.assertEqual(self.server.post('/api/map', {'map': {'text': 'x' * 20000}}).status, 413)
        self.assertEqual(self.server.get('/api/map').status, 405)

    def test_hostile_maps(self):
        wide = 'map wide\nplayers 2-4\nhexes\n' + '\n'.join('Fo6' + ' ' * (8 * row) + 'Hi8' for row in range(40)) + '\n'
        for body in ({'map': {'text': ''}}, {'map': {}}, {'map': {'text': 5}}, {'map': {'text': ISLAND, 'more': 1}}, {'map': [ISLAND]},
                     {'map': {'text': ISLAND}, 'scenario': 'new-shores'}, {'map': {'text': ISLAND.replace('ring', 'a\u202eb')}},
                     {'map': {'text': ISLAND.replace('ring', 'r' * 40)}}, {'map': {'text': 'map x\nplayers 2-4\nhexes\n' + 'Fo6     ' * 97}},
                     {'map': {'text': IMPOSSIBLE}, 'rules': dict(QUICK, discs='random')}, {'map': {'text': '\n' * 7000}}, {'map': {'text': wide}}):
            self.preview(400, **body)
            begin = time.monotonic()
            self.open(400, **body)
            self.assertLess(time.monotonic() - begin, 8, body)
        self.assertEqual(self.server.post('/api/preview', {'map': {'text': 'x' * 20000}}).status, 413)
        for body in ({'deal': 'x'}, {'deal': 1.5}, {'deal': [1]}):
            self.open(400, **body)
        self.open(201, deal=-1)
        self.open(201, deal=2 ** 63 - 1)

    def test_the_saved_inputs_of_the_fuzzer(self):
        played = 0
        for file in sorted(CORPUS.iterdir())[::1 if os.environ.get('HOLM_SOAK') else 4]:
            text = file.read_bytes().decode('latin-1').replace('\0', ' ')
            if len(json.dumps(text)) > 15000:
                continue
            for game in ('base', 'seafarers+knights'):
                body = {'rules': {'game': game, 'players': 3, 'turn_limit': 3}, 'map': {'text': text}}
                self.assertIn(self.server.post('/api/preview', body).status, (200, 400), file)
                made = self.server.post('/api/tables', dict(body, seats=['greedy'] * 3, pace=0))
                self.assertIn(made.status, (201, 400, 429), file)
                played += made.status == 201
        self.assertGreater(played, 0)


if __name__ == '__main__':
    fixture.main()
