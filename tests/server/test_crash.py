#!/usr/bin/env python3
"""kill -9 under load, a full disk, a locked database: nothing acknowledged is lost, no view differs."""
import json
import pathlib
import random
import resource
import sqlite3
import subprocess
import tempfile
import threading
import time

import fixture
import players
from modes import MODES, mode

ROUNDS = 100 if fixture.HEAVY else 10
TABLES = 8 if fixture.HEAVY else 3


def lost_actions(log, people):
    """Acknowledged actions that the log does not have, as sentences."""
    lines = [json.loads(line) for line in log.splitlines()]
    missing = []
    for one in people:
        for seq, action in one.acked.values():
            logged = lines[seq]['action'] if seq < len(lines) else None
            if logged is None or any(logged.get(key) != value for key, value in action.items()
                                     if value is not None and key != 'seats'):
                missing.append(f'{seq}: {action} was acknowledged, the log has {logged}')
    return missing


class Crash(fixture.Case):
    def test_kill(self):
        server = self.serve()
        chance = random.Random(11)
        tables, acknowledged, finished = [], 0, 0
        for number in range(ROUNDS):
            while len(tables) < TABLES:
                name = list(MODES)[(number + len(tables)) % 3]
                seats = ['me', 'open', 'random', 'greedy'] if len(tables) % 3 == 2 else ['me'] + ['open'] * 3
                tables.append(players.seat_people(server, 4, chance, seats=seats, **mode(name, target=12, turn_limit=70)))
            crowd = [one for _, people in tables for one in people]
            self.load_until_killed(server, crowd, chance.uniform(0.05, 0.5))
            server.restart()
            for code, people in tables:
                self.come_back(code, people, f'round {number}')
            over = [table for table in tables if table[1][0].mirror.over]
            for code, people in over:
                finished += 1
                acknowledged += self.finish(server, code, people)
                tables.remove((code, people))
        for code, people in tables:
            players.play(people)
            acknowledged += self.finish(server, code, people)
            finished += 1
        print(f'{ROUNDS} kills, {finished} games, {acknowledged} acknowledged actions, 0 lost')
        self.assertGreater(acknowledged, 20 * ROUNDS)

    def load_until_killed(self, server, crowd, seconds):
        dead = threading.Event()

        def kill():
            server.kill()
            dead.set()
        timer = threading.Timer(seconds, kill)
        timer.start()
        try:
            players.play(crowd, until=dead.is_set)
        except (players.wire.Gone, ValueError, OSError):
            pass
        timer.join()
        for one in crowd:
            one.read()  # what had been sent before the end counts as told
            one.drop()

    def come_back(self, code, people, when):
        told = max(one.mirror.seq for one in people)
        promised = max((seq for one in people for seq, _ in one.acked.values()), default=0)
        for one in people:
            before = one.mirror.seq
            one.reconnect()
            other = one.fresh()
            players.pump([one, other], lambda: one.mirror.seq == other.mirror.seq)  # bots may move meanwhile
            self.assertGreaterEqual(one.mirror.seq, promised, f'{when}: acknowledged actions are lost')
            self.assertGreaterEqual(one.mirror.seq, told, f'{when}: actions that were shown are lost')
            self.assertGreaterEqual(one.mirror.seq, before)
            self.assertEqual(one.mirror.same(other.mirror), '', when)
            other.drop()

    def finish(self, server, code, people):
        players.pump(people, lambda: all(one.mirror.over for one in people))
        log = server.get(f'/api/tables/{code}/log')
        self.assertEqual(log.status, 200)
        self.assertEqual(lost_actions(log.body.decode(), people), [])
        for one in people:
            self.assertEqual(players.divergence(one), '')
            one.drop()
        return sum(len(one.acked) for one in people)

    @fixture.of_file
    def test_slow_disk(self):
        """Whoever acted waits for the disk; nobody else does. What was not acknowledged may be gone after a kill."""
        server = self.serve(shift=True)
        code, people = players.seat_people(server, 3, random.Random(25), **mode('base', players=3, turn_limit=30))
        others = players.seat_people(server, 2, random.Random(26), **mode('base', players=2, turn_limit=30))[1]
        players.play(people, limit=12)
        players.settle(people)
        players.settle(others)
        server.sync_file.write_text('800')
        begin = time.monotonic()
        actor = next(one for one in people if one.seat in one.mirror.waiting['for'])
        number = actor.act(actor.choose())
        watching = next(one for one in people if one is not actor)
        before = watching.mirror.seq
        quick = []
        while time.monotonic() - begin < 0.5:
            asked = time.monotonic()
            others[0].other.clear()
            others[0].say(type='ping')
            others[0].until(lambda: any(m['type'] == 'pong' for m in others[0].other))
            self.assertEqual(server.get('/api/catalogue').status, 200)
            quick.append(time.monotonic() - asked)
        actor.read()
        watching.read()
        self.assertNotIn(number, actor.acked)
        self.assertEqual(watching.mirror.seq, before, 'it is told before it is on disk')
        actor.until(lambda: number in actor.acked, others=[one for one in people if one is not actor])
        players.settle(people)
        self.assertGreater(time.monotonic() - begin, 0.7)
        self.assertLess(max(quick), 0.4 * fixture.SLOWER, 'others wait for the disk, too')
        asked = time.monotonic()
        made = server.post('/api/tables', {'name': 'Eve', 'rules': {'game': 'base'}})
        self.assertEqual(made.status, 201)
        self.assertGreater(time.monotonic() - asked, 0.7)
        actor = next(one for one in people if one.seat in one.mirror.waiting['for'])
        actor.act(actor.choose())
        self.load_until_killed(server, people, 0.3)
        server.sync_file.unlink()
        server.restart()
        self.assertEqual(server.get(f'/api/tables/{made.json["code"]}').status, 200)
        self.come_back(code, people, 'after a kill')
        players.play(people)
        players.settle(people)
        self.finish(server, code, people)

    @fixture.of_file
    def test_ends_while_the_disk_is_slow(self):
        """Who waits for the disk is told before the end; who comes after it finds nobody, and does no harm."""
        server = self.serve(shift=True)
        answers = {}

        def ask(name, path, body):
            try:
                answers[name] = server.post(path, body)
            except OSError:
                answers[name] = None

        def begin(*order):
            thread = threading.Thread(target=ask, args=order)
            thread.start()
            return thread
        table = {'name': 'Eve', 'rules': {'game': 'base'}}
        self.assertEqual(server.post('/api/tables', table).status, 201)  # what a first start writes is on disk then
        server.sync_file.write_text('1000')
        asked = [begin('before', '/api/tables', table)]
        self.assertTrue(fixture.until(server.syncing), 'the disk is not waited for')
        server.process.terminate()
        time.sleep(0.3)
        asked += [begin('replay', '/api/replay', {}), begin('after', '/api/tables', table)]
        for one in asked:
            one.join()
        server.sync_file.unlink()
        self.assertEqual(server.process.wait(30), 0, server.log()[-3000:].decode(errors='replace'))
        server.start()
        self.assertEqual(answers['before'].status, 201)
        self.assertEqual(server.get(f'/api/tables/{answers["before"].json["code"]}').status, 200)

    def test_tables_survive(self):
        """A table, its people and what they set are kept from the moment they are told so."""
        server = self.serve()
        made = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base', 'players': 3}, 'public': True,
                                           'order': 'fixed', 'seats': ['me', 'open', 'open']})
        self.assertEqual(made.status, 201)
        code = made.json['code']
        commit = server.get(f'/api/tables/{code}').json['table']['commit']
        server.restart()
        joined = server.post(f'/api/tables/{code}/join', {'name': 'Bob'})
        server.restart()
        table = server.get(f'/api/tables/{code}').json['table']
        self.assertEqual([chair['name'] for chair in table['chairs']][:2], ['Ada', 'Bob'])
        self.assertEqual((table['commit'], table['state'], table['order']), (commit, 'waiting', 'fixed'))
        ada = players.Player(server, code, made.json['token'], random.Random(1))
        bob = players.Player(server, code, joined.json['token'], random.Random(2))
        self.assertEqual((ada.chair, bob.chair), (0, 1))
        ada.say(type='chair', chair=2, set='random')
        ada.until(lambda: ada.table['chairs'][2]['kind'] == 'bot')
        server.restart()
        for one in (ada, bob):
            one.reconnect(None)
        self.assertEqual(ada.table['chairs'][2]['kind'], 'bot')
        ada.say(type='start')
        players.pump([ada, bob], lambda: ada.mirror.seq is not None and bob.mirror.seq is not None)
        self.assertEqual(ada.table['commit'], commit)


class Starting(fixture.Case):
    def fails(self, *words, folder=None):
        run = subprocess.run([fixture.HOLM, 'serve', '--bind', '127.0.0.1', *words], capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)
        self.assertNotEqual(run.returncode, 0, words)
        self.assertGreater(run.returncode, 0, f'{words}: ended by a signal')
        self.assertIn('holm', run.stderr)
        self.assertIsNone(fixture.CRASH.search(run.stderr.encode()), run.stderr)
        return run.stderr

    def test_bad_starts(self):
        with tempfile.TemporaryDirectory(dir=fixture.SCRATCH) as folder:
            junk = pathlib.Path(folder) / 'junk.db'
            junk.write_bytes(b'this is no database ' * 500)
            self.fails('--port', '0', '--db', str(junk))
            self.assertTrue(junk.read_bytes().startswith(b'this is no database'), 'what is no database stays as it is')
            self.fails('--port', '0', '--db', folder + '/no/such/folder/holm.db')
            (pathlib.Path(folder) / 'inner').mkdir()
            self.fails('--port', '0', '--db', folder + '/inner')
            self.fails('--port', '99999', '--db', folder + '/a.db')
            self.fails('--port', 'http', '--db', folder + '/a.db')
            self.fails('--nonsense')
            server = self.serve()
            self.fails('--port', str(server.port), '--db', folder + '/b.db')

    @fixture.of_file
    def test_two_servers_one_database(self):
        """A second server on the same file refuses to start, or at least loses nothing that either acknowledged."""
        server = self.serve()
        code, people = players.seat_people(server, 3, random.Random(81), **mode('base', players=3, turn_limit=4))
        players.play(people, limit=12)
        players.settle(people)
        try:
            other = fixture.Server(folder=server.folder / '..' / server.folder.name, **server.options)
        except AssertionError as refused:
            self.assertIn('holm', str(refused))
            other = None
        if other:
            self.addCleanup(other.kill)
            twins = [players.Player(other, code, p.token, random.Random(82)) for p in people]
            players.pump(twins, lambda: all(p.mirror.seq is not None for p in twins))
            try:
                players.play(people + twins, limit=60, timeout=20)
            except (AssertionError, TimeoutError):
                pass
            other.kill()
            server.restart()
            crowd = people + twins
            for p in people:
                p.reconnect(None)
            players.play(people)
            log = server.get(f'/api/tables/{code}/log').body.decode()
            self.assertEqual(lost_actions(log, crowd), [])
        else:
            players.play(people, limit=12)
            players.settle(people)
            self.assertEqual(players.divergence(people[0]), '')

    def test_one_spoiled_game(self):
        """A game whose log cannot be replayed is told of, and all others go on."""
        server = self.serve()
        bad_code, bad = players.seat_people(server, 3, random.Random(83), **mode('base', players=3))
        code, people = players.seat_people(server, 3, random.Random(84), **mode('base', players=3))
        for crowd in (bad, people):
            players.play(crowd, limit=25)
            players.settle(crowd)
        server.kill()
        server.sql('UPDATE lines SET line = ? WHERE number = 7 AND game = (SELECT id FROM tables WHERE code = ?)',
                   '{"n":7,"action":{"seat":"red","kind":"cheat"},"drew":[]}', bad_code)
        server.start()
        for p in people:
            p.reconnect()
        players.play(people, limit=20)
        players.settle(people)
        self.assertEqual(players.divergence(people[0]), '')
        socket = server.wire()
        socket.send(players.hello(bad_code, bad[0].token))
        self.assertEqual(socket.next()['type'], 'error', 'a spoiled game is not shown as if it were whole')
        self.assertIn(bad_code.encode(), server.log())


class Storage(fixture.Case):
    def play_on_and_prove(self, server, code, people):
        for one in people:
            one.stuck = 0
        players.play(people)
        players.settle(people)
        log = server.get(f'/api/tables/{code}/log')
        self.assertEqual(log.status, 200)
        self.assertEqual(lost_actions(log.body.decode(), people), [])
        for one in people:
            self.assertEqual(players.divergence(one), '')

    def refused_for_storage(self, one, people):
        """Acts until it is refused; nothing may have changed then."""
        for _ in range(400):
            actor = next(p for p in people if p.seat in p.mirror.waiting['for'])
            before = actor.mirror.seq
            answer = actor.act_and_wait(actor.choose(), others=[p for p in people if p is not actor])
            if isinstance(answer, dict) and answer['error'] == 'storage':
                self.assertTrue(answer['text'])
                for p in people:
                    self.assertEqual(p.mirror.seq, before)
                return
            players.settle(people)
        self.fail('no action was ever refused with `storage`')

    @fixture.of_file
    def test_full_disk(self):
        server = self.serve(file_size=resource.RLIM_INFINITY)
        code, people = players.seat_people(server, 4, random.Random(21), **mode('base', turn_limit=30))
        players.play(people, limit=20)
        players.settle(people)
        pid = server.process.pid
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        self.refused_for_storage(people[0], people)
        made = server.post('/api/tables', {'name': 'Eve', 'rules': {'game': 'base'}})
        self.assertGreaterEqual(made.status, 500)
        self.assertIn('error', made.json)
        health = server.get('/api/health')
        self.assertEqual((health.status, health.json['ok']), (503, False))
        self.assertTrue(health.json['why'])
        people[0].say(type='ping')
        people[0].until(lambda: any(m['type'] == 'pong' for m in people[0].other))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        deadline = time.monotonic() + 15
        while server.get('/api/health').status != 200 and time.monotonic() < deadline:
            time.sleep(0.2)
        self.assertEqual(server.get('/api/health').status, 200)
        self.play_on_and_prove(server, code, people)
        self.assertEqual(server.post('/api/tables', {'name': 'Eve', 'rules': {'game': 'base'}}).status, 201)

    @fixture.of_file
    def test_full_disk_tells_nothing(self):
        """A proposal is withdrawn, which cannot be written: nobody is told that it was."""
        server = self.serve(file_size=resource.RLIM_INFINITY)
        _, people = players.seat_people(server, 3, random.Random(25), **mode('base', players=3))
        people[1].propose('pause')
        players.pump(people, lambda: all(p.table['proposal'] for p in people))
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        before = [p.mirror.positions for p in people]
        people[1].vote(False)
        players.pump(people, lambda: all(p.mirror.positions > n for p, n in zip(people, before)))  # all are welcomed anew
        for one in people:
            self.assertTrue(one.table['proposal'])
            self.assertEqual([m for m in one.other if m['type'] == 'proposal'], [])

    @fixture.of_file
    def test_full_disk_then_killed(self):
        server = self.serve(file_size=resource.RLIM_INFINITY)
        code, people = players.seat_people(server, 4, random.Random(22), **mode('base', turn_limit=30))
        players.play(people, limit=30)
        players.settle(people)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        self.refused_for_storage(people[0], people)
        server.restart()
        for one in people:
            one.reconnect()
            self.assertEqual(players.divergence(one), '')
        self.play_on_and_prove(server, code, people)

    def test_locked_database(self):
        server = self.serve()
        code, people = players.seat_people(server, 4, random.Random(23), **mode('base', turn_limit=30))
        other_code, others = players.seat_people(server, 2, random.Random(24), **mode('base', players=2, turn_limit=30))
        players.play(people, limit=20)
        players.settle(people)
        lock = sqlite3.connect(server.database, isolation_level=None)
        lock.execute('BEGIN IMMEDIATE')
        begin = time.monotonic()
        self.refused_for_storage(people[0], people)
        self.assertLess(time.monotonic() - begin, 15)
        others[0].say(type='ping')
        others[0].until(lambda: any(m['type'] == 'pong' for m in others[0].other), timeout=10)
        lock.execute('ROLLBACK')
        lock.close()
        self.play_on_and_prove(server, code, people)


if __name__ == '__main__':
    fixture.main()
