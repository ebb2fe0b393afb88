#!/usr/bin/env python3
"""Work that takes long: bots, logs, replays, proofs, histories, crowds. It is shared out fairly, done once, and never
keeps the loop from answering."""
import itertools
import json
import os
import pathlib
import random
import resource
import select
import socket
import subprocess
import tempfile
import threading
import time
import unittest

import fixture
import players
import proof
import schema
import wire
from test_fair import verify

NAMES = ('Ada', 'Bob', 'Cleo', 'Dan')
BAD, GOOD = '127.0.0.2', '127.0.0.3'  # two strangers


def ask(server, path, source, body=None, timeout=60):
    """A request from one of this machine's addresses: the answer, or None where it hung up."""
    data = b'' if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    method = 'GET' if body is None else 'POST'
    head = f'{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n'
    if body is not None:
        head += f'Content-Type: application/json\r\nContent-Length: {len(data)}\r\n'
    answer = b''
    with socket.create_connection(('127.0.0.1', server.port), timeout=timeout, source_address=(source, 0)) as plug:
        plug.sendall(head.encode() + b'\r\n' + data)
        while not wire.complete(answer) and (piece := plug.recv(1 << 18)):
            answer += piece
    if not answer:
        return None
    head, _, body = answer.partition(b'\r\n\r\n')
    return wire.Answer(int(head.split(b' ', 2)[1]), head.decode('latin-1'), body)


def cpu_seconds(server):
    words = pathlib.Path(f'/proc/{server.process.pid}/stat').read_text().rpartition(')')[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf('SC_CLK_TCK')


class Work(fixture.Case):
    made_logs = {}

    def log_of(self, actions):
        """A log of a game of random bots that nobody wins, so many actions long."""
        if actions not in self.made_logs:
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run([fixture.HOLM, 'sim', '--games', '1', '--bots', 'random-trader', '--option', 'target=30', '--max-turns',
                                str(actions), '--log', folder + '/log.jsonl'], stdout=subprocess.DEVNULL, check=False)
                lines = pathlib.Path(folder, 'log.jsonl').read_text().splitlines()
            self.made_logs[actions] = lines[:actions + 1]
            self.assertEqual(len(self.made_logs[actions]), actions + 1)
        return self.made_logs[actions]

    def long_game(self, server, actions, over=False, ages=None, **settings):
        """A table of four people whose game has gone on for long. (code, tokens); `ages`: seconds ago of each line."""
        lines = self.log_of(actions)
        body = {'name': NAMES[0], 'rules': {'game': 'base', 'players': 4}, 'seats': ['me'] + ['open'] * 3, 'order': 'fixed', **settings}
        made = server.post('/api/tables', body)
        self.assertEqual(made.status, 201, made.body)
        code, tokens = made.json['code'], [made.json['token']]
        for name in NAMES[1:]:
            tokens.append(server.post(f'/api/tables/{code}/join', {'name': name}).json['token'])
        host = players.Player(server, code, tokens[0], pledges=False)
        host.say(type='start')  # nobody has pledged: at once
        host.until(lambda: host.mirror.seq is not None)
        host.drop()
        self.assertEqual(server.get(f'/api/tables/{code}').json['table']['state'], 'playing')
        self.assertEqual(server.stop(), 0)
        now = int(time.time() * 1000)
        (game,), = server.sql('SELECT id FROM tables WHERE code = ?', code)
        server.sql('UPDATE tables SET header = ?, state = ? WHERE id = ?', lines[0], 2 if over else 1, game)
        server.sql_each('INSERT INTO lines (game, number, at, line) VALUES (?, ?, ?, ?)',
                        [(game, n, now - 1000 * (ages[n - 1] if ages else 1), lines[n]) for n in range(1, actions + 1)])
        server.sql('UPDATE lengths SET lines = ? WHERE game = ?', actions, game)
        server.restart()
        return code, tokens

    def come(self, server, code, token, source=None):
        one = players.Player(server, code, token, **({'source': source} if source else {}))
        one.until(lambda: one.mirror.seq is not None, timeout=60)
        return one

    def history(self, one, first=1):
        """All pages from a number on, and how many they were."""
        entries, pages, more = [], 0, True
        while more:
            before = len(one.other)
            one.say(type='history', **{'from': first})
            one.until(lambda: len(one.other) > before or one.errors, timeout=60)
            self.assertEqual(one.errors, [])
            page = one.other[-1]
            self.assertEqual((page['type'], page['from']), ('history', first))
            self.assertEqual([entry['seq'] for entry in page['entries']], list(range(first, page['to'] + 1)))
            entries += page['entries']
            first, more, pages = page['to'] + 1, page['more'], pages + 1
        return entries, pages

    def ping(self, one):
        begin = time.monotonic()
        before = len(one.other)
        one.say(type='ping')
        one.until(lambda: any(m['type'] == 'pong' for m in one.other[before:]), timeout=60)
        return time.monotonic() - begin

    # -- history

    def test_pages_of_a_history(self):
        """However it is paged, a history is the same: the replay's events, as each viewer may see them."""
        server = self.serve()
        actions = 2600
        code, tokens = self.long_game(server, actions, over=True)
        for viewer, token in (('red', tokens[0]), ('white', tokens[2]), ('spectator', None)):
            one = self.come(server, code, token)
            whole, pages = self.history(one)
            self.assertGreater(pages, 1, 'too short to be paged')
            frames = server.get(f'/api/tables/{code}/replay?viewer={viewer}').json['frames']
            self.assertEqual(whole, [{'seq': frame['seq'], 'events': frame['events']} for frame in frames])
            for first in (2, 256, 257, 258, 1000, actions - 1, actions, actions + 1, actions + 1000):
                self.assertEqual(self.history(one, first)[0], whole[first - 1:], f'{viewer} from {first}')
            one.drop()

    def test_late_spectators_history(self):
        """Who sees the game late gets the history late, too; the others get all of it."""
        server = self.serve()
        actions, hidden = 1500, 700
        ages = [7200] * (actions - hidden) + [60] * hidden
        code, tokens = self.long_game(server, actions, ages=ages, delay=3600)
        late, red = self.come(server, code, None), self.come(server, code, tokens[0])
        self.assertEqual((late.mirror.seq, red.mirror.seq), (actions - hidden, actions))
        seen, all_of_it = self.history(late)[0], self.history(red)[0]
        self.assertEqual((len(seen), len(all_of_it)), (actions - hidden, actions))
        self.assertEqual(self.history(late, 500)[0], seen[499:])
        self.assertEqual(self.history(late, actions - hidden + 1)[0], [])
        self.assertEqual(self.history(red, 500)[0], all_of_it[499:])

    def test_history_delays_nobody(self):
        """Somebody asks 28 times at once for the end of a long game; another player's pings are answered."""
        server = self.serve(limits={'errors': 1000, 'requests': None})
        actions = 8000
        code, tokens = self.long_game(server, actions)
        asking, playing = self.come(server, code, tokens[0]), self.come(server, code, tokens[1], GOOD)
        self.ping(playing)
        cpu = cpu_seconds(server)
        text = json.dumps({'type': 'history', 'from': actions - 10}).encode()
        asking.wire.send_bytes(b''.join(wire.frame(wire.TEXT, text) for _ in range(28)))
        worst, end = 0, time.monotonic() + 60
        while sum(m['type'] == 'history' for m in asking.other) + len(asking.errors) < 28 and time.monotonic() < end:
            worst = max(worst, self.ping(playing))
            asking.read()
        cpu = cpu_seconds(server) - cpu
        self.assertGreater(sum(m['type'] == 'history' for m in asking.other), 0)
        one = cpu / max(1, sum(m['type'] == 'history' for m in asking.other))  # what one costs, from the first line on
        self.assertLess(worst, max(0.25, 2 * one), f'a ping took {worst:.2f} s; {cpu:.2f} s of work')
        self.assertLess(sum(m['type'] == 'history' for m in asking.other), 28, 'all were made at once')

    def test_paging_is_linear(self):
        """All pages of a long game together cost little more than the first walk through it."""
        server = self.serve()
        actions = 8000
        code, tokens = self.long_game(server, actions)
        one = self.come(server, code, tokens[0])
        begin = cpu_seconds(server)
        self.history(one, actions)
        walk = cpu_seconds(server) - begin
        begin = cpu_seconds(server)
        _, pages = self.history(one, 1)
        self.assertGreater(pages, 3)
        self.assertLess(cpu_seconds(server) - begin, 2.5 * walk + 0.2, f'{pages} pages; one walk took {walk:.2f} s')
        begin = cpu_seconds(server)
        for first in range(actions, actions - 40, -1):
            self.history(one, first)
        self.assertLess(cpu_seconds(server) - begin, 4 * walk + 0.2, 'forty short pages from the end')

    def test_asking_and_leaving(self):
        """Those who ask for a history are gone before it comes."""
        server = self.serve()
        code, tokens = self.long_game(server, 3000)
        for number in range(30):
            one = server.wire(timeout=5)
            one.send(players.hello(code, tokens[number % 4] if number % 2 else None))
            one.send({'type': 'history', 'from': 1 + 90 * number})
            if number % 3:
                one.until('position')
            one.drop()
        self.assertEqual(len(self.history(self.come(server, code, tokens[0]), 2000)[0]), 1001)

    # -- games that come back

    def spoil(self, server, statement):
        """Changes the database while the server is off."""
        self.assertEqual(server.stop(), 0)
        server.sql(statement)
        server.start()

    def slowest(self, server, until, one=None, timeout=120):
        """The longest that a visitor's request (for the metrics, which `until` is shown) or a ping of somebody elsewhere takes until
        something is so, and how long that took."""
        worst, begin, metrics = 0, time.monotonic(), ''
        while not until(metrics):
            self.assertLess(time.monotonic() - begin, timeout)
            worst = max(worst, self.ping(one) if one else 0)
            asked = time.monotonic()
            metrics = ask(server, '/metrics', GOOD).body.decode()
            worst = max(worst, time.monotonic() - asked)
        return worst, time.monotonic() - begin

    def elsewhere(self, server):
        """Somebody at another table."""
        made = server.post('/api/tables', {'name': 'Eve', 'rules': {'game': 'base', 'players': 3}}).json
        return players.Player(server, made['code'], made['token'], source=GOOD)

    def test_long_games_come_back(self):
        """Many come at once to long games that are not in memory: all see what is there, one job reads each game, and nobody elsewhere
        waits."""
        server, actions = self.serve(), 12000
        games = [self.long_game(server, actions) for _ in range(2)]
        other, jobs = self.elsewhere(server), server.metric('holm_log_jobs_total')
        crowd = [players.Player(server, code, token, connect=False) for code, tokens in games for token in (*tokens, tokens[0], None, None)]
        for one in crowd:
            one.wire = server.wire()
        for one in crowd:
            one.say(**players.hello(one.code, one.token))
        def all_there(_):
            return [one.read() for one in crowd] and all(one.mirror.seq is not None for one in crowd)
        worst, whole = self.slowest(server, all_there, other)
        self.assertLess(worst, max(0.2, whole / 4), f'the games took {whole:.2f} s')
        self.assertEqual(server.metric('holm_log_jobs_total') - jobs, len(games))
        for one in crowd:
            self.assertEqual((one.mirror.seq, one.mirror.positions, one.errors), (actions, 1, []))
            self.assertEqual(players.divergence(one), '')
            one.until(lambda: all(chair['connected'] for chair in one.table['chairs']))
        server.restart()  # and somebody who comes alone sees the same
        for one in crowd[0], crowd[-1]:
            self.assertEqual(players.divergence(one), '')

    def test_long_game_is_woken(self):
        """A long game whose clock has run out goes on by itself, and nobody waits for it."""
        server, actions = self.serve(), 12000
        self.long_game(server, actions, clock={'mode': 'turn', 'seconds': 30}, ages=[100] * actions)
        self.spoil(server, 'UPDATE due SET at = 0')
        worst, whole = self.slowest(server, lambda metrics: metrics and 'bot_actions_total 0' not in metrics)
        self.assertLess(worst, max(0.2, whole / 4), f'it took {whole:.2f} s')
        self.assertEqual(server.metric('holm_clocks_expired_total'), 1)

    def test_leaving_before_it_comes_back(self):
        """Those who want a long game are gone before it is read, but for one."""
        server = self.serve()
        code, tokens = self.long_game(server, 6000)
        crowd = [server.wire(timeout=5) for _ in range(12)]
        for number, one in enumerate(crowd):
            one.send(players.hello(code, tokens[1 + number % 2] if number % 3 else None))
            if number % 2:
                one.send({'type': 'ping'})
        for number in (0, 5, 11, 4, 7, 1, 2, 9, 10, 3, 8):
            crowd[number].drop()
        left = crowd[6].until('position', timeout=60)
        self.assertEqual(left['seq'], 6000)
        host = self.come(server, code, tokens[0])
        self.assertEqual([chair['connected'] for chair in host.table['chairs']], [True, False, False, False])
        self.assertEqual(host.table['watching'], 1)
        crowd[6].drop()

    def test_said_before_the_welcome(self):
        """What is said while a game is read is heard in its turn, up to 4096 bytes."""
        server = self.serve()
        code, tokens = self.long_game(server, 6000)
        one, talker = server.wire(timeout=60), server.wire(timeout=60)
        talker.send(players.hello(code, tokens[1]))
        for _ in range(30):
            talker.send({'type': 'chat', 'text': 'x' * 200})
        one.send(players.hello(code, tokens[0]))
        one.send({'type': 'history', 'from': 5999})
        one.send(players.hello(code, tokens[0]))
        heard = (one.next(timeout=60) for _ in range(4))
        said = list(itertools.islice((message for message in heard if message['type'] != 'chats'), 3))  # the talker may be here first
        self.assertEqual([message['type'] for message in said], ['welcome', 'position', 'error'])
        self.assertEqual(said[2]['error'], 'hello', 'the second one')
        self.assertEqual(one.until('history', timeout=60)['to'], 6000)
        self.assertEqual(talker.next(timeout=60)['error'], 'too-fast')
        talker.until('position', timeout=60)
        self.assertEqual(talker.until('chat')['text'], 'x' * 200)

    def test_damage_in_a_long_game(self):
        """A line far down the log is spoiled: all who wait for the game are told, and the table is named and set aside."""
        server = self.serve()
        code, tokens = self.long_game(server, 6000)
        self.spoil(server, "UPDATE lines SET line = 'nonsense' WHERE number = 5500")
        other = self.elsewhere(server)
        crowd = [server.wire(timeout=60) for _ in range(5)]
        for one, token in zip(crowd, (*tokens, None)):
            one.send(players.hello(code, token))
            one.send({'type': 'ping'})
        for one in crowd:
            self.assertEqual(one.next(timeout=60)['error'], 'damaged')
            self.assertEqual(one.next(timeout=60)['type'], 'pong')
        self.assertIn(f'table {code} is damaged and set aside: line 5500 of its log'.encode(), server.log())
        for path in (f'/api/tables/{code}', '/api/health'):
            self.assertEqual(server.get(path).status, 503, path)
        crowd[0].send(players.hello(code, tokens[0]))
        self.assertEqual(crowd[0].next()['error'], 'damaged')
        self.ping(other)

    def test_stopped_while_games_come_back(self):
        server = self.serve()
        code, tokens = self.long_game(server, 8000)
        for pause in (0, 0.02, 0.1, 0.3):
            crowd = [server.wire(timeout=5) for _ in range(4)]
            for one, token in zip(crowd, (*tokens[:3], None)):
                one.send(players.hello(code, token))
                one.send({'type': 'history', 'from': 7000})
            time.sleep(pause)
            self.assertEqual(server.stop(), 0, server.log()[-2000:])
            for one in crowd:
                one.drop()
            server.start()
        self.assertEqual(self.come(server, code, tokens[3]).mirror.seq, 8000)

    # -- fair shares

    def actions_of(self, server, watcher, seconds):
        """How many bots' moves a watcher sees in some time."""
        before, end = watcher.mirror.seq, time.monotonic() + seconds
        while time.monotonic() < end and not watcher.mirror.over:
            select.select([watcher.wire], [], [], 0.05)
            watcher.read()
        return watcher.mirror.seq - before

    def bot_table(self, server, bot, source):
        made = ask(server, '/api/tables', source, {'rules': {'game': 'base', 'players': 4, 'target': 18}, 'seats': [bot] * 4, 'pace': 0})
        self.assertEqual(made.status, 201, made.body)
        return made.json['code']

    @unittest.skipUnless(fixture.HEAVY, 'test_findings has it in short')
    def test_bots_of_a_neighbour(self):
        """Sixty tables of hard bots from one address; another's bots wait for a job or two, not for sixty."""
        server = self.serve(workers=1)
        for _ in range(60):
            self.bot_table(server, 'hard', BAD)
        time.sleep(2)
        count, begin = server.metric('holm_bot_actions_total'), time.monotonic()
        time.sleep(6)
        job = (time.monotonic() - begin) / max(1, server.metric('holm_bot_actions_total') - count)
        watcher = players.Player(server, self.bot_table(server, 'greedy', GOOD), None, source=GOOD)
        watcher.until(lambda: watcher.mirror.seq is not None, timeout=60)
        seconds = 8
        moves = self.actions_of(server, watcher, seconds)
        self.assertGreater(moves, seconds / (10 * job + 0.1), f'{moves} moves in {seconds} s, while a hard bot takes {job:.3f} s')

    def test_replays_of_a_neighbour(self):
        """Forty long replays from one address; another gets his after a job or two."""
        server = self.serve()
        codes = [self.long_game(server, 3000, over=True)[0] for _ in range(8)]
        begin = time.monotonic()
        self.assertEqual(ask(server, f'/api/tables/{codes[0]}/replay?viewer=blue', GOOD).status, 200)
        alone = time.monotonic() - begin
        statuses = []
        def flood(code, viewer):
            answer = ask(server, f'/api/tables/{code}/replay?viewer={viewer}', BAD)
            statuses.append(answer and answer.status)
        crowd = [threading.Thread(target=flood, args=(code, viewer)) for code in codes
                 for viewer in ('red', 'white', 'orange', 'spectator', 'everybody')]
        for one in crowd:
            one.start()
        time.sleep(alone / 2)
        begin = time.monotonic()
        answer = ask(server, f'/api/tables/{codes[1]}/replay?viewer=blue', GOOD)
        seconds = time.monotonic() - begin
        for one in crowd:
            one.join()
        self.assertEqual(answer.status, 200, answer.body[:200])
        self.assertLess(seconds, 6 * alone + 1, f'{alone:.2f} s alone')
        self.assertGreater(statuses.count(503), 20, 'one address had as many replays made as it wanted')
        self.assertGreaterEqual(statuses.count(200), 2)

    # -- made once

    def test_made_once(self):
        """Ten people want the same at once: one job; those who come later: none."""
        server = self.serve()
        code, _ = self.long_game(server, 3000, over=True)
        for path in ('replay?viewer=red', 'log', 'proof'):
            bodies, jobs = [], server.metric('holm_log_jobs_total')
            crowd = [threading.Thread(target=lambda i=i: bodies.append(ask(server, f'/api/tables/{code}/{path}', f'127.0.0.{10 + i}')))
                     for i in range(10)]
            for one in crowd:
                one.start()
            for one in crowd:
                one.join()
            bodies.append(server.get(f'/api/tables/{code}/{path}'))
            self.assertEqual({answer.status for answer in bodies}, {200})
            self.assertEqual(len({answer.body for answer in bodies}), 1)
            self.assertEqual(server.metric('holm_log_jobs_total') - jobs, 1, path)

    def test_proof(self):
        """The proof is for everybody, and only after the end; nobody is sent it unasked."""
        server = self.serve()
        code, people = players.seat_people(server, 2, random.Random(5), rules={'game': 'base', 'players': 2, 'turn_limit': 2})
        for one in people:
            one.keep = True
        self.assertEqual(server.get(f'/api/tables/{code}/proof').status, 403)
        players.play(people)
        players.pump(people, lambda: all(one.mirror.over for one in people))
        over, = [text for text in people[0].frames if b'"type":"over"' in text]
        self.assertEqual(set(json.loads(over)), {'type', 'winner'})
        proof = server.get(f'/api/tables/{code}/proof').json
        self.assertEqual(schema.fault(proof, 'proof'), '')
        self.assertEqual('\n'.join(proof['log']) + '\n', server.get(f'/api/tables/{code}/log').body.decode())
        self.assertEqual(server.get(f'/api/tables/{code}/replay').json['proof'], proof)
        for path in (f'/api/tables/{code}/proofs', f'/api/tables/{code}/proof/', '/api/tables/abcdefghijkm/proof'):
            self.assertEqual(server.get(path).status, 404, path)

    # -- crowds

    def test_crowd(self):
        """Many watch, and all see the same; who comes after a move sees what those see who were there."""
        server = self.serve()
        code, people = players.seat_people(server, 3, random.Random(4), rules={'game': 'base', 'players': 3},
                                           clock={'mode': 'turn', 'seconds': 600})
        players.play(people, limit=20)
        crowd, many = [], 1000 if fixture.HEAVY else 150
        for round in range(2):
            players.settle(people)
            seen = []
            for _ in range(many):
                crowd.append(server.wire(timeout=20))
                crowd[-1].send(players.hello(code, None))
                position = crowd[-1].until('position', timeout=60)
                self.assertLessEqual(position.pop('waiting')['clock'][people[0].mirror.waiting['for'][0]]['left'], 600)
                seen.append(json.dumps(position))
            self.assertEqual(len(set(seen)), 1)
            self.assertEqual(json.loads(seen[0])['seq'], people[0].mirror.seq)
            first = self.come(server, code, None) if not round else first
            first.until(lambda: first.mirror.seq == people[0].mirror.seq)
            self.assertEqual(players.divergence(first), '')
            self.assertLess(self.ping(people[0]), 1)
            while people[0].mirror.seq == json.loads(seen[0])['seq']:
                players.play(people, limit=1, watchers=[first])
                players.settle(people)
        for one in (*crowd, first.wire):
            one.drop()

    # -- when things are short

    def test_no_room_for_files(self):
        """No file can grow any more: logs, replays and proofs are whole or refused, never empty."""
        server = self.serve(file_size=1 << 30)
        lengths = (2, 500)
        codes = [self.long_game(server, actions, over=True)[0] for actions in lengths]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        for code, actions in zip(codes, lengths):
            for path in ('log', 'replay?viewer=red', 'proof'):
                answer = server.get(f'/api/tables/{code}/{path}')
                if answer.status == 200:
                    self.assertGreater(len(answer.body), 1000, path)
                    if path == 'log':
                        self.assertEqual(answer.body.decode().splitlines(), self.log_of(actions))
                else:
                    self.assertEqual((answer.status, answer.json['error']), (503, 'storage'), path)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1 << 30, resource.RLIM_INFINITY))
        for path in ('log', 'proof', 'replay?viewer=red'):
            self.assertEqual(server.get(f'/api/tables/{codes[1]}/{path}').status, 200, path)

    def test_unreadable_log(self):
        """A line of a finished game is spoiled: its replay is refused with a reason, and the next games are shown."""
        server = self.serve()
        code, _ = self.long_game(server, 400, over=True)
        server.stop()
        server.sql("UPDATE lines SET line = 'nonsense' WHERE number = 200")
        server.restart()
        for path in ('proof', 'replay?viewer=red'):
            for _ in range(2):
                answer = server.get(f'/api/tables/{code}/{path}')
                self.assertEqual((answer.status, answer.json['error']), (503, 'storage'), path)
                self.assertIn('201', answer.json['text'])
        other, _ = self.long_game(server, 400, over=True)
        self.assertEqual(server.get(f'/api/tables/{other}/replay?viewer=red').status, 200)

    # -- length

    def test_game_without_an_end(self):
        """At so many actions the game is over and nobody has won; its log, replay and proof are whole."""
        server = self.serve(game_actions=40)
        code, people = players.seat_people(server, 3, random.Random(8), rules={'game': 'base', 'players': 3}, delay=2)
        watcher = players.Player(server, code, None)
        players.play(people, watchers=[watcher])
        players.pump([*people, watcher], lambda: all(one.mirror.over for one in (*people, watcher)))
        players.pump(people, lambda: all(one.table['state'] == 'over' for one in people))
        for one in (*people, watcher):
            self.assertEqual((one.mirror.seq, one.mirror.winner), (40, None))
        self.assertEqual(people[0].table['ended'], 'length')
        self.assertEqual(schema.fault(people[0].table, 'table'), '')
        action = next((a for one in people for a in one.mirror.list['actions'] if one.mirror.list), None)
        if action:
            one = next(one for one in people if one.seat == action['seat'])
            self.assertEqual(one.act_and_wait(action)['error'], 'not-playing')
        for _ in range(2):
            self.assertEqual(server.get(f'/api/tables/{code}').json['table']['ended'], 'length')
            log = server.get(f'/api/tables/{code}/log')
            self.assertEqual(len(log.body.splitlines()), 41)
            self.assertEqual(len(server.get(f'/api/tables/{code}/replay?viewer=blue').json['frames']), 40)
            self.assertEqual(len(server.get(f'/api/tables/{code}/proof').json['log']), 41)
            fresh = players.Player(server, code, people[0].token)
            fresh.until(lambda: fresh.mirror.over)
            self.assertIsNone(fresh.mirror.winner)
            fresh.drop()
            server.restart()
        text = log.body.decode()
        status, said = verify(text)
        self.assertEqual(status, 0, said)
        self.assertIn('the game was cut off after 40 actions, as its terms say: nobody won', said)
        self.assertEqual(verify(text[:text.rindex('{"n":40,')])[0], 1, 'one action less is no end')

    def test_cut_off_game_is_signed(self):
        """Such an end is one as any other: who was there signs it, and it is the terms' length that counts, whatever the limit is later."""
        server = self.serve(game_actions=30)
        code, people = players.seat_people(server, 2, random.Random(5), rules={'game': 'base', 'players': 2})
        players.pump(people, lambda: all(one.mirror.seq is not None for one in people))
        self.assertEqual(json.loads(people[0].terms)['length'], 30)
        server.restart(game_actions=20)
        for one in people:
            one.drop()
            one.connect()
        players.play(people)
        players.pump(people, lambda: all(one.mirror.over for one in people))
        told = people[0].proof()
        self.assertEqual([proof.faults(told, '\n'.join(told['log']), one) for one in people], [[], []])
        for one in people:
            one.seal()
            one.say(type='ping')
            one.until(lambda: one.other)
        log = server.get(f'/api/tables/{code}/log').body.decode()
        self.assertEqual(len(log.splitlines()), 1 + 30 + 2)
        status, said = verify(log)
        self.assertEqual((status, 'did not sign' in said), (0, False), said)

    def test_ordinary_end(self):
        server = self.serve()
        code, people = players.seat_people(server, 2, random.Random(9), rules={'game': 'base', 'players': 2, 'turn_limit': 1})
        players.play(people)
        players.pump(people, lambda: all(one.table['state'] == 'over' for one in people))
        self.assertIsNone(people[0].table['ended'])

    # -- time

    def test_long_game_with_delay_is_loaded(self):
        """A delay for spectators costs nothing when a long game is loaded."""
        costs = []
        for delay in (0, 3600):
            server = self.serve()
            code, tokens = self.long_game(server, 12000, ages=[7200] * 12000, delay=delay)
            late = self.come(server, code, None)
            self.assertEqual(late.mirror.seq, 12000)
            costs.append(cpu_seconds(server))
            server.stop()
        self.assertLess(costs[1], 1.5 * costs[0] + 0.3, f'{costs[0]:.2f} s without, {costs[1]:.2f} s with')

    def test_clock_set_back(self):
        """The machine's clock is set back by an hour: bots go on."""
        with tempfile.NamedTemporaryFile('w') as shift:
            checks = os.environ.get('ASAN_OPTIONS', '')
            environment = {'LD_PRELOAD': fixture.CLOCK_SHIFT, 'SHIFT_FILE': shift.name,
                           'ASAN_OPTIONS': (checks + ':' if checks else '') + 'verify_asan_link_order=0'}
            server = self.serve(wrap=['env', *(f'{name}={value}' for name, value in environment.items())])
            code = server.post('/api/tables', {'rules': {'game': 'base', 'players': 3, 'target': 13}, 'seats': ['random'] * 3,
                                               'pace': 0.1}).json['code']
            watcher = players.Player(server, code, None)
            watcher.until(lambda: (watcher.mirror.seq or 0) > 5)
            shift.write('-3600')
            shift.flush()
            seen = watcher.mirror.seq
            watcher.until(lambda: watcher.mirror.seq > seen + 10, timeout=20)


if __name__ == '__main__':
    fixture.main()
