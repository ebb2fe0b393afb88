"""The database tells the truth: what is damaged is named and set aside, what is gone is noticed, what is old goes on.

The fixtures are databases as earlier versions left them (make_fixture.py); this version goes on with each.
"""
import contextlib
import json
import os
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
import schema
import strangers
import test_identity
from modes import mode

FIXTURES = pathlib.Path(__file__).resolve().parent / 'fixtures'
SWEEP = 12  # seconds until the server has looked through its tables
PAGE, LEAF = 4096, 10  # of SQLite: its size here; how a page of the index or of `lines` begins


def spoil_pages(database, words, most=1):
    """Overwrites pages of logs that have one of the words; how many."""
    data = bytearray(database.read_bytes())
    spoiled = 0
    for at in range(PAGE, len(data), PAGE):
        page = data[at:at + PAGE]
        if page[0] == LEAF and any(word in page for word in words) and spoiled < most:
            data[at:at + PAGE] = b'\xee' * PAGE
            spoiled += 1
    database.write_bytes(data)
    return spoiled


class Case(fixture.Case):
    def game(self, server, seed, actions=25, count=3, **body):
        code, people = players.seat_people(server, count, random.Random(seed), **dict(mode('base', players=count), **body))
        players.play(people, limit=actions)
        players.settle(people)
        return code, people

    def finished(self, server, seed):
        code, people = players.seat_people(server, 2, random.Random(seed), **mode('base', players=2, turn_limit=3))
        players.play(people)
        for one in people:
            one.drop()
        return code

    def plays_on(self, people, actions=8, connect=True):
        for one in people:
            if connect:
                one.reconnect(None)
            one.stuck = 0
        players.pump(people, lambda: all(p.mirror.seq is not None for p in people))
        before = max(p.mirror.seq for p in people)
        players.play(people, limit=actions)
        players.settle(people)
        self.assertGreater(people[0].mirror.seq, before)
        self.assertEqual(players.divergence(people[0]), '')

    def error_at(self, server, code, token):
        socket = server.wire()
        socket.send(players.hello(code, token))
        answer = socket.next()
        socket.drop()
        return answer.get('error')

    def health(self, server, check='fine'):
        """The health once the check has come to an end."""
        fixture.until(lambda: server.get('/api/health').json['storage']['check'] != 'running')
        health = server.get('/api/health')
        self.assertEqual(health.json['storage']['check'], check, health.body)
        self.assertEqual((health.status, health.json['ok']), (200, True) if check == 'fine' else (503, False))
        self.assertEqual('why' in health.json, check != 'fine')
        return health.json

    def refuses_to_start(self, folder, database='holm.db', address=None):
        run = subprocess.run([fixture.HOLM, 'serve', '--bind', '127.0.0.1', '--port', '0', '--db', address or str(pathlib.Path(folder) / database)],
                             capture_output=True, text=True, timeout=15, stdin=subprocess.DEVNULL, preexec_fn=fixture.die_with_parent)
        self.assertGreater(run.returncode, 0, run.stderr)
        self.assertIsNone(fixture.CRASH.search(run.stderr.encode()), run.stderr)
        return run.stderr

    def let_sweep(self, server):
        """Waits until the server has looked through its tables; it does so only while something happens."""
        fixture.until(lambda: server.get('/api/words').status != 200, SWEEP)

    def scratch(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix='holm-test-', dir=fixture.SCRATCH))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        return folder


class Fixtures(Case):
    """A database of every version before this one."""

    def test_all_go_on(self):
        for folder in sorted(FIXTURES.iterdir()):
            with self.subTest(folder.name):
                self.goes_on(folder)

    def goes_on(self, folder):
        kept = json.loads((folder / 'tables.json').read_text())
        place = self.scratch()
        if (folder / 'holm.sql').exists():  # as text
            with contextlib.closing(sqlite3.connect(place / 'holm.db')) as database:
                database.executescript((folder / 'holm.sql').read_text())
        else:
            shutil.copy(folder / 'holm.db', place)
        server = self.serve(folder=place, keep_unstarted=0)  # however old the fixture is by now
        crowds = {name: self.take_seats(server, name, one) for name, one in kept.items() if one.get('seq') and not one['over']}
        self.assertTrue(crowds)
        for people in crowds.values():
            self.plays_on(people, connect=False)
        server.restart()
        for people in crowds.values():
            seen = max(p.mirror.seq for p in people)
            for one in people:
                one.reconnect(None)
            players.pump(people, lambda: all(p.mirror.seq is not None and p.mirror.seq >= seen for p in people))
            self.plays_on(people, actions=4, connect=False)
        for one in kept.values():
            if one.get('over'):
                self.finished_is_served(server, one, folder / f'{one["code"]}.jsonl')
        if (folder / 'people.json').exists():  # since there are people with keys
            self.people_are_known(server, json.loads((folder / 'people.json').read_text()))
        self.waiting_waits(server, kept['waiting'])
        self.assertEqual(server.get('/api/health').status, 200)

    def people_are_known(self, server, kept):
        """Their games, ratings, chat and wishes are there; and the game of days goes on."""
        ada = test_identity.Person(server)
        ada.share = dice.Share.again(kept['keys'][0])
        history = ada.history()
        self.assertEqual([(game['code'], game['rated'], game['place']) for game in history['games']], [(kept['over'], True, 1)])
        left, = server.get('/api/ratings').json['ratings']  # of the one who left
        people = self.take_seats(server, 'known', kept)
        if 'device' in kept:  # since version 11
            self.assertIsNone(left['name'], 'hidden by whoever runs the server')
            self.assertEqual(len(server.get(f'/api/tables/{kept["over"]}/replay').json['frames']), kept['frames'], 'packed, and read')
            further = players.Player(server, kept['code'], kept['device'])
            self.assertEqual(further.until(lambda: further.welcomed).chair, people[0].chair)
            further.drop()
        people[0].until(lambda: any(m['type'] == 'chats' for m in people[0].other))
        line, = next(m for m in people[0].other if m['type'] == 'chats')['lines']
        self.assertEqual((line['text'], schema.fault(line, 'chatLine')), ('See you tomorrow', ''))
        self.assertEqual(server.sql('SELECT endpoint, failed FROM push'), [('https://push.example.org/ada', 0)])
        people[0].say(type='resume')
        players.pump(people, lambda: all(one.table['paused'] is None for one in people))
        self.plays_on(people, connect=False)

    def take_seats(self, server, name, kept):
        people = [players.Player(server, kept['code'], seat['token'], random.Random(name)) for seat in kept['seats']]
        players.pump(people, lambda: all(p.mirror.seq is not None for p in people))
        alone = name in ('base', 'knights', 'seafarers', 'delay')  # no clock ran out meanwhile, and no bot has moved
        for one, seat in zip(people, kept['seats']):
            if 'share' in seat:  # since version 2 of the logs actions are signed
                players.SHARES[one.code, one.token, one.table['round']] = dice.Share.again(seat['share'])
            self.assertEqual(one.seat, seat['seat'])
            self.assertGreaterEqual(one.mirror.seq, kept['seq'])
            if alone:
                self.assertEqual(one.mirror.seq, kept['seq'])
                own = next(p for p in one.mirror.view['players'] if p['seat'] == one.seat)
                self.assertEqual({member: own[member] for member in seat['own']}, seat['own'])
        return people

    def finished_is_served(self, server, kept, log):
        code = kept['code']
        player = players.Player(server, code, kept['seats'][0]['token'], random.Random(code))
        player.until(lambda: player.mirror.over)
        self.assertEqual(player.mirror.seq, kept['seq'])
        self.assertTrue(player.proof()['draws'])
        player.drop()
        self.assertEqual(server.get(f'/api/tables/{code}/log').body, log.read_bytes())
        replay = server.get(f'/api/tables/{code}/replay')
        self.assertEqual(replay.status, 200)
        self.assertEqual(len(replay.json['frames']), len(log.read_text().splitlines()) - 1)
        self.assertTrue(replay.json['proof']['draws'])
        for command in ('verify', 'replay'):
            run = subprocess.run([fixture.HOLM, command, str(log)], capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 0, run.stderr)

    def waiting_waits(self, server, kept):
        table = server.get(f'/api/tables/{kept["code"]}').json['table']
        self.assertEqual(table['state'], 'waiting')
        self.assertEqual([c['kind'] for c in table['chairs']], ['person', 'person', 'open'])
        self.assertEqual(table['chairs'][1]['name'], 'Bob')
        for chair, seat in enumerate(kept['seats']):
            player = players.Player(server, kept['code'], seat['token'], random.Random(chair))
            self.assertEqual(player.chair, chair)
            player.drop()


class Starting(Case):
    def made(self):
        """A database with a game in it, as a clean stop leaves it."""
        server = self.serve(folder=self.scratch())
        code, people = self.game(server, 1)
        for one in people:
            one.drop()
        self.assertEqual(server.stop(), 0)
        return server, code, people

    def test_something_else(self):
        folder = self.scratch()
        with sqlite3.connect(folder / 'holm.db') as other:
            other.execute('CREATE TABLE recipes (name TEXT)')
            other.execute("INSERT INTO recipes VALUES ('soup')")
        other.close()
        before = (folder / 'holm.db').read_bytes()
        self.assertIn('something else', self.refuses_to_start(folder))
        self.assertEqual((folder / 'holm.db').read_bytes(), before, 'it stays as it was')

    def test_missing_columns(self):
        server, _, _ = self.made()
        server.sql('ALTER TABLE tables RENAME COLUMN header TO heading')
        self.assertIn('tables.header', self.refuses_to_start(server.folder, address=server.address))
        server.sql('ALTER TABLE tables RENAME COLUMN heading TO header')
        server.sql('ALTER TABLE lines RENAME TO rows')
        self.assertIn('lines.game', self.refuses_to_start(server.folder, address=server.address))

    @fixture.of_file
    def test_newer(self):
        server, code, _ = self.made()
        version, = server.sql('PRAGMA user_version')[0]
        for newer in (version + 1, 99):
            server.sql(f'PRAGMA user_version={newer}')
            before = server.database.read_bytes()
            self.assertIn(f'{newer}', self.refuses_to_start(server.folder))
            self.assertEqual(server.database.read_bytes(), before, 'it stays as it was')
        server.sql(f'PRAGMA user_version={version}')
        server.start()  # and is as good as before
        self.assertEqual(server.get('/api/tables/' + code).json['table']['state'], 'playing')

    def test_cut_short(self):
        server, _, _ = self.made()
        whole = server.database.read_bytes()
        for size in (len(whole) - PAGE, PAGE + 100, 3000, 50):
            server.database.write_bytes(whole[:size])
            self.assertIn('database', self.refuses_to_start(server.folder))
            self.assertEqual(server.database.read_bytes(), whole[:size])

    def test_spoiled_schema(self):
        server, _, _ = self.made()
        whole = server.database.read_bytes()
        server.database.write_bytes(whole[:100] + b'\xee' * (PAGE - 100) + whole[PAGE:])
        self.assertIn('malformed', self.refuses_to_start(server.folder))

    def test_removed_with_its_log_left(self):
        """A database that was deleted under a running server does not start as an empty one."""
        server = self.serve(folder=self.scratch())
        self.game(server, 2)
        server.kill()
        server.database.unlink()
        self.assertIn('removed', self.refuses_to_start(server.folder))

    def test_other_names(self):
        server = self.serve(folder=self.scratch())
        code, people = self.game(server, 3)
        others = self.scratch()
        (others / 'symbolic.db').symlink_to(server.database)
        os.link(server.database, others / 'hard.db')
        (others / 'folder').symlink_to(server.folder)
        for name in ('symbolic.db', 'hard.db', 'folder/holm.db'):
            self.assertIn('another server', self.refuses_to_start(others, name), name)
        self.plays_on(people, connect=False)
        server.restart()  # the lock goes with the process
        self.plays_on(people)


class Damage(Case):
    def test_pages(self):
        """Spoiled pages: the games on them are named and set aside, all others go on, and a restart changes nothing."""
        server = self.serve(keep=1)
        games = [self.game(server, seed, actions=120, rules={'game': 'base', 'players': 3}) for seed in range(10, 14)]
        for _, people in games:
            for one in people:
                one.drop()
        server.stop()
        row = server.sql('SELECT id FROM tables WHERE code = ?', games[0][0])[0][0]
        lines = server.sql('SELECT line FROM lines WHERE game = ? AND number BETWEEN 50 AND 70', row)
        self.assertTrue(any(spoil_pages(server.database, [line.encode()]) for line, in lines))  # some are on two pages
        for days in (0, 5):
            server.days = days
            server.start()
            health = self.health(server, 'damaged')
            self.assertGreaterEqual(health['storage']['damaged'], 1)
            self.assertIn('damaged', health['why'])
            named = [code for code, _ in games if f'table {code} is damaged'.encode() in server.log()]
            self.assertIn(games[0][0], named)
            self.assertLess(len(named), 3)
            for code, people in games:
                if code not in named:
                    self.plays_on(people)
                    continue
                answer = server.get(f'/api/tables/{code}')
                self.assertEqual((answer.status, answer.json['error']), (503, 'damaged'))
                self.assertEqual(self.error_at(server, code, people[0].token), 'damaged')
            if days:
                self.let_sweep(server)
                self.assertEqual(server.get(f'/api/tables/{games[0][0]}').status, 503)
            server.stop()
        self.assertEqual(len(server.sql('SELECT id FROM tables')), 4)

    def spoiled(self, finish, change, *values):
        """A server started on a database with one game changed, and a whole one; (server, bad, good people)."""
        server = self.serve()
        if finish:
            bad = self.finished(server, 21)
        else:
            bad, people = self.game(server, 21)
        good, others = self.game(server, 22)
        server.kill()
        row = server.sql('SELECT id FROM tables WHERE code = ?', bad)[0][0]
        server.sql(change, *values, row)
        server.start()
        return server, bad, others

    def is_set_aside(self, server, bad, others, line):
        self.assertEqual(self.error_at(server, bad, None), 'damaged')  # who only asks about a game in play does not have it read
        for path in ('', '/log', '/replay', '/proof'):
            answer = server.get(f'/api/tables/{bad}{path}')
            self.assertEqual((answer.status, answer.json['error']), (503, 'damaged'), path)
        self.assertIn(f'table {bad} is damaged and set aside: line {line} '.encode(), server.log())
        self.assertEqual(server.get(f'/api/tables/{"a" * 12}').status, 404)
        self.health(server, 'damaged')
        self.plays_on(others)

    def test_missing_line(self):
        for finish in (False, True):
            with self.subTest(finish=finish):
                change = 'DELETE FROM lines WHERE number = ? AND game = ?'
                server, bad, others = self.spoiled(finish, change, 7)
                self.assertEqual(self.health(server, 'damaged')['storage']['damaged'], 1)
                self.is_set_aside(server, bad, others, 7)

    LAST = 'DELETE FROM lines WHERE number > (SELECT max(number) FROM lines AS l WHERE l.game = lines.game) - ? AND game = ?'

    def test_lost_end(self):
        """The last lines of a log have gone, or all of them: what is left has no gap, but is not what was written."""
        for finish in (False, True):
            for lost in (1, 3, 10 ** 6):
                with self.subTest(finish=finish, lost=lost):
                    server, bad, others = self.spoiled(finish, self.LAST, lost)
                    left, = server.sql('SELECT count(*) FROM lines, tables WHERE game = id AND code = ?', bad)[0]
                    self.assertEqual(self.health(server, 'damaged')['storage']['damaged'], 1)
                    self.is_set_aside(server, bad, others, left + 1)

    def test_lost_end_when_it_is_loaded(self):
        """Whoever comes before the check has found it finds it, too."""
        for finish in (False, True):
            with self.subTest(finish=finish):
                server = self.serve()
                bad = self.finished(server, 23) if finish else self.game(server, 23)[0]
                _, others = self.game(server, 24)
                server.restart()
                self.health(server)  # the check has been, and does not come again
                row, = server.sql('SELECT id FROM tables WHERE code = ?', bad)[0]
                server.sql(self.LAST, 2, row)
                left, = server.sql('SELECT count(*) FROM lines WHERE game = ?', row)[0]
                self.is_set_aside(server, bad, others, left + 1)

    def test_lost_length(self):
        """Where it is not known how long a log must be, nobody can say that it is whole."""
        server, bad, others = self.spoiled(True, 'DELETE FROM lengths WHERE game = ?')
        self.health(server, 'damaged')
        self.assertEqual(server.get(f'/api/tables/{bad}/log').json['error'], 'damaged')
        self.assertIn(f'table {bad} is damaged and set aside: how many lines'.encode(), server.log())
        self.plays_on(others)

    def test_lost_end_of_a_log_in_memory(self):
        """A finished game that somebody looks at loses its end meanwhile: its log is not served as if it were all."""
        server = self.serve()
        code = self.finished(server, 25)
        player = players.Player(server, code, None)
        player.until(lambda: player.mirror.over)
        row, = server.sql('SELECT id FROM tables WHERE code = ?', code)[0]
        server.sql(self.LAST, 2, row)
        left, = server.sql('SELECT count(*) FROM lines WHERE game = ?', row)[0]
        for path in ('/log', '/proof', '/replay'):
            answer = server.get(f'/api/tables/{code}{path}')
            self.assertEqual((answer.status, answer.json['text']), (503, f'line {left + 1} of the log is missing'), path)
        player.say(type='history', **{'from': 1})
        player.until(lambda: player.errors)
        self.assertIn('missing', player.errors[0]['text'])

    def test_line_that_does_not_play(self):
        change = 'UPDATE lines SET line = ? WHERE number = 9 AND game = ?'
        self.is_set_aside(*self.spoiled(False, change, '{"n":9,"action":{"seat":"red","kind":"cheat"},"drew":[]}'), 9)

    def test_line_with_no_sense(self):
        self.is_set_aside(*self.spoiled(False, 'UPDATE lines SET line = ? WHERE number = 9 AND game = ?', 'x' * 300), 9)

    def test_wrong_head(self):
        self.is_set_aside(*self.spoiled(False, 'UPDATE lines SET head = ? WHERE number = 5 AND game = ?', b'h' * 32), 5)

    def test_spoiled_record(self):
        server, bad, others = self.spoiled(False, 'UPDATE tables SET record = ? WHERE id = ?', '{"holm":1,')
        self.assertEqual(server.get(f'/api/tables/{bad}').json['error'], 'damaged')
        self.assertIn(f'table {bad} is damaged'.encode(), server.log())
        self.assertEqual(server.sql('SELECT record FROM tables WHERE code = ?', bad), [('{"holm":1,',)])
        self.plays_on(others)


class Vanished(Case):
    def refused(self, server, people):
        for one in people:
            one.stuck = 0
        actor = next(p for p in people if p.seat in p.mirror.waiting['for'])
        answer = actor.act_and_wait(actor.choose(), others=[p for p in people if p is not actor])
        self.assertIsInstance(answer, dict, 'it was acknowledged')
        self.assertEqual(answer['error'], 'storage')
        health = server.get('/api/health')
        self.assertEqual((health.status, health.json['ok']), (503, False))
        self.assertGreaterEqual(server.post('/api/tables', {'name': 'Eve', 'rules': {'game': 'base'}}).status, 500)
        self.assertIn(b'nothing can be stored', server.log())
        return health.json['why']

    def test_deleted(self):
        server = self.serve(folder=self.scratch())
        _, people = self.game(server, 31)
        server.database.unlink()
        self.assertIn('gone', server.get('/api/health').json.get('why', ''), 'health says so before anybody acts')
        self.assertIn('gone', self.refused(server, people))

    def test_renamed_and_back(self):
        server = self.serve(folder=self.scratch())
        _, people = self.game(server, 32)
        for ending in ('', '-wal'):
            name = server.database.with_name(f'holm.db{ending}')
            name.rename(server.folder / 'elsewhere')
            self.assertIn('gone', self.refused(server, people))
            (server.folder / 'elsewhere').rename(name)
            self.assertTrue(fixture.until(lambda: server.get('/api/health').status == 200))
            self.plays_on(people, connect=False)
        server.restart()
        self.plays_on(people)

    def test_bots_wait(self):
        """While nothing can be stored, bots try once in a while: not as fast as the server can refuse them."""
        server = self.serve(folder=self.scratch())
        made = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base', 'players': 4}, 'seats': ['random'] * 4, 'pace': 0.5})
        self.assertEqual(made.status, 201, made.body)
        time.sleep(2)
        server.database.rename(server.folder / 'elsewhere')
        fixture.until(lambda: server.get('/api/health').status == 503)
        time.sleep(1.5)
        before = server.metric('holm_commit_failures_total')
        time.sleep(4)
        self.assertLess(server.metric('holm_commit_failures_total') - before, 10)
        (server.folder / 'elsewhere').rename(server.database)

    def test_replaced(self):
        server = self.serve(folder=self.scratch())
        _, people = self.game(server, 33)
        copy = server.folder / 'copy.db'
        shutil.copy(server.database, copy)
        copy.replace(server.database)
        self.assertIn('replaced', self.refused(server, people))


class Pruning(Case):
    def test_by_the_calendar(self):
        """--keep removes what was finished or never started, and leaves what is played or in use."""
        server = self.serve(keep=2)
        over = self.finished(server, 41)
        playing, people = self.game(server, 42)
        made = [server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base'}, 'seats': ['me', 'open', 'open']}).json for _ in range(2)]
        server.stop()
        server.sql('UPDATE tables SET changed = changed + 3 * 86400 WHERE code = ?', made[0]['code'])
        server.days = 3
        server.start()
        host = players.Player(server, made[0]['code'], made[0]['token'], random.Random(43))
        server.sql('UPDATE tables SET changed = changed - 3 * 86400 WHERE code = ?', made[0]['code'])
        self.assertTrue(fixture.until(lambda: not server.sql('SELECT 1 FROM tables WHERE code = ?', over), 3 * SWEEP))
        left = {code for code, in server.sql('SELECT code FROM tables')}
        self.assertNotIn(made[1]['code'], left)
        self.assertIn(playing, left)
        self.assertIn(made[0]['code'], left, 'somebody sits at it')
        self.assertEqual(server.sql('SELECT count(*) FROM lines WHERE game NOT IN (SELECT id FROM tables)'), [(0,)])
        host.say(type='chair', chair=2, set='easy')
        host.until(lambda: host.table['chairs'][2]['kind'] == 'bot')
        self.plays_on(people)

    def test_nothing_goes_by_itself(self):
        """Without --keep a game of years ago is still there, to be looked at and checked; test_hosts.py has what expires."""
        server = self.serve(keep_unstarted=0)
        over = self.finished(server, 49)
        waits = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base'}, 'seats': ['me', 'open', 'open']}).json['code']
        server.stop()
        server.days = 3000
        server.start()
        self.let_sweep(server)
        self.assertEqual(server.get(f'/api/tables/{over}').json['table']['state'], 'over')
        self.assertEqual(server.get(f'/api/tables/{over}/log').status, 200)
        self.assertEqual(server.get(f'/api/tables/{waits}').json['table']['state'], 'waiting')

    def test_a_table_in_use_stays(self):
        server = self.serve(keep=2)
        made = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base'}, 'seats': ['me', 'open', 'open']}).json
        host = players.Player(server, made['code'], made['token'], random.Random(44))
        _, people = self.game(server, 45)
        server.sql('UPDATE tables SET changed = changed - 5 * 86400')
        self.let_sweep(server)
        host.say(type='chair', chair=2, set='easy')
        host.until(lambda: host.table['chairs'][2]['kind'] == 'bot')
        self.plays_on(people, connect=False)

    def test_a_vanished_row_harms_no_neighbour(self):
        """Three tables write in one turn of the loop; the rows of two have gone. The third's action is stored."""
        server = self.serve()
        made = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base'}, 'seats': ['me', 'open', 'open']}).json
        host = players.Player(server, made['code'], made['token'], random.Random(46))
        gone, losers = self.game(server, 47)
        code, people = self.game(server, 48)
        server.sql('DELETE FROM tables WHERE code IN (?, ?)', gone, made['code'])
        loser, actor = (next(p for p in crowd if p.seat in p.mirror.waiting['for']) for crowd in (losers, people))
        loser.refused.clear()
        actor.refused.clear()
        server.process.send_signal(signal.SIGSTOP)
        number = actor.act(actor.mirror.list['actions'][0])
        host.say(type='chair', chair=2, set='easy')
        loser.act(loser.mirror.list['actions'][0])
        server.process.send_signal(signal.SIGCONT)
        players.pump(people, lambda: number in actor.acked or actor.refused)
        self.assertIn(number, actor.acked, actor.refused)
        fixture.until(lambda: not loser.read() and not host.read())
        self.assertEqual([r['error'] for r in loser.refused], ['storage'])
        self.assertEqual(host.table['chairs'][2]['kind'], 'open', 'it was told what is not stored')
        for lost in (gone, made['code']):
            self.assertEqual(server.get(f'/api/tables/{lost}').status, 404)
        self.assertEqual(server.get('/api/health').status, 200)
        players.settle(people)
        server.restart()
        self.assertEqual(server.sql('SELECT count(*) FROM lines WHERE game NOT IN (SELECT id FROM tables) AND number > 25'), [(0,)])
        self.plays_on(people)


class Lazy(Case):
    def test_only_what_is_wanted(self):
        """After a start nothing is in memory that need not be; whoever comes finds the game as it was."""
        server = self.serve()
        games = [self.game(server, seed, count=2) for seed in range(50, 56)]
        shown, _ = self.game(server, 57, public=True)
        waits = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base'}, 'seats': ['me', 'open', 'open'], 'public': True}).json['code']
        server.restart()
        time.sleep(1)
        self.assertEqual({t['code'] for t in server.get('/api/tables').json['tables']}, {shown, waits})
        self.assertEqual(server.metric('holm_tables'), 2)
        for _, people in games:
            self.plays_on(people)
        self.assertEqual(server.metric('holm_tables'), 2 + len(games))
        for _, people in games:
            for one in people:
                one.drop()
        self.assertTrue(fixture.until(lambda: server.metric('holm_tables') == 2, 3 * SWEEP))
        for _, people in games:
            self.plays_on(people)

    def test_reading_a_game_is_heavy(self):
        """Who asks about a table does not have its game read; who watches pays for it, who plays does not."""
        server = self.serve()
        games = [self.game(server, seed, count=2) for seed in range(70, 73)]
        server.restart(heavy=4)  # one at once
        for code, _ in games:
            table = server.get(f'/api/tables/{code}').json['table']
            self.assertEqual((table['state'], server.post(f'/api/tables/{code}/join', {'name': 'Eve'}).status), ('playing', 409))
        watching = [server.wire() for _ in games]
        for one, (code, _) in zip(watching, games):
            one.send(players.hello(code, None))
        self.assertEqual([one.next(timeout=10)['type'] for one in watching], ['welcome', 'error', 'error'])
        self.assertEqual(server.limited('heavy'), 2)
        self.plays_on(games[1][1])
        again = server.wire()
        again.send(players.hello(games[1][0], None))  # it is in memory now
        self.assertEqual(again.next(timeout=10)['type'], 'welcome')
        self.assertEqual(server.limited('heavy'), 2)

    def test_bots_go_on(self):
        server = self.serve()
        made = server.post('/api/tables', {'rules': {'game': 'base', 'players': 3}, 'seats': ['easy', 'easy', 'easy'], 'pace': 0.2})
        self.assertEqual(made.status, 201, made.body)
        fixture.until(lambda: server.metric('holm_bot_actions_total') > 3)
        server.restart()
        self.assertTrue(fixture.until(lambda: server.metric('holm_bot_actions_total') > 3), 'nobody asked for it')

    def test_clocks_go_on(self):
        """A clock that runs out while the server is off, and one that runs out while the table is not in memory."""
        server = self.serve()
        for name, seconds in (('soon', 600), ('far', 5 * 86400)):
            code, people = self.game(server, name, clock={'mode': 'decision', 'seconds': seconds})
            for one in people:
                one.drop()
        server.stop()
        server.start()
        self.assertTrue(fixture.until(lambda: server.metric('holm_tables') == 0, 3 * SWEEP), 'their clocks are far away')
        self.assertEqual(server.metric('holm_clocks_expired_total'), 0)
        due = sorted(at / 1000 - time.time() for at, in server.sql('SELECT at FROM due'))
        self.assertAlmostEqual(due[0], 600, delta=60)
        self.assertAlmostEqual(due[1], 5 * 86400, delta=60)
        server.stop()
        server.days = 1
        server.start()
        self.assertTrue(fixture.until(lambda: (server.metric('holm_bot_actions_total') or 0) > 0), 'the one that ran out')
        self.assertEqual(server.metric('holm_tables'), 1)

    def test_wakes_in_time(self):
        """A table that is not in memory is there when its clock runs out."""
        server = self.serve()
        _, people = self.game(server, 62, clock={'mode': 'decision', 'seconds': 86400})
        for one in people:
            one.drop()
        self.assertTrue(fixture.until(lambda: server.metric('holm_tables') == 0, 2 * SWEEP))
        server.stop()
        server.days = 1 - 25 / 86400  # a few seconds are left
        left = server.sql('SELECT at FROM due')[0][0] / 1000 - time.time() - 86400 * server.days
        server.start()
        self.assertEqual(server.metric('holm_tables'), 0)
        begin = time.time()
        fixture.until(lambda: server.metric('holm_clocks_expired_total') > 0, 40)
        self.assertAlmostEqual(time.time() - begin, left, delta=3)

    def test_stops_while_many_wake(self):
        """A server that is stopped while it still reads what is due ends well, and wakes nobody behind its own back."""
        server = self.serve()
        for _ in range(150):
            server.post('/api/tables', {'rules': {'game': 'base', 'players': 2}, 'seats': ['random', 'random'], 'pace': 4})
        for _ in range(6):
            self.assertEqual(server.stop(), 0, server.log()[-2000:])
            server.sql('UPDATE due SET at = 0')
            server.start()

    def test_many_tables(self):
        """A start does not take longer with many stored games."""
        server = self.serve()
        _, people = self.game(server, 63, actions=100, rules={'game': 'base', 'players': 3})
        alone = server.metric('holm_resident_bytes')
        server.stop()
        many = 10000 if fixture.HEAVY else 1000
        copy_game(server.database, many)
        begin = time.monotonic()
        server.start()
        self.assertEqual(server.get('/api/catalogue').status, 200)
        self.assertLess(time.monotonic() - begin, 3)
        if many == 10000 and not strangers.SANITIZED:
            self.health(server)  # all is looked through
            self.assertLess((server.metric('holm_resident_bytes') - alone) / many, 1024, 'a table at which nobody is')
        self.plays_on(people)
        self.health(server)


def copy_game(database, many):
    """Copies the one game of a database many times, a tenth of them due in an hour."""
    store = sqlite3.connect(database)
    with store:
        columns = [name for _, name, *_ in store.execute('PRAGMA table_info(tables)') if name not in ('id', 'code')]
        store.execute(f'''WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
            INSERT INTO tables (code, {', '.join(columns)})
            SELECT printf('copy%08d', i), {', '.join(columns)} FROM n, tables WHERE id = 1''', (many,))
        store.execute('INSERT INTO lines (game, number, at, line) SELECT t.id, number, at, line FROM tables t, lines WHERE game = 1 AND t.id > 1')
        store.execute('INSERT INTO lengths (game, lines) SELECT t.id, lines FROM tables t, lengths WHERE game = 1 AND t.id > 1')
        if store.execute("SELECT 1 FROM sqlite_master WHERE name = 'due'").fetchall():
            store.execute('INSERT INTO due SELECT id, ? FROM tables WHERE id > 1 AND id % 10 = 0', (1000 * int(time.time() + 3600),))
    store.close()


if __name__ == '__main__':
    fixture.main()
