#!/usr/bin/env python3
"""Dice that bind everybody: pledges, terms, reveals, void rounds, signed actions, the chain, seals."""
import json
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

import dice
import fixture
import players
import proof
import schema
import wire

QUICK = {'game': 'base', 'players': 2, 'target': 3, 'turn_limit': 12}
FIXTURE = pathlib.Path(__file__).resolve().parent / 'fixtures' / 'v1'


def verify(log, *options):
    """(exit status, what `holm verify` says) of a log's text."""
    with tempfile.NamedTemporaryFile('w', suffix='.jsonl') as file:
        file.write(log)
        file.flush()
        run = subprocess.run([fixture.HOLM, 'verify', *options, file.name], capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr


class Fair(fixture.Case):
    def setUp(self):
        super().setUp()
        self.server = self.serve(reveal_seconds=1)

    def host(self, server=None, rules=None, pledges=True, reveals=True, readies=True, **body):
        """The host of a new table, connected."""
        server = server or self.server
        body.setdefault('seats', ['me', 'open', 'open'])
        made = server.post('/api/tables', dict(body, name='Ada', rules=rules or dict(QUICK, players=len(body['seats'])), pace=0))
        self.assertEqual(made.status, 201, made.body)
        return players.Player(server, made.json['code'], made.json['token'], random.Random(1), pledges=pledges, reveals=reveals, readies=readies)

    def join(self, host, name='Bob', body=None, **options):
        joined = host.server.post(f'/api/tables/{host.code}/join', dict(body or {}, name=name))
        self.assertEqual(joined.status, 200, joined.body)
        return players.Player(host.server, host.code, joined.json['token'], random.Random(2), **options)

    def log(self, code, server=None):
        answer = (server or self.server).get(f'/api/tables/{code}/log')
        self.assertEqual(answer.status, 200, answer.body)
        return answer.body.decode()

    def finish(self, people):
        players.play(people)
        players.pump(people, lambda: all(one.mirror.over for one in people))

    def seal_all(self, people):
        """Everybody signs the end; the log with all seals."""
        for one in people:
            one.seal()
        for one in people:
            self.heard(one)
        return self.log(people[0].code, people[0].server)

    def heard(self, one):
        """The server has dealt with all that this one has said."""
        one.other.clear()
        one.say(type='ping')
        one.until(lambda: any(m['type'] == 'pong' for m in one.other))

    def holds(self, log, people):
        """The log holds, for `holm verify` and for everybody who was there."""
        status, said = verify(log)
        self.assertEqual(status, 0, said)
        for one in people:
            whole = dict(one.proof(), log=log.splitlines())
            self.assertEqual(proof.faults(whole, log, one), [])
        return said

    def table(self, code):
        return self.server.get(f'/api/tables/{code}').json.get('table')


class Games(Fair):
    def test_whole_games(self):
        """Signed from the first action to the last, sealed by all: everything holds."""
        for seed in range(3):
            code, people = players.seat_people(self.server, 3, random.Random(seed), rules=dict(QUICK, players=3))
            self.assertEqual(people[0].table['phase'], None)
            self.finish(people)
            log = self.seal_all(people)
            said = self.holds(log, people)
            self.assertNotIn('did not sign', said)
            lines = [json.loads(line) for line in log.splitlines()]
            self.assertEqual(sorted(line['seal'] for line in lines if 'seal' in line), [0, 1, 2])
            self.assertTrue(all('signature' in line for line in lines[1:]))
            for line in lines[1:]:
                kind = next(name for name in ('seal', 'resign', 'agreed', 'chair', 'action') if name in line)
                self.assertEqual(schema.fault(line, 'logLine' if kind == 'action' else 'log' + kind.capitalize()), '')
            self.assertEqual(schema.fault(lines[0], 'logHeader'), '')
            self.assertEqual(schema.fault(people[0].proof(), 'proof'), '')
            replay = self.server.get(f'/api/tables/{code}/replay?viewer=everybody').json
            self.assertEqual(len(replay['frames']), people[0].mirror.seq)
            self.assertEqual(replay['proof']['log'], log.splitlines())

    def test_seals(self):
        """Once for each chair, only with its key, only after the end; sent again they do no harm."""
        ada = self.host(seats=['me', 'open', 'random'])
        bob = self.join(ada, pledges=False)
        ada.say(type='start')
        players.pump([ada, bob], lambda: ada.mirror.seq is not None and bob.mirror.seq is not None)
        ada.say(type='seal', signature='00' * 64)
        ada.until(lambda: ada.errors)
        self.assertEqual(ada.errors.pop()['error'], 'seal')
        self.finish([ada, bob])
        watcher = players.Player(self.server, ada.code, None)
        for one, error, signature in ((bob, 'seal', '00' * 64), (ada, 'seal', '00' * 64), (watcher, 'no-chair', '00' * 64),
                                      (ada, 'seal', ada.share.sign_end(bytes.fromhex(ada.mirror.heads[0])).hex())):
            one.say(type='seal', signature=signature)
            one.until(lambda: one.errors)
            self.assertEqual(one.errors.pop()['error'], error)
        before = self.log(ada.code)
        for _ in range(3):
            log = self.seal_all([ada])
            self.assertEqual(log, before + log.splitlines()[-1] + '\n')
        self.assertIn('Bob', self.holds(log, [ada, bob]), 'whoever has no key is named')
        self.assertEqual(ada.errors, [])

    def test_seal_after_a_restart(self):
        """A finished game that is not in memory is read for it; the numbers go on."""
        code, people = players.seat_people(self.server, 2, random.Random(5), rules=dict(QUICK))
        self.finish(people)
        self.seal_all(people[:1])
        self.server.restart()
        for one in people:
            one.reconnect(None)
        log = self.seal_all(people)
        self.assertEqual([json.loads(line)['seal'] for line in log.splitlines()[-2:]], [0, 1])
        self.holds(log, people)

    def test_bots_are_marked(self):
        """A bot's own chair, and a bot that plays for somebody who has left: the log says so."""
        ada = self.host(seats=['me', 'open', 'random'])
        bob = self.join(ada)
        ada.say(type='start')
        people = [ada, bob]
        players.pump(people, lambda: all(one.mirror.seq is not None for one in people))
        players.play(people, limit=8)
        players.settle(people)
        bob.say(type='leave')
        bob.until(lambda: bob.table['chairs'][bob.chair]['away'])
        players.play([ada], watchers=[bob])
        players.pump(people, lambda: all(one.mirror.over for one in people))
        log = self.log(ada.code)
        said = self.holds(log, people)
        self.assertRegex(said, r'(?i)bots? played \d+ actions? for chair 1|chair 1 \(Bob\).*bot|bot.*chair 1')
        by_chair = {}
        taken = proof.Log(log.splitlines())
        for line in taken.actions:
            by_chair.setdefault(taken.chair_of(line['action']['seat']), []).append(line)
        self.assertTrue(all(line.get('bot') for line in by_chair[2]))
        self.assertFalse(any(line.get('bot') for line in by_chair[0]))
        self.assertEqual({line.get('bot') for line in by_chair[1]}, {True, None})

    def test_nobody_pledges(self):
        """Allowed: the game starts at once when the host says so, and signs nothing."""
        ada = self.host(seats=['me', 'random'], pledges=False)
        time.sleep(0.2)
        ada.read()
        self.assertEqual((ada.table['state'], ada.mirror.seq), ('waiting', None), 'it would have waited for a pledge')
        ada.say(type='start')
        ada.until(lambda: ada.mirror.seq is not None)
        self.assertIsNone(ada.terms)
        self.finish([ada])
        log = self.log(ada.code)
        self.assertIn('Ada', self.holds(log, [ada]))
        self.assertNotIn('signature"', log.splitlines()[1])

    def test_pledges_in_requests(self):
        """A pledge may come with the table or with joining; all reveal when the last one has pledged."""
        mine, theirs = dice.Share(), dice.Share()
        made = self.server.post('/api/tables', {'name': 'Ada', 'rules': QUICK, 'start': 'full', 'seats': ['me', 'open'], **mine.members()})
        code = made.json['code']
        self.assertEqual(self.table(code)['chairs'][0]['key'], mine.key.hex())
        joined = self.server.post(f'/api/tables/{code}/join', {'name': 'Bob', **theirs.members()})
        self.assertEqual(self.table(code)['phase'], 'revealing')
        people = []
        for answer, share in ((made, mine), (joined, theirs)):
            players.SHARES[code, answer.json['token'], 1] = share
            one = players.Player(self.server, code, answer.json['token'], random.Random(1), connect=False)
            one.pledged, one.commit = 1, answer.json['commit']
            people.append(one.connect())
        players.pump(people, lambda: all(one.mirror.seq is not None for one in people))
        self.finish(people)
        self.holds(self.log(code), people)
        for bad in ({'pledge': '00' * 32}, {'key': '00' * 32}, {'pledge': '00', 'key': '00'}, {'pledge': None, 'key': None},
                    {'pledge': 'AB' * 32, 'key': '00' * 32}, {'entropy': '00' * 32}):
            self.assertEqual(self.server.post('/api/tables', {'name': 'Ada', 'rules': QUICK, **bad}).status, 400, bad)
            self.assertIn(self.server.post(f'/api/tables/{code}/join', {'name': 'Ada', **bad}).status, (400,), bad)

    def test_start_now_with_a_pledge(self):
        """The table waits for its host to reveal, and is gone if that does not happen."""
        share = dice.Share()
        body = {'name': 'Ada', 'rules': QUICK, 'seats': ['me', 'open'], 'start': 'now', 'pace': 0, **share.members()}
        made = self.server.post('/api/tables', body)
        code, token = made.json['code'], made.json['token']
        players.SHARES[code, token, 1] = share
        ada = players.Player(self.server, code, token, random.Random(1), connect=False)
        ada.pledged, ada.commit = 1, made.json['commit']
        ada.connect().until(lambda: ada.mirror.seq is not None)
        self.finish([ada])
        self.holds(self.log(code), [ada])
        lost = self.server.post('/api/tables', body).json['code']
        self.assertEqual(self.table(lost)['phase'], 'revealing')
        time.sleep(1.3)
        self.assertEqual(self.server.get(f'/api/tables/{lost}').status, 404)

    def test_old_page(self):
        socket = self.server.wire()
        socket.send({'type': 'hello', 'protocol': 1, 'table': 'abcdefghijkl', 'token': None, 'entropy': '00' * 32, 'seq': None})
        answer = socket.next()
        self.assertEqual((answer['type'], answer['error']), ('error', 'form'))
        self.assertIn('reload the page', answer['text'])


class Rounds(Fair):
    def gathered(self, *names, **options):
        """A table whose people have all pledged and been shown the terms; those of `silent` have not revealed."""
        silent = options.pop('silent', ())
        server = options.pop('server', None)
        ada = self.host(server, seats=['me'] + ['open'] * len(names), reveals='Ada' not in silent, **options)
        people = [ada] + [self.join(ada, name, reveals=name not in silent) for name in names]
        players.pump(people, lambda: all(one.terms for one in people))
        return people

    def voided(self, people, number):
        players.pump([one for one in people if not one.wire.closed], lambda: len(people[0].table['void']) == number)

    def test_terms(self):
        """Everybody is shown the same, in the words of the schema, and whoever comes meanwhile as well."""
        people = self.gathered('Bob', 'Cleo', silent=('Cleo',))
        late = players.Player(self.server, people[0].code, None)
        late.until(lambda: late.terms)
        self.assertEqual({one.terms for one in (*people, late)}, {late.terms})
        terms = json.loads(late.terms)
        self.assertEqual(schema.fault(terms, 'terms'), '')
        self.assertEqual(schema.fault(late.table, 'table'), '')
        self.assertEqual([chair['name'] for chair in terms['chairs']], ['Ada', 'Bob', 'Cleo'])
        self.assertEqual([chair['pledge'] for chair in terms['chairs']], [one.share.pledge.hex() for one in people])
        self.assertEqual(late.table['phase'], 'revealing')
        people[2].reveal()
        players.pump([*people, late], lambda: all(one.mirror.seq is not None for one in (*people, late)))

    def test_closed_list(self):
        """Nobody joins, pledges, changes chairs or starts while all reveal."""
        ada = self.host(seats=['me', 'open', 'open'], server=self.serve(reveal_seconds=60))
        bob = self.join(ada, reveals=False)
        self.heard(bob)
        ada.say(type='start')
        players.pump([ada, bob], lambda: ada.terms and bob.terms)
        answer = ada.server.post(f'/api/tables/{ada.code}/join', {'name': 'Cleo'})
        self.assertEqual((answer.status, answer.json['error']), (409, 'revealing'))
        for one, message in ((ada, {'type': 'start'}), (ada, {'type': 'chair', 'chair': 2, 'set': 'open'}),
                             (bob, {'type': 'pledge', 'round': 1, **dice.Share().members()})):
            one.errors.clear()
            one.say(**message)
            one.until(lambda: one.errors)
            self.assertEqual(one.errors.pop()['error'], 'revealing', message)
        bob.reveal()
        players.pump([ada, bob], lambda: ada.mirror.seq is not None and bob.mirror.seq is not None)

    def test_start_waits_for_pledges(self):
        """The host says start just before the pledge of somebody who is there arrives: it is waited for, and is on the list."""
        for pledges in (True, False):
            ada = self.host(seats=['me', 'open', 'open'])
            bob = self.join(ada, pledges=False)
            players.pump([ada, bob], lambda: ada.table['chairs'][1]['connected'] and ada.table['chairs'][0]['pledge'])
            self.join(ada, 'Cleo', connect=False)  # is not there: nobody waits for her
            ada.say(type='start')
            self.heard(ada)
            self.assertEqual((ada.table['phase'], ada.terms), ('gathering', None))
            if pledges:
                bob.pledges = True
                bob.pledge()
            began = time.monotonic()
            players.pump([ada, bob], lambda: ada.mirror.seq is not None)
            took = time.monotonic() - began
            self.assertEqual([chair['pledge'] is not None for chair in json.loads(ada.terms)['chairs']], [True, pledges, False])
            self.assertTrue(took < 2.5 if pledges else 1 < took < 8, took)

    def test_who_does_not_reveal(self):
        """The round is void, the chair free, everything anew; the third time the table closes."""
        people = self.gathered('Bob', 'Cleo', silent=('Cleo',))
        ada, bob, cleo = people
        commit, key = ada.table['commit'], ada.share.key
        self.voided([ada, bob], 1)
        self.assertEqual(ada.table['void'], [{'round': 1, 'chairs': [2], 'names': ['Cleo']}])
        self.assertEqual(self.server.metric('holm_rounds_void_total'), 1)
        self.assertEqual((ada.table['round'], ada.table['phase'], ada.table['state']), (2, 'gathering', 'waiting'))
        self.assertNotEqual(ada.table['commit'], commit)
        self.assertEqual(ada.table['chairs'][2]['kind'], 'open')
        self.assertNotEqual(ada.share.key, key, 'a key is for one round')
        socket = self.server.wire()
        socket.send(players.hello(ada.code, cleo.token))
        self.assertEqual(socket.next()['error'], 'token', 'whoever lost the chair has no token')
        dan = self.join(ada, 'Dan', reveals=False)
        players.pump([ada, bob, dan], lambda: dan.terms)
        self.assertEqual(json.loads(dan.terms)['void'], [{'round': 1, 'chairs': [2], 'names': ['Cleo']}])
        self.voided([ada, bob], 2)
        eve = self.join(ada, 'Eve', reveals=False)
        players.pump([ada, bob, eve], lambda: ada.wire.closed and bob.wire.closed and eve.wire.closed, timeout=10)
        for one in (ada, bob, eve):
            self.assertEqual(one.errors[-1]['error'], 'void')
        self.assertEqual(self.server.get(f'/api/tables/{ada.code}').status, 404)

    def test_a_game_after_void_rounds(self):
        """The log of the game names the void rounds and who caused them."""
        ada, bob = self.gathered('Bob', silent=('Bob',), rules=QUICK)
        self.voided([ada], 1)
        cleo = self.join(ada, 'Cleo')
        people = [ada, cleo]
        players.pump(people, lambda: all(one.mirror.seq is not None for one in people))
        self.finish(people)
        said = self.holds(self.seal_all(people), people)
        self.assertIn('round 1 was void: Bob (chair 1) did not reveal', said)

    def test_leaving_is_not_revealing(self):
        """The round is void at once; a host passes the table on; with nobody left it is gone."""
        server = self.serve(reveal_seconds=60)
        ada, bob, cleo = self.gathered('Bob', 'Cleo', silent=('Bob', 'Cleo', 'Ada'), server=server)
        ada.say(type='leave')
        self.voided([bob, cleo], 1)
        self.assertEqual(bob.table['void'], [{'round': 1, 'chairs': [0], 'names': ['Ada']}], 'the others had no time to reveal')
        self.assertEqual((bob.table['host'], bob.table['chairs'][0]['kind']), (1, 'open'))
        self.assertEqual(bob.table['chairs'][1]['name'], 'Bob')
        ada = self.host(server, seats=['me', 'random'], reveals=False)
        ada.until(lambda: ada.terms)
        ada.say(type='leave')
        ada.until(lambda: ada.wire.closed)
        self.assertEqual(server.get(f'/api/tables/{ada.code}').status, 404)

    def test_the_third_void_round_is_the_last(self):
        """Who starts and leaves in the very moment in which the table closes makes no fourth one."""
        server = self.serve(reveal_seconds=60)
        ada, bob = self.gathered('Bob', silent=('Ada', 'Bob'), server=server)
        for number in (1, 2):
            bob.say(type='leave')
            self.voided([ada], number)
            ada.terms = None
            bob = self.join(ada, f'Bob{number}', reveals=False)
            players.pump([ada, bob], lambda: ada.terms and bob.terms)
        server.process.send_signal(signal.SIGSTOP)  # it finds all of it in one turn of its loop
        bob.say(type='leave')
        ada.say(type='start')
        ada.say(type='leave')
        server.process.send_signal(signal.SIGCONT)
        players.pump([ada, bob], lambda: ada.wire.closed and bob.wire.closed, timeout=10)
        self.assertEqual(server.metric('holm_rounds_void_total'), 3)
        self.assertEqual(server.get(f'/api/tables/{ada.code}').status, 404)

    def test_a_table_that_could_not_be_closed(self):
        """The last one leaves and that cannot be written down: the table is there as before, and stays."""
        ada = self.host(seats=['me', 'open'], pledges=False, readies=False)
        lock = sqlite3.connect(self.server.database, isolation_level=None)
        lock.execute('BEGIN IMMEDIATE')
        ada.table = None
        ada.say(type='leave')
        ada.until(lambda: ada.table)
        lock.execute('ROLLBACK')
        lock.close()
        self.assertEqual(self.table(ada.code)['chairs'][0]['kind'], 'person')
        again = players.Player(self.server, ada.code, ada.token, pledges=False)
        again.say(type='pace', factor=2)
        again.until(lambda: again.table['pace'] == 2)
        self.assertEqual(self.server.get(f'/api/tables/{ada.code}').status, 200)

    def test_wrong_reveals(self):
        """Other bytes, another's signature, another round: refused, and nothing changes."""
        ada, bob = self.gathered('Bob', silent=('Ada', 'Bob'), server=self.serve(reveal_seconds=60))
        head = dice.round_head(ada.terms)
        right = {'round': 1, 'entropy': ada.share.entropy.hex(), 'signature': ada.share.sign_reveal(head).hex()}
        other = dice.Share()
        for change, error in (({'entropy': other.entropy.hex()}, 'reveal'), ({'signature': other.sign_reveal(head).hex()}, 'reveal'),
                              ({'signature': ada.share.sign_reveal(bytes(32)).hex()}, 'reveal'), ({'round': 2}, 'round'),
                              ({'entropy': bob.share.entropy.hex(), 'signature': bob.share.sign_reveal(head).hex()}, 'reveal')):
            ada.say(type='reveal', **dict(right, **change))
            ada.until(lambda: ada.errors)
            self.assertEqual(ada.errors.pop()['error'], error, change)
        bob.reveal()
        self.heard(bob)
        self.assertIsNone(bob.mirror.seq)
        for _ in range(2):  # sent twice, it counts once
            ada.say(type='reveal', **right)
        players.pump([ada, bob], lambda: ada.mirror.seq is not None and bob.mirror.seq is not None)
        ada.say(type='reveal', **right)
        self.heard(ada)
        self.assertEqual(ada.errors, [])

    def test_pledges_of_another_round(self):
        """A pledge is for a round; another one replaces it while people gather; after the start it is late."""
        ada = self.host(pledges=False)
        for number, error in ((2, 'round'), (1, None)):
            ada.say(type='pledge', round=number, **ada.share.members())
            self.heard(ada)
            self.assertEqual([e['error'] for e in ada.errors], [error] if error else [])
            ada.errors.clear()
        other = dice.Share()
        ada.say(type='pledge', round=1, **other.members())
        ada.until(lambda: ada.table['chairs'][0]['key'] == other.key.hex())
        watcher = players.Player(self.server, ada.code, None)
        watcher.say(type='pledge', round=1, **other.members())
        watcher.until(lambda: watcher.errors)
        self.assertEqual(watcher.errors[0]['error'], 'no-chair')

    def test_restart_while_all_reveal(self):
        """kill -9: what was revealed is kept, the rest is asked for again; the deadline starts anew."""
        server = self.serve(reveal_seconds=5)
        people = self.gathered('Bob', 'Cleo', silent=('Cleo',), server=server)
        terms = people[0].terms
        self.heard(people[0]), self.heard(people[1])
        server.restart()
        ada, bob, cleo = people
        for one in people:
            one.reveals = False
            one.terms = None
            one.reconnect(None)
            one.until(lambda: one.terms)
        self.assertEqual({one.terms for one in people}, {terms})
        cleo.reveal()
        players.pump(people, lambda: all(one.mirror.seq is not None for one in people))
        self.finish(people)
        self.holds(self.seal_all(people), people)

    def test_storage_refuses(self):
        """A reveal that cannot be written down has not happened: nobody starts, and all are asked again."""
        ada, bob = self.gathered('Bob', silent=('Ada', 'Bob'), server=self.serve(reveal_seconds=60))
        bob.reveal()
        self.heard(bob)
        lock = sqlite3.connect(ada.server.database, isolation_level=None)
        lock.execute('BEGIN IMMEDIATE')
        terms, bob.terms = ada.terms, None
        ada.reveal()
        players.pump([ada, bob], lambda: bob.terms)
        self.assertEqual((bob.terms, ada.mirror.seq, bob.mirror.seq), (terms, None, None))
        lock.execute('ROLLBACK')
        lock.close()
        ada.reveal()
        people = [ada, bob]
        players.pump(people, lambda: all(one.mirror.seq is not None for one in people))
        self.finish(people)
        self.holds(self.seal_all(people), people)

    def test_deadline_after_a_restart(self):
        """Nobody comes back after a crash: the deadline passes all the same."""
        people = self.gathered('Bob', silent=('Bob',))
        people[1].drop()
        self.heard(people[0])
        self.server.restart()
        people[0].reconnect(None)
        self.voided(people[:1], 1)
        self.assertEqual(people[0].table['void'][0]['chairs'], [1])

    def test_games_of_days(self):
        """Where a decision may take days, so may a reveal."""
        people = self.gathered('Bob', silent=('Bob',), clock={'mode': 'decision', 'seconds': 7200})
        time.sleep(1.5)
        people[0].read()
        self.assertEqual(people[0].table['phase'], 'revealing')
        socket = self.server.wire()
        socket.send(players.hello(people[0].code, people[0].token))
        message = socket.until('round')
        self.assertTrue(7100 < message['left'] <= 7200, message['left'])

    def test_nobody_is_told_early(self):
        """No bytes of others, no signature and no secret leave the server while all reveal."""
        ada, bob, cleo = self.gathered('Bob', 'Cleo', silent=('Cleo', 'Bob'))
        cleo.keep = True
        bob.reveal()
        self.heard(bob), self.heard(cleo)
        said = b''.join(cleo.frames) + self.server.get(f'/api/tables/{ada.code}').body
        for secret in (ada.share.entropy, bob.share.entropy, ada.share.sign_reveal(dice.round_head(ada.terms))):
            self.assertNotIn(secret.hex().encode(), said)
        for path in ('log', 'replay?viewer=everybody'):
            self.assertEqual(self.server.get(f'/api/tables/{ada.code}/{path}').status, 403)

    def test_rematch(self):
        """The same people pledge anew for another game."""
        code, people = players.seat_people(self.server, 2, random.Random(6), rules=dict(QUICK))
        self.finish(people)
        people[0].say(type='rematch')
        people[0].until(lambda: people[0].table['rematch'])
        again = people[0].table['rematch']
        crowd = [players.Player(self.server, again, one.token, random.Random(1)) for one in people]
        players.pump(crowd, lambda: all(one.mirror.seq is not None for one in crowd))
        self.assertNotEqual([one.share.key for one in crowd], [one.share.key for one in people])
        self.finish(crowd)
        self.holds(self.log(again), crowd)


class Signatures(Fair):
    def two(self, seed=3):
        code, people = players.seat_people(self.server, 2, random.Random(seed), rules=dict(QUICK, turn_limit=0, target=10))
        players.play(people, limit=12)
        players.settle(people)
        return people

    def refused(self, one, action, seq, signature, others):
        number = one.next_id
        one.next_id += 1
        one.sent[number] = action
        before = len(one.refused), one.mirror.seq
        one.wire.send({'type': 'act', 'id': number, 'seq': seq, 'action': action, **({} if signature == 'none' else {'signature': signature})})
        one.until(lambda: len(one.refused) > before[0], others=others)
        self.assertEqual(one.mirror.seq, before[1])
        return one.refused[-1]['error']

    def test_forged(self):
        """Of another position, action or chair, none at all, spoiled: refused, and nothing changes."""
        people = self.two()
        one = next(one for one in people if one.seat in one.mirror.waiting['for'])
        other = next(p for p in people if p is not one)
        action, seq = one.mirror.list['actions'][0], one.mirror.seq
        head = bytes.fromhex(one.mirror.heads[seq])
        right = one.share.sign_act(head, action)
        spoiled = bytes([right[0] ^ 1]) + right[1:]
        wrong = {
            'none': 'none', 'null': None, 'zeros': '00' * 64, 'spoiled': spoiled.hex(),
            'of the other chair': other.share.sign_act(head, action).hex(),
            'of an earlier position': one.share.sign_act(bytes.fromhex(one.mirror.heads[seq - 1]), action).hex(),
            'of another action': one.share.sign_act(head, dict(action, kind='end')).hex(),
            'of the end': one.share.sign_end(head).hex(),
        }
        for what, signature in wrong.items():
            self.assertEqual(self.refused(one, action, seq, signature, [other]), 'signature', what)
        self.assertEqual(self.refused(one, action, seq - 1, right.hex(), [other]), 'stale')
        self.assertEqual(self.refused(other, action, seq, right.hex(), [one]), 'not-your-seat')
        self.assertIsInstance(one.act_and_wait(action, others=[other]), int)
        players.settle(people)

    def offer(self, people):
        """Somebody makes an offer; (who, who is asked, the offer)."""
        for _ in range(500):
            for one in people:
                listed = one.mirror.list
                template = next((t for t in listed['templates'] if t['kind'] == 'offer'), None)
                offer = template and one.mirror.view['active'] == one.seat and one.fill(template)
                other = next(p for p in people if p is not one)
                if offer and isinstance(one.act_and_wait(offer, others=[other]), int):
                    players.settle(people)
                    return one, other, offer
            players.play(people, limit=1)
            players.settle(people)
        self.fail('no offer could be made')

    def test_replayed(self):
        """What was signed once is not written down twice, though the same action would be allowed again."""
        people = self.two()
        one, other, offer = self.offer(people)
        decline = {'seat': other.seat, 'kind': 'decline'}
        seq, signature = other.mirror.seq, other.sign(decline, other.mirror.seq)
        self.assertIsInstance(other.act_and_wait(decline, others=[one]), int)
        players.settle(people)
        if not any(action['kind'] == 'decline' for action in other.mirror.list['actions']):
            self.assertIsInstance(one.act_and_wait(offer, others=[other]), int)
            players.settle(people)
        self.assertIn(decline, other.mirror.list['actions'])
        self.assertEqual(self.refused(other, decline, seq, signature, [one]), 'stale')
        self.assertEqual(len([line for line in self.stored(one.code) if signature in line]), 1)
        self.assertIsInstance(other.act_and_wait(decline, others=[one]), int)

    def stored(self, code):
        return [line for line, in self.server.sql('SELECT line FROM lines JOIN tables ON tables.id = lines.game WHERE code = ? ORDER BY number', code)]

    def test_no_key_no_signature(self):
        """A chair without a key signs nothing; what it sends all the same is not written down."""
        ada = self.host(seats=['me', 'random'], pledges=False, order='fixed', rules=dict(QUICK, start_player='fixed'))
        ada.say(type='start')
        ada.until(lambda: ada.mirror.seq is not None and ada.seat in ada.mirror.waiting['for'])
        action = ada.mirror.list['actions'][0]
        ada.sent[1] = action
        ada.wire.send({'type': 'act', 'id': 1, 'seq': ada.mirror.seq, 'action': action, 'signature': '00' * 64})
        ada.until(lambda: 1 in ada.acked)
        self.assertNotIn('signature', self.stored(ada.code)[ada.acked[1][0] - 1])

    def test_many_signatures_at_once(self):
        """Many actions come in one turn of the loop, and a thread helps it with their signatures: the false ones are refused, and no other."""
        for trial in range(5):
            tables = [players.seat_people(self.server, 2, random.Random(i), rules=dict(QUICK, turn_limit=20))[1] for i in range(24)]
            asked = []
            for people in tables:
                people[0].until(lambda: any(one.choose() for one in people), others=people[1:])
                asked.append(next(one for one in people if one.choose()))
            self.server.process.send_signal(signal.SIGSTOP)
            for i, one in enumerate(asked):
                one.sent[1] = action = one.choose()
                signature = one.sign(action, one.mirror.seq)
                if i % 3 == 0:
                    signature = format(int(signature, 16) ^ 1, '0128x')
                one.wire.send({'type': 'act', 'id': 1, 'seq': one.mirror.seq, 'action': action, 'signature': signature})
            self.server.process.send_signal(signal.SIGCONT)
            for i, one in enumerate(asked):
                one.until(lambda: 1 in one.acked or one.refused)
                self.assertEqual(1 in one.acked, i % 3 != 0, (trial, i, one.refused))
                self.assertEqual([refused['error'] for refused in one.refused], [] if i % 3 else ['signature'])

    def test_acted_and_gone(self):
        """An action is played although the end of its connection comes with it: whoever plays and closes the page has played."""
        people = players.seat_people(self.server, 2, random.Random(11), rules=dict(QUICK, turn_limit=20))[1]
        for end in wire.frame(wire.CLOSE, b'\x03\xe9'), wire.frame(wire.BINARY, b'?'), b'\xff' * 9:
            players.settle(people)
            one = next(one for one in people if one.choose())
            other = next(other for other in people if other is not one)
            seq, action = one.mirror.seq, one.choose()
            said = {'type': 'act', 'id': 1, 'seq': seq, 'action': action, 'signature': one.sign(action, seq)}
            one.wire.send_bytes(wire.frame(wire.TEXT, json.dumps(said).encode()) + end)
            other.until(lambda: other.mirror.seq > seq)
            self.assertEqual(other.mirror.seq, seq + 1)
            one.reconnect()
            self.assertEqual(players.divergence(one), '')

    def test_heads_go_on(self):
        """kill -9 in the middle of a game: the chain goes on where it was, for everybody."""
        code, people = players.seat_people(self.server, 3, random.Random(8), rules=dict(QUICK, players=3, turn_limit=20))
        for _ in range(3):
            players.play(people, limit=15)
            players.settle(people)
            self.server.restart()
            for one in people:
                one.reconnect()
            fresh = people[0].fresh()
            self.assertEqual(fresh.mirror.heads[fresh.mirror.seq], people[0].mirror.heads[people[0].mirror.seq])
            fresh.drop()
        self.finish(people)
        self.holds(self.seal_all(people), people)

    def test_a_changed_line_is_found(self):
        """A line that was changed in the store, or a head: the game is not loaded as if nothing had happened."""
        for change, *values in ("line = replace(line, '\"drew\":[', '\"drew\": [')",), ('head = ?', bytes(32)), ('head = ?', None):
            server = self.serve()
            code, people = players.seat_people(server, 2, random.Random(9), rules=dict(QUICK, turn_limit=20))
            players.play(people, limit=10)
            players.settle(people)
            server.kill()
            server.sql(f'UPDATE lines SET {change} WHERE number = 5', *values)
            server.start()
            socket = server.wire()
            socket.send(players.hello(code, people[0].token))
            self.assertEqual(socket.next()['type'], 'error')
            self.assertIn(code.encode(), server.log())

    def test_delayed_spectators_see_no_heads(self):
        code, people = players.seat_people(self.server, 2, random.Random(10), rules=dict(QUICK, turn_limit=20), delay=1)
        watcher = players.Player(self.server, code, None)
        at_once = people[0].fresh()
        players.play(people, limit=6)
        players.settle(people)
        watcher.until(lambda: watcher.mirror.seq and watcher.mirror.seq >= 1)
        self.assertEqual(watcher.mirror.heads, {})
        self.assertNotEqual(at_once.mirror.heads, {})


class OldGames(Fair):
    """A database that version 1 of all this has left."""

    def setUp(self):
        fixture.Case.setUp(self)
        folder = tempfile.mkdtemp(prefix='holm-test-', dir=fixture.SCRATCH)
        self.addCleanup(shutil.rmtree, folder, True)
        shutil.copy(FIXTURE / 'holm.db', folder)
        self.server = self.serve(folder=folder)
        self.kept = json.loads((FIXTURE / 'tables.json').read_text())

    def test_games_go_on_as_they_began(self):
        kept = self.kept['base']
        people = [players.Player(self.server, kept['code'], seat['token'], random.Random(1)) for seat in kept['seats']]
        players.pump(people, lambda: all(one.mirror.seq is not None for one in people))
        self.assertEqual(people[0].mirror.seq, kept['seq'])
        self.assertEqual((people[0].mirror.heads, people[0].key, people[0].table['round']), ({}, None, 0))
        self.assertEqual(schema.fault(people[0].table, 'table'), '')
        players.play(people, limit=30)
        players.settle(people)
        self.server.restart()
        for one in people:
            one.reconnect()
        players.play(people, limit=30)
        players.settle(people)
        lines = [json.loads(line) for line, in self.server.sql('SELECT line FROM lines JOIN tables ON tables.id = lines.game WHERE code = ? ORDER BY number', kept['code'])]
        self.assertEqual({tuple(line) for line in lines}, {('n', 'action', 'drew')})
        people[0].say(type='seal', signature='00' * 64)
        people[0].until(lambda: people[0].errors)
        self.assertEqual(people[0].errors[0]['error'], 'seal')

    def test_finished_games_are_shown(self):
        for name in ('finished', 'finished-knights'):
            code = self.kept[name]['code']
            log = self.log(code)
            self.assertEqual(log, (FIXTURE / f'{code}.jsonl').read_text())
            status, said = verify(log)
            self.assertEqual(status, 0, said)
            self.assertIn('old scheme', said)
            one = players.Player(self.server, code, self.kept[name]['seats'][0]['token'])
            one.until(lambda: one.mirror.over)
            self.assertEqual(schema.fault(one.proof(), 'proof'), '')
            self.assertEqual(one.proof()['seed'], json.loads(log.splitlines()[0])['seed'])

    def test_waiting_tables_pledge_anew(self):
        kept = self.kept['waiting']
        people = [players.Player(self.server, kept['code'], seat['token'], random.Random(1)) for seat in kept['seats']]
        self.assertEqual((people[0].table['round'], people[0].table['phase'], people[0].table['void']), (1, 'gathering', []))
        self.heard(people[0]), self.heard(people[1])
        self.server.restart()
        for one in people:
            one.reconnect(None)
        self.assertTrue(people[0].key and people[1].key)
        people[0].say(type='start')
        players.pump(people, lambda: all(one.mirror.seq is not None for one in people))
        players.play(people, limit=20)


if __name__ == '__main__':
    fixture.main()
