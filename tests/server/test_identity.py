#!/usr/bin/env python3
"""People who stay themselves: proofs of a key, histories, results, ratings, being forgotten, quick matches."""
import math
import pathlib
import random
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import unittest

import dice
import fixture
import players
import schema

RATED = {'public': True, 'clock': {'mode': 'decision', 'seconds': 600}, 'pace': 0}


class Person:
    """A key, and what it signs."""

    def __init__(self, server):
        self.server = server
        self.share = dice.Share()

    def challenge(self, purpose):
        answer = self.server.post('/api/people/challenge', {'purpose': purpose})
        assert answer.status == 200, answer.body
        assert answer.json['seconds'] == 60
        return answer.json['challenge']

    def proof(self, purpose, challenge=None, host=None, signed_for=None):
        challenge = challenge or self.challenge(purpose)
        host = host or f'127.0.0.1:{self.server.port}'
        text = dice.message('person', f'{signed_for or purpose}\n{host}\n{challenge}'.encode())
        return {'key': self.share.key.hex(), 'challenge': challenge, 'signature': self.share.sign(text).hex()}

    def ask(self, what='history', purpose='read', **spoiled):
        return self.server.post(f'/api/people/{what}', {'person': self.proof(purpose, **spoiled)})

    def history(self):
        answer = self.ask()
        assert answer.status == 200, answer.body
        return answer.json


def update(ratings, places):
    """Weng and Lin's algorithm for Plackett-Luce, from the formulas in docs/people.md: (mu, sigma) of each after a game."""
    beta = 25 / 6
    c = math.sqrt(sum(sigma ** 2 + beta ** 2 for _, sigma in ratings))
    strength = [math.exp(mu / c) for mu, _ in ratings]
    after = []
    for i, (mu, sigma) in enumerate(ratings):
        omega = delta = 0
        for q, place in enumerate(places):
            if place > places[i]:
                continue
            p = strength[i] / sum(s for s, other in zip(strength, places) if other >= place)
            omega += ((q == i) - p) / places.count(place)
            delta += p * (1 - p) / places.count(place)
        after.append((mu + sigma ** 2 / c * omega, sigma * math.sqrt(max(1 - sigma / c * sigma ** 2 / c ** 2 * delta, 0.0001))))
    return after


def shown(rating):
    return round(1000 + 40 * (rating[0] - 3 * rating[1]))


class Identity(fixture.Case):
    def setUp(self):
        super().setUp()
        web = tempfile.TemporaryDirectory()  # a page, whether or not the program has one
        self.addCleanup(web.cleanup)
        pathlib.Path(web.name, 'index.html').write_text('<!doctype html><html><head><title>Holm</title></head></html>')
        self.server = self.serve(web=web.name)

    def people(self, count, **body):
        """Known people at a table whose game has begun, and their keys."""
        keys = [Person(self.server) for _ in range(count)]
        body = dict({'rules': {'game': 'base', 'players': count}, 'seats': ['me'] + ['open'] * (count - 1), 'pace': 0}, **body)
        made = self.server.post('/api/tables', dict(body, name='Ada', person=keys[0].proof('sit')))
        self.assertEqual(made.status, 201, made.body)
        code = made.json['code']
        tokens = [made.json['token']]
        for one, name in zip(keys[1:], ('Bob', 'Cleo', 'Dan')):
            joined = self.server.post(f'/api/tables/{code}/join', {'name': name, 'person': one.proof('sit')})
            self.assertEqual(joined.status, 200, joined.body)
            tokens.append(joined.json['token'])
        there = [players.Player(self.server, code, token, random.Random(count)) for token in tokens]
        players.pump(there, lambda: all(one.mirror.seq is not None for one in there))
        return code, there, keys

    def ratings(self, game='base'):
        answer = self.server.get(f'/api/ratings?game={game}')
        self.assertEqual(answer.status, 200, answer.body)
        return {one['name'] or one['bot']: one for one in answer.json['ratings']}

    def result(self, code):
        answer = fixture.until(lambda: (found := self.server.get(f'/api/results/{code}')).status == 200 and found, 60)
        self.assertTrue(answer, 'the game has no results')
        return answer.json

    def refused(self, answer, status, error):
        self.assertEqual((answer.status, answer.json['error']), (status, error), answer.body)

    def test_proofs(self):
        ada, eve = Person(self.server), Person(self.server)
        self.assertEqual(ada.history(), {'known': False, 'games': [], 'figures': [], 'ratings': []})
        # Forged: another's signature, another server's name, another purpose, a spoiled bit.
        proof = ada.proof('read')
        self.refused(self.server.post('/api/people/history', {'person': dict(proof, key=eve.share.key.hex())}), 403, 'proof')
        self.refused(ada.ask(host='evil.example'), 403, 'proof')
        self.refused(ada.ask(signed_for='forget'), 403, 'proof')
        spoiled = dict(proof, signature=f'{int(proof["signature"], 16) ^ 1 << 300:0128x}')
        self.refused(self.server.post('/api/people/history', {'person': spoiled}), 403, 'proof')
        # None of that has used the challenge up; but it is taken once.
        self.assertEqual(self.server.post('/api/people/history', {'person': proof}).status, 200)
        self.refused(self.server.post('/api/people/history', {'person': proof}), 403, 'stale-proof')
        # A challenge of another purpose, one that was changed, one that nobody made.
        self.refused(ada.ask(challenge=ada.challenge('sit')), 403, 'stale-proof')
        own = bytearray.fromhex(ada.challenge('read'))
        own[20] ^= 64  # its time
        self.refused(ada.ask(challenge=own.hex()), 403, 'stale-proof')
        self.refused(ada.ask(challenge='00' * 40), 403, 'stale-proof')
        # After a restart an old one is nobody's; where nodes share a database, it is good at all of them, once.
        old = ada.challenge('read')
        self.server.restart()
        if fixture.POSTGRESQL:
            self.assertEqual(ada.ask(challenge=old).status, 200)
        self.refused(ada.ask(challenge=old), 403, 'stale-proof')
        # Bad forms.
        for body in ({}, {'person': None}, {'person': 3}, {'person': {}}, {'person': dict(proof, key='0')}, {'person': dict(proof, more=1)},
                     {'person': dict(proof, signature='x' * 128)}, {'person': proof, 'more': 1}):
            self.refused(self.server.post('/api/people/history', body), 400, 'form')
        for body in ({}, {'purpose': 'rule'}, {'purpose': 3}, []):
            self.refused(self.server.post('/api/people/challenge', body), 400, 'form')

    def test_what_stands_for_people(self):
        """The same at every table and over restarts for a key, and in what they say; without a key that of the token."""
        ada, bob = Person(self.server), Person(self.server)

        def shown(code):
            return [chair['person'] for chair in self.server.get(f'/api/tables/{code}').json['table']['chairs']]

        def seat(*who):
            body = {'rules': {'game': 'base', 'players': 3}, 'name': 'Ada', 'seats': ['me', 'open', 'easy']}
            made = self.server.post('/api/tables', dict(body, person=who[0] and who[0].proof('sit'))).json
            join = {'name': 'Bob', 'person': who[1] and who[1].proof('sit')}
            return made['code'], [made['token'], self.server.post(f'/api/tables/{made["code"]}/join', join).json['token']]
        first, second = seat(ada, bob), seat(bob, ada)
        nobody = seat(None, None)
        ids = shown(first[0])
        self.assertEqual(len(set(ids)), 3)
        self.assertIsNone(ids[2], 'a bot')
        self.assertRegex(ids[0], '^[0-9a-f]{16}$')
        self.assertEqual(shown(second[0])[:2], ids[1::-1])
        unknown = shown(nobody[0])
        self.assertEqual(len(set(unknown[:2] + ids[:2])), 4)
        self.server.restart()
        self.assertEqual([shown(first[0]), shown(nobody[0])], [ids, unknown])
        one = players.Player(self.server, second[0], second[1][1])
        one.say(type='chat', text='hello')
        one.until(lambda: one.chat)
        self.assertEqual(one.chat[0]['person'], ids[0])
        self.assertEqual(schema.fault(one.chat[0], 'serverMessage'), '')
        self.assertEqual(schema.fault({'type': 'table', 'table': one.table}, 'serverMessage'), '')

    def test_passed_on_by_another_server(self):
        """Somebody else's server gets a signature for its own name, and says here that it is called so."""
        ada = Person(self.server)

        def status(host):
            proof = ada.proof('read', host=host)
            return self.server.http('POST', '/api/people/history', {'person': proof}, [('Host', host)]).status
        port = self.server.port
        machine = socket.gethostname().split('.')[0]
        for host in ('evil.example', f'evil.example:{port}', '127.0.0.1', f'127.0.0.1:{port + 1}', 'localhost', f'203.0.114.7:{port}',
                     f'[2606:4700::1]:{port}', f'localhost.evil.example:{port}', f'127.0.0.1.evil.example:{port}', f'{machine}.evil.example:{port}'):
            self.assertEqual(status(host), 403, host)
        ours = (f'127.0.0.1:{port}', f'localhost:{port}', f'[::1]:{port}')
        home = (f'192.168.0.7:{port}', f'[fd00::7]:{port}', f'{machine}:{port}', f'{machine}.local:{port}')
        for host in ours + home:
            self.assertEqual(status(host), 200, host)
        # Where a name was given, nothing else is believed.
        self.server.restart(origin='https://play.example')
        for host in ours + ('play.example',):
            self.assertEqual(status(host), 200, host)
        for host in home + ('evil.example',):
            self.assertEqual(status(host), 403, host)

    @unittest.skipUnless(shutil.which('openssl'), 'no openssl to make a certificate with')
    def test_names_of_the_certificate(self):
        place = tempfile.mkdtemp(prefix='holm-test-')
        self.addCleanup(shutil.rmtree, place)
        subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', place + '/key.pem', '-out', place + '/cert.pem',
                        '-days', '2', '-subj', '/CN=play.example', '-addext', 'subjectAltName=DNS:play.example,IP:127.0.0.1'], check=True, capture_output=True)
        self.server = self.serve(cert=place + '/cert.pem', key=place + '/key.pem')
        self.server.tls = ssl.create_default_context(cafile=place + '/cert.pem')
        self.server.tls.check_hostname = False
        ada = Person(self.server)
        for host, status in ((f'play.example:{self.server.port}', 200), ('play.example', 403), (f'evil.example:{self.server.port}', 403)):
            proof = ada.proof('read', host=host)
            self.assertEqual(self.server.http('POST', '/api/people/history', {'person': proof}, [('Host', host)]).status, status, host)

    def test_behind_a_proxy(self):
        """People know the server by another name than the proxy does."""
        self.server = self.serve(origin=('https://play.example', 'https://holm.example:8443'))
        ada = Person(self.server)
        for host in ('play.example', 'holm.example:8443', f'127.0.0.1:{self.server.port}'):
            self.assertEqual(ada.ask(host=host).status, 200)
        self.refused(ada.ask(host='holm.example'), 403, 'proof')

    def forgets(self, key):
        self.assertEqual(key.ask('forget', 'forget').json, {'forgotten': True})

    def named(self, code, name):
        """Where a name is still told, of all that can be asked."""
        watcher = players.Player(self.server, code, None)
        watcher.keep = True
        watcher.reconnect(None)
        watcher.until(lambda: watcher.mirror.over)
        self.addCleanup(watcher.drop)
        told = {'socket': b' '.join(watcher.frames)}
        for path in ('tables', 'results'):
            told[path] = self.server.get(f'/api/{path}/{code}').body
        told['replay'] = ' '.join(self.server.get(f'/api/tables/{code}/replay').json['seats']).encode()  # the log behind it is as all signed it
        told['page'] = self.server.get(f'/t/{code}').body
        return {path for path, body in told.items() if name.encode() in body}

    def test_forgotten_is_forgotten(self):
        """After the game and during it, whoever wins, also after a restart; others' names stay."""
        for during in (False, True):
            code, (ada, bob), keys = self.people(2, **RATED)
            players.play([ada, bob], limit=8)
            for one in (ada, bob):
                one.say(type='chat', text=f'I am {one.table["chairs"][one.chair]["name"]} of Main Street')
            players.pump([ada, bob], lambda: len(bob.chat) == 2 == len(ada.chat))
            players.settle([ada, bob])
            if during:
                self.forgets(keys[0])
                bob.until(lambda: bob.table['chairs'][0]['rating'] is None)
                self.assertEqual(bob.table['chairs'][0]['name'], 'Ada', 'others still play with her')
            (ada if during else bob).resign()
            players.pump([ada, bob], lambda: bob.mirror.over and ada.mirror.over)
            self.result(code)
            if not during:
                self.assertEqual(self.named(code, 'Ada'), {'socket', 'tables', 'results', 'replay', 'page'})
                self.forgets(keys[0])
            for restart in (False, True):
                if restart:
                    self.server.restart()
                self.assertEqual(self.named(code, 'Ada'), set(), (during, restart))
                self.assertLessEqual({'socket', 'tables', 'results', 'replay'}, self.named(code, 'Bob'))
            self.assertFalse(keys[0].history()['known'])

    def test_names_on_the_leaderboard(self):
        """Two of one name are told apart; a name that whoever runs the server hides stays so, with the next game too."""
        for _ in range(2):
            code, (ada, bob), keys = self.people(2, **RATED)
            ada.resign()
            players.pump([ada, bob], lambda: bob.mirror.over)
            self.result(code)

        def board():
            return self.server.get('/api/ratings').json['ratings']
        rows = board()
        self.assertEqual([one['name'] for one in rows], ['Ada', 'Ada'])
        self.assertEqual(len({one['person'] for one in rows}), 2)
        mine = next(c['person'] for c in self.server.get(f'/api/tables/{code}').json['table']['chairs'] if c['name'] == 'Ada')
        self.assertIn(mine, [one['person'] for one in rows])
        token = re.search(rb'shown this once: (\S+)', self.server.log())[1].decode()

        def order(what, **more):
            return self.server.post('/api/admin', {'token': token, 'do': what, **more})
        for bad in ({}, {'person': '00' * 8}):
            self.refused(order('hide-name', **bad), 404, 'not-found')
        self.refused(order('hide-name', person='Ada'), 400, 'form')
        self.assertEqual(order('hide-name', person=mine).status, 200)
        self.assertEqual({one['person']: one['name'] for one in board()}[mine], None)
        self.assertEqual([one['name'] for one in board()].count('Ada'), 1)
        self.assertNotIn('Ada', [one['name'] for one in self.result(code)['results']])
        made = self.server.post('/api/tables', dict(RATED, rules={'game': 'base', 'players': 2}, seats=['me', 'easy'], name='Ada', start='now', person=keys[0].proof('sit')))
        self.assertEqual(made.status, 201, made.body)
        one = players.Player(self.server, made.json['code'], made.json['token'], random.Random(1))
        one.until(lambda: one.mirror.seq is not None)
        one.resign()
        one.until(lambda: one.mirror.over)
        self.assertNotIn('Ada', [one['name'] for one in self.result(made.json['code'])['results']])
        self.assertEqual(order('show-name', person=mine).status, 200)
        self.assertEqual([one['name'] for one in board()], ['Ada', 'Ada'])

    def match(self, name, key=None, source=None):
        body = {'game': 'base', 'players': [3, 4], 'name': name, 'person': key and key.proof('sit')}
        answer = self.server.post('/api/match', body, source)
        self.assertIn(answer.status, (200, 201), answer.body)
        there = players.Player(self.server, answer.json['code'], answer.json['token'], readies=False)
        self.addCleanup(there.drop)
        return there

    def test_a_match_is_with_others(self):
        """Nobody is seated beside themselves, or again at a table that does not want them."""
        ada, eve = Person(self.server), Person(self.server)
        first, again = self.match('Ada', ada), self.match('Ada', ada)
        self.assertNotEqual(first.code, again.code)
        again.say(type='leave')
        again.drop()
        guest = self.match('Eve', eve, '127.0.0.9')
        self.assertEqual((guest.code, guest.chair), (first.code, 1))
        first.say(type='remove', chair=1)
        first.until(lambda: first.table['chairs'][1]['kind'] == 'open')
        for key, source in ((None, '127.0.0.9'), (eve, '127.0.0.8')):
            other = self.match('Eve', key, source)
            self.assertNotEqual(other.code, first.code, 'a table of their own')
            other.say(type='leave')
            self.assertTrue(fixture.until(lambda: self.server.get(f'/api/tables/{other.code}').status == 404))

    def test_who_was_removed_stays_so(self):
        """By another address and after a restart: the same key; the same address, after a restart; but nobody else."""
        ada, eve = Person(self.server), Person(self.server)
        made = self.server.post('/api/tables', {'rules': {'game': 'base', 'players': 4}, 'name': 'Ada', 'person': ada.proof('sit')}).json
        host = players.Player(self.server, made['code'], made['token'], readies=False)

        def join(key, source):
            return self.server.post(f'/api/tables/{made["code"]}/join', {'name': 'Eve', 'person': key and key.proof('sit')}, source)
        self.assertEqual(join(eve, '127.0.0.9').status, 200)
        host.say(type='remove', chair=1)
        host.until(lambda: host.table['chairs'][1]['kind'] == 'open')
        for restart in (False, True):
            if restart:
                self.server.restart()
            self.refused(join(eve, '127.0.0.8'), 403, 'removed')
            self.refused(join(None, '127.0.0.9'), 403, 'removed')
        self.assertEqual(join(None, '127.0.0.8').status, 200)

    def test_nobody_sits_down_with_a_bad_proof(self):
        ada = Person(self.server)
        body = {'rules': {'game': 'base', 'players': 3}, 'name': 'Ada'}
        proof = ada.proof('sit')
        self.refused(self.server.post('/api/tables', dict(body, person=dict(proof, signature='00' * 64))), 403, 'proof')
        made = self.server.post('/api/tables', dict(body, person=proof))
        self.assertEqual(made.status, 201)
        join = f'/api/tables/{made.json["code"]}/join'
        self.refused(self.server.post(join, {'name': 'Bob', 'person': proof}), 403, 'stale-proof')
        for name in ('B\u202eob', 'B\u0007ob', '\u200b'):
            self.refused(self.server.post(join, {'name': name, 'person': ada.proof('sit')}), 400, 'form')
        table = self.server.get(f'/api/tables/{made.json["code"]}').json['table']
        self.assertEqual([chair['kind'] for chair in table['chairs']], ['person', 'open', 'open'])
        self.assertEqual([chair['rating'] for chair in table['chairs']], [1000, None, None])
        self.assertNotIn(ada.share.key.hex(), str(table))

    def test_who_cannot_sit_is_not_written_down(self):
        """A full table costs strangers no row of the database, however many keys they make."""
        made = self.server.post('/api/tables', {'rules': {'game': 'base', 'players': 2}, 'name': 'Ada', 'seats': ['me', 'random'], 'start': 'now'})
        eve = Person(self.server)
        self.refused(self.server.post(f'/api/tables/{made.json["code"]}/join', {'name': 'Eve', 'person': eve.proof('sit')}), 409, 'full')
        self.assertFalse(eve.history()['known'])

    def test_history_and_being_forgotten(self):
        code, (ada, bob), keys = self.people(2, rules={'game': 'base', 'players': 2, 'undo': False})
        told = lambda: [event for _, events in sorted(bob.mirror.history.items()) for event in events]
        rolled = lambda: [number for number, event in enumerate(told()) if event['event'] == 'roll']
        players.play([ada, bob], until=lambda: len(rolled()) >= 3)
        players.settle([ada, bob])
        given = {card: count for event in told()[:rolled()[0]] if event['event'] == 'produce' and event['seat'] == bob.seat
                 for card, count in event['cards'].items()}  # for the second settlement: one for each land beside it
        self.server.restart()  # identities and figures come back with the game
        ada.reconnect()
        bob.reconnect()
        ada.resign()
        players.pump([ada, bob], lambda: bob.mirror.over)
        mine, theirs = keys[0].history(), keys[1].history()
        self.assertTrue(mine['known'])
        self.assertEqual([game['code'] for game in mine['games']], [code])
        self.assertEqual((mine['games'][0]['left'], mine['games'][0]['place'], mine['games'][0]['why']), (True, 2, 'resigned'))
        self.assertEqual((theirs['games'][0]['left'], theirs['games'][0]['place']), (False, 1))
        figures = theirs['figures'][0]
        self.assertEqual([figures[name] for name in ('game', 'players', 'games', 'wins')], ['base', 2, 1, 1])
        self.assertGreater(figures['dice']['expected'], 0)
        self.assertGreater(sum(figures['opening'].values()), 0)  # never both at nothing but a desert
        for card, count in given.items():
            self.assertGreaterEqual(figures['opening'][card], count)
        self.assertEqual(mine['ratings'], [])  # a private table
        self.assertEqual([one['name'] for one in self.result(code)['results']], ['Bob', 'Ada'])
        self.assertEqual(self.server.get('/api/results').json['games'], [])
        # Forgotten: the key, the history, the name in results; others keep theirs.
        self.refused(keys[0].ask('forget', 'forget', signed_for='read'), 403, 'proof')
        self.assertEqual(keys[0].ask('forget', 'forget').status, 200)
        self.assertEqual(keys[0].history(), {'known': False, 'games': [], 'figures': [], 'ratings': []})
        self.assertEqual([one['name'] for one in self.result(code)['results']], ['Bob', None])
        self.assertEqual(len(keys[1].history()['games']), 1)
        self.refused(self.server.get('/api/results/nosuchcode'), 404, 'no-result')

    def test_ratings(self):
        fresh = (25, 25 / 3)
        # Bots among themselves: all of it counts, and two chairs of one bot give it the mean.
        bots = ['greedy', 'easy', 'greedy']
        made = self.server.post('/api/tables', dict(RATED, rules={'game': 'base', 'players': 3}, seats=bots))
        self.assertEqual(made.status, 201, made.body)
        found = self.result(made.json['code'])
        self.assertTrue(found['rated'] and found['public'])
        places = {one['chair']: one['place'] for one in found['results']}
        after = update([fresh] * 3, [places[i] for i in range(3)])
        wanted = {'easy': after[1], 'greedy': tuple((a + b) / 2 for a, b in zip(after[0], after[2]))}
        rated = self.ratings()
        for name, rating in wanted.items():
            self.assertAlmostEqual(rated[name]['mu'], rating[0], places=5)
            self.assertAlmostEqual(rated[name]['sigma'], rating[1], places=5)
            self.assertEqual(rated[name]['rating'], shown(rating))
        self.assertEqual((rated['greedy']['games'], rated['easy']['games']), (2, 1))
        self.assertEqual([one['code'] for one in self.server.get('/api/results').json['games']], [made.json['code']])
        # Somebody leaves: it counts for them alone, behind all who stayed.
        code, (ada, bob), keys = self.people(2, **RATED)
        self.assertTrue(ada.table['rated'])
        ada.resign()
        players.pump([ada, bob], lambda: bob.mirror.over)
        last = update([fresh] * 2, [2, 1])[0]
        rated = self.ratings()
        self.assertAlmostEqual(rated['Ada']['mu'], last[0], places=5)
        self.assertAlmostEqual(rated['Ada']['sigma'], last[1], places=5)
        self.assertNotIn('Bob', rated)
        results = {one['name']: one for one in self.result(code)['results']}
        self.assertEqual((results['Ada']['before'], results['Ada']['after']), (1000, shown(last)))
        self.assertEqual((results['Bob']['before'], results['Bob']['after']), (None, None))
        self.assertEqual(keys[0].history()['ratings'][0]['rating'], shown(last))
        keys[0].ask('forget', 'forget')
        self.assertNotIn('Ada', self.ratings())
        self.refused(self.server.get('/api/ratings?game=chess'), 400, 'form')

    def test_what_does_not_count(self):
        def rated(**body):
            made = self.server.post('/api/tables', dict(RATED, **body))
            self.assertEqual(made.status, 201, made.body)
            return self.server.get(f'/api/tables/{made.json["code"]}').json['table']['rated']
        self.assertTrue(rated(rules={'game': 'base', 'players': 3}))
        self.assertTrue(rated(rules={'game': 'base', 'players': 4, 'setup': 'variable'}))
        self.assertTrue(rated(rules={'players': 4}, scenario='new-shores'))
        self.assertFalse(rated(rules={'game': 'base', 'players': 3}, public=False))
        self.assertFalse(rated(rules={'game': 'base', 'players': 3, 'target': 5}))
        self.assertFalse(rated(rules={'players': 4, 'target': 5}, scenario='new-shores'))
        self.assertFalse(rated(rules={'game': 'base', 'players': 3}, order='fixed'))
        self.assertFalse(rated(rules={'game': 'base', 'players': 3}, clock={'mode': 'none'}))
        self.assertFalse(rated(rules={'game': 'base', 'players': 3}, public=False, deal=3))
        for seconds in (19, 20):  # less is no time to think, and three times without an answer is leaving
            self.assertEqual(rated(rules={'game': 'base', 'players': 3}, clock={'mode': 'decision', 'seconds': seconds}), seconds == 20)
        # One who is not known, or the same person twice, or nobody's clock: it does not count once it begins.
        for clock in ({'mode': 'none'}, {'mode': 'turn', 'seconds': 19}):
            code, there, keys = self.people(2, **dict(RATED, clock=clock))
            self.assertFalse(there[0].table['rated'])
        made = self.server.post('/api/tables', dict(RATED, rules={'game': 'base', 'players': 2}, name='Ada', person=keys[0].proof('sit')))
        joined = self.server.post(f'/api/tables/{made.json["code"]}/join', {'name': 'Eve', 'person': keys[0].proof('sit')})
        there = [players.Player(self.server, made.json['code'], one.json['token'], random.Random(1)) for one in (made, joined)]
        players.pump(there, lambda: all(one.mirror.seq is not None for one in there))
        self.assertFalse(there[0].table['rated'])

    def test_match(self):
        def match(name, **body):
            return self.server.post('/api/match', dict({'game': 'base', 'players': [3, 4], 'name': name}, **body))
        first = match('Ada', person=Person(self.server).proof('sit'))
        self.assertEqual(first.status, 201, first.body)
        code = first.json['code']
        ada = players.Player(self.server, code, first.json['token'], random.Random(1))
        ada.until(lambda: ada.table)
        self.assertEqual([ada.table[name] for name in ('public', 'rated', 'start')], [True, True, 'ready'])
        second = match('Bob')
        self.assertEqual((second.status, second.json['code'], second.json['chair']), (200, code, 1))
        self.assertNotEqual(match('Cleo', game='knights').json['code'], code)
        self.assertNotEqual(match('Dan', players=[5, 6]).json['code'], code)
        self.assertEqual(match('Eve', game='seafarers').status, 201)
        for body in ({'game': 'chess'}, {'players': [4, 3]}, {'players': [0, 9]}, {'players': 3}, {'name': 3}, {'public': False}):
            self.refused(match(**dict({'name': 'Eve'}, **body)), 400, 'form')


if __name__ == '__main__':
    fixture.main()
