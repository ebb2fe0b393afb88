#!/usr/bin/env python3
"""Limits: too much, too fast, too many, too slow. Whoever breaks one is stopped, and nobody else feels it."""
import contextlib
import json
import os
import pathlib
import random
import re
import resource
import socket
import subprocess
import tempfile
import threading
import time

import fixture
import players
import strangers
import wire
from modes import mode

ELSEWHERE = '127.0.0.2'  # another address of this machine
ROOT = pathlib.Path(__file__).resolve().parents[2]


def usual_limits():
    """Options for a server with its own limits, all of them."""
    return {name: None for name in fixture.ROOMY}


class Rows(fixture.Case):
    """A limit is an option, a metric, and a row of two manuals."""

    def setUp(self):
        super().setUp()
        text = subprocess.run([fixture.HOLM, 'serve', '--help'], capture_output=True, text=True, check=True).stdout
        rows = text[text.index('--connections N'):]
        self.rows = {name: (what, int(usual)) for name, what, usual in re.findall(r'--([a-z-]+) (?:N|BYTES) +(.*) \((\d+)\)', rows)}
        self.assertEqual(len(self.rows), rows.count('--'))

    def test_metrics(self):
        text = self.serve(limits=usual_limits()).get('/metrics').body.decode()
        values = {name: int(value) for name, value in re.findall(r'^holm_limit\{limit="(.*)"\} (\d+)$', text, re.M)}
        self.assertEqual(values, {name: usual for name, (_, usual) in self.rows.items()})
        self.assertEqual(set(re.findall(r'^holm_limited_total\{limit="(.*)"\} 0$', text, re.M)), set(self.rows))
        used = set(re.findall(r'^holm_limit_used\{limit="(.*)"\} \d+$', text, re.M))
        self.assertTrue({'connections', 'sockets-each', 'half-requests', 'unsent-all', 'tables'} <= used <= set(self.rows), used)

    def test_docs(self):
        text = (ROOT / 'docs/server.md').read_text()
        rows = re.findall(r'^\| `--([a-z-]+)` \| (.*?) \| (.*?) \| (\d+)(?: (.*?))? \|$', text, re.M)
        self.assertEqual([row[0] for row in rows], list(self.rows))
        for name, what, scope, usual, unit in rows:
            told, value = self.rows[name]
            self.assertEqual(int(usual), value, name)
            self.assertIn(f', {scope}', told, name)
            self.assertTrue(told.startswith(re.split('[;,]', what)[0]), (told, what))
            self.assertTrue(unit in ('', 'bytes') or unit in told, (told, unit))

    def test_manual(self):
        text = (ROOT / 'man/holm-serve.1').read_text().replace('\\-', '-')
        rows = re.findall(r'^\.BI --([a-z-]+) " (?:N|BYTES)"\n(.*) \(default (\d+)\)\.$', text[text.index('.SS Limits'):], re.M)
        self.assertEqual([(name, what.lower(), int(usual)) for name, what, usual in rows],
                         [(name, what.split(';')[0].lower(), usual) for name, (what, usual) in self.rows.items()])

    def test_options(self):
        """Each takes a value, and refuses what is none: one such value, and in `make soak` several."""
        with tempfile.TemporaryDirectory() as folder:
            bad = ('-1', 'many', '99999999999')
            for number, name in enumerate(self.rows):
                for value in bad if fixture.HEAVY else (bad[number % 3],):
                    run = subprocess.run([fixture.HOLM, 'serve', '--port', '0', '--db', folder + '/holm.db', '--' + name, value],
                                         capture_output=True, text=True, timeout=20)
                    self.assertEqual(run.returncode, 2, (name, value))
                    self.assertIn('wants a number', run.stderr)
        server = self.serve(limits={name: 70000 for name in self.rows})
        for name in self.rows:
            self.assertEqual(server.metric(f'holm_limit{{limit="{name}"}}'), 70000)


class Limits(fixture.Case):
    def setUp(self):
        super().setUp()
        self.plugs = []

    def game(self, server):
        code, people = players.seat_people(server, 3, random.Random(61), **mode('base', players=3))
        players.play(people, limit=30)
        players.settle(people)
        return code, people

    def alive(self, one):
        one.say(type='ping')
        before = len(one.other)
        one.until(lambda: any(m['type'] == 'pong' for m in one.other[before:]), timeout=10)

    def test_too_many_messages(self):
        server = self.serve(limits=fixture.limit(messages=20))
        code, people = self.game_slowly(server)
        bad = people[0]
        begin = time.monotonic()
        try:
            for _ in range(2000):
                bad.wire.send({'type': 'ping'})
                bad.wire.read()
        except wire.Gone:
            pass
        messages = []
        try:
            while True:
                messages.append(bad.wire.next(timeout=2))
        except (TimeoutError, wire.Gone):
            pass
        seconds = time.monotonic() - begin
        pongs = sum(message['type'] == 'pong' for message in messages)
        told = [message for message in messages if message.get('error') == 'too-fast']
        self.assertTrue(told or bad.wire.closed, 'nobody stopped the flood')
        self.assertLess(pongs, 20 * seconds + 200, 'as many answers as without a limit')
        for one in people[1:]:
            self.alive(one)
        bad.drop()
        time.sleep(1)
        self.alive(players.Player(server, code, bad.token))

    def game_slowly(self, server):
        return players.seat_people(server, 3, random.Random(62), **mode('base', players=3))

    def test_too_many_errors(self):
        server = self.serve()
        code, people = self.game(server)
        bad = people[0]
        try:
            for _ in range(3000):
                bad.wire.send({'type': 'nonsense'})
                bad.wire.read()
        except wire.Gone:
            pass
        self.assertTrue(bad.wire.wait_closed(10), 'three thousand errors, and the connection is still open')
        for one in people[1:]:
            self.alive(one)

    def test_too_many_connections(self):
        server = self.serve(limits=fixture.limit(connections=20))
        sockets, refused = [], 0
        for _ in range(60):
            try:
                sockets.append(server.wire(timeout=5))
            except (wire.Refused, OSError):
                refused += 1
        time.sleep(0.3)
        for one in sockets:
            one.read()
        still = [one for one in sockets if not one.closed]
        self.assertLessEqual(len(still), 20)
        self.assertGreaterEqual(len(still), 15)
        server.wire(source=ELSEWHERE).close()  # somebody else can come in
        for one in sockets:
            one.drop()
        self.assertTrue(fixture.until(lambda: server.metric('holm_connections') < 20))
        server.wire().close()
        self.assertEqual(server.get('/api/health').status, 200)

    def test_too_many_tables(self):
        server = self.serve(limits=fixture.limit(tables=5))
        body = {'name': 'Ada', 'rules': {'game': 'base'}}
        statuses = [server.post('/api/tables', body) for _ in range(12)]
        made = [answer for answer in statuses if answer.status == 201]
        refused = [answer for answer in statuses if answer.status != 201]
        self.assertEqual(len(made), 5)
        self.assertTrue(all(answer.status == 429 and answer.json['text'] for answer in refused), refused[0].status)
        with socket.create_connection(('127.0.0.1', server.port), source_address=(ELSEWHERE, 0)) as plug:
            data = json.dumps(body).encode()
            plug.sendall(b'POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n'
                         b'Content-Length: %d\r\n\r\n' % len(data) + data)
            self.assertTrue(plug.recv(4096).startswith(b'HTTP/1.1 201'), 'another address has a limit of its own')

    def test_too_many_requests(self):
        server = self.serve(limits=fixture.limit(requests=10))
        answers = [server.get('/api/tables') for _ in range(200)]
        refused = [answer for answer in answers if answer is None or answer.status == 429]
        self.assertGreater(len(refused), 10, 'two hundred requests at once were all served')
        self.assertGreaterEqual(len(answers) - len(refused), 10)
        time.sleep(1.5)
        self.assertEqual(server.get('/api/health').status, 200)

    def test_guessing_codes(self):
        """Guesses are requests like all others: they are limited, and they are all answered the same."""
        server = self.serve(limits=fixture.limit(requests=10))
        answers = {(answer.status, answer.body) for i in range(150)
                   for answer in [server.post(f'/api/tables/{chr(97 + i % 26) * 12}/join', {'name': 'Eve'})]}
        self.assertEqual({status for status, _ in answers}, {404, 429})
        self.assertEqual(len(answers), 2)

    def test_forwarded_for_is_not_believed(self):
        """Without --proxy, nobody escapes a limit by naming another address."""
        server = self.serve(limits=fixture.limit(tables=5))
        body = {'name': 'Ada', 'rules': {'game': 'base'}}
        statuses = [server.http('POST', '/api/tables', body, [('X-Forwarded-For', f'10.0.0.{i}')]).status for i in range(12)]
        self.assertEqual(statuses.count(201), 5)

    def test_forwarded_for_behind_a_proxy(self):
        """With --proxy, the last entry of the last X-Forwarded-For counts: it is the one that the proxy wrote."""
        server = self.serve(limits=fixture.limit(tables=2), proxy=True)
        body = {'name': 'Ada', 'rules': {'game': 'base'}}

        def made(*lists):
            """How many of these requests get a table; each has one header for each text."""
            statuses = [server.http('POST', '/api/tables', body, [('X-Forwarded-For', text) for text in texts]).status for texts in lists]
            self.assertTrue(set(statuses) <= {201, 429}, statuses)
            return statuses.count(201)
        self.assertEqual(made(*([f'10.0.0.{i}, 198.51.100.1'] for i in range(4))), 2, 'what stands before is anybody\'s word')
        self.assertEqual(made(*([f'198.51.100.1, 198.51.100.{i}'] for i in range(10, 14))), 4)
        self.assertEqual(made(*([f'10.0.0.{i}', '198.51.100.2'] for i in range(4))), 2, 'of several headers the last one counts')
        self.assertEqual(made(*([f'2001:db8:1:2::{i}'] for i in range(4))), 2, 'a network of IPv6 is one client')
        self.assertEqual(made(*([f'2001:db8:1:{i}::1'] for i in range(3, 7))), 4)
        self.assertEqual(made(*(['::ffff:198.51.100.3'], ['198.51.100.3'], ['198.51.100.3'])), 2)
        self.assertEqual(made(*([f'198.51.100.4:{port}'] for port in range(4))), 2, 'a port is no other client')
        self.assertEqual(made(*([f'[2001:db8:2:2::1]:{port}'] for port in range(4))), 2)
        self.assertEqual(made(*([f'198.51.100.9, {blank}198.51.100.5'] for blank in ('', ' ', '\t', ' \t'))), 2)
        garbage = ('nonsense', ',', 'x' * 500, '198.51.100.300', '\xff\xfe', '[', ':', '1:2')
        self.assertEqual(made(*([text] for text in garbage)), 2, 'what is no address counts as the proxy')
        self.assertEqual(made([], []), 0, 'so does a request without one')

    def test_forwarded_for_of_websockets(self):
        server = self.serve(limits=fixture.limit(connections=1), proxy=True)
        first, other = (server.wire(headers=[('X-Forwarded-For', f'198.51.100.{i}')]) for i in (1, 2))
        with self.assertRaises(wire.Refused) as refused:
            server.wire(headers=[('X-Forwarded-For', '10.0.0.1, 198.51.100.1')])
        self.assertEqual(refused.exception.status, 503)
        first.close()
        other.close()

    def test_long_replay_delays_nobody(self):
        """While the longest log is replayed for a visitor, players at a table go on."""
        server = self.serve()
        code, people = self.game(server)
        log = strangers.long_log()
        answers = []
        asking = threading.Thread(target=lambda: answers.append(server.http('POST', '/api/replay?viewer=red', log, timeout=60)))
        begin = time.monotonic()
        asking.start()
        worst = 0
        while asking.is_alive():
            sent = time.monotonic()
            self.alive(people[0])
            worst = max(worst, time.monotonic() - sent)
        whole = time.monotonic() - begin
        asking.join()
        self.assertIn(answers[0].status, (200, 413, 422, 429), answers[0].body[:200])
        self.assertLess(worst, max(0.5, whole / 3), f'a player waited {worst:.1f} s of the {whole:.1f} s that the replay took')

    def test_replays_nobody_waits_for(self):
        """Visitors ask for long replays and hang up at once, or in the middle of asking; players play on."""
        server = self.serve()
        code, people = self.game(server)
        log = strangers.long_log()
        request = b'POST /api/replay?viewer=red HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n' % len(log) + log
        plugs = []
        for number in range(25):
            plug = socket.create_connection(('127.0.0.1', server.port))
            plug.settimeout(10)
            try:
                plug.sendall(request if number % 3 else request[:len(request) // 2])
            except OSError:
                pass
            if number % 2:
                plug.close()
            else:
                plugs.append(plug)
            players.play(people, limit=2)
        players.settle(people)
        self.assertEqual(players.divergence(people[0]), '')
        for plug in plugs[1:4]:
            plug.setblocking(False)
            try:
                self.assertIn(plug.recv(4096)[9:12], (b'200', b'503', b'429', b'413', b''))
            except OSError:
                pass  # its turn has not come
        for plug in plugs:
            plug.close()

    def test_ending_amid_replays(self):
        """The server is told to end while several wait for long replays."""
        log = strangers.long_log()
        request = b'POST /api/replay?viewer=red HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n' % len(log) + log
        for seconds in (0.1, 1):
            server = self.serve()
            plugs = [socket.create_connection(('127.0.0.1', server.port)) for _ in range(6)]
            for plug in plugs:
                plug.sendall(request)
            plugs[-1].close()
            time.sleep(seconds)
            self.assertEqual(server.stop(), 0, server.log()[:3000].decode(errors='replace'))
            for plug in plugs:
                plug.close()

    def test_asked_while_it_ends(self):
        """The server waits for a worker before it ends; what is asked meanwhile finds nobody, and does no harm."""
        log = strangers.long_log()
        request = b'POST /api/replay?viewer=red HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n' % len(log) + log
        table = b'{"name":"Ada","rules":{"game":"base"}}'
        server = self.serve()
        plugs = [socket.create_connection(('127.0.0.1', server.port)) for _ in range(6)]
        for plug in plugs[:3]:
            plug.sendall(request)
        time.sleep(0.3)
        server.process.terminate()
        time.sleep(0.1)
        for plug, line in zip(plugs[3:], (b'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n', b'GET /api/tables HTTP/1.1\r\nHost: x\r\n\r\n',
                                          b'POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n' % len(table) + table)):
            try:
                plug.sendall(line)
            except OSError:
                pass  # it has ended already
        self.assertEqual(server.process.wait(60), 0, server.log()[:3000].decode(errors='replace'))  # a second SIGTERM would kill it
        fixture.running.discard(server)
        for plug in plugs:
            plug.close()

    def test_out_of_descriptors(self):
        """No descriptor is left: players play on, the log stays short, and afterwards all is well."""
        server = self.serve()
        code, people = self.game(server)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (40, 40))
        plugs = [socket.create_connection(('127.0.0.1', server.port)) for _ in range(80)]
        before = len(server.log())
        players.play(people, limit=20)
        players.settle(people)
        time.sleep(1)
        self.assertLess(len(server.log()) - before, 100000, 'a second of this fills the log')
        for plug in plugs:
            plug.close()
        time.sleep(0.5)
        self.assertEqual(server.get('/api/health').status, 200)
        self.assertEqual(players.divergence(people[0]), '')

    def test_silent_connections(self):
        """One address with hundreds of silent connections does not keep the others out."""
        server = self.serve(limits={'connections-each': 64})
        for start in (b'', b'GET / HTTP/1.1\r\nHost:'):
            plugs = []
            for _ in range(400):
                try:
                    plugs.append(socket.create_connection(('127.0.0.1', server.port), timeout=2))
                    if start:
                        plugs[-1].sendall(start)
                except OSError:
                    pass
            with socket.create_connection(('127.0.0.1', server.port), source_address=(ELSEWHERE, 0), timeout=4) as plug:
                plug.sendall(b'GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
                self.assertTrue(plug.recv(4096).startswith(b'HTTP/1.1 200'))
            for plug in plugs:
                plug.close()

    def test_slow_reader(self):
        """One who never reads is dropped before the server drowns; the others play on."""
        server = self.serve(limits=fixture.limit(unsent=300000))
        code, people = self.game(server)
        slow = wire.Wire(server.port, receive_buffer=2048)
        slow.send(players.hello(code, people[0].token))
        deadline = time.monotonic() + 30
        slow.socket.settimeout(1)
        while time.monotonic() < deadline:
            try:
                for _ in range(20):
                    slow.socket.sendall(wire.frame(wire.TEXT, b'{"type":"history","from":1}'))
            except OSError:
                break  # nobody listens any more, or the line is full
            players.play(people, limit=6)
            players.settle(people)
        for one in people:
            self.alive(one)
            self.assertEqual(players.divergence(one), '')
        # the server has closed its end: what is still under way can be read, and then it is over
        slow.socket.settimeout(10)
        total = 0
        try:
            while piece := slow.socket.recv(1 << 16):
                total += len(piece)
                self.assertLess(total, 6 << 20, 'all that was never read had been kept')
        except TimeoutError:
            self.fail('the slow reader is still connected')
        except OSError:
            pass
        slow.drop()

    def slow_readers(self, server, code, count, source):
        """They come to watch and never read."""
        slow = []
        for _ in range(count):
            one = wire.Wire(server.port, receive_buffer=2048, source=source)
            self.addCleanup(one.drop)
            one.send(players.hello(code, None))
            slow.append(one)
        return slow

    def talk(self, people, lines):
        """Much is said, and everybody at the table is to hear it."""
        said = heard = 0
        while heard < lines:
            if said - heard < 20:  # more would only wait in the server, and a slow machine is long at it
                people[0].say(type='chat', text='\U0001F3B2' * 300)
                said += 1
            for one in people:
                one.read()
            heard += len(people[0].chat)
            for one in people:
                one.chat.clear()
        self.alive(people[0])

    def test_slow_readers_of_one_address(self):
        """What waits for the slow readers of one address is bounded, and so is the memory of the server."""
        server = self.serve(limits={'unsent': None, 'unsent-each': 2 << 20, 'errors': 100000})
        code, people = self.game(server)
        slow = self.slow_readers(server, code, 16, ELSEWHERE)
        before = server.metric('holm_resident_bytes')
        for _ in range(24):  # the system takes more than a megabyte for each of them
            self.talk(people, 100)
            self.assertLessEqual(server.metric('holm_limit_used{limit="unsent-each"}') or 0, 2 << 20)
        if b'__asan_init' not in pathlib.Path(fixture.HOLM).read_bytes():  # which gives nothing back to the system
            self.assertLess(server.metric('holm_resident_bytes') - before, 12 << 20, 'slow readers take it all')
        self.assertGreater(server.limited('unsent-each'), 0)
        for one in people:
            self.alive(one)
            self.assertEqual(players.divergence(one), '')
        for one in slow:
            one.drop()
        self.assertTrue(fixture.until(lambda: server.metric('holm_limit_used{limit="unsent-all"}') < 1 << 16))
        self.alive(people[0])

    def test_slow_readers_of_many_addresses(self):
        """When all queues together are too long, the longest goes first: not whoever is to be told something just then."""
        server = self.serve(limits={'unsent-all': 1 << 20, 'errors': 100000})
        code, people = self.game(server)
        for i in range(8):
            self.slow_readers(server, code, 1, f'127.0.1.{i + 1}')
        for _ in range(18):
            self.talk(people, 100)
            self.assertLessEqual(server.metric('holm_limit_used{limit="unsent-all"}'), 1 << 20)
        self.assertGreater(server.limited('unsent-all'), 0)
        for one in people:
            self.assertFalse(one.wire.closed)
            self.alive(one)

    def test_unsent_before_a_hello(self):
        """Queues of those who are at no table count too, and go first when they are the longest."""
        server = self.serve(limits={'unsent-all': 1 << 20, 'errors': 100000})
        code, people = self.game(server)
        pings = wire.frame(wire.PING, b'x' * 125) * 500
        strangers = []
        for i in range(8):
            stranger = server.wire(source=f'127.0.1.{i + 1}', receive_buffer=4096)
            stranger.socket.setblocking(False)
            for _ in range(40):  # until it is dropped, or nothing more is taken
                try:
                    stranger.socket.send(pings)
                except OSError:
                    pass
                time.sleep(0.005)
            strangers.append(stranger)
        self.assertGreater(server.metric('holm_limit_used{limit="unsent-all"}') + server.limited('unsent-all'), 1 << 18)
        self.talk(people, 100)
        for one in people:
            self.assertFalse(one.wire.closed)
            self.alive(one)
        for stranger in strangers:
            stranger.drop()

    def ask(self, server, source, request):
        """Asks and does not read the answer."""
        plug = socket.socket()
        self.plugs.append(plug)
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        plug.bind((source, 0))
        plug.connect(('127.0.0.1', server.port))
        plug.settimeout(10)
        plug.sendall(b'%s HTTP/1.1\r\nHost: 127.0.0.1\r\n' % request)
        return plug

    def hang_up(self, server):
        """Then nothing is held for anybody."""
        for plug in self.plugs:
            plug.close()
        self.assertTrue(fixture.until(lambda: not self.held(server), 10))

    def used(self, server, limit):
        return int(server.metric(f'holm_limit_used{{limit="{limit}"}}'))

    def held(self, server):
        return self.used(server, 'unsent-all')

    def test_slow_takers(self):
        """Answers that are not taken count for whoever does not take them."""
        server = self.serve(limits={'unsent-each': 3 << 20, 'unsent-all': 8 << 20})
        for _ in range(200):
            server.post('/api/tables', {'name': 'Ada', 'public': True, 'rules': {'game': 'knights'}})
        size = len(server.get('/api/tables').body)
        self.assertGreater(size, 300000, 'the system takes it all')
        plugs = [self.ask(server, ELSEWHERE, b'GET /api/tables') for _ in range(20)]
        for plug in plugs:
            plug.sendall(b'\r\n')
        self.assertTrue(fixture.until(lambda: server.limited('unsent-each') > 20 - (3 << 20) // size - 2))
        self.assertTrue(fixture.until(lambda: self.held(server) > 2 << 20))
        self.assertLessEqual(self.held(server), 3 << 20)
        self.assertEqual({plug.recv(64)[9:12] for plug in plugs}, {b'200', b'503'})  # in whatever order they came
        self.assertEqual(len(server.get('/api/tables').body), size)  # of another address
        # from many addresses: whoever holds most is given up, and the next one is served
        for i in range(40):
            self.ask(server, f'127.0.2.{i + 1}', b'GET /api/tables').sendall(b'\r\n')
        self.assertTrue(fixture.until(lambda: server.limited('unsent-all') > 0))
        self.assertLessEqual(self.held(server), 8 << 20)
        self.assertEqual(len(server.get('/api/tables').body), size)
        self.hang_up(server)

    def test_slow_takers_of_what_was_made(self):
        """So do logs and proofs that workers made: for each who takes them, and in all as often as they are in memory."""
        server = self.serve(limits={'unsent-each': 3 << 20})
        code = strangers.long_game(server, 800)
        for what in ('log', 'proof'):
            path = f'/api/tables/{code}/{what}'
            size = len(server.get(path).body)
            self.assertGreater(size, 200000, 'the system takes it all')
            fit = (3 << 20) // size
            plugs = [self.ask(server, ELSEWHERE, b'GET ' + path.encode()) for _ in range(fit + 5)]
            before = server.limited('unsent-each')
            for plug in plugs:
                plug.sendall(b'\r\n')
            statuses = [plug.recv(64)[9:12] for plug in plugs]
            self.assertEqual((statuses.count(b'200'), statuses.count(b'503')), (fit, 5), what)
            self.assertEqual(server.limited('unsent-each') - before, 5)
            self.assertEqual(self.used(server, 'unsent-each'), fit * size)
            self.assertEqual(self.held(server), size)
            for i in range(10):
                plug = self.ask(server, f'127.0.4.{i + 1}', b'GET ' + path.encode())
                plug.sendall(b'\r\n')
                self.assertEqual(plug.recv(64)[9:12], b'200')
            self.assertEqual(self.held(server), size)
            self.assertEqual(len(server.get(path).body), size)
            self.hang_up(server)
            self.assertEqual(self.used(server, 'unsent-each'), 0)

    def ask_replay(self, server, source, log, count=1):
        """Asks for so many at once: the statuses."""
        plugs = [self.ask(server, source, b'POST /api/replay?viewer=red') for _ in range(count)]
        for plug in plugs:
            plug.settimeout(60)
            plug.sendall(b'Content-Length: %d\r\n\r\n' % len(log) + log)
        return sorted(plug.recv(64)[9:12] for plug in plugs)

    def test_more_than_the_shelf_at_once(self):
        """Whoever asks for more than there is room for gets what fits, and is told that the rest does not."""
        server = self.serve(limits={'shelf': 5 << 20})
        self.assertEqual(self.ask_replay(server, ELSEWHERE, strangers.long_log(300000), 4), [b'200', b'200', b'503', b'503'])
        self.assertLessEqual(self.used(server, 'shelf'), 5 << 20)
        self.assertGreater(server.limited('shelf'), 0)
        self.hang_up(server)

    def test_slow_takers_of_many_addresses(self):
        """What was made and is not taken never grows beyond its bounds; whoever holds most gives way to who holds nothing."""
        log, bad, good, bound = strangers.long_log(300000), '127.0.5.1', '127.0.5.2', 5 << 20
        for name in ('shelf', 'unsent-all'):
            server = self.serve(limits={name: bound})
            size = len(server.post('/api/replay?viewer=red', log).body)
            self.assertTrue(bound // 3 < size < bound * 9 // 20, size)  # two of them fit
            self.assertEqual(self.ask_replay(server, bad, log, 2), [b'200'] * 2)
            self.assertEqual(self.held(server), 2 * size)
            self.assertEqual(self.ask_replay(server, good, log), [b'200'])
            self.assertEqual((self.held(server), self.used(server, 'unsent-each')), (2 * size, size), 'the one with two gave way')
            self.assertGreater(server.limited(name), 0)
            if name == 'shelf':
                self.assertEqual(self.ask_replay(server, bad, log), [b'503'])
            for i in range(3):
                self.assertEqual(len(server.post('/api/replay?viewer=red', log, f'127.0.6.{i + 1}').body), size)
                self.assertLessEqual(self.used(server, name), bound)
            self.hang_up(server)
            self.assertLessEqual(server.metric('holm_shelf_bytes'), bound if name == 'shelf' else 64 << 20)

    def test_longer_than_the_shelf(self):
        """What can never be kept is not made room for, and is said to be too long."""
        server = self.serve(limits={'shelf': 1 << 20})
        answer = server.post('/api/replay?viewer=red', strangers.long_log())
        self.assertEqual((answer.status, answer.json['error']), (413, 'too-long'))
        self.assertEqual(self.used(server, 'shelf'), 0)

    def test_slow_senders(self):
        """Bodies that are still coming count too."""
        server = self.serve(limits={'unsent-each': 2 << 20, 'unsent-all': 5 << 20, 'half-requests-each': 0})
        body, plugs = b'x' * 900000, []
        for source, count in ((ELSEWHERE, 6), ('127.0.0.3', 6)):
            for _ in range(count):
                plugs.append(self.ask(server, source, b'POST /api/replay'))
                with contextlib.suppress(OSError):
                    plugs[-1].sendall(b'Content-Length: 1000000\r\n\r\n' + body)
        self.assertTrue(fixture.until(lambda: server.limited('unsent-each') >= 8))
        self.assertTrue(fixture.until(lambda: self.held(server) > 3 << 20))
        self.assertLessEqual(self.held(server), 4 << 20)
        for i in range(6):
            with contextlib.suppress(OSError):
                self.ask(server, f'127.0.3.{i + 1}', b'POST /api/replay').sendall(b'Content-Length: 1000000\r\n\r\n' + body)
        self.assertTrue(fixture.until(lambda: server.limited('unsent-all') > 0))
        self.assertLessEqual(self.held(server), 5 << 20)
        self.assertEqual(server.post('/api/preview', {'rules': {'game': 'base'}}).status, 200)
        self.hang_up(server)

    def test_sockets_of_one_address(self):
        server = self.serve(limits={'sockets-each': 10})
        plugs = [socket.create_connection(('127.0.0.1', server.port), source_address=(ELSEWHERE, 0)) for _ in range(15)]
        self.assertTrue(fixture.until(lambda: server.limited('sockets-each') == 5))
        self.assertEqual(server.metric('holm_limit_used{limit="sockets-each"}'), 10)
        for plug in plugs:
            plug.close()
        self.assertTrue(fixture.until(lambda: server.metric('holm_limit_used{limit="sockets-each"}') < 10))
        server.wire(source=ELSEWHERE).close()

    def test_connections_in_all(self):
        server = self.serve(limits={'connections': 3})
        sockets = [server.wire(source=f'127.0.0.{i + 1}') for i in range(3)]
        with self.assertRaises(wire.Refused):
            server.wire(source='127.0.0.9')
        self.assertEqual(server.limited('connections'), 1)
        sockets[0].close()
        self.assertTrue(fixture.until(lambda: server.metric('holm_connections') < 3))
        server.wire(source='127.0.0.9').close()

    def test_tables_in_all(self):
        server = self.serve(limits={'tables': 2})
        body = {'name': 'Ada', 'rules': {'game': 'base'}, 'public': True}
        self.assertEqual([server.post('/api/tables', body, f'127.0.0.{i + 1}').status for i in range(3)], [201, 201, 503])
        self.assertEqual(server.limited('tables'), 1)
        # what is not even read cannot be wrong
        self.assertEqual(server.post('/api/tables', b'{' * 1000).status, 503)

    def test_rematch_is_a_table(self):
        server = self.serve(limits={'tables-each': 1})
        code, people = players.seat_people(server, 3, random.Random(64), **mode('base', players=3, target=3))
        players.play(people)
        people[0].say(type='rematch')
        people[0].until(lambda: people[0].errors or people[0].table['rematch'], others=people[1:])
        self.assertEqual(people[0].errors[0]['error'], 'too-fast')

    def used(self, server, limit):
        return server.metric(f'holm_limit_used{{limit="{limit}"}}')

    def grow(self, server, mebibytes):
        """The database grows by itself: lines that are nobody's."""
        server.sql_each('INSERT INTO lines (game, number, at, line) VALUES (?, ?, 0, ?)', [(10 ** 9, n, os.urandom(2 ** 19).hex()) for n in range(mebibytes)])

    def test_disk_in_all(self):
        """When the database has grown to --disk, nobody makes a table; who plays goes on, and what was freed is filled again."""
        server = self.serve(limits={'disk': 24})
        body = {'name': 'Ada', 'rules': {'game': 'base'}}
        code, over = players.seat_people(server, 2, random.Random(66), **mode('base', players=2, turn_limit=2))
        players.play(over)
        _, people = self.game(server)
        self.assertLess(self.used(server, 'disk'), 24)
        self.grow(server, 30)
        self.assertTrue(fixture.until(lambda: self.used(server, 'disk') >= 30))
        for source in ('127.0.0.1', ELSEWHERE):
            answer = server.post('/api/tables', body, source)
            self.assertEqual((answer.status, answer.json['error']), (503, 'full'), answer.body)
            self.assertIn('disk', answer.json['text'])
        over[0].say(type='rematch')
        over[0].until(lambda: over[0].errors or over[0].table['rematch'], others=over[1:])
        self.assertEqual(over[0].errors[0]['error'], 'full')
        self.assertEqual(server.limited('disk'), 3)
        self.assertIn(b'no new tables: the database has grown to --disk 24', server.log())
        self.plays_on(people)
        self.assertEqual(server.get('/api/health').status, 200)
        server.sql('DELETE FROM lines WHERE game = ?', 10 ** 9)
        if fixture.POSTGRESQL:
            server.sql('VACUUM lines')  # which PostgreSQL does by itself, by and by
        self.plays_on(people)
        self.assertTrue(fixture.until(lambda: self.used(server, 'disk') < 24), 'its write-ahead log is not cut back')
        self.assertEqual(server.post('/api/tables', body).status, 201)

    def plays_on(self, people):
        for one in people:
            one.stuck = 0
        before = sum(len(one.acked) for one in people)
        players.play(people, limit=8)
        players.settle(people)
        self.assertGreater(sum(len(one.acked) for one in people), before, [one.refused for one in people])

    def test_disk_of_an_address(self):
        """Games write for whoever made their tables; who has written much makes no more, and the games go on."""
        server = self.serve(limits={'disk-each': 1})
        body = {'name': 'Eve', 'rules': {'game': 'base', 'players': 4, 'target': 30}, 'seats': ['random-trader'] * 4, 'pace': 0}
        codes = [server.post('/api/tables', body, ELSEWHERE).json['code'] for _ in range(4)]
        self.assertTrue(fixture.until(lambda: self.used(server, 'disk-each') >= 1, 120))
        answer = server.post('/api/tables', body, ELSEWHERE)
        self.assertEqual((answer.status, answer.json['error']), (429, 'too-fast'), answer.body)
        self.assertIn('disk', answer.json['text'])
        self.assertEqual(server.limited('disk-each'), 1)
        self.assertEqual(server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base'}}).status, 201, 'another address')
        (text,), = server.sql('SELECT sum(length(line)) FROM lines')
        self.assertGreater(text, 1 << 19, 'it was refused long before')
        before = server.metric('holm_bot_actions_total')
        self.assertTrue(fixture.until(lambda: server.metric('holm_bot_actions_total') > before + 50 or
                                      all(server.get(f'/api/tables/{code}').json['table']['state'] == 'over' for code in codes)))

    def test_heavy_requests(self):
        server = self.serve(limits={'heavy': 20})
        statuses = [server.post('/api/preview', {'rules': {'game': 'base'}}).status for _ in range(8)]
        self.assertEqual(statuses, [200] * 5 + [429] * 3)
        self.assertEqual(server.limited('heavy'), 3)
        self.assertEqual(server.post('/api/preview', {'rules': {'game': 'base'}}, ELSEWHERE).status, 200)

    def test_long_games_are_paid_by_their_lines(self):
        """To read a game takes long: one address has few long ones read in a row, by a hello or by a request."""
        server = self.serve(limits={'heavy': 12, 'game-actions': 1500})
        body = {'name': 'Ada', 'rules': {'game': 'base', 'players': 4, 'target': 30}, 'seats': ['random-trader'] * 4, 'pace': 0}
        codes = [server.post('/api/tables', body, source=ELSEWHERE).json['code'] for _ in range(2)]
        end = time.monotonic() + 180
        while any(server.get(f'/api/tables/{code}').json['table']['state'] != 'over' for code in codes) and time.monotonic() < end:
            time.sleep(0.3)
        server.restart()
        said = []
        for code in codes:
            socket_ = server.wire()
            socket_.send(players.hello(code, None))
            said.append(socket_.next())
        self.assertEqual([message['type'] for message in said], ['welcome', 'error'])
        self.assertEqual(said[1]['error'], 'too-fast')
        other = server.wire(source=ELSEWHERE)
        other.send(players.hello(codes[1], None))
        self.assertEqual(other.next()['type'], 'welcome', 'others are not held up')

    def test_actions_of_one_person(self):
        """As many as a person can do; with four sockets not more."""
        server = self.serve(limits={'actions': 5, 'errors': 1000})
        code, people = self.game_slowly(server)
        one = people[0]
        sockets = [one, *[one.fresh() for _ in range(3)]]
        for each in sockets:
            for _ in range(10):
                each.act({'seat': one.seat, 'kind': 'roll'}, seq=1000)
        errors = []
        for each in sockets:
            each.until(lambda: len(each.refused) >= 10)
            errors += [refusal['error'] for refusal in each.refused]
        self.assertGreaterEqual(errors.count('too-fast'), 20)
        self.assertGreaterEqual(40 - errors.count('too-fast'), 15)
        self.assertEqual(server.limited('actions'), errors.count('too-fast'))
        other = people[1]
        other.act({'seat': other.seat, 'kind': 'roll'}, seq=1000)
        other.until(lambda: other.refused)
        self.assertNotEqual(other.refused[0]['error'], 'too-fast')

    def test_messages_of_twenty_sockets(self):
        """A person with twenty sockets may not say more than with one."""
        server = self.serve(limits=fixture.limit(messages=20, errors=100000))
        code, people = self.game_slowly(server)
        sockets = [people[0].fresh() for _ in range(20)]
        begin = time.monotonic()
        for i in range(50):
            for one in sockets:
                one.say(type='back' if i & 1 else 'leave')
        seconds = time.monotonic() - begin
        self.alive(people[1])
        time.sleep(1)
        self.assertGreaterEqual(server.limited('messages'), 1000 - 60 - 20 * (seconds + 5))
        for one in sockets:
            one.drop()

    def test_messages_without_a_chair(self):
        """Whoever has no chair shares with the address."""
        server = self.serve(limits=fixture.limit(messages=20, errors=100000))
        sockets = [server.wire(source=ELSEWHERE) for _ in range(10)]
        for _ in range(20):
            for one in sockets:
                one.send({'type': 'ping'})
        other = server.wire()
        other.send({'type': 'ping'})
        self.assertEqual(other.next(timeout=5)['type'], 'pong')
        self.assertGreaterEqual(server.limited('messages'), 90)

    def left_to_bots(self, server, source):
        """A game that its only person has left: code and token."""
        made = server.post('/api/tables', {'name': 'Eve', 'rules': {'game': 'base', 'players': 3, 'target': 30}, 'seats': ['me', 'random', 'random'], 'pace': 0,
                                           'start': 'now'}, source).json
        one = players.Player(server, made['code'], made['token'], source=source)
        one.say(type='leave')
        self.alive(one)
        one.drop()
        return made['code'], made['token']

    def test_games_left_to_bots(self):
        """Bots go on alone in so many games of an address; in the others they wait for somebody."""
        server = self.serve(limits={'bot-tables-each': 1})
        tables = [self.left_to_bots(server, ELSEWHERE) for _ in range(3)]
        time.sleep(2.5)
        self.assertEqual(server.limited('bot-tables-each'), 2)
        self.assertEqual(server.metric('holm_limit_used{limit="bot-tables-each"}'), 3)

        def seqs():
            return dict(server.sql('SELECT code, (SELECT max(number) FROM lines WHERE game = tables.id) FROM tables'))
        before = seqs()
        time.sleep(1.5)
        after = seqs()
        waiting = [code for code, _ in tables if after[code] == before[code]]
        self.assertEqual(len(waiting), 2)
        one = server.wire(source=ELSEWHERE)  # somebody watches
        one.send(players.hello(waiting[0], None))
        time.sleep(2.5)
        self.assertGreater(seqs()[waiting[0]], after[waiting[0]])
        self.assertEqual(seqs()[waiting[1]], after[waiting[1]])
        one.drop()

    def test_sockets_in_all(self):
        server = self.serve(limits={'sockets': 10})
        plugs = [socket.create_connection(('127.0.0.1', server.port), source_address=(f'127.0.0.{i + 2}', 0)) for i in range(15)]
        for plug in plugs[10:]:  # to ask for metrics now would be refused, too
            plug.settimeout(20)
            with contextlib.suppress(ConnectionResetError):
                self.assertEqual(plug.recv(1), b'')
        for plug in plugs[3:]:
            plug.close()
        refused = 5
        while not server.get('/metrics'):  # it has not yet noticed that they hung up
            refused += 1
            self.assertLess(refused, 200)
            time.sleep(0.05)
        self.assertTrue(fixture.until(lambda: server.metric('holm_limit_used{limit="sockets"}') == 4))
        self.assertEqual(server.limited('sockets'), refused)
        for plug in plugs:
            plug.close()

    def test_jobs(self):
        """Replays under way, of one address and in all."""
        log = strangers.long_log()
        request = b'POST /api/replay?viewer=red HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n' % len(log) + log
        for limits, name in (({'jobs-each': 1}, 'jobs-each'), ({'jobs': 1, 'jobs-each': 0}, 'jobs')):
            server = self.serve(limits=limits)
            plugs = [socket.create_connection(('127.0.0.1', server.port)) for _ in range(8)]
            for plug in plugs:
                plug.sendall(request)
            self.assertTrue(fixture.until(lambda: server.limited(name)))
            for plug in plugs:
                plug.close()

    def test_chat_of_ten_sockets(self):
        """Ten sockets of one person may not say more than one: 420 lines in ten seconds are too many."""
        server = self.serve(limits=fixture.limit(chats=30, errors=1000))
        code, people = self.game(server)
        sockets = [people[0].fresh() for _ in range(10)]
        for i in range(42):
            for one in sockets:
                one.say(type='chat', text=f'line {i}')
        for one in (*sockets, *people):
            self.alive(one)
        self.assertLessEqual(len(people[1].chat), 15)
        self.assertGreaterEqual(len(people[1].chat), 5)
        self.assertEqual(server.limited('chats') + len(people[1].chat), 420)

    def test_chat_of_who_comes_and_goes(self):
        """To leave and to join again gives no more lines."""
        server = self.serve(limits=fixture.limit(chats=30, errors=1000))
        made = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base', 'players': 3}, 'seats': ['me', 'open', 'open']})
        host = players.Player(server, made.json['code'], made.json['token'])
        for _ in range(6):
            joined = server.post(f'/api/tables/{host.code}/join', {'name': 'Eve'}, ELSEWHERE)
            one = players.Player(server, host.code, joined.json['token'], source=ELSEWHERE)
            for i in range(5):
                one.say(type='chat', text='again')
            one.say(type='leave')
            self.alive(one)
            one.drop()
        self.alive(host)
        self.assertLessEqual(len(host.chat), 10)

    def test_chat_rate(self):
        server = self.serve(limits=fixture.limit(chats=30, errors=1000))
        code, people = self.game(server)
        for i in range(60):
            people[0].say(type='chat', text=f'message {i}')
        for one in people:
            self.alive(one)
        self.assertLess(len(people[1].chat), 15, 'sixty messages at once went through')
        self.assertGreater(len(people[1].chat), 0)
        self.assertEqual({error['error'] for error in people[0].errors}, {'too-fast'})
        self.assertEqual(len(people[0].errors) + len(people[1].chat), 60)

    def test_half_connections(self):
        """Sockets that never say anything do not keep others out."""
        server = self.serve()
        plugs = [socket.create_connection(('127.0.0.1', server.port)) for _ in range(20)]
        for plug in plugs[:10]:
            plug.sendall(b'GET / HTTP/1.1\r\nHost:')
        self.assertEqual(server.get('/api/health').status, 200)
        self.game(server)
        for plug in plugs:
            plug.close()
        self.assertEqual(server.get('/api/health').status, 200)

    def test_many_come_and_go(self):
        server = self.serve()
        code, people = self.game(server)
        for i in range(150):
            try:
                one = server.wire(timeout=5)
                if i % 3:
                    one.send(players.hello(code, None if i % 3 == 1 else people[0].token))
                one.drop()
            except (wire.Refused, OSError):
                pass
        for one in people:
            self.alive(one)
        people[0].until(lambda: people[0].table['watching'] == 0, others=people[1:])


if __name__ == '__main__':
    fixture.main()
