"""For those who host: backup and restore under a running server, logs that are packed, tables that expire, and the admin page's requests."""
import contextlib
import pathlib
import random
import re
import sqlite3
import subprocess

import fixture
import players
from modes import mode


def holm(*words, code=0):
    """Runs a command of `holm`; what it said."""
    run = subprocess.run([fixture.HOLM, *map(str, words)], capture_output=True, text=True, timeout=60 * fixture.SLOWER, stdin=subprocess.DEVNULL,
                         preexec_fn=fixture.die_with_parent)
    said = run.stdout + run.stderr
    assert run.returncode == code, f'{words}: {run.returncode}: {said}'
    return said


class Case(fixture.Case):
    def game(self, server, seed, actions=20):
        code, people = players.seat_people(server, 2, random.Random(seed), **mode('base', players=2))
        players.play(people, limit=actions)
        players.settle(people)
        return code, people

    def finished(self, server, seed, **rules):
        code, people = players.seat_people(server, 2, random.Random(seed), **mode('base', players=2, **{'turn_limit': 3, **rules}))
        players.play(people)
        for one in people:
            one.drop()
        return code, people


class Copies(Case):
    def test_backup_and_restore_of_a_running_server(self):
        server = self.serve()
        code, people = self.game(server, 1)
        copy = server.folder / 'copy.db'
        self.assertIn('1 being played', holm('backup', '--db', server.database, copy))
        self.assertIn('there already', holm('backup', '--db', server.database, copy, code=1))
        kept = people[0].mirror.seq
        players.play(people, limit=8)
        players.settle(people)
        self.assertGreater(people[0].mirror.seq, kept)

        # Not over a running server without saying so.
        self.assertIn('a server is using', holm('restore', '--db', server.database, copy, code=1))
        players.play(people, limit=2)
        players.settle(people)

        self.assertIn('is restored from', holm('restore', '--running', '--db', server.database, copy))
        self.assertTrue(fixture.until(lambda: b'starting afresh' in server.log()))
        for one in people:
            one.wire.wait_closed()
            one.drop()

        def answers():
            try:
                answer = server.get('/api/health')
            except OSError:
                return False
            return answer is not None and answer.status == 200  # None: it closed the connection as it went
        self.assertTrue(fixture.until(answers), 'on the same port')
        again = [players.Player(server, code, one.token, random.Random(1)) for one in people]
        players.pump(again, lambda: all(p.mirror.seq is not None for p in again))
        self.assertEqual({p.mirror.seq for p in again}, {kept})
        for one in again:
            one.drop()
        server.kill()

        # Stopped, it needs no word; what was there is kept.
        before, earlier, after_a_crash = (server.folder / name for name in ('holm.db.before', 'earlier.db', 'crashed.db'))
        holm('backup', '--db', server.database, after_a_crash)
        self.assertIn('rename it first', holm('restore', '--db', server.database, before, code=1))
        before.rename(earlier)
        self.assertIn('restored', holm('restore', '--db', server.database, earlier))
        self.assertTrue(before.exists())
        server.start()
        table = server.get('/api/tables/' + code)
        self.assertEqual(table.json['table']['state'], 'playing')
        self.assertEqual(sorted(p.name for p in server.folder.glob('*.restoring*')), [])

    def test_an_older_database_is_copied_as_it_is_and_restored_to_this_version(self):
        server = self.serve()
        server.stop()
        fixture_folder = pathlib.Path(__file__).resolve().parent / 'fixtures' / 'v4'
        old, copy = server.folder / 'old.db', server.folder / 'copy.db'
        with contextlib.closing(sqlite3.connect(old)) as database:
            database.executescript((fixture_folder / 'holm.sql').read_text())
        self.assertIn('1 finished, 2 being played, 1 not started', holm('backup', '--db', old, copy))
        with contextlib.closing(sqlite3.connect(copy)) as database:
            self.assertEqual(database.execute('PRAGMA user_version').fetchone(), (4,))
        holm('restore', '--db', server.database, copy)
        server.restart(keep_unstarted=0)
        for log in fixture_folder.glob('*.jsonl'):
            self.assertEqual(server.get(f'/api/tables/{log.stem}/log').body, log.read_bytes())

    def test_what_cannot_be_copied_says_why(self):
        server = self.serve()
        nowhere = server.folder / 'nowhere' / 'copy.db'
        self.assertIn('No such file', holm('backup', '--db', server.database, nowhere, code=1))
        self.assertIn('No such file', holm('backup', '--db', server.folder / 'other.db', server.folder / 'copy.db', code=1))
        self.assertIn('it is no database', holm('restore', '--db', server.folder / 'new.db', server.log_file, code=1))
        self.assertIn('FILE', holm('backup', code=2))
        self.assertFalse((server.folder / 'new.db').exists())


class Archive(Case):
    def test_packed_games_are_the_same(self):
        server = self.serve(archive=2)
        code, people = self.finished(server, 1)
        waiting = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base'}, 'seats': ['me', 'open', 'open']}).json['code']
        playing, others = self.game(server, 2, actions=6)
        for one in others:
            one.drop()
        asked = [f'/api/tables/{code}/{what}' for what in ('log', 'replay', 'replay?viewer=red', 'proof')]
        before = [server.get(path).body for path in asked]
        self.assertEqual(server.sql('SELECT count(*) FROM archive'), [(0,)])
        server.stop()
        server.days = 3
        server.start()
        self.assertTrue(fixture.until(lambda: server.metric('holm_games_archived_total') == 1, 60))
        self.assertTrue(fixture.until(lambda: server.sql('SELECT count(*) FROM archive WHERE rest') == [(0,)]))
        rows = server.sql('SELECT count(*) FROM lines WHERE game = (SELECT id FROM tables WHERE state = 2)')
        self.assertEqual(rows, [(0,)], 'its lines are in the archive alone')
        self.assertEqual([server.get(path).body for path in asked], before)
        log = server.folder / 'log'
        log.write_bytes(before[0])
        holm('verify', log)
        self.assertEqual(server.get(f'/api/tables/{waiting}').status, 200)

        # Whoever played is back at the end, and may still sign it.
        player = players.Player(server, code, people[0].token, random.Random(1), seals=True)
        player.until(lambda: player.mirror.over)
        self.assertTrue(player.proof()['draws'])
        player.drop()
        server.restart(archive=0)
        self.assertTrue(fixture.until(lambda: server.get('/api/health').json['storage']['check'] == 'fine'))
        grown = server.get(asked[0]).body
        self.assertTrue(grown.startswith(before[0]))

        # Nobody has started it for a month: it goes, and what is played or over stays.
        server.stop()
        server.days = 40
        server.start()
        self.assertTrue(fixture.until(lambda: server.get(f'/api/tables/{waiting}').status == 404, 60))
        self.assertEqual(server.get(asked[0]).body, grown)
        self.assertEqual(server.get(f'/api/tables/{playing}').status, 200)


TOKEN = re.compile(rb'Admin token, shown this once: (\S+)')
# All that the admin page is told, at any depth: nothing of a hand, a board, a seed, a log or a seat's token.
SHOWN = {'version', 'seconds', 'restart', 'backup', 'load', 'stored', 'tables', 'more', 'state', 'file', 'why',
         'connections', 'memory', 'disk', 'actions', 'bots_waiting', 'logs_waiting', 'archived', 'damaged', 'check', 'stores',
         'waiting', 'playing', 'over', 'code', 'game', 'public', 'watching', 'created', 'changed', 'chairs',
         'chair', 'kind', 'name', 'bot', 'connected', 'away', 'reports'}


def keys_of(value):
    if isinstance(value, dict):
        return set(value) | set().union(*map(keys_of, value.values()), set())
    return set().union(*map(keys_of, value), set()) if isinstance(value, list) else set()


class Admin(Case):
    def token(self, server, which=-1):
        self.assertTrue(fixture.until(lambda: TOKEN.search(server.log())))
        return TOKEN.findall(server.log())[which].decode()

    def ask(self, server, do='look', token=None, status=200, **more):
        answer = server.post('/api/admin', {'token': self.token(server) if token is None else token, 'do': do, **more})
        self.assertEqual(answer.status, status, answer.body)
        return answer.json

    def test_the_token(self):
        server = self.serve(limits={'admin': 40})
        token = self.token(server)
        self.ask(server)
        kept = b''.join(path.read_bytes() for path in server.folder.glob('holm.db*'))
        self.assertNotIn(token.encode(), kept, 'only its hash is stored')
        for wrong in ('', token[:-1], token + 'a', 'x' * 3000):
            self.assertEqual(self.ask(server, token=wrong, status=403)['error'], 'admin')
        self.assertEqual(server.get('/api/admin').status, 405)
        self.assertEqual(server.post(f'/api/admin?token={token}', {'do': 'look'}).status, 400, 'never in an address')
        for bad in ({'do': 'look', 'token': 7}, {'token': token}, {'token': token, 'do': 'win'}, {'token': token, 'do': 'look', 'seed': 1}, [], 'x',
                    {'token': token, 'do': 'announce'}, {'token': token, 'do': 'announce', 'minutes': 0}, {'token': token, 'do': 'announce', 'minutes': 121},
                    {'token': token, 'do': 'remove-person', 'table': 'x', 'chair': 99}):
            self.assertEqual(server.post('/api/admin', bad).status, 400, bad)
        self.assertEqual(self.ask(server, 'remove-table', table='nowhere', status=404)['error'], 'no-table')
        statuses = {server.post('/api/admin', {'token': 'x', 'do': 'look'}).status for _ in range(30)}
        self.assertIn(429, statuses)
        self.assertGreater(server.limited('admin'), 0)

        server.restart()
        self.ask(server, token=token)
        self.assertEqual(len(TOKEN.findall(server.log())), 1, 'it is shown once')
        server.restart(new_admin_token=True)
        self.assertTrue(fixture.until(lambda: len(TOKEN.findall(server.log())) == 2))
        self.ask(server, token=token, status=403)
        self.ask(server)

    def test_people_and_tables(self):
        server = self.serve()
        code, people = self.game(server, 3, actions=10)
        waiting = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base'}, 'seats': ['me', 'open', 'open']}).json
        joined = server.post(f'/api/tables/{waiting["code"]}/join', {'name': 'Bob'}).json
        over, _ = self.finished(server, 4)
        shown = self.ask(server)
        self.assertEqual(keys_of(shown) - SHOWN, set(), 'nothing that is hidden')
        text = str(shown)
        for secret in (p.token for p in people):
            self.assertNotIn(secret, text)
        tables = {table['code']: table for table in shown['tables']}
        self.assertEqual({c: t['state'] for c, t in tables.items()}, {code: 'playing', waiting['code']: 'waiting', over: 'over'})
        self.assertEqual([chair['name'] for chair in tables[waiting['code']]['chairs']], ['Ada', 'Bob', None])
        self.assertEqual(shown['stored'], {'waiting': 1, 'playing': 1, 'over': 1})
        self.assertEqual(shown['load']['connections'], 2)

        # Before the start the chair is free again, and its token opens nothing.
        guest = server.wire()
        guest.send(players.hello(waiting['code'], joined['token']))
        guest.until('welcome')
        self.ask(server, 'remove-person', table=waiting['code'], chair=1)
        self.assertEqual(guest.until('error')['error'], 'expelled')
        guest.wait_closed()
        guest.drop()
        self.assertEqual(server.get(f'/api/tables/{waiting["code"]}').json['table']['chairs'][1]['kind'], 'open')
        self.assertEqual(self.ask(server, 'remove-person', table=waiting['code'], chair=2, status=409)['error'], 'chair')

        # In a game a bot plays on for whoever had to go.
        one, other = people
        chair = one.chair
        self.ask(server, 'remove-person', table=code, chair=chair)
        one.wire.wait_closed()
        one.drop()
        again = server.wire()
        again.send(players.hello(code, one.token))
        self.assertEqual(again.next()['error'], 'token')
        again.drop()
        table = server.get('/api/tables/' + code).json['table']
        self.assertEqual((table['chairs'][chair]['away'], table['host']), (True, other.chair))
        seen = other.mirror.seq
        players.play([other], until=lambda: other.mirror.seq > seen + 4, timeout=60)
        self.assertGreater(other.mirror.seq, seen)

        self.ask(server, 'remove-table', table=code)
        self.assertEqual(other.wire.until('error')['error'], 'closed')
        other.drop()
        for gone in (code, over):
            if gone == over:
                self.ask(server, 'remove-table', table=over)
            self.assertEqual(server.get('/api/tables/' + gone).status, 404)
        self.assertEqual(self.ask(server)['stored'], {'waiting': 1, 'playing': 0, 'over': 0})
        for line in (f'removes who sits in chair {chair} of table {code}', f'removes table {code}', f'removes table {over}'):
            self.assertIn(f'admin at 127.0.0.1: {line}\n'.encode(), server.log())

    def test_a_restart_is_announced(self):
        server = self.serve()
        made = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base'}, 'seats': ['me', 'open', 'open']}).json
        host = server.wire()
        host.send(players.hello(made['code'], made['token']))
        host.until('welcome')
        self.assertIsNone(self.ask(server)['restart'])
        self.assertIn(self.ask(server, 'announce', minutes=5)['restart'], range(270, 301))
        self.assertIn(host.until('restart')['seconds'], range(270, 301))
        late = server.wire()
        late.send(players.hello(made['code'], None))
        self.assertIn(late.until('restart')['seconds'], range(240, 301))
        self.ask(server, 'recall')
        self.assertIsNone(host.until('restart')['seconds'])
        host.drop()
        late.drop()

    @fixture.of_file
    def test_back_up_now(self):
        server = self.serve()
        self.game(server, 5, actions=4)
        self.assertEqual(self.ask(server, 'back-up')['backup']['state'], 'running')
        self.assertTrue(fixture.until(lambda: self.ask(server)['backup']['state'] == 'done'))
        copy = server.folder / self.ask(server)['backup']['file']
        self.assertIn('1 being played', holm('restore', '--db', server.folder / 'other.db', copy))


if __name__ == '__main__':
    fixture.main()
