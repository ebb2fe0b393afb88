#!/usr/bin/env python3
"""The HTTP side: every endpoint, what it answers to nonsense, and paths that try to climb out."""
import contextlib
import gzip
import os
import pathlib
import random
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import unittest

import fixture
import players
import schema
import wire


LINGER = 35 if fixture.HEAVY else 1  # seconds; longer than a request may take
INTERFACES = pathlib.Path('/proc/net/if_inet6')
IPV6 = socket.has_ipv6 and INTERFACES.exists() and '00000001 01' in INTERFACES.read_text()  # ::1 is there


class Http(fixture.Case):
    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def assertRefused(self, answer, *statuses):
        self.assertIsNotNone(answer, 'the server hung up')
        self.assertIn(answer.status, statuses or range(400, 500), answer.body[:300])
        said = answer.json
        self.assertIsInstance(said['error'], str)
        self.assertTrue(said['text'], said)
        self.assertIn('rule', said)

    def table(self, **body):
        made = self.server.post('/api/tables', dict({'name': 'Ada', 'rules': {'game': 'base'}}, **body))
        self.assertEqual(made.status, 201, made.body)
        return made.json

    def test_health(self):
        answer = self.server.get('/api/health')
        self.assertEqual(answer.status, 200)
        self.assertEqual((answer.json['ok'], answer.json['protocol']), (True, 2))
        self.assertRegex(answer.json['version'], r'^\d+\.\d+')
        self.assertIn('json', answer.field('content-type'))

    def test_metrics(self):
        self.table(start='now', seats=['me', 'random', 'random'], pace=0)
        answer = self.server.get('/metrics')
        self.assertEqual(answer.status, 200)
        self.assertIn('text/plain', answer.field('content-type'))
        names = set()
        for line in answer.body.decode().splitlines():
            if not line.startswith('#') and line:
                sample = re.fullmatch(r'([a-z_:][a-z0-9_:]*)(\{[^}]*\})? (-?[0-9.e+]+|NaN|\+Inf)', line)
                self.assertTrue(sample, line)
                names.add(sample[1])
        self.assertTrue(any(name.startswith('holm_') for name in names), names)
        text = answer.body.decode()
        for name in names:
            base = re.sub(r'_(bucket|sum|count)$', '', name)
            self.assertTrue(f'# TYPE {name} ' in text or f'# TYPE {base} ' in text, f'{name} has no type')
        told = (pathlib.Path(__file__).resolve().parents[2] / 'docs/server.md').read_text()
        table = told[told.index('| metric | what |'):].partition('\n\n')[0]
        self.assertEqual(set(re.findall(r'`(holm_[a-z_]+)', table)), names, 'docs/server.md has a row for each')

    def test_catalogue(self):
        answer = self.server.get('/api/catalogue')
        self.assertEqual(answer.status, 200)
        catalogue = answer.json
        for member in ('games', 'editions', 'scenarios', 'options', 'bots', 'limits'):
            self.assertTrue(catalogue[member], member)
        self.assertEqual([game['name'] for game in catalogue['games']], schema.DEFINITIONS['game']['enum'])
        self.assertEqual([edition['name'] for edition in catalogue['editions']], schema.DEFINITIONS['edition']['enum'])
        for option in catalogue['options']:
            self.assertIn(option['kind'], ('flag', 'number', 'choice'))
            self.assertTrue(option['text']['en'] and option['text']['es'], option)
            self.assertIn(option['name'], schema.DEFINITIONS['rules']['properties'])
        named = {option['name'] for option in catalogue['options']}
        self.assertEqual(set(schema.DEFINITIONS['rules']['properties']) - named, {'game', 'edition', 'players'})

    def test_every_scenario_can_be_previewed_and_played(self):
        for scenario in self.server.get('/api/catalogue').json['scenarios']:
            game = scenario['games'][0]
            low = scenario['players'][0]
            body = {'rules': {'game': game, 'players': low}, 'scenario': scenario['name'], 'seed': 5}
            shown = self.server.post('/api/preview', body)
            self.assertEqual(shown.status, 200, (scenario['name'], shown.body[:300]))
            self.assertEqual(schema.fault(shown.json['rules'], 'rules'), '')
            self.assertEqual(schema.fault(shown.json['map'], 'map'), '')
            self.assertEqual(schema.fault(shown.json['start'], 'state'), '')
            self.assertEqual(shown.json['start']['viewer'], 'spectator')
            made = self.table(rules=body['rules'], scenario=scenario['name'])
            self.assertEqual(self.server.get('/api/tables/' + made['code']).json['table']['scenario'], scenario['name'])

    def test_preview(self):
        same = [self.server.post('/api/preview', {'rules': {'game': 'base', 'setup': 'variable'}, 'seed': seed}).json
                for seed in (1, 1, 2)]
        self.assertEqual(same[0], same[1])
        self.assertNotEqual(same[0]['map'], same[2]['map'])
        for body in ([], 5, {'rules': None}, {'rules': {'game': 'chess'}}, {'rules': {'game': 'base', 'players': 99}},
                     {'rules': {'game': 'base'}, 'seed': 'x'},
                     {'rules': {'game': 'base'}, 'map': '../../etc/passwd'}, {'rules': {'game': 'base'}, 'map': '/etc/passwd'},
                     {'rules': {'game': 'base'}, 'scenario': 'nowhere'}, {'rules': {'game': 'base'}, 'extra': 1},
                     {'rules': {'game': 'base', 'target': 1e99}}, {'rules': {'game': 'base', 'target': -3}},
                     {'rules': {'game': 'base', 'players': 4}, 'map': 'wonders'}):
            with self.subTest(body=body):
                self.assertRefused(self.server.post('/api/preview', body))

    def test_refused_rules_say_which_and_why(self):
        sea = {'game': 'seafarers', 'players': 4}
        for rules, scenario, error, option in (({'game': 'base', 'hand_limit': 0}, None, 'rules_value', 'hand_limit'),
                                               ({'game': 'base', 'discs': 'x'}, None, 'rules_value', 'discs'),
                                               ({'game': 'base', 'balanced_dice': 1}, None, 'rules_value', 'balanced_dice'),
                                               ({'game': 'base', 'players': 2, 'neutrals': 1}, None, 'rules_neutrals', None),
                                               ({'game': 'base', 'turn_mode': 'paired'}, None, 'rules_turn_mode', None),
                                               (dict(sea, setup='variable'), 'pirate-islands', 'rules_value', 'setup'),
                                               (dict(sea, setup='fixed'), 'new-world', 'map_fixed', 'setup'),
                                               (dict(sea, players=8), 'wonders', 'map_players', None),
                                               ({'game': 'base', 'no_such': 1}, None, 'form', None)):
            for path in ('/api/preview', '/api/tables'):
                with self.subTest(rules=rules, path=path):
                    refused = self.server.post(path, dict({'rules': rules}, **({'scenario': scenario} if scenario else {})))
                    self.assertRefused(refused, 400)
                    self.assertEqual((refused.json['error'], refused.json.get('option')), (error, option))
                    if error != 'form':
                        self.assertEqual(schema.fault(refused.json, 'error'), '')

    def test_words(self):
        catalogue = self.server.get('/api/catalogue').json
        for edition in [edition['name'] for edition in catalogue['editions']]:
            for lang in ('en', 'es'):
                answer = self.server.get(f'/api/words?edition={edition}&lang={lang}')
                self.assertEqual(answer.status, 200, (edition, lang))
                words = answer.json
                self.assertEqual(set(words['cards']), set(schema.DEFINITIONS['card']['enum']))
                self.assertEqual(set(words['progress']), set(schema.DEFINITIONS['progress']['enum']))
                self.assertEqual(set(words['developments']), set(schema.DEFINITIONS['development']['enum']))
                self.assertLessEqual(set(schema.DEFINITIONS['errorName']['enum']) - {'ok', 'none'}, set(words['errors']))
                for card in (*words['progress'].values(), *words['developments'].values()):
                    self.assertTrue(card['title'] and card['text'])
        english, spanish = (self.server.get(f'/api/words?edition=2025&lang={lang}').json for lang in ('en', 'es'))
        self.assertNotEqual(english['cards'], spanish['cards'])
        self.assertNotEqual(english['errors'], spanish['errors'])
        for bad in ('edition=1066&lang=en', 'edition=2025&lang=xx', 'lang=EN', 'edition=2025%20'):
            self.assertRefused(self.server.get('/api/words?' + bad))

    def test_tables(self):
        hidden = self.table()
        public = self.table(public=True)
        listed = self.server.get('/api/tables').json['tables']
        self.assertEqual([table['code'] for table in listed], [public['code']])
        for made in (hidden, public):
            self.assertGreaterEqual(len(made['code']), 8)
            self.assertRegex(made['token'], r'^[A-Za-z0-9_-]{22,}$')
            self.assertEqual(made['chair'], 0)
            table = self.server.get('/api/tables/' + made['code']).json['table']
            for member in ('code', 'state', 'public', 'host', 'rules', 'scenario', 'map', 'chairs', 'order', 'clock',
                           'spectators', 'delay', 'watching', 'counts', 'pace', 'commit', 'chat', 'created', 'rematch'):
                self.assertIn(member, table)
            self.assertRegex(table['commit'], r'^[0-9a-f]{64}$')
            self.assertEqual(schema.fault(table['rules'], 'rules'), '')
        for text in (self.server.get('/api/tables').body, self.server.get('/api/tables/' + public['code']).body):
            self.assertNotIn(public['token'].encode(), text)
            self.assertNotIn(hidden['token'].encode(), text)

    def test_tables_refused(self):
        good = {'name': 'Ada', 'rules': {'game': 'base', 'players': 4}}
        for change in ({'rules': None}, {'rules': {}}, {'rules': {'game': 'chess'}}, {'rules': {'game': 'base', 'players': 1}},
                       {'rules': {'game': 'base', 'players': '4'}}, {'rules': {'game': 'base', 'nonsense': 1}},
                       {'name': 5}, {'name': ''}, {'name': 'x' * 1000}, {'name': '\u0000'}, {'name': 'a\nb'},
                       {'seats': []}, {'seats': ['me'] * 9},
                       {'seats': ['me', 'me', 'open', 'open']}, {'seats': ['me', 'wizard', 'open', 'open']},
                       {'seats': 'me'}, {'public': 'yes'}, {'order': 'alphabetic'}, {'clock': 5}, {'clock': {'mode': 'sand'}},
                       {'clock': {'mode': 'turn', 'seconds': -1}}, {'clock': {'mode': 'turn', 'seconds': 0}},
                       {'clock': {'mode': 'turn', 'seconds': 1e18}}, {'clock': {'mode': 'turn', 'seconds': '60'}},
                       {'spectators': 1}, {'delay': -5}, {'delay': 1e18}, {'counts': None}, {'pace': -1}, {'pace': 99}, {'pace': '1'},
                       {'start': 'later'}, {'extra': 1}, {'scenario': 'nowhere'}, {'scenario': 5}, {'scenario': '../base-4'}):
            with self.subTest(change=str(change)[:60]):
                self.assertRefused(self.server.post('/api/tables', dict(good, **change)))
        self.assertEqual(self.server.get('/api/tables').json['tables'], [])

    def test_join(self):
        code = self.table(rules={'game': 'base', 'players': 3}, seats=['me', 'open', 'random'])['code']
        path = f'/api/tables/{code}/join'
        for body in ({}, [], {'name': ''}, {'name': 7}, {'name': 'x' * 500}, {'name': 'Bob', 'chair': 1}, b'{', b''):
            self.assertRefused(self.server.http('POST', path, body), 400, 413)
        joined = self.server.post(path, {'name': 'Bob'})
        self.assertIn(joined.status, (200, 201))
        self.assertEqual((joined.json['code'], joined.json['chair']), (code, 1))
        self.assertRefused(self.server.post(path, {'name': 'Cleo'}), 403, 409)
        self.assertRefused(self.server.post('/api/tables/abcdefghijkl/join', {'name': 'Bob'}), 404)

    def test_unknown_codes_are_all_the_same(self):
        answers = {(answer.status, answer.body) for code in ('abcdefghijkl', 'ABCDEFGHIJKL', 'zzzzzzzzzzzz', '0')
                   for answer in [self.server.get('/api/tables/' + code)]}
        self.assertEqual(len(answers), 1, answers)
        self.assertEqual(next(iter(answers))[0], 404)

    def test_bad_bodies(self):
        for path in ('/api/tables', '/api/preview', '/api/replay?viewer=red'):
            for body in (b'', b'{', b'null', b'"x"', b'[]', b'{"a":' * 5000, b'[' * 100000, b'\xff\xfe', b'{"name":"\xff"}',
                         b'{"rules":{"game":"base"},"rules":{"game":"base"}}', b'{"rules":{"game":"base"}} x',
                         b'{"rules":{"game":"base","players":NaN}}', b'{"rules":{"game":"base","players":1e999}}'):
                with self.subTest(path=path, body=body[:40]):
                    self.assertRefused(self.server.http('POST', path, body), 400, 413)
        for path, size in (('/api/tables', 1 << 20), ('/api/preview', 1 << 20), ('/api/replay?viewer=red', (1 << 20) + 4096)):
            answer = self.server.http('POST', path, b' ' * size)
            if answer is not None:  # it may also hang up while we are still talking
                self.assertIn(answer.status, (400, 413))

    def test_bad_logs(self):
        for body in (b'{"holm":1}\n', b'{"holm":2}\n', b'not a log', b'\n\n\n', b'{"holm":1,"rules":{},"map":{}}\n'):
            self.assertRefused(self.server.http('POST', '/api/replay?viewer=red', body), 400, 422)
        self.assertRefused(self.server.http('POST', '/api/replay', b'{"holm":1}\n'), 400, 422)

    def test_methods(self):
        code = self.table()['code']
        for path, methods in (('/api/health', 'POST PUT DELETE'), ('/metrics', 'POST DELETE'), ('/api/tables', 'PUT DELETE PATCH'),
                              (f'/api/tables/{code}', 'POST PUT DELETE'), (f'/api/tables/{code}/join', 'GET PUT DELETE'),
                              (f'/api/tables/{code}/log', 'POST DELETE'), ('/api/preview', 'GET'), ('/api/replay', 'GET'),
                              ('/api/catalogue', 'POST'), ('/api/words', 'DELETE')):
            for method in methods.split():
                answer = self.server.http(method, path, b'{}' if method in ('POST', 'PUT', 'PATCH') else None)
                self.assertIsNotNone(answer, f'{method} {path}: hung up')
                self.assertIn(answer.status, (400, 404, 405), f'{method} {path}')
        self.assertEqual(self.server.get('/api/tables/' + code).status, 200)

    def test_bad_paths(self):
        for path in ('/api', '/api/', '/api/nothing', '/api/tables/', '/api/tables/x/y/z', '/api/health/x', '/api/tables/%00',
                     '/api/tables/%2e%2e%2f', '/api/tables/' + 'a' * 3000, '/api/tables/abc/log', '/api/words/..'):
            answer = self.server.get(path)
            self.assertIsNotNone(answer, f'{path[:50]}: hung up')
            self.assertIn(answer.status, (400, 404, 414), path[:50])

    def test_no_way_out_of_the_page(self):
        for path in ('/../../../../etc/passwd', '/..%2f..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/%2e%2e/etc/passwd', '//etc/passwd',
                     '/./../etc/passwd', '/t/../../../etc/passwd', '/assets/../../../../etc/passwd', '/..\\..\\etc\\passwd',
                     '/%c0%ae%c0%ae/etc/passwd', '/etc/passwd', '/%00', '/index.html%00.png', '/.git/config', '/holm.db'):
            answer = wire.raw_http(self.server.port, f'GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'.encode())
            if answer is None:
                continue
            self.assertNotIn(b'root:', answer.body, path)
            self.assertNotIn(b'SQLite', answer.body, path)
            self.assertIn(answer.status, (200, 301, 302, 400, 403, 404), path)
            if answer.status == 200:
                self.assertIn('html', answer.field('content-type') or '', path)

    def test_no_way_out_of_a_folder(self):
        """The same with --web: nothing beside the folder is served, not by dots and not by links."""
        with tempfile.TemporaryDirectory() as place:
            web = pathlib.Path(place) / 'web'
            (web / 'assets').mkdir(parents=True)
            (web / 'index.html').write_text('<!doctype html><title>here</title>')
            (web / 'assets' / 'a.js').write_text('1')
            (pathlib.Path(place) / 'beside.txt').write_text('TREASURE')
            (web / 'link.txt').symlink_to(pathlib.Path(place) / 'beside.txt')
            server = self.serve(web=web)
            self.assertIn(b'here', server.get('/').body)
            self.assertIn(b'here', server.get('/t/abcdefghijkl').body)
            self.assertEqual(server.get('/assets/a.js').status, 200)
            self.assertIn('javascript', server.get('/assets/a.js').field('content-type'))
            for path in ('/../beside.txt', '/%2e%2e/beside.txt', '/..%2fbeside.txt', '/assets/../../beside.txt', '/assets/%2e%2e/%2e%2e/beside.txt',
                         '/./../beside.txt', '//../beside.txt', '/assets/..%5c..%5cbeside.txt', '/link.txt', f'/{place}/beside.txt', '/assets/', '/assets'):
                answer = wire.raw_http(server.port, f'GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'.encode())
                if answer is not None:
                    self.assertNotIn(b'TREASURE', answer.body, path)
                    self.assertNotIn(b'a.js', answer.body, f'{path} lists a folder')

    def test_files_of_a_folder(self):
        """--web: files as they are, each with its type; what is no plain file of a bearable size is not there."""
        with tempfile.TemporaryDirectory() as place:
            web = pathlib.Path(place)
            (web / 'assets').mkdir()
            (web / 'folder.d').mkdir()
            for name, size in (('index.html', 10), ('assets/a.css', 5), ('empty.txt', 0), ('odd.bin', 3), ('great.png', 8 << 20), ('huge.png', (8 << 20) + 1),
                               ('two words.txt', 3), ('.hidden.txt', 3)):
                (web / name).write_bytes(b'x' * size)
            os.mkfifo(web / 'pipe.txt')  # reading it would wait for ever
            server = self.serve(web=web)
            for path, kind, size, cache in (('/', 'text/html', 10, 'no-cache'), ('/assets/a.css', 'text/css', 5, 'immutable'), ('/empty.txt', 'text/plain', 0, 'no-cache'),
                                            ('/odd.bin', 'application/octet-stream', 3, 'no-cache'), ('/great.png', 'image/png', 8 << 20, 'no-cache')):
                answer = server.get(path)
                self.assertEqual((answer.status, len(answer.body)), (200, size), path)
                self.assertIn(kind, answer.field('content-type'), path)
                self.assertIn(cache, answer.field('cache-control'), path)
            for path in ('/huge.png', '/folder.d', '/two%20words.txt', '/.hidden.txt', '/pipe.txt', '/none.txt', '/' + 'a' * 240 + '.txt'):
                self.assertRefused(server.http('GET', path, timeout=5), 404)
            self.assertRefused(server.post('/index.html', {}), 405)

    def test_rough_http(self):
        """Requests that are no good HTTP: answered or cut off, and the next one is served."""
        for data in (b'\r\n\r\n', b'GET\r\n\r\n', b'GET / HTTP/9.9\r\n\r\n', b'\x00' * 500, b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
                     b'GET ' + b'/' + b'a' * 70000 + b' HTTP/1.1\r\n\r\n', b'GET / HTTP/1.1\r\n' + b'X: y\r\n' * 5000 + b'\r\n',
                     b'GET / HTTP/1.1\r\nX: ' + b'y' * 100000 + b'\r\n\r\n',
                     b'POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n{}',
                     b'POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n{}',
                     b'POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\n{}',
                     b'POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n',
                     b'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
                     b'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n'):
            try:
                answer = wire.raw_http(self.server.port, data, timeout=1)
            except (ConnectionError, TimeoutError):
                answer = None
            if answer is not None:
                self.assertNotEqual(answer.status, 101, data[:60])
            self.assertEqual(self.server.get('/api/health').status, 200, data[:60])

    @unittest.skipUnless(shutil.which('openssl'), 'no openssl to make a certificate with')
    def test_tls(self):
        with tempfile.TemporaryDirectory() as place:
            subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', place + '/key.pem', '-out', place + '/cert.pem',
                            '-days', '2', '-subj', '/CN=localhost'], check=True, capture_output=True)
            server = self.serve(cert=place + '/cert.pem', key=place + '/key.pem')
            context = ssl.create_default_context(cafile=place + '/cert.pem')
            context.check_hostname = False
            wire.raw_http(server.port, b'GET / HTTP/1.1\r\nHost: x\r\n\r\n', timeout=2)  # no TLS: cut off, or told
            with context.wrap_socket(socket.create_connection(('127.0.0.1', server.port))) as plug:
                plug.sendall(b'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
                self.assertTrue(plug.recv(4096).startswith(b'HTTP/1.1 200'))
            self.play_over(server, context)

    def play_over(self, server, tls):
        """A game over TLS: moves, a client that closes, one that is lost, and the end of the server amid it."""
        server.tls = tls
        made = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base', 'players': 2}, 'pace': 0, 'seats': ['me', 'open']}).json
        joined = server.post(f'/api/tables/{made["code"]}/join', {'name': 'Bob'}).json
        people = [players.Player(server, made['code'], token, random.Random(i), tls=tls)
                  for i, token in enumerate((made['token'], joined['token']))]
        players.pump(people, lambda: all(one.mirror.seq is not None for one in people))
        players.play(people, until=lambda: people[0].mirror.seq >= 12)
        players.settle(people)
        self.assertGreaterEqual(people[0].mirror.seq, 12)
        self.assertEqual(players.divergence(people[0]), '')
        self.assertTrue(fixture.until(lambda: server.metric('holm_limit_used{limit="half-requests"}') <= 1), 'only the one that asks')
        guest = wire.Wire(server.port, tls=tls)
        guest.send_bytes(wire.frame(wire.CLOSE, b'\x03\xe8'))
        self.assertTrue(guest.wait_closed())
        self.assertEqual(guest.close_code, 1000)
        rude = wire.Wire(server.port, tls=tls)
        rude.send_bytes(wire.frame(wire.TEXT, b'{}', masked=False))
        self.assertTrue(rude.wait_closed())
        self.assertEqual(rude.close_code, 1002)
        people[1].drop()
        people[0].until(lambda: not people[0].table['chairs'][1]['connected'])
        people[1].reconnect()
        players.play(people, limit=4)
        self.assertEqual(server.stop(), 0)
        self.assertTrue(people[0].wire.wait_closed())

    @unittest.skipUnless(shutil.which('openssl'), 'no openssl to make a certificate with')
    def test_tls_sockets_stay(self):
        """A WebSocket through TLS is no request that is not complete: it stays, and more of them make no room."""
        with tempfile.TemporaryDirectory() as place:
            subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', place + '/key.pem', '-out', place + '/cert.pem',
                            '-days', '2', '-subj', '/CN=localhost'], check=True, capture_output=True)
            server = self.serve(limits={'half-requests-each': 4}, cert=place + '/cert.pem', key=place + '/key.pem')
            context = ssl.create_default_context(cafile=place + '/cert.pem')
            context.check_hostname = False
            plugs = []
            for _ in range(12):
                plug = context.wrap_socket(socket.create_connection(('127.0.0.1', server.port), timeout=10))
                plug.sendall(b'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
                             b'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: holm.2\r\n\r\n')
                self.assertTrue(plug.recv(4096).startswith(b'HTTP/1.1 101'))
                plugs.append(plug)
            time.sleep(LINGER)
            for number, plug in enumerate(plugs):
                plug.sendall(wire.frame(wire.TEXT, b'{"type":"ping"}'))
                answer = piece = plug.recv(4096)
                while piece and b'pong' not in answer:
                    piece = plug.recv(4096)
                    answer += piece
                self.assertIn(b'pong', answer, f'socket {number} is gone')
            self.assertEqual(server.stop(), 0, server.log()[-3000:].decode(errors='replace'))
            for plug in plugs:
                plug.close()

    def test_listens_where_it_was_told(self):
        """On this machine only, unless told otherwise."""
        addresses = {'127.0.0.1', '127.0.0.2'}
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as plug:
            try:
                plug.connect(('192.0.2.1', 9))  # nothing is sent: it only tells our own address
                addresses.add(plug.getsockname()[0])
            except OSError:
                pass
        if IPV6:
            addresses.add('::1')

        def answering(server):
            found = set()
            for address in addresses:
                try:
                    with socket.create_connection((address, server.port), timeout=2) as plug:
                        plug.sendall(b'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
                        if plug.recv(100).startswith(b'HTTP'):
                            found.add(address)
                except OSError:
                    pass
            return found
        self.assertEqual(answering(self.server), {'127.0.0.1'})
        self.assertEqual(answering(self.serve(bind='127.0.0.2')), {'127.0.0.2'})
        self.assertGreaterEqual(answering(self.serve(bind='0.0.0.0')), {address for address in addresses if ':' not in address})
        if '::1' in addresses:
            self.assertEqual(answering(self.serve(bind='::1')), {'::1'})

    @unittest.skipUnless(IPV6, 'no IPv6 here')
    def test_a_game_over_ipv6(self):
        """--bind ::1: people play, and a network of IPv6 is limited as an address of IPv4 is."""
        server = self.serve(bind='::1', limits=fixture.limit(tables=2, connections=3))
        server.host = '::1'
        self.assertIn(f'http://[::1]:{server.port}/'.encode(), server.log())
        code, people = players.seat_people(server, 2, random.Random(71), rules={'game': 'base', 'players': 2})
        players.play(people, limit=20)
        own = [('Origin', f'http://[::1]:{server.port}')]
        third = server.wire(headers=own)
        with self.assertRaises(wire.Refused) as refused:
            server.wire()
        self.assertEqual(refused.exception.status, 503)
        third.close()
        body = {'name': 'Ada', 'rules': {'game': 'base'}}
        self.assertEqual([server.http('POST', '/api/tables', body, own).status for _ in range(3)], [201, 429, 429])
        self.assertEqual(server.http('POST', '/api/tables', body, [('Origin', f'http://[::2]:{server.port}')]).status, 403)
        self.assertEqual(server.limited('tables-each'), 2)

    @unittest.skipUnless(IPV6, 'no IPv6 here')
    def test_both_kinds_of_addresses(self):
        """--bind ::, which is all there are: addresses of IPv4 are themselves, and none is another's."""
        server = self.serve(bind='::', limits=fixture.limit(tables=1))
        body = {'name': 'Ada', 'rules': {'game': 'base'}}
        made = [server.http('POST', '/api/tables', body, source=source).status for source in ('127.0.0.7', '127.0.0.7', '127.0.0.8')]
        self.assertEqual(made, [201, 429, 201])
        server.host = '::1'
        self.assertEqual([server.post('/api/tables', body).status for _ in range(2)], [201, 429])

    def test_page(self):
        for path in ('/', '/t/abcdefghijkl'):
            answer = self.server.get(path)
            self.assertEqual(answer.status, 200, path)
            self.assertIn('text/html', answer.field('content-type'))

    def test_words_are_announced(self):
        """The page's words in the visitor's language are named with it, so that they are fetched at once."""
        for language, name in (('en-GB', 'en'), ('es-ES,es;q=0.9', 'es'), ('fr', 'en')):
            answer = self.server.http('GET', '/', headers=[('Accept-Language', language)])
            if b'/assets/' not in answer.body:
                self.skipTest('this program was built without the page')
            path, = re.fullmatch(rf'<(/assets/{name}-[\w-]+\.js)>; rel=modulepreload', answer.field('link')).groups()
            self.assertEqual(self.server.get(path).status, 200)
        self.assertIsNone(self.server.get('/icon.svg').field('link'))

    def test_foreign_origin(self):
        """Another site's page must not speak for a visitor of ours."""
        code = self.table()['code']
        for origin in ('http://evil.example', 'null', f'http://127.0.0.1.evil.example:{self.server.port}',
                       f'http://127.0.0.1:{self.server.port}.evil.example', 'https://localhost.evil.example'):
            with self.assertRaises(wire.Refused, msg=origin) as refused:
                self.server.wire(headers=[('Origin', origin)])
            self.assertIn(refused.exception.status, (0, 400, 403), origin)
            answer = self.server.http('POST', '/api/tables', {'name': 'Ada', 'rules': {'game': 'base'}}, [('Origin', origin)])
            self.assertEqual(answer.status, 403, origin)
            joined = self.server.http('POST', f'/api/tables/{code}/join', {'name': 'Bob'}, [('Origin', origin)])
            self.assertEqual(joined.status, 403, origin)
        self.assertEqual(self.server.get('/api/tables').json['tables'], [])
        own = self.server.wire(headers=[('Origin', f'http://127.0.0.1:{self.server.port}')])
        own.send({'type': 'ping'})
        own.drain()
        own.close()

    def test_named_origin(self):
        """--origin: pages of another site may connect, those that were named and no other."""
        server = self.serve(origin='https://play.example.org')
        body = {'name': 'Ada', 'rules': {'game': 'base'}}
        for origin, status in (('https://play.example.org', 201), ('http://play.example.org', 403), ('https://play.example.org:444', 403),
                               ('https://example.org', 403), ('play.example.org', 403), ('', 403), (f'http://127.0.0.1:{server.port}', 201)):
            self.assertEqual(server.http('POST', '/api/tables', body, [('Origin', origin)]).status, status, origin)
            try:
                server.wire(headers=[('Origin', origin)]).close()
                opened = True
            except wire.Refused as refused:
                self.assertEqual(refused.status, 403, origin)
                opened = False
            self.assertEqual(opened, status == 201, origin)
        several = self.serve(origin=('https://a.example', 'https://b.example'))
        for origin, status in (('https://a.example', 201), ('https://b.example', 201), ('https://c.example', 403)):
            self.assertEqual(several.http('POST', '/api/tables', body, [('Origin', origin)]).status, status, origin)
        answer = wire.raw_http(server.port, b'POST /api/tables HTTP/1.0\r\nOrigin: https://else.example\r\nContent-Length: 2\r\n\r\n{}', timeout=5)
        self.assertEqual(answer.status, 403, 'no Host, and a foreign page')

    def test_head(self):
        """HEAD: what GET would say of itself, and nothing of it."""
        while self.server.get('/api/health').json['storage']['check'] == 'running': # what is said of it changes once
            time.sleep(0.05)
        for path in ('/', '/api/health', '/api/catalogue', '/nowhere.js'):
            data = f'HEAD {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'.encode()
            with socket.create_connection(('127.0.0.1', self.server.port), 10) as plug:
                plug.sendall(data)
                answer = b''
                while piece := plug.recv(65536):
                    answer += piece
            head, _, body = answer.partition(b'\r\n\r\n')
            self.assertEqual(body, b'', path)
            whole = self.server.get(path)
            self.assertEqual(head.split(b' ')[1], str(whole.status).encode(), path)
            self.assertIn(f'content-length: {len(whole.body)}'.encode(), head.lower(), path)

    def test_encodings(self):
        """The built-in page is there in gzip; who cannot take it is told, or gets it plain."""
        for takes, fine in (('gzip', True), ('br, gzip;q=0.8', True), ('*', True), (None, True), ('identity', False), ('', False)):
            answer = self.server.http('GET', '/', headers=[('Accept-Encoding', takes)] if takes is not None else [])
            packed = answer.field('content-encoding') == 'gzip'
            self.assertIn(answer.status, (200,) if fine else (200, 406), takes)
            self.assertFalse(packed and not fine, takes)
            if packed:
                self.assertEqual(answer.field('vary'), 'Accept-Encoding')
        for path, status in (('/apiary', 200), ('/api', 404), ('/api/', 404), ('/metricsx', 200), ('/api/words?' + 'x' * 300, 414), ('/' + 'x' * 300, 414)):
            self.assertEqual(self.server.get(path).status, status, path[:20])

    def test_long_answers_are_packed(self):
        """For whoever says so, the same words in fewer bytes; what is short, and what answers a POST, stays as it is."""
        code = self.table(seats=['easy', 'easy'], pace=0, rules={'game': 'base', 'players': 2, 'turn_limit': 4})['code']
        self.assertTrue(fixture.until(lambda: self.server.get(f'/api/tables/{code}/replay').status == 200))
        for path in ('/api/catalogue', f'/api/tables/{code}/replay', f'/api/tables/{code}/log', f'/api/tables/{code}/proof'):
            plain = self.server.get(path)
            self.assertEqual((plain.status, plain.field('content-encoding')), (200, None), path)
            for takes, packs in (('gzip', True), ('br, gzip;q=0.5', True), ('GZip', True), ('gzip;q=0', False), ('gzip\t; Q=0', False), ('notgzip, gzip;q=0', False), ('identity', False), ('*', False)):
                answer = self.server.http('GET', path, headers=[('Accept-Encoding', takes)])
                self.assertEqual(answer.field('content-encoding'), 'gzip' if packs else None, (path, takes))
                self.assertEqual(gzip.decompress(answer.body) if packs else answer.body, plain.body, (path, takes))
                if packs:
                    self.assertEqual(answer.field('vary'), 'Accept-Encoding')
                    self.assertLess(len(answer.body), len(plain.body) / 2, path)
        for answer in (self.server.http('GET', '/api/ready', headers=[('Accept-Encoding', 'gzip')]),
                       self.server.http('POST', '/api/tables', {'name': 'Ada' * 8}, headers=[('Accept-Encoding', 'gzip')])):
            self.assertIsNone(answer.field('content-encoding'))

    def test_subprotocol(self):
        wire_ = self.server.wire()
        self.assertEqual(wire_.chosen, 'holm.2')
        self.assertNotIn('deflate', wire_.extensions)
        wire_.close()
        other = self.server.wire(protocol='chess.1 ,\tholm.2 \t, x', headers=[('X', 'y')])
        self.assertEqual(other.chosen, 'holm.2')
        other.close()
        for protocol in ('chess.1', 'holm.1', 'holm.3', None):
            try:
                other = self.server.wire(protocol=protocol)
            except wire.Refused:
                continue
            if protocol:
                self.assertNotEqual(other.chosen, protocol, 'a protocol nobody speaks was agreed on')
            other.close()


class Watched(fixture.Case):
    def test_systemd_is_told(self):
        """A service of Type=notify with a watchdog: ready, alive, stopping."""
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
            heard.bind(f'{folder}/notify')
            heard.settimeout(10)
            server = self.serve(wrap=('env', f'NOTIFY_SOCKET={folder}/notify', 'WATCHDOG_USEC=2000000'))
            self.assertEqual(heard.recv(100), b'READY=1')
            heard.settimeout(0.1)
            begin, signs = time.monotonic(), 0
            while time.monotonic() < begin + 20 and signs < 4:
                server.get('/api/health')  # so that the loop goes round
                try:
                    self.assertEqual(heard.recv(100), b'WATCHDOG=1')
                    signs += 1
                except TimeoutError:
                    pass
            self.assertEqual(signs, 4)
            self.assertGreater(time.monotonic() - begin, 1.3, 'twice a second is enough')
            server.stop()
            heard.settimeout(5)
            while (last := heard.recv(100)) == b'WATCHDOG=1':
                pass
            self.assertEqual(last, b'STOPPING=1')

    def test_a_hang_is_silent(self):
        """While the loop hangs there is no sign of life, for longer than the watchdog waits; threads that still run give none."""
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
            heard.bind(f'{folder}/notify')
            heard.settimeout(10)
            server = self.serve(shift=True, wrap=('env', f'NOTIFY_SOCKET={folder}/notify', 'WATCHDOG_USEC=2000000'))
            self.assertEqual([heard.recv(100) for _ in range(3)], [b'READY=1', b'WATCHDOG=1', b'WATCHDOG=1'])
            server.hang_file.touch()
            time.sleep(1.5)  # it may be in the middle of a turn
            heard.settimeout(0.01)
            with contextlib.suppress(TimeoutError):
                while heard.recv(100):
                    pass
            heard.settimeout(3)
            with self.assertRaises(TimeoutError):
                heard.recv(100)
            self.assertIsNone(server.http('GET', '/api/health', timeout=1))
            server.hang_file.unlink()
            heard.settimeout(10)
            self.assertEqual(heard.recv(100), b'WATCHDOG=1')
            self.assertEqual(server.get('/api/health').status, 200)


if __name__ == '__main__':
    fixture.main()
